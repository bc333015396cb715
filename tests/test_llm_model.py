"""One request over HTTP: what comes back of each kind of answer, and that no error shows the key."""

import json
import logging
import socket
import ssl
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from gsw_graph.errors import ConfigError, GSWError, ModelError, OperatorError, Passing, TooLong
from gsw_graph.language import count_tokens
from gsw_graph.llm.model import Adapted, Model, Reply
from model_server import (
    Answer,
    ModelServer,
    bad_request,
    context_length_exceeded,
    cut_off,
    dropped,
    empty_choices,
    html_page,
    no_credit,
    no_model,
    parts,
    rate_limited,
    refusal,
    server_error,
    timed_out,
    unsupported,
    wrong_key,
)

KEY = "sk-test-4711-not-to-be-seen"
SCHEMA = {
    "type": "object",
    "properties": {"replies": {"type": "array", "items": {"type": "string"}}},
    "required": ["replies"],
    "additionalProperties": False,
}
MESSAGES = [{"role": "system", "content": "Say what is so."}, {"role": "user", "content": "A passage."}]
FACT = parts({"fact": "x"})


@contextmanager
def model(
    answer: Answer | Callable[[dict[str, Any]], Answer | str], *, timeout: float = 10, reasoning_tokens: int = 0
) -> Iterator[Model]:
    reply = answer if callable(answer) else lambda request: answer
    with ModelServer(reply, key=KEY) as server:
        made = Model(
            "a-model", base_url=server.base_url, api_key=KEY, timeout=timeout, reasoning_tokens=reasoning_tokens
        )
        yield made
        made.close()


def ask(made: Model, messages: list[dict[str, str]] = MESSAGES) -> Reply:
    return made.complete(messages, schema=SCHEMA, limit=200)


def error_of(answer: Answer, **options: Any) -> GSWError:
    with model(answer, **options) as made, pytest.raises(GSWError) as caught:
        ask(made)
    assert "a-model at http://127.0.0.1:" in str(caught.value)
    return caught.value


def with_body(body: str, content_type: str = "application/json") -> Answer:
    return Answer(status=200, body=body, content_type=content_type)


def completion(content: Any, **more: Any) -> Answer:
    return with_body(json.dumps({"choices": [{"message": {"content": content}, "finish_reason": "stop"}], **more}))


