"""The lines of a sealed log: one entry each, of the kinds that are kept for good."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from gsw_graph.decisions import Decision, load_content
from gsw_graph.errors import InputError
from gsw_graph.graph import Row
from gsw_graph.logged import document_key, load_reading
from gsw_graph.records import Record
from gsw_graph.restore import grouped
from gsw_graph.sealed.fitting import LARGEST, check_numbers, check_parts
from gsw_graph.source import Source
from gsw_graph.storable import check_key

GROUP_WEIGHT = 4_000_000
"""Characters of payloads that are held in memory together."""
LEAST_WEIGHT = 8_000
"""What an entry counts at least, so that not too many are in one transaction."""
Count: TypeAlias = Annotated[int, Field(ge=0, le=LARGEST)]
Amount: TypeAlias = Annotated[float, Field(ge=0)]
ReplyKey: TypeAlias = Annotated[str, Field(pattern=r"^reply:[0-9a-f]{64}$")]


class SealedEntry(Record):
    """An entry of the log with whatever else is kept of it; bookkeeping of claims and attempts stays behind."""

    model_config = ConfigDict(strict=True, allow_inf_nan=False)
    may_differ: ClassVar[frozenset[str]] = frozenset({"recorded_at"})
    """Fields in which two entries of one key may differ and yet say the same."""

    kind: str
    key: str
    recorded_at: str
    """When it was made, as ISO 8601 in UTC."""

    @field_validator("recorded_at")
    @classmethod
    def _is_moment(cls, text: str) -> str:
        """Refuse what is no moment in UTC, or one written in another way."""
        if datetime.fromisoformat(text).astimezone(UTC).isoformat() != text:
            raise ValueError("it is no ISO 8601 time in UTC")
        return text

    def line(self) -> bytes:
        """Return the entry as its line: sorted keys, ASCII only, so that the same entry has the same bytes."""
        fields = self.model_dump(exclude_none=True)
        return json.dumps(fields, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode() + b"\n"

    def stored(self) -> Row:
        """Return the properties with which the log keeps it, for an entry that may have been pending or failed."""
        fields: Row = {"status": "done", "reason": None, "claimed_by": None, "claimed_at": None}
        fields |= self.model_dump(exclude={"key"})
        return fields | {"recorded_at": datetime.fromisoformat(self.recorded_at)}

    def needed(self) -> list[str]:
        """Check the content, as far as it can be checked alone, and return the keys of the entries that it relies on.

        Raises:
            ValueError: It does not fit its key, or could not be told.
        """
        return []

    def differs_from(self, other: "SealedEntry") -> str:
        """Return the name of a field that matters and in which two entries of one key differ; "" if there is none.

        Args:
            other: The other one.
        """
        mine, theirs = self.model_dump(), other.model_dump()
        names = sorted((mine.keys() | theirs.keys()) - self.may_differ)
        return next((name for name in names if mine.get(name) != theirs.get(name)), "")


class DocumentEntry(SealedEntry):
    """A document with its stored text and parts."""

    kind: Literal["document"]
    key: str = Field(pattern=r"^document:[0-9a-f]{24}$")
    operator: str
    payload: str
    replies: list[ReplyKey] | None = None
    """Keys of what a model said, from which it was made."""

    def needed(self) -> list[str]:
        """Check that it can be told, and return the keys of its chunks' readings.

        Raises:
            ValueError: It cannot, or its key is another document's.
        """
        source = Source.model_validate_json(self.payload)
        check_numbers(self.payload)
        if document_key(source.document.key) != self.key:
            raise ValueError("the key is not that of the document in the payload")
        if source.operator != self.operator:
            raise ValueError("the payload names another Operator")
        try:
            check_key(source.document.key)
        except InputError as error:
            raise ValueError(str(error)) from None
        check_parts(source)
        return source.entries


class ReadingEntry(SealedEntry):
    """What an Operator found in a chunk."""

    kind: Literal["reading"]
    key: str = Field(pattern=r"^reading:[0-9a-f]{64}$")
    operator: str
    payload: str
    replies: list[ReplyKey] | None = None
    """Keys of what a model said, from which it was made."""

    def needed(self) -> list[str]:
        """Check that it is an extraction; it relies on nothing.

        Raises:
            ValueError: It is none.
        """
        load_reading(self.payload)
        check_numbers(self.payload)
        return []


class ReplyEntry(SealedEntry):
    """What a model said of one item."""

    kind: Literal["reply"]
    key: ReplyKey
    task: str
    task_uid: str
    model: str
    resolved: str = ""
    payload: str

    def needed(self) -> list[str]:
        """Check that it is a JSON object; it relies on nothing.

        Raises:
            ValueError: It is none.
        """
        _OBJECT.validate_json(self.payload)
        return []


class CallEntry(SealedEntry):
    """What one call of a model cost."""

    kind: Literal["call"]
    key: str = Field(pattern=r"^call:[0-9A-Za-z_:.-]{1,200}$")
    run: str = ""
    task: str
    model: str
    resolved: str = ""
    status: Literal["done", "failed"]
    reason: str = ""
    tokens_in: Count
    tokens_cached: Count
    tokens_out: Count
    cost: Amount | None = None
    seconds: Amount
    batch: bool = False
    estimated: bool = False


class DecisionEntry(SealedEntry):
    """What somebody has decided; its number is its place in the workspace that it was sealed from."""

    may_differ: ClassVar[frozenset[str]] = frozenset({"recorded_at", "number", "reason", "reply"})

    kind: Literal["decision"]
    key: str = Field(pattern=r"^decision:[0-9a-f]{64}$")
    number: Annotated[int, Field(ge=1, le=LARGEST)]
    by: str
    reason: str = ""
    reply: str = ""
    repeat: Count
    payload: str

    def needed(self) -> list[str]:
        """Check that it is a decision and that its key is its own; it relies on nothing.

        Raises:
            ValueError: It is none, or its key is another's.
        """
        if self.decision.key != self.key or self.decision.what.model_dump_json() != self.payload:
            raise ValueError("the key is not that of the decision in the payload")
        return []

    @property
    def decision(self) -> Decision:
        """The decision."""
        fields = self.model_dump(include={"number", "by", "reason", "reply", "repeat"})
        return Decision(what=load_content(self.payload), **fields)


Entry: TypeAlias = CallEntry | DecisionEntry | DocumentEntry | ReadingEntry | ReplyEntry
KINDS: Mapping[str, type[Entry]] = {
    "call": CallEntry,
    "decision": DecisionEntry,
    "document": DocumentEntry,
    "reading": ReadingEntry,
    "reply": ReplyEntry,
}
"""The kinds of entries in the order in which a file holds them."""
_ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="kind")])
_OBJECT: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])


def read_line(raw: bytes) -> Entry:
    """Return the entry of a line.

    Args:
        raw: The line with its end.

    Raises:
        ValueError: It is no entry of a kind that this version knows, or written in another way than sealed ones are.
    """
    entry = _ENTRY.validate_json(raw)
    if entry.line() != raw:
        raise ValueError("it is not written as sealed lines are")
    return entry


def entry_of(stored: Row) -> Entry:
    """Return a stored entry of the log.

    Args:
        stored: Its properties.

    Raises:
        ValueError: It lacks something, or holds what cannot be sealed.
    """
    if stored.get("kind") not in KINDS or not stored.get("recorded_at"):
        raise ValueError("it has no kind that is kept for good, or no time")
    record = KINDS[stored["kind"]]
    fields = {name: stored[name] for name in record.model_fields if stored.get(name) is not None}
    moment: datetime = stored["recorded_at"].to_native()
    return record(**fields | {"recorded_at": moment.astimezone(UTC).isoformat()})


def why(error: ValueError) -> str:
    """Return what is wrong with an entry in one clause, without what it holds.

    Args:
        error: What was raised for it.
    """
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors(include_input=False, include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"] if part not in KINDS)
    return f"{place}: {first['msg']}" if place else first["msg"]


def in_groups(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Divide entries into groups that fit in memory together, in their order.

    Args:
        entries: The entries.
    """
    return grouped(entries, weight, GROUP_WEIGHT)


def weight(entry: Entry) -> int:
    """Return what an entry takes of a group: its characters, or an even share if it is small.

    Args:
        entry: The entry.
    """
    return max(len(getattr(entry, "payload", "")), LEAST_WEIGHT)
