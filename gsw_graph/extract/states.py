"""States: attributes that hold of somebody for a while."""

from collections.abc import Iterable

from gsw_graph.extract.books import Claims, Finder, Mentions, abouts
from gsw_graph.extract.changes import phrasal, stopped
from gsw_graph.extract.frames import Frame
from gsw_graph.extract.nominals import phrase_start
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.results import (
    ACTIVE_RESULTS,
    BE_STATES,
    ENDS,
    KEPT_IN,
    LEAVES_STATE,
    PASSIVE_STATES,
    RESULT_STATES,
    STATE_PREPOSITIONS,
    SUBJECT_RESULTS,
    SYMPTOMS,
    THING_ADJECTIVES,
    THING_STATES,
)
from gsw_graph.extract.words import words
from gsw_graph.records import Polarity, Source

_LINKING = words("""be become remain stay feel seem look appear get grow lie sit stand keep fall go turn""")
_MOVED = words("move transfer take send rush bring admit return commit remand")
_BEINGS = frozenset({"person", "group", "animal", "organisation"})


class States(Finder):
    """Finds the state claims of a chunk."""

    def __init__(self, parse: Parse, mentions: Mentions, claims: Claims) -> None:
        super().__init__(parse, mentions, claims)
        self.by_verb: dict[int, list[tuple[str, str]]] = {}
        self.said: dict[int, list[str]] = {}
        """Verb token → the states that it says."""
        self._held: dict[tuple[str, str], str] = {}
        """(name of the bearer, label) → claim."""

    def find(self, frames: Iterable[Frame]) -> None:
        """Add all state claims of the chunk."""
        for frame in frames:
            self._predicate(frame)
            self._found(frame)
            self._symptoms(frame)
            self._result(frame)
            self._end(frame)
            self._left(frame)

    def _add(
        self,
        bearers: Iterable[str],
        label: str,
        first: int,
        last: int,
        polarity: Polarity,
        verb: int = -1,
        source: Source = "explicit",
        confidence: float = 0.85,
        valence: str = "brings_about",
    ) -> list[str]:
        added = []
        for bearer in bearers:
            quote = self.claims.quote(first, last)
            about = abouts([bearer], "bearer")
            uid = self.claims.add("state", label, quote, about, polarity=polarity, source=source, confidence=confidence)
            added.append(uid)
            if polarity == "asserted":
                self._held[self.mentions.by_id[bearer].name, label] = uid
            if verb >= 0 and polarity == "asserted":
                self.by_verb.setdefault(verb, []).append((valence, uid))
        return added

    def _say(self, frame: Frame, bearers: list[str], label: str, first: int, last: int, begins: bool = False) -> None:
        """Add what a linking verb says of its subject; "stopped being ill" says that it was so, and ended."""
        ended = stopped(self.parse, frame.verb)
        if ended:
            verb = ended[0] if ended[1] == "asserted" else -1
            self._add(bearers, label, first, last, "asserted", verb, valence="ends")
            return
        added = self._add(bearers, label, first, last, frame.polarity, frame.verb if begins else -1)
        self.said.setdefault(frame.verb, []).extend(added)

    def _bearing(self, tokens: Iterable[int], things: bool = False) -> list[str]:
        ids = self.mentions.actors(tokens)
        return [uid for uid in ids if things or self.mentions.by_id[uid].kind in _BEINGS]

    def _predicate(self, frame: Frame) -> None:
        parse = self.parse
        lemma = parse.lemmas[frame.verb]
        if frame.label == "miss" and parse.tags[frame.verb] == "VBG" and not frame.patients:
            self._say(frame, self._bearing(frame.agents), "missing", frame.verb, frame.verb)
            return
        if lemma == "go" and parse.tags[frame.verb] == "VBN" and parse.kid(frame.verb, "auxpass") is not None:
            subjects = parse.kids(frame.verb, "nsubj", "nsubjpass")
            things = [uid for one in subjects for uid in self.mentions.thing(one)]
            self._say(frame, things, "gone", frame.verb, frame.verb)
            return
        if lemma not in _LINKING:
            return
        bearers = self._bearing(frame.agents)
        if not bearers and lemma in {"be", "remain", "stay"}:
            self._thing(frame)
            return
        for child in parse.children[frame.verb]:
            dep = parse.deps[child]
            if dep in {"acomp", "oprd", "advmod", "xcomp"} and parse.pos[child] in {"ADJ", "VERB", "ADV"}:
                for word in parse.conjuncts(child):
                    self._adjective(frame, bearers, word)
            elif dep == "prep":
                self._phrase(frame, bearers, child)

    def _found(self, frame: Frame) -> None:
        """Read "found her asleep", "left him unconscious"."""
        parse = self.parse
        if parse.lemmas[frame.verb] not in {"find", "leave", "keep", "make", "render"}:
            return
        for child in parse.kids(frame.verb, "advcl", "acomp", "oprd", "conj"):
            if parse.pos[child] == "ADJ" and parse.lowers[child] in BE_STATES and child > frame.verb:
                self._add(self._bearing(frame.patients), parse.lowers[child], child, child, frame.polarity)
                return
        for token in range(frame.verb + 2, min(frame.verb + 6, len(parse))):
            bearers = self._bearing([token - 1])
            if bearers and parse.lowers[token] in BE_STATES and parse.pos[token] in {"ADJ", "VERB", "ADV"}:
                self._add(bearers, parse.lowers[token], token, token, frame.polarity)
                return

    def _symptoms(self, frame: Frame) -> None:
        """Read "developed a fever", "was admitted with chest pain"."""
        parse = self.parse
        lemma = parse.lemmas[frame.verb]
        if lemma in {"have", "develop", "suffer", "contract", "catch", "get"}:
            nouns = [*frame.patients, *(one for word, one in frame.prepositions if word in {"from", "of"})]
            bearers = self._bearing(frame.agents)
        elif frame.passive and lemma in {"admit", "hospitalise", "hospitalize", "diagnose", "treat", "infect"}:
            nouns = [one for word, one in frame.prepositions if word in {"with", "for"}]
            bearers = self._bearing(frame.patients)
        else:
            nouns, bearers = [], []
        for word, target in frame.prepositions:
            phrase = f"in {parse.surface(phrase_start(parse, target), target).lower()}"
            moved = word == "to" and frame.passive and lemma in _MOVED
            if moved and parse.lemmas[target] in STATE_PREPOSITIONS["in"] and parse.kid(target, "det") is None:
                self._add(self._bearing(frame.patients), phrase, target, target, frame.polarity, frame.verb, "inferred")
        for noun in nouns:
            if parse.lemmas[noun] in SYMPTOMS:
                first = phrase_start(parse, noun)
                label = " ".join(parse.surface(first, noun).lower().split())
                self._say(frame, bearers, label, first, noun, lemma in {"develop", "contract", "catch", "get"})

    def _adjective(self, frame: Frame, bearers: list[str], word: int) -> None:
        lower = self.parse.lowers[word]
        if lower not in BE_STATES and lower not in PASSIVE_STATES:
            return
        if lower in {"over", "gone"} and self.parse.lemmas[frame.verb] != "be":
            return
        begins = self.parse.lemmas[frame.verb] in {"become", "get", "fall", "grow"}
        self._say(frame, bearers, lower, word, word, begins)

    def _thing(self, frame: Frame) -> None:
        """Read the state of a thing ("the road is closed")."""
        for child in self.parse.kids(frame.verb, "acomp", "oprd", "advmod", "prep"):
            lower = self.parse.lowers[child]
            if lower in THING_ADJECTIVES and self.parse.pos[child] in {"ADJ", "VERB", "ADV", "ADP"}:
                things = [uid for one in frame.agents for uid in self.mentions.thing(one)]
                self._say(frame, things, lower, child, child)

    def _phrase(self, frame: Frame, bearers: list[str], prep: int) -> None:
        parse = self.parse
        target = parse.kid(prep, "pobj")
        nouns = STATE_PREPOSITIONS.get(parse.lowers[prep])
        if target is None or nouns is None or parse.lemmas[target] not in nouns:
            return
        label = parse.surface(prep, target).lower()
        self._say(frame, bearers, " ".join(label.split()), prep, target)

    def _result(self, frame: Frame) -> None:
        label = RESULT_STATES.get(frame.label)
        if label is not None and frame.patients and (frame.passive or frame.label in ACTIVE_RESULTS):
            beings = self._bearing(frame.patients)
            things = [uid for one in frame.patients for uid in self.mentions.thing(one)] if frame.passive else []
            things = [uid for uid in things if self.mentions.by_id[uid].kind not in _BEINGS]
            source: Source = "explicit" if frame.passive else "inferred"
            label_long, last = self._with_bail(frame, label) if frame.passive else (label, frame.verb)
            if label in PASSIVE_STATES or label in {"dead", "under suspicion"}:
                added = self._add(beings, label_long, frame.verb, last, frame.polarity, frame.verb, source, 0.8)
                self.said.setdefault(frame.verb, []).extend(added)
            if label in THING_STATES and frame.passive:
                added = self._add(things, label, frame.verb, frame.verb, frame.polarity, frame.verb, source, 0.7)
                self.said.setdefault(frame.verb, []).extend(added)
        label = SUBJECT_RESULTS.get(frame.label)
        if label is not None and frame.agents and not frame.passive:
            first = frame.verb
            bearers = self._bearing(frame.agents)
            if label in THING_ADJECTIVES:
                bearers = [uid for one in frame.agents for uid in self.mentions.thing(one)]
            self._add(bearers, label, first, first, frame.polarity, frame.verb, "inferred", 0.7)

    def _with_bail(self, frame: Frame, label: str) -> tuple[str, int]:
        """Return the label with a state phrase that goes on from it ("released on bail")."""
        for prep in self.parse.kids(frame.verb, "prep"):
            target = self.parse.kid(prep, "pobj")
            nouns = STATE_PREPOSITIONS.get(self.parse.lowers[prep], frozenset())
            if self.parse.lowers[prep] == "on" and target == prep + 1 and self.parse.lemmas[target] in nouns:
                return f"{label} {self.parse.surface(prep, target).lower()}", target
        return label, frame.verb

    def _end(self, frame: Frame) -> None:
        """Link a verb to the state of the same one that it ends, where this chunk says that state."""
        labels = ENDS.get(frame.label)
        if labels is None or frame.polarity != "asserted":
            return
        for uid in self._bearing([*frame.patients, *frame.agents], True):
            name = self.mentions.by_id[uid].name
            for label in sorted(labels):
                if claim := self._held.get((name, label)):
                    self.by_verb.setdefault(frame.verb, []).append(("ends", claim))

    def _left(self, frame: Frame) -> None:
        """Read "was discharged from hospital", "left prison", "recovered from pneumonia": that state is over."""
        label = phrasal(self.parse, frame)
        recovers = label == "recover"
        if frame.polarity != "asserted" or not (recovers or label in LEAVES_STATE):
            return
        moved = frame.passive or (label in ACTIVE_RESULTS and frame.patients)
        sources = [one for word, one in frame.prepositions if word in {"from", "of"}]
        sources += frame.patients if label == "leave" and not frame.passive else []
        for source in sources:
            for bearer in self._bearing(frame.patients if moved else frame.agents):
                claim = self._state_left(bearer, source, frame, recovers)
                if claim and ("ends", claim) not in self.by_verb.get(frame.verb, []):
                    self.by_verb.setdefault(frame.verb, []).append(("ends", claim))

    def _state_left(self, bearer: str, source: int, frame: Frame, recovers: bool) -> str | None:
        """Return the claim of the state that ends: the one that the chunk says already, else one added here."""
        parse = self.parse
        noun = parse.lemmas[source]
        if noun not in (SYMPTOMS if recovers else KEPT_IN):
            return None
        name = self.mentions.by_id[bearer].name
        held = [uid for (who, label), uid in self._held.items() if who == name and label.split()[-1] == noun]
        if held:
            return held[-1]
        article = parse.kid(source, "det", "poss")
        if not recovers and noun != "coma" and article is not None and not frame.passive:
            return None  # who "left the hospital" may work there or visit
        first = phrase_start(parse, source)
        words = " ".join(parse.surface(first, source).lower().split())
        state = words if recovers else f"in a {words}" if noun == "coma" else f"in {words}"
        return self._add([bearer], state, first, source, "asserted", source="inferred", confidence=0.7)[0]
