"""The told layer: what texts say."""

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
)

from gsw_graph.nodes.base import PRECISION, About, Contribution, Saying, Share, Span, Stored, choice
from gsw_graph.records import ClaimKind, MentionForm, MentionKind, Polarity, Source


class Document(Stored):
    """A source."""

    key = StringProperty()
    title = StringProperty()
    origin = StringProperty()
    notes = ArrayProperty(StringProperty())
    dated = StringProperty()
    characters = IntegerProperty()
    pages = ArrayProperty(IntegerProperty())
    sha256 = StringProperty()
    layout = StringProperty()
    operator = StringProperty()
    pattern = StringProperty()
    status = StringProperty()
    reason = StringProperty()

    chapters = RelationshipFrom("Chapter", "PART_OF")


class Chapter(Stored):
    """A part of a document."""

    index = IntegerProperty()
    title = StringProperty()
    start = IntegerProperty()
    end = IntegerProperty()

    documents = RelationshipTo("Document", "PART_OF")
    chunks = RelationshipFrom("Chunk", "PART_OF")
    personae = RelationshipFrom("gsw_graph.nodes.held.Persona", "IN", model=Share)


class Chunk(Stored):
    """Up to three consecutive sentences of one paragraph."""

    text = StringProperty()
    start = IntegerProperty()
    end = IntegerProperty()
    index = IntegerProperty()
    scene = IntegerProperty()
    page = IntegerProperty()
    entry = StringProperty()
    scope = StringProperty()
    status = StringProperty()
    reason = StringProperty()
    refused = IntegerProperty()
    embedding = ArrayProperty(FloatProperty())

    chapters = RelationshipTo("Chapter", "PART_OF")
    following = RelationshipTo("Chunk", "NEXT")
    preceding = RelationshipFrom("Chunk", "NEXT")
    mentions = RelationshipFrom("Mention", "FROM", model=Span)
    claims = RelationshipFrom("Claim", "FROM", model=Span)


class Mention(Stored):
    """A place in the text where an actor, a place or a date is named or meant."""

    surface = StringProperty()
    name = StringProperty()
    folded = StringProperty()
    kind = choice(MentionKind)
    form = choice(MentionForm)
    full = BooleanProperty()
    confidence = FloatProperty()
    phrase = StringProperty()
    edtf = StringProperty()
    earliest = IntegerProperty()
    latest = IntegerProperty()
    precision = choice(PRECISION)
    inferred = BooleanProperty()
    anchor = StringProperty()

    chunks = RelationshipTo("Chunk", "FROM", model=Span)
    claims = RelationshipFrom("Claim", "ABOUT", model=About)
    actors = RelationshipFrom("gsw_graph.nodes.held.Actor", "SUPPORTED_BY")
    places = RelationshipFrom("gsw_graph.nodes.held.Place", "SUPPORTED_BY")
    dates = RelationshipFrom("gsw_graph.nodes.held.Date", "SUPPORTED_BY")


class Claim(Stored):
    """One thing that one passage says."""

    kind = choice(ClaimKind)
    label = StringProperty()
    phrase = StringProperty()
    polarity = choice(Polarity)
    source = choice(Source)
    confidence = FloatProperty()
    told_at = IntegerProperty()
    recorded_at = DateTimeNeo4jFormatProperty()

    chunks = RelationshipTo("Chunk", "FROM", model=Span)
    mentions = RelationshipTo("Mention", "ABOUT", model=About)
    claims = RelationshipTo("Claim", "ABOUT", model=About)
    told_of_by = RelationshipFrom("Claim", "ABOUT", model=About)
    roles = RelationshipFrom("gsw_graph.nodes.held.Role", "SUPPORTED_BY", model=Saying)
    states = RelationshipFrom("gsw_graph.nodes.held.State", "SUPPORTED_BY", model=Saying)
    verbs = RelationshipFrom("gsw_graph.nodes.held.Verb", "SUPPORTED_BY", model=Contribution)
    spaces = RelationshipFrom("gsw_graph.nodes.held.Space", "SUPPORTED_BY")
    times = RelationshipFrom("gsw_graph.nodes.held.Time", "SUPPORTED_BY")
    questions = RelationshipFrom("gsw_graph.nodes.held.Question", "SUPPORTED_BY")
