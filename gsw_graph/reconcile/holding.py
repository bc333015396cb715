"""Bringing chapters into the held layer, and taking them out again.

What a chapter contributes can be taken back to the last bit, so that removing it, or finding that somebody in it is
somebody else, costs what the chapter is and not what its people have been through elsewhere.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gsw_graph.decisions import Rulings
from gsw_graph.graph import Row, Transaction
from gsw_graph.reconcile.answers import answer
from gsw_graph.reconcile.cast import Cast
from gsw_graph.reconcile.facts import Facts, read_facts
from gsw_graph.reconcile.held import HeldRows, sorted_rows
from gsw_graph.reconcile.identify import Assignment, Passage, assign, passages_of, write_actors
from gsw_graph.reconcile.statements import link, settle
from gsw_graph.told import scope_token

APPLIED = (
    "spaces",
    "places",
    "place_within",
    "named",
    "times",
    "dates",
    "dated",
    "actors_at",
    "verbs_at",
    "actors_during",
    "verbs_during",
    "questions",
)
"""The statements of cypher/reconcile/ that apply the rows of chapters as they are, in the order in which they run."""


class Left(NamedTuple):
    """What chapters that were taken out have in common with others, and has to be seen to."""

    statements: list[str]
    verbs: list[str]
    places: list[str]


class Gone(NamedTuple):
    """Whom chapters that were taken out have named."""

    uids: set[str]
    """Personae that others name too, or that are linked to those that nobody does."""
    families: set[str]
    passages: set[Passage]


def hold(tx: Transaction, workspace: str, chapters: Sequence[str], rulings: Rulings) -> list[str]:
    """Bring chapters into the held layer, of which nothing is there; return the chunks that have to follow anew.

    Args:
        tx: The transaction, with the lock.
        workspace: Name of the workspace.
        chapters: Their uids.
        rulings: What people decided.
    """
    # Another writer may be telling the rest of a chapter just now: it counts as a whole, or not yet.
    told = [row["uid"] for row in tx.run("reconcile/told_chunks", workspace=workspace, chapters=list(chapters))]
    facts = read_facts(tx, workspace, told).without(rulings.false)
    cast = Cast(facts, rulings)
    for step, of in cast.rows.items():
        if of:
            tx.run(f"reconcile/{step}", workspace=workspace, rows=of)
    assignment = assign(tx, workspace, cast.uids, cast.families, rulings)
    again = identify(tx, workspace, assignment, rulings)
    tx.run("reconcile/supports", workspace=workspace, rows=cast.supports(assignment.actors))
    rows = held_rows(facts, cast, assignment.actors, rulings)
    verbs = sorted({row["uid"] for row in rows["verbs"]})
    _write(tx, workspace, {"verbs": rows["verbs"]})
    _tell(tx, workspace, verbs)
    _write(tx, workspace, {step: rows[step] for step in APPLIED})
    settle(tx, workspace, rows["statements"])
    answer(tx, workspace, chapters, facts, rulings)
    tx.run("reconcile/mark_held", workspace=workspace, chunks=told)
    return again


def identify(tx: Transaction, workspace: str, assignment: Assignment, rulings: Rulings) -> list[str]:
    """Write who is who; return the chunks in which somebody is somebody else by it, and which are told only, now.

    Args:
        tx: The transaction, with the lock.
        workspace: Name of the workspace.
        assignment: What was decided.
        rulings: What people decided.
    """
    moved = sorted(assignment.moved)
    rows = tx.run("reconcile/chunks_of_personae", workspace=workspace, uids=moved) if moved else []
    chunks = [row["uid"] for row in rows]
    left = unhold(tx, workspace, chunks, sorted({row["chapter"] for row in rows})) if chunks else None
    write_actors(tx, workspace, assignment)
    if left:
        retell(tx, workspace, left)
    return chunks


def unhold(tx: Transaction, workspace: str, chunks: Sequence[str], chapters: Sequence[str]) -> Left:
    """Take what some chunks say out of the held layer, but for whom they name.

    Args:
        tx: The transaction, with the lock.
        workspace: Name of the workspace.
        chunks: Their uids: of whole chapters, or parts of them one after the other.
        chapters: The uids of their chapters.
    """
    here = {"workspace": workspace, "chunks": list(chunks)}
    tx.run("reconcile/reopen", **here)
    tx.run("reconcile/unhold_scenes", **here)
    tx.run("reconcile/unhold_within", chapters=list(chapters), **here)
    rows = tx.run("reconcile/unhold_statements", **here)
    places = tx.run("reconcile/unhold_names", **here)
    tx.run("reconcile/unhold_summaries", workspace=workspace, chapters=list(chapters))
    tx.run("reconcile/mark_told", **here)
    return Left(
        sorted({one for row in rows for one in (row["statement"], row["denies"]) if one}),
        sorted({row["uid"] for row in rows if not row["statement"]}),
        [row["uid"] for row in places],
    )


def unname(tx: Transaction, workspace: str, chapters: Sequence[str], rulings: Rulings) -> Gone:
    """Take back whom some chapters name.

    Args:
        tx: The transaction, with the lock.
        workspace: Name of the workspace.
        chapters: Their uids.
        rulings: What people decided.
    """
    rows = tx.run("reconcile/unhold_personae", workspace=workspace, chapters=list(chapters))
    stay = {row["uid"] for row in rows if row["stays"]}
    gone = {row["uid"] for row in rows} - stay
    tx.run("reconcile/refresh_personae", workspace=workspace, uids=sorted(stay))
    actors = {row["actor"] for row in rows if row["actor"]}
    tx.run("reconcile/refresh_actors", workspace=workspace, uids=sorted(actors))
    others = {other for row in rows for other in row["others"]}
    others |= {end for uid in gone for link in rulings.linked.get(uid, ()) for end in (link.one, link.other)}
    passages = {one for row in rows for one in passages_of(row)}
    return Gone((stay | others) - gone, {row["family"] for row in rows}, passages)


def take_out(tx: Transaction, workspace: str, chapters: Sequence[str], rulings: Rulings) -> list[str]:
    """Take chapters out of the held layer, and return the chunks of others that have to follow anew.

    Args:
        tx: The transaction, with the lock.
        workspace: Name of the workspace.
        chapters: Their uids.
        rulings: What people decided.
    """
    if not chapters:
        return []
    chunks = [row["uid"] for row in tx.run("reconcile/held_chunks", workspace=workspace, chapters=list(chapters))]
    left = unhold(tx, workspace, chunks, chapters)
    again = renamed(tx, workspace, unname(tx, workspace, chapters, rulings), rulings)
    retell(tx, workspace, left)
    return again


def retell(tx: Transaction, workspace: str, left: Left) -> None:
    """Bring what chapters had in common with others to what the others say.

    Args:
        tx: The transaction, with the lock.
        workspace: Name of the workspace.
        left: What there is of it.
    """
    if left.places:
        tx.run("reconcile/refresh_places", workspace=workspace, uids=left.places)
    if left.verbs:
        rows = tx.run("reconcile/loosen_verbs", workspace=workspace, uids=left.verbs)
        _tell(tx, workspace, left.verbs)
        link(tx, workspace, {row["claim"] for row in rows})
    if left.statements:
        settle(tx, workspace, [], left.statements)


def _tell(tx: Transaction, workspace: str, verbs: list[str]) -> None:
    """Write what verbs are called and who takes part in them, from all claims that tell them."""
    if verbs:
        tx.run("reconcile/refresh_verbs", workspace=workspace, uids=verbs)
        tx.run("reconcile/participants", workspace=workspace, uids=verbs)


def held_rows(facts: Facts, cast: Cast, actors: dict[str, str], rulings: Rulings) -> dict[str, list[Row]]:
    """Return the rows of some chapters.

    Args:
        facts: What is told in them.
        cast: Whom they name.
        actors: The actor of each persona, by their uids.
        rulings: What people decided.
    """
    of = {mention: actors[persona] for mention, persona in cast.persona_of.items() if persona in actors}
    return HeldRows(facts, of, rulings.ends).rows


def _write(tx: Transaction, workspace: str, rows: dict[str, list[Row]]) -> None:
    """Apply rows, step by step."""
    for step, of in rows.items():
        if of:
            scope = {"scope": scope_token(workspace)} if step == "places" else {}
            tx.run(f"reconcile/{step}", workspace=workspace, rows=sorted_rows(of), **scope)


def renamed(tx: Transaction, workspace: str, gone: Gone, rulings: Rulings) -> list[str]:
    """Decide anew on those who have to do with whom chapters named; return the chunks that have to follow.

    Args:
        tx: The transaction, with the lock.
        workspace: Name of the workspace.
        gone: Whom they named.
        rulings: What people decided.
    """
    return identify(tx, workspace, assign(tx, workspace, gone.uids, gone.families, rulings, gone.passages), rulings)
