"""Actors among each other: paths, who acts on whom, contradictions and what is none, and text beside memory."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import Run, loaded
from conftest import Neo4j
from fakes import FakeOperator, Found
from gsw_graph import paths
from gsw_graph.cli.network import span
from gsw_graph.conflicts.rules import Told, are_apart, are_disjoint, differing_end, is_denied, sure_days
from gsw_graph.dates import bounds
from gsw_graph.errors import InputError
from gsw_graph.network import Acts, Deed
from gsw_graph.records import Chunk, DateValue, Extraction
from gsw_graph.workspace import Workspace
from test_laws import open_workspace

VERBS = {
    "meets": ("meet", "agent"),
    "warns": ("warn", "agent"),
    "drives": ("drive", "agent"),
    "dies": ("die", "agent"),
    "is born": ("bear", "patient"),
}
_NAME = r"[A-Z][a-z]+ [A-Z][a-z]+"
_DATE = r"\d{4}(?:-\d\d(?:-\d\d)?)?"
_DEED = re.compile(
    rf"(?P<a>{_NAME}|She) (?P<verb>{'|'.join(VERBS)}|does not warn|may warn)(?: (?P<b>{_NAME}))?"
    rf"(?: in (?P<place>Porto|Gate Nine|Old Mill))?(?: on (?P<date>{_DATE}))?\."
)
_WAITING = re.compile(rf"(?P<a>{_NAME}) and (?P<b>{_NAME}) wait\.")
_APART = re.compile(rf"(?P<a>{_NAME}) waits\. (?P<b>{_NAME}) waits\. It is (?P<place>Porto)\.")
_ATTRIBUTE = re.compile(
    rf"(?P<a>{_NAME}) is (?P<no>not )?(?:a (?P<role>mayor)|(?P<state>tired))"
    rf"(?: from (?P<from>{_DATE}) to (?P<to>{_DATE}))?\."
)


def told(chunk: Chunk) -> Extraction:
    """Read sentences about anybody; "She" is who is named first in the chunk."""
    found = Found(chunk)
    for match in _DEED.finditer(chunk.text):
        _deed(found, match)
    for match in _WAITING.finditer(chunk.text):
        for kind in ("space", "time"):
            members = {_person(found, match, "a"): "member", _person(found, match, "b"): "member"}
            found.claim(kind, "", match, members, source="inferred")
    for match in _APART.finditer(chunk.text):
        place = found.mention(match.start("place"), match["place"], "place")
        members = {place: "place", _person(found, match, "a"): "member", _person(found, match, "b"): "member"}
        first = re.compile(r"[^.]+").match(chunk.text, match.start())
        assert first
        found.claim("space", match["place"], first, members, source="inherited")
    for match in _ATTRIBUTE.finditer(chunk.text):
        about = {_person(found, match, "a"): "bearer"}
        if match["from"]:
            about |= {_date(found, match, "from"): "from", _date(found, match, "to"): "to"}
        polarity = "negated" if match["no"] else "asserted"
        kind = "role" if match["role"] else "state"
        found.claim(kind, match[kind], match, about, polarity=polarity)
    return Extraction(mentions=tuple(found.mentions.values()), claims=tuple(found.claims))


def _deed(found: Found, match: re.Match[str]) -> None:
    label, slot = VERBS.get(match["verb"], ("warn", "agent"))
    polarity = {"does not warn": "negated", "may warn": "possible"}.get(match["verb"], "asserted")
    members = {_person(found, match, "a"): slot}
    if match["b"]:
        members[_person(found, match, "b")] = "patient"
    verb = found.claim("verb", label, match, members, phrase=match.group().rstrip("."), polarity=polarity)
    shared = {**dict.fromkeys(members, "member"), verb: "member"}
    if match["place"]:
        place = found.mention(match.start("place"), match["place"], "place")
        found.claim("space", match["place"], match, {place: "place", **shared})
    if match["date"]:
        found.claim("time", match["date"], match, {_date(found, match, "date"): "date", **shared})


def _person(found: Found, match: re.Match[str], group: str) -> str:
    name = found.mention(match.start(group), match[group], "person")
    if match[group] == "She":
        first = re.findall(_NAME, found.chunk.text)[0]
        found.mentions[name] = found.mentions[name].model_copy(update={"name": first, "form": "pronoun"})
    return name


def _date(found: Found, match: re.Match[str], group: str) -> str:
    text = match[group]
    name = found.mention(match.start(group), text, "other")
    first, last = bounds(text)
    value = DateValue(phrase=text, edtf=text, earliest=first, latest=last, precision="day" if first == last else "year")
    found.mentions[name] = found.mentions[name].model_copy(update={"kind": "date", "date": value})
    return name


class Reader(FakeOperator):
    """Reads the sentences above, with dates of any precision."""

    def extract(self, chunk: Chunk) -> Extraction:
        return told(chunk)


CASES: dict[str, tuple[tuple[str, ...], list[str]]] = {
    # one text for each document, "¶" between its chapters; what contradicts what
    "an undated way elsewhere": (
        ("X meets Z in Porto on 2019-05-01.", "X meets Z in Old Mill on 2019-05-01.", "X drives."),
        ["place"],
    ),
    "an undated way in one of the chapters": (
        ("X meets Z in Porto on 2019-05-01. X drives.", "X meets Z in Old Mill on 2019-05-01."),
        [],
    ),
    "two places on one day": (("X meets Z in Porto on 2019-05-01.", "X meets Z in Old Mill on 2019-05-01."), ["place"]),
    "a place in the other": (("X meets Z in Porto on 2019-05-01.", "X meets Z in Gate Nine on 2019-05-01."), []),
    "a vague day": (("X meets Z in Porto on 2019-05-01.", "X meets Z in Old Mill on 2019-05."), []),
    "a way between": (
        ("X meets Z in Porto on 2019-05-01. X drives on 2019-05-01.", "X meets Z in Old Mill on 2019-05-01."),
        [],
    ),
    "a chapter and the next": (("X meets Z in Porto on 2019-05-01.¶X meets Z in Old Mill on 2019-05-01.",), []),
    "chapters far apart": (
        ("X meets Z in Porto on 2019-05-01.¶X warns Z.¶X meets Z in Old Mill on 2019-05-01.",),
        ["place"],
    ),
    "denied in its time": (
        ("X is a mayor from 2019-05-01 to 2020-11-30.", "X is not a mayor from 2020-01-01 to 2020-02-01."),
        ["denied"],
    ),
    "denied before its time": (
        ("X is a mayor from 2019-05-01 to 2020-11-30.", "X is not a mayor from 2018-01-01 to 2019-04-30."),
        [],
    ),
    "denied in a vague begin": (
        ("X is a mayor from 2019 to 2021.", "X is not a mayor from 2019-03-01 to 2019-04-01."),
        [],
    ),
    "dated and undated": (("X is a mayor from 2019-05-01 to 2020-11-30.", "X is not a mayor."), []),
    "a role in two documents": (("X is a mayor.", "X is not a mayor."), ["denied"]),
    "a role in two chapters": (("X is a mayor.¶X is not a mayor.",), []),
    "a state in two documents": (("X is tired.", "X is not tired."), []),
    "a state in one scene": (("X is tired. X is not tired.",), ["denied"]),
    "born twice": (("X is born on 1950-05-03.", "X is born on 1951-01-01."), ["once"]),
    "born in a year and on its day": (("X is born on 1950-05-03.", "X is born on 1950."), []),
    "born at two places": (("X is born in Porto.", "X is born in Old Mill."), ["once"]),
    "born in a part of the town": (("X is born in Porto.", "X is born in Gate Nine."), []),
    "terms that cross": (
        ("X is a mayor from 2019-01-01 to 2020-06-01.", "X is a mayor from 2019-06-01 to 2021-01-01."),
        ["interval"],
    ),
    "ends that differ": (
        ("X is a mayor from 2010-01-01 to 2015-02-01.", "X is a mayor from 2010-01-01 to 2018-01-01."),
        ["interval"],
    ),
    "denied after one of two ends": (
        (
            "X is a mayor from 2010-01-01 to 2015-02-01.",
            "X is a mayor from 2009 to 2018. X is not a mayor from 2016-01-01 to 2016-03-01.",
        ),
        ["denied"],
    ),
    "two terms": (("X is a mayor from 2010-01-01 to 2012-06-01.", "X is a mayor from 2019-06-01 to 2021-01-01."), []),
    "acts after death": (("X dies on 1990-06-04.", "X meets Z on 1995-01-01."), ["after death"]),
    "acts before death": (("X dies on 1990-06-04.", "X meets Z on 1989-01-01."), []),
    "acts in the year of death": (("X dies on 1990-06-04.", "X meets Z on 1990."), []),
    "is met after death": (("X dies on 1990-06-04.", "Z meets X on 1995-01-01."), []),
}
PEOPLE = {case: f"{chr(65 + number % 26)}{'dl'[number // 26]}a Case" for number, case in enumerate(CASES)}
ROAD = """# Chapter 1

