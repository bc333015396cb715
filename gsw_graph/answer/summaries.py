"""Summaries of one actor in one chapter: made when first asked for, kept by the hash of what they summarise."""

import hashlib
from typing import NamedTuple

import numpy as np

from gsw_graph.answer.arms import ARMS, DEFAULT_ARM, Arm
from gsw_graph.embed import Embedder
from gsw_graph.graph import Graph, Row
from gsw_graph.language import count_tokens
from gsw_graph.records import content_uid

MOST_VERBS = 24
"""Verb phrases in a summary."""


class Summary(NamedTuple):
    """What an actor is and does in a chapter, in words."""

    chapter: str
    actor: str
    text: str
    score: float
    """Cosine with the question."""


def summarise(row: Row, arm: Arm = ARMS[DEFAULT_ARM]) -> str:
    """Return a summary in words, from roles, states, places, dates and verb phrases in the order told.

    Args:
        row: A row of match/summary_parts.
        arm: What it may tell of.
    """
    parts = [f"{row['name']} in {row['document']}, chapter {row['chapter']}"]
    if row["title"]:
        parts[0] += f" ({row['title']})"
    for label, values, may_tell in (
        ("role", row["roles"], arm.roles),
        ("state", row["states"], arm.roles),
        ("where", row["places"], arm.settings),
        ("when", row["dates"], arm.settings),
    ):
        if values and may_tell:
            parts.append(f"{label}: {', '.join(dict.fromkeys(values))}")
    phrases = [f"{_POLARITY[verb['polarity']]}{verb['phrase']}" for verb in row["verbs"][:MOST_VERBS]]
    if phrases:
        parts.append(f"did: {'; '.join(dict.fromkeys(phrases))}")
    return ". ".join(parts) + "."


_POLARITY = {"asserted": "", "negated": "not: ", "possible": "perhaps: "}


def ranked_summaries(
    graph: Graph,
    workspace: str,
    embedder: Embedder,
    question: str,
    pairs: list[tuple[str, str]],
    arm: Arm = ARMS[DEFAULT_ARM],
) -> list[Summary]:
    """Return the summaries of some actors in some chapters, nearest to the question first, or as the arm has it.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Makes the vectors of summaries that are new or changed.
        question: The question.
        pairs: (chapter uid, actor uid).
        arm: What the summaries may tell of, and whether they stay in the order told.
    """
    rows = graph.run(
        "match/summary_parts",
        workspace=workspace,
        rows=[
            {"chapter": chapter, "actor": actor, "summary": content_uid("summary", chapter, actor, *arm.without)}
            for chapter, actor in pairs
        ],
    )
    if not rows:
        return []
    texts = [summarise(row, arm) for row in rows]
    hashes = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    stale = [i for i, row in enumerate(rows) if row["hash"] != hashes[i] or row["embedding"] is None]
    if stale:
        vectors = embedder.embed([texts[i] for i in stale])
        for i, vector in zip(stale, vectors, strict=True):
            rows[i]["embedding"] = vector.tolist()
        if graph.view is None:  # a summary that knows less must not take the place of one that knows all
            written = [_written(rows[i], texts[i], hashes[i], arm) for i in stale]
            graph.run("write/summaries", workspace=workspace, rows=written)
    scores = np.array([row["embedding"] for row in rows], dtype=np.float32) @ embedder.embed_query(question)
    found = [
        Summary(row["chapter_uid"], row["actor"], text, float(score))
        for row, text, score in zip(rows, texts, scores, strict=True)
    ]
    if not arm.reranks:
        told = {row["chapter_uid"]: (row["document"], row["chapter"]) for row in rows}
        return sorted(found, key=lambda summary: told[summary.chapter])
    return sorted(found, key=lambda summary: (-summary.score, summary.chapter, summary.actor))


def _written(row: Row, text: str, digest: str, arm: Arm) -> Row:
    """Return the row that stores a summary."""
    made_by = " without ".join(["local", *filter(None, [" and ".join(arm.without)])])
    return {
        "uid": row["summary"],
        "actor": row["actor"],
        "properties": {"chapter": row["chapter_uid"], "text": text, "hash": digest, "made_by": made_by},
        "embedding": row["embedding"],
    }


def within_budget(summaries: list[Summary], max_tokens: int, max_chapters: int) -> list[Summary]:
    """Return the best summaries that fit the budget.

    Args:
        summaries: Best first.
        max_tokens: Budget in o200k tokens.
        max_chapters: Most different chapters; 0 is no limit.
    """
    chosen: list[Summary] = []
    chapters: set[str] = set()
    spent = 0
    for summary in summaries:
        tokens = count_tokens(summary.text)
        new = summary.chapter not in chapters
        if spent + tokens > max_tokens or (new and max_chapters and len(chapters) >= max_chapters):
            continue
        chosen.append(summary)
        chapters.add(summary.chapter)
        spent += tokens
    return chosen
