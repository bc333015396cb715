"""Questions that reuse the memory's own verbs and roles: "who was arrested", "who is the curator", "who is X"."""

from typing import TYPE_CHECKING, NamedTuple

from gsw_graph.answer.items import date_words
from gsw_graph.answer.match import Cue
from gsw_graph.answer.question import META_VERBS, SIGHTINGS, Question
from gsw_graph.graph import Graph, Row
from gsw_graph.names import fold

if TYPE_CHECKING:
    from spacy.tokens import Token

MOST_DEEDS = 40
"""Events that are told of one actor."""
MOST_VERBS = 400
"""Verbs of one label that are looked at."""
_SLOTS = {
    "nsubj": ("agent",),
    "nsubjpass": ("patient",),
    "dobj": ("patient", "topic"),
    "obj": ("patient", "topic"),
    "dative": ("recipient", "beneficiary"),
}
_PREPOSITIONS = {
    "by": ("agent",),
    "to": ("recipient", "goal"),
    "with": ("companion", "instrument"),
    "from": ("source",),
}


class Known(NamedTuple):
    """An actor that a question names with its verb."""

    word: str
    """Its head word, folded: an event that names it in its words will do."""
    uids: frozenset[str]
    valences: tuple[str, ...]
    """What it may fill; empty is any."""


class Frame(NamedTuple):
    """A verb of the question with its slots."""

    lemma: str
    wanted: tuple[str, ...]
    """Valences that the question word stands for; empty if it asks where or when."""
    known: tuple["Known", ...]
    """The actors that the question names with the verb."""
    words: tuple[str, ...]
    """Lemmas of the verb's other nouns, which the event must name."""


class Found(NamedTuple):
    """What the graph holds for a frame, a role or a name: an item with its chapter and its proof."""

    text: str
    label: str
    uid: str
    chapter: str
    proof_label: str
    proof_uid: str


class Frames:
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
        if question.want == "event":
            return self._deeds(question, cues)
        frame = read_frame(question, cues)
        found = self._participants(question, frame) if frame else self._role_holders(question)
        confining = [set(cue.hits) for cue in cues if cue.kind in {"place", "date"}]
        return [one for one in found if all(one.chapter in chapters for chapters in confining)]

    def _identity(self, cues: list[Cue]) -> list[Found]:
        """Return the roles and states of the named actor."""
        uids = [uid for cue in cues if cue.kind == "actor" for uid in cue.uids]
        rows = self._graph.run("match/attributes", workspace=self._workspace, uids=uids)
        return [Found(r["text"], r["label"], r["uid"], r["chapter"], r["label"], r["uid"]) for r in rows]

    def _deeds(self, question: Question, cues: list[Cue]) -> list[Found]:
        """Return what the named actor did, in the chapters that the other cues leave."""
        uids = [uid for cue in cues if cue.kind == "actor" for uid in cue.uids]
        chapters = set.intersection(*(set(cue.hits) for cue in cues)) if cues else set()
        rows = self._graph.run(
            "match/deeds", workspace=self._workspace, uids=uids, chapters=sorted(chapters), limit=MOST_DEEDS
        )
        scenes = [cue.hits for cue in cues if cue.kind in {"place", "date"}]
        return [
            Found(row["text"], "Verb", row["uid"], row["chapter"], "Verb", row["uid"])
            for row in rows
            if all(row["scene"] in hits[row["chapter"]].scenes for hits in scenes)
        ]

    def _role_holders(self, question: Question) -> list[Found]:
        """Return who has the role or state that "who is the …" names."""
        token = _question_word(question)
        if token is None or question.want != "actor" or token.head.lemma_ != "be":
            return []
        nouns = [
            child for child in token.head.children if child.i != token.i and child.pos_ in {"NOUN", "ADJ", "PROPN"}
        ]
        labels: list[str] = []
        for noun in nouns:
            phrase = " ".join(t.text for t in noun.subtree if t.pos_ != "DET" and t.dep_ not in {"relcl", "punct"})
            labels += [fold(phrase), fold(noun.text)]
        if not labels:
            return []
        rows = self._graph.run("match/holders", workspace=self._workspace, labels=labels)
        best = min((labels.index(row["named"]) for row in rows), default=0)
        chosen = [row for row in rows if row["named"] == labels[best]]
        return [Found(r["text"], "Actor", r["uid"], r["chapter"], r["label"], r["proof"]) for r in chosen]

    def _participants(self, question: Question, frame: Frame) -> list[Found]:
        """Return who fills the wanted slot of the question's verb, or where and when it was."""
        actors = sorted({uid for known in frame.known for uid in known.uids})
        rows = self._graph.run(
            "match/verbs", workspace=self._workspace, lemma=frame.lemma, actors=actors, limit=MOST_VERBS
        )
        fitting = [row for row in rows if _fits(frame, row)]
        if not frame.wanted:
            key = "places" if question.want == "place" else "dates"
            label = "Place" if key == "places" else "Date"
            return [
                Found(_said(part), label, part["uid"], row["chapter"], "Verb", row["uid"])
                for row in fitting
                for part in row[key]
            ]
        return [
            Found(part["name"], "Actor", part["uid"], row["chapter"], "Verb", row["uid"])
            for row in fitting
            for part in row["participants"]
            if part["valence"] in frame.wanted and part["uid"] not in actors
        ]


