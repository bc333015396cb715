"""The tables of a report: rows of arms, columns of figures."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from gsw_graph.evals.marking import Marked, Scale, oracle
from gsw_graph.evals.samples import BINS, EXACT_KINDS, Facts
from gsw_graph.evals.score import SCORINGS, Scoring
from gsw_graph.evals.statistics import NONE, Figure, macro, mcnemar, mean, percentile

Cell = Figure | float | int | str | None
Arms = Mapping[str, Sequence[Marked]]
"""Marked questions by arm."""
REFERENCE = "gsw"
"""The arm that the others are compared with, if it is there; else the best is."""


class Table(NamedTuple):
    """A table of a report."""

    key: str
    """Under which the JSON has it."""
    title: str
    note: str
    """Which questions and which scoring it shows."""
    rows: dict[str, dict[str, Cell]]
    """Cells by arm and column."""


def scored(arms: Arms, scale: Scale) -> list[Table]:
    """Return the tables of one scale.

    Args:
        arms: Marked questions by arm.
        scale: How items were compared.
    """
    every = {arm: [one for one in marks if one.sample.get == "all"] for arm, marks in arms.items()}
    what = "Times, Spaces and Entities" if scale == "exact" else "all that was judged"
    tables = []
    for scoring in SCORINGS:
        note = (
            f"get = all, {what}; {scale} scale, {scoring} precision. F1 of bins is the mean of the bins with questions."
        )
        key = f"{scale} {scoring}"
        tables.append(Table(key, f"Answers ({key})", note, _by_arm(every, partial(_overall, scoring=scoring))))
    note = f"F1, get = all, {what}; {scale} scale, harsh precision."
    for field, title in (("kind", "what is asked for"), ("cue", "what is named")):
        rows = _by_arm(every, partial(_groups, field=field))
        tables.append(Table(f"{scale} by {field}", f"Answers by {title} ({scale} harsh)", note, rows))
    tables.append(_latest(arms, scale, what))
    tables.append(_chronological(arms, scale, what))
    note = (
        f"Items that are missing or invented, get = all, {what}; {scale} scale (the kind of Table 6 of the GSW paper). "
        "Of an answer that failed, all true items are missing."
    )
    tables.append(Table(f"{scale} items", f"Missing and invented items ({scale})", note, _by_arm(every, _items)))
    tables.append(_compared(every, scale, what))
    return tables


def _by_arm(arms: Arms, row: Callable[[Sequence[Marked]], dict[str, Cell]]) -> dict[str, dict[str, Cell]]:
    return {arm: row(some) for arm, some in arms.items()}


def _overall(some: Sequence[Marked], scoring: Scoring) -> dict[str, Cell]:
    """Return the figures of an arm: over all questions, the mean of the bins, and each bin."""
    bins = [[one.mark.f1(scoring) for one in some if one.sample.bin == name] for name in BINS]
    row: dict[str, Cell] = {
        "questions": len(some),
        "P": mean(one.mark.precision(scoring) for one in some),
        "R": mean(one.mark.recall for one in some),
        "F1": mean(one.mark.f1(scoring) for one in some),
        "F1 of bins": macro(bins),
    }
    return row | {f"bin {name}": mean(values) for name, values in zip(BINS, bins, strict=True)}


def _groups(some: Sequence[Marked], field: str) -> dict[str, Cell]:
    """Return F1 by a field of the questions."""
    names = dict.fromkeys(getattr(one.sample, field) for one in some)
    order = sorted(names, key=lambda name: (EXACT_KINDS.index(name) if name in EXACT_KINDS else 9, name))
    return {name: mean(one.mark.f1("harsh") for one in some if getattr(one.sample, field) == name) for name in order}


def _latest(arms: Arms, scale: Scale, what: str) -> Table:
    """Return how well the latest of several is told."""

    def row(some: Sequence[Marked]) -> dict[str, Cell]:
        asked = [one for one in some if one.sample.get == "latest" and one.sample.matching > 1]
        return {
            "questions": len(asked),
            "P": mean(one.mark.precision("harsh") for one in asked),
            "R": mean(one.mark.recall for one in asked),
            "F1 harsh": mean(one.mark.f1("harsh") for one in asked),
            "F1 lenient": mean(one.mark.f1("lenient") for one in asked),
        }

    note = f"get = latest, at least 2 matching chapters, {what}; {scale} scale, P is harsh."
    return Table(f"{scale} latest", f"Latest ({scale})", note, _by_arm(arms, row))


def _chronological(arms: Arms, scale: Scale, what: str) -> Table:
    """Return how well all are told in their order: EpBench's share fully matched, and Kendall's tau over those.

    A question whose true items were all said, but of which a judge does not tell where, has no tau.
    """

    def row(some: Sequence[Marked]) -> dict[str, Cell]:
        asked = [one for one in some if one.sample.get == "chronological" and one.sample.matching > 1]
        asked = [one for one in asked if one.mark.expected > 1]
        full = [one for one in asked if one.mark.missing == 0]
        ordered = [one for one in asked if one.order is not None or one.mark.missing]
        return {
            "questions": len(asked),
            "fully matched": mean(float(one.mark.missing == 0) for one in asked),
            "tau": mean(one.order for one in full if one.order is not None),
            "fully matched × tau": mean((one.order or 0.0 for one in ordered), least=0.0),
            **({"order not told": len(asked) - len(ordered)} if scale == "judged" else {}),
            "F1 harsh": mean(one.mark.f1("harsh") for one in asked),
            "F1 lenient": mean(one.mark.f1("lenient") for one in asked),
        }

    note = (
        f"get = chronological, at least 2 matching chapters and 2 different items, {what}; {scale} scale. Tau is "
        "Kendall's, over the questions whose true items were all said; a negative product counts as 0."
    )
    return Table(f"{scale} chronological", f"Chronological ({scale})", note, _by_arm(arms, row))


def _items(some: Sequence[Marked]) -> dict[str, Cell]:
    """Return how many items are missing and invented."""
    return {
        "true items": sum(one.mark.expected for one in some),
        "missing": sum(one.mark.missing for one in some),
        "missing a question": mean(one.mark.missing for one in some),
        "invented": sum(one.mark.invented for one in some),
        "invented a question": mean(one.mark.invented for one in some),
        "invented where none": mean(float(one.mark.said > 0) for one in some if not one.mark.expected),
    }


def reference_of(arms: Arms) -> str:
    """Return the arm that the others are compared with.

    Args:
        arms: Marked questions by arm.
    """
    return REFERENCE if REFERENCE in arms else best_of(arms)


def best_of(arms: Arms) -> str:
    """Return the arm with the best F1, harsh, over the questions that ask for all of something.

    Args:
        arms: Marked questions by arm.
    """
    return max(arms, key=lambda arm: sum(one.mark.f1("harsh") for one in arms[arm] if one.sample.get == "all"))


def _compared(arms: Arms, scale: Scale, what: str) -> Table:
    """Return McNemar's test of each arm against the reference, on wholly right answers."""
    name = reference_of(arms)
    other = {one.sample.uid: one.is_right for one in arms[name]}
    rows: dict[str, dict[str, Cell]] = {}
    for arm, some in arms.items():
        pairs = [(other[one.sample.uid], one.is_right) for one in some if one.sample.uid in other]
        if arm != name:
            first, second = pairs.count((True, False)), pairs.count((False, True))
            rows[arm] = {
                "both right": pairs.count((True, True)),
                f"only {name}": first,
                "only this arm": second,
                "neither": pairs.count((False, False)),
                "p": mcnemar(first, second),
            }
    note = f"Wholly right answers beside those of {name}, exact two-sided McNemar; get = all, {what}; {scale} scale."
    return Table(f"{scale} mcnemar", f"Compared with {name} ({scale} harsh)", note, rows)


