"""The named entities of a chapter: what each name is, and which names are one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from gsw_graph.extract.acting import acting_kind
from gsw_graph.extract.evidence import HUMAN_VERBS, kind_scores
from gsw_graph.extract.gender import Gender, is_first_name, of_first_name, of_title
from gsw_graph.extract.nouns import ORGANISATION_NOUNS, PLACE_NOUNS, is_person_noun
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.retag import may_name
from gsw_graph.extract.spans import NameSpan, find_spans
from gsw_graph.extract.words import words
from gsw_graph.names import fold
from gsw_graph.records import MentionForm, MentionKind

_LANDSCAPE = words(
    "island isle lake river bay mountain hill valley county city park desert forest peninsula ridge beach"
)
"""Nouns that a place's own name is often said without."""


@dataclass(slots=True)
class Entity:
    """Something that a chapter names or means, with where it does so."""

    name: str
    kind: MentionKind
    gender: Gender = "?"
    named: bool = True
    """Whether it has a name of its own."""
    plural: bool = False
    they: int = 0
    """How often a singular "they" seems to mean it."""
    order: int = 0
    """Position of its first mention among the chapter's entities."""
    roles: set[str] = field(default_factory=set)
    """Person nouns that the chapter uses of it."""
    titled: bool = False
    """Whether its first mention has a title in front."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entity stands in the text: tokens of one chunk, last included."""

    chunk: int
    first: int
    last: int
    entity: Entity
    form: MentionForm
    confidence: float = 1.0


@dataclass(slots=True)
class _Group:
    """All spans of a chapter that are spelt alike."""

    key: str
    surface: str
    words: tuple[str, ...]
    spans: list[NameSpan]
    kind: MentionKind = "other"
    titles: Counter[str] = field(default_factory=Counter)


def name_entities(parses: Sequence[Parse]) -> list[Place]:
    """Find the names of a chapter, decide what each is, and join those that are one.

    Args:
        parses: The parses of the chapter's chunks, in order.
    """
    groups = _groups(parses)
    for group in groups.values():
        scores = kind_scores(parses, group.spans, group.words)
        group.kind = max(scores, key=lambda kind: (scores[kind], kind)) if scores else "other"
    _lend_kinds(groups)
    people = [group for group in groups.values() if group.kind == "person"]
    full = [group for group in people if len(group.words) > 1]
    entities = {group.key: _entity(group) for group in groups.values() if group not in people or group in full}
    places: list[Place] = []
    for group in groups.values():
        for span in group.spans:
            lone = group.kind == "person" and len(group.words) == 1
            entity = _bearer(span, group, full, entities) if lone else entities[group.key]
            if group.kind != "person":
                entity = _longer(group, groups, entities) or entity
            form: MentionForm = "name" if fold(entity.name) == group.key else "alias"
            places.append(Place(span.chunk, span.outer, span.last, entity, form))
    return sorted(places, key=lambda place: (place.chunk, place.first))


def kind_here(parse: Parse, place: Place) -> MentionKind:
    """Return what a mention means where it stands: an office is an organisation where it acts.

    Args:
        parse: The parse of the mention's chunk.
        place: The mention.
    """
    return acting_kind(parse, parse.span_head(place.first, place.last), place.entity.kind, place.entity.name)


def _lend_kinds(groups: dict[str, _Group]) -> None:
    """Take a lone word of a person's full name for that person."""
    words = {
        word for group in groups.values() if group.kind == "person" and len(group.words) > 1 for word in group.words
    }
    titled = {group.key for group in groups.values() if len(group.words) == 1 and group.titles}
    for group in groups.values():
        if len(group.words) == 2 and group.words[1] in titled and is_first_name(group.words[0]):
            group.kind = "person"  # "Irene Marsh", where "Ms. Marsh" stands elsewhere
        if len(group.words) == 1 and group.kind != "person" and group.key in words:
            places = [one for one in groups.values() if len(one.words) > 1 and one.words[0] == group.key]
            if group.kind != "place" or not any(one.kind == "place" for one in places):
                group.kind = "person"


def _groups(parses: Sequence[Parse]) -> dict[str, _Group]:
    found: dict[str, _Group] = {}
    opening: list[NameSpan] = []
    for number, parse in enumerate(parses):
        for span in find_spans(number, parse):
            if span.opens and span.first == span.last and not _trusted(parse, span):
                opening.append(span)
            else:
                _add(found, parse, span)
    known = {word for group in found.values() for word in group.words}
    common = {word for parse in parses for word in parse.words if word[:1].islower()}
    for key in [key for key, group in found.items() if len(group.words) == 1 and key in common]:
        if all(span.opens for span in found[key].spans):
            del found[key]  # "Mist swirled", where "the mist" stands elsewhere
    for span in opening:
        if parses[span.chunk].lowers[span.first] in known:
            _add(found, parses[span.chunk], span)
    return {key: found[key] for key in sorted(found, key=lambda key: _first(found[key]))}


def _first(group: _Group) -> tuple[int, int]:
    return min((span.chunk, span.first) for span in group.spans)


