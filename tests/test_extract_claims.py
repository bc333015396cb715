"""Roles, states, verbs and questions that a text states."""

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


def test_a_phrase_reads_like_the_event() -> None:
    phrases = {
        claim.phrase
        for claim, _, _ in read("Noor Haddad announced the final challenge, which was long.").claims("verb")
    }
    assert "announce the final challenge" in phrases


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("The ledger was stolen.", "Who stole the ledger?"),
        ("Ludo Kerr was arrested on Monday.", "Will Ludo Kerr be convicted?"),
        ("Ludo Kerr vanished.", "Where is Ludo Kerr?"),
        ("Who had taken the ledger?", "Who had taken the ledger?"),
        ("Ewa Lis might sell the mill.", "Will Ewa Lis sell the mill?"),
        ("Nobody knew where Ludo Kerr had gone.", "Where Ludo Kerr had gone?"),
        ("A fire broke out in the mill.", "What caused the fire?"),
    ],
)
def test_questions_are_raised(text: str, question: str) -> None:
    assert question in read(text).questions()


@pytest.mark.parametrize(
    "text", ["Ludo Kerr stole the ledger.", "Ana Ruiz walked home.", "The mill was sold by Ewa Lis."]
)
def test_a_filled_slot_raises_no_question(text: str) -> None:
    assert read(text).questions() == set()
