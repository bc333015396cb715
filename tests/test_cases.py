"""Inputs that broke others, each through the Python client: see the case numbers in the design's list."""

import os
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from conftest import Neo4j
from fakes import FakeOperator, WordLengths
from gsw_graph.errors import ConfigError, InputError
from gsw_graph.extract import LocalOperator
from gsw_graph.names import fold_label
from gsw_graph.records import About, Chapter, Chunk, Claim, Extraction, Mention, Quote
from gsw_graph.settings import Settings
from gsw_graph.workspace import Workspace
from test_laws import open_workspace

TYPES = {
    *("PART_OF", "NEXT", "FROM", "ABOUT", "SUPPORTED_BY", "SUMMARISES", "HAS_ROLE", "IN_STATE", "PARTICIPATES_IN"),
    *("WITHIN", "BRINGS_ABOUT", "ENDS", "AT", "NAMED", "DURING", "DATED", "ANSWERED_BY"),
    *("IN", "OF", "ALSO"),
}
"""All relationship types that there may be."""
HOSTILE = "Person`) DETACH DELETE n //"
Opener = Callable[..., Workspace]


class CountedOperator(LocalOperator):
    """The local Operator, with a count of what it reads."""

    def __init__(self) -> None:
        super().__init__()
        self.read = 0

    def extract(self, chunk: Chunk) -> Extraction:
        self.read += 1
        return super().extract(chunk)


@pytest.fixture
def opened(neo4j_server: Neo4j) -> Iterator[Opener]:
    made: list[Workspace] = []

    def open_one(operator: Any, name: str = "") -> Workspace:
        made.append(open_workspace(neo4j_server, name or f"case {uuid.uuid4().hex}", operator))
        return made[-1]

    yield open_one
    for one in made:
        one.clear()


def query(workspace: Workspace, text: str, **parameters: Any) -> list[dict[str, Any]]:
    records = workspace.graph.driver.execute_query(
        "CYPHER 25 " + text,
        workspace=workspace.name,
        **parameters,
    ).records
    return [record.data() for record in records]


def nodes(workspace: Workspace) -> int:
    return int(query(workspace, "MATCH (n) WHERE n.workspace = $workspace RETURN count(n) AS nodes")[0]["nodes"])


def whole(chunk: Chunk) -> Quote:
    return Quote(start=0, end=len(chunk.text), text=chunk.text)


def actor_of_line(chunk: Chunk) -> Extraction:
    """Take a whole passage for the name of an actor who is a witness."""
    mention = Mention(id="m", kind="object", name=chunk.text, form="name", quote=whole(chunk))
    about = (About(target="m", valence="bearer"),)
    claim = Claim(id="c", kind="role", label="witness", quote=whole(chunk), about=about)
    return Extraction(mentions=(mention,), claims=(claim,))


# -- A9 ----------------------------------------------------------------------------------------------------------------

ACTORS = ("tb-alpha", "C++", "R/V Polar", "AND Gate (type 2)")
SEARCHES = {
    "tb-": {"tb-alpha"},
    "C++": {"C++"},
    "R/V": {"R/V Polar"},
    "AND": {"AND Gate (type 2)"},
    "(": {"AND Gate (type 2)"},
    "type 2": {"AND Gate (type 2)"},
    '"': set(),
    "causes/solutions": set(),
    "\\": set(),
}


@pytest.fixture(scope="module")
def odd_names(neo4j_server: Neo4j) -> Iterator[Workspace]:
    one = open_workspace(neo4j_server, f"case {uuid.uuid4().hex}", FakeOperator(reply=actor_of_line))
    one.add_text("\n\n".join(ACTORS), key="a.txt")
    yield one
    one.clear()


@pytest.mark.parametrize("text", SEARCHES)
def test_a9_operators_in_a_search_find_the_names_that_hold_them(odd_names: Workspace, text: str) -> None:
    if SEARCHES[text]:
        assert {view.name for view in odd_names.show(text)} == SEARCHES[text]
    else:
        with pytest.raises(InputError, match="knows nobody"):
            odd_names.show(text)


