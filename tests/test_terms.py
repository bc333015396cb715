"""Terms of office and states told in several documents, as the local Operator reads them and the graph holds them."""

import uuid
from contextlib import ExitStack
from typing import Any

import pytest

from conftest import Neo4j
from gsw_graph.dates import day_text
from gsw_graph.extract import LocalOperator
from test_laws import add, open_workspace

DOCUMENTS = {
    "first.txt": "Ana Ruiz led Payments from January to February 2021. Ewa Lis became treasurer in 2010.",
    "second.txt": "Ana Ruiz led Payments again from September 2021. Ewa Lis resigned as treasurer in 2015.",
    "third.txt": "Ewa Lis became treasurer again in 2018. Ludo Kerr was discharged from hospital on 5 May 2019.",
    "fourth.txt": "Ludo Kerr was in hospital on 3 May 2019. Ludo Kerr, the pilot, has lived in Tolland since 2010. "
    "Cy Holt became captain in 2011.",
    "fifth.txt": "In 2016 Cy Holt was no longer captain.",
}
TERMS = [
    ("Cy Holt", "captain", "", "", False, 1),  # that he is not
    ("Cy Holt", "captain", "2011-01-01", "2016-12-31", False, 1),
    # Case A4: twice the same, with a gap.
    ("Ana Ruiz", "leader", "2021-01-01", "2021-02-28", False, 1),
    ("Ana Ruiz", "leader", "2021-09-01", "", True, 1),
    ("Ewa Lis", "treasurer", "2010-01-01", "2015-12-31", False, 2),
    ("Ewa Lis", "treasurer", "2018-01-01", "", False, 1),
    ("Ludo Kerr", "in hospital", "", "2019-05-05", False, 2),
    ("Ludo Kerr", "pilot", "", "", False, 1),
]
Term = tuple[str, str, str, str, bool, int]


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (4, 3, 2, 0, 1)])
def test_what_begins_and_ends_across_documents_is_put_together(neo4j_server: Neo4j, order: tuple[int, ...]) -> None:
    operator: Any = LocalOperator()
    with open_workspace(neo4j_server, f"terms {uuid.uuid4().hex}", operator) as one, ExitStack() as after:
        after.callback(one.clear)
        keys = list(DOCUMENTS)
        for number in order:
            add(one, keys[number], DOCUMENTS[keys[number]])
        records = one.graph.driver.execute_query(
            "CYPHER 25 MATCH (a:Actor)-[r:HAS_ROLE|IN_STATE]->(n) "
            "WHERE a.workspace = $workspace AND n.label IN $labels "
            "RETURN a.name AS who, n.label AS label, r.valid_from AS first, r.valid_to AS last, r.open AS open, "
            "COUNT { (n)-[:SUPPORTED_BY]->(:Claim) } AS told",
            workspace=one.name,
            labels=sorted({term[1] for term in TERMS}),
        ).records
    found: list[Term] = []
    for row in records:
        first, last = ("" if row[end] is None else day_text(row[end]) for end in ("first", "last"))
        found.append((row["who"], row["label"], first, last, row["open"], row["told"]))
    assert sorted(found) == sorted(TERMS)
