"""What speaks for a name being a person, a place, an organisation or something else."""

from collections.abc import Sequence

from gsw_graph.extract.gender import is_first_name
from gsw_graph.extract.nominals import kind_of_noun, phrase_start
from gsw_graph.extract.nouns import (
    KIN_NOUNS,
    ORGANISATION_NOUNS,
    PLACE_NAME_NOUNS,
    PLACE_NOUNS,
    PLACE_PARTS,
    TIME_NOUNS,
    is_abstract,
    is_person_noun,
)
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.spans import NameSpan
from gsw_graph.extract.words import words
from gsw_graph.records import MentionKind

Scores = dict[MentionKind, float]
_LABELS: dict[str, tuple[MentionKind, float]] = {
    "PERSON": ("person", 1.5),
    "GPE": ("place", 1.5),
    "LOC": ("place", 1.5),
    "FAC": ("place", 1.5),
    "ORG": ("organisation", 1.0),
    "NORP": ("group", 2.5),
    "PRODUCT": ("object", 1.0),
    "WORK_OF_ART": ("object", 1.5),
    "EVENT": ("other", 1.5),
    "LAW": ("other", 1.0),
    "LANGUAGE": ("other", 2.0),
    "DATE": ("other", 0.5),
    "TIME": ("other", 0.5),
}
_AT = words("""in at near inside outside across through throughout around behind beneath within beyond""")
_TO = words("from to into toward towards over under above along onto on beside past")
_BODY = words(
    """eyes eye face hand hands voice heart head hair fingers shoulders lips gaze mind smile words arms arm body"""
)
PLACE_OPENERS = words("""port fort mount mt lake st cape saint camp san santa new north south east west upper lower""")
_GOVERNING = words(
    "mayor king queen president governor duke bishop capital city town village people port citizen prime"
)
_MOVING = words(
    """step stride stroll slip rush wander race go come travel drive fly sail walk move return drift ride march
    flee escape arrive hurry head run"""
)
_BOUND = words("leave depart sail head set embark")
_VEHICLES = words("train bus ferry plane flight boat ship tram coach taxi cab steamer")
_TEEMING = words("buzz hum echo loom pulse glow sprawl stretch bustle teem throb tower thrum swarm reverberate resound")
"""What places do in prose."""
_MAKERS = words("""maker manufacturer supplier retailer producer carrier operator lender insurer publisher""")
_SURNAMES = words(
    "marsh hill hall park lake banks field fields church forest moor heath wood woods castle court bridge"
)
"""Place nouns that are surnames too."""
_FURNITURE = words("desk table")
"""Place nouns that a place is not called by, but a program or a dish is ("Orchid Desk")."""
_USING = words("use install download upgrade deploy configure update adopt")
_SPOTS = frozenset({"GPE", "FAC", "LOC"})
_PAPERS = words(
    "labs courier post mail chronicle journal observer guardian telegraph mirror gazette tribune herald echo"
)
_BANDS = words("inc ltd llc corp gmbh plc fc co bros sons")
HUMAN_VERBS = words(
    """say ask tell reply answer smile nod laugh whisper think feel know want see hear walk run stand sit look
    watch sigh shrug frown grin murmur shout cry marry love die speak read write remember realise realize
    decide notice meet greet call phone visit telephone arrive leave return step lead introduce demonstrate
    explain invite accept refuse promise resign teach"""
)


def kind_scores(parses: Sequence[Parse], spans: Sequence[NameSpan], words: tuple[str, ...]) -> Scores:
    """Weigh the evidence for each kind over all spans of one spelling in a chapter.

    Args:
        parses: The parses of the chapter's chunks.
        spans: Where the name stands.
        words: The folded words of the name.
    """
    scores: Scores = {"other": 0.4}
    _by_words(scores, words)
    share = 1.0 / len(spans) ** 0.5
    for span in spans:
        _by_use(scores, parses[span.chunk], span, share)
    return {kind: score for kind, score in scores.items() if score > 0}


def _give(scores: Scores, kind: MentionKind, weight: float) -> None:
    scores[kind] = scores.get(kind, 0.0) + weight


