"""What people and models decide about a memory.

A decision names what survives a rebuild and a revision: personae, claims and questions by their uids, chapters by the
key of their document and their number. No name of a text is in it, so that a text can be forgotten while decisions
stay; they hold nothing then, and hold again when it returns.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import Field, StringConstraints, ValidationError, model_validator

from gsw_graph.errors import InputError
from gsw_graph.identity import SPLIT, persona_uid
from gsw_graph.records import ActorKind, Record, content_uid

T = TypeVar("T", bound=Record)
HUMAN = "human"
"""Who decides if no model does."""
Uid: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{24}$")]
Words: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$", max_length=500)]


class _Matter(Record):
    """Base of what can be decided: which personae and claims it concerns."""

    @property
    def about_personae(self) -> frozenset[str]:
        """Uids of the personae concerned."""
        return frozenset()

    @property
    def about_claims(self) -> frozenset[str]:
        """Uids of the claims concerned."""
        return frozenset()


class _Pair(_Matter):
    """Two personae, in one order, so that a pair is the same from both sides."""

    one: Uid
    other: Uid

    @model_validator(mode="before")
    @classmethod
    def _in_order(cls, values: Any) -> Any:
        """Put the lesser uid first."""
        if isinstance(values, dict):
            one, other = values.get("one"), values.get("other")
            if isinstance(one, str) and isinstance(other, str) and other < one:
                return {**values, "one": other, "other": one}
        return values

    @model_validator(mode="after")
    def _are_two(self) -> "_Pair":
        """Refuse a persona and itself."""
        if self.one == self.other:
            raise ValueError("one persona is no pair")
        return self

    @property
    def about_personae(self) -> frozenset[str]:
        """Uids of the personae concerned."""
        return frozenset({self.one, self.other})


class Same(_Pair):
    """Two personae are one actor."""

    kind: Literal["same"] = "same"


class Apart(_Pair):
    """Two personae are two actors, whatever else says that they are one."""

    kind: Literal["apart"] = "apart"


class Part(Record):
    """Some chapters of a document."""

    document: str
    """Key of the document."""
    chapters: tuple[Annotated[int, Field(ge=1)], ...] = ()
    """Their numbers, sorted; none means all of them."""


class Facet(Record):
    """What a full name becomes in the chapters of a split."""

    of: Uid
    """The persona that the name has in the workspace."""
    becomes: Uid
    """The persona that it has there."""


class Split(_Matter):
    """In some chapters a name means another actor than elsewhere."""

    kind: Literal["split"] = "split"
    parts: tuple[Part, ...] = Field(min_length=1)
    mark: str = Field(pattern=rf"^{SPLIT}[0-9a-f]{{8}}$")
    facets: tuple[Facet, ...] = ()
    """Of each full name that the actor bears there."""
    along: tuple[Uid, ...] = ()
    """Personae of names of those chapters alone, which go along."""
    stay: tuple[Uid, ...] = ()
    """Personae of the actor that stay behind."""

    @classmethod
    def of(cls, parts: Sequence[Part], names: Mapping[str, str], along: Iterable[str], stay: Iterable[str]) -> "Split":
        """Return the split of an actor.

        Args:
            parts: Where it is another.
            names: The full names that it bears there: each folded, by the persona that it is without any split.
            along: Personae of names of those chapters alone.
            stay: Personae that stay behind; those of `names` do anyway.
        """
        places = json.dumps([part.model_dump(mode="json") for part in parts], sort_keys=True)
        mark = f"{SPLIT}{content_uid('split', places, *sorted(names))[:8]}"
        found = sorted(names.items())
        return cls(
            parts=tuple(parts),
            mark=mark,
            facets=tuple(Facet(of=uid, becomes=persona_uid("", folded, mark)) for uid, folded in found),
            along=tuple(sorted(set(along))),
            stay=tuple(sorted(set(stay))),
        )

    @property
    def about_personae(self) -> frozenset[str]:
        """Uids of the personae concerned."""
        ends = {uid for facet in self.facets for uid in (facet.of, facet.becomes)}
        return frozenset({*ends, *self.along, *self.stay})

    def links(self) -> Iterator[tuple[str, str]]:
        """Yield the pairs of personae that it holds apart."""
        gone = {*(facet.becomes for facet in self.facets), *self.along}
        left = {*(facet.of for facet in self.facets), *self.stay} - gone
        yield from product(sorted(gone), sorted(left))


class _OfActor(_Matter):
    """Something about the actor that a persona belongs to."""

    persona: Uid

    @property
    def about_personae(self) -> frozenset[str]:
        """Uids of the personae concerned."""
        return frozenset({self.persona})


class Rename(_OfActor):
    """An actor is shown under another name; the words are those of who decides."""

    kind: Literal["rename"] = "rename"
    name: Words = Field(min_length=1)


class Retype(_OfActor):
    """An actor is of another kind."""

    kind: Literal["retype"] = "retype"
    to: ActorKind


class _OfClaims(_Matter):
    """Something about claims."""

    claims: tuple[Uid, ...] = Field(min_length=1)

    @property
    def about_claims(self) -> frozenset[str]:
        """Uids of the claims concerned."""
        return frozenset(self.claims)


class End(_OfClaims):
    """The role or state that claims tell of ended on a day."""

    kind: Literal["end"] = "end"
    day: int = Field(ge=-(10**12), le=10**12)
    """In days since 1970-01-01."""


class False_(_OfClaims):
    """What claims say is not so."""

    kind: Literal["false"] = "false"


class Answer(_Matter):
    """Whether a claim answers a question."""

    kind: Literal["answer"] = "answer"
    question: Uid
    claim: Uid
    yes: bool

    @property
    def about_claims(self) -> frozenset[str]:
        """Uids of the claims concerned."""
        return frozenset({self.claim})


class Undo(_Matter):
    """An earlier decision does not stand any more."""

    kind: Literal["undo"] = "undo"
    key: str = Field(pattern=r"^decision:[0-9a-f]{64}$")
    """Log key of that decision: it stays the same in every workspace, where its number may not."""


Content: TypeAlias = Annotated[
    Same | Apart | Split | Rename | Retype | End | False_ | Answer | Undo, Field(discriminator="kind")
]
"""What can be decided."""


class Decision(Record):
    """What somebody has decided."""

    what: Content
    by: str = HUMAN
    """`HUMAN`, or the exact name of a model."""
    reason: Words = ""
    """In a person's own words, kept as they are."""
    reply: str = ""
    """Log key of the model's reply that it rests on, where its words are; "" if a person decided."""
    number: int = 0
    """Place in the order of the workspace's decisions, from 1; 0 before it is made."""
    repeat: int = 0
    """How many equal ones were made before, and undone or overruled."""

    @cached_property
    def key(self) -> str:
        """Its log key, the same wherever and whenever it is made."""
        said = json.dumps([self.by, self.what.model_dump(mode="json"), self.repeat], sort_keys=True)
        return "decision:" + hashlib.sha256(said.encode()).hexdigest()

    def numbered(self, number: int, repeat: int) -> "Decision":
        """Return the decision as a log has it.

        Args:
            number: Its place among all.
            repeat: How many equal ones were made before.
        """
        fields = {name: getattr(self, name) for name in ("what", "by", "reason", "reply")}
        return Decision(**fields, number=number, repeat=repeat)  # a copy would keep the key of another repetition

    @property
    def weight(self) -> tuple[bool, int]:
        """How much it counts against another on the same matter: a person's before a model's, then the later one."""
        return self.by == HUMAN, self.number

    @property
    def matters(self) -> frozenset[tuple[str, ...]]:
        """What it settles; of two on one matter only the one of more weight counts."""
        what = self.what
        if isinstance(what, Same | Apart):
            return frozenset({("pair", what.one, what.other)})
        if isinstance(what, Rename | Retype):
            return frozenset({(what.kind, what.persona)})
        if isinstance(what, End | False_):
            return frozenset((what.kind, claim) for claim in what.claims)
        if isinstance(what, Answer):
            return frozenset({("answer", what.question, what.claim)})
        return frozenset({(what.kind, what.mark if isinstance(what, Split) else what.key)})


def checked(record: type[T], **fields: Any) -> T:
    """Return what can be decided, or a decision, from what a person gave.

    Args:
        record: Its class.
        **fields: Its fields.

    Raises:
        InputError: It cannot be kept.
    """
    try:
        return record(**fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        said = first["msg"].removeprefix("Value error, ")
        raise InputError(f"{first['loc'][-1] if first['loc'] else 'It'}: {said}.", hint="other words") from None
