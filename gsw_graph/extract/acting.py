"""Where a building's name means who works there: "the Harbour Office fined her", against "at the Harbour Office"."""

from gsw_graph.extract.nouns import ORGANISATION_NOUNS, is_person_noun
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.words import words
from gsw_graph.names import fold
from gsw_graph.records import MentionKind

BODY_NOUNS = ORGANISATION_NOUNS | words(
    """office clinic opera warehouse school hotel inn shop store bakery factory mill plant workshop studio laboratory
    lab restaurant café cafe pub tavern bar pharmacy embassy headquarters infirmary prison abbey monastery library
    archive observatory zoo aquarium cinema club parish cathedral court centre center station shipyard vineyard
    casino nursery service conservatory planetarium clubhouse consulate boatyard foundry refinery distillery"""
)
"""Nouns for a place that are as well nouns for those who run it."""
_SPATIAL = words(
    """stand lie sit face overlook border adjoin surround close open reopen burn collapse flood shake smell look seem
    appear become remain stay stretch rise fall fill empty echo hold contain house occupy boast have need survive exist
    date fit seat reach loom belong explode begin start end shut reek glow gleam shine crumble sink happen tower
    throb hum buzz bustle pulse sprawl move lean include comprise measure smoke leak creak"""
)
"""Verbs of what a building is or undergoes."""
_RUN = words("open close reopen start begin end shut move")
"""Those that somebody does who does it to something ("The bank opened a branch")."""
_DONE_TO = words(
    """join thank sue fine pay blame accuse praise criticise criticize warn inform notify tell ask urge head chair
    represent advise persuade convince bribe petition lobby"""
)
"""Verbs whose object can answer."""
_WITH = words("contract deal agreement treaty sign negotiate partner cooperate collaborate agree quarrel dispute")
_FOR = words("work drive speak write play sing volunteer intern vote")
_TO = words("recommend report complain apply owe accord lend petition")
_OF = words(
    """fine decision statement report policy strike staff budget board debt promise order permission behalf
    accusation request plan lawyer servant"""
)
"""What only somebody has or does."""


def acts(parse: Parse, head: int) -> bool:
    """Say whether a noun stands where somebody does: who does something, answers, employs, decides.

    Args:
        parse: The chunk's parse.
        head: The noun, or the head of a name.
    """
    above = parse.heads[head]
    dep, verb = parse.deps[head], parse.lemmas[above]
    if dep == "conj" and above != head:
        return acts(parse, above)
    if dep == "nsubj":
        ruling = verb in _RUN and parse.kid(above, "dobj") is not None
        return parse.pos[above] == "VERB" and (ruling or verb not in _SPATIAL)
    if dep == "dobj":
        return verb in _DONE_TO
    if dep == "poss":
        return is_person_noun(verb) or verb in _OF
    return dep == "pobj" and _acts_behind(parse, above)


def acting_kind(parse: Parse, head: int, kind: MentionKind, name: str) -> MentionKind:
    """Return what a mention means: an organisation where a place that can be one acts.

    Args:
        parse: The chunk's parse.
        head: The mention's head.
        kind: What it means otherwise.
        name: Its name.
    """
    return "organisation" if kind == "place" and is_body(name) and acts(parse, head) else kind


def is_body(name: str) -> bool:
    """Say whether a name, or a noun, is of a place that is as well those who run it ("Opera of Lyon").

    Args:
        name: The name.
    """
    parts = fold(name).split()
    heads = [parts[number - 1] for number, word in enumerate(parts) if word in {"of", "for", "at"} and number]
    return bool(parts) and any(word in BODY_NOUNS for word in (heads or parts[-1:]))


def _acts_behind(parse: Parse, preposition: int) -> bool:
    """Say whether what a preposition leads to is somebody: "signed by", "works for", "the director of"."""
    word, above = parse.lowers[preposition], parse.heads[preposition]
    lemma = parse.lemmas[above]
    if word == "by":
        return parse.deps[preposition] == "agent" and lemma not in _SPATIAL
    if word == "of":
        return lemma in _OF or (is_person_noun(lemma) and parse.pos[above] in {"NOUN", "PROPN"})
    if word == "with":
        return lemma in _WITH
    if word == "for":
        return lemma in _FOR or lemma.startswith("spokes")
    return word == "to" and lemma in _TO
