"""Why an answer is as it is: how its question was read, what that was matched with, and what became of each chapter."""

from typing import Literal

from gsw_graph.records import Record


class ChapterRef(Record):
    """A chapter that an answer draws on."""

    document: str
    """Key of the document."""
    chapter: int
    """Index of the chapter."""
    title: str
    uid: str


class DateRead(Record):
    """A date of a question."""

    phrase: str
    edtf: str


class QuestionRead(Record):
    """How a question was read."""

    want: str
    """The slot that is asked for: actor, place, date, event, identity, reason or yes_no."""
    order: str
    """latest, first or chronological, in story time; "" if none is asked for."""
    counted: bool
    """Whether it asks how many there are."""
    main_only: bool
    """Whether only the main person of each passage is asked for."""
    negated: bool
    """Whether it asks for what is not or did not happen."""
    dates: tuple[DateRead, ...]
    arm: str
    """How the chapters were chosen: a name of `answer.arms.ARMS`."""
    arm_about: str
    """What that is, in a line."""


class Matched(Record):
    """A node of the held layer that a cue was matched with."""

    uid: str
    label: Literal["Actor", "Place", "Date"]
    name: str
    """A name, or the EDTF value of a date."""


class ChapterScore(Record):
    """How much a chapter is like a phrase."""

    chapter: ChapterRef
    score: float
    meaning: float
    """What of the score the passages' meaning makes; of a phrase that names no kind of event, all of it."""
    worded: float
    """Share of the phrase's words that the passages say, rare words more."""
    enough: bool
    """Whether the chapter counts as one that holds the phrase."""


class CueExplained(Record):
    """One thing that a question names, and what it was matched with."""

    kind: Literal["actor", "place", "date", "content"]
    phrase: str
    matched: tuple[Matched, ...]
    chapters: int
    """How many chapters hold it."""
    said: str
    """What came of it, in a sentence."""
    least: float | None = None
    """The score from which a chapter holds it; None if it was not compared by meaning."""
    scores: tuple[ChapterScore, ...] = ()
    """The chapters most like it, best first."""
    others: int = 0
    """How many more were compared."""


class LookUp(Record):
    """The verb, role or name by which an answer was looked up."""

    by: Literal["verb", "role or state", "name", "events"]
    said: tuple[str, ...]
    """The verb's lemma, or the labels of the role or state."""
    slots: tuple[str, ...] = ()
    """What the question word stands for, of a verb."""
    named: tuple[str, ...] = ()
    """Who, where and when the question names with it."""
    words: tuple[str, ...] = ()
    """Other nouns that have to be said with it."""
    found: int = 0
    """How many items it led to."""
    exclusive: bool = False
    """Whether nothing else may answer, so that the scenes are not read if it leads nowhere."""


class ChapterKept(Record):
    """A chapter that was chosen."""

    chapter: ChapterRef
    rank: int
    score: float | None
    """The sum of what its cues weigh, or the cosine of its best summary; None if only the rank counts."""
    scenes: tuple[int, ...] | None
    """Its scenes that count; None for all."""
    why: str


class ChapterDropped(Record):
    """A chapter that was looked at and not chosen."""

    chapter: ChapterRef
    why: str


class ItemExplained(Record):
    """One item of an answer, and what proves it."""

    text: str
    label: str
    """Label of the held node that it is; "" if a model gave it."""
    uid: str
    chapter: ChapterRef | None
    proof_label: str
    """Label of the node whose passage proves it."""
    proof_uid: str
    source: Literal["explicit", "inherited", "inferred", "cited"]
    """Whether the passage says it outright, its scene or a rule does, or a model cites it."""
    passages: int
    """How many passages are shown for it."""


class LeftOut(Record):
    """A place, date or person of the chosen scenes that is no item."""

    text: str
    uid: str
    chapter: ChapterRef
    why: str


class ContextPart(Record):
    """A summary or passage that was in question for the context."""

    chapter: ChapterRef
    name: str
    """Whom the summary is about; "" for a passage."""
    tokens: int
    """In o200k tokens, by itself."""
    score: float | None
    """Cosine with the question; None for a passage."""
    why: str = ""
    """Why it is not shown; "" if it is."""


class BudgetSpent(Record):
    """What went into the context, and what time it took."""

    allowed: int
    """Most o200k tokens of context."""
    spent: int
    max_chapters: int
    """Most chapters to draw on; 0 is no limit."""
    shows: Literal["summaries", "passages"]
    shown: tuple[ContextPart, ...]
    left_out: tuple[ContextPart, ...]
    """The best of those that are not shown."""
    others: int
    """How many more are not."""
    seconds: dict[str, float]
    """By part of the work, in its order."""


class Explanation(Record):
    """Why an answer is as it is."""

    question: QuestionRead
    cues: tuple[CueExplained, ...]
    chosen_by: tuple[CueExplained, ...]
    """What an arm chose the chapters by, if by anything else than the cues."""
    lookup: LookUp | None
    outcome: str
    """What settled the answer, or why there is none, in a sentence."""
    partial: bool
    """Whether no chapter holds all cues, so that those kept only give the context."""
    led_to: tuple[ChapterRef, ...]
    """The chapters to which the lookup led, in the order asked for."""
    kept: tuple[ChapterKept, ...]
    dropped: tuple[ChapterDropped, ...]
    """The best of those that were not kept."""
    others_dropped: int
    """How many more were not."""
    items: tuple[ItemExplained, ...]
    left_out: tuple[LeftOut, ...]
    """The heaviest of what could have been an item."""
    others_left_out: int
    """How many more could have been."""
    budget: BudgetSpent
