"""What a model is shown of the memory for a question, within a budget, with an id for all that it may cite.

    Chapter: story.md, 3, The Auction
    [1] Ana Ortiz (when: 20 August 2021; where: Quarry House). Ana Ortiz sold the ledger …
    [1.1] "On 20 August 2021 Ana Ortiz sold the ledger at Quarry House."

A summary has a number, and sentences of the text on which it rests have its number and their own. A passage of the text
that is shown in place of a summary has a number alone.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gsw_graph.answer.facts import NOTHING, Fact, Facts
from gsw_graph.answer.texts import Passage, as_told, chapter_line, chapter_texts
from gsw_graph.answer.told_summaries import Told
from gsw_graph.language import count_tokens
from gsw_graph.names import fold_label
from gsw_graph.views import Evidence

MOST_SENTENCES = 4
"""Sentences of the text that are shown with a summary."""
MOST_OF_SUMMARY = 2
"""Sentences that prove an item which cites a whole summary."""
STEM = 5
"""Letters by which a word of the question is found again in a sentence."""
_ID = re.compile(r"\d+(?:\.\d+)?")
_PARTED = re.compile(r"[\s,;]+")


class Sentence(NamedTuple):
    """A sentence of the text with the facts that it states."""

    passage: Evidence
    facts: tuple[Fact, ...]

    def holds(self, words: str) -> bool:
        """Say whether the sentence holds some words whole.

        Args:
            words: In any case and with any punctuation.
        """
        return f" {fold_label(words)} " in f" {fold_label(self.passage.quote)} "


class Block(NamedTuple):
    """A summary, or a passage of the text, as it is shown."""

    number: int
    told: Told
    sentences: tuple[Sentence, ...]
    """All on which it rests, in the order told."""
    shown: tuple[Sentence, ...]
    """Those that are shown beneath it."""

    @property
    def seen(self) -> tuple[Sentence, ...]:
        """The sentences of the text that a model sees: those beneath a summary, or those of a passage."""
        return self.shown if self.facts.actor else self.sentences

    @property
    def facts(self) -> Facts:
        """What the summary is about."""
        return self.told.facts

    @property
    def text(self) -> str:
        """The lines that a model sees."""
        setting = f" ({self.facts.setting})" if self.facts.setting else ""
        lines = [f"[{self.number}] {_line(self.facts.name)}{setting}. {_line(self.told.text)}"]
        lines += [f'[{self.number}.{at}] "{_line(one.passage.quote)}"' for at, one in enumerate(self.shown, 1)]
        return "\n".join(lines)


class Cited(NamedTuple):
    """What a reply cites."""

    blocks: tuple[Block, ...]
    """Whole summaries."""
    sentences: tuple[tuple[Block, Sentence], ...]
    dropped: int
    """Ids that name nothing of the context."""


class Context(NamedTuple):
    """What a model is shown of the memory."""

    blocks: tuple[Block, ...]
    chapters: tuple[str, ...]
    """The lines of each chapter, in the order shown."""

    def cited(self, ids: Sequence[str]) -> Cited:
        """Return what some ids name; one that names nothing here is dropped and counted.

        Args:
            ids: As a model wrote them, with brackets or without, several in one string or one.
        """
        by_id: dict[str, tuple[Block, Sentence | None]] = {str(block.number): (block, None) for block in self.blocks}
        for block in self.blocks:
            by_id |= {f"{block.number}.{at}": (block, one) for at, one in enumerate(block.shown, 1)}
        named = dict.fromkeys(each for text in ids for each in _ids(text))
        found = [by_id[each] for each in named if each in by_id]
        return Cited(
            tuple(block for block, sentence in found if sentence is None),
            tuple((block, sentence) for block, sentence in found if sentence is not None),
            sum(each not in by_id for each in named),
        )

    def holding(self, words: str) -> list[tuple[Block, Sentence]]:
        """Return the first sentence of the context that holds some words, if any does.

        Args:
            words: Such as an item of an answer.
        """
        every = [(block, sentence) for block in self.blocks for sentence in block.seen]
        return [pair for pair in every if pair[1].holds(words)][:1]


def _ids(text: str) -> list[str]:
    """Return the ids in a text; the text itself, which is none, if it holds anything else."""
    parts = [part.strip("[]()") for part in _PARTED.split(text.strip())]
    return parts if all(map(_ID.fullmatch, parts)) else [text]


def proof_of(block: Block, words: str) -> list[tuple[Block, Sentence]]:
    """Return the sentences of a summary that bear some words; its first ones if none holds them.

    Args:
        block: The summary.
        words: Such as an item of an answer, or "".
    """
    holding = [one for one in block.sentences if words and one.holds(words)]
    chosen = holding or block.shown or block.sentences
    return [(block, one) for one in chosen[:MOST_OF_SUMMARY]]


def make_context(
    ranked: Sequence[Told], stems: frozenset[str], order: Mapping[str, int], *, max_tokens: int, max_chapters: int
) -> Context:
    """Return the best summaries that fit the budget, with sentences of the text, chapter by chapter.

    Args:
        ranked: Summaries, best first.
        stems: Beginnings of the question's own words; sentences that have them are shown before others.
        order: Where each chapter stands, by its uid.
        max_tokens: Budget in o200k tokens.
        max_chapters: Most different chapters; 0 is no limit.
    """
    blocks: list[Block] = []
    chapters: set[str] = set()
    taken: set[tuple[str, int]] = set()
    spent = 0
    for told in ranked:
        chapter = told.facts.chapter_uid
        if chapter not in chapters and max_chapters and len(chapters) >= max_chapters:
            continue
        sentences = _sentences(told.facts)
        fresh = [one for one in sentences if (told.facts.document, one.passage.start) not in taken]
        head = 0 if chapter in chapters else count_tokens(f"{_heading(told.facts)}\n\n")
        for most in (MOST_SENTENCES, 1, 0):
            block = Block(len(blocks) + 1, told, sentences, _best(fresh, stems, most))
            tokens = head + count_tokens(f"{block.text}\n")
            if spent + tokens <= max_tokens:
                spent += tokens
                blocks.append(block)
                chapters.add(chapter)
                taken |= {(told.facts.document, one.passage.start) for one in block.shown}
                break
    return Context(tuple(blocks), tuple(_chapters(blocks, order)))


def passage_context(passages: Sequence[Passage]) -> Context:
    """Return passages of the text, in the order told, as a model is shown them.

    Args:
        passages: Those that fit the budget.
    """
    blocks = []
    for number, one in enumerate(as_told(passages), 1):
        facts = NOTHING._replace(
            chapter_uid=one.chapter_uid,
            document=one.document,
            chapter=one.chapter,
            title=one.title or "",
            reading=one.reading,
        )
        sentences = tuple(Sentence(sentence, ()) for sentence in one.sentences)
        blocks.append(Block(number, Told(facts, one.text, 0.0), sentences, ()))
    return Context(tuple(blocks), chapter_texts(passages))


def _sentences(facts: Facts) -> tuple[Sentence, ...]:
    """Return the sentences on which a summary rests, in the order told."""
    by_start: dict[int, list[Fact]] = {}
    for fact in facts.facts:
        by_start.setdefault(fact.passage.start, []).append(fact)
    return tuple(Sentence(some[0].passage, tuple(some)) for _, some in sorted(by_start.items()))


def _best(sentences: list[Sentence], stems: frozenset[str], most: int) -> tuple[Sentence, ...]:
    """Return the sentences that have most words of the question, in the order told."""

    def shared(one: Sentence) -> int:
        return len(stems & {word[:STEM] for word in fold_label(one.passage.quote).split()})

    best = sorted(sentences, key=lambda one: (-shared(one), one.passage.start))[:most]
    return tuple(sorted(best, key=lambda one: one.passage.start))


def _chapters(blocks: Sequence[Block], order: Mapping[str, int]) -> list[str]:
    """Return the lines of each chapter, in their order."""
    by_chapter: dict[str, list[Block]] = {}
    for block in blocks:
        by_chapter.setdefault(block.facts.chapter_uid, []).append(block)
    ordered = sorted(by_chapter.values(), key=lambda some: order[some[0].facts.chapter_uid])
    return ["\n".join([_heading(some[0].facts), *(block.text for block in some)]) for some in ordered]


def _heading(facts: Facts) -> str:
    """Return the line above a chapter's summaries."""
    return chapter_line(facts.document, facts.chapter, facts.title)


def _line(text: str) -> str:
    """Return a text on one line, so that it cannot look like a line of its own."""
    return " ".join(text.split())
