"""Locked downloads: jars from Maven, each pinned by coordinates, size and SHA-256.

The lock (`data/artifacts.toml`, made by `tools/make_lock.py`) says exactly what is fetched, so nothing is
resolved on a user's machine: every jar is fetched by its own coordinates, checked against the lock and moved
into our cache in one step. A jar that is missing or broken is fetched again.
"""

import errno
import hashlib
import os
import shutil
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from filelock import FileLock
from platformdirs import user_cache_dir

from gsw_graph.errors import ArtifactError

Progress = Callable[[int, int], None]
"""Called with the bytes fetched so far and the bytes to fetch."""

NOTES = {
    "neo4j": "Neo4j Community Edition is licensed under the GPL, version 3. It is fetched from its "
    "publisher, not shipped with gsw-graph.",
}
PAUSE = 2.0
"""Seconds between two attempts."""
_THREADS = 8
_ATTEMPTS = 3
_TIMEOUT = 60


class Jar(NamedTuple):
    """One line of the lock."""

    coordinate: str
    """group:artifact:version[:classifier]."""
    sha256: str
    """Hash of the file, in hex."""
    size: int
    """Bytes."""

    @property
    def path(self) -> Path:
        """Where the jar stands below a cache: Maven's own layout."""
        group, artifact, version, *classifier = self.coordinate.split(":")
        name = "-".join([artifact, version, *classifier])
        return Path(*group.split("."), artifact, version, f"{name}.jar")


@cache
def lock() -> dict[str, tuple[Jar, ...]]:
    """Return the lock: group name → its jars."""
    text = files("gsw_graph").joinpath("data", "artifacts.toml").read_text(encoding="utf-8")
    groups = tomllib.loads(text)
    return {name: tuple(Jar(c, *pin) for c, pin in jars.items()) for name, jars in groups.items()}


def cache_dir() -> Path:
    """Return the folder for what can be fetched again: GSW_CACHE_DIR, or the platform's own place."""
    return Path(os.environ.get("GSW_CACHE_DIR") or user_cache_dir("gsw-graph")).absolute()


def fetch(group: str, *, folder: Path | None = None, progress: Progress | None = None) -> list[Path]:
    """Return the jars of a group, in the lock's order, fetching those that are missing or broken.

    Args:
        group: A name in the lock, such as "neo4j".
        folder: Where jars are kept; below `cache_dir()` if not given.
        progress: Told how far the download is; a bar on stderr if not given.

    Raises:
        ArtifactError: If the group is unknown, or a jar cannot be fetched, is not what was locked, or has no
            room on the disk.
    """
    if group not in lock():
        raise ArtifactError(f"No artifacts named {group!r} are locked.", hint=f"one of {', '.join(lock())}")
    jars = lock()[group]
    folder = folder or cache_dir() / "jars"
    try:
        if _broken(jars, folder):
            folder.mkdir(parents=True, exist_ok=True)
            with FileLock(folder / "fetch.lock"):  # another process may be fetching the same
                _fetch_all(group, _broken(jars, folder), folder, progress)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _no_room(folder, sum(jar.size for jar in jars)) from error
        raise ArtifactError(
            f"The cache {folder} cannot be used ({error.strerror or error}).",
            hint="set GSW_CACHE_DIR to a folder you can write to",
        ) from error
    return [folder / jar.path for jar in jars]


def _broken(jars: tuple[Jar, ...], folder: Path) -> tuple[Jar, ...]:
    with ThreadPoolExecutor(_THREADS) as pool:
        good = pool.map(lambda jar: _is_locked(folder / jar.path, jar), jars)
        return tuple(jar for jar, is_good in zip(jars, good, strict=True) if not is_good)


def _is_locked(file: Path, jar: Jar) -> bool:
    if not file.is_file() or file.stat().st_size != jar.size:
        return False
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest() == jar.sha256


def _fetch_all(group: str, jars: tuple[Jar, ...], folder: Path, progress: Progress | None) -> None:
    total = sum(jar.size for jar in jars)
    if shutil.disk_usage(folder).free < 2 * total:  # staged, then moved; leave room for the store
        raise _no_room(folder, 2 * total)
    if not jars:
        return
    if progress is None:
        with _bar(group, total) as shown:
            return _fetch_all(group, jars, folder, shown)
    done, guard = 0, Lock()

    def add(count: int) -> None:
        nonlocal done
        with guard:
            done += count
            progress(min(done, total), total)

    with tempfile.TemporaryDirectory(dir=folder, prefix=".staging-") as staging:
        pool = ThreadPoolExecutor(_THREADS)
        try:
            for future in [pool.submit(_fetch_one, jar, folder, Path(staging), add) for jar in jars]:
                future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _fetch_one(jar: Jar, folder: Path, staging: Path, add: Callable[[int], None]) -> None:
    reason: Exception | None = None
    for attempt in range(_ATTEMPTS):
        # A broken file in the user's own Maven cache must not be taken twice.
        place = staging / f"{jar.sha256}-{attempt}"
        try:
            file = _download(jar, place, add, use_local=attempt == 0)
        except ArtifactError as error:
            reason = error
            time.sleep(PAUSE if attempt < _ATTEMPTS - 1 else 0)
            continue
        if _is_locked(file, jar):
            target = folder / jar.path
            target.parent.mkdir(parents=True, exist_ok=True)
            part = place.with_suffix(".part")
            shutil.copyfile(file, part)
            os.replace(part, target)
            if not file.is_relative_to(staging):  # taken from Maven's cache, so nothing was counted
                add(jar.size)
            return
        reason = None
    if reason is None:
        raise ArtifactError(
            f"{jar.coordinate} was fetched {_ATTEMPTS} times and never was what the lock says.",
            hint="again on another network: a proxy may be changing downloads",
        )
    raise reason


def _download(jar: Jar, place: Path, add: Callable[[int], None], *, use_local: bool) -> Path:
    import requests
    from jgo.maven import MavenContext, PythonResolver

    @contextmanager
    def counted(_name: str, _size: int) -> Iterator[Callable[[int], None]]:
        yield add

    local = MavenContext().repo_cache
    context = MavenContext(
        resolver=PythonResolver(progress_callback=counted),
        repo_cache=place,
        local_repos=[local] if use_local and local.is_dir() else [],
        timeout=_TIMEOUT,
    )
    group, artifact, version, *classifier = jar.coordinate.split(":")
    component = context.project(group, artifact).at_version(version)
    try:
        return component.artifact(classifier=classifier[0] if classifier else "").resolve()
    except requests.RequestException as error:
        raise ArtifactError(
            f"{jar.coordinate} cannot be fetched ({type(error).__name__}).",
            hint="again with a network; only the first use needs one, or use a server of your own with --uri",
        ) from error
    except RuntimeError as error:
        raise ArtifactError(
            f"{jar.coordinate} is not offered by the Maven repository.",
            hint="again later, or upgrade gsw-graph",
        ) from error


@contextmanager
def _bar(group: str, total: int) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if group in NOTES:
        console.print(NOTES[group])
    columns = (
        TextColumn("Fetching {task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(group, total=total)
        yield lambda done, _total: bar.update(task, completed=done)


def _no_room(folder: Path, needed: int) -> ArtifactError:
    return ArtifactError(
        f"There is no room at {folder}: {needed / 2**20:.0f} MiB are needed.",
        hint="free some space, or set GSW_CACHE_DIR to another disk",
    )
