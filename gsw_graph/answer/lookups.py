"""What a question's own verb, role or name leads to in the graph."""

from typing import NamedTuple

from gsw_graph.answer.frames import Frame, fits, gives_reason, labels_of_acts, read_frame
from gsw_graph.answer.holders import Holder, holders_of, labels_of, read_predicates, standing
from gsw_graph.answer.items import PERSON_KINDS, date_words
from gsw_graph.answer.match import Cue
from gsw_graph.answer.occasions import occasions_of
from gsw_graph.answer.question import Question, is_generic
from gsw_graph.extract.words import words
from gsw_graph.graph import Graph, Row
from gsw_graph.views import Evidence

MOST_EVENTS = 40
"""Events that are told for one question."""
FEW_EVENTS = 15
"""Events of anybody that are told as they are."""
MOST_VERBS = 400
"""Verbs of one label that are looked at."""


MOST_TOLD = 20
"""Chapters of which is told what took place in them."""
_ATTRIBUTES = dict.fromkeys(words("role job post rank position title occupation profession"), "Role")
_ATTRIBUTES |= dict.fromkeys(words("state condition"), "State")


class Found(NamedTuple):
    """What the graph holds for a frame, a role or a name: an item with its chapter and its proof."""

    text: str
    label: str
    uid: str
    chapter: str
    proof_label: str
    proof_uid: str
    note: str = ""
    """What there is to say of it: when it ended."""
    passage: Evidence | None = None
    """The passage that proves it, if no held node does."""


class Lookups:
    """Looks up verbs, roles and states of a question.

    Args:
        graph: The database.
        workspace: Name of the workspace.
    """

    def __init__(self, graph: Graph, workspace: str) -> None:
        self._graph = graph
        self._workspace = workspace

    def find(self, question: Question, cues: list[Cue]) -> list[Found]:
        """Return what a question asks for by its verb, its role or its name; nothing if it asks otherwise.

        Args:
            question: The question.
            cues: Its cues; places and dates among them confine the chapters.
        """
        if question.want == "identity":
            return self._identity(question, cues)
        frame = read_frame(question, cues)
        if frame is not None:
            found = self._of_frame(question, frame)
            if found or not frame.soft:
                return found
        if question.want == "event":
            return [*self._occasions(cues), *self._events(cues)]
        confining = [set(cue.hits) for cue in cues if cue.kind == "place"]
        found = self._holders(question, cues)
        return [one for one in found if all(one.chapter in chapters for chapters in confining)]

    def _identity(self, question: Question, cues: list[Cue]) -> list[Found]:
        """Return the roles and states of the named actor, of the days that the question names."""
        uids = [uid for cue in cues if cue.kind == "actor" for uid in cue.uids]
        if _asks_more(question, cues):
            return []
        rows = self._graph.run("match/attributes", workspace=self._workspace, uids=uids)
        confining = [set(cue.hits) for cue in cues if cue.kind == "date"]
        label = next((_ATTRIBUTES[t.lemma_.lower()] for t in question.doc if t.lemma_.lower() in _ATTRIBUTES), "")
        return [
            Found(r["text"], r["label"], r["uid"], r["chapter"], r["label"], r["uid"])
            for r in rows
            if all(r["chapter"] in held for held in confining) and label in {"", r["label"]}
        ]

    def _occasions(self, cues: list[Cue]) -> list[Found]:
        """Return what kinds of event took place in the chapters that hold all cues, in the text's own words."""
        chapters = set.intersection(*(set(cue.hits) for cue in cues)) if cues else set()
        if not 0 < len(chapters) <= MOST_TOLD:
            return []
        rows = self._graph.run("match/passages_of_chapters", workspace=self._workspace, chapters=sorted(chapters))
        scenes = {chapter: [cue.hits[chapter].scenes for cue in cues] for chapter in chapters}
        told = [row for row in rows if all(row["scene"] in some for some in scenes[row["chapter_uid"]])]
        found = occasions_of(told)
        return [
            Found(o.text, "Chunk", o.passage.uid, o.chapter, "Chunk", o.passage.uid, passage=o.passage) for o in found
        ]

    def _events(self, cues: list[Cue]) -> list[Found]:
        """Return what the named actor did, or what happened at all, in the scenes that the cues leave.

        Where much happened, of nobody who is named, it is what the main person of each chapter did.
        """
        uids = [uid for cue in cues if cue.kind == "actor" for uid in cue.uids]
        chapters = sorted(set.intersection(*(set(cue.hits) for cue in cues)) if cues else ())
        found = self._events_of(uids, chapters, cues)
        if not uids and len(found) > FEW_EVENTS:
            given = {"workspace": self._workspace, "chapters": chapters, "uids": [], "limit": 1}
            main = [row["actor"] for row in self._graph.run("match/main_actors", **given)]
            found = self._events_of(main, chapters, cues) or found
        return found[:MOST_EVENTS]

    def _events_of(self, uids: list[str], chapters: list[str], cues: list[Cue]) -> list[Found]:
        """Return the events of some chapters and actors in the scenes that the cues leave; no actors are all."""
        rows = self._graph.run(
            "match/events", workspace=self._workspace, uids=uids, chapters=chapters, limit=MOST_VERBS
        )
        confining = [(cue.kind, set(cue.uids), cue.hits) for cue in cues if cue.kind in {"place", "date"}]
        return [
            Found(row["text"], "Verb", row["uid"], row["chapter"], "Verb", row["uid"])
            for row in rows
            if all(
                row["scene"] in hits[row["chapter"]].scenes and (not row[kind] or among & set(row[kind]))
                for kind, among, hits in confining
            )
        ]

    def _holders(self, question: Question, cues: list[Cue]) -> list[Found]:
        """Return who has the role or state that "who is the …" names, or whether somebody has the one of "is X …"."""
        on_a_day = self._graph.view is not None and self._graph.view["last"] is not None
        for predicate in read_predicates(question, cues):
            rows = self._graph.run("match/holders", workspace=self._workspace, labels=labels_of(predicate))
            holders = holders_of(question, cues, predicate, rows)
            having = [one for one in holders if one.row["polarity"] == "asserted"]
            now = predicate.now and not question.dates
            chosen = standing(having, on_a_day=on_a_day) if now else having
            if predicate.bearers is not None:
                still = [one for one in chosen if not now or on_a_day or not one.ended]
                lacking = [one for one in holders if one.row["polarity"] == "negated"]
                found = [] if now and still and lacking else _whether(still, lacking)
            else:
                found = [_holder(one, one.row["text"], one.note if now else "") for one in chosen]
            if found:
                return found
        return []

    def _of_frame(self, question: Question, frame: Frame) -> list[Found]:
        """Return what the events that fit a question's verb say: a slot, a place, a date, the event, or yes or no."""
        actors = sorted({uid for known in frame.known for uid in known.uids})
        given = {"workspace": self._workspace, "labels": labels_of_acts(frame), "limit": MOST_VERBS}
        fitting = [row for row in self._graph.run("match/verbs", actors=actors, **given) if fits(frame, row)]
        if actors and not fitting:  # those whom an event names in its words alone
            fitting = [row for row in self._graph.run("match/verbs", actors=[], **given) if fits(frame, row)]
        asserted = [row for row in fitting if row["polarity"] == "asserted"]
        if question.want == "yes_no":
            return _verdict(asserted, [row for row in fitting if row["polarity"] == "negated"])
        if question.want == "reason":
            asserted = [row for row in asserted if gives_reason(row["phrase"])]
        if question.want in {"event", "reason"}:
            return [Found(row["phrase"], "Verb", row["uid"], row["chapter"], "Verb", row["uid"]) for row in asserted]
        if question.want in {"place", "date"}:
            return [one for row in asserted for one in _settings(question, row)]
        return [
            Found(part["name"], "Actor", part["uid"], row["chapter"], "Verb", row["uid"])
            for row in asserted
            for part in row["participants"]
            if part["valence"] in frame.wanted and part["uid"] not in actors and _may_be(question, part)
        ]


