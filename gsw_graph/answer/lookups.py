"""What a question's own verb, role or name leads to in the graph."""

from typing import NamedTuple

from gsw_graph.answer.frames import Frame, fits, predicates, question_word, read_frame
from gsw_graph.answer.items import date_words
from gsw_graph.answer.match import Cue
from gsw_graph.answer.question import Question
from gsw_graph.graph import Graph, Row
from gsw_graph.names import fold_label

MOST_EVENTS = 40
"""Events that are told for one question."""
MOST_VERBS = 400
"""Verbs of one label that are looked at."""


class Found(NamedTuple):
    """What the graph holds for a frame, a role or a name: an item with its chapter and its proof."""

    text: str
    label: str
    uid: str
    chapter: str
    proof_label: str
    proof_uid: str


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
            return self._identity(cues)
        frame = read_frame(question, cues)
        if frame is not None:
            return self._of_frame(question, frame)
        if question.want == "event":
            return self._events(cues)
        confining = [set(cue.hits) for cue in cues if cue.kind == "place"]
        found = self._role_holders(question)
        return [one for one in found if all(one.chapter in chapters for chapters in confining)]

    def _identity(self, cues: list[Cue]) -> list[Found]:
        """Return the roles and states of the named actor."""
        uids = [uid for cue in cues if cue.kind == "actor" for uid in cue.uids]
        rows = self._graph.run("match/attributes", workspace=self._workspace, uids=uids)
        return [Found(r["text"], r["label"], r["uid"], r["chapter"], r["label"], r["uid"]) for r in rows]

    def _events(self, cues: list[Cue]) -> list[Found]:
        """Return what the named actor did, or what happened at all, in the scenes that the cues leave."""
        uids = [uid for cue in cues if cue.kind == "actor" for uid in cue.uids]
        chapters = set.intersection(*(set(cue.hits) for cue in cues)) if cues else set()
        rows = self._graph.run(
            "match/events", workspace=self._workspace, uids=uids, chapters=sorted(chapters), limit=MOST_VERBS
        )
        confining = [(cue.kind, set(cue.uids), cue.hits) for cue in cues if cue.kind in {"place", "date"}]
        found = [
            Found(row["text"], "Verb", row["uid"], row["chapter"], "Verb", row["uid"])
            for row in rows
            if all(
                row["scene"] in hits[row["chapter"]].scenes and (not row[kind] or among & set(row[kind]))
                for kind, among, hits in confining
            )
        ]
        return found[:MOST_EVENTS]

    def _role_holders(self, question: Question) -> list[Found]:
        """Return who has the role or state that "who is the …" names."""
        token = question_word(question)
        if token is None or question.want != "actor" or token.head.lemma_ != "be":
            return []
        labels: list[str] = []
        for noun in predicates(token):
            phrase = " ".join(t.text for t in noun.subtree if t.pos_ != "DET" and t.dep_ not in {"relcl", "punct"})
            labels += [fold_label(phrase), fold_label(noun.text)]
        if not labels:
            return []
        rows = self._graph.run("match/holders", workspace=self._workspace, labels=labels)
        best = min((labels.index(row["named"]) for row in rows), default=0)
        chosen = [row for row in rows if row["named"] == labels[best] and _holds_then(question, row)]
        return [Found(r["text"], "Actor", r["uid"], r["chapter"], r["label"], r["proof"]) for r in chosen]

    def _of_frame(self, question: Question, frame: Frame) -> list[Found]:
        """Return what the events that fit a question's verb say: a slot, a place, a date, the event, or yes or no."""
        actors = sorted({uid for known in frame.known for uid in known.uids})
        rows = self._graph.run(
            "match/verbs", workspace=self._workspace, lemma=frame.lemma, actors=actors, limit=MOST_VERBS
        )
        fitting = [row for row in rows if fits(frame, row)]
        asserted = [row for row in fitting if row["polarity"] == "asserted"]
        if question.want == "yes_no":
            return _verdict(asserted, [row for row in fitting if row["polarity"] == "negated"])
        if question.want == "event":
            return [Found(row["phrase"], "Verb", row["uid"], row["chapter"], "Verb", row["uid"]) for row in asserted]
        if question.want in {"place", "date"}:
            return [one for row in asserted for one in _settings(question, row)]
        return [
            Found(part["name"], "Actor", part["uid"], row["chapter"], "Verb", row["uid"])
            for row in asserted
            for part in row["participants"]
            if part["valence"] in frame.wanted and part["uid"] not in actors
        ]


def _holds_then(question: Question, row: Row) -> bool:
    """Say whether a role may hold at the dates that a question names: not if it is known to have ended or not begun."""
    for _, date in question.dates:
        if date.earliest is not None and row["valid_to"] is not None and row["valid_to"] < date.earliest:
            return False
        if date.latest is not None and row["valid_from"] is not None and row["valid_from"] > date.latest:
            return False
    return True


def _verdict(asserted: list[Row], negated: list[Row]) -> list[Found]:
    """Return yes with the event that says so, or no with the one that denies it."""
    for word, rows in (("yes", asserted), ("no", negated)):
        if rows:
            return [Found(word, "Verb", rows[0]["uid"], rows[0]["chapter"], "Verb", rows[0]["uid"])]
    return []


def _settings(question: Question, row: Row) -> list[Found]:
    """Return where or when an event was."""
    label, key = ("Place", "places") if question.want == "place" else ("Date", "dates")
    return [Found(_said(part), label, part["uid"], row["chapter"], "Verb", row["uid"]) for part in row[key]]


def _said(part: Row) -> str:
    """Return a place's name, or a date in words that need no anchor."""
    return date_words(part["text"], part["edtf"]) if "edtf" in part else str(part["text"])
