"""Before and after: what passages say, beside what the workspace makes of it.

The paper on generative semantic workspaces shows this in pictures (figures 8 to 10): on one side what each passage
says, with its unresolved "she" and "?", on the other the reconciled workspace.
"""

from gsw_graph.entities import one_actor
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row
from gsw_graph.network import BeforeAfter
from gsw_graph.passages import chapter_uid, passages

MOST = 5000
"""Claims that are shown at most."""
UNKNOWN = "?"
_KINDS = {"role": "role", "state": "state", "verb": "event", "space": "place", "time": "time"}
_POLARITY = {"asserted": "", "negated": "not ", "possible": "perhaps "}


def told_beside_held(graph: Graph, workspace: str, entity: str = "", *, chapter: str = "") -> list[BeforeAfter]:
    """Return the claims about an actor, or those of a chapter, as told and as held, in the order of the text.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        entity: Name, alias or uid of an actor.
        chapter: Or a chapter: key of the document, a colon, and its number ("report.pdf:3").

    Raises:
        InputError: Neither or both are given, or there is no such actor or chapter.
    """
    if bool(entity) == bool(chapter):
        raise InputError("Either an entity or a chapter is shown as it is told.", hint="--chapter report.pdf:3 --told")
    if chapter:
        uid = chapter_uid(graph, workspace, chapter)
        rows = graph.run("network/told_of_chapter", workspace=workspace, chapter=uid, limit=MOST)
    else:
        uid = one_actor(graph, workspace, entity)["uid"]
        rows = graph.run("network/told_of_actor", workspace=workspace, actor=uid, limit=MOST)
    quotes = passages(graph, workspace, {row["uid"]: _sentence(row, "said") for row in rows})
    return [
        BeforeAfter(
            kind=_KINDS[row["kind"]],
            told=_sentence(row, "said"),
            held=_sentence(row, "held") if row["held"] else "",
            source=row["source"],
            evidence=quotes[row["uid"]],
            uid=row["held"] or "",
        )
        for row in rows
        if row["uid"] in quotes
    ]


def _sentence(row: Row, side: str) -> str:
    """Return a claim in one line.

    Args:
        row: The claim.
        side: "said", as its passage has it, or "held", as the workspace does.
    """
    words = {
        valence: [_words(part, side) for part in row["mentions"] if part["valence"] == valence]
        for valence in _slots(row)
    }
    if row["kind"] in {"space", "time"}:
        own = words.get("place" if row["kind"] == "space" else "date", [])
        where = ", ".join((row["settings"] if side == "held" else []) or own) or UNKNOWN
        deeds = [part["phrase"] or part["label"] for part in row["claims"] if part["valence"] == "member"]
        members = [*words.get("member", []), *(f"“{deed}”" for deed in deeds)]
        return f"{', '.join(dict.fromkeys(members)) or UNKNOWN}: {'at ' if row['kind'] == 'space' else ''}{where}"
    polarity = _POLARITY[row["polarity"]]
    if row["kind"] == "verb":
        agents = ", ".join(dict.fromkeys(words.pop("agent", []))) or UNKNOWN
        others = [
            f"{valence} {', '.join(dict.fromkeys(names))}" for valence, names in words.items() if valence != "place"
        ]
        return f"{agents}: {polarity}{row['phrase'] or row['label']}" + (f" ({'; '.join(others)})" if others else "")
    return f"{', '.join(dict.fromkeys(words.get('bearer', []))) or UNKNOWN}: {polarity}{row['label']}"


def _slots(row: Row) -> list[str]:
    """Return the slots of a claim that mentions fill, in the order of the text."""
    return list(dict.fromkeys(part["valence"] for part in row["mentions"]))


def _words(part: Row, side: str) -> str:
    """Return a mention as its passage has it, or what it is held to be."""
    if side == "said":
        return str(part["said"])
    return str(part["name"] or part["edtf"] or UNKNOWN)