def _trusted(parse: Parse, span: NameSpan) -> bool:
    """Say whether a lone capitalised word that opens a sentence is a name by itself."""
    token = span.first
    if parse.words[token].upper() == parse.words[token].lower():
        return True
    if is_first_name(parse.words[token]):
        return parse.pos[token] == "PROPN" or bool(parse.ents[token])
    if parse.pos[token] != "PROPN":
        return False
    verb = parse.heads[token]
    if parse.ents[token] or parse.deps[token] != "nsubj":
        return bool(parse.ents[token])
    present = parse.tags[verb] == "VBZ" and parse.pos[verb] == "VERB" and may_name(parse.words[token])
    return present or parse.lemmas[verb] in HUMAN_VERBS


def _add(found: dict[str, _Group], parse: Parse, span: NameSpan) -> None:
    surface = parse.surface(span.first, span.last)
    if surface.endswith(("'s", "’s")):
        surface = surface[:-2]
    key = fold(surface)
    words = tuple(key.split())
    group = found.setdefault(key, _Group(key, surface, words, []))
    group.spans.append(span)
    group.titles.update(span.titles)


def _entity(group: _Group) -> Entity:
    entity = Entity(group.surface, group.kind, _gender(group), order=_first(group)[0] * 1000 + _first(group)[1])
    entity.titled = bool(min(group.spans, key=lambda span: (span.chunk, span.first)).titles)
    entity.roles.update(title for title in group.titles if is_person_noun(title))
    return entity


def _gender(group: _Group) -> Gender:
    if group.kind != "person":
        return "?"
    for title in sorted(group.titles):
        if (gender := of_title(title)) != "?":
            return gender
    return of_first_name(group.words[0])


def _bearer(span: NameSpan, group: _Group, full: list[_Group], entities: dict[str, Entity]) -> Entity:
    """Return whom a single name means: the one full name that fits, else the name itself."""
    word = group.key
    title: Gender = next((of_title(one) for one in span.titles if of_title(one) != "?"), "?")
    fitting = [one for one in full if word in {one.words[0], one.words[-1]} or word in one.words]
    if not fitting and len(word) > 2 and is_first_name(word):
        fitting = [one for one in full if one.words[0].startswith(word)]  # "Ben" for "Benjamin Okafor"
    if title != "?":
        fitting = [one for one in fitting if _gender(one) in {title, "?"}]
    if len(fitting) > 1 and title != "?":
        fitting = [one for one in fitting if _gender(one) == title] or fitting
    if len(fitting) > 1:
        # The text introduces people by their full names: only those met so far can be meant.
        fitting = [one for one in fitting if _first(one) < (span.chunk, span.first)]
    if len(fitting) == 1:
        entity = entities[fitting[0].key]
        if title != "?" and entity.gender == "?":
            entity.gender = title
        entity.roles.update(one for one in span.titles if is_person_noun(one))
        return entity
    if word not in entities:
        entities[word] = _entity(group)
        if group.titles and group.titles.total() == len(group.spans):
            entities[word].name = f"{_title_case(group.titles)} {group.surface}"
    return entities[word]


def _title_case(titles: Counter[str]) -> str:
    title = min(titles, key=lambda one: (-titles[one], one))
    return title.capitalize() + ("." if title in {"mr", "mrs", "ms", "dr", "prof", "capt", "lt", "sgt", "rev"} else "")


def _longer(group: _Group, groups: dict[str, _Group], entities: dict[str, Entity]) -> Entity | None:
    """Return the one longer name of a place or organisation that a short one stands for."""
    if len(group.words) == 1 and group.words[0] not in PLACE_NOUNS | ORGANISATION_NOUNS:
        acronyms = [
            one
            for one in groups.values()
            if len(one.words) > 2 and group.surface.isupper() and _initials(one.words) == group.key
        ]
        if len(acronyms) == 1:
            return entities.get(acronyms[0].key)
    if group.kind not in {"place", "organisation"}:
        return None
    longer = [
        one
        for one in groups.values()
        if len(one.words) > len(group.words)
        and one.kind in {"place", "organisation"}
        and (one.words[-len(group.words) :] == group.words or _begins(group, one))
        and one.words[-1] in PLACE_NOUNS | ORGANISATION_NOUNS
        and not (one.words[-1] in {"museum", "university", "police", "bank"} and group.kind == "place")
    ]
    return entities.get(longer[0].key) if len(longer) == 1 else None


def _begins(group: _Group, longer: _Group) -> bool:
    """Say whether a name is the beginning of a longer one of the same thing ("Gannet", "Gannet Island").

    A town is not the academy that is named after it.
    """
    count = len(group.words)
    if longer.words[:count] != group.words:
        return False
    if count > 1 or group.kind == "organisation":
        return True
    return len(longer.words) == count + 1 and longer.words[-1] in _LANDSCAPE


def _initials(words: Sequence[str]) -> str:
    return "".join(word[0] for word in words if word not in {"of", "the", "and", "for", "in"})
