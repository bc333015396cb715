"""Measure how long an answer takes when the memory is warm: the second time that each question is asked.

The memory is made first, from PATH, unless --workspace names one that holds it. Questions are those of an EpBench file
that ask for all of something.

    python -m benchmarks.ask PATH questions.jsonl --runs 3
"""

import argparse
import statistics
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import gsw_graph.answer
import gsw_graph.answer.findings
import gsw_graph.answer.match
import gsw_graph.answer.summaries
from benchmarks.clock import Clock
from benchmarks.database import database
from benchmarks.figures import Figure, machine, report
from gsw_graph.answer.lookups import Lookups
from gsw_graph.answer.match import Matcher
from gsw_graph.evals.epbench import read_questions
from gsw_graph.evals.samples import drawn
from gsw_graph.evals.score import set_score
from gsw_graph.graph import Graph, Transaction
from gsw_graph.workspace import Workspace


class Pass(NamedTuple):
    """One pass over all questions."""

    milliseconds: list[float]
    parts: dict[str, dict[str, float]]
    f1: float


def one_pass(workspace: Workspace, questions: Path) -> Pass:
    """Ask all questions once and say how long each took, and what took it.

    Args:
        workspace: The memory.
        questions: The file of questions.
    """
    with Clock() as clock:
        _watch(clock, workspace)
        samples = [sample for sample in drawn(read_questions(questions)[0]) if sample.get == "all"]
        answers = [workspace.ask(sample.question) for sample in samples]
    scores = [set_score(said.items, one.expected).f1 for said, one in zip(answers, samples, strict=True)]
    return Pass([1000 * said.seconds for said in answers], clock.parts(), statistics.mean(scores))


def _watch(clock: Clock, workspace: Workspace) -> None:
    """Wrap what answering is made of."""
    clock.wrap(gsw_graph.answer.Answerer, "answer", "the rest")
    clock.wrap(gsw_graph.answer.findings, "read_question", "parse of the question")
    clock.wrap(Matcher, "cues", "cues: names and dates")
    clock.wrap(Lookups, "find", "the question's verb or role")
    clock.wrap(gsw_graph.answer.findings, "items_of", "items off the facts")
    clock.wrap(gsw_graph.answer, "evidence_of", "sentences of the evidence")
    clock.wrap(gsw_graph.answer, "ranked_summaries", "summaries: words and ranking")
    clock.wrap(workspace.embedder, "embed", "vectors of new summaries")
    clock.wrap(workspace.embedder, "embed_query", "vectors of the question and its phrases")
    for module in (gsw_graph.answer, gsw_graph.answer.summaries):
        clock.wrap(module, "count_tokens", "counting tokens")
    clock.wrap(Graph, "transact", "begin and commit")
    clock.wrap(Transaction, "run", lambda _, name, **__: f"database: {name}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, help="a file or folder of texts")
    parser.add_argument("questions", type=Path, help="questions.jsonl of EpBench")
    parser.add_argument("--workspace", default="", help="one that holds the texts already")
    parser.add_argument("--runs", type=int, default=3, help="passes after the first")
    chosen = parser.parse_args(arguments)
    print(machine(), flush=True)
    with database() as server:
        name = chosen.workspace or f"benchmark {uuid.uuid4().hex}"
        with server.workspace(name) as workspace:
            if not chosen.workspace:
                workspace.ingest(chosen.path)
            first, *passes = (one_pass(workspace, chosen.questions) for _ in range(chosen.runs + 1))
            if not chosen.workspace:
                workspace.clear()
    print(report(f"Answers on {chosen.path.name}", _figures(first, passes), passes[-1].parts))
    print(f"\nF1 of these answers, exact scale, harsh: {first.f1:.3f}")


def _figures(first: Pass, passes: list[Pass]) -> list[Figure]:
    """Return the figures of all passes."""
    return [
        Figure("answer, warm, p50", [_percentile(one.milliseconds, 50) for one in passes], "ms", "<= 150"),
        Figure("answer, warm, p95", [_percentile(one.milliseconds, 95) for one in passes], "ms"),
        Figure("answer, warm, slowest", [max(one.milliseconds) for one in passes], "ms"),
        Figure("answer, warm, mean", [statistics.mean(one.milliseconds) for one in passes], "ms"),
        Figure("answer, first time, p50", [_percentile(first.milliseconds, 50)], "ms"),
        Figure("answer, first time, p95", [_percentile(first.milliseconds, 95)], "ms"),
        Figure("questions", [float(len(first.milliseconds))]),
    ]


def _percentile(values: list[float], percent: int) -> float:
    """Return the smallest value that so many percent of them don't exceed."""
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


if __name__ == "__main__":
    main()
