"""Scenes of a chapter: runs of chunks with no stated change of place or time, with their place and date."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gsw_graph.extract.entities import Place, kind_here
from gsw_graph.extract.evidence import PLACE_OPENERS
from gsw_graph.extract.nominals import nominal_at
from gsw_graph.extract.nouns import PLACE_NAME_NOUNS, PLACE_NOUNS, is_person_noun
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.settings import Setting, setting_of, weight
from gsw_graph.extract.when import DatePhrase
from gsw_graph.extract.words import words
from gsw_graph.records import DateValue

_LABELS = {"FAC": 1.0, "GPE": 0.7, "LOC": 1.0, "ORG": 0.3}
_EXACT = words("day month season quarter year")
_BRISK = 4
"""Chunks for each change of date, below which a chapter is a report."""
_LEAD = 1.0
"""How much more must speak for the first of several places than for the second."""
_SHIFT_PARTS = words("morning afternoon evening night spring summer winter")
_SHIFT_UNITS = words("day days week weeks month months year years")


@dataclass(frozen=True, slots=True)
class Said:
    """A place or date that a scene is said to have, and where that is said."""

    chunk: int
    start: int
    """First character in that chunk."""
    end: int
    name: str
    score: float
    confidence: float
    setting: Setting
    date: DateValue | None = None
    key: str = ""
    sentence: int = 0
    generic: bool = True
    """Whether a place's name says that it is one ("Alder Church")."""
    told: bool = True
    """Whether the story is at that date."""


@dataclass(slots=True)
class Scene:
    """A run of chunks."""

    first: int
    last: int
    place: Said | None = None
    date: Said | None = None
    places: list[Said] = field(default_factory=list)
    dates: list[Said] = field(default_factory=list)
    chronicle: bool = False
    """Whether it tells of many places, so that none of them holds for all of it."""


def find_scenes(parses: Sequence[Parse], names: Sequence[Place], dates: Sequence[Sequence[DatePhrase]]) -> list[Scene]:
    """Divide a chapter into scenes and find what is said of each one's place and date.

    Args:
        parses: The parses of the chapter's chunks.
        names: The chapter's named mentions.
        dates: The dates of each chunk.
    """
    places = [_said_place(parses[one.chunk], one) for one in names if kind_here(parses[one.chunk], one) == "place"]
    said_dates = [_said_date(number, parses[number], one) for number, found in enumerate(dates) for one in found]
    elsewhen = _elsewhen(said_dates)
    places = [one for one in places if (one.chunk, one.sentence) not in elsewhen]
    scenes = _divide(len(parses), parses, places, said_dates)
    brisk = _is_brisk(said_dates, len(parses))
    taken = {(one.chunk, token) for one in names for token in range(one.first, one.last + 1)}
    for scene in scenes:
        scene.places = [one for one in places if scene.first <= one.chunk <= scene.last]
        scene.dates = [one for one in said_dates if scene.first <= one.chunk <= scene.last]
        scene.chronicle = brisk or _is_chronicle(scene)
        scene.place = _best_place(scene)
        if scene.place is None and not scene.places:
            scene.place = _nominal_place(parses, scene, taken)
        scene.date = _best_date(scene)
        if scene.chronicle:
            scene.place = _heading(scene.place)
            scene.date = _heading(scene.date)
    return scenes


def _elsewhen(dates: Sequence[Said]) -> set[tuple[int, int]]:
    """Return the sentences that tell of another time than the story is at, as (chunk, sentence)."""
    told = [one.date for one in dates if one.told and one.date is not None and one.date.earliest is not None]
    if not told:
        return set()
    return {
        (one.chunk, one.sentence)
        for one in dates
        if not one.told and one.date is not None and all(_later(one.date, other) for other in told)
    }


def _said_place(parse: Parse, place: Place) -> Said:
    setting = setting_of(parse, place.first, place.last)
    name = place.entity.name
    words = name.split()
    generic = any(PLACE_NAME_NOUNS & {one.lower(), one.lower().removesuffix("s")} for one in words)
    placelike = generic or words[0].lower() in PLACE_OPENERS
    score = weight(setting, len(words), generic, _LABELS, parse.ents[parse.span_head(place.first, place.last)])
    confidence = 0.8 if setting.own else 0.3 if setting.talked else 0.5
    start, end = parse.starts[place.first], parse.ends[place.last]
    return Said(
        place.chunk, start, end, name, score, confidence, setting, None, name, parse.sent_of[place.first], placelike
    )


