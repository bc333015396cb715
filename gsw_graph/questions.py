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
        graph: The database.
        workspace: Name of the workspace.
        entity: Name, alias or uid of an actor that they are about; "" for all.
        status: "open" or "answered"; "" for both.

    Raises:
        InputError: The name means nobody, several, or a place, or there is no such status.
    """
    if status not in ("", *STATUSES):
        raise InputError(f"No question is {status!r}.", hint=" or ".join(STATUSES))
    here = {"workspace": workspace, "statuses": [status] if status else list(STATUSES), "limit": MOST}
    if entity:
        rows = graph.run("network/questions_about", actor=one_actor(graph, workspace, entity)["uid"], **here)
    else:
        rows = graph.run("network/questions", **here)
    return [_question(row) for row in rows]


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
