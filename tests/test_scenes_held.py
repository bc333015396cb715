"""Where and when people are, through the whole graph: what resolves it, and what moves them."""

import uuid
from collections.abc import Iterator

import pytest

from conftest import Neo4j
from fakes import FakeOperator
from gsw_graph.text import from_text
from gsw_graph.workspace import Workspace
from test_laws import open_workspace

WAITING = "Ana Reyes and Bo Lind are together.\n\nBo Lind and Cleo Marsh are together."
Held = list[tuple[str, str, bool]]


@pytest.fixture
def memory(neo4j_server: Neo4j) -> Iterator[Workspace]:
    with open_workspace(neo4j_server, f"scenes {uuid.uuid4().hex}", FakeOperator()) as one:
        yield one
        one.clear()


def told(memory: Workspace, text: str, key: str = "story.txt") -> None:
    assert memory.add(from_text(text, key=key)).status == "done"


def held(memory: Workspace, who: str, *, times: bool = False) -> list[Held]:
    """What each coupling of somebody is found to be, in the order told: (value, how it is known, superseded)."""
    coupled, found = ("DURING", "DATED") if times else ("AT", "NAMED")
    records = memory.graph.driver.execute_query(
        f"MATCH (:Actor {{workspace: $workspace, name: $who}})-[r:{coupled}]->(n) "
        f"OPTIONAL MATCH (n)-[v:{found}]->(p) WITH n, r, v, p ORDER BY v.superseded_at IS NULL, p.name "
        "WITH n, r, collect([coalesce(p.name, p.edtf), r.source, v.superseded_at IS NOT NULL]) AS values "
        "RETURN CASE WHEN values[0][0] IS NULL THEN [] ELSE values END AS values ORDER BY r.told_at",
        workspace=memory.name,
        who=who,
    ).records
    return [[(name, source, superseded) for name, source, superseded in record["values"]] for record in records]


def within(memory: Workspace) -> list[tuple[str, str]]:
    records = memory.graph.driver.execute_query(
        "MATCH (p:Place {workspace: $workspace})-[:WITHIN]->(q:Place) RETURN p.name AS inner, q.name AS outer",
        workspace=memory.name,
    ).records
    return [(record["inner"], record["outer"]) for record in records]


def test_what_becomes_known_of_one_reaches_all_who_share_it(memory: Workspace) -> None:
    told(memory, f"{WAITING}\n\nCleo Marsh stands at Porto on 2019-05-01.\n\nAna Reyes stands at Gate Nine, Porto.")
    assert held(memory, "Ana Reyes") == [[("Porto", "explicit", True), ("Gate Nine", "explicit", False)]]
    for who in ("Bo Lind", "Cleo Marsh"):
        assert held(memory, who) == [[("Porto", "inferred", True), ("Gate Nine", "inferred", False)]]
    assert held(memory, "Cleo Marsh", times=True) == [[("2019-05-01", "explicit", False)]]
    assert held(memory, "Ana Reyes", times=True) == [[("2019-05-01", "inferred", False)]]
    for who in ("Ana Reyes", "Bo Lind", "Cleo Marsh"):
        assert [row.what for row in memory.show(who)[0].rows if row.kind == "place"] == ["Gate Nine"]


def test_a_place_under_names_of_which_none_is_more_exact_is_shown_by_all(memory: Workspace) -> None:
    told(memory, "Ana Reyes stands at Porto.")
    memory.graph.driver.execute_query(
        "MATCH (s:Space {workspace: $workspace}) UNWIND ['Old Mill', 'Coast'] AS name "
        "CREATE (p:Place {workspace: $workspace, name: name}) CREATE (s)-[:NAMED]->(p) "
        "WITH p WHERE p.name = 'Coast' "
        "MATCH (q:Place {workspace: $workspace, name: 'Porto'}) CREATE (q)-[:WITHIN]->(p)",
        workspace=memory.name,
    )
    assert [row.what for row in memory.show("Ana Reyes")[0].rows if row.kind == "place"] == ["Old Mill, Porto"]


def test_who_leaves_takes_nobody_along(memory: Workspace) -> None:
    told(memory, f"{WAITING}\n\nAna Reyes goes to Porto.\n\nBo Lind stands at Old Mill.")
    assert held(memory, "Ana Reyes") == [[("Old Mill", "inferred", False)], [("Porto", "explicit", False)]]
    assert held(memory, "Cleo Marsh") == [[("Old Mill", "inferred", False)]]
    assert held(memory, "Bo Lind") == [[("Old Mill", "explicit", False)]]


def test_a_place_in_a_place_goes_with_the_document_that_says_so(memory: Workspace) -> None:
    told(memory, "Bo Lind stands at Porto.\n\nAna Reyes stands at Gate Nine.", "plain.txt")
    before = memory.digest()
    told(memory, "Ana Reyes stands at Gate Nine, Porto.", "one.txt")
    told(memory, "Bo Lind stands at Gate Nine, Porto.", "two.txt")
    assert within(memory) == [("Gate Nine", "Porto")] * 2
    memory.forget("one.txt")
    assert within(memory) == [("Gate Nine", "Porto")]
    memory.forget("two.txt")
    assert memory.digest() == before
