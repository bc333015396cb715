"""The tests' own model server, through the client that users' calls go through."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Any

import openai
import pytest

from model_server import (
    Answer,
    ModelServer,
    Pace,
    ServerProcess,
    at_random,
    cut_off,
    dropped,
    empty_choices,
    html_page,
    last_user,
    parts,
    rate_limited,
    refusal,
    slow,
    timed_out,
)
from model_server.checks import problems

PART = {
    "type": "object",
    "properties": {"number": {"type": "integer"}, "fact": {"type": "string"}},
    "required": ["number", "fact"],
    "additionalProperties": False,
}
SCHEMA = {
    "type": "object",
    "properties": {"replies": {"type": "array", "items": PART}},
    "required": ["replies"],
    "additionalProperties": False,
}


@contextmanager
def client_of(server: ModelServer | ServerProcess, **options: Any) -> Iterator[openai.OpenAI]:
    chosen = {"max_retries": 0, "timeout": 10, "api_key": server.key, **options}
    with closing(openai.OpenAI(base_url=server.base_url, **chosen)) as client:
        yield client


def body(text: str = "What is told?", schema: dict[str, Any] = SCHEMA, **more: Any) -> dict[str, Any]:
    form = {"type": "json_schema", "json_schema": {"name": "facts", "strict": True, "schema": schema}}
    messages = [{"role": "system", "content": "Read."}, {"role": "user", "content": text}]
    return {"model": "a-model", "messages": messages, "response_format": form, **more}


def test_a_reply_comes_back_with_usage_and_is_counted_as_paid() -> None:
    with ModelServer(lambda request: parts({"fact": last_user(request)}), cached=5) as server, client_of(server) as it:
        reply = it.chat.completions.create(**body("Ana left."))
        again = it.chat.completions.create(**body("Ana left."))
    assert json.loads(reply.choices[0].message.content or "") == {"replies": [{"number": 1, "fact": "Ana left."}]}
    assert reply.usage and reply.usage.prompt_tokens > 20 and reply.usage.prompt_tokens_details
    assert reply.usage.prompt_tokens_details.cached_tokens == 5
    assert again.model == "a-model-2026-01-01"
    assert list(server.paid.values()) == list(server.requests.values()) == [2]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"additionalProperties": True}, "additionalProperties"),
        ({"required": []}, "required"),
        ({"allOf": []}, "not permitted"),
        ({"type": "array"}, 'type: "object"'),
        ({"properties": {"replies": {"type": "array"}}}, "items"),
        ({"properties": {"replies": {"$ref": "#/$defs/gone"}}}, "reference"),
        ({"properties": {"replies": {"description": "?"}}}, "'type' key"),
    ],
)
def test_a_schema_outside_of_the_strict_subset_is_refused(change: dict[str, Any], says: str) -> None:
    with ModelServer() as server, client_of(server) as client:
        client.chat.completions.create(**body())
        with pytest.raises(openai.BadRequestError, match=says):
            client.chat.completions.create(**body(schema={**SCHEMA, **change}))


def test_a_schema_may_not_nest_without_end() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(11):
        deep = {"type": "object", "properties": {"a": deep}, "required": ["a"], "additionalProperties": False}
    assert "nested" in next(problems(deep))
    assert not list(problems(deep["properties"]["a"]))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"temperature": 3}, "temperature"),
        ({"max_completion_tokens": 0}, "max_completion_tokens"),
        ({"messages": []}, "messages"),
        ({"extra_body": {"wisdom": 1}}, "wisdom"),
    ],
)
def test_a_request_that_the_api_does_not_take_is_refused(more: dict[str, Any], says: str) -> None:
    with ModelServer() as server, client_of(server) as client, pytest.raises(openai.BadRequestError, match=says):
        client.chat.completions.create(**{**body(), **more})


def test_key_model_and_address_are_checked() -> None:
    with ModelServer(models=["a-model"]) as server:
        with client_of(server, api_key="sk-wrong") as client, pytest.raises(openai.AuthenticationError):
            client.models.list()
        with client_of(server) as client:
            assert [model.id for model in client.models.list()] == ["a-model"]
            with pytest.raises(openai.NotFoundError, match="does not exist"):
                client.chat.completions.create(**{**body(), "model": "other"})
            with pytest.raises(openai.NotFoundError):
                client.get("/nothing", cast_to=object)


def test_bad_answers_arrive_as_they_are() -> None:
    answers = [refusal(), empty_choices(), cut_off(parts({"fact": "long"}))]
    with ModelServer(lambda request: answers.pop(0)) as server, client_of(server) as client:
        refused = client.chat.completions.create(**body())
        assert refused.choices[0].message.refusal and refused.choices[0].message.content is None
        assert client.chat.completions.create(**body()).choices == []
        assert client.chat.completions.create(**body()).choices[0].finish_reason == "length"
        answers.append(html_page())
        raw = client.chat.completions.with_raw_response.create(**body())
        assert raw.status_code == 200 and raw.headers["content-type"].startswith("text/html")


def test_the_limit_of_tokens_cuts_a_reply_off() -> None:
    with ModelServer(lambda request: "one two three four five") as server, client_of(server) as client:
        reply = client.chat.completions.create(**body(max_completion_tokens=3))
    assert reply.choices[0].finish_reason == "length"
    assert reply.usage and reply.usage.completion_tokens == 3


def test_faults_come_in_their_order_and_are_not_paid() -> None:
    script = [rate_limited(after=2), rate_limited(1.5, "ms"), rate_limited(60, "date"), dropped(), dropped("after")]
    with ModelServer(faults=script) as server, client_of(server) as client:
        for name in ("retry-after", "retry-after-ms", "retry-after"):
            with pytest.raises(openai.RateLimitError) as error:
                client.chat.completions.create(**body())
            assert error.value.response.headers[name]
        for _ in range(2):
            with pytest.raises(openai.APIConnectionError):
                client.chat.completions.create(**body())
        assert not server.paid
        client.chat.completions.create(**body())
    assert list(server.requests.values()) == [6] and list(server.paid.values()) == [1]


def test_a_slow_answer_is_the_usual_one() -> None:
    with ModelServer(lambda request: "usual", faults=[slow(0.3)]) as server, client_of(server) as client:
        started = time.monotonic()
        assert client.chat.completions.create(**body()).choices[0].message.content == "usual"
        assert time.monotonic() - started >= 0.3


def test_a_client_that_is_killed_has_not_paid_for_what_it_did_not_get() -> None:
    code = "import openai, sys; openai.OpenAI(base_url=sys.argv[1], api_key=sys.argv[2], max_retries=0)"
    code += ".chat.completions.create(model='m', messages=[{'role': 'user', 'content': 'x'}])"
    with ModelServer(latency=2.0) as server:
        client = subprocess.Popen([sys.executable, "-c", code, server.base_url, server.key])
        while not server.requests:
            time.sleep(0.01)
        client.kill()
        client.wait()
        deadline = time.monotonic() + 10
        while not server.work.lost and time.monotonic() < deadline:
            time.sleep(0.05)
        assert server.work.lost and not +server.paid


def test_a_client_that_went_away_has_not_paid() -> None:
    with ModelServer(latency=0.4) as server:
        with client_of(server, timeout=0.1) as client, pytest.raises(openai.APITimeoutError):
            client.chat.completions.create(**body())
        time.sleep(0.6)
        assert not server.paid and sum(server.work.lost.values()) == 1


def test_a_client_that_dies_right_after_an_answer_is_not_counted_within_the_grace() -> None:
    with ModelServer(grace=0.2) as server:
        with client_of(server) as client:
            client.chat.completions.create(**body())
            assert sum(server.paid.values()) == 1
        time.sleep(0.4)
        assert sum(server.paid.values()) == 0 and sum(server.work.lost.values()) == 1


def test_an_answer_that_never_comes_does_not_hold_up_the_end() -> None:
    started = time.monotonic()
    with (
        ModelServer(faults=[timed_out()]) as server,
        client_of(server, timeout=0.2) as client,
        pytest.raises(openai.APITimeoutError),
    ):
        client.chat.completions.create(**body())
    assert time.monotonic() - started < 5


def test_what_a_reply_function_raises_fails_the_test() -> None:
    def reply(request: dict[str, Any]) -> str:
        raise AssertionError("not this text")

    with (
        pytest.raises(AssertionError, match="not this text"),
        ModelServer(reply) as server,
        client_of(server) as client,
        pytest.raises(openai.InternalServerError),
    ):
        client.chat.completions.create(**body())


def test_random_faults_do_not_depend_on_the_order() -> None:
    fault = at_random(0.3, seed=4)
    bodies = [body(str(at)) for at in range(300)]
    met = [fault("/v1/chat/completions", one, 1) for one in bodies]
    assert [fault("/v1/chat/completions", one, 1) for one in reversed(bodies)] == met[::-1]
    assert 60 < sum(one is not None for one in met) < 120


def test_embeddings_are_near_for_the_same_words() -> None:
    with ModelServer() as server, client_of(server) as client:
        rows = client.embeddings.create(model="e", input=["a red boat", "a red boat", "other words"]).data
        floats = client.embeddings.create(model="e", input="a red boat", encoding_format="float", dimensions=8).data
    assert rows[0].embedding == rows[1].embedding != rows[2].embedding
    assert len(rows[0].embedding) == 384 and len(floats[0].embedding) == 8


def test_a_batch_goes_its_way() -> None:
    lines = [
        {"custom_id": f"n{at}", "method": "POST", "url": "/v1/chat/completions", "body": body(f"Text {at}")}
        for at in range(4)
    ]
    lines[2]["body"] = body(temperature=5)
    content = "\n".join(json.dumps(line) for line in lines).encode()
    with ModelServer(pace=Pace(polls=2)) as server, client_of(server) as client:
        file = client.files.create(file=("in.jsonl", content), purpose="batch")
        batch = client.batches.create(
            input_file_id=file.id, endpoint="/v1/chat/completions", completion_window="24h", metadata={"gsw": "one"}
        )
        seen = [batch.status]
        while seen[-1] not in ("completed", "failed"):
            batch = client.batches.retrieve(batch.id)
            seen.append(batch.status)
        assert seen == ["validating", "in_progress", "in_progress", "finalizing", "completed"]
        assert batch.request_counts and (batch.request_counts.completed, batch.request_counts.failed) == (3, 1)
        output = client.files.content(batch.output_file_id or "").text.splitlines()
        errors = client.files.content(batch.error_file_id or "").text.splitlines()
        assert [json.loads(line)["custom_id"] for line in output] == ["n3", "n1", "n0"]
        assert json.loads(errors[0])["response"]["status_code"] == 400
        assert [one.id for one in client.batches.list()] == [batch.id]
        assert client.files.delete(file.id).deleted
        with pytest.raises(openai.NotFoundError):
            client.files.retrieve(file.id)
    assert sum(server.paid.values()) == 3


def test_it_runs_in_a_process_of_its_own_and_keeps_up() -> None:
    with ServerProcess(latency=0.05) as server, client_of(server) as client, ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda at: client.chat.completions.create(**body(f"Text {at}")), range(100)))
        stats = server.stats()
        server.reset()
        assert not server.stats()["paid"]
    assert len(stats["paid"]) == 100 and max(stats["paid"].values()) == 1
    assert stats["most_at_once"] > 8 and stats["statuses"] == {"200": 100}


def test_no_thread_is_left() -> None:
    before = threading.active_count()
    with ModelServer(lambda request: Answer("x")):
        assert threading.active_count() > before
    assert threading.active_count() == before
