"""What a model would be asked: the items of some documents that the log has no reply to, without asking."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

from gsw_graph.errors import InputError, OperatorError
from gsw_graph.extract.model.operator import ModelOperator
from gsw_graph.graph import Graph
from gsw_graph.llm.asking import Answers, load_part
from gsw_graph.llm.tasks import Item, Part, Task, documents_of
from gsw_graph.log import Log
from gsw_graph.planning import DocumentReport, Plan, Planner
from gsw_graph.records import Document

CHUNKS = 64
"""Chunks that are looked up together."""
NOT_YET = "The model has not been asked yet."


class Needs:
    """Answers from the log, and keeps in mind what it cannot answer.

    Args:
        log: The log.
        model: Exact name of the model.
        guess: Whether to go on as if the model had nothing to say, to see what it would be asked next.
        failed: Why it says nothing to some inputs, by log key.
    """

    def __init__(self, log: Log, model: str, *, guess: bool, failed: Mapping[str, str] | None = None) -> None:
        self.model = model
        self.missing: dict[Task, dict[str, Item]] = {}
        """What the log has no reply to, by task and key, in the order in which it came up."""
        self._log = log
        self._guess = guess
        self._failed = failed or {}

    def open(self, tasks: Iterable[Task]) -> AbstractContextManager[None]:
        """Return a context; nothing has to be opened.

        Args:
            tasks: What would be asked.
        """
        return nullcontext()

    def stop(self) -> None:
        """Stop nothing: nobody is asked."""

    def ask(self, task: Task, items: Sequence[Item]) -> Answers:
        """Return what the log has, and for the rest that it is missing, or nothing said.

        Args:
            task: What would be asked.
            items: What about.
        """
        entries = self._log.done([item.key for item in items])
        if not self._guess:  # a batch has brought them, and did not say of which documents they are
            self._log.own({key: of for key, of in documents_of(items).items() if key in entries})
        answers: Answers = {}
        for item in items:
            if item.key in entries:
                answers[item.key] = load_part(task, entries[item.key].payload)
            else:
                self.missing.setdefault(task, {})[item.key] = item
                answers[item.key] = self._blank(task, item.key)
        return answers

    def _blank(self, task: Task, key: str) -> Part | OperatorError:
        """Return what stands for a reply that is missing."""
        return task.part(number=0) if self._guess else OperatorError(self._failed.get(key, NOT_YET))


class Needed:
    """Goes through documents to find what a model would have to be asked.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        log: The log.
        needs: Keeps what is found.
        chapter_pattern: Regular expression of a chapter's heading; "" for the usual ones.
    """

    def __init__(self, graph: Graph, workspace: str, log: Log, needs: Needs, *, chapter_pattern: str = "") -> None:
        self._log = log
        self._operator = ModelOperator(needs, per_call=1, concurrency=1)
        self._planner = Planner(graph, workspace, self._operator, chapter_pattern=chapter_pattern)

    def find(self, documents: Iterable[Document | DocumentReport]) -> Iterator[Plan | DocumentReport]:
        """Yield what each document comes to, once all is found that the model would be asked of it.

        Args:
            documents: What was read; a report stands for one that could not be.
        """
        for document in documents:
            with self._operator.working():
                yield document if isinstance(document, DocumentReport) else self._found(document)

    def _found(self, document: Document) -> Plan | DocumentReport:
        """Find what the model would be asked of a document."""
        try:
            plan = self._planner.planned(document)
        except (InputError, OperatorError) as error:
            return DocumentReport(document.key, "failed", str(error))
        if isinstance(plan, Plan):
            missing = self._log.missing(plan.source.entries)
            pairs = zip(plan.chunks, plan.source.entries, strict=True)
            chunks = [chunk for chunk, key in pairs if key in missing]
            for start in range(0, len(chunks), CHUNKS):
                self._operator.read(chunks[start : start + CHUNKS])
        return plan
