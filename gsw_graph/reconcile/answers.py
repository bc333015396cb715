"""Closing forward-falling questions: what is told later fills their slots, or somebody has decided that it answers.

Whether a claim answers a question depends on these two alone and on who is who in them, and everything that does is
linked: no order of documents changes what answers what, and taking a chapter out takes its answers back.
"""

from collections.abc import Iterable, Sequence

from gsw_graph.decisions import Rulings
from gsw_graph.graph import Row, Transaction
from gsw_graph.language import sentence_at
from gsw_graph.names import is_proper
from gsw_graph.reconcile.facts import Facts
from gsw_graph.reconcile.slots import WHEREABOUTS_KEYS, Asked, Part, Told, fills, slot
from gsw_graph.records import content_uid

_CHAPTER = 1_000_000_000
"""What a chapter counts in told time."""


def answer(tx: Transaction, workspace: str, chapters: Sequence[str], facts: Facts, rulings: Rulings) -> None:
    """Link the questions that some chapters raise, or that they answer, to what answers them.

    Args:
        tx: The transaction, with the lock.
        workspace: Name of the workspace.
        chapters: Uids of chapters that were just held.
        facts: What is told in them.
        rulings: What people decided.
    """
    here = {"workspace": workspace}
    found = tx.run("reconcile/answerable", chapters=list(chapters), whereabouts=list(WHEREABOUTS_KEYS), **here)
    rows = [
        {"question": row["question"], "claim": row["claim"], "node": node, "by": "rule"}
        for row in found
        if row["claim"] not in rulings.false and (row["question"], row["claim"]) not in rulings.answers
        for node in answering(row)
    ]
    if ruled := _ruled(facts, rulings):
        rows += [dict(row) for row in tx.run("reconcile/ruled", rows=ruled, **here)]
    if rows:
        tx.run("reconcile/answered", rows=sorted(rows, key=lambda row: (row["question"], row["claim"])), **here)


def _ruled(facts: Facts, rulings: Rulings) -> list[Row]:
    """Return the answers that somebody decided on, as far as the question or the answer is among some facts."""
    if not rulings.answers:
        return []
    claims = {claim.uid for claim in facts.claims}
    questions = {question_uid(claim.uid) for claim in facts.claims if claim.kind == "question"}
    return [
        {"question": question, "claim": claim, "by": rulings.answers_by.get((question, claim), "")}
        for (question, claim), yes in sorted(rulings.answers.items())
        if yes and (question in questions or claim in claims) and claim not in rulings.false
    ]


def answering(row: Row) -> list[str]:
    """Return the uids of the events, places or times by which a claim answers a question; none if it does not.

    Args:
        row: The question and the claim, as reconcile/answerable proposes them.
    """
    wanted = slot(row["label"], (row["verbs"] or [""])[0])
    if wanted is None:
        return []
    named = _named(row["places"])
    asked = Asked(wanted, frozenset(row["actors"]), row["asked_in"], _until(row), _day(row))
    told = Told(
        verb=row["verb"] if row["kind"] == "verb" else "",
        polarity=row["polarity"],
        document=row["told_in"],
        told_at=row["told_at"],
        parts=[Part(part["actor"], part["valence"], (part["kind"],)) for part in row["parts"]],
        is_named=bool(named),
        is_dated=bool(row["times"]),
        source=row["source"],
        day=max(row["days"], default=None),
    )
    if not fills(asked, told):
        return []
    if wanted.wanted == "where":
        return named
    return list(row["times"]) if wanted.wanted == "when" else [row["node"]]


def _named(places: Iterable[Row]) -> list[str]:
    """Return the coupling nodes that are at a place with a name of its own."""
    return sorted({place["space"] for place in places if is_proper(place["name"])})


def _day(row: Row) -> int | None:
    """Return the first day on which a question can arise: its own, or else the first one that its scene tells of."""
    return min(row["asked_on"] or row["scene_on"], default=None)


def _until(row: Row) -> int:
    """Return where the sentence that raises a question ends, in told time."""
    start, end = row["start"] - row["first"], row["end"] - row["first"]
    last = max(sentence_at(row["text"], start, end)[1], end)
    return int(row["chapter"] * _CHAPTER + row["first"] + last)


def question_uid(claim: str) -> str:
    """Return the uid of the question that a claim raises.

    Args:
        claim: Uid of the claim.
    """
    return content_uid("question", claim)
