"""Questions of any wording with their answers, over a text that a workspace holds.

Scored like a benchmark's, but for what an item may be: a true item has other ways to be put, and where a question asks
what happened, the answer's words count.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import TypeAdapter, ValidationError

from gsw_graph.errors import InputError, OperatorError
from gsw_graph.evals.lines import fault_of, lines_of
from gsw_graph.evals.score import Mark, normal, normals, order
from gsw_graph.evals.statistics import Figure, mean
from gsw_graph.inflection import stem
from gsw_graph.records import Record
from gsw_graph.views import Answer

Asks = Literal["who", "where", "when", "what", "how many", "yes/no", "describe"]
_FREE = ("what", "describe")
"""What is asked for in these can be put in many words."""
_WORD = re.compile(r"\w+")
_BARE = frozenset("a an the of on in at to by for with and or from into as is was were be been it its his her".split())
_POLAR = ("yes", "no")


class OwnQuestion(Record):
    """A question with its answer."""

    id: str
    memory: str
    """Which text it is about."""
    question: str
    asks: Asks
    get: Literal["all", "latest", "first", "chronological"]
    correct_answer: tuple[str, ...]
    """The true items; empty if the text does not say."""
    accepts: tuple[tuple[str, ...], ...]
    """Other ways to put each of them."""
    chapters: tuple[int, ...] = ()
    note: str = ""


class OwnResult(NamedTuple):
    """A question with what was said."""

    id: str
    question: str
    asks: str
    get: str
    said: tuple[str, ...]
    text: str
    expected: tuple[str, ...]
    recall: float
    harsh: float
    """F1, harsh."""
    lenient: float
    right: bool
    """Whether nothing is missing, nothing is invented and the order is right."""
    error: str
    """Why there is no answer; "" if there is one."""


def read_own(path: Path, memory: str = "") -> list[OwnQuestion]:
    """Return the questions of a file.

    Args:
        path: JSON lines.
        memory: Only those about this text; "" for all.

    Raises:
        InputError: A line is no question, or there is none about that text.
    """
    kind = TypeAdapter(OwnQuestion)
    found: list[OwnQuestion] = []
    for number, line in lines_of(path):
        try:
            one = kind.validate_json(line)
        except ValidationError as error:
            message = f"Line {number} of {path} is no question ({fault_of(error)})."
            raise InputError(message, hint="docs/evaluation.md") from None
        if len(one.accepts) != len(one.correct_answer):
            raise InputError(f"Line {number} of {path} accepts other items than it has.", hint="docs/evaluation.md")
        if one.id in {other.id for other in found}:
            raise InputError(f"Line {number} of {path} has the id {one.id!r} a second time.", hint="keep one of them")
        found.append(one)
    memories = ", ".join(dict.fromkeys(one.memory for one in found))
    if not (kept := [one for one in found if memory in ("", one.memory)]):
        about = f" about {memory!r}, but about {memories}" if found else ""
        raise InputError(f"{path} has no question{about}.", hint="--memory" if found else "docs/evaluation.md")
    return kept


def ask_own(
    questions: Sequence[OwnQuestion],
    ask: Callable[[str], Answer],
    progress: Callable[[int, str], None] = lambda done, question: None,
) -> list[OwnResult]:
    """Ask the questions and score what is said.

    Args:
        questions: With their answers.
        ask: Answers one.
        progress: Called with the questions done, and the next.
    """
    found = []
    for done, one in enumerate(questions):
        progress(done, one.question)
        try:
            said = ask(one.question)
        except (InputError, OperatorError) as error:
            failed = Mark(len(one.correct_answer), 0, 0, failed=True)
            found.append(_result(one, (), "", failed, ordered=False, error=str(error)))
        else:
            found.append(_scored(one, said))
    return found


def _scored(one: OwnQuestion, said: Answer) -> OwnResult:
    """Return a question with what was said, scored."""
    items = said.items
    if one.asks == "yes/no":
        first = (_WORD.findall(said.text.casefold()) or [""])[0]
        items = (first,) if first in _POLAR else items
    if one.asks in _FREE:
        return _result(one, items, said.text, _free(one, said), ordered=True)
    names = _named(one, items)
    gold = normals(one.correct_answer)
    mark = Mark(len(gold), len(names), len(set(names) & set(gold)))
    tau = order(names, gold)
    return _result(one, items, said.text, mark, ordered=one.get != "chronological" or tau in (None, 1.0))


def _free(one: OwnQuestion, said: Answer) -> Mark:
    """Return the mark of an answer in free words: a true item counts if the answer has all its content words.

    What is listed beside the true items is invented; what a text says beside them is not counted.
    """
    if said.abstained:
        return Mark(len(one.correct_answer), 0, 0)
    text = " ".join((said.text, *said.items))
    matched = sum(any(_holds(text, way) for way in ways) for ways in _ways(one))
    listed = len(said.items) if one.asks == "what" else 1
    return Mark(len(one.correct_answer), max(matched, listed, 1), matched)


def _ways(one: OwnQuestion) -> list[tuple[str, ...]]:
    """Return how each true item may be put."""
    return [(item, *others) for item, others in zip(one.correct_answer, one.accepts, strict=True)]


def _named(one: OwnQuestion, items: Iterable[str]) -> tuple[str, ...]:
    """Return items as they are compared; what is another way to put a true item stands as that item."""
    known = {normal(way): normal(put[0]) for put in reversed(_ways(one)) for way in put}
    return tuple(dict.fromkeys(known.get(item, item) for item in normals(items)))


def _holds(text: str, phrase: str) -> bool:
    """Say whether a text has all content words of a phrase, in any form."""
    held = {stem(word) for word in _WORD.findall(text.casefold())}
    wanted = {stem(word) for word in _WORD.findall(phrase.casefold()) if word not in _BARE}
    return bool(wanted) and wanted <= held


def _result(
    one: OwnQuestion, items: tuple[str, ...], text: str, mark: Mark, *, ordered: bool, error: str = ""
) -> OwnResult:
    harsh, lenient = mark.f1("harsh"), mark.f1("lenient")
    right = harsh == 1 and ordered
    expected = one.correct_answer
    kinds = (one.id, one.question, one.asks, one.get)
    return OwnResult(*kinds, items, text, expected, mark.recall, harsh, lenient, right, error)


class OwnGroup(NamedTuple):
    """Figures of questions of one kind."""

    name: str
    questions: int
    recall: Figure
    harsh: Figure
    """F1, harsh."""
    lenient: Figure
    right: int
    """Wholly right."""


def own_groups(results: Sequence[OwnResult]) -> list[OwnGroup]:
    """Return the figures over all questions, by what they ask, by what they want of it, and of those without answer.

    Args:
        results: All questions.
    """
    groups = {"all": list(results)}
    for field in ("asks", "get"):
        for name in dict.fromkeys(str(getattr(one, field)) for one in results):
            groups[f"{field} {name}"] = [one for one in results if getattr(one, field) == name]
    groups["no answer in the text"] = [one for one in results if not one.expected]
    return [_group(name, some) for name, some in groups.items() if some]


def _group(name: str, some: Sequence[OwnResult]) -> OwnGroup:
    recall, harsh = mean(one.recall for one in some), mean(one.harsh for one in some)
    return OwnGroup(name, len(some), recall, harsh, mean(one.lenient for one in some), sum(one.right for one in some))