def test_a_reply_comes_with_its_tokens_and_its_model() -> None:
    seen: list[dict[str, Any]] = []

    def reply(request: dict[str, Any]) -> Answer:
        seen.append(request)
        return parts({"fact": "ä"}, cached=6)

    with model(reply) as made:
        said = ask(made)
    assert json.loads(said.text) == {"replies": [{"number": 1, "fact": "ä"}]}
    assert (said.finish, said.refusal, said.resolved) == ("stop", "", "a-model-2026-01-01")
    assert said.usage.tokens_in > said.usage.tokens_cached == 6
    assert said.usage.tokens_out == count_tokens(said.text)
    assert not said.usage.estimated
    assert 0 < said.seconds < 10
    assert seen[0] == {
        "model": "a-model",
        "messages": MESSAGES,
        "temperature": 0,
        "max_tokens": 200,
        "response_format": {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": SCHEMA}},
    }


def test_a_model_may_think_beyond_the_limit_of_its_reply() -> None:
    with model(FACT, reasoning_tokens=1000) as made:
        assert made.parameters(MESSAGES, schema=SCHEMA, limit=200)["max_tokens"] == 1200


def test_openai_itself_gets_the_newer_name_of_the_limit() -> None:
    made = Model("a-model", api_key=KEY)
    assert made.parameters(MESSAGES, schema=SCHEMA, limit=200)["max_completion_tokens"] == 200


def test_where_the_endpoint_counts_no_tokens_we_do() -> None:
    for body in (
        completion("hello there"),
        completion("hello there", usage=None),
        completion("hello there", usage={"prompt_tokens": 0, "completion_tokens": "many"}),
    ):
        with model(body) as made:
            said = ask(made)
        assert said.usage.estimated
        assert said.usage.tokens_out == count_tokens("hello there")
        assert said.usage.tokens_in == sum(count_tokens(message["content"]) for message in MESSAGES)


def test_a_cut_off_reply_and_a_refusal_are_replies() -> None:
    with model(cut_off(FACT)) as made:
        assert ask(made).finish == "length"
    with model(refusal("I can't help with that.")) as made:
        assert ask(made).refusal == "I can't help with that."
    with model(Answer("", finish="content_filter")) as made:
        assert "content filter" in ask(made).refusal
    with model(Answer("", finish="length")) as made:  # all of it went into thinking
        assert ask(made).finish == "length"


def test_half_a_character_is_none() -> None:
    with model(completion("a\ud800b")) as made:
        assert ask(made).text == "a?b"


def test_a_content_of_parts_is_one_text() -> None:
    with model(completion([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}, 7])) as made:
        assert ask(made).text == "ab"


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        (wrong_key(KEY), ModelError, "refuses the key"),
        (Answer(status=403, body="{}"), ModelError, "refuses the key"),
        (Answer(status=402, body="{}"), ModelError, "no credit"),
        (no_credit(), ModelError, "no credit"),
        (no_model("a-model"), ModelError, "does not know the model"),
        (bad_request("No.", code="model_not_found"), ModelError, "does not know the model"),
        (bad_request("a-model is not a valid model ID"), ModelError, "does not know the model"),
        (bad_request("This model cannot find the passage."), OperatorError, "cannot find"),
        (Answer(status=404, body="404 page not found"), ModelError, "is not there (status 404) (404 page not found)"),
        (rate_limited(), Passing, "status 429"),
        (Answer(status=408, body=""), Passing, "status 408"),
        (Answer(status=409, body="[]"), Passing, "status 409"),
        (server_error(), Passing, "status 500"),
        (server_error(502), Passing, "status 502."),
        (server_error(503), Passing, "status 503."),
        (server_error(504), Passing, "status 504."),
        (timed_out(), Passing, "did not answer within 0.3 seconds; GSW_CALL_SECONDS"),
        (dropped(), Passing, "broke the connection"),
        (dropped("after"), Passing, "broke the connection"),
        (html_page(), Passing, "a web page"),
        (with_body('{"choices": [{"mess'), Passing, "not JSON"),
        (with_body(""), Passing, "not JSON"),
        (with_body('{"a":' * 100_000), Passing, "not JSON"),
        (with_body("[]"), Passing, "no completion"),
        (empty_choices(), Passing, "without a choice"),
        (with_body("{}"), Passing, "without a choice"),
        (with_body('{"choices": {"0": 1}}'), Passing, "without a choice"),
        (with_body('{"choices": [null]}'), Passing, "without a choice"),
        (with_body('{"choices": [{"message": null}]}'), Passing, "an empty text"),
        (completion(None), Passing, "an empty text"),
        (completion(" \n"), Passing, "an empty text"),
        (completion({"a": 1}), Passing, "an empty text"),
        (with_body('{"error": {"message": "Busy.", "code": 429}}'), Passing, "status 429 (Busy.)"),
        (with_body('{"error": {"message": "Not yours.", "code": 401}}'), ModelError, "refuses the key"),
        (with_body('{"error": {"message": "Oh.", "code": "upstream"}}'), Passing, "status 500 (Oh.)"),
        (context_length_exceeded(), TooLong, "longer than"),
        (bad_request("max_tokens is too large: 200. This model supports at most 100 completion tokens."), TooLong, ""),
        (Answer(status=413, body='{"error": "the request exceeds the context size"}'), TooLong, "longer than"),
        (bad_request("The passage is not to our taste."), OperatorError, "not to our taste"),
        (Answer(status=422, body='{"detail": [{"msg": "no"}]}'), OperatorError, "no"),
    ],
)
def test_each_failure_says_what_it_means_for_the_run(answer: Answer, kind: type[GSWError], said: str) -> None:
    error = error_of(answer, timeout=0.3 if answer == timed_out() else 10)
    assert type(error) is kind
    assert said in str(error)
    assert KEY not in str(error)


