"""The Python client: one workspace of the memory."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gsw_graph import restore, text
from gsw_graph.answer.arms import DEFAULT_ARM
from gsw_graph.answering import answer
from gsw_graph.as_of import ToldUntil, view_of
from gsw_graph.curated import CuratedWorkspace
from gsw_graph.dates import edtf_of
from gsw_graph.digest import HELD, TOLD, digest
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row
from gsw_graph.intake import read_documents
from gsw_graph.ledger import keep_embedding_calls, new_run
from gsw_graph.planning import DocumentReport
from gsw_graph.records import Document
from gsw_graph.restore import Progress
from gsw_graph.road import Documents, Road
from gsw_graph.storable import encodable
from gsw_graph.vectors import reembed
from gsw_graph.views import Answer

if TYPE_CHECKING:  # who asks no model need not load what does
    from gsw_graph.batches import BatchProgress
    from gsw_graph.estimate import Estimate


class Workspace(CuratedWorkspace):
    """One isolated memory: texts go in, answers with their evidence come out.

    Everything is opened on first use: the database (the managed local one, unless settings name another), the Operator
    and the embedder. Use it as a context manager, or call `close`.

    Args:
        name: Name of the workspace; any text.
        settings: All settings; read from flags, environment and files if not given.
        operator: Who reads the text, in place of the one that the settings name.
        embedder: Who makes the vectors, in place of the one that the settings name.
        **flags: Single settings, which win over the environment and files (`neo4j_uri=…`).

    Raises:
        ConfigError: A setting cannot be used.
    """

    # -- texts in ----------------------------------------------------------------------------------

    def ingest(
        self,
        *paths: str | Path,
        key: str | None = None,
        dated: str = "",
        progress: Callable[[Progress], None] = lambda _: None,
        report: Callable[[DocumentReport], None] = lambda _: None,
    ) -> list[DocumentReport]:
        """Take files and folders in and say what became of each; a bad file stops none of the others.

        Args:
            *paths: Files and folders.
            key: Name of the document, for a single file.
            dated: The documents' own date, as EDTF or in words: what relative dates before any other are told from.
            progress: Called as chunks are done.
            report: Called as each document is done.

        Raises:
            InputError: A path is not there, `key` is given for more than one file, or `dated` is no date.
        """
        documents = self._documents(paths, key, dated)
        return _reported(self._road(progress).take(documents()), report)

    def ingest_in_batches(
        self,
        *paths: str | Path,
        key: str | None = None,
        dated: str = "",
        wait: bool = True,
        batch: "Callable[[BatchProgress], None]" = lambda _: None,
        report: Callable[[DocumentReport], None] = lambda _: None,
    ) -> list[DocumentReport]:
        """Take files and folders in, asking the model through batches: half the price, within a day each.

        Returns nothing where batches are under way that are not waited for; the same call later goes on.

        Args:
            *paths: Files and folders.
            key: Name of the document, for a single file.
            dated: The documents' own date, as EDTF or in words.
            wait: Whether to wait for batches.
            batch: Called whenever a batch was looked at.
            report: Called as each document is done.

        Raises:
            InputError: A path is not there, `key` is given for more than one file, or `dated` is no date.
            ConfigError: The workspace's texts are not read by a model.
            ModelError: The endpoint cannot be used, or has no batches.
        """
        documents = self._documents(paths, key, dated)
        return _reported(self._road().take_in_batches(documents, wait=wait, progress=batch), report)

    def batches(self) -> "list[BatchProgress]":
        """Return how far the batches under way are."""
        from gsw_graph.batching import Batching

        return Batching(self.graph, self.name, self.settings, self.choice).look()

    def cancel_batches(self) -> int:
        """Give up the batches under way and return how many; the next ingest in batches keeps what is done of them."""
        from gsw_graph.batching import Batching

        return Batching(self.graph, self.name, self.settings, self.choice).cancel()

    def estimate(self, *paths: str | Path, key: str | None = None, dated: str = "", batch: bool = False) -> "Estimate":
        """Return what taking files and folders in by the model will cost; nothing is asked, and nothing written.

        Args:
            *paths: Files and folders.
            key: Name of the document, for a single file.
            dated: The documents' own date, as EDTF or in words.
            batch: Whether the model would be asked in batches.

        Raises:
            InputError: A path is not there, `key` is given for more than one file, or `dated` is no date.
            ConfigError: The workspace's texts are not read by a model.
        """
        return self._road().estimate(self._documents(paths, key, dated)(), batch=batch)

    def _documents(self, paths: Iterable[str | Path], key: str | None, dated: str) -> Callable[[], Documents]:
        """Return what reads the documents of files and folders."""
        date = edtf_of(dated)
        sources = [source for path in paths for source in text.list_files(Path(path))]
        if key is not None and len(sources) != 1:
            raise InputError(f"One name was given for {len(sources)} files.", hint="one file with --as")
        column = self.settings.text_column
        return lambda: read_documents(sources, key=key, dated=date, text_column=column)

    def add(
        self, document: Document, *, dated: str = "", progress: Callable[[Progress], None] = lambda _: None
    ) -> DocumentReport:
        """Take one document in.

        Args:
            document: From `text.read`, or made by the caller.
            dated: The document's own date, as EDTF or in words, if it doesn't bear one yet.
            progress: Called as chunks are done.

        Raises:
            InputError: Its key belongs to a document from elsewhere, or `dated` is no date.
            OperatorError: The Operator cannot read a chapter of it.
        """
        document = document.model_copy(update={"dated": document.dated or edtf_of(dated)})
        return self._road(progress).take_one(document)

    def _road(self, progress: Callable[[Progress], None] = lambda _: None) -> Road:
        """Return what takes documents in."""
        parts = (self.graph, self.name, self.settings, self.choice, self.embedder)
        return Road(*parts, operator=self.operator, progress=progress)

    def add_text(self, body: str, *, key: str, dated: str = "") -> DocumentReport:
        """Take a text in.

        Args:
            body: The text.
            key: Name of the document.
            dated: The document's own date, as EDTF or in words.

        Raises:
            InputError: `dated` is no date.
        """
        return self.add(text.from_text(body, key=key), dated=dated)

    def forget(self, key: str) -> None:
        """Remove a document and whatever only it supports.

        Raises:
            InputError: There is none of that key.
        """
        from gsw_graph.models import drop_left

        drop_left(self.graph, self.name, self.settings)
        if not restore.forget(self.graph, self.name, key):
            raise InputError(f"The workspace {self.name!r} has no document {key!r}.", hint="gsw status")

    def rebuild(self, progress: Callable[[Progress], None] = lambda _: None) -> int:
        """Make both layers again from the log and return how many documents stand."""
        try:
            return restore.rebuild(self.graph, self.name, self.embedder, progress)
        finally:
            self._count_vectors(self.graph)

    def reembed(self, progress: Callable[[int, int], None] = lambda done, total: None) -> int:
        """Make all vectors anew with the embedder asked for, and return how many.

        Args:
            progress: Called with the chunks done and their total.

        Raises:
            ConfigError: Its vectors have another width, which other workspaces of the database need.
        """
        graph = self.__dict__.get("graph") or self._connect()
        try:
            return reembed(graph, self.name, self.embedder, progress)
        finally:
            self._count_vectors(graph)
            if graph is not self.__dict__.get("graph"):
                self._disconnect(graph)

    def _count_vectors(self, graph: Graph) -> None:
        keep_embedding_calls(graph, self.name, self.embedder, self.settings.prices, run=new_run())

    def clear(self) -> None:
        """Remove the whole workspace, log included."""
        for label in ("Summary", *reversed(TOLD), *reversed(HELD), "LogEntry", "Workspace"):
            while self.graph.run("write/drop_label", workspace=self.name, label=label, limit=1000)[0]["removed"]:
                pass
        self.close()

    # -- answers out -------------------------------------------------------------------------------

    def ask(
        self,
        question: str,
        *,
        max_tokens: int | None = None,
        max_chapters: int | None = None,
        arm: str = DEFAULT_ARM,
        as_of: str = "",
        told_until: ToldUntil = "",
        known_at: str = "",
        explain: bool = False,
    ) -> Answer:
        """Answer a question from the memory, with evidence, or say that it does not say.

        Args:
            question: A question in English.
            max_tokens: Budget of the evidence, in o200k tokens.
            max_chapters: Most chapters to draw on; 0 is no limit.
            arm: How the chapters are chosen and what of the memory may be used: a name of `answer.arms.ARMS`.
            as_of: Answer as of a day, month or year in story time, as EDTF or in words.
            told_until: Answer from what is told up to a chapter (7), one of a document ("report.pdf:7"), or several.
            known_at: Answer from what the workspace held on a day or at a moment, in ISO 8601, UTC.
            explain: Whether to say why the answer is as it is: `Answer.explanation`.

        Raises:
            InputError: The question is blank or too long, a budget is negative, or there's no such day, chapter or arm.
            ConfigError: A model is asked for that was not chosen for the workspace, or that lacks its key.
            OperatorError: What the model replies cannot be used.
            ModelError: The model cannot be used at all.
            BudgetError: The budget is spent.
        """
        return answer(
            *(self.graph, self.name, self.embedder, self.settings, self.choice),
            encodable(question),
            max_tokens=self.settings.max_tokens if max_tokens is None else max_tokens,
            max_chapters=self.settings.max_chapters if max_chapters is None else max_chapters,
            arm=arm,
            view=view_of(as_of, told_until, known_at),
            explain=explain,
        )

    def digest(self) -> str:
        """Return one number for what the workspace holds."""
        return digest(self.graph, self.name)

    def status(self) -> dict[str, Any]:
        """Return what the workspace holds and how far its ledger is."""
        run = self.graph.run
        counts = {label: run("read/counts", workspace=self.name, label=label)[0]["nodes"] for label in TOLD + HELD}
        return {
            "workspace": self.name,
            **self.kept_choice._asdict(),
            "nodes": counts,
            "documents": run("read/documents", workspace=self.name),
            "ledger": run("read/ledger", workspace=self.name),
            "spending": self.spending(),
        }

    def spending(self) -> list[Row]:
        """Return what calls of a model cost, by run and prompt, the latest run first."""
        return self.graph.run("read/spending", workspace=self.name)


def _reported(reports: Iterable[DocumentReport], report: Callable[[DocumentReport], None]) -> list[DocumentReport]:
    """Return reports, each passed on as soon as it is there."""
    found = []
    for one in reports:
        found.append(one)
        report(one)
    return found
