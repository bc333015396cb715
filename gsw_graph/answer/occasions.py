"""What took place in a chapter, in the text's own words: "a boat race", "the harvest supper"."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from gsw_graph.answer.vocabulary import EVERYDAY, is_occasion
from gsw_graph.graph import Row
from gsw_graph.language import pipeline, sentence_at
from gsw_graph.passages import passage
from gsw_graph.views import Evidence

if TYPE_CHECKING:
    from spacy.tokens import Span

MOST_SENTENCES = 12
"""Sentences of a chapter that are parsed for what took place."""
_WORD = re.compile(r"[^\W\d_][\w-]*")


class Occasion(NamedTuple):
    """A kind of event that a chapter tells of."""

    text: str
    chapter: str
    """Uid of the chapter."""
    passage: Evidence
    """The sentence that names it first."""


class _Named(NamedTuple):
    """A noun phrase for what takes place, with its sentence."""

    text: str
    head: str
    row: Row
    start: int
    end: int


def occasions_of(rows: Iterable[Row]) -> list[Occasion]:
    """Return what took place in some chapters: of each the kind of event that it names most, if it names any.

    Args:
        rows: Rows of match/passages_of_chapters.
    """
    told: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        told[row["chapter_uid"]].append(row)
    found = []
    for chapter, chunks in told.items():
        named = [one for row in chunks for one in _sentences(row)]
        best = _most_named(list(_phrases(named[:MOST_SENTENCES])))
        if best is not None:
            where = {name: best.row[name] for name in ("document", "chapter", "title", "breaks", "page")}
            said = {
                "uid": best.row["uid"],
                "text": best.row["text"],
                "chunk_start": best.row["start"],
                "item": best.text,
            }
            start, end = best.row["start"] + best.start, best.row["start"] + best.end
            found.append(Occasion(best.text, chapter, passage({**where, **said, "start": start, "end": end})))
    return found


def _sentences(row: Row) -> list[tuple[Row, int, int]]:
    """Return the sentences of a chunk with a word for what takes place: the chunk, first and last character."""
    spots = [match.start() for match in _WORD.finditer(row["text"]) if is_occasion(match.group())]
    return [(row, *spot) for spot in dict.fromkeys(sentence_at(row["text"], at, at + 1) for at in spots)]


def _phrases(sentences: list[tuple[Row, int, int]]) -> Iterable[_Named]:
    """Yield the noun phrases for what takes place in some sentences."""
    docs = pipeline().pipe(row["text"][start:end] for row, start, end in sentences)
    for (row, start, end), doc in zip(sentences, docs, strict=True):
        for chunk in doc.noun_chunks:
            text = _said(chunk)
            if text:
                yield _Named(text, chunk.root.lemma_.casefold(), row, start, end)


def _said(chunk: "Span") -> str:
    """Return a noun phrase for what takes place of nouns alone; "" if it is none."""
    root = chunk.root
    if root.pos_ not in {"NOUN", "PROPN"} or not is_occasion(root.text):
        return ""
    nouns = [
        token for token in chunk if token.i < root.i and token.pos_ in {"NOUN", "PROPN"} and token.dep_ == "compound"
    ]
    if not nouns and root.lemma_.casefold() in EVERYDAY:
        return ""
    return "".join(token.text_with_ws for token in (*nouns[-3:], root)).strip()


def _most_named(named: list[_Named]) -> _Named | None:
    """Return the phrase whose noun is named most, in its fullest frequent form."""
    heads = Counter(one.head for one in named)
    whole = Counter(one.text.casefold() for one in named)
    return max(
        named,
        key=lambda one: (heads[one.head] + whole[one.text.casefold()], len(one.text.split()) > 1, -one.row["start"]),
        default=None,
    )
