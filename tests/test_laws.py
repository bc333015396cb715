"""The laws of the two layers, held on generated worlds: whatever the road, the same texts make the same graph."""

import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from conftest import Neo4j
from fakes import DATES, PEOPLE, PLACES, ROLES, STATES, THINGS, VERBS, FakeOperator, WordLengths
from gsw_graph.digest import HELD, TOLD
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph
from gsw_graph.ingest import DocumentReport
from gsw_graph.reconcile import reconcile
from gsw_graph.settings import Settings
from gsw_graph.text import from_text
from gsw_graph.workspace import Workspace

Opener = Callable[[], Workspace]
World = dict[str, str]
few = settings(
    max_examples=4,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],  # an example takes a second: shrinking would take minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    print_blob=True,
)

names = st.sampled_from((*PEOPLE, *THINGS))


@st.composite
def sentence(draw: st.DrawFn) -> str:
    form = draw(st.integers(0, 9))
    a, b = draw(names), draw(names)
    if form == 0:
        ends = draw(st.sampled_from(["", f" from {DATES[0]} to {DATES[1]}", f" from {DATES[1]} to {DATES[2]}"]))
        return f"{a} {draw(st.sampled_from(['is', 'is not', 'may be']))} a {draw(st.sampled_from(ROLES))}{ends}."
    if form == 1:
        return f"{a} is {draw(st.sampled_from(STATES))}{draw(st.sampled_from(['', f' as {ROLES[0]}']))}."
    if form == 2:
        return f"{a} {draw(st.sampled_from(['makes', 'unmakes']))} {b} a {draw(st.sampled_from(ROLES))}."
    if form == 3:
        return draw(st.sampled_from([f"Who {draw(st.sampled_from(VERBS))} {a}?", f"Where is {a}?"]))
    day = draw(st.sampled_from(["", *(f" on {date}" for date in DATES)]))
    if form == 4:
        return f"{a} {draw(st.sampled_from(['becomes', 'stops being']))} a {draw(st.sampled_from(ROLES))}{day}."
    if form == 5:
        goes = [f"{a} and {b} are together", f"{a} walks out", *(f"{a} goes to {place}" for place in PLACES)]
        return f"{draw(st.sampled_from(goes))}."
    if form == 6:
        spot = draw(st.sampled_from([*PLACES, f"{PLACES[1]}, {PLACES[0]}"]))
        return f"{a} stands at {spot}{day}."
    if form == 7:
        return f"{draw(st.sampled_from(['Lumen', 'Vega']))} is called LMN."
    place = draw(st.sampled_from(["", *(f" in {place}" for place in PLACES)]))
    return f"{a} {draw(st.sampled_from(VERBS))} {b}{place}{day}."


paragraph = st.lists(sentence(), min_size=1, max_size=3).map(" ".join)
body = st.lists(paragraph, min_size=1, max_size=4).map("\n\n".join)
"""Paragraphs come from a small language, so that documents share passages, and with them log entries."""


@st.composite
def world(draw: st.DrawFn, least: int = 2) -> World:
    return {f"{number}.txt": draw(body) for number in range(draw(st.integers(least, 3)))}


@pytest.fixture
def opened(neo4j_server: Neo4j) -> Iterator[Opener]:
    made: list[Workspace] = []

    def open_one() -> Workspace:
        one = open_workspace(neo4j_server, f"law {uuid.uuid4().hex}")
        made.append(one)
        return one

    yield open_one
    for one in made:
        one.clear()


def open_workspace(server: Neo4j, name: str, operator: FakeOperator | None = None) -> Workspace:
    given = Settings(
        workspace=name,
        neo4j_uri=server.uri,
        neo4j_user=server.user,
        neo4j_password=SecretStr(server.password),
    )
    return Workspace(settings=given, operator=operator or FakeOperator(), embedder=WordLengths())


@contextmanager
def holding(opened: Opener, documents: World, order: Sequence[str] | None = None) -> Iterator[Workspace]:
    with opened() as one:
        for key in order or list(documents):
            assert add(one, key, documents[key]).status == "done"
        yield one


