"""Files of verdicts: who is who, line by line, as JSON lines or CSV, checked whole before any of it counts."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from gsw_graph.decisions import Decision
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph
from gsw_graph.names import fold
from gsw_graph.referents import referent
from gsw_graph.review import pairs_by_id, verdict
from gsw_graph.settling import settle
from gsw_graph.storable import is_storable

VERDICTS: Mapping[str, bool] = {
    **dict.fromkeys(("same", "accept", "yes"), True),
    **dict.fromkeys(("apart", "reject", "no"), False),
}
"""Words that a verdict can be, and whether they say that two are one."""
FIELDS = frozenset({"pair", "one", "other", "verdict", "reason"})
MORE = "more"
"""Name of the cells beyond the headings."""
CSV_FORM = (
    "a line of headings, one,other,verdict,reason or pair,verdict,reason, and lines such as Ann Marsh,A. Marsh,same,"
)
FORM = '{"one": "Ann Marsh", "other": "A. Marsh", "verdict": "same", "reason": "…"}, or pair in place of one and other'


class Line(NamedTuple):
    """One verdict of a file."""

    number: int
    """Its line, from 1."""
    pair: str
    """Short id of a pair, if it names one."""
    one: str
    """A name or uid otherwise."""
    other: str
    same: bool
    reason: str


def apply_file(graph: Graph, workspace: str, path: Path) -> list[int]:
    """Decide as a file says, all or nothing, and return the numbers of the decisions, line by line.

    A file that was applied before changes nothing.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        path: The file; CSV with a line of headings if it is named so, else JSON lines.

    Raises:
        InputError: It cannot be read, or a line cannot be used; the message names the line.
    """
    lines = list(read_verdicts(path))
    known = pairs_by_id(graph, workspace) if any(line.pair for line in lines) else {}
    found: dict[str, str] = {}
    decisions: list[Decision] = []
    for line in lines:
        try:
            if line.pair and line.pair not in known:
                raise InputError(f"No pair in doubt is named {line.pair!r}.", hint="gsw review")
            pair = known[line.pair] if line.pair else _meant(graph, workspace, line, found)
            decisions.append(verdict(*pair, same=line.same, reason=line.reason))
        except InputError as error:
            raise InputError(f"Line {line.number} of {path}: {_sentence(error)}", hint=error.hint) from None
    return settle(graph, workspace, decisions)


def _meant(graph: Graph, workspace: str, line: Line, found: dict[str, str]) -> tuple[str, str]:
    """Return the personae that a line means; `found` keeps those that were looked up."""
    uids = []
    for entity in (line.one, line.other):
        if entity not in found:
            found[entity] = _persona(graph, workspace, entity)
        uids.append(found[entity])
    return uids[0], uids[1]


def _persona(graph: Graph, workspace: str, entity: str) -> str:
    """Return the persona that a name or uid means: of an actor with several names the one named, whoever it is now."""
    who = referent(graph, workspace, entity)
    faces = [who.main, *who.faces]
    named = [face for face in faces if entity in (face.uid, face.own) or face.folded == fold(entity)]
    return (named or faces)[0].uid


def read_verdicts(path: Path) -> Iterator[Line]:
    """Yield the verdicts of a file.

    Args:
        path: The file.

    Raises:
        InputError: It cannot be read, or a line is no verdict.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}.", hint="a file in UTF-8") from None
    rows = _csv_rows(path, text) if _is_csv(path) else _json_rows(path, text)
    for number, row in rows:
        yield _line(path, number, row)


def _is_csv(path: Path) -> bool:
    """Say whether a file is named as one of CSV is."""
    return path.suffix.lower() == ".csv"


def _csv_rows(path: Path, text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the rows of a CSV with the line on which each ends."""
    reader = csv.DictReader(io.StringIO(text, newline=""), restkey=MORE, strict=True)
    try:
        for row in reader:
            yield reader.line_num, {name: value for name, value in row.items() if value}
    except csv.Error as error:
        raise InputError(f"Line {reader.reader.line_num} of {path} is no CSV: {error}.", hint=CSV_FORM) from None


def _json_rows(path: Path, text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of JSON lines; blank lines are left out."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"Line {number} of {path} is no JSON: {error}.", hint=FORM) from None
        if not isinstance(row, dict):
            raise InputError(f"Line {number} of {path} is no JSON object.", hint=FORM)
        yield number, row


def _line(path: Path, number: int, row: Mapping[str, Any]) -> Line:
    """Return the verdict of a row."""

    def refuse(why: str) -> InputError:
        return InputError(f"Line {number} of {path}: {why}.", hint=CSV_FORM if is_csv else FORM)

    is_csv = _is_csv(path)
    if isinstance(row.get(MORE), list) and is_csv:
        raise refuse("it has more cells than there are headings")
    odd = sorted(str(name) for name in row.keys() - FIELDS)
    if odd:
        raise refuse(f"there is no field {odd[0]!r}")
    if not all(isinstance(value, str) for value in row.values()):
        raise refuse("a value is no text")
    if not all(map(is_storable, row.values())):
        raise refuse("a value has characters that cannot be stored")
    given = {name: row.get(name, "").strip() for name in FIELDS}
    if given["verdict"].lower() not in VERDICTS:
        raise refuse(f"{given['verdict']!r} is no verdict ({', '.join(VERDICTS)})")
    if bool(given["pair"]) == bool(given["one"] or given["other"]) or bool(given["one"]) != bool(given["other"]):
        raise refuse("it must name a pair, or one and other")
    same = VERDICTS[given["verdict"].lower()]
    return Line(number, given["pair"].lower(), given["one"], given["other"], same, given["reason"])


def _sentence(error: InputError) -> str:
    """Return an error's own sentence, without its hint."""
    return str(error.args[0])
