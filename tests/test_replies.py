"""Replies on disk and in the log: who may ask, what is kept, and what becomes of what others left."""

import json
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from conftest import Neo4j
from fakes import DIMENSION
from gsw_graph.errors import ServerError
from gsw_graph.extract.model.said import EXTRACT
from gsw_graph.graph import Graph
from gsw_graph.llm.caller import Call
from gsw_graph.llm.spool import MOST_SETTLED, Spool, Spooled
from gsw_graph.log import Log
from gsw_graph.replies import Replies


def call(uid: str = "1", **more: object) -> Call:
    given = {"uid": uid, "task": "extract", "model": "m", "resolved": "m-1", "status": "done", "reason": ""}
    counts = {"tokens_in": 7, "tokens_cached": 2, "tokens_out": 3, "cost": 0.5, "seconds": 0.1}
    return Call(**{**given, **counts, **more})  # type: ignore[arg-type]  # of several types


def spooled(text: str = "said", *keys: str) -> Spooled:
    return Spooled("extract", EXTRACT.uid, list(keys or ("reply:1",)), text, call()._asdict())


# -- on disk -----------------------------------------------------------------------------------------


def test_what_is_written_down_is_found_when_its_process_is_gone(tmp_path: Path) -> None:
    spool, other = Spool(tmp_path), Spool(tmp_path)
    spool.add(spooled("first\nline"))
    spool.add(spooled("second \u2028 ü"))
    assert not list(other.left()), "it is still at work"
    spool.close()
    ((path, replies),) = other.left()
    assert [reply.text for reply in replies] == ["first\nline", "second \u2028 ü"]
    assert replies[0] == spooled("first\nline")
    assert path.is_file(), "whoever takes it removes it"


def test_what_its_user_has_taken_is_gone_and_the_rest_stays(tmp_path: Path) -> None:
    for text in ("a", "b"):
        spool = Spool(tmp_path)
        spool.add(spooled(text))
        spool.close()
    for path, replies in Spool(tmp_path).left():
        if replies[0].text == "a":
            path.unlink()
    ((_, replies),) = Spool(tmp_path).left()
    assert replies[0].text == "b"
    assert len([path for path in tmp_path.iterdir() if path.suffix == ".jsonl"]) == 1


def test_nothing_stays_of_what_the_log_has(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "deep" / "er")
    spool.add(spooled())
    (file,) = (tmp_path / "deep" / "er").glob("*.jsonl")
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    spool.settle()
    spool.close()
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    spool.close()


