"""A model to benchmark with: its replies are made beforehand from what the local Operator finds in the same texts.

    replies = replies_to(documents)                     # reads and parses them once
    with serving(replies, latency=0.2) as server: ...   # a process of its own: asks nobody and computes nothing

Replies go by the text of their item, so a call may hold any items in any order. A call with an item that has none is
refused. What such replies lack of a good model's is said in `benchmarks.rule_notes`. Summaries and answers have the
length of real ones and say nothing.
"""

import json
import os
import tempfile
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pydantic import SecretStr

import canned
from benchmarks.database import Database
from benchmarks.rule_notes import Notes, Spoken, cast_notes
from gsw_graph import text
from gsw_graph.aliases import complete_names
from gsw_graph.extract.local import LocalOperator
from gsw_graph.extract.model.annotate import annotated, parts_of
from gsw_graph.extract.model.cast import Cast
from gsw_graph.extract.model.render import chunk_text, couple_text, window_text
from gsw_graph.extract.model.said import Said
from gsw_graph.llm.prompts import load_prompt
from gsw_graph.planning import windows
from gsw_graph.records import Chunk, Document
from gsw_graph.settings import Settings
from gsw_graph.workspace import Workspace
from model_server import Answer, ServerProcess, bad_request
from model_server.answers import Request

ROOT = Path(__file__).parents[1]
MODEL = "said-by-rules"
FILE = "SAID_BY_RULES"
"""Environment variable with the file of replies, for the server's process."""
Replies = dict[str, dict[str, Notes]]
"""Task → text of the item → reply."""


def replies_to(documents: Iterable[Document], found: Replies | None = None) -> Replies:
    """Return what would be said of each item of some documents.

    Args:
        documents: The texts.
        found: Replies to which these are added; one that is there already stays.
    """
    operator = LocalOperator()
    found = {} if found is None else found
    cast, said, coupled = (found.setdefault(task, {}) for task in canned.TASKS)
    for document in documents:
        chunks: list[Chunk] = []
        for chapter in text.chapters(document):
            for window in windows(chapter):
                known = {chunk.start: chunk for chunk in operator.annotate(chapter, window.chunks)}
                for part in parts_of(window.chunks):
                    notes = cast.setdefault(window_text(part), cast_notes([known[chunk.start] for chunk in part]))
                    chunks += annotated(chapter, part, Cast(number=1, actors=notes["actors"], scenes=notes["scenes"]))
        for chunk in complete_names(chunks):
            spoken = Spoken(chunk, operator.extract(chunk))
            # Two chunks that look the same to a model get the same reply, whatever the rules make of each.
            one = Said(number=1, **said.setdefault(chunk_text(chunk), spoken.said()))
            if shown := couple_text(chunk, one):
                coupled.setdefault(shown, spoken.coupled(one))
    return found


def has_replies(document: Document, replies: Replies) -> bool:
    """Say whether there is a reply to each item of a document.

    Args:
        document: The text.
        replies: The replies.
    """
    cast, said, coupled = (replies[task] for task in canned.TASKS)
    chunks: list[Chunk] = []
    for chapter in text.chapters(document):
        for window in windows(chapter):
            for part in parts_of(window.chunks):
                if (notes := cast.get(window_text(part))) is None:
                    return False
                chunks += annotated(chapter, part, Cast(number=1, actors=notes["actors"], scenes=notes["scenes"]))
    for chunk in complete_names(chunks):
        if (notes := said.get(chunk_text(chunk))) is None:
            return False
        shown = couple_text(chunk, Said(number=1, **notes))
        if shown and shown not in coupled:
            return False
    return True


def documents_of(path: Path) -> list[Document]:
    """Return the documents of a file or folder.

    Args:
        path: The texts.
    """
    return [text.read(source) for source in text.list_files(path) if not source.skipped]


@contextmanager
def serving(replies: Replies | Path, **options: float | str) -> Iterator[ServerProcess]:
    """Yield a server that gives these replies.

    Args:
        replies: From `replies_to`, or a file with them as JSON.
        **options: Of the server's process: latency in seconds, faults as a share of requests.
    """
    if isinstance(replies, Path):
        with (
            patch.dict(os.environ, {FILE: str(replies)}),
            ServerProcess("benchmarks.said_by_rules:reply", paths=(ROOT,), **options) as server,
        ):
            yield server
        return
    with tempfile.TemporaryDirectory(prefix="gsw-benchmark-") as folder:
        path = Path(folder, "replies.json")
        path.write_text(json.dumps(replies), encoding="utf-8")
        with serving(path, **options) as server:
            yield server


@contextmanager
def asking(server: ServerProcess, database: Database, **settings: Any) -> Iterator[Workspace]:
    """Yield a fresh workspace whose texts that server reads; it is gone afterwards.

    Args:
        server: Whom to ask.
        database: Where to keep it.
        **settings: Such as `concurrency`.
    """
    with tempfile.TemporaryDirectory(prefix="gsw-benchmark-") as home:
        chosen = {"operator": "llm", "model": MODEL, "base_url": server.base_url, "api_key": SecretStr(server.key)}
        one = database.workspace(f"benchmark {uuid.uuid4().hex}", Settings(home=home, **chosen, **settings))
        with one:
            yield one
            one.clear()


def reply(request: Request) -> str | Answer:
    """Return what is said of each item of a request; runs in the server's process.

    Args:
        request: Of a chat completion; it is refused if there is no reply to one of its items.
    """
    system = request["messages"][0]["content"]
    task = next(name for name in (*canned.TASKS, *_WORDED) if load_prompt(name).system in system)
    items = canned.items_of(request)
    said = {item: _WORDED[task](item) for item in items} if task in _WORDED else _served()[task]
    if missing := [item for item in items if item not in said]:
        return bad_request(f"No reply was made to {missing[0]!r}.")
    rows = [{"number": number, **said[item]} for number, item in enumerate(items, 1)]
    return json.dumps({"replies": rows}, ensure_ascii=False, separators=(",", ":"))


def _summary(item: str) -> dict[str, Any]:
    """Return the first words of some notes on an actor, as many as a summary has."""
    return {"text": " ".join(item.split()[:60])}


def _answer(item: str) -> dict[str, Any]:
    """Return an answer of the usual length, which is not one."""
    named = [{"text": " ".join(item.split()[-3:]), "cites": ["1"]}] * 2
    return {"items": named, "text": " ".join(item.split()[:20]), "cites": ["1"], "abstained": False}


_WORDED: dict[str, Callable[[str], dict[str, Any]]] = {"summarise": _summary, "answer": _answer}
"""Tasks whose replies are made when they are asked for: only their length counts."""


@cache
def _served() -> Replies:
    found: Replies = json.loads(Path(os.environ[FILE]).read_text(encoding="utf-8"))
    return found
