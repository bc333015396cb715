"""Decisions in the log: made once, numbered in the order in which they were made, and never deleted.

Each is an entry of its own, and so is its undoing. A workspace's node bears the number that they have come to and the
hash of them all, so that whoever follows them sees at once whether there is a new one.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from gsw_graph.decisions.folding import Rulings, rulings_of, standing
from gsw_graph.decisions.made import Content, Decision, Undo
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.log import Log, now

MOST_CACHED = 16
"""Workspaces whose decisions this process keeps."""
_CONTENT: TypeAdapter[Content] = TypeAdapter(Content)


class _Known(NamedTuple):
    """The decisions of a workspace, and what stands of them."""

    hash: str
    """Of them all, which changes with each."""
    decisions: tuple[Decision, ...]
    rulings: Rulings


_NOTHING = _Known("", (), Rulings())
_cached: dict[str, _Known] = {}


class Kept(NamedTuple):
    """A decision as the log has it."""

    decision: Decision
    recorded_at: datetime | None
    """When it was made; None if that is now."""


def decide(graph: Graph, workspace: str, log: Log, decisions: Sequence[Decision]) -> list[int]:
    """Log decisions in one transaction, and return their numbers; one that stands already keeps its own.

    The held layer does not follow yet: `gsw_graph.settling.settle` lets it.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        log: The log, as this writer sees it.
        decisions: What was decided, without numbers.

    Raises:
        InputError: There is no such workspace.
        ServerError: The turn has ended meanwhile.
    """

    def work(tx: Transaction) -> list[int]:
        log.keep_turn(tx)
        return [one.number for one in _keep(tx, workspace, decisions)]

    return graph.transact(work)


def undo(graph: Graph, workspace: str, log: Log, number: int, *, reason: str = "") -> int:
    """Log that a decision does not stand any more, and return the number of that.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        log: The log, as this writer sees it.
        number: Of the decision.
        reason: In the words of who undoes it.

    Raises:
        InputError: There is none of that number, it is itself an undoing, or it was undone before.
        ServerError: The turn has ended meanwhile.
    """

    def work(tx: Transaction) -> int:
        log.keep_turn(tx)
        tx.run("log/number", workspace=workspace)
        made = _undoing(all_decisions(tx, workspace), number)
        return _keep(tx, workspace, [Decision(what=made, reason=reason)])[0].number

    return graph.transact(work)


def _undoing(made: Sequence[Decision], number: int) -> Undo:
    """Return what undoes the decision of a number."""
    found = next((one for one in made if one.number == number), None)
    if found is None:
        raise InputError(f"There is no decision {number}.", hint="gsw review list")
    if isinstance(found.what, Undo):
        raise InputError(f"Decision {number} undoes another, and is not undone itself.", hint="decide that again")
    later = next((one for one in made if isinstance(one.what, Undo) and one.what.key == found.key), None)
    if later is not None:
        raise InputError(f"Decision {number} was undone by {later.number} already.", hint="gsw review list")
    return Undo(key=found.key)


def _keep(tx: Transaction, workspace: str, given: Sequence[Decision]) -> list[Decision]:
    """Number decisions and keep them, in their order; return each as the log has it then.

    One that stands already, and that nothing later on the same matter overrules, is not made twice.
    """
    version = _version(tx, workspace)
    known = list(all_decisions(tx, workspace))
    equal = Counter(_same_as(one) for one in known)
    last = _last(known)
    found: list[Decision] = []
    made: list[Decision] = []
    for decision in given:
        counts = {last.get((decision.by, matter)) for matter in decision.matters}
        if len(counts) == 1 and (one := counts.pop()) and one.what == decision.what:
            found.append(one)
            continue
        version += 1
        one = decision.numbered(version, equal[_same_as(decision)])
        equal[_same_as(decision)] += 1
        made.append(one)
        found.append(one)
        known.append(one)
        if isinstance(one.what, Undo):
            last = _last(known)
        else:
            last.update(_matters(one))
    _write(tx, workspace, [Kept(one, None) for one in made])
    return found


def take_in(tx: Transaction, workspace: str, decisions: Iterable[Kept]) -> int:
    """Keep decisions of another workspace that this one lacks, and return how many.

    They come after its own, in the order of their numbers there: on one matter they overrule what was decided here.

    Args:
        tx: The transaction.
        workspace: Name of the workspace.
        decisions: The decisions, with their numbers there.
    """
    version = _version(tx, workspace)
    there = sorted(decisions, key=lambda kept: (kept.decision.number, kept.decision.key))
    numbered = [
        kept._replace(decision=kept.decision.numbered(number, kept.decision.repeat))
        for number, kept in enumerate(there, version + 1)
    ]
    _write(tx, workspace, numbered)
    return len(numbered)


def _version(tx: Transaction, workspace: str) -> int:
    """Take the lock under which decisions are numbered, and return the last one's number."""
    state = tx.run("log/number", workspace=workspace)
    if not state:
        raise InputError(f"There is no workspace {workspace!r}.", hint="gsw workspaces")
    return int(state[0]["version"])


