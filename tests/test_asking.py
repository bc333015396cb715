"""Asking about items: how they share calls, what is asked for once more, and who waits for whom; over HTTP."""

import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

import said
from canned import items_of
from conftest import Neo4j
from fakes import DIMENSION
from gsw_graph.errors import ModelError, OperatorError, ServerError
from gsw_graph.extract.model.said import EXTRACT, Said
from gsw_graph.graph import Graph
from gsw_graph.llm.asking import Answers, Asker
from gsw_graph.llm.caller import Caller
from gsw_graph.llm.model import Model
from gsw_graph.llm.spool import Spool, Spooled
from gsw_graph.llm.tasks import Item
from gsw_graph.log import Log
from gsw_graph.replies import Replies
from model_road import MODEL
from model_server import Answer, ModelServer, context_length_exceeded, cut_off, no_credit, parts, refusal
from model_server.answers import Request


class Asking(NamedTuple):
    """An asker with its store."""

    asker: Asker
    replies: Replies
    caller: Caller

    def ask(self, *numbers: int) -> Answers:
        return self.asker.ask(EXTRACT, items(*numbers))


def items(*numbers: int) -> list[Item]:
    return [EXTRACT.item(said.passage(number), MODEL) for number in numbers]


def said_of(answers: Answers, number: int) -> Said | OperatorError:
    found = answers[items(number)[0].key]
    assert isinstance(found, (Said, OperatorError))
    return found


Askers = Callable[..., AbstractContextManager[Asking]]


@pytest.fixture
def asking(neo4j_server: Neo4j, tmp_path: Path) -> Iterator[Askers]:
    graph = Graph(neo4j_server.uri, neo4j_server.user, neo4j_server.password)
    graph.apply_schema(DIMENSION)
    name = f"asking {uuid.uuid4().hex}"
    graph.run("write/workspace", workspace=name, settings={}, now=None)

    @contextmanager
    def opened(server: ModelServer, per_call: int = 4) -> Iterator[Asking]:
        log = Log(graph, name)
        replies = Replies(graph, name, log, model=MODEL, run=uuid.uuid4().hex)
        model = Model(MODEL, base_url=server.base_url, api_key=server.key)
        caller = Caller(model, counted=replies.count, pause=0.005)
        asker = Asker(caller, replies, Spool(tmp_path / "spool"), model=MODEL, per_call=per_call)
        with log.working(), asker.open([EXTRACT]):
            yield Asking(asker, replies, caller)

    yield opened
    for label in ("LogEntry", "Workspace"):
        graph.run("write/drop_label", workspace=name, label=label, limit=5000)
    graph.close()


def sizes(server: ModelServer) -> list[int]:
    return [len(items_of(body)) for body in server.work.bodies]


def test_items_share_calls_and_are_answered_by_their_keys(asking: Askers) -> None:
    with ModelServer(said.reply) as server, asking(server) as one:
        answers = one.ask(*range(10))
        assert sizes(server) == [4, 4, 2]
        for number in range(10):
            found = said_of(answers, number)
            assert isinstance(found, Said)
            assert said.passage(number).split()[0] in found.verbs[0]
            assert found.number == 0, "the number of an item in its call says nothing of it"


def test_what_was_said_before_comes_from_the_store(asking: Askers) -> None:
    with ModelServer(said.reply) as server:
        with asking(server) as one:
            first = one.ask(0, 1, 2)
        with asking(server) as other:
            assert other.ask(2, 1, 0) == first
            assert other.ask(3, 2) | first == other.ask(3, 2, 1, 0)
        assert sizes(server) == [3, 1]


def test_an_item_that_comes_twice_is_one(asking: Askers) -> None:
    with ModelServer(said.reply) as server, asking(server) as one:
        assert len(one.ask(5, 5, 5)) == 1
        assert sizes(server) == [1]


def test_a_request_that_is_too_long_is_divided_until_it_fits_or_is_one(asking: Askers) -> None:
    def short(request: Request) -> Answer:
        here = items_of(request)
        hopeless = any("note 3." in item for item in here)
        return context_length_exceeded() if len(here) > 2 or hopeless else said.reply(request)

    with ModelServer(short) as server, asking(server) as one:
        answers = one.ask(*range(4))
        assert sizes(server) == [4, 2, 2, 1, 1]
        assert [isinstance(said_of(answers, number), Said) for number in range(4)] == [True, True, True, False]
        assert "longer than" in str(said_of(answers, 3))


def test_a_cut_off_reply_says_nothing_even_of_what_is_whole_in_it(asking: Askers) -> None:
    def cut(request: Request) -> Answer:
        return cut_off(said.reply(request), 0.9) if len(items_of(request)) > 1 else said.reply(request)

    with ModelServer(cut) as server, asking(server) as one:
        answers = one.ask(0, 1)
        assert sizes(server) == [2, 1, 1]
        assert all(isinstance(said_of(answers, number), Said) for number in (0, 1))


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        (lambda request: cut_off(said.reply(request)), "It broke off."),
        (lambda request: refusal(), "It broke off."),
        (lambda request: Answer(status=400, body='{"error": {"message": "no"}}'), "refused the request"),
        (lambda request: Answer("Still nothing."), "holds no JSON"),
    ],
)
def test_a_repair_that_goes_wrong_is_the_last_try(
    asking: Askers, second: Callable[[Request], Answer], reason: str
) -> None:
    def answer(request: Request) -> Answer:
        return second(request) if len(request["messages"]) > 2 else Answer("Nothing.")

    with ModelServer(answer) as server, asking(server) as one:
        answers = one.ask(0)
        assert reason in str(said_of(answers, 0))
        assert one.ask(0).keys() == answers.keys(), "it has failed for this run"
        assert sizes(server) == [1, 1]


