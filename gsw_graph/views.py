"""What the memory shows: answers with their evidence, and entities with their timelines."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal

from gsw_graph.explanation import ChapterRef as ChapterRef  # a record of views like the others
from gsw_graph.explanation import Explanation
from gsw_graph.records import Polarity, Record


def page_within(page: int | None, breaks: Sequence[int], character: int) -> int | None:
    """Return the page that a character of a chunk stands on.

    Args:
        page: Page that the chunk begins on; None if its document has no pages.
        breaks: First characters of the further pages that it reaches, counted as `character` is.
        character: A character of the chunk.
    """
    return None if page is None else page + bisect_right(breaks, character)


class View(Record):
    """The memory as it was once; what is given leaves something out, and all that is given holds together.

    Made by `as_of.view_of`, which refuses what cannot be used.
    """

    as_of: str = ""
    """Story time, as EDTF: the world as it stood then. "" for all of it."""
    told_until: tuple[str, ...] = ()
    """What a reader knew: "7" for chapter 7 of each document, "report.pdf:3" for one of a document. Empty for all."""
    known_at: str = ""
    """What the workspace held: a moment in UTC, in ISO 8601. "" for now."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a view can't show as it was, one sentence each."""
        told = "Who is who is taken from all chapters, whatever this view leaves out."
        known = "What was removed or revised after that moment is gone; decisions made after it are in effect."
        return (*((told,) if self.told_until else ()), *((known,) if self.known_at else ()))


class Evidence(Record):
    """A passage that an answer rests on."""

    document: str
    """Key of the document."""
    chapter: int
    """Index of the chapter."""
    chapter_title: str
    start: int
    """First character in the document's text."""
    end: int
    quote: str
    item: str
    """The item that it supports."""
    uid: str
    """The mention or claim."""
    page: int | None = None
    """Page that the passage begins on, counted from 1; None if the document has no pages."""


class Statement(Record):
    """A relationship of the held layer that an answer rests on."""

    start: str
    """Uid of the node where it starts."""
    type: str
    end: str
    """Uid of the node where it ends."""
    current: bool
    """False if it is superseded."""


class Answer(Record):
    """What the memory says to a question."""

    question: str
    text: str
    """The answer in words."""
    items: tuple[str, ...] = ()
    """The list that was asked for; empty if the memory does not say."""
    abstained: bool = False
    """Whether the memory does not say."""
    partial: bool = False
    """Whether no chapter holds all cues, so that chapters with some of them were taken."""
    cues: tuple[str, ...] = ()
    """What the question was understood to name, one phrase each, and what was not looked for."""
    arm: str = "gsw"
    """How the chapters were chosen: a name of `answer.arms.ARMS`."""
    chapters: tuple[ChapterRef, ...] = ()
    """The chapters that it draws on, best first; empty if none holds all that the question names."""
    evidence: tuple[Evidence, ...] = ()
    entities: tuple[str, ...] = ()
    """Uids of the held nodes used."""
    statements: tuple[Statement, ...] = ()
    context: tuple[str, ...] = ()
    """The summaries that fit the budget, best first; as a model was shown them, chapter by chapter."""
    tokens_in: int = 0
    """o200k tokens of question and context."""
    tokens_out: int = 0
    """o200k tokens of the answer's text."""
    model: str = ""
    """The model that was asked; "" if none was."""
    paid_in: int = 0
    """Tokens sent to the model for this answer, as it counts them; 0 if all that it says was in the log."""
    paid_out: int = 0
    """Tokens that the model replied with."""
    cost: float | None = 0.0
    """US dollars paid to the model; None if it has no price."""
    citations_dropped: int = 0
    """Citations of the model that name nothing of what it was shown."""
    notes: tuple[str, ...] = ()
    """What else there is to know of the answer, one sentence each: what was left out, or stands in for what."""
    view: View | None = None
    """The view that it was asked in; None if in none."""
    seconds: float = 0.0
    explanation: Explanation | None = None
    """Why it is as it is; None if that was not asked for."""


class TimelineRow(Record):
    """One dated line of an entity's timeline."""

    when: str
    """The date as EDTF; "" if not known."""
    phrase: str
    """The text's own words for it."""
    inherited: bool
    """Whether the date comes from the scene and not from the passage itself."""
    document: str
    chapter: int
    told_at: int
    kind: Literal["role", "state", "event", "place"]
    what: str
    place: str = ""
    companions: tuple[str, ...] = ()
    polarity: Polarity = "asserted"
    quote: str = ""
    """The sentence that says so."""
    uid: str = ""
    """The held node."""
    page: int | None = None
    """Page that the sentence begins on, counted from 1; None if the document has no pages."""


class EntityView(Record):
    """Who or what an entity is, with its timeline."""

    uid: str
    label: Literal["Actor", "Place"]
    name: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    roles: tuple[str, ...]
    states: tuple[str, ...]
    mentions: int
    documents: tuple[str, ...]
    rows: tuple[TimelineRow, ...]
    view: View | None = None
    """The view that it is shown in; None if in none."""
    notes: tuple[str, ...] = ()
    """What else there is to know of a view, one sentence each."""