def chapters(arms: Arms) -> Table:
    """Return precision and recall of the chapters that answers draw on.

    Args:
        arms: All questions by arm, marked or not.
    """

    def row(some: Sequence[Marked]) -> dict[str, Cell]:
        told = [(one.sample, one.chapters) for one in some if one.sample.get == "all" and one.chapters]
        held = [score for sample, score in told if sample.chapters]
        return {
            "questions": len(held),
            "P": mean(score.precision for score in held),
            "R": mean(score.recall for score in held),
            "F1": mean(score.f1 for score in held),
            "none kept where none matches": mean(score.f1 for sample, score in told if not sample.chapters),
        }

    note = "get = all, every kind of question that was asked; P, R and F1 over questions that some chapter matches."
    return Table("chapters", "Chapters drawn on", note, _by_arm(arms, row))


def costs(arms: Arms) -> Table:
    """Return what answering took.

    Args:
        arms: All questions by arm, marked or not.
    """

    def row(some: Sequence[Marked]) -> dict[str, Cell]:
        said = [one.said for one in some if one.said is not None]
        answered = [one for one in said if not one.error]
        priced = [one.cost for one in answered if one.cost is not None]
        seconds = [one.seconds for one in answered if one.seconds is not None]
        return {
            "questions": len(some),
            "failed": len(some) - len(answered),
            "abstained": sum(not one.items for one in answered),
            "tokens": mean(one.tokens for one in answered if one.tokens is not None),
            "seconds p50": percentile(seconds, 50),
            "seconds p95": percentile(seconds, 95),
            "US dollars": sum(priced) if priced else None,
        }

    note = (
        "All questions that were asked; abstained: no items were given. Tokens are o200k tokens of question and "
        "context, on average; the budget is of the context alone."
    )
    return Table("cost", "Tokens, time and cost", note, _by_arm(arms, row))


def oracles(arms: Arms, facts: Facts) -> Table:
    """Return F1, had each kept chapter's date, place and main person been read rightly.

    Args:
        arms: Marked questions by arm.
        facts: What is true of each chapter.
    """

    def row(some: Sequence[Marked]) -> dict[str, Cell]:
        every = [one for one in some if one.sample.get == "all"]
        found = oracle(every, facts)
        return {
            "questions": len(found.marked),
            "F1 harsh": mean(one.mark.f1("harsh") for one in found.marked),
            "F1 lenient": mean(one.mark.f1("lenient") for one in found.marked),
            "F1 harsh as answered": mean(one.mark.f1("harsh") for one in every) if found.marked else NONE,
            "kept chapters without gold": found.without_gold,
        }

    note = (
        "F1 if the date, place and main person of every kept chapter were given, and right: what is lost beyond this "
        "line is lost by choosing chapters. An arm that gives nothing of some chapters that it kept can do better. "
        "get = all, Times, Spaces and Entities; exact scale."
    )
    return Table("oracle", "Oracle: kept chapters read rightly", note, _by_arm(arms, row))


def columns(table: Table) -> Iterable[str]:
    """Return the columns of a table, as any row has them.

    Args:
        table: The table.
    """
    return dict.fromkeys(name for row in table.rows.values() for name in row)
