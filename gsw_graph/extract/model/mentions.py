"""The mentions of a chunk: what its annotations name, and what a reply names in the chunk's own words."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gsw_graph.extract.model.passage import passage_of
from gsw_graph.extract.nominals import kind_of_noun
from gsw_graph.extract.words import words
from gsw_graph.names import fold, is_proper
from gsw_graph.records import Annotation, Chunk, DateValue, Mention, MentionForm, MentionKind, Quote

PRONOUN_FORMS = (
    ("i", "me", "my", "mine", "myself"),
    ("you", "your", "yours", "yourself", "yourselves"),
    ("he", "him", "his", "himself"),
    ("she", "her", "hers", "herself"),
    ("it", "its", "itself"),
    ("we", "us", "our", "ours", "ourselves"),
    ("they", "them", "their", "theirs", "themselves"),
)
"""The personal pronouns, each in its forms."""
SINGULAR = frozenset(form for forms in PRONOUN_FORMS for form in forms if forms[0] in {"i", "he", "she", "it"})
"""The forms that mean one actor."""
PRONOUNS = frozenset(form for forms in PRONOUN_FORMS for form in forms) | words(
    """who whom whose which that this these those one oneself each both all another other others someone somebody
    anyone anybody everyone everybody nobody none"""
)
_PREPOSITIONS = words(
    """in on at to into onto from inside outside near by beside behind under over above below within through toward
    towards across around along off"""
)
_INNER = re.compile(r"^(.*?)\s*\[=?\s*([^\[\]]+)\]\s*$", re.DOTALL)
_BETWEEN = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+")
_NEXT = 2
"""Characters between a word and the next, or a comma and the next."""
_NAMED_IN_TEXT = 0.8
"""How sure a mention is that only the reply names."""


class _Folded(NamedTuple):
    """A mention's name and words as they are compared."""

    name: str
    surface: str


class Mentions:
    """The mentions of a chunk, in the order in which they are found.

    Args:
        chunk: An annotated chunk.
    """

    def __init__(self, chunk: Chunk) -> None:
        self.passage = passage_of(chunk.text)
        self.records: list[Mention] = []
        self.by_id: dict[str, Mention] = {}
        self._folded: dict[str, _Folded] = {}
        self.kinds: dict[str, MentionKind] = {}
        """What kind the reply says that a name is of, by the folded name."""
        self._scene = [one for one in chunk.annotations if one.role != "coreference"]
        for one in chunk.annotations:
            if one.role == "coreference":
                self._add(one.kind, one.name, one.quote, one.confidence, one.date)

    def quotes_of(self, names: str) -> list[Quote]:
        """Return where a named actor or place stands in the chunk; empty if it doesn't.

        Args:
            names: As a reply says it.
        """
        for form in _forms(names):
            if found := [self.by_id[one].quote for one in self._known(form)] or self._in_text(form):
                return found
        return []

    def who(self, names: str, near: Quote, kind: MentionKind | None = None) -> tuple[list[str], list[str]]:
        """Return one mention of each actor that is named, the nearest to a quote, and the names of nobody here.

        Args:
            names: One name, or several with commas.
            near: Words that say something of them.
            kind: What they are if nothing else says so.
        """
        found: list[str] = []
        missing: list[str] = []
        whole = [] if self._is_list(names) else self._one(names, near, kind)
        for name in () if whole else _BETWEEN.split(names):
            ids = self._one(name, near, kind)
            found += ids
            if not ids and name.strip():
                missing.append(name.strip())
        return list(dict.fromkeys(whole or found)), missing

    def _is_list(self, names: str) -> bool:
        """Say whether commas part names that are all here, though the passage may have the same words in a row."""
        whole = any(self._known(form) for form in _forms(names))
        parts = [one for one in _BETWEEN.split(names) if one.strip()]
        return "," in names and not whole and len(parts) > 1 and all(self.quotes_of(one) for one in parts)

    def _nearest(self, ids: Sequence[str], near: Quote) -> list[str]:
        """Return the mention nearest to a quote, with those that stand in the very same words ("they")."""
        best = min((self.by_id[one].quote for one in ids), key=lambda quote: _from(quote, near))
        same = [one for one in ids if self.by_id[one].quote == best]
        return same if len({fold(self.by_id[one].name) for one in same}) > 1 else same[:1]

    def place(self, said: str, near: Quote | None = None) -> str | None:
        """Return the mention of a place that is said in words of the chunk; None if the words aren't there.

        Args:
            said: The words.
            near: What they should stand near to.
        """
        quote = self.passage.find(said, near)
        if quote is None:
            return None
        quote = self._without_preposition(quote)
        places = [one for one in self.records if one.kind == "place"]
        same = [
            one for one in places if self._folded[one.id].surface == fold(quote.text) and _apart(one.quote, quote) < 0
        ]
        within = [one for one in places if quote.start <= one.quote.start and one.quote.end <= quote.end]
        if same or within:
            return max(same or within, key=lambda one: (len(one.quote.text), -one.quote.start)).id
        return self._add("place", quote.text, quote, _NAMED_IN_TEXT)

    def date(self, said: str, near: Quote | None = None) -> str | None:
        """Return the mention of the date in some words of the chunk; None if there is none.

        Args:
            said: The words.
            near: What they should stand near to.
        """
        quote = self.passage.find(said, near)
        inside = [one for one in self.records if quote and one.kind == "date" and _apart(one.quote, quote) < 0]
        return max(inside, key=lambda one: (len(one.quote.text), -one.quote.start)).id if inside else None

    def time(self, said: str, near: Quote) -> str | None:
        """Return the mention of a date, or of a time that no calendar knows ("the night of the fire").

        Args:
            said: The words; None is returned if the chunk does not have them.
            near: What they should stand near to.
        """
        if found := self.date(said, near):
            return found
        quote = self.passage.find(said, near)
        if quote is None:
            return None
        value = DateValue(phrase=quote.text, edtf="", earliest=None, latest=None, precision="unknown")
        return self._add("date", quote.text, quote, _NAMED_IN_TEXT, value)

    def outside(self, scene: Annotation) -> str:
        """Return the mention of a scene's place or date, which may stand in another chunk.

        Args:
            scene: The annotation that tells it.
        """
        for one in self.records:
            if one.kind == scene.kind and one.quote == scene.quote:
                return one.id
        return self._add(scene.kind, scene.name, scene.quote, scene.confidence, scene.date)

    def _known(self, name: str) -> list[str]:
        """Return the mentions that a name, other words for it, or a part of its name stands for."""
        key = fold(name)
        actors = [one for one in self.records if one.kind != "date"]
        if not key:
            return []
        if found := [one.id for one in actors if self._folded[one.id].name == key]:
            return found
        if found := [one.id for one in actors if self._folded[one.id].surface == key]:
            return found
        parts = set(key.split()) if is_proper(name) else set()
        wider = {
            one.id: self._folded[one.id].name
            for one in actors
            if parts and parts <= set(self._folded[one.id].name.split()) and is_proper(one.name)
        }
        return list(wider) if len(set(wider.values())) == 1 else []

    def _one(self, name: str, near: Quote, kind: MentionKind | None) -> list[str]:
        """Return the mentions of one actor nearest to a quote; a new one if only the chunk's words name it."""
        for form in _forms(name):
            if known := self._known(form):
                return self._nearest(known, near)
            if quotes := self._in_text(form):
                quote = min(quotes, key=lambda one: _from(one, near))
                said = self.kinds.get(fold(form)) or kind or guessed_kind(form)
                return [self._add(said, quote.text, quote, _NAMED_IN_TEXT)]
        return [self.outside(one) for one in self._scene if fold(one.name) in map(fold, _forms(name))][:1]

    def _in_text(self, name: str) -> list[Quote]:
        spans = self.passage.spans(name) or self.passage.spans(fold(name))
        return [self.passage.quote(start, end) for start, end in spans]

    def _add(self, kind: MentionKind, name: str, quote: Quote, confidence: float, date: DateValue | None = None) -> str:
        uid = f"m{len(self.records) + 1}"
        record = Mention(
            id=uid,
            kind=kind,
            name=name,
            form="name" if kind == "date" else form_of(quote.text, name),
            quote=quote,
            confidence=confidence,
            date=date,
        )
        self.records.append(record)
        self.by_id[uid] = record
        self._folded[uid] = _Folded(fold(name), fold(quote.text))
        return uid

    def _without_preposition(self, quote: Quote) -> Quote:
        first, space, rest = quote.text.partition(" ")
        if space and first.lower() in _PREPOSITIONS and rest.strip():
            start = quote.end - len(rest.lstrip())
            return self.passage.quote(start, quote.end)
        return quote


