"""What the server answers: an `Answer`, and makers of the usual shapes, good and bad."""

import json
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Request = dict[str, Any]
"""The JSON body of a request."""


@dataclass(frozen=True)
class Answer:
    """One answer of the server.

    With `status` 200 and no `body` it is a chat completion of `text`; otherwise `body` is sent as it is.
    """

    text: str = ""
    finish: str = "stop"
    refusal: str | None = None
    choices: bool = True
    """False: a completion with an empty list of choices."""
    cached: int | None = None
    """Prompt tokens that came from the cache; None: as the server was told."""
    model: str = ""
    """The exact model that answered; "": the requested one with a date."""
    status: int = 200
    body: str | None = None
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    """Seconds before it, on top of the server's latency if it is a completion."""
    usual: bool = False
    """As a fault: what the reply function answers after all, only later."""
    drop: Literal["", "before", "after", "never"] = ""
    """The connection is dropped before or after the headers, or held and never answered."""


def parts(*rows: dict[str, Any], **more: Any) -> Answer:
    """Return the reply {"replies": [{"number": 1, ...}, ...]}; rows that state a number keep it."""
    replies = [{"number": at, **row} for at, row in enumerate(rows, 1)]
    return Answer(json.dumps({"replies": replies}, ensure_ascii=False), **more)


def prose(answer: Answer | str, before: str = "Sure, here is what I found.", after: str = "I hope it helps.") -> Answer:
    """Return an answer with sentences around it."""
    answer = _answer(answer)
    return replace(answer, text=f"{before}\n\n{answer.text}\n\n{after}".strip())


def fenced(answer: Answer | str, language: str = "json") -> Answer:
    """Return an answer in a code fence."""
    answer = _answer(answer)
    return replace(answer, text=f"```{language}\n{answer.text}\n```")


def half(answer: Answer | str, share: float = 0.5) -> Answer:
    """Return the first part of an answer, which claims to have stopped by itself."""
    answer = _answer(answer)
    return replace(answer, text=answer.text[: int(len(answer.text) * share)])


def cut_off(answer: Answer | str, share: float = 0.5) -> Answer:
    """Return the first part of an answer that hit the limit of tokens."""
    return replace(half(answer, share), finish="length")


def bare_array(*rows: dict[str, Any]) -> Answer:
    """Return the rows as an array without the object around it."""
    return Answer(json.dumps([{"number": at, **row} for at, row in enumerate(rows, 1)]))


def refusal(text: str = "I'm sorry, I can't help with that.") -> Answer:
    """Return a refusal as structured output states it."""
    return Answer(refusal=text)


def empty_choices() -> Answer:
    """Return a completion without choices."""
    return Answer(choices=False)


def html_page(status: int = 200) -> Answer:
    """Return the error page of a proxy."""
    page = "<!DOCTYPE html><html><head><title>Oops</title></head><body><h1>Bad gateway</h1></body></html>"
    return Answer(status=status, body=page, content_type="text/html")


def schema_echo(request: Request) -> Answer:
    """Return the request's own schema."""
    return Answer(json.dumps(schema_of(request)))


def schema_of(request: Request) -> dict[str, Any]:
    """Return the JSON schema that a request asks for, {} if it asks for none."""
    form = request.get("response_format") or {}
    return dict((form.get("json_schema") or {}).get("schema") or {})


def last_user(request: Request) -> str:
    """Return the text of the last message of the user."""
    texts = [_content(message) for message in request.get("messages", ()) if message.get("role") == "user"]
    return texts[-1] if texts else ""


def least_json(request: Request) -> str:
    """Return the smallest JSON that the request's schema allows ("ok" without a schema); the default reply."""
    schema = schema_of(request)
    return json.dumps(_least(schema, schema)) if schema else "ok"


def _least(schema: dict[str, Any], root: dict[str, Any]) -> Any:
    if reference := schema.get("$ref"):
        for step in reference.removeprefix("#").strip("/").split("/"):
            schema = (root if schema.get("$ref") else schema)[step] if step else root
        return _least(schema, root)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return _least(schema["anyOf"][-1], root)
    kind = schema.get("type")
    kind = kind[-1] if isinstance(kind, list) else kind
    if kind == "object":
        return {name: _least(inner, root) for name, inner in schema.get("properties", {}).items()}
    if kind == "array":
        return [_least(schema["items"], root)] * schema.get("minItems", 0)
    return {"string": "", "integer": 1, "number": 1.0, "boolean": False}.get(kind or "null")


def _answer(answer: Answer | str) -> Answer:
    return Answer(answer) if isinstance(answer, str) else answer


def _content(message: dict[str, Any]) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
