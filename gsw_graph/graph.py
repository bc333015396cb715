"""The one way to the database: statements kept in .cypher files, run in managed transactions.

A statement's name is its path below `cypher/` without the suffix ("match/by_name"). Its leading `//` lines document
it. The names given to `run` are compared with the `$names` that the text uses, so a typo fails here and not as a
silent null in the graph.
"""

import re
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from neo4j import (
    READ_ACCESS,
    WRITE_ACCESS,
    Driver,
    GraphDatabase,
    ManagedTransaction,
    Query,
)
from neo4j.exceptions import AuthError, ConfigurationError, DriverError, Neo4jError, ServiceUnavailable

from gsw_graph.errors import ConfigError, QueryError, ServerError

T = TypeVar("T")
R = TypeVar("R")
Row = dict[str, Any]

READING_FOLDERS = ("match", "timeline", "browser", "read")
"""Statements in these folders are run with read access, so that a cluster may answer from a follower."""
MINIMUM_VERSION = (2026, 2)
_NOT_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|`[^`]*`", re.DOTALL)
_PARAMETER = re.compile(r"\$([A-Za-z_]\w*)")


class Statement(NamedTuple):
    """One statement of `cypher/`."""

    name: str
    documentation: str
    text: str
    parameters: frozenset[str]


def cypher_folder() -> Path:
    """Return the folder with the statements: inside an installed package, or beside it in a checkout."""
    packaged = Path(str(resources.files("gsw_graph"))) / "cypher"
    return packaged if packaged.is_dir() else packaged.parent.parent / "cypher"


def statement_names() -> list[str]:
    """Return the names of all statements, sorted; the schema is not one of them."""
    folder = cypher_folder()
    names = (path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.cypher"))
    return sorted(name for name in names if name != "schema")


def parse_statement(name: str, source: str) -> Statement:
    """Split a statement's source into its documentation, text and parameters.

    Raises:
        QueryError: It has no documentation.
    """
    lines = source.splitlines()
    count = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    documentation = " ".join(line.removeprefix("//").strip() for line in lines[:count])
    if not documentation:
        raise QueryError(f"cypher/{name}.cypher has no // line on top that says what it does.")
    text = "\n".join(lines[count:]).strip()
    return Statement(name, documentation, text, frozenset(_PARAMETER.findall(_NOT_CODE.sub(" ", text))))


@cache
def load_statement(name: str) -> Statement:
    """Read one statement.

    Raises:
        QueryError: There is no such file, or it is not documented.
    """
    path = cypher_folder() / f"{name}.cypher"
    if not path.is_file():
        raise QueryError(f"There is no statement cypher/{name}.cypher.")
    return parse_statement(name, path.read_text(encoding="utf-8"))


class Transaction:
    """The statements of one managed transaction."""

    def __init__(self, transaction: ManagedTransaction) -> None:
        self._transaction = transaction

    def run(self, name: str, **parameters: Any) -> list[Row]:
        """Run a statement and return its rows.

        Raises:
            QueryError: The given names are not the ones that the statement uses.
        """
        statement = load_statement(name)
        if statement.parameters != parameters.keys():
            odd = sorted(statement.parameters ^ parameters.keys())
            raise QueryError(f"cypher/{name}.cypher and its call differ in the parameters {', '.join(odd)}.")
        return self._transaction.run(statement.text, parameters).data()


class Graph:
    """A database with its driver; the only owner of one.

    Args:
        uri: Bolt address, or `neo4j://` for a cluster.
        user: User name.
        password: Password; kept by the driver alone.
        database: Name of the database; None is the server's default.

    Raises:
        ServerError: The server does not answer, refuses the password, or lacks what we need.
    """

    def __init__(self, uri: str, user: str, password: str, *, database: str | None = None) -> None:
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
        try:
            self.version = self._probe()
        except BaseException:
            self.driver.close()
            raise

    def close(self) -> None:
        """Close the driver."""
        self.driver.close()

    def _probe(self) -> tuple[int, ...]:
        """Check that the server answers, lets us in, and is new enough.

        Raises:
            ServerError: One of these does not hold.
        """
        try:
            self.driver.verify_connectivity()  # fails at once, where a query tries again for half a minute
            rows = self.driver.execute_query(
                "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0] AS version",
                database_=self.database,
            ).records
        except AuthError:
            raise ServerError(
                f"The server at {self.uri} refuses this user name and password.",
                hint="set GSW_NEO4J_USER and GSW_NEO4J_PASSWORD to its credentials",
            ) from None
        except (ServiceUnavailable, DriverError, Neo4jError, OSError) as error:
            raise ServerError(f"No Neo4j server can be used at {self.uri}: {error}", hint="gsw db status") from error
        text = str(rows[0]["version"])
        version = tuple(int(part) for part in re.findall(r"\d+", text)[:3])
        if version[:2] < MINIMUM_VERSION:
            needed = ".".join(f"{part:02}" for part in MINIMUM_VERSION)
            raise ServerError(
                f"The server at {self.uri} is Neo4j {text}; filtered vector search needs {needed} or newer.",
                hint="unset GSW_NEO4J_URI to use the managed local server",
            )
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
        access = READ_ACCESS if reads else WRITE_ACCESS
        try:
            with self.driver.session(
                database=self.database, default_access_mode=access, bookmark_manager=self._bookmarks
            ) as session:
                execute = session.execute_read if reads else session.execute_write
                return execute(lambda tx: work(Transaction(tx)))
        except (Neo4jError, DriverError) as error:
            raise ServerError(f"The database at {self.uri} failed: {error}", hint="gsw db status") from error

    def apply_schema(self, dimension: int) -> None:
        """Create the constraints and indexes that are missing, and wait until they are online.

        Args:
            dimension: Width of the vectors in the vector indexes.
        """
        online = {row["name"] for row in self.run("read/online_indexes")}
        missing = [text for text in schema_statements() if _named(text) not in online]
        for text in missing:
            parameters = {"dimension": dimension} if "$dimension" in text else {}
            self._schema(text, parameters)
        if missing:
            self._schema("CALL db.awaitIndexes(120)", {})

    def drop_vector_indexes(self) -> None:
        """Drop the vector indexes, so that `apply_schema` makes them anew in another width."""
        for text in schema_statements():
            if "VECTOR INDEX" in text:
                self._schema(f"CYPHER 25 DROP INDEX {_named(text)} IF EXISTS", {})

    def _schema(self, text: str, parameters: Mapping[str, Any]) -> None:
        """Run a schema statement; two clients doing so at once deadlock now and then, so try again."""
        for attempt in range(6):
            try:
                self.driver.execute_query(cast(Query, text), dict(parameters), database_=self.database)
                return
            except Neo4jError as error:
                if attempt == 5 or not (error.is_retryable() or "EquivalentSchemaRule" in str(error.code)):
                    raise ServerError(
                        f"The schema cannot be created at {self.uri}: {error.message}", hint="gsw db status"
                    ) from error
                time.sleep(0.2 * 2**attempt)

    def stream(self, name: str, **parameters: Any) -> Iterable[Row]:
        """Yield the rows of a reading statement one by one, for results too large to hold."""
        statement = load_statement(name)
        with self.driver.session(
            database=self.database, default_access_mode=READ_ACCESS, bookmark_manager=self._bookmarks
        ) as session:
            for record in session.run(cast(Query, statement.text), parameters):
                yield record.data()


def _named(text: str) -> str:
    """Return the name of the constraint or index that a schema statement creates."""
    return str(re.findall(r"(?:CONSTRAINT|INDEX) (\w+) IF NOT EXISTS", text)[0])


@cache
def schema_statements() -> tuple[str, ...]:
    """Return the statements of schema.cypher, comments removed."""
    source = (cypher_folder() / "schema.cypher").read_text(encoding="utf-8")
    code = "\n".join(line for line in source.splitlines() if not line.startswith("//"))
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
