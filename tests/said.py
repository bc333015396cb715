"""A replier for the test server that says something valid, and always the same, about texts of a small language.

    with ModelServer(said.reply, inputs=said.inputs) as server: ...

Its sentences are those of `passage`: who meets whom and where, who is what. Whatever it is shown goes by its words
alone, so that it does not matter which items a call holds, and in which order.
"""

import hashlib
import re
from collections.abc import Iterable
from typing import Any

from canned import items_of, task_of
from model_server.answers import Answer, Request, parts

Row = dict[str, Any]
PEOPLE = ("Ana Reyes", "Bo Lind", "Cleo Marsh", "Dag Orne", "Eva Tull")
PLACES = ("Porto", "Narvik", "Ostrel")
VERBS = ("meets", "warns", "follows", "thanks")
ROLES = ("mayor", "courier", "witness")
_NAME = r"[A-Z][a-z]+(?: [A-Z][a-z]+)*"
_EVENT = re.compile(rf"(?P<a>{_NAME}) (?P<verb>[a-z]+)s (?P<b>{_NAME})(?: in (?P<place>{_NAME}))?")
_ROLE = re.compile(rf"(?P<a>{_NAME})(?: \[= (?P<meant>{_NAME})\])? is a (?P<role>[a-z]+)")
_SENTENCE = re.compile(r"^(\d+) ", re.MULTILINE)


def event(number: int) -> str:
    """Return the sentence of a number, which no other number has."""
    a, b = PEOPLE[number % 5], PEOPLE[(number + 1 + number // 5 % 4) % 5]
    return f"{a} {VERBS[number % 4]} {b} in {PLACES[number // 7 % 3]}, says note {number}."


def passage(number: int) -> str:
    """Return the passage of a number: two sentences."""
    return f"{event(number)} She is a {ROLES[number % 3]}."


def text(*numbers: int) -> str:
    """Return passages as paragraphs, each of which is a chunk."""
    return "\n\n".join(map(passage, numbers))


def chapters(count: int, each: int, first: int = 0) -> str:
    """Return a text with chapters of passages."""
    return "\n\n".join(
        f"# Chapter {number + 1}\n\n{text(*range(first + number * each, first + (number + 1) * each))}"
        for number in range(count)
    )


def reply(request: Request) -> Answer:
    """Return what is said of each item of a request."""
    return parts(*rows(request))


def rows(request: Request) -> list[Row]:
    """Return what is said of each item of a request, in their order."""
    say = {"annotate": _annotate, "extract": _extract, "couple": _couple}[task_of(request)]
    return [say(item) for item in items_of(request)]


def inputs(request: Request) -> Iterable[str]:
    """Return a name for each input in a request, by which the server counts what was paid for."""
    task = task_of(request)
    return [f"{task} {hashlib.sha256(item.encode()).hexdigest()[:16]}" for item in items_of(request)]


def _annotate(item: str) -> Row:
    kinds = {match[group]: kind for match in _EVENT.finditer(item) for group, kind in _KINDS if match[group]}
    actors = [f"{name} | {kind}" for name, kind in kinds.items()]
    lines = _SENTENCE.sub("\n\\1 ", item).split("\n")
    doers: dict[str, list[str]] = {}
    doer = ""
    for line in filter(None, lines):
        if match := _EVENT.search(line):
            doer = match["a"]
        elif doer and " She " in f" {line} ":
            doers.setdefault(doer, []).append(line.split(" ", 1)[0])
    actors = [
        f"{one} | she: {' '.join(doers[name])}" if (name := one.split(" |")[0]) in doers else one for one in actors
    ]
    places = [match["place"] for match in _EVENT.finditer(item) if match["place"]]
    return {"actors": actors, "scenes": [f"1 | {places[0] if places else '?'} | ?"]}


_KINDS = (("a", "person"), ("b", "person"), ("place", "place"))


def _extract(item: str) -> Row:
    verbs = [
        f"{match['verb']} | {match['verb']}s {match['b']} | agent: {match['a']} | patient: {match['b']}"
        for match in _EVENT.finditer(item)
    ]
    roles = [f"{match['meant'] or match['a']} | {match['role']}" for match in _ROLE.finditer(item)]
    return {"actors": [], "roles": roles, "states": [], "verbs": verbs, "questions": []}


def _couple(item: str) -> Row:
    return {"places": ["scene | rest"], "times": []}
