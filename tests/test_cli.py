"""The command `gsw`, run in this process against the real database."""

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import click
import pytest
from click.testing import CliRunner, Result
from conftest import Neo4j
from hypothesis import given
from hypothesis import strategies as st

from gsw_graph.cli import plain
from gsw_graph.cli.browsing import address, first_query, literal
from gsw_graph.cli.main import cli
from gsw_graph.cli.reference import JSON_SHAPES, pages, reference
from gsw_graph.demo import QUESTIONS, document
from gsw_graph.workspace import Workspace

ROOT = Path(__file__).parents[1]
QUARRY = ROOT / "tests" / "data" / "quarry.md"
HOSTILE = ("Person`) DETACH DELETE n //", "team'a", "a\\'b", r"\u0027 OR 1=1 //", '"$workspace"', "名前 🙂", "-- ; }")
Run = Callable[..., Result]


def run(*args: str, input: str | bytes | None = None) -> Result:
    """Run the command; what it raises beyond its own exits is a failure of the test."""
    result = CliRunner().invoke(cli, args, input=input, prog_name="gsw", catch_exceptions=False)
    assert "Traceback" not in result.output
    return result


@pytest.fixture
def gsw(neo4j_server: Neo4j, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Return the command with the tests' database, the password where a user would put it, and no user's files."""
    monkeypatch.setenv("GSW_NEO4J_PASSWORD", neo4j_server.password)
    monkeypatch.setenv("GSW_NEO4J_URI", neo4j_server.uri)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return run


@pytest.fixture(scope="module")
def quarry(neo4j_server: Neo4j) -> Iterator[str]:
    """Yield a workspace that holds the small text; tests only read it."""
    name = f"quarry-{uuid4().hex[:8]}"
    with Workspace(name, neo4j_uri=neo4j_server.uri, neo4j_password=neo4j_server.password) as workspace:
        [report] = workspace.ingest(QUARRY)
        assert report.status == "done"
        yield name
        workspace.clear()


@pytest.fixture
def fresh(neo4j_server: Neo4j) -> Iterator[str]:
    """Yield the name of a workspace of the test's own."""
    name = f"cli-{uuid4().hex[:8]}"
    yield name
    with Workspace(name, neo4j_uri=neo4j_server.uri, neo4j_password=neo4j_server.password) as workspace:
        workspace.clear()


def loaded(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


# -- help and documentation --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", list(pages()), ids=lambda page: str(page.name))
def test_help_ends_in_an_example_that_can_be_pasted(page: Any) -> None:
    said = (page.command.help or "").rstrip()
    last = said.splitlines()[-1].strip()
    assert "\b\n" in said
    assert re.match(rf"(cat \S+ \| )?{re.escape(page.name)}\b", last) or page.name == "gsw"


def test_examples_are_understood() -> None:
    for page in pages():
        for example in re.findall(r"^ *(gsw .+)$", page.command.help or "", re.MULTILINE):
            _parse(example)


def _parse(example: str) -> None:
    """Let click read a command line without running it."""
    command: click.Command = cli
    args = shlex.split(example)[1:]
    context = click.Context(cli, info_name="gsw", **cli.context_settings)
    while isinstance(command, click.Group):
        name = args.pop(0)
        command = command.commands[name]
        if not isinstance(command, click.Group) and not any(arg.endswith(".jsonl") for arg in args):  # has to be there
            command.make_context(name, args, parent=context)


def test_page_of_commands_is_fresh() -> None:
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == reference(), (
        "stale: run python tools/make_cli_docs.py"
    )


def test_each_command_says_what_json_it_prints() -> None:
    assert set(JSON_SHAPES) == {page.name for page in pages() if not isinstance(page.command, click.Group)}


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from gsw_graph.cli.main import cli; "
        "assert CliRunner().invoke(cli, ['--help']).exit_code == 0; "
        "print(sorted({'spacy', 'neo4j', 'numpy', 'onnxruntime', 'pydantic', 'neomodel'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_pipe_gets_a_row_on_one_line(gsw: Run, quarry: str) -> None:
    shown = gsw("show", "Ada Quill", "-w", quarry).stdout
    found = loaded(gsw("show", "Ada Quill", "-w", quarry, "--json"))
    assert sum("quarry.md" in line for line in shown.splitlines()) == 1 + len(found[0]["rows"])
    assert not re.search(" $", shown, re.MULTILINE)


def test_version_names_the_package() -> None:
    from importlib.metadata import version

    assert run("--version").output == f"gsw {version('gsw-graph')}\n"


# -- demo --------------------------------------------------------------------------------------------------------------


def test_demo_answers_with_quotes_out_of_the_story(gsw: Run, fresh: str) -> None:
    shown = gsw("demo", "-w", fresh)
    assert shown.exit_code == 0
    story = " ".join(document().text.split())
    quotes = re.findall("“(.+)”$", shown.stdout, re.MULTILINE)
    assert len(quotes) >= len(QUESTIONS)
    assert all(quote in story for quote in quotes)
    assert all(question in shown.stdout for question in QUESTIONS)
    commands = re.findall(r"^  (gsw .+)$", shown.stdout, re.MULTILINE)
    assert len(commands) >= 3
    for command in commands:
        _parse(command)
    again = gsw("demo", "-w", fresh, "--json")
    assert loaded(again)["report"]["status"] == "unchanged"
    assert [answer["question"] for answer in loaded(again)["answers"]] == list(QUESTIONS)


# -- ingest ------------------------------------------------------------------------------------------------------------


def test_ingest_reports_each_document_and_fails_if_one_did(gsw: Run, fresh: str, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text("Ada Quill was at Tollen Quarry on 3 March 1994.")
    (folder / "blank.txt").write_text(" \n ")
    (folder / "broken.md").write_bytes(bytes(range(32)) * 40)
    (folder / "picture.png").write_bytes(b"x")
    result = gsw("ingest", str(folder), "-w", fresh)
    assert result.exit_code == 1
    lines = {line.split()[1].rstrip(":"): line for line in result.stdout.splitlines()}
    assert lines["a.txt"].startswith("done") and "1 chunks" in lines["a.txt"]
    assert lines["blank.txt"].startswith("skipped") and "empty" in lines["blank.txt"]
    assert lines["broken.md"].startswith("failed") and "not a text file" in lines["broken.md"]
    assert lines["picture.png"].startswith("skipped")
    assert "4 documents: 1 done, 2 skipped, 1 failed" in result.stderr

    (folder / "broken.md").unlink()
    again = loaded(gsw("ingest", str(folder), "-w", fresh, "--json"))
    assert {one["key"]: one["status"] for one in again}["a.txt"] == "unchanged"


def test_ingest_reads_standard_input(gsw: Run, fresh: str) -> None:
    [report] = loaded(gsw("ingest", "-", "--as", "note", "-w", fresh, "--json", input=b"Bram Oster was a witness."))
    assert (report["key"], report["status"], report["chunks"]) == ("note", "done", 1)
    failed = gsw("ingest", "-", "-w", fresh, input=bytes(range(32)) * 40)
    assert failed.exit_code == 1 and "not a text file" in failed.stdout


def test_ingest_notes_what_was_cleaned(gsw: Run, fresh: str) -> None:
    result = gsw("ingest", "-", "-w", fresh, input=b"Bram\x00 Oster was a witness.")
    assert "note: Control characters were removed: 1." in result.stdout


def test_ingest_takes_a_chapter_pattern(gsw: Run, fresh: str, tmp_path: Path) -> None:
    file = tmp_path / "days.txt"
    file.write_text("Day 1\n\nAda Quill slept.\n\nDay 2\n\nAda Quill woke.\n")
    assert gsw("ingest", str(file), "--chapter-pattern", r"^Day \d+$", "-w", fresh).exit_code == 0
    [stored] = loaded(gsw("status", "-w", fresh, "--json"))["documents"]
    assert stored["chapters"] == 2
    broken = gsw("ingest", str(file), "--as", "again", "--chapter-pattern", "(", "-w", fresh)
    assert broken.exit_code == 1 and "regular expression" in broken.output


def test_ingest_refuses_what_it_cannot_name(gsw: Run, fresh: str) -> None:
    missing = gsw("ingest", "nowhere.txt", "-w", fresh)
    assert missing.exit_code == 1
    assert missing.stderr == "Error: There is no file or folder nowhere.txt.\nTry: check the path\n"
    assert gsw("ingest", str(QUARRY), str(QUARRY), "--as", "one", "-w", fresh).exit_code == 2
    assert gsw("ingest", "-w", fresh).exit_code == 2


# -- ask and show ------------------------------------------------------------------------------------------------------


def test_ask_prints_answer_and_numbered_evidence(gsw: Run, quarry: str) -> None:
    result = gsw("ask", "Where was Ada Quill on 3 March 1994?", "-w", quarry)
    assert result.exit_code == 0
    first, second, quote, *_ = result.stdout.splitlines()
    assert first == "Tollen Quarry"
    assert second.startswith("[1] ") and "quarry.md, Chapter 1: The Slide" in second
    assert quote.strip() == "“On 3 March 1994, Ada Quill was at Tollen Quarry.”"


def test_ask_as_json_is_an_answer(gsw: Run, quarry: str) -> None:
    said = loaded(gsw("ask", "Where was Ada Quill on 3 March 1994?", "-w", quarry, "--json"))
    assert said["items"] == ["Tollen Quarry"]
    start, end = said["evidence"][0]["start"], said["evidence"][0]["end"]
    assert QUARRY.read_text()[start:end] == said["evidence"][0]["quote"]


def test_ask_says_when_the_memory_does_not_say(gsw: Run, quarry: str) -> None:
    result = gsw("ask", "Where was Zebulon Farr on 3 March 1994?", "-w", quarry)
    assert result.exit_code == 0
    assert "does not say" in result.stdout
    assert "“" not in result.stdout


@pytest.mark.parametrize("question", ["", "   "])
def test_ask_refuses_an_empty_question(gsw: Run, quarry: str, question: str) -> None:
    result = gsw("ask", question, "-w", quarry)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: The question is empty.\nTry: ")


@pytest.mark.parametrize("question", ["AND OR NOT ( [ ~ *", "who:was/there?^2 && 'x' \\", "\x1b[2J`) DELETE n //"])
def test_ask_takes_operators_for_words(gsw: Run, quarry: str, question: str) -> None:
    result = gsw("ask", question, "-w", quarry)
    assert result.exit_code == 0
    assert "\x1b" not in result.output


def test_ask_takes_its_limits_as_settings(gsw: Run, quarry: str) -> None:
    narrow = loaded(gsw("ask", "When was Ada Quill cleared?", "--max-chapters", "1", "-w", quarry, "--json"))
    assert len({passage["chapter"] for passage in narrow["evidence"]}) <= 1
    refused = gsw("ask", "Who?", "--max-tokens", "1", "-w", quarry)
    assert refused.exit_code == 1 and "max_tokens" in refused.stderr


def test_show_tells_who_it_is_and_its_timeline(gsw: Run, quarry: str) -> None:
    result = gsw("show", "Bram Oster", "-w", quarry)
    assert result.exit_code == 0
    assert result.stdout.startswith("Bram Oster\n")
    row = next(line for line in result.stdout.splitlines() if "witness" in line and "1994-06-20" in line)
    assert "quarry.md 2" in row and "role" in row


def test_show_tells_namesakes_apart(gsw: Run, quarry: str) -> None:
    ada, dora = loaded(gsw("show", "Quill", "-w", quarry, "--json"))
    assert {ada["name"], dora["name"]} == {"Ada Quill", "Dora Quill"}
    shown = gsw("show", "Quill", "-w", quarry).stdout
    assert "2 entities" in shown and ada["uid"] in shown and dora["uid"] in shown
    [one] = loaded(gsw("show", dora["uid"], "-w", quarry, "--json"))
    assert one["name"] == "Dora Quill"


def test_show_of_an_unknown_name_fails_with_a_hint(gsw: Run, quarry: str) -> None:
    result = gsw("show", "Zebulon Farr", "-w", quarry)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "'Zebulon Farr'" in result.stderr and "Try: gsw status" in result.stderr


def test_bytes_that_are_not_text_are_a_usage_error(gsw: Run, quarry: str) -> None:
    for args in (["ask", "who \udcff?"], ["show", "\udcff"], ["status", "-w", "\udcff"]):
        assert gsw("-w", quarry, *args).exit_code == 2


# -- what a text does to a terminal ------------------------------------------------------------------------------------


def test_names_and_keys_do_not_reach_the_terminal_as_commands(gsw: Run, fresh: str) -> None:
    text = "[bold]Ada[/bold] Quill \u202ewas at Tollen Quarry on 3 March 1994. Ada Quill was a guard."
    stored = gsw("ingest", "-", "--as", "odd [red]key[/red]", "-w", fresh, input=text.encode())
    assert "odd [red]key[/red]" in stored.stdout
    for args in (["show", "Quill"], ["ask", "Where was Ada Quill on 3 March 1994?"], ["status"]):
        plain_text = gsw(*args, "-w", fresh).output
        as_json = gsw(*args, "-w", fresh, "--json").output
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", plain_text + as_json)
    assert "[red]key[/red]" in gsw("show", "Quill", "-w", fresh).output


@given(st.text())
def test_plain_text_has_nothing_to_obey(text: str) -> None:
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", plain.lines(text))
    assert "\n" not in plain.line(text)


@given(st.text(st.characters(categories=["L", "N", "P", "Zs", "S"])))
def test_plain_text_keeps_what_is_harmless(text: str) -> None:
    assert plain.lines(text) == text


@given(st.text())
def test_json_says_the_same_after_escaping(text: str) -> None:
    escaped = plain.json_text(json.dumps(text, ensure_ascii=False))
    assert json.loads(escaped) == text
    assert not re.search("[\x00-\x1f\x7f-\x9f\u202e\ud800-\udfff]", escaped)


# -- the workspace -----------------------------------------------------------------------------------------------------


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

    empty = now()
    gsw("ingest", str(QUARRY), "-w", fresh)
    full = now()
    assert full != empty and gsw("digest", "-w", fresh).stdout == f"{full}\n"
    assert loaded(gsw("rebuild", "-w", fresh, "--json")) == {"documents": 1}
    assert now() == full
    assert gsw("forget", "quarry.md", "-w", fresh).stdout == "Forgotten: quarry.md\n"
    assert now() == empty
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


# -- the server and the settings ---------------------------------------------------------------------------------------


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


# -- the edges of a process --------------------------------------------------------------------------------------------


def test_interruption_exits_with_130_and_says_how_to_go_on(
    gsw: Run, quarry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Workspace, "ask", interrupted)
    result = gsw("ask", "Who?", "-w", quarry)
    assert (result.exit_code, result.stdout) == (130, "")
    assert "run it again to go on" in result.stderr


def test_a_closed_pipe_is_no_error_message(tmp_path: Path) -> None:
    code = "from gsw_graph.cli.main import main; import sys; sys.argv = ['gsw', 'config', 'show', '--json']; main()"
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, "-c", code], stdout=writer, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    os.close(writer)
    assert done.stderr == ""


def test_no_command_is_a_usage_error() -> None:
    assert run().exit_code == 2
    assert run("no-such-command").exit_code == 2
