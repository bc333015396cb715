"""The commands about workspaces, the database, settings and benchmarks, against the real database."""

import re
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from commands import Run, loaded, run
from conftest import QUARRY, Neo4j
from gsw_graph.cli.browsing import address, first_query, literal
from gsw_graph.workspace import Workspace

HOSTILE = ("Person`) DETACH DELETE n //", "team'a", "a\\'b", r"\u0027 OR 1=1 //", '"$workspace"', "名前 🙂", "-- ; }")

# -- the workspace ----------------------------------------------------------------------------------------------------


def test_status_shows_documents_ledger_and_counts(gsw: Run, quarry: str) -> None:
    shown = gsw("status", "-w", quarry).stdout
    assert f"Workspace {quarry}" in shown
    assert re.search(r"quarry\.md +read +2 +\d+ held", shown)
    assert re.search(r"reading +done +\d+", shown)
    assert re.search(r"Nodes: Document 1, Chapter 2, ", shown)


def test_forget_and_rebuild_keep_the_digest(gsw: Run, fresh: str) -> None:
    def now() -> str:
        digest: str = loaded(gsw("digest", "-w", fresh, "--json"))["digest"]
        return digest

    gsw("ingest", str(QUARRY), "-w", fresh)
    full = now()
    assert gsw("digest", "-w", fresh).stdout == f"{full}\n"
    assert loaded(gsw("rebuild", "-w", fresh, "--json")) == {"documents": 1}
    assert now() == full
    assert gsw("forget", "quarry.md", "-w", fresh).stdout == "Forgotten: quarry.md\n"
    assert now() == "0" * 64
    again = gsw("forget", "quarry.md", "-w", fresh)
    assert again.exit_code == 1 and "no document 'quarry.md'" in again.stderr


def test_workspaces_lists_them(gsw: Run, quarry: str) -> None:
    assert quarry in [row["workspace"] for row in loaded(gsw("workspaces", "-w", quarry, "--json"))]
    assert quarry in gsw("workspaces", "-w", quarry).stdout


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_workspace_names_are_just_names(gsw: Run, quarry: str, neo4j_server: Neo4j, name: str) -> None:
    before = loaded(gsw("digest", "-w", quarry, "--json"))
    try:
        assert gsw("ingest", str(QUARRY), "-w", name).exit_code == 0
        assert loaded(gsw("status", "-w", name, "--json"))["workspace"] == name
        assert loaded(gsw("ask", "Where was Ada Quill on 3 March 1994?", "-w", name, "--json"))["items"]
        assert name in [row["workspace"] for row in loaded(gsw("workspaces", "-w", name, "--json"))]
        assert loaded(gsw("digest", "-w", quarry, "--json")) == before
    finally:
        with Workspace(name, neo4j_uri=neo4j_server.uri, neo4j_password=neo4j_server.password) as workspace:
            workspace.clear()


# -- the server and the settings --------------------------------------------------------------------------------------


