"""A workspace's nodes and relationships as plain rows, and the least that writes them: one `UNWIND` for each kind."""

from collections import defaultdict
from collections.abc import Iterator
from string import Template
from typing import NamedTuple

from gsw_graph.digest import HELD, TOLD
from gsw_graph.graph import Graph, Row

BATCH = 1000
"""Rows to a transaction; what the writer of neo4j-graphrag takes as well."""
_CREATE_NODES = Template("CYPHER 25 UNWIND $$rows AS row CREATE (n:$label) SET n = row")
_MERGE_NODES = Template(
    "CYPHER 25 UNWIND $$rows AS row MERGE (n:$label {workspace: row.workspace, uid: row.uid}) SET n += row"
)
_RELATIONSHIPS = Template(
    "CYPHER 25 UNWIND $$rows AS row "
    "MATCH (a:$start {workspace: row.workspace, uid: row.start}) "
    "MATCH (b:$end {workspace: row.workspace, uid: row.end}) "
    "$verb (a)-[r:$type$key]->(b) SET r = row.properties"
)


class Kind(NamedTuple):
    """Relationships that one statement can write."""

    start: str
    type: str
    end: str


class Rows(NamedTuple):
    """All that a workspace holds in its two layers."""

    nodes: dict[str, list[Row]]
    """By label."""
    relationships: dict[Kind, list[Row]]

    @property
    def total(self) -> int:
        """How many nodes and relationships."""
        return sum(map(len, self.nodes.values())) + sum(map(len, self.relationships.values()))


def read_rows(graph: Graph, workspace: str) -> Rows:
    """Return all nodes and relationships of a workspace.

    Args:
        graph: The database.
        workspace: Its name.
    """
    labels = TOLD + HELD
    nodes = {label: _read(graph, "read/nodes", workspace, label) for label in labels}
    label_of = {row["uid"]: label for label, rows in nodes.items() for row in rows}
    relationships: dict[Kind, list[Row]] = defaultdict(list)
    for label in labels:
        for row in _read(graph, "read/relationships", workspace, label):
            if row["end"] in label_of:
                kind = Kind(label, row["type"], label_of[row["end"]])
                relationships[kind].append({**row, "properties": _native(row["properties"])})
    properties = {label: [_native(row["properties"]) for row in rows] for label, rows in nodes.items()}
    return Rows(properties, dict(relationships))


def _read(graph: Graph, statement: str, workspace: str, label: str) -> list[Row]:
    return list(graph.stream(statement, workspace=workspace, label=label))


def _native(properties: Row) -> Row:
    """Return properties with Python's own moments in place of the driver's."""
    return {name: value.to_native() if hasattr(value, "to_native") else value for name, value in properties.items()}


def batches(rows: list[Row]) -> Iterator[list[Row]]:
    """Yield rows in transactions' worth."""
    for start in range(0, len(rows), BATCH):
        yield rows[start : start + BATCH]


def write_bare(graph: Graph, rows: Rows, workspace: str, *, merge: bool) -> None:
    """Write rows into another workspace with nothing but one statement for each label and type.

    Args:
        graph: The database, with its constraints and indexes.
        rows: What to write.
        workspace: Where to.
        merge: Look for each first, as whoever writes twice must.
    """
    verb = "MERGE" if merge else "CREATE"
    for label, nodes in rows.nodes.items():
        text = (_MERGE_NODES if merge else _CREATE_NODES).substitute(label=label)
        _send(graph, text, [{**row, "workspace": workspace} for row in nodes])
    for kind, relationships in rows.relationships.items():
        # Between two nodes there may be one for each valence.
        key = " {valence: row.properties.valence}" if merge and "valence" in relationships[0]["properties"] else ""
        text = _RELATIONSHIPS.substitute(kind._asdict(), verb=verb, key=key)
        _send(
            graph,
            text,
            [
                {
                    "workspace": workspace,
                    "start": row["start"],
                    "end": row["end"],
                    "properties": row["properties"],
                }
                for row in relationships
            ],
        )


def _send(graph: Graph, text: str, rows: list[Row]) -> None:
    """Run a statement over rows in managed transactions."""
    for batch in batches(rows):
        graph.driver.execute_query(text, {"rows": batch}, database_=graph.database)
