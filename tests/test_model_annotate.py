"""Who is who and where scenes begin, as annotations of the chunks."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gsw_graph.extract.model.annotate import annotated
from gsw_graph.extract.model.cast import ANNOTATE, Cast
from gsw_graph.llm.prompts import load_prompt
from gsw_graph.records import Annotation, Chunk
from gsw_graph.text import chapters, chunks, from_text
from model_reading import CAST, HARBOUR, chapter_of, read


def meant(found: list[Chunk]) -> list[tuple[str, str]]:
    """Return (words, name) of all that means an actor or place, in order."""
    return [
        (one.quote.text, one.name)
        for chunk in found
        for one in chunk.annotations
        if one.role == "coreference" and one.kind != "date"
    ]


def scenes(found: list[Chunk]) -> list[tuple[int, str, str]]:
    """Return (scene, place, date as EDTF) of each chunk."""
    return [(chunk.scene, lent(chunk, "scene_place"), lent(chunk, "scene_date")) for chunk in found]


def lent(chunk: Chunk, role: str) -> str:
    found: list[Annotation] = [one for one in chunk.annotations if one.role == role]
    assert len(found) < 2
    return (found[0].date.edtf if found[0].date else found[0].name) if found else ""


def test_the_small_text() -> None:
    assert meant(read(HARBOUR, CAST)) == [
        ("Ana Ruiz", "Ana Ruiz"),
        ("Orvane Light", "Orvane Light"),
        ("she", "Ana Ruiz"),
        ("the captain", "Idris Vane"),
        ('captain\'s "red" ledger', 'captain\'s "red" ledger'),
        ("Captain Idris Vane", "Idris Vane"),
        ("it", 'captain\'s "red" ledger'),
        ("Ludo Kerr", "Ludo Kerr"),
        ("Ostrel", "Ostrel"),
        ("He", "Ludo Kerr"),
        ("Ana", "Ana Ruiz"),
        ("Vane", "Idris Vane"),
        ("She", "Ana Ruiz"),
        ("him", "Ludo Kerr"),
        ("the ledger", 'captain\'s "red" ledger'),
    ]


@pytest.mark.parametrize(
    ("text", "actors", "found"),
    [
        ("Una saw Ida. She waved.", ("Una | person | she", "Ida | person | she: 2"), [("She", "Ida")]),
        ("Una saw Ida. She waved. She ran.", ("Una | person | she: 2-3", "Ida | person | she: 3"),
         [("She", "Una"), ("She", "Ida")]),
        ("Una saw Ida. She told her that she sang.", ("Una | person | she", "Ida | person | her | she: 2#2"),
         [("She", "Una"), ("her", "Ida"), ("she", "Ida")]),
        ("Una and Ida sat. They sang.", ("Una | person | they: 2", "Ida | person | they: 2"),
         [("They", "Una"), ("They", "Ida")]),
        ("Una sat. She sang.", ("Una | person | she: 9",), []),
        ("Una saw Ida. She waved.", ("Una | person | she", "Ida | person | she"), []),
        ("Una sat. She sang.", ("Una | person | she: 1–2",), [("She", "Una")]),
        ("Una sat. She sang.", ("Una | person | SHE/her: 1-9",), [("She", "Una")]),
        ("R/V Polar sank. The ship rusts.", ("R/V Polar | object | the ship",), [("The ship", "R/V Polar")]),
        ("The Trust met. I trust Hope; hope is a trust.", ("The Trust | organisation | Trust", "Hope | person"), []),
        ("Brennar Museum is in Brennar.", ("Brennar | place | the town", "Brennar Museum | place"), []),
        ("Una's aunt left. Una stayed.", ("Una | person", "Una's aunt | person"), []),
        ("May met Bo in May 1987.", ("May | person", "Bo | person"), []),
        ("김민수가 왔다. 그는 떠났다.", ("김민수 | person | 그",), [("그", "김민수")]),
    ],
)  # fmt: skip
def test_whom_words_mean(text: str, actors: tuple[str, ...], found: list[tuple[str, str]]) -> None:
    assert [(words, name) for words, name in meant(read(text, Cast(number=1, actors=actors))) if words != name] == found


@pytest.mark.parametrize(
    ("text", "actors", "found"),
    [
        ("Brennar Museum is in Brennar.", ("Brennar | place", "Brennar Museum | place"), ["Brennar Museum", "Brennar"]),
        ("The Trust met. I trust Hope; hope is a trust.", ("The Trust | organisation", "Hope | person"),
         ["The Trust", "Hope"]),
        ("Una's aunt left. Una stayed.", ("Una | person", "Una's aunt | person"), ["Una", "Una's aunt", "Una"]),
        ("The fire engine came. The fire raged.", ("fire | object", "fire engine | object"), ["fire engine", "fire"]),
        ("The guard's key fell.", ("guard | person", "guard's key | object"), ["guard", "guard's key"]),
        ("May met Bo in May 1987.", ("May | person", "Bo | person"), ["May", "Bo"]),
        ("Una sat.", ("una | person", "Oda | person", "", "Una Kerr | person | Una"), ["Una"]),
    ],
)  # fmt: skip
def test_where_names_stand(text: str, actors: tuple[str, ...], found: list[str]) -> None:
    assert [name for _, name in meant(read(text, Cast(number=1, actors=actors)))] == found


FIVE = "Una waited in Tarn Hall. Bo sang.\n\nIt rained. A dog ran. Bo was in Ostrel.\n\nThe next day Una wept. Bo left."


@pytest.mark.parametrize(
    ("notes", "found"),
    [
        ((), [(0, "", "")] * 3),
        (("1 | Tarn Hall | ?",), [(0, "Tarn Hall", "")] * 3),
        (("1 | Tarn Hall | ?", "3 | Ostrel | ?"), [(0, "Tarn Hall", ""), (1, "Ostrel", ""), (1, "Ostrel", "")]),
        (("1 | Tarn Hall | ?", "5 | Ostrel | ?"), [(0, "Tarn Hall", "")] * 2 + [(1, "Ostrel", "")]),
        (("1 | Tarn Hall | ?", "6 | ? | ?"), [(0, "Tarn Hall", "")] * 2 + [(1, "", "")]),
        (("1 | Tarn Hall | ?", "6 | | "), [(0, "Tarn Hall", "")] * 2 + [(1, "Tarn Hall", "")]),
        (("6 | Ostrel | ?", "1 | Tarn Hall | ?"), [(0, "Tarn Hall", "")] * 2 + [(1, "Ostrel", "")]),
        (("1 | Tarn Hall | ?", "99 | Ostrel | ?", "0 | Ostrel", "x | Ostrel", ""), [(0, "Tarn Hall", "")] * 3),
        (("1 | Vrell | 3 May 1987",), [(0, "", "")] * 3),
        (("7 | Ostrel | ?",), [(0, "", "")] * 2 + [(1, "Ostrel", "")]),
    ],
)
def test_scenes_begin_with_most_of_a_chunk(notes: tuple[str, ...], found: list[tuple[int, str, str]]) -> None:
    assert scenes(read(FIVE, Cast(number=1, scenes=notes))) == found


def test_a_scene_takes_the_name_that_its_words_mean() -> None:
    cast = Cast(number=1, actors=("Tarn Hall | place | the hall",), scenes=("2 | the hall | ?",))
    found = read("They built Tarn Hall.\n\nUna sat in the hall.", cast)
    assert lent(found[1], "scene_place") == "Tarn Hall"


def test_what_a_scene_lends_may_stand_in_another_chunk() -> None:
    found = read(HARBOUR, CAST)
    assert scenes(found) == [
        (0, "Orvane Light", "1987-05-03"),
        (1, "Ostrel", "1987-05-04"),
        (1, "Ostrel", "1987-05-04"),
    ]
    quotes = [one.quote for one in found[2].annotations if one.role != "coreference"]
    assert [quote.text for quote in quotes] == ["Ostrel", "The next morning"]
    assert all(quote.end < 0 for quote in quotes)


@pytest.mark.parametrize(
    ("text", "notes", "dates"),
    [
        ("On 3 May 1987 Una came. The next day Bo left.", (), ["1987-05-03", "1987-05-04"]),
        ("On 3 May 1987 Una had come. The next day Bo left.", (), ["1987-05-03", ""]),
        ("On 3 May 1987 Una had come. The next day Bo left.", ("1 | ? | 3 May 1987",), ["1987-05-03", "1987-05-04"]),
        ('"We met on 3 May 1987." The next day Bo left.', (), ["1987-05-03", ""]),
        ("On 3 May 1987 Una came. In 1979 she had sung. The next day Bo left.", (),
         ["1987-05-03", "1979", "1987-05-04"]),
        ("The next day Bo left.", ("1 | ? | 3 May 1987",), [""]),
        ("On 3 May 1987 Una came. She read of 1 June 1979. The next day Bo left.", ("1 | ? | 3 May 1987",),
         ["1987-05-03", "1979-06-01", "1987-05-04"]),
        ('"He came this morning." He had left the next day. "It is 3 May 1987," said Bo.', ("1 | ? | 3 May 1987",),
         ["1987-05-03", "", "1987-05-03"]),
    ],
)  # fmt: skip
def test_dates_are_resolved_by_rule(text: str, notes: tuple[str, ...], dates: list[str]) -> None:
    found = read(text, Cast(number=1, scenes=notes))
    said = [one.date.edtf for chunk in found for one in chunk.annotations if one.date and one.role == "coreference"]
    assert said == dates


def test_a_later_window_starts_from_the_dates_before_it() -> None:
    chapter, whole = chapter_of("On 3 May 1987 Una came.\n\nThe next day Bo left.")
    (found,) = annotated(chapter, whole[1:], Cast(number=1, scenes=("1 | ? | The next day",)))
    assert lent(found, "scene_date") == "1987-05-04"


def test_a_chapter_starts_from_the_date_over_it() -> None:
    (chapter,) = chapters(from_text("# 3 May 1987\n\nUna came. The next day Bo left.", key="test"))
    (found,) = annotated(chapter, chunks(chapter), Cast(number=1, scenes=()))
    assert [one.date.edtf for one in found.annotations if one.date] == ["1987-05-04"]


def test_annotating_keeps_the_chunks() -> None:
    _, before = chapter_of(HARBOUR)
    after = read(HARBOUR, CAST)
    assert [one.model_copy(update={"annotations": (), "scene": 0}) for one in after] == before
    assert after == read(HARBOUR, CAST)


def test_our_example_annotates_nothing() -> None:
    example = load_prompt(ANNOTATE.name).system.rpartition("\n")[2]
    cast = Cast.model_validate(json.loads(example)["replies"][0])
    assert cast.actors
    found = read(HARBOUR, cast)
    assert {name for _, name in meant(found)} <= set()
    assert {lent(chunk, "scene_place") for chunk in found} == {""}


_WORDS = st.sampled_from(
    "Ana Ruiz Vane she he She the captain ledger Ostrel Light | | | / : 1 2 3-5 4#2 #1 ? person place 1: x".split()
)
_NOTES = st.lists(st.lists(_WORDS, max_size=8).map(" ".join), max_size=5).map(tuple)


@given(_NOTES, _NOTES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_cast_breaks_it(actors: tuple[str, ...], notes: tuple[str, ...]) -> None:
    text = from_text(HARBOUR, key="test").text
    numbers = []
    for chunk in read(HARBOUR, Cast(number=1, actors=actors, scenes=notes)):
        numbers.append(chunk.scene)
        for one in chunk.annotations:
            assert text[chunk.start + one.quote.start : chunk.start + one.quote.end] == one.quote.text
            if one.role == "coreference":
                assert 0 <= one.quote.start < one.quote.end <= len(chunk.text)
                assert one.kind == "date" or one.name in " ".join(text.split())
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(max(numbers) + 1))