def test_a_repair_asks_for_the_bad_parts_alone(asking: Askers) -> None:
    def first_bad(request: Request) -> Answer:
        found = said.rows(request)
        if len(request["messages"]) == 2:
            found[0], found[2] = {}, {"verbs": 7.5}
        return parts(*found)

    with ModelServer(first_bad, inputs=said.inputs) as server, asking(server) as one:
        answers = one.ask(*range(4))
        assert sizes(server) == [4, 2]
        assert all(isinstance(found, Said) for found in answers.values())
        assert sorted(server.paid.values()) == [1, 1, 2, 2]


def test_who_waits_for_an_input_of_another_gets_its_answer(asking: Askers) -> None:
    with ModelServer(said.reply, latency=0.3) as server, asking(server) as one, ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda number: one.ask(number % 2), range(6)))
        assert sizes(server) == [1, 1]
        assert all(isinstance(answer, Said) for answers in found for answer in answers.values())


def test_what_stops_the_run_reaches_those_who_wait_for_others(asking: Askers) -> None:
    def broke(request: Request) -> Answer:
        time.sleep(0.2)
        return no_credit()

    with ModelServer(broke) as server, asking(server) as one, ThreadPoolExecutor(6) as pool:
        futures = [pool.submit(one.ask, 0) for _ in range(6)]
        for future in futures:
            assert isinstance(future.exception(10), ModelError)
        assert sizes(server) == [1]


def test_stopping_ends_those_who_wait_and_keeps_what_is_under_way(asking: Askers) -> None:
    begun = threading.Event()

    def slow(request: Request) -> Answer:
        begun.set()
        return said.reply(request)

    with ModelServer(slow, latency=0.3) as server, asking(server, per_call=1) as one, ThreadPoolExecutor(4) as pool:
        first = pool.submit(one.ask, 0)
        while not sizes(server):
            time.sleep(0.01)
        waiting = [pool.submit(one.ask, 0), pool.submit(one.ask, 1, 2, 3)]
        one.asker.stop()
        assert isinstance(said_of(first.result(10), 0), Said)
        assert [type(future.exception(10)) for future in waiting[1:]] == [CancelledError]
        waiting[0].exception(10)
        assert len(sizes(server)) == 1
        assert one.replies.take([items(0)[0].key]).done


def test_what_breaks_one_asker_lets_another_ask(asking: Askers, monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer(said.reply) as server, asking(server) as one:
        with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
            patch.setattr("gsw_graph.llm.asking.payloads_of", lambda *_: 1 / 0)
            one.ask(0)
        assert isinstance(said_of(one.ask(0), 0), Said)


def test_an_item_that_always_fails_takes_no_other_along(asking: Askers) -> None:
    def poisoned(request: Request) -> Answer:
        bad = any("note 3." in item for item in items_of(request))
        return Answer(status=500, body="{}") if bad else said.reply(request)

    with ModelServer(poisoned) as server, asking(server) as one:
        answers = one.ask(*range(9))
        assert [number for number in range(9) if isinstance(said_of(answers, number), OperatorError)] == [3]
        assert "status 500" in str(said_of(answers, 3))


def test_a_stored_reply_of_another_shape_fails_its_item_and_says_what_to_do(asking: Askers) -> None:
    with ModelServer(said.reply) as server, asking(server) as one:
        key = items(0)[0].key
        one.replies.take([key])
        one.replies.keep(EXTRACT, {key: '{"number": "no"}'}, None)
        answers = one.ask(0, 1)
        assert isinstance(said_of(answers, 1), Said)
        assert key in str(said_of(answers, 0)) and "gsw forget" in str(said_of(answers, 0))


def test_a_model_of_which_nothing_is_usable_stops_the_run(asking: Askers) -> None:
    with ModelServer(lambda request: Answer("Nothing.")) as server, asking(server) as one:
        with pytest.raises(ModelError, match="Nothing that .* says can be used") as raised:
            one.ask(*range(60))
        assert "--reasoning-tokens" in raised.value.hint
        assert len(sizes(server)) <= 10, "twenty items, in groups of four, each asked about twice"
    with ModelServer(lambda request: said.reply(request)) as server, asking(server) as one:
        assert isinstance(said_of(one.ask(0), 0), Said)


def test_a_disk_that_cannot_be_written_is_said_before_anything_is_paid(asking: Askers, tmp_path: Path) -> None:
    (tmp_path / "spool").write_text("")
    with ModelServer(said.reply) as server:
        with pytest.raises(ServerError, match="cannot be kept in"), asking(server) as one:
            one.ask(0)
        assert not sizes(server)


def test_what_cannot_be_written_down_is_kept_all_the_same(asking: Askers, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(spool: Spool, reply: Spooled) -> None:
        raise ServerError("The disk is full.")

    with ModelServer(said.reply) as server:
        with monkeypatch.context() as patch, asking(server) as one:
            patch.setattr(Spool, "add", full)
            with pytest.raises(ServerError, match="full"):
                one.ask(0, 1)
        with asking(server) as one:
            assert len(one.ask(0, 1)) == 2
        assert sizes(server) == [2]