@pytest.mark.parametrize("name", ACTORS)
def test_a9_odd_names_are_found_whole(odd_names: Workspace, name: str) -> None:
    assert [view.name for view in odd_names.show(name)] == [name]


OPERATORS = ("+", "-", "&&", "||", "!", "(", ")", "{", "}", "[", "]", "^", '"', "~", "*", "?", ":", "\\", "/", "<", "=")


@pytest.mark.parametrize("text", (*SEARCHES, "AND OR NOT", "names:x OR scope:*", "a~2 [b TO c}", "\ud800", "\x00"))
def test_a9_operators_in_a_question_are_words(odd_names: Workspace, text: str) -> None:
    for question in (text, f"Who is {text}?", f"What happened to {text} at {text} on 3 May 1990?"):
        assert odd_names.ask(question).question


@pytest.mark.parametrize("operator", OPERATORS)
def test_a9_each_operator_by_itself_is_no_error(odd_names: Workspace, operator: str) -> None:
    for text in (operator, f"Polar{operator}", f"{operator}Polar", f"Polar {operator} Gate"):
        odd_names.ask(f"Who is {text}?")
        try:
            odd_names.show(text)
        except InputError as error:
            assert "knows nobody" in str(error)


def test_a9_long_searches_are_no_error(odd_names: Workspace) -> None:
    for text in ("a-" * 3000, " ".join(f"word{n}" for n in range(3000)), "x" * 40_000):
        with pytest.raises(InputError, match="knows nobody"):
            odd_names.show(text)


# -- A10 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [HOSTILE, "team'a", 'w"} RETURN 1 //', "$workspace", "w\\"])
def test_a10_a_hostile_workspace_is_a_name_like_any_other(opened: Opener, name: str) -> None:
    bystander = opened(FakeOperator())
    bystander.add_text("Ana is tired.", key="a.txt")
    before, count = bystander.digest(), nodes(bystander)
    hostile = opened(FakeOperator(), f"{name} {uuid.uuid4().hex}")
    hostile.add_text("Bo Lind is a mayor.", key="a.txt")
    assert [view.roles for view in hostile.show("Bo Lind")] == [("mayor",)]
    hostile.ask("Who is the mayor?")
    hostile.rebuild()
    hostile.forget("a.txt")
    hostile.clear()
    left = query(bystander, "MATCH (n) WHERE n.workspace = $name RETURN count(n) AS nodes", name=hostile.name)
    assert left == [{"nodes": 0}]
    assert (bystander.digest(), nodes(bystander)) == (before, count)


def test_a10_a_hostile_label_is_a_value_and_a_hostile_kind_a_failure(opened: Opener) -> None:
    def reply(chunk: Chunk) -> Extraction:
        mention = {"id": "m", "kind": "person", "name": HOSTILE, "form": "name", "quote": whole(chunk)}
        if "kind" in chunk.text:
            mention["kind"] = HOSTILE
        about = (About(target="m", valence="bearer"),)
        claim = Claim(id="c", kind="role", label=HOSTILE, quote=whole(chunk), about=about)
        return Extraction(mentions=(Mention.model_validate(mention),), claims=(claim,))

    one = opened(FakeOperator(reply=reply))
    report = one.add_text("Some label.\n\nSome kind.", key="a.txt")
    assert (report.status, report.failed) == ("failed", 1)
    (view,) = one.show(HOSTILE)
    assert (view.name, view.roles) == (HOSTILE, (fold_label(HOSTILE),))
    labels = query(one, "MATCH (n) WHERE n.workspace = $workspace RETURN DISTINCT labels(n) AS labels")
    assert all(len(row["labels"]) == 1 and row["labels"][0].isalpha() for row in labels)


# -- A12 ---------------------------------------------------------------------------------------------------------------

VERBS = ("co-founded", "由…组成", 'is "in charge" of', "", "v" * 400)


