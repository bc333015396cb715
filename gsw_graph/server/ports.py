"""Which ports of this machine the database listens on, and whether it does."""

import os
import random
import socket
from contextlib import closing

from gsw_graph.errors import ServerError
from gsw_graph.server.home import Home

HOST = "127.0.0.1"
"""The database listens nowhere else."""
_RANGE = range(17000, 32000)  # below what systems give to outgoing connections
_GREETING = bytes.fromhex("6060b017 00000006 00000105 00000005 00000004")


def choose(place: Home, port: int | None) -> tuple[int, int]:
    """Return the ports for drivers and for Neo4j Browser: those of last time, if they are free.

    Args:
        place: Whose; they are written down there.
        port: Insist on this one for drivers.

    Raises:
        ServerError: If that one is taken.
    """
    file = place.path / "ports"
    kept = [int(word) for word in file.read_text().split()] if file.exists() else []
    bolt, http = kept if len(kept) == 2 else (0, 0)
    if port is not None and not _is_free(port):
        raise ServerError(f"Port {port} is taken.", hint="another GSW_NEO4J_PORT, or leave it unset")
    if port is not None:
        bolt = port
    elif not (bolt and _is_free(bolt)):
        bolt = _free_port()
    if http == bolt or not (http and _is_free(http)):
        http = _free_port(but=bolt)
    file.write_text(f"{bolt} {http}\n")
    return bolt, http


def _free_port(but: int = 0) -> int:
    candidates = random.SystemRandom().sample(_RANGE, 200)
    for port in candidates:
        if port != but and _is_free(port):
            return port
    raise ServerError("No free port was found.", hint="close some programs that listen on ports")


def _is_free(port: int) -> bool:
    with closing(socket.socket()) as listener:
        if os.name == "posix":  # as Java does: a port of a connection just closed is free
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
        except OSError:
            return False
        return True


def greets(port: int) -> bool:
    """Return whether something that speaks Bolt listens on a port.

    Args:
        port: Which.
    """
    try:
        with socket.create_connection((HOST, port), timeout=2) as connection:
            connection.sendall(_GREETING)
            return len(connection.recv(4)) == 4
    except OSError:
        return False
