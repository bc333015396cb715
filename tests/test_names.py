"""Folding of names and labels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gsw_graph.names import fold, fold_label, is_full_name, is_proper


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("서울 타워", "서울타워"),
        ("Иван Петров", "Иван  Петров"),
        ("Иван Петров", "ИВАН ПЕТРОВ"),
        ("東京 タワー", "東京タワー"),
        ("Irene Marsh", "Ms. Irene Marsh"),
        ("Irene Marsh", "irene\u00a0marsh"),
        ("Irene Marsh", "Irene Marsh's"),
        ("Irene Marsh", "Irene Marsh’s"),
        ("Lumen", "the Lumen"),
        ("Dr Ana Reyes", "Professor Dr. Ana Reyes"),
        ("Straße", "STRASSE"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Ａｎａ", "Ana"),
        ("“Red” Ann", "Red Ann"),
        ("Conor O’Brien", "Conor O'Brien"),
        ("Jean‐Luc Moreau", "Jean-Luc Moreau"),
    ],
)
def test_spellings_of_one_name_fold_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("김민수", "김민석"),
        ("Irene Marsh", "Colin Marsh"),
        ("Ana", "Anna"),
        ("C", "C++"),
        ("Minister of Finance", "Minister of Health"),
        ("Zoë", "Zoe"),
        ("7", "9"),
    ],
)
def test_two_names_stay_two(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize("name", ["The", "Mr.", "Judge", "...", "'s", "?!", "(", "§"])
def test_what_is_nothing_but_a_title_or_a_sign_keeps_itself(name: str) -> None:
    assert fold(name)


@given(st.text(min_size=1).filter(str.strip))
def test_no_name_folds_to_nothing(name: str) -> None:
    assert fold(name).strip()
    assert fold_label(name).strip()


@given(st.text(alphabet="abc XYZ.'Étà", min_size=1))
def test_space_and_case_never_count(name: str) -> None:
    assert fold(f"  {name.upper()}\t".replace(" ", "  ")) == fold(name)


def test_a_label_keeps_the_words_that_a_name_drops() -> None:
    assert fold_label("the Chief Nurse") == "chief nurse"
    assert fold_label("General  manager") == "general manager"
    assert fold_label("minister of finance") == "minister of finance"


@pytest.mark.parametrize(
    ("name", "kind", "full"),
    [
        ("Irene Marsh", "person", True),
        ("Marsh", "person", False),
        ("Ms. Marsh", "person", False),
        ("the guard", "other", False),
        ("the night guard", "person", False),
        ("The night guard", "person", False),
        ("two sailors", "group", False),
        ("the knife", "object", False),
        ("the company", "organisation", False),
        ("the police", "organisation", False),
        ("Ana Reyes's brother", "person", False),
        ("His old friend", "person", False),
        ("the Aldara", "object", True),
        ("van der Berg", "person", False),
        ("De Souza", "person", False),
        ("Van Morrison", "person", True),
        ("Anke van der Berg", "person", True),
        ("Lumen", "organisation", True),
        ("Porto", "place", True),
        ("김민수", "person", True),
    ],
)
def test_a_bare_name_of_a_person_does_not_identify(name: str, kind: str, full: bool) -> None:
    assert is_full_name(name, kind) is full


@pytest.mark.parametrize(
    ("name", "proper"),
    [
        ("Porto", True),
        ("the Old Mill", True),
        ("St. John's College", True),
        ("eBay", True),
        ("서울 타워", True),
        ("東京", True),
        ("قرطبة", True),
        ("Москва", True),
        ("the museum", False),
        ("The museum", False),
        ("москва", False),
        ("Ana's kitchen", False),
        ("Ana’s kitchen", False),
        ("the students' hall", False),
        ("7", False),
        ("A", True),
    ],
)
def test_a_name_is_told_from_a_description(name: str, proper: bool) -> None:
    assert is_proper(name) is proper
