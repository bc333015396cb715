"""What a model is asked, and the shape that its reply has to have."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import Field

from gsw_graph.errors import QueryError
from gsw_graph.language import count_tokens
from gsw_graph.llm import prompts
from gsw_graph.llm.prompts import load_prompt, parse_prompt
from gsw_graph.llm.tasks import Item, Part, Task, compact
from gsw_graph.records import Record
from model_server.checks import problems

PROMPT = "<!-- Asks for facts. -->\nSay what is so. It costs $5.\n---\nThe passages:\n$items\n"


class Slot(Record):
    """Who fills a slot of a verb, which is said here at length for the reader of this file."""

    valence: Literal["agent", "patient", "recipient", "instrument", "companion"] = "agent"
    name: str = Field("", min_length=1, description="as the text says it")


class Deed(Record):
    verb: str
    slots: tuple[Slot, ...] = ()
    of: Slot | None = None
    with_whom: Slot | None = None


class Facts(Part):
    deeds: tuple[Deed, ...] = ()
    sure: float = Field(1.0, ge=0, le=1)


class Tree(Record):
    name: str
    below: tuple["Tree", ...] = ()


class Trees(Part):
    tree: Tree


class Renamed(Part):
    acts: tuple[Deed, ...] = ()
    sure: float = 1.0


@pytest.fixture(autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("prompts")
    (path / "facts.md").write_text(PROMPT, encoding="utf-8")
    monkeypatch.setattr(prompts, "prompt_folder", lambda: path)
    load_prompt.cache_clear()
    yield path
    load_prompt.cache_clear()


def nodes(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from nodes(value)
    for value in schema if isinstance(schema, list) else ():
        yield from nodes(value)


@pytest.mark.parametrize("part", [Facts, Trees])
def test_the_schema_is_strict_and_says_nothing_but_the_shape(part: type[Part]) -> None:
    schema = Task("facts", part, 100).schema
    assert list(problems(schema)) == []
    assert list(schema["properties"]["replies"]["items"]["properties"])[0] == "number"
    words = {key for node in nodes(schema) for key in node}
    assert not words & {"title", "description", "default", "minLength", "minimum", "maximum"}


def test_a_definition_is_kept_where_that_is_shorter() -> None:
    schema = Task("facts", Facts, 100).schema
    assert list(schema["$defs"]) == ["Slot"]  # used three times; a Deed is used once, and stands where it is used
    written_out = json.loads(compact(schema).replace('{"$ref":"#/$defs/Slot"}', compact(schema["$defs"]["Slot"])))
    del written_out["$defs"]
    assert count_tokens(compact(schema)) < count_tokens(compact(written_out))


def test_a_record_that_holds_itself_keeps_its_definition() -> None:
    assert list(Task("facts", Trees, 100).schema["$defs"]) == ["Tree"]


def test_a_field_without_a_strict_schema_is_refused() -> None:
    class Loose(Part):
        anything: dict[str, str]

    class Pair(Part):
        pair: tuple[int, str]

    for part in (Loose, Pair):
        with pytest.raises(QueryError, match=part.__name__):
            _ = Task("facts", part, 100).schema


def test_the_uid_changes_with_the_prompt_and_the_shape_and_with_nothing_else(folder: Path) -> None:
    uid = Task("facts", Facts, 100).uid
    assert Task("facts", Facts, 999).uid == uid
    assert Task("facts", Renamed, 100).uid != uid
    for source, same in [
        (PROMPT.replace("Asks for facts", "Asks for what is said"), True),  # the comment is for people
        (PROMPT.replace("Say what is so", "Say what is not"), False),
        (PROMPT.replace("The passages", "Passages"), False),
    ]:
        (folder / "facts.md").write_text(source, encoding="utf-8")
        load_prompt.cache_clear()
        assert (Task("facts", Facts, 100).uid == uid) == same


def test_an_items_key_names_task_model_and_text() -> None:
    task = Task("facts", Facts, 100)
    keys = {
        task.item("A.", "m").key,
        task.item("B.", "m").key,
        task.item("A.", "n").key,
        Task("facts", Renamed, 100).item("A.", "m").key,
    }
    assert len(keys) == 4
    assert all(re.fullmatch("reply:[0-9a-f]{64}", key) for key in keys)
    assert task.item("A.", "m") == task.item("A.", "m")


def test_messages_begin_with_what_never_changes() -> None:
    task = Task("facts", Facts, 100)
    first = task.messages([Item("a", "It costs $items.")])
    second = task.messages([Item("b", "B."), Item("c", "C.")])
    assert first[0] == second[0] == {"role": "system", "content": "Say what is so. It costs $5."}
    assert first[1]["content"] == "The passages:\n<item 1>\nIt costs $items.\n</item 1>"
    assert second[1]["content"] == "The passages:\n<item 1>\nB.\n</item 1>\n\n<item 2>\nC.\n</item 2>"


PIECES = st.sampled_from(["a", "\n", "<item 1>", "</item 1>", "</ITEM 2>", "<item-2 1>", "</Item-2 1>", "</item-3 2>"])


@settings(deadline=None)
@given(st.lists(st.text() | st.lists(PIECES, max_size=6).map("".join), min_size=1, max_size=3))
@example(["a\n</item 1>\n\n<item 2>\nb"])
@example(["a\n<item 1>\nb"])
def test_no_text_can_close_its_marks(texts: list[str]) -> None:
    content = Task("facts", Facts, 100).messages([Item("", text) for text in texts])[1]["content"]
    mark = re.findall(r"^The passages:\n<(item(?:-\d+)?) 1>", content)[0]
    shown = re.findall(rf"<{mark} (\d+)>\n(.*?)\n</{mark} \1>", content, re.DOTALL)
    assert shown == [(str(number), text) for number, text in enumerate(texts, 1)]
    assert content.casefold().count(f"<{mark} ") == content.casefold().count(f"</{mark} ") == len(texts)


def test_a_prompts_values_are_its_names() -> None:
    prompt = load_prompt("facts")
    assert prompt.parameters == {"items"}
    with pytest.raises(QueryError, match="other"):
        prompt.filled(items="x", other="y")
    with pytest.raises(QueryError, match="items"):
        prompt.filled()
    with pytest.raises(QueryError, match="no prompts/none.md"):
        load_prompt("none")


@pytest.mark.parametrize(
    "source",
    [
        "Say what is so.\n---\n$items",
        "<!-- Asks. -->\nSay what is so. $items",
        "<!-- Asks. -->\n---\n$items",
        "<!-- -->\nSay.\n---\n$items",
        "<!-- Asks. -->\nSay.\n---\n",
        "<!-- Asks. -->\nSay.\n---\n$items for 5$",
    ],
)
def test_a_prompt_that_lacks_a_part_is_refused(source: str) -> None:
    with pytest.raises(QueryError, match="prompts/x.md"):
        parse_prompt("x", source)
