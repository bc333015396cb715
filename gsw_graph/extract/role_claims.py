"""How the claims of roles are written, and which of them a chunk's verbs begin and end."""

from collections.abc import Iterable

from gsw_graph.extract.books import Claims, Finder, Mentions, abouts
from gsw_graph.extract.changes import resigns
from gsw_graph.extract.frames import Frame
from gsw_graph.extract.labels import role_label
from gsw_graph.extract.nominals import PREMODIFIERS
from gsw_graph.extract.nouns import KIN_NOUNS
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.results import NO_OFFICE
from gsw_graph.records import About, Polarity, Source

_BEARERS = frozenset({"person", "organisation", "group", "animal", "object", "other", "place"})


class RoleClaims(Finder):
    """Writes the role claims of a chunk."""

    def __init__(self, parse: Parse, mentions: Mentions, claims: Claims) -> None:
        super().__init__(parse, mentions, claims)
        self._named = self._find_names()
        self.by_verb: dict[int, list[tuple[str, str]]] = {}
        """Verb token → (valence towards it, role claim)."""
        self.said: dict[int, list[str]] = {}
        """Verb token → the roles that it says."""
        self._held: dict[str, dict[str, str]] = {}
        """Name of the bearer → label → claim."""

    def _add(
        self,
        bearers: list[str],
        noun: int,
        polarity: Polarity = "asserted",
        verb: int = -1,
        valence: str = "",
        source: Source = "explicit",
        confidence: float = 0.9,
    ) -> None:
        parse = self.parse
        label = role_label(parse, noun, self._named)
        first = noun
        while first and parse.heads[first - 1] == noun and parse.deps[first - 1] in (*PREMODIFIERS, "det", "poss"):
            first -= 1
        for bearer in bearers:
            about = [About(target=bearer, valence="bearer"), *self._towards(noun, bearer)]
            quote = self.claims.quote(max(first, parse.sents[parse.sent_of[noun]][0]), noun)
            uid = self.claims.add("role", label, quote, about, polarity=polarity, source=source, confidence=confidence)
            if polarity == "asserted":
                self._held.setdefault(self.mentions.by_id[bearer].name, {}).setdefault(label, uid)
            if verb >= 0:
                self.said.setdefault(verb, []).append(uid)
            if verb >= 0 and valence and polarity == "asserted":
                self.by_verb.setdefault(verb, []).append((valence, uid))

    def _towards(self, noun: int, bearer: str) -> list[About]:
        """Return towards whom or what a role is held: "her cousin", "director of the museum"."""
        found: list[str] = []
        possessor = self.parse.kid(noun, "poss")
        if possessor is not None:
            found += self.mentions.at(possessor)
        for prep in self.parse.kids(noun, "prep"):
            if self.parse.lowers[prep] in {"of", "at", "for", "from", "to", "in"}:
                for target in self.parse.kids(prep, "pobj"):
                    found += self.mentions.at(target)
        return abouts((uid for uid in found if uid != bearer), "topic")

    def _bearing(self, tokens: Iterable[int]) -> list[str]:
        found = (uid for token in tokens for uid in self.mentions.at(token))
        return [uid for uid in dict.fromkeys(found) if self.mentions.by_id[uid].kind in _BEARERS]

    def _find_names(self) -> set[int]:
        return {
            token
            for uid, (first, last) in self.mentions.spans.items()
            if self.mentions.by_id[uid].form in {"name", "alias"}
            for token in range(first, last + 1)
        }

    def _until(self, bearers: list[str], noun: int, verb: int, polarity: Polarity) -> None:
        """Add a role that another verb ends: "ceased to be mayor"."""
        self._add(bearers, noun, "asserted", verb, "ends" if polarity == "asserted" else "")

    def _resigned(self, frame: Frame) -> None:
        """Link a verb to the one office of whom it relieves of it, where this chunk says that office."""
        for bearer in self._bearing(resigns(self.parse, frame)):
            held = self._held.get(self.mentions.by_id[bearer].name, {})
            offices = {label for label in held if label.split()[-1] not in KIN_NOUNS | NO_OFFICE}
            if len(offices) == 1 and not any(valence == "ends" for valence, _ in self.by_verb.get(frame.verb, [])):
                self.by_verb.setdefault(frame.verb, []).append(("ends", held[offices.pop()]))