def _said_date(chunk: int, parse: Parse, date: DatePhrase) -> Said:
    first = next((token for token in range(len(parse)) if parse.ends[token] > date.start), 0)
    last = next((token for token in range(len(parse) - 1, -1, -1) if parse.starts[token] < date.end), first)
    setting = setting_of(parse, first, max(first, last))
    value = date.value
    exact = {"day": 3.0, "month": 2.0, "season": 1.5, "quarter": 1.5, "year": 1.0}.get(value.precision, 0.5)
    score = exact + (1.0 if setting.fronted else 0.0) - (2.0 if setting.talked and not setting.fronted else 0.0)
    confidence = 0.8 if not setting.talked else 0.5
    born = setting.verb >= 0 and parse.lowers[setting.verb] == "born"
    if born:
        score -= 6.0  # when somebody was born is not when the scene is
    if not date.told:
        score -= 2.0
    if value.earliest is None and value.latest is None:
        score -= 4.0
    return Said(
        chunk,
        date.start,
        date.end,
        value.phrase,
        score,
        confidence,
        setting,
        value,
        value.edtf,
        parse.sent_of[first],
        told=date.told and not born,
    )


def _divide(count: int, parses: Sequence[Parse], places: Sequence[Said], dates: Sequence[Said]) -> list[Scene]:
    """Start a new scene where another place is reached or another time is set."""
    starts = [0]
    place: Said | None = None
    date: Said | None = None
    for chunk in range(count):
        cut = False
        for said in sorted((one for one in [*places, *dates] if one.chunk == chunk), key=lambda one: one.start):
            if not (said.told if said.date else said.setting.own):
                continue
            if said.date is None:
                if place is not None and said.key != place.key and _moves(said, place, parses[chunk]):
                    cut = True
                    place = said
                elif place is None:
                    place = said
            else:
                if date is not None and _turns(said, date):
                    cut, place = True, None
                    date = said
                elif date is None or date.date is None or date.date.earliest is None:
                    date = said
        if _shifts(parses[chunk]):
            cut = True
        if cut and chunk > starts[-1]:
            starts.append(chunk)
            place = next((one for one in places if one.chunk == chunk and one.setting.own), place)
    ends = [*[start - 1 for start in starts[1:]], count - 1]
    return [Scene(first, last) for first, last in zip(starts, ends, strict=True)]


def _moves(said: Said, place: Said, parse: Parse) -> bool:
    """Say whether a place of its own takes the scene elsewhere."""
    if said.key in place.key or place.key in said.key:
        return False
    verb = said.setting.verb
    main = parse.deps[verb] in {"ROOT", "conj"} or parse.heads[verb] == verb
    return (said.setting.arrival or said.setting.fronted) and main


def _turns(said: Said, date: Said) -> bool:
    """Say whether a date takes the scene elsewhen: a story goes on by itself, and back only with a word for it."""
    one, other = said.date, date.date
    if one is None or other is None or not _later(one, other):
        return False
    assert one.earliest is not None and other.latest is not None
    return said.setting.fronted or one.earliest > other.latest


def _later(one: DateValue, other: DateValue | None) -> bool:
    """Say whether two dates cannot be the same time."""
    if other is None or None in (one.earliest, one.latest, other.earliest, other.latest):
        return False
    assert one.earliest is not None and one.latest is not None
    assert other.earliest is not None and other.latest is not None
    return one.earliest > other.latest or one.latest < other.earliest


def _shifts(parse: Parse) -> bool:
    """Say whether a chunk's first sentence opens with a jump in time ("The next morning", "Two years later")."""
    first, end = parse.sents[0] if parse.sents else (0, 0)
    words = parse.lowers[first : min(first + 6, end)]
    if not words:
        return False
    if words[0] == "the" and len(words) > 2 and words[1] in {"next", "following"}:
        return words[2] in _SHIFT_UNITS | _SHIFT_PARTS
    if "later" in words:
        return bool(_SHIFT_UNITS & set(words[: words.index("later")]))
    return False


