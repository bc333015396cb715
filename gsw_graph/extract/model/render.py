"""What a model is shown of a text. It depends on nothing but the text and its annotations, since it makes the log key.

Square brackets are ours: those of the text are shown as round ones, so that no text can write a mark.
"""

import re
from collections.abc import Iterable, Sequence

from gsw_graph.extract.model.claims import Claims
from gsw_graph.extract.model.letters import lettered
from gsw_graph.extract.model.mentions import PRONOUN_FORMS
from gsw_graph.extract.model.said import Said
from gsw_graph.extract.model.window import sentences_of
from gsw_graph.names import fold
from gsw_graph.records import Annotation, Chunk

_POSSESSIVE = re.compile(r"['’]s\b")
_ROUND = str.maketrans("[]", "()")
MOST_NAME = 80
"""Characters of a name that a mark shows."""


def window_text(chunks: Sequence[Chunk]) -> str:
    """Return what is shown of a window for "annotate": one sentence a line, numbered from 1.

    Args:
        chunks: The chunks of the window.
    """
    return "\n".join(f"{number} {line(text)}" for number, text in enumerate(sentence_texts(chunks), 1))


def sentence_texts(chunks: Iterable[Chunk]) -> list[str]:
    """Return the sentences of some chunks, in order.

    Args:
        chunks: The chunks.
    """
    return [chunk.text[start:end] for chunk in chunks for start, end in sentences_of(chunk.text)]


def chunk_text(chunk: Chunk) -> str:
    """Return what is shown of a chunk for "extract": its text, with the name of whom words mean behind them.

    The mark "[= Nora Pellow]" stands where the words are neither the name nor a part of it that means nobody else
    here. Words that go on meaning the same are not marked again; all forms of a pronoun are one word in this.

    Args:
        chunk: An annotated chunk.
    """
    meant: dict[tuple[int, int], list[str]] = {}
    for one in chunk.annotations:
        if one.role == "coreference" and one.kind != "date":
            meant.setdefault((one.quote.end, -one.quote.start), []).append(one.name)
    surfaces = {span: _word(chunk.text[-span[1] : span[0]]) for span in meant}
    among: dict[str, set[str]] = {}
    for span, names in meant.items():
        among.setdefault(surfaces[span], set()).update(names)
    marks: list[tuple[int, str]] = []
    known: dict[str, list[str]] = {}
    for span, names in sorted(meant.items()):
        surface = surfaces[span]
        parts = set(surface.split())
        clear = len(among[surface]) == 1 and all(parts <= set(fold(name).split()) for name in names)
        if not clear and known.get(surface) != names:
            marks.append((span[0], f" [= {', '.join(map(_name, names))}]"))
        known[surface] = names
    return marked(chunk.text, marks)


def _word(surface: str) -> str:
    """Return under what words are remembered: a pronoun under its first form."""
    word = surface.casefold()
    return next((forms[0] for forms in PRONOUN_FORMS if word in forms), fold(surface))


def couple_text(chunk: Chunk, said: Said) -> str:
    """Return what is shown of a chunk for "couple": its scene, and its text with a letter at each actor and verb.

    Args:
        chunk: An annotated chunk.
        said: What was said of it.

    Returns:
        "" if there is nothing that could share a place or a time.
    """
    letters = lettered(Claims(chunk, said))
    if not letters:
        return ""
    place, date = (_scene(chunk.annotations, role) for role in ("scene_place", "scene_date"))
    marks = [(one.position, f"[{letter}]") for letter, one in letters.items()]
    return f"[scene: {place}; {date}]\n{marked(chunk.text, marks)}"


def marked(text: str, marks: Iterable[tuple[int, str]]) -> str:
    """Return a text with marks in it, behind whole words, and its own square brackets as round ones.

    Args:
        text: The text.
        marks: Where each stands, as a character of the text, and what it is; in any order.
    """
    parts: list[str] = []
    done = 0
    for position, mark in sorted(marks, key=lambda one: one[0]):
        if ending := _POSSESSIVE.match(text, position):
            position = ending.end()
        parts += [text[done:position].translate(_ROUND), mark]
        done = position
    return "".join([*parts, text[done:].translate(_ROUND)])


def line(text: str) -> str:
    """Return a text on one line, as it is shown.

    Args:
        text: The text.
    """
    return " ".join(text.translate(_ROUND).split())


def _name(name: str) -> str:
    shown = line(name)
    return shown if len(shown) <= MOST_NAME else shown[:MOST_NAME]


def _scene(annotations: Iterable[Annotation], role: str) -> str:
    found = [one for one in annotations if one.role == role]
    return _name(found[0].name) if found else "?"