def test_a12_verbs_are_kept_as_written_in_a_property(opened: Opener) -> None:
    def reply(chunk: Chunk) -> Extraction:
        mention = Mention(id="m", kind="person", name="Ana Reyes", form="name", quote=whole(chunk))
        about = (About(target="m", valence="agent"),)
        claims = [
            Claim(id=f"c{n}", kind="verb", label=verb, quote=whole(chunk), about=about) for n, verb in enumerate(VERBS)
        ]
        return Extraction(mentions=(mention,), claims=tuple(claims))

    one = opened(FakeOperator(reply=reply))
    report = one.add_text("Ana Reyes.", key="a.txt")
    assert (report.status, report.refused) == ("done", 1)
    rows = query(one, "MATCH (v:Verb) WHERE v.workspace = $workspace RETURN v.label AS label")
    assert {row["label"] for row in rows} == set(VERBS) - {""}
    types = query(one, "MATCH (n)-[r]->() WHERE n.workspace = $workspace RETURN DISTINCT type(r) AS type")
    assert {row["type"] for row in types} <= TYPES


@pytest.mark.parametrize("name", ["n" * 501, "ﷺ" * 400, "🜁" * 2000, " ", "\ud800x", "a\x00b"])
def test_a_name_or_label_that_no_index_holds_is_refused_and_counted(opened: Opener, name: str) -> None:
    def reply(chunk: Chunk) -> Extraction:
        good = actor_of_line(chunk)
        bad = good.mentions[0].model_copy(update={"id": "bad", "name": name})
        label = good.claims[0].model_copy(update={"id": "worse", "label": name})
        return Extraction(mentions=(*good.mentions, bad), claims=(*good.claims, label))

    one = opened(FakeOperator(reply=reply))
    report = one.add_text("Lumen.", key="a.txt")
    if "\ud800" in name:  # no reply with it can be logged
        assert (report.status, report.failed) == ("failed", 1)
        return
    assert (report.status, report.refused) == ("done", 2)
    assert [view.roles for view in one.show("Lumen.")] == [("witness",)]


# -- A13 ---------------------------------------------------------------------------------------------------------------


def test_a_text_that_is_all_headings_says_so(opened: Opener) -> None:
    one = opened(CountedOperator())
    report = one.add_text("# The Fire\n", key="title")
    assert (report.status, report.reason) == ("skipped", "nothing but headings")
    with Workspace(
        settings=one.settings, operator=CountedOperator(), embedder=WordLengths(), chapter_pattern=".*"
    ) as all_lines:
        report = all_lines.add_text("It rained.\n\nHe slept.", key="lines")
    assert (report.status, report.reason) == ("skipped", "the chapter pattern takes every line for a heading")


def test_a_key_that_no_index_holds_is_refused_by_name(opened: Opener) -> None:
    one = opened(CountedOperator())
    for key, why in (("k" * 1001, "longer than 1000 characters"), ("k" * 100_000, "longer than 1000 characters")):
        with pytest.raises(InputError, match=why) as error:
            one.add_text("Hello, world.", key=key)
        assert error.value.hint == "--as KEY" and len(str(error.value)) < 200
    assert one.add_text("Hello, world.", key="\U0001f701" * 1000).status == "done"


def test_a13_texts_with_nothing_in_them(opened: Opener, tmp_path: Path) -> None:
    operator = CountedOperator()
    one = opened(operator)
    for name, body in (("hello.txt", "Hello, world."), ("none.txt", ""), ("blank.txt", "  \n\n \n")):
        (tmp_path / name).write_text(body)
    reports = {report.key: report for report in one.ingest(tmp_path)}
    assert {key: (r.status, r.reason) for key, r in reports.items()} == {
        "hello.txt": ("done", ""),
        "none.txt": ("skipped", "empty"),
        "blank.txt": ("skipped", "empty"),
    }
    assert one.status()["nodes"]["Actor"] == 0
    assert operator.read == 1
    assert {report.status for report in one.ingest(tmp_path)} <= {"unchanged", "skipped"}
    assert operator.read == 1
    for key in reports:
        one.forget(key)
    assert sum(one.status()["nodes"].values()) == 0


# -- A15 ---------------------------------------------------------------------------------------------------------------


