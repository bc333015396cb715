"""Who has been met while reading on, and the pronoun that may mean one of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from gsw_graph.extract.entities import Entity
from gsw_graph.extract.gender import Gender
from gsw_graph.extract.parse import Parse

_BETWEEN = frozenset({"prep", "agent", "dative", "conj", "pobj", "dobj", "pcomp"})
"""Dependencies between a verb and what takes part in it."""
_VERBS = frozenset({"VERB", "AUX"})
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj"})


@dataclass(frozen=True, slots=True)
class Heard:
    """Somebody or something met while reading on."""

    entity: Entity
    chunk: int
    token: int
    """Head of the mention."""
    sentence: int
    """Number of the sentence in the chapter."""
    subject: bool
    pronoun: str = ""
    """The pronoun, if it was one."""
    group: int = -1
    """First token of the names it is coordinated with; the pronoun itself for those that it means together."""
    oblique: bool = False
    """Whether a preposition governs it."""
    quoted: bool = False
    """Whether it stands in quotation marks."""
    upon: bool = False
    """Whether it acts upon somebody whom its clause only calls him or her."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidates of best fit, and how sure that is."""

    entities: tuple[Entity, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A pronoun where it stands."""

    parse: Parse
    chunk: int
    token: int
    sentence: int
    """Number of its sentence in the chapter."""

    @property
    def dep(self) -> str:
        """Its dependency."""
        return self.parse.deps[self.token]

    @property
    def quoted(self) -> bool:
        """Whether it stands in quotation marks."""
        return self.token in self.parse.quoted

    def barred(self, heard: Sequence[Heard]) -> set[int]:
        """Return who cannot be meant, as ids: others in the same clause, or those coordinated with it."""
        parse, token = self.parse, self.token
        if parse.lowers[token].endswith(("self", "selves")) or self.dep == "poss":
            return set()
        verb = _governor(parse, token)
        subject_of = _first_of(parse, verb)
        object_of = parse.heads[verb] if self.dep in {"dobj", "dative"} and shares_subject(parse, verb) else subject_of
        barred = set()
        for one in heard:
            if one.chunk != self.chunk or parse.sent_of[one.token] != parse.sent_of[token] or one.token == token:
                continue
            together = parse.heads[one.token] == token or (parse.heads[token] == one.token and self.dep == "conj")
            clause = subject_of if one.subject else verb
            if one.subject and one.pronoun not in {"he", "she"}:
                clause = object_of  # "Bo laughed, giving him a nudge", but "he saw it fall, making him laugh"
            if together or (_governor(parse, one.token) == clause and parse.deps[one.token] != "poss"):
                barred.add(id(one.entity))
        return barred

    def clause_subject(self) -> int:
        """Return the subject of the verb that it hangs below, -1 if there is none but itself."""
        parse, verb = self.parse, self.token
        for _ in range(20):
            above = parse.heads[verb]
            if above == verb:
                break
            verb = above
            if parse.pos[verb] in {"VERB", "AUX"}:
                found = parse.kid(verb, "nsubj", "nsubjpass")
                if found is not None and found != self.token:
                    return found
                if found is None and parse.deps[verb] not in {"conj", "xcomp", "advcl"}:
                    break
        return -1

    def clause(self) -> int:
        """Return the verb or preposition of the clause or phrase that it stands in."""
        parse, token = self.parse, self.token
        for _ in range(20):
            above = parse.heads[token]
            if parse.deps[token] in {"advcl", "ROOT", "ccomp", "conj"} or above == token:
                return token
            if parse.deps[token] == "prep" and parse.pos[above] in {"VERB", "AUX"}:
                return token
            token = above
        return token


def fits(entity: Entity, gender: Gender) -> bool:
    """Say whether a gendered pronoun can mean an entity."""
    return entity.kind in {"person", "animal"} and not entity.plural and entity.gender in {gender, "?"}


def _governor(parse: Parse, token: int) -> int:
    """Return the verb that governs a token."""
    above, nouns = parse.heads[token], False
    while parse.pos[above] not in _VERBS and parse.heads[above] != above:
        nouns = nouns or parse.deps[above] in {"pobj", "dobj"}
        # "He sat next to him", "he was proud of him", but not "he was wary of those around him".
        beside = parse.deps[above] in {"advmod", "acomp"} and not nouns
        if parse.deps[above] not in _BETWEEN and not beside:
            break
        above = parse.heads[above]
    return above


def _first_of(parse: Parse, verb: int) -> int:
    """Return the verb whose subject a coordinated one shares: "Marsh stopped and told him"."""
    if parse.deps[verb] == "conj" and shares_subject(parse, verb) and parse.pos[parse.heads[verb]] in _VERBS:
        return parse.heads[verb]
    return verb


def shares_subject(parse: Parse, verb: int) -> bool:
    """Say whether a verb without a subject has that of the verb it hangs below.

    Args:
        parse: The parse.
        verb: The verb.
    """
    if parse.kid(verb, "nsubj", "nsubjpass") is not None:
        return False
    if parse.deps[verb] == "xcomp":  # "Bo asked her to stay": not Bo
        return parse.kid(parse.heads[verb], "dobj", "dative") is None
    return parse.deps[verb] == "conj" or (parse.deps[verb] == "advcl" and parse.tags[verb] == "VBG")
