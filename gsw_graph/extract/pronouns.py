"""Whom a "he" or "she" means: scored candidates among those met before in the chapter."""

from collections.abc import Sequence

from gsw_graph.extract.entities import Entity
from gsw_graph.extract.gender import Gender
from gsw_graph.extract.heard import SUBJECTS, Choice, Heard, Pronoun, fits

_BY_AGE = (3.0, 2.0, 1.2, 0.7, 0.4, 0.2, 0.1)
"""What a candidate is worth by how many sentences back it stands."""


class Singular:
    """Scores whom a gendered pronoun may mean.

    Args:
        pronoun: The pronoun.
        gender: Its gender.
    """

    def __init__(self, pronoun: Pronoun, gender: Gender) -> None:
        self.pronoun = pronoun
        self.gender = gender
        self.people: dict[int, Entity] = {}
        self.scores: dict[int, float] = {}

    def choose(
        self,
        heard: Sequence[Heard],
        ahead: Sequence[Heard],
        main: Entity | None,
        dominant: Gender,
        speaker: Entity | None = None,
    ) -> Choice | None:
        """Return whom it means, None if nobody fits.

        Args:
            heard: Who was met before it, in order.
            ahead: Who stands after it in its own sentence.
            main: The main person of the scene.
            dominant: The gender of most pronouns of the scene.
            speaker: Who says it, who would say "I" of itself.
        """
        barred = self.pronoun.barred([*heard, *ahead]) | ({id(speaker)} if speaker is not None else set())
        self._hear([one for one in heard if id(one.entity) not in barred])
        if main is not None and fits(main, self.gender) and id(main) not in barred and self.gender == dominant:
            self._favour(main)
        self._look_ahead(ahead)
        for key, entity in self.people.items():
            known = entity.gender == self.gender
            self.scores[key] += (1.3 if known else 0.6) if entity.named else (1.0 if known else 0.0)
            self.scores[key] -= min(1.0 + entity.they, 3.0) if entity.they else 0.0
        if not self.people:
            return None
        order = sorted(self.people, key=lambda key: (-self.scores[key], self.people[key].order))
        gap = self.scores[order[0]] - (self.scores[order[1]] if len(order) > 1 else 0.0)
        return Choice((self.people[order[0]],), min(0.95, 0.5 + 0.15 * gap))

    def _raise(self, entity: Entity, score: float) -> None:
        self.people[id(entity)] = entity
        self.scores[id(entity)] = max(self.scores.get(id(entity), 0.0), score)

    def _hear(self, heard: Sequence[Heard]) -> None:
        """Score who was met: by distance, as subject, as the pronoun's own subject, as the last "he" or "she"."""
        mate = self.pronoun.clause_subject()
        subject, chained = self.pronoun.dep in SUBJECTS, False
        for number, one in enumerate(reversed(heard)):
            age = self.pronoun.sentence - one.sentence
            if age >= len(_BY_AGE):
                break
            if not fits(one.entity, self.gender):
                continue
            score = _BY_AGE[age] - 0.03 * number
            if one.subject and not (one.upon and subject):
                # "Bo nodded to him. He …": who was spoken of goes on, who came up to him does not.
                score += 1.4 if subject else 1.0
            if one.chunk == self.pronoun.chunk and one.token == mate:
                score += 2.0 if self.pronoun.dep == "poss" else 1.2
            if one.quoted and not self.pronoun.quoted:
                score -= 0.8
            if one.pronoun and not chained and age <= 2:
                score += 0.8
                chained = True
            self._raise(one.entity, score)

    def _favour(self, main: Entity) -> None:
        """Favour the main person: a little once it was met, and in place of weak candidates before."""
        if id(main) in self.scores:
            self.scores[id(main)] += 0.7 if self.pronoun.dep in SUBJECTS | {"poss"} else 0.3
        elif max(self.scores.values(), default=0.0) < 2.5:
            self._raise(main, 2.2)

    def _look_ahead(self, ahead: Sequence[Heard]) -> None:
        """Let a pronoun of a fronted clause mean the subject that follows ("As he walked, Marsh saw …")."""
        parse, clause = self.pronoun.parse, self.pronoun.clause()
        if parse.deps[clause] not in {"advcl", "pcomp", "prep"}:
            return
        for one in ahead:
            if one.subject and fits(one.entity, self.gender) and parse.heads[one.token] == parse.heads[clause]:
                self._raise(one.entity, 2.6)
