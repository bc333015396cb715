"""What the rules of the local Operator find, in the words in which a model would say it.

It makes replies of about the length and content of a good model's, without one. What such replies can say and these do
not: which of two equal words in one sentence means whom ("4#2"), states that narrow a role, what only follows from a
verb, and all that the rules do not find.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from gsw_graph.extract.model.cast import UNTOLD
from gsw_graph.extract.model.claims import Claims
from gsw_graph.extract.model.coupled import REST, SCENE
from gsw_graph.extract.model.letters import lettered
from gsw_graph.extract.model.mentions import PRONOUNS
from gsw_graph.extract.model.said import VALENCES, Said
from gsw_graph.extract.model.window import Spot, Window
from gsw_graph.names import fold, is_proper
from gsw_graph.records import Annotation, Chunk, Claim, Extraction, Mention

Notes = dict[str, list[str]]
"""The fields of one reply, without its number."""
_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_FIELDS = {"from": "since", "to": "until", "topic": "of", "within": "as"}
"""How the valences of a role or state are called in a note."""


def cast_notes(chunks: Sequence[Chunk]) -> Notes:
    """Return who is who in a window, and where its scenes begin.

    Args:
        chunks: Of the window, as the local Operator has annotated them.
    """
    window = Window(chunks)
    actors: dict[str, str] = {}
    said: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    meant: dict[str, set[str]] = defaultdict(set)
    for number, chunk in enumerate(chunks):
        for one in chunk.annotations:
            if one.role == "coreference" and one.kind != "date":
                actors.setdefault(one.name, one.kind)
                words = one.quote.text.lower() if one.quote.text.lower() in PRONOUNS else one.quote.text
                said[one.name][words].append(window.sentence_of(Spot(number, one.quote.start, one.quote.end)))
                meant[words].add(one.name)
    lines = [
        " | ".join([name, kind, *_expressions(said[name], meant, name)])
        for name, kind in actors.items()
        if window.everywhere(name) and (is_proper(name) or sum(map(len, said[name].values())) > 1)
    ]
    return {"actors": lines, "scenes": list(_openings(window))}


def _expressions(said: Mapping[str, Sequence[int]], meant: Mapping[str, set[str]], name: str) -> Iterator[str]:
    """Yield the other words for an actor, those that mean others too with their sentences."""
    pronouns: list[str] = []
    numbers: list[int] = []
    for words, sentences in said.items():
        if words in PRONOUNS:
            pronouns.append(words)
            numbers += sentences
        elif words != name and len(meant[words]) > 1:
            yield f"{words}: {_runs(sentences)}"
        elif words != name:
            yield words
    if pronouns:
        shared = any(len(meant[words]) > 1 for words in pronouns)
        yield "/".join(pronouns) + (f": {_runs(numbers)}" if shared else "")


def _runs(numbers: Sequence[int]) -> str:
    """Return numbers as ranges ("1-3 7")."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _openings(window: Window) -> Iterator[str]:
    """Yield where scenes begin, with their place and date."""
    before: tuple[str, str] = ("", "")
    for number, chunk in enumerate(window.chunks):
        if number and chunk.scene == window.chunks[number - 1].scene:
            continue
        place, date = (_told(chunk.annotations, role) for role in ("scene_place", "scene_date"))
        shown = [now if now != then else "" for now, then in zip((place, date), before, strict=True)]
        if any(shown):
            first = window.sentence_of(Spot(number, 0, 0))
            yield " | ".join([str(first), *shown]).rstrip(" |")
        before = place, date


def _told(annotations: Sequence[Annotation], role: str) -> str:
    return next((one.quote.text for one in annotations if one.role == role), UNTOLD)


