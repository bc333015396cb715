"""What an Operator found in one text, put together from the extractions of its chunks."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from benchmarks.operator_match import PERSONAL
from gsw_graph.records import Chunk, Claim, Extraction, Mention, Polarity

Span = tuple[int, int]


class FoundLabel(NamedTuple):
    """A role or state."""

    who: str
    label: str
    polarity: Polarity


@dataclass
class FoundVerb:
    """A verb; claims of one lemma on one span are one verb."""

    lemma: str
    span: Span
    polarity: Polarity
    participants: set[tuple[str, str]] = field(default_factory=set)
    """(valence, name)"""
    changes: set[tuple[str, str]] = field(default_factory=set)
    """(brings_about or ends, label)"""


@dataclass
class Reading:
    """All that was found, with spans in the text."""

    named: set[str] = field(default_factory=set)
    """Actors called by a name or alias somewhere."""
    nominal: set[str] = field(default_factory=set)
    """Actors that are only described."""
    roles: list[FoundLabel] = field(default_factory=list)
    states: list[FoundLabel] = field(default_factory=list)
    verbs: dict[tuple[str, Span], FoundVerb] = field(default_factory=dict)
    times: dict[Span, tuple[str, str]] = field(default_factory=dict)
    """Phrase and EDTF value."""
    places: set[str] = field(default_factory=set)
    actors_at: set[tuple[str, str]] = field(default_factory=set)
    """(place, actor)"""
    verbs_at: set[tuple[str, str, Span]] = field(default_factory=set)
    """(place, lemma, span)"""
    pronouns: dict[Span, set[str]] = field(default_factory=dict)
    questions: set[str] = field(default_factory=set)


def read(results: Iterable[tuple[Chunk, Extraction]], start: int = 0) -> Reading:
    """Return what was found in a text.

    Args:
        results: Each chunk, as annotated, with its extraction.
        start: Where the text begins in the document, if a heading stands before it.
    """
    reading = Reading()
    for chunk, extraction in results:
        _Collector(chunk, extraction, chunk.start - start, reading).collect()
    reading.nominal -= reading.named
    return reading


class _Collector:
    """Adds one extraction to a reading."""

    def __init__(self, chunk: Chunk, extraction: Extraction, offset: int, reading: Reading) -> None:
        self.chunk, self.extraction, self.offset, self.reading = chunk, extraction, offset, reading
        self.mentions = {mention.id: mention for mention in extraction.mentions}
        self.claims = {claim.id: claim for claim in extraction.claims}

    def collect(self) -> None:
        for mention in self.extraction.mentions:
            self._mention(mention)
        for note in self.chunk.annotations:
            if note.role == "coreference" and note.quote.text.lower() in PERSONAL:
                self._pronoun(self._span(note.quote.start, note.quote.end), note.quote.text, note.name)
        for claim in self.extraction.claims:
            self._claim(claim)

    def _mention(self, mention: Mention) -> None:
        span = self._span(mention.quote.start, mention.quote.end)
        if mention.kind == "date":
            self.reading.times[span] = (mention.quote.text, mention.date.edtf if mention.date else "")
        elif mention.form == "pronoun":
            self._pronoun(span, mention.quote.text, mention.name)
        elif mention.kind == "place":
            self.reading.places.add(mention.name)
        else:
            where = self.reading.nominal if mention.form == "nominal" else self.reading.named
            where.add(mention.name)

    def _pronoun(self, span: Span, surface: str, name: str) -> None:
        if surface.lower() in PERSONAL and name.lower() != surface.lower():
            self.reading.pronouns.setdefault(span, set()).add(name)

    def _claim(self, claim: Claim) -> None:
        if claim.kind in ("role", "state"):
            into = self.reading.roles if claim.kind == "role" else self.reading.states
            into += [FoundLabel(name, claim.label, claim.polarity) for name in self._names(claim, "bearer")]
        elif claim.kind == "verb":
            self._verb(claim)
        elif claim.kind == "space":
            self._space(claim)
        elif claim.kind == "question":
            self.reading.questions.add(claim.label)

    def _verb(self, claim: Claim) -> None:
        span = self._span(claim.quote.start, claim.quote.end)
        verb = self.reading.verbs.setdefault((claim.label, span), FoundVerb(claim.label, span, claim.polarity))
        for about in claim.about:
            if about.target in self.mentions:
                name = self.mentions[about.target].name
                if about.valence == "place":
                    self.reading.places.add(name)
                    self.reading.verbs_at.add((name, claim.label, span))
                else:
                    verb.participants.add((about.valence, name))
            elif about.target in self.claims:
                verb.changes.add((about.valence, self.claims[about.target].label))

    def _space(self, claim: Claim) -> None:
        for place in {claim.label, *self._names(claim, "place")} - {""}:
            self.reading.places.add(place)
            for about in claim.about:
                if about.valence == "member" and about.target in self.mentions:
                    self.reading.actors_at.add((place, self.mentions[about.target].name))
                elif about.valence == "member" and self.claims[about.target].kind == "verb":
                    verb = self.claims[about.target]
                    span = self._span(verb.quote.start, verb.quote.end)
                    self.reading.verbs_at.add((place, verb.label, span))

    def _names(self, claim: Claim, valence: str) -> list[str]:
        targets = [about.target for about in claim.about if about.valence == valence]
        return [self.mentions[target].name for target in targets if target in self.mentions]

    def _span(self, start: int, end: int) -> Span:
        return start + self.offset, end + self.offset
