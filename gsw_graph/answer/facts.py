"""What the held layer has of one actor in one chapter, fact by fact, each with its passage."""

from collections.abc import Sequence
from typing import NamedTuple

from gsw_graph.answer.arms import ARMS, DEFAULT_ARM, Arm
from gsw_graph.answer.items import date_words
from gsw_graph.graph import Graph, Row
from gsw_graph.passages import passage
from gsw_graph.records import content_uid
from gsw_graph.views import Evidence, Statement

MOST_NOTES = 60
"""Notes on one actor in one chapter that a summary is made from."""
_NAMES = {"Role": "role", "State": "state", "Place": "where", "Date": "when"}
_POLARITY = {"asserted": "", "negated": "not ", "possible": "perhaps "}


class Fact(NamedTuple):
    """One fact with where it stands."""

    kind: str
    """Label of the held node: Role, State, Verb, Place or Date."""
    text: str
    """A label, a place's name, a date in words, or a verb phrase."""
    note: str
    """The fact in a line, with the text's own words."""
    passage: Evidence
    statement: Statement
    reading: str
    """Log key of the reading that found it."""


class Facts(NamedTuple):
    """What is held of one actor in one chapter."""

    summary: str
    """Uid of the summary."""
    chapter_uid: str
    actor: str
    name: str
    document: str
    chapter: int
    title: str
    facts: tuple[Fact, ...]
    """In the order told."""
    text: str
    """The summary that stands; "" if none does."""
    hash: str
    embedding: Sequence[float] | None
    reading: str = ""
    """Log key of the reading of a passage, if these are no facts but a passage as it stands; "" otherwise."""

    @property
    def readings(self) -> set[str]:
        """Log keys of the readings that found the facts."""
        return {fact.reading for fact in self.facts} | ({self.reading} - {""})

    @property
    def notes(self) -> str:
        """The facts as a model is shown them: who and where on the first line, then a note a line."""
        title = f" ({self.title})" if self.title else ""
        notes = list(dict.fromkeys(fact.note for fact in self.facts))
        return "\n".join([_line(f"{self.name} in {self.document}, chapter {self.chapter}{title}"), *notes[:MOST_NOTES]])

    @property
    def setting(self) -> str:
        """When and where the actor is, as far as that is known."""
        parts = []
        for kind in ("Date", "Place"):
            values = dict.fromkeys(_line(fact.text) for fact in self.facts if fact.kind == kind)
            if values:
                parts.append(f"{_NAMES[kind]}: {', '.join(values)}")
        return "; ".join(parts)


NOTHING = Facts("", "", "", "", "", 0, "", (), "", "", None)
"""No facts, of nobody."""


def read_facts(
    graph: Graph, workspace: str, pairs: Sequence[tuple[str, str]], arm: Arm = ARMS[DEFAULT_ARM]
) -> list[Facts]:
    """Return what is held of some actors in some chapters; those of which nothing is held are left out.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        pairs: (chapter uid, actor uid).
        arm: What they may be facts of.
    """
    rows = [
        {"chapter": chapter, "actor": actor, "summary": content_uid("summary", chapter, actor, "llm", *arm.without)}
        for chapter, actor in pairs
    ]
    found = graph.run("match/actor_facts", workspace=workspace, rows=rows)
    for row in found:
        row["facts"] = [fact for fact in row["facts"] if _may_use(arm, fact["kind"])]
    return [_facts(row) for row in found if row["facts"]]


def _may_use(arm: Arm, kind: str) -> bool:
    """Say whether an arm may use facts of a kind."""
    return arm.roles if kind in {"Role", "State"} else arm.settings or kind == "Verb"


def _facts(row: Row) -> Facts:
    """Return a row's facts, in the order told."""
    told = sorted(row["facts"], key=lambda fact: (fact["from"], fact["to"], fact["kind"], fact["said"], fact["end"]))
    several = {kind: len({fact["text"] for fact in told if fact["kind"] == kind}) > 1 for kind in ("Place", "Date")}
    return Facts(
        summary=row["summary"],
        chapter_uid=row["chapter_uid"],
        actor=row["actor"],
        name=row["name"],
        document=row["document"],
        chapter=row["chapter"],
        title=row["title"] or "",
        facts=tuple(_fact(row, fact, several) for fact in told),
        text=row["text"] or "",
        hash=row["hash"] or "",
        embedding=row["embedding"],
    )


def _fact(row: Row, fact: Row, several: dict[str, bool]) -> Fact:
    """Return one fact of a row."""
    kind = fact["kind"]
    text = date_words(fact["text"], fact["edtf"]) if kind == "Date" else fact["text"]
    where = {"document": row["document"], "chapter": row["chapter"], "title": row["title"], "item": ""}
    said = {"uid": fact["said"], "start": fact["from"], "end": fact["to"], "text": fact["chunk"]}
    shown = passage({**where, **said, **{name: fact[name] for name in ("chunk_start", "page", "breaks")}})
    statement = Statement(**{name: fact[name] for name in ("start", "type", "end", "current")})
    note = _deed(fact, several) if kind == "Verb" else _attribute(kind, text, fact)
    return Fact(kind, text, _POLARITY[fact["polarity"]] + note, shown, statement, fact["reading"])


def _attribute(kind: str, text: str, fact: Row) -> str:
    """Return a role, state, place or date in a line, with the text's words if they say it otherwise."""
    words = "" if text.casefold() in fact["words"].casefold() else f' "{_line(fact["words"])}"'
    return f"{_NAMES[kind]}: {_line(text)}{words}"


def _deed(fact: Row, several: dict[str, bool]) -> str:
    """Return an event in a line: the actor's part, the text's words, by whom, and where and when if that tells."""
    part = "did" if fact["valence"] == "agent" else fact["valence"]
    more = [] if fact["valence"] == "agent" else [o["name"] for o in fact["others"] if o["valence"] == "agent"]
    by = f" by {', '.join(map(_line, more))}" if more else ""
    settings = [*(fact["places"] if several["Place"] else ()), *(fact["dates"] if several["Date"] else ())]
    setting = f" ({'; '.join(map(_line, settings))})" if settings else ""
    return f'{part}: "{_line(fact["words"])}"{by}{setting}'


def _line(text: str) -> str:
    """Return a text on one line, so that it cannot look like a note of its own."""
    return " ".join(text.split())
