"""Ingests that are killed, fail or meet, and what a rerun makes of them."""

import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import psutil
import pytest

from conftest import Neo4j
from fakes import DATES, PEOPLE, PLACES, ROLES, VERBS, FakeOperator, WordLengths
from gsw_graph.errors import InputError, ServerError
from gsw_graph.log import Log, now
from gsw_graph.logged import reading_key
from gsw_graph.records import Chapter, Chunk
from gsw_graph.restore import BATCH
from gsw_graph.server import ensure_server, stop
from gsw_graph.text import chapters, chunks, from_text
from gsw_graph.workspace import Workspace
from test_laws import add, open_workspace

CHUNKS = 2 * BATCH + 10
TEXT = "\n\n".join(
    f"{PEOPLE[n % 5]} {VERBS[n % 3]} {PEOPLE[(n + 1) % 5]} in {PLACES[n // 20 % 3]} on {DATES[n % 3]}. "
    f"{PEOPLE[n % 4]} is a {ROLES[n % 3]}. Passage{'x' * n}."
    for n in range(CHUNKS)
)
"""Three batches of passages that are all different."""


@pytest.fixture
def opened(neo4j_server: Neo4j) -> Iterator[Callable[..., Workspace]]:
    """Yield what opens a workspace of its own, or the one of a name."""
    made: dict[str, list[Workspace]] = {}

    def open_one(operator: FakeOperator, name: str = "") -> Workspace:
        name = name or f"resume {uuid.uuid4().hex}"
        made.setdefault(name, []).append(open_workspace(neo4j_server, name, operator))
        return made[name][-1]

    yield open_one
    for same in made.values():
        for one in same[1:]:
            one.close()
        same[0].clear()


@pytest.fixture(scope="module")
def undisturbed(neo4j_server: Neo4j) -> str:
    """Return the digest of the text as nobody disturbs it."""
    with open_workspace(neo4j_server, f"resume {uuid.uuid4().hex}") as one:
        report = add(one, "a.txt", TEXT)
        assert (report.status, report.chunks, report.read) == ("done", CHUNKS, CHUNKS)
        digest = one.digest()
        one.clear()
    return digest


KILLED = """
import os, signal, sys
from conftest import Neo4j
from test_laws import add, open_workspace
from test_resume import TEXT
from gsw_graph.graph import Transaction
from gsw_graph.language import sentences

uri, user, password, name, *moments = sys.argv[1:]
list(sentences("Load the language tools once."))
run, done = Transaction.run, 0

for moment in moments:
    if os.fork():
        assert os.waitstatus_to_exitcode(os.wait()[1]) == -signal.SIGKILL, moment
        continue

    def counted(self, statement, moment=int(moment), **parameters):
        global done
        rows = run(self, statement, **parameters)
        done += 1
        if done == moment:
            os.kill(os.getpid(), signal.SIGKILL)
        return rows

    Transaction.run = counted
    add(open_workspace(Neo4j(uri, user, password), f"{name} {moment}"), "a.txt", TEXT)
    os._exit(0)
"""
MOMENTS = (6, 11, 15, 19, 31, 44, 58, 65, 78, 90)
"""Statements after which the client is killed: from the first to the last batch, in each kind of transaction."""


def test_a_killed_client_is_taken_up_where_it_was(neo4j_server: Neo4j, undisturbed: str) -> None:
    name = f"resume {uuid.uuid4().hex}"
    arguments = [*neo4j_server, name, *map(str, MOMENTS)]
    subprocess.run([sys.executable, "-c", KILLED, *arguments], cwd=Path(__file__).parent, check=True, timeout=300)
    read = []
    for moment in MOMENTS:
        operator = FakeOperator()
        with open_workspace(neo4j_server, f"{name} {moment}", operator) as one:
            report = add(one, "a.txt", TEXT)
            assert (report.status, report.chunks) == ("done", CHUNKS)
            assert one.digest() == undisturbed, f"killed after statement {moment}"
            read.append(report.read)
            one.clear()
    assert read[0] == CHUNKS
    assert read == sorted(read, reverse=True)
    assert read[-1] <= CHUNKS - BATCH


