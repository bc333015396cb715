"""Calls of a run over HTTP: tried again, held, stopped, paid for, and each one counted."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from gsw_graph.errors import BudgetError, ConfigError, ModelError, OperatorError, Passing, TooLong
from gsw_graph.llm.budget import Budget
from gsw_graph.llm.caller import MOST_GIVEN_UP, MOST_REFUSED, Call, Caller
from gsw_graph.llm.limits import Limits
from gsw_graph.llm.model import Model, Reply
from model_server import (
    Answer,
    ModelServer,
    at_random,
    bad_request,
    context_length_exceeded,
    dropped,
    html_page,
    last_user,
    no_credit,
    no_model,
    rate_limited,
    server_error,
    timed_out,
    unsupported,
    wrong_key,
)
from model_server.faults import Faults

SCHEMA = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
Faulty = Sequence[Answer | None] | Faults


class Run:
    """A server, a caller that asks it, and the rows that the caller wrote."""

    def __init__(self, server: ModelServer, model: Model, **options: Any) -> None:
        self.server = server
        self.rows: list[Call] = []
        self.caller = Caller(model, **{"counted": self.rows.append, "pause": 0.01, **options})

    def ask(self, text: str = "a passage") -> Reply:
        return self.caller.call("facts", [{"role": "user", "content": text}], schema=SCHEMA, limit=50)[0]

    def ask_all(self, count: int, threads: int = 8) -> list[Future[Reply]]:
        with ThreadPoolExecutor(threads) as pool:
            return [pool.submit(self.ask, f"passage {number}") for number in range(count)]

    @property
    def sent(self) -> int:
        return sum(self.server.requests.values())


@contextmanager
def running(
    faults: Faulty = (),
    *,
    reply: Callable[[dict[str, Any]], Answer | str] = last_user,
    name: str = "gpt-4o-mini",
    latency: float = 0.0,
    timeout: float = 10,
    **options: Any,
) -> Iterator[Run]:
    with ModelServer(reply, faults=faults, latency=latency) as server:
        model = Model(name, base_url=server.base_url, api_key=server.key, timeout=timeout)
        yield Run(server, model, **options)
        model.close()


def always(answer: Answer) -> Faults:
    return lambda path, request, attempt: answer


def test_a_call_is_counted_with_its_tokens_and_cost() -> None:
    with running() as run:
        reply, call = run.caller.call("facts", [{"role": "user", "content": "a"}], schema=SCHEMA, limit=50)
    assert reply.text == "a"
    assert run.rows == [call]
    assert (call.task, call.model, call.status, call.reason) == ("facts", "gpt-4o-mini", "done", "")
    assert call.resolved == "gpt-4o-mini-2026-01-01"
    assert (call.tokens_in, call.tokens_out) == (reply.usage.tokens_in, reply.usage.tokens_out)
    assert call.cost == pytest.approx((call.tokens_in * 0.15 + call.tokens_out * 0.60) / 1e6)
    assert not call.estimated and not call.batch
    assert json.loads(json.dumps(call._asdict())) == call._asdict()


def test_a_model_without_a_price_has_no_cost() -> None:
    with running(name="mine") as run:
        run.ask()
    assert run.rows[0].cost is None


@pytest.mark.parametrize(
    "fault", [rate_limited(after=0.01), server_error(), server_error(503), dropped(), dropped("after"), html_page()]
)
def test_what_passes_is_tried_again_and_counted(fault: Answer) -> None:
    with running([fault, fault]) as run:
        assert run.ask("a").text == "a"
    assert [row.status for row in run.rows] == ["failed", "failed", "done"]
    assert len({row.uid for row in run.rows}) == 3
    failed = run.rows[0]
    assert failed.reason and (failed.tokens_in, failed.tokens_out, failed.cost) == (0, 0, 0)


def test_a_request_that_times_out_is_tried_again() -> None:
    with running([timed_out()], timeout=0.3) as run:
        assert run.ask("a").text == "a"
    assert 0.3 <= run.rows[0].seconds < 3


def test_what_an_unusable_answer_cost_is_counted() -> None:
    body = json.dumps({"choices": [], "usage": {"prompt_tokens": 1_000_000, "completion_tokens": 0}})
    with running([Answer(body=body)]) as run:
        run.ask()
    assert (run.rows[0].status, run.rows[0].tokens_in) == ("failed", 1_000_000)
    assert run.rows[0].cost == pytest.approx(0.15)


def test_with_a_tenth_of_faults_nothing_is_lost() -> None:
    passing = at_random(0.1, seed=3)

    def fault(path: str, request: dict[str, Any], attempt: int) -> Answer | None:
        never = last_user(request) == "passage 7" and attempt == 1
        return timed_out() if never else passing(path, request, attempt)

    with running(fault, timeout=4) as run:
        asked = run.ask_all(300, threads=32)
        assert [future.result().text for future in asked] == [f"passage {number}" for number in range(300)]
    assert 310 < run.sent <= 390
    assert len(run.rows) == run.sent
    assert Counter(row.status for row in run.rows) == {"done": 300, "failed": run.sent - 300}
    assert max(run.server.paid.values()) == 1


def test_each_pause_is_longer_than_the_one_before() -> None:
    with running([server_error()] * 3, pause=0.2) as run:
        started = time.monotonic()
        run.ask()
        assert 0.1 + 0.3 + 0.9 <= time.monotonic() - started < 10


def test_a_call_is_given_up_after_its_attempts() -> None:
    with running([None, *[server_error()] * 3]) as run:
        run.caller.attempts = 3
        run.ask("first")
        with pytest.raises(Passing, match="tried 3 times"):
            run.ask("second")
        assert run.ask("third").text == "third"
    assert run.sent == 5


def test_a_request_that_is_refused_is_not_tried_again() -> None:
    with running([None, bad_request("Not to our taste."), context_length_exceeded()]) as run:
        run.ask()
        with pytest.raises(OperatorError, match="taste"):
            run.ask()
        with pytest.raises(TooLong):
            run.ask()
        run.ask()
    assert [row.status for row in run.rows] == ["done", "failed", "failed", "done"]


def test_a_pause_that_one_is_asked_for_holds_all() -> None:
    times: list[float] = []

    def reply(request: dict[str, Any]) -> str:
        times.append(time.monotonic())
        return "ok"

    with running([None, rate_limited(after=1)], reply=reply) as run:
        run.ask()
        started = time.monotonic()
        thread = threading.Thread(target=run.ask, args=["held"])
        thread.start()
        while len(run.rows) < 2:
            time.sleep(0.005)
        time.sleep(0.1)  # it is counted before it is heeded
        run.ask_all(4)
        thread.join()
    assert len(times) == 6
    assert min(times[1:]) - started >= 1


def test_a_pause_of_hours_stops_the_run() -> None:
    with running([rate_limited(after=7200)]) as run, pytest.raises(ModelError, match="120 minutes"):
        run.ask()
    assert run.sent == 1


@pytest.mark.parametrize("answer", [wrong_key("sk-test-0"), no_credit(), no_model("gpt-4o-mini")])
def test_a_wrong_key_credit_or_model_stops_the_run_at_once(answer: Answer) -> None:
    with running(always(answer), latency=0.1) as run:
        asked = run.ask_all(200, threads=16)
        errors = [future.exception() for future in asked]
        assert run.caller.stopping.is_set()
        with pytest.raises(ModelError, match=str(errors[0])[:40]):
            run.ask("later")
    assert {type(error) for error in errors} == {ModelError}
    assert run.sent == 1, "the others waited for the first"


def test_a_key_that_is_revoked_stops_all_that_are_under_way() -> None:
    with running(lambda path, request, attempt: None, latency=0.05) as run:
        run.ask()
        run.server.faults = always(wrong_key("sk-test-0"))
        errors = [future.exception() for future in run.ask_all(100, threads=8)]
    assert {type(error) for error in errors} == {ModelError}
    assert run.sent <= 1 + 8


def test_an_address_where_nobody_is_stops_the_run_soon() -> None:
    model = Model("mine", base_url="http://127.0.0.1:9/v1")
    caller = Caller(model, pause=0.01)
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(caller.call, "facts", [], schema=SCHEMA, limit=1) for _ in range(50)]
    errors = [future.exception() for future in asked]
    model.close()
    assert {type(error) for error in errors} == {ModelError}
    assert "3 attempts failed" in str(errors[0]) and "base URL" in str(errors[0])


def test_a_wrong_path_is_found_out_soon() -> None:
    with running(always(html_page())) as run, pytest.raises(ModelError, match="web page"):
        run.ask()
    assert run.sent == 3


def test_an_endpoint_that_goes_away_stops_the_run_when_calls_are_given_up() -> None:
    with running(always(server_error())) as run:
        errors = [future.exception() for future in run.ask_all(40, threads=4)]
    assert {type(error) for error in errors} == {ModelError, Passing}
    assert sum(type(error) is Passing for error in errors) == MOST_GIVEN_UP - 1
    assert f"{MOST_GIVEN_UP} calls in a row" in str(errors[-1])


def test_one_poisonous_item_stops_nothing() -> None:
    def fault(path: str, request: dict[str, Any], attempt: int) -> Answer | None:
        return server_error() if last_user(request) == "passage 0" else None

    with running(fault) as run:
        errors = [future.exception() for future in run.ask_all(30, threads=1)]
    assert [type(error) for error in errors] == [Passing, *[type(None)] * 29]


def test_many_poisonous_items_stop_nothing_as_long_as_others_go() -> None:
    def fault(path: str, request: dict[str, Any], attempt: int) -> Answer | None:
        return server_error() if last_user(request).endswith("0") else None

    with running(fault, attempts=2) as run:
        errors = [future.exception() for future in run.ask_all(60, threads=1)]
    assert sum(type(error) is Passing for error in errors) == 6
    assert errors.count(None) == 54


def test_an_endpoint_that_refuses_everything_stops_the_run() -> None:
    with running(always(bad_request("Unknown tenant."))) as run:
        errors = [future.exception() for future in run.ask_all(100, threads=1)]
    assert run.sent == MOST_REFUSED
    assert type(errors[-1]) is ModelError and "Unknown tenant" in str(errors[-1])


def test_what_a_model_does_not_take_costs_no_attempt() -> None:
    def reply(request: dict[str, Any]) -> Answer | str:
        for name in ("temperature", "max_tokens", "response_format"):
            if name in request:
                return unsupported(name)
        return "ok"

    with running(reply=reply, attempts=1) as run:
        started = time.monotonic()
        assert run.ask().text == "ok"
        assert time.monotonic() - started < 3, "nobody waited"
    assert [row.status for row in run.rows] == ["failed"] * 4 + ["done"]
    assert "temperature" in run.rows[0].reason


def test_a_run_that_is_stopped_sends_no_more() -> None:
    with running(latency=0.05) as run:
        threading.Timer(0.3, run.caller.stopping.set).start()
        started = time.monotonic()
        errors = [future.exception() for future in run.ask_all(500, threads=4)]
        assert time.monotonic() - started < 3
    done = errors.count(None)
    assert 0 < done < 100
    assert {type(error) for error in errors} == {type(None), CancelledError}
    assert run.sent == done


@pytest.mark.parametrize(
    "options", [{"limits": Limits(requests_per_minute=1)}, {"faults": [None, rate_limited(after=60)]}]
)
def test_a_run_that_is_stopped_waits_for_nothing(options: dict[str, Any]) -> None:
    with running(**options) as run:
        run.ask()
        threading.Timer(0.2, run.caller.stopping.set).start()
        started = time.monotonic()
        with pytest.raises(CancelledError):
            run.ask("second")
        assert time.monotonic() - started < 2


def test_a_budget_ends_the_run_before_it_is_passed() -> None:
    with running(latency=0.01, budget=Budget(tokens=2000)) as run:
        errors = [future.exception() for future in run.ask_all(100, threads=8)]
    used = sum(row.tokens_in + row.tokens_out for row in run.rows)
    most = run.caller._most([{"role": "user", "content": "passage 10"}], SCHEMA, 50).tokens
    assert 2000 - most <= used <= 2000, "it is used up, and not passed"
    assert run.caller.budget and run.caller.budget.spent.tokens == used
    assert {type(error) for error in errors} == {type(None), BudgetError}
    assert "--budget" in str(next(error for error in errors if error))


def test_a_budget_in_usd_needs_a_price() -> None:
    with running(budget=Budget(usd=0.0001)) as run:
        with pytest.raises(BudgetError, match="0.0001usd"):
            for number in range(100):
                run.ask(f"passage {number}")
        assert 0 < sum(row.cost or 0 for row in run.rows) <= 0.0001
    with pytest.raises(ConfigError, match="'mine' has no price"), running(name="mine", budget=Budget(usd=5)):
        pass


def test_failed_requests_leave_the_budget_as_it_is() -> None:
    with running([server_error()] * 5, budget=Budget(tokens=200)) as run:
        run.ask()
        assert run.caller.budget and run.caller.budget.spent.tokens == run.rows[-1].tokens_in + run.rows[-1].tokens_out


def test_limits_are_kept_over_http() -> None:
    with running(limits=Limits(requests_per_minute=1200)) as run:
        started = time.monotonic()
        for future in run.ask_all(11, threads=11):
            future.result()
        assert time.monotonic() - started >= 0.5


def test_the_ledger_can_stop_the_run() -> None:
    def full(call: Call) -> None:
        raise OSError("the disk is full")

    with running(counted=full) as run, pytest.raises(OSError, match="full"):
        run.ask()


def test_calls_cost_little_beside_the_client(benchmark_calls: int = 300) -> None:
    with running() as run:
        run.ask()
        model, messages = run.caller.model, [{"role": "user", "content": "a passage"}]
        started = time.thread_time()
        for _ in range(benchmark_calls):
            model.complete(messages, schema=SCHEMA, limit=50)
        client = time.thread_time() - started
        started = time.thread_time()
        for _ in range(benchmark_calls):
            run.ask()
        assert (time.thread_time() - started - client) / benchmark_calls < 0.002
