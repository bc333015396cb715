"""What the Reconciler makes of claims, one behaviour at a time."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conftest import Neo4j
from fakes import FakeOperator
from gsw_graph.records import About, Chunk, Claim, Extraction, Mention, Quote
from gsw_graph.workspace import Workspace
from test_laws import open_workspace

Told = Callable[..., Workspace]


@pytest.fixture
def told(neo4j_server: Neo4j) -> Iterator[Told]:
    """Yield what makes a workspace of some texts, in the order in which they come."""
    made: list[Workspace] = []

    def tell(*texts: str, operator: FakeOperator | None = None) -> Workspace:
        one = open_workspace(neo4j_server, f"reconcile {uuid.uuid4().hex}", operator)
        made.append(one)
        for number, text in enumerate(texts):
            assert one.add_text(text, key=str(number)).status == "done"
        return one

    yield tell
    for one in made:
        one.clear()


def query(workspace: Workspace, text: str) -> list[dict[str, Any]]:
    found = workspace.graph.driver.execute_query("CYPHER 25 " + text, workspace=workspace.name)
    return [record.data() for record in found.records]


def held(workspace: Workspace, type_: str) -> list[dict[str, Any]]:
    """Return the statements of one type: who, what, how, and by how many claims."""
    return query(
        workspace,
        f"MATCH (a:Actor)-[r:{type_}]->(n) WHERE a.workspace = $workspace "
        "RETURN a.name AS who, n.label AS what, n.polarity AS polarity, n.interval AS interval, "
        "r.valid_from AS since, r.valid_to AS until, r.open AS open, "
        "COUNT { (n)-[:SUPPORTED_BY]->(:Claim) } AS claims ORDER BY who, what, polarity, interval",
    )


def test_the_same_statement_again_adds_support(told: Told) -> None:
    one = told("Ana Reyes is a mayor.", "Lumen is tired.\n\nAna Reyes is a mayor.")
    assert [(row["who"], row["what"], row["claims"]) for row in held(one, "HAS_ROLE")] == [("Ana Reyes", "mayor", 2)]


def test_each_stated_interval_is_a_node(told: Told) -> None:
    first, second = "2019-05-01 to 2020-11-30", "2020-11-30 to 2021-02-03"
    one = told(
        f"Ana Reyes is a mayor from {first}.",
        f"Ana Reyes is a mayor from {second}.",
        f"Ana Reyes is a mayor from {first}.",
    )
    rows = held(one, "HAS_ROLE")
    assert [(row["interval"], row["claims"]) for row in rows] == [
        ("2019-05-01/2020-11-30", 2),
        ("2020-11-30/2021-02-03", 1),
    ]
    assert [(row["since"], row["until"], row["open"]) for row in rows] == [
        (18017, 18596, False),
        (18596, 18661, False),
    ]


def test_one_role_of_two_people_is_two_nodes_of_one_label(told: Told) -> None:
    one = told("Ana Reyes is a witness. Bo Lind is a witness.")
    assert [(row["who"], row["claims"]) for row in held(one, "HAS_ROLE")] == [("Ana Reyes", 1), ("Bo Lind", 1)]


def test_a_negated_role_is_kept_and_not_asserted(told: Told) -> None:
    one = told("Ana Reyes is not a courier. Ana Reyes is a mayor. Ana Reyes may be a witness.")
    rows = {(row["what"], row["polarity"]) for row in held(one, "HAS_ROLE")}
    assert rows == {("courier", "negated"), ("mayor", "asserted"), ("witness", "possible")}
    (view,) = one.show("Ana Reyes")
    assert view.roles == ("mayor",)
    assert {row.what for row in view.rows} == {"not: courier", "mayor", "perhaps: witness"}


def test_unrelated_facts_do_not_retire_each_other(told: Told) -> None:
    one = told("Ana Reyes is a mayor.", "Bo Lind is a mayor. Ana Reyes is a courier. Ana Reyes is tired.")
    statements = query(
        one,
        "MATCH (:Actor)-[r:HAS_ROLE|IN_STATE]->() WHERE startNode(r).workspace = $workspace "
        "RETURN count(r) AS all, count(r.superseded_at) AS superseded",
    )
    assert statements == [{"all": 4, "superseded": 0}]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_state_narrows_its_role_whatever_else_is_said_of_the_role(told: Told, order: tuple[int, ...]) -> None:
    texts = ["Ana Reyes is tired as mayor.", "Ana Reyes becomes a mayor on 2019-05-01."]
    one = told(*(texts[number] for number in order))
    narrowed = "MATCH (s:State {workspace: $workspace})-[:WITHIN]->(r:Role) RETURN s.label AS state, r.interval AS role"
    assert query(one, narrowed) == [{"state": "tired", "role": "2019-05-01/"}]
    one.forget(str(order.index(1)))
    assert query(one, narrowed) == [{"state": "tired", "role": ""}]


def test_verbs_bring_about_and_end(told: Told) -> None:
    one = told("Ana Reyes makes Bo Lind a courier. Ana Reyes unmakes Cleo Marsh a witness.")
    effects = query(
        one,
        "MATCH (v:Verb)-[r:BRINGS_ABOUT|ENDS]->(n)<-[:HAS_ROLE]-(a:Actor) WHERE v.workspace = $workspace "
        "RETURN type(r) AS type, n.label AS what, a.name AS who ORDER BY what",
    )
    assert effects == [
        {"type": "BRINGS_ABOUT", "what": "courier", "who": "Bo Lind"},
        {"type": "ENDS", "what": "witness", "who": "Cleo Marsh"},
    ]


def test_who_is_in_an_event_and_how(told: Told) -> None:
    one = told("Ana Reyes warns Bo Lind.")
    rows = query(
        one,
        "MATCH (a:Actor)-[r:PARTICIPATES_IN]->(v:Verb) WHERE a.workspace = $workspace "
        "RETURN a.name AS who, r.valence AS valence, v.label AS what ORDER BY who",
    )
    assert rows == [
        {"who": "Ana Reyes", "valence": "agent", "what": "warns"},
        {"who": "Bo Lind", "valence": "patient", "what": "warns"},
    ]


def coupled(workspace: Workspace) -> list[tuple[str, list[str], str]]:
    rows = query(
        workspace,
        "MATCH (s:Space)-[r:NAMED]->(p:Place) WHERE s.workspace = $workspace "
        "RETURN p.name AS place, r.source AS source, "
        "COLLECT { MATCH (a:Actor)-[:AT]->(s) RETURN a.name AS name ORDER BY name } AS who ORDER BY place, who",
    )
    return [(row["place"], row["who"], row["source"]) for row in rows]


def test_who_shares_a_scene_shares_its_place(told: Told) -> None:
    one = told("Ana Reyes meets Bo Lind in Porto.\n\nCleo Marsh warns Lumen.\n\nBo Lind follows Lumen in Old Mill.")
    assert coupled(one) == [
        ("Old Mill", ["Bo Lind", "Lumen"], "explicit"),
        ("Porto", ["Ana Reyes", "Bo Lind", "Cleo Marsh", "Lumen"], "explicit"),
    ]


def test_scenes_of_two_documents_stay_two_at_one_place(told: Told) -> None:
    one = told("Ana Reyes meets Bo Lind in Porto.", "Cleo Marsh meets Bo Lind in Porto.")
    assert coupled(one) == [
        ("Porto", ["Ana Reyes", "Bo Lind"], "explicit"),
        ("Porto", ["Bo Lind", "Cleo Marsh"], "explicit"),
    ]
    assert one.status()["nodes"]["Place"] == 1


def test_dates_couple_with_their_bounds(told: Told) -> None:
    one = told("Ana Reyes meets Bo Lind on 2019-05-01.", "Bo Lind warns Ana Reyes on 2019-05-01.")
    rows = query(
        one,
        "MATCH (t:Time)-[r:DATED]->(d:Date) WHERE d.workspace = $workspace "
        "RETURN d.edtf AS edtf, d.earliest AS earliest, d.latest AS latest, r.phrase AS phrase, "
        "COUNT { (:Actor)-[:DURING]->(t) } AS actors",
    )
    day = {"edtf": "2019-05-01", "earliest": 18017, "latest": 18017, "phrase": "2019-05-01", "actors": 2}
    assert rows == [day, day]
    assert one.status()["nodes"]["Date"] == 1


def test_a_full_name_is_one_actor_everywhere_and_a_bare_one_in_its_chapter(told: Told) -> None:
    one = told("Ana Reyes is tired. Ana is missing.", "Ana Reyes is missing. Ana is tired.")
    rows = query(one, "MATCH (a:Actor) WHERE a.workspace = $workspace RETURN a.name AS name ORDER BY name")
    assert [row["name"] for row in rows] == ["Ana", "Ana", "Ana Reyes"]
    assert len(one.show("Ana Reyes")) == 1


def _described(kind: str) -> Callable[[Chunk], Extraction]:
    """Read each chunk as "<name> <surface>": a mention with a state, or a place with who is there."""

    def reply(chunk: Chunk) -> Extraction:
        name, surface = chunk.text.split(" = ")
        start = len(chunk.text) - len(surface)
        quote = Quote(start=start, end=len(chunk.text), text=surface)
        form = "pronoun" if surface == "it" else "name" if surface[0].isupper() else "nominal"
        said = {"id": "m", "kind": kind, "name": name, "form": form, "quote": quote}
        about = (About(target="m", valence="place" if kind == "place" else "bearer"),)
        claim = Claim(id="c", kind="space" if kind == "place" else "state", label="old", quote=quote, about=about)
        return Extraction(mentions=(Mention.model_validate(said),), claims=(claim,))

    return reply


@pytest.mark.parametrize(
    ("kind", "label"), [("person", "Actor"), ("object", "Actor"), ("organisation", "Actor"), ("place", "Place")]
)
@pytest.mark.parametrize(
    ("texts", "nodes"),
    [
        (("the old mill = the old mill", "the old mill = the old mill"), 2),
        (("Old Mill = Old Mill", "Old Mill = Old Mill"), 1),
        (("Old Mill = Old Mill\n\nOld Mill = it\n\nOld Mill = the mill", "Old Mill = it"), 1),
        (("the old mill = the old mill\n\nthe old mill = it",), 1),
    ],
)
def test_a_description_means_one_only_in_its_chapter(
    told: Told, kind: str, label: str, texts: tuple[str, ...], nodes: int
) -> None:
    one = told(*texts, operator=FakeOperator(reply=_described(kind)))
    found = query(one, f"MATCH (n:{label}) WHERE n.workspace = $workspace RETURN n.uid AS uid")
    assert len(found) == nodes
    if kind == "place":
        named = query(one, "MATCH (s:Space)-[:NAMED]->(n:Place) WHERE s.workspace = $workspace RETURN n.uid AS uid")
        assert {row["uid"] for row in named} == {row["uid"] for row in found}


def test_questions_stay_open_and_say_what_about(told: Told) -> None:
    one = told("Who warns Ana Reyes?")
    rows = query(
        one,
        "MATCH (q:Question)-[:ABOUT]->(a:Actor) WHERE q.workspace = $workspace "
        "RETURN q.label AS label, q.status AS status, a.name AS name",
    )
    assert rows == [{"label": "Who warns Ana Reyes", "status": "open", "name": "Ana Reyes"}]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_kinds_that_names_show_win_in_any_order(told: Told, order: tuple[int, ...]) -> None:
    def reply(chunk: Chunk) -> Extraction:
        kind, form = {"0": ("other", "nominal"), "1": ("organisation", "name"), "2": ("group", "nominal")}[
            chunk.text[0]
        ]
        quote = Quote(start=2, end=len(chunk.text), text=chunk.text[2:])
        mention = Mention.model_validate({"id": "m", "kind": kind, "name": "Lumen Ltd", "form": form, "quote": quote})
        claim = Claim(id="c", kind="state", label="old", quote=quote, about=(About(target="m", valence="bearer"),))
        return Extraction(mentions=(mention,), claims=(claim,))

    one = told(*(f"{number} Lumen Ltd" for number in order), operator=FakeOperator(reply=reply))
    (view,) = one.show("Lumen Ltd")
    assert (view.kinds, view.mentions) == (("organisation",), 3)


def test_every_held_node_says_what_supports_it(told: Told) -> None:
    one = told(
        "Ana Reyes meets Bo Lind in Porto on 2019-05-01. Ana Reyes makes Bo Lind a courier. Who warns Bo Lind?",
        "Bo Lind is tired.\n\nCleo Marsh warns Bo Lind in Porto.",
    )
    rows = query(
        one,
        "MATCH (n:Actor|Role|State|Verb|Space|Time|Place|Date|Question) WHERE n.workspace = $workspace "
        "RETURN labels(n)[0] AS label, min(COUNT { (n)-[:SUPPORTED_BY]->(:Claim|Mention) }) AS least ORDER BY label",
    )
    assert len(rows) == 9
    assert all(row["least"] >= 1 for row in rows)


def test_what_is_stated_carries_its_stamps(told: Told) -> None:
    one = told("Ana Reyes meets Bo Lind in Porto on 2019-05-01. Ana Reyes makes Bo Lind a courier.")
    rows = query(
        one,
        "MATCH (n)-[r:HAS_ROLE|PARTICIPATES_IN|AT|DURING|NAMED|DATED|BRINGS_ABOUT]->() "
        "WHERE n.workspace = $workspace AND (r.told_at IS NULL OR r.recorded_at IS NULL OR r.source IS NULL) "
        "RETURN type(r) AS type",
    )
    assert rows == []


def told_twice(workspace: Workspace) -> list[tuple[str, int]]:
    """Return the verbs, each with how many claims tell it."""
    rows = query(
        workspace,
        "MATCH (v:Verb) WHERE v.workspace = $workspace "
        "RETURN v.label AS label, COUNT { (v)-[:SUPPORTED_BY]->(:Claim) } AS claims ORDER BY label, claims",
    )
    return [(row["label"], row["claims"]) for row in rows]


@pytest.mark.parametrize(
    ("texts", "verbs"),
    [
        (["Ana Reyes warns Bo Lind on 2019-05-01."] * 2, [("warns", 2)]),
        (["Ana Reyes warns Bo Lind on 2019-05-01.", "Ana Reyes warns Bo Lind on 2020-11-30."], [("warns", 1)] * 2),
        (["Ana Reyes warns Bo Lind on 2019-05-01.", "Bo Lind warns Ana Reyes on 2019-05-01."], [("warns", 1)] * 2),
        (["Ana Reyes warns Bo Lind."] * 2, [("warns", 2)]),
        (["Ana Reyes warns Bo Lind.\n\nAna Reyes warns Bo Lind."], [("warns", 1)] * 2),
        (
            ["Ana Reyes warns Bo Lind.\n\nAna Reyes warns Bo Lind.", "Ana Reyes warns Bo Lind."],
            [("warns", 1), ("warns", 2)],
        ),
        (["Ana warns Bo on 2019-05-01."] * 2, [("warns", 1)] * 2),
    ],
)
def test_an_event_told_twice_is_one_verb(told: Told, texts: list[str], verbs: list[tuple[str, int]]) -> None:
    assert told_twice(told(*texts)) == verbs


def test_an_event_that_one_text_tells_no_more_is_what_the_other_tells(told: Told) -> None:
    text = "Ana Reyes makes Bo Lind a courier on 2019-05-01."
    one, alone = told(text, text), told(text)
    one.forget("1")
    assert one.digest() == alone.digest()


def test_a_name_that_a_text_only_explains_is_nobody_by_itself(told: Told) -> None:
    """Two firms that are both called LMN: the short name is neither's, and there is no third firm."""
    one = told("Lumen is called LMN. Lumen is tired.", "Vega is called LMN. Vega is missing.")
    names = "MATCH (a:Actor {workspace: $workspace}) RETURN a.name AS name ORDER BY name"
    assert [row["name"] for row in query(one, names)] == ["Lumen", "Vega"]
    one.add_text("LMN is tired.", key="own")
    assert [row["name"] for row in query(one, names)] == ["LMN", "Lumen", "Vega"]
    one.forget("own")
    assert [row["name"] for row in query(one, names)] == ["Lumen", "Vega"]
    one.forget("1")
    one.add_text("LMN is tired.", key="own")
    assert [row["name"] for row in query(one, names)] == ["Lumen"]
