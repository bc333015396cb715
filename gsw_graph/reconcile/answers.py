"""Closing forward-falling questions: what is told later fills their slots, or somebody has decided that it answers.

Whether a claim answers a question depends on these two alone and on who is who in them, and everything that does is
linked: no order of documents changes what answers what, and taking a chapter out takes its answers back.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from gsw_graph.decisions import Rulings
from gsw_graph.graph import Row, Transaction
from gsw_graph.language import sentence_at
from gsw_graph.names import is_proper
from gsw_graph.reconcile.facts import Facts
from gsw_graph.reconcile.slots import WHEREABOUTS_KEYS, Asked, Part, Told, fills, slot
from gsw_graph.records import content_uid
from gsw_graph.told import TOLD_AT

T = TypeVar("T")

PORTION = 200
"""Questions, claims or answers to a statement."""
BUSY = 1_000
"""Of whom more is told, or asked, is not looked through where what is sought is rarer."""


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
    scope = {"whereabouts": list(WHEREABOUTS_KEYS), "busy": BUSY, **here}
    raised = sorted(question_uid(claim.uid) for claim in facts.claims if claim.kind == "question")
    for some in _portions(raised):
        _answer(tx, workspace, tx.run("reconcile/answerable", questions=some, **scope), rulings)
    for some in _portions(sorted(claim.uid for claim in facts.claims if claim.kind in {"verb", "space"})):
        _answer(tx, workspace, tx.run("reconcile/fillable", claims=some, chapters=list(chapters), **scope), rulings)
    for ruled in _portions(_ruled(facts, rulings)):
        _write(tx, workspace, [dict(row) for row in tx.run("reconcile/ruled", rows=ruled, **here)])


def _answer(tx: Transaction, workspace: str, pairs: Sequence[Row], rulings: Rulings) -> None:
    """Link questions to what answers them, of claims that may; what is read of either is read in portions.

    Args:
        tx: The transaction.
        workspace: Name of the workspace.
        pairs: Uids of questions and claims.
        rulings: What people decided.
    """
    asking: dict[str, set[str]] = {}
    for pair in pairs:
        question, claim = pair["question"], pair["claim"]
        if claim not in rulings.false and (question, claim) not in rulings.answers:
            asking.setdefault(claim, set()).add(question)
    asked: dict[str, Asked] = {}
    for some in _portions(sorted(set().union(*asking.values()))):
        rows = tx.run("reconcile/asking", workspace=workspace, questions=some)
        asked |= {row["question"]: one for row in rows if (one := _asked(row))}
    for claims in _portions(sorted(asking)):
        found = [
            {"question": question, "claim": row["claim"], "node": node, "by": "rule"}
            for row in tx.run("reconcile/answering", workspace=workspace, claims=claims)
            for question in sorted(asking[row["claim"]] & asked.keys())
            for node in answering(asked[question], row)
        ]
        for rows in _portions(found):
            _write(tx, workspace, rows)


def _write(tx: Transaction, workspace: str, rows: list[Row]) -> None:
    if rows:
        tx.run("reconcile/answered", workspace=workspace, rows=rows)


def _portions(items: Sequence[T]) -> Iterator[list[T]]:
    """Yield items some at a time, so that no statement has to hold all that a long chapter asks or tells."""
    for start in range(0, len(items), PORTION):
        yield list(items[start : start + PORTION])


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


def answering(asked: Asked, row: Row) -> list[str]:
    """Return the uids of the events, places or times by which a claim answers a question; none if it does not.

    Args:
        asked: The question.
        row: The claim, as reconcile/answering has it.
    """
    named = _named(row["places"])
    told = Told(
        verb=row["verb"] if row["kind"] == "verb" else "",
        polarity=row["polarity"],
        document=row["told_in"],
        told_at=row["told_at"],
        parts=[Part(part["actor"], part["valence"], (part["kind"],)) for part in row["parts"]],
        is_named=bool(named),
        is_dated=bool(row["times"]),
        source=row["source"],
        day=max((one["day"] for one in row["until"] if one["actor"] in asked.actors), default=None),
    )
    if not fills(asked, told):
        return []
    if asked.slot.wanted == "where":
        return named
    return list(row["times"]) if asked.slot.wanted == "when" else [row["node"]]


def _asked(row: Row) -> Asked | None:
    """Return a question, as reconcile/asking has it; None if no rule can answer it."""
    wanted = slot(row["label"], (row["verbs"] or [""])[0])
    return wanted and Asked(wanted, frozenset(row["actors"]), row["asked_in"], _until(row), _day(row))


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
    return int(row["chapter"] * TOLD_AT + row["first"] + last)


def question_uid(claim: str) -> str:
    """Return the uid of the question that a claim raises.

    Args:
        claim: Uid of the claim.
    """
    return content_uid("question", claim)