def test_an_unchanged_rerun_reads_nothing(opened: Callable[..., Workspace]) -> None:
    operator = FakeOperator()
    one = opened(operator)
    add(one, "a.txt", TEXT)
    assert len(operator.read) == CHUNKS
    report = add(one, "a.txt", TEXT)
    assert (report.status, report.chunks, report.read) == ("unchanged", CHUNKS, 0)
    assert len(operator.read) == CHUNKS


def test_a_killed_database_is_taken_up_where_it_was(tmp_path: Path, undisturbed: str) -> None:
    home = tmp_path / "home"
    server = ensure_server(home, idle=60)
    seen = 0

    def kill(_: Chunk) -> str:
        nonlocal seen
        seen += 1
        if seen == BATCH + 20:
            os.kill(server.pid, signal.SIGKILL)
        return ""

    try:
        with Workspace("a", home=str(home), operator=FakeOperator(fails=kill), embedder=WordLengths()) as one:
            try:
                add(one, "a.txt", TEXT)
            except ServerError as error:
                assert "gsw db status" in str(error)
        assert not psutil.pid_exists(server.pid) or psutil.Process(server.pid).status() == psutil.STATUS_ZOMBIE
        operator = FakeOperator()
        with Workspace("a", home=str(home), operator=operator, embedder=WordLengths()) as one:
            assert add(one, "a.txt", TEXT).status in {"done", "unchanged"}
            assert one.digest() == undisturbed
            assert len(operator.read) <= CHUNKS - BATCH
    finally:
        stop(home)


def test_a_failed_passage_is_kept_with_its_reason_and_tried_again(
    opened: Callable[..., Workspace], undisturbed: str
) -> None:
    broken = FakeOperator(fails=lambda chunk: "the credit is used up" if "Passagexx." in chunk.text else "")
    one = opened(broken)
    report = add(one, "a.txt", TEXT)
    assert (report.status, report.reason, report.failed) == ("failed", f"1 of {CHUNKS} chunks failed", 1)
    (document,) = one.status()["documents"]
    assert {state["status"]: state["chunks"] for state in document["states"]} == {"held": CHUNKS - 1, "failed": 1}
    (failed,) = [row for row in one.status()["ledger"] if row["status"] == "failed"]
    assert (failed["kind"], failed["entries"]) == ("reading", 1)
    assert failed["reasons"] == ["RuntimeError: the credit is used up"]
    again = add(one, "a.txt", TEXT)
    assert (again.status, again.read, len(broken.read)) == ("failed", 0, CHUNKS + 1)
    mended = FakeOperator()
    other = opened(mended, one.name)
    last = add(other, "a.txt", TEXT)
    assert (last.status, last.read, len(mended.read)) == ("done", 1, 1)
    assert other.digest() == undisturbed


def test_a_failed_passage_survives_a_rebuild_as_failed(opened: Callable[..., Workspace]) -> None:
    one = opened(FakeOperator(fails=lambda chunk: "no" if "Lumen" in chunk.text else ""))
    add(one, "a.txt", "Ana is tired.\n\nLumen is missing.")
    before, documents = one.digest(), one.status()["documents"]
    one.rebuild()
    assert (one.digest(), one.status()["documents"]) == (before, documents)


def test_a_chapter_that_cannot_be_annotated_fails_its_file_only(
    opened: Callable[..., Workspace], tmp_path: Path
) -> None:
    class Broken(FakeOperator):
        def annotate(self, chapter: Chapter, chunks: object) -> list[Chunk]:
            if "Lumen" in chapter.text:
                raise RuntimeError("no such word")
            return super().annotate(chapter, chunks)  # type: ignore[arg-type]  # the test stands in for a reader

    one = opened(Broken())
    (tmp_path / "a.txt").write_text("Lumen is missing.")
    (tmp_path / "b.txt").write_text("Ana is tired.")
    bad, good = one.ingest(tmp_path)
    assert (bad.key, bad.status, good.key, good.status) == ("a.txt", "failed", "b.txt", "done")
    assert "chapter 1 of a.txt" in bad.reason and "no such word" in bad.reason