def _holder(one: Holder, text: str, note: str = "") -> Found:
    """Return an item that a role or state proves."""
    row = one.row
    return Found(text, "Actor", row["uid"], row["chapter"], row["label"], row["proof"], note)


def _whether(having: list[Holder], lacking: list[Holder]) -> list[Found]:
    """Return yes with the role or state that says so, or no with what denies it."""
    for word, holders in (("yes", having), ("no", lacking)):
        if holders:
            return [_holder(holders[0], word)]
    return []


def _verdict(asserted: list[Row], negated: list[Row]) -> list[Found]:
    """Return yes with the event that says so, or no with the one that denies it; nothing if the text says both."""
    if asserted and negated:
        return []
    for word, rows in (("yes", asserted), ("no", negated)):
        if rows:
            return [Found(word, "Verb", rows[0]["uid"], rows[0]["chapter"], "Verb", rows[0]["uid"])]
    return []


def _asks_more(question: Question, cues: list[Cue]) -> bool:
    """Say whether more is asked than who somebody is, in words that are not understood."""
    said = " ".join(cue.phrase for cue in cues if cue.kind != "content")
    words = [token for token in question.doc if token.is_alpha and token.text not in said and not is_generic(token)]
    return any(token.lower_ not in _ATTRIBUTES and token.lemma_.lower() not in _ATTRIBUTES for token in words)


def _may_be(question: Question, part: Row) -> bool:
    """Say whether a participant is one that is asked for: "who" is no thing."""
    people = question.want == "actor" and not any(token.lower_ == "what" for token in question.doc)
    return not people or bool(PERSON_KINDS & set(part["kinds"]))


def _settings(question: Question, row: Row) -> list[Found]:
    """Return where or when an event was."""
    label, key = ("Place", "places") if question.want == "place" else ("Date", "dates")
    return [Found(_said(part), label, part["uid"], row["chapter"], "Verb", row["uid"]) for part in row[key]]


def _said(part: Row) -> str:
    """Return a place's name, or a date in words that need no anchor."""
    return date_words(part["text"], part["edtf"]) if "edtf" in part else str(part["text"])


def asks_for_statement(question: Question, cues: list[Cue]) -> bool:
    """Say whether only an event, a role or a state may answer: who did it is not anyone who was there.

    Args:
        question: The question.
        cues: Its cues.
    """
    if any(one.settles for one in read_predicates(question, cues)):
        return True
    by_verb = question.want in {"actor", "yes_no", "place", "date", "reason"} or question.counted
    frame = read_frame(question, cues) if by_verb else None
    return frame is not None and not frame.soft
