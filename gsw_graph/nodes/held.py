"""The held layer: what a workspace makes of what its texts say."""

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    FloatProperty,
    IntegerProperty,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
)

from gsw_graph.nodes.base import (
    PRECISION,
    Answered,
    Asked,
    Calling,
    Containment,
    Contribution,
    Dating,
    Participation,
    Saying,
    Share,
    Stated,
    Stored,
    Tenure,
    choice,
)
from gsw_graph.nodes.told import Chapter, Claim, Mention
from gsw_graph.records import ActorKind, Polarity


class Persona(Stored):
    """What texts call by one name: an actor is one of them or more."""

    home = StringProperty()
    folded = StringProperty()
    mark = StringProperty()
    family = StringProperty()
    own = StringProperty()
    name = StringProperty()
    names = ArrayProperty(StringProperty())
    kinds = ArrayProperty(choice(ActorKind))
    sure = BooleanProperty()
    borne = BooleanProperty()
    passages = ArrayProperty(StringProperty())

    actors = RelationshipTo("Actor", "OF")
    chapters = RelationshipTo(Chapter, "IN", model=Share)
    calls = RelationshipTo("Persona", "ALSO", model=Calling)
    called = RelationshipFrom("Persona", "ALSO", model=Calling)


class Actor(Stored):
    """Whatever roles and states can be told of: a person, an organisation, an animal, an object."""

    name = StringProperty()
    names = ArrayProperty(StringProperty())
    folded = StringProperty()
    full = BooleanProperty()
    kinds = ArrayProperty(choice(ActorKind))
    sure = BooleanProperty()
    renamed = StringProperty()
    retyped = choice(ActorKind)
    scope = StringProperty()

    personae = RelationshipFrom("Persona", "OF")
    roles = RelationshipTo("Role", "HAS_ROLE", model=Tenure)
    states = RelationshipTo("State", "IN_STATE", model=Tenure)
    verbs = RelationshipTo("Verb", "PARTICIPATES_IN", model=Participation)
    spaces = RelationshipTo("Space", "AT", model=Stated)
    times = RelationshipTo("Time", "DURING", model=Stated)
    mentions = RelationshipTo(Mention, "SUPPORTED_BY")
    questions = RelationshipFrom("Question", "ABOUT", model=Asked)
    summaries = RelationshipFrom("Summary", "SUMMARISES")


class Role(Stored):
    """What an actor is in a situation, for one interval."""

    label = StringProperty()
    polarity = choice(Polarity)
    interval = StringProperty()
    statement = StringProperty()
    bounded = BooleanProperty()
    denies = StringProperty()

    actors = RelationshipFrom("Actor", "HAS_ROLE", model=Tenure)
    states = RelationshipFrom("State", "WITHIN", model=Stated)
    begun_by = RelationshipFrom("Verb", "BRINGS_ABOUT", model=Stated)
    ended_by = RelationshipFrom("Verb", "ENDS", model=Stated)
    claims = RelationshipTo(Claim, "SUPPORTED_BY", model=Saying)


class State(Stored):
    """An attribute that narrows a role for a while, for one interval."""

    label = StringProperty()
    polarity = choice(Polarity)
    interval = StringProperty()
    statement = StringProperty()
    bounded = BooleanProperty()
    denies = StringProperty()

    actors = RelationshipFrom("Actor", "IN_STATE", model=Tenure)
    roles = RelationshipTo("Role", "WITHIN", model=Stated)
    begun_by = RelationshipFrom("Verb", "BRINGS_ABOUT", model=Stated)
    ended_by = RelationshipFrom("Verb", "ENDS", model=Stated)
    claims = RelationshipTo(Claim, "SUPPORTED_BY", model=Saying)


class Verb(Stored):
    """Something done."""

    label = StringProperty()
    stem = StringProperty()
    phrase = StringProperty()
    polarity = choice(Polarity)

    actors = RelationshipFrom("Actor", "PARTICIPATES_IN", model=Participation)
    spaces = RelationshipTo("Space", "AT", model=Stated)
    times = RelationshipTo("Time", "DURING", model=Stated)
    begins_roles = RelationshipTo("Role", "BRINGS_ABOUT", model=Stated)
    begins_states = RelationshipTo("State", "BRINGS_ABOUT", model=Stated)
    ends_roles = RelationshipTo("Role", "ENDS", model=Stated)
    ends_states = RelationshipTo("State", "ENDS", model=Stated)
    questions = RelationshipFrom("Question", "ABOUT", model=Asked)
    answered = RelationshipFrom("Question", "ANSWERED_BY", model=Answered)
    claims = RelationshipTo(Claim, "SUPPORTED_BY", model=Contribution)


class Space(Stored):
    """A coupling node: these actors and verbs share one place, named or not."""

    label = StringProperty()
    chapter = StringProperty()
    scene = IntegerProperty()

    actors = RelationshipFrom("Actor", "AT", model=Stated)
    verbs = RelationshipFrom("Verb", "AT", model=Stated)
    places = RelationshipTo("Place", "NAMED", model=Stated)
    answered = RelationshipFrom("Question", "ANSWERED_BY", model=Answered)
    claims = RelationshipTo(Claim, "SUPPORTED_BY")


class Place(Stored):
    """A canonical place."""

    name = StringProperty()
    names = ArrayProperty(StringProperty())
    folded = StringProperty()
    scope = StringProperty()

    spaces = RelationshipFrom("Space", "NAMED", model=Stated)
    within = RelationshipTo("Place", "WITHIN", model=Containment)
    holds = RelationshipFrom("Place", "WITHIN", model=Containment)
    mentions = RelationshipTo(Mention, "SUPPORTED_BY")


class Time(Stored):
    """A coupling node: these actors and verbs share one time, dated or not."""

    label = StringProperty()
    chapter = StringProperty()
    scene = IntegerProperty()

    actors = RelationshipFrom("Actor", "DURING", model=Stated)
    verbs = RelationshipFrom("Verb", "DURING", model=Stated)
    dates = RelationshipTo("Date", "DATED", model=Dating)
    answered = RelationshipFrom("Question", "ANSWERED_BY", model=Answered)
    claims = RelationshipTo(Claim, "SUPPORTED_BY")


class Date(Stored):
    """A canonical, possibly vague date."""

    edtf = StringProperty()
    earliest = IntegerProperty()
    latest = IntegerProperty()
    precision = choice(PRECISION)

    times = RelationshipFrom("Time", "DATED", model=Dating)
    mentions = RelationshipTo(Mention, "SUPPORTED_BY")


class Question(Stored):
    """A forward-falling question: what a text raises and has not answered yet."""

    label = StringProperty()
    seeks = StringProperty()
    status = StringProperty()

    actors = RelationshipTo("Actor", "ABOUT", model=Asked)
    verbs = RelationshipTo("Verb", "ABOUT", model=Asked)
    answering_verbs = RelationshipTo("Verb", "ANSWERED_BY", model=Answered)
    answering_spaces = RelationshipTo("Space", "ANSWERED_BY", model=Answered)
    answering_times = RelationshipTo("Time", "ANSWERED_BY", model=Answered)
    claims = RelationshipTo(Claim, "SUPPORTED_BY")


class Summary(Stored):
    """One actor in one chapter, in words; made when first asked for."""

    chapter = StringProperty()
    text = StringProperty()
    hash = StringProperty()
    made_by = StringProperty()
    embedding = ArrayProperty(FloatProperty())

    actors = RelationshipTo("Actor", "SUMMARISES")
