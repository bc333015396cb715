"""Vectors from a provider, over HTTP through a whole ingest: counted, remembered with their address, never mixed."""

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from conftest import Neo4j
from gsw_graph.errors import ConfigError
from gsw_graph.workspace import Workspace
from model_road import add, rows, settings
from model_server import ModelServer, rate_limited, server_error

TEXT = "Ana Reyes met Bo Lind in Porto.\n\nBo Lind warned the mayor on 3 May 1990."
MODEL = "text-embedding-3-small"


Opener = Callable[..., Workspace]


@pytest.fixture
def opened(neo4j_server: Neo4j, tmp_path: Path) -> Iterator[Opener]:
    made: list[Workspace] = []

    def open_one(server: ModelServer, name: str = "", *, embedder: str | None = None, **more: Any) -> Workspace:
        address = f"hosted:{MODEL}@{server.base_url}" if embedder is None else embedder
        name = name or f"hosted {uuid.uuid4().hex[:12]}"
        local = {"operator": "local", "model": "", "base_url": "", "embedder": address}
        made.append(Workspace(settings=settings(neo4j_server, server, tmp_path / "home", name, **{**local, **more})))
        return made[-1]

    yield open_one
    for one in made:
        if "graph" in one.__dict__:  # else it was refused, and nothing is there
            one.clear()


def test_vectors_are_asked_for_once_and_counted(opened: Opener) -> None:
    with ModelServer() as server:
        one = opened(server)
        assert add(one, TEXT).status == "done"
        asked = sum(server.requests.values())
        (row,) = one.spending()
        assert (row["task"], row["model"], row["failed"], row["calls"]) == ("embed", MODEL, 0, asked)
        assert row["tokens_in"] > 10
        assert row["cost"] == pytest.approx(row["tokens_in"] * 0.02 / 1e6)
        assert add(one, TEXT).status == "unchanged"
        assert sum(server.requests.values()) == asked
        one.ask("Who met Bo Lind?")
        assert sum(row["calls"] for row in one.spending()) == sum(server.requests.values()) > asked
    assert rows(one, "MATCH (c:Chunk {workspace: $workspace}) RETURN count(c.embedding) AS held")[0]["held"] == 2


def test_limits_and_faults_are_waited_out(opened: Opener) -> None:
    faults = [None, rate_limited(after=0.01, form="ms"), server_error()]  # the first request finds the width out
    with ModelServer(faults=faults) as server:
        one = opened(server)
        assert add(one, TEXT).status == "done"


def test_a_wrong_key_stops_with_what_to_do_and_is_shown_nowhere(opened: Opener) -> None:
    with ModelServer(key="sk-the-right-one-1234567890") as server:
        one = opened(server, api_key=SecretStr("sk-wrong-0987654321"))
        with pytest.raises(ConfigError, match="401") as caught:
            add(one, TEXT)
    assert "0987654321" not in f"{caught.value!r} {caught.value.hint}"


def test_a_workspace_goes_on_with_its_provider_and_with_no_other(opened: Opener) -> None:
    with ModelServer() as server, ModelServer() as other:
        one = opened(server)
        add(one, TEXT)
        again = opened(server, one.name, embedder="", operator="")
        assert add(again, TEXT + "\n\nAna Reyes left.", "b").status == "done"
        with pytest.raises(ConfigError, match="holds vectors of hosted"):
            add(opened(other, one.name), TEXT, "c")
        assert not other.requests
        asked = sum(server.requests.values())
        opened(server, one.name, embedder="", operator="").status()
        assert sum(server.requests.values()) == asked, "a look at the memory asks nobody"
