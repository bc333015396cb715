"""The one way to the database: statements kept in .cypher files, run in managed transactions.

Only `stream` has a transaction of its own, which is not repeated: rows that were handed out can't be taken back.

The names given to `run` are compared with the `$names` that the text uses, so a typo fails here and not as a silent
null in the graph.
"""

import logging
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from typing import Any, Self, TypeVar, cast

from neo4j import READ_ACCESS, WRITE_ACCESS, Driver, GraphDatabase, ManagedTransaction, Query, Session
from neo4j.exceptions import AuthError, ConfigurationError, DriverError, Neo4jError

from gsw_graph.errors import ConfigError, QueryError, ServerError
from gsw_graph.statements import cypher_folder, load_in_view, load_statement

T = TypeVar("T")
Row = dict[str, Any]

READING_FOLDERS = ("match", "timeline", "browser", "read", "network")
"""Statements in these folders are run with read access, so that a cluster may answer from a follower."""
MINIMUM_VERSION = (2026, 2)
INDEX_SECONDS = 120
"""How long new indexes may take to be online."""
REPEATS = 6
"""How often that is tried which another client's work can undo."""
_PASSING = (
    "Neo.ClientError.Statement.EntityNotFound",  # another client removed what this one had found: find again
    "Neo.DatabaseError.Statement.ExecutionFailed",  # 2026.08.1's vector search, while its index changes (rarely)
)
_TOO_LARGE = "Neo.TransientError.General.MemoryPoolOutOfMemoryError"
logging.getLogger("neo4j").addHandler(logging.NullHandler())  # else each retry is printed where nobody set logging up


def _fitting(name: str, parameters: Row, view: Row | None = None) -> tuple[str, Row]:
    """Return a statement's text, checked to use the parameters that it is given, and those with the view's."""
    statement = load_statement(name)
    if statement.parameters != parameters.keys():
        odd = sorted(statement.parameters ^ parameters.keys())
        raise QueryError(f"cypher/{name}.cypher and its call differ in the parameters {', '.join(odd)}.")
    return (statement.text, parameters) if view is None else (load_in_view(name).text, {**parameters, "view": view})


def _too_large(where: str, error: Neo4jError) -> ServerError:
    """Return what is said of a transaction for which the server has too little memory."""
    return ServerError(
        f"A transaction is too large for the memory of the database, {where}: {error.message}",
        hint="gsw db stop, and again with GSW_NEO4J_HEAP=2g or more; or divide the text into shorter chapters",
    )


class Transaction:
    """The statements of one managed transaction."""

    def __init__(self, transaction: ManagedTransaction, view: Row | None = None) -> None:
        self._transaction = transaction
        self._view = view

    def run(self, name: str, **parameters: Any) -> list[Row]:
        """Run a statement and return its rows.

        Raises:
            QueryError: The given names are not the ones that the statement uses.
            ServerError: The server has too little memory for it.
        """
        text, given = _fitting(name, parameters, self._view)
        try:
            return self._transaction.run(text, given).data()
        except Neo4jError as error:
            if error.code != _TOO_LARGE:
                raise
            # It counts as transient, so the driver would repeat for minutes what is as large each time.
            raise _too_large(f"in cypher/{name}.cypher", error) from error


