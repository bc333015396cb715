"""Forward-falling questions: what a passage raises and does not answer itself."""

from collections.abc import Iterable

from gsw_graph.extract.books import Claims, Mentions, abouts
from gsw_graph.extract.frames import Frame
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.words import words
from gsw_graph.records import About

_WHO = {
    "take": "took", "steal": "stole", "kill": "killed", "murder": "murdered", "rob": "robbed", "poison": "poisoned",
    "kidnap": "kidnapped", "abduct": "abducted", "break": "broke", "forge": "forged", "sabotage": "sabotaged",
    "shoot": "shot", "stab": "stabbed", "attack": "attacked", "burgle": "burgled", "vandalise": "vandalised",
    "leak": "leaked", "hack": "hacked",
}  # fmt: skip
_TRIED = words("arrest charge accuse indict")
_HURT = words("injure wound hospitalise hospitalize poison infect stab shoot")
_GONE = words("vanish disappear")
_PLANNED = words("promise plan schedule intend vow pledge")


class Questions:
    """Finds the question claims of a chunk.

    Args:
        parse: The chunk's parse.
        mentions: Its mentions.
        claims: Where the claims go.
    """

    def __init__(self, parse: Parse, mentions: Mentions, claims: Claims) -> None:
        self.parse = parse
        self.mentions = mentions
        self.claims = claims

    def find(self, frames: Iterable[Frame], verbs: dict[int, str]) -> None:
        """Add all question claims of the chunk.

        Args:
            frames: The chunk's frames.
            verbs: Verb token → its claim.
        """
        frames = list(frames)
        for frame in frames:
            self._open_slot(frame, verbs)
        self._states()
        self._asked(verbs, frames)

    def _open_slot(self, frame: Frame, verbs: dict[int, str]) -> None:
        uid = verbs.get(frame.verb)
        if uid is None:
            return
        whom = self._name(
            [one.target for one in self.claims.records[int(uid[1:]) - 1].about if one.valence == "patient"]
        )
        who = self._name([one.target for one in self.claims.records[int(uid[1:]) - 1].about if one.valence == "agent"])
        about = abouts([uid], "asks_about")
        lemma = frame.label
        if frame.polarity == "possible":
            return
        if frame.polarity == "negated":
            if lemma == "find" and frame.passive and whom:
                self._ask(f"Where is {whom}?", frame.verb, about)
            return
        if frame.passive and lemma in _WHO and whom and not who:
            self._ask(f"Who {_WHO[lemma]} {whom}?", frame.verb, about)
        if lemma in _TRIED and whom:
            self._ask(f"Will {whom} be convicted?", frame.verb, about)
        if lemma in _HURT and whom and frame.passive:
            self._ask(f"Will {whom} recover?", frame.verb, about)
        if lemma in _GONE and who:
            self._ask(f"Where is {who}?", frame.verb, about)
        if lemma in _PLANNED:
            self._planned(frame, uid, who or whom)

    def _planned(self, frame: Frame, uid: str, who: str) -> None:
        for child in self.parse.kids(frame.verb, "xcomp"):
            if who and self.parse.tags[child] == "VB":
                phrase = self.parse.surface(child, min(self.parse.right[child], child + 10))
                self._ask(f"Will {who} {phrase.rstrip(' .,;')}?", frame.verb, abouts([uid], "asks_about"))

    def _states(self) -> None:
        for claim in list(self.claims.records):
            if claim.kind == "state" and claim.polarity == "asserted":
                name = self._name([one.target for one in claim.about if one.valence == "bearer"])
                asks = abouts([one.target for one in claim.about if one.valence == "bearer"], "asks_about")
                if claim.label == "missing" and name:
                    self.claims.add(
                        "question", f"Where is {name}?", claim.quote, asks, source="inferred", confidence=0.6
                    )
                elif claim.label in {"unconscious", "in critical condition", "critical"} and name:
                    label = f"Will {name} survive?"
                    self.claims.add("question", label, claim.quote, asks, source="inferred", confidence=0.6)

    def _asked(self, verbs: dict[int, str], frames: Iterable[Frame]) -> None:
        """Add the questions that the narration asks itself."""
        parse = self.parse
        for first, end in parse.sents:
            while end > first and parse.pos[end - 1] == "SPACE":
                end -= 1
            if end - first < 3 or parse.words[end - 1] != "?" or (first in parse.quoted or first + 1 in parse.quoted):
                continue
            about: list[About] = []
            for frame in frames:
                if first <= frame.verb < end and frame.verb in verbs:
                    about += abouts([verbs[frame.verb]], "asks_about")
            for uid in self.mentions.actors(range(first, end)):
                about += abouts([uid], "asks_about")
            if about:
                text = " ".join(parse.surface(first, end - 1).split())
                quote = self.claims.quote(first, end - 1)
                self.claims.add("question", text, quote, about, confidence=0.8)

    def _ask(self, label: str, token: int, about: list[About]) -> None:
        quote = self.claims.quote(token, token)
        self.claims.add("question", label, quote, about, source="inferred", confidence=0.6)

    def _name(self, ids: list[str]) -> str:
        return self.mentions.by_id[ids[0]].name if ids and ids[0] in self.mentions.by_id else ""
