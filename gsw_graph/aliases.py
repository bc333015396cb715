"""Short names inside one document: "Nora" in chapter 2 for the Nora Pellow of chapter 1, "J. Miller" for John Miller.

Inside a chapter the Operator resolves names. Here a bare first name or surname is taken for a full name where only one
person of the document bears it, and, in a chapter that never says the full name, where the two chapters have another
name in common (system.md §5.1: "an alias with agreeing context"). A nickname or an initial before a surname stands for
the only first name that it fits. It depends on the document alone, so no order of documents changes it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from gsw_graph.names import fold, is_proper
from gsw_graph.names.nicknames import is_short_for
from gsw_graph.names.people import TITLE_GENDERS, bare_names, is_initial_or_nickname, people_agree, person_name
from gsw_graph.names.spelling import plain
from gsw_graph.records import Annotation, Chunk

ALIAS_CONFIDENCE = 0.9
"""What the confidence of an annotation is multiplied with when its name is completed."""
_PRONOUNS = {"m": "he him his himself", "f": "she her hers herself"}
_GENDER = TITLE_GENDERS | {word: gender for gender, words in _PRONOUNS.items() for word in words.split()}
"""Of pronouns and titles."""


def complete_names(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return the chunks of a document with short names completed in their annotations.

    Args:
        chunks: All chunks of the document, as annotated chapter by chapter.
    """
    cast = _Cast(chunks)
    return [_completed(chunk, cast) for chunk in chunks]


def _completed(chunk: Chunk, cast: "_Cast") -> Chunk:
    """Return a chunk with its short names completed."""

    def complete(annotation: Annotation) -> Annotation:
        name = cast.meant(annotation, chunk.chapter) if _is_person(annotation) else None
        if name is None:
            return annotation
        confidence = round(annotation.confidence * ALIAS_CONFIDENCE, 3)
        return annotation.model_copy(update={"name": name, "confidence": confidence})

    annotations = tuple(complete(annotation) for annotation in chunk.annotations)
    return chunk if annotations == chunk.annotations else chunk.model_copy(update={"annotations": annotations})


def _is_person(annotation: Annotation) -> bool:
    """Say whether an annotation names a person properly, and not as "the guard" or "Nora's brother"."""
    return annotation.kind == "person" and is_proper(annotation.name) and "'s " not in annotation.name.replace("’", "'")


class _Cast:
    """The people that a document calls by a full name, and who else can be meant.

    Args:
        chunks: All chunks of the document.
    """

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._spelled: dict[str, str] = {}
        self._chapters: dict[str, set[int]] = defaultdict(set)
        self._genders: dict[str, Counter[str]] = defaultdict(Counter)
        self._homes: dict[str, set[int]] = defaultdict(set)
        self._votes: dict[str, Counter[str]] = defaultdict(Counter)
        said: dict[int, set[str]] = defaultdict(set)
        for chunk in chunks:
            for annotation in chunk.annotations:
                if annotation.kind == "date" or not is_proper(annotation.name):
                    continue
                folded = fold(annotation.name)
                said[chunk.chapter].add(folded)
                if _is_person(annotation) and person_name(folded).given:
                    self._note(folded, annotation, chunk.chapter)
        self._whole = {name: self._fullest(name) for name in self._spelled}
        self._bearers: dict[str, set[str]] = defaultdict(set)
        for name in self._spelled:
            for part in bare_names(name):
                self._bearers[part].add(self._whole[name])
            for other in self._spelled:
                if other == self._whole[name] or people_agree(other, name):
                    self._homes[other] |= self._chapters[name]
                    self._votes[other] += self._genders[name]
        self._known = {chapter: {self._certain(name) for name in names} for chapter, names in said.items()}

    def _note(self, folded: str, annotation: Annotation, chapter: int) -> None:
        """Note a full name with its longest spelling, where it is said, and what pronouns and titles say of it."""
        spelled = (self._spelled.get(folded, ""), annotation.name)
        self._spelled[folded] = max(spelled, key=lambda name: (len(name), name))
        self._chapters[folded].add(chapter)
        if gender := _gender(annotation):
            self._genders[folded][gender] += 1

    def _fullest(self, name: str) -> str:
        """Return the name of which a full name is a form with a nickname or an initial; itself if there is none."""
        seen = {name}
        while (
            found := _only(other for other in self._spelled if is_initial_or_nickname(name, other))
        ) and found not in seen:
            seen.add(found)
            name = found
        return name

    def _certain(self, name: str) -> str:
        """Return the full name for a name of which the document has one bearer; else the name."""
        return self._whole.get(name) or self._bearer(name) or name

    def _bearer(self, bare: str) -> str | None:
        """Return the full name of the only person who is called by a bare name, or by a nickname that it is."""
        direct = self._bearers.get(plain(bare))
        return _only(direct or {self._whole[name] for name in self._spelled if is_short_for(bare, name.split()[0])})

    def meant(self, annotation: Annotation, chapter: int) -> str | None:
        """Return the full name for a person's short one; None if it is none, or nothing says whose it is.

        Args:
            annotation: A person's name, with its place.
            chapter: Where it stands.
        """
        folded = fold(annotation.name)
        if folded in self._spelled:
            whole = self._whole[folded]
            return self._spelled[whole] if whole != folded else None
        found = self._bearer(folded)
        if found is None or not self._may_be(found, annotation, here=chapter in self._homes[found]):
            return None
        others = {found, folded}
        homes = self._homes[found]
        agrees = chapter in homes or any((self._known[chapter] & self._known[home]) - others for home in homes)
        return self._spelled[found] if agrees else None

    def _may_be(self, name: str, annotation: Annotation, *, here: bool) -> bool:
        """Say whether a title fits a person; in a chapter where the Operator passed the full name by, it has to."""
        title = _GENDER.get(annotation.name.split()[0].casefold().rstrip("."))
        votes = self._votes[name].most_common(1)
        return not title or (votes[0][0] == title if votes else not here)


def _gender(annotation: Annotation) -> str | None:
    """Return the gender that a pronoun or a title in an annotated span says."""
    words = annotation.quote.text.split()
    return _GENDER.get(words[0].casefold().rstrip(".")) if words else None


def _only(names: Iterable[str]) -> str | None:
    """Return the longest of some full names if they may all be one person's; None if they are two people's or none."""
    found = sorted(set(names), key=lambda name: (len(name), name))
    if not found or not all(people_agree(one, other) for one, other in combinations(found, 2)):
        return None
    return found[-1]
