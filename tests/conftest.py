"""Fixtures for all tests: a real Neo4j, and an environment without settings of the one who runs them."""

import gc
import os
import uuid
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from commands import Run, run
from gsw_graph.server import ensure_server, stop

QUARRY = Path(__file__).parent / "data" / "quarry.md"

if TYPE_CHECKING:
    from gsw_graph.workspace import Workspace

_KEPT = ("GSW_TEST_", "GSW_CACHE_DIR")


class Neo4j(NamedTuple):
    """The database that tests share; each test uses workspaces of its own in it."""

    uri: str
    user: str
    password: str


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("GSW_", "OPENAI_")) and not name.startswith(_KEPT):
            monkeypatch.delenv(name)
    monkeypatch.setenv("GSW_NEO4J_AOT", "0")  # training a class cache for a minute would slow the other tests


def _has_docker() -> bool:
    import docker
    from docker.errors import DockerException

    with warnings.catch_warnings():
        # Where no engine answers, docker's own client leaves its socket open for the collector to close.
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            client = docker.from_env()
            client.ping()
            client.close()
        except DockerException:
            return False
        finally:
            gc.collect()
    return True


def _container() -> Iterator[Neo4j]:
    from testcontainers.community.neo4j import Neo4jContainer

    with Neo4jContainer("neo4j:2026.08.1-community", password="a-test-password") as container:
        yield Neo4j(container.get_connection_url(), "neo4j", "a-test-password")


@pytest.fixture(scope="session")
def neo4j_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neo4j]:
    """Yield GSW_TEST_NEO4J_URI's database, or a container's, or a managed one in a temporary home."""
    uri = os.environ.get("GSW_TEST_NEO4J_URI")
    if uri:
        yield Neo4j(uri, "neo4j", os.environ.get("GSW_TEST_NEO4J_PASSWORD", ""))
        return
    if _has_docker():
        yield from _container()
        return
    home: Path = tmp_path_factory.mktemp("neo4j")
    server = ensure_server(home, idle=60)
    yield Neo4j(server.uri, server.user, server.password)
    stop(home)


def open_workspace(server: Neo4j, purpose: str) -> "Workspace":
    """Open a workspace of a name that nobody else has, whatever settings the environment has."""
    from pydantic import SecretStr

    from gsw_graph.settings import Settings
    from gsw_graph.workspace import Workspace

    return Workspace(
        settings=Settings(
            workspace=f"{purpose} {uuid.uuid4().hex[:12]}",
            neo4j_uri=server.uri,
            neo4j_user=server.user,
            neo4j_password=SecretStr(server.password),
        )
    )


@pytest.fixture
def workspace(neo4j_server: Neo4j) -> "Iterator[Workspace]":
    """Yield an empty workspace, and remove whatever the test put into it."""
    opened = open_workspace(neo4j_server, "test")
    yield opened
    opened.clear()


@pytest.fixture(scope="session")
def demo_workspace(neo4j_server: Neo4j) -> "Iterator[Workspace]":
    """Yield a workspace that holds the demonstration story; tests only read it."""
    from gsw_graph.demo import document

    opened = open_workspace(neo4j_server, "demo")
    try:
        assert opened.add(document()).status == "done"
        yield opened
    finally:
        opened.clear()


@pytest.fixture
def gsw(neo4j_server: Neo4j, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Return the command with the tests' database, the password where a user would put it, and no user's files."""
    monkeypatch.setenv("GSW_NEO4J_PASSWORD", neo4j_server.password)
    monkeypatch.setenv("GSW_NEO4J_URI", neo4j_server.uri)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return run


@pytest.fixture(scope="session")
def quarry(neo4j_server: Neo4j) -> Iterator[str]:
    """Yield the name of a workspace that holds the small text; tests only read it."""
    opened = open_workspace(neo4j_server, "quarry")
    try:
        assert [report.status for report in opened.ingest(QUARRY)] == ["done"]
        yield opened.name
    finally:
        opened.clear()


@pytest.fixture
def fresh(neo4j_server: Neo4j) -> Iterator[str]:
    """Yield the name of a workspace of the test's own."""
    opened = open_workspace(neo4j_server, "fresh")
    yield opened.name
    opened.clear()