def key_of(text: str, key: str = "a.txt") -> str:
    document = from_text(text, key=key)
    (chunk,) = [chunk for chapter in chapters(document, None) for chunk in chunks(chapter)]
    return reading_key(chunk, FakeOperator.name)


def test_claims_of_a_living_writer_are_waited_for(opened: Callable[..., Workspace]) -> None:
    started, go_on = threading.Event(), threading.Event()

    def wait(_: Chunk) -> str:
        started.set()
        assert go_on.wait(60)
        return ""

    slow, quick = FakeOperator(fails=wait), FakeOperator()
    one = opened(slow)
    other = opened(quick, one.name)
    assert one.graph and other.graph
    first = threading.Thread(target=add, args=(one, "a.txt", "Ana is tired."))
    second = threading.Thread(target=add, args=(other, "b.txt", "Ana is tired."))
    first.start()
    assert started.wait(60)
    second.start()
    second.join(1)
    assert second.is_alive(), "did not wait"
    go_on.set()
    first.join(60)
    second.join(60)
    assert (len(slow.read), len(quick.read)) == (1, 0)
    assert one.status()["nodes"]["State"] == 2, "one for each chapter's own Ana"


def test_finished_work_is_let_go_before_waiting(opened: Callable[..., Workspace]) -> None:
    """Otherwise two writers wait for each other in a circle, each with what the other needs."""
    operator = FakeOperator()
    one = opened(operator)
    held, free = key_of("Bo is tired."), key_of("Ana is tired.")
    rival = Log(one.graph, one.name)
    with rival.working():
        assert rival.claim([held], "reading") == {held}
        writer = threading.Thread(target=add, args=(one, "a.txt", "Ana is tired.\n\nBo is tired."))
        writer.start()
        until = time.monotonic() + 60
        while not rival.done([free]) and time.monotonic() < until:
            time.sleep(0.05)
        assert rival.done([free]), "holds back what is read"
        assert operator.read == ["Ana is tired."]
        assert writer.is_alive()
    writer.join(60)
    assert not writer.is_alive(), "waits for a claim that was given back"
    assert operator.read == ["Ana is tired.", "Bo is tired."]
    assert one.status()["documents"][0]["states"] == [{"status": "held", "chunks": 2}]


def test_an_interrupted_run_leaves_no_claim_behind(opened: Callable[..., Workspace], undisturbed: str) -> None:
    def interrupt(chunk: Chunk) -> str:
        if "Passagexxx." in chunk.text:
            raise KeyboardInterrupt
        return ""

    one = opened(FakeOperator(fails=interrupt))
    with pytest.raises(KeyboardInterrupt):
        add(one, "a.txt", TEXT)
    other = opened(FakeOperator(), one.name)
    started = time.monotonic()
    assert add(other, "a.txt", TEXT).status == "done"
    assert time.monotonic() - started < 60
    assert other.digest() == undisturbed


def test_a_claim_that_a_broken_connection_left_behind_is_taken_over(opened: Callable[..., Workspace]) -> None:
    one = opened(FakeOperator())
    left = Log(one.graph, one.name)  # at work no more, and its claims were not given back
    key = key_of("Ana is tired.")
    assert left.claim([key], "reading") == {key}
    assert Log(one.graph, one.name).claim([key], "reading") == {key}


