"""Reading on through a chapter: every name, nominal and pronoun with whom it means."""

from collections.abc import Sequence

from gsw_graph.extract.entities import Entity, Place
from gsw_graph.extract.gender import Gender, of_noun
from gsw_graph.extract.goes_by import THEY, note_genders, note_roles
from gsw_graph.extract.heard import SUBJECTS, Choice, Heard, Pronoun, fits
from gsw_graph.extract.nominals import Nominal, nominal_at
from gsw_graph.extract.nouns import is_abstract
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.plurals import choose_plural, choose_thing
from gsw_graph.extract.pronouns import Singular
from gsw_graph.extract.protagonist import dominant_gender, main_person
from gsw_graph.extract.quotes import speakers
from gsw_graph.extract.scenes import Scene
from gsw_graph.extract.standing import PRONOUN_GENDER, acts_upon_another
from gsw_graph.extract.words import words

_FIRST = words("i me my mine myself")
_THINGS = frozenset({"nsubj", "nsubjpass", "dobj", "pobj"})
_ANYBODY = words("man woman girl boy lady gentleman guy")
_DESCRIBED = frozenset({"attr", "appos", "oprd"})


class Reader:
    """Reads one chapter in order and remembers whom it has met.

    Args:
        parses: The parses of the chapter's chunks.
        names: The chapter's named mentions, in order.
        scenes: Its scenes.
    """

    def __init__(self, parses: Sequence[Parse], names: Sequence[Place], scenes: Sequence[Scene]) -> None:
        note_roles(parses, names)
        note_genders(parses, names)
        self.parses = parses
        self.names = names
        self.places: list[Place] = []
        self._heard: list[Heard] = []
        self._sentence = 0
        self._nominals: dict[str, Entity] = {}
        self._narrator = Entity("the narrator" if _has_narrator(parses) else "", "person", named=False)
        self._people = [entity for entity in _distinct(names) if entity.kind == "person"]
        overall = main_person(parses, names, 0, len(parses) - 1)
        self._leads: dict[int, tuple[Entity | None, Gender]] = {}
        for scene in scenes:
            lead = main_person(parses, names, scene.first, scene.last) or overall
            gender = dominant_gender(parses, scene.first, scene.last)
            for chunk in range(scene.first, scene.last + 1):
                self._leads[chunk] = (lead, gender)

    def read(self) -> list[Place]:
        """Return all mentions of the chapter that mean somebody or something, in order."""
        by_chunk: dict[int, list[Place]] = {}
        for place in self.names:
            by_chunk.setdefault(place.chunk, []).append(place)
        for chunk, parse in enumerate(self.parses):
            self._read_chunk(chunk, parse, by_chunk.get(chunk, []))
            self._sentence += len(parse.sents)
        return self.places

    def _read_chunk(self, chunk: int, parse: Parse, names: Sequence[Place]) -> None:
        starts = {place.first: place for place in names}
        taken = {token for place in names for token in range(place.first, place.last + 1)}
        quoted = speakers(parse, names)
        for token in range(len(parse)):
            sentence = self._sentence + parse.sent_of[token]
            if token in starts:
                self._meet(starts[token], parse, sentence)
            elif token in taken:
                continue
            elif parse.pos[token] == "PRON" or parse.lowers[token] in PRONOUN_GENDER:
                self._pronoun(chunk, parse, token, sentence, names, quoted)
            elif parse.pos[token] == "NOUN":
                nominal = nominal_at(parse, token, taken)
                if nominal is not None:
                    self._nominal(chunk, parse, nominal, sentence, taken)

    def _meet(self, place: Place, parse: Parse, sentence: int, pronoun: str = "") -> None:
        self.places.append(place)
        head = parse.span_head(place.first, place.last)
        subject = _is_subject(parse, head) or _goes_on(parse, head)
        if place.entity.kind not in {"place", "date"}:
            group = head if pronoun else _coordination(parse, head)
            quoted, oblique = head in parse.quoted, parse.deps[head] == "pobj"
            upon = subject and not pronoun and acts_upon_another(parse, place)
            self._heard.append(
                Heard(place.entity, place.chunk, head, sentence, subject, pronoun, group, oblique, quoted, upon)
            )

    def _pronoun(
        self,
        chunk: int,
        parse: Parse,
        token: int,
        sentence: int,
        names: Sequence[Place],
        quoted: dict[int, Entity],
    ) -> None:
        word = parse.lowers[token]
        pronoun = Pronoun(parse, chunk, token, sentence)
        heard = self._heard[-40:]
        lead, dominant = self._leads.get(chunk, (None, "?"))
        choice: Choice | None = None
        if word in PRONOUN_GENDER:
            ahead = _ahead(pronoun, names)
            choice = Singular(pronoun, PRONOUN_GENDER[word]).choose(heard, ahead, lead, dominant, quoted.get(token))
        elif word in THEY:
            choice = choose_plural(pronoun, heard, lead)
        elif word in {"it", "its", "itself"}:
            choice = choose_thing(pronoun, heard)
        elif word in _FIRST:
            choice = Choice((quoted.get(token, self._narrator),), 0.8)
            choice = choice if choice.entities[0].name else None
        if choice is not None:
            for entity in choice.entities:
                place = Place(chunk, token, token, entity, "pronoun", round(choice.confidence, 2))
                self._meet(place, parse, sentence, word)

    def _nominal(self, chunk: int, parse: Parse, nominal: Nominal, sentence: int, taken: set[int]) -> None:
        if nominal.kind in {"object", "place"} or nominal.determiner in {"no", "q"}:
            if nominal.kind == "place" and nominal.determiner == "the":
                self._short_place(chunk, nominal)
            if (
                nominal.kind == "object"
                and parse.deps[nominal.head] in _THINGS
                and not is_abstract(parse.lemmas[nominal.head])
            ):
                name = f"the {nominal.core}" if nominal.determiner in {"the", "a", "poss"} else nominal.core
                thing = self._nominals.setdefault(name, Entity(name, "object", named=False, plural=nominal.plural))
                subject = _is_subject(parse, nominal.head)
                oblique = parse.deps[nominal.head] == "pobj"
                self._heard.append(Heard(thing, chunk, nominal.head, sentence, subject, oblique=oblique))
            return
        head = nominal.head
        if parse.deps[head] in _DESCRIBED or _names_beside(parse, head, taken) or _as_role(parse, head):
            return
        if nominal.determiner == "" and (not nominal.plural or nominal.kind != "group"):
            return
        entity = self._meaning(chunk, parse, nominal)
        confidence = 0.8 if not entity.named else 0.7
        self._meet(Place(chunk, nominal.first, nominal.last, entity, "nominal", confidence), parse, sentence)

    def _meaning(self, chunk: int, parse: Parse, nominal: Nominal) -> Entity:
        """Return whom a nominal means: a person known in that role, the one met before under it, or a new one."""
        lemma = parse.lemmas[nominal.head]
        if nominal.determiner == "the" and not nominal.plural:
            known = [one for one in self._people if lemma in one.roles or nominal.core in one.roles]
            met = {id(one.entity) for one in self._heard}
            known = [one for one in known if id(one) in met] or known
            if len(known) == 1:
                return known[0]
            named = _distinct(self.names) if nominal.kind == "organisation" else []
            named = [one for one in named if one.kind in {"organisation", "place"}]
            named = [one for one in named if one.name.lower().split()[-1] == lemma]
            if len(named) == 1:
                return named[0]
        lead, gender = self._leads.get(chunk, (None, "?"))
        if lead is not None and lemma in _ANYBODY and of_noun(lemma) == gender != "?" and not nominal.plural:
            if nominal.determiner == "the" and not self._met_as(lemma):
                return lead  # "the young woman", of whom nothing was said before
            if nominal.determiner == "a" and self._opens(chunk, lead, gender):
                return lead  # "a man stood at the gate": the first to be told of
        name = f"the {nominal.core}"
        if nominal.determiner == "poss":
            name = self._possessed(chunk, parse, nominal)
        elif nominal.determiner == "num":
            name = nominal.core
        entity = self._nominals.get(name)
        if entity is None:
            last = next((one for key, one in self._nominals.items() if key.endswith(f" {lemma}")), None)
            if last is not None and name == f"the {lemma}":
                return last
            entity = Entity(name, nominal.kind, of_noun(lemma), named=False, plural=nominal.plural)
            entity.plural = entity.plural or nominal.kind == "group"
            entity.order = 10**6 + len(self._nominals)
            self._nominals[name] = entity
        return entity

    def _opens(self, chunk: int, lead: Entity, gender: Gender) -> bool:
        """Say whether nobody of a gender was told of before, and it is the main person whom the "he" there means."""
        named = (one.entity for one in self.names if one.chunk <= chunk)
        if any(one.kind == "person" and fits(one, gender) for one in (*named, *(one.entity for one in self._heard))):
            return False
        mine = (place for place in self.names if place.entity is lead)
        return not any(acts_upon_another(self.parses[place.chunk], place) for place in mine)

    def _met_as(self, lemma: str) -> bool:
        """Say whether somebody without a name was called so before."""
        return any(name.split()[-1] == lemma for name in self._nominals)

    def _possessed(self, chunk: int, parse: Parse, nominal: Nominal) -> str:
        possessor = parse.kid(nominal.head, "poss")
        for place in reversed(self.places[-12:]):
            if place.chunk == chunk and possessor is not None and place.first <= possessor <= place.last:
                return f"{place.entity.name}'s {nominal.core}"
        return parse.surface(nominal.first, nominal.last).lower()

    def _short_place(self, chunk: int, nominal: Nominal) -> None:
        """Link "the museum" to the one named place of the chapter that ends so."""
        words = nominal.core.split()
        named = [one for one in _distinct(self.names) if one.kind == "place" and len(one.name.split()) > 1]
        fitting = [one for one in named if words[-1] in one.name.lower().split()]
        if len(fitting) == 1 and len(words) == 1:
            self.places.append(Place(chunk, nominal.first, nominal.last, fitting[0], "nominal", 0.7))


