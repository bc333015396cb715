"""Opening a workspace: what it remembers, and whether that fits what is asked for."""

from gsw_graph.embed import Embedder
from gsw_graph.errors import ConfigError
from gsw_graph.graph import Graph, Row
from gsw_graph.log import now


def remembered(graph: Graph, workspace: str) -> Row:
    """Return what a workspace remembers of its first text; nothing if there is none of that name.

    Args:
        graph: The database.
        workspace: Name of the workspace.
    """
    rows = graph.run("read/workspace", workspace=workspace)
    return dict(rows[0]["workspace"]) if rows else {}


def check(graph: Graph, workspace: str, stored: Row, embedder: Embedder) -> None:
    """Create the schema, and check that the vectors here are those of the embedder.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        stored: What the workspace remembers.
        embedder: Who makes the vectors.

    Raises:
        ConfigError: The workspace, or the database's vector index, was made with another embedder.
    """
    mine = embedder.name, embedder.dimension
    if stored and (stored["embedder"], stored["dimension"]) != mine:
        raise ConfigError(
            f"The workspace {workspace!r} holds vectors of {stored['embedder']} ({stored['dimension']} wide), and "
            f"{mine[0]} ({mine[1]} wide) was asked for.",
            hint=f"--embedder {stored['embedder']}, or 'gsw rebuild --re-embed' to make them all anew",
        )
    graph.apply_schema(mine[1])
    width = graph.run("read/vector_index")[0]["dimension"]
    if width != mine[1]:
        raise ConfigError(
            f"The database's vector index is {width} wide, and the vectors of {mine[0]} are {mine[1]} wide.",
            hint="another database (--home or --uri), or an embedder of that width",
        )


def create(graph: Graph, workspace: str, embedder: Embedder, operator: str) -> None:
    """Create a workspace that is not there yet, and let it remember who reads and who embeds.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Who makes the vectors.
        operator: The setting that names the Operator.
    """
    settings = {"embedder": embedder.name, "dimension": embedder.dimension, "operator": operator}
    graph.run("write/workspace", workspace=workspace, settings=settings, now=now())
