"""From questions and what a system said to them to marks."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from gsw_graph.errors import InputError
from gsw_graph.evals.predictions import Judgement, Prediction
from gsw_graph.evals.samples import EXACT_KINDS, Facts, Sample
from gsw_graph.evals.score import Mark, Score, harmonic, mark, normal, normals, order

Scale = Literal["exact", "judged"]
"""How items are compared: as normalised, or by a judge."""


class Marked(NamedTuple):
    """A question with what a system said to it, marked."""

    sample: Sample
    said: Prediction | None
    """None if the system was not asked, which counts as failed."""
    mark: Mark
    order: float | None
    """Kendall's tau of the true items; None if not all were said, a judge doesn't tell where, or there is no order."""
    chapters: Score | None
    """Of the chapters drawn on; None if the system does not tell, or where not all that match are known."""

    @property
    def is_right(self) -> bool:
        """Say whether the answer is wholly right: nothing missing, nothing invented."""
        return self.mark.f1("harsh") == 1


def marked(samples: Iterable[Sample], said: Mapping[str, Prediction], *, every_kind: bool = False) -> list[Marked]:
    """Return the questions marked on the exact scale.

    Args:
        samples: The questions.
        said: Predictions by the questions' ids.
        every_kind: Whether those are returned too whose items that scale can't mark, for their chapters and cost.
    """
    return [_exact(sample, said.get(sample.uid)) for sample in samples if every_kind or sample.kind in EXACT_KINDS]


def _exact(sample: Sample, said: Prediction | None) -> Marked:
    """Return one question marked on the exact scale."""
    if said is None or said.error:
        return Marked(sample, said, Mark(len(normals(sample.expected)), 0, 0, failed=True), None, None)
    found = mark(said.items, sample.expected)
    tau = order(normals(said.items), normals(sample.expected))
    return Marked(sample, said, found, tau, chapter_score(sample, said))


def marked_by_judge(
    samples: Iterable[Sample], said: Mapping[str, Prediction], judged: Mapping[str, Judgement]
) -> list[Marked]:
    """Return the questions marked as a judge marked them; an answer that was not judged is left out.

    Args:
        samples: The questions.
        said: Predictions by the questions' ids.
        judged: Judgements by the questions' ids.

    Raises:
        InputError: A judgement has not as many scores as its question has true items.
    """
    found = []
    for sample in samples:
        one = said.get(sample.uid)
        if one is None or one.error:
            found.append(_exact(sample, one))
        elif (by := judged.get(sample.uid)) and by.is_of(one):
            found.append(_judged(sample, one, by))
    return found


def _judged(sample: Sample, said: Prediction, by: Judgement) -> Marked:
    """Return one question as marked by a judge; a true item that is told twice counts once, with its better score."""
    if len(by.values) != len(sample.expected):
        raise InputError(
            f"The judgement of {by.id} has {len(by.values)} scores for {len(sample.expected)} true items.",
            hint="gsw eval judge",
        )
    best: dict[str, tuple[float, str]] = {}
    for item, score, pair in zip(sample.expected, by.values, by.pairs, strict=True):
        if score > best.get(normal(item), (-1.0, ""))[0]:
            best[normal(item)] = (score, normal(pair) if pair else "")
    tau = None
    if all(score == 1 and pair for score, pair in best.values()):
        tau = order(normals(by.items), [pair for _, pair in best.values()])
    total = Mark(len(best), len(normals(by.items)), sum(score for score, _ in best.values()))
    return Marked(sample, said, total, tau, chapter_score(sample, said))


def chapter_score(sample: Sample, said: Prediction) -> Score | None:
    """Return precision and recall of the chapters that an answer draws on.

    Args:
        sample: The question.
        said: The answer.
    """
    if said.chapters is None or sample.get == "latest" or (sample.expected and not sample.chapters):
        return None
    ours, gold = set(said.chapters), set(sample.chapters)
    if not ours or not gold:
        same = float(ours == gold)
        return Score(same, same, same)
    precision, recall = len(ours & gold) / len(ours), len(ours & gold) / len(gold)
    return Score(precision, recall, harmonic(precision, recall))


class Oracle(NamedTuple):
    """What an arm would have scored, had it read each chapter that it kept rightly."""

    marked: list[Marked]
    without_gold: int
    """Kept chapters of which the benchmark does not say what is true."""


def oracle(some: Sequence[Marked], facts: Facts) -> Oracle:
    """Mark the true facts of the chapters that an arm kept in place of what it said.

    Args:
        some: The arm's marked questions that ask for all of something.
        facts: What is true of each chapter.
    """
    found, bare = [], set()
    for one in some:
        if one.said is None or one.said.error or one.said.chapters is None:
            continue
        keys = [(chapter, one.sample.kind) for chapter in dict.fromkeys(one.said.chapters)]
        bare |= {key[0] for key in keys if key not in facts}
        items = [item for key in keys for item in facts.get(key, ())]
        found.append(one._replace(mark=mark(items, one.sample.expected)))
    return Oracle(found, len(bare))
