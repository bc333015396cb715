"""The roles, states, verbs and questions of a passage, as a reply says them, each placed in the chunk or refused."""

import re
from collections.abc import Callable, Iterable, Sequence, Set
from functools import cache

from gsw_graph.errors import OperatorError
from gsw_graph.extract.model.lines import Line
from gsw_graph.extract.model.mentions import Mentions, nearest_span
from gsw_graph.extract.model.passage import plain_form
from gsw_graph.extract.model.said import (
    EXTRACT,
    VALENCES,
    Said,
    read_attribute,
    read_kinds,
    read_question,
    read_verb,
)
from gsw_graph.llm.prompts import load_prompt
from gsw_graph.names import fold, fold_label
from gsw_graph.records import About, Chunk, Claim, ClaimKind, Polarity, Quote, Source, Valence
from gsw_graph.storable import brief

_EXPLICIT, _INFERRED = 0.9, 0.6
"""How sure a claim is that the text says, or that only follows."""
_CAPITAL = re.compile(r"(?<![\w'’])[^\W\d_][\w'’-]*")
_DATES: tuple[tuple[str, Valence], ...] = (("since", "from"), ("until", "to"))
_EFFECTS: tuple[tuple[str, Valence], ...] = (("begins", "brings_about"), ("ends", "ends"))


