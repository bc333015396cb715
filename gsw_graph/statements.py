"""The statements of `cypher/`, each a file of its own, as they are written or as a view reads them.

A statement's name is its path below `cypher/` without the suffix ("match/by_name"). Its leading `//` lines document it.

What holds in a *view* only (the world on a day, what a reader knew after a chapter, what the workspace held once)
stands in a statement as a comment that begins with `/*+`. In a view it is read, and each `told(c)` in it is what
`cypher/view/told.cypher` says, on `c` in place of `x` (and what follows it in place of `y` and `z`): one rule for all.
"""

import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from gsw_graph.errors import QueryError

VIEW = "view/"
"""Folder of what statements say in views; none of its files is a statement."""
_NOT_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|`[^`]*`", re.DOTALL)
_PARAMETER = re.compile(r"\$([A-Za-z_]\w*)")
_VIEWED = re.compile(r"/\*\+(.*?)\*/", re.DOTALL)


class Statement(NamedTuple):
    """One statement of `cypher/`."""

    name: str
    documentation: str
    text: str
    parameters: frozenset[str]


def cypher_folder() -> Path:
    """Return the folder with the statements: inside an installed package, or beside it in a checkout."""
    packaged = Path(str(resources.files("gsw_graph"))) / "cypher"
    return packaged if packaged.is_dir() else packaged.parent.parent / "cypher"


def _files() -> list[str]:
    """Return the names of all files, sorted."""
    folder = cypher_folder()
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.cypher"))


def statement_names() -> list[str]:
    """Return the names of all statements, sorted; the schema and the conditions of views are none of them."""
    return [name for name in _files() if name != "schema" and not name.startswith(VIEW)]


def parse_statement(name: str, source: str) -> Statement:
    """Split a statement's source into its documentation, text and parameters.

    Raises:
        QueryError: It has no documentation.
    """
    lines = source.splitlines()
    count = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    documentation = " ".join(line.removeprefix("//").strip() for line in lines[:count])
    if not documentation:
        raise QueryError(f"cypher/{name}.cypher has no // line on top that says what it does.")
    return _statement(name, documentation, "\n".join(lines[count:]).strip())


def _statement(name: str, documentation: str, text: str) -> Statement:
    return Statement(name, documentation, text, frozenset(_PARAMETER.findall(_NOT_CODE.sub(" ", text))))


@cache
def load_statement(name: str) -> Statement:
    """Read one statement.

    Raises:
        QueryError: There is no such file, or it is not documented.
    """
    path = cypher_folder() / f"{name}.cypher"
    if not path.is_file():
        raise QueryError(f"There is no statement cypher/{name}.cypher.")
    return parse_statement(name, path.read_text(encoding="utf-8"))


@cache
def load_in_view(name: str) -> Statement:
    """Read one statement as a view reads it; one in which views have no say is as it is written.

    Raises:
        QueryError: There is no such file, or it is not documented.
    """
    written = load_statement(name)
    text = _VIEWED.sub(lambda match: _expanded(match[1]), written.text)
    return written if text == written.text else _statement(name, written.documentation, text)


def _expanded(text: str) -> str:
    """Return Cypher with each call of a condition of views replaced by the condition."""
    names = [name.removeprefix(VIEW) for name in _files() if name.startswith(VIEW)]

    def condition(match: re.Match[str]) -> str:
        meant = dict(zip("xyz", match[2].split(", "), strict=False))
        said = load_statement(VIEW + match[1]).text
        return _expanded(re.sub(r"\b[xyz]\b", lambda name: meant.get(name[0], name[0]), said))

    return re.sub(rf"\b({'|'.join(names)})\((\w+(?:, \w+)*)\)", condition, text)
