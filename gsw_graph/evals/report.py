"""A report of one or more arms: tables, mistakes and a chart, as Markdown, JSON and PNG."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gsw_graph.evals import tables
from gsw_graph.evals.causes import Mistake, mistakes
from gsw_graph.evals.chart import draw
from gsw_graph.evals.marking import marked, marked_by_judge
from gsw_graph.evals.notes import notes_of
from gsw_graph.evals.predictions import Judgement, Prediction
from gsw_graph.evals.samples import Facts, Sample
from gsw_graph.evals.statistics import Figure
from gsw_graph.evals.tables import Cell, Table

MOST_EXAMPLES = 5
"""Mistakes of one cause that are shown."""
_PRECISE = {"tokens": 0, "US dollars": 4}
"""Digits after the point, where three are not what helps."""


class Report(NamedTuple):
    """What was measured."""

    title: str
    notes: list[str]
    tables: list[Table]
    best: str
    """The arm whose mistakes are listed."""
    mistakes: list[Mistake]
    settings: dict[str, Any]
    """What each arm was asked with."""


def reported(
    title: str,
    samples: Sequence[Sample],
    arms: Mapping[str, Mapping[str, Prediction]],
    *,
    facts: Facts,
    judged: Mapping[str, Mapping[str, Judgement]] | None = None,
    notes: Iterable[str] = (),
) -> Report:
    """Score predictions.

    Args:
        title: What the questions are of.
        samples: The questions; an arm that lacks a prediction of one has failed it.
        arms: Predictions by arm and question.
        facts: What is true of each chapter, for the oracle.
        judged: What a judge made of them, by arm and question.
        notes: What else there is to know of the figures, a sentence each.

    Raises:
        InputError: A judgement does not fit its question.
    """
    exact = {arm: marked(samples, said) for arm, said in arms.items()}
    asked = {arm: marked(samples, said, every_kind=True) for arm, said in arms.items()}
    found = [tables.chapters(asked), tables.costs(asked)]
    best = tables.best_of(exact)
    if any(exact.values()):
        found = [*tables.scored(exact, "exact"), tables.oracles(exact, facts), *found]
    if judged:
        by_judge = {arm: marked_by_judge(samples, arms[arm], said) for arm, said in judged.items()}
        found += tables.scored(by_judge, "judged")
    settings = {arm: next((one.settings for one in said.values() if one.settings), {}) for arm, said in arms.items()}
    return Report(
        title,
        [*notes_of(samples, arms, judged or {}), *notes],
        found,
        best,
        mistakes(exact[best]),
        settings,
    )


def write(report: Report, folder: Path, most: int = MOST_EXAMPLES) -> Iterator[Path]:
    """Write a report as report.md, report.json and chart.png, and yield each file when it is there.

    Args:
        report: What was measured.
        folder: Where to; made if it isn't there.
        most: Mistakes of one cause that are shown; 0 is all.

    Raises:
        ConfigError: The chart can't be drawn; the other two files are there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / name for name in ("report.md", "report.json", "chart.png")]
    files[0].write_text(markdown(report, most), encoding="utf-8")
    yield files[0]
    files[1].write_text(json.dumps(data(report), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    yield files[1]
    title, series = _series(report.tables)
    draw(files[2], f"{report.title}: {title}", series)
    yield files[2]


def _series(found: Iterable[Table]) -> tuple[str, dict[str, dict[str, Figure]]]:
    """Return what the chart shows: F1 over all questions and over the bins, in both scorings; as judged if it was."""
    by_key = {table.key: table for table in found}
    scale = "judged" if "judged harsh" in by_key else "exact"
    series: dict[str, dict[str, Figure]] = {}
    for scoring in ("harsh", "lenient"):
        for column, name in (("F1", "by question"), ("F1 of bins", "mean of bins")):
            rows = by_key[f"{scale} {scoring}"].rows if f"{scale} {scoring}" in by_key else {}
            figures = {arm: row[column] for arm, row in rows.items()}
            series[f"{name}, {scoring}"] = {arm: one for arm, one in figures.items() if isinstance(one, Figure)}
    return f"F1, get = all, {scale} scale", series


def data(report: Report) -> dict[str, Any]:
    """Return a report as JSON has it: `tables` by key, arm and column; a figure has value, low, high and questions.

    Args:
        report: What was measured.
    """
    return {
        "title": report.title,
        "notes": report.notes,
        "settings": report.settings,
        "tables": {
            table.key: {
                "title": table.title,
                "note": table.note,
                "rows": {
                    arm: {name: cell._asdict() if isinstance(cell, Figure) else cell for name, cell in row.items()}
                    for arm, row in table.rows.items()
                },
            }
            for table in report.tables
        },
        "best": report.best,
        "mistakes": [one._asdict() for one in report.mistakes],
    }


def markdown(report: Report, most: int = MOST_EXAMPLES) -> str:
    """Return a report as Markdown.

    Args:
        report: What was measured.
        most: Mistakes of one cause that are shown; 0 is all.
    """
    parts = [f"# {_line(report.title)}", "\n".join(f"- {_line(note)}" for note in report.notes)]
    for table in report.tables:
        names = list(tables.columns(table))
        rows = [[arm, *(_shown(name, row.get(name)) for name in names)] for arm, row in table.rows.items()]
        if rows:
            parts += [f"## {table.title}", table.note, grid(["arm", *names], rows)]
    return "\n\n".join([*parts, *_mistakes(report, most)]) + "\n"


def _mistakes(report: Report, most: int) -> Iterable[str]:
    """Yield the mistakes of the best arm by cause."""
    found = report.mistakes
    yield f"## Mistakes of {report.best}, by cause (exact harsh)"
    yield f"get = all, Times, Spaces and Entities; exact scale, harsh: {len(found)} answers are not wholly right."
    if not found:
        return
    counts = Counter((one.cause, one.kind) for one in found)
    kinds = list(dict.fromkeys(one.kind for one in found))
    causes = list(dict.fromkeys(one.cause for one in found))
    rows = [[name, *(str(counts[name, kind]) for kind in kinds)] for name in causes]
    totals = Counter(one.cause for one in found)
    yield grid(["cause", *kinds, "all"], [[*row, str(totals[row[0]])] for row in rows])
    named = Counter((one.cause, one.named) for one in found)
    rows = [
        [name, cue, str(count)] for (name, cue), count in sorted(named.items(), key=lambda pair: (-pair[1], pair[0]))
    ]
    yield grid(["cause", "the question names", "answers"], rows)
    for name in causes:
        examples = [one for one in found if one.cause == name]
        yield f"### {name}: {len(examples)}"
        yield "\n".join(_example(one) for one in (examples[:most] if most else examples))


def _example(one: Mistake) -> str:
    """Return a mistake as an item of a list."""
    said, expected = "; ".join(one.said) or "nothing", "; ".join(one.expected) or "nothing"
    kept = "" if one.chapters is None else f" Chapters {_numbers(one.chapters)}, right {_numbers(one.right_chapters)}."
    return _line(f"- {one.uid} ({one.named}; F1 {one.f1:.2f}): {one.question} Said: {said}. True: {expected}.{kept}")


def _numbers(chapters: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(set(chapters)))) or "none"


def grid(names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown.

    Args:
        names: Headings.
        rows: Cells as text.
    """
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join(f"| {' | '.join(_line(cell).replace('|', '/') for cell in line)} |" for line in lines)


def _line(text: str) -> str:
    """Return a text on one line, without what steers a terminal."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


def _shown(name: str, cell: Cell) -> str:
    """Return a cell as text."""
    if cell is None:
        return ""
    digits = _PRECISE.get(name, 3)
    if name == "p" and isinstance(cell, float):
        return f"{cell:.2g}"
    if isinstance(cell, Figure):
        if cell.value is None or cell.low is None or cell.high is None:
            return ""
        return f"{cell.value:.{digits}f} [{cell.low:.{digits}f}, {cell.high:.{digits}f}]"
    return f"{cell:.{digits}f}".rstrip("0").rstrip(".") if isinstance(cell, float) else str(cell)
