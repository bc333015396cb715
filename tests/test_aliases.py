"""Short names in one document, completed where one person only can be meant."""

import pytest

from gsw_graph.aliases import ALIAS_CONFIDENCE, complete_names
from gsw_graph.records import Annotation, Chunk, Quote

Chapters = dict[int, list[str]]


def annotation(name: str) -> Annotation:
    """Return an annotation of a person, or of "@Porto", a place; "she = Ana Ruiz" stands as "she"."""
    surface, _, meant = name.rpartition(" = ")
    kind, name = ("place", name[1:]) if name.startswith("@") else ("person", meant or name)
    surface = surface or name
    quote = Quote(start=0, end=len(surface), text=surface)
    return Annotation(role="coreference", name=name, kind=kind, quote=quote)


def completed(chapters: Chapters) -> Chapters:
    chunks = [
        Chunk(
            document="d", chapter=number, index=0, start=0, end=1, text="x", annotations=tuple(map(annotation, names))
        )
        for number, names in chapters.items()
    ]
    return {chunk.chapter: [one.name for one in chunk.annotations] for chunk in complete_names(chunks)}


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("Nora Pellow", "Nora"),
        ("Nora Pellow", "Pellow"),
        ("Marit van der Laan", "Van der Laan"),
        ("Yusuf al-Karim", "Al-Karim"),
        ("María García López", "García"),
        ("Robert Keane", "Bob"),
        ("Jónas Þórsson", "Thorsson"),
        ("Conor O'Brien", "O’Brien"),
        ("Иван Петров", "Петров"),
    ],
)
def test_a_bare_name_is_its_only_bearers(full: str, short: str) -> None:
    assert completed({1: [full, "@Porto"], 2: [short, "@Porto"]})[2][0] == full
    assert completed({1: [full, short]})[1] == [full, full]
    assert completed({1: [full, "@Porto"], 2: [short, "@Lyon"]})[2][0] == short, "no other name agrees"


@pytest.mark.parametrize("short", ["Keane", "Robert", "Bob"])
def test_a_bare_name_of_two_is_left(short: str) -> None:
    cast = ["Robert Keane", "Robert Zuck", "Vera Keane"]
    assert completed({1: cast, 2: [*cast, short]})[2][-1] == short


@pytest.mark.parametrize(
    ("full", "short"),
    [("Robert Keane", "Bob Keane"), ("John Miller", "J. Miller"), ("Amara J. Nwosu", "A. Nwosu")],
)
def test_a_nickname_or_initial_is_completed_if_one_fits(full: str, short: str) -> None:
    assert completed({1: [full, short]}) == {1: [full, full]}
    assert completed({1: [full], 2: [short]}) == {1: [full], 2: [full]}


def test_an_initial_of_two_is_left() -> None:
    assert completed({1: ["John Miller", "Jane Miller", "J. Miller"]})[1][2] == "J. Miller"
    assert completed({1: ["John Miller", "J. Brown"]})[1][1] == "J. Brown"


def test_two_forms_of_one_name_are_one_bearer() -> None:
    assert completed({1: ["Irene Marsh", "Irene Jane Marsh", "Marsh"]})[1][2] == "Irene Jane Marsh"
    assert completed({1: ["Irene Marsh", "Colin Marsh", "Marsh"]})[1][2] == "Marsh"


def test_a_title_that_speaks_against_it_keeps_a_name_from_its_bearer() -> None:
    assert completed({1: ["Irene Marsh", "she = Irene Marsh", "Ms. Marsh"]})[1][2] == "Irene Marsh"
    assert completed({1: ["Irene Marsh", "she = Irene Marsh", "Mr. Marsh"]})[1][2] == "Mr. Marsh"
    assert completed({1: ["Irene Marsh", "Ms. Marsh"]})[1][1] == "Ms. Marsh", "nothing says that she is a woman"


def test_people_in_two_chapters_agree_by_each_others_bare_names() -> None:
    said = {1: ["Nuala Keane", "Robert Keane"], 2: ["Nuala", "Bob"]}
    assert completed(said)[2] == ["Nuala Keane", "Robert Keane"]


def test_a_completed_name_is_less_sure() -> None:
    chunk = Chunk(document="d", chapter=1, index=0, start=0, end=1, text="x")
    names = tuple(map(annotation, ("Robert Keane", "Bob Keane", "@Keane", "the guard", "Bob Keane's brother")))
    (done,) = complete_names([chunk.model_copy(update={"annotations": names})])
    assert [one.confidence for one in done.annotations] == [1.0, ALIAS_CONFIDENCE, 1.0, 1.0, 1.0]
    assert [one.name for one in done.annotations[2:]] == ["Keane", "the guard", "Bob Keane's brother"]
