"""The grammar of decades and centuries, and the early, middle and late part of a date."""

from gsw_graph.dates import days as d
from gsw_graph.dates.absolute import Parsed, era, ordinal
from gsw_graph.dates.edtf import Precision, range_text, year_text
from gsw_graph.dates.nodes import Derived, Fixed, Node, Span
from gsw_graph.dates.tokens import Tokens
from gsw_graph.dates.words import DECADE_WORDS, HUNDREDS


def era_unit(toks: Tokens, i: int) -> Parsed:
    """Read a decade ("the 1990s", "the '90s", "the nineteen-eighties") or a century."""
    start = toks.skip(i, "the")
    nth = ordinal(toks, start)
    if nth and toks.low(toks.skip(nth[1], "-")) == "century":
        sign, end = era(toks, toks.skip(nth[1], "-") + 1)
        first = 100 * (nth[0] - 1) if sign >= 0 else -100 * nth[0] + 1
        return Fixed(range_text(*d.year_span(first, 100), "century"), "century"), end
    digits = toks.digits(start)
    if len(digits) == 4 and digits[3] == "0":
        plural = toks.low(start + 1) in ("s", "'s") and toks.joined(start + 1)
        return _decade(int(digits), start + 2) if plural else None
    quoted = toks.skip(start, "'")
    digits = toks.low(quoted)
    if start > i or quoted > start:
        if len(toks.digits(quoted)) == 2 and digits[1] == "0" and toks.low(quoted + 1) in ("s", "'s"):
            return _decade(_twentieth(int(digits)), quoted + 2) if toks.joined(quoted + 1) else None
        if digits in DECADE_WORDS and start > i:
            return _decade(_twentieth(DECADE_WORDS[digits]), start + 1, "?")
    hundreds = HUNDREDS.get(toks.low(start))
    rest = toks.skip(start + 1, "-")
    if hundreds and toks.low(rest) in DECADE_WORDS:
        return _decade(hundreds * 100 + DECADE_WORDS[toks.low(rest)], rest + 1)
    return None


def _twentieth(tens: int) -> int:
    return 1900 + tens if tens >= 20 else 2000 + tens


def _decade(first: int, end: int, flag: str = "") -> Parsed:
    if first % 100 == 0 and first < 2000:
        return Fixed(f"{year_text(first)[:2]}XX{flag}", "century"), end
    return Fixed(f"{year_text(first)[:3]}X{flag}", "decade"), end


def narrowed(node: Node, part: str) -> Node:
    """Return the early, middle or late part of a date: the first, middle or last two fifths of its units.

    Args:
        node: The date.
        part: "early", "mid" or "late".
    """
    return Derived(node, lambda first, last, precision: _part(first, last, precision, part))


def _part(first: int, last: int, precision: Precision, part: str) -> Span | None:
    left, right = d.from_days(first), d.from_days(last + 1)
    size = {"decade": 12, "century": 12, "year": 1, "season": 1, "quarter": 1}.get(precision, 0)
    count = (right[0] * 12 + right[1] - left[0] * 12 - left[1]) // size if size else last - first + 1
    if count < 3 or (precision == "day"):
        return first, last
    begin, end = {
        "early": (0, round(count * 0.4)),
        "mid": (round(count * 0.3), round(count * 0.7)),
        "late": (count - round(count * 0.4), count),
    }[part]
    if not size:
        return first + begin, first + end - 1
    return d.month_span(left[0], left[1] + begin * size, (end - begin) * size)