def _has_narrator(parses: Sequence[Parse]) -> bool:
    """Say whether the text is told in the first person, as against a stray "I" of a thought."""
    first = third = 0
    for parse in parses:
        for token, word in enumerate(parse.lowers):
            if token not in parse.quoted:
                first += word in _FIRST
                third += word in PRONOUN_GENDER
    return 2 * first >= third


def _ahead(pronoun: Pronoun, names: Sequence[Place]) -> list[Heard]:
    """Return who is named behind a pronoun in its own sentence."""
    parse, found = pronoun.parse, []
    for one in names:
        if one.first > pronoun.token and parse.sent_of[one.first] == parse.sent_of[pronoun.token]:
            head = parse.span_head(one.first, one.last)
            found.append(Heard(one.entity, pronoun.chunk, head, pronoun.sentence, _is_subject(parse, head)))
    return found


def _distinct(places: Sequence[Place]) -> list[Entity]:
    return list({id(place.entity): place.entity for place in places}.values())


def _is_subject(parse: Parse, head: int) -> bool:
    while parse.deps[head] in {"conj", "appos"} and parse.pos[parse.heads[head]] in {
        "PROPN",
        "NOUN",
        "PRON",
        "NUM",
    }:
        head = parse.heads[head]
    return parse.deps[head] in SUBJECTS


