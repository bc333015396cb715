"""Measure what one more chapter costs in a memory that grows, and one more mention of somebody who has thousands.

Three parts, each in a workspace of its own: the chapters of a book one by one, read by the local Operator; copies of
the book in which everybody has another name, with replies made beforehand; and one actor who is mentioned again and
again, gets one more mention, and is split in two. The Reconciler's seconds are told apart from all others.

    python -m benchmarks.marginal --data PATH/TO/chapters --copies 10
"""

import argparse
import re
import statistics
import time
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, TypeVar

import gsw_graph.reading
from benchmarks.clock import Clock
from benchmarks.database import Database, database
from benchmarks.figures import Figure, machine, report
from benchmarks.renamed import copies
from benchmarks.said_by_rules import Replies, asking, documents_of, serving
from fakes import DATES, PLACES, ROLES, VERBS, FakeOperator, WordLengths
from gsw_graph.records import Chunk, Document, Extraction
from gsw_graph.workspace import Workspace

T = TypeVar("T")
WINDOW = 5
"""Chapters around a place in the book of which the median counts."""
WARMING = 15
"""Chapters that are taken in and out beforehand, so that models are loaded and statements planned."""
RECONCILER = "reconciler"
HUB = "Ana Reyes"
"""Who is mentioned again and again."""
OTHER = "Bo Lind"
_GUEST = re.compile(r"\b[A-Z][a-z] [A-Z][a-z]{3}\b")
"""Whom else a passage names, each another: as long as `OTHER`, whom the small language knows."""
EACH, CHAPTERS = 10, 10
"""Passages of a chapter, and chapters of a document, about them."""


class Added(NamedTuple):
    """What taking one document in cost."""

    chunks: int
    seconds: float
    reconciler: float
    """Seconds of the Reconciler."""

    @property
    def whole(self) -> float:
        """Milliseconds for a chunk."""
        return self.seconds / self.chunks * 1000

    @property
    def reconciling(self) -> float:
        """Milliseconds for a chunk, of the Reconciler alone."""
        return self.reconciler / self.chunks * 1000


def add(workspace: Workspace, document: Document, clock: Clock) -> Added:
    """Take a document in, and say what that cost.

    Args:
        workspace: Where to.
        document: The document.
        clock: Counts the Reconciler's seconds.
    """
    before, started = _reconciler(clock), time.perf_counter()
    done = workspace.add(document)
    seconds = time.perf_counter() - started
    if done.status != "done":
        raise SystemExit(f"{done.key} {done.status}: {done.reason}")
    return Added(done.chunks, seconds, _reconciler(clock) - before)


def _reconciler(clock: Clock) -> float:
    """Return the seconds that the Reconciler has taken so far."""
    return sum(parts.get(RECONCILER, 0.0) for parts in clock.parts().values())


def watched() -> Clock:
    """Return a clock that counts the Reconciler's seconds, to be used as a context manager."""
    clock = Clock()
    clock.wrap(gsw_graph.reading, "reconcile", RECONCILER)
    return clock


def chapters(server: Database, documents: Sequence[Document]) -> list[Added]:
    """Take documents in one by one, by the local Operator.

    Args:
        server: The database.
        documents: Each a chapter.
    """
    with server.workspace(f"benchmark {uuid.uuid4().hex}") as workspace, watched() as clock:
        _warm(workspace, documents)
        found = [add(workspace, document, clock) for document in documents]
        workspace.clear()
    return found


def copied(server: Database, documents: Sequence[Document], count: int) -> list[list[Added]]:
    """Take copies of documents in one by one, each about people of its own, and return the costs by copy.

    Args:
        server: The database.
        documents: The texts.
        count: How many copies.
    """
    replies: Replies = {}
    made = list(copies(documents, count, replies))
    with serving(replies, latency=0.0) as model, asking(model, server) as workspace, watched() as clock:
        _warm(workspace, made)
        costs = [(copy.key.partition("/")[0], add(workspace, copy, clock)) for copy in made]
    return [[cost for _, cost in of] for _, of in groupby(costs, key=lambda pair: pair[0])]


def _warm(workspace: Workspace, documents: Sequence[Document]) -> None:
    """Take some documents in, and out again."""
    for document in documents[:WARMING]:
        workspace.add(document)
    for document in documents[:WARMING]:
        workspace.forget(document.key)


class Guests(FakeOperator):
    """Reads the small language about somebody who meets another in each passage, so that no two events are one."""

    def extract(self, chunk: Chunk) -> Extraction:
        """Return what a chunk says.

        Args:
            chunk: The chunk.
        """
        said = super().extract(chunk.model_copy(update={"text": _GUEST.sub(OTHER, chunk.text)})).model_dump_json()
        guest = _GUEST.search(chunk.text)
        return Extraction.model_validate_json(said.replace(OTHER, guest[0]) if guest else said)


