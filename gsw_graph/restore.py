"""Writing documents again without reading them, and forgetting them: what needs the log and no Operator."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gsw_graph.embed import Embedder
from gsw_graph.graph import Graph, Row, Transaction
from gsw_graph.log import Log, document_key, load_reading, now
from gsw_graph.reconcile import reconcile
from gsw_graph.reconcile.removal import empty, sweep, withdraw
from gsw_graph.records import Document
from gsw_graph.source import Source
from gsw_graph.told import Reading, Rows, ToldRows, write_document, write_rows

BATCH = 48
"""Chunks that are read, embedded and written together."""
DROP_BATCH = 5000
LAYERS = (
    *("Summary", "Question", "Claim", "Mention", "Verb", "State", "Role", "Time", "Space", "Date", "Place", "Actor"),
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
    """
    while graph.run("write/unhold_chunks", workspace=workspace, limit=DROP_BATCH)[0]["moved"]:
        pass
    for label in LAYERS:
        while graph.run("write/drop_label", workspace=workspace, label=label, limit=DROP_BATCH)[0]["removed"]:
            pass
    entries = graph.run("log/documents", workspace=workspace)
    log = Log(graph, workspace)
    for count, entry in enumerate(entries, 1):
        source = Source.model_validate_json(entry["payload"])
        _retell(graph, workspace, log, embedder, source)
        progress(Progress(source.document.key, count, len(entries)))
    graph.run("write/drop_orphans", workspace=workspace)
    return len(entries)


def _retell(graph: Graph, workspace: str, log: Log, embedder: Embedder, source: Source) -> None:
    """Write a document's layers from the log."""
    graph.transact(lambda tx: write_source(tx, workspace, source))
    chunks = source.full_chunks()
    told = ToldRows(source.document.text, chunks)
    for start in range(0, len(chunks), BATCH):
        batch, keys = chunks[start : start + BATCH], source.entries[start : start + BATCH]
        entries = log.done(keys)
        pairs = [(chunk, entries[key]) for chunk, key in zip(batch, keys, strict=True) if key in entries]
        readings = [Reading(chunk, load_reading(entry.payload)) for chunk, entry in pairs]
        recorded = {chunk.uid: entry.recorded_at for chunk, entry in pairs}
        uids = [chunk.uid for chunk, _ in pairs]
        have = {row["uid"] for row in graph.run("read/vectors", workspace=workspace, chunks=uids)}
        rows = told.rows(readings)
        vectors = vector_rows(embedder, [reading for reading in readings if reading.chunk.uid not in have])

        def work(tx: Transaction, rows: Rows = rows, recorded: Row = recorded, vectors: list[Row] = vectors) -> None:
            write_rows(tx, workspace, rows, recorded)
            tx.run("write/vectors", workspace=workspace, rows=vectors)

        graph.transact(work)
        reconcile(graph, workspace, uids)


def forget(graph: Graph, workspace: str, key: str) -> bool:
    """Remove a document: its told layer, whatever only it supported, and what the log holds of it.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        key: The document's key.

    Returns:
        Whether there was such a document.
    """
    uid = Document(key=key, origin="", title="", text="").uid
    for row in graph.run("read/document", workspace=workspace, uid=uid):
        empty(graph, workspace, row)

    def work(tx: Transaction) -> bool:
        tx.run("log/lock", workspace=workspace, key=document_key(key))
        stored = tx.run("read/document", workspace=workspace, uid=uid)
        if not stored:
            return False
        withdraw(tx, workspace, uid)
        tx.run("log/redact", workspace=workspace, key=document_key(key), now=now())
        keys = sorted(stored[0]["entries"])
        tx.run("log/redact_unused", workspace=workspace, keys=keys, now=now())
        return True

    found = graph.transact(work)
    sweep(graph, workspace)
    return found