def add(workspace: Workspace, key: str, text: str) -> DocumentReport:
    return workspace.add(from_text(text, key=key, origin=f"/texts/{key}"))


def digest_of(opened: Opener, documents: World) -> str:
    with holding(opened, documents) as one:
        return one.digest()


def counts(workspace: Workspace) -> dict[str, int]:
    found = workspace.status()["nodes"]
    return {label: found[label] for label in TOLD + HELD if found[label]}


@few
@given(documents=world())
def test_ingesting_twice_is_ingesting_once(opened: Opener, documents: World) -> None:
    with holding(opened, documents) as one:
        once, held = one.digest(), counts(one)
        assert {add(one, key, text).status for key, text in documents.items()} == {"unchanged"}
        assert (one.digest(), counts(one)) == (once, held)


@few
@given(documents=world(), data=st.data())
def test_any_order_of_documents_makes_the_same_graph(opened: Opener, documents: World, data: st.DataObject) -> None:
    order = data.draw(st.permutations(list(documents)))
    with holding(opened, documents, order) as one:
        assert one.digest() == digest_of(opened, documents)


@few
@given(documents=world(), size=st.integers(1, 3))
def test_any_batches_make_the_same_graph(opened: Opener, documents: World, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for module in ("restore", "reading"):
            patch.setattr(f"gsw_graph.{module}.BATCH", size)
        cut = digest_of(opened, documents)
    assert cut == digest_of(opened, documents)


@few
@given(documents=world(), data=st.data())
def test_forgetting_leaves_what_the_others_say(opened: Opener, documents: World, data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from(sorted(documents)))
    rest = {key: text for key, text in documents.items() if key != gone}
    with holding(opened, documents) as one:
        full = one.digest()
        one.forget(gone)
        assert one.digest() == digest_of(opened, rest)
        add(one, gone, documents[gone])
        assert one.digest() == full


@few
@given(documents=world(), revised=body, data=st.data())
def test_a_large_document_goes_in_parts(opened: Opener, documents: World, revised: str, data: st.DataObject) -> None:
    """Small documents are taken for large ones, and the removal is killed after some step of it."""
    steps = data.draw(st.integers(1, 12))
    with pytest.MonkeyPatch.context() as patch, holding(opened, documents) as one:
        full = one.digest()
        patch.setattr("gsw_graph.reconcile.removal.LARGE", 0)
        patch.setattr("gsw_graph.reconcile.removal.PART", 3)
        with pytest.MonkeyPatch.context() as breaking:
            break_after(breaking, steps)
            with suppress(ZeroDivisionError):
                one.forget("0.txt")
        if data.draw(st.booleans()):
            add(one, "0.txt", documents["0.txt"])
            assert one.digest() == full
        with suppress(InputError):  # it may be gone already
            one.forget("0.txt")
        assert one.digest() == digest_of(opened, {key: text for key, text in documents.items() if key != "0.txt"})
        add(one, "1.txt", revised)
        assert one.digest() == digest_of(
            opened, {key: text for key, text in (documents | {"1.txt": revised}).items() if key != "0.txt"}
        )


def test_what_a_killed_removal_took_out_is_held_with_the_next_document(opened: Opener) -> None:
    """While both Ana M. and Ana B. are there, Ana Reyes may be either; when one goes, she is the other."""
    documents = {"0.txt": "Ana M. Reyes is a mayor.", "1.txt": "Ana Reyes is tired.", "2.txt": "Ana B. Reyes is tired."}
    with pytest.MonkeyPatch.context() as breaking, holding(opened, documents) as one:
        breaking.setattr("gsw_graph.restore.sweep", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            one.forget("2.txt")
        add(one, "3.txt", "Vega warns Lumen.")
        rest = {key: text for key, text in documents.items() if key != "2.txt"} | {"3.txt": "Vega warns Lumen."}
        assert one.digest() == digest_of(opened, rest)


def test_what_is_being_removed_is_not_held_again_by_another_writer(opened: Opener) -> None:
    documents = {"0.txt": "Ana Reyes is a mayor.\n\nBo Lind warns Ana Reyes in Porto.", "1.txt": "Bo Lind is tired."}
    with pytest.MonkeyPatch.context() as patch, holding(opened, documents) as one:
        found = one.graph.driver.execute_query(
            "MATCH (c:Chunk {workspace: $workspace}) RETURN c.uid AS uid", workspace=one.name
        )
        chunks = [row["uid"] for row in found.records]
        run = Graph.run

        def beside(self: Graph, name: str, **given: Any) -> Any:
            if name == "write/forget_said":
                reconcile(self, one.name, chunks, partial=True)
            return run(self, name, **given)

        patch.setattr("gsw_graph.reconcile.removal.LARGE", 0)
        patch.setattr(Graph, "run", beside)
        one.forget("0.txt")
        assert one.digest() == digest_of(opened, {"1.txt": documents["1.txt"]})


def test_who_was_joined_to_somebody_who_is_forgotten_is_as_before(opened: Opener) -> None:
    documents = {"0.txt": "Bo Lind is a mayor.", "1.txt": "Cleo Marsh is a courier."}
    for key in documents:
        with holding(opened, documents) as one:
            before = one.digest()
            one.edit.join("Bo Lind", "Cleo Marsh")
            one.forget(key)
            assert one.digest() == digest_of(opened, {other: text for other, text in documents.items() if other != key})
            add(one, key, documents[key])
            one.edit.undo(1)
            assert one.digest() == before


def break_after(patch: pytest.MonkeyPatch, steps: int) -> None:
    """Let the client break off after some transactions, as if it were killed."""
    transact, done = Graph.transact, 0

    def counted(self: Graph, *args: Any, **named: Any) -> Any:
        nonlocal done
        done += 1
        return transact(self, *args, **named) if done <= steps else 1 / 0

    patch.setattr(Graph, "transact", counted)


@few
@given(documents=world(least=1))
def test_forgetting_all_leaves_tombstones_only(opened: Opener, documents: World) -> None:
    with holding(opened, documents) as one:
        one.ask("Who met Ana Reyes?")
        for key in documents:
            one.forget(key)
        assert counts(one) == {}
        rows = one.graph.driver.execute_query(
            "MATCH (n) WHERE n.workspace = $workspace AND NOT n:Workspace "
            "RETURN DISTINCT labels(n) AS labels, n.status AS status, n.payload AS payload",
            workspace=one.name,
        ).records
        assert [row.data() for row in rows] == [{"labels": ["LogEntry"], "status": "redacted", "payload": None}]


@few
@given(documents=world())
def test_a_rebuild_makes_the_same_graph_without_reading(opened: Opener, documents: World) -> None:
    with holding(opened, documents) as one:
        before, held, recorded = one.digest(), counts(one), recorded_times(one)
        reader = one.operator
        assert isinstance(reader, FakeOperator)
        reader.read.clear()
        assert one.rebuild() == len(documents)
        assert (one.digest(), counts(one), reader.read) == (before, held, [])
        assert recorded_times(one) == recorded


def recorded_times(workspace: Workspace) -> list[str]:
    rows = workspace.graph.driver.execute_query(
        "MATCH (c:Claim) WHERE c.workspace = $workspace RETURN c.uid + ' ' + toString(c.recorded_at) AS at ORDER BY at",
        workspace=workspace.name,
    ).records
    return [row["at"] for row in rows]


@few
@given(documents=world(), revised=body)
def test_a_revised_document_is_like_a_new_one(opened: Opener, documents: World, revised: str) -> None:
    with holding(opened, documents) as one:
        assert add(one, "0.txt", revised).status in {"done", "unchanged"}
        assert one.digest() == digest_of(opened, documents | {"0.txt": revised})


@few
@given(documents=world())
def test_unchanged_passages_of_a_revised_document_are_not_read_again(opened: Opener, documents: World) -> None:
    revised = documents["0.txt"] + "\n\nCleo Marsh is tired."
    with holding(opened, {"0.txt": documents["0.txt"]}) as one:
        reader = one.operator
        assert isinstance(reader, FakeOperator)
        before = set(reader.read)
        reader.read.clear()
        add(one, "0.txt", revised)
        assert not before & set(reader.read) - {text for text in reader.read if "Cleo Marsh is tired." in text}


@few
@given(documents=world())
def test_nothing_crosses_between_workspaces(opened: Opener, documents: World) -> None:
    with holding(opened, documents) as one, holding(opened, documents) as other:
        assert one.digest() == other.digest()
        rows = one.graph.driver.execute_query(
            "MATCH (n)-[r]->(m) WHERE n.workspace IN $names AND n.workspace <> m.workspace RETURN count(r) AS crossing",
            names=[one.name, other.name],
        ).records
        assert rows[0]["crossing"] == 0
        left = other.digest()
        for key in documents:
            one.forget(key)
        assert other.digest() == left


WRITER = """
import sys
from conftest import Neo4j
from fakes import FakeOperator
from test_laws import open_workspace
from gsw_graph.text import list_files, read
from pathlib import Path

uri, user, password, name, folder, turn = sys.argv[1:]
operator = FakeOperator(seconds=0.01)
with open_workspace(Neo4j(uri, user, password), name, operator) as workspace:
    sources = list_files(Path(folder))
    first = int(turn) % len(sources)
    for source in sources[first:] + sources[:first]:
        assert workspace.add(read(source)).status in {"done", "unchanged"}, source
print(len(operator.read))
"""


def run_writer(server: Neo4j, name: str, folder: Path, turn: int) -> subprocess.CompletedProcess[str]:
    """Let a process of its own take a folder in; each turn begins at another file."""
    return subprocess.run(
        [sys.executable, "-c", WRITER, *server, name, str(folder), str(turn)],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        timeout=120,
    )


def many(count: int) -> World:
    """Return documents that share people, places and whole passages."""
    texts: World = {}
    for number in range(count):
        lines = [
            f"{PEOPLE[line % 3]} {VERBS[line % 3]} {PEOPLE[(line + number) % 6]} in {PLACES[line % 3]} "
            f"on {DATES[number % 3]}."
            for line in range(6)
        ]
        shared = [f"{PEOPLE[line % 3]} is a {ROLES[line % 3]}." for line in range(8)]
        texts[f"{number}.txt"] = "\n\n".join(lines + shared + [f"Lumen warns {PEOPLE[number % 3]} in Porto."])
    return texts


def test_six_writers_at_once_make_the_graph_of_one(neo4j_server: Neo4j, opened: Opener, tmp_path: Path) -> None:
    documents = many(4)
    for key, text in documents.items():
        (tmp_path / key).write_text(text)
    with opened() as one:
        one.digest()  # the schema is there
        with ThreadPoolExecutor(6) as threads:
            ran = list(threads.map(lambda turn: run_writer(neo4j_server, one.name, tmp_path, turn), range(6)))
        assert [writer.stderr for writer in ran if writer.returncode] == []
        read = [int(writer.stdout) for writer in ran]
        alone = FakeOperator()
        with open_workspace(neo4j_server, f"law {uuid.uuid4().hex}", alone) as other:
            assert {report.status for report in other.ingest(tmp_path)} == {"done"}
            assert one.digest() == other.digest()
            other.clear()
        assert sum(read) == len(alone.read), "a passage was read twice"


def test_forgetting_while_others_write_loses_no_support(neo4j_server: Neo4j, opened: Opener, tmp_path: Path) -> None:
    documents = many(4)
    (tmp_path / "in").mkdir()
    for key in ("1.txt", "2.txt", "3.txt"):
        (tmp_path / "in" / key).write_text(documents[key])
    with holding(opened, {"0.txt": documents["0.txt"]}) as one:
        with ThreadPoolExecutor(2) as threads:
            writers = [threads.submit(run_writer, neo4j_server, one.name, tmp_path / "in", turn) for turn in range(2)]
            while not all(writer.done() for writer in writers):
                one.forget("0.txt")
                add(one, "0.txt", documents["0.txt"])
        assert [writer.result().stderr for writer in writers if writer.result().returncode] == []
        one.forget("0.txt")
        with opened() as other:
            assert {report.status for report in other.ingest(tmp_path / "in")} == {"done"}
            assert one.digest() == other.digest()