def _guest(number: int) -> str:
    """Return the name of a guest."""
    letters = "".join(chr(97 + number * prime // 26**place % 26) for place, prime in enumerate((1, 1, 1, 7, 11, 3)))
    return f"{letters[:2].title()} {letters[2:].title()}"


class Hub(NamedTuple):
    """What somebody costs who is mentioned in thousands of places."""

    mentions: int
    more: list[float]
    """Milliseconds of the Reconciler for one more mention, time and again."""
    split: float
    """Seconds for making two of them."""
    joined: float
    """Seconds for undoing that."""


def hub(server: Database, mentions: int, runs: int) -> Hub:
    """Mention somebody many times, once more, and make two of them.

    Args:
        server: The database.
        mentions: How many times before.
        runs: How often once more.
    """
    with server.workspace(f"benchmark {uuid.uuid4().hex}") as workspace, watched() as clock:
        workspace.operator, workspace.embedder = Guests(), WordLengths()
        whole = EACH * CHAPTERS * 3
        texts = [_about(number) for number in range(-(-mentions // whole))]
        for number, text in enumerate(texts):
            workspace.add_text(text, key=f"about {number}")
        more = []
        for run in range(runs + 1):
            before = _reconciler(clock)
            workspace.add_text(
                f"{HUB} {VERBS[run % 3]} {_guest(90_000 + run)} in {PLACES[run % 3]}.", key=f"more {run}"
            )
            more.append((_reconciler(clock) - before) * 1000)
        [view] = workspace.show(HUB)
        first = workspace.edit.split(view.uid, chapters=[("about 0", 1)])  # statements are planned by that
        workspace.edit.undo(first.number)
        half = [(f"about {number}", at) for number in range(len(texts)) for at in range(1, CHAPTERS + 1, 2)]
        made, split = _timed(lambda: workspace.edit.split(view.uid, chapters=half))
        _, joined = _timed(lambda: workspace.edit.undo(made.number))
        workspace.clear()
    return Hub(view.mentions, more[1:], split, joined)


def _about(number: int) -> str:
    """Return a text with three mentions in each passage, of which no two are alike."""
    parts = []
    for chapter in range(CHAPTERS):
        parts.append(f"# Chapter {chapter + 1}")
        for passage in range(EACH):
            at = number * 7 + chapter * 3 + passage
            guest = _guest((number * CHAPTERS + chapter) * EACH + passage)
            parts.append(
                f"{HUB} {VERBS[at % 3]} {guest} in {PLACES[at % 3]} on {DATES[at % 3]}. "
                f"{HUB} is a {ROLES[at % 3]}. {HUB} and {guest} are together."
            )
    return "\n\n".join(parts)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    started = time.perf_counter()
    return work(), time.perf_counter() - started


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="a folder of texts, each a chapter")
    parser.add_argument("--most", type=int, help="only so many of them")
    parser.add_argument("--copies", type=int, default=10)
    parser.add_argument("--copied", type=int, help="only so many chapters in each copy")
    parser.add_argument("--mentions", type=int, default=5000)
    parser.add_argument("--runs", type=int, default=10, help="how often one more mention is measured")
    parser.add_argument("--part", choices=PARTS, nargs="+", default=list(PARTS))
    chosen = parser.parse_args(arguments)
    print(machine(), flush=True)
    documents = documents_of(chosen.data)[: chosen.most]
    with database() as server:
        for part in chosen.part:
            print(PARTS[part](server, documents, chosen), flush=True)


def _report_chapters(server: Database, documents: Sequence[Document], chosen: argparse.Namespace) -> str:
    """Measure the chapters one by one, and tell it."""
    found = chapters(server, documents)
    places = sorted({place for place in (1, 50, 100, len(found)) if place <= len(found)})
    windows = {f"chapter {place}": _window(found, place) for place in places}
    return report(f"\nChapters of {chosen.data} one by one, {len(found)}", _figures(windows))


def _report_copies(server: Database, documents: Sequence[Document], chosen: argparse.Namespace) -> str:
    """Measure the copies, and tell it."""
    found = copied(server, documents[: chosen.copied], chosen.copies)
    windows = {f"copy {number}": of for number, of in enumerate(found, 1) if number in {1, len(found) // 2, len(found)}}
    return report(f"\n{len(found)} copies of {len(found[0])} chapters under other names", _figures(windows))


def _report_actor(server: Database, documents: Sequence[Document], chosen: argparse.Namespace) -> str:
    """Measure one actor with many mentions, and tell it."""
    found = hub(server, chosen.mentions, chosen.runs)
    figures = [
        Figure("one more mention, reconciler", found.more, "ms", "<= 50"),
        Figure("split in two", [found.split], "s", "<= 5"),
        Figure("undoing the split", [found.joined], "s"),
    ]
    return report(f"\nAn actor with {found.mentions:,} mentions", figures)


PARTS = {"chapters": _report_chapters, "copies": _report_copies, "actor": _report_actor}


def _window(found: Sequence[Added], place: int) -> Sequence[Added]:
    """Return the chapters around one, counted from 1."""
    start = min(max(place - 1 - WINDOW // 2, 0), max(len(found) - WINDOW, 0))
    return found[start : start + WINDOW]


def _figures(windows: Mapping[str, Sequence[Added]]) -> Iterable[Figure]:
    """Return the cost of a chunk at each place, and how the last stands to the first."""
    for name, of in windows.items():
        yield Figure(f"{name}: a chunk", [one.whole for one in of], "ms")
        yield Figure(f"{name}: reconciler, a chunk", [one.reconciling for one in of], "ms")
    places = list(windows.values())
    ends = places[0], places[-1]
    first, last = (statistics.median(one.whole for one in of) for of in ends)
    yield Figure("last against first", [last / first], "×", "<= 1.3")
    first, last = (statistics.median(one.reconciling for one in of) for of in ends)
    yield Figure("last against first, reconciler", [last / first], "×")


if __name__ == "__main__":
    main()