class Claims:
    """What a reply says of a chunk, without places and times.

    Args:
        chunk: An annotated chunk.
        said: The reply.
    """

    def __init__(self, chunk: Chunk, said: Said) -> None:
        self.mentions = Mentions(chunk)
        self.records: list[Claim] = []
        self.refused: list[str] = []
        self._by_content: dict[str, Claim] = {}
        self._held = plain_form(" ".join([chunk.text, *(one.name for one in chunk.annotations)]))
        self._actors(said.actors)
        self._each(said.roles, lambda line: self._attribute("role", read_attribute(line)))
        self._each(said.states, lambda line: self._attribute("state", read_attribute(line)))
        self._each(said.verbs, lambda line: self._verb(read_verb(line)))
        self._each(said.questions, lambda line: self._question(read_question(line)))

    def add(
        self,
        kind: ClaimKind,
        label: str,
        quote: Quote,
        about: Iterable[About],
        *,
        phrase: str = "",
        polarity: Polarity = "asserted",
        source: Source = "explicit",
        confidence: float = _EXPLICIT,
    ) -> Claim:
        """Add a claim, or return the same one if it is already there."""
        claim = Claim(
            id=f"c{len(self.records) + 1}",
            kind=kind,
            label=label,
            quote=quote,
            about=tuple(dict.fromkeys(about)),
            phrase=phrase,
            polarity=polarity,
            source=source,
            confidence=round(confidence, 3),
        )
        said = repr(claim.model_copy(update={"id": ""}))
        if said in self._by_content:
            return self._by_content[said]
        self._by_content[said] = claim
        self.records.append(claim)
        return claim

    def refuse(self, what: str, reason: str) -> None:
        """Note what was proposed and is refused.

        Args:
            what: Its kind and words.
            reason: Why.
        """
        self.refused.append(f"{what} is refused: {reason}.")

    def _actors(self, lines: Iterable[str]) -> None:
        """Take the kinds that a reply gives its actors."""
        noted = [read_kinds(line) for line in lines]
        for kinds in noted:
            if kinds.kind == "other" and kinds.said.lower() not in {"", "other"}:
                self.refuse(f"The kind {brief(kinds.said)}", 'it is none of ours, and "other" is taken for it')
            for name in kinds.names:
                for one in (name, *name.split(",")):
                    self.mentions.kinds.setdefault(fold(one), kinds.kind)
        for kinds in noted:
            for name in kinds.names:
                quotes = self.mentions.quotes_of(name)
                _, missing = self.mentions.who(name, quotes[0] if quotes else Quote(start=0, end=0, text=""))
                for one in missing:
                    self.refuse(f"The actor {brief(one)}", "the passage names nobody so")

    def _each(self, notes: Iterable[str], add: Callable[[str], Claim]) -> None:
        """Add what each note says; one that cannot be used is refused, and the others stay."""
        for note in notes:
            try:
                add(note)
            except OperatorError as error:
                self.refused.append(str(error))

    def _attribute(self, kind: ClaimKind, line: Line) -> Claim:
        """Add a role or state with its bearers."""
        bearer, label, words = line.heads
        what = f"The {kind} {brief(label)}"
        self._check(what, label)
        quote = self._placed(what, (words, label), [bearer])
        noted = len(self.refused)
        about = self._about("bearer", [bearer], quote, what)
        if not about:
            del self.refused[noted:]  # one note is refused once
            raise OperatorError(f"{what} is refused: nobody in the passage bears it.")
        about += self._about("topic", line.values("of"), quote, what)
        about += self._since_until(line, quote, what)
        bearers = {one.target for one in about if one.valence == "bearer"}
        for role in line.values("as"):
            about += self._links("within", role, frozenset({"role"}), bearers, what)
        self._unknown(line, what)
        return self.add(kind, " ".join(label.lower().split()), quote, about, polarity=_polarity(line))

    def _verb(self, line: Line) -> Claim:
        """Add a verb with who takes part, and what it begins or ends."""
        lemma, words = line.heads
        what = f"The verb {brief(lemma)}"
        self._check(what, lemma)
        names = [name for valence in VALENCES for name in line.values(valence)]
        done = {one.quote.start for one in self.records if one.label == " ".join(lemma.lower().split())}
        quote = self._placed(what, (words or lemma,), names, done)
        about = [one for valence in VALENCES for one in self._about(valence, line.values(valence), quote, what)]
        actors = {one.target for one in about}
        for field, valence in _EFFECTS:
            for label in line.values(field):
                about += self._links(valence, label, frozenset({"role", "state"}), actors, what)
        self._unknown(line, what)
        implied = "implied" in line.flags
        return self.add(
            "verb",
            " ".join(lemma.lower().split()),
            quote,
            about,
            phrase=" ".join(quote.text.split()),
            polarity=_polarity(line),
            source="inferred" if implied else "explicit",
            confidence=_INFERRED if implied else _EXPLICIT,
        )

    def _question(self, line: Line) -> Claim:
        """Add a question about actors or verbs of the passage."""
        label, words = line.heads
        what = f"The question {brief(label)}"
        self._check(what, label)
        quote = self._placed(what, (words, label), line.values("about"))
        about = [one for names in line.values("about") for one in self._asked(names, quote)]
        if not about:
            raise OperatorError(f"{what} is refused: it is about nobody and nothing in the passage.")
        asked = plain_form(label).strip("?") in self._held
        source: Source = "explicit" if asked else "inferred"
        label = " ".join(label.split())
        return self.add("question", label, quote, about, source=source, confidence=_EXPLICIT if asked else _INFERRED)

    def _check(self, what: str, label: str) -> None:
        """Make sure that a label says something, and names nobody whom the passage does not hold."""
        if not fold_label(label):
            raise OperatorError(f"{what} is refused: it is empty.")
        if self._is_foreign(label):
            raise OperatorError(f"{what} is refused: it has a name that the passage does not hold.")

    def _placed(self, what: str, said: Sequence[str], names: Iterable[str], done: Set[int] = frozenset()) -> Quote:
        """Return where a note's words stand, or else its label, as near to those it names as can be.

        Args:
            what: What the note says, for the reason if it stands nowhere.
            said: The words, and what else to look for.
            names: Whom it names.
            done: Where others like it stand, which it therefore doesn't if it can.
        """
        passage = self.mentions.passage
        near = [self.mentions.quotes_of(name) for name in names]
        for words in said:
            spans = passage.spans(words)
            fresh = [span for span in spans if span[0] not in done]
            if span := nearest_span(fresh or spans, near):
                return passage.quote(*span)
            if quote := passage.find(words):
                return quote
        words = next(filter(None, said), "")
        raise OperatorError(f"{what} is refused: its words {brief(words)} are not in the passage.")

    def _about(self, valence: Valence, values: Iterable[str], quote: Quote, what: str) -> list[About]:
        """Return whom the values of a field name, and note those who are nobody here."""
        found: list[About] = []
        for names in values:
            ids, missing = self.mentions.who(names, quote, "place" if valence == "place" else None)
            found += [About(target=one, valence=valence) for one in ids]
            for name in missing:
                self.refuse(f"The {valence} {brief(name)} of {_inner(what)}", "the passage names nobody so")
        return found

    def _since_until(self, line: Line, quote: Quote, what: str) -> list[About]:
        """Return the dates between which a role or state holds."""
        found: list[About] = []
        for field, valence in _DATES:
            for words in line.values(field):
                date = self.mentions.date(words, quote)
                if date is None:
                    self.refuse(f"The date {brief(words)} of {_inner(what)}", "the passage has no such date")
                else:
                    found.append(About(target=date, valence=valence))
        return found

    def _links(self, valence: Valence, label: str, kinds: frozenset[str], actors: set[str], what: str) -> list[About]:
        """Return the links to the roles or states with a label: of these actors, if any of theirs has it."""
        key = fold_label(label)
        claims = [one for one in self.records if one.kind in kinds]
        found = [one for one in claims if fold_label(one.label) == key]
        found = found or [one for one in claims if key and (key in one.label or one.label in key)]
        if not found:
            self.refuse(f"The link to {brief(label)} of {_inner(what)}", "no role or state noted is called so")
        names = {fold(self.mentions.by_id[one].name) for one in actors}
        own = [one for one in found if names & {fold(name) for name in self._bearers(one)}]
        return [About(target=one.id, valence=valence) for one in own or found]

    def _bearers(self, claim: Claim) -> list[str]:
        ids = [one.target for one in claim.about if one.valence == "bearer"]
        return [self.mentions.by_id[one].name for one in ids]

    def _asked(self, names: str, quote: Quote) -> list[About]:
        """Return the actors and verbs that a question is about."""
        whole = self._verbs_called(names)
        verbs = {} if whole else {part: self._verbs_called(part) for part in names.split(",")}
        # A verb's base form may stand in the passage as well: it is the verb that is meant.
        others = ", ".join(part.strip() for part, called in verbs.items() if not called)
        ids = [*whole, *(one for called in verbs.values() for one in called)]
        if others:
            actors, missing = self.mentions.who(others, quote)
            ids += [*actors, *(one for name in missing for one in self._verbs_called(name))]
        return [About(target=one, valence="asks_about") for one in dict.fromkeys(ids)]

    def _verbs_called(self, name: str) -> list[str]:
        key = plain_form(name)
        return [one.id for one in self.records if one.kind == "verb" and key in (one.label, plain_form(one.phrase))][:1]

    def _unknown(self, line: Line, what: str) -> None:
        for part in line.unknown:
            self.refuse(f"The part {brief(part)} of {_inner(what)}", "there is no such part")

    def _is_foreign(self, label: str) -> bool:
        """Say whether a label has a name that neither the passage nor its annotations hold, such as our example's."""
        for number, word in enumerate(_CAPITAL.findall(label)):
            plain = re.sub(r"['’]s?$", "", word)
            suspect = plain[0].isupper() and (number or plain in example_names())
            if suspect and plain_form(plain) not in self._held:
                return True
        return False


@cache
def example_names() -> frozenset[str]:
    """Return the words with a capital in the example passage of the prompt."""
    example = load_prompt(EXTRACT.name).system.partition("Example:")[2].partition("\n{")[0]
    return frozenset(word for word in _CAPITAL.findall(example) if word[0].isupper())


def _inner(what: str) -> str:
    """Return what is refused, inside a sentence."""
    return what[0].lower() + what[1:]


def _polarity(line: Line) -> Polarity:
    return "possible" if "possible" in line.flags else "negated" if "negated" in line.flags else "asserted"
