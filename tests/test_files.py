"""Every statement and prompt: documented, used as written, and planned from an index."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from conftest import Neo4j
from fakes import DIMENSION
from gsw_graph.graph import Graph, schema_statements
from gsw_graph.llm.prompts import load_prompt
from gsw_graph.statements import cypher_folder, load_statement, statement_names

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "gsw_graph"
SCANS = {
    "AllNodesScan": {},
    "NodeByLabelScan": {"read/workspaces": "lists the few workspaces of a database, all of them"},
}
"""What no plan may hold, with the statements that may and why."""
BROWSER = "browser/"
"""Statements that people open in Neo4j Browser; nothing in the package runs them."""
WARMING = PACKAGE / "server" / "aot.py"
"""Its statements warm a server up that holds no memory yet."""
VALUES: dict[str, Any] = {"label": "Actor", "limit": 1, "dimension": DIMENSION}
"""Parameters that a plan depends on."""


@pytest.fixture(scope="module")
def graph(neo4j_server: Neo4j) -> Iterator[Graph]:
    opened = Graph(neo4j_server.uri, neo4j_server.user, neo4j_server.password)
    opened.apply_schema(DIMENSION)
    yield opened
    opened.close()


def plan_operators(plan: dict[str, Any]) -> set[str]:
    found = {str(plan["operatorType"]).split("@")[0]}
    return found.union(*(plan_operators(child) for child in plan.get("children", [])))


@pytest.mark.parametrize("name", statement_names())
def test_a_statement_is_documented_and_names_its_dialect(name: str) -> None:
    statement = load_statement(name)
    assert re.match(r"[A-Z].{15,}[.:]", statement.documentation), "says in a sentence what it does"
    assert statement.text.startswith("CYPHER 25\n")
    assert statement.text.rstrip(";").count(";") == 0, "one statement a file"


@pytest.mark.parametrize("name", statement_names())
def test_a_statement_is_planned_from_an_index(graph: Graph, name: str) -> None:
    statement = load_statement(name)
    if statement.text.startswith("CYPHER 25\nSHOW"):
        pytest.skip("SHOW commands have no plan")
    parameters = {key: VALUES.get(key) for key in statement.parameters}
    text = statement.text.replace("CYPHER 25", "CYPHER 25 EXPLAIN", 1)
    plan = graph.driver.execute_query(text, parameters).summary.plan
    assert plan is not None
    for scan, allowed in SCANS.items():
        assert scan not in plan_operators(plan) or name in allowed


def test_each_schema_statement_can_be_run_again(graph: Graph) -> None:
    assert len(schema_statements()) > 30
    assert all("IF NOT EXISTS" in text for text in schema_statements())
    graph.apply_schema(DIMENSION)


@cache
def calls() -> dict[str, list[tuple[str, frozenset[str] | None]]]:
    """Return each call of a statement by name: where it stands, and its keywords if they are all written out."""
    found: dict[str, list[tuple[str, frozenset[str] | None]]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
                continue
            first = node.args[0]
            if node.func.attr not in {"run", "stream"} or not isinstance(first, ast.Constant):
                continue
            keywords = {keyword.arg for keyword in node.keywords}
            complete = None if None in keywords else frozenset(str(keyword) for keyword in keywords)
            found.setdefault(str(first.value), []).append((f"{path.name}:{node.lineno}", complete))
    return found


def mentioned() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")))


@pytest.mark.parametrize("name", [name for name in statement_names() if not name.startswith(BROWSER)])
def test_a_statement_is_used(name: str) -> None:
    from gsw_graph.reconcile import STEPS

    folder, _, stem = name.partition("/")
    assert name in calls() or (folder == "reconcile" and stem in STEPS) or f'"{name}"' in mentioned()


def test_the_called_statements_exist_and_get_their_parameters() -> None:
    names = set(statement_names())
    called = {name: places for name, places in calls().items() if re.fullmatch(r"[a-z]+/[a-z_]+", name)}
    assert len(called) > 20
    assert called.keys() <= names
    for name, places in called.items():
        for place, keywords in places:
            assert keywords in (None, load_statement(name).parameters), f"{name} at {place}"


def test_each_step_of_the_reconciler_has_its_statement() -> None:
    from gsw_graph.reconcile import STEPS

    assert {f"reconcile/{step}" for step in STEPS} <= set(statement_names())
    assert len(STEPS) == len(set(STEPS))


def test_no_statement_stands_in_python() -> None:
    for path in sorted(set(PACKAGE.rglob("*.py")) - {WARMING}):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not re.search(r"\b(MATCH|MERGE|UNWIND) *\(", node.value), f"{path.name}:{node.lineno}"
            if isinstance(node, ast.JoinedStr):
                words = " ".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
                assert not re.search(r"\b(MATCH|MERGE|UNWIND|DETACH)\b", words), f"{path.name}:{node.lineno}"


def prompts() -> list[str]:
    return sorted(path.stem for path in (ROOT / "prompts").glob("*.md") if path.name != "README.md")


@pytest.mark.parametrize("name", prompts())
def test_a_prompt_is_documented_filled_with_items_and_used(name: str) -> None:
    prompt = load_prompt(name)
    assert re.match(r"[A-Z].{15,}[.:]", prompt.documentation), "says in a sentence what it asks"
    assert prompt.parameters == {"items"}
    assert "$items" not in prompt.system, "the static part is never filled in"
    assert f'"{name}"' in mentioned(), "nothing asks it"


def test_the_folders_hold_nothing_else() -> None:
    assert {path.suffix for path in cypher_folder().rglob("*") if path.is_file()} <= {
        ".cypher",
        ".md",
        ".grass",
        ".html",
    }
