"""Verbs that mean the same act."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gsw_graph.answer.synonyms import GROUPS, said_by, same_act
from gsw_graph.extract.words import phrases

SAME = [
    # the question's verb, the words with it, an event's lemma and phrase
    ("hand", "over chronometer", "give", "give the chronometer to Ada Finch"),
    ("give", "letter", "hand over", "hand over the letter"),
    ("give", "letter", "hand", "hand the letter over to the clerk"),
    ("turn", "over letter", "hand over", "hand over the letter"),
    ("take", "into custody", "arrest", "be arrested by two officers"),
    ("arrest", "", "take", "be taken into police custody"),
    ("take", "into custody", "take", "take him into custody"),
    ("phone", "police", "ring", "ring the police"),
    ("call", "police on monday", "ring up", "ring the police up at noon"),
    ("purchase", "boat", "buy", "buy the boat"),
    ("kill", "baker", "murder", "be murdered in the mill"),
    ("murder", "poisoner", "kill", "kill the poisoner"),
    ("repair", "clock", "mend", "mend the clock"),
    ("commence", "work", "begin", "begin the work"),
    ("resign", "chair", "step down", "step down as chair"),
    ("quit", "", "hand", "hand in her notice"),
    ("step", "down", "resign", "resign on Friday"),
    ("wed", "", "marry", "marry the smith"),
    ("marry", "", "get", "get married in Vienna"),
    ("torch", "barn", "set", "set fire to the barn"),
    ("set", "fire to barn", "torch", "torch the barn"),
    ("put", "out fire", "extinguish", "be extinguished"),
    ("extinguish", "fire", "put", "put the fire out"),
    ("extinguish", "fire", "put out", "put out the fire"),
    ("extinguish", "fire", "put", "put the fire out quickly"),
    ("hand", "over key", "hand", "hand reluctantly over the key"),
    ("die", "", "pass away", "pass away in hospital"),
    ("die", "", "lose", "lose his life at sea"),
    ("call", "off meeting", "cancel", "be cancelled"),
    ("cancel", "", "call", "be called off by the board"),
    ("acquit", "", "find", "be found not guilty of fraud"),
    ("convict", "", "find", "be found guilty of fraud"),
    ("visit", "aunt", "call", "call on her aunt"),
    ("decide", "", "make", "make up her mind to sell"),
    ("dig", "up bone", "dig up", "dig up the bones"),
    ("fall", "ill", "fall", "fall sick in March"),
    ("organize", "fair", "organise", "organise the fair"),
    ("weep", "", "shed", "shed a tear"),
]
OTHER = [
    ("buy", "boat", "sell", "sell the boat"),
    ("give", "letter", "receive", "receive the letter"),
    ("steal", "purse", "rob", "rob the bank"),
    ("borrow", "book", "lend", "lend the book"),
    ("give", "", "give up", "give up the search"),
    ("hand", "over letter", "give", "give in to the crowd"),
    ("hand", "over letter", "give", "give it up"),
    ("give", "letter", "hand", "hand in the letter"),
    ("give", "letter", "hand", "hand the form in"),
    ("phone", "", "call", "call off the meeting"),
    ("phone", "", "call", "call the meeting off"),
    ("phone", "aunt", "call", "call on her aunt"),
    ("call", "off meeting", "phone", "phone the office"),
    ("call", "off meeting", "call", "call the meeting"),
    ("visit", "", "call", "call on Monday"),
    ("arrest", "", "take", "take the boy into the kitchen"),
    ("arrest", "", "take", "take custody of the child"),
    ("convict", "", "find", "be found not guilty"),
    ("find", "guilty", "discover", "be discovered in the cellar"),
    ("discover", "", "find", "be found guilty"),
    ("extinguish", "", "put", "put the cat on the mat"),
    ("extinguish", "", "put", "put the cat out the back door"),
    ("resign", "", "step", "step up to the desk"),
    ("take", "charge of firm", "take", "take the box over the bridge to Bo"),
    ("appoint", "", "dismiss", "dismiss the clerk"),
    ("marry", "", "divorce", "divorce the smith"),
    ("torch", "", "set", "set the table"),
    ("turn", "on lamp", "turn off", "turn off the lamp"),
    ("arrive", "", "depart", "depart at noon"),
    ("break", "window", "break down", "break down in tears"),
    ("die", "", "lose", "lose his hat"),
    ("hire", "", "fire", "fire the cook"),
    ("shut", "door", "open", "open the door"),
    ("", "", "give", "give the key"),
]
OPPOSITES = """buy sell | give receive | give take | lend borrow | arrive depart | enter leave | enter exit |
open close | open shut | start stop | begin end | begin finish | hire fire | hire dismiss |
employ sack | marry divorce | win lose | find lose | hide reveal | hide find | build destroy |
build demolish | accept refuse | allow forbid | permit ban | arrest release | jail free | love hate |
praise criticise | praise condemn | wake sleep | remember forget | kill save | murder rescue |
push pull | convict acquit | appear disappear | attack defend | increase reduce | improve worsen |
raise lower | appoint dismiss | found close | continue stop | throw catch | send receive | ask answer |
lead follow | chase flee | capture escape | confess deny | admit deny | support oppose | help hinder |
tie untie | board alight | live die | be_born die | fall_ill recover | faint recover |
turn_on turn_off | switch_on switch_off | put_on take_off | get_on get_off | sit_down stand_up |
set_free lock_up | hand_over keep | pick_up drop_off | set_up close_down | agree refuse |
find_guilty find_not_guilty | steal rob | kill die | tell ask | tell answer | teach learn | show see |
injure cure | divide merge | write read | speak listen | defeat lose | succeed resign | bury unearth |
obey disobey"""
VERBS = sorted({member for group in GROUPS for member in group})


def finds(verb: str, rest: str, lemma: str, phrase: str) -> bool:
    return any(said_by(phrase, lemma, member) for member in same_act(verb, rest.split()))


@pytest.mark.parametrize(("verb", "rest", "lemma", "phrase"), SAME)
def test_an_event_in_other_words_is_found(verb: str, rest: str, lemma: str, phrase: str) -> None:
    assert finds(verb, rest, lemma, phrase)


@pytest.mark.parametrize(("verb", "rest", "lemma", "phrase"), OTHER)
def test_another_act_is_not_found(verb: str, rest: str, lemma: str, phrase: str) -> None:
    assert not finds(verb, rest, lemma, phrase)


@given(st.sampled_from(GROUPS))
def test_each_member_of_a_group_stands_for_each_other(group: tuple[str, ...]) -> None:
    for member in group:
        verb, *rest = member.split()
        assert set(group) <= set(same_act(verb, rest))
        assert set(group) <= set(same_act(member, ()))


@given(st.sampled_from(VERBS), st.lists(st.sampled_from(VERBS), max_size=3))
def test_a_verb_is_itself_first_and_nothing_comes_twice(verb: str, others: list[str]) -> None:
    members = same_act(verb, {word for other in others for word in other.split()})
    assert members[0].split()[0] == verb.split()[0]
    assert len(members) == len(set(members))
    assert same_act(verb, ())[0] == verb


@given(st.sampled_from(VERBS), st.sampled_from(["the key", "", "him yesterday", "Ada at noon"]))
def test_what_is_said_in_its_own_words_is_found(member: str, after: str) -> None:
    verb, *rest = member.split()
    phrase = f"{member} {after}".strip()
    assert said_by(phrase, verb, member)
    assert said_by(phrase, member, member)
    assert finds(verb, " ".join(rest), verb, phrase)


@given(st.text(), st.text(), st.lists(st.text()))
def test_any_words_may_be_asked_about(phrase: str, lemma: str, rest: list[str]) -> None:
    for member in same_act(lemma, rest):
        assert said_by(phrase, lemma, member) in {True, False}


def test_no_group_holds_a_verb_and_its_opposite() -> None:
    for pair in phrases(" ".join(OPPOSITES.split())):
        one, other = (side.replace("_", " ") for side in pair.split())
        assert not [group for group in GROUPS if one in group and other in group]


def test_groups_are_small_and_not_joined_over_a_verb_of_two_senses() -> None:
    assert all(1 < len(group) < 9 for group in GROUPS)
    assert "melt" not in VERBS and same_act("melt", ()) == ("melt",)
    assert "sack" in same_act("fire", ()) and "hand over" not in same_act("turn over", ())[3:]
    assert "take" not in same_act("remove", ()) and "lift off" not in same_act("remove", ())
