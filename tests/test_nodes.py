"""The neomodel classes, held equal to what is written into the graph."""

import threading
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, get_args

import pytest
from neomodel import RelationshipDefinition, StructuredRel
from neomodel.util import RelationshipDirection

from gsw_graph import records
from gsw_graph.digest import HELD, TOLD
from gsw_graph.errors import OperatorError
from gsw_graph.extract import Operator
from gsw_graph.nodes import NODES, Actor, Chunk, Claim, Document, Mention, Participation, Place, Stored, Summary, bind
from gsw_graph.nodes import About as AboutOfClaim
from gsw_graph.records import About, Chapter, DateValue, Extraction, MentionKind, Quote, Source, Valence
from gsw_graph.text import from_text
from gsw_graph.workspace import Workspace

TEXT = """# Chapter 1

On 3 May 1990 Tom Reed made Anna Bell the miller of Stone Mill, Ashby, and she was no longer idle.

She had been a weaver, tired and poor, from 3 May 1990 on. That year was dry.

Who met Tom Reed? Where was he, and when did he meet her? Anna Bell met Tom Reed, called Red Tom,
at Stone Mill on 3 May 1990.

# Chapter 2

This passage cannot be read.
"""
ECHO = "Kiri saw Nan Ode."
"""A passage of two documents."""
NEVER_WRITTEN = {
    # Only a more exact place or date supersedes one, and a statement takes its story time from a date that couples it:
    # no Operator couples a question or a place with one.
    *(("Actor", type_, "superseded_at") for type_ in ("HAS_ROLE", "IN_STATE", "PARTICIPATES_IN", "AT", "DURING")),
    *(("Verb", type_, "superseded_at") for type_ in ("BRINGS_ABOUT", "ENDS", "AT", "DURING")),
    *((*of, "superseded_at") for of in (("State", "WITHIN"), ("Place", "WITHIN"), ("Question", "ABOUT"))),
    *((*of, "valid_from") for of in (("Question", "ABOUT"), ("Space", "NAMED"), ("Place", "WITHIN"))),
    *((*of, "valid_to") for of in (("Question", "ABOUT"), ("Space", "NAMED"), ("Place", "WITHIN"))),
}
"""What relationships may carry and never do so far."""
Triple = tuple[str, str, str]


