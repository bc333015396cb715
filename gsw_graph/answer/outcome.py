"""What settled an answer, or why there is none, for an explanation of it."""

from typing import Any

from gsw_graph.answer.findings import Findings
from gsw_graph.answer.frames import read_frame
from gsw_graph.answer.holders import read_predicates
from gsw_graph.answer.lookups import asks_for_statement
from gsw_graph.explanation import LookUp
from gsw_graph.views import Answer


def lookup_of(found: Findings) -> LookUp | None:
    """Return by what verb, role or name the answer was looked up; None if it was not.

    Args:
        found: What was found for the question.
    """
    question, cues = found.question, found.cues
    if question.negated or found.arm.by == "nothing":
        return None
    led: dict[str, Any] = {
        "found": len(found.items) if found.leading else 0,
        "exclusive": asks_for_statement(question, cues),
    }
    actors = tuple(cue.phrase for cue in cues if cue.kind == "actor")
    if question.want == "identity":
        return LookUp(by="name", said=actors, **led)
    frame = read_frame(question, cues)
    if frame is not None:
        named = tuple(one.word for one in (*frame.known, *frame.settings))
        return LookUp(
            by="verb",
            said=(frame.lemma,),
            slots=frame.wanted,
            named=named,
            words=tuple(noun.word for noun in frame.words),
            **led,
        )
    if question.want == "event":
        return LookUp(by="events", said=(), named=tuple(cue.phrase for cue in cues), **led)
    predicates = read_predicates(question, cues)
    labels = dict.fromkeys(label for one in predicates for label in one.labels if label)
    words = dict.fromkeys(word for one in predicates for word in one.of)
    if not labels:
        return None
    named = actors if any(one.bearers is not None for one in predicates) else ()
    return LookUp(by="role or state", said=tuple(labels), named=named, words=tuple(words), **led)


def outcome_of(found: Findings, lookup: LookUp | None, said: Answer, *, model: bool) -> str:
    """Return what settled an answer, or why there is none, in a sentence.

    Args:
        found: What was found for the question.
        lookup: By what it was looked up.
        said: The answer.
        model: Whether a model words the answers.
    """
    read = _read_off(found, lookup)
    if not model:
        return read
    if not said.context:
        return f"No model was asked, for want of anything to show it. Off the graph alone: {read}"
    worded = "A model said that the context does not answer it." if said.abstained else "A model answered it."
    return f"{worded} Off the graph alone: {read}"


def _read_off(found: Findings, lookup: LookUp | None) -> str:
    """Return what comes of reading the graph."""
    question, chosen = found.question, found.chosen
    if question.negated:
        return "What is not or did not happen cannot be asked yet."
    if found.arm.by == "nothing":
        return "This arm chooses no chapter."
    if found.items and found.leading and lookup is not None:
        return f"Looked up by the {lookup.by}, which settled it."
    if found.items:
        return "Read off the scenes that were kept."
    if lookup is not None and lookup.exclusive:
        return f"Only what fits its {lookup.by} may answer, and nothing does."
    if not (found.cues or chosen.scenes):
        return "The question names nothing to look for."
    if found.partial or not chosen.scenes:
        return "No chapter holds all that it names."
    return "Nothing in the scenes that were kept is of the kind that is asked for and goes with what it names."
