"""Verb claims: what is done, by whom, to whom, with what."""

from collections.abc import Iterable

from gsw_graph.extract.books import Claims, Finder, Mentions, abouts
from gsw_graph.extract.frames import Frame, is_event
from gsw_graph.extract.nouns import is_abstract
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.quotes import SPEECH
from gsw_graph.extract.results import ROLE_BEGINS
from gsw_graph.extract.settings import BOUND
from gsw_graph.extract.words import words
from gsw_graph.records import About, MentionKind, Quote, Valence

GIVING = words(
    """give hand send show offer sell lend pay bring award present teach pass deliver return donate grant leave
    entrust write read tell explain announce introduce report reveal describe dedicate submit serve"""
)
_THINKING = words(
    """think dream worry speak talk know hear learn ask tell warn complain argue lecture write read inform"""
)
_LONGEST = 14
"""Most tokens of a phrase behind its verb."""
_BEINGS = frozenset({"person", "group", "animal", "organisation", "other"})


class Events(Finder):
    """Finds the verb claims of a chunk."""

    def __init__(self, parse: Parse, mentions: Mentions, claims: Claims) -> None:
        super().__init__(parse, mentions, claims)
        self.by_verb: dict[int, str] = {}
        """Verb token → its claim."""

    def find(self, frames: Iterable[Frame], speakers: dict[int, list[str]]) -> None:
        """Add all verb claims of the chunk.

        Args:
            frames: The chunk's frames.
            speakers: Mentions of the speaker for verbs inside quotation marks.
        """
        frames = [one for one in frames if not _is_state(one, self.parse)]
        by_verb = {frame.verb: frame for frame in frames}
        for frame in frames:
            if is_event(frame, self.parse):
                self._event(frame, by_verb, speakers)

    def _event(self, frame: Frame, by_verb: dict[int, Frame], speakers: dict[int, list[str]]) -> None:
        parse = self.parse
        about = [*self._agents(frame), *self._patients(frame)]
        if not about:
            return
        about += abouts((uid for one in frame.recipients for uid in self.mentions.thing(one)), "recipient")
        about += abouts(self._misread_recipient(frame), "recipient")
        for word, target in frame.prepositions:
            about += self._prepositional(frame, word, target)
        parent = by_verb.get(frame.parent)
        if frame.verb in speakers:
            about += abouts(speakers[frame.verb], "speaker")
        elif parent is not None and parse.lemmas[parent.verb] in SPEECH and parent.polarity == "asserted":
            about += abouts(self.mentions.actors(parent.agents), "speaker")
        quote, phrase = self._phrase(frame)
        confidence = 0.9 if frame.polarity == "asserted" else 0.8
        uid = self.claims.add(
            "verb", frame.label, quote, about, phrase=phrase, polarity=frame.polarity, confidence=confidence
        )
        self.by_verb[frame.verb] = uid

    def _misread_recipient(self, frame: Frame) -> list[str]:
        """Return whom "gave her aspirin" is given to, where the parse reads "her aspirin" as one phrase."""
        parse = self.parse
        after = frame.verb + 1
        if frame.recipients or frame.label not in {"give", "hand", "send", "offer", "bring"} or after >= len(parse):
            return []
        bare = after + 1 < len(parse) and parse.tags[after + 1] in {"NN", "NNS"} and parse.deps[after + 1] == "dobj"
        return self.mentions.at(after) if parse.lowers[after] == "her" and bare else []

    def _agents(self, frame: Frame) -> list[About]:
        found: list[str] = []
        for token in frame.agents:
            found += self.mentions.at(token) or self._thing(token, strict=True)
        return abouts(found, "agent")

    def _patients(self, frame: Frame) -> list[About]:
        found: list[str] = []
        for token in frame.patients:
            if frame.label in ROLE_BEGINS and (name := self._named_as(token)):
                found += name  # "named Ana Ruiz director": the parse makes the name part of the role
                continue
            found += self.mentions.at(token) or self._thing(token, strict=not (frame.agents or frame.passive))
        return abouts(found, "patient")

    def _named_as(self, noun: int) -> list[str]:
        return self.mentions.actors(self.parse.kids(noun, "compound", "nmod", "poss")) if noun else []

    def _thing(self, token: int, strict: bool) -> list[str]:
        """Return a mention for a noun phrase; if strict, only for one that names a thing."""
        parse = self.parse
        if parse.pos[token] not in {"NOUN", "PROPN"} or (strict and is_abstract(parse.lemmas[token])):
            return []
        return self.mentions.thing(token)

    def _prepositional(self, frame: Frame, word: str, target: int) -> list[About]:
        parse = self.parse
        if any(first <= target <= last for _, first, last in self.mentions.dates()):
            return []
        known = self.mentions.at(target)
        if not known and (parse.pos[target] != "NOUN" or is_abstract(parse.lemmas[target])):
            return []
        ids = known or self.mentions.thing(target)
        if not ids:
            return []
        kinds = {self.mentions.by_id[uid].kind for uid in ids}
        return abouts(ids, valence) if (valence := self._valence(frame, word, kinds)) else []

    def _valence(self, frame: Frame, word: str, kinds: set[MentionKind]) -> Valence | None:
        being = bool(kinds & _BEINGS)
        lemma = self.parse.lemmas[frame.verb]
        if word == "with":
            return "companion" if being else "instrument" if "place" not in kinds else None
        if word == "to":
            return "recipient" if being and (lemma in GIVING or lemma in SPEECH or frame.patients) else "goal"
        if word in {"into", "onto", "toward", "towards"}:
            return "goal"
        if word == "from":
            return "source"
        if word == "for" and "place" in kinds:
            return "goal" if lemma in BOUND else None
        if word == "for":
            return "beneficiary" if being else "topic" if lemma in {"ask", "search", "look", "wait"} else None
        if word in {"about", "of", "over", "on"} and (lemma in _THINKING or lemma in SPEECH or word == "about"):
            return "topic"
        if word == "against":
            return "topic"
        if word == "by" and frame.passive and being:
            return "agent"
        if word in {
            "at",
            "in",
            "on",
            "inside",
            "near",
            "outside",
            "across",
            "through",
            "behind",
            "under",
            "along",
        }:
            return "place" if "place" in kinds else ("goal" if being and word == "at" else None)
        return "topic" if being and word in {"after", "past", "at"} else None

    def _phrase(self, frame: Frame) -> tuple[Quote, str]:
        """Return the quote of the verb with its objects, and the same as a phrase that begins with the lemma."""
        parse = self.parse
        verb = frame.verb
        limit = min(verb + _LONGEST, parse.sents[parse.sent_of[verb]][1] - 1)
        last = verb
        for child in parse.children[verb]:
            if child < verb or parse.deps[child] not in {
                "dobj",
                "dative",
                "prt",
                "prep",
                "oprd",
                "attr",
                "acomp",
                "xcomp",
                "agent",
            }:
                continue
            end = self._trimmed(child, parse.right[child])
            if end <= limit and end > last:
                last = end
            elif last == verb and parse.deps[child] == "dobj":
                last = min(child, limit)
        quote = self.claims.quote(verb, last)
        rest = parse.text[parse.ends[verb] : parse.ends[last]]
        lemma = parse.lemmas[verb]
        head = f"be {parse.lowers[verb]}" if frame.passive else lemma
        return quote, " ".join((head + rest).split())

    def _trimmed(self, child: int, end: int) -> int:
        """Cut a relative or other clause off the end of an argument."""
        parse = self.parse
        stack = [child]
        while stack:
            token = stack.pop()
            for below in parse.children[token]:
                if parse.deps[below] in {"relcl", "advcl", "ccomp"} or (
                    parse.deps[below] in {"acl", "appos", "conj"} and parse.right[below] - parse.left[below] > 4
                ):
                    end = min(end, parse.left[below] - 1)
                else:
                    stack.append(below)
        while end > child and (parse.pos[end] in {"PUNCT", "CCONJ"} and parse.words[end] not in {"”", '"', ")"}):
            end -= 1
        return max(end, child)


def _is_state(frame: Frame, parse: Parse) -> bool:
    """Say whether a verb form only says a state or a name ("is missing", "was gone", "a man named Lind")."""
    if frame.label in {"name", "call"} and parse.deps[frame.verb] == "acl":
        return parse.kid(frame.verb, "oprd", "dobj", "attr") is not None
    if frame.label == "miss":
        return parse.tags[frame.verb] == "VBG" and not frame.patients
    return frame.label == "go" and parse.kid(frame.verb, "auxpass") is not None
