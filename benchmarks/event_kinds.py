"""Measure how well kinds of event are found by meaning: precision and recall by score, on scenes of our own.

The scenes are in tests/data/event_kinds.json; half of them never name their kind. Every kind, and kinds of which there
is no scene, is compared with every scene, as a question that names nothing else would.

    python -m benchmarks.event_kinds
"""

import json
import uuid
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.database import database
from gsw_graph.answer.meaning import LEAST, Meanings, least_of
from gsw_graph.workspace import Workspace

SCENES = Path(__file__).resolve().parents[1] / "tests" / "data" / "event_kinds.json"
SCORES = (0.04, 0.05, 0.06, 0.07, 0.085, 0.1, 0.11, 0.12, 0.139, 0.16)


class Pairs(NamedTuple):
    """Each kind with each scene."""

    scores: np.ndarray
    """How much the scene seems to be of the kind: kinds × scenes."""
    right: np.ndarray
    """Whether it is: kinds × scenes."""


def compared(workspace: Workspace) -> Pairs:
    """Return each kind compared with each scene, once the scenes are taken in.

    Args:
        workspace: An empty one.
    """
    data = json.loads(SCENES.read_text(encoding="utf-8"))
    for scene in data["scenes"]:
        workspace.add_text(scene["text"], key=scene["id"])
    graph, name = workspace.graph, workspace.name
    chapters = {row["document"]: row["uid"] for row in graph.run("match/chapters", workspace=name)}
    kinds = [*dict.fromkeys(scene["kind"] for scene in data["scenes"]), *data["absent"]]
    meanings = Meanings(graph, name, workspace.embedder)
    scores = np.zeros((len(kinds), len(data["scenes"])))
    for row, kind in enumerate(kinds):
        found = meanings.likeness(kind, workspace.embedder.embed_query(kind), chapters.values())
        scores[row] = [found[chapters[scene["id"]]].score for scene in data["scenes"]]
    right = np.array([[scene["kind"] == kind for scene in data["scenes"]] for kind in kinds])
    return Pairs(scores, right)


def table(pairs: Pairs) -> str:
    """Return precision, recall and the share of wrong pairs taken, by the least score that counts.

    Args:
        pairs: Each kind with each scene.
    """
    lines = ["score   precision   recall   F1     wrong pairs taken"]
    for score in SCORES:
        taken = pairs.scores >= score
        hits = int((taken & pairs.right).sum())
        precision, recall = hits / max(1, int(taken.sum())), hits / int(pairs.right.sum())
        f1 = 2 * precision * recall / (precision + recall) if hits else 0.0
        wrong = (taken & ~pairs.right).sum() / (~pairs.right).sum()
        mark = {LEAST: "where one may be meant", round(least_of(64), 3): "where 64 may be"}.get(score, "")
        lines.append(f"{score:.3f}   {precision:9.3f}   {recall:6.3f}   {f1:.3f}   {wrong:8.4f}   {mark}".rstrip())
    return "\n".join(lines)


def main() -> None:
    with database() as server, server.workspace(f"benchmark {uuid.uuid4().hex}") as workspace:
        print(table(compared(workspace)))
        workspace.clear()


if __name__ == "__main__":
    main()
