"""What texts, models and users say, made harmless for a terminal."""

import re

_CONTROL = re.compile(
    # An escape sequence goes whole, so that none of its letters is left behind.
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])"
    "|[\x00-\x08\x0b-\x1f\x7f-\x9f]"
    # These turn the direction of what follows, so that it reads as something else.
    "|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
    "|[\ud800-\udfff]"
)
_NOT_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def lines(text: str) -> str:
    """Return text without what a terminal would obey, its line ends kept.

    Args:
        text: Anything.
    """
    return _CONTROL.sub("", text)


def line(text: str) -> str:
    """Return text on one line, without what a terminal would obey.

    Args:
        text: Anything.
    """
    return " ".join(lines(text).split())


def json_text(text: str) -> str:
    """Return JSON with all that a terminal would obey written as an escape, which JSON readers undo.

    Args:
        text: Valid JSON, where such characters stand inside of strings only.
    """
    return _NOT_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
