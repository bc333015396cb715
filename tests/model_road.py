"""What the tests of the model road share: workspaces that a model of the test server reads, and looks into them."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from pydantic import SecretStr

from conftest import Neo4j
from fakes import WordLengths
from gsw_graph.embed import Embedder
from gsw_graph.ingest import DocumentReport
from gsw_graph.llm.caller import Caller
from gsw_graph.settings import Settings
from gsw_graph.text import from_text
from gsw_graph.workspace import Workspace

MODEL = "gpt-4.1-mini"
Words = WordLengths()
Row = dict[str, Any]


class Endpoint(Protocol):
    """A test server, in a thread or in a process."""

    @property
    def base_url(self) -> str: ...

    key: str


Opener = Callable[..., Workspace]


@contextmanager
def opening(neo4j: Neo4j, home: Path) -> Iterator[Opener]:
    """Yield what opens workspaces that ask a test server, one of its own or the one of a name, and removes them."""
    made: dict[str, list[Workspace]] = {}

    def open_one(server: Endpoint, name: str = "", *, embedder: Embedder | None = Words, **more: Any) -> Workspace:
        name = name or f"road {uuid.uuid4().hex[:12]}"
        given = settings(neo4j, server, home, name, **more)
        made.setdefault(name, []).append(Workspace(settings=given, embedder=embedder))
        return made[name][-1]

    try:
        yield open_one
    finally:
        for same in made.values():
            for one in same[1:]:
                one.close()
            same[0].clear()


def settings(neo4j: Neo4j, server: Endpoint, home: Path, name: str, **more: Any) -> Settings:
    given = {
        "workspace": name,
        "neo4j_uri": neo4j.uri,
        "neo4j_user": neo4j.user,
        "neo4j_password": SecretStr(neo4j.password),
        "home": str(home),
        "operator": "llm",
        "model": MODEL,
        "base_url": server.base_url,
        "api_key": SecretStr(server.key),
    }
    return Settings(**{**given, **more})


def add(workspace: Workspace, text: str, key: str = "a") -> DocumentReport:
    return workspace.add(from_text(text, key=key, origin=f"/texts/{key}"))


def add_all(workspace: Workspace, texts: dict[str, str], folder: Path) -> list[DocumentReport]:
    """Take several texts in, as files."""
    folder.mkdir(exist_ok=True)
    for key, text in texts.items():
        (folder / key).write_text(text, encoding="utf-8")
    return workspace.ingest(folder)


def rows(workspace: Workspace, statement: str) -> list[Row]:
    """Return what a statement of the test's own finds in a workspace."""
    found = workspace.graph.driver.execute_query(f"CYPHER 25 {statement}", workspace=workspace.name)
    return [record.data() for record in found.records]


def entries(workspace: Workspace, kind: str, status: str = "") -> list[Row]:
    """Return the log's entries of a kind."""
    found = rows(
        workspace, f"MATCH (e:LogEntry {{workspace: $workspace, kind: '{kind}'}}) RETURN properties(e) AS entry"
    )
    return [row["entry"] for row in found if not status or row["entry"]["status"] == status]


def reasons(workspace: Workspace) -> dict[int, str]:
    """Return why chunks failed, by their place in the document."""
    found = rows(
        workspace, "MATCH (c:Chunk {workspace: $workspace, status: 'failed'}) RETURN c.index AS at, c.reason AS reason"
    )
    return {row["at"]: row["reason"] for row in found}


def calls(workspace: Workspace) -> int:
    """Return how many calls the ledger has."""
    return sum(row["calls"] for row in workspace.spending())


def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let callers try again at once."""
    defaults = Caller.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "pause", 0.005)
