"""Scores what an Operator found in one text against its gold.

Rules, kind by kind. What matches an `optional` entry, or repeats a match, counts neither way.

- actors: by name (`operator_match.Names`). An actor that is named but not in the gold is false; one that is
  only described is not counted, as nobody lists every noun.
- roles, states: the same actor and a matching label (equal heads, half of the words). Anything more is false.
- verbs: the lemma (or another that the gold accepts) with a quote over the gold's word. Others are false.
- participants, of verbs found: valence and actor. A goal or beneficiary passes for a recipient, a topic for a
  patient. One more is false if it is an actor of the gold, or if it stands where the gold has another.
- changes, of verbs found: the role or state brought about or ended. Only recall is counted.
- polarity: of verbs, roles and states found. A wrong one is both a miss and a false find (accuracy).
- times: a phrase over the gold's, with half of the words or the same date.
- edtf: of times found that can be dated (accuracy). "Approximate" or not, and an open or an unknown end,
  are not told apart.
- places: one name contains the other and is at most twice as long. Others are false.
- couplings, of places, actors and verbs found: who and what is there. Only the innermost of nested places is
  asked for; the outer ones, and what a scene-wide reading may add, count neither way.
- pronouns: he, she and they in all their forms have exactly the gold's targets.
- questions: the same question word and two fifths of the words. Only recall is counted.
"""

from collections.abc import Iterator

from benchmarks.operator_gold import GoldPlace, GoldText, GoldVerb, locate, locate_verb, parse_label
from benchmarks.operator_match import Names, content, overlap, same_date, same_label, same_place, words
from benchmarks.operator_reading import FoundLabel, FoundVerb, Reading, Span
from benchmarks.operator_tally import KINDS, Tally

_PASSES_FOR = {
    "addressee": {"patient", "recipient", "beneficiary", "goal"},
    "recipient": {"recipient", "beneficiary", "goal"},
    "goal": {"goal", "recipient", "place"},
    "patient": {"patient", "topic"},
}
_COUNTED = {"agent", "patient", "recipient", "instrument", "companion"}


def score(text: GoldText, reading: Reading) -> dict[str, Tally]:
    """Return a tally of each kind for one text.

    Args:
        text: The gold.
        reading: What was found.
    """
    scorer = _Scorer(text, reading)
    scorer.actors()
    scorer.labels("roles", text.roles, text.optional_roles, reading.roles)
    scorer.labels("states", text.states, text.optional_states, reading.states)
    scorer.verbs()
    scorer.times()
    scorer.places()
    scorer.pronouns()
    scorer.questions()
    return scorer.tallies


