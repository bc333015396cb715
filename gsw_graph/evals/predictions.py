"""Files of predictions: what a system said to each question, ours or another's; and what a judge made of it."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from gsw_graph.errors import InputError
from gsw_graph.evals.lines import fault_of, is_cut_off, lines_of
from gsw_graph.records import Record

ENDING = ".predictions.jsonl"
"""Ending of a file of ours; before it stands the arm."""
JUDGED = ".judged.jsonl"
Share = Annotated[float, Field(ge=0, le=1)]


class Prediction(Record):
    """What a system said to one question; of another's file only `id` and `items` are needed, and more does no harm."""

    model_config = ConfigDict(extra="ignore")

    id: str
    """The question's."""
    items: tuple[str, ...]
    """The list that was asked for; empty if the system does not know."""
    text: str = ""
    """The answer in words."""
    chapters: tuple[int, ...] | None = None
    """Numbers of the chapters that it draws on; None if the system does not tell."""
    tokens: int | None = Field(default=None, ge=0)
    """o200k tokens of question and context."""
    seconds: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    abstained: bool = False
    cost: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """US dollars."""
    error: str = ""
    """Why there is no answer; "" if there is one."""
    settings: dict[str, Any] = {}
    """What it was asked with: a prediction with the same settings is not made again."""

    @property
    def answer(self) -> str:
        """Return the answer in words, as a judge reads it; "" if the question was left unanswered."""
        return "" if self.abstained else self.text.strip() or "; ".join(self.items)


class Judgement(Record):
    """What a judge made of one answer."""

    model_config = ConfigDict(extra="ignore")

    id: str
    items: tuple[str, ...]
    """The items that the judge found in the answer."""
    scores: tuple["ItemScore | Share", ...]
    """0, ½ or 1 for each true item, in their order."""
    answer: str | None = None
    """What was judged; None if the judge does not tell."""

    def is_of(self, said: Prediction) -> bool:
        """Say whether it is, for all that is known, of what a prediction says.

        Args:
            said: A prediction for the same question.
        """
        return self.answer is None or self.answer == said.answer

    @property
    def values(self) -> tuple[float, ...]:
        """Return the scores alone."""
        return tuple(one.score if isinstance(one, ItemScore) else one for one in self.scores)

    @property
    def pairs(self) -> tuple[str | None, ...]:
        """Return which item of the answer each true one is, where the judge says so."""
        return tuple(one.said if isinstance(one, ItemScore) else None for one in self.scores)


class ItemScore(Record):
    """A true item with its score."""

    model_config = ConfigDict(extra="ignore")

    item: str = ""
    score: Share
    said: str | None = None
    """Which item of the answer it is."""


Judgement.model_rebuild()
_Line = TypeVar("_Line", Prediction, Judgement)


def arm_of(path: Path) -> str:
    """Return the arm that a file is about: its name without what kind of file it is.

    Args:
        path: Of predictions, or of judgements.
    """
    name = path.name
    for ending in (ENDING, JUDGED, ".jsonl"):
        name = name.removesuffix(ending)
    return name


def read_predictions(path: Path, *, cut_off: bool = False) -> dict[str, Prediction]:
    """Return a file's predictions by the questions' ids.

    Args:
        path: JSON lines.
        cut_off: Whether a last line without its end may be what a killed run left; if it can't be used, it is left out.

    Raises:
        InputError: A line is no prediction, or a question is answered twice.
    """
    return _read(path, TypeAdapter(Prediction), cut_off=cut_off)


def read_judged(path: Path, *, cut_off: bool = False) -> dict[str, Judgement]:
    """Return a file's judgements by the questions' ids.

    Args:
        path: JSON lines.
        cut_off: As in `read_predictions`.

    Raises:
        InputError: A line is no judgement, or a question is judged twice.
    """
    return _read(path, TypeAdapter(Judgement), cut_off=cut_off)


def _read(path: Path, kind: "TypeAdapter[_Line]", *, cut_off: bool = False) -> dict[str, _Line]:
    """Return the lines of a file by their ids."""
    found: dict[str, _Line] = {}
    for number, line in lines_of(path):
        try:
            one = kind.validate_json(line)
        except ValidationError as error:
            if cut_off and is_cut_off(line) and error.errors()[0]["type"] == "json_invalid":
                break
            hint = '{"id": "q1", "items": ["Nora Pellow"]}'
            raise InputError(f"Line {number} of {path} cannot be used ({fault_of(error)}).", hint=hint) from None
        if one.id in found:
            raise InputError(f"Line {number} of {path} has the id {one.id!r} a second time.", hint="keep one of them")
        found[one.id] = one
    return found


def write_predictions(path: Path, predictions: Iterable[Prediction]) -> None:
    """Write a file of predictions anew.

    Args:
        path: The file.
        predictions: Its lines.
    """
    beside = path.with_name(f"{path.name}.part")
    beside.write_text("".join(map(as_line, predictions)), encoding="utf-8")
    beside.replace(path)


def as_line(prediction: Prediction) -> str:
    """Return a prediction as a line of its file.

    Args:
        prediction: Any.
    """
    return json.dumps(prediction.model_dump(mode="json"), ensure_ascii=False) + "\n"