def _goes_on(parse: Parse, head: int) -> bool:
    """Say whether a name is the subject of a clause that describes it ("questioned Marsh, who was …")."""
    for clause in parse.kids(head, "relcl"):
        subject = parse.kid(clause, "nsubj", "nsubjpass")
        if subject is not None and parse.lowers[subject] == "who":
            return True
    return False


def _coordination(parse: Parse, head: int) -> int:
    """Return the first of the names that a name is coordinated with, -1 if it stands alone."""
    first = head
    while parse.deps[first] == "conj" and parse.pos[parse.heads[first]] in {"PROPN", "NOUN", "PRON"}:
        first = parse.heads[first]
    return first if first != head or parse.kid(head, "conj") is not None else -1


def _names_beside(parse: Parse, head: int, taken: set[int]) -> bool:
    """Say whether a noun describes a name next to it ("the mayor, Ana Ruiz", "his sister Ana")."""
    if head + 1 in taken and parse.tags[head] == "NN" and parse.starts[head + 1] > parse.ends[head]:
        return True
    for acl in parse.kids(head, "acl"):
        if parse.lowers[acl] in {"named", "called"} and any(one in taken for one in parse.children[acl]):
            return True
    if any(child in taken for child in parse.kids(head, "appos")):
        return True
    for noun in parse.kids(head, "appos"):
        if noun not in taken and _names_beside(parse, noun, taken):
            return True
    above = parse.heads[head]
    return parse.deps[head] in {"appos", "compound", "nmod"} and above in taken


def _as_role(parse: Parse, head: int) -> bool:
    return parse.deps[head] == "pobj" and parse.lowers[parse.heads[head]] == "as"
