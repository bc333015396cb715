"""The commands that ask a model: who is asked is a choice, what it costs is said before and after, keys stay secret."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import said
from canned import items_of, task_of
from commands import Run, loaded
from conftest import Neo4j
from model_road import MODEL, impatient
from model_server import Answer, ModelServer, wrong_key
from model_server.answers import Request

KEY = "sk-test-Secret0123456789-NEVER-SHOWN"


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(said.reply, inputs=said.inputs, key=KEY) as one:
        yield one


@pytest.fixture
def road(
    gsw: Run, fresh: str, server: ModelServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Any]:
    """Return the command in a workspace of its own, with the key where a user has it and nothing said of a model."""
    monkeypatch.setenv("GSW_WORKSPACE", fresh)
    monkeypatch.setenv("GSW_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return gsw


@pytest.fixture
def llm(road: Run, server: ModelServer) -> Run:
    """Return the command in a workspace for which the test server's model was chosen."""
    assert road("operator", "llm", "--model", MODEL, "--base-url", server.base_url).exit_code == 0
    return road


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "story.md"
    path.write_text(said.chapters(2, 5), encoding="utf-8")
    return path


# -- who is asked is a choice ------------------------------------------------------------------------


def test_a_key_in_the_environment_is_no_consent(
    road: Run, story: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    monkeypatch.setenv("GSW_MODEL", MODEL)
    assert road("ingest", str(story)).exit_code == 0
    assert not server.work.statuses
    assert loaded(road("operator", "--json"))["operator"] == "local"
    asked = road("ingest", str(story), "--operator", "llm")
    assert asked.exit_code == 1
    assert "remembers operator 'local', and 'llm' was asked for" in asked.stderr
    assert "gsw operator" in asked.stderr
    assert not server.work.statuses


def test_a_workspace_remembers_its_model_and_server(llm: Run, story: Path, server: ModelServer) -> None:
    assert llm("ingest", str(story)).exit_code == 0
    assert server.work.statuses
    sent = server.work.statuses.total()
    for flag, other in (
        ("--model", "gpt-4.1"),
        ("--base-url", "http://127.0.0.1:9/v1"),
        ("--operator", "local"),
    ):
        refused = llm("ingest", str(story), flag, other)
        assert refused.exit_code == 1
        assert f"and {other!r} was asked for" in refused.stderr
        assert "gsw operator" in refused.stderr
    assert llm("ingest", str(story), "--model", MODEL, "--base-url", server.base_url).exit_code == 0
    assert server.work.statuses.total() == sent


def test_the_choice_is_shown_whatever_the_environment_asks_for(
    llm: Run, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GSW_MODEL", "another")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    shown = loaded(llm("operator", "--json"))
    assert (shown["operator"], shown["model"], shown["base_url"]) == ("llm", MODEL, server.base_url)
    assert loaded(llm("status", "--json"))["model"] == MODEL
    assert llm("operator", "--model", "another").exit_code == 0
    assert loaded(llm("operator", "--json"))["model"] == "another"


def test_openais_own_variable_names_the_server_of_a_new_workspace(
    road: Run, story: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    assert road("ingest", str(story), "--operator", "llm", "--model", MODEL).exit_code == 0
    monkeypatch.delenv("OPENAI_BASE_URL")
    assert loaded(road("operator", "--json"))["base_url"] == server.base_url
    sent = server.work.statuses.total()
    assert road("ingest", str(story), "--as", "again").exit_code == 0
    assert server.work.statuses.total() == sent > 0
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    refused = road("ingest", str(story))
    assert refused.exit_code == 1 and "'http://127.0.0.1:9/v1' was asked for" in refused.stderr


def test_another_model_stays_at_the_server_that_was_chosen(road: Run, server: ModelServer) -> None:
    assert road("operator", "llm", "--model", MODEL, "--base-url", server.base_url).exit_code == 0
    assert loaded(road("operator", "--model", "another", "--json"))["base_url"] == server.base_url
    assert loaded(road("operator", "--base-url", "openai", "--json"))["base_url"] == "openai"


def test_local_and_back_stays_at_the_server_that_was_chosen(road: Run, server: ModelServer) -> None:
    assert road("operator", "llm", "--model", MODEL, "--base-url", server.base_url).exit_code == 0
    assert loaded(road("operator", "local", "--json"))["operator"] == "local"
    assert loaded(road("operator", "llm", "--json"))["base_url"] == server.base_url


def test_a_model_that_nobody_asks_is_not_remembered_in_silence(road: Run) -> None:
    refused = road("operator", "--model", MODEL)
    assert refused.exit_code == 1 and "gsw operator llm --model" in refused.stderr
    assert road("operator", "llm", "--model", MODEL, "--base-url", "127.0.0.1:8080").exit_code == 1


def test_a_model_for_answers_does_not_become_the_reader_unasked(road: Run, server: ModelServer) -> None:
    assert road("operator", "llm", "--model", MODEL, "--base-url", server.base_url).exit_code == 0
    refused = road("operator", "--answers", "llm", "--model", "another")
    assert refused.exit_code == 1 and "would read them all anew" in refused.stderr
    assert loaded(road("operator", "--json"))["model"] == MODEL
    assert road("operator", "llm", "--answers", "llm", "--model", "another").exit_code == 0


def test_a_changed_model_reads_anew_what_is_ingested_again(llm: Run, story: Path, server: ModelServer) -> None:
    assert llm("ingest", str(story)).exit_code == 0
    assert llm("operator", "--model", "gpt-4.1", "--base-url", server.base_url).exit_code == 0
    assert {count for count in server.paid.values()} == {1}
    assert llm("ingest", str(story)).exit_code == 0
    assert {count for count in server.paid.values()} == {2}
    assert llm("operator", "local").exit_code == 0
    assert llm("ingest", str(story)).exit_code == 0
    assert llm("operator", "llm").exit_code == 0
    assert llm("ingest", str(story)).exit_code == 0
    assert {count for count in server.paid.values()} == {2}, "what a model said of a text is kept while others read it"


@pytest.mark.parametrize("way", ["flag", "command", "variable", "openai"])
def test_an_address_with_credentials_is_refused_and_kept_nowhere(
    road: Run, story: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "http://me:Geheim77@127.0.0.1:9/v1"
    if way in {"variable", "openai"}:
        monkeypatch.setenv("GSW_BASE_URL" if way == "variable" else "OPENAI_BASE_URL", address)
    if way == "command":
        result = road("operator", "llm", "--model", MODEL, "--base-url", address)
    else:
        flags = ["--base-url", address] if way == "flag" else []
        result = road("ingest", str(story), "--operator", "llm", "--model", MODEL, *flags)
    assert result.exit_code == 1
    assert "Geheim77" not in result.output
    assert "user name or password" in result.stderr
    monkeypatch.delenv("GSW_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    assert "There is no workspace" in road("operator").stderr


@pytest.mark.parametrize(
    ("flags", "message", "hint"),
    [
        (["--operator", "llm"], "none is named", "--model NAME"),
        (["--operator", "gpt"], "No operator is named 'gpt'", "local or llm"),
        (["--operator", "llm", "--model", MODEL, "--budget", "5 apples"], "is no budget", "5usd"),
        (
            ["--operator", "llm", "--model", "mine", "--base-url", "http://127.0.0.1:9/v1", "--budget", "5usd"],
            "no price",
            "tokens",
        ),
        (["--operator", "llm", "--model", MODEL, "--base-url", "nowhere"], "is no address", "http://"),
    ],
)
@pytest.mark.parametrize("batch", [[], ["--batch"]], ids=["live", "batch"])
def test_what_cannot_be_asked_is_said_before_anything_is_made(
    road: Run, story: Path, flags: list[str], message: str, hint: str, batch: list[str]
) -> None:
    result = road("ingest", str(story), *flags, *batch)
    assert result.exit_code == 1
    assert message in result.stderr and hint in result.stderr
    assert "There is no workspace" in road("operator").stderr


def test_without_a_key_openai_is_not_asked(road: Run, story: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    result = road("ingest", str(story), "--operator", "llm", "--model", MODEL)
    assert result.exit_code == 1
    assert "there is no key for it" in result.stderr and "GSW_API_KEY" in result.stderr


# -- what it costs -----------------------------------------------------------------------------------


def test_a_dry_run_asks_nothing_and_writes_nothing(road: Run, story: Path, server: ModelServer, tmp_path: Path) -> None:
    asked = ["--operator", "llm", "--model", MODEL, "--base-url", server.base_url]
    shown = road("ingest", str(story), *asked, "--dry-run")
    assert shown.exit_code == 0
    assert "Nothing was asked, and nothing written." in shown.stdout
    assert "Prices of 20" in shown.stdout
    assert not server.work.statuses
    assert "There is no workspace" in road("operator").stderr
    assert not (tmp_path / "home").exists()


def test_a_dry_run_says_what_a_run_then_takes(llm: Run, tmp_path: Path, server: ModelServer) -> None:
    for number in range(3):
        (tmp_path / f"{number}.md").write_text(said.chapters(2, 9, 18 * (number % 2)), encoding="utf-8")
    paths = [str(tmp_path / f"{number}.md") for number in range(3)]
    found = loaded(llm("ingest", *paths, "--dry-run", "--json"))
    stages = {stage["task"]: stage for stage in found["stages"]}
    assert (found["model"], found["documents"], found["unchanged"]) == (MODEL, 3, 0)
    assert llm("ingest", *paths).exit_code == 0
    spent = {row["task"]: row for row in loaded(llm("status", "--json"))["spending"]}
    assert stages["annotate"]["tokens_in"] == spent["annotate"]["tokens_in"]
    for task in ("annotate", "extract", "couple"):
        assert stages[task]["calls"] == spent[task]["calls"], task
        assert 0.7 < stages[task]["tokens_in"] / spent[task]["tokens_in"] < 1.4, task
    sent = server.work.statuses.total()
    (tmp_path / "1.md").write_text(said.chapters(2, 9, 18).replace("note 20.", "nobody."), encoding="utf-8")
    again = loaded(llm("ingest", *paths, "--dry-run", "--json"))
    assert (again["documents"], again["unchanged"]) == (1, 2)
    assert {stage["task"]: stage["items"] for stage in again["stages"]} == {"annotate": 1, "extract": 9, "couple": 9}
    assert server.work.statuses.total() == sent


def test_a_dry_run_of_what_is_there_in_part_knows_what_is_missing(
    llm: Run, tmp_path: Path, server: ModelServer
) -> None:
    path = tmp_path / "a.md"
    path.write_text(said.text(*range(6)), encoding="utf-8")

    def broken(request: Request) -> Answer:
        return Answer("No.") if task_of(request) == "couple" else said.reply(request)

    server.reply = broken
    assert llm("ingest", str(path)).exit_code == 1
    found = loaded(llm("ingest", str(path), "--dry-run", "--json"))
    assert {stage["task"]: stage["items"] for stage in found["stages"]} == {"annotate": 0, "extract": 0, "couple": 6}
    server.reply = said.reply
    before = loaded(llm("status", "--json"))["spending"]
    assert llm("ingest", str(path)).exit_code == 0
    (latest,) = [row for row in loaded(llm("status", "--json"))["spending"] if row["run"] != before[0]["run"]]
    (stage,) = [stage for stage in found["stages"] if stage["task"] == "couple"]
    assert (latest["task"], latest["calls"]) == ("couple", stage["calls"])
    assert 0.95 < stage["tokens_in"] / latest["tokens_in"] < 1.05


def test_batches_are_half_the_price_in_a_dry_run(llm: Run, story: Path) -> None:
    live, batch = (loaded(llm("ingest", str(story), "--dry-run", "--json", *more)) for more in ([], ["--batch"]))
    costs = [sum(stage["cost"] for stage in found["stages"]) for found in (live, batch)]
    assert costs[0] == pytest.approx(2 * costs[1])
    assert costs[1] > 0


def test_money_is_shown_by_prompt_and_run(llm: Run, story: Path, server: ModelServer) -> None:
    first = llm("ingest", str(story))
    assert f"Model: {server.work.statuses.total()} calls" in first.stderr and "$0.00" in first.stderr
    assert llm("ingest", str(story), "--as", "b").stderr.count("Model:") == 0, "it asked nothing"
    found = loaded(llm("status", "--json"))
    assert found["operator"] == "llm"
    rows = found["spending"]
    assert {row["task"] for row in rows} == {"annotate", "extract", "couple"}
    assert sum(row["tokens_in"] for row in rows) == server.work.tokens["in"]
    assert sum(row["tokens_out"] for row in rows) == server.work.tokens["out"]
    assert sum(row["calls"] for row in rows) == server.work.statuses.total()
    shown = llm("status").stdout
    for line in ("prompt annotate", "prompt extract", "prompt couple", f"run {rows[0]['run']}", "all"):
        assert line in shown
    assert f"{server.work.tokens['in']:,}" in shown


def test_a_model_without_a_price_is_said_to_have_none(road: Run, story: Path, server: ModelServer) -> None:
    assert road("operator", "llm", "--model", "mine", "--base-url", server.base_url).exit_code == 0
    dry = road("ingest", str(story), "--dry-run")
    assert "The price list has no mine" in dry.stdout and "no price" in dry.stdout
    assert road("ingest", str(story)).exit_code == 0
    assert "calls without a price" in road("status").stdout
    assert loaded(road("status", "--json"))["spending"][0]["unpriced"] > 0


def test_a_spent_budget_is_an_exit_of_1_with_a_hint(llm: Run, story: Path, server: ModelServer) -> None:
    stopped = llm("ingest", str(story), "--budget", "4ktok", "--chunks-per-call", "1")
    assert stopped.exit_code == 1
    assert "The budget of 4000tok does not bear another call" in stopped.stderr
    assert "larger --budget" in stopped.stderr
    assert "Model: " in stopped.stderr, "what it has cost is said all the same"
    assert llm("ingest", str(story), "--chunks-per-call", "1").exit_code == 0
    assert set(server.paid.values()) == {1}


def test_failed_chunks_are_an_exit_of_1(llm: Run, story: Path, server: ModelServer) -> None:
    def broken(request: Request) -> Answer:
        bad = task_of(request) == "extract" and "note 3." in items_of(request)[0]
        return Answer("No.") if bad else said.reply(request)

    server.reply = broken
    result = llm("ingest", str(story), "--chunks-per-call", "1")
    assert result.exit_code == 1
    assert "1 of 10 chunks failed" in result.stdout
    assert "The reply holds no JSON" in llm("status").stdout


# -- keys --------------------------------------------------------------------------------------------


def test_a_key_is_nowhere_but_in_the_requests(
    llm: Run,
    story: Path,
    server: ModelServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    neo4j_server: Neo4j,
    fresh: str,
) -> None:
    other = "sk-Other-9876543210-ALSO-SECRET"

    def leaky(request: Request) -> Answer:
        if task_of(request) == "couple":
            return wrong_key(KEY)
        return said.reply(request)

    server.reply = leaky
    outputs = [llm("ingest", str(story))]
    assert outputs[0].exit_code == 1 and "refuses the key" in outputs[0].stderr
    server.reply = said.reply
    with monkeypatch.context() as patch:
        patch.setenv("GSW_API_KEY", other)
        outputs.append(llm("ingest", str(story)))
        assert outputs[-1].exit_code == 1
        outputs += [llm("config", "show"), llm("config", "show", "--json"), llm("config", "show", "--origin")]
    outputs += [
        llm("ingest", str(story)),
        llm("status"),
        llm("status", "--json"),
        llm("operator"),
        llm("batch", "list"),
    ]
    outputs += [llm("log", "export", str(tmp_path / "sealed")), llm("log", "--help")]
    for secret in (KEY, other, "NEVER-SHOWN", "ALSO-SECRET"):
        assert not [result.output for result in outputs if secret in result.output]
        written = [path for path in tmp_path.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]
        assert not written
    from gsw_graph.graph import Graph

    graph = Graph(neo4j_server.uri, neo4j_server.user, neo4j_server.password)
    statement = "MATCH (n) WHERE n.workspace = $workspace RETURN properties(n) AS all"
    everything = graph.driver.execute_query(statement, workspace=fresh).records
    assert len(everything) > 20
    assert "NEVER-SHOWN" not in repr(everything) and "ALSO-SECRET" not in repr(everything)
    graph.close()


def test_status_names_what_is_paid_for_before_a_document_is_written(llm: Run, story: Path) -> None:
    assert llm("ingest", str(story), "--budget", "3ktok").exit_code == 1
    told = llm("status").stdout
    assert "replies of the model that are kept" in told or "done" in told
    assert "Try: gsw ingest PATH" not in told
