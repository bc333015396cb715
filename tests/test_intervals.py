"""Intervals of roles and states: a pure function of the set of what is said."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gsw_graph.dates import bounds, day_text, to_days
from gsw_graph.reconcile.intervals import Interval, Saying, closing, intervals


def day(text: str, last: bool = False) -> int:
    found = bounds(text)[last]
    assert found is not None
    return found


def said(what: str, number: int = 0) -> Saying:
    """Read "2010..2015" (stated), "begin 2010", "end 2015", "since 2010", "seen 2012", "still" and "".

    "since 2010 end 2015" states the begin, and a verb tells the end.
    """
    saying = Saying(f"c{number}", f"{number}.txt", number)
    if what.startswith("since") and " end " in what:
        first, last = what.removeprefix("since ").split(" end ")
        return saying._replace(valid_from=day(first), valid_to=day(last, True), interval=f"{first}/..")
    word, _, when = what.rpartition(" ")
    if ".." in what:
        first, last = what.split("..")
        return saying._replace(valid_from=day(first), valid_to=day(last, True), interval=f"{first}/{last}")
    if word == "begin":
        return saying._replace(valid_from=day(when))
    if word == "end":
        return saying._replace(valid_to=day(when, True))
    if word == "since":
        return saying._replace(valid_from=day(when), open=True, interval=f"{when}/..")
    if word == "seen":
        return saying._replace(seen_from=day(when), seen_to=day(when, True))
    return saying._replace(open=when == "still")


def shown(found: Sequence[Interval]) -> list[str]:
    """Write intervals as "2010-01-01 2015-12-31 ×2"; "?" is an unknown end, ".." one that is open."""
    rows = []
    for one in found:
        begin = "?" if one.valid_from is None else day_text(one.valid_from)
        end = (".." if one.open else "?") if one.valid_to is None else day_text(one.valid_to)
        rows.append(f"{begin} {end} ×{len(one.sayings)}")
    return rows


def arranged(*told: str) -> list[str]:
    return shown(intervals(said(what, number) for number, what in enumerate(told)))


@pytest.mark.parametrize(
    ("told", "right"),
    [
        ([], []),
        ([""], ["? ? ×1"]),
        (["", ""], ["? ? ×2"]),
        (["still", ""], ["? .. ×2"]),
        (["2021-01..2021-02", "since 2021-09"], ["2021-01-01 2021-02-28 ×1", "2021-09-01 .. ×1"]),
        (["begin 2010", "end 2015"], ["2010-01-01 2015-12-31 ×2"]),
        (["begin 2010", "end 2015", "begin 2018"], ["2010-01-01 2015-12-31 ×2", "2018-01-01 ? ×1"]),
        (["begin 2010", "end 2015", "since 2018"], ["2010-01-01 2015-12-31 ×2", "2018-01-01 .. ×1"]),
        (["end 2009", "begin 2010"], ["? 2009-12-31 ×1", "2010-01-01 ? ×1"]),
        (["begin 2010", "begin 2014"], ["2010-01-01 ? ×2"]),
        (["begin 2010", "end 2015-03-03", "end 2015"], ["2010-01-01 2015-12-31 ×3"]),
        (["begin 2015-05-01", "end 2015-05-01"], ["2015-05-01 2015-05-01 ×2"]),
        (["since 2010", "end 2015"], ["2010-01-01 2015-12-31 ×2"]),
        (["begin 2010", "still"], ["2010-01-01 .. ×2"]),
        (["begin 2010", "end 2015", "still"], ["2010-01-01 2015-12-31 ×3"]),
        (["begin 2010", "end 2015", "begin 2018", "still"], ["2010-01-01 2015-12-31 ×2", "2018-01-01 .. ×2"]),
        (["2010..2015", "2010..2015"], ["2010-01-01 2015-12-31 ×2"]),
        (["2010..2015", "2012..2013"], ["2010-01-01 2015-12-31 ×2"]),
        (["2010..2015", "2010-03..2015-06"], ["2010-01-01 2015-12-31 ×2"]),
        (["2010..2015-06", "2010-03..2015"], ["2010-01-01 2015-12-31 ×2"]),
        (["2010..2015", "2012..2018"], ["2010-01-01 2015-12-31 ×1", "2012-01-01 2018-12-31 ×1"]),
        (["2010..2012", "2013..2015"], ["2010-01-01 2012-12-31 ×1", "2013-01-01 2015-12-31 ×1"]),
        (["2010..2020", "2015..2030", "2016..2017"], ["2010-01-01 2020-12-31 ×2", "2015-01-01 2030-12-31 ×1"]),
        (["2010..2015", "begin 2012", "end 2013"], ["2010-01-01 2015-12-31 ×3"]),
        (["2010-03..2015-06", "begin 2010", "end 2015"], ["2010-03-01 2015-06-30 ×3"]),
        (["2010..2015", "begin 2001"], ["2001-01-01 ? ×1", "2010-01-01 2015-12-31 ×1"]),
        (["2010..2015", "end 2018"], ["2010-01-01 2015-12-31 ×1", "? 2018-12-31 ×1"]),
        (["begin 2001", "2010..2015", "end 2018"], ["2001-01-01 ? ×1", "2010-01-01 2015-12-31 ×1", "? 2018-12-31 ×1"]),
        (["since 2010 end 2015", "since 2010"], ["2010-01-01 2015-12-31 ×2"]),
        (["since 2010 end 2008", "since 2010"], ["2010-01-01 2008-12-31 ×1", "2010-01-01 .. ×1"]),
        (["2015..2010"], ["2015-01-01 2010-12-31 ×1"]),
        (["2015..2010", "2009..2016"], ["2009-01-01 2016-12-31 ×1", "2015-01-01 2010-12-31 ×1"]),
        (["2010..2015", "seen 2012"], ["2010-01-01 2015-12-31 ×2"]),
        (["2010..2015", "seen 2016"], ["2010-01-01 2015-12-31 ×1", "? ? ×1"]),
        (["2010..2015", ""], ["2010-01-01 2015-12-31 ×2"]),
        (["2010..2012", "2014..2015", "seen 2014", ""],
         ["2010-01-01 2012-12-31 ×1", "2014-01-01 2015-12-31 ×2", "? ? ×1"]),
        (["begin 2010", "seen 2009"], ["2010-01-01 ? ×1", "? ? ×1"]),
        (["begin 2010", "seen 2030"], ["2010-01-01 ? ×2"]),
        (["2010..2025", "2020..2030", "2021..2022"], ["2010-01-01 2025-12-31 ×1", "2020-01-01 2030-12-31 ×2"]),
        (["begin 2009", "2010..2030", "seen 2010-06"], ["2009-01-01 ? ×1", "2010-01-01 2030-12-31 ×2"]),
        (["2010..2015-06-30", "seen 2015"], ["2010-01-01 2015-06-30 ×2"]),
        (["2010..2020", "2015..2018-02", "2017..2030", "seen 2017-05"],
         ["2010-01-01 2020-12-31 ×3", "2017-01-01 2030-12-31 ×1"]),
    ],
)  # fmt: skip
def test_sayings_fall_into_intervals(told: list[str], right: list[str]) -> None:
    assert arranged(*told) == right
    assert arranged(*reversed(told)) == right


@pytest.mark.parametrize(
    ("told", "keys"),
    [
        (["", "seen 2012"], [""]),
        (["2010..2015", ""], ["2010/2015"]),
        (["2010..2015", "2010-01..2015-12"], ["2010-01/2015-12"]),
        (["2010..2015", "2010..2012"], ["2010/2015"]),
        (["begin 2010"], ["2010-01-01/"]),
        (["begin 2010", "end 2015"], ["2010-01-01/"]),
        (["since 2010", "end 2015"], ["2010/.."]),
        (["end 2015"], ["/2015-12-31"]),
        (["since 2010 end 2008", "since 2010"], ["2010-01-01/2008-12-31", "2010/.."]),
    ],
)
def test_an_interval_is_named_by_what_is_stated_else_by_its_begin(told: list[str], keys: list[str]) -> None:
    assert [one.key for one in intervals(said(what, number) for number, what in enumerate(told))] == keys


def test_what_shows_an_interval_says_when_it_is_seen() -> None:
    (one,) = intervals([said("begin 2010"), said("seen 2012", 1), said("seen 2014-05", 2)])
    assert (one.seen_from, one.seen_to) == (day("2012"), day("2014-05", True))
    assert (one.valid_from, one.valid_to) == (day("2010"), None)


@pytest.mark.parametrize(
    ("told", "denied", "right"),
    [
        (["begin 2010"], ["seen 2015"], ["2010-01-01 2015-12-31 ×1"]),
        (["since 2010"], ["seen 2015-06-01", "seen 2013"], ["2010-01-01 2013-12-31 ×1"]),
        (["begin 2010", "begin 2018"], ["seen 2015"], ["2010-01-01 2015-12-31 ×1", "2018-01-01 ? ×1"]),
        (["begin 2010", "seen 2018"], ["seen 2015"], ["2010-01-01 2015-12-31 ×1", "? ? ×1"]),
        (["begin 2010", "end 2016"], ["seen 2015"], ["2010-01-01 2016-12-31 ×2"]),
        (["begin 2010"], ["seen 2009"], ["2010-01-01 ? ×1"]),
        (["begin 2015"], ["seen 2015-03"], ["2015-01-01 ? ×1"]),
        (["begin 2015-03"], ["seen 2015"], ["2015-03-01 ? ×1"]),
        (["begin 2010"], ["", "still"], ["2010-01-01 ? ×1"]),
        (["", "seen 2012"], ["seen 2015"], ["? ? ×2"]),
        (["2010..2015"], ["seen 2012", "seen 2016"], ["2010-01-01 2015-12-31 ×1"]),
        ([], ["seen 2015"], []),
    ],
)
def test_a_denial_ends_what_had_begun(told: list[str], denied: list[str], right: list[str]) -> None:
    negated = [said(what, number) for number, what in enumerate(denied)]
    asserted = intervals(said(what, number) for number, what in enumerate(told))
    closed = closing(asserted, negated)
    assert shown(closed) == right
    assert closing(closed, negated[::-1]) == closed
    assert closing(closed, []) == asserted, "taking the denials away leaves what is asserted"


# -- laws ---------------------------------------------------------------------------------------------

years = st.integers(2008, 2016)
dates = st.one_of(
    years.map(str),
    st.builds("{}-{:02d}".format, years, st.integers(1, 12)),
    st.builds("{}-{:02d}-{:02d}".format, years, st.integers(1, 12), st.integers(1, 28)),
)
words = st.one_of(
    st.just(""),
    st.just("still"),
    st.builds("{}..{}".format, dates, dates),
    st.builds("since {} end {}".format, dates, dates),
    st.builds("{} {}".format, st.sampled_from(["begin", "end", "since", "seen"]), dates),
)
groups = st.lists(words, max_size=9).map(lambda told: [said(what, number) for number, what in enumerate(told)])


@given(told=groups, data=st.data())
def test_order_and_repetition_change_nothing(told: list[Saying], data: st.DataObject) -> None:
    found = intervals(told)
    assert intervals(data.draw(st.permutations([*told, *told]))) == found
    assert intervals(saying for one in found for saying in one.sayings) == found


@given(told=groups)
def test_each_saying_is_in_one_interval_and_each_interval_has_a_name(told: list[Saying]) -> None:
    found = intervals(told)
    assert sorted(saying.claim for one in found for saying in one.sayings) == sorted(one.claim for one in told)
    assert len({one.key for one in found}) == len(found)
    assert all((one.key == "") == (one.valid_from is None and one.valid_to is None) for one in found)
    assert not any(one.open and one.valid_to is not None for one in found)


@given(told=groups, more=groups)
def test_what_only_shows_it_moves_no_bound(told: list[Saying], more: list[Saying]) -> None:
    def frames(group: list[Saying]) -> list[tuple[object, ...]]:
        return [(one.key, one.valid_from, one.valid_to, one.open) for one in intervals(group) if one.key]

    showing = [
        one._replace(claim=f"{one.claim}+", open=False, interval="", valid_from=None, valid_to=None) for one in more
    ]
    assert frames([*told, *showing]) == frames(told)


@given(told=groups)
def test_an_interval_reaches_as_far_as_what_bounds_it_and_no_further(told: list[Saying]) -> None:
    for one in intervals(told):
        assert one.valid_from in {saying.valid_from for saying in one.sayings} | {None}
        assert one.valid_to in {saying.valid_to for saying in one.sayings} | {None}


@given(told=groups, denied=groups)
def test_denials_open_nothing_and_move_no_end(told: list[Saying], denied: list[Saying]) -> None:
    asserted = intervals(told)
    closed = closing(asserted, denied)
    assert {saying for one in closed for saying in one.sayings} == set(told)
    ends = {one.valid_to for one in asserted if one.valid_to is not None}
    assert ends <= {one.valid_to for one in closed}
    assert closing(closed, reversed(denied)) == closed


def test_days_far_away_are_named_too() -> None:
    (one,) = intervals([Saying("c", "d", 1, valid_from=to_days(-43, 3, 15))])
    assert one.key == "-0043-03-15/"
