"""Questions as slots, and what fills them by rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gsw_graph.inflection import past_of, stem
from gsw_graph.reconcile.slots import Asked, Part, Told, fills, keys, slot

PERSON = ("person",)
OBJECT = ("object",)


@pytest.mark.parametrize(
    "forms",
    [
        "take takes took taken taking", "open opens opened opening", "stop stops stopped stopping",
        "carry carries carried carrying", "go goes went gone going", "watch watches watched watching",
        "discuss discusses discussed", "free frees freed", "need needs needed", "die dies died dying",
        "rob robs robbed robbing", "write writes wrote written writing", "succeed succeeds succeeded",
    ],
)  # fmt: skip
def test_forms_of_a_verb_have_one_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


def test_verbs_have_stems_of_their_own() -> None:
    verbs = "take talk tell open order sing sign sell see seem go give find lie lay leave live".split()
    assert len({stem(verb) for verb in verbs}) == len(verbs)


def test_the_past_of_a_participle() -> None:
    assert [past_of(one) for one in ("taken", "gone", "opened", "found")] == ["took", "went", "opened", "found"]


@pytest.mark.parametrize(
    ("question", "key", "valences"),
    [
        ("Who opened the gate?", "who open", {"agent"}),
        ("Who rang up the brigade?", "who ring up", {"agent"}),
        ("Who will pay the fine?", "who pai", {"agent"}),
        ("Who had seen Ana?", "who se", {"agent"}),
        ("Who was arrested?", "who arrest", {"patient"}),
        ("By whom was the bridge sold?", "who sel", {"agent"}),
        ("To whom did Ludo Kerr sell the boat?", "who sel", {"recipient", "goal"}),
        ("What caused the fire?", "what caus", {"agent"}),
        ("Where is Ludo Kerr?", "where", set()),
        ("Where are the letters?", "where", set()),
        ("Where did the pilot go?", "where go", set()),
        ("Where was the letter found?", "where find", set()),
        ("When will the foam arrive?", "when arriv", set()),
        ("When did Ana de la Cruz leave Porto?", "when leav", set()),
    ],
)
def test_questions_are_read_into_slots(question: str, key: str, valences: set[str]) -> None:
    found = slot(question)
    assert found is not None and (found.key, set(found.valences)) == (key, valences)


@pytest.mark.parametrize(
    "question",
    [
        "Why did Ana go?", "How did Ana go?", "Whose coat was it?", "Will Ana win?", "Who did not come?", "Who was it?",
        "Who was the thief?", "What happened to the mare?", "Where did it come from?", "", "?", "Who?", "Where is",
        "When did Ana see Bo last?", "Who else had a key?", "What did Ana say?",
    ],
)  # fmt: skip
def test_what_no_rule_answers_has_no_slot(question: str) -> None:
    found = slot(question)
    assert found is None


def test_the_verb_of_the_claim_counts_where_the_words_have_it() -> None:
    assert slot("When did the tall old pilot leave?", "leave") == slot("When did Ana leave?")
    assert slot("What caused the fire?", "break out") == slot("What caused the fire?")


@given(st.text())
def test_any_words_are_a_slot_or_none(text: str) -> None:
    found = slot(text)
    assert found is None or found.wanted in {"who", "what", "where", "when"}


def asked(question: str, *actors: str, document: str = "d", told_until: int = 100, day: int | None = None) -> Asked:
    found = slot(question)
    assert found is not None
    return Asked(found, frozenset(actors), document, told_until, day)


OPENED = Told("open", "asserted", "d", 200, (Part("gate", "patient", OBJECT), Part("ana", "agent", PERSON)))
THERE = Told("", "asserted", "d", 200, (Part("ana", "member", PERSON),), is_named=True, day=10)


@pytest.mark.parametrize(
    ("told", "answers"),
    [
        (OPENED, True),
        (OPENED._replace(told_at=100), True),
        (OPENED._replace(told_at=99), False),
        (OPENED._replace(told_at=1, document="other"), True),
        (OPENED._replace(polarity="negated"), False),
        (OPENED._replace(polarity="possible"), False),
        (OPENED._replace(verb="close"), False),
        (OPENED._replace(verb="open up"), False),
        (OPENED._replace(parts=(Part("gate", "patient", OBJECT),)), False),
        (OPENED._replace(parts=(Part("door", "patient", OBJECT), Part("ana", "agent", PERSON))), False),
        (OPENED._replace(parts=(Part("gate", "patient", OBJECT), Part("ana", "companion", PERSON))), False),
        (OPENED._replace(parts=(Part("gate", "patient", OBJECT), Part("wind", "agent", OBJECT))), False),
    ],
)
def test_who_did_it(told: Told, answers: bool) -> None:
    assert fills(asked("Who opened the gate?", "gate"), told) is answers


@pytest.mark.parametrize(
    ("question", "told", "answers"),
    [
        ("Where is Ana?", THERE, True),
        ("Where did Ana go?", THERE, True),
        ("Where did Ana sleep?", THERE, False),
        ("Where is Ana?", THERE._replace(is_named=False), False),
        ("Where is Ana?", THERE._replace(source="inherited"), False),
        ("Where is Ana?", THERE._replace(day=4), False),
        ("Where is Ana?", THERE._replace(day=None), True),
        ("Where is Ana?", THERE._replace(polarity="negated"), False),
        ("Where did Ana open the gate?", OPENED._replace(is_named=True), True),
        ("Where did Ana open the gate?", OPENED, False),
        ("When did Ana open the gate?", OPENED._replace(is_dated=True), True),
        ("When did Ana open the gate?", OPENED, False),
    ],
)
def test_where_and_when(question: str, told: Told, answers: bool) -> None:
    assert fills(asked(question, "ana", day=5), told) is answers


def test_what_is_something_and_who_is_somebody() -> None:
    found = Told("find", "asserted", "d", 200, (Part("ana", "agent", PERSON), Part("key", "patient", OBJECT)))
    assert fills(asked("What did Ana find?", "ana"), found)
    assert not fills(asked("Who did Ana find?", "ana"), found)


def test_a_question_about_nobody_is_answered_by_nothing() -> None:
    assert not fills(asked("Who opened the gate?"), OPENED)


@pytest.mark.parametrize("told", [OPENED, OPENED._replace(is_named=True, is_dated=True), THERE])
def test_whatever_fills_a_question_is_found_by_its_key(told: Told) -> None:
    questions = ["Who opened the gate?", "When did Ana open it?", "Where did Ana open it?", "Where is Ana?"]
    actors = {part.actor for part in told.parts} - {"ana"}
    for question in questions:
        one = asked(question, *(actors or {"ana"}))
        assert one.slot.key in keys(told) or not fills(one, told)
