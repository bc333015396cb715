"""Forward-falling questions: what the texts of a workspace raise, and what they tell of it later."""

from gsw_graph.entities import one_actor
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row
from gsw_graph.network import Answering, Question
from gsw_graph.passages import passage

STATUSES = ("open", "answered")
MOST = 1000
"""Questions that are shown at most."""


def find_questions(graph: Graph, workspace: str, entity: str = "", *, status: str = "") -> list[Question]:
    """Return the questions that the texts raise, in the order in which they do; of one actor, or of all.

    Args:
        graph: The database; in a view, what is answered only outside of it is open.
        workspace: Name of the workspace.
        entity: Name, alias or uid of an actor that they are about; "" for all.
        status: "open" or "answered"; "" for both.

    Raises:
        InputError: The name means nobody, several, or a place, or there is no such status.
    """
    if status not in ("", *STATUSES):
        raise InputError(f"No question is {status!r}.", hint=" or ".join(STATUSES))
    read = [status] if status and graph.view is None else list(STATUSES)
    here = {"workspace": workspace, "statuses": read, "limit": MOST}
    if entity:
        rows = graph.run("network/questions_about", actor=one_actor(graph, workspace, entity)["uid"], **here)
    else:
        rows = graph.run("network/questions", **here)
    if graph.view is not None:
        rows = [row | {"status": "answered" if row["answers"] else "open"} for row in rows]
    return [_question(row) for row in rows if status in ("", row["status"])]


def _question(row: Row) -> Question:
    """Return a question with what answers it, in the order told."""
    answers = [
        Answering(by=one["by"], what=one["what"], evidence=passage({**one["passage"], "item": row["label"]}))
        for one in row["answers"]
    ]
    return Question(
        uid=row["uid"],
        question=row["label"],
        status=row["status"],
        about=tuple(row["about"]),
        raised=passage({**row["raised"], "item": row["label"]}),
        answers=tuple(sorted(answers, key=lambda one: (one.evidence.document, one.evidence.start, one.what))),
    )
