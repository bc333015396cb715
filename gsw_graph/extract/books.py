"""The mentions and claims of one chunk while they are being collected."""

from collections.abc import Iterable, Sequence

from gsw_graph.extract.nominals import kind_of_noun, nominal_at
from gsw_graph.extract.nouns import PLACE_NOUNS
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.words import words
from gsw_graph.names import fold
from gsw_graph.records import (
    About,
    Annotation,
    Claim,
    ClaimKind,
    Mention,
    MentionForm,
    MentionKind,
    Polarity,
    Quote,
    Source,
    Valence,
)

_ABOUT = words("of about like as for with by against without")
_PRONOUNS = frozenset({"PRON", "DET"})


class Mentions:
    """The mentions of a chunk, found by the token that heads each.

    Args:
        parse: The chunk's parse.
        annotations: The chunk's annotations; those for coreference become mentions.
    """

    def __init__(self, parse: Parse, annotations: Iterable[Annotation]) -> None:
        self.parse = parse
        self.records: list[Mention] = []
        self.by_id: dict[str, Mention] = {}
        self.spans: dict[str, tuple[int, int]] = {}
        self._at: dict[int, list[str]] = {}
        self.taken: set[int] = set()
        self._starts = {start: token for token, start in enumerate(parse.starts)}
        self._ends = {end: token for token, end in enumerate(parse.ends)}
        for annotation in annotations:
            if annotation.role == "coreference":
                self._from_annotation(annotation)
        self._nominal_places()

    def _nominal_places(self) -> None:
        """Add the places without a name that something is said to be at, come from or go to."""
        parse = self.parse
        for token, lemma in enumerate(parse.lemmas):
            if lemma not in PLACE_NOUNS or parse.pos[token] != "NOUN" or token in self.taken:
                continue
            above = parse.heads[token]
            spatial = parse.deps[token] == "pobj" and parse.lowers[above] not in _ABOUT
            entered = parse.deps[token] == "dobj" and parse.lemmas[above] in {
                "enter",
                "reach",
                "leave",
                "search",
                "visit",
            }
            if (spatial or entered) and kind_of_noun(lemma) == "place":
                self.thing(token)

    def _from_annotation(self, one: Annotation) -> None:
        quote = one.quote
        first = self._starts.get(quote.start)
        last = self._ends.get(quote.end)
        if first is None or last is None or last < first:
            first, last = self._covering(quote)
        form = self._form(one, first, last)
        self._add(one.kind, one.name, form, quote, first, last, one.confidence, one)

    def _covering(self, quote: Quote) -> tuple[int, int]:
        inside = [
            t for t in range(len(self.parse)) if self.parse.ends[t] > quote.start and self.parse.starts[t] < quote.end
        ]
        return (inside[0], inside[-1]) if inside else (0, 0)

    def _form(self, one: Annotation, first: int, last: int) -> MentionForm:
        if one.kind == "date":
            return "name"
        if self.parse.pos[last] == "NOUN" and (one.name[:1].islower() or self.parse.words[last][:1].islower()):
            return "nominal"
        if fold(one.quote.text) == fold(one.name) and any(letter.isupper() for letter in one.quote.text):
            return "name"
        if first == last and (self.parse.pos[first] in _PRONOUNS or self.parse.tags[first] in {"PRP", "PRP$"}):
            return "pronoun"
        if self.parse.pos[last] == "NOUN" and not one.quote.text[:1].isupper():
            return "nominal"
        return "alias" if any(letter.isupper() for letter in one.quote.text) else "nominal"

    def _add(
        self,
        kind: MentionKind,
        name: str,
        form: MentionForm,
        quote: Quote,
        first: int,
        last: int,
        confidence: float,
        source: Annotation | None = None,
    ) -> str:
        uid = f"m{len(self.records) + 1}"
        date = source.date if source is not None else None
        record = Mention(id=uid, kind=kind, name=name, form=form, quote=quote, confidence=confidence, date=date)
        self.records.append(record)
        self.by_id[uid] = record
        self.spans[uid] = (first, last)
        if len(self.parse):
            self._at.setdefault(self.parse.span_head(first, last), []).append(uid)
            self.taken.update(range(first, last + 1))
        return uid

    def outside(self, one: Annotation) -> str:
        """Add a place or date of the scene that is said elsewhere, and return its id."""
        uid = f"m{len(self.records) + 1}"
        form: MentionForm = "name" if one.name == one.quote.text else "nominal"
        record = Mention(
            id=uid,
            kind=one.kind,
            name=one.name,
            form=form,
            quote=one.quote,
            confidence=one.confidence,
            date=one.date,
        )
        self.records.append(record)
        self.by_id[uid] = record
        self.spans[uid] = (-1, -1)
        return uid

    def at(self, token: int) -> list[str]:
        """Return the ids of the mentions that a token heads, or that stand in apposition to it, dates left out."""
        found = self._here(token)
        if found or self.parse.pos[token] not in {"NOUN", "PROPN", "NUM", "PRON"}:
            return found
        plural = self.parse.tags[token] == "NNS"
        for child in self.parse.kids(token, "appos"):
            named = self.parse.conjuncts(child) if plural else [child]
            if found := [uid for one in named for uid in self._here(one) or self._named(one)]:
                return found
        if found := self._named(token):
            return found
        return self._here(self.parse.heads[token]) if self.parse.deps[token] == "appos" else []

    def _named(self, noun: int) -> list[str]:
        """Return the name that a noun is given ("a man named Lind")."""
        for clause in self.parse.kids(noun, "acl"):
            if self.parse.lowers[clause] in {"named", "called"}:
                return [uid for one in self.parse.kids(clause, "oprd", "dobj", "attr") for uid in self._here(one)]
        return []

    def _here(self, token: int) -> list[str]:
        return [uid for uid in self._at.get(token, ()) if self.by_id[uid].kind != "date"]

    def dates(self) -> list[tuple[str, int, int]]:
        """Return id, first and last token of each date."""
        return [
            (one.id, *self.spans[one.id]) for one in self.records if one.kind == "date" and self.spans[one.id][0] >= 0
        ]

    def places(self) -> list[tuple[str, int, int]]:
        """Return id, first and last token of each place."""
        return [
            (one.id, *self.spans[one.id]) for one in self.records if one.kind == "place" and self.spans[one.id][0] >= 0
        ]

    def actors(self, tokens: Iterable[int]) -> list[str]:
        """Return the ids of the mentions that tokens head, places and dates left out, each once."""
        found = [uid for token in tokens for uid in self.at(token) if self.by_id[uid].kind != "place"]
        return list(dict.fromkeys(found))

    def thing(self, token: int) -> list[str]:
        """Return the mentions that a token heads, making one for a noun phrase that has none."""
        if found := self.at(token):
            return found
        nominal = nominal_at(self.parse, token, self.taken)
        if nominal is None or not self.parse.words[token][-1].isalnum():
            return []
        start, end = self.parse.starts[nominal.first], self.parse.ends[nominal.last]
        quote = Quote(start=start, end=end, text=self.parse.text[start:end])
        name = nominal.core if nominal.determiner in {"", "num", "q", "no"} else f"the {nominal.core}"
        return [self._add(nominal.kind, name, "nominal", quote, nominal.first, nominal.last, 0.7)]


