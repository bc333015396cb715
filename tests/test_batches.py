"""Texts taken in by batches of calls, over HTTP: half the price, in as many runs as it takes, nothing paid twice."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import said
from canned import items_of, task_of
from commands import Run, loaded
from conftest import Neo4j
from gsw_graph.errors import BudgetError, ConfigError, ModelError
from gsw_graph.ingest import DocumentReport
from gsw_graph.llm.batch import BatchClient, BatchRequest
from gsw_graph.llm.batch_lines import within_bounds
from gsw_graph.llm.completion import Usage
from gsw_graph.llm.prices import Prices
from gsw_graph.log import Log
from gsw_graph.replies import IN_A_BATCH
from gsw_graph.underway import under_way
from model_road import MODEL, Opener, entries, opening, reasons
from model_server import Answer, ModelServer, Pace, parts, server_error, unsupported
from model_server.answers import Request

TEXT = said.chapters(2, 5)


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gsw_graph.batches.FIRST_POLL", 0.01)
    monkeypatch.setattr("gsw_graph.batches.LONGEST_POLL", 0.01)


@pytest.fixture
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where a run waits for what will not come."""
    sleep, pauses = time.sleep, iter(range(300))

    def counted(seconds: float) -> None:
        assert seconds != 0.01 or next(pauses, None) is not None, "it waits for ever"
        sleep(seconds)

    monkeypatch.setattr("gsw_graph.batches.time.sleep", counted)


@pytest.fixture
def opened(neo4j_server: Neo4j, tmp_path: Path) -> Iterator[Opener]:
    with opening(neo4j_server, tmp_path / "home") as opener:
        yield opener


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture
def digest(opened: Opener, path: Path) -> Callable[[], str]:
    """Return what makes the digest of the text as live calls make it."""

    def made() -> str:
        with ModelServer(said.reply) as server:
            one = opened(server)
            assert [report.status for report in one.ingest(path)] == ["done"]
            return one.digest()

    return made


def tasks_of(server: ModelServer) -> list[list[str]]:
    """Return the tasks of each batch that was made."""
    return [sorted({task_of(line["body"]) for line in batch.lines}) for batch in server.batches.batches.values()]


def test_batches_make_the_same_memory_for_half_the_price(opened: Opener, path: Path, digest: Callable[[], str]) -> None:
    with ModelServer(said.reply, inputs=said.inputs) as server:
        one = opened(server)
        (report,) = one.ingest_in_batches(path)
        assert (report.status, report.read) == ("done", 10)
        assert tasks_of(server) == [["annotate"], ["extract"], ["couple"]]
        assert set(server.paid.values()) == {1}
        first, *others = sorted(entries(one, "call"), key=lambda entry: entry["batch"])
        assert first["task"] == "annotate" and not first["batch"], (
            "a call goes ahead, so that nobody waits for a refusal"
        )
        assert all(entry["batch"] for entry in others)
        assert one.digest() == digest()
        assert not server.batches.files, "none is left at the endpoint"
        sums = (sum(entry[name] for entry in others) for name in ("tokens_in", "tokens_cached", "tokens_out"))
        whole = Prices().cost(MODEL, Usage(*sums))
        assert whole and sum(entry["cost"] for entry in others) == pytest.approx(whole / 2)
        paid = server.paid.total()
        assert [report.status for report in one.ingest_in_batches(path)] == ["unchanged"]
        assert [report.status for report in one.ingest(path)] == ["unchanged"]
        assert server.paid.total() == paid
        assert not under_way(one.graph, one.name)


def test_nobody_has_to_wait(opened: Opener, path: Path, digest: Callable[[], str]) -> None:
    with ModelServer(said.reply, inputs=said.inputs, pace=Pace(polls=2)) as server:
        name = opened(server).name
        runs = 0
        reports: list[DocumentReport] = []
        while not reports:
            runs += 1
            assert runs < 30
            reports = opened(server, name).ingest_in_batches(path, wait=False)
        assert runs > 4
        assert [report.status for report in reports] == ["done"]
        assert set(server.paid.values()) == {1}
        assert opened(server, name).digest() == digest()


def test_a_live_run_does_not_pay_for_what_a_batch_is_doing(opened: Opener, path: Path) -> None:
    with ModelServer(said.reply, inputs=said.inputs, pace=Pace(polls=5)) as server:
        one = opened(server)
        assert one.ingest_in_batches(path, wait=False) == []
        with pytest.raises(ConfigError, match="waits for") as raised:
            one.ingest(path)
        assert "--batch" in raised.value.hint
        assert [report.status for report in one.ingest_in_batches(path)] == ["done"]
        assert set(server.paid.values()) == {1}


