"""An answer's words."""

from gsw_graph.answer.items import Item
from gsw_graph.answer.lookups import MOST_EVENTS
from gsw_graph.answer.match import Cue, CueKind
from gsw_graph.answer.question import Question
from gsw_graph.views import Evidence

SILENT = "The workspace does not say."


_MISSING: tuple[tuple[str, tuple[CueKind, ...]], ...] = (
    ("It holds nothing by the name of", ("actor", "place")),
    ("It holds nothing of the date", ("date",)),
    ("No passage was found for", ("content",)),
)


def answer_text(
    question: Question,
    items: list[Item],
    cues: list[Cue],
    *,
    partial: bool,
    evidence: list[Evidence],
    number: str = "",
) -> str:
    """Return the answer in words.

    Args:
        question: The question.
        items: What was found.
        cues: What the question names.
        partial: Whether no chapter holds all cues.
        evidence: The passages on which the items stand.
        number: How many there are, if that is asked for.
    """
    if not items and question.negated:
        return f"{SILENT} What did not happen cannot be asked yet."
    if not items:
        return SILENT + _why(cues, partial)
    if question.want == "yes_no":
        return f"{items[0].text.capitalize()}: {evidence[0].quote}" if evidence else f"{items[0].text.capitalize()}."
    separator = "\n" if question.want == "event" else "; "
    said = (f"{number}: " if number else "") + separator.join(
        f"{item.text} ({item.note})" if item.note else item.text for item in items
    )
    return f"{said}\n(the first {MOST_EVENTS} that are told)" if len(items) == MOST_EVENTS else said


def _why(cues: list[Cue], partial: bool) -> str:
    """Return what the silence rests on."""
    missing = [cue for cue in cues if not cue.hits]
    said = [
        f" {words} {', '.join(cue.phrase for cue in missing if cue.kind in kinds)}."
        for words, kinds in _MISSING
        if any(cue.kind in kinds for cue in missing)
    ]
    if said:
        return "".join(said)
    if partial:
        return f" No passage holds all of: {', '.join(cue.phrase for cue in cues)}."
    return ""
