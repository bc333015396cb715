"""Roles and states that a text says begin, end, pass on, or hold from one date to another."""

import pytest

from extract_reading import read

Change = tuple[str, str, str, str]


def changes(text: str) -> set[Change]:
    """Return (whose, verb, "brings_about" or "ends", label)."""
    return {
        (mentions[part.target].name, claim.label, about.valence, claims[about.target].label)
        for claim, mentions, claims in read(text).claims("verb")
        for about in claim.about
        if about.valence in {"brings_about", "ends"}
        for part in claims[about.target].about
        if part.valence == "bearer"
    }


def dated(text: str, kind: str) -> set[tuple[str, str, str | None]]:
    """Return (label, valence, EDTF) for the dates that a role or state states."""
    return {
        (claim.label, about.valence, value.edtf)
        for claim, mentions, _ in read(text).claims(kind)
        for about in claim.about
        if about.valence in {"from", "to"} and (value := mentions[about.target].date)
    }


@pytest.mark.parametrize(
    ("text", "who", "verb", "label"),
    [
        ("Sela Brandt took over as treasurer in May 2015.", "Sela Brandt", "take over", "treasurer"),
        ("Sela Brandt started as a coach in 2015.", "Sela Brandt", "start", "coach"),
        ("Sela Brandt returned as captain.", "Sela Brandt", "return", "captain"),
        ("Sela Brandt stepped in as coach.", "Sela Brandt", "step", "coach"),
        ("The board reinstated Sela Brandt as director.", "Sela Brandt", "reinstate", "director"),
        ("Sela Brandt took up the post of director in 2011.", "Sela Brandt", "take up", "director"),
        ("Sela Brandt started a new job as a coach.", "Sela Brandt", "start", "coach"),
        ("Sela Brandt became ill.", "Sela Brandt", "become", "ill"),
    ],
)
def test_verbs_that_begin(text: str, who: str, verb: str, label: str) -> None:
    assert changes(text) == {(who, verb, "brings_about", label)}


@pytest.mark.parametrize(
    ("text", "verb", "label"),
    [
        ("Otto Varga stepped down as mayor in 2015.", "step", "mayor"),
        ("Otto Varga stood down as mayor.", "stand down", "mayor"),
        ("Otto Varga left as coach in 2015.", "leave", "coach"),
        ("The board removed Otto Varga as captain.", "remove", "captain"),
        ("The club sacked Otto Varga as coach.", "sack", "coach"),
        ("Otto Varga gave up his post as treasurer.", "give up", "treasurer"),
        ("Otto Varga left his post as treasurer.", "leave", "treasurer"),
        ("Otto Varga resigned from his position as mayor.", "resign", "mayor"),
        ("Otto Varga was stripped of his title as captain.", "strip", "captain"),
        ("Otto Varga ended his term as mayor in 2015.", "end", "mayor"),
        ("Otto Varga ceased to be mayor in 2015.", "cease", "mayor"),
        ("Otto Varga stopped being mayor.", "stop", "mayor"),
        ("Otto Varga stopped working as a nurse.", "stop", "nurse"),
        ("Otto Varga, the mayor, resigned in 2015.", "resign", "mayor"),
        ("Otto Varga was the treasurer. He resigned in May 2016.", "resign", "treasurer"),
        ("Otto Varga was mayor until he resigned.", "resign", "mayor"),
        ("Otto Varga was in hospital. He left the hospital on 5 May 2019.", "leave", "in hospital"),
        ("Otto Varga left prison in 2018.", "leave", "in prison"),
        ("Otto Varga got out of prison in 2018.", "get", "in prison"),
        ("Otto Varga came out of the coma.", "come", "in a coma"),
        ("Otto Varga was ill. He recovered in June.", "recover", "ill"),
        ("Otto Varga recovered from pneumonia.", "recover", "pneumonia"),
        ("Otto Varga was discharged from hospital.", "discharge", "in hospital"),
        ("Otto Varga was released from custody in 2019.", "release", "in custody"),
        ("Otto Varga was on strike. He returned to work in May 2019.", "return", "on strike"),
        ("Otto Varga stopped being angry.", "stop", "angry"),
    ],
)
def test_verbs_that_end(text: str, verb: str, label: str) -> None:
    assert {one for one in changes(text) if one[2] == "ends"} == {("Otto Varga", verb, "ends", label)}