def test_a_file_of_settled_replies_does_not_grow_for_ever(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    for _ in range(6):
        spool.add(spooled("x" * (MOST_SETTLED // 4)))
        spool.settle()
    (file,) = tmp_path.glob("*.jsonl")
    assert file.stat().st_size < 2 * MOST_SETTLED
    spool.add(spooled("kept"))
    spool.close()
    ((_, replies),) = Spool(tmp_path).left()
    assert replies[-1].text == "kept"


@pytest.mark.parametrize("tail", ['{"task": "extr', "\x00\x00", '{"task": 1}', '["a"]', "null"])
def test_a_line_that_was_cut_off_is_no_reply(tmp_path: Path, tail: str) -> None:
    spool = Spool(tmp_path)
    spool.add(spooled("whole"))
    spool.close()
    (file,) = tmp_path.glob("*.jsonl")
    file.write_text(file.read_text() + tail)
    ((_, replies),) = Spool(tmp_path).left()
    assert [reply.text for reply in replies] == ["whole"]


def test_a_disk_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ServerError, match="cannot be kept in") as raised:
        Spool(tmp_path / "file").add(spooled())
    assert "--home" in raised.value.hint


# -- in the log --------------------------------------------------------------------------------------


class Side(NamedTuple):
    """A process's side of the store."""

    replies: Replies
    log: Log


@pytest.fixture
def graph(neo4j_server: Neo4j) -> Iterator[Graph]:
    opened = Graph(neo4j_server.uri, neo4j_server.user, neo4j_server.password)
    opened.apply_schema(DIMENSION)
    yield opened
    opened.close()


@pytest.fixture
def name(graph: Graph) -> Iterator[str]:
    made = f"replies {uuid.uuid4().hex}"
    graph.run("write/workspace", workspace=made, settings={}, now=None)
    yield made
    for label in ("LogEntry", "Workspace"):
        graph.run("write/drop_label", workspace=made, label=label, limit=5000)


@contextmanager
def side(graph: Graph, name: str, run: str = "run") -> Iterator[Side]:
    log = Log(graph, name)
    replies = Replies(graph, name, log, model="m", run=run)
    with log.working(), replies.open():
        yield Side(replies, log)


def test_an_input_is_one_askers_until_it_is_answered(graph: Graph, name: str) -> None:
    with side(graph, name) as one, side(graph, name) as other:
        assert one.replies.take(["a", "b"]).mine == {"a", "b"}
        assert one.replies.take(["a"]).mine == set(), "another thread of the same process"
        assert other.replies.take(["a", "c"]).mine == {"c"}
        one.replies.keep(EXTRACT, {"a": "said"}, call())
        assert one.replies.take(["a"]).done == {"a": "said"}
        assert other.replies.take(["a"]).done == {"a": "said"}
        one.replies.give_back({"b"})
        one.replies.flush()
        assert one.replies.take(["b"]).mine == {"b"}


def test_what_ended_unanswered_can_be_asked_by_the_next(graph: Graph, name: str) -> None:
    with side(graph, name) as one:
        assert one.replies.take(["a"]).mine == {"a"}
    with side(graph, name) as other:
        assert other.replies.take(["a"]).mine == {"a"}


def test_a_failure_lasts_for_its_run(graph: Graph, name: str) -> None:
    with side(graph, name) as one:
        assert one.replies.take(["a"]).mine == {"a"}
        one.replies.keep(EXTRACT, {}, None, failures={"a": "no"})
        taken = one.replies.take(["a"])
        assert (taken.failed, taken.mine) == ({"a": "no"}, set())
    with side(graph, name) as other:
        assert other.replies.take(["a"]).mine == {"a"}


def test_a_second_reply_to_an_input_changes_nothing(graph: Graph, name: str) -> None:
    with side(graph, name) as one:
        one.replies.keep(EXTRACT, {"a": "first"}, call("1"))
        one.replies.flush()
        one.replies.keep(EXTRACT, {"a": "second"}, call("2"))
        one.replies.keep(EXTRACT, {}, None, failures={"a": "no"})
        one.replies.flush()
    with side(graph, name) as other:
        assert other.replies.take(["a"]).done == {"a": "first"}


def test_each_call_is_in_the_ledger_once(graph: Graph, name: str) -> None:
    with side(graph, name, "first") as one:
        one.replies.keep(EXTRACT, {"a": "said"}, call("1"))
        one.replies.keep(EXTRACT, {"b": "said"}, call("1"))
        one.replies.count(call("2", status="failed", reason="no"))
        one.replies.count(call("3"))  # it is kept with its reply
        one.replies.keep(EXTRACT, {"c": "said"}, call("3", cost=None))
    (row,) = graph.run("read/spending", workspace=name)
    assert (row["run"], row["calls"], row["failed"], row["unpriced"]) == ("first", 3, 1, 1)
    assert (row["tokens_in"], row["tokens_cached"], row["tokens_out"], row["cost"]) == (21, 6, 9, 1.0)


def test_settled_is_said_when_it_is_stored_and_not_before(graph: Graph, name: str) -> None:
    seen: list[int] = []
    with side(graph, name) as one:
        for number in range(50):
            key = str(number)

            def settled(key: str = key) -> None:
                rows = graph.run("log/status", workspace=name, keys=[key])
                seen.extend(1 for row in rows if row["status"] == "done")

            one.replies.keep(EXTRACT, {key: "said"}, call(key), settled=settled)
    assert len(seen) == 50


def test_many_threads_ask_for_each_input_once(graph: Graph, name: str) -> None:
    asked: list[str] = []
    keys = [str(number) for number in range(40)]

    def work(replies: Replies) -> None:
        left = set(keys)
        while left:
            taken = replies.take(sorted(left))
            asked.extend(taken.mine)
            for key in taken.mine:
                replies.keep(EXTRACT, {key: json.dumps(key)}, call(uuid.uuid4().hex))
            left -= taken.done.keys()

    with side(graph, name) as one, side(graph, name) as other:
        threads = [threading.Thread(target=work, args=[each.replies]) for each in (one, other) * 4]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert sorted(asked) == sorted(keys)


def test_what_cannot_be_stored_is_told_to_whoever_comes_next(graph: Graph, name: str) -> None:
    with pytest.raises(ServerError), side(graph, name) as one:
        graph.run("log/end_turn", workspace=name, key=one.log._turn)  # others took us for gone
        one.replies.keep(EXTRACT, {"a": "said"}, call())
        with pytest.raises(ServerError, match="others went on"):
            one.replies.take(["a"])
        with pytest.raises(ServerError):
            one.replies.keep(EXTRACT, {"b": "said"}, call())
    assert graph.run("log/status", workspace=name, keys=["a"]) == []
