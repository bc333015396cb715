"""How two actors are connected: through whom, and what the texts say of each step."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gsw_graph.entities import one_actor
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row
from gsw_graph.network import Connection, Link, Step
from gsw_graph.passages import passages
from gsw_graph.views import Evidence

MOST_BETWEEN = 4
"""Actors between the two at most; beyond that everybody knows everybody."""
FAN = 300
"""Neighbours of one actor that are looked at, the strongest ones."""
FRONT = 300
"""Actors of one side that are asked for their neighbours at once."""
MOST_CHAINS = 2000
"""Chains that are compared, so that a crowd in one scene does not take minutes."""
LINKS = 3
"""What a step shows at most of all that its two actors share."""


class Tie(NamedTuple):
    """How strongly two actors are tied; the greater tuple is the stronger one."""

    grade: int
    """3: a deed said outright. 2: another deed, or a place said. 1: a place or time of the scene."""
    support: int
    """How many deeds, places and times they share."""


Chain = tuple[str, ...]


class _Web:
    """Who is next to whom, as far as it was looked up."""

    def __init__(self, graph: Graph, workspace: str) -> None:
        self._graph = graph
        self._workspace = workspace
        self.ties: dict[str, dict[str, Tie]] = {}
        self.is_capped = False

    def spread(self, front: list[str], seen: set[str]) -> list[str]:
        """Look up the neighbours of some actors and return the new ones, the strongest tied first.

        Args:
            front: Uids of the actors.
            seen: Uids of those that this side has found so far; grows.
        """
        if len(front) > FRONT:
            self.is_capped = True
        found: dict[str, Tie] = {}
        uids = sorted(front[:FRONT])
        rows = self._graph.run("network/neighbours", workspace=self._workspace, uids=uids, fan=FAN + 1)
        counts: dict[str, int] = {}
        for row in rows:
            uid, near, tie = row["uid"], row["near"], Tie(row["grade"], row["support"])
            counts[uid] = counts.get(uid, 0) + 1
            if counts[uid] > FAN:
                self.is_capped = True
                continue
            self.ties.setdefault(uid, {})[near] = tie
            self.ties.setdefault(near, {})[uid] = tie
            if near not in seen:
                found[near] = max(tie, found.get(near, tie))
        seen |= found.keys()
        return sorted(found, key=lambda uid: (-found[uid].grade, -found[uid].support, uid))

    def distances(self, end: str, most: int) -> dict[str, int]:
        """Return how many steps each actor is away from one, up to some steps."""
        found, front = {end: 0}, [end]
        for steps in range(1, most + 1):
            front = [near for uid in front for near in self.ties.get(uid, ()) if found.setdefault(near, steps) == steps]
            front = list(dict.fromkeys(front))
        return found

    def chains(self, start: str, end: str, steps: int, away: dict[str, int]) -> Iterator[Chain]:
        """Yield the chains of exactly so many steps in which nobody stands twice, strong ties first.

        Args:
            start: Uid of the first actor.
            end: Uid of the last one.
            steps: How many.
            away: Steps from each actor to the end.
        """

        def further(chain: Chain) -> Iterator[Chain]:
            left = steps - len(chain) + 1
            if left == 0:
                yield chain
                return
            ties = self.ties.get(chain[-1], {})
            for near in sorted(ties, key=lambda uid: (-ties[uid].grade, -ties[uid].support, uid)):
                if near not in chain and away.get(near, steps) <= left - 1 and (near != end or left == 1):
                    yield from further((*chain, near))

        yield from further((start,))

    def strength(self, chain: Chain) -> tuple[Tie, int]:
        """Return how strong a chain is: its weakest tie, then how much supports all of it."""
        ties = [self.ties[one][other] for one, other in pairwise(chain)]
        return min(ties), sum(tie.support for tie in ties)


def find_path(graph: Graph, workspace: str, start: str, end: str, *, most: int = 3) -> Connection:
    """Return how two actors are connected; with no paths if they are not.

    Both sides spread towards each other, one step at a time and the smaller side first, until they meet. Shown are the
    shortest paths, and if those are fewer than asked for, the ones through one actor more.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        start: Name, alias or uid of an actor.
        end: Name, alias or uid of another.
        most: Most paths to return, from 1.

    Raises:
        InputError: A name means nobody, several, or no actor; or both mean the same; or `most` is no count.
    """
    if most < 1:
        raise InputError(f"{most} is not a number of paths.", hint="--most 3")
    one, other = one_actor(graph, workspace, start), one_actor(graph, workspace, end)
    if one["uid"] == other["uid"]:
        raise InputError(f"{start!r} and {end!r} are the same actor, {one['name']}.", hint=f"gsw show {one['uid']}")
    web = _Web(graph, workspace)
    chains = _met(web, one["uid"], other["uid"], most)
    return Connection(
        start=one["uid"],
        start_name=one["name"],
        end=other["uid"],
        end_name=other["name"],
        between=len(chains[0]) - 2 if chains else None,
        paths=_steps(graph, workspace, web, chains),
        notes=_notes(web, chains),
    )


def _met(web: _Web, start: str, end: str, most: int) -> list[Chain]:
    """Spread from both ends until they meet, and return the best chains between them."""
    fronts, seen = [[start], [end]], [{start}, {end}]
    for reach in range(1, MOST_BETWEEN + 2):
        if not any(fronts) or not (all(fronts) or web.is_capped):
            break  # all that one end is tied to was seen
        _spread(web, fronts, seen, reach)
        shortest = web.distances(end, reach).get(start)
        if shortest is not None:
            found = _best(web, start, end, shortest, most)
            if len(found) < most and reach == shortest and any(fronts):
                _spread(web, fronts, seen, reach + 1)
                found = _best(web, start, end, shortest, most)
            return found
    return []


def _spread(web: _Web, fronts: list[list[str]], seen: list[set[str]], turn: int) -> None:
    """Let the side with fewer actors to ask take a step, the two in turn where there are as many."""
    sizes = [len(front) or FRONT * FAN for front in fronts]  # a side that has nobody left takes none
    side = 0 if sizes[0] < sizes[1] else 1 if sizes[1] < sizes[0] else turn % 2
    fronts[side] = web.spread(fronts[side], seen[side])


def _best(web: _Web, start: str, end: str, shortest: int, most: int) -> list[Chain]:
    """Return the strongest of the shortest chains, and where they are too few, of those with one step more."""
    found: list[Chain] = []
    for steps in range(shortest, min(shortest + 1, MOST_BETWEEN + 1) + 1):
        away = web.distances(end, steps)
        chains: list[Chain] = []
        for chain in web.chains(start, end, steps, away):
            if len(chains) == MOST_CHAINS:
                web.is_capped = True
                break
            chains.append(chain)
        found += sorted(sorted(chains), key=web.strength, reverse=True)
        if len(found) >= most:
            break
    return found[:most]


def _notes(web: _Web, chains: list[Chain]) -> tuple[str, ...]:
    """Say what was left out."""
    notes = []
    if not chains:
        notes.append(f"No path leads from one to the other with at most {MOST_BETWEEN} actors between them.")
    if web.is_capped:
        notes.append(
            f"There are crowds on the way: of each actor the {FAN} strongest ties were looked at, "
            f"on each side {FRONT} actors at a time."
        )
    return tuple(notes)


def _steps(graph: Graph, workspace: str, web: _Web, chains: list[Chain]) -> tuple[tuple[Step, ...], ...]:
    """Return chains with what ties each step, and the passages that say so."""
    pairs = list(dict.fromkeys((a, b) for chain in chains for a, b in pairwise(chain)))
    if not pairs:
        return ()
    asked = [list(pair) for pair in pairs]
    rows = graph.run("network/links", workspace=workspace, pairs=asked, limit=LINKS)
    uids = sorted({uid for pair in pairs for uid in pair})
    names = {row["uid"]: row["name"] for row in graph.run("network/names", workspace=workspace, uids=uids)}
    quotes = passages(graph, workspace, {claim: "" for row in rows for claim in row["claims"]})
    links: dict[tuple[str, str], list[Link]] = {}
    for row in rows:
        found = {(one.document, one.start): one for one in (quotes[uid] for uid in row["claims"] if uid in quotes)}
        links.setdefault((row["start"], row["end"]), []).append(_link(row, list(found.values())))
    steps = {
        (a, b): Step(
            start=a,
            start_name=names[a],
            end=b,
            end_name=names[b],
            support=web.ties[a][b].support,
            links=tuple(links.get((a, b), ())),
        )
        for a, b in pairs
    }
    return tuple(tuple(steps[pair] for pair in pairwise(chain)) for chain in chains)


def _link(row: Row, evidence: list[Evidence]) -> Link:
    """Return one thing that two actors share."""
    what = row["what"] or ""
    return Link(
        kind=row["kind"],
        what=what,
        valences=(row["valence"], row["other_valence"]) if row["valence"] else (),
        polarity=row["polarity"],
        source=row["source"],
        uid=row["uid"],
        evidence=tuple(one.model_copy(update={"item": what}) for one in evidence),
    )