def test_advice_on_billing_is_no_lack_of_credit() -> None:
    message = "Rate limit reached. You can raise your billing limit at /account/billing."
    body = json.dumps({"error": {"message": message, "code": "rate_limit_exceeded", "type": "requests"}})
    assert type(error_of(Answer(status=429, body=body))) is Passing


@pytest.mark.parametrize("form", ["seconds", "date", "ms"])
def test_the_endpoints_pause_is_understood(form: Any) -> None:
    error = error_of(rate_limited(after=7, form=form))
    assert isinstance(error, Passing)
    assert error.after == pytest.approx(7, abs=1.5)


@pytest.mark.parametrize("value", ["soon", "nan", "inf", "", "Mon, 99 Nov 2026"])
def test_a_pause_that_is_none_is_left_aside(value: str) -> None:
    error = error_of(Answer(status=429, body="", headers={"Retry-After": value, "retry-after-ms": value}))
    assert isinstance(error, Passing) and error.after is None


def test_a_pause_that_has_passed_is_none() -> None:
    error = error_of(rate_limited(after=-100, form="date"))
    assert isinstance(error, Passing) and error.after == 0


def test_what_was_paid_for_nothing_is_known() -> None:
    error = error_of(with_body('{"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 1}}'))
    assert isinstance(error, Passing) and error.tokens == (9, 0, 1)


def asked_until_it_takes_it(made: Model) -> list[str]:
    """Return what the model is found not to take, one request after the other."""
    left_out: list[str] = []
    for _ in range(10):
        try:
            ask(made)
            return left_out
        except Adapted as error:
            left_out.append(str(error))
    raise AssertionError(left_out)


def refusing(*names: str) -> Callable[[dict[str, Any]], Answer]:
    """Return a reply function of a model that takes none of these parameters, or values of response_format."""

    def reply(request: dict[str, Any]) -> Answer:
        form = request.get("response_format", {}).get("type", "")
        for name in names:
            if name in request:
                return unsupported(name)
            if form == name:
                return bad_request(f"This response_format is unavailable now: {form}")
        return FACT

    return reply


@pytest.mark.parametrize(
    ("names", "left", "tries"),
    [
        ((), {"temperature", "max_tokens", "response_format"}, 0),
        (("temperature",), {"max_tokens", "response_format"}, 1),
        (("max_tokens",), {"temperature", "max_completion_tokens", "response_format"}, 1),
        (("max_tokens", "max_completion_tokens"), {"temperature", "response_format"}, 2),
        (("json_schema",), {"temperature", "max_tokens", "response_format"}, 1),
        (("json_schema", "json_object"), {"temperature", "max_tokens"}, 2),
        (("temperature", "max_tokens", "response_format"), {"max_completion_tokens"}, 4),
    ],
)
def test_what_a_model_does_not_take_is_left_out_from_then_on(
    names: tuple[str, ...], left: set[str], tries: int
) -> None:
    with model(refusing(*names)) as made:
        assert len(asked_until_it_takes_it(made)) == tries
        assert made.parameters(MESSAGES, schema=SCHEMA, limit=1).keys() - {"model", "messages"} == left
        ask(made)


def test_a_model_that_takes_no_schema_is_told_it() -> None:
    with model(refusing("json_schema")) as made:
        asked_until_it_takes_it(made)
        body = made.parameters(MESSAGES, schema=SCHEMA, limit=1)
    assert body["response_format"] == {"type": "json_object"}
    told = body["messages"][0]["content"]
    assert told.startswith("Say what is so.") and "JSON" in told
    assert json.loads(told[told.index("{") :]) == SCHEMA
    assert body["messages"][1:] == MESSAGES[1:]