class ScriptedOperator(Operator):
    """An Operator that says of the passages above whatever the graph has room for."""

    name = "scripted-1"

    def annotate(self, chapter: Chapter, chunks: Sequence[records.Chunk]) -> list[records.Chunk]:
        return list(chunks)

    def extract(self, chunk: records.Chunk) -> Extraction:
        if chunk.chapter == 2:
            raise OperatorError("This passage cannot be read.")
        if chunk.text == ECHO:
            return Extraction(mentions=tuple(_mention(chunk, name, "person", name) for name in ("Kiri", "Nan Ode")))
        return (self._made, self._was, self._met)[chunk.index](chunk)

    def _made(self, chunk: records.Chunk) -> Extraction:
        return Extraction(
            mentions=(
                _mention(chunk, "m1", "person", "Anna Bell"),
                _mention(chunk, "m2", "person", "Tom Reed"),
                _mention(chunk, "m3", "place", "Stone Mill"),
                _mention(chunk, "m4", "date", "3 May 1990"),
                _mention(chunk, "m5", "place", "Ashby"),
            ),
            claims=(
                _claim(chunk, "c1", "role", "miller", ("m1", "bearer"), ("m4", "from")),
                _claim(chunk, "c2", "state", "idle", ("m1", "bearer"), ("c1", "within"), ("m4", "from"), ("m4", "to")),
                _claim(
                    chunk,
                    "c3",
                    "verb",
                    "made",
                    ("m2", "agent"),
                    ("m1", "patient"),
                    ("c1", "brings_about"),
                    ("c2", "ends"),
                ),
                _claim(chunk, "c4", "space", "Stone Mill", ("m3", "place"), ("m1", "member"), ("c3", "member")),
                _claim(chunk, "c7", "space", "Ashby", ("m5", "place"), ("m1", "member")),
                _claim(chunk, "c5", "time", "3 May 1990", ("m4", "date"), ("m1", "member"), ("c3", "member")),
                _claim(chunk, "c6", "question", "miller", ("m1", "asks_about"), ("c3", "asks_about")),
            ),
        )

    def _was(self, chunk: records.Chunk) -> Extraction:
        return Extraction(
            mentions=(
                _mention(chunk, "m1", "person", "She", name="Anna Bell"),
                _mention(chunk, "m2", "date", "3 May 1990"),
                _mention(chunk, "m3", "date", "That year", year=True),
            ),
            claims=(
                _claim(chunk, "c1", "role", "weaver", ("m1", "bearer"), ("m2", "to")),
                _claim(chunk, "c2", "state", "tired", ("m1", "bearer"), ("m2", "from")),
                _claim(chunk, "c3", "verb", "been", ("m1", "agent"), ("c1", "ends"), ("c2", "brings_about")),
                _claim(chunk, "c4", "time", "3 May 1990", ("m2", "date"), ("m1", "member"), ("c3", "member")),
                _claim(chunk, "c5", "time", "That year", ("m3", "date"), ("m1", "member")),
            ),
        )

    def _met(self, chunk: records.Chunk) -> Extraction:
        asked = ("Who met Tom Reed?", "Where was he", "when did he meet her?")
        labels = ("Who met Tom Reed?", "Where is Tom Reed?", "When did Tom Reed meet Anna Bell?")
        questions = [
            _claim(chunk, f"q{number}", "question", words, ("m2", "asks_about")).model_copy(update={"label": label})
            for number, (words, label) in enumerate(zip(asked, labels, strict=True))
        ]
        met, where, when = "Anna Bell met Tom Reed", "at Stone Mill", "on 3 May 1990"
        kinds: tuple[records.ClaimKind, ...] = ("role", "state")
        denied = [
            _claim(chunk, f"n{number}", kind, "Bell", ("m1", "bearer")).model_copy(update={"polarity": "negated"})
            for number, kind in enumerate(kinds)
        ]
        verb = _claim(chunk, "c1", "verb", met, ("m1", "agent"), ("m2", "patient")).model_copy(update={"label": "meet"})
        return Extraction(
            mentions=(
                _mention(chunk, "m1", "person", "Anna Bell"),
                _mention(chunk, "m2", "person", "Tom Reed"),
                _mention(chunk, "m3", "place", "Stone Mill"),
                _mention(chunk, "m4", "date", "3 May 1990"),
                _mention(chunk, "m5", "person", "Red Tom", name="Tom Reed").model_copy(update={"form": "alias"}),
            ),
            claims=(
                *questions,
                *denied,
                verb,
                _claim(chunk, "c2", "space", where, ("m3", "place"), ("m2", "member"), ("c1", "member")),
                _claim(chunk, "c3", "time", when, ("m4", "date"), ("m2", "member"), ("c1", "member")),
            ),
        )


def _quote(chunk: records.Chunk, words: str) -> Quote:
    start = chunk.text.index(words)
    return Quote(start=start, end=start + len(words), text=words)


def _mention(
    chunk: records.Chunk, id: str, kind: MentionKind, words: str, *, name: str = "", year: bool = False
) -> records.Mention:
    day = DateValue(phrase=words, edtf="1990-05-03", earliest=7427, latest=7427, precision="day")
    if year:
        day = DateValue(phrase=words, edtf="1990", earliest=7305, latest=7669, precision="year")
    return records.Mention(
        id=id,
        kind=kind,
        name=name or words,
        form="pronoun" if name else "name",
        quote=_quote(chunk, words),
        date=day if kind == "date" else None,
    )


def _claim(
    chunk: records.Chunk, id: str, kind: records.ClaimKind, words: str, *about: tuple[str, Valence]
) -> records.Claim:
    parts = tuple(About(target=target, valence=valence) for target, valence in about)
    return records.Claim(id=id, kind=kind, label=words, quote=_quote(chunk, words), about=parts)