class Graph:
    """A database with its driver; the only owner of one.

    Args:
        uri: Bolt address, or `neo4j://` for a cluster.
        user: User name.
        password: Password; kept by the driver alone.
        database: Name of the database; None is the server's default.

    Raises:
        ConfigError: The address is none, or holds credentials, which would show wherever it is named.
        ServerError: The server does not answer, refuses the password, or lacks what we need.
    """

    def __init__(self, uri: str, user: str, password: str, *, database: str | None = None) -> None:
        if "@" in uri:
            raise ConfigError(
                "The address of the Neo4j server holds a user name or password.",
                hint="an address without them, and GSW_NEO4J_USER and GSW_NEO4J_PASSWORD set to them",
            )
        self.uri = uri
        self.database = database
        try:
            self.driver: Driver = GraphDatabase.driver(
                uri,
                auth=(user, password),
                user_agent="gsw-graph",
                notifications_min_severity="OFF",
                telemetry_disabled=True,
            )
        except (ConfigurationError, ValueError) as error:
            raise ConfigError(
                f"The address {uri!r} is not one of a Neo4j server: {error}",
                hint="--uri neo4j://127.0.0.1:7687",
            ) from None
        self._bookmarks = GraphDatabase.bookmark_manager()
        self.view: Row | None = None
        try:
            self.version = self._probe()
        except BaseException:
            self.driver.close()
            raise

    def close(self) -> None:
        """Close the driver."""
        self.driver.close()

    def in_view(self, view: Row) -> Self:
        """Return the same database as a view has it, over the same driver; see `statements`.

        Args:
            view: What the conditions of cypher/view/ compare with.
        """
        seen = copy(self)
        seen.view = view
        return seen

    def _probe(self) -> tuple[int, ...]:
        """Check that the server answers, lets us in, and is new enough.

        Raises:
            ServerError: One of these does not hold.
        """
        try:
            # This fails at once, where a statement tries for half a minute; and an old server knows none of ours.
            text = self.driver.get_server_info().agent.removeprefix("Neo4j/")
        except AuthError:
            raise ServerError(
                f"The server at {self.uri} refuses this user name and password.",
                hint="set GSW_NEO4J_USER and GSW_NEO4J_PASSWORD to its credentials",
            ) from None
        except (DriverError, Neo4jError, OSError) as error:
            raise ServerError(f"No Neo4j server can be used at {self.uri}: {error}", hint="gsw db status") from error
        version = tuple(int(part) for part in re.findall(r"\d+", text)[:3])
        if version[:2] < MINIMUM_VERSION:
            needed = ".".join(f"{part:02}" for part in MINIMUM_VERSION)
            raise ServerError(
                f"The server at {self.uri} is Neo4j {text}; filtered vector search needs {needed} or newer.",
                hint="unset GSW_NEO4J_URI to use the managed local server",
            )
        self.run("read/answers")
        return version

    def run(self, name: str, **parameters: Any) -> list[Row]:
        """Run one statement in a managed transaction of its own and return its rows."""
        return self.transact(lambda tx: tx.run(name, **parameters), reads=name.split("/")[0] in READING_FOLDERS)

    def transact(self, work: Callable[[Transaction], T], *, reads: bool = False) -> T:
        """Run `work` in one managed transaction, which the driver repeats after a transient failure.

        Args:
            work: Gets the transaction; must be repeatable.
            reads: Whether it only reads.

        Raises:
            ServerError: The database failed; the message names the address.
        """
        with self._session(reads) as session:
            execute = session.execute_read if reads else session.execute_write
            for _ in range(1, REPEATS):
                try:
                    return execute(lambda tx: work(Transaction(tx, self.view)))
                except Neo4jError as error:
                    if error.code not in _PASSING:
                        raise
            return execute(lambda tx: work(Transaction(tx, self.view)))

    @contextmanager
    def _session(self, reads: bool) -> Iterator[Session]:
        """Open a session; what fails in it is ours to tell."""
        access = READ_ACCESS if reads else WRITE_ACCESS
        try:
            with self.driver.session(
                database=self.database, default_access_mode=access, bookmark_manager=self._bookmarks
            ) as session:
                yield session
        except (Neo4jError, DriverError) as error:
            if isinstance(error, Neo4jError) and error.code == _TOO_LARGE:
                raise _too_large(f"at {self.uri}", error) from error
            raise ServerError(f"The database at {self.uri} failed: {error}", hint="gsw db status") from error

    def apply_schema(self, dimension: int) -> None:
        """Create the constraints and indexes that are missing, and wait until they are online.

        Args:
            dimension: Width of the vectors in the vector indexes.
        """
        online = {row["name"] for row in self.run("read/online_indexes")}
        missing = [text for text in schema_statements() if _named(text) not in online]
        for text in missing:
            self._schema(text, {"dimension": dimension} if "$dimension" in text else {})
        if missing:
            self.run("read/await_indexes", seconds=INDEX_SECONDS)

    def drop_vector_indexes(self) -> None:
        """Drop the vector indexes, so that `apply_schema` makes them anew in another width."""
        for text in schema_statements():
            if "VECTOR INDEX" in text:
                self.run("write/drop_index", index=_named(text))

    def _schema(self, text: str, parameters: dict[str, Any]) -> None:
        """Run a schema statement; two clients doing so at once deadlock now and then, so try again."""
        for attempt in range(1, REPEATS + 1):
            try:
                self.driver.execute_query(cast(Query, text), parameters, database_=self.database)
                return
            except Neo4jError as error:
                if attempt == REPEATS or not (error.is_retryable() or "EquivalentSchemaRule" in str(error.code)):
                    said = f"The schema cannot be created at {self.uri}: {error.message}"
                    raise ServerError(said, hint="gsw db status") from error
                time.sleep(0.1 * 2**attempt)

    def stream(self, name: str, **parameters: Any) -> Iterator[Row]:
        """Yield the rows of a reading statement one by one, for results too large to hold.

        Raises:
            QueryError: The given names are not the ones that the statement uses.
            ServerError: The database failed; the message names the address.
        """
        return self._streamed(*_fitting(name, parameters, self.view))

    def _streamed(self, text: str, parameters: dict[str, Any]) -> Iterator[Row]:
        with self._session(reads=True) as session, session.begin_transaction() as transaction:
            for record in transaction.run(text, parameters):
                yield record.data()


def _named(text: str) -> str:
    """Return the name of the constraint or index that a schema statement creates."""
    return str(re.findall(r"(?:CONSTRAINT|INDEX) (\w+) IF NOT EXISTS", text)[0])


@cache
def schema_statements() -> tuple[str, ...]:
    """Return the statements of schema.cypher, comments removed."""
    lines = (cypher_folder() / "schema.cypher").read_text(encoding="utf-8").splitlines()
    code = "\n".join(line for line in lines if not line.startswith("//"))
    return tuple(f"CYPHER 25\n{part.strip()}" for part in code.split(";") if part.strip())


_LUCENE = re.compile(r'([+\-!(){}\[\]^"~*?:\\/&|<>=])')


def escape_fulltext(text: str) -> str:
    """Return text as literal terms for a full-text index, whose procedure parses its input once more.

    Args:
        text: Anything a user or document holds.

    Returns:
        The escaped terms; "" if nothing is left to search for.
    """
    words = (word.lower() if word in {"AND", "OR", "NOT", "TO"} else word for word in text.split())
    escaped = _LUCENE.sub(r"\\\1", " ".join(words))
    return escaped if re.search(r"\w", escaped) else ""