@pytest.mark.parametrize(
    "text",
    [
        "Sela Brandt succeeded Otto Varga as mayor.",
        "Sela Brandt replaced Otto Varga as mayor.",
        "Otto Varga was replaced as mayor by Sela Brandt.",
    ],
)
def test_a_role_passes_from_one_to_another(text: str) -> None:
    whose = {(who, valence, label) for who, _, valence, label in changes(text)}
    assert whose == {("Sela Brandt", "brings_about", "mayor"), ("Otto Varga", "ends", "mayor")}


@pytest.mark.parametrize(
    "text",
    [
        "Otto Varga did not step down as mayor.",
        "Otto Varga may have ceased to be mayor.",
        "Otto Varga was the mayor. He may resign.",
        "Otto Varga, a father of two, resigned.",
        "Otto Varga was the mayor. He quit smoking.",
        "Otto Varga, the doctor, left the hospital at noon.",
        "Otto Varga did not leave prison.",
        "Otto Varga walked out of the house.",
    ],
)
def test_what_ends_nothing(text: str) -> None:
    assert {one for one in changes(text) if one[2] == "ends"} == set()


def test_who_may_have_stopped_had_the_role() -> None:
    found = read("Otto Varga may have ceased to be mayor.")
    assert found.bearers("role") == {("Otto Varga", "mayor")}


@pytest.mark.parametrize(
    ("text", "kind", "label", "edtf"),
    [
        ("Sela Brandt was mayor from 2010 to 2015.", "role", "mayor", "2010/2015"),
        ("Sela Brandt was the mayor of Tolland (2010-2015).", "role", "mayor", "2010/2015"),
        ("Sela Brandt held the post of treasurer between 2010 and 2012.", "role", "treasurer", "2010/2012"),
        ("Sela Brandt served as coach from May 2015 until June 2016.", "role", "coach", "2015-05/2016-06"),
        ("Sela Brandt led Payments from January to February 2021.", "role", "leader", "2021-01/2021-02"),
        ("Sela Brandt was in hospital from 3 May to 9 May 2019.", "state", "in hospital", "2019-05-03/2019-05-09"),
    ],
)
def test_a_stated_range_bounds_what_it_is_said_of(text: str, kind: str, label: str, edtf: str) -> None:
    assert dated(text, kind) == {(label, "from", edtf), (label, "to", edtf)}


@pytest.mark.parametrize(
    ("text", "kind", "stated"),
    [
        ("Sela Brandt has been mayor since 2010.", "role", ("mayor", "from", "2010/..")),
        ("Sela Brandt has been in charge since May 2010.", "role", ("in charge", "from", "2010-05/..")),
        ("Sela Brandt served as treasurer until May 2015.", "role", ("treasurer", "to", "/2015-05")),
        ("Otto Varga has been missing since 3 May 2019.", "state", ("missing", "from", "2019-05-03/..")),
        ("Otto Varga was ill until 3 May 2019.", "state", ("ill", "to", "/2019-05-03")),
    ],
)
def test_one_end_of_a_range_is_stated(text: str, kind: str, stated: tuple[str, str, str]) -> None:
    assert dated(text, kind) == {stated}


@pytest.mark.parametrize(
    "text",
    [
        "Sela Brandt was mayor in 2010.",
        "Sela Brandt met the mayor between 3 May and 5 May 2010.",
        "Sela Brandt, the mayor, has lived in Tolland since 2010.",
    ],
)
def test_a_date_that_is_no_range_bounds_nothing(text: str) -> None:
    assert dated(text, "role") == set()


@pytest.mark.parametrize(
    ("text", "coupled"),
    [
        ("Otto Varga was no longer mayor in 2015.", True),
        ("Otto Varga was not the mayor any more in 2015.", True),
        ("Otto Varga no longer worked as a nurse in 2015.", True),
        ("Otto Varga was not at the party in 2015.", False),
    ],
)
def test_who_is_no_longer_something_on_a_day_shares_the_day(text: str, coupled: bool) -> None:
    members = read(text).coupled("time").get(("2015", "explicit"), set())
    assert ("Otto Varga" in members) is coupled


def test_leading_somebody_somewhere_is_no_role() -> None:
    assert read("Sela Brandt led Otto Varga to Tolland.").bearers("role") == set()
