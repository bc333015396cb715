"""The sealed log: what goes in comes out, the same log makes the same bytes, and nothing else is ever loaded."""

import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import Run, loaded
from conftest import QUARRY, Neo4j
from fakes import FakeOperator
from gsw_graph.decisions import Apart, Content, Decision, Rename, Retype, Same, rulings
from gsw_graph.embed import HostedEmbedder
from gsw_graph.embed.hosted import EmbeddingCall
from gsw_graph.errors import GSWError, InputError
from gsw_graph.identity import persona_uid
from gsw_graph.ledger import keep_embedding_calls
from gsw_graph.llm.caller import Call
from gsw_graph.llm.tasks import Part, Task
from gsw_graph.log import Log, now
from gsw_graph.logged import reading_key
from gsw_graph.opening import Choice
from gsw_graph.records import SCHEMA_VERSION, Chunk
from gsw_graph.replies import Replies
from gsw_graph.sealed import SealedFiles, compare_log, export_log, import_log, verify_log
from gsw_graph.sealed.entries import KINDS, read_line
from gsw_graph.settling import settle
from gsw_graph.workspace import Workspace
from test_laws import Opener, World, add, break_after, few, open_workspace, opened, recorded_times, world

__all__ = ["opened"]
WORLD = {
    "a.txt": "Ana Reyes meets Bo Lind in Porto on 2019-05-01.\n\nBo Lind is a mayor.\n\nAna Reyes is tired.",
    "b.txt": "Cleo Marsh makes Bo Lind a courier.\n\nWho warns Ana Reyes?",
    "blank.txt": "  ",
}
ANA, BO, CLEO = (persona_uid("", name, "") for name in ("ana reyes", "bo lind", "cleo marsh"))
ASUNDER, RENAMED = Apart(one=ANA, other=BO), Rename(persona=CLEO, name="Chloë")
MODEL, PROMPT, VERSION = "some-model", "a" * 24, "some-model-2026-01-01"


def reply(name: str = "1", **changes: str) -> dict[str, Any]:
    """Return the properties of an entry that a model's reply makes."""
    key = "reply:" + hashlib.sha256(name.encode()).hexdigest()
    fixed = {"key": key, "kind": "reply", "task": "extract", "task_uid": PROMPT, "model": MODEL, "resolved": VERSION}
    return {
        **fixed,
        "payload": '{"number":0,"actors":["Zoë \U0001f701"]}',
        "status": "done",
        "recorded_at": now(),
        **changes,
    }


def call(name: str = "1") -> dict[str, Any]:
    """Return the properties of an entry of the ledger."""
    tokens = {
        "tokens_in": 900,
        "tokens_cached": 0,
        "tokens_out": 70,
        "cost": 0.1 + 0.2,
        "seconds": 1.5,
        "batch": False,
        "estimated": False,
    }
    said = {"task": "extract", "model": MODEL, "resolved": VERSION, "status": "failed", "reason": "429", "run": "r1"}
    return {"key": f"call:{name * 32}", "kind": "call", "recorded_at": now(), **said, **tokens}


def keep(workspace: Workspace, *entries: dict[str, Any]) -> None:
    for entry in entries:
        workspace.graph.driver.execute_query(
            "CREATE (e:LogEntry {workspace: $workspace}) SET e += $entry", workspace=workspace.name, entry=entry
        )


def decided(workspace: Workspace, *contents: Content) -> list[int]:
    """Decide, in this order, and return the numbers of the decisions."""
    return settle(workspace.graph, workspace.name, [Decision(what=what, reason="Ünlike") for what in contents])


def hold(workspace: Workspace, documents: World) -> Workspace:
    for key, text in documents.items():
        assert add(workspace, key, text).status in {"done", "skipped"}
    return workspace


def seal(workspace: Workspace, path: Path, *, replace: bool = False, mixed: bool = False) -> SealedFiles:
    export_log(workspace.graph, workspace.name, path, replace=replace, mixed=mixed)
    return SealedFiles.at(path)


def load(workspace: Workspace, path: Path, *, mixed: bool = False, chosen: Choice | None = None) -> tuple[int, int]:
    """Load a file; returns the appended entries and the rebuilt documents."""
    done = import_log(
        workspace.graph,
        workspace.name,
        path,
        embedder=workspace.embedder,
        chosen=chosen or Choice(),
        mixed=mixed,
    )
    return done.appended, done.documents


def same(workspace: Workspace, path: Path) -> None:
    compare_log(workspace.graph, workspace.name, verify_log(path))


@pytest.fixture
def one(opened: Opener) -> Iterator[Workspace]:
    """Yield a workspace that holds the small world, replies and calls."""
    with opened() as workspace:
        hold(workspace, WORLD)
        keep(workspace, reply("1"), reply("2"), call("1"), call("2"))
        decided(workspace, ASUNDER, RENAMED)
        yield workspace


@pytest.fixture(scope="module")
def sealed_once(neo4j_server: Neo4j, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SealedFiles]:
    """Yield a sealed log; tests only copy it."""
    with open_workspace(neo4j_server, f"seal {uuid.uuid4().hex}") as workspace:
        hold(workspace, WORLD)
        keep(workspace, reply("1"), reply("2"), call("1"), call("2"))
        decided(workspace, ASUNDER, RENAMED)
        yield seal(workspace, tmp_path_factory.mktemp("sealed") / "case.jsonl")
        workspace.clear()


