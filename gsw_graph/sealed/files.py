"""The three files of a sealed log, and the manifest that says what they are."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, Self

from pydantic import Field, ValidationError

from gsw_graph.errors import InputError
from gsw_graph.graph import Row
from gsw_graph.records import SCHEMA_VERSION, Record
from gsw_graph.sealed.entries import KINDS, Entry, ReadingEntry, ReplyEntry, why

LATER_KINDS = frozenset({"decision"})
"""Kinds that the first logs could not hold: a manifest counts them only where there are some, and stays as it was."""
SUFFIX = ".jsonl"
FORMAT = 1
"""Version of the files' form."""
ANEW = "another copy of the files, or 'gsw log export' where the log is"


class SealedFiles(NamedTuple):
    """Where a sealed log stands."""

    log: Path
    manifest: Path
    checksums: Path

    @classmethod
    def at(cls, path: Path) -> Self:
        """Return the files of a sealed log.

        Args:
            path: Of its lines, NAME.jsonl; the suffix may be left out.

        Raises:
            InputError: Its name cannot stand in a list of checksums.
        """
        name = path.name.removesuffix(SUFFIX)
        if not name or name == ".." or not name.isprintable() or "\\" in name:
            raise InputError(f"A sealed log cannot be named {path.name!r}.", hint="a name such as case.jsonl")
        return cls(
            path.with_name(f"{name}{SUFFIX}"),
            path.with_name(f"{name}.manifest.json"),
            path.with_name(f"{name}.CHECKSUMS.sha256"),
        )


class ModelUse(Record):
    """How many replies one version of a model has given to one prompt."""

    task: str
    """Name of the prompt."""
    task_uid: str
    """Hash of the prompt and of the shape of its reply."""
    requested: str
    """The model's name as it was asked for."""
    resolved: str
    """The version that its provider said it was; "" if it said nothing."""
    n_entries: int


class Manifest(Record):
    """What a sealed log is, and what it was made with."""

    format: int
    workspace: str
    schema_version: int
    operator: str
    """The setting of the workspace that names its Operator."""
    operators: tuple[str, ...]
    """Exact names of those who have read the documents."""
    models: tuple[ModelUse, ...]
    n_entries: dict[str, int]
    """By kind."""
    log_file: str
    log_file_sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    created_at: str
    """When the log was first sealed in these files, as ISO 8601 in UTC."""
    updated_at: str
    """When it was last."""
    exporter: str
    """Name and version of the program that did."""

    def text(self) -> str:
        """Return the content of its file."""
        return json.dumps(self.model_dump(mode="json"), ensure_ascii=True, sort_keys=True, indent=2) + "\n"


