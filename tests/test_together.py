"""Many documents at once: written together, with the same outcome as one by one."""

import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import Neo4j
from fakes import DATES, PEOPLE, PLACES, VERBS, FakeOperator
from gsw_graph.graph import Transaction
from gsw_graph.restore import BATCH, Progress
from gsw_graph.text import from_text
from gsw_graph.workspace import Workspace
from test_laws import open_workspace

MANY = BATCH + BATCH // 2


def body(number: int) -> str:
    here = PLACES[number % len(PLACES)]
    return f"{PEOPLE[0]} {VERBS[number % 3]} {PEOPLE[1]} in {here} on {DATES[0]}. {'x' * number}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of more small documents than a batch takes; the last says what the first says."""
    for number in range(MANY):
        (tmp_path / f"{number:03}.txt").write_text(body(number), encoding="utf-8")
    (tmp_path / "last.txt").write_text(body(0), encoding="utf-8")
    return tmp_path


@pytest.fixture
def one(neo4j_server: Neo4j) -> Iterator[Workspace]:
    with open_workspace(neo4j_server, f"together {uuid.uuid4().hex}") as opened:
        yield opened
        opened.clear()


def test_together_is_one_by_one(one: Workspace, folder: Path, neo4j_server: Neo4j) -> None:
    reports = one.ingest(folder)
    assert [report.key for report in reports] == sorted(path.name for path in folder.iterdir())
    assert {report.status for report in reports} == {"done"}
    with open_workspace(neo4j_server, f"alone {uuid.uuid4().hex}") as other:
        for path in sorted(folder.iterdir(), reverse=True):
            other.ingest(path)
        assert one.digest() == other.digest()
        other.clear()


def test_a_passage_that_is_still_being_written_is_not_read_again(one: Workspace, folder: Path) -> None:
    operator = one.operator
    assert isinstance(operator, FakeOperator)
    reports = {report.key: report for report in one.ingest(folder)}
    assert (reports["000.txt"].read, reports["last.txt"].read) == (1, 0)
    assert sum(report.read for report in reports.values()) == MANY


def test_one_that_cannot_be_written_stops_none_of_its_group(one: Workspace, folder: Path) -> None:
    one.add(from_text(body(3), key="003.txt", origin="elsewhere"))
    reports = {report.key: report for report in one.ingest(folder)}
    assert reports["003.txt"].status == "failed" and "elsewhere" in reports["003.txt"].reason
    assert {report.status for key, report in reports.items() if key != "003.txt"} == {"done"}


def test_one_that_is_taken_meanwhile_stops_none_of_its_group(
    one: Workspace, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another writer takes the key after we looked and before we write."""
    run, looked = Transaction.run, Counter[str]()

    def taken(self: Transaction, name: str, **parameters: Any) -> Any:
        rows = run(self, name, **parameters)
        if name == "read/document" and parameters["uid"] == wanted:
            looked[name] += 1
            return [] if looked[name] == 1 else rows
        return rows

    document = from_text(body(3), key="003.txt", origin="elsewhere")
    wanted = document.uid
    one.add(document)
    monkeypatch.setattr(Transaction, "run", taken)
    reports = {report.key: report for report in one.ingest(folder)}
    assert reports["003.txt"].status == "failed"
    assert {report.status for key, report in reports.items() if key != "003.txt"} == {"done"}


def test_progress_tells_of_each_document(one: Workspace, folder: Path) -> None:
    seen: list[Progress] = []
    one.ingest(folder, progress=seen.append)
    assert {at.document for at in seen} == {path.name for path in folder.iterdir()}
    assert all(at.chunks == at.total == 1 for at in seen)


def test_small_documents_share_their_statements(one: Workspace, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run, used = Transaction.run, Counter[str]()

    def counted(self: Transaction, name: str, **parameters: Any) -> Any:
        used[name] += 1
        return run(self, name, **parameters)

    monkeypatch.setattr(Transaction, "run", counted)
    one.ingest(folder)
    assert used["write/claims"] == used["reconcile/verbs"] == 2
