"""What a model's text says of each item: its JSON, wherever it stands in the text, judged by the task's record.

Only a whole reply is taken. One that breaks off or is not JSON says nothing, even if parts of it could be read: what
was cut off might have said otherwise.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from pydantic import ValidationError

from gsw_graph.llm.tasks import Part, Task

MOST_STARTS = 1000
"""How often a beginning of JSON is looked for, which bounds the work on a text full of braces."""
MOST_REASONS = 3
"""What is said of one part's faults: as much as a model can mend at once."""
_THOUGHT = re.compile(r"\s*<think>.*?(</think>|\Z)", re.DOTALL)
_PAGE = re.compile(r"\s*<(!doctype|html|head|body)\b", re.IGNORECASE)
_START = re.compile(r"[{\[]")
_OURS = re.compile(r'\{\s*"|\[\s*\{')
"""What JSON of ours begins with; prose has braces and brackets too."""
_UNSTORABLE = re.compile("[\ud800-\udfff]")
_SCHEMA_WORDS = frozenset({"$defs", "$schema", "$ref", "properties", "additionalProperties", "anyOf", "items", "type"})
_SCHEMA_TYPES = frozenset({"object", "array", "string", "integer", "number", "boolean", "null"})


class Parts(NamedTuple):
    """What a reply says of the items of its call, by their number."""

    parts: dict[int, Part]
    errors: dict[int, str]
    """Why the others have none, each in a sentence."""
    notes: tuple[str, ...] = ()
    """What was left aside."""


class _Unusable(Exception):
    """A reply, or what it says of one item, cannot be used; the text says why."""


def read_parts(text: str, task: Task, count: int) -> Parts:
    """Return what a model's text says of the items of a call, and why it says nothing of the others.

    Args:
        text: As it came.
        task: What was asked.
        count: How many items were asked about; they are numbered from 1.
    """
    try:
        said = _said(text)
    except _Unusable as reason:
        return Parts({}, dict.fromkeys(range(1, count + 1), str(reason)))
    if count == 1 and len(said) == 1 and "number" not in said[0]:
        said = [{"number": 1, **said[0]}]
    parts: dict[int, Part] = {}
    errors: dict[int, str] = {}
    notes: list[str] = []
    for value in said:
        number = _number(value.get("number"))
        if not 1 <= number <= count:
            notes.append(f"No item has the number {str(value.get('number'))[:40]}.")
            continue
        try:
            part = _part(value | {"number": number}, task)
        except _Unusable as reason:
            errors.setdefault(number, str(reason))
            continue
        if parts.setdefault(number, part) != part:
            errors[number] = f"The reply has two different parts for item {number}."
    for number in range(1, count + 1):
        if number not in parts:
            errors.setdefault(number, f"The reply has no part for item {number}.")
    return Parts({number: part for number, part in parts.items() if number not in errors}, errors, tuple(notes))


def _said(text: str) -> list[dict[str, Any]]:
    """Return the objects that a text holds for items: those of its {"replies": […]}, or else of arrays or alone."""
    text = _THOUGHT.sub("", text.lstrip("\ufeff"), count=1)
    if _PAGE.match(text):
        raise _Unusable("The reply is a web page.")
    if not text.strip():
        raise _Unusable("The reply is empty.")
    values, broken = _values(text)
    wholes = [value["replies"] for value in values if isinstance(value, dict) and "replies" in value]
    if wholes and all(isinstance(replies, list) for replies in wholes):
        return _objects([each for replies in wholes for each in replies])
    if any(map(_is_schema, [*values, *wholes])):
        raise _Unusable("The reply repeats its schema instead of following it.")
    if broken:
        raise _Unusable(broken)
    if wholes:
        raise _Unusable('"replies" is not an array.')
    loose = [each for value in values for each in (value if isinstance(value, list) else [value])]
    objects = [each for each in loose if isinstance(each, dict)]
    if not objects:
        raise _Unusable("The reply holds no JSON.")
    return objects


def _objects(values: list[Any]) -> list[dict[str, Any]]:
    if any(not isinstance(value, dict) for value in values):
        raise _Unusable('"replies" holds something else than objects.')
    if any(map(_is_schema, values)):
        raise _Unusable("The reply repeats its schema instead of following it.")
    return values


def _values(text: str) -> tuple[list[Any], str]:
    """Return the JSON arrays and objects in a text that are not inside others, and what is wrong if one is broken."""
    values: list[Any] = []
    broken = ""
    for at, value, fault in _found(text):
        if not fault:
            values.append(value)
        elif _OURS.match(text, at):
            broken = broken or fault
    return values, broken


def _found(text: str) -> Iterator[tuple[int, Any, str]]:
    """Yield where JSON begins, with its value, or what is wrong with it."""
    decoder = json.JSONDecoder(parse_constant=_refuse_constant)
    start = _START.search(text)
    for _ in range(MOST_STARTS):
        if start is None:
            return
        at = start.start()
        try:
            value, end = decoder.raw_decode(text, at)
            yield at, value, ""
        except json.JSONDecodeError as error:
            end = max(error.pos, at + 1)
            rest = text[end:].strip().strip("`")
            fault = "it breaks off" if not rest or error.msg.startswith("Unterminated") else error.msg
            yield at, None, f"The reply is not JSON: {fault}."
        except (ValueError, RecursionError) as error:  # a number that none is, or nested beyond measure
            end = len(text)
            yield at, None, f"The reply is not JSON: {str(error)[:100]}."
        start = _START.search(text, end)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


def _number(value: Any) -> int:
    """Return an item's number; 0 if it is none."""
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 10:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _part(value: dict[str, Any], task: Task) -> Part:
    """Return what is said of one item as its record."""
    if _UNSTORABLE.search(json.dumps(value, ensure_ascii=False)):
        raise _Unusable("It holds half a character (a lone surrogate), which cannot be stored.")
    try:
        return task.part.model_validate(value)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False)
    for fault in faults:
        if fault["type"] == "string_type" and _is_schema(fault["input"]):
            raise _Unusable(f"{_path(fault['loc'])} repeats its schema instead of following it.")
        if fault["type"] == "string_type":
            _write_out(value, fault["loc"])
    try:
        return task.part.model_validate(value)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False, include_input=False)
    said = [f"{_path(fault['loc'])}: {fault['msg']}" for fault in faults[:MOST_REASONS]]
    raise _Unusable("; ".join(said)[:300] + ".")


def _write_out(value: Any, path: tuple[int | str, ...]) -> None:
    """Put JSON text where a text is wanted and a number, an array or an object stands; leave what is not there."""
    *way, last = path
    for step in way:
        if not _has(value, step):
            return
        value = value[step]
    if _has(value, last) and isinstance(value[last], (dict, list, int, float)):
        value[last] = json.dumps(value[last], ensure_ascii=False)


def _has(value: Any, step: int | str) -> bool:
    if isinstance(value, list):
        return isinstance(step, int) and step < len(value)
    return isinstance(value, dict) and step in value


def _is_schema(value: Any) -> bool:
    """Say whether a value is a piece of JSON Schema."""
    if not isinstance(value, dict) or "number" in value:
        return False
    if {"$defs", "$schema"} & value.keys():
        return True
    kind = value.get("type")
    typed = isinstance(kind, str) and kind in _SCHEMA_TYPES
    return typed and (len(value) == 1 or bool(value.keys() & (_SCHEMA_WORDS - {"type"} | {"title", "description"})))


def _path(path: tuple[int | str, ...]) -> str:
    return ".".join(map(str, path)) or "the part"