def test_a_wrong_password_is_one_message_without_it(gsw: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GSW_NEO4J_PASSWORD", "not-the-password")
    result = gsw("status")
    assert result.exit_code == 1
    assert "refuses this user name and password" in result.stderr
    assert "GSW_NEO4J_PASSWORD" in result.stderr and "not-the-password" not in result.output


@pytest.mark.parametrize("uri", ["bolt://127.0.0.1:9", "neo4j://127.0.0.1:9", "nonsense", "http://127.0.0.1"])
def test_an_unknown_address_fails_at_once_with_a_hint(gsw: Run, uri: str) -> None:
    began = time.monotonic()
    result = gsw("status", "--uri", uri)
    assert result.exit_code == 1
    assert uri in result.stderr and "Try: " in result.stderr
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("option", ["--operator", "--embedder"])
def test_unknown_makers_fail_with_those_there_are(gsw: Run, fresh: str, option: str) -> None:
    result = gsw("ingest", str(QUARRY), option, "nobody", "-w", fresh)
    assert result.exit_code == 1
    assert "'nobody'" in result.stderr and "Try: " in result.stderr


def test_settings_say_their_origin_and_hide_the_password(gsw: Run, neo4j_server: Neo4j, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("GSW_WORKSPACE=from-dotenv\nGSW_MAX_TOKENS=500\n")
    rows = loaded(gsw("config", "show", "--json", "--operator", "local"))
    origins = {row["name"]: (row["value"], row["origin"]) for row in rows}
    assert origins["workspace"] == ("from-dotenv", ".env")
    assert origins["max_tokens"] == ("500", ".env")
    assert origins["operator"] == ("local", "flag")
    assert origins["neo4j_uri"] == (neo4j_server.uri, "environment")
    assert origins["max_chapters"][1] == "default"
    shown = gsw("config", "show", "--origin")
    assert neo4j_server.password not in shown.output and "*****" in shown.stdout
    flagged = loaded(gsw("-w", "first", "config", "show", "-w", "last", "--json"))
    assert flagged[0] == {"name": "workspace", "value": "last", "origin": "flag"}


def test_browser_prints_an_address_with_a_first_query(gsw: Run, neo4j_server: Neo4j, quarry: str) -> None:
    facts = loaded(gsw("browser", "-w", quarry, "--json"))
    query = parse_qs(urlsplit(facts["address"]).query)
    assert query["cmd"] == ["edit"]
    assert query["arg"] == [facts["query"]]
    assert query["dbms"] == [neo4j_server.uri.replace("//", "//neo4j@")]
    assert neo4j_server.password not in gsw("browser", "-w", quarry).output
    with Workspace(quarry, neo4j_uri=neo4j_server.uri, neo4j_password=neo4j_server.password) as workspace:
        found = workspace.graph.driver.execute_query(facts["query"])
    assert "Ada Quill" in {record["a"]["name"] for record in found.records}


def test_a_first_query_holds_any_name_as_a_literal(gsw: Run, quarry: str, neo4j_server: Neo4j) -> None:
    with Workspace(quarry, neo4j_uri=neo4j_server.uri, neo4j_password=neo4j_server.password) as workspace:
        for name in (*HOSTILE, "a\nb", "\\", "'", "\\u005c\\u0027"):
            found = workspace.graph.driver.execute_query(f"CYPHER 25 RETURN {literal(name)} AS name")
            assert found.records[0]["name"] == name
            assert literal(name) in first_query(name)


def test_an_address_fills_in_the_user() -> None:
    made = address("http://127.0.0.1:7474", "neo4j+s://db.example:7687", "a@b", "RETURN 1")
    assert made.startswith("http://127.0.0.1:7474/browser/?dbms=neo4j%2Bs%3A%2F%2Fa%2540b%40db.example%3A7687&")


def test_the_managed_database_is_left_alone_when_another_is_set(gsw: Run) -> None:
    assert gsw("db", "uri").exit_code == 0
    for args in (["start"], ["stop"], ["status"], ["reset", "--yes"], ["dump", "x.dump"], ["load", "x.dump", "--yes"]):
        result = gsw("db", *args)
        assert result.exit_code == 1 and "managed database" in result.stderr


def test_the_managed_database_from_start_to_reset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    home = ("--home", str(tmp_path / "home"))
    assert loaded(run("db", "status", *home, "--json"))["running"] is False
    try:
        started = loaded(run("db", "start", *home, "--json"))
        password = (tmp_path / "home" / "password").read_text()
        assert run("db", "uri", *home).stdout == f"{started['uri']}\n"
        status = run("db", "status", *home)
        assert "running" in status.stdout and started["uri"] in status.stdout
        quiet = run("browser", *home)
        assert password not in quiet.output and str(tmp_path / "home" / "password") in quiet.stdout
        assert password in run("browser", "--show-password", *home).stdout
        assert run("db", "dump", "kept.dump", *home).exit_code == 0
        assert run("db", "dump", "kept.dump", *home).exit_code == 1
        assert run("db", "load", "kept.dump", *home, input="n\n").exit_code == 1
        assert run("db", "load", "kept.dump", "--yes", *home).exit_code == 0
        assert run("db", "load", "missing.dump", "--yes", *home).exit_code == 1
    finally:
        run("db", "stop", *home)
    assert run("db", "stop", *home).stdout == "It was not running.\n"
    assert run("db", "reset", "--yes", *home).exit_code == 0
    assert not (tmp_path / "home" / "password").exists()
