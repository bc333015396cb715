"""Dumping, loading and resetting the store of a home; its database is stopped for it."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from gsw_graph.errors import InputError, ServerError
from gsw_graph.server import java
from gsw_graph.server.home import Home
from gsw_graph.server.lifecycle import ensure_server, halt, locked

DATABASE = "neo4j"


def dump(home: Path | None, file: Path, *, overwrite: bool = False) -> None:
    """Write the store to one file that `load` and Neo4j's own tools read.

    The database is stopped for it and starts again on its next use. Only the user may read the file.

    Args:
        home: Its folder.
        file: Where to write.
        overwrite: Replace a file that is there.

    Raises:
        InputError: If there is nothing to dump, or the file exists.
        ServerError: If the dump fails, for want of room for instance.
    """
    place = Home(home)
    if file.exists() and not overwrite:
        raise InputError(f"{file} exists.", hint="another name, or --overwrite")
    if not place.has_store:
        raise InputError(f"There is no database in {place.path}.", hint="'gsw db start'")
    with locked(place):
        halt(place)
        failure = _dump(place, file)
    if failure and "recover" in failure.lower():  # it was killed: a start puts that right
        ensure_server(home)
        with locked(place):
            halt(place)
            failure = _dump(place, file)
    if failure:
        raise ServerError(f"The database could not be dumped to {file}: {failure}", hint="'gsw db status'")


def load(home: Path | None, file: Path) -> None:
    """Replace the store by the one in a file that `dump` wrote; if that fails, the old one stays.

    Args:
        home: Its folder.
        file: What to read.

    Raises:
        InputError: If the file is not there.
        ServerError: If it is not a dump, or cannot be loaded.
    """
    if not file.is_file():
        raise InputError(f"{file} is not a file.", hint="the file that 'gsw db dump' wrote")
    place = Home(home)
    place.create()
    with locked(place):
        halt(place)
        with tempfile.TemporaryDirectory(dir=place.run) as scratch:
            source, kept = Path(scratch, "source"), Path(scratch, "kept")
            source.mkdir()
            kept.mkdir()
            _link(file, source / f"{DATABASE}.dump")
            for part in _parts(place):
                if part.exists():
                    os.replace(part, kept / part.parent.name)
            failure = _admin(place, "database", "load", f"--from-path={source}", DATABASE)
            if failure:
                for part in _parts(place):
                    shutil.rmtree(part, ignore_errors=True)
                    if (kept / part.parent.name).exists():
                        os.replace(kept / part.parent.name, part)
                raise ServerError(f"{file} could not be loaded: {failure}", hint="a file that 'gsw db dump' wrote")


def reset(home: Path | None = None) -> None:
    """Stop the database and delete its store, password and logs.

    Args:
        home: Its folder.
    """
    place = Home(home)
    if not place.run.exists():
        return
    with locked(place):
        halt(place)
        for folder in (place.data, place.logs, place.conf):
            shutil.rmtree(folder, ignore_errors=True)
        for name in ("password", "ports"):
            (place.path / name).unlink(missing_ok=True)


def _parts(place: Home) -> tuple[Path, Path]:
    return place.data / "databases" / DATABASE, place.data / "transactions" / DATABASE


def _dump(place: Home, file: Path) -> str:
    folder = file.absolute().parent
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".gsw-dump-") as scratch:
        failure = _admin(place, "database", "dump", f"--to-path={scratch}", DATABASE)
        if not failure:
            written = Path(scratch, f"{DATABASE}.dump")
            written.chmod(0o600)  # it holds all texts
            os.replace(written, file)
    return failure


def _admin(place: Home, *args: str) -> str:
    """Run Neo4j's administration tool and return why it failed, or nothing."""
    if not (place.conf / "neo4j.conf").exists():
        java.write_settings(place, bolt=0, http=0)
    done = subprocess.run(
        java.command(place, java.ADMIN_CLASS, *args),
        env=java.environment(place),
        capture_output=True,
        text=True,
    )
    if done.returncode == 0:
        return ""
    said = (done.stderr or done.stdout).strip().splitlines()
    telling = dict.fromkeys(line.strip() for line in said if line.strip(" -"))  # it repeats itself
    return " ".join(list(telling)[-6:]) or f"exit code {done.returncode}"


def _link(file: Path, target: Path) -> None:
    try:
        os.link(file.resolve(), target)
    except OSError:  # on another disk, or a system without links
        shutil.copyfile(file, target)
