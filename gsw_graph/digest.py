"""One number for what a workspace holds, whatever the order in which it came there."""

import hashlib
import json

from gsw_graph.graph import Graph

TOLD = ("Document", "Chapter", "Chunk", "Mention", "Claim")
HELD = ("Persona", "Actor", "Role", "State", "Verb", "Space", "Place", "Time", "Date", "Question")
_LEFT_OUT = frozenset(
    # when the workspace learnt it, the ledger, vectors, and what differs between two copies of one workspace
    (
        "recorded_at",
        "superseded_at",
        "status",
        "reason",
        "refused",
        "embedding",
        "workspace",
        "scope",
        "origin",
    )
)


def digest(graph: Graph, workspace: str) -> str:
    """Return the digest of a workspace: 64 hex digits.

    Every node and relationship of both layers is hashed by itself, and the hashes are added up, so that the result
    needs neither one order nor memory for the whole graph. Recorded and superseded times, summaries, vectors and the
    ledger are left out.

    Args:
        graph: The database.
        workspace: Name of the workspace.
    """
    total = 0
    for label in TOLD + HELD:
        for row in graph.stream("read/nodes", workspace=workspace, label=label):
            total += _hash([label, row["uid"], _kept(row["properties"])])
        for row in graph.stream("read/relationships", workspace=workspace, label=label):
            total += _hash([label, row["start"], row["type"], row["end"], _kept(row["properties"])])
    return f"{total % 2**256:064x}"


def _kept(properties: dict[str, object]) -> dict[str, object]:
    """Return the properties that count."""
    return {name: value for name, value in properties.items() if name not in _LEFT_OUT}


def _hash(part: list[object]) -> int:
    """Return the hash of one node or relationship."""
    text = json.dumps(part, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode()).digest())
