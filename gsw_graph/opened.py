"""A workspace that is open: its settings, its database and embedder, and what it remembers of who reads."""

import time
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from gsw_graph.embed import DEFAULT_EMBEDDER, Embedder, make_embedder
from gsw_graph.errors import ConfigError, ServerError
from gsw_graph.extract import Operator
from gsw_graph.graph import Graph
from gsw_graph.opening import Choice, asked_for, check, choice, choose, create, kept, remembered
from gsw_graph.server import ensure_server, release
from gsw_graph.settings import Settings, load_settings
from gsw_graph.underway import under_way


class OpenWorkspace:
    """What a workspace needs before texts go in or answers come out; each part is opened on first use.

    Args:
        name: Name of the workspace; any text.
        settings: All settings; read from flags, environment and files if not given.
        operator: Who reads the text: "local", "llm", or an Operator in place of those.
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
        operator: Operator | str | None = None,
        embedder: Embedder | None = None,
        **flags: Any,
    ) -> None:
        if isinstance(operator, str):  # the setting of that name
            flags, operator = {**flags, "operator": operator}, None
        given = {key: value for key, value in {**flags, "workspace": name}.items() if value is not None}
        self.settings = load_settings({**(settings.model_dump() if settings else {}), **given})[0]
        self.name = self.settings.workspace
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
            self._disconnect(graph)

    @property
    def _home(self) -> Path | None:
        return Path(self.settings.home) if self.settings.home else None

    @cached_property
    def graph(self) -> Graph:
        """The database, with its schema in place, checked to hold vectors of this workspace's embedder."""
        graph = self._connect()
        try:
            stored = remembered(graph, self.name)
            if stored and not self.settings.embedder and "embedder" not in self.__dict__:
                self.embedder = self._embedder(stored["embedder"])  # its own, where none is asked for
            check(graph, self.name, stored, self.embedder)
        except BaseException:
            self._disconnect(graph)
            raise
        return graph

    def _connect(self) -> Graph:
        """Connect to the database that the settings name, or to the managed one."""
        settings = self.settings
        database = settings.neo4j_database or None
        if settings.neo4j_uri:
            secret = settings.neo4j_password.get_secret_value()
            return Graph(settings.neo4j_uri, settings.neo4j_user, secret, database=database)
        try:
            return Graph(*ensure_server(self._home)[:3], database=database)
        except ServerError:  # it ended just now, and is being started again
            time.sleep(2)
            return Graph(*ensure_server(self._home)[:3], database=database)

    def _disconnect(self, graph: Graph) -> None:
        """Close a connection and let the managed server go."""
        graph.close()
        if not self.settings.neo4j_uri:
            release(self._home)

    @cached_property
    def embedder(self) -> Embedder:
        """Who makes the vectors."""
        return self._embedder(self.settings.embedder or DEFAULT_EMBEDDER)

    def _embedder(self, name: str) -> Embedder:
        return make_embedder(name, api_key=self.settings.api_key.get_secret_value() or None)

    @property
    def choice(self) -> Choice:
        """Who reads the texts and words the answers: what the workspace remembers, or what a new one will.

        Raises:
            ConfigError: The settings ask for something else than it remembers, or for what there is not.
        """
        return choice(self.name, remembered(self.graph, self.name), asked_for(self.settings))

    @property
    def kept_choice(self) -> Choice:
        """Who reads the texts and words the answers, as the workspace remembers it, whatever the settings ask for."""
        stored = remembered(self.graph, self.name)
        return kept(stored) if stored else self.choice

    def choose(self, *, operator: str = "", answers: str = "", model: str = "", base_url: str = "") -> Choice:
        """Let the workspace remember who reads and who answers, and return that; texts go to a model only then.

        What it has read stays as it was read until it is ingested again.

        Args:
            operator: "local" or "llm"; "" leaves it as it is, like the others.
            answers: "local" or "llm".
            model: Exact name of the model.
            base_url: Address of an OpenAI-compatible server, or "openai".

        Raises:
            ConfigError: A model is to be asked that has no name, there is no such Operator, or batches are under way.
        """
        made = Choice(operator, answers, model, base_url)
        if (operator or model or base_url) and (batches := under_way(self.graph, self.name)):
            raise ConfigError(
                f"The workspace {self.name!r} waits for {len(batches)} batches of the model that it remembers.",
                hint="'gsw ingest --batch' first, or 'gsw batch cancel'",
            )
        if not remembered(self.graph, self.name):
            create(self.graph, self.name, self.embedder, choice(self.name, {}, made))
        return choose(self.graph, self.name, made)
