"""What proves the items of an answer, for an explanation of it."""

from collections import Counter
from collections.abc import Mapping

from gsw_graph.answer.findings import Findings
from gsw_graph.answer.items import Item
from gsw_graph.explanation import ChapterRef, ItemExplained
from gsw_graph.graph import Graph, Row
from gsw_graph.views import Answer, Evidence

CLAIMED = frozenset({"Space", "Time", "Verb", "Role", "State"})
"""Labels of nodes that claims of passages support; an actor's passage is a mention."""


def items_explained(
    graph: Graph,
    workspace: str,
    said: Answer,
    found: Findings,
    chapters: Mapping[str, ChapterRef],
    *,
    model: bool,
) -> tuple[ItemExplained, ...]:
    """Return each item of an answer with what proves it.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        said: The answer.
        found: What was found for its question.
        chapters: Chapters by their uids.
        model: Whether a model worded it.
    """
    passages = Counter(one.item for one in said.evidence)
    if model:
        first = {one.item: one for one in reversed(said.evidence)}
        told = {(one.document, one.chapter): one for one in chapters.values()}
        return tuple(_cited(first[text], told, passages) for text in said.items if text in first)
    rows = [_asked(number, item) for number, item in enumerate(found.items) if item.proof[0] in CLAIMED]
    sourced = graph.run("match/claim_sources", workspace=workspace, rows=rows) if rows else []
    sources = {row["number"]: row["source"] for row in sourced}
    return tuple(
        ItemExplained(
            text=item.text,
            label=item.label,
            uid=item.uid,
            chapter=chapters.get(item.unit.uid),
            proof_label=item.proof[0],
            proof_uid=item.proof[1],
            source=sources.get(number, "explicit"),
            passages=passages[item.text],
        )
        for number, item in enumerate(found.items)
    )


def _asked(number: int, item: Item) -> Row:
    """Return what is asked of the graph for an item."""
    return {"number": number, "label": item.proof[0], "uid": item.proof[1], "actors": list(item.among)}


def _cited(shown: Evidence, told: Mapping[tuple[str, int], ChapterRef], passages: Mapping[str, int]) -> ItemExplained:
    """Return an item that a model cites a passage for."""
    return ItemExplained(
        text=shown.item,
        label="",
        uid="",
        chapter=told.get((shown.document, shown.chapter)),
        proof_label="Passage",
        proof_uid=shown.uid,
        source="cited",
        passages=passages[shown.item],
    )
