"""Verdicts of a model on what rules leave in doubt: calls of one shape, whatever the question.

A case is a question with all that is known of it, line by line. What a verdict rests on is checked against these
lines: a "yes" that rests on none of them is "unsure".
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple, cast

from pydantic import BeforeValidator

from gsw_graph.errors import OperatorError
from gsw_graph.llm.asking import Asks
from gsw_graph.llm.tasks import Part, Task

Decision = Literal["yes", "no", "unsure"]
LEAST_WORDS = 3
"""Characters that copied words have at least: fewer stand in any line."""


def _folded(text: Any) -> Any:
    """Take a word in any case and with its full stop."""
    return text.strip().strip(".").casefold() if isinstance(text, str) else text


class Verdict(Part):
    """What a model says of one case."""

    verdict: Annotated[Decision, BeforeValidator(_folded)]
    reason: str = ""
    rests_on: tuple[str, ...] = ()
    """Ids of lines, or words copied from them."""


VERDICT = Task("verdict", Verdict, limit=150)
"""Asks for verdicts; one case is an item."""


class Line(NamedTuple):
    """One thing that is known of a case."""

    id: str
    text: str


class Case(NamedTuple):
    """A question that rules leave in doubt."""

    key: str
    """Names the case for whoever asks; a model never sees it."""
    question: str
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """What a model is shown; each line stays one, so that none can pass for another."""
        return "\n".join([_flat(self.question), *(f"[{line.id}] {_flat(line.text)}" for line in self.lines)])


class Account(NamedTuple):
    """What is known of an actor."""

    names: Sequence[str]
    kinds: Sequence[str] = ()
    roles: Sequence[str] = ()
    states: Sequence[str] = ()
    places: Sequence[str] = ()
    dates: Sequence[str] = ()
    passages: Sequence[str] = ()


class Ruling(NamedTuple):
    """A verdict, checked against its case."""

    verdict: Decision
    reason: str
    rests_on: tuple[str, ...]
    """Ids of lines of the case, or words in them."""
    dropped: int
    """What it was said to rest on besides, and is not in the case."""
    reply: str
    """Log key of the model's reply, for whoever keeps what is made of it."""


def open_question(key: str, question: str, *, raised: str, passages: Sequence[str]) -> Case:
    """Return the case whether some passages answer a forward-falling question.

    Args:
        key: Names the case for whoever asks.
        question: The question in words.
        raised: The passage that raised it.
        passages: Later ones that may answer it, in the order told.
    """
    lines = [Line("question", question), Line("raised", f'"{raised}"')]
    lines += [Line(str(number), f'"{passage}"') for number, passage in enumerate(passages, 1)]
    return Case(key, "Is the open question answered by the numbered passages?", tuple(lines))


def same_actor(key: str, one: Account, other: Account) -> Case:
    """Return the case whether two actors are one.

    Args:
        key: Names the case for whoever asks.
        one: What is known of one of them.
        other: What is known of the other.
    """
    return Case(key, "Are A and B the same actor?", (*_lines("A", one), *_lines("B", other)))


def _lines(letter: str, account: Account) -> Iterator[Line]:
    """Yield what is known of an actor, line by line."""
    facts = account._asdict()
    passages = facts.pop("passages")
    said = [f"{name}: {'; '.join(values)}" for name, values in facts.items() if values]
    said += [f'"{passage}"' for passage in passages]
    for number, text in enumerate(said, 1):
        yield Line(f"{letter}{number}", text)


def decide(asker: Asks, cases: Sequence[Case]) -> dict[str, Ruling | OperatorError]:
    """Return a model's verdict on each case, or why there is none, by the case's key.

    Several cases share a call, and none that the log has a verdict on is paid for again.

    Args:
        asker: Answers for the model; it is open for `VERDICT`.
        cases: What is in doubt, each under a key of its own.

    Raises:
        ValueError: Two cases have one key.
        ModelError: The model cannot be used at all.
        BudgetError: The budget is spent.
    """
    items = {case.key: VERDICT.item(case.text, asker.model) for case in cases}
    if len(items) < len(cases):
        raise ValueError("Two cases have one key.")
    said = asker.ask(VERDICT, list({item.key: item for item in items.values()}.values()))
    return {case.key: _ruling(case, items[case.key].key, said[items[case.key].key]) for case in cases}


def _ruling(case: Case, key: str, said: Part | OperatorError) -> Ruling | OperatorError:
    """Return a verdict with what it rests on in its case; a "yes" that rests on nothing there is "unsure"."""
    if isinstance(said, OperatorError):
        return said
    verdict = cast(Verdict, said)
    named = list(dict.fromkeys(text.strip() for text in verdict.rests_on))
    found = [text for text in map(lambda text: _found(case, text), named) if text]
    decision: Decision = verdict.verdict if found or verdict.verdict != "yes" else "unsure"
    return Ruling(decision, _flat(verdict.reason), tuple(dict.fromkeys(found)), len(named) - len(found), key)


def _found(case: Case, text: str) -> str:
    """Return an id as it stands in a case, or words that stand in one of its lines; "" for what is in none."""
    bare = text.strip("[]() ")
    if any(line.id == bare for line in case.lines):
        return bare
    words = _flat(text.strip("\"'“”‘’")).casefold()
    holds = len(words) >= LEAST_WORDS and any(words in _flat(line.text).casefold() for line in case.lines)
    return _flat(text) if holds else ""


def _flat(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())
