"""Who acts on whom: the matrix of all actors, of a chapter, a period, or the whole workspace."""

from typing import get_args

from gsw_graph.dates import bounds
from gsw_graph.entities import one_actor
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row
from gsw_graph.network import Acts, Deed
from gsw_graph.passages import chapter_uid
from gsw_graph.records import ActorKind


def find_acts(
    graph: Graph,
    workspace: str,
    *,
    chapter: str = "",
    first: str = "",
    last: str = "",
    actor: str = "",
    kind: str = "",
    most: int = 50,
) -> list[Acts]:
    """Return who acts on whom: for each ordered pair of actors the deeds of one towards the other, most deeds first.

    This is what "Beyond Fact Retrieval: Episodic Memory for RAG with Generative Semantic Workspaces" writes as its
    first equation, read off the held layer: the one acts as agent, the other is patient, recipient, beneficiary,
    companion, goal or source. Only what was asserted counts as done; what was denied or may be is counted apart, and so
    is what a speaker tells of others. Of a period are the deeds whose dates lie inside of it for sure: neither undated
    ones nor those of a vague date that reaches beyond it.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        chapter: Only what a chapter tells ("report.pdf:3"); "" for all.
        first: Begin of a period as EDTF (its first day counts); "" for none.
        last: End of the period as EDTF (its last day counts); "" for none.
        actor: Name, alias or uid of one that takes part in each pair; "" for all.
        kind: Kind that both are of ("person"); "" for any.
        most: Most pairs to return, from 1.

    Raises:
        InputError: There is no such chapter or actor, a date is none, the period ends before it begins, or `most` is no
            count, or there is no such kind of actor.
    """
    if most < 1:
        raise InputError(f"{most} is not a number of pairs.", hint="--most 50")
    if kind and kind not in get_args(ActorKind):
        raise InputError(f"{kind!r} is no kind of actor.", hint=f"--kind {', '.join(get_args(ActorKind))}")
    begin, end = bounds(first)[0], bounds(last)[1]
    if begin is not None and end is not None and end < begin:
        raise InputError(f"The period from {first} to {last} ends before it begins.", hint="--from 1987 --to 1988")
    rows = graph.run(
        "network/acts",
        workspace=workspace,
        chapter=chapter_uid(graph, workspace, chapter) if chapter else "",
        first=begin,
        last=end,
        actor=one_actor(graph, workspace, actor)["uid"] if actor else "",
        kind=kind,
        most=most,
    )
    return [_acts(row) for row in rows]


def matrix(acts: list[Acts]) -> tuple[list[str], list[str], list[list[int]]]:
    """Return pairs as a matrix: who acts, on whom, and how many asserted deeds there are by row and column.

    Actors of one name are told apart by their uid.

    Args:
        acts: The pairs.
    """
    done = [pair for pair in acts if pair.asserted]
    names = {pair.who: pair.who_name for pair in done} | {pair.whom: pair.whom_name for pair in done}
    twice = {name for name in names.values() if list(names.values()).count(name) > 1}
    shown = {uid: f"{name} ({uid})" if name in twice else name for uid, name in names.items()}
    rows = list(dict.fromkeys(pair.who for pair in done))
    columns = list(dict.fromkeys(pair.whom for pair in done))
    counts = {(pair.who, pair.whom): pair.asserted for pair in done}
    cells = [[counts.get((who, whom), 0) for whom in columns] for who in rows]
    return [shown[who] for who in rows], [shown[whom] for whom in columns], cells


def _acts(row: Row) -> Acts:
    """Return one pair."""
    deeds = tuple(Deed(**deed) for deed in row["deeds"])
    done = [deed for deed in deeds if deed.by == "agent" and deed.polarity == "asserted"]
    return Acts(
        **{name: value for name, value in row.items() if name != "deeds"},
        deeds=deeds,
        first=min((deed.first for deed in done if deed.first is not None), default=None),
        last=max((deed.last for deed in done if deed.last is not None), default=None),
    )
