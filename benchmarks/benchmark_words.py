"""Write down, as hashes, what of a benchmark the package must not hold; tests/test_no_cheating.py looks for it.

Of each name, place, date and event label of two words or more, and of each five words in a row of a question without
its cues, a salted and shortened SHA-256 is kept: enough to find the words again, and nothing of the text is copied.

    python -m benchmarks.benchmark_words PATH/TO/epbench > tests/data/benchmark_hashes.txt
"""

import argparse
import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from gsw_graph.dates import resolve

SHINGLE = 5
"""Words of a question's wording that are looked for together."""
SHORTENED = 12
"""Hexadecimal digits of a hash that are kept: a million phrases are unlikely to meet one of a thousand by chance."""
MARK = "|"
"""Stands where a cue was."""
KINDS = {
    "Times": "date",
    "Spaces": "place",
    "Entities": "name",
    "Other entities": "name",
    "Event contents": "event",
}
"""What the answers to a kind of question are."""
_WORD = re.compile(r"[^\W_]+")
_INSIDE = re.compile(r"(?<=[a-z])(?=[A-Z])")
_DROPPED = re.compile(r"['’]s\b|\\[A-Za-z]")
"""The possessive, and what a string or pattern escapes."""
_CUES = re.compile(r"\{([^{}]*)\}")
_FIELDS = ("date", "place", "name", "event")
"""What the cues of a question are, in their order."""
_MONTHS = "january february march april may june july august september october november december".split()


class Phrase(NamedTuple):
    """Words in a row that the package must not hold."""

    kind: str
    words: tuple[str, ...]


class Hashes(NamedTuple):
    """Phrases by their hashes."""

    salt: str
    kinds: dict[str, str]
    """The kind of a phrase, by its hash."""
    lengths: tuple[int, ...]
    """How many words the phrases have."""


def words(text: str) -> list[str]:
    """Return the words of a text, folded, without punctuation; in code, a part of a name is a word, and no escape is.

    Args:
        text: Any text.
    """
    parted = _INSIDE.sub(" ", _DROPPED.sub(" ", unicodedata.normalize("NFKC", text)))
    return _WORD.findall(parted.casefold())


def runs(found: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    """Yield all runs of so many words.

    Args:
        found: Words in a row.
        length: How many.
    """
    return (tuple(found[at : at + length]) for at in range(len(found) - length + 1))


def hashed(run: Iterable[str], salt: str) -> str:
    """Return the shortened hash of some words.

    Args:
        run: The words.
        salt: Keeps the hashes from being found in lists of others.
    """
    return hashlib.sha256(f"{salt} {' '.join(run)}".encode()).hexdigest()[:SHORTENED]


def read_hashes(path: Path) -> Hashes:
    """Return the hashes of a file.

    Args:
        path: As this module writes it: "# salt" and the salt, then a line for each phrase: kind, words, hash.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    [salt] = [line.split()[2] for line in lines if line.startswith("# salt ")]
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return Hashes(salt, {row[2]: row[0] for row in rows}, tuple(sorted({int(row[1]) for row in rows})))


def held(text: str, hashes: Hashes) -> list[Phrase]:
    """Return which of the phrases a text holds.

    Args:
        text: Such as a file's.
        hashes: Of the phrases.
    """
    found, kinds = words(text), hashes.kinds
    every = {run for length in hashes.lengths for run in runs(found, length)}
    kept = ((kinds.get(hashed(run, hashes.salt)), run) for run in sorted(every))
    return [Phrase(kind, run) for kind, run in kept if kind]


def phrases(folder: Path) -> set[Phrase]:
    """Return the phrases of a benchmark.

    Args:
        folder: Holds `questions*.jsonl` and `events.jsonl`, at any depth.
    """
    found: set[Phrase] = set()
    for path in sorted(folder.rglob("questions*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            found.update(_of_question(json.loads(line)))
    for path in sorted(folder.rglob("events.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            named = (("date", row["date"]), ("place", row["location"]), ("event", row["content"]))
            told = (("event", row["detail"]), *(("name", name) for name in (row["entity"], *row["other_entities"])))
            found.update(one for kind, text in (*named, *told) for one in _named(kind, text))
    return {one for one in found if len(one.words) > 1}


def _of_question(row: dict[str, object]) -> Iterator[Phrase]:
    """Yield the phrases of one question: its cues, its answers, and its wording without the cues."""
    wording = str(row["question"])
    cues = _CUES.findall(str(row["cue_completed"]))
    asked = [field for field, part in zip(_FIELDS, _parts(str(row["cue"])), strict=True) if part != "*"]
    for kind, cue in zip(asked, cues, strict=True):
        yield from _named(kind, cue)
        wording = wording.replace(cue, MARK)
    kind = KINDS.get(str(row["retrieval_type"]), "")
    answers = row["correct_answer"]
    if kind and isinstance(answers, list):
        for answer in answers:
            yield from _named(kind, answer)
    for part in wording.split(MARK):
        yield from (Phrase("wording", run) for run in runs(words(part), SHINGLE))


def _parts(cue: str) -> list[str]:
    """Return what each place of a cue such as "(t, *, ent, *)" holds."""
    return [part.strip() for part in cue.strip("()").split(",")]


def _named(kind: str, text: str) -> Iterator[Phrase]:
    """Yield what a thing is called: a date in its usual ways of writing, everything else as it is."""
    yield Phrase(kind, tuple(words(text)))
    date = resolve(text) if kind == "date" else None
    if date is not None and date.edtf and re.fullmatch(r"\d{4}-\d{2}-\d{2}", date.edtf):
        year, month, day = date.edtf.split("-")
        name, short = _MONTHS[int(month) - 1], str(int(day))
        for written in ((short, name, year), (name, short, year), (name, day, year), (year, month, day)):
            yield Phrase(kind, written)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the benchmark's data")
    parser.add_argument("--salt", default="gsw-graph-no-cheating", help="keeps the hashes from being found elsewhere")
    chosen = parser.parse_args(arguments)
    print("# Salted, shortened SHA-256 of phrases of a benchmark (python -m benchmarks.benchmark_words).")
    print(f"# salt {chosen.salt}")
    print("# kind, words, hash")
    rows = sorted((one.kind, len(one.words), hashed(one.words, chosen.salt)) for one in phrases(chosen.folder))
    for row in rows:
        print(*row)


if __name__ == "__main__":
    main()
