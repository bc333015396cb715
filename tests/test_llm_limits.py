"""Limits that are kept on our side."""

import threading
import time

import pytest

from gsw_graph.llm.limits import Limits


def moments(limits: Limits, count: int, tokens: int = 0, stopping: threading.Event | None = None) -> list[float]:
    """Return when each of many threads could go, in seconds since the first asked."""
    started = time.monotonic()
    gone: list[float] = []

    def go() -> None:
        limits.wait(tokens, stopping or threading.Event())
        gone.append(time.monotonic() - started)

    threads = [threading.Thread(target=go) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(gone)


def test_without_limits_nobody_waits() -> None:
    assert moments(Limits(), 64, tokens=10**9)[-1] < 0.5


def test_requests_go_evenly() -> None:
    gone = moments(Limits(requests_per_minute=6000), 64)
    assert all(moment >= 0.01 * at - 0.001 for at, moment in enumerate(gone))
    assert gone[-1] < 2


def test_tokens_are_limited_too() -> None:
    gone = moments(Limits(requests_per_minute=60_000, tokens_per_minute=60_000), 11, tokens=50)
    assert 0.5 <= gone[-1] < 2


def test_a_pause_earns_no_burst() -> None:
    limits = Limits(requests_per_minute=600)
    moments(limits, 1)
    time.sleep(0.3)
    assert moments(limits, 3)[-1] >= 0.2


def test_a_hold_stops_also_those_that_wait_already() -> None:
    limits = Limits(requests_per_minute=6000)
    threading.Timer(0.1, limits.hold, [1.0]).start()
    gone = moments(limits, 60)
    assert all(moment < 0.8 or moment >= 1.0 for moment in gone)
    held = [moment for moment in gone if moment >= 1.0]
    assert len(held) > 20
    assert held[-1] - held[0] >= 0.005 * len(held), "nor do they all go at its end"


def test_a_shorter_hold_ends_no_longer_one() -> None:
    limits = Limits()
    limits.hold(0.3)
    limits.hold(0.0)
    assert moments(limits, 1)[0] >= 0.29


def test_who_waits_is_let_go_when_the_run_stops() -> None:
    stopping = threading.Event()
    limits = Limits(requests_per_minute=1)
    threading.Timer(0.1, stopping.set).start()
    assert moments(limits, 8, stopping=stopping)[-1] < 2


def test_waiting_takes_no_computing() -> None:
    limits = Limits()
    limits.hold(0.5)
    started = time.process_time()
    moments(limits, 64)
    assert time.process_time() - started < 0.2


@pytest.mark.parametrize("rate", [0, 0.0])
def test_zero_is_no_limit(rate: float) -> None:
    assert moments(Limits(rate, rate), 8, tokens=5)[-1] < 0.5
