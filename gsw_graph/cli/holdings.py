"""What a workspace holds, as people read it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType

from gsw_graph.cli import render


def status(found: Mapping[str, Any]) -> RenderableType:
    """Return what a workspace holds.

    Args:
        found: From `Workspace.status`.
    """
    documents = render.table("document", "status", "chapters", "chunks", "refused", "notes")
    render.rows(documents, (_document(row) for row in found["documents"]))
    ledger = render.table("ledger", "status", "entries", "reasons")
    cells = (
        (row["kind"], row["status"], row["entries"], "; ".join(filter(None, row["reasons"]))) for row in found["ledger"]
    )
    counts = ", ".join(f"{label} {count:,}" for label, count in found["nodes"].items() if count)
    reads = found["operator"] if found["operator"] == "local" else f"{found['operator']} ({found['model']})"
    parts: list[RenderableType] = [render.text(f"Workspace {found['workspace']}, read by {reads}", "bold")]
    if not found["documents"]:
        return Group(*parts, render.text(_unfinished(found["ledger"]) or "It holds no document. Try: gsw ingest PATH"))
    return Group(*parts, documents, render.rows(ledger, cells), render.text(f"Nodes: {counts}"))


def _unfinished(ledger: Iterable[Mapping[str, Any]]) -> str:
    """Say what there is of documents that are not written yet; "" if there is nothing."""
    counts = {(row["kind"], row["status"]): row["entries"] for row in ledger}
    if batches := counts.get(("batch", "pending"), 0):
        return f"It holds no document yet; batches under way: {batches}. Try: gsw batch list"
    if replies := counts.get(("reply", "done"), 0):
        return f"It holds no document yet; replies of the model that are kept: {replies}. The same gsw ingest goes on."
    return ""


def _document(row: Mapping[str, Any]) -> tuple[object, ...]:
    """Return a document's cells."""
    states = ", ".join(f"{state['chunks']} {state['status']}" for state in row["states"])
    said = row["status"] if not row["reason"] else f"{row['status']}: {row['reason']}"
    return (
        row["key"],
        said,
        row["chapters"],
        states,
        row["refused"],
        " ".join([*(row["notes"] or ()), *_same_text(row["twins"])]),
    )


def _same_text(keys: Sequence[str]) -> list[str]:
    """Return that a document's text is there under other keys too, if it is."""
    return [f"The same text as {' and '.join(map(repr, keys))}."] if keys else []