@pytest.fixture
def files(sealed_once: SealedFiles, tmp_path: Path) -> SealedFiles:
    """Return a copy of the sealed log that the test may change."""
    for file in sealed_once:
        shutil.copy(file, tmp_path)
    return SealedFiles.at(tmp_path / "case.jsonl")


def resealed(files: SealedFiles, lines: list[bytes] | None = None, **manifest: Any) -> None:
    """Write changed lines or manifest as somebody would who can compute hashes too."""
    if lines is not None:
        files.log.write_bytes(b"".join(lines))
        manifest = {"log_file_sha256": hashlib.sha256(files.log.read_bytes()).hexdigest()} | manifest
    content = json.loads(files.manifest.read_text()) | manifest
    text = json.dumps(content, sort_keys=True, indent=2) + "\n"
    files.manifest.write_text(text)
    files.checksums.write_text(
        f"{content['log_file_sha256']}  {files.log.name}\n"
        f"{hashlib.sha256(text.encode()).hexdigest()}  {files.manifest.name}\n"
    )


def lines_of(files: SealedFiles) -> list[bytes]:
    return files.log.read_bytes().splitlines(keepends=True)


def line(entry: dict[str, Any]) -> bytes:
    return json.dumps(entry, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def changed(raw: bytes, **changes: Any) -> bytes:
    return line(json.loads(raw) | changes)


# -- the laws ---------------------------------------------------------------------------------------------------------


@few
@given(documents=world())
def test_a_sealed_log_makes_the_same_graph_and_the_same_file(
    opened: Opener, tmp_path_factory: pytest.TempPathFactory, documents: World
) -> None:
    folder = tmp_path_factory.mktemp("law")
    with opened() as workspace, opened() as other:
        hold(workspace, documents)
        keep(workspace, reply("1"), call("1"))
        files = seal(workspace, folder / "one.jsonl")
        assert files.log.read_bytes() == seal(workspace, folder / "again.jsonl").log.read_bytes()
        reader = other.operator
        assert isinstance(reader, FakeOperator)
        appended, rebuilt = load(other, files.log)
        assert (appended, rebuilt) == (len(lines_of(files)), len(documents))
        assert other.digest() == workspace.digest()
        assert recorded_times(other) == recorded_times(workspace)
        assert seal(other, folder / "other.jsonl").log.read_bytes() == files.log.read_bytes()
        assert {add(other, key, text).status for key, text in documents.items()} == {"unchanged"}
        assert reader.read == [], "nothing is read again"


@few
@given(documents=world(), more=world(), data=st.data())
def test_loading_twice_or_in_parts_is_loading_once(
    opened: Opener, tmp_path_factory: pytest.TempPathFactory, documents: World, more: World, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("law")
    with opened() as workspace, opened() as other, pytest.MonkeyPatch.context() as patch:
        files = seal(hold(workspace, documents), folder / "case.jsonl")
        patch.setattr("gsw_graph.sealed.entries.GROUP_WEIGHT", 1)
        with pytest.MonkeyPatch.context() as breaking:
            break_after(breaking, data.draw(st.integers(1, 60)))
            with suppress(ZeroDivisionError):
                load(other, files.log)
        load(other, files.log)
        assert other.digest() == workspace.digest()
        same(other, files.log)
        assert load(other, files.log) == (0, 0)


def test_a_log_is_loaded_beside_what_is_there(one: Workspace, opened: Opener, tmp_path: Path) -> None:
    files = seal(one, tmp_path / "case.jsonl")
    with opened() as other, opened() as both:
        own = {"c.txt": "Cleo Marsh makes Bo Lind a courier.\n\nBo Lind warns Ana Reyes in Old Mill."}
        hold(other, own)
        appended, rebuilt = load(other, files.log)
        assert appended == len(lines_of(files)) - 1, "one passage is in both"
        assert rebuilt == len(WORLD) + 1
        hold(both, WORLD | own)
        decided(both, ASUNDER, RENAMED)
        assert other.digest() == both.digest()


# -- what is in a file ------------------------------------------------------------------------------------------------


def test_lines_are_sorted_objects_in_one_order(files: SealedFiles) -> None:
    entries = [json.loads(raw) for raw in lines_of(files)]
    assert [line(entry) for entry in entries] == lines_of(files)
    assert [(entry["kind"], entry["key"]) for entry in entries] == sorted((e["kind"], e["key"]) for e in entries)
    assert {entry["kind"] for entry in entries} == KINDS.keys()
    assert all(entry["recorded_at"].endswith("+00:00") for entry in entries)
    ledger = next(entry for entry in entries if entry["kind"] == "call")
    assert (ledger["cost"], ledger["status"], ledger["run"]) == (0.1 + 0.2, "failed", "r1")


def test_the_manifest_says_what_it_is(files: SealedFiles, sealed_once: SealedFiles) -> None:
    manifest = json.loads(files.manifest.read_text())
    counts = [json.loads(raw)["kind"] for raw in lines_of(files)]
    assert manifest["n_entries"] == {kind: counts.count(kind) for kind in KINDS}
    assert manifest["log_file"] == "case.jsonl"
    assert manifest["log_file_sha256"] == hashlib.sha256(files.log.read_bytes()).hexdigest()
    assert manifest["schema_version"] == SCHEMA_VERSION
    assert manifest["operators"] == ["fake-1"]
    assert manifest["models"] == [
        {"task": "extract", "task_uid": PROMPT, "requested": MODEL, "resolved": VERSION, "n_entries": 2}
    ]
    assert manifest["workspace"].startswith("seal ")


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="no sha256sum here")
def test_the_checksums_are_those_of_sha256sum(files: SealedFiles) -> None:
    done = subprocess.run(
        ["sha256sum", "-c", files.checksums.name], cwd=files.log.parent, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "case.jsonl: OK\ncase.manifest.json: OK\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_only_the_owner_can_read_it(one: Workspace, tmp_path: Path) -> None:
    for file in seal(one, tmp_path / "case.jsonl"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_does_not_stand_is_left_out(one: Workspace, tmp_path: Path) -> None:
    log = Log(one.graph, one.name)
    chunk = Chunk(document="x", chapter=1, index=0, start=0, end=1, text="x")
    pending, failed = reading_key(chunk, "p"), reading_key(chunk, "f")
    with log.working():
        assert log.claim([pending], "reading") == {pending}
        log.fail({failed: "no credit"}, "reading")
        one.forget("b.txt")
        files = seal(one, tmp_path / "case.jsonl")
        text = files.log.read_text()
        assert pending not in text and failed not in text and "turn:" not in text
        assert "Cleo Marsh" not in text, "what was forgotten is gone"
        same(one, files.log)


def test_a_failed_chunk_is_read_after_the_import(opened: Opener, neo4j_server: Neo4j, tmp_path: Path) -> None:
    bad = FakeOperator(fails=lambda chunk: "no credit" if "mayor" in chunk.text else "")
    with (
        open_workspace(neo4j_server, f"law {uuid.uuid4().hex}", bad) as workspace,
        opened() as other,
        opened() as whole,
    ):
        assert add(workspace, "a.txt", WORLD["a.txt"]).failed == 1
        files = seal(workspace, tmp_path / "case.jsonl")
        assert verify_log(files.log).calls == 1
        load(other, files.log)
        same(other, files.log)
        report = add(other, "a.txt", WORLD["a.txt"])
        assert (report.status, report.read) == ("done", 1)
        assert other.digest() == hold(whole, {"a.txt": WORLD["a.txt"]}).digest()
        workspace.clear()


class Said(Part):
    text: str = ""


def test_what_the_replies_keep_is_sealed(opened: Opener, tmp_path: Path) -> None:
    """A reply, its call and a failed call go through as the model road writes them."""
    task = Task("extract", Said, 100)
    item = task.item("Ana is tired.", MODEL)
    asked = Call("batch_67ab90:extract-1", task.name, MODEL, VERSION, "done", "", 900, 100, 70, 0.25, 1.5)
    failed = asked._replace(uid="b" * 32, resolved="", status="failed", reason="429", tokens_out=0, cost=None)
    reading = "reading:" + "0" * 64
    with opened() as workspace, opened() as other:
        log = Log(workspace.graph, workspace.name)
        replies = Replies(workspace.graph, workspace.name, log, model=MODEL, run="r1")
        with log.working(), replies.open():
            assert replies.take([item.key]).mine == {item.key}
            replies.keep(task, {item.key: Said(number=0, text="Zoë").model_dump_json()}, asked)
            replies.count(failed)
        made = {reading: (item.key,)}
        workspace.graph.transact(lambda tx: log.complete(tx, "reading", "llm-1", {reading: "{}"}, now(), replies=made))
        files = seal(workspace, tmp_path / "case.jsonl")
        entries = {one["key"]: one for one in map(json.loads, lines_of(files))}
        assert entries.keys() == {item.key, reading, f"call:{asked.uid}", f"call:{failed.uid}"}
        assert entries[item.key]["task_uid"] == task.uid
        assert entries[reading]["replies"] == [item.key]
        assert {name: entries[f"call:{asked.uid}"][name] for name in asked._fields[1:]} == dict(
            zip(asked._fields[1:], asked[1:], strict=True)
        )
        load(other, files.log)
        assert stored_properties(other) == stored_properties(workspace)
        assert other.graph.run("read/spending", workspace=other.name) == workspace.graph.run(
            "read/spending", workspace=workspace.name
        )


def stored_properties(workspace: Workspace) -> list[dict[str, Any]]:
    """Return what a log holds, but for how it came there."""
    rows = workspace.graph.driver.execute_query(
        "MATCH (e:LogEntry {workspace: $workspace}) RETURN properties(e) AS entry ORDER BY e.key",
        workspace=workspace.name,
    ).records
    return [{k: v for k, v in row["entry"].items() if k not in {"workspace", "attempts"}} for row in rows]


def test_no_key_and_no_password_is_in_it(
    gsw: Run, fresh: str, neo4j_server: Neo4j, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secret = "sk-live-0123456789abcdef"
    monkeypatch.setenv("OPENAI_API_KEY", secret)
    assert gsw("ingest", str(QUARRY), "-w", fresh).exit_code == 0
    shown = gsw("log", "export", "case.jsonl", "-w", fresh, "--json")
    assert shown.exit_code == 0
    for text in [shown.output, *(file.read_text() for file in SealedFiles.at(tmp_path / "case.jsonl"))]:
        assert secret not in text and neo4j_server.password not in text


def test_a_kind_that_would_be_left_out_is_refused(one: Workspace, tmp_path: Path) -> None:
    keep(one, {"key": "edit:1", "kind": "edit", "status": "done", "payload": "{}", "recorded_at": now()})
    with pytest.raises(InputError, match="cannot seal: edit"):
        seal(one, tmp_path / "case.jsonl")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("changes", [{"payload": "no JSON"}, {"key": "reply:short"}, {"task": 7}])
def test_what_could_not_be_loaded_is_not_sealed(one: Workspace, tmp_path: Path, changes: dict[str, Any]) -> None:
    keep(one, reply("3", **changes))
    with pytest.raises(InputError, match="reply:"):
        seal(one, tmp_path / "case.jsonl")
    assert list(tmp_path.iterdir()) == [], "nothing half written stays"


# -- files that are there already -------------------------------------------------------------------------------------


def test_an_earlier_export_is_replaced_only_on_request(one: Workspace, tmp_path: Path) -> None:
    files = seal(one, tmp_path / "case")
    first, created = files.log.read_bytes(), json.loads(files.manifest.read_text())["created_at"]
    with pytest.raises(InputError, match="is there already"):
        seal(one, tmp_path / "case.jsonl")
    hold(one, {"c.txt": "Bo Lind is tired."})
    seal(one, tmp_path / "case.jsonl", replace=True)
    manifest = json.loads(files.manifest.read_text())
    assert (manifest["created_at"], manifest["updated_at"] > created) == (created, True)
    assert files.log.read_bytes() != first
    same(one, files.log)


def test_what_is_not_ours_is_never_replaced(one: Workspace, opened: Opener, tmp_path: Path) -> None:
    seal(one, tmp_path / "case.jsonl")
    with opened() as other, pytest.raises(InputError, match="is an export of"):
        seal(hold(other, {"a.txt": "Ana is tired."}), tmp_path / "case.jsonl", replace=True)
    (tmp_path / "notes.jsonl").write_text("mine")
    with pytest.raises(InputError, match="nothing beside it says"):
        seal(one, tmp_path / "notes.jsonl", replace=True)
    assert (tmp_path / "notes.jsonl").read_text() == "mine"


def test_an_export_that_breaks_off_leaves_the_earlier_one(one: Workspace, tmp_path: Path) -> None:
    files = seal(one, tmp_path / "case.jsonl")
    before = [file.read_bytes() for file in files]
    hold(one, {"c.txt": "Bo Lind is tired."})
    with pytest.MonkeyPatch.context() as breaking, pytest.raises(ZeroDivisionError):
        break_after(breaking, 5)
        seal(one, tmp_path / "case.jsonl", replace=True)
    assert [file.read_bytes() for file in files] == before
    assert sorted(tmp_path.iterdir()) == sorted(files)


@pytest.mark.parametrize("name", ["a\\b.jsonl", "a\nb.jsonl", ".jsonl", "\udc80.jsonl", "\x1b[2J.jsonl", ""])
def test_odd_names_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="cannot be named"):
        SealedFiles.at(Path(name))


def test_a_folder_that_is_not_there_is_an_error(one: Workspace, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        seal(one, tmp_path / "nowhere" / "case.jsonl")


# -- guards on loading ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gone", ["log", "manifest", "checksums"])
def test_a_file_without_the_others_is_refused(files: SealedFiles, gone: str) -> None:
    getattr(files, gone).unlink()
    with pytest.raises(InputError, match=f"{getattr(files, gone).name} is not there"):
        verify_log(files.log)


def test_nothing_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no sealed log"):
        verify_log(tmp_path / "case.jsonl")


def test_another_hash_is_refused(files: SealedFiles) -> None:
    lines = lines_of(files)
    files.log.write_bytes(b"".join([changed(lines[0], tokens_out=71), *lines[1:]]))
    with pytest.raises(InputError, match="is not what was sealed: its hash"):
        verify_log(files.log)


def test_another_count_is_refused(files: SealedFiles) -> None:
    resealed(files, lines_of(files)[:-1])
    with pytest.raises(InputError, match="entries, not the"):
        verify_log(files.log)


def test_a_manifest_that_names_other_models_is_refused(files: SealedFiles) -> None:
    resealed(files, models=[])
    with pytest.raises(InputError, match="other Operators or models"):
        verify_log(files.log)


def test_a_changed_manifest_is_refused(files: SealedFiles) -> None:
    files.manifest.write_text(files.manifest.read_text().replace("fake-1", "fake-2"))
    with pytest.raises(InputError, match="do not belong together"):
        verify_log(files.log)


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ({"schema_version": SCHEMA_VERSION + 1}, f"records of version {SCHEMA_VERSION + 1}"),
        ({"format": 2}, "format 2"),
        ({"log_file": "../../case.jsonl"}, "belongs to '../../case.jsonl'"),
        ({"log_file": "other.jsonl"}, "belongs to 'other.jsonl'"),
        ({"extra": 1}, "no manifest"),
        ({"log_file_sha256": "x"}, "no manifest"),
        ({"n_entries": {"reading": "many"}}, "no manifest"),
    ],
)
def test_a_manifest_that_does_not_fit_is_refused(files: SealedFiles, manifest: dict[str, Any], said: str) -> None:
    resealed(files, **manifest)
    with pytest.raises(InputError, match=said):
        verify_log(files.log)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\ufeff{}", "ä", "[" * 100_000])
def test_a_manifest_that_is_none_is_refused(files: SealedFiles, text: str) -> None:
    files.manifest.write_text(text)
    with pytest.raises(InputError):
        verify_log(files.log)


def first(files: SealedFiles, kind: str) -> int:
    """Return the number of the first line of a kind that says something."""
    says = {"document": '"chunks":[{', "reading": '"mentions":[{'}.get(kind, "")
    lines = [json.loads(raw) for raw in lines_of(files)]
    return next(n for n, one in enumerate(lines) if one["kind"] == kind and says in one.get("payload", ""))


def source_of(raw: bytes, **changes: Any) -> bytes:
    """Return a document's line with something else in its payload."""
    payload = json.loads(json.loads(raw)["payload"])
    for name, value in changes.items():
        where = payload
        *path, last = name.split("__")
        for part in path:
            where = where[int(part) if part.isdigit() else part]
        where[last] = value
    return changed(raw, payload=json.dumps(payload))


def mentioning(raw: bytes, **changes: Any) -> bytes:
    """Return a reading's line with another first mention."""
    payload = json.loads(json.loads(raw)["payload"])
    mention = payload["mentions"][0]
    quote = mention["quote"] | changes.pop("quote", {})
    payload["mentions"][0] = mention | {"quote": quote} | changes
    return changed(raw, payload=json.dumps(payload))


BROKEN: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "cut off": ("call", lambda raw: raw[:-40]),
    "without its end": ("reply", lambda raw: raw[:-1] + b" \n"),
    "no JSON": ("call", lambda raw: b"hello\n"),
    "blank": ("call", lambda raw: b"\n"),
    "a list": ("call", lambda raw: b"[]\n"),
    "nested deep": ("call", lambda raw: b"[" * 100_000 + b"\n"),
    "not UTF-8": ("call", lambda raw: raw.replace(b"r1", b"\xff\xfe")),
    "lone surrogate": ("call", lambda raw: raw.replace(b"r1", b"\\ud800")),
    "a field twice": ("call", lambda raw: raw.replace(b'"run":"r1"', b'"run":"r1","run":"r1"')),
    "another order": ("call", lambda raw: b'{"run":"r1",' + raw[1:].replace(b'"run":"r1",', b"")),
    "spaces": ("call", lambda raw: raw.replace(b":", b": ", 1)),
    "Windows ends": ("call", lambda raw: raw[:-1] + b"\r\n"),
    "unknown field": ("call", lambda raw: changed(raw, api="x")),
    "missing field": ("call", lambda raw: line({k: v for k, v in json.loads(raw).items() if k != "task"})),
    "unknown kind": ("call", lambda raw: changed(raw, kind="edit")),
    "no kind": ("call", lambda raw: line({k: v for k, v in json.loads(raw).items() if k != "kind"})),
    "text for a number": ("call", lambda raw: changed(raw, tokens_in="900")),
    "too large a number": ("call", lambda raw: changed(raw, tokens_in=2**63)),
    "below nought": ("call", lambda raw: changed(raw, cost=-1.0)),
    "not finite": ("call", lambda raw: raw.replace(b"0.30000000000000004", b"1e999")),
    "no number": ("call", lambda raw: raw.replace(b"0.30000000000000004", b"NaN")),
    "no time": ("reply", lambda raw: changed(raw, recorded_at="yesterday")),
    "another zone": ("reply", lambda raw: changed(raw, recorded_at="2026-01-01T00:00:00+01:00")),
    "no zone": ("reply", lambda raw: changed(raw, recorded_at="2026-01-01T00:00:00")),
    "payload of another kind": ("reading", lambda raw: changed(raw, payload='{"number":1}')),
    "payload that is no JSON": ("reading", lambda raw: changed(raw, payload="{")),
    "reply that is no object": ("reply", lambda raw: changed(raw, payload="[]")),
    "key of another kind": ("reading", lambda raw: changed(raw, key="reply:" + "0" * 64)),
    "key with a path": ("call", lambda raw: changed(raw, key="call:../../x")),
    "key of another document": ("document", lambda raw: source_of(raw, document__key="else.txt")),
    "another Operator": ("document", lambda raw: source_of(raw, operator="else")),
    "unstorable text": ("document", lambda raw: source_of(raw, document__title="\x00")),
    "part outside": ("document", lambda raw: source_of(raw, chunks__0__end=2**70)),
    "part before": ("document", lambda raw: source_of(raw, chapters__0__start=-1)),
    "large number": ("document", lambda raw: source_of(raw, chunks__0__scene=2**70)),
    "number that cannot be stored": ("reading", lambda raw: mentioning(raw, quote={"start": 2**70})),
    "other reply": ("document", lambda raw: changed(raw, replies=["document:" + "0" * 24])),
    "status of another kind": ("call", lambda raw: changed(raw, status="pending")),
    "chunk without chapter": ("document", lambda raw: source_of(raw, chunks__0__chapter=7)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_line_that_cannot_be_used_is_named(files: SealedFiles, name: str) -> None:
    kind, broken = BROKEN[name]
    lines = lines_of(files)
    number = first(files, kind)
    lines[number] = broken(lines[number])
    resealed(files, lines)
    with pytest.raises(InputError, match=f"Line {number + 1} of case.jsonl.* cannot be used: "):
        verify_log(files.log)


def test_a_key_that_stands_there_twice_is_named(files: SealedFiles) -> None:
    lines = lines_of(files)
    number = first(files, "reading")
    resealed(files, [*lines[: number + 1], *lines[number:]])
    key = json.loads(lines[number])["key"]
    with pytest.raises(InputError, match=rf"Line {number + 2} of case.jsonl \({key}\).*: the key stands there already"):
        verify_log(files.log)


def test_lines_in_another_order_are_refused(files: SealedFiles) -> None:
    lines = lines_of(files)
    resealed(files, lines[::-1])
    with pytest.raises(InputError, match="Line 2 .*not in order"):
        verify_log(files.log)


@given(st.binary(max_size=60))
def test_any_line_is_an_entry_or_a_fault(raw: bytes) -> None:
    with suppress(ValueError):
        read_line(raw)


def test_nothing_of_a_bad_file_is_loaded(files: SealedFiles, opened: Opener) -> None:
    lines = lines_of(files)
    resealed(files, [*lines[:-1], lines[-1][:-3]])
    with opened() as other:
        with pytest.raises(InputError, match=f"Line {len(lines)} "):
            load(other, files.log)
        assert names_of(other) == [], "not even a workspace was made"


def names_of(workspace: Workspace) -> list[str]:
    names = [row["workspace"] for row in workspace.graph.run("read/workspaces")]
    return [name for name in names if name == workspace.name]


def test_what_a_forged_reading_says_is_checked_against_the_text(files: SealedFiles, opened: Opener) -> None:
    lines = lines_of(files)
    number = first(files, "reading")
    lines[number] = mentioning(lines[number], name="Ana') DETACH DELETE n //", quote={"text": "never said"})
    resealed(files, lines)
    with opened() as other, opened() as bystander:
        before = hold(bystander, WORLD).digest()
        load(other, files.log)
        assert sum(row["refused"] for row in other.status()["documents"]) > 0
        assert bystander.digest() == before


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"task_uid": "b" * 24}, "Two prompts of 'extract' would be mixed"),
        ({"model": "other-model"}, "Two models for 'extract' would be mixed"),
        ({"resolved": "some-model-2026-06-06"}, "Two versions of 'some-model' would be mixed"),
        ({"task": "couple", "resolved": "some-model-2026-06-06"}, "Two versions of 'some-model' would be mixed"),
    ],
)
def test_other_prompts_models_and_versions_are_not_mixed(
    one: Workspace, opened: Opener, files: SealedFiles, tmp_path: Path, changes: dict[str, str], said: str
) -> None:
    keep(one, reply("3", **changes))
    with pytest.raises(InputError, match=said):
        seal(one, tmp_path / "mixed.jsonl")
    mixed = seal(one, tmp_path / "mixed.jsonl", mixed=True)
    assert len(json.loads(mixed.manifest.read_text())["models"]) == 2
    with opened() as other:
        with pytest.raises(InputError, match=said):
            load(other, mixed.log)
        assert names_of(other) == []
        keep(other, reply("3", **changes))
        with pytest.raises(InputError, match=said):
            load(other, files.log)
        assert load(other, files.log, mixed=True)[0] == len(lines_of(files))


