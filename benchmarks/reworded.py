"""Put the questions of an EpBench folder in other words: JSON lines as its own, for `gsw eval epbench --questions`.

The wordings are in benchmarks/rewordings: rules may be made on `dev`; `heldout` is for measuring only. Each wording is
asked of some questions of its kind, which are drawn; their gold stays.

    python -m benchmarks.reworded FOLDER --half heldout --each 2 > reworded.jsonl
    gsw eval epbench --data FOLDER --questions reworded.jsonl --arm gsw --out OUT
"""

import argparse
import json
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

WORDINGS = Path(__file__).resolve().parent / "rewordings"
HALVES = ("dev", "heldout")
Row = dict[str, Any]


def reworded(questions: Sequence[Row], wordings: Sequence[Row], each: int, seed: int) -> Iterator[Row]:
    """Yield questions in other words, each with the gold of the one that it stands for.

    Args:
        questions: Questions of the benchmark.
        wordings: Wordings with what they ask for and what they name.
        each: Most questions for a wording.
        seed: Of the draw.
    """
    by_kind: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in questions:
        by_kind[row["cue"], row["retrieval_type"], row["get"]].append(row)
    draw = random.Random(seed)
    for number, wording in enumerate(wordings):
        rows = by_kind[wording["cue"], wording["asks"], wording["get"]]
        for row in draw.sample(rows, min(each, len(rows))):
            yield {**row, "id": f"{row['id']}-{number}", "question": wording["wording"].format(**named(row))}


def named(row: Row) -> dict[str, str]:
    """Return what a question names, by the letters of its cue.

    Args:
        row: A question of the benchmark.
    """
    letters = [part.strip() for part in row["cue"].strip("()").split(",")]
    values = iter(re.findall(r"\{([^}]*)\}", row["cue_completed"]))
    return {letter: next(values) for letter in letters if letter != "*"}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a folder with questions.jsonl or questions_dev.jsonl")
    parser.add_argument("--half", choices=HALVES, default="dev")
    parser.add_argument("--each", type=int, default=2, help="questions for each wording")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    chosen = parser.parse_args(arguments)
    [source] = [path for name in ("questions.jsonl", "questions_dev.jsonl") if (path := chosen.folder / name).exists()]
    questions = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
    wordings = json.loads((WORDINGS / f"{chosen.half}.json").read_text(encoding="utf-8"))
    for row in reworded(questions, wordings, chosen.each, chosen.seed):
        sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
