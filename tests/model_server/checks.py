"""What the API refuses with 400: bodies of chat requests, and schemas outside of its strict subset."""

import re
from collections.abc import Iterator
from typing import Any

from model_server.answers import Answer, Request
from model_server.faults import bad_request

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_KNOWN = frozenset(
    "model messages response_format temperature top_p max_tokens max_completion_tokens seed n stop stream user "
    "metadata store reasoning_effort verbosity service_tier frequency_penalty presence_penalty logit_bias logprobs "
    "top_logprobs prompt_cache_key safety_identifier stream_options tools tool_choice parallel_tool_calls".split()
)
_ROLES = ("system", "developer", "user", "assistant")
_KEYWORDS = frozenset(
    "$schema $id $ref $defs definitions title description type properties required additionalProperties items anyOf "
    "enum const pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems".split()
)
_MOST_DEPTH, _MOST_PROPERTIES, _MOST_VALUES = 10, 5000, 1000


def refused(request: Request) -> Answer | None:
    """Return the 400 for a chat request that the API would refuse."""
    if unknown := sorted(request.keys() - _KNOWN):
        name = unknown[0]
        return bad_request(f"Unrecognized request argument supplied: {name}", param=name, code="unknown_parameter")
    messages = request.get("messages")
    if not isinstance(messages, list) or not messages:
        return bad_request("[] is too short - 'messages'", param="messages", code="empty_array")
    for at, message in enumerate(messages):
        if not isinstance(message, dict) or message.get("role") not in _ROLES or not message.get("content"):
            return bad_request(f"Invalid value: 'messages[{at}]'.", param=f"messages[{at}]", code="invalid_value")
    temperature = request.get("temperature")
    if temperature is not None and not 0 <= temperature <= 2:
        return bad_request("Invalid 'temperature'.", param="temperature", code="decimal_above_max_value")
    for name in ("max_tokens", "max_completion_tokens"):
        if (limit := request.get(name)) is not None and (not isinstance(limit, int) or limit < 1):
            return bad_request(f"Invalid '{name}'.", param=name, code="integer_below_min_value")
    if "max_tokens" in request and "max_completion_tokens" in request:
        return bad_request("Setting both limits is not supported.", param="max_tokens", code="invalid_parameter")
    return _refused_format(request.get("response_format"))


def _refused_format(form: Any) -> Answer | None:
    if form is None or form in ({"type": "text"}, {"type": "json_object"}):
        return None
    inner = form.get("json_schema") if isinstance(form, dict) and form.get("type") == "json_schema" else None
    if not isinstance(inner, dict):
        return bad_request("Invalid value: 'response_format'.", param="response_format", code="invalid_value")
    name, schema = inner.get("name"), inner.get("schema")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        return bad_request("Invalid 'response_format.json_schema.name'.", param="response_format.json_schema.name")
    if not isinstance(schema, dict):
        return bad_request("Missing 'response_format.json_schema.schema'.", param="response_format.json_schema.schema")
    problem = next(problems(schema), "") if inner.get("strict") else ""
    if problem:
        return bad_request(f"Invalid schema for response_format '{name}': {problem}", param="response_format")
    return None


def problems(schema: dict[str, Any]) -> Iterator[str]:
    """Yield what puts a schema outside of the subset that strict structured output takes."""
    if schema.get("type") != "object" or "anyOf" in schema:
        yield "schema must be a JSON Schema of 'type: \"object\"'"
        return
    properties = values = 0
    for where, depth, node in _nodes(schema, "()", 1):
        yield from _node_problems(node, where, schema)
        properties += len(node.get("properties", ()))
        values += len(node.get("enum", ()))
        if depth > _MOST_DEPTH:
            yield f"In context={where}, the schema is nested more than {_MOST_DEPTH} levels deep"
    if properties > _MOST_PROPERTIES or values > _MOST_VALUES:
        yield f"the schema has {properties} properties and {values} enum values"


def _node_problems(node: dict[str, Any], where: str, root: dict[str, Any]) -> Iterator[str]:
    if unknown := sorted(node.keys() - _KEYWORDS):
        yield f"In context={where}, '{unknown[0]}' is not permitted"
    if "$ref" in node:
        target: Any = root
        for step in filter(None, str(node["$ref"]).removeprefix("#").split("/")):
            target = target.get(step) if isinstance(target, dict) else None
        if not str(node["$ref"]).startswith("#") or not isinstance(target, dict):
            yield f"In context={where}, reference can only point to definitions defined at the top level"
        if more := sorted(node.keys() - {"$ref"}):
            yield f"In context={where}, $ref cannot have keywords {more}"
        return
    if not {"type", "anyOf"} & node.keys():
        yield f"In context={where}, schema must have a 'type' key"
    if node.get("type") == "object":
        if node.get("additionalProperties") is not False:
            yield f"In context={where}, 'additionalProperties' is required to be supplied and to be false"
        if sorted(node.get("required", ())) != sorted(node.get("properties", {})):
            yield f"In context={where}, 'required' is required to be an array including every key in properties"
    if node.get("type") == "array" and not isinstance(node.get("items"), dict):
        yield f"In context={where}, array schema missing items"


def _nodes(node: dict[str, Any], where: str, depth: int) -> Iterator[tuple[str, int, dict[str, Any]]]:
    yield where, depth, node
    inner = [(f"{where[:-1]}'{name}')", child) for name, child in node.get("properties", {}).items()]
    inner += [(f"{where[:-1]}'{name}')", child) for name, child in node.get("$defs", {}).items()]
    inner += [(f"{where[:-1]}'{at}')", child) for at, child in enumerate(node.get("anyOf", ()))]
    if isinstance(node.get("items"), dict):
        inner.append((f"{where[:-1]}'items')", node["items"]))
    for name, child in inner:
        yield from _nodes(child, name, depth + (child.get("type") == "object"))
