"""The notes of a reply in their parts, and the shapes in which replies come."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from gsw_graph.extract.model.cast import ANNOTATE, Actor, Cast, Expression, Opening, Where, read_actor, read_opening
from gsw_graph.extract.model.coupled import COUPLE, Coupled, read_sharing
from gsw_graph.extract.model.lines import known_kind
from gsw_graph.extract.model.said import EXTRACT, Said, read_attribute, read_kinds, read_question, read_verb
from gsw_graph.llm.reply import read_parts
from gsw_graph.llm.tasks import Task
from model_reading import harbour, told

EVERYWHERE = (Where(1, 10**9),)


@pytest.mark.parametrize(
    ("note", "heads", "fields", "flags", "unknown"),
    [
        ("set up | set up the tent | agent: Ana | patient: tent", ("set up", "set up the tent"), 2, set(), 0),
        ("set up | set up the tent | agent: Ana; patient: tent", ("set up", "set up the tent"), 2, set(), 0),
        ("go|went", ("go|went", ""), 0, set(), 0),
        ("go | agent: Ana", ("go", ""), 1, set(), 0),
        ("go | went a | b out | agent: Ana | negated", ("go", "went a | b out"), 1, {"negated"}, 0),
        ("say | said: I locked it | Possible", ("say", "said: I locked it"), 0, {"possible"}, 0),
        ("go | went | destination: Ostrel", ("go", "went"), 0, set(), 1),
        ("go | went | bearer: Ana | stray", ("go", "went"), 0, set(), 2),
        ("go | bearer: Ana", ("go", ""), 0, set(), 1),
        ("", ("", ""), 0, set(), 0),
        (" | went", ("", "went"), 0, set(), 0),
        ('{"verb": "go", "who": "Ana"}', ('{"verb": "go", "who": "Ana"}', ""), 0, set(), 0),
    ],
)
def test_a_note_on_a_verb(note: str, heads: tuple[str, ...], fields: int, flags: set[str], unknown: int) -> None:
    found = read_verb(note)
    assert (found.heads, len(found.fields), len(found.unknown)) == (heads, fields, unknown)
    assert found.flags == flags


def test_a_note_on_a_role_and_a_question() -> None:
    role = read_attribute("Ana | keeper | since: 1974 | of: the Orvane Light | negated")
    assert role.heads == ("Ana", "keeper", "")
    assert (role.values("since"), role.values("of")) == (["1974"], ["the Orvane Light"])
    assert role.flags == {"negated"}
    question = read_question("Who moved it: Ana? | had moved the ledger | about: ledger")
    assert question.heads == ("Who moved it: Ana?", "had moved the ledger")
    assert question.values("about") == ["ledger"]


@pytest.mark.parametrize(
    ("kind", "known"),
    [
        ("person", "person"),
        ("Tool,Process", "object"),
        ("Process, Event", "other"),
        ("organization", "organisation"),
        ("Groups", "group"),
        ("Person`) DETACH DELETE n //", "person"),
        ("date", "other"),
        ("", "other"),
        ("乗り物", "other"),
    ],
)
def test_a_kind_is_one_of_ours(kind: str, known: str) -> None:
    assert known_kind(kind) == known


def test_kinds_of_actors() -> None:
    assert read_kinds("object: chained key; paper dial") == ("object", ("chained key", "paper dial"), "object")
    assert read_kinds("chained key") == ("other", ("chained key",), "")


@pytest.mark.parametrize(
    ("note", "actor"),
    [
        ("Ana Ruiz | person", Actor("Ana Ruiz", "person", ())),
        ("Ana Ruiz", Actor("Ana Ruiz", "other", ())),
        ("Pier 9 | place | the pier", Actor("Pier 9", "place", (Expression("the pier", EVERYWHERE),))),
        (
            "Ana | person | she/her: 1-3 5 7#2",
            Actor("Ana", "person", (Expression("she/her", (Where(1, 3), Where(5, 5), Where(7, 7, 2))),)),
        ),
        (
            "Ana | person | she: 4, 6; her: 5",
            Actor("Ana", "person", (Expression("she", (Where(4, 4), Where(6, 6))), Expression("her", (Where(5, 5),)))),
        ),
        ("", None),
        (" | person", None),
    ],
)
def test_a_note_on_who_is_who(note: str, actor: Actor | None) -> None:
    assert read_actor(note) == actor


@pytest.mark.parametrize(
    ("note", "opening"),
    [
        ("8 | Orvane Light | 3 May 1987", Opening(8, "Orvane Light", "3 May 1987")),
        ("8 | | The next morning", Opening(8, "", "The next morning")),
        ("8", Opening(8, "", "")),
        ("eight | Orvane Light", None),
        ("²", None),
        ("", None),
    ],
)
def test_a_note_on_a_scene(note: str, opening: Opening | None) -> None:
    assert read_opening(note) == opening


def test_a_note_on_what_shares_a_place() -> None:
    assert read_sharing("the west gallery | A B D") == ("the west gallery", ("A", "B", "D"))
    assert read_sharing("a | b | [A], [B]") == ("a | b", ("A", "B"))
    assert read_sharing("A B") == ("scene", ("A", "B"))
    assert read_sharing("") == ("scene", ())


@pytest.mark.parametrize("record", [Cast, Said, Coupled])
def test_a_number_alone_is_no_reply(record: type[Said]) -> None:
    with pytest.raises(ValidationError, match="nothing but its number"):
        record(number=1)
    assert record(number=0), "what we say ourselves of nothing"


def test_nothing_and_one_text_are_lists_too() -> None:
    said = Said.model_validate({"number": 1, "verbs": None, "roles": "Ana | keeper"})
    assert (said.verbs, said.roles) == ((), ("Ana | keeper",))


VERB = "find | found the captain's … ledger | agent: Ana Ruiz"
PART = {"number": 1, "actors": [], "roles": [], "states": [], "verbs": [VERB], "questions": []}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"replies": [PART]}),
        json.dumps([PART]),
        f"```json\n{json.dumps({'replies': [PART]})}\n```",
        f"Let me think. There is a ledger.\n\n{json.dumps({'replies': [PART]})}",
    ],
)
def test_four_shapes_of_one_reply(text: str) -> None:
    assert read_parts(text, EXTRACT, 1).parts == {1: Said.model_validate(PART)}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"replies": [PART]})[:60],
        json.dumps(EXTRACT.schema),
        json.dumps({"replies": [{"number": 1}]}),
        json.dumps({"replies": [{"number": 1, "title": "Said", "type": "object"}]}),
        json.dumps({"replies": [{**PART, "number": 3}]}),
    ],
)
def test_what_is_no_reply(text: str) -> None:
    found = read_parts(text, EXTRACT, 1)
    assert not found.parts
    assert found.errors[1]


def test_a_nested_value_costs_its_note_only() -> None:
    nested: dict[str, Any] = {**PART, "states": [{"history": [{"year": 2020}]}], "verbs": [VERB]}
    said = read_parts(json.dumps({"replies": [nested]}), EXTRACT, 1).parts[1]
    assert isinstance(said, Said)
    found = told(harbour(0), verbs=said.verbs, states=said.states)
    assert [claim.label for claim in found.claims] == ["find"]
    assert len(found.refused) == 1


def test_chunks_of_one_call_are_told_apart_by_number() -> None:
    parts = [{**PART, "number": 2, "verbs": []}, {**PART, "number": 1}]
    found = read_parts(json.dumps({"replies": parts}), EXTRACT, 2).parts
    assert {number: part.model_dump()["verbs"] for number, part in found.items()} == {1: (VERB,), 2: ()}


@pytest.mark.parametrize(("task", "limit"), [(ANNOTATE, 2000), (EXTRACT, 1000), (COUPLE, 1000)])
def test_each_task_has_its_limit_and_lists_of_texts(task: Task, limit: int) -> None:
    assert task.limit == limit
    properties = task.schema["properties"]["replies"]["items"]["properties"]
    assert {json.dumps(value) for name, value in properties.items() if name != "number"} == {
        '{"type": "array", "items": {"type": "string"}}'
    }
