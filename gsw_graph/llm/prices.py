"""What models cost: one file that can be edited, `data/prices.toml`, and one of the user's own that goes before it."""

import re
import tomllib
from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gsw_graph.errors import ConfigError
from gsw_graph.llm.budget import Budget
from gsw_graph.llm.completion import Usage

MILLION = 1_000_000
_SNAPSHOT = re.compile(r"-(\d{4}-\d{2}-\d{2}|\d{8}|latest)$")
"""What a provider puts after a model's name to name one state of it."""


class Price(NamedTuple):
    """What a model costs, in US dollars for a million tokens."""

    input: float
    cached: float
    """For input tokens that the provider had in its cache."""
    output: float
    batch: float
    """What of it a batch costs, such as 0.5."""
    source: str
    """Whose list it is from."""
    as_of: date
    """When that list was read."""


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    input: float = Field(ge=0, allow_inf_nan=False)
    cached: float | None = Field(None, ge=0, allow_inf_nan=False)
    output: float = Field(0.0, ge=0, allow_inf_nan=False)
    batch: float | None = Field(None, ge=0, le=1)


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    as_of: date
    source: str
    batch: float = Field(1.0, ge=0, le=1)
    models: dict[str, _Line]


class Prices:
    """A price list.

    Args:
        path: A file of the user's own, whose models are added to those of `data/prices.toml` and go before them.

    Raises:
        ConfigError: The file cannot be read, or is no price list.
    """

    def __init__(self, path: str = "") -> None:
        self._prices = dict(_shipped())
        if path:
            self._prices |= _read(Path(path).expanduser())

    def price(self, model: str) -> Price | None:
        """Return what a model costs; a dated snapshot costs what its family does, if it has no line of its own.

        Args:
            model: Its exact name.
        """
        while model not in self._prices:
            family = _SNAPSHOT.sub("", model)
            if family == model:
                return None
            model = family
        return self._prices[model]

    def cost(self, model: str, usage: Usage, batch: bool = False) -> float | None:
        """Return what tokens cost, in US dollars; None if the model has no price.

        Args:
            model: Its exact name.
            usage: The tokens.
            batch: Whether they are part of a batch. Cached tokens cost as much as others there: not every model has
                a discount on the discount.
        """
        price = self.price(model)
        if price is None:
            return None
        cached = 0 if batch else usage.tokens_cached
        cost = (usage.tokens_in - cached) * price.input + cached * price.cached + usage.tokens_out * price.output
        return cost * (price.batch if batch else 1) / MILLION


@cache
def _shipped() -> dict[str, Price]:
    return _parse("data/prices.toml", files("gsw_graph").joinpath("data", "prices.toml").read_text(encoding="utf-8"))


def _read(path: Path) -> dict[str, Price]:
    try:
        return _parse(str(path), path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The price list {path} cannot be read: {error}.", hint="check the setting prices") from None


def _parse(name: str, text: str) -> dict[str, Price]:
    try:
        read = _File.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"The price list {name} is no TOML: {error}.", hint=f"mend {name}") from None
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise ConfigError(
            f"The price list {name} cannot be used: {place}: {first['msg']}.", hint=f"mend {name}"
        ) from None
    return {
        model: Price(
            line.input,
            line.input if line.cached is None else line.cached,
            line.output,
            read.batch if line.batch is None else line.batch,
            read.source,
            read.as_of,
        )
        for model, line in read.models.items()
    }


def check_budget(budget: Budget | None, prices: Prices, model: str) -> None:
    """Check that a budget can be kept.

    Args:
        budget: What may be spent; None is no limit.
        prices: What models cost.
        model: Name of the model.

    Raises:
        ConfigError: It is in US dollars, and the model has no price.
    """
    if budget and budget.usd is not None and prices.price(model) is None:
        raise ConfigError(
            f"The model {model!r} has no price, so a budget in usd cannot be kept.",
            hint="add it to a price list and name that with GSW_PRICES, or give a budget in tokens, such as 2Mtok",
        )
