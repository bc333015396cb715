"""The database that a benchmark uses: the one that the settings name, or a managed one of its own."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil
from pydantic import SecretStr

from gsw_graph.server import ensure_server, stop
from gsw_graph.settings import Settings, load_settings
from gsw_graph.workspace import Workspace


class Database(NamedTuple):
    """Where it is."""

    uri: str
    user: str
    password: str
    pid: int = 0
    """Its process; 0 if it isn't ours."""

    def environment(self) -> dict[str, str]:
        """Return this process's environment with the settings that lead to the database."""
        mine = {"GSW_NEO4J_URI": self.uri, "GSW_NEO4J_USER": self.user, "GSW_NEO4J_PASSWORD": self.password}
        return {**os.environ, **mine}

    def workspace(self, name: str, settings: Settings | None = None) -> Workspace:
        """Return a workspace in it.

        Args:
            name: Its name.
            settings: All others; read from environment and files if not given.
        """
        secret = SecretStr(self.password)
        return Workspace(name, settings=settings, neo4j_uri=self.uri, neo4j_user=self.user, neo4j_password=secret)

    def cpu_seconds(self) -> float:
        """Return the processor seconds that it has used; 0 if it isn't ours."""
        if not self.pid:
            return 0.0
        times = psutil.Process(self.pid).cpu_times()
        return float(times.user + times.system)


@contextmanager
def database() -> Iterator[Database]:
    """Yield the database of GSW_NEO4J_URI, or a managed one in a folder that goes away."""
    settings = load_settings()[0]
    if settings.neo4j_uri:
        yield Database(settings.neo4j_uri, settings.neo4j_user, settings.neo4j_password.get_secret_value())
        return
    with tempfile.TemporaryDirectory(prefix="gsw-benchmark-") as folder:
        server = ensure_server(Path(folder))
        try:
            yield Database(server.uri, server.user, server.password, server.pid)
        finally:
            stop(Path(folder))
