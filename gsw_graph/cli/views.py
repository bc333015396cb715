"""The options by which commands show the memory as it was."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from gsw_graph.cli.session import WORDS

F = TypeVar("F", bound=Callable[..., Any])
_OPTIONS = (
    click.option(
        "--as-of",
        type=WORDS,
        default="",
        metavar="DAY",
        help="The world as of a day, month or year of its story (EDTF).",
    ),
    click.option(
        "--told-until",
        type=WORDS,
        multiple=True,
        metavar="N|DOC:N",
        help="Only what is told up to chapter N, of each document or of one; can be given for several documents.",
    ),
    click.option(
        "--known-at",
        type=WORDS,
        default="",
        metavar="WHEN",
        help="Only what the workspace held at the end of a day, or at a moment (ISO 8601, UTC).",
    ),
)


def viewed(command: F) -> F:
    """Add the options of views, which a command gets as `as_of`, `told_until` and `known_at`.

    Args:
        command: A command's function.
    """
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
