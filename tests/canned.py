"""A replier for the test server: what a strong model would say of the demonstration story, written by hand.

    with ModelServer(canned.reply) as server: ...        # or ServerProcess("canned:reply")

Each reply goes by the text of its item, so that it does not matter which items a call holds, and in which order. An
item that has none fails the test: its text has changed, or it is no part of the story.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from gsw_graph.llm.prompts import load_prompt
from model_server.answers import Answer, Request, parts

FOLDER = Path(__file__).parent / "data" / "demo_replies"
TASKS = ("annotate", "extract", "couple")
Row = dict[str, Any]
_ITEM = re.compile(r"<(?P<mark>item(?:-\d+)?) (?P<number>\d+)>\n(?P<text>.*?)\n</(?P=mark) (?P=number)>", re.DOTALL)


def reply(request: Request) -> Answer:
    """Return the canned reply to each item of a request.

    Args:
        request: Of a chat completion, as a `Task` writes its messages.

    Raises:
        KeyError: An item has no canned reply.
    """
    task = task_of(request)
    return parts(*(_row(task, text) for text in items_of(request)))


def task_of(request: Request) -> str:
    """Return which task a request is of, by its static part."""
    system = request["messages"][0]["content"]
    for task in TASKS:
        if load_prompt(task).system in system:
            return task
    raise KeyError(f"No task has this static part: {system[:200]!r}")


def items_of(request: Request) -> list[str]:
    """Return the texts of a request's items, in their order."""
    user = next(message["content"] for message in request["messages"] if message["role"] == "user")
    found = [(int(match["number"]), match["text"]) for match in _ITEM.finditer(user)]
    if [number for number, _ in found] != list(range(1, len(found) + 1)) or not found:
        raise KeyError(f"No items, numbered from 1, stand in {user[:200]!r}")
    return [text for _, text in found]


@cache
def replies() -> dict[tuple[str, str], Row]:
    """Return all canned replies by task and text of the item."""
    found: dict[tuple[str, str], Row] = {}
    for path in sorted(FOLDER.glob("chapter_*.json")):
        chapter = json.loads(path.read_text(encoding="utf-8"))
        for task in TASKS:
            found |= {(task, "\n".join(one["item"])): one["reply"] for one in chapter[task]}
    return found


def _row(task: str, text: str) -> Row:
    if (task, text) not in replies():
        raise KeyError(f"There is no canned reply to this item of {task!r}:\n{text}")
    return replies()[task, text]
