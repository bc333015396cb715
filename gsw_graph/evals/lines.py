"""Lines of JSON files, as editors and other systems write them."""

import codecs
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError


def lines_of(path: Path) -> Iterator[tuple[int, bytes]]:
    r"""Yield the lines of a file that hold something, each with its number from 1 and its end, as bytes.

    Only a line feed ends a line: other signs that break lines, such as U+2028, may stand in a JSON string as they are.
    A mark of UTF-8 before the first line is left out.

    Args:
        path: JSON lines, in UTF-8.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            bare = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            if bare.strip():
                yield number, bare


def is_cut_off(line: bytes) -> bool:
    """Say whether a line may be the beginning of an object, so that whoever wrote it was stopped: it has no end.

    Args:
        line: From `lines_of`.
    """
    return line.startswith(b"{") and not line.endswith(b"\n")


def fault_of(error: ValidationError) -> str:
    """Return the first thing that is wrong with a line, with the field that it is in.

    Args:
        error: Why it is not the record that it should be.
    """
    first = error.errors(include_input=False, include_url=False)[0]
    return ": ".join(filter(None, (".".join(map(str, first["loc"])), first["msg"])))