def test_a15_chunks_are_linked_inside_their_document(opened: Opener) -> None:
    one = opened(FakeOperator())
    for key in ("a", "b", "c"):
        one.add_text("Ana Reyes is a mayor.\n\nBo Lind meets Ana Reyes.", key=key)
    links = query(
        one,
        "MATCH (d:Document)<-[:PART_OF*2]-(c:Chunk)-[:NEXT]->(e:Chunk) WHERE c.workspace = $workspace "
        "MATCH (e)-[:PART_OF*2]->(f:Document) RETURN d.key AS start, f.key AS end ORDER BY start",
    )
    assert links == [{"start": key, "end": key} for key in "abc"]
    homes = query(
        one,
        "MATCH (s:Claim|Mention) WHERE s.workspace = $workspace "
        "RETURN DISTINCT COUNT { (s)-[:FROM]->(:Chunk)-[:PART_OF]->()-[:PART_OF]->(:Document) } AS homes",
    )
    assert homes == [{"homes": 1}]


# -- A16 ---------------------------------------------------------------------------------------------------------------


def test_a16_no_place_to_split(opened: Opener) -> None:
    one = opened(FakeOperator())
    one.add_text("Ana is tired.", key="warm.txt")
    started = time.monotonic()
    texts = {"token.txt": "x" * 10_000, "blank.txt": "Ana is tired." + " " * 20_000 + "Bo is tired."}
    for key, text in texts.items():
        assert one.add_text(text, key=key).status == "done"
    assert time.monotonic() - started < 10  # a second where nothing else runs
    for key, text in texts.items():
        rows = query(
            one,
            "MATCH (d:Document {workspace: $workspace, key: $key})<-[:PART_OF*2]-(c:Chunk) "
            "RETURN c.start AS start, c.end AS end, c.text AS text ORDER BY start",
            key=key,
        )
        assert all(text[row["start"] : row["end"]] == row["text"] for row in rows)
        assert all(a["end"] <= b["start"] for a, b in zip(rows, rows[1:], strict=False))
        assert "".join(row["text"] for row in rows).replace(" ", "") == text.replace(" ", "")


# -- A17 ---------------------------------------------------------------------------------------------------------------


def test_a17_one_file_name_in_two_folders(opened: Opener, tmp_path: Path) -> None:
    one = opened(CountedOperator())
    for folder, hour in (("north", 6), ("south", 9)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "readme.md").write_text(f"The {folder} gate opens at {hour}.")
    assert [report.status for report in one.ingest(tmp_path)] == ["done", "done"]
    assert [row["key"] for row in one.status()["documents"]] == ["north/readme.md", "south/readme.md"]
    for folder, hour in (("north", 6), ("south", 9)):
        (view,) = one.show(f"the {folder} gate")
        assert view.documents == (f"{folder}/readme.md",)
        assert any(f"opens at {hour}" in row.quote for row in view.rows)
    with pytest.raises(InputError, match="belongs to"):
        one.add_text("Another.", key="south/readme.md")


# -- A19 ---------------------------------------------------------------------------------------------------------------


def test_a19_bytes_that_cannot_be_stored(opened: Opener, tmp_path: Path) -> None:
    one = opened(FakeOperator())
    line = "Ana Reyes meets Bo Lind in Porto on 2019-05-01."
    files = {
        b"1-\x9aname.txt": line.encode(),
        b"2-nul.txt": b"A\x00 nul. " + line.encode() + b" \xed\xa0\x80 lone.",
        b"3-gbk.txt": ("北京的天气很好，我们去公园散步。" * 8 + line).encode("gbk"),
        b"4-bom.txt": b"\xef\xbb\xbf" + line.encode(),
        b"5-binary.txt": bytes(range(256)) * 40,
        b"6-next.txt": line.encode(),
    }
    for name, body in files.items():
        with open(os.path.join(os.fsencode(tmp_path), name), "wb") as file:
            file.write(body)
    reports = {report.key: report for report in one.ingest(tmp_path)}
    assert {key: report.status for key, report in reports.items()} == {
        "1-\\x9aname.txt": "done",
        "2-nul.txt": "done",
        "3-gbk.txt": "done",
        "4-bom.txt": "done",
        "5-binary.txt": "failed",
        "6-next.txt": "done",
    }
    assert "not a text file" in reports["5-binary.txt"].reason
    assert all(reports[key].notes for key in ("1-\\x9aname.txt", "2-nul.txt", "3-gbk.txt"))
    spans = query(
        one,
        "MATCH (c:Chunk)<-[f:FROM]-() WHERE c.workspace = $workspace "
        "RETURN c.text AS text, f.start - c.start AS start, f.end - c.start AS end, f.quote AS quote",
    )
    assert len(spans) >= 25
    assert all(row["text"][row["start"] : row["end"]] == row["quote"] for row in spans)
    for key, report in reports.items():
        if report.status == "done":
            one.forget(key)
    assert sum(one.status()["nodes"].values()) == 0


