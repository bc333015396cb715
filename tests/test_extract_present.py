"""Plain sentences in the present tense, whose verb a small tagger takes for a noun in the plural."""

import pytest

from extract_reading import read


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("The clinic books visits with Orchid.", ("book", "the clinic", "visits")),
        ("Marle Clinic books visits with Orchid.", ("book", "Marle Clinic", "visits")),
        ("Our clinic books visits.", ("book", "our clinic", "visits")),
        ("Harbour Office issues permits to boats.", ("issue", "Harbour Office", "permits")),
        ("The school hosts dances every Friday.", ("host", "the school", "dances")),
        ("The council funds schools.", ("fund", "the council", "schools")),
        ("The firm's lawyer drafts contracts.", ("draft", "the firm's lawyer", "contracts")),
        ("Mara Vey plans trips for schools.", ("plan", "Mara Vey", "trips")),
        ("Tessa books flights for Kiri.", ("book", "Tessa", "flights")),
        ("Kestrel ships parcels.", ("ship", "Kestrel", "parcels")),
        ("Orchid stores records in Brund.", ("store", "Orchid", "records")),
    ],
)
def test_a_verb_that_looks_like_a_plural_is_the_verb(text: str, event: tuple[str, str, str]) -> None:
    found = read(text).events()
    label, agent, patient = event
    who = {name.removeprefix("the ") for verb, valence, name in found if (verb, valence) == (label, "agent")}
    assert who == {agent.removeprefix("the ")}
    assert (label, "patient", patient) in found


@pytest.mark.parametrize(
    "text",
    [
        "The company sports shoes.",
        "The office hours at Brund.",
        "The garden walls of Orm.",
        "The city council members.",
        "The clinic books with red covers.",
        "The clinic books visits",
        "Clinic books visits.",
        "The old clinic books visitors read were lost.",
    ],
)
def test_a_heading_and_a_noun_phrase_have_no_such_verb(text: str) -> None:
    assert {label for label, _, _ in read(text).events()} <= {"lose", "read"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Orchid runs on Linux servers.", "Orchid"),
        ("Lumen hosts servers in Brund.", "Lumen"),
        ("Tessa plans the route.", "Tessa"),
    ],
)
def test_a_lone_noun_that_needs_an_article_is_a_name(text: str, name: str) -> None:
    assert {who for _, valence, who in read(text).events() if valence == "agent"} == {name}


@pytest.mark.parametrize(
    "text",
    [
        "Dust covers the table.",
        "Water runs down the wall.",
        "Mother knows the way.",
        "Loyalty costs money.",
        "Orchid grows wild here, and the orchid smells.",
    ],
)
def test_a_lone_noun_that_needs_none_is_no_name(text: str) -> None:
    assert not any(name[:1].isupper() for name in read(text).kinds())


@pytest.mark.parametrize(
    "text", ["Marle Clinic uses Orchid Desk for its visits.", "Orchid Desk runs on Linux servers."]
)
def test_a_name_of_furniture_is_of_no_place(text: str) -> None:
    assert read(text).kinds()["Orchid Desk"] == "object"
