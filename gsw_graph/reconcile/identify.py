"""Which personae are one actor, and who changes by it (system.md §5.1)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from gsw_graph.decisions import Rulings
from gsw_graph.graph import Row, Transaction
from gsw_graph.identity import Link, Persona, canonical, partition
from gsw_graph.told import scope_token


class Assignment(NamedTuple):
    """The actors of some personae."""

    actors: dict[str, str]
    """By persona, uid to uid."""
    rows: list[Row]
    """What there is to write."""
    moved: set[str]
    """Personae that were of another actor before."""
    left: set[str]
    """The actors that some leave."""
    nobody: set[str]
    """Personae that a text only explains ("J. Renn" for Jan Renn), and nobody in the texts bears."""


class Passage(NamedTuple):
    """A bare name in a passage: in another text, the same words mean the same."""

    entry: str
    """Log key of the passage's reading."""
    folded: str


def assign(
    tx: Transaction,
    workspace: str,
    uids: Iterable[str],
    families: Iterable[str],
    rulings: Rulings,
    passages: Iterable[Passage] = (),
) -> Assignment:
    """Decide on the actors of personae, of all in their families, and of all that links join to them.

    Args:
        tx: The transaction.
        workspace: Name of the workspace.
        uids: Uids of personae.
        families: Families of personae.
        rulings: What people decided.
        passages: Bare names in passages that may stand in other texts too.
    """
    rows = _kin(tx, workspace, set(uids), set(families), set(passages), rulings)
    personae = {row["uid"]: _persona(row) for row in rows.values()}
    said = [Link(row["uid"], other, True, "said", 0) for row in rows.values() for other in row["calls"]]
    said += _echoes(rows.values())
    decided = {link for uid in personae for link in rulings.linked.get(uid, ())}
    actors = partition(personae.values(), [*said, *decided])
    members: dict[str, list[Persona]] = defaultdict(list)
    for uid, actor in actors.items():
        members[actor].append(personae[uid])
    borne = {uid: of for uid, of in sorted(members.items()) if any(rows[one.uid]["borne"] for one in of)}
    nobody = {uid for uid, actor in actors.items() if actor not in borne}
    moved = {uid for uid, row in rows.items() if set(row["actors"]) - {actors[uid]}} - nobody
    left = {actor for uid in moved | nobody for actor in rows[uid]["actors"]} - borne.keys()
    return Assignment(actors, [_actor(uid, of, rulings) for uid, of in borne.items()], moved, left, nobody)


def _kin(
    tx: Transaction, workspace: str, uids: set[str], families: set[str], passages: set[Passage], rulings: Rulings
) -> dict[str, Row]:
    """Read personae until nothing more belongs to them."""
    found: dict[str, Row] = {}
    seen_uids: set[str] = set()
    seen_families: set[str] = set()
    seen_passages: set[Passage] = set()
    while uids or families or passages:
        said = [one._asdict() for one in sorted(passages)]
        rows = tx.run("reconcile/kin", workspace=workspace, uids=sorted(uids), families=sorted(families), passages=said)
        seen_uids |= uids
        seen_families |= families
        seen_passages |= passages
        found.update((row["uid"], row) for row in rows)
        seen_uids |= found.keys()
        uids = {uid for row in rows for uid in (*row["calls"], *row["called"])}
        uids |= {end for row in rows for link in rulings.linked.get(row["uid"], ()) for end in (link.one, link.other)}
        uids -= seen_uids
        families = {row["family"] for row in rows} - seen_families
        passages = {one for row in rows for one in passages_of(row)} - seen_passages
    return found


def passages_of(row: Row) -> list[Passage]:
    """Return the bare name of a persona in its passages.

    Args:
        row: The persona, with `passages` and `folded`.
    """
    return [Passage(entry, row["folded"]) for entry in row["passages"] or ()]


def _echoes(rows: Iterable[Row]) -> list[Link]:
    """Join the bearers of a bare name in one passage, each to the next: a page may stand in a thousand texts."""
    bearers: dict[Passage, list[str]] = defaultdict(list)
    for row in rows:
        for one in passages_of(row):
            bearers[one].append(row["uid"])
    chains = (sorted(uids) for uids in bearers.values())
    return [Link(one, other, True, "echo", 0) for uids in chains for one, other in pairwise(uids)]


def _persona(row: Row) -> Persona:
    return Persona(
        uid=row["uid"],
        scope=row["home"],
        folded=row["folded"],
        mark=row["mark"],
        name=row["name"],
        names=tuple(row["names"]),
        kinds=tuple(row["kinds"]),
        sure=row["sure"],
        chapters=row["chapters"],
    )


def _actor(uid: str, personae: Sequence[Persona], rulings: Rulings) -> Row:
    """Return the row of an actor."""
    ordered = sorted(personae, key=canonical)
    return {
        "uid": uid,
        "folded": ordered[0].folded,
        "full": ordered[0].scope == "",
        "renamed": next((rulings.names[one.uid] for one in ordered if one.uid in rulings.names), None),
        "retyped": next((rulings.kinds[one.uid] for one in ordered if one.uid in rulings.kinds), None),
        "personae": sorted(one.uid for one in personae),
    }


def write_actors(tx: Transaction, workspace: str, assignment: Assignment) -> None:
    """Write the actors of an assignment.

    Args:
        tx: The transaction.
        workspace: Name of the workspace.
        assignment: What was decided.
    """
    if assignment.nobody:
        tx.run("reconcile/release", workspace=workspace, uids=sorted(assignment.nobody))
    tx.run("reconcile/actors", workspace=workspace, rows=assignment.rows, scope=scope_token(workspace))
    touched = {row["uid"] for row in assignment.rows} | assignment.left
    tx.run("reconcile/refresh_actors", workspace=workspace, uids=sorted(touched))