def test_a19_a_text_from_the_caller_is_cleaned_too(opened: Opener) -> None:
    one = opened(FakeOperator())
    report = one.add_text("\ufeffAna\x00 is tired. \ud800", key="a\x00\ud800.txt")
    assert (report.status, len(report.notes)) == ("done", 2)
    (row,) = one.status()["documents"]
    one.forget(row["key"])


# -- A20 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (WordLengths("wider-words", 768), ("384", "768", "word-lengths", "wider-words")),
        (WordLengths("other-words"), ("384", "word-lengths", "other-words")),
    ],
)
def test_a20_another_embedder_is_refused_before_any_write(
    opened: Opener, neo4j_server: Neo4j, other: WordLengths, said: tuple[str, ...]
) -> None:
    one = opened(FakeOperator())
    one.add_text("Ana is tired.", key="a.txt")
    before, count = one.digest(), nodes(one)
    given = one.settings.model_copy(update={"neo4j_password": SecretStr(neo4j_server.password)})
    reopened = Workspace(settings=given, operator=FakeOperator(), embedder=other)
    for attempt in (
        lambda: reopened.add_text("Bo is tired.", key="b.txt"),
        lambda: reopened.ask("Who is tired?"),
        lambda: reopened.forget("a.txt"),
    ):
        with pytest.raises(ConfigError) as error:
            attempt()
        assert all(word in str(error.value) for word in (*said, "re-embed"))
    assert (one.digest(), nodes(one)) == (before, count)


def test_a20_a_new_workspace_cannot_be_of_another_width_either(neo4j_server: Neo4j, opened: Opener) -> None:
    one = opened(FakeOperator())
    assert one.graph
    given = Settings(
        workspace=f"case {uuid.uuid4().hex}",
        neo4j_uri=neo4j_server.uri,
        neo4j_password=SecretStr(neo4j_server.password),
    )
    wide = Workspace(settings=given, operator=FakeOperator(), embedder=WordLengths("wider-words", 768))
    with pytest.raises(ConfigError, match=r"384 wide.*768 wide"):
        wide.add_text("Ana is tired.", key="a.txt")
    found = query(one, "MATCH (n) WHERE n.workspace = $name RETURN count(n) AS nodes", name=wide.name)
    assert found == [{"nodes": 0}]


def test_chapters_are_annotated_as_one_text(opened: Opener) -> None:
    """The seam that the cases above stand on: an Operator of one's own gets whole chapters, in order."""
    seen: list[tuple[int, int]] = []

    class Seeing(FakeOperator):
        def annotate(self, chapter: Chapter, chunks: Any) -> list[Chunk]:
            seen.append((chapter.index, len(chunks)))
            return super().annotate(chapter, chunks)

    opened(Seeing()).add_text("# One\n\nAna is tired.\n\nBo is tired.\n\n# Two\n\nAna is missing.", key="a.md")
    assert seen == [(1, 2), (2, 1)]


def test_a2_a_backfilled_text_is_told_from_its_own_date(workspace: Workspace) -> None:
    workspace.add_text("Ana Ruiz was at Mill Bay last Friday.", key="a.txt", dated="4 March 2019")
    workspace.add_text("The footbridge was repaired and reopened.", key="b.txt", dated="2019-03-04")
    workspace.add_text("# 14 March 1987\n\nYesterday Ben Okafor was at Quarry House.", key="diary.md")
    days = [
        row["properties"]["edtf"] for row in workspace.graph.run("read/nodes", workspace=workspace.name, label="Date")
    ]
    assert sorted(days) == ["1987-03-13", "1987-03-14", "2019-03-01"]
    with pytest.raises(InputError, match="no date"):
        workspace.add_text("Nothing.", key="c.txt", dated="soonish")
