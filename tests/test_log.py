"""The log's keys, payloads and states."""

import os
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from conftest import Neo4j
from fakes import FakeOperator
from gsw_graph.errors import OperatorError
from gsw_graph.graph import Graph
from gsw_graph.log import Log, now
from gsw_graph.logged import document_key, dump_reading, load_reading, reading_key
from gsw_graph.records import Annotation, Chunk, Extraction, Mention, Quote
from gsw_graph.workspace import Workspace
from test_laws import open_workspace


@pytest.fixture
def opened(neo4j_server: Neo4j) -> Iterator[Workspace]:
    one = open_workspace(neo4j_server, f"log {uuid.uuid4().hex}")
    yield one
    one.clear()


def complete(graph: Graph, log: Log, payloads: dict[str, str]) -> None:
    graph.transact(lambda tx: log.complete(tx, "reading", FakeOperator.name, payloads, now()))


def chunk(**changes: object) -> Chunk:
    plain = Chunk(document="a", chapter=1, index=0, start=0, end=13, text="Ana is tired.")
    return plain.model_copy(update=changes)


NOTE = Annotation(role="coreference", name="Ana Reyes", kind="person", quote=Quote(start=0, end=3, text="Ana"))


def test_a_passage_has_one_key_wherever_it_stands() -> None:
    assert reading_key(chunk(), "x") == reading_key(
        chunk(document="b", chapter=7, index=4, start=90, end=103, scene=2), "x"
    )


@pytest.mark.parametrize("changes", [{"text": "Ana is tired!"}, {"annotations": (NOTE,)}])
def test_what_the_operator_sees_makes_another_key(changes: dict[str, object]) -> None:
    assert reading_key(chunk(**changes), "x") != reading_key(chunk(), "x")


def test_another_operator_makes_another_key() -> None:
    assert reading_key(chunk(), "x-1") != reading_key(chunk(), "x-2")


def test_a_document_has_a_key_of_another_kind() -> None:
    assert document_key("a").startswith("document:")
    assert document_key("a") != document_key("b")


def test_a_reading_comes_back_as_it_was() -> None:
    mention = Mention(id="m", kind="person", name="Zoë 서울 🜁", form="name", quote=Quote(start=0, end=3, text="Ana"))
    extraction = Extraction(mentions=(mention,), refused=("a reason",))
    assert load_reading(dump_reading(extraction)) == extraction


def test_a_reading_that_cannot_be_stored_is_an_error() -> None:
    with pytest.raises(OperatorError, match="cannot be stored"):
        dump_reading(Extraction(refused=("\ud800",)))


def test_a_key_is_claimed_by_one_owner_and_completed_once(opened: Workspace) -> None:
    first, second = Log(opened.graph, opened.name), Log(opened.graph, opened.name)
    with first.working(), second.working():
        assert first.claim(["b", "a"], "reading") == {"a", "b"}
        assert first.claim(["a"], "reading") == {"a"}, "one's own stays one's own"
        assert second.claim(["a", "b", "c"], "reading") == {"c"}
        complete(opened.graph, first, {"a": "{}"})
        assert second.claim(["a", "b"], "reading") == set()
        assert second.done(["a", "b", "c"]).keys() == {"a"}
    assert second.claim(["a", "b", "c"], "reading") == {"b", "c"}, "what was given back can be claimed"


def test_turns_that_end_while_others_look_are_no_error(opened: Workspace) -> None:
    def enter_and_leave(_: int) -> None:
        for _ in range(20):
            with Log(opened.graph, opened.name).working():
                pass

    opened.digest()
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(enter_and_leave, range(8))) == [None] * 8


def test_a_failure_can_be_claimed_again_and_counts_attempts(opened: Workspace) -> None:
    log = Log(opened.graph, opened.name)
    for _ in range(3):
        assert log.claim(["a"], "reading") == {"a"}
        log.fail({"a": "no credit"}, "reading")
    (row,) = opened.status()["ledger"]
    assert (row["status"], row["entries"], row["reasons"]) == ("failed", 1, ["no credit"])
    (entry,) = opened.graph.driver.execute_query(
        "MATCH (e:LogEntry {workspace: $workspace}) RETURN e.attempts AS attempts", workspace=opened.name
    ).records
    assert entry["attempts"] == 3
    complete(opened.graph, log, {"a": "{}"})
    assert log.done(["a"])["a"].payload == "{}"


def test_an_entry_keeps_when_it_was_made(opened: Workspace) -> None:
    log = Log(opened.graph, opened.name)
    before = now()
    complete(opened.graph, log, {"a": "{}"})
    made = log.done(["a"])["a"].recorded_at
    assert before <= made <= now()
    complete(opened.graph, log, {"a": "{}"})
    assert log.done(["a"])["a"].recorded_at == made


def test_an_owner_says_who_and_where(opened: Workspace) -> None:
    one, other = Log(opened.graph, opened.name), Log(opened.graph, opened.name)
    assert one.owner != other.owner
    assert str(os.getpid()) in one.owner.split("/")


@pytest.mark.parametrize("gone", ["{host}/2147480000/1/dead", "{host}/1/1/another-process-had-this-number"])
def test_a_claim_of_a_dead_process_is_taken_over_at_once(opened: Workspace, gone: str) -> None:
    log = Log(opened.graph, opened.name)
    dead = Log(opened.graph, opened.name)
    dead.owner = gone.format(host=log.owner.split("/")[0])
    assert dead.claim(["a"], "reading") == {"a"}
    assert log.claim(["a"], "reading") == {"a"}