def _forms(name: str) -> list[str]:
    """Return what a reply may mean by a name: with our mark ("she [= Ana Ruiz]") the name in it, else the words."""
    marked = _INNER.match(name)
    return [one for one in ((marked[2], marked[1]) if marked else (name.strip(),)) if one]


def form_of(surface: str, name: str) -> MentionForm:
    """Return in which form a text has a name.

    Args:
        surface: The words of the text.
        name: The fullest name.
    """
    if surface.lower() in PRONOUNS:
        return "pronoun"
    if not is_proper(surface) and not any(letter.isdigit() for letter in surface):
        return "nominal"
    return "name" if fold(surface) == fold(name) else "alias"


def guessed_kind(name: str) -> MentionKind:
    """Return what a name is that no annotation and no note gives a kind: by its noun, "other" for a proper name.

    Args:
        name: As a reply says it.
    """
    if is_proper(name):
        return "other"
    nouns = re.split(r"\s+(?:of|in|on|at|from|with|for)\s+", name.lower())[0].split()
    noun = nouns[-1] if nouns else ""
    found = kind_of_noun(noun)
    single = noun.removesuffix("s")
    return kind_of_noun(single, plural=True) if found == "object" and single != noun else found


def nearest_span(spans: Iterable[tuple[int, int]], groups: Sequence[Sequence[Quote]]) -> tuple[int, int] | None:
    """Return the span that is nearest to one quote of each group, the first of several; None if there is none.

    Args:
        spans: The spans.
        groups: Where each of several others stands.
    """

    def distance(span: tuple[int, int]) -> tuple[int, int]:
        this = Quote(start=span[0], end=span[1], text="")
        return sum(min(_apart(this, one) for one in group) for group in groups if group), span[0]

    return min(spans, key=distance, default=None)


def _from(quote: Quote, near: Quote) -> tuple[int, int]:
    """Return how far a mention is from what is said of it: none in it or just before it ("she turned the key").

    Whoever is named after it is rather not meant.
    """
    apart = _apart(quote, near)
    if quote.start >= near.end:
        return 2 * apart, quote.start
    return (apart if apart > _NEXT else 0), quote.start


def _apart(one: Quote, other: Quote) -> int:
    """Return how many characters lie between two quotes; negative if they overlap."""
    return max(other.start - one.end, one.start - other.end, -1)
