"""The `llm` Operator: asks a model who is who in each chapter, what each chunk says, and what shares a place or a time.

Calls run side by side in threads of its own. What is asked ahead of need waits until it is asked for, in the order in
which it was begun, and no further ahead than a bound, so that memory stays flat however long the text is.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar, cast

from gsw_graph.errors import BudgetError, ModelError, OperatorError, ServerError
from gsw_graph.extract.base import Operator, Window
from gsw_graph.extract.model.annotate import annotated, parts_of
from gsw_graph.extract.model.cast import ANNOTATE, Cast
from gsw_graph.extract.model.compile import compiled
from gsw_graph.extract.model.coupled import COUPLE, Coupled
from gsw_graph.extract.model.render import chunk_text, couple_text, window_text
from gsw_graph.extract.model.said import EXTRACT, Said
from gsw_graph.llm.asking import Asks
from gsw_graph.llm.tasks import Part, Task
from gsw_graph.logged import document_key
from gsw_graph.records import Chapter, Chunk, Extraction, content_uid

VERSION = 1
"""Raised whenever the same replies are compiled into something else."""
TASKS: tuple[Task, ...] = (ANNOTATE, EXTRACT, COUPLE)
Found = Extraction | OperatorError
T = TypeVar("T")
THREADS = 2
"""Threads for each call that may be under way: while some wait for the model, others ask the log what it knows."""


class _Pools(NamedTuple):
    """Threads for each kind of work, so that neither waits for the other's."""

    annotating: ThreadPoolExecutor
    reading: ThreadPoolExecutor


class _Answer(NamedTuple):
    """What the model says of an item, and the item's log key."""

    key: str
    said: Part | OperatorError


class _Asked(NamedTuple):
    """Chunks of which the model was asked who is who."""

    chunks: list[Chunk]
    said: "Future[dict[str, _Answer]]"


class _Group(NamedTuple):
    """Chunks that are read by the same calls."""

    position: int
    """How many chunks were begun before it."""
    chunks: list[Chunk]
    found: "Future[dict[str, Found]]"