class Spoken:
    """What the local Operator says of a chunk, in a model's words.

    Args:
        chunk: As the model's notes have annotated it.
        found: What the local Operator finds in it.
    """

    def __init__(self, chunk: Chunk, found: Extraction) -> None:
        self._chunk = chunk
        self._mentions = {one.id: one for one in found.mentions}
        self._claims = {one.id: one for one in found.claims}
        self._known = {(one.quote.start, one.quote.end) for one in chunk.annotations if one.role == "coreference"}

    def said(self) -> Notes:
        """Return what the passage says: actors, roles, states, verbs, questions."""
        kinds: dict[str, list[str]] = defaultdict(list)
        for one in self._mentions.values():
            name = self._name(one)
            here = one.quote.start >= 0 and one.quote.end <= len(self._chunk.text)
            if one.kind != "date" and here and not self._is_known(one) and name not in kinds[one.kind]:
                kinds[one.kind].append(name)
        return {
            "actors": [f"{kind}: {'; '.join(names)}" for kind, names in kinds.items()],
            "roles": [self._attribute(one) for one in self._of_kind("role")],
            "states": [self._attribute(one) for one in self._of_kind("state")],
            "verbs": [self._verb(one) for one in self._of_kind("verb")],
            "questions": [self._question(one) for one in self._of_kind("question")],
        }

    def coupled(self, said: Said) -> Notes:
        """Return what shares a place and what a time, by the letters that the model is shown.

        Args:
            said: What was said of the passage.
        """
        compiled = Claims(self._chunk, said)
        names: dict[str, str] = {}
        verbs: dict[tuple[str, int], str] = {}
        claims = {one.id: one for one in compiled.records}
        for letter, one in lettered(compiled).items():
            if one.claim:
                verbs[claims[one.claim].label, claims[one.claim].quote.start] = letter
            else:
                names[fold(compiled.mentions.by_id[one.mentions[0]].name)] = letter
        letters = (*names.values(), *verbs.values())
        return {
            "places": self._shared("space", "place", names, verbs, letters),
            "times": self._shared("time", "date", names, verbs, letters),
        }

    def _shared(
        self,
        kind: str,
        valence: str,
        names: Mapping[str, str],
        verbs: Mapping[tuple[str, int], str],
        letters: Sequence[str],
    ) -> list[str]:
        """Return the notes on what shares the places or dates of a chunk; the last may be "rest"."""
        lines: dict[str, list[str]] = {}
        for claim in self._of_kind(kind):
            where = next((one.target for one in claim.about if one.valence == valence), "")
            shared = lines.setdefault(self._where(claim, where), [])
            for one in claim.about:
                if one.valence == "member" and (letter := self._letter(one.target, names, verbs)):
                    shared.append(letter)
        found = {words: list(dict.fromkeys(shared)) for words, shared in lines.items() if shared}
        largest = max(found, key=lambda words: len(found[words]), default="")
        others = {letter for words, shared in found.items() if words != largest for letter in shared}
        if found and set(found[largest]) == set(letters) - others:
            found[largest] = [REST]
        return [f"{words} | {' '.join(sorted(shared, key=_in_order))}" for words, shared in found.items()]

    def _where(self, claim: Claim, mention: str) -> str:
        """Return the words for a place or date: the scene's own, which may not be told, or the passage's."""
        if not mention:
            return SCENE
        quote = self._mentions[mention].quote
        role = "scene_place" if claim.kind == "space" else "scene_date"
        scene = [one.quote for one in self._chunk.annotations if one.role == role]
        return SCENE if quote in scene or quote.start < 0 or quote.end > len(self._chunk.text) else quote.text

    def _letter(self, member: str, names: Mapping[str, str], verbs: Mapping[tuple[str, int], str]) -> str:
        if member in self._mentions:
            return names.get(fold(self._name(self._mentions[member])), "")
        claim = self._claims[member]
        return verbs.get((claim.label, claim.quote.start), "")

    def _attribute(self, claim: Claim) -> str:
        """Return the note on a role or state."""
        bearers = [self._called(one.target) for one in claim.about if one.valence == "bearer"]
        parts = [", ".join(bearers), claim.label]
        if claim.label.casefold() not in self._chunk.text.casefold():
            parts.append(claim.quote.text)
        parts += [
            f"{_FIELDS[one.valence]}: {self._called(one.target)}" for one in claim.about if one.valence in _FIELDS
        ]
        return " | ".join([*parts, *_flags(claim)])

    def _verb(self, claim: Claim) -> str:
        """Return the note on a verb with its slots."""
        parts = [claim.label, claim.quote.text]
        for valence in VALENCES:
            filled = [self._called(one.target) for one in claim.about if one.valence == valence]
            parts += [f"{valence}: {', '.join(dict.fromkeys(filled))}"] if filled else []
        for field, valence in (("begins", "brings_about"), ("ends", "ends")):
            parts += [f"{field}: {self._called(one.target)}" for one in claim.about if one.valence == valence]
        return " | ".join([*parts, *_flags(claim)])

    def _question(self, claim: Claim) -> str:
        about = [self._called(one.target) for one in claim.about]
        return " | ".join([claim.label, claim.quote.text, f"about: {', '.join(dict.fromkeys(about))}"])

    def _of_kind(self, kind: str) -> list[Claim]:
        return [one for one in self._claims.values() if one.kind == kind]

    def _called(self, target: str) -> str:
        """Return what a note calls an actor, date, or another claim."""
        return self._claims[target].label if target in self._claims else self._name(self._mentions[target])

    def _name(self, mention: Mention) -> str:
        """Return a mention's name if the annotations tell it, else the passage's words."""
        if mention.kind == "date" or not self._is_known(mention):
            return _ARTICLE.sub("", mention.quote.text)
        return mention.name

    def _is_known(self, mention: Mention) -> bool:
        return (mention.quote.start, mention.quote.end) in self._known


def _in_order(letter: str) -> tuple[int, str]:
    """Return where a letter stands among A to Z, AA, AB and so on."""
    return len(letter), letter


def _flags(claim: Claim) -> list[str]:
    implied = ["implied"] if claim.source == "inferred" and claim.kind == "verb" else []
    return implied + ([claim.polarity] if claim.polarity != "asserted" else [])
