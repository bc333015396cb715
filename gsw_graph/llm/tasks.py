"""Tasks: what is asked of a model, for several items in one call, and the shape of its reply.

Every call has the same shape: a static prompt, then the items, numbered from 1; the reply holds one part for each.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from gsw_graph.errors import QueryError
from gsw_graph.language import count_tokens
from gsw_graph.llm.prompts import load_prompt
from gsw_graph.records import Record

Schema = dict[str, Any]
_KEPT = ("type", "enum", "const", "anyOf", "items", "properties", "$ref")
"""What strict structured output takes of JSON Schema, and a model needs; titles, bounds and defaults are for us."""


class Part(Record):
    """What a model says of one item; a task's own record adds fields to it."""

    number: int
    """The item's number in the call."""


class Item(NamedTuple):
    """One thing that a model is asked about."""

    key: str
    """Log key of what it says: the same text is never asked twice."""
    text: str
    """What the model is shown of it."""
    document: str = ""
    """Log key of the document whose text it is; "" if it is of none alone."""


class Task(NamedTuple):
    """One kind of call."""

    name: str
    """Name of its prompt."""
    part: type[Part]
    """Record of what is said of one item."""
    limit: int
    """Most o200k tokens of the reply for one item."""

    @property
    def uid(self) -> str:
        """What the replies depend on, beside model and item: the prompt's words and the shape of the reply."""
        payload = json.dumps([load_prompt(self.name).sha256, self.schema], sort_keys=True)
        return hashlib.sha256(payload.encode()).hexdigest()[:24]

    @property
    def schema(self) -> Schema:
        """The strict JSON schema of a whole reply, in as few tokens as it can be said."""
        return _reply_schema(self.part)

    def messages(self, items: Sequence[Item]) -> list[dict[str, str]]:
        """Return the messages of one call: the static part, and the items as data between marks.

        Args:
            items: What is asked about; numbered from 1, in their order.
        """
        prompt = load_prompt(self.name)
        mark = _mark([item.text for item in items])
        shown = [f"<{mark} {number}>\n{item.text}\n</{mark} {number}>" for number, item in enumerate(items, 1)]
        user = prompt.filled(items="\n\n".join(shown))
        return [{"role": "system", "content": prompt.system}, {"role": "user", "content": user}]

    def item(self, text: str, model: str, document: str = "") -> Item:
        """Return an item with its log key.

        Args:
            text: What the model is shown of it.
            model: Exact name of the model.
            document: Log key of the document whose text it is; "" if it is of none alone.
        """
        payload = json.dumps([self.uid, model, text], ensure_ascii=True)
        return Item("reply:" + hashlib.sha256(payload.encode()).hexdigest(), text, document)


def documents_of(items: Iterable[Item]) -> dict[str, set[str]]:
    """Return the log keys of the documents whose texts items are, by the items' keys.

    Args:
        items: What is asked about; one that comes twice may be of two documents.
    """
    found: dict[str, set[str]] = {}
    for item in items:
        if item.document:
            found.setdefault(item.key, set()).add(item.document)
    return found


def _mark(texts: Sequence[str]) -> str:
    """Return the word of the marks around the items, which no text can close."""
    together = "\n".join(texts).casefold()
    mark, number = "item", 1
    while f"<{mark}" in together or f"</{mark}" in together:
        number += 1
        mark = f"item-{number}"
    return mark


@cache
def _reply_schema(part: type[Part]) -> Schema:
    """Return the schema of {"replies": [part, …]}; each definition is kept, or put where it is used, as is shorter."""
    whole = part.model_json_schema()
    definitions = {name: _strict(shape, part) for name, shape in whole.pop("$defs", {}).items()}
    replies = {"type": "array", "items": _strict(whole, part)}
    reply = _closed({"replies": replies})
    if definitions:
        reply["$defs"] = definitions
    for name in definitions:
        shorter = _inlined(reply, name)
        if _tokens(shorter) < _tokens(reply):
            reply = shorter
    return reply


def compact(schema: Schema) -> str:
    """Return a schema as JSON without spaces.

    Args:
        schema: Of a reply.
    """
    return json.dumps(schema, separators=(",", ":"))


def _tokens(schema: Schema) -> int:
    return count_tokens(compact(schema))


def _strict(shape: Schema, part: type[Part]) -> Schema:
    """Return a schema as strict structured output takes it: all fields required, none added, nothing but the shape."""
    if "oneOf" in shape:
        shape = {**shape, "anyOf": shape["oneOf"]}
    if "prefixItems" in shape or shape.get("additionalProperties") or not shape.keys() & set(_KEPT):
        raise QueryError(
            f"{part.__name__} has a field that strict structured output cannot say.",
            hint="use records, texts, numbers, and tuples of any length",
        )
    kept = {key: shape[key] for key in _KEPT if key in shape}
    if "const" in kept:
        kept = {"enum": [kept.pop("const")], **kept}
    if "anyOf" in kept:
        kept["anyOf"] = [_strict(option, part) for option in kept["anyOf"]]
    if "items" in kept:
        kept["items"] = _strict(kept["items"], part)
    if kept.get("type") == "object":
        return _closed({name: _strict(field, part) for name, field in kept.get("properties", {}).items()})
    return kept


def _closed(properties: dict[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _inlined(schema: Schema, name: str) -> Schema:
    """Return a schema without one of its definitions, which then stands wherever it was named; itself if it cannot."""
    reference = {"$ref": f"#/$defs/{name}"}
    definition = schema["$defs"][name]
    if json.dumps(reference) in json.dumps(definition):  # it holds itself
        return schema

    def put(node: Any) -> Any:
        if node == reference:
            return definition
        if isinstance(node, dict):
            return {key: put(value) for key, value in node.items()}
        return [put(value) for value in node] if isinstance(node, list) else node

    rest = {other: shape for other, shape in schema["$defs"].items() if other != name}
    inlined: Schema = put({**schema, "$defs": rest})
    if not rest:
        del inlined["$defs"]
    return inlined