def _by_words(scores: Scores, words: tuple[str, ...]) -> None:
    last = words[-1]
    count = len(words)
    heads = {words[number - 1] for number, word in enumerate(words) if word in {"of", "at"} and number}
    heads |= {last, last.removesuffix("s")}
    if count == 2 and last in _SURNAMES | (PLACE_NAME_NOUNS - PLACE_NOUNS) and is_first_name(words[0]):
        _give(scores, "place", 1.2)
    elif count > 1 and heads & PLACE_NAME_NOUNS - _FURNITURE:
        _give(scores, "place", 3.5)
    elif count > 1 and (words[0] in PLACE_OPENERS or (PLACE_NOUNS - _FURNITURE).intersection(words)):
        _give(scores, "place", 2.5)
    if "at" in words[1:]:
        _give(scores, "place", 2.5)
    if count > 1 and last in _BANDS | _PAPERS:
        _give(scores, "organisation", 4.0)
    elif count > 1 and heads & ORGANISATION_NOUNS:
        # Museums and theatres are where things happen before they are who does them.
        _give(scores, "organisation", 1.5 if heads & PLACE_NAME_NOUNS else 3.5)
    if count > 1 and last.endswith("s") and is_person_noun(last[:-1]):
        _give(scores, "organisation", 2.5)  # "Tarkan Builders"
    if is_first_name(words[0]) and (count == 1 or last in _SURNAMES or not heads & PLACE_NOUNS):
        _give(scores, "person", 1.8 if count in {2, 3} else 1.3)
    elif count in {2, 3}:
        _give(scores, "person", 0.4)
    if count > 4 or any(any(letter.isdigit() for letter in word) for word in words):
        _give(scores, "person", -2.0)
    if last in TIME_NOUNS:
        _give(scores, "other", 1.5)


def _by_use(scores: Scores, parse: Parse, span: NameSpan, share: float) -> None:
    labels = {parse.ents[token] for token in range(span.first, span.last + 1)}
    for label in sorted(labels & _LABELS.keys()):
        kind, weight = _LABELS[label]
        if label == "ORG" and scores.get("organisation", 0.0) < 1.0:
            weight = 0.6  # the recogniser calls many an unfamiliar name an organisation
        _give(scores, kind, weight * share)
    if span.titles:
        _give(scores, "person", 4.0)
    _by_argument(scores, parse, span, share)
    _by_neighbours(scores, parse, span, share)


def _by_argument(scores: Scores, parse: Parse, span: NameSpan, share: float) -> None:
    """Weigh the part that a name plays in its clause."""
    head = parse.span_head(span.first, span.last)
    dep, above = parse.deps[head], parse.heads[head]
    if dep == "nsubj" and parse.lemmas[above] in _TEEMING:
        _give(scores, "place", 1.8 * share)
    elif dep == "nsubj" and parse.lemmas[above] == "run" and _runs_on(parse, above):
        _give(scores, "object", 2.0 * share)
        _give(scores, "person", -1.0 * share)
    elif dep in {"nsubj", "nsubjpass"}:
        human = parse.lemmas[above] in HUMAN_VERBS
        doing = dep == "nsubj" and parse.pos[above] == "VERB"
        _give(scores, "person", (1.5 if human else 0.8 if doing else 0.3) * share)
    elif dep == "dobj" and parse.lemmas[above] in {"leave", "reach", "enter", "visit", "tour", "flee"}:
        _give(scores, "place", 1.2 * share)
    elif dep == "dobj" and parse.lemmas[above] in {"join", "found", "run", "own", "buy", "chair", "sue", "lead"}:
        _give(scores, "organisation", 1.0 * share)
    elif dep == "dobj" and parse.lemmas[above] in _USING:
        _give(scores, "object", 2.0 * share)
        _give(scores, "person", -1.0 * share)
    elif dep in {"dative", "dobj", "agent"}:
        _give(scores, "person", 0.3 * share)
    elif dep == "poss" and (parse.lemmas[above] in KIN_NOUNS or parse.lowers[above] in _BODY):
        _give(scores, "person", 1.5 * share)
    elif dep == "pobj":
        _by_preposition(scores, parse, span, parse.lowers[above], share)


