"""The chapters that an arm chooses for a question, and why."""

from typing import NamedTuple

from gsw_graph.answer.items import Scenes
from gsw_graph.answer.match import Cue


class Chosen(NamedTuple):
    """The chapters chosen for a question."""

    scenes: dict[str, Scenes]
    """Uids of the chapters, the best first, each with its scenes that count."""
    partial: bool = False
    """Whether no chapter holds all cues, so that these are some that hold some of them."""
    why: dict[str, str] = {}
    """Why each of them was kept."""
    dropped: dict[str, str] = {}
    """Other chapters that were looked at, with why they were not kept."""
    passages: tuple[str, ...] = ()
    """Uids of the chunks by which the chapters were chosen, best first; none if they were chosen otherwise."""
    notes: tuple[str, ...] = ()
    """What was left out, one sentence each."""

    def within(self, most: int) -> "Chosen":
        """Return no more than the best chapters.

        Args:
            most: How many.
        """
        over = dict.fromkeys(list(self.scenes)[most:], f"the best {most} come before it")
        if not over:
            return self
        kept = list(self.scenes)[:most]
        return self._replace(
            scenes={uid: self.scenes[uid] for uid in kept},
            why={uid: self.why[uid] for uid in kept},
            dropped=over | self.dropped,
        )


def chosen_by_cues(cues: list[Cue]) -> Chosen:
    """Return the chapters that hold all cues, or the best that hold some.

    Args:
        cues: The question's cues.
    """
    if not cues:
        return Chosen({})
    hits = [set(cue.hits) for cue in cues]
    scenes = {chapter: _scenes(cues, chapter) for chapter in sorted(set.union(*hits))}
    every = {chapter for chapter in set.intersection(*hits) if scenes[chapter] != frozenset()}

    def order(chapter: str) -> tuple[int, float, str]:
        weights = [cue.hits[chapter].weight for cue in cues if chapter in cue.hits]
        return -len(weights), -sum(weights), chapter

    kept = sorted(every or scenes, key=order)
    return Chosen(
        {uid: scenes[uid] if every else None for uid in kept},
        partial=not every,
        why={uid: _held(cues, uid) for uid in kept},
        dropped={uid: _held(cues, uid) for uid in sorted(scenes, key=order) if every and uid not in every},
    )


def _held(cues: list[Cue], chapter: str) -> str:
    """Return which cues a chapter holds, and which not."""
    held = ", ".join(cue.phrase for cue in cues if chapter in cue.hits)
    lacking = ", ".join(cue.phrase for cue in cues if chapter not in cue.hits)
    if lacking:
        return f"holds {held}; lacks {lacking}"
    return f"holds {held}{', in different scenes' if _scenes(cues, chapter) == frozenset() else ''}"


def _scenes(cues: list[Cue], chapter: str) -> Scenes:
    """Return the scenes of a chapter that hold all named cues that it holds; None if it holds no named one."""
    held = [cue.hits[chapter].scenes for cue in cues if cue.kind != "content" and chapter in cue.hits]
    return frozenset.intersection(*held) if held else None
