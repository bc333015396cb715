"""What calls cost, and what a run may spend."""

import threading
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gsw_graph.errors import BudgetError, ConfigError
from gsw_graph.llm.budget import Budget, Spent
from gsw_graph.llm.completion import Usage
from gsw_graph.llm.prices import Prices

MILLION = 1_000_000


def test_a_cost_is_that_of_its_tokens() -> None:
    prices = Prices()
    assert prices.cost("gpt-4o", Usage(MILLION, 0, 0)) == pytest.approx(2.50)
    assert prices.cost("gpt-4o", Usage(MILLION, MILLION, 0)) == pytest.approx(1.25)
    assert prices.cost("gpt-4o", Usage(0, 0, MILLION)) == pytest.approx(10.00)
    assert prices.cost("gpt-4o", Usage(MILLION, 0, MILLION), batch=True) == pytest.approx(6.25)
    assert prices.cost("gpt-4o", Usage(MILLION, MILLION, 0), batch=True) == pytest.approx(1.25)
    assert prices.cost("text-embedding-3-small", Usage(MILLION, 0, 0)) == pytest.approx(0.02)
    assert prices.cost("mine", Usage(1, 0, 1)) is None


def test_each_model_of_the_list_has_a_price_that_makes_sense() -> None:
    read = tomllib.loads(files("gsw_graph").joinpath("data", "prices.toml").read_text(encoding="utf-8"))
    assert isinstance(read["as_of"], date) and read["source"]
    assert {"gpt-4o", "gpt-4o-mini", "gpt-4.1", "gpt-5-mini", "o4-mini"} <= read["models"].keys()
    for model in read["models"]:
        price = Prices().price(model)
        assert price and 0 < price.cached <= price.input < 100
        assert price.batch == 0.5
        assert price.output > price.input or model.startswith("text-embedding")


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("gpt-4o-2024-08-06", "gpt-4o"),
        ("gpt-4o-mini-2024-07-18", "gpt-4o-mini"),
        ("gpt-4o-latest", "gpt-4o"),
        ("gpt-5-nano-20250807", "gpt-5-nano"),
        ("gpt-4o-realtime-preview", None),
        ("gpt-4o-audio-preview-2024-12-17", None),
        ("gpt-5.9", None),
        ("gpt-5-pro", None),
        ("gpt", None),
        ("", None),
    ],
)
def test_a_snapshot_costs_what_its_family_does(model: str, family: str | None) -> None:
    assert Prices().price(model) == (Prices().price(family) if family else None)


def test_a_snapshot_with_a_line_of_its_own_costs_that() -> None:
    assert Prices().cost("gpt-4o-2024-05-13", Usage(MILLION, 0, 0)) == pytest.approx(5.00)


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_users_own_list_adds_and_goes_before(tmp_path: Path) -> None:
    text = 'as_of = 2026-11-01\nsource = "our contract"\n[models]\n"mine" = { input = 0 }\n"gpt-4o" = { input = 1 }\n'
    prices = Prices(write(tmp_path / "prices.toml", text))
    assert prices.cost("mine", Usage(MILLION, 0, MILLION)) == 0
    assert prices.cost("gpt-4o-2024-08-06", Usage(MILLION, 0, 0), batch=True) == 1
    assert prices.cost("gpt-4o-mini", Usage(MILLION, 0, 0)) == pytest.approx(0.15)
    own, shipped = prices.price("mine"), prices.price("gpt-4o-mini")
    assert own and (own.source, own.as_of) == ("our contract", date(2026, 11, 1))
    assert shipped and "OpenAI" in shipped.source