def _runs_on(parse: Parse, verb: int) -> bool:
    """Say whether something is run by something else ("runs on Linux servers"), and nobody walks."""
    return parse.tags[verb] == "VBZ" and any(parse.lowers[one] == "on" for one in parse.kids(verb, "prep"))


def _by_neighbours(scores: Scores, parse: Parse, span: NameSpan, share: float) -> None:
    """Weigh what stands beside a name: nouns in apposition, before it, or that it is part of."""
    head = parse.span_head(span.first, span.last)
    dep, above = parse.deps[head], parse.heads[head]
    for child in [*parse.kids(head, "appos"), above if dep == "appos" else head]:
        if child != head and is_person_noun(parse.lemmas[child]):
            _give(scores, "person", 2.0)
    if dep == "compound" and (parse.lemmas[above] in PLACE_NOUNS or parse.lemmas[above] == "centre"):
        _give(scores, "place", 1.2 * share)
    if parse.surface(span.first, span.last).isupper() and span.last - span.first < 2 and len(parse.words[head]) > 2:
        _give(scores, "organisation", 1.5 * share)
    before = span.outer - 1
    if before >= 0 and parse.pos[before] == "NOUN" and parse.tags[before] == "NN":
        _by_noun(scores, parse, before)
    for child in [*parse.kids(head, "appos"), above if dep == "appos" else head]:
        if child != head and parse.pos[child] == "NOUN" and parse.lemmas[child] in ORGANISATION_NOUNS | _MAKERS:
            _give(scores, "organisation", 2.0)
    after_place = before > 0 and parse.words[before] == "," and parse.lowers[before - 1] in PLACE_NOUNS
    if after_place or (dep == "appos" and before >= 0 and parse.words[before] == "," and parse.ents[above] in _SPOTS):
        _give(scores, "place", 1.5 * share)
    if span.outer and parse.lowers[span.outer - 1] == "the":
        _give(scores, "person", -1.5 * share)


def _by_noun(scores: Scores, parse: Parse, noun: int) -> None:
    """Weigh the noun right before a name: it says what the name names ("the ferry Halcyon", "detective Marsh")."""
    kind = kind_of_noun(parse.lemmas[noun])
    start = phrase_start(parse, noun)
    called = start > 0 and (parse.pos[start - 1] == "DET" or parse.tags[start - 1] in {"PRP$", "POS"})
    if kind != "object":
        _give(scores, kind, 2.0)
    elif called and not is_abstract(parse.lemmas[noun]):
        _give(scores, kind, 2.4)
        _give(scores, "person", -2.0)


def _by_preposition(scores: Scores, parse: Parse, span: NameSpan, preposition: str, share: float) -> None:
    if preposition in _AT:
        _give(scores, "place", 1.8 * share)
        _give(scores, "person", -1.5 * share)
    elif preposition in _TO:
        above = parse.heads[parse.heads[parse.span_head(span.first, span.last)]]
        vehicle = [above, *(parse.kids(above, "dobj") if parse.pos[above] == "VERB" else [])]
        moving = parse.lemmas[above] in _MOVING or any(parse.lemmas[one] in _VEHICLES for one in vehicle)
        moving = moving and preposition in {"to", "from", "into", "toward", "towards"}
        _give(scores, "place", (1.8 if moving else 0.7) * share)
    elif preposition == "for" and _bound(parse, span):
        _give(scores, "place", 1.8 * share)
    elif preposition == "of":
        above = parse.heads[parse.heads[parse.span_head(span.first, span.last)]]
        if parse.lemmas[above] in _GOVERNING | PLACE_NOUNS | PLACE_PARTS:
            _give(scores, "place", 2.2 * share)
    elif preposition in {"with", "by", "for"}:
        _give(scores, "person", 0.4 * share)


def _bound(parse: Parse, span: NameSpan) -> bool:
    """Say whether a name behind "for" is where somebody goes to ("left for Porto")."""
    above = parse.heads[parse.heads[parse.span_head(span.first, span.last)]]
    return parse.lemmas[above] in _BOUND