def test_a_cancelled_batch_lets_live_calls_go_on(opened: Opener, path: Path, digest: Callable[[], str]) -> None:
    with ModelServer(said.reply, inputs=said.inputs, pace=Pace(polls=5)) as server:
        one = opened(server)
        assert one.ingest_in_batches(path, wait=False) == []
        assert one.cancel_batches() == 1
        assert [batch.status for batch in one.batches()] == ["cancelled"]
        assert [report.status for report in one.ingest(path)] == ["done"]
        assert max(server.paid.values()) == 1
        assert one.batches() == []
        assert one.digest() == digest()


def test_what_is_done_of_a_cancelled_batch_is_kept(opened: Opener, path: Path) -> None:
    path.write_text(said.chapters(6, 1), encoding="utf-8")
    with ModelServer(said.reply, inputs=said.inputs, pace=Pace(polls=2)) as server:
        one = opened(server, chunks_per_call=1)
        assert one.ingest_in_batches(path, wait=False) == []
        one.batches()
        assert len(server.paid) == 3, "half of it"
        one.cancel_batches()
        assert [report.status for report in one.ingest_in_batches(path)] == ["done"]
        assert set(server.paid.values()) == {1}


@pytest.mark.parametrize("ends", ["expired", "half"])
def test_what_an_expired_batch_did_not_do_is_asked_in_another(
    opened: Opener, path: Path, digest: Callable[[], str], ends: str
) -> None:
    path.write_text(said.chapters(3, 4), encoding="utf-8")
    with ModelServer(said.reply, inputs=said.inputs) as server:
        one = opened(server, chunks_per_call=1)
        server.batches.pace = Pace(end="expired", done=0 if ends == "expired" else 1)
        seen: list[Any] = []

        def looked(at: Any) -> None:
            seen.append(at)
            server.batches.pace = Pace()

        (report,) = one.ingest_in_batches(path, batch=looked)
        assert report.status == "done"
        assert "expired" in {at.status for at in seen}
        assert set(server.paid.values()) == {1}
        assert ["annotate" in tasks for tasks in tasks_of(server)[:2]] == [True, True]
        assert one.digest() == digest()


def test_a_batch_that_fails_as_a_whole_stops_once_and_is_made_anew(opened: Opener, path: Path) -> None:
    with ModelServer(said.reply, inputs=said.inputs, pace=Pace(end="failed")) as server:
        one = opened(server)
        with pytest.raises(ModelError, match="failed as a whole: token_limit_exceeded"):
            one.ingest_in_batches(path)
        assert not entries(one, "reply", "pending")
        server.batches.pace = Pace()
        assert [report.status for report in one.ingest_in_batches(path)] == ["done"]
        assert set(server.paid.values()) == {1}


def test_a_line_that_failed_is_asked_again(opened: Opener, path: Path) -> None:
    failed: set[str] = set()

    def once(request: Request) -> Answer:
        first = str(items_of(request)[0])
        if task_of(request) == "extract" and first not in failed:
            failed.add(first)
            return server_error()
        return said.reply(request)

    with ModelServer(once, inputs=said.inputs) as server:
        one = opened(server)
        (report,) = one.ingest_in_batches(path)
        assert report.status == "done"
        assert set(server.paid.values()) == {1}


@pytest.mark.parametrize("wait", [True, False])
def test_a_reply_that_cannot_be_used_is_asked_for_once_more_and_alone(opened: Opener, path: Path, wait: bool) -> None:
    def broken(request: Request) -> Answer:
        found = said.rows(request)
        items = items_of(request)
        if task_of(request) != "extract":
            return parts(*found)
        kept = [
            {"number": number, **row}
            for number, (row, item) in enumerate(zip(found, items, strict=True), 1)
            if "note 3." not in item
        ]
        return parts(*kept) if kept else Answer("No.")

    with ModelServer(broken, inputs=said.inputs) as server:
        name = opened(server).name
        reports: list[DocumentReport] = []
        for _ in range(40):
            reports = opened(server, name).ingest_in_batches(path, wait=wait)
            if reports:
                break
        assert [report.reason for report in reports] == ["1 of 10 chunks failed"]
        one = opened(server, name)
        (reason,) = reasons(one).values()
        assert "holds no JSON" in reason
        asked = [len(items_of(body)) for body in server.work.bodies if "note 3." in "".join(items_of(body))]
        assert asked[-2:] == [4, 1] and len(asked) == 3, "who is who, then what it says, and that once more alone"
        server.reply = said.reply
        for _ in range(40):
            reports = opened(server, name).ingest_in_batches(path, wait=wait)
            if reports:
                break
        assert [report.status for report in reports] == ["done"]


