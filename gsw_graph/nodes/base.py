"""What nodes and relationships have in common: the models of relationships, and the base of all nodes."""

from typing import Any, get_args

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    StringProperty,
    StructuredNode,
    StructuredRel,
)

from gsw_graph.records import ActorKind, DateValue, Source, Valence

PRECISION = DateValue.model_fields["precision"].annotation
"""The units in which a text speaks of dates."""


def choice(literal: Any, **options: Any) -> StringProperty:
    """Return a property that takes only the values of a Literal of `records`.

    Args:
        literal: The Literal.
        **options: Further arguments of the property.
    """
    return StringProperty(choices={value: value for value in get_args(literal)}, **options)


class Span(StructuredRel):
    """Where in a document's text something is said."""

    start = IntegerProperty()
    end = IntegerProperty()
    quote = StringProperty()
    page = IntegerProperty()


class About(StructuredRel):
    """What a claim says something about, and in which valence."""

    valence = choice(Valence)


class Stated(StructuredRel):
    """What a statement of the held layer carries: when it holds, where it is told, how it is known."""

    valid_from = IntegerProperty()
    valid_to = IntegerProperty()
    open = BooleanProperty()
    told_at = IntegerProperty()
    recorded_at = DateTimeNeo4jFormatProperty()
    superseded_at = DateTimeNeo4jFormatProperty()
    basis = choice(Source, db_property="source")
    confidence = FloatProperty()


class Asked(Stated):
    """What a question is about."""


class Answered(StructuredRel):
    """That a question is answered: by which claim, where that is told, and who says so."""

    claim = StringProperty()
    by = StringProperty()
    told_at = IntegerProperty()
    recorded_at = DateTimeNeo4jFormatProperty()


class Tenure(Stated):
    """How an actor has a role or is in a state: the text may show it on a day without saying when it began or ended."""

    seen_from = IntegerProperty()
    seen_to = IntegerProperty()


class Contribution(StructuredRel):
    """What one claim contributes to a statement; all of them together give what the statement carries."""

    valid_from = IntegerProperty()
    valid_to = IntegerProperty()
    open = BooleanProperty()


class Saying(Contribution):
    """What one claim contributes to a role or state."""

    seen_from = IntegerProperty()
    seen_to = IntegerProperty()
    interval = StringProperty()


class Share(StructuredRel):
    """What one chapter calls somebody, and takes them for."""

    name = StringProperty()
    names = ArrayProperty(StringProperty())
    kinds = ArrayProperty(choice(ActorKind))
    sure = BooleanProperty()
    borne = BooleanProperty()


class Calling(StructuredRel):
    """That a chapter calls somebody by the other's name."""

    chapter = StringProperty()


class Participation(Stated):
    """Which slot of a verb an actor fills."""

    valence = choice(Valence)


class Dating(Stated):
    """How a text words the date that a time is found to be."""

    phrase = StringProperty()
    inferred = BooleanProperty()
    anchor = StringProperty()


class Containment(Stated):
    """That a place lies within another, and which chapter says so."""

    chapter = StringProperty()


class Stored(StructuredNode):
    """What every node has; `uid` is unique in its workspace."""

    __abstract_node__ = True

    workspace = StringProperty(required=True)
    uid = StringProperty(required=True)