class _Scorer:
    def __init__(self, text: GoldText, reading: Reading) -> None:
        self.text, self.reading, self.names = text, reading, Names(text)
        self.tallies = {kind: Tally() for kind in KINDS}
        self.found_actors: set[str] = set()
        self.lemma_of: dict[tuple[str, Span], str] = {}
        """Each verb that was found, by its own lemma and span → the gold's lemma."""

    def actors(self) -> None:
        tally = self.tallies["actors"]
        for name in sorted(self.reading.named | self.reading.nominal):
            actors = [self.names.actor(part) for part in self.names.all(name)]
            self.found_actors |= {actor for actor in actors if actor}
            if name in self.reading.named and not all(actors):
                tally.false.append(name)
        for actor in sorted(self.names.required):
            tally.check(actor in self.found_actors, actor)

    def labels(self, kind: str, gold: list[list[str]], optional: list[list[str]], found: list[FoundLabel]) -> None:
        tally, pairs = self.tallies[kind], dict(self._best(gold, list(dict.fromkeys(found))))
        for place, entry in enumerate(gold):
            wanted, one = parse_label(entry), pairs.get(place)
            tally.check(one is not None, f"{wanted.who}: {wanted.labels[0]}")
            if one:
                line = f"{wanted.who}: {wanted.labels[0]} is {wanted.polarity}"
                right = one.polarity == wanted.polarity
                self.tallies["polarity"].check(right, line, f"{line}, not {one.polarity}")
        for one in dict.fromkeys(found):
            if not any(self._fit(entry, one) for entry in gold + optional):
                tally.false.append(f"{one.who}: {one.label}")

    def _best(self, gold: list[list[str]], found: list[FoundLabel]) -> Iterator[tuple[int, FoundLabel]]:
        """Yield pairs of a gold entry's place and its find, each at most once, the closest first."""
        fits = [(self._fit(entry, one), one, place) for place, entry in enumerate(gold) for one in found]
        used: set[int | FoundLabel] = set()
        for fit, one, place in sorted(fits, key=lambda item: -item[0]):
            if fit and not {one, place} & used:
                used |= {one, place}
                yield place, one

    def _fit(self, entry: list[str], found: FoundLabel) -> float:
        """Return how well a find matches a gold entry, 0 if not; equal polarity decides between equals."""
        wanted = parse_label(entry)
        if not self._is(wanted.who, found.who):
            return 0
        fits = [overlap(content(one), content(found.label)) for one in wanted.labels if same_label(one, found.label)]
        return max(fits) + (found.polarity == wanted.polarity) / 10 if fits else 0

    def _is(self, gold: str, found: str) -> bool:
        """Say whether a name found is the gold's: the same actor, or a thing with a matching label."""
        actor = self.names.actor(gold)
        if any(self.names.actor(part) for part in self.names.all(found)):
            return actor is not None and actor in self.names.all(found)
        return same_label(gold, found)

    def verbs(self) -> None:
        tally = self.tallies["verbs"]
        pairs = dict(self._pairs())
        for place, gold in enumerate(self.text.verbs):
            verb = pairs.get(place)
            tally.check(verb is not None, gold.at)
            if verb:
                self.lemma_of[verb.lemma, verb.span] = gold.lemma
                line = f"{gold.at} is {gold.polarity}"
                right = verb.polarity == gold.polarity or (gold.future and verb.polarity == "possible")
                self.tallies["polarity"].check(right, line, f"{line}, not {verb.polarity}")
                self._participants(gold, verb)
                self._changes(gold, verb)
        for key, verb in self.reading.verbs.items():
            optional = {verb.lemma, verb.lemma.split()[0]} & set(self.text.optional_verbs)
            if key not in self.lemma_of and not optional:
                tally.false.append(f"{verb.lemma} {verb.span}")

    def _pairs(self) -> Iterator[tuple[int, FoundVerb]]:
        """Yield the place of each gold verb that was found, with the verb; the tightest quotes first."""
        candidates: list[tuple[int, int, tuple[str, Span]]] = []
        for place, gold in enumerate(self.text.verbs):
            start, end = locate_verb(self.text.body, gold.at)
            for key, verb in self.reading.verbs.items():
                over = verb.span[0] < end and start < verb.span[1]
                if over and verb.lemma in {gold.lemma, *gold.also}:
                    candidates.append((verb.span[1] - verb.span[0], place, key))
        used: set[int | tuple[str, Span]] = set()
        for _, place, key in sorted(candidates):
            if not {place, key} & used:
                used |= {place, key}
                yield place, self.reading.verbs[key]

    def _participants(self, gold: GoldVerb, verb: FoundVerb) -> None:
        tally, wanted = self.tallies["participants"], gold.participants()
        left = {(valence, one) for valence, name in verb.participants for one in self.names.all(name)}
        explained: set[tuple[str, str]] = set()
        for valence, filler in wanted:
            passes = _PASSES_FOR.get(valence, {valence})
            hits = {(found, one) for found, one in left if found in passes and self._fills(filler, one)}
            explained |= hits
            tally.check(bool(hits), f"{gold.at}: {valence} {filler}")
        taken = set[str]().union(*(_PASSES_FOR.get(valence, {valence}) for valence, _ in wanted))
        for valence, one in sorted(left - explained):
            if valence in taken or (valence in _COUNTED and self.names.actor(one) in self.names.required):
                tally.false.append(f"{gold.at}: {valence} {one}")

    def _fills(self, filler: str, found: str) -> bool:
        return any(self._is(one, found) for one in filler.split("|"))

    def _changes(self, gold: GoldVerb, verb: FoundVerb) -> None:
        for change in ("brings_about", "ends"):
            label = getattr(gold, change)
            hit = any(kind == change and same_label(label, one) for kind, one in verb.changes)
            if label:
                self.tallies["changes"].check(hit, f"{gold.at}: {change} {label}")

    def times(self) -> None:
        tally, spans = self.tallies["times"], self._time_spans()
        explained: set[Span] = set()
        for (phrase, *values), (start, end) in zip(self.text.times, spans, strict=True):
            over = {span: one for span, one in self.reading.times.items() if span[0] < end and start < span[1]}
            hits = {span: overlap(content(phrase), content(one[0])) for span, one in over.items()}
            best = max(hits, key=lambda span: hits[span], default=None)
            found = best is not None and (hits[best] >= 0.5 or same_date(over[best][1], values))
            tally.check(found, phrase)
            if best is not None and found:
                explained |= set(over)
                given = self.reading.times[best][1]
                if values[0]:
                    line = f"{phrase} is {values[0]}"
                    self.tallies["edtf"].check(same_date(given, values), line, f"{line}, not {given}")
        optional = [place for phrase in self.text.optional_times for place in self._everywhere(phrase)]
        for span, (phrase, _) in self.reading.times.items():
            if span not in explained and not any(span[0] < end and start < span[1] for start, end in optional):
                tally.false.append(phrase)

    def _time_spans(self) -> list[Span]:
        """Return the span of each time; longer phrases choose first: "June" isn't that of "June 2012"."""
        spans: dict[int, Span] = {}
        for place, entry in sorted(enumerate(self.text.times), key=lambda item: -len(item[1][0])):
            free = [
                span
                for span in self._everywhere(entry[0])
                if not any(span[0] < end and start < span[1] for start, end in spans.values())
            ]
            spans[place] = free[0]
        return [spans[place] for place in range(len(self.text.times))]

    def _everywhere(self, phrase: str) -> list[Span]:
        found: list[Span] = []
        while True:
            try:
                found.append(locate(self.text.body, phrase, len(found) + 1))
            except ValueError:
                return found

    def places(self) -> None:
        tally = self.tallies["places"]
        resolved = {name: place for name in self.reading.places if (place := self._place(name))}
        for place in self.text.places:
            tally.check(place.name in {one.name for one in resolved.values()}, place.name)
        for name in sorted(self.reading.places - set(resolved)):
            if not any(same_place(name, one) for one in self.text.optional_places):
                tally.false.append(name)
        self._couplings({name: place.name for name, place in resolved.items()})

    def _place(self, name: str) -> GoldPlace | None:
        known = [(place, one) for place in self.text.places for one in [place.name, *place.also]]
        near = [(overlap(content(name), content(one)), place.name) for place, one in known if same_place(name, one)]
        best = max(near)[1] if near else ""
        return next((place for place in self.text.places if place.name == best), None)

    def _couplings(self, resolved: dict[str, str]) -> None:
        tally = self.tallies["couplings"]
        found = {
            (resolved[place], actor)
            for place, name in self.reading.actors_at
            for actor in self.names.all(name)
            if place in resolved and self.names.actor(actor)
        }
        found |= {
            (resolved[place], self.lemma_of[lemma, span])
            for place, lemma, span in self.reading.verbs_at
            if place in resolved and (lemma, span) in self.lemma_of
        }
        wanted = {(place.name, self.names.actor(who) or who) for place in self.text.places for who in place.actors}
        wanted |= {(place.name, lemma) for place in self.text.places for lemma in place.verbs}
        outer = {(one, member) for place, member in wanted for one in self._around(place)}
        maybe = {(place.name, self.names.actor(one) or one) for place in self.text.places for one in place.maybe}
        maybe |= {(one, member) for place, member in maybe for one in self._around(place)} | outer
        there = set(resolved.values())
        known = self.found_actors | set(self.lemma_of.values())
        for place, member in sorted(wanted - outer):
            if place in there and member in known:
                tally.check((place, member) in found, f"{member} at {place}")
        tally.false += [f"{member} at {place}" for place, member in sorted(found - wanted - maybe)]

    def _around(self, name: str) -> list[str]:
        within = {place.name: place.within for place in self.text.places}
        found: list[str] = []
        while name := within.get(name, ""):
            found.append(name)
        return found

    def pronouns(self) -> None:
        tally, left = self.tallies["pronouns"], dict(self.reading.pronouns)
        for surface, nth, target in self.text.pronouns:
            span = locate(self.text.body, surface, nth, ignore_case=True)
            wanted = {self.names.actor(one) or one for one in ([target] if isinstance(target, str) else target)}
            given = {one for name in left.pop(span, set()) for one in self.names.all(name)}
            right = len(given) == len(wanted) and all(any(self._is(one, name) for name in given) for one in wanted)
            line = f"{surface}#{nth} is {' + '.join(sorted(wanted))}"
            tally.check(right, line, f"{line}, not {' + '.join(sorted(given))}" if given else "")
        tally.false += [f"{self.text.body[slice(*span)]} {span}" for span in sorted(left)]

    def questions(self) -> None:
        for question in self.text.questions:
            hit = any(
                words(question)[0] == words(found)[0] and overlap(content(question), content(found)) >= 0.4
                for found in self.reading.questions
            )
            self.tallies["questions"].check(hit, question)