def test_a_line_that_always_fails_is_given_up(opened: Opener, path: Path) -> None:
    def never(request: Request) -> Answer:
        bad = task_of(request) == "extract" and "note 3." in items_of(request)[0]
        return server_error() if bad else said.reply(request)

    with ModelServer(never, inputs=said.inputs) as server:
        one = opened(server, chunks_per_call=1)
        (report,) = one.ingest_in_batches(path)
        assert report.reason == "1 of 10 chunks failed"
        (reason,) = reasons(one).values()
        assert "asked for in 4 batches" in reason
        assert max(server.paid.values()) == 1


def test_two_that_ask_in_batches_at_once_pay_once(opened: Opener, path: Path) -> None:
    with ModelServer(said.reply, inputs=said.inputs, pace=Pace(polls=3)) as server:
        first = opened(server, chunks_per_call=2)
        second = opened(server, first.name, chunks_per_call=3)
        assert first.graph and second.graph
        with ThreadPoolExecutor(2) as pool:
            futures = [pool.submit(one.ingest_in_batches, path) for one in (first, second)]
            statuses = [report.status for future in futures for report in future.result(60)]
        assert set(statuses) <= {"done", "unchanged"} and len(statuses) == 2
        assert set(server.paid.values()) == {1}


@pytest.mark.usefixtures("impatience")
def test_a_batch_that_another_reads_first_leaves_nobody_waiting(opened: Opener, path: Path) -> None:
    said_nothing: list[Request] = []

    def once(request: Request) -> Answer:
        if task_of(request) == "extract" and not said_nothing:
            said_nothing.append(request)
            return Answer("No.")
        return said.reply(request)

    with ModelServer(once, inputs=said.inputs, pace=Pace(polls=3)) as server:
        first = opened(server)
        second = opened(server, first.name)
        reports: list[DocumentReport] = []

        def looked(_: Any) -> None:
            if tasks_of(server)[-1] == ["extract"] and not reports:
                reports.extend(second.ingest_in_batches(path))

        (report,) = first.ingest_in_batches(path, batch=looked)
        assert said_nothing
        assert {report.status, *(one.status for one in reports)} <= {"done", "unchanged"}
        assert not entries(first, "reply", "failed")


@pytest.mark.usefixtures("impatience")
def test_a_batch_that_another_gives_up_is_made_anew_by_who_waits_for_it(opened: Opener, path: Path) -> None:
    with ModelServer(said.reply, inputs=said.inputs, pace=Pace(polls=3)) as server:
        first = opened(server)
        second = opened(server, first.name)
        given_up: list[int] = []

        def looked(_: Any) -> None:
            if not given_up:
                server.batches.batches.clear()
                given_up.append(second.cancel_batches())

        (report,) = first.ingest_in_batches(path, batch=looked)
        assert given_up == [1]
        assert report.status == "done"