class ModelOperator(Operator):
    """Reads text by asking a model.

    Args:
        asker: Answers for the model.
        per_call: Chunks to a call.
        concurrency: Calls that the asker lets run side by side.
    """

    def __init__(self, asker: Asks, *, per_call: int, concurrency: int) -> None:
        self.name = operator_name(asker.model)
        self.documents_ahead = 2 * concurrency
        self._asker = asker
        self._per_call = per_call
        self._concurrency = concurrency
        self.chunks_ahead = 2 * concurrency * per_call
        self._unread: dict[str, str] = {}
        self._waiting: list[Chunk] = []
        self._groups: dict[str, _Group] = {}
        self._begun = 0
        self._wanted = 0
        self._moved = threading.Condition()
        self._stop: BaseException | None = None
        self._pools: _Pools | None = None

    @contextmanager
    def working(self) -> Iterator[None]:
        """Have threads for the calls; whatever ends it, calls under way are waited for, since they are paid for."""
        self._stop = None
        threads = THREADS * self._concurrency
        pools = _Pools(*(ThreadPoolExecutor(threads, thread_name_prefix=name) for name in _Pools._fields))
        self._pools = pools
        with self._asker.open(TASKS):
            try:
                yield
            except BaseException as error:
                self._halt(error)
                self._asker.stop()
                raise
            finally:
                self._pools = None
                self._halt(OperatorError("Nobody waits for it any more."))
                for pool in pools:
                    pool.shutdown(wait=True, cancel_futures=True)
                self._waiting.clear()
                self._groups.clear()
                self._unread.clear()

    def annotate(self, chapter: Chapter, chunks: Sequence[Chunk]) -> list[Chunk]:
        """Return the chunks with what the model says of who is who, and of where and when scenes begin.

        Where it cannot be brought to say so, the chunks stay as they are and are not read, with that reason.

        Args:
            chapter: The chapter.
            chunks: Its chunks, in order.

        Raises:
            ModelError: The model cannot be used at all.
            BudgetError: The budget is spent.
        """
        return next(self.annotate_all([Window(chapter, chunks)]))

    def annotate_all(self, windows: Iterable[Window]) -> Iterator[list[Chunk]]:
        """Yield the annotated chunks of each window; all are asked about side by side.

        Args:
            windows: Parts of chapters.
        """
        begun = [(window, [self._asked(part) for part in parts_of(window.chunks)]) for window in windows]
        for window, parts in begun:
            chunks: list[Chunk] = []
            for part in parts:
                shift = max((chunk.scene for chunk in chunks), default=-1) + 1
                here = self._annotated(window.chapter, part)
                chunks += [chunk.model_copy(update={"scene": chunk.scene + shift}) for chunk in here]
            yield chunks

    def begin(self, chunks: Sequence[Chunk]) -> None:
        """Begin to ask about chunks that will be extracted soon, in this order.

        Args:
            chunks: Annotated chunks.
        """
        self._waiting += [chunk for chunk in chunks if chunk.uid not in self._unread] if self._pools else ()
        while len(self._waiting) >= self._per_call:
            self._begin_group()

    def extract(self, chunk: Chunk) -> Extraction:
        """Return what the model says of a chunk.

        Args:
            chunk: An annotated chunk.

        Raises:
            OperatorError: It says nothing that can be used.
            ModelError: The model cannot be used at all.
            BudgetError: The budget is spent.
        """
        if chunk.uid in self._unread:
            raise OperatorError(self._unread[chunk.uid])
        if chunk in self._waiting:  # nothing has come that could share its call
            self._begin_group()
        group = self._groups.pop(chunk.uid, None)
        if group is not None and chunk in group.chunks:
            self._let_on(group.position)
            found = self._waited(group.found)
        else:
            found = self.read([chunk])
        one = found[chunk.uid]
        if isinstance(one, OperatorError):
            raise one
        return one

    def _begin_group(self) -> None:
        """Begin to ask about the first of the chunks that wait for others to share their call, of any document."""
        some, self._waiting = self._waiting[: self._per_call], self._waiting[self._per_call :]
        group = _Group(self._begun, some, self._submit("reading", self._read_in_turn, self._begun, some))
        self._begun += len(some)
        self._groups.update((chunk.uid, group) for chunk in some)

    def _asked(self, chunks: list[Chunk]) -> _Asked:
        """Begin to ask who is who in some chunks."""
        return _Asked(
            chunks, self._submit("annotating", self._ask, ANNOTATE, {"": window_text(chunks)}, {"": chunks[0]})
        )

    def _annotated(self, chapter: Chapter, asked: _Asked) -> list[Chunk]:
        """Return chunks with what was said of them, or as they are, to be refused with the reason."""
        key, said = self._waited(asked.said)[""]
        if isinstance(said, OperatorError):
            self._unread |= {chunk.uid: f"Who is who could not be told. {said}" for chunk in asked.chunks}
            return asked.chunks
        chunks = annotated(chapter, asked.chunks, cast(Cast, said))
        return [chunk.model_copy(update={"reply": key}) for chunk in chunks]

    def _read_in_turn(self, position: int, chunks: Sequence[Chunk]) -> dict[str, Found]:
        """Read chunks once whoever takes them is no further behind than the bound."""
        with self._moved:
            self._moved.wait_for(lambda: self._stop or position < self._wanted + 2 * self.chunks_ahead)
        return self.read(chunks)

    def _let_on(self, position: int) -> None:
        """Let calls go on: what was begun before a position has been taken, or never will be."""
        with self._moved:
            passed, self._wanted = position > self._wanted, max(self._wanted, position)
            self._moved.notify_all()
        if passed:  # passages that came again are not extracted, and nobody takes their groups
            self._groups = {uid: group for uid, group in self._groups.items() if group.position >= self._wanted}

    def read(self, chunks: Sequence[Chunk]) -> dict[str, Found]:
        """Return what the model says of chunks, or why it says nothing, by their uids.

        It is asked what they say, and then about the places and times of those of which it said something.

        Args:
            chunks: Annotated chunks; of those that could not be annotated nothing is returned.
        """
        by_uid = {chunk.uid: chunk for chunk in chunks if chunk.uid not in self._unread}
        said = self._ask(EXTRACT, {uid: chunk_text(chunk) for uid, chunk in by_uid.items()}, by_uid)
        told = {uid: part for uid, (_, part) in said.items() if isinstance(part, Said)}
        shown = {uid: text for uid, part in told.items() if (text := couple_text(by_uid[uid], part))}
        coupled = self._ask(COUPLE, shown, by_uid)
        found: dict[str, Found] = {uid: part for uid, (_, part) in said.items() if isinstance(part, OperatorError)}
        for uid, part in told.items():
            key, shared = coupled.get(uid, ("", Coupled(number=0)))
            if isinstance(shared, OperatorError):
                found[uid] = shared
            else:
                replies = tuple(filter(None, (said[uid].key, key)))
                extraction = compiled(by_uid[uid], part, cast(Coupled, shared))
                found[uid] = extraction.model_copy(update={"replies": replies})
        return found

    def _ask(self, task: Task, texts: Mapping[str, str], chunks: Mapping[str, Chunk]) -> dict[str, _Answer]:
        """Ask about texts of chunks, which go by the caller's names; equal ones are one item."""
        if not texts:
            return {}
        if self._stop:
            raise self._stop
        model = self._asker.model
        items = {name: task.item(text, model, document_key(chunks[name].document)) for name, text in texts.items()}
        try:
            answers = self._asker.ask(task, list(items.values()))
        except (ModelError, BudgetError, ServerError) as error:
            self._halt(error)
            raise
        except CancelledError:
            raise self._stop or OperatorError("The reading has ended.") from None
        return {name: _Answer(item.key, answers[item.key]) for name, item in items.items()}

    def _submit(self, pool: str, work: Callable[..., T], *arguments: Any) -> "Future[T]":
        """Begin some work in the threads of its kind."""
        if self._pools is None:
            raise RuntimeError("A text is read inside working().")
        return cast(ThreadPoolExecutor, getattr(self._pools, pool)).submit(work, *arguments)

    def _waited(self, future: "Future[T]") -> T:
        """Return what comes of a future; one that was cancelled has ended for the reason that ended all."""
        try:
            return future.result()
        except CancelledError:
            raise self._stop or OperatorError("The reading has ended.") from None

    def _halt(self, error: BaseException) -> None:
        """Let nobody begin another call."""
        with self._moved:
            self._stop = self._stop or error
            self._moved.notify_all()


def operator_name(model: str) -> str:
    """Return the exact name of the Operator that asks a model: its version, the model, and what the model is asked.

    Args:
        model: Exact name of the model.
    """
    return f"llm-{VERSION}:{model}:{content_uid('prompts', *(task.uid for task in TASKS))[:8]}"