HEAD = 'as_of = 2026-11-01\nsource = "x"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[models", "no TOML"),
        ("[models]", "as_of"),
        (HEAD, "models"),
        (HEAD + '[models]\n"m" = { input = -1 }', "models.m.input"),
        (HEAD + '[models]\n"m" = { input = nan }', "models.m.input"),
        (HEAD + '[models]\n"m" = { output = 1 }', "models.m.input"),
        (HEAD + '[models]\n"m" = { input = 1, ouput = 2 }', "models.m.ouput"),
        (HEAD + "batch = 2\n[models]", "batch"),
    ],
)
def test_a_list_that_is_none_is_refused_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said) as caught:
        Prices(write(tmp_path / "prices.toml", text))
    assert "prices.toml" in caught.value.args[0]


def test_a_list_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        Prices(str(tmp_path / "none.toml"))
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="cannot be read"):
        Prices(str(tmp_path / "bytes.toml"))


@pytest.mark.parametrize(
    ("text", "usd", "tokens"),
    [
        ("5usd", 5.0, None),
        ("0.5 USD", 0.5, None),
        ("200tok", None, 200),
        ("200ktok", None, 200_000),
        ("1.5Mtok", None, 1_500_000),
        ("5usd,2Mtok", 5.0, 2_000_000),
        ("2mtok, 5usd", 5.0, 2_000_000),
    ],
)
def test_a_budget_is_read_as_it_is_written(text: str, usd: float | None, tokens: int | None) -> None:
    budget = Budget.parse(text)
    assert (budget.usd, budget.tokens) == (usd, tokens)
    again = Budget.parse(str(budget))
    assert (again.usd, again.tokens) == (usd, tokens)


@pytest.mark.parametrize(
    "text", ["", "5", "usd", "0usd", "-5usd", "5usd,6usd", "1tok,2ktok", "5eur", "5usd,", "1e3usd"]
)
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="no budget"):
        Budget.parse(text)


def test_a_budget_waits_while_calls_under_way_may_leave_enough() -> None:
    budget = Budget(tokens=100)
    assert budget.reserve(Spent(80))
    waiting = threading.Thread(target=budget.reserve, args=[Spent(50)])
    waiting.start()
    waiting.join(0.1)
    assert waiting.is_alive()
    budget.settle(Spent(80), Spent(20))
    waiting.join(5)
    assert not waiting.is_alive()
    with pytest.raises(BudgetError, match="20 tokens"):
        budget.settle(Spent(50), Spent(0))
        budget.reserve(Spent(81))


def test_a_budget_that_is_spent_says_what_to_do() -> None:
    budget = Budget(usd=1.0)
    budget.spend(Spent(10, 0.99))
    with pytest.raises(BudgetError, match="1usd does not bear another call: 10 tokens and 0.9900 usd") as caught:
        budget.reserve(Spent(10, 0.02))
    assert caught.value.hint == "the same command with a larger --budget; what is done is kept"


def test_who_waits_for_the_budget_is_let_go_when_the_run_stops() -> None:
    budget, stopping = Budget(tokens=10), threading.Event()
    budget.reserve(Spent(10))
    threading.Timer(0.1, stopping.set).start()
    started = time.monotonic()
    assert not budget.reserve(Spent(5), stopping)
    assert time.monotonic() - started < 3


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 50), st.floats(0, 1)), min_size=1, max_size=30), st.integers(1, 4))
def test_no_budget_is_passed_whoever_spends(calls: list[tuple[int, float]], threads: int) -> None:
    budget = Budget(tokens=200, usd=0.4)

    def spend(most: int, share: float) -> bool:
        reserved = Spent(most, most / 500)
        try:
            budget.reserve(reserved)
        except BudgetError:
            return False
        budget.settle(reserved, Spent(int(most * share), most * share / 500))
        return True

    with ThreadPoolExecutor(threads) as pool:
        went = list(pool.map(lambda call: spend(*call), calls))
    assert budget.spent.tokens == sum(
        int(most * share) for (most, share), goes in zip(calls, went, strict=True) if goes
    )
    assert budget.spent.tokens <= 200 and budget.spent.usd <= 0.4 + 1e-9
    assert all(went) or budget.spent.tokens > 150 or budget.spent.usd > 0.3, "and none refuses what it bears"
