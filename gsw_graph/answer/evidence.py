"""The passages on which items stand."""

from gsw_graph.answer.items import Item
from gsw_graph.graph import Graph, Row
from gsw_graph.passages import passage
from gsw_graph.views import Evidence


def evidence_of(graph: Graph, workspace: str, items: list[Item]) -> list[Evidence]:
    """Return the sentences that prove items, in the items' order.

    What couples an actor to a place or date may inherit that place or date from its scene: then the sentence that
    says it follows the one about the actor.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        items: What was found.
    """
    rows = [_asked(number, item) for number, item in enumerate(items) if item.passage is None]
    coupled = [row for row in rows if row["label"] in {"Space", "Time"}]
    found = graph.run("match/coupling_evidence", workspace=workspace, rows=coupled) if coupled else []
    proved = {row["number"] for row in found}
    rest = [row for row in rows if row["number"] not in proved]
    found += graph.run("match/evidence", workspace=workspace, rows=rest) if rest else []
    given = [(number, 0, item.passage) for number, item in enumerate(items) if item.passage is not None]
    given += [(row["number"], row["part"], passage(row)) for row in found]
    passages: dict[tuple[str, str, int], Evidence] = {}
    for _, _, shown in sorted(given, key=lambda one: one[:2]):
        passages.setdefault((shown.item, shown.document, shown.start), shown)
    return list(passages.values())


def _asked(number: int, item: Item) -> Row:
    """Return what is asked of the graph for an item."""
    label, uid = item.proof
    return {
        "number": number,
        "item": item.text,
        "label": label,
        "uid": uid,
        "chapter": item.unit.uid,
        "scenes": sorted(item.unit.scenes or ()),
        "actors": list(item.among),
    }