def test_threads_that_learn_the_same_leave_out_no_more() -> None:
    with model(refusing("json_schema")) as made:
        threads = [threading.Thread(target=asked_until_it_takes_it, args=[made]) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert made.parameters(MESSAGES, schema=SCHEMA, limit=1)["response_format"] == {"type": "json_object"}


def closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.mark.parametrize(
    ("address", "reason"), [("http://127.0.0.1:{}/v1", "refused"), ("http://model.invalid/v1", "ConnectError")]
)
def test_an_endpoint_that_is_not_there_is_away(address: str, reason: str) -> None:
    made = Model("a-model", base_url=address.format(closed_port()), timeout=5)
    with pytest.raises(Passing, match=reason) as caught:
        ask(made)
    assert caught.value.is_away
    assert "base URL" in caught.value.hint
    made.close()


def test_an_address_that_speaks_no_tls_is_away() -> None:
    with ModelServer(key=KEY) as server:
        made = Model("a-model", base_url=server.base_url.replace("http:", "https:"), api_key=KEY, timeout=5)
        with pytest.raises(Passing) as caught:
            ask(made)
        made.close()
    assert caught.value.is_away
    assert ssl.OPENSSL_VERSION  # else there would be no TLS to fail


def test_a_text_that_cannot_be_sent_is_refused() -> None:
    with model(FACT) as made, pytest.raises(OperatorError, match="cannot be sent"):
        ask(made, [*MESSAGES, {"role": "user", "content": "half a character: \ud800"}])


def echoes(key: str) -> list[Answer]:
    """Return answers that repeat the key in every way that an endpoint has."""
    texts = [
        f"Incorrect API key provided: {key}.",
        f"bad header 'Authorization: Bearer {key}'",
        f"Incorrect API key provided: {key[:6]}*******{key[-4:]}",
        f"key\x1b[31m {key.upper()}\r\nand\u202e more " + "x" * 1000,
    ]
    bodies = [json.dumps({"error": {"message": text}}) for text in texts]
    return [
        *(Answer(status=status, body=body) for body in bodies for status in (400, 500)),
        *(Answer(status=401, body=text, content_type="text/plain") for text in texts),
        *(with_body(json.dumps({"error": {"message": text, "code": 400}})) for text in texts),
        Answer(refusal=f"I will not use {key}"),
        with_body(f"{key} is not JSON"),
        wrong_key(key),
    ]


@pytest.mark.parametrize("key", [KEY, "Az/09+plain.key=="])
@pytest.mark.parametrize("kind", range(len(echoes(KEY))))
def test_a_key_is_never_shown(key: str, kind: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with ModelServer(lambda request: echoes(key)[kind], key=key) as server:
        made = Model("a-model", base_url=server.base_url, api_key=key)
        shown = [repr(made), str(made), str(vars(made))]
        try:
            shown += [str(ask(made))]
        except GSWError as error:
            assert error.__context__ is None and error.__cause__ is None
            shown += [str(error), repr(error), *traceback.format_exception(error)]
            assert len(error.args[0]) < 500
            assert error.args[0].isprintable()
        made.close()
    together = "\n".join([*shown, caplog.text]).casefold()
    assert key.casefold() not in together
    assert key[-8:].casefold() not in together and f"*{key[-4:].casefold()}" not in together


@pytest.mark.parametrize("key", ["sk-with a space", "sk-with-a-line\n", "sk-ключ", "sk-\x00", "sk-“quoted”"])
def test_a_key_that_cannot_be_one_is_refused_unseen(key: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Model("a-model", api_key=key)
    assert key not in str(caught.value) and "OPENAI_API_KEY" in str(caught.value)


@pytest.mark.parametrize(
    "address",
    ["localhost:8080", "ftp://host/v1", "http://", "http://host:port/v1", "http://[::1/v1", "http://me:word@host/v1"],
)
def test_an_address_that_cannot_be_one_is_refused(address: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Model("a-model", base_url=address)
    assert "word" not in caught.value.args[0].removesuffix("password, which errors would show.")


def test_key_and_address_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        Model("a-model")
    with pytest.raises(ConfigError, match="No model"):
        Model(" ", api_key=KEY)
    with ModelServer(lambda request: FACT, key=KEY) as server:
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        made = Model("a-model")
        assert ask(made).text
        assert made.address == server.base_url
        made.close()


def test_a_server_of_ones_own_needs_no_key() -> None:
    with ModelServer(lambda request: FACT, key="none") as server:
        made = Model("a-model", base_url=server.base_url)
        assert ask(made).text
        made.close()
