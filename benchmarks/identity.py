"""Measure who is who: actors of a workspace against labelled mentions, in B³ and pairwise F1.

The texts are in tests/identity: rules may be made on `dev`; `heldout` is for measuring only. A file holds one or more
documents, each after a line `=== KEY`; `[Ms. Marsh|irene]` marks a mention with whom it means. Each file goes into a
workspace of its own, with the `local` Operator. A labelled mention belongs to the actor of the mention that covers most
of it; one that none covers is an actor of its own.

    python -m benchmarks.identity --half dev --mistakes
"""

import argparse
import json
import re
import uuid
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

from benchmarks.database import Database, database
from benchmarks.graph_rows import Rows, read_rows
from gsw_graph.errors import InputError
from gsw_graph.evals.identity import b_cubed, pairwise
from gsw_graph.evals.score import Score
from gsw_graph.text import from_text

TEXTS = Path(__file__).resolve().parents[1] / "tests" / "identity"
HALVES = ("dev", "heldout")
_DOCUMENT = re.compile(r"^=== (\S+)\n", re.MULTILINE)
_LABELLED = re.compile(r"\[([^\]|\n]+)\|([^\]|\n]+)\]")


class Labelled(NamedTuple):
    """A mention with whom it means."""

    document: str
    start: int
    """First character in the document's text."""
    end: int
    surface: str
    who: str


class LabelledText(NamedTuple):
    """A file of documents with their labelled mentions."""

    name: str
    documents: dict[str, str]
    """Text without marks, by key."""
    mentions: list[Labelled]


class Measured(NamedTuple):
    """A text with the actor of each labelled mention."""

    text: LabelledText
    said: dict[Labelled, str]
    names: dict[str, str]
    """Of the actors."""


def load(path: Path) -> LabelledText:
    """Return a file of labelled documents.

    Args:
        path: The file.

    Raises:
        InputError: It has no document, or two of one key.
    """
    parts = _DOCUMENT.split(path.read_text(encoding="utf-8"))[1:]
    keys, bodies = parts[::2], parts[1::2]
    if not keys or len(set(keys)) < len(keys):
        raise InputError(f"{path} has no line === KEY before each of its documents, or one of them twice.")
    documents: dict[str, str] = {}
    mentions: list[Labelled] = []
    for key, marked in zip(keys, bodies, strict=True):
        plain, last = "", 0
        for found in _LABELLED.finditer(marked):
            plain += marked[last : found.start()]
            mentions.append(Labelled(key, len(plain), len(plain) + len(found[1]), found[1], found[2]))
            plain, last = plain + found[1], found.end()
        documents[key] = plain + marked[last:]
    return LabelledText(path.stem, documents, mentions)


def measure(server: Database, text: LabelledText) -> Measured:
    """Ingest a text and return whom its labelled mentions are taken to mean.

    Args:
        server: The database.
        text: Of which only the documents are shown to the Operator.

    Raises:
        InputError: Reading changed a document, so that offsets do not fit.
    """
    with server.workspace(f"identity {uuid.uuid4().hex[:12]}") as workspace:
        try:
            for key, body in text.documents.items():
                if from_text(body, key=key).text.rstrip() != body.rstrip():
                    raise InputError(f"Reading changes {key} of {text.name}, so its spans cannot be compared.")
                workspace.add_text(body, key=key)
            rows = read_rows(workspace.graph, workspace.name)
        finally:
            workspace.clear()
    return Measured(text, _matched(text, rows), {row["uid"]: row["name"] for row in rows.nodes["Actor"]})


def _matched(text: LabelledText, rows: Rows) -> dict[Labelled, str]:
    """Return the actor of each labelled mention; one of its own where no actor's mention overlaps."""
    keys = {row["uid"]: row["key"] for row in rows.nodes["Document"]}
    up: dict[str, str] = {}
    spans, actors = {}, {}
    for kind, relationships in rows.relationships.items():
        for row in relationships:
            if kind.type == "PART_OF":
                up[row["start"]] = row["end"]
            elif kind.start == "Mention" and kind.type == "FROM":
                spans[row["start"]] = (row["end"], row["properties"]["start"], row["properties"]["end"])
            elif kind.start == "Actor" and kind.type == "SUPPORTED_BY" and kind.end == "Mention":
                actors[row["end"]] = row["start"]
    found: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for mention, actor in sorted(actors.items()):
        chunk, start, end = spans[mention]
        found[keys[up[up[chunk]]]].append((start, end, actor))
    return {one: _nearest(one, found[one.document]) for one in text.mentions}


