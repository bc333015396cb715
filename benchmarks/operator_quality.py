"""Measure how well an Operator reads: precision, recall and F1 by kind of record.

The texts are in tests/quality: rules may be made on `dev`; `heldout` is for measuring only. `operator_gold`
has the file format, `operator_score` the matching rules.

    python -m benchmarks.operator_quality --half dev --mistakes
"""

import argparse
import json
import sys

from benchmarks.operator_gold import HALVES, GoldText, load
from benchmarks.operator_reading import Reading, read
from benchmarks.operator_score import score
from benchmarks.operator_tally import KINDS, RECALL_ONLY, Tally
from gsw_graph.errors import InputError
from gsw_graph.extract import OPERATORS, Operator
from gsw_graph.text import chapters, chunks, from_text


def read_text(operator: Operator, text: GoldText) -> Reading:
    """Return what an Operator finds in one text, read as a document of its own.

    Args:
        operator: The Operator.
        text: The gold, of which only the text is shown to the Operator.

    Raises:
        InputError: If reading changed the text, so that offsets do not fit.
    """
    document = from_text(text.body, key=text.id)
    start = document.text.find(text.body)
    if start < 0:
        raise InputError(f"Reading changes the text of {text.id}, so its spans cannot be compared.")
    results = []
    for chapter in chapters(document):
        annotated = operator.annotate(chapter, chunks(chapter))
        results += [(chunk, operator.extract(chunk)) for chunk in annotated]
    return read(results, start)


def measure(operator: Operator, half: str) -> dict[str, Tally]:
    """Return the tallies of all texts of one half together; mistakes carry the id of their text.

    Args:
        operator: The Operator.
        half: "dev" or "heldout".
    """
    total = {kind: Tally() for kind in KINDS}
    for text in load(half):
        for kind, tally in score(text, read_text(operator, text)).items():
            tally.missed = [f"{text.id}: {line}" for line in tally.missed]
            tally.false = [f"{text.id}: {line}" for line in tally.false]
            total[kind].add(tally)
    return total


def table(half: str, tallies: dict[str, Tally]) -> str:
    """Return the figures of one half as a table.

    Args:
        half: "dev" or "heldout".
        tallies: From `measure`.
    """
    lines = [f"{half:14}{'P':>6}{'R':>6}{'F1':>6}{'right':>8}{'missed':>8}{'false':>8}"]
    for kind, tally in tallies.items():
        precision, f1 = f"{tally.precision:.2f}", f"{tally.f1:.2f}"
        if kind in RECALL_ONLY:
            precision = f1 = "-"
        counts = f"{tally.right:8}{len(tally.missed):8}{len(tally.false):8}"
        lines.append(f"{kind:14}{precision:>6}{tally.recall:6.2f}{f1:>6}{counts}")
    return "\n".join(lines)


def as_json(tallies: dict[str, Tally], mistakes: bool) -> dict[str, dict[str, object]]:
    """Return the figures of one half for a JSON reader.

    Args:
        tallies: From `measure`.
        mistakes: Whether to list each miss and false find.
    """
    rows: dict[str, dict[str, object]] = {}
    for kind, tally in tallies.items():
        only_recall = kind in RECALL_ONLY
        rows[kind] = {
            "precision": None if only_recall else round(tally.precision, 4),
            "recall": round(tally.recall, 4),
            "f1": None if only_recall else round(tally.f1, 4),
            "right": tally.right,
            "missed": tally.missed if mistakes else len(tally.missed),
            "false": tally.false if mistakes else len(tally.false),
        }
    return rows


def print_mistakes(tallies: dict[str, Tally]) -> None:
    """Print each miss ("-") and false find ("+") below its kind.

    Args:
        tallies: From `measure`.
    """
    for kind, tally in tallies.items():
        print(f"\n{kind}")
        for mark, found in (("-", tally.missed), ("+", tally.false)):
            for line in found:
                print(f"  {mark} {line}")


def main(arguments: list[str] | None = None) -> None:
    """Run from the command line.

    Args:
        arguments: Instead of those of the process.
    """
    parser = argparse.ArgumentParser(description="Precision, recall and F1 of an Operator, by kind of record.")
    parser.add_argument("--half", choices=HALVES, help="only this half of the texts")
    parser.add_argument("--operator", choices=sorted(OPERATORS), default=next(iter(OPERATORS)))
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--mistakes", action="store_true", help="list each miss and false find")
    options = parser.parse_args(arguments)
    operator = OPERATORS[options.operator]()
    halves = {half: measure(operator, half) for half in ([options.half] if options.half else HALVES)}
    if options.json:
        json.dump({half: as_json(one, options.mistakes) for half, one in halves.items()}, sys.stdout, indent=2)
        print()
        return
    for half, tallies in halves.items():
        print(table(half, tallies), end="\n\n")
        if options.mistakes:
            print_mistakes(tallies)


if __name__ == "__main__":
    main()