def _is_brisk(dates: Sequence[Said], chunks: int) -> bool:
    """Say whether a chapter changes its date every few sentences, as a report does, so that no date or place lasts."""
    told = [one.date for one in dates if one.told and one.date is not None and one.date.precision in _EXACT]
    changes = sum(all(_later(one, other) for other in told[:number]) for number, one in enumerate(told) if number)
    return changes * _BRISK > chunks


def _is_chronicle(scene: Scene) -> bool:
    """Say whether a scene tells of many places, none of them more than the others."""
    totals: dict[str, float] = {}
    for one in scene.places:
        if one.setting.own:
            totals[one.key] = max(totals.get(one.key, 0.0), one.score) + (0.5 if one.key in totals else 0.0)
    apart = {key: total for key, total in totals.items() if not any(key != other and key in other for other in totals)}
    first, second = [*sorted(apart.values(), reverse=True), 0.0, 0.0][:2]
    return len(apart) > 2 and first - second < _LEAD


def _heading(said: Said | None) -> Said | None:
    """Keep a place or date only if it stands alone at the start, as in minutes and logs."""
    if said is None or said.chunk or said.sentence or said.setting.verbal:
        return None
    return said


def _best_place(scene: Scene) -> Said | None:
    alone = len({said.key for said in scene.places if not said.setting.talked}) == 1
    totals: dict[str, float] = {}
    best: dict[str, Said] = {}
    for said in scene.places:
        if said.setting.talked or not (said.setting.own or said.generic or said.setting.part or alone):
            continue
        totals[said.key] = totals.get(said.key, 0.0) + (0.5 if said.key in totals else 0.0)
        if said.key not in best or said.score > best[said.key].score:
            best[said.key] = said
    if not best:
        return None
    key = max(best, key=lambda one: (best[one].score + totals[one], -best[one].chunk, -best[one].start))
    rivals = [one for one in best if one not in key and key not in one]
    if not best[key].setting.own and len(rivals) > 2:
        return None  # several places are spoken of, and nothing says which one is here
    return best[key]


def _nominal_place(parses: Sequence[Parse], scene: Scene, taken: set[tuple[int, int]]) -> Said | None:
    """Fall back on a place without a name ("in the kitchen")."""
    best: Said | None = None
    for chunk in range(scene.first, scene.last + 1):
        parse = parses[chunk]
        names = {token for number, token in taken if number == chunk}
        for token in range(len(parse)):
            if parse.lemmas[token] not in PLACE_NOUNS or parse.deps[token] not in {"pobj", "dobj"}:
                continue
            nominal = nominal_at(parse, token, names)
            if nominal is None or nominal.determiner not in {"the", "a", "poss", ""} or nominal.plural:
                continue
            setting = setting_of(parse, nominal.first, nominal.last)
            if not setting.own or not _peopled(parse, setting.verb):
                continue
            score = 1.0 + (0.5 if nominal.determiner == "the" else 0.0) + (0.5 if setting.preposition == "at" else 0)
            start, end = parse.starts[nominal.first], parse.ends[nominal.last]
            if best is None or score > best.score:
                name = f"the {nominal.core}"
                best = Said(chunk, start, end, name, score, 0.45, setting, key=name)
    return best


def _peopled(parse: Parse, verb: int) -> bool:
    """Say whether a verb has somebody as its subject."""
    for _ in range(6):
        for child in parse.kids(verb, "nsubj", "nsubjpass"):
            return parse.pos[child] in {"PROPN", "PRON"} or is_person_noun(parse.lemmas[child])
        if parse.deps[verb] not in {"conj", "xcomp", "advcl"}:
            break
        verb = parse.heads[verb]
    return False


def _best_date(scene: Scene) -> Said | None:
    candidates = [one for one in scene.dates if one.score > -2.0]
    if not candidates:
        return None
    return max(candidates, key=lambda one: (one.score, -one.chunk, -one.start))
