"""Making all vectors of a workspace anew, with another embedder."""

from collections.abc import Callable

from gsw_graph.embed import Embedder
from gsw_graph.errors import ConfigError
from gsw_graph.graph import Graph

BATCH = 64
"""Chunks that are embedded and written together."""


def reembed(graph: Graph, workspace: str, embedder: Embedder, progress: Callable[[int, int], None]) -> int:
    """Make the vectors of a workspace's chunks anew and let the workspace remember the embedder.

    The database has one vector index, so another width is refused while other workspaces hold vectors.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Makes the vectors from now on.
        progress: Called with the chunks done and their total.

    Returns:
        How many chunks have new vectors.

    Raises:
        ConfigError: The width is another than the index's, and other workspaces need that one.
    """
    _widen(graph, workspace, embedder)
    chunks = [row["uid"] for row in graph.run("read/chunk_uids", workspace=workspace)]
    for start in range(0, len(chunks), BATCH):
        rows = graph.run("read/chunk_texts", workspace=workspace, chunks=chunks[start : start + BATCH])
        vectors = embedder.embed([row["text"] for row in rows])
        written = [{"uid": row["uid"], "embedding": vector.tolist()} for row, vector in zip(rows, vectors, strict=True)]
        graph.run("write/vectors", workspace=workspace, rows=written)
        progress(min(start + BATCH, len(chunks)), len(chunks))
    while graph.run("write/drop_label", workspace=workspace, label="Summary", limit=1000)[0]["removed"]:
        pass
    settings = {"embedder": embedder.name, "dimension": embedder.dimension}
    graph.run("write/workspace_settings", workspace=workspace, settings=settings)
    return len(chunks)


def _widen(graph: Graph, workspace: str, embedder: Embedder) -> None:
    """Give the vector indexes the embedder's width, if they have another."""
    width = graph.run("read/vector_index")[0]["dimension"]
    if width == embedder.dimension:
        return
    others = [row["workspace"] for row in graph.run("read/workspaces") if row["workspace"] != workspace]
    if others:
        raise ConfigError(
            f"The vectors of {embedder.name} are {embedder.dimension} wide, the database's index is {width}, and "
            f"{len(others)} other workspaces need it, {others[0]!r} among them.",
            hint="another database (--home or --uri), or an embedder of that width",
        )
    graph.drop_vector_indexes()
    graph.apply_schema(embedder.dimension)
