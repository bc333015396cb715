"""What is taken of a model's text, and what is not."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gsw_graph.llm.reply import Parts, read_parts
from gsw_graph.llm.tasks import Part, Task
from gsw_graph.records import Record


class Actor(Record):
    name: str
    roles: tuple[str, ...] = ()


class Facts(Part):
    fact: str
    actors: tuple[Actor, ...] = ()


TASK = Task("facts", Facts, 100)


def part(number: Any, fact: Any, **more: Any) -> dict[str, Any]:
    return {"number": number, "fact": fact, **more}


def whole(*parts: Any) -> str:
    return json.dumps({"replies": list(parts)})


GOOD = whole(part(1, "a"), part(2, "b"))
BOTH = {1: "a", 2: "b"}
HALF = GOOD[: len(GOOD) - 6]
SCHEMA = {"type": "object", "properties": {"replies": {"type": "array"}}}


def facts(parts: Parts) -> dict[int, str]:
    return {number: str(getattr(part, "fact")) for number, part in parts.parts.items()}  # noqa: B009 - mypy knows no such field of a Part


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD, BOTH),
        ("\ufeff \n" + GOOD + "\n", BOTH),
        ("Sure! Here {as asked} is what [1] I found:\n\n" + GOOD + "\n\nI hope it helps :-}", BOTH),
        ("```json\n" + GOOD + "\n```", BOTH),
        ("<think>\nFirst [number 1], perhaps " + whole(part(1, "wrong")) + "\n</think>\n" + GOOD, BOTH),
        (json.dumps([part(1, "a"), part(2, "b")]), BOTH),
        ("```\n[\n" + json.dumps(part(2, "b")) + "]\n```", {2: "b"}),
        (json.dumps(part(1, "a")), {1: "a"}),
        (json.dumps(part(1, "a")) + "\n" + json.dumps(part(2, "b")), BOTH),
        (whole(part(1, "a")) + "\nand\n" + whole(part(2, "b")), BOTH),
        ('{"draft": 1}' + GOOD, BOTH),
        (whole(part("1", "a"), part("2", "b")), BOTH),
        (whole(part(1, "a"), part(1, "a"), part(2, "b")), BOTH),
        (whole(part(1, {"history": [{"year": 2020}]}), part(2, 7)), {1: '{"history": [{"year": 2020}]}', 2: "7"}),
    ],
)
def test_what_a_reply_says_is_found_wherever_it_stands(text: str, said: dict[int, str]) -> None:
    read = read_parts(text, TASK, 2)
    assert facts(read) == said
    assert read.errors.keys() == {1, 2} - said.keys()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("<think>I should", "empty"),
        ("I found nothing in these passages.", "no JSON"),
        (HALF, "breaks off"),
        ("```json\n" + HALF + "\n```", "breaks off"),
        (whole(part(1, "a"), part(2, "b"))[:-1], "breaks off"),
        ('{"replies": [{"number": 1, "fact": "a"}, {"number": 2, "fact": "b"},]}', "not JSON"),
        ('{"replies": [{"number": 1, "fact": "a" "b"}, {"number": 2, "fact": "c"}]}', "not JSON"),
        ('{"replies": [{"number": 1, "fact": NaN}]}', "not JSON"),
        ('{"replies": [{"number": ' + "1" * 5000 + "}]}", "not JSON"),
        ("[" * 100_000, "no JSON"),
        ('{"a":' * 100_000, "not JSON"),
        (json.dumps(SCHEMA), "schema"),
        (json.dumps({"replies": {"type": "array", "items": {}}}), "schema"),
        (whole({"title": "Facts", "type": "object", "properties": {}}), "schema"),
        (json.dumps({"$defs": {}, "properties": {}}), "schema"),
        ("<!DOCTYPE html><html><body>Bad gateway</body></html>", "web page"),
        ("<html>\n" + GOOD, "web page"),
        ('{"replies": "none"}', "not an array"),
        ('{"replies": [1, 2]}', "something else"),
        ("[1, 2]", "no JSON"),
    ],
)
def test_an_unusable_reply_says_nothing_of_any_item(text: str, reason: str) -> None:
    read = read_parts(text, TASK, 2)
    assert not read.parts
    assert read.errors.keys() == {1, 2}
    assert all(reason in error for error in read.errors.values())


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ([], "no part for item 2"),
        ([part(2, "b"), part(2, "c")], "two different parts"),
        ([{"number": 2}], "fact: Field required"),
        ([part(2, None)], "fact: Input should be a valid string"),
        ([part(2, "b", colour="red")], "colour: Extra inputs"),
        ([part(2, "b", actors=[{"name": "Ida", "roles": "chair"}])], "actors.0.roles"),
        ([part(2, {"title": "Summary", "type": "string", "description": "..."})], "fact repeats its schema"),
        ([part(2, "b", actors=[{"name": {"type": "string"}}])], "actors.0.name repeats its schema"),
        ([part(2, "b"), part(2, {"type": "string"})], "fact repeats its schema"),
    ],
)
def test_a_faulty_part_leaves_the_others_as_they_are(parts: list[Any], reason: str) -> None:
    read = read_parts(whole(part(1, "a"), *parts), TASK, 2)
    assert facts(read) == {1: "a"}
    assert read.errors.keys() == {2}
    assert reason in read.errors[2]


def test_a_nested_value_becomes_the_text_that_was_wanted() -> None:
    read = read_parts(whole(part(1, ["ä", 1.5], actors=[{"name": 47, "roles": [{"as": "chair"}]}])), TASK, 1)
    assert read.parts[1] == Facts(number=1, fact='["ä", 1.5]', actors=(Actor(name="47", roles=('{"as": "chair"}',)),))


@pytest.mark.parametrize("number", [0, 3, -1, 1.5, True, "one", None, [1], "9" * 400])
def test_an_unknown_number_is_left_aside_and_noted(number: Any) -> None:
    read = read_parts(whole(part(1, "a"), part(2, "b"), part(number, "c")), TASK, 2)
    assert facts(read) == BOTH
    assert not read.errors
    assert len(read.notes) == 1 and len(read.notes[0]) < 100


def test_one_item_needs_no_number() -> None:
    assert facts(read_parts('{"fact": "a"}', TASK, 1)) == {1: "a"}
    assert facts(read_parts('{"replies": [{"fact": "a"}]}', TASK, 1)) == {1: "a"}
    assert facts(read_parts('{"replies": [{"fact": "a"}, {"fact": "b"}]}', TASK, 1)) == {}
    assert facts(read_parts('{"replies": [{"fact": "a"}, {"fact": "b"}]}', TASK, 2)) == {}


def test_a_text_that_cannot_be_stored_is_refused() -> None:
    assert "half a character" in read_parts('{"replies": [{"number": 1, "fact": "\\ud800"}]}', TASK, 1).errors[1]


REPLIES = st.lists(st.builds(part, st.just(0), st.text()), min_size=1, max_size=4).map(
    lambda parts: [{**each, "number": number} for number, each in enumerate(parts, 1)]
)
PROSE = st.text(alphabet=st.characters(exclude_characters="{}[]<", exclude_categories=["Cs"]))


@settings(deadline=None)
@given(REPLIES, PROSE, PROSE)
def test_prose_around_a_reply_changes_nothing(parts: list[dict[str, Any]], before: str, after: str) -> None:
    read = read_parts(before + whole(*parts) + after, TASK, len(parts))
    assert facts(read) == {each["number"]: each["fact"] for each in parts}


@settings(deadline=None)
@given(REPLIES, st.data())
def test_a_reply_that_breaks_off_says_nothing(parts: list[dict[str, Any]], data: st.DataObject) -> None:
    text = whole(*parts)
    end = data.draw(st.integers(0, len(text) - 1))
    assert not read_parts(text[:end], TASK, len(parts)).parts


@settings(deadline=None)
@given(st.text() | st.text(alphabet='{}[]",:1a \n`').map(lambda text: '{"replies": ' + text), st.integers(1, 3))
def test_any_text_is_judged_for_each_item(text: str, count: int) -> None:
    read = read_parts(text, TASK, count)
    assert read.parts.keys() | read.errors.keys() == set(range(1, count + 1))
    assert not read.parts.keys() & read.errors.keys()