def _write(tx: Transaction, workspace: str, made: Sequence[Kept]) -> None:
    """Write numbered decisions into the log, and what they come to onto the workspace."""
    if not made:
        return
    digest = tx.run("read/rulings", workspace=workspace)[0]["hash"]
    rows: list[Row] = []
    for decision, recorded_at in made:
        kept = {name: getattr(decision, name) for name in ("number", "by", "reason", "reply", "repeat")}
        properties = {**kept, "payload": decision.what.model_dump_json()}
        rows.append({"key": decision.key, "properties": properties, "recorded_at": recorded_at})
        digest = hashlib.sha256(f"{digest}{decision.key}".encode()).hexdigest()
    before = all_decisions(tx, workspace)
    version = made[-1].decision.number
    tx.run("log/decide", workspace=workspace, version=version, hash=digest, rows=rows, now=now())
    _remember(workspace, digest, (*before, *(decision for decision, _ in made)))  # the hash says whether it came to be


def _same_as(decision: Decision) -> tuple[str, Any]:
    """Return what makes two decisions equal, but for their repetition."""
    return decision.by, decision.what


def _last(known: Sequence[Decision]) -> dict[tuple[str, tuple[str, ...]], Decision]:
    """Return the last decision of each maker on each matter that stands, and all undoings, which can't be undone."""
    undoings = (one for one in known if isinstance(one.what, Undo))
    return {key: one for one in (*standing(known), *undoings) for key in _matters(one)}


def _matters(decision: Decision) -> dict[tuple[str, tuple[str, ...]], Decision]:
    """Return a decision by its maker and each of its matters."""
    return {(decision.by, matter): decision for matter in decision.matters}


def load_content(payload: str) -> Content:
    """Return what was decided, from the payload of a log entry.

    Args:
        payload: As JSON.

    Raises:
        ValueError: It is nothing that can be decided.
    """
    return _CONTENT.validate_json(payload)


def _known(tx: Transaction | Graph, workspace: str) -> _Known:
    """Return the decisions of a workspace; they are read only when there is a new one."""
    state = tx.run("read/rulings", workspace=workspace)
    if not state or not state[0]["version"]:
        return _NOTHING
    cached = _cached.get(workspace, _NOTHING)
    if cached.hash == state[0]["hash"]:
        return cached
    return _remember(workspace, state[0]["hash"], (kept.decision for kept in kept_decisions(tx, workspace)))


def _remember(workspace: str, digest: str, decisions: Iterable[Decision]) -> _Known:
    """Keep the decisions of a workspace for whoever asks next."""
    if len(_cached) >= MOST_CACHED:
        _cached.clear()
    all_of_them = tuple(decisions)
    _cached[workspace] = _Known(digest, all_of_them, rulings_of(all_of_them))
    return _cached[workspace]


def kept_decisions(tx: Transaction | Graph, workspace: str) -> list[Kept]:
    """Return the decisions of a workspace in the order in which they were made, each with its time.

    Args:
        tx: The transaction, or the database.
        workspace: Name of the workspace.
    """
    found = []
    for row in tx.run("read/decisions", workspace=workspace):
        moment = datetime.fromisoformat(row.pop("recorded_at"))
        found.append(Kept(Decision(what=load_content(row.pop("payload")), **row), moment))
    return found


def all_decisions(tx: Transaction | Graph, workspace: str) -> tuple[Decision, ...]:
    """Return the decisions of a workspace in the order in which they were made, undone ones and undoings included.

    Args:
        tx: The transaction, or the database.
        workspace: Name of the workspace.
    """
    return _known(tx, workspace).decisions


def rulings(tx: Transaction | Graph, workspace: str) -> Rulings:
    """Return what stands of a workspace's decisions.

    Args:
        tx: The transaction, or the database.
        workspace: Name of the workspace.
    """
    return _known(tx, workspace).rulings


def touched_by(decisions: Iterable[Decision], known: Iterable[Decision]) -> tuple[set[str], set[str]]:
    """Return the uids of the personae and of the claims that some decisions concern.

    Args:
        decisions: The decisions; an undoing concerns what it undoes.
        known: All of the workspace.
    """
    by_key = {one.key: one for one in known}
    some = list(decisions)
    undone = (by_key.get(one.what.key) for one in some if isinstance(one.what, Undo))
    some += [one for one in undone if one]
    return {uid for one in some for uid in one.what.about_personae}, {
        uid for one in some for uid in one.what.about_claims
    }