def test_a_batch_holds_its_inputs_when_who_made_it_has_left(
    opened: Opener, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ModelServer(said.reply, inputs=said.inputs, pace=Pace(polls=5)) as server:
        one = opened(server)
        assert one.ingest_in_batches(path, wait=False) == []
        assert one.graph
        (batch,) = under_way(one.graph, one.name)
        assert not Log(one.graph, one.name).claim(sorted(batch.keys), "reply")
        with monkeypatch.context() as patch:  # as in an ingest that had begun before the batch was made
            patch.setattr("gsw_graph.batching.Batching.make_way", lambda self: None)
            (report,) = one.ingest(path)
        assert report.status == "failed" or "failed" in report.reason
        assert any(IN_A_BATCH in reason for reason in reasons(one).values())
        assert [report.status for report in one.ingest_in_batches(path)] == ["done"]
        assert set(server.paid.values()) == {1}
        assert not entries(one, "reply", "batched")


def test_a_batch_that_is_being_sent_is_not_taken_for_lost(
    opened: Opener, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = BatchClient.submit
    with ModelServer(said.reply, inputs=said.inputs) as server:
        one = opened(server)
        other = opened(server, one.name)
        seen: list[int] = []

        def watched(self: BatchClient, *given: Any, **more: Any) -> str:
            assert one.graph
            assert other.ingest_in_batches(path, wait=False) == []
            with pytest.raises(ConfigError, match="being sent"):
                other.cancel_batches()
            seen.append(len(under_way(one.graph, one.name)))
            return submit(self, *given, **more)

        monkeypatch.setattr(BatchClient, "submit", watched)
        assert [report.status for report in one.ingest_in_batches(path)] == ["done"]
        assert seen == [1, 1, 1]
        assert set(server.paid.values()) == {1}


def test_what_brought_nothing_is_in_the_ledger_if_it_was_paid(opened: Opener, path: Path) -> None:
    empty: list[Request] = []

    def once(request: Request) -> Answer:
        if task_of(request) == "extract" and not empty:
            empty.append(request)
            return Answer("")
        return said.reply(request)

    with ModelServer(once) as server:
        one = opened(server)
        assert [report.status for report in one.ingest_in_batches(path)] == ["done"]
        (lost,) = entries(one, "call", "failed")
        assert lost["batch"] and lost["tokens_in"] > 0 and lost["cost"] > 0
        assert "empty text" in lost["reason"]


def test_batches_have_one_window_to_a_call(opened: Opener, path: Path) -> None:
    path.write_text(said.chapters(4, 3), encoding="utf-8")
    with ModelServer(said.reply, inputs=said.inputs) as server:
        one = opened(server)
        assert [report.status for report in one.ingest_in_batches(path)] == ["done"]
        windows = [body for body in server.work.bodies if task_of(body) == "annotate"]
        assert [len(items_of(body)) for body in windows] == [1] * 4


def test_requests_make_no_more_bytes_than_a_batch_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    requests = [BatchRequest(f"extract-{number}", {"model": MODEL}) for number in range(5)]
    monkeypatch.setattr("gsw_graph.llm.batch_lines.MOST_BYTES", 2 * len(requests[0].line))
    assert [len(some) for some in within_bounds(requests, 9)] == [2, 2, 1]
    assert [len(some) for some in within_bounds(requests, 1)] == [1] * 5


def test_no_line_of_a_batch_is_refused_for_a_way_of_asking(opened: Opener, path: Path) -> None:
    refused: list[str] = []

    def choosy(request: Request) -> Answer:
        if "temperature" in request:
            refused.append(task_of(request))
            return unsupported("temperature")
        return said.reply(request)

    with ModelServer(choosy, inputs=said.inputs) as server:
        name = opened(server).name
        runs = 0
        while not opened(server, name).ingest_in_batches(path, wait=False):
            runs += 1
            assert runs < 30
        lines = [line["body"] for batch in server.batches.batches.values() for line in batch.lines]
        assert lines and not any("temperature" in line for line in lines)
        assert set(server.paid.values()) == {1}


def test_files_that_may_not_be_deleted_end_nothing(opened: Opener, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(self: BatchClient, state: Any) -> None:
        raise ModelError("The endpoint refuses the key.")

    monkeypatch.setattr(BatchClient, "delete_files", forbidden)
    with ModelServer(said.reply, inputs=said.inputs) as server:
        one = opened(server)
        seen: list[str] = []
        (report,) = one.ingest_in_batches(path, batch=lambda at: seen.append(at.status))
        assert report.status == "done"
        assert "completed, its files stay there" in seen
        assert server.batches.files


KILLED = """
import os, signal, sys
from pathlib import Path
from types import SimpleNamespace
from conftest import Neo4j
from model_road import Words, settings
from gsw_graph.batches import Batches
from gsw_graph.llm.batch import BatchClient, BatchRequest
from gsw_graph.llm.batch_lines import within_bounds
from gsw_graph.workspace import Workspace

uri, user, password, base_url, key, home, name, path, moment = sys.argv[1:]
server = SimpleNamespace(base_url=base_url, key=key)
submit = BatchClient.submit

def killed(self, *given, **more):
    if moment == "after":
        submit(self, *given, **more)
    os.kill(os.getpid(), signal.SIGKILL)

BatchClient.submit = killed
given = settings(Neo4j(uri, user, password), server, Path(home), name)
Workspace(settings=given, embedder=Words).ingest_in_batches(path)
"""


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_client_that_is_killed_while_it_makes_a_batch_makes_no_second_one(
    neo4j_server: Neo4j, opened: Opener, path: Path, tmp_path: Path, moment: str
) -> None:
    with ModelServer(said.reply, inputs=said.inputs) as server:
        one = opened(server)
        assert one.graph
        arguments = [*neo4j_server, server.base_url, server.key, str(tmp_path / "home"), one.name, str(path), moment]
        done = subprocess.run([sys.executable, "-c", KILLED, *arguments], cwd=Path(__file__).parent, timeout=120)
        assert done.returncode == -signal.SIGKILL
        assert len(under_way(one.graph, one.name)) == 1
        assert [report.status for report in one.ingest_in_batches(path)] == ["done"]
        assert len(server.batches.batches) == 3
        assert set(server.paid.values()) == {1}


def test_a_short_silence_of_the_endpoint_ends_no_waiting(
    opened: Opener, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gsw_graph.llm.batch.TRIES", 0)
    with ModelServer(said.reply, inputs=said.inputs, pace=Pace(polls=3)) as server:
        one = opened(server)
        seen: list[str] = []

        def looked(at: Any) -> None:
            seen.append(at.status)
            if len(seen) == 2:
                server.inject("GET /v1/batches", server_error(503), server_error(503))

        assert [report.status for report in one.ingest_in_batches(path, batch=looked)] == ["done"]
        assert set(server.paid.values()) == {1}


def test_a_batch_that_the_endpoint_does_not_know_any_more_can_be_given_up(opened: Opener, path: Path) -> None:
    with ModelServer(said.reply, inputs=said.inputs) as server:
        one = opened(server)
        assert one.ingest_in_batches(path, wait=False) == []
        server.batches.batches.clear()
        with pytest.raises(Exception, match="does not know the batch") as raised:
            one.ingest_in_batches(path)
        assert "gsw batch cancel" in str(raised.value)
        assert one.cancel_batches() == 1
        assert [report.status for report in one.ingest_in_batches(path)] == ["done"]


def test_a_budget_bounds_batches_too(opened: Opener, path: Path) -> None:
    with ModelServer(said.reply, inputs=said.inputs) as server:
        one = opened(server, budget="1ktok")
        with pytest.raises(BudgetError, match="does not bear another call"):
            one.ingest_in_batches(path)
        assert not server.batches.batches
        assert not entries(one, "reply", "pending")
        again = opened(server, one.name)
        assert [report.status for report in again.ingest_in_batches(path)] == ["done"]
        unpriced = opened(server, budget="1usd", model="mine")
        with pytest.raises(ConfigError, match="has no price"):
            unpriced.ingest_in_batches(path)


def test_batches_that_are_made_together_share_a_budget(
    opened: Opener, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gsw_graph.batches.MOST_TOGETHER", 1)
    path.write_text(said.chapters(6, 4), encoding="utf-8")
    with ModelServer(said.reply, inputs=said.inputs) as server:
        one = opened(server, budget="3ktok")
        with pytest.raises(BudgetError):
            one.ingest_in_batches(path)
        assert server.work.tokens["in"] + server.work.tokens["out"] < 3000
        again = opened(server, one.name)
        assert [report.status for report in again.ingest_in_batches(path)] == ["done"]
        assert set(server.paid.values()) == {1}


def test_another_model_is_not_chosen_while_a_batch_is_under_way(opened: Opener, path: Path) -> None:
    with ModelServer(said.reply, inputs=said.inputs) as server:
        one = opened(server)
        assert one.ingest_in_batches(path, wait=False) == []
        for other in ({"model": "gpt-4.1", "base_url": server.base_url}, {"operator": "local"}):
            with pytest.raises(ConfigError, match="waits for"):
                one.choose(**other)
        assert one.ingest_in_batches(path)
        assert one.choose(model="gpt-4.1", base_url=server.base_url).model == "gpt-4.1"


# -- the command -------------------------------------------------------------------------------------


def test_the_command_leaves_batches_and_goes_on_with_them(
    gsw: Run, fresh: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GSW_WORKSPACE", fresh)
    monkeypatch.setenv("GSW_HOME", str(tmp_path / "home"))
    with ModelServer(said.reply, inputs=said.inputs, pace=Pace(polls=2)) as server:
        monkeypatch.setenv("GSW_API_KEY", server.key)
        assert gsw("operator", "llm", "--model", MODEL, "--base-url", server.base_url).exit_code == 0
        assert gsw("batch", "list").stdout.strip() == "No batch is under way."
        left = gsw("ingest", str(path), "--batch", "--no-wait")
        assert left.exit_code == 3
        assert "The same command goes on with them" in left.stderr
        (listed,) = loaded(gsw("batch", "list", "--json"))
        assert (listed["total"], listed["status"]) == (1, "finalizing")
        assert loaded(gsw("batch", "cancel", "--json")) == {"cancelled": 1}
        done = gsw("ingest", str(path), "--batch")
        assert done.exit_code == 0
        assert "completed" in done.stderr and "Model: " in done.stderr
        assert max(server.paid.values()) == 1
        assert gsw("ingest", str(path), "--no-wait").exit_code == 2
        assert gsw("operator", "local").exit_code == 0
        assert loaded(gsw("batch", "cancel", "--json")) == {"cancelled": 0}
