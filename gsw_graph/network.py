"""What the memory shows of actors among each other: connections, deeds, contradictions, and text beside memory."""

from typing import Literal

from gsw_graph.records import Polarity, Record, Source
from gsw_graph.views import Evidence


class Link(Record):
    """One thing that two actors share: a deed in which both take part, or a place or time of a scene."""

    kind: Literal["deed", "place", "time"]
    what: str
    """The deed's words, the place's name or the date as EDTF."""
    valences: tuple[str, ...]
    """The slots of the deed that the first and the second actor fill; empty for a place or time."""
    polarity: Polarity
    source: Source
    uid: str
    """The held node."""
    evidence: tuple[Evidence, ...]
    """A passage about both, or one about each."""


class Step(Record):
    """Two actors next to each other in a path."""

    start: str
    """Uid of the first actor."""
    start_name: str
    end: str
    """Uid of the second actor."""
    end_name: str
    support: int
    """How many deeds, places and times the two share."""
    links: tuple[Link, ...]
    """The strongest of them."""


class Connection(Record):
    """How two actors are connected."""

    start: str
    """Uid of the first actor."""
    start_name: str
    end: str
    """Uid of the second actor."""
    end_name: str
    between: int | None
    """Actors between the two on the shortest path; None if there is none."""
    paths: tuple[tuple[Step, ...], ...]
    """The shortest first, then those whose weakest step is strongest."""
    notes: tuple[str, ...] = ()
    """What was left out, one sentence each."""


class Deed(Record):
    """One deed of an actor towards another."""

    uid: str
    """The held verb."""
    verb: str
    """Its lemma."""
    phrase: str
    polarity: Polarity
    by: Literal["agent", "speaker"]
    """Whether the first actor does it, or tells that the second does it or has it done to them."""
    to: str
    """The slot that the second actor fills."""
    first: int | None
    """First day on which it can be, in days since 1970-01-01; None if not known."""
    last: int | None
    """Last day on which it can be."""
    when: str
    """Its date as EDTF; "" if not known."""
    document: str
    chapter: int
    told_at: int


class Acts(Record):
    """What one actor does to another: one cell of the matrix of all actors."""

    who: str
    """Uid of the one who acts."""
    who_name: str
    whom: str
    """Uid of the one acted on."""
    whom_name: str
    asserted: int
    """Deeds that are said to have been done."""
    negated: int
    """Deeds that are said not to have been done."""
    possible: int
    """Deeds that may have been done."""
    said: int
    """Deeds of the other, or done to the other, that the first one tells of."""
    first: int | None
    """First day of all asserted deeds, in days since 1970-01-01; None if no date is known."""
    last: int | None
    """Last day of all asserted deeds."""
    deeds: tuple[Deed, ...]
    """In story time, undated ones last in the order in which they are told."""


ConflictKind = Literal["once", "after death", "interval", "place", "denied"]


class ConflictSide(Record):
    """One of two statements that contradict each other."""

    what: str
    when: str
    """EDTF; "" if not known."""
    place: str
    uid: str
    """The held node."""
    evidence: Evidence


class Conflict(Record):
    """Two statements about one actor that cannot both hold as they are told."""

    kind: ConflictKind
    severity: int
    """3: two exact statements exclude each other. 2: they hardly go together. 1: it may be a change or a slip."""
    actor: str
    """Uid of the actor."""
    name: str
    why: str
    """Why it is one, in one sentence."""
    sides: tuple[ConflictSide, ConflictSide]


class BeforeAfter(Record):
    """One claim as its passage says it, beside what the workspace makes of it."""

    kind: Literal["role", "state", "event", "place", "time"]
    told: str
    """In the passage's words: "she", "the next morning", "?" where it does not say."""
    held: str
    """With the names, places and dates that those are found to be; "" if nothing is held of it."""
    source: Source
    evidence: Evidence
    uid: str
    """The held node; "" if there is none."""


class Answering(Record):
    """Something told that answers a question."""

    by: Literal["rule", "model", "human"]
    """Who says that it does."""
    what: str
    """The event's words, the place's name, or the date as EDTF."""
    evidence: Evidence


class Question(Record):
    """A forward-falling question: what a text raises, and what is told of it later."""

    uid: str
    question: str
    """In words."""
    status: Literal["open", "answered"]
    about: tuple[str, ...]
    """Names of the actors that it is about."""
    raised: Evidence
    answers: tuple[Answering, ...]
