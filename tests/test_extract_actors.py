"""Who and what a text names or means."""

import pytest

from extract_reading import read


@pytest.mark.parametrize(
    ("text", "surface", "expected"),
    [
        ("Marta Kowal opened the door. She smiled.", "she", [("Marta Kowal",)]),
        ("Jonas Weber met Lena Brandt at the pier. He gave her a letter.", "he", [("Jonas Weber",)]),
        ("Jonas Weber met Lena Brandt at the pier. He gave her a letter.", "her", [("Lena Brandt",)]),
        ("Olga Petrova called Ivan Orlov. She told him the truth.", "him", [("Ivan Orlov",)]),
        # The one who comes later by name: cataphora inside a sentence, and over paragraphs.
        ("As he walked home, Rashid Karim saw a light.", "he", [("Rashid Karim",)]),
        ("He ran along the quay. Rain fell.\n\nPaolo Ricci stopped at the gate.", "he", [("Paolo Ricci",)]),
        # The subject of the same verb is not its object.
        ("Ivan Orlov waited. Pavel Novak came in and Ivan Orlov thanked him.", "him", [("Pavel Novak",)]),
        ("Ben Adler and Mia Castellano left early. They took the train.", "they", [("Ben Adler", "Mia Castellano")]),
        ("Rowan Ellery lifted their lamp and their hand shook.", "their", [("Rowan Ellery",), ("Rowan Ellery",)]),
        ("The guards searched the hall. They found a key.", "they", [("the guards",)]),
        ("Tarek found a coin. He gave it to Amina.", "it", [("the coin",)]),
        ("“I took the key,” said Ewa Lis.", "I", [("Ewa Lis",)]),
        ("I opened the drawer and found the map.", "I", [("the narrator",)]),
        ("Nadia: This is my friend Tomas, he bakes at Corner Mill.", "my", [("Nadia",)]),
        ("Nadia: This is my friend Tomas, he bakes at Corner Mill.", "he", [("Tomas",)]),
        ("Marta Kowal fell. The rain fell too, and it rained all day.", "it", []),
    ],
)
def test_pronouns(text: str, surface: str, expected: list[tuple[str, ...]]) -> None:
    assert read(text).meaning(surface) == expected


def test_one_person_under_four_names() -> None:
    found = read(
        "Irene Marsh unlocked the archive.\n\nMs. Marsh read the letter twice.\n\n"
        "Marsh put it away, and Irene sighed.\n\n"
        "Colin Marsh came at noon. Marsh sat down."
    )
    assert found.meaning("Irene Marsh") == found.meaning("Ms. Marsh") == found.meaning("Irene") == [("Irene Marsh",)]
    assert found.meaning("Colin Marsh") == [("Colin Marsh",)]
    assert found.meaning("Marsh") == [("Irene Marsh",), ("Marsh",)]


def test_a_title_tells_two_people_of_one_surname_apart() -> None:
    found = read("Irene Marsh and Colin Marsh argued. Mr. Marsh left. Ms. Marsh stayed.")
    assert found.meaning("Mr. Marsh") == [("Colin Marsh",)]
    assert found.meaning("Ms. Marsh") == [("Irene Marsh",)]


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("Quillan Vey smiled at the crowd in Dorvast Hall.", "Quillan Vey", "person"),
        ("Quillan Vey smiled at the crowd in Dorvast Hall.", "Dorvast Hall", "place"),
        ("She drove to Ostrel and stayed there.", "Ostrel", "place"),
        ("He worked for the Tamsin Institute of Glass.", "Tamsin Institute of Glass", "organisation"),
        ("Brandt & Sons closed the mine.", "Brandt & Sons", "organisation"),
        ("The newspaper Morgenblatt printed the list.", "Morgenblatt", "organisation"),
        ("Jean-Luc d'Arcy fed the parrot.", "the parrot", "animal"),
        ("The ferry Aldara sank.", "Aldara", "object"),
        ("All night Drumholt buzzed with rumours.", "Drumholt", "place"),
        ("Zoë Åkerlund-Müller wrote to the bishop.", "Zoë Åkerlund-Müller", "person"),
        ("They met on the Bridge of Sighs at dusk.", "Bridge of Sighs", "place"),
        ("Ana lived near One Harbour Plaza for years.", "One Harbour Plaza", "place"),
        ("김민수 met Ana at the gate.", "김민수", "person"),
    ],
)
def test_names_and_kinds(text: str, name: str, kind: str) -> None:
    assert read(text).kinds().get(name) == kind


@pytest.mark.parametrize(
    "text",
    ["Adrenaline coursed through his veins.", "Mist lay on the fields, and the mist stayed.", "Hello, world."],
)
def test_a_word_that_opens_a_sentence_is_no_name(text: str) -> None:
    assert [one for found in read(text).extractions for one in found.mentions if one.form == "name"] == []


def test_the_role_stands_for_its_bearer() -> None:
    found = read("Sara Lindqvist, the harbour pilot, woke at four. The pilot checked the tide.")
    assert found.meaning("The pilot") == [("Sara Lindqvist",)]


def test_a_short_form_stands_for_the_place() -> None:
    found = read("They gathered at the Orvane Maritime Museum. The museum was cold.")
    assert found.meaning("The museum") == [("Orvane Maritime Museum",)]


@pytest.mark.parametrize(("verb", "means"), [("was", True), ("was not", False), ("might have been", False)])
def test_only_who_is_the_painter_is_meant_by_it(verb: str, means: bool) -> None:
    found = read(f"Ludo Kerr {verb} the painter.\n\nThe painter slept.")
    assert (("sleep", "agent", "Ludo Kerr") in found.events()) is means
