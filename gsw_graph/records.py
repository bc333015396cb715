"""The records that flow between the stages, and the content-hash uids that name them.

Offsets are in characters (Python string indices). A `Document` is the stored text; `Chapter` and `Chunk`
offsets point into it; the offsets inside an `Extraction` are relative to the start of its chunk, so that the
same passage with the same annotations has the same extraction wherever it stands.
"""

import hashlib
import json
from bisect import bisect_right
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

ActorKind = Literal["person", "organisation", "group", "animal", "object", "other"]
MentionKind = Literal["person", "organisation", "group", "animal", "object", "other", "place", "date"]
MentionForm = Literal["name", "alias", "nominal", "pronoun"]
ClaimKind = Literal["role", "state", "verb", "space", "time", "question"]
Polarity = Literal["asserted", "negated", "possible"]
Source = Literal["explicit", "inherited", "inferred"]
Valence = Literal[
    "bearer",  # role, state: whose it is
    "agent",
    "patient",
    "recipient",
    "instrument",
    "companion",
    "beneficiary",
    "source",
    "goal",
    "topic",
    "speaker",  # verb: who reports it
    "place",  # space: where; verb: a place that the verb itself names
    "date",  # time: when
    "from",  # role, state: the date mention that begins the interval
    "to",  # role, state: the date mention that ends it
    "member",  # space, time: an actor or verb that shares it
    "within",  # state: the role that it narrows
    "brings_about",  # verb: the role or state claim that it begins
    "ends",  # verb: the role or state claim that it ends
    "asks_about",  # question: the actor or verb with the open slot
]
SCHEMA_VERSION = 1
"""Version of these records; part of every log key."""


def content_uid(kind: str, *parts: str | int) -> str:
    """Return the uid of a record: 24 hex digits of the SHA-256 over its kind and identifying parts.

    Args:
        kind: What is named ("chunk", "claim", …); records of two kinds never share a uid.
        *parts: What identifies it, without the workspace.
    """
    payload = json.dumps([kind, *parts], ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(payload.encode()).hexdigest()[:24]


class Record(BaseModel):
    """Base of all records: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Quote(Record):
    """A span of text with its characters."""

    start: int
    """First character, relative to the chunk's start; negative if it stands before the chunk."""
    end: int
    """One past the last character."""
    text: str
    """The characters themselves."""


class DateValue(Record):
    """A date as found in a text."""

    phrase: str
    """The text's own words."""
    edtf: str
    """Extended Date/Time Format value, level 2 at most."""
    earliest: int | None
    """First day it can be, in days since 1970-01-01; None if unbounded."""
    latest: int | None
    """Last day it can be, in days since 1970-01-01; None if unbounded."""
    precision: Literal["day", "month", "season", "quarter", "year", "decade", "century", "interval", "unknown"]
    """The unit in which the text speaks."""
    inferred: bool = False
    """Whether it was resolved against an anchor."""
    anchor: str = ""
    """The EDTF value of that anchor."""


class Heading(Record):
    """A heading that a file's format marks as one."""

    start: int
    """First character of its line in the document's text."""
    end: int
    """One past its last character; the text between is its title."""
    level: int = Field(ge=1)
    """1 is the highest."""


class Document(Record):
    """A source with its stored text."""

    key: str
    """Identity: path relative to the ingested folder with forward slashes, or the name given with --as."""
    origin: str
    """Where it came from: absolute path, or "stdin"."""
    title: str
    text: str
    """The stored text: what every offset points into."""
    notes: tuple[str, ...] = ()
    """What was cleaned on reading, one sentence each."""
    dated: str = ""
    """The document's own date as EDTF, if the caller or the file gave one."""
    pages: tuple[int, ...] = ()
    """First character of each page in the text, page 1 first; a page without text begins where the next one does."""
    headings: tuple[Heading, ...] | None = None
    """The headings that the file's format marks, in order; None if the text alone says what is a heading."""

    @property
    def uid(self) -> str:
        """The document's uid."""
        return content_uid("document", self.key)

    def page_at(self, character: int) -> int | None:
        """Return the page that a character of the text stands on, from 1; None if the document has no pages."""
        return bisect_right(self.pages, character) or None


class Chapter(Record):
    """A part of a document."""

    document: str
    """Key of the document."""
    index: int
    """Position in the document, from 1."""
    title: str
    start: int
    """First character in the document's text."""
    end: int
    text: str
    body: int = 0
    """First character after the heading, in the document's text; 0 if there is no heading."""
    dated: str = ""
    """The document's own date as EDTF, if it is known."""

    @property
    def uid(self) -> str:
        """The chapter's uid."""
        return content_uid("chapter", self.document, self.index)


class Annotation(Record):
    """What a span of a chunk was found to mean, from reading its whole chapter (coreference, scenes).

    Stored text stays as read: an annotation only adds to it.
    """

    role: Literal["coreference", "scene_place", "scene_date"]
    """coreference: the span means the actor `name`. scene_place, scene_date: what the scene's place or date is."""
    name: str
    """The actor's fullest name in the chapter, the place's name, or the date's phrase."""
    kind: MentionKind
    quote: Quote
    """Relative to the chunk; for scene_place and scene_date it may stand outside of it."""
    confidence: float = Field(1.0, ge=0, le=1)
    date: DateValue | None = None
    """scene_date: the resolved date."""


class Chunk(Record):
    """Up to three consecutive sentences of one paragraph."""

    document: str
    """Key of the document."""
    chapter: int
    """Index of the chapter."""
    index: int
    """Position in the chapter, from 0."""
    start: int
    """First character in the document's text."""
    end: int
    text: str
    scene: int = 0
    """Index of the scene in its chapter, set by the Operator's reading of the chapter."""
    annotations: tuple[Annotation, ...] = ()
    reply: str = ""
    """Log key of the model's reply that annotated it; "" if none did."""

    @property
    def uid(self) -> str:
        """The chunk's uid."""
        return content_uid("chunk", self.document, self.chapter, self.start, self.end)


class Mention(Record):
    """A place in the text where an actor, place or date is named or meant."""

    id: str
    """Name inside the extraction ("m1")."""
    kind: MentionKind
    name: str
    """The fullest name it resolves to in its chapter; the surface itself if it resolves to none."""
    form: MentionForm
    quote: Quote
    """The surface."""
    confidence: float = Field(1.0, ge=0, le=1)
    date: DateValue | None = None
    """The resolved value, for a date."""


class About(Record):
    """What a claim says something about."""

    target: str
    """The id of a mention or of another claim in the same extraction."""
    valence: Valence


class Claim(Record):
    """One thing that one passage says."""

    id: str
    """Name inside the extraction ("c1")."""
    kind: ClaimKind
    label: str
    """Role or state in the text's words, lower-case; verb: lemma with particle ("set up"); space, time: the place's
    name or the date's phrase, "" when the text does not say; question: the question in words."""
    quote: Quote
    about: tuple[About, ...] = ()
    phrase: str = ""
    """Verb: the verb with its objects as said ("announce the final challenge"); else "". """
    polarity: Polarity = "asserted"
    source: Source = "explicit"
    confidence: float = Field(1.0, ge=0, le=1)


class Extraction(Record):
    """What an Operator found in one chunk."""

    mentions: tuple[Mention, ...] = ()
    claims: tuple[Claim, ...] = ()
    refused: tuple[str, ...] = ()
    """What was proposed and refused, with the reason, one sentence each."""
    replies: tuple[str, ...] = ()
    """Log keys of the model's replies that it was compiled from."""
