"""What the tests of the Operator read a text into."""

from functools import cache
from typing import NamedTuple

from gsw_graph.extract import LocalOperator
from gsw_graph.records import Chunk, Claim, Extraction, Mention
from gsw_graph.text import chapters, chunks, from_text

OPERATOR = LocalOperator()


class Found(NamedTuple):
    """The chunks of a text with what each says."""

    chunks: tuple[Chunk, ...]
    extractions: tuple[Extraction, ...]

    def claims(self, kind: str) -> list[tuple[Claim, dict[str, Mention], dict[str, Claim]]]:
        """Return the claims of a kind, each with the mentions and claims of its chunk."""
        return [
            (claim, {one.id: one for one in found.mentions}, {one.id: one for one in found.claims})
            for found in self.extractions
            for claim in found.claims
            if claim.kind == kind
        ]

    def bearers(self, kind: str, polarity: str = "asserted") -> set[tuple[str, str]]:
        """Return (name of the bearer, label) of the roles or states."""
        return {
            (mentions[about.target].name, claim.label)
            for claim, mentions, _ in self.claims(kind)
            if claim.polarity == polarity
            for about in claim.about
            if about.valence == "bearer"
        }

    def events(self) -> set[tuple[str, str, str]]:
        """Return (label, valence, name) of every participant."""
        return {
            (claim.label, about.valence, mentions[about.target].name)
            for claim, mentions, _ in self.claims("verb")
            for about in claim.about
            if about.target in mentions
        }

    def changes(self) -> set[tuple[str, str, str]]:
        """Return (verb, brings_about or ends, label)."""
        return {
            (claim.label, about.valence, claims[about.target].label)
            for claim, _, claims in self.claims("verb")
            for about in claim.about
            if about.target in claims
        }

    def coupled(self, kind: str) -> dict[tuple[str, str], set[str]]:
        """Return (label, source) of the space or time claims → labels and names of their members."""
        found: dict[tuple[str, str], set[str]] = {}
        for claim, mentions, claims in self.claims(kind):
            members = found.setdefault((claim.label, claim.source), set())
            for about in claim.about:
                if about.valence == "member":
                    member = mentions.get(about.target)
                    members.add(member.name if member else claims[about.target].label)
        return found

    def meaning(self, surface: str) -> list[tuple[str, ...]]:
        """Return for each occurrence of a surface whom it means, by name."""
        spans: dict[tuple[int, int], list[str]] = {}
        for number, found in enumerate(self.extractions):
            for mention in found.mentions:
                if mention.quote.text.lower() == surface.lower() and mention.quote.start >= 0:
                    spans.setdefault((number, mention.quote.start), []).append(mention.name)
        return [tuple(spans[span]) for span in sorted(spans)]

    def kinds(self) -> dict[str, str]:
        """Return name → kind of all mentions."""
        return {one.name: one.kind for found in self.extractions for one in found.mentions}

    def questions(self) -> set[str]:
        """Return the questions in words."""
        return {claim.label for claim, _, _ in self.claims("question")}


@cache
def read(text: str) -> Found:
    """Read a text with the local Operator."""
    document = from_text(text, key="test")
    annotated: list[Chunk] = []
    for chapter in chapters(document):
        annotated += OPERATOR.annotate(chapter, chunks(chapter))
    return Found(tuple(annotated), tuple(OPERATOR.extract(chunk) for chunk in annotated))