def test_claims_of_another_machine_are_respected_for_a_while(
    opened: Callable[..., Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = opened(FakeOperator())
    key = key_of("Ana is tired.")
    far, near = Log(one.graph, one.name), Log(one.graph, one.name)
    far.owner = "far.example/1/1/abc"
    assert far.claim([key], "reading") == {key}
    assert near.claim([key], "reading") == set()
    monkeypatch.setattr("gsw_graph.log.LEASE", timedelta(minutes=-1))
    assert near.claim([key], "reading") == {key}


def test_nobody_writes_while_a_rebuild_is_at_work(
    opened: Callable[..., Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told beside it, a document would be dropped behind the back of the ledger."""
    one = opened(FakeOperator())
    other = opened(FakeOperator(), one.name)
    add(one, "a.txt", "Ana is tired.")
    add(one, "b.txt", "Bo is tired.")
    before = one.digest()
    monkeypatch.setattr("gsw_graph.log.PATIENCE", timedelta(0))
    refused = []

    def meet(_: object) -> None:
        for write in (
            lambda: add(other, "c.txt", "Lumen is missing."),
            lambda: other.forget("a.txt"),
            lambda: other.rebuild(),
        ):
            with pytest.raises(ServerError, match=rf"{os.getpid()} on .* rebuilds the workspace") as error:
                write()
            refused.append(error.value.hint)

    one.rebuild(meet)
    assert len(refused) == 6 and all("again when that has ended" in hint for hint in refused)
    assert one.digest() == before
    assert add(other, "c.txt", "Lumen is missing.").status == "done"
    assert one.status()["ledger"] == [
        {"kind": kind, "status": "done", "entries": 3, "reasons": []} for kind in ("document", "reading")
    ]


def test_a_rebuild_does_not_start_beside_a_writer(
    opened: Callable[..., Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    errors: list[str] = []
    monkeypatch.setattr("gsw_graph.log.PATIENCE", timedelta(0))

    def meet(_: Chunk) -> str:
        try:
            other.rebuild()
        except ServerError as error:
            errors.append(str(error))
        return ""

    one = opened(FakeOperator(fails=meet))
    other = opened(FakeOperator(), one.name)
    assert one.graph and other.graph
    assert add(one, "a.txt", "Ana is tired.").status == "done"
    assert len(errors) == 1 and "writes to the workspace" in errors[0]
    before = one.digest()
    assert other.rebuild() == 1
    assert one.digest() == before


def test_a_turn_is_waited_for(opened: Callable[..., Workspace]) -> None:
    one = opened(FakeOperator())
    add(one, "a.txt", "Ana is tired.")
    reports = []
    with Log(one.graph, one.name).working("rebuild"):
        writer = threading.Thread(target=lambda: reports.append(add(one, "b.txt", "Bo is tired.")))
        writer.start()
        writer.join(1)
        assert writer.is_alive() and not reports
    writer.join(60)
    assert reports[0].status == "done"


REBUILDING = """
import os, signal, sys
from conftest import Neo4j
from test_laws import open_workspace

one = open_workspace(Neo4j(*sys.argv[1:4]), sys.argv[4])
one.rebuild(lambda _: os.kill(os.getpid(), signal.SIGKILL))
"""


def test_a_killed_rebuild_keeps_nobody_waiting_and_loses_nothing(
    neo4j_server: Neo4j, opened: Callable[..., Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    operator = FakeOperator()
    one = opened(operator)
    bodies = {"a.txt": TEXT, "b.txt": "Bo is tired.", "c.txt": "Lumen is missing."}
    for key, body in bodies.items():
        add(one, key, body)
    before, read = one.digest(), len(operator.read)
    killed = subprocess.run(
        [sys.executable, "-c", REBUILDING, *neo4j_server, one.name], cwd=Path(__file__).parent, timeout=120
    )
    assert killed.returncode == -signal.SIGKILL
    assert one.digest() != before
    monkeypatch.setattr("gsw_graph.log.PATIENCE", timedelta(0))
    with pytest.raises(InputError, match="is in its log only. Try: gsw rebuild"):
        one.forget("c.txt")
    for key, body in bodies.items():
        assert add(one, key, body).status in {"done", "unchanged"}
    assert (one.digest(), len(operator.read)) == (before, read)


def test_a_writer_that_was_taken_for_gone_stops(
    opened: Callable[..., Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its process may have slept while a rebuild went on without it."""
    one = opened(FakeOperator())
    add(one, "a.txt", "Ana is tired.")
    sleeper, next_one = Log(one.graph, one.name), Log(one.graph, one.name)

    def complete() -> None:
        one.graph.transact(lambda tx: sleeper.complete(tx, "reading", "x", {"reading:1": "{}"}, now()))

    with sleeper.working():
        complete()
        with monkeypatch.context() as patch:
            patch.setattr("gsw_graph.log.LEASE", timedelta(seconds=-1))
            with next_one.working("rebuild"), pytest.raises(ServerError, match="others went on"):
                complete()


def test_claims_are_renewed_while_their_owner_works(
    opened: Callable[..., Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = opened(FakeOperator())
    worker, other = Log(one.graph, one.name), Log(one.graph, one.name)
    monkeypatch.setattr("gsw_graph.log.LEASE", timedelta(seconds=2))
    with worker.working():
        assert worker.claim(["reading:1"], "reading") == {"reading:1"}
        time.sleep(3)
        assert other.claim(["reading:1"], "reading") == set()


def test_claims_of_a_living_process_that_renews_them_no_more_are_taken_over(
    opened: Callable[..., Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lost its database, say, and does something else now."""
    one = opened(FakeOperator())
    lost, other = Log(one.graph, one.name), Log(one.graph, one.name)
    host, *_ = lost.owner.split("/")
    parent = psutil.Process().parent()
    assert parent
    lost.owner = f"{host}/{parent.pid}/{int(parent.create_time())}/abc"
    assert lost.claim(["reading:1"], "reading") == {"reading:1"}
    assert other.claim(["reading:1"], "reading") == set()
    monkeypatch.setattr("gsw_graph.log.LEASE", timedelta(seconds=-1))
    assert other.claim(["reading:1"], "reading") == {"reading:1"}


def test_a_late_failure_does_not_undo_what_another_completed(opened: Callable[..., Workspace]) -> None:
    one = opened(FakeOperator())
    add(one, "a.txt", "Ana is tired.")
    key = key_of("Ana is tired.")
    log = Log(one.graph, one.name)
    log.fail({key: "too late"}, "reading")
    assert key in log.done([key])


def test_a_rebuild_that_breaks_off_is_mended_without_reading(
    opened: Callable[..., Workspace], undisturbed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = opened(FakeOperator())
    add(one, "a.txt", TEXT)
    with monkeypatch.context() as patch:
        patch.setattr("gsw_graph.restore._retell", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            one.rebuild()
    assert one.digest() != undisturbed
    report = add(one, "a.txt", TEXT)
    assert (report.status, report.read) == ("done", 0)
    assert one.digest() == undisturbed


def test_a_chapter_of_which_not_all_could_be_read_is_held_as_far_as_it_was(opened: Callable[..., Workspace]) -> None:
    broken = FakeOperator(fails=lambda chunk: "no" if "Bo Lind" in chunk.text else "")
    one = opened(broken)
    assert add(one, "a.txt", "Ana Reyes is a mayor.\n\nBo Lind is a courier.").status == "failed"
    assert [view.roles for view in one.show("Ana Reyes")] == [("mayor",)]
    one.rebuild()
    assert [view.roles for view in one.show("Ana Reyes")] == [("mayor",)]
    again = opened(FakeOperator(), one.name)
    assert add(again, "a.txt", "Ana Reyes is a mayor.\n\nBo Lind is a courier.").status == "done"
    assert [view.roles for name in ("Ana Reyes", "Bo Lind") for view in again.show(name)] == [("mayor",), ("courier",)]
