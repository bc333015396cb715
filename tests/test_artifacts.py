"""Locked downloads, from a Maven repository that a thread of this process serves."""

import errno
import gc
import hashlib
import re
import subprocess
import sys
import threading
import warnings
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from gsw_graph import artifacts
from gsw_graph.artifacts import Jar, cache_dir, fetch, lock
from gsw_graph.errors import ArtifactError

CONTENT = {f"org.example.group:thing{n}:1.0": f"the content of thing {n} ".encode() * 999 for n in range(20)}
CONTENT["org.example:native:2.0:linux-x86_64"] = b"native"


def jar(coordinate: str) -> Jar:
    content = CONTENT[coordinate]
    return Jar(coordinate, hashlib.sha256(content).hexdigest(), len(content))


JARS = tuple(jar(coordinate) for coordinate in CONTENT)


class Repository(ThreadingHTTPServer):
    """Serves `CONTENT` in Maven's layout."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files = {f"/{jar.path.as_posix()}": CONTENT[jar.coordinate] for jar in JARS}
        self.asked: Counter[str] = Counter()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: Repository

    def do_GET(self) -> None:
        self.server.asked[self.path] += 1
        content = self.server.files.get(self.path)
        self.send_response(404 if content is None else 200)
        self.send_header("Content-Length", str(len(content or b"")))
        self.end_headers()
        self.wfile.write(content or b"")

    def log_message(self, format: str, *args: object) -> None:
        pass


pytestmark = pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")  # see `repository`


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Repository]:
    import jgo.maven._core

    with Repository() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        monkeypatch.setattr(jgo.maven._core, "DEFAULT_REMOTE_REPOS", {"here": server.url})
        monkeypatch.setenv("M2_REPO", str(tmp_path / "m2"))
        monkeypatch.setattr(artifacts, "lock", lambda: {"things": JARS})
        monkeypatch.setattr(artifacts, "PAUSE", 0)
        yield server
        server.shutdown()
        thread.join()
    with warnings.catch_warnings():
        # jgo leaves the answer to a failed download for the collector to close: let that be now, and in no later test.
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def test_each_jar_is_fetched_once_and_kept(repository: Repository, tmp_path: Path) -> None:
    files = fetch("things", folder=tmp_path / "cache")
    assert [file.read_bytes() for file in files] == list(CONTENT.values())
    first = dict(repository.asked)
    assert all(first[path] == 1 for path in repository.files)
    assert fetch("things", folder=tmp_path / "cache") == files
    assert repository.asked == first
    assert not list((tmp_path / "cache").glob(".staging*"))


def test_progress_ends_at_all_of_it(repository: Repository, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    fetch("things", folder=tmp_path / "cache", progress=lambda done, total: told.append((done, total)))
    size = sum(len(content) for content in CONTENT.values())
    assert told[-1] == (size, size)
    assert told == sorted(told)


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * len(CONTENT[JARS[3].coordinate])])
def test_a_broken_jar_is_fetched_again(damage: bytes, repository: Repository, tmp_path: Path) -> None:
    files = fetch("things", folder=tmp_path)
    files[3].write_bytes(damage)
    files[4].unlink()
    repository.asked.clear()
    assert fetch("things", folder=tmp_path) == files
    assert [file.read_bytes() for file in files] == list(CONTENT.values())
    assert {path for path in repository.asked if path.endswith(".jar")} == {
        f"/{JARS[at].path.as_posix()}" for at in (3, 4)
    }


def test_a_jar_of_mavens_own_cache_is_taken_if_it_is_the_locked_one(repository: Repository, tmp_path: Path) -> None:
    good, bad = JARS[0], JARS[1]
    for entry, content in ((good, CONTENT[good.coordinate]), (bad, b"broken")):
        (tmp_path / "m2" / entry.path).parent.mkdir(parents=True)
        (tmp_path / "m2" / entry.path).write_bytes(content)
    files = fetch("things", folder=tmp_path / "cache")
    assert files[0].read_bytes() == CONTENT[good.coordinate]
    assert files[1].read_bytes() == CONTENT[bad.coordinate]
    assert repository.asked[f"/{good.path.as_posix()}"] == 0
    assert repository.asked[f"/{bad.path.as_posix()}"] == 1
    assert (tmp_path / "m2" / bad.path).read_bytes() == b"broken"  # not ours to change


def test_what_the_lock_does_not_say_is_refused_and_not_kept(repository: Repository, tmp_path: Path) -> None:
    path = f"/{JARS[5].path.as_posix()}"
    repository.files[path] = b"somebody else's"
    with pytest.raises(ArtifactError, match=r"thing5:1\.0.*never was what the lock says") as caught:
        fetch("things", folder=tmp_path / "cache")
    assert caught.value.hint
    assert not (tmp_path / "cache" / JARS[5].path).exists()
    repository.files[path] = CONTENT[JARS[5].coordinate]
    assert len(fetch("things", folder=tmp_path / "cache")) == len(JARS)


def test_what_is_not_offered_is_named(repository: Repository, tmp_path: Path) -> None:
    del repository.files[f"/{JARS[5].path.as_posix()}"]
    with pytest.raises(ArtifactError, match="thing5.*not offered"):
        fetch("things", folder=tmp_path / "cache")


def test_without_a_network_the_error_says_so(repository: Repository, tmp_path: Path) -> None:
    repository.shutdown()
    repository.server_close()
    with pytest.raises(ArtifactError, match="cannot be fetched.*ConnectionError") as caught:
        fetch("things", folder=tmp_path / "cache")
    assert "network" in caught.value.hint


def test_without_room_the_error_says_so(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("gsw_graph.artifacts.shutil.copyfile", full)
        with pytest.raises(ArtifactError, match="no room") as caught:
            fetch("things", folder=tmp_path / "cache")
        assert "GSW_CACHE_DIR" in caught.value.hint
    monkeypatch.setattr("gsw_graph.artifacts.shutil.disk_usage", lambda _: type("Usage", (), {"free": 10}))
    repository.asked.clear()
    with pytest.raises(ArtifactError, match="no room"):
        fetch("things", folder=tmp_path / "other")
    assert not repository.asked


def test_a_cache_that_cannot_be_used_is_named(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArtifactError, match="cannot be used") as caught:
        fetch("things", folder=tmp_path / "file")
    assert "GSW_CACHE_DIR" in caught.value.hint


def test_the_first_download_shows_a_bar_and_the_licence_on_stderr(
    repository: Repository,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(artifacts, "lock", lambda: {"neo4j": JARS})
    fetch("neo4j", folder=tmp_path)
    shown = capsys.readouterr()
    assert "GPL" in shown.err
    assert not shown.out
    fetch("neo4j", folder=tmp_path)
    assert capsys.readouterr() == ("", "")


def test_two_processes_at_once_fetch_everything_once(repository: Repository, tmp_path: Path) -> None:
    threads = [threading.Thread(target=fetch, args=("things",), kwargs={"folder": tmp_path}) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(repository.asked[path] == 1 for path in repository.files)


def test_an_unknown_group_is_refused() -> None:
    with pytest.raises(ArtifactError, match="nothing-like-this"):
        fetch("nothing-like-this")


def test_the_lock_pins_everything_and_names_no_place() -> None:
    groups = lock()
    assert len(groups["neo4j"]) > 200
    for group in groups.values():
        for entry in group:
            assert re.fullmatch(r"[\w.-]+:[\w.-]+:[\w.-]+(:[\w.-]+)?", entry.coordinate)
            assert re.fullmatch(r"[0-9a-f]{64}", entry.sha256)
            assert entry.size > 0
            assert "SNAPSHOT" not in entry.coordinate
        assert len({entry.path for entry in group}) == len(group)
    for file in ("artifacts.py", "data/artifacts.toml"):
        assert "://" not in (Path(artifacts.__file__).parent / file).read_text(encoding="utf-8")


def test_the_cache_can_be_put_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GSW_CACHE_DIR", str(tmp_path))
    assert cache_dir() == tmp_path
    monkeypatch.setenv("GSW_CACHE_DIR", "")
    assert cache_dir().is_absolute()


def test_importing_it_loads_no_heavy_package() -> None:
    heavy = ("jgo", "requests", "rich", "onnxruntime", "tokenizers", "openai", "neo4j")
    code = (
        "import sys, gsw_graph.artifacts, gsw_graph.embed, gsw_graph.server\n"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