@pytest.fixture
def scripted(workspace: Workspace) -> Iterator[Workspace]:
    """A workspace that holds each label, relationship and property that is ever written."""
    workspace.operator = ScriptedOperator()
    paged = from_text(TEXT, key="mill").model_copy(update={"pages": (0, len(TEXT) // 2)})
    assert workspace.add(paged).status == "failed"
    assert workspace.add_text(" ", key="blank").status == "skipped"
    assert {workspace.add_text(ECHO, key=key).status for key in ("one", "two")} == {"done"}
    assert workspace.ask("Who was at Stone Mill on 3 May 1990?").items
    workspace.edit.rename("Tom Reed", "Tom Reed")
    workspace.edit.retype("Tom Reed", "person")
    bind(workspace.graph)
    yield workspace


def _properties(owner: type[Stored] | type[StructuredRel]) -> dict[str, Any]:
    """The fields of a class by the graph's name for them."""
    defined = owner.defined_properties(aliases=False, rels=False)
    return {prop.get_db_property_name(name): prop for name, prop in defined.items()}


class Edge(NamedTuple):
    """A relationship as a class has it."""

    triple: Triple
    outgoing: bool
    properties: frozenset[str]


def _edges() -> list[Edge]:
    """All relationships of the classes; those that come in are turned round."""
    edges = []
    for node in NODES:
        for relationship in node.defined_properties(aliases=False, properties=False).values():
            assert isinstance(relationship, RelationshipDefinition)
            relationship.lookup_node_class()
            definition: dict[str, Any] = relationship.definition
            outgoing = definition["direction"] == RelationshipDirection.OUTGOING
            start, end = node.__label__, definition["node_class"].__label__
            if not outgoing:
                start, end = end, start
            properties = frozenset(_properties(definition["model"])) if definition["model"] else frozenset()
            edges.append(Edge((start, definition["relation_type"], end), outgoing, properties))
    return edges


def _stored_nodes(workspace: Workspace, label: str) -> dict[str, dict[str, Any]]:
    rows = workspace.graph.run("read/nodes", workspace=workspace.name, label=label)
    return {row["uid"]: row["properties"] for row in rows}


def _stored_edges(workspace: Workspace) -> dict[Triple, set[str]]:
    labels = {uid: node.__label__ for node in NODES for uid in _stored_nodes(workspace, node.__label__)}
    found: dict[Triple, set[str]] = {}
    for node in NODES:
        label = node.__label__
        for row in workspace.graph.run("read/relationships", workspace=workspace.name, label=label):
            found.setdefault((label, row["type"], labels[row["end"]]), set()).update(row["properties"])
    return found


def test_there_is_a_class_for_each_label_of_both_layers() -> None:
    assert [node.__label__ for node in NODES] == [*TOLD, *HELD, "Summary"]


def test_fields_are_the_properties_that_are_written(scripted: Workspace) -> None:
    written = {
        node.__label__: {name for row in _stored_nodes(scripted, node.__label__).values() for name in row}
        for node in NODES
    }
    assert {node.__label__: set(_properties(node)) for node in NODES} == written


def test_relationships_are_those_that_are_written(scripted: Workspace) -> None:
    written = _stored_edges(scripted)
    edges = _edges()
    assert {edge.triple for edge in edges if edge.outgoing} == written.keys()
    assert {edge.triple for edge in edges if not edge.outgoing} == written.keys()
    for edge in edges:
        absent = {name for *of, name in NEVER_WRITTEN if tuple(of) == edge.triple[:2]}
        assert edge.properties - absent == written[edge.triple], edge
        assert not absent & written[edge.triple], f"{edge}: take it off the list"


def test_the_demo_graph_has_nothing_that_the_classes_lack(demo_workspace: Workspace) -> None:
    known: dict[Triple, set[str]] = {}
    for edge in _edges():
        known.setdefault(edge.triple, set()).update(edge.properties)
    for triple, names in _stored_edges(demo_workspace).items():
        assert names <= known[triple], triple


@pytest.mark.parametrize("node", NODES, ids=lambda node: node.__label__)
def test_each_node_reads_as_it_is_stored(demo_workspace: Workspace, node: type[Stored]) -> None:
    bind(demo_workspace.graph)
    stored = _stored_nodes(demo_workspace, node.__label__)
    read = {one.uid: one for one in node.nodes.filter(workspace=demo_workspace.name)}
    assert read.keys() == stored.keys()
    assert stored or node is Summary  # made by the first question that needs it
    for uid, properties in stored.items():
        values = {
            name: value.to_native() if hasattr(value, "to_native") else value for name, value in properties.items()
        }
        fields = {name: getattr(read[uid], name) for name in _properties(node)}
        assert {name: value for name, value in fields.items() if value is not None} == values


def test_walking_from_a_document_to_a_role_and_back(scripted: Workspace) -> None:
    document: Any = Document.nodes.get(workspace=scripted.name, key="mill")
    chapters = sorted(document.chapters.all(), key=lambda chapter: chapter.index)
    assert [len(chapter.chunks.all()) for chapter in chapters] == [3, 1]
    first = chapters[0].chunks.get(index=0)
    assert [chunk.index for chunk in first.following.all()] == [1]
    claim = first.claims.get(kind="role")
    span = first.claims.relationship(claim)
    assert TEXT[span.start : span.end] == span.quote == "miller"
    (role,) = claim.roles.all()
    (anna,) = role.actors.all()
    held = anna.roles.relationship(role)
    assert (anna.name, held.valid_from, held.basis, held.told_at // 10**9) == ("Anna Bell", 7427, "explicit", 1)
    assert held.recorded_at == claim.recorded_at
    (verb,) = role.begun_by.all()
    assert {(a.name, verb.actors.relationship(a).valence) for a in verb.actors.all()} == {
        ("Anna Bell", "patient"),
        ("Tom Reed", "agent"),
    }
    (space,) = verb.spaces.all()
    named = {place.name: space.places.relationship(place).superseded_at for place in space.places.all()}
    assert named == {"Stone Mill": None, "Ashby": claim.recorded_at}
    mill = space.places.get(name="Stone Mill")
    ((town, said),) = [(place.name, mill.within.relationship(place).chapter) for place in mill.within.all()]
    assert (town, said) == ("Ashby", chapters[0].uid)
    (time,) = verb.times.all()
    assert {(date.edtf, time.dates.relationship(date).phrase) for date in time.dates.all()} == {
        ("1990-05-03", "3 May 1990"),
        ("1990", "That year"),
    }
    assert [question.label for question in verb.questions.all()] == ["miller"]
    assert [state.label for state in role.states.all()] == ["idle"]
    assert {mention.form for mention in anna.mentions.all()} == {"name", "pronoun"}


def test_a_look_up_and_a_walk_stay_in_their_workspace(scripted: Workspace, demo_workspace: Workspace) -> None:
    assert Place.nodes.filter(workspace=scripted.name, name="Stone Mill").all()
    assert not Place.nodes.filter(workspace=demo_workspace.name, name="Stone Mill").all()
    actors: list[Any] = Actor.nodes.filter(workspace=scripted.name).all()
    reached = {
        node.workspace
        for actor in actors
        for node in (*actor.roles.all(), *actor.verbs.all(), *actor.spaces.all(), *actor.mentions.all())
    }
    assert reached == {scripted.name}


def test_threads_read_through_the_bound_driver(scripted: Workspace) -> None:
    found: list[int] = []
    reader = threading.Thread(target=lambda: found.append(len(Actor.nodes.filter(workspace=scripted.name))))
    reader.start()
    reader.join()
    assert found == [4]


def test_binding_another_graph_leaves_the_first_one_open(scripted: Workspace, demo_workspace: Workspace) -> None:
    bind(demo_workspace.graph)
    assert len(Document.nodes.filter(workspace=demo_workspace.name)) == 1
    assert scripted.status()["workspace"] == scripted.name


@pytest.mark.parametrize(
    ("node", "record", "elsewhere"),
    [
        (Document, records.Document, {"text", "headings"}),
        (Chunk, records.Chunk, {"document", "chapter", "annotations", "reply"}),
        (Mention, records.Mention, {"id", "quote", "date"}),
        (Mention, records.DateValue, set[str]()),
        (Claim, records.Claim, {"id", "quote", "about"}),
    ],
)
def test_fields_share_the_names_of_the_records(
    node: type[Stored], record: type[records.Record], elsewhere: set[str]
) -> None:
    assert record.model_fields.keys() - elsewhere <= _properties(node).keys()
    assert elsewhere <= record.model_fields.keys()


@pytest.mark.parametrize(
    ("node", "field", "literal"),
    [
        (Claim, "kind", records.ClaimKind),
        (Claim, "polarity", records.Polarity),
        (Claim, "source", Source),
        (Mention, "kind", MentionKind),
        (Mention, "form", records.MentionForm),
        (Mention, "precision", DateValue.model_fields["precision"].annotation),
    ],
)
def test_choices_are_those_of_the_records(node: type[Stored], field: str, literal: Any) -> None:
    assert set(_properties(node)[field].choices) == set(get_args(literal))


@pytest.mark.parametrize("model", [AboutOfClaim, Participation])
def test_valences_are_those_of_the_records(model: type[StructuredRel]) -> None:
    assert set(_properties(model)["valence"].choices) == set(get_args(Valence))
