"""The Python client: one workspace of the memory."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from gsw_graph import restore, text
from gsw_graph.answer import Answerer
from gsw_graph.digest import HELD, TOLD, digest
from gsw_graph.embed import Embedder, make_embedder
from gsw_graph.errors import ConfigError, GSWError, InputError, OperatorError
from gsw_graph.extract import OPERATORS, Operator
from gsw_graph.graph import Graph, Row
from gsw_graph.ingest import DocumentReport, Ingest
from gsw_graph.log import now
from gsw_graph.records import Answer, Document, EntityView
from gsw_graph.restore import Progress
from gsw_graph.server import ensure_server, release
from gsw_graph.settings import Settings, load_settings
from gsw_graph.show import show


class Workspace:
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

    def __init__(
        self,
        name: str | None = None,
        *,
        settings: Settings | None = None,
        operator: Operator | None = None,
        embedder: Embedder | None = None,
        **flags: Any,
    ) -> None:
        given = {key: value for key, value in {**flags, "workspace": name}.items() if value is not None}
        self.settings = load_settings({**(settings.model_dump() if settings else {}), **given})[0]
        self.name = self.settings.workspace
        if operator is not None:
            self.operator = operator
        if embedder is not None:
            self.embedder = embedder

    def __enter__(self) -> Self:
        """Return the workspace itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close the connection; a managed server goes on for other users of it and stops when idle."""
        graph = self.__dict__.pop("graph", None)
        if graph is not None:
            graph.close()
            if not self.settings.neo4j_uri:
                release(self._home)

    @property
    def _home(self) -> Path | None:
        return Path(self.settings.home) if self.settings.home else None

    @cached_property
    def graph(self) -> Graph:
        """The database, with its schema in place and this workspace opened in it."""
        settings = self.settings
        if settings.neo4j_uri:
            address = (settings.neo4j_uri, settings.neo4j_user, settings.neo4j_password.get_secret_value())
        else:
            server = ensure_server(self._home)
            address = (server.uri, server.user, server.password)
        graph = Graph(*address, database=settings.neo4j_database or None)
        try:
            self._open(graph)
        except BaseException:
            graph.close()
            raise
        return graph

    def _open(self, graph: Graph) -> None:
        """Create the schema and the workspace, or check that its vectors are those of the embedder asked for.

        Raises:
            ConfigError: The workspace, or the database's vector index, was made with another embedder.
        """
        graph.apply_schema(self.embedder.dimension)
        mine = self.embedder.name, self.embedder.dimension
        width = graph.run("read/vector_index")[0]["dimension"]
        rows = graph.run("read/workspace", workspace=self.name)
        if not rows:
            if width != mine[1]:
                raise ConfigError(
                    f"The database's vector index is {width} wide, and the vectors of {mine[0]} are {mine[1]} wide.",
                    hint="another database (--home or --uri), or an embedder of that width",
                )
            settings = {"embedder": mine[0], "dimension": mine[1], "operator": self.settings.operator}
            rows = graph.run("write/workspace", workspace=self.name, settings=settings, now=now())
        stored = rows[0]["workspace"]["embedder"], rows[0]["workspace"]["dimension"]
        if stored != mine:
            raise ConfigError(
                f"The workspace {self.name!r} holds vectors of {stored[0]} ({stored[1]} wide), and {mine[0]} "
                f"({mine[1]} wide) was asked for.",
                hint=f"--embedder {stored[0]}, or 'gsw rebuild --re-embed' to make them all anew",
            )

    @cached_property
    def embedder(self) -> Embedder:
        """Who makes the vectors."""
        return make_embedder(self.settings.embedder) if self.settings.embedder else make_embedder()

    @cached_property
    def operator(self) -> Operator:
        """Who reads the text."""
        name = self.settings.operator
        if name not in OPERATORS:
            raise ConfigError(f"No Operator is named {name!r}.", hint=f"--operator {' or '.join(OPERATORS)}")
        return OPERATORS[name]()

    # -- texts in ----------------------------------------------------------------------------------

    def ingest(
        self,
        *paths: str | Path,
        key: str | None = None,
        progress: Callable[[Progress], None] = lambda _: None,
        report: Callable[[DocumentReport], None] = lambda _: None,
    ) -> list[DocumentReport]:
        """Take files and folders in and say what became of each; a bad file stops none of the others.

        Args:
            *paths: Files and folders.
            key: Name of the document, for a single file.
            progress: Called as chunks are done.
            report: Called as each document is done.

        Raises:
            InputError: A path is not there, or `key` is given for more than one file.
        """
        sources = [source for path in paths for source in text.list_files(Path(path))]
        if key is not None and len(sources) != 1:
            raise InputError(f"One name was given for {len(sources)} files.", hint="one file with --as")
        reports = []
        for one in self._ingested(sources, key, progress):
            reports.append(one)
            report(one)
        return reports

    def _ingested(
        self, sources: list[text.SourceFile], key: str | None, progress: Callable[[Progress], None]
    ) -> Iterator[DocumentReport]:
        """Yield what became of each file."""
        for source in sources:
            if source.skipped:
                yield DocumentReport(source.key, "skipped", source.skipped)
                continue
            try:
                document = text.read(source, key=key)
                yield self.add(document, progress=progress)
            except (InputError, OperatorError) as error:
                yield DocumentReport(key or source.key, "failed", str(error))

    def add(self, document: Document, *, progress: Callable[[Progress], None] = lambda _: None) -> DocumentReport:
        """Take one document in.

        Args:
            document: From `text.read`, or made by the caller.
            progress: Called as chunks are done.

        Raises:
            InputError: Its key belongs to a document from elsewhere.
            OperatorError: The Operator cannot read a chapter of it.
        """
        pattern = self.settings.chapter_pattern
        road = Ingest(self.graph, self.name, self.operator, self.embedder, chapter_pattern=pattern, progress=progress)
        return road.add(document)

    def add_text(self, body: str, *, key: str, dated: str = "") -> DocumentReport:
        """Take a text in.

        Args:
            body: The text.
            key: Name of the document.
            dated: The document's own date as EDTF.
        """
        return self.add(text.from_text(body, key=key, dated=dated))

    def forget(self, key: str) -> None:
        """Remove a document and whatever only it supports.

        Raises:
            InputError: There is none of that key.
        """
        if not restore.forget(self.graph, self.name, key):
            raise InputError(f"The workspace {self.name!r} has no document {key!r}.", hint="gsw status")

    def rebuild(self, progress: Callable[[Progress], None] = lambda _: None) -> int:
        """Make both layers again from the log and return how many documents stand."""
        return restore.rebuild(self.graph, self.name, self.embedder, progress)

    def clear(self) -> None:
        """Remove the whole workspace, log included."""
        for label in (*TOLD, *HELD, "Summary", "LogEntry", "Workspace"):
            while self.graph.run("write/drop_label", workspace=self.name, label=label, limit=5000)[0]["removed"]:
                pass
        with suppress(AttributeError):
            self.close()

    # -- answers out -------------------------------------------------------------------------------

    def ask(self, question: str, *, max_tokens: int | None = None, max_chapters: int | None = None) -> Answer:
        """Answer a question from the memory, with evidence, or say that it does not say.

        Args:
            question: A question in English.
            max_tokens: Budget of the evidence, in o200k tokens.
            max_chapters: Most chapters to draw on; 0 is no limit.

        Raises:
            InputError: The question is blank.
        """
        if not question.strip():
            raise InputError("The question is empty.", hint="gsw ask 'Who was at the harbour?'")
        answerer = Answerer(self.graph, self.name, self.embedder)
        return answerer.answer(
            _encodable(question),
            max_tokens=self.settings.max_tokens if max_tokens is None else max_tokens,
            max_chapters=self.settings.max_chapters if max_chapters is None else max_chapters,
        )

    def show(self, entity: str) -> list[EntityView]:
        """Return who an entity is, with its dated rows; several if several bear the name.

        Args:
            entity: A name, an alias, or a uid.

        Raises:
            InputError: Nothing bears that name.
        """
        views = show(self.graph, self.name, _encodable(entity))
        if not views:
            raise InputError(
                f"The workspace {self.name!r} knows nobody and nothing named {entity!r}.", hint="gsw status"
            )
        return views

    def digest(self) -> str:
        """Return one number for what the workspace holds."""
        return digest(self.graph, self.name)

    def status(self) -> dict[str, Any]:
        """Return what the workspace holds and how far its ledger is."""
        counts = {
            label: self.graph.run("read/counts", workspace=self.name, label=label)[0]["nodes"] for label in TOLD + HELD
        }
        documents: list[Row] = self.graph.run("read/documents", workspace=self.name)
        ledger = self.graph.run("read/ledger", workspace=self.name)
        return {"workspace": self.name, "nodes": counts, "documents": documents, "ledger": ledger}


def _encodable(text: str) -> str:
    """Return a text with lone surrogates, which no statement can carry, replaced."""
    return text.encode(errors="replace").decode()


__all__ = ["GSWError", "Workspace"]
