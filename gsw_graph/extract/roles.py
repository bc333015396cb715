"""Roles: what a text says that somebody or something is."""

from collections.abc import Iterator, Sequence

from gsw_graph.extract.books import abouts
from gsw_graph.extract.changes import changes, stopped
from gsw_graph.extract.clauses import apposed
from gsw_graph.extract.frames import Frame
from gsw_graph.extract.labels import is_role_noun, role_label, title_role
from gsw_graph.extract.nouns import KIN_NOUNS, is_person_noun
from gsw_graph.extract.results import AGENT_ROLES, LEADING, ROLE_BEGINS
from gsw_graph.extract.role_claims import RoleClaims
from gsw_graph.extract.spans import TITLES
from gsw_graph.records import Mention, Polarity


class Roles(RoleClaims):
    """Finds the role claims of a chunk."""

    def find(self, frames: Sequence[Frame]) -> None:
        """Add all role claims of the chunk."""
        for mention in list(self.mentions.records):
            if mention.form in {"name", "alias"} and mention.kind not in {"date"}:
                self._beside(mention)
        for frame in frames:
            self._copula(frame)
            self._as(frame)
            self._made(frame)
            self._having(frame)
            self._founding(frame)
        for token in range(len(self.parse)):
            if self.parse.deps[token] == "appos":
                self._apposition(self.parse.heads[token], token)
            elif self.parse.lowers[token] in {"called", "named"} and self.parse.deps[token] == "acl":
                self._called(token)
        for frame in frames:
            self._resigned(frame)

    def _beside(self, mention: Mention) -> None:
        """Read titles inside a mention and nouns right before it."""
        parse = self.parse
        first, last = self.mentions.spans[mention.id]
        if mention.kind == "person":
            for token in range(first, last):
                title = parse.lowers[token].rstrip(".")
                if title not in TITLES and not is_person_noun(title):
                    break
                if role := title_role(title):
                    quote = self.claims.quote(token, token)
                    uid = self.claims.add("role", role, quote, abouts([mention.id], "bearer"), confidence=0.9)
                    self._held.setdefault(mention.name, {}).setdefault(role, uid)
        before = first - 1
        if before < 0 or before in self.mentions.taken or parse.tags[before] not in {"NN", "NNP"}:
            return
        if parse.pos[before] != "NOUN" and not is_person_noun(parse.lemmas[before]):
            return
        if self._describes(mention, before):
            self._add([mention.id], before)

    def _describes(self, mention: Mention, noun: int) -> bool:
        person = is_role_noun(self.parse, noun)
        if mention.kind == "person":
            return person
        return not person and is_role_noun(self.parse, noun, loose=True) and self.parse.lowers[noun] not in TITLES

    def _nouns(self, token: int, loose: bool) -> Iterator[int]:
        """Yield the role nouns of a predicate: itself, what is coordinated, what it is one of."""
        parse = self.parse
        for noun in parse.conjuncts(token):
            if parse.lowers[noun] in {"one", "some", "member", "part"} and parse.kid(noun, "prep") is not None:
                for prep in parse.kids(noun, "prep"):
                    target = parse.kid(prep, "pobj")
                    if parse.lowers[prep] == "of" and target is not None and is_role_noun(parse, target):
                        yield target
                if parse.lowers[noun] == "member":
                    yield noun
            elif is_role_noun(parse, noun, loose) and noun not in self._named:
                yield noun

    def _copula(self, frame: Frame) -> None:
        parse = self.parse
        if parse.lemmas[frame.verb] not in {"be", "become", "remain", "stay"}:
            return
        self._responsible(frame)
        predicate = parse.kid(frame.verb, "attr", "oprd")
        if predicate is None:
            return
        bearers = self._bearing(frame.agents)
        loose = any(self.mentions.by_id[uid].kind not in {"person", "place"} for uid in bearers)
        begins = "brings_about" if parse.lemmas[frame.verb] == "become" else ""
        ended = stopped(parse, frame.verb)
        for noun in self._nouns(predicate, loose):
            if ended:
                self._until(bearers, noun, *ended)
            else:
                self._add(bearers, noun, frame.polarity, frame.verb, begins)
        names = self.mentions.actors([predicate])
        if names and not bearers:
            for subject in frame.agents:
                if is_role_noun(parse, subject):
                    self._add(names, subject, frame.polarity)

    def _responsible(self, frame: Frame) -> None:
        """Read "was responsible for the keys", "is in charge"."""
        parse = self.parse
        for child in parse.kids(frame.verb, "acomp", "prep"):
            target = parse.kid(child, "pobj") if parse.lowers[child] == "in" else None
            if parse.lowers[child] == "responsible":
                label, last = "responsible", child
                for prep in parse.kids(child, "prep"):
                    if parse.lowers[prep] == "for" and (what := parse.kid(prep, "pobj")) is not None:
                        label, last = parse.surface(child, what).lower(), what
            elif target is not None and parse.lowers[target] == "charge":
                label, last = "in charge", target
            else:
                continue
            for bearer in self._bearing(frame.agents):
                quote = self.claims.quote(child, last)
                uid = self.claims.add(
                    "role", label, quote, abouts([bearer], "bearer"), polarity=frame.polarity, confidence=0.8
                )
                self.said.setdefault(frame.verb, []).append(uid)

    def _as(self, frame: Frame) -> None:
        """Read "was appointed as director", "resigned as treasurer", "gave up her post as coach"."""
        happened = frame.polarity == "asserted"
        ended = stopped(self.parse, frame.verb)
        for noun, bearers, valence in changes(self.parse, frame):
            if ended and not valence:
                self._until(self._bearing(bearers), noun, *ended)
                continue
            # Who did not resign as treasurer is the treasurer: only the end is denied.
            polarity: Polarity = "asserted" if valence == "ends" else frame.polarity
            self._add(self._bearing(bearers), noun, polarity, frame.verb, valence if happened else "")

    def _made(self, frame: Frame) -> None:
        """Read "was elected mayor", "appointed her director", "quit as" apart."""
        parse = self.parse
        if parse.lemmas[frame.verb] not in ROLE_BEGINS:
            return
        for name in frame.patients:
            for noun in parse.kids(name, "appos"):
                if not frame.passive and noun == name + 1 and is_role_noun(parse, noun) and noun not in self._named:
                    self._add(self._bearing([name]), noun, frame.polarity, frame.verb, "brings_about")
        for child in parse.kids(frame.verb, "oprd", "attr", "dobj"):
            inside = self.mentions.actors(parse.kids(child, "compound", "nmod", "poss"))
            if inside and not frame.passive and is_role_noun(parse, child):
                self._add(inside, child, frame.polarity, frame.verb, "brings_about")
                continue
            if child in frame.patients and not frame.passive and not frame.recipients:
                continue
            if child + 2 < len(parse) and parse.words[child + 1] == "-":
                child += 2  # "vice-chair"
            if is_role_noun(parse, child):
                others = [one for one in (frame.patients if frame.passive else frame.recipients) if one != child]
                if not frame.passive and not others:
                    others = [one for one in frame.patients if one != child]
                self._add(self._bearing(others), child, frame.polarity, frame.verb, "brings_about")

    def _having(self, frame: Frame) -> None:
        """Read "has a brother called Pavel" and "has a brother, Pavel"."""
        parse = self.parse
        if parse.lemmas[frame.verb] != "have":
            return
        for noun in frame.patients:
            if parse.lemmas[noun] not in KIN_NOUNS:
                continue
            named = [token for token in parse.kids(noun, "appos") if self.mentions.at(token)]
            for acl in parse.kids(noun, "acl"):
                named += [token for token in parse.kids(acl, "oprd", "dobj", "attr") if self.mentions.at(token)]
            for token in named:
                self._kin(noun, token, frame)

    def _kin(self, noun: int, name: int, frame: Frame) -> None:
        for bearer in self._bearing([name]):
            about = [*abouts([bearer], "bearer"), *abouts(self._bearing(frame.agents), "topic")]
            quote = self.claims.quote(noun, noun)
            label = role_label(self.parse, noun)
            self.claims.add("role", label, quote, about, polarity=frame.polarity, confidence=0.9)

    def _founding(self, frame: Frame) -> None:
        """Read "founded Kestrel Works", and "led Kestrel Works", which gives a role without beginning it."""
        topics = self._bearing(frame.patients)
        led = [one for one in map(self.mentions.by_id.__getitem__, topics) if one.form in {"name", "alias"}]
        leads = any(one.kind in {"organisation", "group", "other"} for one in led) and frame.label in LEADING
        role = LEADING[frame.label] if leads else AGENT_ROLES.get(frame.label)
        if role is None or frame.polarity != "asserted" or not frame.patients:
            return
        for bearer in self._bearing(frame.agents):
            about = [*abouts([bearer], "bearer"), *abouts(topics, "topic")]
            quote = self.claims.quote(frame.verb, frame.verb)
            uid = self.claims.add("role", role, quote, about, source="inferred", confidence=0.7)
            self.said.setdefault(frame.verb, []).append(uid)
            if not leads:
                self.by_verb.setdefault(frame.verb, []).append(("brings_about", uid))

    def _apposition(self, head: int, other: int) -> None:
        parse = self.parse
        head_ids, other_ids = self._bearing([head]), self._bearing([other])
        named = self._named
        if head_ids and (head in named or head in self.mentions.taken) and other not in named:
            kinds = {self.mentions.by_id[uid].kind for uid in head_ids}
            for noun in self._nouns(other, loose=bool(kinds - {"person", "place"})):
                self._add(head_ids, noun, apposed(parse, noun))
        elif other_ids and other in named and head not in named:
            kinds = {self.mentions.by_id[uid].kind for uid in other_ids}
            if parse.lowers[head] == "one":
                for noun in self._nouns(head, loose=False):
                    self._add(other_ids, noun)
                self._one_of(head, other_ids)
            elif is_role_noun(parse, head, loose=bool(kinds - {"person", "place"})) and parse.tags[head] != "NNS":
                self._add(other_ids, head)
            elif parse.tags[head] == "NNS" and is_person_noun(parse.lemmas[head]):
                self._add(self._bearing(parse.conjuncts(other)), head)

    def _one_of(self, head: int, bearers: list[str]) -> None:
        """Read "one of them, X": X is what the group is."""
        for prep in self.parse.kids(head, "prep"):
            for target in self.parse.kids(prep, "pobj"):
                for uid in self.mentions.at(target):
                    group = self.mentions.by_id[uid]
                    word = group.name.lower().split()[-1]
                    single = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
                    if group.kind == "group" and is_person_noun(single):
                        quote = self.claims.quote(head, target)
                        for bearer in bearers:
                            about = abouts([bearer], "bearer")
                            self.claims.add("role", single, quote, about, source="inferred", confidence=0.7)

    def _called(self, participle: int) -> None:
        noun = self.parse.heads[participle]
        named = [token for token in self.parse.kids(participle, "oprd", "dobj", "attr") if self.mentions.at(token)]
        if is_role_noun(self.parse, noun) or named:
            for token in named:
                if is_role_noun(self.parse, noun, loose=True):
                    self._add(self._bearing([token]), noun)
                above = self.parse.heads[noun]
                if self.parse.deps[noun] == "appos" and is_role_noun(self.parse, above):
                    self._add(self._bearing([token]), above)
