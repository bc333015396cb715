"""The road of texts into one workspace: read by rules here, by calls of a model, or by batches of calls."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gsw_graph.embed import Embedder
from gsw_graph.errors import ConfigError
from gsw_graph.extract import OPERATORS, Operator
from gsw_graph.graph import Graph
from gsw_graph.ingest import Ingest
from gsw_graph.ledger import keep_embedding_calls, new_run
from gsw_graph.log import Log
from gsw_graph.opening import Choice, create
from gsw_graph.planning import DocumentReport
from gsw_graph.records import Document
from gsw_graph.restore import Progress
from gsw_graph.settings import Settings

if TYPE_CHECKING:  # who asks no model need not load what does
    from gsw_graph.batches import BatchProgress
    from gsw_graph.estimate import Estimate

Documents = Iterable[Document | DocumentReport]
"""Documents as they were read; a report stands for one that could not be."""


class Road:
    """Takes texts into one workspace.

    Args:
        graph: The database.
        workspace: Name of the workspace; it is made if it isn't there.
        settings: How texts are read.
        chosen: Who reads them.
        embedder: Who makes the vectors.
        operator: Who reads them instead of the one that was chosen.
        progress: Called as chunks are done.
    """

    def __init__(
        self,
        graph: Graph,
        workspace: str,
        settings: Settings,
        chosen: Choice,
        embedder: Embedder,
        *,
        operator: Operator | None = None,
        progress: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        self._graph = graph
        self._workspace = workspace
        self._settings = settings
        self._chosen = chosen
        self._embedder = embedder
        self._given = operator
        self._progress = progress
        self._log = Log(graph, workspace)

    def take(self, documents: Documents) -> Iterator[DocumentReport]:
        """Take documents in and yield what became of each, in their order.

        Args:
            documents: What was read.
        """
        with self._counting():
            yield from self._ingest(self._operator()).add_all(documents)

    def take_one(self, document: Document) -> DocumentReport:
        """Take a document in.

        Args:
            document: What was read.

        Raises:
            InputError: Its key belongs to a document from elsewhere.
            OperatorError: The Operator cannot read it.
        """
        with self._counting():
            return self._ingest(self._operator()).add(document)

    def take_in_batches(
        self,
        documents: Callable[[], Documents],
        *,
        wait: bool = True,
        progress: "Callable[[BatchProgress], None]" = lambda _: None,
    ) -> Iterator[DocumentReport]:
        """Take documents in, asking the model in batches, and yield what became of each, in their order.

        Yields nothing where batches are under way that are not waited for: the same call later goes on.

        Args:
            documents: Reads them; is called several times, since one batch depends on another.
            wait: Whether to wait for batches, which may take a day each.
            progress: Called whenever a batch was looked at.

        Raises:
            ConfigError: The workspace's texts are not read by a model.
            ModelError: The endpoint cannot be used, or has no batches.
            BudgetError: The next batch may cost more than is left.
        """
        from gsw_graph.batching import Batching, reader_of_batches
        from gsw_graph.models import check_model

        self._check_model("--batch")
        check_model(self._settings, self._chosen)
        create(self._graph, self._workspace, self._embedder, self._chosen)
        batching = Batching(self._graph, self._workspace, self._settings, self._chosen)
        failed = batching.settle(documents, wait=wait, progress=progress)
        if failed is not None:
            with self._counting():
                yield from self._ingest(reader_of_batches(self._log, self._chosen, failed)).add_all(documents())

    def estimate(self, documents: Documents, *, batch: bool = False) -> "Estimate":
        """Return what taking documents in will cost; nothing is asked, and nothing written.

        Args:
            documents: What was read.
            batch: Whether the model would be asked in batches.

        Raises:
            ConfigError: The workspace's texts are not read by a model.
        """
        from gsw_graph.models import estimate

        self._check_model("--dry-run")
        return estimate(self._graph, self._workspace, self._settings, self._chosen, documents, batch=batch)

    @contextmanager
    def _counting(self) -> Iterator[None]:
        """Keep what vectors cost, whatever ends the reading."""
        run = new_run()
        try:
            yield
        finally:
            keep_embedding_calls(self._graph, self._workspace, self._embedder, self._settings.prices, run=run)

    def _check_model(self, flag: str) -> None:
        if self._given is not None or self._chosen.operator != "llm":
            raise ConfigError(
                f"{flag} is about calls of a model, and {self._workspace!r} reads its texts without one.",
                hint=f"leave {flag} out, or 'gsw operator llm --model NAME' first",
            )

    def _operator(self) -> Operator:
        """Return who reads the texts of this run."""
        if self._given is not None:
            return self._given
        if self._chosen.operator == "llm":
            from gsw_graph.batching import Batching
            from gsw_graph.models import model_operator

            Batching(self._graph, self._workspace, self._settings, self._chosen).make_way()
            return model_operator(self._graph, self._workspace, self._log, self._settings, self._chosen)
        return OPERATORS[self._chosen.operator]()

    def _ingest(self, operator: Operator) -> Ingest:
        """Return what takes documents in; what is wrong with its parts is told before anything is written."""
        create(self._graph, self._workspace, self._embedder, self._chosen)
        return Ingest(
            *(self._graph, self._workspace, operator, self._embedder, self._log),
            chapter_pattern=self._settings.chapter_pattern,
            skip_duplicates=self._settings.skip_duplicates,
            progress=self._progress,
        )
