"""Who speaks inside quotation marks."""

from collections.abc import Sequence

from gsw_graph.extract.entities import Entity, Place
from gsw_graph.extract.parse import Parse, quotations
from gsw_graph.extract.words import words

SPEECH = words(
    """report inform testify assure estimate predict record warn write say tell ask reply answer whisper shout
    murmur mutter exclaim cry add announce explain declare insist admit remark observe respond call yell warn
    promise continue begin confess claim suggest agree protest demand state note argue repeat growl snap hiss
    gasp sigh laugh joke recall conclude"""
)


def speakers(parse: Parse, names: Sequence[Place]) -> dict[int, Entity]:
    """Return for each token in quotation marks its speaker: an entity without a name if none is named beside them.

    Args:
        parse: The chunk's parse.
        names: The named mentions of the chunk.
    """
    heads = {
        token: place.entity
        for place in names
        if place.entity.kind in {"person", "organisation"}
        for token in range(place.first, place.last + 1)
    }
    turn = _turn_speaker(parse, names)
    found: dict[int, Entity] = {}
    if turn is not None:
        found.update(dict.fromkeys(range(len(parse)), turn))
    nobody = Entity("", "person")
    for first, last in quotations(parse.words):
        speaker = _beside(parse, heads, first, last)
        for token in range(first, last + 1):
            found[token] = speaker or nobody
    return found


def _turn_speaker(parse: Parse, names: Sequence[Place]) -> Entity | None:
    """Return the speaker of a text that begins like a turn ("Nadia: This is …")."""
    if names and names[0].first == 0 and names[0].last + 1 < len(parse) and parse.words[names[0].last + 1] == ":":
        return names[0].entity
    return None


def _beside(parse: Parse, heads: dict[int, Entity], first: int, last: int) -> Entity | None:
    """Return the named subject of a verb of speech just before or after a quotation."""
    for token in [*range(last + 1, min(last + 8, len(parse))), *range(max(first - 8, 0), first)]:
        if parse.lemmas[token] in SPEECH and parse.pos[token] == "VERB":
            for child in parse.kids(token, "nsubj"):
                if child in heads:
                    return heads[child]
    return None
