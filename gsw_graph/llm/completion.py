"""The body of a chat completion, read without trust in its shape."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from gsw_graph.errors import Passing
from gsw_graph.language import count_tokens
from gsw_graph.llm.failures import failure, shown

Message = dict[str, str]


class Usage(NamedTuple):
    """The tokens of one call."""

    tokens_in: int = 0
    """Of the request."""
    tokens_cached: int = 0
    """Those of them that the endpoint had in its cache."""
    tokens_out: int = 0
    """Of the reply, reasoning included."""
    estimated: bool = False
    """Whether we counted them (in o200k), because the endpoint did not say."""


class Reply(NamedTuple):
    """What a model said."""

    text: str
    finish: str
    """Why it ended: "stop", "length" (it was cut off), or the endpoint's own word."""
    refusal: str
    """Its words if it refused, else ""."""
    resolved: str
    """The model that answered, by the endpoint's word."""
    usage: Usage
    seconds: float


def read_completion(
    body: bytes | str,
    messages: Sequence[Message],
    *,
    key: str = "",
    who: str = "The endpoint",
    seconds: float = 0.0,
) -> Reply:
    """Return the reply in the body of a chat completion that came with status 200.

    Args:
        body: As it came.
        messages: What was asked, to count its tokens if the endpoint does not say.
        key: The key, which no error quotes.
        who: Model and address, for errors.
        seconds: How long it took.

    Raises:
        Passing: It is no completion, or an empty one.
        OperatorError: It holds an error instead, which will come again.
        ModelError: It holds an error instead, which stops the run.
    """
    read = _parsed(body, who)
    usage = _usage(read.get("usage"))
    tokens = usage[:3] if usage else (0, 0, 0)
    choice = _first(read.get("choices"))
    if choice is None:
        error = read.get("error")
        if isinstance(error, dict):
            code = error.get("code")
            raise failure(code if isinstance(code, int) and 400 <= code < 600 else 500, read, {}, key=key, who=who)
        raise Passing(f"{who} answered without a choice.", tokens=tokens)
    message = choice.get("message")
    message = message if isinstance(message, dict) else {}
    finish = shown(_text(choice.get("finish_reason")))
    text, refusal = _text(message.get("content")), shown(_text(message.get("refusal")), key)
    if finish == "content_filter":
        refusal = refusal or "its content filter stopped it"
    if not (text.strip() or refusal or finish == "length"):
        raise Passing(f"{who} answered with an empty text.", tokens=tokens)
    return Reply(text, finish, refusal, shown(_text(read.get("model"))), usage or _counted(messages, text), seconds)


def _parsed(body: bytes | str, who: str) -> dict[str, Any]:
    try:
        read = json.loads(body)
    except (ValueError, RecursionError):  # raised anew outside of the clause: the cause would hold the whole body
        start = body[:200].decode("utf-8", "replace") if isinstance(body, bytes) else body[:200]
        is_page = start.lstrip("\ufeff \t\r\n").startswith("<")
    else:
        if isinstance(read, dict):
            return read
        raise Passing(f"{who} answered with JSON that is no completion.")
    if is_page:
        hint = "check the base URL, which often ends in /v1"
        raise Passing(f"{who} answered with a web page.", hint=hint, is_away=True)
    raise Passing(f"{who} answered with what is not JSON, or broke off.")


def _first(choices: Any) -> dict[str, Any] | None:
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, dict) else None


def _text(content: Any) -> str:
    """Return a content's text, in whole characters; some endpoints send a list of parts."""
    if isinstance(content, list):
        return "".join(_text(part.get("text")) for part in content if isinstance(part, dict))
    return content.encode("utf-8", "replace").decode() if isinstance(content, str) else ""


def _usage(said: Any) -> Usage | None:
    """Return the tokens as the endpoint says them; None if it does not, or says none at all."""
    if not isinstance(said, dict):
        return None
    details = said.get("prompt_tokens_details")
    cached = _count(details.get("cached_tokens")) if isinstance(details, dict) else 0
    tokens_in, tokens_out = _count(said.get("prompt_tokens")), _count(said.get("completion_tokens"))
    return Usage(tokens_in, min(cached, tokens_in), tokens_out) if tokens_in else None


def _count(value: Any) -> int:
    return int(value) if isinstance(value, (int, float)) and 0 <= value < 10**9 else 0


def _counted(messages: Sequence[Message], text: str) -> Usage:
    return Usage(sum(count_tokens(each["content"]) for each in messages), 0, count_tokens(text), estimated=True)