def test_replies_of_another_model_than_the_workspace_asks_are_refused(files: SealedFiles, opened: Opener) -> None:
    with opened() as other:
        chosen = Choice("llm", "llm", "other-model")
        with pytest.raises(InputError, match="Two models for 'extract' would be mixed"):
            load(other, files.log, chosen=chosen)
        assert names_of(other) == []
        load(other, files.log, chosen=chosen._replace(model=MODEL))
        assert other.graph.run("read/workspace", workspace=other.name)[0]["workspace"]["model"] == MODEL


def test_a_version_that_was_not_said_is_not_another(one: Workspace, tmp_path: Path) -> None:
    keep(one, reply("3", resolved=""), reply("4", task="couple", task_uid="c" * 24))
    seal(one, tmp_path / "case.jsonl")


def test_another_payload_under_a_key_is_refused(files: SealedFiles, opened: Opener) -> None:
    with opened() as other:
        keep(other, reply("1", payload='{"number":0}'))
        with pytest.raises(InputError, match=f"has another entry under {reply('1')['key']}: its payload differs"):
            load(other, files.log)
        assert other.graph.run("read/log_keys", workspace=other.name, kind="reading") == [], "nothing was written"


def test_an_entry_keeps_when_it_was_made_here(files: SealedFiles, opened: Opener) -> None:
    with opened() as other:
        keep(other, reply("1"))
        before = Log(other.graph, other.name).done([reply("1")["key"]])
        load(other, files.log)
        assert Log(other.graph, other.name).done([reply("1")["key"]]) == before


