"""Roles, states and verbs that a text states."""

import pytest

from extract_reading import read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana Ruiz, the mayor, spoke first.", ("Ana Ruiz", "mayor")),
        ("The mayor, Ana Ruiz, spoke first.", ("Ana Ruiz", "mayor")),
        ("Ana Ruiz is the mayor of Tolland.", ("Ana Ruiz", "mayor")),
        ("Ana Ruiz became a judge.", ("Ana Ruiz", "judge")),
        ("Dr. Lena Ortiz arrived.", ("Lena Ortiz", "doctor")),
        ("Captain Idris Vane arrived.", ("Idris Vane", "captain")),
        ("Chairwoman Idra Vane arrived.", ("Idra Vane", "chairwoman")),
        ("Yesterday detective Irene Marsh arrived.", ("Irene Marsh", "detective")),
        ("The lead instructor Noor Haddad nodded.", ("Noor Haddad", "lead instructor")),
        ("The detective-turned-photographer Irene Marsh smiled.", ("Irene Marsh", "detective-turned-photographer")),
        ("Tomas Wolny, who was the chief engineer, resigned.", ("Tomas Wolny", "chief engineer")),
        ("Ewa Lis served as treasurer until May.", ("Ewa Lis", "treasurer")),
        ("Ewa Lis was elected treasurer.", ("Ewa Lis", "treasurer")),
        ("Ewa Lis was re-elected treasurer.", ("Ewa Lis", "treasurer")),
        ("Ewa Lis, the newly appointed treasurer, spoke.", ("Ewa Lis", "treasurer")),
        ("The board appointed Ewa Lis director.", ("Ewa Lis", "director")),
        ("Ewa Lis was promoted to captain.", ("Ewa Lis", "captain")),
        ("Ewa Lis resigned as treasurer.", ("Ewa Lis", "treasurer")),
        ("He has a brother called Pavel.", ("Pavel", "brother")),
        ("Ana Ruiz waved. Her sister, Ines Ruiz, waved back.", ("Ines Ruiz", "sister")),
        ("Ludo Kerr was one of the suspects.", ("Ludo Kerr", "suspect")),
        ("Two sailors drowned. One of them, Ludo Kerr, was nineteen.", ("Ludo Kerr", "sailor")),
        ("Kestrel Works was founded by Ines Ruiz.", ("Ines Ruiz", "founder")),
        ("Ines Ruiz was in charge.", ("Ines Ruiz", "in charge")),
        ("Ana Ruiz called her brother-in-law, Luc Favre.", ("Luc Favre", "brother-in-law")),
        ("The ferry Aldara sank.", ("Aldara", "ferry")),
    ],
)
def test_roles(text: str, expected: tuple[str, str]) -> None:
    assert expected in read(text).bearers("role")


def test_a_denied_role_is_negated() -> None:
    found = read("Ludo Kerr was not the thief.")
    assert found.bearers("role", "negated") == {("Ludo Kerr", "thief")}
    assert found.bearers("role") == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana Ruiz was injured in the crash.", ("Ana Ruiz", "injured")),
        ("Ana Ruiz lay unconscious on the floor.", ("Ana Ruiz", "unconscious")),
        ("Ana Ruiz was under suspicion.", ("Ana Ruiz", "under suspicion")),
        ("Ana Ruiz felt tired.", ("Ana Ruiz", "tired")),
        ("Ana Ruiz is missing.", ("Ana Ruiz", "missing")),
        ("They found Ana Ruiz asleep.", ("Ana Ruiz", "asleep")),
        ("They found a sailor named Ludo Kerr, unconscious beside the pump.", ("Ludo Kerr", "unconscious")),
        ("Ana Ruiz was released on bail.", ("Ana Ruiz", "released on bail")),
        ("Ana Ruiz developed a fever.", ("Ana Ruiz", "fever")),
        ("The bridge is closed.", ("the bridge", "closed")),
        ("The police arrested Ludo Kerr.", ("Ludo Kerr", "arrested")),
    ],
)
def test_states(text: str, expected: tuple[str, str]) -> None:
    assert expected in read(text).bearers("state")


