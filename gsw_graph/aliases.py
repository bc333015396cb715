"""Bare names across the chapters of one document: "Nora" in chapter 2 for the Nora Pellow of chapter 1.

Inside a chapter the Operator resolves names. Across chapters a bare first name or surname is taken for a full
one only where nobody else in the document bears it, and where the two chapters have another name in common
(system.md §5.1: "an alias with agreeing context"). It depends on the document alone, so no order of documents
changes it.
"""

from collections import defaultdict
from collections.abc import Sequence

from gsw_graph.names import fold
from gsw_graph.records import Annotation, Chunk

ALIAS_CONFIDENCE = 0.9
"""What the confidence of an annotation is multiplied with when its name is completed."""


def complete_names(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return the chunks of a document with bare names completed in their annotations.

    Args:
        chunks: All chunks of the document, as annotated chapter by chapter.
    """
    names: dict[int, set[str]] = defaultdict(set)
    persons: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for chunk in chunks:
        for annotation in chunk.annotations:
            if not _is_proper(annotation):
                continue
            folded = fold(annotation.name)
            names[chunk.chapter].add(folded)
            words = folded.split()
            if annotation.kind == "person" and len(words) > 1 and "'s" not in folded and "’s" not in folded:
                for part in {words[0], words[-1]}:
                    persons[part][annotation.name].add(chunk.chapter)
    full = {part: _only(bearers) for part, bearers in persons.items()}
    return [_completed(chunk, full, names) for chunk in chunks]


def _is_proper(annotation: Annotation) -> bool:
    """Say whether an annotation names somebody or a place properly, and not as "the guard"."""
    return annotation.kind != "date" and annotation.name != annotation.name.lower()


def _only(bearers: dict[str, set[int]]) -> tuple[str, set[int]] | None:
    """Return the one full name that holds a bare one, with its chapters; None if two people bear it."""
    if len({fold(name) for name in bearers}) != 1:
        return None
    longest = max(bearers, key=lambda name: (len(name), name))
    return longest, set().union(*bearers.values())


def _completed(chunk: Chunk, full: dict[str, tuple[str, set[int]] | None], names: dict[int, set[str]]) -> Chunk:
    """Return a chunk with its bare names completed."""

    def complete(annotation: Annotation) -> Annotation:
        bare = fold(annotation.name)
        found = full.get(bare) if annotation.kind == "person" and _is_proper(annotation) else None
        if found is None or chunk.chapter in found[1]:
            return annotation
        name, chapters = found
        others = {fold(name), bare}
        if not any((names[chunk.chapter] & names[chapter]) - others for chapter in chapters):
            return annotation
        confidence = round(annotation.confidence * ALIAS_CONFIDENCE, 3)
        return annotation.model_copy(update={"name": name, "confidence": confidence})

    annotations = tuple(complete(annotation) for annotation in chunk.annotations)
    return chunk if annotations == chunk.annotations else chunk.model_copy(update={"annotations": annotations})
