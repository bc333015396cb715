"""Offices, clinics and banks: where something happens, or who does it."""

import pytest

from extract_reading import read


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The Harbour Office fined Ana Ruiz.", "Harbour Office"),
        ("Marle Clinic uses Orchid Desk for its visits.", "Marle Clinic"),
        ("Marle Bank lends money to Bo Lind.", "Marle Bank"),
        ("Ana Ruiz was fined by the Harbour Office.", "Harbour Office"),
        ("According to the Harbour Office, the ship left.", "Harbour Office"),
        ("Ana Ruiz has signed a contract with the Opera of Lyon.", "Opera of Lyon"),
        ("Ana Ruiz is the director of the Lakeside Clinic.", "Lakeside Clinic"),
        ("Ana Ruiz thanked Bo Lind and the Lakeside Clinic.", "Lakeside Clinic"),
        ("Ana Ruiz works for the Norrland Warehouse.", "Norrland Warehouse"),
        ("Marle Bank opened a branch in Brund.", "Marle Bank"),
        ("The bakery sells bread.", "the bakery"),
        ("The clinic books visits with Orchid.", "the clinic"),
    ],
)
def test_a_place_that_acts_is_an_organisation(text: str, name: str) -> None:
    assert read(text).kinds()[name] == "organisation"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("She waited at the Harbour Office.", "Harbour Office"),
        ("Ana Ruiz walked to the Lakeside Clinic.", "Lakeside Clinic"),
        ("The Harbour Office stands on the quay.", "Harbour Office"),
        ("The Lakeside Clinic burned down and closed in May.", "Lakeside Clinic"),
        ("The walls of the Marle Bank shook.", "Marle Bank"),
        ("Ana Ruiz met Bo Lind in the Opera of Lyon.", "Opera of Lyon"),
        ("The Marle Bridge crosses the river.", "Marle Bridge"),
        ("Ana Ruiz entered the bakery.", "the bakery"),
    ],
)
def test_a_place_where_something_happens_stays_one(text: str, name: str) -> None:
    assert read(text).kinds()[name] == "place"


def test_one_name_is_both_where_it_acts_and_where_it_is_waited_at() -> None:
    found = read("Ana Ruiz waited at the Harbour Office. The Harbour Office fined Bo Lind.")
    kinds = [one.kind for chunk in found.extractions for one in chunk.mentions if one.name == "Harbour Office"]
    assert kinds == ["place", "organisation"]