Una Reyes meets Bo Lind in Porto on 2019-05-01. She warns Bo Lind on 2019-06-01. Una Reyes does not warn Bo Lind.

# Chapter 2

Bo Lind may warn Cleo Marsh.

Bo Lind meets Cleo Marsh in Old Mill.

Dee Stone dies.

# Chapter 3

Hal Grey and Ivy Stark wait.

Ola Reed waits. Pim Sand waits. It is Porto.
"""


def documents() -> dict[str, str]:
    """Return the cases as documents, each case in chapters of its own and about persons of its own."""
    chapters: dict[str, list[str]] = {"first.md": [], "second.md": [], "third.md": []}
    for case, (texts, _) in CASES.items():
        for key, text in zip(chapters, texts, strict=False):
            named = re.sub(r"\bX\b", PEOPLE[case], text)
            chapters[key] += re.sub(r"\bZ\b", f"{PEOPLE[case][:3]} Other", named).split("¶")
    return {
        key: "\n\n".join(f"# Chapter {number}\n\n{part}" for number, part in enumerate(parts, 1))
        for key, parts in chapters.items()
    }


@pytest.fixture(scope="module")
def told_workspace(neo4j_server: Neo4j) -> Iterator[Workspace]:
    """Yield a workspace with all cases, each about a person of its own."""
    opened = open_workspace(neo4j_server, "network", Reader())
    try:
        reports = [opened.add_text(text, key=key) for key, text in {"road.md": ROAD, **documents()}.items()]
        assert {(report.status, report.reason) for report in reports} == {("done", "")}
        opened.graph.driver.execute_query(
            "MATCH (a:Place {workspace: $w, name: 'Gate Nine'}) MATCH (b:Place {workspace: $w, name: 'Porto'}) "
            "MERGE (a)-[:WITHIN]->(b)",
            w=opened.name,
        )
        yield opened
    finally:
        opened.clear()


@pytest.mark.parametrize("case", CASES)
def test_contradictions_are_found_and_nothing_else(told_workspace: Workspace, case: str) -> None:
    found = told_workspace.conflicts(PEOPLE[case])
    assert [one.kind for one in found] == CASES[case][1]
    for one in found:
        assert one.name == PEOPLE[case] and one.name in one.why
        assert all(side.evidence.quote.startswith(one.name) for side in one.sides)
        assert one.sides[0].evidence != one.sides[1].evidence


def test_contradictions_of_all_come_gravest_first(told_workspace: Workspace) -> None:
    found = told_workspace.conflicts()
    assert sorted(one.kind for one in found if one.name in PEOPLE.values()) == sorted(
        kind for _, kinds in CASES.values() for kind in kinds
    )
    assert [one.severity for one in found] == sorted((one.severity for one in found), reverse=True)
    assert told_workspace.conflicts(most=2) == found[:2]


def test_a_path_has_words_for_every_step(told_workspace: Workspace) -> None:
    found = told_workspace.path("Una Reyes", "Cleo Marsh")
    assert found.between == 1
    assert [step.end_name for step in found.paths[0]] == ["Bo Lind", "Cleo Marsh"]
    first, second = found.paths[0]
    assert {(link.kind, link.what) for link in first.links} >= {
        ("deed", "Una Reyes meets Bo Lind in Porto on 2019-05-01")
    }
    assert not any("not warn" in link.what for link in first.links), "who does not is not connected by that"
    assert [link.polarity for link in second.links if link.kind == "deed"] == ["asserted", "possible"]
    assert {passage.chapter for link in second.links for passage in link.evidence} == {2}
    assert all(
        link.evidence and all(one.quote for one in link.evidence) for one in found.paths[0] for link in one.links
    )
    back = told_workspace.path("Cleo Marsh", "Una Reyes")
    assert [step.end_name for step in back.paths[0]] == ["Bo Lind", "Una Reyes"]


def test_a_path_of_none_to_none_says_so(told_workspace: Workspace) -> None:
    found = told_workspace.path("Una Reyes", "Dee Stone")
    assert (found.between, found.paths) == (None, ())
    assert "No path" in found.notes[0]
    assert told_workspace.path("Hal Grey", "Ivy Stark").paths == (), "where they wait, and when, is not known"


def test_what_a_scene_lends_has_the_words_on_each(told_workspace: Workspace) -> None:
    [[step]] = told_workspace.path("Ola Reed", "Pim Sand").paths
    assert [(link.kind, link.what, [one.quote for one in link.evidence]) for link in step.links] == [
        ("place", "Porto", ["Ola Reed waits.", "Pim Sand waits."])
    ]


def test_a_crowd_is_cut_and_told(told_workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = told_workspace.path("Una Reyes", "Cleo Marsh")
    monkeypatch.setattr(paths, "FAN", 1)
    cut = told_workspace.path("Una Reyes", "Cleo Marsh")
    assert cut.paths == whole.paths, "each end's only tie leads to the one between"
    assert "crowds" in cut.notes[0] and not whole.notes


@pytest.mark.parametrize(
    ("x", "y", "said"),
    [
        ("Una Reyes", "Nobody At All", "knows nobody"),
        ("Una Rayes", "Bo Lind", "Did you mean Una Reyes"),
        ("Case", "Bo Lind", "may mean any of"),
        ("Porto", "Bo Lind", "is a place"),
        ("Una Reyes", "Una Reyes", "the same actor"),
    ],
)
def test_a_path_needs_two_who_are_known(told_workspace: Workspace, x: str, y: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as raised:
        told_workspace.path(x, y)
    assert raised.value.hint


def test_who_acts_on_whom_is_counted_by_what_is_said(told_workspace: Workspace) -> None:
    (pair,) = told_workspace.acts(actor="Una Reyes")
    assert (pair.who_name, pair.whom_name) == ("Una Reyes", "Bo Lind")
    assert (pair.asserted, pair.negated, pair.possible, pair.said) == (2, 1, 0, 0)
    assert (pair.first, pair.last) == (bounds("2019-05-01")[0], bounds("2019-06-01")[0])
    assert {(deed.verb, deed.polarity) for deed in pair.deeds} == {
        ("meet", "asserted"),
        ("warn", "asserted"),
        ("warn", "negated"),
    }


def test_acts_of_a_chapter_and_of_a_period(told_workspace: Workspace) -> None:
    (pair,) = told_workspace.acts(chapter="road.md:2")
    assert (pair.who_name, pair.whom_name, pair.asserted, pair.possible) == ("Bo Lind", "Cleo Marsh", 1, 1)
    for first, last, count in [("2019-05", "2019-05", 1), ("2019-05-02", "", 1), ("", "2019", 2), ("2020", "2021", 0)]:
        pairs = told_workspace.acts(actor="Una Reyes", first=first, last=last)
        assert sum(pair.asserted for pair in pairs) == count
    with pytest.raises(InputError, match="no chapter 9"):
        told_workspace.acts(chapter="road.md:9")
    with pytest.raises(InputError, match="before it begins"):
        told_workspace.acts(first="2020", last="2019")
    with pytest.raises(InputError, match="'robot' is no kind of actor"):
        told_workspace.acts(kind="robot")
    assert {deed.when for pair in told_workspace.acts(chapter="road.md:1") for deed in pair.deeds} == {
        "",
        "2019-05-01",
        "2019-06-01",
    }


@pytest.mark.parametrize(
    ("dates", "said"),
    [
        ([(14245, None, "2009/..")], "2009/.."),
        ([(14245, 14609, "2009")], "2009"),
        ([(14245, None, "2009/.."), (14300, 14300, "2009-02-25")], "2009-01-01/.."),
        ([(14245, 14245, "2009-01-01"), (14300, 14300, "2009-02-25")], "2009-01-01/2009-02-25"),
        ([(None, None, "")], ""),
    ],
)
def test_when_deeds_were_done_is_said_with_an_open_end(dates: list[tuple[Any, Any, str]], said: str) -> None:
    deeds = tuple(
        Deed(
            uid=str(number), verb="work", phrase="work", polarity="asserted", by="agent", to="beneficiary",
            first=first, last=last, when=when, document="a", chapter=1, told_at=number,
        )
        for number, (first, last, when) in enumerate(dates)
    )  # fmt: skip
    begins = [first for first, _, _ in dates if first is not None]
    pair = Acts(
        who="1", who_name="Ann", whom="2", whom_name="Bo", asserted=len(deeds), negated=0, possible=0, said=0,
        first=min(begins, default=None), last=max((last for _, last, _ in dates if last is not None), default=None),
        deeds=deeds,
    )  # fmt: skip
    assert span(pair) == said


def test_text_stands_beside_memory(told_workspace: Workspace) -> None:
    found = told_workspace.told(chapter="road.md:1")
    she = [one for one in found if one.kind == "event" and one.told.startswith("She")]
    assert [one.held for one in she] == ["Una Reyes: She warns Bo Lind on 2019-06-01 (patient Bo Lind)"]
    assert {one.kind for one in found} == {"event", "place", "time"}
    assert [one.evidence.start for one in found] == sorted(one.evidence.start for one in found)
    about = told_workspace.told("Cleo Marsh")
    assert {one.evidence.chapter for one in about} == {2}
    with pytest.raises(InputError):
        told_workspace.told("Cleo Marsh", chapter="road.md:1")


def test_the_commands_say_it_for_people_and_programs(gsw: Run, demo_workspace: Workspace) -> None:
    name = demo_workspace.name
    path = gsw("path", "Wick Anders", "Kit Lowry", "-w", name)
    assert path.exit_code == 0 and "Wick Anders → Nora Pellow → Kit Lowry" in path.stdout
    assert loaded(gsw("path", "Wick Anders", "Kit Lowry", "--most", "1", "--json", "-w", name))["between"] == 1
    assert "Kit Lowry" in gsw("acts", "--chapter", "demo.md:3", "-w", name).stdout
    matrix = gsw(
        "acts", "--actor", "Kit Lowry", "--kind", "person", "--matrix", "--csv", "-w", name
    ).stdout.splitlines()
    heads, kit = matrix[0].split(","), next(row.split(",") for row in matrix if row.startswith("Kit Lowry,"))
    assert int(kit[heads.index("Nora Pellow")]) >= 1
    assert "No contradictions" in gsw("conflicts", "Nora Pellow", "-w", name).stdout
    assert "She: learn to walk" in gsw("show", "--chapter", "demo.md:1", "--told", "-w", name).stdout
    assert gsw("show", "--chapter", "demo.md:1", "-w", name).exit_code == 2


def test_the_story_has_no_false_alarms(demo_workspace: Workspace) -> None:
    assert demo_workspace.conflicts() == []
    found = demo_workspace.path("Wick Anders", "Kit Lowry")
    assert found.between == 1
    assert found.paths[0][0].end_name == "Nora Pellow"
    quotes = [one.quote for step in found.paths[0] for link in step.links for one in link.evidence]
    assert quotes and all(quote in _story() for quote in quotes)


def _story() -> str:
    from gsw_graph.demo import document

    return document().text


@pytest.mark.parametrize(
    ("one", "other", "differs"),
    [
        ("2019/2020", "2019/2021", "end"),
        ("2019/2020", "2018/2020", "begin"),
        ("2019/2020", "2019/2020-11", ""),
        ("2010/2015", "2013/2018", "begin and end"),
        ("2010/2018", "2013/2015", ""),
        ("2010/2012", "2013/2015", ""),
        ("2010/..", "2010/2015", ""),
        ("2010/", "2010/2015", ""),
        ("2010", "2010/2015", ""),
    ],
)
def test_intervals_contradict_by_their_ends(one: str, other: str, differs: str) -> None:
    assert differing_end(one, other) == differing_end(other, one) == differs


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("Porto", "Lisbon", True),
        ("Porto", "Porto Station", False),
        ("Gate Nine, Porto", "Porto", False),
        ("the Custom House", "Custom House", False),
    ],
)
def test_places_are_apart_by_name(one: str, other: str, apart: bool) -> None:
    assert are_apart(one, other) == are_apart(other, one) == apart
    assert not are_apart("Gate Nine", "Porto", ["Porto"])


days = st.integers(-100_000, 100_000)
spans = st.tuples(days, st.integers(0, 4000)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@given(vague=spans, part=st.integers(0, 4000))
def test_a_vague_date_never_excludes_a_day_of_it(vague: tuple[int, int], part: int) -> None:
    day = min(vague[0] + part, vague[1])
    assert not are_disjoint(vague, (day, day))
    assert not are_disjoint((day, day), vague)
    one = Told("a", "d", "c", 0, None, None, False, *vague)
    other = Told("b", "e", "f", 0, None, None, False, day, day)
    sure, sure_not = sure_days(one), sure_days(other)
    assert is_denied("role", one, other, sure, sure_not) == (vague[0] == vague[1])
