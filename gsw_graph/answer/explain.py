"""Why an answer is as it is, put together after it was found: from what was found on the way, and the names of that."""

from collections.abc import Iterable, Sequence

from gsw_graph.answer.called import Names, names_of
from gsw_graph.answer.candidates import Candidate, candidates
from gsw_graph.answer.findings import Findings
from gsw_graph.answer.lookups import asks_for_statement
from gsw_graph.answer.match import MEANING, UNCALIBRATED, Cue
from gsw_graph.answer.outcome import lookup_of, outcome_of
from gsw_graph.answer.proofs import items_explained
from gsw_graph.answer.retrieval import Chosen
from gsw_graph.answer.spending import MOST, Budget, Part, spent
from gsw_graph.explanation import (
    ChapterDropped,
    ChapterKept,
    ChapterRef,
    ChapterScore,
    CueExplained,
    DateRead,
    Explanation,
    LeftOut,
    Matched,
    QuestionRead,
)
from gsw_graph.graph import Graph
from gsw_graph.views import Answer


def explain(
    graph: Graph, workspace: str, said: Answer, found: Findings, parts: Sequence[Part], budget: Budget, *, model: bool
) -> Explanation:
    """Return why an answer is as it is.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        said: The answer.
        found: What was found for its question.
        parts: What was in question for its context, best first.
        budget: What the context may hold.
        model: Whether a model words the answers.
    """
    chosen, left = found.chosen, _candidates(found)
    dropped = _dropped(chosen)
    names = _names(graph, workspace, found, parts, dropped, left)
    refs = names.chapters
    lookup = lookup_of(found)
    gone = [ChapterDropped(chapter=refs[uid], why=why) for uid, why in dropped.items() if uid in refs]
    return Explanation(
        question=_read(found, said.arm),
        cues=tuple(_cue(cue, names) for cue in found.cues),
        chosen_by=tuple(_cue(cue, names) for cue in chosen.cues),
        lookup=lookup,
        outcome=outcome_of(found, lookup, said, model=model),
        partial=found.partial and bool(found.units),
        led_to=tuple(refs[unit.uid] for unit in found.leading if unit.uid in refs),
        kept=tuple(_kept(found, refs)),
        dropped=tuple(gone),
        others_dropped=max(0, len(_all_dropped(chosen)) - MOST),
        items=items_explained(graph, workspace, said, found, refs, model=model),
        left_out=tuple(
            LeftOut(text=one.text, uid=one.uid, chapter=refs[one.chapter], why=one.why)
            for one in left[:MOST]
            if one.chapter in refs
        ),
        others_left_out=max(0, len(left) - MOST),
        budget=spent(said, found, parts, budget, names),
    )


def _read(found: Findings, arm: str) -> QuestionRead:
    """Return how the question was read."""
    question = found.question
    return QuestionRead(
        want=question.want,
        order=question.order,
        counted=question.counted,
        main_only=question.main_only,
        negated=question.negated,
        dates=tuple(DateRead(phrase=span.text, edtf=value.edtf or "") for span, value in question.dates),
        arm=arm,
        arm_about=found.arm.about,
    )


# -- names -----------------------------------------------------------------------------------------


def _names(
    graph: Graph,
    workspace: str,
    found: Findings,
    parts: Sequence[Part],
    dropped: dict[str, str],
    left: list[Candidate],
) -> Names:
    """Look up what all is called that an explanation speaks of."""
    cues = [*found.cues, *found.chosen.cues]
    uids = {uid for cue in cues for uid in cue.uids} | {part.actor for part in parts if part.actor}
    chapters = {*found.chosen.scenes, *dropped, *(part.chapter for part in parts), *(one.chapter for one in left)}
    chapters |= {unit.uid for unit in found.leading} | {item.unit.uid for item in found.items}
    chapters |= {uid for cue in cues for uid in _most_like(cue)}
    return names_of(graph, workspace, uids, chapters)


def _most_like(cue: Cue) -> list[str]:
    """Return the chapters that are most like a cue's phrase."""
    return sorted(cue.looked, key=lambda uid: (-cue.looked[uid].score, uid))[:MOST]


# -- cues ------------------------------------------------------------------------------------------


def _cue(cue: Cue, names: Names) -> CueExplained:
    """Return what a cue was matched with."""
    matched = tuple(names.nodes[uid] for uid in cue.uids if uid in names.nodes)
    scores = tuple(
        ChapterScore(
            chapter=names.chapters[uid],
            score=cue.looked[uid].score,
            meaning=cue.looked[uid].meaning,
            worded=cue.looked[uid].worded,
            enough=uid in cue.hits,
        )
        for uid in _most_like(cue)
        if uid in names.chapters
    )
    return CueExplained(
        kind=cue.kind,
        phrase=cue.phrase,
        matched=matched,
        chapters=len(cue.hits),
        said=_said(cue, matched),
        least=cue.least,
        scores=scores,
        others=max(0, len(cue.looked) - MOST),
    )


def _said(cue: Cue, matched: Sequence[Matched]) -> str:
    """Return what came of a cue."""
    many = f"{len(cue.hits)} chapter{'' if len(cue.hits) == 1 else 's'}"
    if cue.kind == "date":
        return f"{many} of these dates" if matched else "no date of the memory lies in it, or near enough"
    if cue.kind != "content":
        return f"in {many}" if matched else "nothing in the memory bears this name"
    if cue.least is None:
        return f"{many} with these words"
    if cue.least not in {*MEANING.values(), UNCALIBRATED}:
        return f"{many} of {len(cue.looked)} with the {cue.least:.3f} that is asked where so many may be meant"
    return f"{many} of {len(cue.looked)} that say its words, or come as near as {cue.least}"


# -- chapters --------------------------------------------------------------------------------------


def _kept(found: Findings, refs: dict[str, ChapterRef]) -> Iterable[ChapterKept]:
    """Yield the chapters that were chosen, best first."""
    chosen = found.chosen
    cosines = {one.chapter: one.score for one in reversed(sorted(chosen.ranked, key=lambda one: -one.score))}
    cues = chosen.cues or (found.cues if found.arm.by == "all cues" else ())
    for rank, (uid, scenes) in enumerate(chosen.scenes.items(), 1):
        weights = [cue.hits[uid].weight for cue in cues if uid in cue.hits]
        if uid in refs:
            yield ChapterKept(
                chapter=refs[uid],
                rank=rank,
                score=cosines[uid] if uid in cosines else float(sum(weights)) if weights else None,
                scenes=None if scenes is None else tuple(sorted(scenes)),
                why=chosen.why.get(uid, ""),
            )


def _all_dropped(chosen: Chosen) -> dict[str, str]:
    """Return the chapters that were looked at and not kept, with why; those whose passages do not fit among them."""
    found = dict(chosen.dropped)
    for rank, one in enumerate(chosen.looked, 1):
        if one.chapter_uid not in chosen.scenes:
            found.setdefault(one.chapter_uid, f"its best passage is number {rank}; others fill the budget")
    return found


def _dropped(chosen: Chosen) -> dict[str, str]:
    """Return the best of the chapters that were looked at and not kept."""
    return dict(list(_all_dropped(chosen).items())[:MOST])


def _candidates(found: Findings) -> list[Candidate]:
    """Return what could have been an item; nothing if the scenes were not read for items."""
    if found.leading or found.partial or asks_for_statement(found.question, found.cues):
        return []
    return candidates(found.question, found.units, found.cues, found.items)
