"""Forward-falling questions: what a passage raises and does not answer itself."""

from collections.abc import Iterable

from gsw_graph.extract.asked import Asked, sentence_quote
from gsw_graph.extract.books import Finder, abouts
from gsw_graph.extract.frames import Frame
from gsw_graph.extract.words import words
from gsw_graph.names import is_proper
from gsw_graph.records import About

_WHO = {
    "take": "took", "steal": "stole", "kill": "killed", "murder": "murdered", "rob": "robbed", "poison": "poisoned",
    "kidnap": "kidnapped", "abduct": "abducted", "forge": "forged", "sabotage": "sabotaged",
    "shoot": "shot", "stab": "stabbed", "attack": "attacked", "burgle": "burgled", "vandalise": "vandalised",
    "leak": "leaked", "hack": "hacked",
}  # fmt: skip
_TRIED = words("arrest charge accuse indict")
_HURT = words("injure wound hospitalise hospitalize poison infect stab shoot")
_GONE = words("vanish disappear")
_AWAITED = words(
    """arrive come return answer reply decide start begin open finish appear agree confess leave pay call"""
)
_INNER = words("""be have see hear feel sense imagine help say think know guess believe tell understand remember""")
_PLANNED = words("promise plan schedule intend vow pledge")


class Questions(Finder):
    """Finds the question claims of a chunk."""

    def find(self, frames: Iterable[Frame], verbs: dict[int, str]) -> None:
        """Add all question claims of the chunk.

        Args:
            frames: The chunk's frames.
            verbs: Verb token → its claim.
        """
        by_verb = {frame.verb: frame for frame in frames}
        Asked(self.parse, self.mentions, self.claims, by_verb, verbs).find()
        for frame in by_verb.values():
            self._open_slot(frame, verbs)
        self._states()

    def _open_slot(self, frame: Frame, verbs: dict[int, str]) -> None:
        uid = verbs.get(frame.verb)
        if uid is None:
            return
        parts = self.claims.records[int(uid[1:]) - 1].about
        patients = [one.target for one in parts if one.valence == "patient"]
        agents = [one.target for one in parts if one.valence == "agent"]
        whom, who = self._name(patients), self._name(agents)
        about = abouts([uid, *(patients if whom else agents)[:1]], "asks_about")
        lemma = frame.label
        if frame.polarity == "possible":
            self._maybe(frame, uid)
            return
        if frame.polarity == "negated":
            self._not_yet(frame, who, about)
            if lemma == "find" and frame.passive and whom:
                self._ask(f"Where is {whom}?", frame.verb, about)
            return
        if lemma in {"break out", "explode"} and who:
            self._ask(f"What caused {who}?", frame.verb, about)
        if lemma in {"resign", "quit"} and who and self.parse.kid(frame.verb, "advcl") is None:
            self._ask(f"Why did {who} {lemma}?", frame.verb, about)
        stolen = lemma != "take" or self._is_thing(uid)
        stolen = stolen and (frame.verb in self.parse.quoted or self._told(frame))
        if frame.passive and lemma in _WHO and whom and not who and stolen:
            self._ask(f"Who {_WHO[lemma]} {whom}?", frame.verb, about)
        if lemma in _TRIED and whom and self._is_being(patients[0]):
            self._ask(f"Will {whom} be convicted?", frame.verb, about)
        if lemma in _HURT and whom and frame.passive and self._is_being(patients[0]):
            self._ask(f"Will {whom} recover?", frame.verb, about)
        into = any(word in {"into", "behind", "inside", "through"} for word, _ in frame.prepositions)
        if lemma in _GONE and who and not into and (self._is_being(agents[0]) or is_proper(who)):
            self._ask(f"Where is {who}?", frame.verb, about)
        if lemma in _PLANNED:
            named = (agents if who else patients)[:1]
            if named and (self._is_being(named[0]) or is_proper(who or whom)):
                self._planned(frame, who or whom, abouts([uid, *named], "asks_about"))

    def _is_being(self, uid: str) -> bool:
        return self.mentions.by_id[uid].kind in {"person", "animal", "group", "organisation"}

    def _is_thing(self, uid: str) -> bool:
        about = self.claims.records[int(uid[1:]) - 1].about
        whom = [self.mentions.by_id[one.target].kind for one in about if one.valence == "patient"]
        return set(whom) == {"object"} and all(one.valence != "goal" for one in about)

    def _told(self, frame: Frame) -> bool:
        """Say whether the narration itself says it in a main clause."""
        parse = self.parse
        if frame.verb in parse.quoted or frame.parent >= 0:
            return False
        return parse.deps[frame.verb] in {"ROOT", "conj"} or parse.heads[frame.verb] == frame.verb

    def _maybe(self, frame: Frame, uid: str) -> None:
        """Ask whether what "might", "may" or "could" happen did."""
        parse = self.parse
        if any(parse.lowers[one] == "have" for one in parse.kids(frame.verb, "aux")):
            return
        when = any(
            first > frame.verb and parse.left[frame.verb] <= first <= parse.right[frame.verb]
            for _, first, _ in self.mentions.dates()
        )
        now = parse.deps[frame.verb] == "conj" and parse.tags[parse.heads[frame.verb]] in {"VBZ", "VBP"}
        # Who "could see it" did, who "could sell in autumn" or "wants more and could sell" may or may not.
        open_ones = {"may", "might", "could"} if frame.passive or when or now else {"may", "might"}
        modal = any(parse.lowers[one] in open_ones for one in parse.kids(frame.verb, "aux"))
        subject = parse.kid(frame.verb, "nsubj", "nsubjpass")
        if subject is None and parse.deps[frame.verb] == "conj":
            subject = parse.kid(parse.heads[frame.verb], "nsubj", "nsubjpass")
        if not modal or subject is None or not self._told(frame) or frame.label in _INNER:
            return
        if parse.pos[subject] in {"PRON", "DET"} and not self.mentions.at(subject):
            return
        ids = self.mentions.at(subject)
        who = self._name(ids) or parse.surface(parse.left[subject], subject)
        if not frame.passive and not any(map(self._is_being, ids)) and not is_proper(who):
            return  # "the news might change everything"
        claim = self.claims.records[int(uid[1:]) - 1]
        about = abouts([uid, *self.mentions.actors([subject])[:1]], "asks_about")
        self._ask(f"Will {who} {claim.phrase}?", frame.verb, about)

    def _not_yet(self, frame: Frame, who: str, about: list[About]) -> None:
        """Ask when what "has not arrived" will."""
        parse = self.parse
        perfect = any(parse.lowers[one] in {"has", "have"} for one in parse.kids(frame.verb, "aux"))
        if perfect and who and frame.label in _AWAITED and self._told(frame):
            self._ask(f"When will {who} {frame.label}?", frame.verb, about)

    def _planned(self, frame: Frame, who: str, about: list[About]) -> None:
        for child in self.parse.kids(frame.verb, "xcomp"):
            if who and self.parse.tags[child] == "VB":
                phrase = self.parse.surface(child, min(self.parse.right[child], child + 10))
                self._ask(f"Will {who} {phrase.rstrip(' .,;')}?", frame.verb, about)

    def _states(self) -> None:
        for claim in list(self.claims.records):
            if claim.kind == "state" and claim.polarity == "asserted":
                name = self._name([one.target for one in claim.about if one.valence == "bearer"])
                asks = abouts([one.target for one in claim.about if one.valence == "bearer"], "asks_about")
                token = self.parse.starts.index(claim.quote.start)
                if self.parse.lemmas[token] in _GONE:
                    continue
                if claim.label == "missing" and name and (self._is_being(asks[0].target) or is_proper(name)):
                    self._ask(f"Where is {name}?", token, asks)
                elif claim.label in {"unconscious", "in critical condition", "critical"} and name:
                    self._ask(f"Will {name} survive?", token, asks)

    def _ask(self, label: str, token: int, about: list[About], confidence: float = 0.6) -> None:
        """Add a question on its whole sentence, so that nothing in it passes for the answer."""
        quote = sentence_quote(self.parse, self.claims, self.parse.sent_of[token])
        if any(claim.kind == "question" and claim.label == label for claim in self.claims.records):
            return
        self.claims.add("question", label, quote, about, source="inferred", confidence=confidence)

    def _name(self, ids: list[str]) -> str:
        return self.mentions.by_id[ids[0]].name if ids and ids[0] in self.mentions.by_id else ""
