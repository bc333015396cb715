"""Sealing a log: its entries in one order, the manifest, the checksums."""

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import IO

from gsw_graph.errors import InputError
from gsw_graph.graph import Graph
from gsw_graph.log import now
from gsw_graph.opening import remembered
from gsw_graph.records import SCHEMA_VERSION
from gsw_graph.restore import grouped
from gsw_graph.sealed.check import SHOWN_LINES, Advance
from gsw_graph.sealed.entries import GROUP_WEIGHT, KINDS, LEAST_WEIGHT, Entry, entry_of, why
from gsw_graph.sealed.files import (
    FORMAT,
    Manifest,
    SealedFiles,
    Tally,
    check_unmixed,
    checksums,
    models_of,
)
from gsw_graph.server.home import write_private

TURNS = frozenset({"writer", "rebuild"})
"""Kinds of entries that say who is at work; they pass."""


def export_log(
    graph: Graph,
    workspace: str,
    path: Path,
    *,
    replace: bool = False,
    mixed: bool = False,
    progress: Advance = lambda done, now: None,
) -> Manifest:
    """Seal the log of a workspace into three files that only their owner can read: they hold the documents' text.

    The same log makes the same lines. Entries that are pending, failed or redacted aren't sealed.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        path: Of the lines, NAME.jsonl; manifest and checksums stand beside it.
        replace: Whether an earlier export of the same workspace may be replaced.
        mixed: Whether replies to several prompts or of several models may stand together.
        progress: Is told how many entries are sealed.

    Returns:
        The manifest.

    Raises:
        InputError: Something is there already, the log mixes prompts or models, or holds what cannot be sealed, or the
            files cannot be written.
    """
    files = SealedFiles.at(path)
    created = _created(files, workspace, replace)
    check_kinds(graph, workspace)
    if not mixed:
        check_unmixed(models_of(graph.run("read/log_models", workspace=workspace)))
    try:
        return _sealed(graph, workspace, files, created, mixed, progress)
    except OSError as error:
        said = f"The log cannot be written to {files.log}: {error.strerror or error}."
        raise InputError(said, hint="another folder") from None


def _sealed(graph: Graph, workspace: str, files: SealedFiles, created: str, mixed: bool, progress: Advance) -> Manifest:
    """Write the three files and return the manifest."""
    tally = Tally()
    with _written(files.log) as stream:
        _write(graph, workspace, stream, tally, progress)
        if not mixed:
            check_unmixed(tally.models)  # others may have replied meanwhile
        manifest = _manifest(graph, workspace, files, tally, created)
        # The lines come last: without them, or with older ones, nobody takes the files for a whole log.
        write_private(files.manifest, manifest.text())
        write_private(files.checksums, checksums(files, tally.sha256, manifest.text()))
    return manifest


def log_entries(graph: Graph, workspace: str) -> Generator[Entry]:
    """Yield the entries of a log that are for good, in the order of a file, a few at a time.

    Args:
        graph: The database.
        workspace: Name of the workspace.

    Raises:
        InputError: One of them cannot be sealed.
    """
    for kind in KINDS:
        keys = graph.stream("read/log_keys", workspace=workspace, kind=kind)
        for group in grouped(keys, lambda row: max(row["characters"], LEAST_WEIGHT), GROUP_WEIGHT):
            yield from stored_entries(graph, workspace, [row["key"] for row in group])


def stored_entries(graph: Graph, workspace: str, keys: Sequence[str]) -> Iterator[Entry]:
    """Yield the entries that stand in a log under some keys, in the order of the keys.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        keys: The keys.

    Raises:
        InputError: One of them cannot be sealed.
    """
    for row in graph.run("read/log_entries", workspace=workspace, keys=list(keys)):
        try:
            yield entry_of(row["entry"])
        except ValueError as error:
            raise InputError(
                f"The log of {workspace!r} holds {row['entry']['key']!r}, which cannot be sealed: {why(error)}.",
                hint="gsw status",
            ) from None


def check_kinds(graph: Graph, workspace: str) -> None:
    """Make sure that a log holds no finished entries of a kind that would be left out.

    Args:
        graph: The database.
        workspace: Name of the workspace.

    Raises:
        InputError: It does.
    """
    rows = graph.run("read/ledger", workspace=workspace)
    odd = sorted({row["kind"] for row in rows if row["status"] == "done"} - KINDS.keys() - TURNS)
    if odd:
        raise InputError(
            f"The log of {workspace!r} has entries that this version cannot seal: {', '.join(odd)}.",
            hint="the newest gsw-graph",
        )


def _write(graph: Graph, workspace: str, stream: IO[bytes], tally: Tally, progress: Advance) -> None:
    """Write and count the lines."""
    for number, entry in enumerate(log_entries(graph, workspace), 1):
        line = entry.line()
        try:
            tally.add(entry, line)
        except ValueError as error:
            raise InputError(
                f"The log of {workspace!r} holds {entry.key}, which could not be loaded again: {why(error)}.",
                hint="gsw status",
            ) from None
        stream.write(line)
        if number % SHOWN_LINES == 1:
            progress(number, f"entry {number}")


def _created(files: SealedFiles, workspace: str, replace: bool) -> str:
    """Return when the log was first sealed in these files; "" if they are not there."""
    there = [file for file in files if file.exists() or file.is_symlink()]
    if not there:
        return ""
    if not replace:
        raise InputError(f"{there[0]} is there already.", hint=f"--force, if it is an export of {workspace!r}")
    try:
        earlier = Manifest.model_validate_json(files.manifest.read_bytes())
    except (OSError, ValueError):
        raise InputError(
            f"{there[0]} is there, and nothing beside it says that it is an export of {workspace!r}.",
            hint="another name",
        ) from None
    if earlier.workspace != workspace:
        raise InputError(
            f"{there[0]} is an export of {earlier.workspace!r}, not of {workspace!r}.", hint="another name"
        )
    return earlier.created_at


def _manifest(graph: Graph, workspace: str, files: SealedFiles, tally: Tally, created: str) -> Manifest:
    """Return the manifest of what was written."""
    moment = now().isoformat()
    return Manifest(
        format=FORMAT,
        workspace=workspace,
        schema_version=SCHEMA_VERSION,
        operator=remembered(graph, workspace).get("operator", ""),
        operators=tally.operators,
        models=tally.models,
        n_entries=tally.n_entries,
        log_file=files.log.name,
        log_file_sha256=tally.sha256,
        created_at=created or moment,
        updated_at=moment,
        exporter=f"gsw-graph {version('gsw-graph')}",
    )


@contextmanager
def _written(file: Path) -> Iterator[IO[bytes]]:
    """Write a file that only its owner can read, at once or not at all."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, file)
    finally:
        part.unlink(missing_ok=True)
