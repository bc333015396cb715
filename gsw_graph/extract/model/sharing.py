"""Space and time claims out of a reply: which actors and verbs of a passage share a place or a time."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gsw_graph.extract.model.claims import Claims
from gsw_graph.extract.model.coupled import REST, SCENE, UNTOLD, Coupled, Sharing, read_sharing
from gsw_graph.extract.model.letters import Lettered, lettered
from gsw_graph.records import About, Annotation, Chunk, ClaimKind, Quote, Source, Valence
from gsw_graph.storable import brief

_EXPLICIT, _UNTOLD = 0.85, 0.5
"""How sure a coupling is to a place or date that the passage names, and to one that it does not tell."""
_INHERITED = 0.6
"""How much of a scene's own certainty a coupling to its place or date has."""


class _Axis(NamedTuple):
    """Space or time."""

    kind: ClaimKind
    valence: Valence
    scene: Annotation | None


def add_couplings(chunk: Chunk, claims: Claims, coupled: Coupled) -> None:
    """Add the space and time claims that a reply says to what is claimed of a chunk.

    Args:
        chunk: The annotated chunk.
        claims: What was said of it before.
        coupled: The reply.
    """
    letters = lettered(claims)
    scene = {one.role: one for one in reversed(chunk.annotations)}
    for axis, notes in (
        (_Axis("space", "place", scene.get("scene_place")), coupled.places),
        (_Axis("time", "date", scene.get("scene_date")), coupled.times),
    ):
        sharings = [read_sharing(note) for note in notes]
        named = {letter for sharing in sharings for letter in sharing.letters}
        rest = [letter for letter in letters if letter not in named]
        for sharing in sharings:
            _couple(claims, axis, sharing, letters, rest)


def _couple(claims: Claims, axis: _Axis, sharing: Sharing, letters: dict[str, Lettered], rest: Sequence[str]) -> None:
    """Add the claim that a note says."""
    what = f"The {axis.kind} {brief(sharing.words)}"
    chosen: list[Lettered] = []
    for letter in sharing.letters:
        if letter.lower() == REST:
            chosen += [letters[one] for one in rest]
        elif letter in letters:
            chosen.append(letters[letter])
        else:
            claims.refuse(f"The letter {brief(letter)} of {what[0].lower()}{what[1:]}", "nothing in the passage has it")
    members = _members(claims, chosen)
    if sharing.words == UNTOLD:
        return  # the held layer has one unresolved node for each scene, and these are not at it
    if not members:
        claims.refuse(what, "nobody and nothing shares it")
    elif sharing.words.lower() != SCENE:
        _add_named(claims, axis, sharing.words, members, what)
    elif axis.scene is None:
        _add(claims, axis, "", "", _quote_of(claims, members[0]), members, "inferred", _UNTOLD)
    else:
        uid = claims.mentions.outside(axis.scene)
        sure = _INHERITED * axis.scene.confidence
        _add(claims, axis, uid, axis.scene.name, _quote_of(claims, members[0]), members, "inherited", sure)


def _add_named(claims: Claims, axis: _Axis, words: str, members: list[str], what: str) -> None:
    """Add a claim to a place or date in words of the passage."""
    near = _quote_of(claims, members[0])
    mentions = claims.mentions
    uid = mentions.place(words, near) if axis.kind == "space" else mentions.time(words, near)
    if uid is None:
        claims.refuse(what, "its words are not in the passage")
    else:
        found = mentions.by_id[uid]
        label = found.name if axis.kind == "space" else found.quote.text
        _add(claims, axis, uid, label, found.quote, members, "explicit", _EXPLICIT)


def _add(
    claims: Claims,
    axis: _Axis,
    uid: str,
    label: str,
    quote: Quote,
    members: Iterable[str],
    source: Source,
    confidence: float,
) -> None:
    about = [About(target=uid, valence=axis.valence)] if uid else []
    about += [About(target=one, valence="member") for one in members]
    claims.add(axis.kind, label, quote, about, source=source, confidence=confidence)


def _members(claims: Claims, chosen: Sequence[Lettered]) -> list[str]:
    """Return what some letters stand for: verbs, and of each actor the mentions that do nothing at other times."""
    verbs = {one.claim for one in chosen if one.claim}
    takes_part: dict[str, set[str]] = {}
    for claim in claims.records:
        for part in claim.about if claim.kind == "verb" else ():
            takes_part.setdefault(part.target, set()).add(claim.id)
    members: list[str] = []
    for one in chosen:
        here = [uid for uid in one.mentions if uid not in takes_part or takes_part[uid] & verbs]
        members += [one.claim] if one.claim else here or one.mentions
    return list(dict.fromkeys(members))


def _quote_of(claims: Claims, member: str) -> Quote:
    mention = claims.mentions.by_id.get(member)
    return mention.quote if mention else next(one.quote for one in claims.records if one.id == member)
