"""Reading a sealed log: each line, their order, their number and their hash are checked."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

from gsw_graph.errors import InputError
from gsw_graph.sealed.entries import Entry, read_line, why
from gsw_graph.sealed.files import ANEW, Manifest, SealedFiles, Tally, read_manifest

Advance = Callable[[float, str], None]
"""Is told how much is done, and what is being done."""
SHOWN_LINES = 100
"""How often it is told, in lines."""


class Verified(NamedTuple):
    """A sealed log that is as it was sealed."""

    files: SealedFiles
    manifest: Manifest
    calls: int
    """Readings that its documents need and that it lacks: an Operator would be asked for each."""


def verify_log(path: Path, progress: Advance = lambda done, now: None) -> Verified:
    """Check a sealed log whole.

    Args:
        path: Of its lines, NAME.jsonl.
        progress: Is told how far it is, in bytes.

    Raises:
        InputError: Something is wrong with it; the message names the first fault with its line and key.
    """
    files = SealedFiles.at(path)
    manifest = read_manifest(files)
    tally = Tally()
    for _ in read_entries(files, tally, progress):
        pass
    name = files.log.name
    if tally.n_entries != manifest.n_entries:
        raise InputError(f"{name} holds {tally.n_entries} entries, not the {manifest.n_entries} sealed.", hint=ANEW)
    if tally.sha256 != manifest.log_file_sha256:
        raise InputError(f"{name} is not what was sealed: its hash is {tally.sha256}.", hint=ANEW)
    if (tally.operators, tally.models) != (manifest.operators, manifest.models):
        raise InputError(
            f"{files.manifest.name} names other Operators or models than the entries of {name}.", hint=ANEW
        )
    return Verified(files, manifest, tally.calls)


def read_entries(files: SealedFiles, tally: Tally, progress: Advance) -> Iterator[Entry]:
    """Yield the entries of a sealed log one by one, each checked by itself and against the one before it.

    Args:
        files: Where it stands.
        tally: Counts them.
        progress: Is told how far it is, in bytes.

    Raises:
        InputError: A line cannot be used.
    """
    try:
        with files.log.open("rb") as stream:
            yield from _entries(files.log.name, stream, tally, progress)
    except OSError as error:
        raise InputError(f"{files.log} cannot be read: {error}.", hint=ANEW) from None


def _entries(name: str, stream: IO[bytes], tally: Tally, progress: Advance) -> Iterator[Entry]:
    """Yield the entries of a stream of lines."""
    before = ("", "")
    done = 0
    for number, raw in enumerate(stream, 1):
        key = ""
        try:
            entry = read_line(raw)
            key = f" ({entry.key})"
            place = entry.kind, entry.key
            if place <= before:
                raise ValueError("the key stands there already" if place == before else "the lines are not in order")
            tally.add(entry, raw)
        except ValueError as error:
            raise InputError(f"Line {number} of {name}{key} cannot be used: {why(error)}.", hint=ANEW) from None
        before = place
        done += len(raw)
        if number % SHOWN_LINES == 1:
            progress(done, f"{name}: line {number}")
        yield entry
