"""Who may be who: pairs of names that rules leave in doubt, with what speaks for and against their being one."""

from collections.abc import Sequence
from typing import NamedTuple

from gsw_graph.decisions import Apart, Decision, Same, checked, rulings
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row
from gsw_graph.identity import Doubt, Link, Persona, doubts
from gsw_graph.language import sentence_at
from gsw_graph.records import content_uid
from gsw_graph.settling import settle

MOST_FACTS = 8
"""Roles, states or places that are read of an actor."""
SHOWN = 3
"""Things in common that one line names."""
ID_LENGTH = 8


class Passage(NamedTuple):
    """Words of a text that speak of somebody."""

    document: str
    chapter: int
    text: str
    """The chunk."""
    quote: str
    """The sentence of it."""


class Side(NamedTuple):
    """One of a pair: what texts call by one name, and what is known of its actor."""

    persona: str
    """Its uid."""
    actor: str
    """Uid of its actor."""
    name: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    roles: tuple[str, ...]
    states: tuple[str, ...]
    places: tuple[str, ...]
    chapters: tuple[tuple[str, int], ...]
    """Documents and numbers of the chapters that name it."""
    passages: tuple[Passage, ...]
    entries: tuple[str, ...]
    """Log keys of readings that say so."""


class Pair(NamedTuple):
    """Two names that may mean one actor."""

    id: str
    """Short, and the same whenever the pair is listed."""
    score: float
    """How much speaks for one actor, from 0 to 1."""
    pro: tuple[str, ...]
    """What speaks for it, in words."""
    contra: tuple[str, ...]
    """What speaks against it, in words."""
    one: Side
    other: Side


def pair_id(one: str, other: str) -> str:
    """Return the short id of a pair of personae, whichever comes first.

    Args:
        one: Uid of one of them.
        other: Uid of the other.
    """
    return content_uid("pair", *sorted((one, other)))[:ID_LENGTH]


def doubtful(graph: Graph, workspace: str) -> list[Doubt]:
    """Return all pairs that are in doubt and on which nobody has decided, the most doubtful first.

    Args:
        graph: The database.
        workspace: Name of the workspace.
    """
    personae: list[Persona] = []
    assignment: dict[str, str] = {}
    links: list[Link] = []
    for row in graph.stream("read/personae", workspace=workspace):
        assignment[row["uid"]] = row.pop("actor")
        links += [Link(row["uid"], other, True, "said", 0) for other in row.pop("calls")]
        names, kinds = tuple(row.pop("names")), tuple(row.pop("kinds"))
        personae.append(Persona(scope=row.pop("home"), names=names, kinds=kinds, **row))
    decided = rulings(graph, workspace).links
    done = {pair_id(link.one, link.other) for link in decided}
    found = doubts(personae, assignment, [*links, *decided])
    return [doubt for doubt in found if pair_id(doubt.one, doubt.other) not in done]


def pairs(graph: Graph, workspace: str, most: int) -> list[Pair]:
    """Return the most doubtful pairs with what is known of both.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        most: How many.
    """
    return evidence(graph, workspace, doubtful(graph, workspace)[:most])


def evidence(graph: Graph, workspace: str, found: Sequence[Doubt]) -> list[Pair]:
    """Return pairs with what is known of both.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        found: The pairs.
    """
    uids = sorted({uid for doubt in found for uid in (doubt.one, doubt.other)})
    rows = graph.run("read/accounts", workspace=workspace, uids=uids, most=MOST_FACTS)
    sides = {row["uid"]: _side(row) for row in rows}
    # What was forgotten meanwhile is in doubt no more.
    there = [doubt for doubt in found if doubt.one in sides and doubt.other in sides]
    return [_pair(doubt, sides[doubt.one], sides[doubt.other]) for doubt in there]


def _side(row: Row) -> Side:
    """Return one side of a pair."""
    facts = {name: tuple(fact["label"] for fact in row[name]) for name in ("roles", "states", "places")}
    entries = {fact["entry"] for name in (*facts, "passages") for fact in row[name]}
    passages = []
    for said in row["passages"]:
        start, end = sentence_at(said["text"], said["start"], said["end"])
        passages.append(Passage(said["document"], said["chapter"], said["text"], said["text"][start:end]))
    return Side(
        persona=row["uid"],
        actor=row["actor"],
        name=row["name"],
        names=tuple(row["names"]),
        kinds=tuple(row["kinds"]),
        chapters=tuple((place["document"], place["chapter"]) for place in row["chapters"]),
        passages=tuple(passages),
        entries=tuple(sorted(entries)),
        **facts,
    )


def _pair(doubt: Doubt, one: Side, other: Side) -> Pair:
    """Return a pair with what both have in common, besides what their names say."""
    pro, contra = list(doubt.pro), list(doubt.contra)
    for what, said in (("roles", "Both are"), ("states", "Both are"), ("places", "Both were in")):
        both = [label for label in getattr(one, what) if label in getattr(other, what)]
        if both:
            pro.append(f"{said} {', '.join(both[:SHOWN])}.")
    together = [f"{document} {number}" for document, number in one.chapters if (document, number) in other.chapters]
    if together:
        more = f" and {len(together) - SHOWN} more" if len(together) > SHOWN else ""
        contra.append(f"Both are named in {', '.join(together[:SHOWN])}{more}.")
    return Pair(pair_id(doubt.one, doubt.other), doubt.score, tuple(pro), tuple(contra), one, other)


def rule(graph: Graph, workspace: str, ids: Sequence[str], *, same: bool, reason: str = "") -> list[int]:
    """Decide on pairs as a person, all or none, and return the numbers of the decisions.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        ids: Of the pairs, as they are listed.
        same: Whether each is one actor.
        reason: In the words of who decides.

    Raises:
        InputError: There is no pair of an id, neither in doubt nor decided on.
    """
    known = pairs_by_id(graph, workspace)
    missing = [one for one in ids if one.strip().lower() not in known]
    if missing:
        raise InputError(f"No pair in doubt is named {missing[0]!r}.", hint="gsw review")
    made = [verdict(*known[one.strip().lower()], same=same, reason=reason) for one in ids]
    return settle(graph, workspace, made)


def pairs_by_id(graph: Graph, workspace: str) -> dict[str, tuple[str, str]]:
    """Return the personae of all pairs that are in doubt or were decided on, by the pairs' ids.

    Args:
        graph: The database.
        workspace: Name of the workspace.
    """
    both = [(link.one, link.other) for link in rulings(graph, workspace).links]
    both += [(doubt.one, doubt.other) for doubt in doubtful(graph, workspace)]
    return {pair_id(*pair): pair for pair in both}


def verdict(one: str, other: str, *, same: bool, reason: str = "") -> Decision:
    """Return a person's decision on a pair of personae.

    Args:
        one: Uid of one of them.
        other: Uid of the other.
        same: Whether they are one actor.
        reason: In the words of who decides.

    Raises:
        InputError: They are one persona, or the reason can't be kept.
    """
    return checked(Decision, what=checked(Same if same else Apart, one=one, other=other), reason=reason)
