"""The managed local Neo4j: started on first use, shared between processes, stopped when idle."""

from gsw_graph.server.archive import dump, load, reset
from gsw_graph.server.home import default_home
from gsw_graph.server.lifecycle import Server, Status, ensure_server, release, status, stop

__all__ = [
    "Server",
    "Status",
    "default_home",
    "dump",
    "ensure_server",
    "load",
    "release",
    "reset",
    "status",
    "stop",
]
