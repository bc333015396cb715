"""When roles and states begin and end, as the claims of one passage say."""

import pytest

from gsw_graph.dates import bounds, day_text
from gsw_graph.names import fold
from gsw_graph.reconcile.facts import ClaimFact, Facts, MentionFact
from gsw_graph.reconcile.periods import StoryTime


def mention(uid: str, edtf: str = "") -> MentionFact:
    kind, (first, last) = ("date", bounds(edtf)) if edtf else ("person", (None, None))
    return MentionFact(
        uid=uid, chapter="ch", kind=kind, name=uid, folded=fold(uid), form="name", full=True, surface=uid, told_at=0,
        phrase=edtf, edtf=edtf or None, earliest=first, latest=last, precision=None, inferred=False, anchor="",
    )  # fmt: skip


def claim(uid: str, kind: str, mentions: list[tuple[str, str]], claims: list[tuple[str, str]]) -> ClaimFact:
    return ClaimFact(
        uid=uid, chunk="chunk", chapter="ch", scene=0, kind=kind, label=uid, phrase="", polarity="asserted",
        source="explicit", confidence=0.9, told_at=0, recorded_at=None, mentions=mentions, claims=claims,
    )  # fmt: skip


def said(stated: dict[str, str], verbs: dict[str, str], bearer: str = "") -> tuple[str, str, bool, str]:
    """Return begin, end, whether it is open, and the interval stated, of Ana's role.

    Args:
        stated: Dates by valence ("from", "to").
        verbs: Dates of verbs by what they do ("ends"), "" for a verb without one.
        bearer: The date that Ana shares.
    """
    dates = {*stated.values(), *verbs.values(), bearer} - {""}
    mentions = {"Ana": mention("Ana"), **{edtf: mention(edtf, edtf) for edtf in dates}}
    role = claim("role", "role", [("bearer", "Ana"), *stated.items()], [])
    claims = [role]
    for valence, edtf in verbs.items():
        claims.append(claim(valence, "verb", [("agent", "Ana")], [(valence.split()[0], "role")]))
        if edtf:
            claims.append(claim(f"{valence} time", "time", [("date", edtf)], [("member", valence)]))
    if bearer:
        claims.append(claim("time", "time", [("date", bearer), ("member", "Ana")], []))
    story = StoryTime(Facts(mentions, claims))
    valid = story.validity(role)
    first, last = ("" if day is None else day_text(day) for day in (valid.valid_from, valid.valid_to))
    return first, last, valid.open, story.interval(role)


@pytest.mark.parametrize(
    ("stated", "verbs", "right"),
    [
        ({}, {}, ("", "", False, "")),
        ({"from": "2010", "to": "2015"}, {}, ("2010-01-01", "2015-12-31", False, "2010/2015")),
        ({"from": "2010/2015", "to": "2010/2015"}, {}, ("2010-01-01", "2015-12-31", False, "2010/2015")),
        ({"from": "2010/.."}, {}, ("2010-01-01", "", True, "2010/..")),
        ({"from": "2010"}, {}, ("2010-01-01", "", False, "2010/")),
        ({"to": "/1990"}, {}, ("", "1990-12-31", False, "/1990")),
        ({"to": "1990"}, {}, ("", "1990-12-31", False, "/1990")),
        ({}, {"brings_about": "2010"}, ("2010-01-01", "", False, "")),
        ({}, {"ends": "2015-05"}, ("", "2015-05-31", False, "")),
        ({}, {"brings_about": "2010", "ends": "2015"}, ("2010-01-01", "2015-12-31", False, "")),
        ({}, {"ends": "", "ends again": "2015"}, ("", "2015-12-31", False, "")),
        ({"from": "2010/.."}, {"ends": "2015"}, ("2010-01-01", "2015-12-31", False, "2010/..")),
        ({"to": "/1990"}, {"brings_about": "1980"}, ("1980-01-01", "1990-12-31", False, "/1990")),
    ],
)
def test_what_is_stated_and_what_verbs_do_bound_a_role(
    stated: dict[str, str], verbs: dict[str, str], right: tuple[str, str, bool, str]
) -> None:
    assert said(stated, verbs) == right


@pytest.mark.parametrize("date", ["2010/..", "/1990", "2010/2015", "2010"])
def test_what_the_bearer_does_on_a_day_bounds_nothing(date: str) -> None:
    assert said({}, {}, date) == ("", "", False, "")