class Tally:
    """What the lines of a log come to."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._operators: set[str] = set()
        self._models: Counter[tuple[str, str, str, str]] = Counter()
        self._needed: set[str] = set()
        self.n_entries = dict.fromkeys(KINDS.keys() - LATER_KINDS, 0)

    def add(self, entry: Entry, line: bytes) -> None:
        """Count a line.

        Args:
            entry: What it says.
            line: Its bytes.

        Raises:
            ValueError: The entry's content does not fit.
        """
        needed = entry.needed()
        self._hash.update(line)
        self.n_entries[entry.kind] = self.n_entries.get(entry.kind, 0) + 1
        self._needed.update(needed)  # documents come before readings
        if isinstance(entry, ReplyEntry):
            self._models[entry.task, entry.task_uid, entry.model, entry.resolved] += 1
        elif isinstance(entry, ReadingEntry):
            self._needed.discard(entry.key)
        self._operators.add(getattr(entry, "operator", ""))

    @property
    def sha256(self) -> str:
        """Hash of the lines."""
        return self._hash.hexdigest()

    @property
    def operators(self) -> tuple[str, ...]:
        """Who has read the documents."""
        return tuple(sorted(self._operators - {""}))

    @property
    def models(self) -> tuple[ModelUse, ...]:
        """Which models have replied to which prompts."""
        rows = sorted(self._models.items())
        return tuple(
            ModelUse(task=task, task_uid=uid, requested=requested, resolved=resolved, n_entries=count)
            for (task, uid, requested, resolved), count in rows
        )

    @property
    def calls(self) -> int:
        """Readings that the documents need and that are not there: an Operator would be asked for each."""
        return len(self._needed)


def check_unmixed(models: Iterable[ModelUse], asked: str = "") -> None:
    """Make sure that replies which stand together are to one prompt and of one model, in one version of it.

    Args:
        models: Who has replied to what.
        asked: The model that the workspace asks; "" if it asks none.

    Raises:
        InputError: They are not.
    """
    firsts: dict[str, str] = {}
    for one in models:
        for what, value in (
            (f"prompts of {one.task!r}", one.task_uid),
            (f"models for {one.task!r}", one.requested),
            (f"models for {one.task!r}", asked),
            (f"versions of {one.requested!r}", one.resolved),
        ):
            first = firsts.setdefault(what, value) if value else ""
            if first != value:
                raise InputError(
                    f"Two {what} would be mixed: {first!r} and {value!r}.",
                    hint="--mixed, if they may stand in one log; else a workspace for each",
                )


def models_of(rows: Iterable[Row]) -> list[ModelUse]:
    """Return which models have replied to which prompts.

    Args:
        rows: From the database.
    """
    return [ModelUse(**row) for row in rows]


def checksums(files: SealedFiles, log_sha256: str, manifest: str) -> str:
    """Return the content of the list of checksums, as `sha256sum -c` reads it.

    Args:
        files: Where they stand.
        log_sha256: Hash of the lines.
        manifest: The manifest's text.
    """
    hashed = hashlib.sha256(manifest.encode()).hexdigest()
    return f"{log_sha256}  {files.log.name}\n{hashed}  {files.manifest.name}\n"


def read_manifest(files: SealedFiles) -> Manifest:
    """Return the manifest of a sealed log, after whatever can be checked without reading the lines.

    Args:
        files: Where it stands.

    Raises:
        InputError: A file is missing, or they are not of one log, or of a version that cannot be loaded.
    """
    there = [file.is_file() for file in files]
    if not all(there):
        missing = ", ".join(file.name for file, found in zip(files, there, strict=True) if not found)
        said = "a sealed log has these three together" if any(there) else "there is no sealed log"
        raise InputError(f"{missing} {'is' if there.count(False) == 1 else 'are'} not there: {said}.", hint=ANEW)
    text = _text(files.manifest)
    manifest = _parsed(files, text)
    if _text(files.checksums) != checksums(files, manifest.log_file_sha256, text):
        raise InputError(
            f"{files.checksums.name} and {files.manifest.name} do not belong together, or one was changed.", hint=ANEW
        )
    return manifest


def _text(file: Path) -> str:
    """Return the text of a small file."""
    try:
        return file.read_bytes().decode("ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}.", hint=ANEW) from None


def _parsed(files: SealedFiles, text: str) -> Manifest:
    """Return the manifest, if it is one of this log and of our version."""
    name = files.manifest.name
    try:
        manifest = Manifest.model_validate_json(text)
    except ValidationError as error:
        raise InputError(f"{name} is no manifest of a sealed log: {why(error)}.", hint=ANEW) from None
    if manifest.log_file != files.log.name:
        raise InputError(
            f"{name} belongs to {manifest.log_file!r}, and {files.log.name} stands beside it.",
            hint="the names that the files had when they were sealed",
        )
    mine = (FORMAT, SCHEMA_VERSION)
    if (manifest.format, manifest.schema_version) != mine:
        raise InputError(
            f"{files.log.name} was sealed in format {manifest.format} with records of version "
            f"{manifest.schema_version}; this version loads format {mine[0]} with version {mine[1]}.",
            hint=f"{manifest.exporter}, which sealed it",
        )
    return manifest
