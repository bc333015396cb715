"""docs/schema.md tells what the graph has, all of it and nothing else; its queries run."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    StringProperty,
    StructuredNode,
    StructuredRel,
)
from neomodel.util import RelationshipDirection

from gsw_graph.digest import _LEFT_OUT as LEFT_OUT_OF_DIGEST
from gsw_graph.nodes import (
    NODES,
    About,
    Answered,
    Calling,
    Containment,
    Dating,
    Participation,
    Saying,
    Share,
    Span,
    Stated,
    Stored,
    Tenure,
)
from gsw_graph.statements import cypher_folder, load_statement
from gsw_graph.workspace import Workspace

PAGE = (Path(__file__).parents[1] / "docs" / "schema.md").read_text(encoding="utf-8")
QUERIES = sorted(path.stem for path in (cypher_folder() / "browser").glob("*.cypher"))
STAMPED = "HAS_ROLE IN_STATE WITHIN PARTICIPATES_IN BRINGS_ABOUT ENDS AT NAMED DURING DATED".split()
"""Relationship types that make a statement; ABOUT does so from a question only."""
WORDS: dict[type, str] = {
    StringProperty: "string",
    IntegerProperty: "integer",
    FloatProperty: "float",
    BooleanProperty: "boolean",
    DateTimeNeo4jFormatProperty: "date and time",
}


def _section(heading: str) -> str:
    """The text below the last heading of some words, down to the next one of any level."""
    found = re.findall(rf"^#+ {re.escape(heading)}$(.*?)(?=^#+ |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/schema.md has no section {heading}"
    return str(found[-1])


def _rows(text: str, *, cells: int) -> list[tuple[str, ...]]:
    """The cells of the tables of some width in a text, without their backticks; those below heads are left out."""
    rows = [
        tuple(cell.strip() for cell in line.strip("|").split(" | ")) for line in text.splitlines() if line[:1] == "|"
    ]
    return [tuple(cell.strip("` ") for cell in row) for row in rows if len(row) == cells and row[0][:1] == "`"]


def _documented(heading: str) -> dict[str, str]:
    """Properties with their types, from the table below a heading."""
    return {row[0]: row[1] for row in _rows(_section(heading), cells=3)}


def _of_class(owner: type[StructuredNode] | type[StructuredRel]) -> dict[str, str]:
    """Properties with their types in words, from a class."""
    defined = owner.defined_properties(aliases=False, rels=False)
    return {prop.get_db_property_name(name): _word(prop) for name, prop in defined.items()}


def _word(prop: Any) -> str:
    return f"list of {WORDS[type(prop.base_property)]}s" if isinstance(prop, ArrayProperty) else WORDS[type(prop)]


def _parameters() -> dict[str, Any]:
    """The parameters that the page sets, as Browser reads them."""
    lines = re.findall(r"^:param (\w+) => (.+)$", PAGE, re.MULTILINE)
    return {name: ast.literal_eval(value) for name, value in lines}


def _triples() -> set[tuple[str, ...]]:
    """The relationships that the page spells out."""
    return set(re.findall(r"\(:(\w+)\)-\[:(\w+)\]->\(:(\w+)\)", PAGE))


def _found(workspace: Workspace, statement: str) -> list[dict[str, Any]]:
    records = workspace.graph.driver.execute_query(statement, workspace=workspace.name).records
    return [record.data() for record in records]


@pytest.mark.parametrize("node", NODES, ids=lambda node: node.__label__)
def test_each_label_is_told_with_its_properties_and_their_types(node: type[Stored]) -> None:
    common = {row[0]: row[1] for row in _rows(_section("Nodes"), cells=3)}
    assert common == _of_class(Stored)
    assert {**common, **_documented(f"`{node.__label__}`")} == _of_class(node)


def test_relationships_and_their_properties_are_those_of_the_classes() -> None:
    defined = set()
    for node in NODES:
        for relationship in node.defined_properties(aliases=False, properties=False).values():
            relationship.lookup_node_class()
            parts = relationship.definition
            if parts["direction"] == RelationshipDirection.OUTGOING:
                defined.add((node.__label__, parts["relation_type"], parts["node_class"].__label__))
    assert _triples() == defined
    extra = {(row[0], row[1]): row[2] for row in _rows(PAGE, cells=4)}
    stated = _of_class(Stated)

    def more(model: type[StructuredRel]) -> dict[str, str]:
        return {name: kind for name, kind in _of_class(model).items() if name not in stated}

    assert {row[0]: row[1] for row in _rows(_section("Held layer"), cells=3)} == stated
    assert extra == {
        **{("FROM", name): kind for name, kind in _of_class(Span).items()},
        **{("ABOUT", name): kind for name, kind in _of_class(About).items()},
        **{(type_, name): kind for type_ in ("HAS_ROLE", "IN_STATE") for name, kind in more(Tenure).items()},
        **{("PARTICIPATES_IN", name): kind for name, kind in more(Participation).items()},
        **{("ANSWERED_BY", name): kind for name, kind in _of_class(Answered).items()},
        **{("IN", name): kind for name, kind in _of_class(Share).items()},
        **{("ALSO", name): kind for name, kind in _of_class(Calling).items()},
        **{("SUPPORTED_BY", name): kind for name, kind in _of_class(Saying).items()},
        **{("WITHIN", name): kind for name, kind in more(Containment).items()},
        **{("DATED", name): kind for name, kind in more(Dating).items()},
    }


def test_the_page_lacks_nothing_that_a_graph_has(demo_workspace: Workspace) -> None:
    nodes = _found(
        demo_workspace,
        "MATCH (n) WHERE n.workspace = $workspace UNWIND keys(n) AS name RETURN DISTINCT labels(n) AS labels, name",
    )
    assert {row["labels"][0] for row in nodes} >= {"Actor", "LogEntry", "Workspace"}
    for row in nodes:
        (label,) = row["labels"]
        assert row["name"] in {"workspace", "uid"} | _documented(f"`{label}`").keys(), row
    edges = _found(
        demo_workspace,
        "MATCH (n)-[r]->(m) WHERE n.workspace = $workspace UNWIND coalesce(nullif(keys(r), []), ['']) AS name "
        "RETURN DISTINCT labels(n)[0] AS start, type(r) AS type, labels(m)[0] AS end, name",
    )
    stamps, extra = _of_class(Stated).keys(), {row[:2] for row in _rows(PAGE, cells=4)}
    for row in edges:
        assert (row["start"], row["type"], row["end"]) in _triples(), row
        stamped = row["type"] in STAMPED or (row["start"], row["type"]) == ("Question", "ABOUT")
        known = not row["name"] or (row["type"], row["name"]) in extra or (stamped and row["name"] in stamps)
        assert known, row


def test_the_pictures_show_every_relationship() -> None:
    mermaid = re.search(r"```mermaid\n(.*?)```", PAGE, re.DOTALL)
    drawn = re.search(r"```text\n(HELD.*?)```", PAGE, re.DOTALL)
    assert mermaid and drawn
    assert set(re.findall(r"(\w+) -- (\w+) --> (\w+)", mermaid[1])) == _triples()
    assert {word for triple in _triples() for word in triple} <= set(re.findall(r"\w+", drawn[1]))


def test_every_index_and_constraint_is_told() -> None:
    schema = (cypher_folder() / "schema.cypher").read_text(encoding="utf-8")
    names = set(re.findall(r"(?:INDEX|CONSTRAINT) (\w+) IF NOT EXISTS", schema))
    told = set(re.findall(r"`(\w+)`", _section("Indexes and constraints")))
    assert names and names <= told
    assert told - names <= {"workspace", "uid", "scope"}


def test_what_the_digest_leaves_out_is_told() -> None:
    told = set(re.findall(r"`(\w+)`", _section("What the digest leaves out")))
    assert told == LEFT_OUT_OF_DIGEST | {"Summary", "LogEntry", "Workspace"}


def test_the_page_quotes_the_query_files_and_has_ten() -> None:
    quoted = re.findall(r"^### (\d+)\. ([^\n]+)\n\n```cypher\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(QUERIES) == len(quoted) == 11
    for name, (number, title, text) in zip(QUERIES, quoted, strict=True):
        source = (cypher_folder() / "browser" / f"{name}.cypher").read_text(encoding="utf-8")
        assert (int(number), text) == (int(name[:2]), source.rstrip("\n"))
        assert text.splitlines()[0] == f"// {title}"


def test_the_parameters_of_the_page_are_those_that_the_queries_use() -> None:
    used = {name for query in QUERIES for name in load_statement(f"browser/{query}").parameters}
    assert _parameters().keys() == used


@pytest.mark.parametrize("query", QUERIES)
def test_each_query_finds_something_in_the_demo_graph(demo_workspace: Workspace, query: str) -> None:
    given = {**_parameters(), "workspace": demo_workspace.name}
    names = load_statement(f"browser/{query}").parameters
    assert "workspace" in names
    rows = demo_workspace.graph.run(f"browser/{query}", **{name: given[name] for name in names})
    assert rows
    elsewhere = {**given, "workspace": "a workspace that is not there"}
    assert not demo_workspace.graph.run(f"browser/{query}", **{name: elsewhere[name] for name in names})


@pytest.mark.parametrize("query", QUERIES)
def test_each_query_is_planned_from_an_index(demo_workspace: Workspace, query: str) -> None:
    statement = load_statement(f"browser/{query}")
    given = {**_parameters(), "workspace": demo_workspace.name}
    explained = statement.text.replace("CYPHER 25", "CYPHER 25 EXPLAIN", 1)
    result = demo_workspace.graph.driver.execute_query(explained, {name: given[name] for name in statement.parameters})
    assert result.summary.plan
    operators = _operators(result.summary.plan)
    assert any("IndexSeek" in operator for operator in operators)
    assert not {"AllNodesScan", "NodeByLabelScan"} & {operator.partition("@")[0] for operator in operators}


def _operators(plan: dict[str, Any]) -> list[str]:
    below = [operator for child in plan.get("children", []) for operator in _operators(child)]
    return [plan["operatorType"], *below]
