"""What there is to know of the figures of a report, in sentences: what they are of, and what is not in them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gsw_graph.evals.predictions import Judgement, Prediction
from gsw_graph.evals.samples import Sample
from gsw_graph.evals.statistics import RESAMPLES

MOST_REASONS = 5
"""Reasons why asking failed that are told of an arm."""
Predictions = Mapping[str, Prediction]
Judgements = Mapping[str, Judgement]


def notes_of(
    samples: Sequence[Sample], arms: Mapping[str, Predictions], judged: Mapping[str, Judgements]
) -> Iterable[str]:
    """Yield what there is to know of the figures.

    Args:
        samples: The questions.
        arms: Predictions by arm and question.
        judged: What a judge made of them, by arm and question.
    """
    yield f"{len(samples)} questions. In brackets: 95 % intervals, from {RESAMPLES:,} bootstrap resamples of them."
    yield "An interval without width says that all those questions have one score, not that the figure is certain."
    yield "An answer that failed or is lacking has all scores 0, whatever was to be said."
    yield from _asked_with(arms)
    uids = {sample.uid for sample in samples}
    for arm, said in arms.items():
        yield from _of_arm(arm, said, uids)
    for arm, marks in judged.items():
        yield from _of_judge(arm, arms[arm], marks, uids)


def _asked_with(arms: Mapping[str, Predictions]) -> Iterable[str]:
    """Yield what arms were asked with, those that were asked with the same together."""
    alike: dict[str, list[str]] = {}
    for arm, said in arms.items():
        told = list(dict.fromkeys(_listed(one.settings) for one in said.values()))
        if len(told) > 1:
            yield f"{arm}: predictions with {len(told)} different settings stand together, such as {told[0] or 'none'}."
        elif told and told[0]:
            alike.setdefault(told[0], []).append(arm)
    for settings, names in alike.items():
        yield f"{', '.join(names)}: asked with {settings}."


def _listed(settings: Mapping[str, Any]) -> str:
    """Return settings in words, without the arm and what is not set."""
    return ", ".join(f"{name} {value}" for name, value in settings.items() if name != "arm" and value != "")


def _of_arm(arm: str, said: Predictions, uids: set[str]) -> Iterable[str]:
    """Yield what is lacking and left out of an arm's predictions, and why some failed."""
    if lacking := len(uids - said.keys()):
        yield f"{arm}: {lacking} questions have no prediction."
    if more := len(said.keys() - uids):
        yield f"{arm}: {more} predictions of other questions are left out."
    reasons = Counter(one.error for uid, one in said.items() if one.error and uid in uids)
    for reason, count in reasons.most_common(MOST_REASONS):
        yield f"{arm}: {count} failed: {reason}"


def _of_judge(arm: str, said: Predictions, marks: Judgements, uids: set[str]) -> Iterable[str]:
    """Yield which answers of an arm no judge marked, since its judged figures are of the others alone."""
    answered = {uid: one for uid, one in said.items() if uid in uids and not one.error}
    stale = {uid for uid, one in answered.items() if uid in marks and not marks[uid].is_of(one)}
    if stale:
        yield f"{arm}: {len(stale)} judgements are of other answers than these, and are left out."
    if lacking := len(answered.keys() - marks.keys() | stale):
        yield f"{arm}: {lacking} answers have no judgement and no part in the judged figures."
    if more := len(marks.keys() - uids):
        yield f"{arm}: {more} judgements of other questions are left out."
