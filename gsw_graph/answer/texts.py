"""Passages of the text for a question: which ones an arm of the text takes, and how they are shown, within a budget.

Chapter: story.md, 3, The Auction
[1] On 20 August 2021 Ana Ortiz sold the ledger at Quarry House.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from gsw_graph.answer.question import Question, is_generic
from gsw_graph.embed import Embedder
from gsw_graph.entities import MOST_TERMS
from gsw_graph.graph import Graph, escape_fulltext
from gsw_graph.language import count_tokens, sentences
from gsw_graph.passages import passage
from gsw_graph.told import scope_token
from gsw_graph.views import Evidence

FIRST_ASKED, MOST_ASKED = 128, 8192
"""Chunks that an index is asked for at first, and at most, until the budget is full."""
CHAPTERS_AT_ONCE = 8
"""Chapters that are read at once."""
_WORD = re.compile(r"\w+(?:['’.]\w+)*")
"""A word as the index parts them: of a hyphenated one, which it parts, either part alone would do."""


class Passage(NamedTuple):
    """A chunk with where it stands."""

    uid: str
    chapter_uid: str
    document: str
    chapter: int
    title: str | None
    start: int
    text: str
    page: int | None
    breaks: list[int]
    reading: str
    scene: int | None = None
    """Log key of the reading of it."""

    @property
    def sentences(self) -> tuple[Evidence, ...]:
        """Its sentences."""
        shared = {"document": self.document, "chapter": self.chapter, "title": self.title or "", "uid": self.uid}
        chunk = {"chunk_start": self.start, "text": self.text, "page": self.page, "breaks": self.breaks, "item": ""}
        return tuple(
            passage({**shared, **chunk, "start": self.start + first, "end": self.start + last})
            for first, last in sentences(self.text)
        )


class Taken(NamedTuple):
    """The passages that a budget holds, of those that were looked at."""

    kept: list[Passage]
    looked: list[Passage]
    """All of them, in the same order."""


class Texts:
    """Finds passages of the text, in one workspace.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Makes the vector of the question.
    """

    def __init__(self, graph: Graph, workspace: str, embedder: Embedder) -> None:
        self._graph = graph
        self._workspace = workspace
        self._embedder = embedder

    def near(self, question: Question, *, max_tokens: int, max_chapters: int) -> Taken:
        """Return the passages nearest to a question, until the budget is full.

        Args:
            question: The question.
            max_tokens: Budget in o200k tokens.
            max_chapters: Most different chapters; 0 is no limit.
        """
        vector = self._embedder.embed_query(question.text).tolist()
        return self._until_full("match/chunks_by_vector", max_tokens, max_chapters, vector=vector)

    def worded(self, question: Question, *, max_tokens: int, max_chapters: int) -> Taken:
        """Return the passages that share most words with a question (BM25), until the budget is full.

        Args:
            question: The question.
            max_tokens: Budget in o200k tokens.
            max_chapters: Most different chapters; 0 is no limit.
        """
        words = [token.text for token in question.doc if re.search(r"\w", token.text) and not is_generic(token)]
        query = self._query(words, every=False)
        if not query:
            return Taken([], [])
        return self._until_full("match/chunks_by_text", max_tokens, max_chapters, query=query)

    def from_the_start(self, *, max_tokens: int, max_chapters: int) -> tuple[Taken, int]:
        """Return the text in the order told, until the budget is full, and how many chapters all of it has.

        The first passage that does not fit is the end: nothing is left out in between.

        Args:
            max_tokens: Budget in o200k tokens.
            max_chapters: Most different chapters; 0 is no limit.
        """
        chapters = [row["uid"] for row in self._graph.run("match/chapters", workspace=self._workspace)]
        wanted = chapters[: max_chapters or len(chapters)]
        kept: list[Passage] = []
        found: list[Passage] = []
        for first in range(0, len(wanted), CHAPTERS_AT_ONCE):
            found = [*kept, *self.of_chapters(wanted[first : first + CHAPTERS_AT_ONCE])]
            kept = passages_within(found, max_tokens, max_chapters, whole=True)
            if len(kept) < len(found):
                break
        return Taken(kept, found), len(chapters)

    def of_chapters(self, chapters: Sequence[str]) -> list[Passage]:
        """Return all passages of some chapters, in the order told.

        Args:
            chapters: Their uids.
        """
        rows = self._graph.run("match/passages_of_chapters", workspace=self._workspace, chapters=list(chapters))
        return [Passage(**row) for row in rows]

    def holding(self, phrase: str) -> list[Passage]:
        """Return the passages that hold a phrase letter by letter, in capitals or not.

        Args:
            phrase: Some words.
        """
        literal = re.compile(rf"(?<!\w){re.escape(' '.join(phrase.split()))}(?!\w)", re.IGNORECASE)
        return [one for one in self.with_all_words(phrase) if literal.search(" ".join(one.text.split()))]

    def with_all_words(self, phrase: str) -> list[Passage]:
        """Return the passages that hold all words of a phrase.

        Args:
            phrase: Some words.
        """
        query = self._query(_WORD.findall(phrase), every=True)
        rows = self._ranked("match/chunks_by_text", MOST_ASKED, query=query) if query else []
        return self._read(rows)

    def _query(self, words: Iterable[str], *, every: bool) -> str:
        """Return a full-text query for words, each or any of them, confined to the workspace; "" without words."""
        terms = [term for word in list(dict.fromkeys(words))[:MOST_TERMS] if (term := escape_fulltext(word))]
        asked = " ".join(f"{'+' if every else ''}text:{term}" for term in terms)
        return f"+scope:{scope_token(self._workspace)} +({asked})" if terms else ""

    def _until_full(self, statement: str, max_tokens: int, max_chapters: int, **sought: Any) -> Taken:
        """Return what an index proposes, best first, as much as the budget holds."""
        asked = FIRST_ASKED
        while True:
            found = self._read(self._ranked(statement, asked, **sought))
            kept = passages_within(found, max_tokens, max_chapters)
            if len(kept) < len(found) or asked >= MOST_ASKED:
                return Taken(kept, found)
            asked *= 4

    def _ranked(self, statement: str, limit: int, **sought: Any) -> list[str]:
        """Return the uids of chunks that an index proposes, best first."""
        rows = self._graph.run(statement, workspace=self._workspace, limit=limit, **sought)
        return [row["uid"] for row in rows]

    def _read(self, uids: list[str]) -> list[Passage]:
        """Return passages by their uids, in that order."""
        rows = self._graph.run("match/passages", workspace=self._workspace, uids=uids) if uids else []
        by_uid = {row["uid"]: Passage(**row) for row in rows}
        return [by_uid[uid] for uid in uids if uid in by_uid]


def passages_within(
    passages: Sequence[Passage], max_tokens: int, max_chapters: int, *, whole: bool = False
) -> list[Passage]:
    """Return the best passages that fit the budget as they are shown.

    Args:
        passages: Best first.
        max_tokens: Budget in o200k tokens.
        max_chapters: Most different chapters; 0 is no limit.
        whole: Whether the first that does not fit ends it.
    """
    kept: list[Passage] = []
    chapters: set[str] = set()
    spent = 0
    for one in passages:
        new = one.chapter_uid not in chapters
        tokens = count_tokens(f"{shown(len(kept) + 1, one)}\n") + (count_tokens(f"{heading(one)}\n\n") if new else 0)
        if spent + tokens <= max_tokens and not (new and max_chapters and len(chapters) >= max_chapters):
            kept.append(one)
            chapters.add(one.chapter_uid)
            spent += tokens
        elif whole:
            break
    return kept


def as_told(passages: Iterable[Passage]) -> list[Passage]:
    """Return passages in the order told, as they are shown and numbered.

    Args:
        passages: In any order.
    """
    return sorted(passages, key=lambda one: (one.document, one.chapter, one.start))


def chapter_texts(passages: Iterable[Passage]) -> tuple[str, ...]:
    """Return the lines of each chapter's passages, as a reader or a model is shown them.

    Args:
        passages: In any order.
    """
    texts: dict[str, list[str]] = {}
    for number, one in enumerate(as_told(passages), 1):
        texts.setdefault(one.chapter_uid, [heading(one)]).append(shown(number, one))
    return tuple("\n".join(lines) for lines in texts.values())


def heading(one: Passage) -> str:
    """Return the line above a chapter's passages.

    Args:
        one: One of them.
    """
    return chapter_line(one.document, one.chapter, one.title or "")


def chapter_line(document: str, chapter: int, title: str) -> str:
    """Return the line above what is shown of a chapter.

    Args:
        document: Key of the document.
        chapter: Index of the chapter.
        title: Its title; "" if it has none.
    """
    return "Chapter: " + " ".join(", ".join(filter(None, (document, str(chapter), title))).split())


def shown(number: int, one: Passage) -> str:
    """Return a passage with its number, on one line, so that it cannot look like a line of its own.

    Args:
        number: What it is cited by.
        one: The passage.
    """
    return f"[{number}] {' '.join(one.text.split())}"
