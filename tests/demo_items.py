"""Brings the items beside the canned replies up to date when what a model is shown has changed.

    PYTHONPATH=tests python -m demo_items

The replies stay as they are. Of each couple item that has changed it prints both forms: its letters may now stand for
something else, and then the reply has to be written anew.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from canned import FOLDER, TASKS
from gsw_graph.aliases import complete_names
from gsw_graph.demo import document
from gsw_graph.extract.model.annotate import annotated, parts_of
from gsw_graph.extract.model.cast import Cast
from gsw_graph.extract.model.render import chunk_text, couple_text, window_text
from gsw_graph.extract.model.said import Said
from gsw_graph.records import Chunk
from gsw_graph.text import chapters, chunks

Chapter = dict[str, list[dict[str, Any]]]


def main() -> None:
    """Write the items anew, and print the couple items that have changed."""
    paths = sorted(FOLDER.glob("chapter_*.json"))
    kept = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    for path, whole, items in zip(paths, kept, items_of_story(kept), strict=True):
        for task in TASKS:
            for entry, text in zip(whole[task], items[task], strict=True):
                if task == "couple" and entry["item"] != text.split("\n"):
                    print(path.name, *entry["item"], "", text, "", json.dumps(entry["reply"]), "", sep="\n")
                entry["item"] = text.split("\n")
        write(path, whole)


def items_of_story(kept: list[Chapter]) -> Iterator[dict[str, list[str]]]:
    """Yield what a model is shown of each chapter, if it says what is kept.

    Args:
        kept: The chapters' replies.
    """
    story = chapters(document())
    parts = [parts_of(chunks(chapter)) for chapter in story]
    found: list[Chunk] = []
    for chapter, windows, whole in zip(story, parts, kept, strict=True):
        for window, entry in zip(windows, whole["annotate"], strict=True):
            found += annotated(chapter, window, Cast.model_validate({"number": 1, **entry["reply"]}))
    named = complete_names(found)
    for chapter, windows, whole in zip(story, parts, kept, strict=True):
        here = [chunk for chunk in named if chunk.chapter == chapter.index]
        said = [Said.model_validate({"number": 1, **entry["reply"]}) for entry in whole["extract"]]
        couple = [couple_text(chunk, one) for chunk, one in zip(here, said, strict=True)]
        yield {
            "annotate": [window_text(window) for window in windows],
            "extract": [chunk_text(chunk) for chunk in here],
            "couple": [text for text in couple if text],
        }


def write(path: Path, chapter: Chapter) -> None:
    """Write the file of a chapter."""
    path.write_text(json.dumps(chapter, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