def _said(part: Row) -> str:
    """Return a place's name, or a date in words that need no anchor."""
    return date_words(part["text"], part["edtf"]) if "edtf" in part else str(part["text"])


def _fits(frame: Frame, row: Row) -> bool:
    """Say whether an event of the graph is the one that a frame describes."""
    said = fold(" ".join([row["phrase"], *(part["name"] for part in row["participants"])]))
    for known in frame.known:
        filled = {part["valence"] for part in row["participants"] if part["uid"] in known.uids}
        if not (filled & set(known.valences) if known.valences else filled) and (filled or known.word not in said):
            return False
    return row["polarity"] == "asserted" and all(word[:5] in said for word in frame.words)


def names_event(question: Question, cues: list[Cue]) -> bool:
    """Say whether only a filled slot may answer: who did it is not anyone who was there.

    Args:
        question: The question.
        cues: Its cues.
    """
    return question.want == "actor" and read_frame(question, cues) is not None


def read_frame(question: Question, cues: list[Cue]) -> Frame | None:
    """Return the verb of a question with its slots, or None if it asks in another way."""
    word = _question_word(question)
    if word is None or question.want not in {"actor", "place", "date", "event"}:
        return None
    verb = word.head if word.dep_ not in {"pobj", "poss", "det"} else word.head.head
    verb = verb.head if verb.pos_ == "AUX" else verb
    passive = any(child.dep_ == "auxpass" for child in verb.children)
    lemma = verb.lemma_.lower()
    if verb.pos_ != "VERB" or lemma in META_VERBS or (passive and lemma in SIGHTINGS):
        return None
    wanted = _slots(word) if question.want in {"actor", "event"} else ()
    if question.want == "actor" and not wanted:
        return None
    known: list[Known] = []
    words: list[str] = []
    for child in verb.subtree:
        if child.i in {verb.i, word.i} or child.pos_ not in {"NOUN", "PROPN"} or child.dep_ == "compound":
            continue
        cue = next(
            (c for c in cues if c.kind in {"actor", "place", "date"} and _inside(question, child, c.phrase)),
            None,
        )
        if cue is None:
            words.append(fold(child.lemma_))
        elif cue.kind == "actor" and all(other.uids != frozenset(cue.uids) for other in known):
            known.append(Known(fold(child.lemma_), frozenset(cue.uids), _slots(child)))
    return Frame(lemma, wanted, tuple(known), tuple(words))


def _question_word(question: Question) -> "Token | None":
    """Return the word that asks: who, whom, what, where, when."""
    return next((t for t in question.doc if t.lower_ in {"who", "whom", "what", "where", "when"}), None)


def _slots(token: "Token") -> tuple[str, ...]:
    """Return the valences that a word's place in the sentence stands for."""
    if token.dep_ == "pobj":
        return _PREPOSITIONS.get(token.head.lower_, ())
    passive = any(child.dep_ == "auxpass" for child in token.head.children)
    return _SLOTS["nsubjpass" if passive and token.dep_ == "nsubj" else token.dep_] if token.dep_ in _SLOTS else ()


def _inside(question: Question, token: "Token", phrase: str) -> bool:
    """Say whether a word belongs to the words of a cue."""
    start = question.text.find(phrase)
    return start <= token.idx < start + len(phrase)