def test_not_every_adjective_is_a_state() -> None:
    assert read("The view was beautiful, and Ana Ruiz was tall.").bearers("state") == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ewa Lis resigned as treasurer.", ("resign", "ends", "treasurer")),
        ("Ewa Lis was elected treasurer.", ("elect", "brings_about", "treasurer")),
        ("Ludo Kerr was arrested.", ("arrest", "brings_about", "arrested")),
        ("Ludo Kerr was missing until a diver found Ludo Kerr.", ("find", "ends", "missing")),
    ],
)
def test_verbs_begin_and_end_roles_and_states(text: str, expected: tuple[str, str, str]) -> None:
    assert expected in read(text).changes()


@pytest.mark.parametrize(
    "text",
    [
        "Ewa Lis did not resign as treasurer.",
        "Ewa Lis might resign as treasurer.",
        "Did Ewa Lis resign as treasurer?",
        "Ewa Lis was not elected treasurer.",
        "Ewa Lis will be elected treasurer.",
        "Ewa Lis nearly became a treasurer.",
        "Ludo Kerr was allegedly arrested.",
        "Ludo Kerr might have died.",
        "Ana Ruiz denied that Ludo Kerr was arrested.",
        "Ludo Kerr was missing. Ana Ruiz did not find Ludo Kerr.",
    ],
)
def test_what_did_not_happen_begins_and_ends_nothing(text: str) -> None:
    assert read(text).changes() == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana Ruiz gave Ludo Kerr the key.", {("give", "agent", "Ana Ruiz"), ("give", "recipient", "Ludo Kerr")}),
        ("Ana Ruiz gave the key to Ludo Kerr.", {("give", "patient", "the key"), ("give", "recipient", "Ludo Kerr")}),
        (
            "The key was stolen by Ludo Kerr.",
            {("steal", "agent", "Ludo Kerr"), ("steal", "patient", "the key")},
        ),
        (
            "Ana Ruiz and Ludo Kerr washed the boat and painted the mast.",
            {("wash", "agent", "Ana Ruiz"), ("paint", "agent", "Ludo Kerr"), ("paint", "patient", "the mast")},
        ),
        ("Ana Ruiz set up the tent.", {("set up", "agent", "Ana Ruiz"), ("set up", "patient", "the tent")}),
        ("Ana Ruiz opened the box with a knife.", {("open", "instrument", "the knife")}),
        ("Ana Ruiz danced with Ludo Kerr.", {("dance", "companion", "Ludo Kerr")}),
        ("Ana Ruiz persuaded Ludo Kerr to leave.", {("leave", "agent", "Ludo Kerr")}),
        ("Ana Ruiz promised to leave.", {("leave", "agent", "Ana Ruiz")}),
        ("Ana Ruiz accused Ludo Kerr of stealing the key.", {("steal", "agent", "Ludo Kerr")}),
        ("Ana Ruiz smiled after stealing the key.", {("steal", "agent", "Ana Ruiz")}),
        (
            "Ana Ruiz said that Ludo Kerr stole the key.",
            {("say", "agent", "Ana Ruiz"), ("steal", "agent", "Ludo Kerr"), ("steal", "speaker", "Ana Ruiz")},
        ),
        ("The painter who sold the mill left.", {("sell", "agent", "the painter"), ("sell", "patient", "the mill")}),
        ("The footbridge was repaired.", {("repair", "patient", "the footbridge")}),
        (
            "Ana Ruiz walked from the mill to the river.",
            {("walk", "source", "the mill"), ("walk", "goal", "the river")},
        ),
        ("Kiri works at Lumen.", {("work", "agent", "Kiri")}),
    ],
)
def test_verbs_and_valences(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert expected <= read(text).events()


@pytest.mark.parametrize(
    ("text", "label", "polarity"),
    [
        ("Ana Ruiz took the key.", "take", "asserted"),
        ("Ana Ruiz did not take the key.", "take", "negated"),
        ("Ana Ruiz might take the key.", "take", "possible"),
        ("Ana Ruiz will take the key.", "take", "possible"),
        ("Ana Ruiz wanted to take the key.", "take", "possible"),
        ("Ana Ruiz refused to take the key.", "take", "negated"),
        ("Ana Ruiz managed to take the key.", "take", "asserted"),
        ("If Ana Ruiz takes the key, Ludo Kerr will know.", "take", "possible"),
    ],
)
def test_polarity(text: str, label: str, polarity: str) -> None:
    assert {claim.polarity for claim, _, _ in read(text).claims("verb") if claim.label == label} == {polarity}


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("Did Ana Ruiz burn the barn?", "possible"),
        ("Ana Ruiz burned the barn, didn't she?", "possible"),
        ("Ewa Lis asked, “Did Ana Ruiz burn the barn?”", "possible"),
        ("“Burn the barn,” Ewa Lis told Ana Ruiz.", "possible"),
        ("Why did Ana Ruiz burn the barn?", "asserted"),
        ("Ewa Lis asked why Ana Ruiz had burned the barn.", "asserted"),
        ("Perhaps Ana Ruiz came in and burned the barn.", "possible"),
        ("Ana Ruiz reportedly burned the barn.", "possible"),
        ("Ana Ruiz almost burned the barn.", "negated"),
        ("Ana Ruiz hardly burned the barn.", "negated"),
        ("Ana Ruiz burned the barn almost overnight.", "asserted"),
        ("Ewa Lis denied that Ana Ruiz burned the barn.", "negated"),
        ("Ana Ruiz denied burning the barn.", "negated"),
        ("Ana Ruiz admitted burning the barn.", "asserted"),
        ("It is not true that Ana Ruiz burned the barn.", "negated"),
        ("It was a lie that Ana Ruiz burned the barn.", "negated"),
        ("Is it true that Ana Ruiz burned the barn?", "possible"),
        ("It is true that Ana Ruiz burned the barn.", "asserted"),
        ("It is doubtful that Ana Ruiz burned the barn.", "possible"),
        ("Ewa Lis doubted that Ana Ruiz burned the barn.", "possible"),
        ("Nobody believed that Ana Ruiz burned the barn.", "possible"),
        ("Nobody knew that Ana Ruiz had burned the barn.", "asserted"),
        ("Ewa Lis wanted Ana Ruiz to burn the barn.", "possible"),
        ("Ewa Lis dreamed that Ana Ruiz burned the barn.", "possible"),
        ("Ewa Lis asked whether Ana Ruiz burned the barn.", "possible"),
        ("There was a rumour that Ana Ruiz had burned the barn.", "possible"),
        ("Ewa Lis rejected the idea that Ana Ruiz burned the barn.", "possible"),
        ("Ana Ruiz had a plan to burn the barn.", "possible"),
        ("Ana Ruiz was accused of burning the barn.", "possible"),
        ("Ana Ruiz was charged with burning the barn.", "possible"),
        ("Ana Ruiz was prevented from burning the barn.", "negated"),
        ("Ana Ruiz left without burning the barn.", "negated"),
        ("Had Ana Ruiz burned the barn, Ewa Lis would know.", "possible"),
        ("Ewa Lis ran as if Ana Ruiz had burned the barn.", "possible"),
        ("Neither Ana Ruiz nor Ewa Lis burned the barn.", "negated"),
        ("No one burned the barn.", "negated"),
        ("None of the farmers burned the barn.", "negated"),
        ("No fewer than ten farmers burned the barn.", "asserted"),
        ("Not only Ana Ruiz burned the barn.", "asserted"),
        ("Ana Ruiz neither slept nor burned the barn.", "negated"),
        ("Ana Ruiz did not sleep, but burned the barn.", "asserted"),
        ("Ana Ruiz burned the barn, not Ewa Lis.", "asserted"),
        ("Ana Ruiz burned not just the barn but the mill.", "asserted"),
        ("Ana Ruiz did not just burn the barn.", "asserted"),
        ("Didn't Ana Ruiz burn the barn?", "possible"),
        ("Ana Ruiz was about to burn the barn.", "possible"),
        ("Ana Ruiz was going to burn the barn.", "possible"),
        ("Ana Ruiz was too ill to burn the barn.", "negated"),
        ("Ana Ruiz was unable to burn the barn.", "negated"),
        ("Ana Ruiz was acquitted of burning the barn.", "possible"),
        ("Instead of burning the barn, Ana Ruiz left.", "negated"),
        ("There is no evidence that Ana Ruiz burned the barn.", "possible"),
        ("There is no doubt that Ana Ruiz burned the barn.", "asserted"),
    ],
)
def test_what_is_not_told_as_a_fact_is_not_asserted(text: str, polarity: str) -> None:
    assert {claim.polarity for claim, _, _ in read(text).claims("verb") if claim.label == "burn"} == {polarity}


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("Was Ludo Kerr the thief?", "possible"),
        ("Perhaps Ludo Kerr was the thief.", "possible"),
        ("Ludo Kerr was allegedly the thief.", "possible"),
        ("Ludo Kerr was no thief.", "negated"),
        ("Ludo Kerr, perhaps the thief, left.", "possible"),
        ("Ludo Kerr is no longer the thief.", "negated"),
        ("Ana Ruiz denied that Ludo Kerr was the thief.", "negated"),
        ("Ana Ruiz doubted that Ludo Kerr was the thief.", "possible"),
        ("Nobody believed that Ludo Kerr was the thief.", "possible"),
        ("It is not true that Ludo Kerr was the thief.", "negated"),
        ("Ludo Kerr was supposed to be the thief.", "possible"),
        ("If Ludo Kerr was the thief, Ana Ruiz lied.", "possible"),
    ],
)
def test_a_role_that_is_not_told_as_a_fact_is_not_asserted(text: str, polarity: str) -> None:
    assert ("Ludo Kerr", "thief") in read(text).bearers("role", polarity)
    assert read(text).bearers("role") == set()


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("Is Ludo Kerr still ill?", "possible"),
        ("Maybe Ludo Kerr was ill.", "possible"),
        ("Ludo Kerr was supposedly ill.", "possible"),
        ("Ana Ruiz denied that Ludo Kerr was ill.", "negated"),
        ("Ana Ruiz feared that Ludo Kerr was ill.", "possible"),
        ("Ana Ruiz hoped that Ludo Kerr was ill.", "possible"),
        ("Ana Ruiz wondered whether Ludo Kerr was ill.", "possible"),
    ],
)
def test_a_state_that_is_not_told_as_a_fact_is_not_asserted(text: str, polarity: str) -> None:
    assert ("Ludo Kerr", "ill") in read(text).bearers("state", polarity)
    assert read(text).bearers("state") == set()


def test_a_passive_question_keeps_whom_it_asks_about() -> None:
    assert read("Was Ludo Kerr arrested?").bearers("state", "possible") == {("Ludo Kerr", "arrested")}


def test_the_accused_is_what_the_accusation_says() -> None:
    assert read("Ana Ruiz accused Ludo Kerr of being drunk.").bearers("state", "possible") == {("Ludo Kerr", "drunk")}


def test_a_phrase_reads_like_the_event() -> None:
    phrases = {
        claim.phrase
        for claim, _, _ in read("Noor Haddad announced the final challenge, which was long.").claims("verb")
    }
    assert "announce the final challenge" in phrases
