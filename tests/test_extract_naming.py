"""What a text itself calls by several names, pronouns that reach back, and where verbs of moving lead."""

import pytest

from extract_reading import read


@pytest.mark.parametrize(
    ("text", "short", "full"),
    [
        ("The International Harbour Office (IHO) met. The IHO paid.", "IHO", "International Harbour Office"),
        ("The IHO (International Harbour Office) met. The IHO paid.", "IHO", "International Harbour Office"),
        ("The Kestrel Trust (KT) met. The KT paid.", "KT", "Kestrel Trust"),
        ('Robert "Bob" Hale sold the mill. Bob left.', "Bob", "Robert Hale"),
        ("Robert 'Bob' Hale sold the mill. Bob left.", "Bob", "Robert Hale"),
        ("Robert (Bob) Hale sold the mill. Bob left.", "Bob", "Robert Hale"),
        ("Ana Reyes, known as the Heron, escaped. They hunted the Heron.", "Heron", "Ana Reyes"),
        ("Ana Reyes was better known as Nixie. Nixie bowed.", "Nixie", "Ana Reyes"),
        ("Ana Reyes, alias Lena Vogt, escaped. Lena Vogt was seen.", "Lena Vogt", "Ana Reyes"),
        ("Ana Reyes, alias Lena Vogt, escaped. Vogt was seen.", "Vogt", "Ana Reyes"),
        ("Ana Reyes (née Lind) escaped. Lind was seen.", "Lind", "Ana Reyes"),
        ("Ana Lind, formerly Ana Reyes, escaped. Ana Reyes was seen.", "Ana Reyes", "Ana Lind"),
        ("Ana Reyes, whom everyone called Nixie, sang. Nixie bowed.", "Nixie", "Ana Reyes"),
        ("Ana Reyes, who called herself Lena Vogt, fled. Lena Vogt sang.", "Lena Vogt", "Ana Reyes"),
    ],
)
def test_a_name_that_the_text_gives_means_who_it_is_given_to(text: str, short: str, full: str) -> None:
    found = read(text)
    assert set(found.meaning(short)) == {(full,)}
    forms = {one.form for part in found.extractions for one in part.mentions if one.quote.text == short}
    assert forms == {"alias"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ana Reyes called Bo Lind. Bo Lind left.", {"Ana Reyes", "Bo Lind"}),
        ("Ana Reyes, called Bo Lind yesterday. Bo Lind left.", {"Ana Reyes", "Bo Lind"}),
        ("Ana Reyes (Porto) met Bo Lind.", {"Ana Reyes", "Bo Lind", "Porto"}),
        ("Ana Reyes, formerly Kestrel Works's chair, met Bo Lind.", {"Ana Reyes", "Bo Lind"}),
        ("Ana Reyes, née Lind, met Bo Lind. Bo Lind left.", {"Ana Reyes", "Bo Lind"}),
    ],
)
def test_names_next_to_each_other_stay_apart(text: str, names: set[str]) -> None:
    assert names <= read(text).kinds().keys()


def test_an_office_with_an_abbreviation_is_no_place() -> None:
    assert read("The International Harbour Office (IHO) met.").kinds()["International Harbour Office"] == "organisation"


def test_a1_a_pronoun_means_whom_the_turn_before_was_about() -> None:
    first = "Nadia: This is my friend Tomas, he bakes at Corner Mill."
    found = read(f"{first}\n\nNadia: He has a brother called Pavel.")
    later = found.extractions[1]
    names = {one.id: one.name for one in later.mentions}
    assert "Tomas" in names.values() and found.meaning("He") == [("Tomas",), ("Tomas",)]
    brothers = [claim for claim in later.claims if claim.label == "brother"]
    assert {(names[one.target], one.valence) for claim in brothers for one in claim.about} == {
        ("Pavel", "bearer"),
        ("Tomas", "topic"),
    }
    assert ("bake", "agent", "Nadia") not in found.events()


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Ana Ruiz went to Porto.", "go"),
        ("Ana Ruiz left for Porto.", "leave"),
        ("Ana Ruiz returned to Porto on Monday.", "return"),
        ("Ana Ruiz drove to Porto.", "drive"),
        ("Ana Ruiz flew from Lisbon to Porto.", "fly"),
        ("Ana Ruiz set off for Porto.", "set off"),
        ("Ana Ruiz hurried back to Porto.", "hurry"),
        ("Ana Ruiz took the morning train to Porto.", "take"),
    ],
)
def test_who_goes_somewhere_is_there(text: str, verb: str) -> None:
    found = read(text)
    assert (verb, "goal", "Porto") in found.events()
    assert found.coupled("space")["Porto", "explicit"] == {verb, "Ana Ruiz"}


def test_what_is_done_for_a_place_leads_nowhere() -> None:
    found = read("Ana Ruiz bought a map for Porto.")
    assert not any(valence == "goal" for _, valence, _ in found.events())
