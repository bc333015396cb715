"""What holds of the local Operator's reading of any text."""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extract_reading import OPERATOR
from gsw_graph.extract import OPERATORS, LocalOperator
from gsw_graph.extract.parse import Parser
from gsw_graph.language import pipeline
from gsw_graph.records import Chunk, Extraction
from gsw_graph.text import chapters, chunks, from_text

STORY = """He stood at the window until the lamps went out. Somebody had taken the ledger, and nobody knew why.

At the Orvane Maritime Museum, Captain Idris Vane questioned the guards. "I locked the vault," said Ana Ruiz, \
the curator. They did not believe her.

The next morning, 4 May 1987, she was arrested. Ludo Kerr, her brother, drove to Ostrel with two friends; he had \
promised to find the thief. Who else had a key?"""

_WORDS = st.sampled_from(
    """Ana Ruiz Marsh Dr. Ms. the mayor of Tolland was arrested on 3 May 2019 in at , . ; : " “ ” ' - – he she they them
    it who which I you said that had been would not if as and or one two suspects sister's museum Museum "Why gave her
    because killed found missing is are 김민수 Иван 🙂 \n\n ( ) the The A""".split(" ")
)


def _read(operator: LocalOperator, text: str) -> list[tuple[Chunk, Extraction]]:
    document = from_text(text, key="test")
    return [
        (chunk, operator.extract(chunk))
        for chapter in chapters(document)
        for chunk in operator.annotate(chapter, chunks(chapter))
    ]


def _check(results: Sequence[tuple[Chunk, Extraction]], text: str) -> None:
    for chunk, found in results:
        ids = [one.id for one in found.mentions] + [one.id for one in found.claims]
        assert len(ids) == len(set(ids))
        for claim in found.claims:
            assert {about.target for about in claim.about} <= set(ids)
            assert claim.id not in {about.target for about in claim.about}
        quotes = [one.quote for one in found.mentions] + [one.quote for one in found.claims]
        for quote in quotes + [one.quote for one in chunk.annotations]:
            assert text[chunk.start + quote.start : chunk.start + quote.end] == quote.text
            assert quote.text.strip()
        for annotation in chunk.annotations:
            if annotation.role == "coreference":
                assert 0 <= annotation.quote.start < annotation.quote.end <= len(chunk.text)
        for mention in found.mentions:
            assert mention.name.strip()
            assert (mention.kind == "date") == (mention.date is not None)


def test_the_story_reads_by_the_rules() -> None:
    _check(_read(OPERATOR, STORY), from_text(STORY, key="test").text)


@given(st.lists(_WORDS, max_size=60).map(" ".join))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_run_of_words_breaks_it(text: str) -> None:
    _check(_read(OPERATOR, text), from_text(text, key="test").text)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n\t "), max_size=200))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_text_breaks_it(text: str) -> None:
    _check(_read(OPERATOR, text), from_text(text, key="test").text)


@pytest.mark.parametrize("text", ["", "   \n\n  ", "?", "…", "A" * 5000, "The " * 900, '"' * 50, "- " * 300])
def test_odd_texts(text: str) -> None:
    _check(_read(OPERATOR, text), from_text(text, key="test").text)


def test_the_same_text_reads_the_same_in_a_fresh_operator() -> None:
    assert _read(LocalOperator(), STORY) == _read(OPERATOR, STORY)


def test_a_chunk_reads_the_same_alone() -> None:
    annotated = [chunk for chunk, _ in _read(OPERATOR, STORY)]
    fresh = LocalOperator()
    assert [fresh.extract(chunk) for chunk in reversed(annotated)] == [
        OPERATOR.extract(one) for one in reversed(annotated)
    ]


def test_the_parse_does_not_depend_on_what_else_is_parsed() -> None:
    texts = [chunk.text for chunk, _ in _read(OPERATOR, STORY)]
    together = Parser(pipeline()).all(texts)
    alone = Parser(pipeline())
    assert [alone.one(text) for text in reversed(texts)] == together[::-1]


def test_old_parses_are_dropped_and_made_again() -> None:
    parser = Parser(pipeline(), keep=2)
    texts = [f"Ana Ruiz opened door {number}." for number in range(5)]
    assert [parse.text for parse in parser.all(texts)] == texts
    assert parser.one(texts[0]).text == texts[0]


def test_annotating_keeps_the_chunks() -> None:
    (chapter,) = chapters(from_text(STORY, key="test"))
    before = chunks(chapter)
    after = OPERATOR.annotate(chapter, before)
    assert [one.model_copy(update={"annotations": (), "scene": 0}) for one in after] == before


def test_the_local_operator_is_on_offer_by_name() -> None:
    operator = OPERATORS["local"]()
    assert operator.name.startswith("local-")
