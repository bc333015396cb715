"""A bar chart of the arms' F1, with error bars."""

from collections.abc import Mapping
from pathlib import Path
from textwrap import fill

from gsw_graph.errors import ConfigError
from gsw_graph.evals.statistics import Figure

_INCHES_A_BAR = 0.45
_DOTS_PER_INCH = 150
_LETTERS_AN_INCH = 11


def draw(path: Path, title: str, series: Mapping[str, Mapping[str, Figure]]) -> None:
    """Write a bar chart as PNG: a group of bars by arm, each with its 95 % interval.

    Args:
        path: The file.
        title: Which figure on which questions, with its scoring.
        series: Name of the series, its figures by arm.

    Raises:
        ConfigError: matplotlib is not there.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as Canvas
    except ImportError:
        message = "The chart is drawn with matplotlib, which is not installed."
        raise ConfigError(message, hint="pip install 'gsw-graph[evals]'") from None
    arms = list(dict.fromkeys(arm for figures in series.values() for arm in figures))
    width = 0.8 / max(len(series), 1)
    inches = max(5.0, 1.5 + _INCHES_A_BAR * len(arms) * len(series))
    canvas = Canvas(figsize=(inches, 4.5), layout="constrained")
    FigureCanvasAgg(canvas)
    axes = canvas.add_subplot()
    labelled: set[str] = set()
    for number, (name, figures) in enumerate(series.items()):
        for place, arm in enumerate(arms):
            figure = figures.get(arm)
            if figure is None or figure.value is None or figure.low is None or figure.high is None:
                continue
            at = place - 0.4 + width * (number + 0.5)
            errors = [[max(0.0, figure.value - figure.low)], [max(0.0, figure.high - figure.value)]]
            label = f"_{name}" if name in labelled else name  # of one name the legend has one line
            labelled.add(name)
            axes.bar(at, figure.value, width, yerr=errors, capsize=2, color=f"C{number}", label=label)
            axes.annotate(f"{figure.value:.2f}", (at, 0.02), ha="center", fontsize=7, color="white")
    axes.set_title(_plain(fill(title, int(_LETTERS_AN_INCH * inches))), fontsize=10)
    axes.set(ylabel="F1", ylim=(0, 1.05), xticks=range(len(arms)))
    axes.set_xticklabels(list(map(_plain, arms)), rotation=30, ha="right")
    if labelled:
        canvas.legend(loc="outside lower center", ncols=2, fontsize=8)
    axes.grid(axis="y", alpha=0.3)
    canvas.savefig(path, dpi=_DOTS_PER_INCH)


def _plain(text: str) -> str:
    """Return a text so that matplotlib does not read formulas in it."""
    return text.replace("$", r"\$")