def _nearest(labelled: Labelled, mentions: list[tuple[int, int, str]]) -> str:
    """Return the actor of the mention that shares most with a labelled one and has least beside it."""
    overlaps = [
        (min(end, labelled.end) - max(start, labelled.start), start - end, actor)
        for start, end, actor in mentions
        if start < labelled.end and end > labelled.start
    ]
    return max(overlaps)[2] if overlaps else f"none {labelled.start}"


def scores(measured: list[Measured]) -> tuple[Score, Score]:
    """Return B³ and pairwise scores over all mentions of some texts; actors of two texts are never one.

    Args:
        measured: The texts.
    """
    said = {(one.text.name, mention): (one.text.name, actor) for one in measured for mention, actor in one.said.items()}
    gold = {(name, mention): (name, mention.who) for name, mention in said}
    return b_cubed(said, gold), pairwise(said, gold)


def mistakes(measured: Measured) -> list[str]:
    """Return a line for each labelled mention that is not with the most of its own, or with others.

    Args:
        measured: The text.
    """
    homes: dict[str, Counter[str]] = defaultdict(Counter)
    for mention, actor in measured.said.items():
        homes[mention.who][actor] += 1
    home = {who: min(counts, key=lambda actor: (-counts[actor], actor)) for who, counts in homes.items()}
    lines = []
    for mention, actor in measured.said.items():
        others = sorted({who for who, place in home.items() if place == actor and who != mention.who})
        if actor == home[mention.who] and not others:
            continue
        place = measured.names.get(actor, "nobody")
        with_whom = f", with {', '.join(others)}" if others else ""
        where = f"{measured.text.name} {mention.document}:{mention.start}"
        lines.append(f"{where}: {mention.surface} ({mention.who}) is {place}{with_whom}")
    return lines


def table(measured: dict[str, list[Measured]]) -> str:
    """Return the figures of the halves as a table.

    Args:
        measured: The texts of each half.
    """
    head = ("texts", "mentions", "people…", "actors", "B³ P", "B³ R", "B³ F1", "pair P", "pair R", "pair F1")
    lines = [f"{'':10}" + "".join(f"{name:>9}" for name in head)]
    for half, texts in measured.items():
        right = {(one.text.name, mention.who) for one in texts for mention in one.text.mentions}
        ours = {(one.text.name, actor) for one in texts for actor in one.said.values()}
        counts = (len(texts), sum(len(one.said) for one in texts), len(right), len(ours))
        figures = "".join(f"{value:9.3f}" for score in scores(texts) for value in score)
        lines.append(f"{half:10}" + "".join(f"{count:9}" for count in counts) + figures)
    return "\n".join(lines)


def as_json(texts: list[Measured], listed: bool) -> dict[str, object]:
    """Return the figures of one half for a JSON reader.

    Args:
        texts: The texts.
        listed: Whether to list the mistakes.
    """
    cubed, pairs = scores(texts)
    wrong = [line for one in texts for line in mistakes(one)]
    figures = {"b_cubed": cubed._asdict(), "pairwise": pairs._asdict()}
    return {**figures, "mentions": sum(len(one.said) for one in texts), "mistakes": wrong if listed else len(wrong)}


def main(arguments: list[str] | None = None) -> None:
    """Run from the command line.

    Args:
        arguments: Instead of those of the process.
    """
    parser = argparse.ArgumentParser(description="B³ and pairwise F1 of who is who.")
    parser.add_argument("--half", choices=HALVES, help="only this half of the texts")
    parser.add_argument("--text", default="", help="only files whose name holds this")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--mistakes", action="store_true", help="list each mistake")
    chosen = parser.parse_args(arguments)
    found: dict[str, list[Measured]] = {}
    with database() as server:
        for half in (chosen.half,) if chosen.half else HALVES:
            paths = (path for path in sorted((TEXTS / half).glob("*.txt")) if chosen.text in path.name)
            found[half] = [measure(server, load(path)) for path in paths]
    if chosen.json:
        print(json.dumps({half: as_json(texts, chosen.mistakes) for half, texts in found.items()}, indent=2))
        return
    print(table(found))
    if chosen.mistakes:
        print("", *(line for texts in found.values() for one in texts for line in mistakes(one)), sep="\n")


if __name__ == "__main__":
    main()
