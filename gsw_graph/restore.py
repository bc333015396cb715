"""Writing documents again without reading them, and forgetting them: what needs the log and no Operator."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from gsw_graph.embed import Embedder
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.log import Log
from gsw_graph.logged import document_key, load_reading
from gsw_graph.reconcile import reconcile
from gsw_graph.reconcile.removal import empty, sweep, withdraw
from gsw_graph.records import Chunk, Document
from gsw_graph.source import Source
from gsw_graph.told import Reading, ToldRows, joined, write_document, write_rows

T = TypeVar("T")

BATCH = 48
"""Chunks that are read, embedded and written together."""
DROP_BATCH = 5000
LAYERS = (
    *("Summary", "Question", "Claim", "Mention", "Verb", "State", "Role", "Time", "Space", "Date", "Place", "Persona"),
    "Actor",
    *("Chapter", "Document"),
)
"""The labels that a rebuild drops, so ordered that none has much hanging on it when its turn comes.

Chunks stay for their vectors, and those that no document has go at the end.
"""


class Progress(NamedTuple):
    """How far the reading of a document is."""

    document: str
    chunks: int
    """Chunks done."""
    total: int
    """Chunks of the document."""


def vector_rows(embedder: Embedder, readings: Sequence[Reading]) -> list[Row]:
    """Return the vectors of some readings' chunks, as rows to write."""
    if not readings:
        return []
    vectors = embedder.embed([reading.chunk.text for reading in readings])
    return [
        {"uid": reading.chunk.uid, "embedding": vector.tolist()}
        for reading, vector in zip(readings, vectors, strict=True)
    ]


def write_source(tx: Transaction, workspace: str, source: Source) -> None:
    """Write the parts of a document into the told layer."""
    properties = {
        "sha256": source.sha256,
        "layout": source.layout or None,
        "operator": source.operator,
        "pattern": source.pattern,
        "status": "skipped" if source.reason else "read",
        "reason": source.reason or None,
    }
    write_document(
        tx,
        workspace,
        source.document,
        source.full_chapters(),
        source.full_chunks(),
        source.entries,
        properties,
    )


def rebuild(graph: Graph, workspace: str, embedder: Embedder, progress: Callable[[Progress], None]) -> int:
    """Drop both layers and make them again from the log, without reading any text anew.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Makes the vectors that are missing.
        progress: Called as documents are done.

    Returns:
        How many documents stand.

    Raises:
        ServerError: Others are writing to the workspace, and don't end soon.
    """
    log = Log(graph, workspace)
    with log.working("rebuild"):
        _drop_layers(graph, workspace, log)
        entries = graph.run("log/documents", workspace=workspace)
        done = 0
        sources = (Source.model_validate_json(entry["payload"]) for entry in entries)
        for group in grouped(sources, lambda source: len(source.chunks)):
            _retell(graph, workspace, log, embedder, group)
            for source in group:
                done += 1
                progress(Progress(source.document.key, done, len(entries)))
        graph.run("write/drop_orphans", workspace=workspace)
        sweep(graph, workspace)
    return len(entries)


def _drop_layers(graph: Graph, workspace: str, log: Log) -> None:
    """Drop both layers but the chunks; first they go back in the ledger, so that a killed rebuild is no loss."""

    def repeat(step: str, **parameters: str) -> None:
        def work(tx: Transaction) -> int:
            log.keep_turn(tx)
            return int(tx.run(step, workspace=workspace, limit=DROP_BATCH, **parameters)[0]["removed"])

        while graph.transact(work):
            pass

    repeat("write/unhold_chunks")
    for label in LAYERS:
        repeat("write/drop_label", label=label)


def grouped(items: Iterable[T], size: Callable[[T], int], most: int | None = None) -> Iterator[list[T]]:
    """Divide items into groups of no more than a batch; a larger one is a group of its own.

    Args:
        items: The items.
        size: Says how many chunks one has.
        most: Size of a group, if it isn't a batch of chunks.
    """
    group: list[T] = []
    total = 0
    for item in items:
        if total and total + size(item) > (most or BATCH):
            yield group
            group, total = [], 0
        group.append(item)
        total += size(item)
    if group:
        yield group


class _Told(NamedTuple):
    """A chunk with its log key and what checks its spans."""

    chunk: Chunk
    key: str
    told: ToldRows


def _retell(graph: Graph, workspace: str, log: Log, embedder: Embedder, sources: Sequence[Source]) -> None:
    """Write the layers of documents from the log."""

    def write_all(tx: Transaction) -> None:
        log.keep_turn(tx)
        for source in sources:
            write_source(tx, workspace, source)

    graph.transact(write_all)
    whole: list[_Told] = []
    for source in sources:
        chunks = source.full_chunks()
        told = ToldRows(source.document, chunks)
        whole += [_Told(chunk, key, told) for chunk, key in zip(chunks, source.entries, strict=True)]
    for start in range(0, len(whole), BATCH):
        _retell_batch(graph, workspace, log, embedder, whole[start : start + BATCH])


def _retell_batch(graph: Graph, workspace: str, log: Log, embedder: Embedder, batch: Sequence[_Told]) -> None:
    """Write what the log has of some chunks."""
    entries = log.done([one.key for one in batch])
    readings: dict[ToldRows, list[Reading]] = defaultdict(list)
    recorded: Row = {}
    for one in batch:
        if one.key in entries:
            readings[one.told].append(Reading(one.chunk, load_reading(entries[one.key].payload)))
            recorded[one.chunk.uid] = entries[one.key].recorded_at
    have = {row["uid"] for row in graph.run("read/vectors", workspace=workspace, chunks=list(recorded))}
    rows = joined(told.rows(some) for told, some in readings.items())
    new = [reading for some in readings.values() for reading in some if reading.chunk.uid not in have]
    vectors = vector_rows(embedder, new)

    def work(tx: Transaction) -> None:
        log.keep_turn(tx)
        write_rows(tx, workspace, rows, recorded)
        tx.run("write/vectors", workspace=workspace, rows=vectors)

    graph.transact(work)
    reconcile(graph, workspace, list(recorded))


def forget(graph: Graph, workspace: str, key: str) -> bool:
    """Remove a document: its told layer, whatever only it supported, and what the log holds of it.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        key: The document's key.

    Returns:
        Whether there was such a document.

    Raises:
        InputError: A rebuild broke off, and the document is in the log only.
        ServerError: The workspace is being rebuilt.
    """
    uid = Document(key=key, origin="", title="", text="").uid
    log = Log(graph, workspace)

    def work(tx: Transaction) -> bool:
        log.keep_turn(tx)
        tx.run("log/lock", workspace=workspace, key=document_key(key))
        stored = tx.run("read/document", workspace=workspace, uid=uid)
        if not stored:
            return False
        withdraw(tx, workspace, uid)
        log.redact(tx, stored[0]["entries"], document=document_key(key))
        return True

    with log.working():
        for row in graph.run("read/document", workspace=workspace, uid=uid):
            empty(graph, workspace, row)
        found = graph.transact(work)
        sweep(graph, workspace)
        if not found and log.done([document_key(key)]):
            raise InputError(
                f"A rebuild of {workspace!r} broke off, and {key!r} is in its log only.",
                hint=f"gsw rebuild, and then 'gsw forget {key}'",
            )
    return found
