"""Bytes → characters, and the removal of those that a database cannot store."""

import codecs
import re

from charset_normalizer import CharsetMatch, from_bytes

from gsw_graph.errors import InputError

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its mark begins with the other's
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_GUESSES = [
    *("cp1252", "gb18030", "shift_jis", "euc_jp", "big5", "euc_kr", "iso2022_jp"),
    *("cp1251", "koi8_r", "cp1250", "cp1253", "cp1254", "cp1255", "cp1256"),
]
"""What files are written in, the commoner first; dozens of others only make short texts ambiguous."""
_MOST_CONTROL = 0.3
_MOST_CONTROL_IF_GUESSED = 0.02
_MOST_REPLACED = 0.05
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def decode(data: bytes, *, origin: str, encoding: str | None = None) -> tuple[str, list[str]]:
    """Return the characters that bytes stand for, and notes on what was done to find them.

    Args:
        data: The content of a file.
        origin: Where it is from, for errors.
        encoding: Its encoding; if None: that of its byte order mark, else UTF-8, else the likeliest.

    Raises:
        InputError: They are not text, or not in that encoding.
    """
    if encoding is not None:
        return _in_encoding(data, origin, encoding), []
    for mark, name in _BOMS:
        if data.startswith(mark):
            return _lenient(data[len(mark) :], name)
    try:
        # Lone surrogates pass here, to be replaced one by one later.
        return data.decode("utf-8", "surrogatepass"), []
    except UnicodeDecodeError:
        pass
    few, mostly = _bad_utf8(data)
    guess = "" if few and mostly else _guessed(data)
    if few and not guess:
        return _lenient(data, "utf-8")
    text = data.decode(guess, "replace") if guess else ""
    if not guess or len(_CONTROL.findall(text)) > _MOST_CONTROL_IF_GUESSED * len(text) + 2:
        raise _not_text(origin)
    return text, [f"The text was read as {guess}, which is a guess."]


def clean(text: str, *, origin: str) -> tuple[str, list[str]]:
    """Return the text as it is stored, and notes on what was changed.

    Line ends, form feeds and vertical tabs become line feeds; control characters are removed; lone surrogates
    are replaced by U+FFFD. All other characters stay as read.

    Args:
        text: As decoded.
        origin: Where it is from, for errors.

    Raises:
        InputError: Most of it is control characters.
    """
    notes = []
    text = re.sub("\r\n?|[\x0b\x0c\x85]", "\n", text).removeprefix("\ufeff")
    controls = len(_CONTROL.findall(text))
    if controls > _MOST_CONTROL * len(text):
        raise _not_text(origin)
    if controls:
        text = _CONTROL.sub("", text)
        notes.append(f"Control characters were removed: {controls}.")
    if _SURROGATE.search(text):
        # UTF-16 joins what is a pair, and replaces what is alone.
        paired = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        alone = paired.count("\ufffd") - text.count("\ufffd")
        text = paired
        if alone:
            notes.append(f"Lone surrogates were replaced by U+FFFD: {alone}.")
    return text, notes


def plain(text: str) -> str:
    """Return what a converted file says with line feeds for line ends, and nothing that a database cannot store.

    Marks that only say where a line may break or not (soft hyphens, no-break spaces) are resolved: they hide names.

    Args:
        text: Any part of it, from a library that read the file.
    """
    text = _CONTROL.sub("", re.sub("\r\n?|[\x0b\x0c\x85]", "\n", text))
    text = re.sub("[\xa0\u2007\u202f]", " ", text.replace("\xad", ""))
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _in_encoding(data: bytes, origin: str, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except LookupError as error:
        raise InputError(f'There is no encoding "{encoding}".', hint="--encoding utf-8") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{origin} is not in {encoding}: byte {error.start} does not fit.") from error


def _lenient(data: bytes, encoding: str) -> tuple[str, list[str]]:
    try:
        return data.decode(encoding), []
    except UnicodeDecodeError:
        return data.decode(encoding, "replace"), [f"Bytes that are not {encoding} were replaced by U+FFFD."]


def _guessed(data: bytes) -> str:
    """Return the likeliest encoding, "" if none fits; the commoner of those equally likely."""
    matches = list(from_bytes(data, cp_isolation=_GUESSES))
    if not matches:
        return ""

    def score(match: CharsetMatch) -> tuple[float, float, float]:
        return match.chaos, match.coherence, match.multi_byte_usage

    equal = [match.encoding for match in matches if score(match) == score(matches[0])]
    return min(equal, key=_GUESSES.index)


def _bad_utf8(data: bytes) -> tuple[bool, bool]:
    """Return whether few bytes are not UTF-8, and whether most of those beyond ASCII are."""
    text = data.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    good = sum(character > "\x7f" for character in text) - bad
    return bad <= _MOST_REPLACED * len(text), good >= 3 * bad


def _not_text(origin: str) -> InputError:
    return InputError(f"{origin} is not a text file.", hint="convert it to plain text in UTF-8")
