"""Loading a sealed log into a workspace, and comparing the two."""

from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from gsw_graph.decisions import Kept, take_in
from gsw_graph.embed import Embedder
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.log import Log
from gsw_graph.opening import Choice, create
from gsw_graph.restore import Progress, rebuild
from gsw_graph.sealed.check import Advance, Verified, read_entries, verify_log
from gsw_graph.sealed.entries import DecisionEntry, Entry, in_groups
from gsw_graph.sealed.export import check_kinds, log_entries, stored_entries
from gsw_graph.sealed.files import Tally, check_unmixed, models_of
from gsw_graph.settling import catch_up


class Imported(NamedTuple):
    """What an import did."""

    verified: Verified
    appended: int
    """Entries that the workspace did not have."""
    documents: int
    """Documents that stand after the rebuild; 0 if the graph told all of them already."""


def import_log(
    graph: Graph,
    workspace: str,
    path: Path,
    *,
    embedder: Embedder,
    chosen: Choice,
    mixed: bool = False,
    progress: Advance = lambda done, now: None,
    rebuilding: Callable[[Progress], None] = lambda _: None,
) -> Imported:
    """Load a sealed log into a workspace and make the graph from it; no text is read again and no model is asked.

    All of it is checked before anything is written. An import that was killed goes on when it is started again, and a
    second one changes nothing.

    Args:
        graph: The database.
        workspace: Name of the workspace; it is made if it isn't there.
        path: Of the lines, NAME.jsonl.
        embedder: Makes the vectors.
        chosen: Who reads and answers in the workspace. The file's own is not taken over: it may be one that sends texts
            to a model.
        mixed: Whether replies to several prompts or of several models may stand together in the workspace.
        progress: Is told how far it is, in bytes.
        rebuilding: Is told which documents are rebuilt.

    Raises:
        InputError: The files are not what was sealed, mix prompts or models, or contradict what the workspace holds.
        ServerError: Others are at work in the workspace, and don't end soon.
    """
    verified = verify_log(path, progress)
    _check_fits(graph, workspace, verified, chosen, mixed, progress)
    create(graph, workspace, embedder, chosen)
    appended = _append(graph, workspace, verified, progress)
    documents = rebuild(graph, workspace, embedder, rebuilding) if _untold(graph, workspace) else 0
    catch_up(graph, workspace, rebuilt=bool(documents))
    return Imported(verified, appended, documents)


def _check_fits(
    graph: Graph, workspace: str, verified: Verified, chosen: Choice, mixed: bool, progress: Advance
) -> None:
    """Make sure that a sealed log contradicts nothing that the workspace holds."""
    if not mixed:
        stored = models_of(graph.run("read/log_models", workspace=workspace))
        check_unmixed([*stored, *verified.manifest.models], chosen.model)
    for group in in_groups(read_entries(verified.files, Tally(), progress)):
        _missing(graph, workspace, group)


def _append(graph: Graph, workspace: str, verified: Verified, progress: Advance) -> int:
    """Write the entries that the workspace lacks, while nobody else is at work in it."""
    log, tally = Log(graph, workspace), Tally()
    appended = 0
    decisions: list[DecisionEntry] = []
    with log.working("rebuild"):
        for group in in_groups(read_entries(verified.files, tally, progress)):
            missing = _missing(graph, workspace, group)
            decisions += [one for one in missing if isinstance(one, DecisionEntry)]
            rows: list[Row] = [
                {"key": one.key, "properties": one.stored()} for one in missing if not isinstance(one, DecisionEntry)
            ]

            def work(tx: Transaction, rows: list[Row] = rows) -> int:
                log.keep_turn(tx)
                return len(tx.run("log/import", workspace=workspace, rows=rows))

            appended += graph.transact(work) if rows else 0
        if tally.sha256 != verified.manifest.log_file_sha256:
            raise InputError(f"{verified.files.log} was changed while it was loaded.", hint="gsw log verify")
        appended += _decided(graph, workspace, log, decisions)
    return appended


def _decided(graph: Graph, workspace: str, log: Log, entries: Sequence[DecisionEntry]) -> int:
    """Write the decisions that the workspace lacks after its own, in their order."""
    if not entries:
        return 0

    def work(tx: Transaction) -> int:
        log.keep_turn(tx)
        kept = [Kept(one.decision, datetime.fromisoformat(one.recorded_at)) for one in entries]
        return take_in(tx, workspace, kept)

    return graph.transact(work)


def _missing(graph: Graph, workspace: str, group: Sequence[Entry]) -> list[Entry]:
    """Return those of some entries that the workspace lacks.

    Raises:
        InputError: It has another entry under the key of one of them.
    """
    stored = stored_entries(graph, workspace, [entry.key for entry in group])
    ours = {entry.key: entry for entry in stored}
    for entry in group:
        if entry.key in ours:
            _check_same(workspace, entry, ours[entry.key])
    return [entry for entry in group if entry.key not in ours]


def _check_same(workspace: str, entry: Entry, ours: Entry) -> None:
    """Make sure that what the workspace has under a key is the same entry."""
    differs = entry.differs_from(ours)
    if differs:
        raise InputError(
            f"The workspace {workspace!r} has another entry under {entry.key}: its {differs} differs.",
            hint="a workspace of its own: -w NAME, or 'gsw forget' the document here first",
        )


def _untold(graph: Graph, workspace: str) -> int:
    """Return how many documents and read chunks of the log the graph does not tell."""
    return sum(graph.run("read/untold", workspace=workspace)[0].values())


def compare_log(graph: Graph, workspace: str, verified: Verified, progress: Advance = lambda done, now: None) -> None:
    """Make sure that a workspace holds a sealed log, nothing else, and has told all of it.

    An import would append no row, and an export would write the same entries; only when they were recorded may differ.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        verified: The sealed log.
        progress: Is told how far it is, in bytes.

    Raises:
        InputError: It does not; the message names the first entry in which they differ.
    """
    check_kinds(graph, workspace)
    name = verified.files.log.name
    with closing(log_entries(graph, workspace)) as ours:
        for entry in read_entries(verified.files, Tally(), progress):
            stored = next(ours, None)
            if stored is None or (stored.kind, stored.key) > (entry.kind, entry.key):
                raise InputError(
                    f"The workspace {workspace!r} lacks {entry.key} of {name}.", hint=f"gsw log import {name}"
                )
            if stored.key != entry.key:
                raise _beyond(workspace, stored, name)
            _check_same(workspace, entry, stored)
        rest = next(ours, None)
    if rest is not None:
        raise _beyond(workspace, rest, name)
    if untold := _untold(graph, workspace):
        raise InputError(
            f"The graph of {workspace!r} does not tell {untold} documents or chunks that its log holds.",
            hint="gsw rebuild",
        )


def _beyond(workspace: str, stored: Entry, name: str) -> InputError:
    """Return the error that a workspace holds more than the file."""
    return InputError(
        f"The workspace {workspace!r} holds {stored.key}, which is not in {name}.",
        hint="gsw log export, to seal what it holds now",
    )
