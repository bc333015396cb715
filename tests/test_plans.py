"""What the Reconciler's statements cost in a populated workspace: what they handle, and not what else is there."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from conftest import Neo4j, open_workspace
from fakes import DATES, PEOPLE, PLACES, ROLES, STATES, VERBS, FakeOperator, WordLengths
from gsw_graph.decisions import Answer, Decision
from gsw_graph.graph import Row, Transaction
from gsw_graph.records import Chunk, Extraction
from gsw_graph.settling import settle
from gsw_graph.statements import load_statement, statement_names
from gsw_graph.workspace import Workspace

CHAPTERS, CHUNKS = 5, 5
"""Of each document."""
DOCUMENTS = 4
"""Before and after the workspace is doubled: 100 chunks, then 200."""
MOST = 10
"""Database hits for each row that an operator of a plan hands on."""
SPARSE = 50
"""Relationships of a node that are looked at one by one until those of a type are found, before it counts as dense."""
NAMES = sorted({*PEOPLE, *PLACES, "Lumen", "Vega", "LMN"}, key=len, reverse=True)


class Cost(NamedTuple):
    """What one run of a statement cost."""

    hits: int
    """Database hits of all operators."""
    rows: int
    """Rows that all operators hand on: what the statement handles."""
    operators: frozenset[str]


def other_name(name: str, shift: int) -> str:
    """Return a name of the same length that nobody else has."""

    def turned(match: re.Match[str]) -> str:
        first = ord("A" if match[0].isupper() else "a")
        return chr(first + (ord(match[0]) - first + shift) % 26)

    return re.sub("[A-Za-z]", turned, name)


class Worlds(FakeOperator):
    """Reads the small language about the people and places of many worlds, which have nothing in common but verbs."""

    def extract(self, chunk: Chunk) -> Extraction:
        """Return what a chunk says."""
        for shift in range(13):
            names = {other_name(name, shift): name for name in NAMES}
            if any(name in chunk.text for name in names):
                told = chunk.model_copy(update={"text": _renamed(chunk.text, names)})
                back = {mine: theirs for theirs, mine in names.items()}
                return Extraction.model_validate_json(_renamed(super().extract(told).model_dump_json(), back))
        return super().extract(chunk)


def _renamed(text: str, names: dict[str, str]) -> str:
    return re.sub(rf"\b({'|'.join(map(re.escape, names))})\b", lambda match: names[match[0]], text)


def document(number: int, shift: int) -> str:
    """Return the text of a number, about one world."""
    one = random.Random(number)

    def sentence() -> str:
        who, whom = one.sample(PEOPLE[:3], 2)
        said = (
            f"{who} {one.choice(VERBS)} {whom} in {one.choice(PLACES)} on {one.choice(DATES)}.",
            f"{who} is a {one.choice(ROLES)}.",
            f"{who} is {STATES[1]}.",
            f"{who} stands at Gate Nine, Porto.",
            "Lumen is called LMN.",
            "Vega is called LMN.",
            f"{who} is {STATES[0]} from {DATES[0]} to {DATES[1]}.",
            f"{who} makes {whom} a {one.choice(ROLES)}.",
            f"Who {one.choice(VERBS)} {who}?",
            f"Where is {who}?",
            f"{one.choice(PEOPLE[3:])} is a {one.choice(ROLES)}.",
            f"{who} becomes a {one.choice(ROLES)} on {one.choice(DATES)}.",
        )
        return one.choice(said)

    def chunk() -> str:
        return " ".join(sentence() for _ in range(3))

    chapters = ("\n\n".join(chunk() for _ in range(CHUNKS)) for _ in range(CHAPTERS))
    text = "\n\n".join(f"# Chapter {index}\n\n{chapter}" for index, chapter in enumerate(chapters, 1))
    return _renamed(text, {name: other_name(name, shift) for name in NAMES})


class Profile:
    """Profiles the statements of the Reconciler while it works."""

    def __init__(self) -> None:
        self.costs: dict[str, list[Cost]] = defaultdict(list)

    def run(self, tx: Transaction, name: str, **parameters: Any) -> list[Row]:
        """Stands in for Transaction.run."""
        statement = load_statement(name)
        assert statement.parameters == parameters.keys()
        inner = tx._transaction
        if not name.startswith("reconcile/"):
            return inner.run(statement.text, parameters).data()
        result = inner.run(statement.text.replace("CYPHER 25", "CYPHER 25 PROFILE", 1), parameters)
        rows = result.data()
        summary = result.consume()
        assert summary.profile
        operators = list(_operators(summary.profile))
        names = frozenset(str(one["operatorType"]).partition("@")[0] for one in operators)
        hits, handled = (sum(one[what] for one in operators) for what in ("dbHits", "rows"))
        self.costs[name].append(Cost(hits, handled, names))
        return rows


def _operators(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("children", []):
        yield from _operators(child)


def measured(workspace: Workspace) -> dict[str, list[Cost]]:
    """Return what the statements cost while a document comes, is decided on, and goes again."""
    profile = Profile()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Transaction, "run", lambda tx, name, **given: profile.run(tx, name, **given))
        assert workspace.add_text(document(1000, 0), key="probe").status == "done"
        edits = workspace.edit
        made = [
            *settle(workspace.graph, workspace.name, [Decision(what=an_answer(workspace))]),
            edits.false("Cleo Marsh", "courier").number,
            edits.join("Ana Reyes", "Cleo Marsh").number,
            edits.split("Bo Lind", document="probe").number,
        ]
        for number in reversed(made):
            edits.undo(number)
        workspace.forget("probe")
    return dict(profile.costs)


def an_answer(workspace: Workspace) -> Answer:
    """Return that some deed of the probe answers some question of it."""
    found = workspace.graph.driver.execute_query(
        "MATCH (:Document {workspace: $workspace, key: 'probe'})<-[:PART_OF]-(h:Chapter) "
        "MATCH (h)<-[:PART_OF]-(:Chunk)<-[:FROM]-(:Claim)<-[:SUPPORTED_BY]-(q:Question) "
        "MATCH (h)<-[:PART_OF]-(:Chunk)<-[:FROM]-(c:Claim {kind: 'verb'}) "
        "RETURN q.uid AS question, c.uid AS claim ORDER BY question, claim LIMIT 1",
        workspace=workspace.name,
    ).records[0]
    return Answer(question=found["question"], claim=found["claim"], yes=True)


class Measured(NamedTuple):
    """The costs before and after as much again was added that has nothing to do with it."""

    before: dict[str, list[Cost]]
    after: dict[str, list[Cost]]


@pytest.fixture(scope="module")
def costs(neo4j_server: Neo4j) -> Iterator[Measured]:
    with open_workspace(neo4j_server, "plans") as workspace:
        workspace.operator, workspace.embedder = Worlds(), WordLengths()
        try:
            for number in range(DOCUMENTS):
                assert workspace.add_text(document(number, number % 2 * 3), key=f"{number}").status == "done"
            before = measured(workspace)
            for number in range(DOCUMENTS):
                other = document(100 + number, 5 + number)
                assert workspace.add_text(other, key=f"other {number}").status == "done"
            yield Measured(before, measured(workspace))
        finally:
            workspace.clear()


STATEMENTS = [name for name in statement_names() if name.startswith("reconcile/")]


def test_every_statement_has_run(costs: Measured) -> None:
    assert set(STATEMENTS) == costs.before.keys() == costs.after.keys()


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_starts_at_an_index_and_costs_what_it_handles(costs: Measured, name: str) -> None:
    for one in costs.after[name]:
        assert not [operator for operator in one.operators if "Scan" in operator]
        assert [operator for operator in one.operators if "IndexSeek" in operator]
        assert one.hits <= MOST * max(one.rows, 1) + SPARSE


@pytest.mark.parametrize("name", STATEMENTS)
def test_what_else_is_there_costs_nothing(costs: Measured, name: str) -> None:
    before, after = (sum(one.hits for one in part[name]) for part in costs)
    assert after <= 1.15 * before + 10  # a node that has become dense meanwhile has its relationships by type
