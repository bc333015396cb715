"""Tables of texts (CSV): each row is a document of its own."""

import csv
import io
from collections.abc import Sequence
from statistics import mean
from typing import NamedTuple

from gsw_graph.errors import InputError
from gsw_graph.text.blocks import one_line
from gsw_graph.text.clean import clean, decode

_TEXT = "text"
_KEYS, _TITLES, _DATES = ("id", "key"), ("title",), ("date", "dated")
_DELIMITERS = ",;\t|"
_LONG = 40
"""Characters that a column of texts has on average, at least, if it isn't named so."""
_LONGEST_CELL = 2**24
_SHOWN = 12
"""Most columns that an error names."""


class Row(NamedTuple):
    """A text of a table."""

    key: str
    """What its id column says, or its number, from 1."""
    text: str
    title: str
    """"" if the table gives none."""
    date: str
    """As the table words it; "" if it gives none."""
    notes: tuple[str, ...]


def read_table(data: bytes, *, origin: str, encoding: str | None = None, column: str = "") -> list[Row]:
    """Return the texts of a table, whose first row names its columns.

    The texts stand in the column `text`, or else in the only one that is long. Ids come from `id` or `key`, titles from
    `title`, dates from `date`; upper and lower case are the same. Other columns are not read.

    Args:
        data: The file.
        origin: Where it is from, for errors.
        encoding: Its encoding; found by itself if None.
        column: Name of the column of texts, if it is another.

    Raises:
        InputError: It is not a table, or doesn't say which column the texts are in, or two rows have one id.
    """
    text, notes = decode(data, origin=origin, encoding=encoding)
    text, more = clean(text, origin=origin)
    header, rows = _parsed(text, origin)
    if not header:
        return []
    chosen = _column(header, rows, origin, column)
    key, title, date = (_named(header, names, chosen) for names in (_KEYS, _TITLES, _DATES))
    found = [
        Row(
            key=str(number) if key is None else one_line(row[key]),
            text=row[chosen],
            title="" if title is None else one_line(row[title]),
            date="" if date is None else one_line(row[date]),
            notes=(*notes, *more),
        )
        for number, row in enumerate(rows, 1)
    ]
    _check_keys(found, origin, None if key is None else header[key])
    return found


def _parsed(text: str, origin: str) -> tuple[list[str], list[list[str]]]:
    """Return the names of the columns, and the rows, each with a cell for each of them."""
    csv.field_size_limit(_LONGEST_CELL)
    first = text.split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    header: list[str] = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if not header:
                header = [one_line(cell) for cell in cells]
                continue
            if any(cell.strip() for cell in cells[len(header) :]):
                raise InputError(
                    f"{origin} has more cells in the row that ends in line {reader.line_num} than columns.",
                    hint="cells with the delimiter or a quotation mark in quotation marks",
                )
            rows.append((cells + [""] * len(header))[: len(header)])
    except csv.Error as error:
        raise InputError(
            f"{origin} is not a table: line {reader.line_num}: {error}.", hint="save it as CSV again"
        ) from error
    return header, rows


def _column(header: Sequence[str], rows: Sequence[Sequence[str]], origin: str, wanted: str) -> int:
    """Return which column the texts are in."""
    names = [name.casefold() for name in header]
    asked = wanted or _TEXT
    if asked in header or names.count(asked.casefold()) == 1:
        return header.index(asked) if asked in header else names.index(asked.casefold())
    if not wanted:
        lengths = [mean([len(row[index]) for row in rows if row[index].strip()] or [0]) for index in range(len(header))]
        long = [index for index, length in enumerate(lengths) if length >= _LONG]
        if len(header) == 1 or len(long) == 1:
            return long[0] if long else 0
    shown = ", ".join(map(repr, header[:_SHOWN])) + (" …" if len(header) > _SHOWN else "")
    why = f"has no column {wanted!r}" if wanted else "doesn't say which column its texts are in"
    raise InputError(f"{origin} {why}: its columns are {shown}.", hint="--text-column NAME")


def _named(header: Sequence[str], names: Sequence[str], chosen: int) -> int | None:
    """Return the first column of one of some names."""
    return next(
        (index for name in names for index, one in enumerate(header) if one.casefold() == name and index != chosen),
        None,
    )


def _check_keys(rows: Sequence[Row], origin: str, column: str | None) -> None:
    """Make sure that each row has an id of its own."""
    seen: set[str] = set()
    for number, row in enumerate(rows, 1):
        if not row.key:
            raise InputError(
                f"{origin} has nothing in the column {column!r} of row {number}.", hint="an id for each row"
            )
        if row.key in seen:
            raise InputError(
                f"{origin} has the {column} {row.key!r} twice, in row {number} again.", hint="an id for each row"
            )
        seen.add(row.key)