def test_what_stands_in_a_log_is_never_written_over(files: SealedFiles, opened: Opener) -> None:
    entry = read_line(lines_of(files)[first(files, "reply")])
    with opened() as other:
        keep(other, reply("9", key=entry.key))
        before = stored_properties(other)
        rows = [{"key": entry.key, "properties": entry.stored()}]
        assert other.graph.run("log/import", workspace=other.name, rows=rows) == []
        assert stored_properties(other) == before


def test_an_import_takes_over_what_failed_and_what_was_forgotten(files: SealedFiles, opened: Opener) -> None:
    key = reply("1")["key"]
    with opened() as other:
        log = Log(other.graph, other.name)
        log.fail({key: "no credit"}, "reply")
        load(other, files.log)
        other.forget("a.txt")
        load(other, files.log)
        same(other, files.log)
        [row] = [row for row in other.status()["ledger"] if row["kind"] == "reply"]
        assert (row["status"], row["reasons"]) == ("done", [])


def test_a_file_that_changes_under_an_import_is_noticed(
    files: SealedFiles, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    def change(*_: object) -> None:
        lines = lines_of(files)
        files.log.write_bytes(b"".join([changed(lines[0], tokens_out=71), *lines[1:]]))

    monkeypatch.setattr("gsw_graph.sealed.load.create", change)
    with opened() as other, pytest.raises(InputError, match="was changed while it was loaded"):
        load(other, files.log)


def test_an_import_waits_for_its_turn(files: SealedFiles, opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gsw_graph.log.PATIENCE", timedelta(0))
    with opened() as other, Log(other.graph, other.name).working():
        with pytest.raises(GSWError, match="writes to"):
            load(other, files.log)
        assert other.graph.run("read/log_keys", workspace=other.name, kind="reading") == []


def test_decisions_of_another_workspace_come_after_those_made_here(opened: Opener, tmp_path: Path) -> None:
    with opened() as there, opened() as here:
        hold(there, {"a.txt": WORLD["a.txt"]})
        assert decided(there, Same(one=ANA, other=BO), RENAMED, Retype(persona=CLEO, to="group")) == [1, 2, 3]
        there.edit.undo(1)
        sealed = seal(there, tmp_path / "case.jsonl")
        hold(here, {"b.txt": WORLD["b.txt"]})
        decided(here, Rename(persona=CLEO, name="Clio"), Same(one=ANA, other=BO))
        assert load(here, sealed.log)[0] == 7, "a document, its readings, what was decided on Cleo, and an undoing"
        stands = rulings(here.graph, here.name)
        assert (stands.version, stands.names, stands.kinds, stands.links) == (5, {CLEO: "Chloë"}, {CLEO: "group"}, ())
        assert [view.name for view in here.show("Cleo Marsh")] == ["Chloë"], "what is held follows"
        assert load(here, sealed.log) == (0, 0)
        assert rulings(here.graph, here.name).version == 5


def test_a_decision_under_a_key_that_is_not_its_own_is_refused(files: SealedFiles) -> None:
    lines = lines_of(files)
    [first, *_] = [number for number, raw in enumerate(lines) if json.loads(raw)["kind"] == "decision"]
    lines[first] = changed(lines[first], by="some-model")
    resealed(files, lines)
    with pytest.raises(InputError, match=f"Line {first + 1} .*not that of the decision"):
        verify_log(files.log)


# -- comparing --------------------------------------------------------------------------------------------------------


def test_what_differs_is_named(one: Workspace, opened: Opener, tmp_path: Path) -> None:
    files = seal(one, tmp_path / "case.jsonl")
    keep(one, reply("3"))
    with pytest.raises(InputError, match=f"holds {reply('3')['key']}, which is not in case.jsonl"):
        same(one, files.log)
    grown = seal(one, tmp_path / "grown.jsonl")
    keep(one, reply("4", key="reply:" + "f" * 64))
    with pytest.raises(InputError, match="holds reply:f{64}, which is not in grown.jsonl"):
        same(one, grown.log)
    with opened() as other:
        load(other, files.log)
        with pytest.raises(InputError, match=f"lacks {reply('3')['key']} of grown.jsonl"):
            same(other, grown.log)
        other.graph.driver.execute_query(
            "MATCH (e:LogEntry {workspace: $workspace, key: $key}) SET e.payload = '{}'",
            workspace=other.name,
            key=reply("1")["key"],
        )
        with pytest.raises(InputError, match=f"another entry under {reply('1')['key']}: its payload differs"):
            same(other, files.log)


def test_a_graph_that_lacks_what_the_log_holds_is_named(one: Workspace, tmp_path: Path) -> None:
    files = seal(one, tmp_path / "case.jsonl")
    one.graph.run("write/drop_label", workspace=one.name, label="Document", limit=1)
    with pytest.raises(InputError, match="does not tell 1 documents or chunks"):
        same(one, files.log)
    assert load(one, files.log) == (0, len(WORLD)), "an import mends it"
    same(one, files.log)


# -- the commands -----------------------------------------------------------------------------------------------------


def test_the_commands_move_a_memory(gsw: Run, fresh: str, opened: Opener, tmp_path: Path) -> None:
    assert gsw("ingest", str(QUARRY), "-w", fresh).exit_code == 0
    sealed = loaded(gsw("log", "export", "case", "-w", fresh, "--json"))
    assert (sealed["file"], sealed["manifest"]["workspace"]) == ("case.jsonl", fresh)
    again = gsw("log", "export", "case", "-w", fresh)
    assert again.exit_code == 1 and "Try: --force" in again.stderr
    with opened() as empty:
        other = f"{empty.name} moved"
    moved = gsw("log", "import", "case.jsonl", "-w", other)
    assert moved.exit_code == 0, moved.output
    assert "documents rebuilt" in moved.stdout and "read anew" not in moved.stderr
    assert gsw("digest", "-w", other).stdout == gsw("digest", "-w", fresh).stdout
    verified = gsw("log", "verify", "case.jsonl", "-w", other)
    assert verified.exit_code == 0, verified.output
    facts = dict(line.split("  ", 1) for line in verified.stdout.splitlines())
    assert (facts["extraction calls"].strip(), facts["appended rows"].strip()) == ("0", "0")
    assert gsw("forget", "quarry.md", "-w", other).exit_code == 0
    lacking = gsw("log", "verify", "case.jsonl", "-w", other)
    assert lacking.exit_code == 1 and "lacks document:" in lacking.stderr
    assert gsw("log", "verify", "case.jsonl").exit_code == 0, "the file alone"
    with (tmp_path / "case.jsonl").open("ab") as stream:
        stream.write(b"{}\n")
    bad = gsw("log", "verify", "case.jsonl")
    assert bad.exit_code == 1 and bad.stderr.startswith("Error: Line ")
    assert gsw("log", "export", "x.jsonl", "-w", "nobody has this name").exit_code == 1
    Workspace(other).clear()


def test_an_import_says_if_another_operator_reads_here(gsw: Run, files: SealedFiles, fresh: str) -> None:
    resealed(files, operator="llm")
    moved = gsw("log", "import", str(files.log), "-w", fresh)
    assert moved.exit_code == 0, moved.output
    assert "read by 'llm'. This workspace reads with 'local'" in moved.stderr
    [made] = [row for row in loaded(gsw("workspaces", "--json")) if row["workspace"] == fresh]
    assert made["operator"] == "local", "a file sends no text to a model"


def test_memory_is_flat_and_the_file_is_read_line_by_line(tmp_path: Path) -> None:
    """A file of many replies is checked in far less memory than it has bytes."""
    code = """
import sys, tracemalloc
from pathlib import Path
from test_sealed import big
from gsw_graph.sealed import verify_log
path = big(Path(sys.argv[1]), 4000)
tracemalloc.start()
assert verify_log(path).manifest.n_entries["reply"] == 4000
print(tracemalloc.get_traced_memory()[1], path.stat().st_size)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=True,
    )
    peak, size = map(int, done.stdout.split())
    assert size > 8_000_000 > 4 * peak


def big(folder: Path, count: int) -> Path:
    """Write a sealed log of replies without a database."""
    from gsw_graph.sealed.entries import entry_of
    from gsw_graph.sealed.files import Manifest, Tally, checksums

    class Stored:
        @staticmethod
        def to_native() -> Any:
            return now()

    files, tally = SealedFiles.at(folder / "big.jsonl"), Tally()
    payload = json.dumps({"number": 0, "text": "x" * 2000})
    rows = sorted((reply(str(n), payload=payload) for n in range(count)), key=lambda row: str(row["key"]))
    with files.log.open("wb") as stream:
        for row in rows:
            entry = entry_of(row | {"recorded_at": Stored})
            tally.add(entry, entry.line())
            stream.write(entry.line())
    manifest = Manifest(
        format=1,
        workspace="",
        schema_version=SCHEMA_VERSION,
        operator="",
        operators=(),
        models=tally.models,
        n_entries=tally.n_entries,
        log_file="big.jsonl",
        log_file_sha256=tally.sha256,
        created_at="",
        updated_at="",
        exporter="",
    )
    files.manifest.write_text(manifest.text())
    files.checksums.write_text(checksums(files, tally.sha256, manifest.text()))
    return files.log


def test_calls_of_hosted_embedders_are_sealed(opened: Opener, tmp_path: Path) -> None:
    embedder = HostedEmbedder("tiny", base_url="http://localhost:1/v1")
    embedder.calls.append(EmbeddingCall(7, 0.1, ""))
    with opened() as one, opened() as other:
        keep_embedding_calls(one.graph, one.name, embedder, "", run="r1")
        old = {name: value for name, value in call("2").items() if name not in {"batch", "estimated"}}
        keep(one, old)  # as it was written before batches were
        load(other, seal(one, tmp_path / "case.jsonl").log)
        assert other.graph.run("read/spending", workspace=other.name) == one.graph.run(
            "read/spending", workspace=one.name
        )
