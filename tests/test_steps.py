"""The Reconciler's steps by name: each can be run again, and none changes anything by that."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from commands import Run
from conftest import Neo4j, open_workspace
from fakes import FakeOperator
from gsw_graph.errors import InputError
from gsw_graph.graph import Row, Transaction
from gsw_graph.reconcile import STEPS
from gsw_graph.reconcile.steps import hold_again, steps
from gsw_graph.statements import load_statement, statement_names
from gsw_graph.workspace import Workspace

DOCS = Path(__file__).parents[1] / "docs"
TEXTS = {
    "a.txt": "# Chapter 1\n\nAna Reyes meets Bo Lind in Porto on 2019-05-01. Ana Reyes is a mayor. Who warns Bo Lind?"
    "\n\n# Chapter 2\n\nBo Lind is tired from 2019-05-01 to 2020-11-30. Cleo Marsh makes Bo Lind a courier.",
    "b.txt": "Cleo Marsh warns Bo Lind in Porto. Ana Reyes is a mayor from 2019-05-01 to 2020-11-30. Ana is missing. "
    "Ana Reyes stops being a mayor on 2020-11-30.",
}


@pytest.fixture(scope="module")
def held(neo4j_server: Neo4j) -> Iterator[Workspace]:
    """Yield a workspace that is brought back to what it was by each test that changes it."""
    opened = open_workspace(neo4j_server, "steps")
    opened.operator = FakeOperator()
    try:
        for key, text in TEXTS.items():
            assert opened.add_text(text, key=key).status == "done"
        opened.edit.join("Ana Reyes", "Cleo Marsh")
        yield opened
    finally:
        opened.clear()


def test_every_statement_that_applies_rows_is_a_step() -> None:
    names = [name.partition("/")[2] for name in statement_names() if name.startswith("reconcile/")]
    applied = {name for name in names if load_statement(f"reconcile/{name}").documentation.startswith("Apply")}
    assert applied - set(STEPS) == {name for name in applied if name.startswith("refresh_")}
    assert [step.name for step in steps()] == list(STEPS)
    assert all(step.does and ". " not in step.does for step in steps())


def test_the_pages_tell_of_every_statement() -> None:
    page = (DOCS / "reconciler.md").read_text(encoding="utf-8")
    told = re.findall(r"`(\w+)`", page)
    names = {name.partition("/")[2] for name in statement_names() if name.startswith("reconcile/")}
    assert names <= set(told)
    assert [name for name in dict.fromkeys(told) if name in STEPS] == list(STEPS), "in the order in which they run"
    picture = re.findall(r"```mermaid\n(.*?)```", (DOCS / "schema.md").read_text(encoding="utf-8"), re.DOTALL)[-1]
    assert set(STEPS) <= set(re.findall(r"\w+", picture))


def test_every_step_can_be_run_again(held: Workspace) -> None:
    before = held.digest()
    rows = held.graph.run("read/held_chapters", workspace=held.name, documents=sorted(TEXTS))
    chapters = [row["uid"] for row in rows]

    def work(tx: Transaction) -> dict[str, int]:
        return {name: count for step in STEPS for name, count in hold_again(tx, held.name, chapters, step)[0].items()}

    ran = held.graph.transact(work)
    assert {"personae", "actors", "roles", "role_intervals", "verbs", "answered"} <= ran.keys() <= set(STEPS)
    assert held.digest() == before


def test_chapters_are_taken_out_and_held_again(held: Workspace) -> None:
    before = held.digest()
    seen: list[tuple[int, int]] = []
    done = held.reconcile(progress=lambda at, total: seen.append((at, total)))
    assert (done.chapters, done.chunks, seen[-1]) == (3, 4, (3, 3))
    assert (
        list(done.rows)[0] == "reopen" and {"roles", "state_intervals", "verbs", "unhold_personae"} <= done.rows.keys()
    )
    assert held.reconcile(chapters=[("a.txt", 2)]).chapters == 1
    assert held.reconcile(document="a.txt").chapters == 2
    assert held.digest() == before


def test_a_step_mends_what_it_makes(held: Workspace) -> None:
    before = held.digest()
    drop = "MATCH (:Actor {workspace: $w})-[r:PARTICIPATES_IN]->() DELETE r"
    held.graph.driver.execute_query(drop, w=held.name)
    held.reconcile(step="verbs")
    assert held.digest() != before
    assert held.reconcile(step="participants").rows["participants"] > 0
    assert held.digest() == before


def test_one_step_runs_no_other(held: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    run = Transaction.run

    def noted(tx: Transaction, name: str, **given: Any) -> list[Row]:
        ran.append(name)
        return run(tx, name, **given)

    monkeypatch.setattr(Transaction, "run", noted)
    held.reconcile(step="dates", chapters=[("a.txt", 1)])
    changing = [name for name in ran if not load_statement(name).documentation.startswith("Propose")]
    assert [name for name in changing if name.startswith("reconcile/")] == ["reconcile/lock", "reconcile/dates"]


def test_what_is_not_there_is_refused(held: Workspace) -> None:
    with pytest.raises(InputError, match="no step 'rolls'"):
        held.reconcile(step="rolls")
    with pytest.raises(InputError, match=r"document 'c\.txt'"):
        held.reconcile(document="c.txt")
    with pytest.raises(InputError, match=r"chapter 3 of 'a\.txt'"):
        held.reconcile(chapters=[("a.txt", 3)])


def test_the_command(held: Workspace, gsw: Run) -> None:
    listed = gsw("reconcile", "--list")
    assert listed.exit_code == 0 and all(step in listed.output for step in STEPS)
    done = gsw("reconcile", "--step", "roles", "--chapter", "a.txt:1-2", "-w", held.name, "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["rows"] == {"roles": 1}
    assert gsw("reconcile", "-w", held.name).exit_code == 2
    assert "no step 'role'" in gsw("reconcile", "--step", "role", "-w", held.name).stderr
    assert gsw("reconcile", "--all", "--document", "a.txt", "-w", held.name).exit_code == 2
