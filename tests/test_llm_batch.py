"""Batches over HTTP: all ways they end, what comes back of them, and that none is made twice."""

import json
import traceback
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gsw_graph.errors import GSWError, ModelError, OperatorError, Passing, TooLong
from gsw_graph.llm.batch import BatchClient, BatchFailure, BatchRequest, BatchState
from gsw_graph.llm.batch_lines import read_result
from gsw_graph.llm.completion import Reply
from gsw_graph.llm.model import Adapted, Model
from model_server import (
    Answer,
    ModelServer,
    Pace,
    ServerProcess,
    bad_request,
    context_length_exceeded,
    dropped,
    empty_choices,
    html_page,
    last_user,
    no_credit,
    rate_limited,
    refusal,
    server_error,
    unsupported,
)

ASKED = Model("a-model", base_url="http://localhost:1/v1")
"""A model that tests read results of, and never ask."""
KEY = "sk-batch-4711-not-to-be-seen"


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again once, as the client waits longer each time."""
    monkeypatch.setattr("gsw_graph.llm.batch.TRIES", 1)


def requests(*texts: str) -> list[BatchRequest]:
    return [
        BatchRequest(f"n{at}", {"model": "a-model", "messages": [{"role": "user", "content": text}]})
        for at, text in enumerate(texts)
    ]


@contextmanager
def batches(
    reply: Callable[[dict[str, Any]], Answer | str] = last_user, pace: Pace | None = None
) -> Iterator[tuple[ModelServer, BatchClient]]:
    with ModelServer(reply, key=KEY, pace=pace) as server:
        model = Model("a-model", base_url=server.base_url, api_key=KEY)
        yield server, BatchClient(model)
        model.close()


def finished(client: BatchClient, batch: str) -> BatchState:
    for _ in range(20):
        state = client.state(batch)
        if state.over:
            return state
    raise AssertionError(f"still {state.status}")


def texts_of(client: BatchClient, state: BatchState) -> dict[str, str]:
    return {name: said.text for name, said in client.results(state) if isinstance(said, Reply)}


def failures_of(client: BatchClient, state: BatchState) -> dict[str, GSWError]:
    return {name: said.error for name, said in client.results(state) if isinstance(said, BatchFailure)}


def test_a_batch_goes_through_its_states_and_brings_each_reply_to_its_request() -> None:
    with batches(pace=Pace(polls=2)) as (server, client):
        batch = client.submit(requests("one", "two", "three"), label="run 1")
        states = [client.state(batch) for _ in range(5)]
        assert [state.status for state in states] == [
            *("in_progress", "in_progress", "finalizing", "completed", "completed"),
        ]
        assert [state.over for state in states] == [False, False, False, True, True]
        assert [state.completed for state in states] == [0, 1, 3, 3, 3]
        last = states[-1]
        assert (last.total, last.failed, last.reason) == (3, 0, "")
        assert last.expires_at > 1_700_000_000
        assert texts_of(client, last) == {"n0": "one", "n1": "two", "n2": "three"}
        reply = dict(client.results(last))["n1"]
        assert isinstance(reply, Reply)
        assert reply.resolved == "a-model-2026-01-01" and reply.finish == "stop"
        assert reply.usage.tokens_in > 0 and reply.usage.tokens_out == 1 and not reply.usage.estimated
    assert max(server.paid.values()) == 1


def test_requests_that_fail_come_with_the_error_that_one_call_would_have_met() -> None:
    answers = {
        "refused": bad_request("Invalid 'messages'."),
        "long": context_length_exceeded(),
        "busy": rate_limited(),
        "broken": server_error(),
        "page": html_page(),
        "empty": empty_choices(),
        "poor": no_credit(),
    }
    with batches(lambda request: answers.get(last_user(request), "fine")) as (_, client):
        state = finished(client, client.submit(requests("ok", *answers), label="x"))
        assert texts_of(client, state) == {"n0": "fine"}
        kinds = {name: type(error) for name, error in failures_of(client, state).items()}
    assert kinds == {
        "n1": OperatorError,
        "n2": TooLong,
        "n3": Passing,
        "n4": Passing,
        "n5": Passing,
        "n6": Passing,
        "n7": ModelError,
    }


def test_a_batch_teaches_how_a_model_wants_to_be_asked() -> None:
    def reply(request: dict[str, Any]) -> Answer | str:
        return unsupported("temperature") if "temperature" in request else "fine"

    schema: dict[str, Any] = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    with ModelServer(reply, key=KEY) as server:
        model = Model("a-model", base_url=server.base_url, api_key=KEY)
        client = BatchClient(model)
        for kind in (BatchFailure, Reply):
            asked = [
                BatchRequest(name, model.parameters([{"role": "user", "content": name}], schema=schema, limit=9))
                for name in ("one", "two")
            ]
            said = dict(client.results(finished(client, client.submit(asked, label="x"))))
            assert {type(each) for each in said.values()} == {kind}
            if kind is BatchFailure:
                assert {type(each.error) for each in said.values() if isinstance(each, BatchFailure)} == {Adapted}
        model.close()


def test_a_refusal_is_a_reply() -> None:
    with batches(lambda request: refusal("No.")) as (_, client):
        (said,) = (said for _, said in client.results(finished(client, client.submit(requests("?"), label="x"))))
    assert isinstance(said, Reply) and said.refusal == "No."


def test_an_expired_batch_hands_over_what_is_done() -> None:
    with batches(pace=Pace(end="expired", done=2)) as (server, client):
        state = finished(client, client.submit(requests("a", "b", "c", "d"), label="x"))
        assert state.status == "expired"
        assert texts_of(client, state) == {"n0": "a", "n1": "b"}
        failures = failures_of(client, state)
        assert set(failures) == {"n2", "n3"}
        assert all(isinstance(error, Passing) for error in failures.values())
    assert sum(server.paid.values()) == 2


def test_a_batch_that_expired_before_anything_was_done_has_no_results_to_read() -> None:
    with batches(pace=Pace(end="expired", done=0)) as (_, client):
        state = finished(client, client.submit(requests("a"), label="x"))
        assert state.output_file_id == "" and state.error_file_id
        assert texts_of(client, state) == {}


def test_a_cancelled_batch_hands_over_what_is_done() -> None:
    with batches(pace=Pace(polls=4)) as (_, client):
        batch = client.submit(requests("a", "b", "c", "d"), label="x")
        client.state(batch)
        client.state(batch)
        client.cancel(batch)
        assert client.state(batch).status == "cancelled"
        state = client.state(batch)
        assert state.over and texts_of(client, state) == {"n0": "a", "n1": "b"}
        assert {str(error) for error in failures_of(client, state).values()} == {
            "The batch was cancelled before it came to this request."
        }
        client.cancel(batch)  # it is over: nothing to do


def test_a_batch_that_is_refused_says_why() -> None:
    wrong = requests("a", "b")
    wrong[1] = BatchRequest("n1", {**wrong[1].body, "model": "other"})
    with batches() as (server, client):
        state = finished(client, client.submit(wrong, label="x"))
        assert state.status == "failed" and "mismatched_model" in state.reason
        assert list(client.results(state)) == []
        server.batches.pace = Pace(end="failed")
        assert "token_limit_exceeded" in finished(client, client.submit(requests("a"), label="y")).reason


def test_a_broken_line_does_not_end_the_reading() -> None:
    with batches() as (server, client):
        state = finished(client, client.submit(requests("a\u2028b", "c", "d"), label="x"))
        file = server.batches.files[state.output_file_id]
        lines = file.content.splitlines()
        file.content = b"\n".join(
            [b'{"custom_id": "n9", "resp', b"", b"\xff\xfe", b"[1]", *lines, b'{"custom_id": "n8"}']
        )
        assert texts_of(client, state) == {"n0": "a\u2028b", "n1": "c", "n2": "d"}
        broken = [(name, said) for name, said in client.results(state) if isinstance(said, BatchFailure)]
    assert [name for name, _ in broken] == ["", "", "", "n8"]
    assert all(isinstance(said.error, Passing) for _, said in broken)
    assert "line 1" in str(broken[0][1].error)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
ERRORS = st.fixed_dictionaries({"code": st.sampled_from(["batch_expired", "other"]) | ANYTHING, "message": ANYTHING})
BODIES = st.fixed_dictionaries({}, optional={"choices": ANYTHING, "usage": ANYTHING, "error": ERRORS | ANYTHING})
RESPONSES = st.fixed_dictionaries({"status_code": st.integers(100, 599) | ANYTHING, "body": BODIES | ANYTHING})
ROWS = st.fixed_dictionaries({"custom_id": ANYTHING, "response": RESPONSES | ANYTHING, "error": ERRORS | ANYTHING})


@settings(max_examples=300, deadline=None)
@given(line=st.binary(max_size=40) | ROWS.map(lambda row: json.dumps(row).encode()) | ANYTHING.map(str).map(str.encode))
def test_whatever_a_line_says_it_is_a_reply_or_a_failure(line: bytes) -> None:
    name, said = read_result(line, "line 1", ASKED, ASKED.ways())
    assert isinstance(name, str)
    assert isinstance(said, Reply) or isinstance(said.error, OperatorError | ModelError)


def test_a_batch_is_found_again_by_its_label() -> None:
    with batches() as (_, client):
        assert client.find("run 1") is None
        first = client.submit(requests("a"), label="run 1")
        others = [client.submit(requests(str(at)), label=f"other {at}") for at in range(120)]
        assert client.find("run 1") == first
        assert client.find("other 7") == others[7]
        again = client.submit(requests("b"), label="run 1")
        assert client.find("run 1") == again
        assert client.find("run") is None


def test_a_batch_whose_creation_was_not_confirmed_is_found_and_not_made_twice() -> None:
    with batches() as (server, client):
        server.inject_after("POST /v1/batches", dropped())
        batch = client.submit(requests("a"), label="run 1")
        assert list(server.batches.batches) == [batch]
        server.inject("POST /v1/batches", server_error())
        with pytest.raises(Passing):
            client.submit(requests("a"), label="run 2")
        assert list(server.batches.batches) == [batch]


def test_passing_faults_of_all_but_the_creation_are_tried_again() -> None:
    with batches() as (server, client):
        server.inject("POST /v1/files", rate_limited(after=0.01))
        batch = client.submit(requests("a"), label="x")
        server.inject("GET /v1/batches/", server_error())
        client.state(batch)
        server.inject("GET /v1/batches/", dropped())
        state = finished(client, batch)
        server.inject(f"GET /v1/files/{state.output_file_id}", server_error(503))
        assert texts_of(client, state) == {"n0": "a"}
        server.inject("GET /v1/batches/", *[server_error()] * 20)
        with pytest.raises(Passing):
            client.state(batch)


def test_results_that_break_off_are_read_again_from_their_beginning() -> None:
    with batches() as (server, client):
        state = finished(client, client.submit(requests("a", "b"), label="x"))
        server.inject(f"GET /v1/files/{state.output_file_id}", dropped("after"))
        with pytest.raises(Passing, match="broke off"):
            list(client.results(state))
        assert texts_of(client, state) == {"n0": "a", "n1": "b"}


def test_results_are_not_held_in_memory(tmp_path: Path) -> None:
    (tmp_path / "long_replies.py").write_text("def reply(request):\n    return 'a word ' * 20_000\n")
    with ServerProcess("long_replies:reply", paths=(tmp_path,)) as server:
        model = Model("a-model", base_url=server.base_url, api_key=server.key)
        client = BatchClient(model)
        state = finished(client, client.submit(requests(*map(str, range(200))), label="x"))
        tracemalloc.start()
        try:
            sizes = [len(said.text) for _, said in client.results(state) if isinstance(said, Reply)]
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
            model.close()
    assert sizes == [140_000] * 200
    assert peak < 0.2 * sum(sizes)


def test_files_are_gone_after_use() -> None:
    with batches(lambda request: bad_request("no") if last_user(request) == "b" else "yes") as (server, client):
        state = finished(client, client.submit(requests("a", "b"), label="x"))
        assert len(server.batches.files) == 3
        client.delete_files(state)
        assert not server.batches.files
        client.delete_files(state)  # nothing is left to do
        with pytest.raises(OperatorError, match="gone"):
            list(client.results(state))


def test_what_cannot_be_one_batch_is_refused_before_it_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    with batches() as (server, client):
        with pytest.raises(OperatorError, match="no request"):
            client.submit([], label="x")
        monkeypatch.setattr("gsw_graph.llm.batch_lines.MOST_REQUESTS", 2)
        with pytest.raises(OperatorError, match="2 requests"):
            client.submit(requests("a", "b", "c"), label="x")
        monkeypatch.setattr("gsw_graph.llm.batch_lines.MOST_BYTES", 200)
        with pytest.raises(OperatorError, match="200 bytes"):
            client.submit(requests("a" * 300), label="x")
        with pytest.raises(OperatorError, match="twice"):
            client.submit([*requests("a"), *requests("b")], label="x")
        assert not server.batches.files


@pytest.mark.parametrize("path", ["POST /v1/files", "POST /v1/batches", "GET /v1/batches", "GET /v1/files"])
@pytest.mark.parametrize("status", [401, 403, 404, 400, 500])
def test_the_key_is_in_no_error(path: str, status: int) -> None:
    body = json.dumps({"error": {"message": f"bad key {KEY}", "type": "invalid", "code": f"x {KEY}"}})
    with batches() as (server, client):
        batch = client.submit(requests("a"), label="x")
        state = finished(client, batch)
        server.inject(path, *[Answer(status=status, body=body)] * 20)
        with pytest.raises(GSWError) as caught:
            if path.startswith("POST"):
                client.submit(requests("b"), label="y")
            elif path.endswith("batches"):
                client.state(batch)
            else:
                list(client.results(state))
        shown = "".join(traceback.format_exception(caught.value)) + repr(caught.value) + repr(client)
    assert KEY not in shown


@pytest.mark.parametrize("path", ["POST /v1/files", "POST /v1/batches", "GET /v1/batches/", "GET /v1/batches"])
@pytest.mark.parametrize("answer", [html_page(), Answer(body="[]"), Answer(body='{"object": "list"}')])
def test_an_answer_that_is_no_batch_is_a_passing_fault(path: str, answer: Answer) -> None:
    with batches() as (server, client):
        batch = client.submit(requests("a"), label="x")
        server.inject(path, *[answer] * 3)
        with pytest.raises(Passing, match="no file or batch"):
            if path.endswith("/"):
                client.state(batch)
            elif path.startswith("GET"):
                client.find("y")
            else:
                client.submit(requests("b"), label="y")


def test_a_server_without_batches_is_named_as_such() -> None:
    with batches() as (server, client):
        server.inject("POST /v1/files", Answer(status=404, body="not found", content_type="text/plain"))
        with pytest.raises(ModelError, match="batch"):
            client.submit(requests("a"), label="x")