class Claims:
    """The claims of a chunk; the same statement is kept once.

    Args:
        parse: The chunk's parse.
    """

    def __init__(self, parse: Parse) -> None:
        self.parse = parse
        self.records: list[Claim] = []
        self._seen: dict[tuple[object, ...], int] = {}

    def quote(self, first: int, last: int) -> Quote:
        """Return the quote from the first to the last token, both included."""
        start, end = self.parse.starts[first], self.parse.ends[last]
        return Quote(start=start, end=end, text=self.parse.text[start:end])

    def add(
        self,
        kind: ClaimKind,
        label: str,
        quote: Quote,
        about: Sequence[About],
        *,
        phrase: str = "",
        polarity: Polarity = "asserted",
        source: Source = "explicit",
        confidence: float = 1.0,
    ) -> str:
        """Add a claim and return its id; the id of the same one if it is already there."""
        about = tuple(dict.fromkeys(about))
        key = (kind, label, polarity, about, quote.start if kind in {"verb", "space", "time"} else 0)
        if key in self._seen:
            return self.records[self._seen[key]].id
        claim = Claim(
            id=f"c{len(self.records) + 1}",
            kind=kind,
            label=label,
            quote=quote,
            about=about,
            phrase=phrase,
            polarity=polarity,
            source=source,
            confidence=round(confidence, 3),
        )
        self._seen[key] = len(self.records)
        self.records.append(claim)
        return claim.id

    def extend(self, uid: str, more: Iterable[About]) -> None:
        """Add to what a claim is about."""
        number = int(uid[1:]) - 1
        claim = self.records[number]
        self.records[number] = claim.model_copy(update={"about": tuple(dict.fromkeys((*claim.about, *more)))})


def abouts(ids: Iterable[str], valence: Valence) -> list[About]:
    """Return one `About` of this valence per id."""
    return [About(target=uid, valence=valence) for uid in ids]


class Finder:
    """What finds claims of one kind in a chunk.

    Args:
        parse: The chunk's parse.
        mentions: Its mentions.
        claims: Where the claims go.
    """

    def __init__(self, parse: Parse, mentions: Mentions, claims: Claims) -> None:
        self.parse = parse
        self.mentions = mentions
        self.claims = claims
