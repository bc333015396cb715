"""Space and time in one chapter: what resolves where somebody is, what moves them, and what is left as it was."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gsw_graph.dates.edtf import bounds
from gsw_graph.names import fold
from gsw_graph.reconcile.facts import ClaimFact, Facts, MentionFact
from gsw_graph.reconcile.periods import StoryTime
from gsw_graph.reconcile.scenes import Scenes
from gsw_graph.reconcile.stamps import together
from gsw_graph.records import content_uid

START = datetime(2026, 1, 1, tzinfo=UTC)


class Telling:
    """Tells a chapter claim by claim; each stands 1000 characters after the one before, and is learnt a day later."""

    def __init__(self, chapter: str = "ch", scene: int = 0) -> None:
        self.chapter, self.scene, self.at = chapter, scene, 0
        self.mentions: dict[str, MentionFact] = {}
        self.claims: list[ClaimFact] = []

    def mention(
        self, name: str, kind: str, *, after: str = "", shift: int = 0, form: str = "name", surface: str = ""
    ) -> str:
        first, last = bounds(name) if kind == "date" else (None, None)
        uid = f"{self.chapter} {self.at + shift} {kind} {name}"
        self.mentions[uid] = MentionFact(
            uid=uid, chapter=self.chapter, kind=kind, name=name, folded=fold(name), form=form, full=True,
            surface=surface or name, told_at=self.at + shift, phrase=name if kind == "date" else None,
            edtf=name if kind == "date" else None, earliest=first, latest=last,
            precision="day" if kind == "date" else None, inferred=False, anchor="", after=after,
        )  # fmt: skip
        return uid

    def claim(self, kind: str, label: str, mentions: list[tuple[str, str]], **more: Any) -> str:
        given = {"phrase": "", "source": "explicit", "claims": [], "polarity": "asserted", **more}
        uid = f"{self.chapter} {self.at} {kind} {label}"
        self.claims.append(
            ClaimFact(
                uid=uid, chunk=f"{self.chapter} {self.at}", chapter=self.chapter, scene=self.scene, kind=kind,
                label=label, confidence=0.5, told_at=self.at, mentions=mentions,
                recorded_at=START + timedelta(days=self.at // 1000), **given,
            )
        )  # fmt: skip
        return uid

    def at_place(self, who: str, place: str = "", verb: str = "", valence: str = "", source: str = "") -> "Telling":
        """Tell that some ("Ana Bo") share a place, by a verb with the place in a slot if one is given."""
        self.at += 1000
        members = [(self.mention(name, "person", shift=number), "member") for number, name in enumerate(who.split())]
        about = [("member", uid) for uid, _ in members]
        there = [("place", self.mention(place, "place", shift=500))] if place else []
        claims = []
        if verb:
            filled = [(valence, uid) for _, uid in there] if valence else []
            agents = [("agent", uid) for uid, _ in members]
            claims = [("member", self.claim("verb", verb, agents + filled, phrase=verb))]
        source = source or ("explicit" if place else "inferred")
        self.claim("space", place, there + about, claims=claims, source=source)
        return self

    def on_day(self, who: str, date: str = "", source: str = "") -> "Telling":
        """Tell that some share a time."""
        self.at += 1000
        about = [("member", self.mention(name, "person", shift=number)) for number, name in enumerate(who.split())]
        when = [("date", self.mention(date, "date", shift=500))] if date else []
        self.claim("time", date, when + about, source=source or ("explicit" if date else "inferred"))
        return self

    def phrase(self, *parts: str) -> "Telling":
        """Name places in one phrase: places at even positions, the words after each at odd ones."""
        self.at += 1000
        shift = 0
        for number in range(0, len(parts), 2):
            rest = "".join(parts[number + 1 :])
            self.mention(parts[number], "place", after=rest, shift=shift)
            shift += len(parts[number]) + len(parts[number + 1])
        return self

    @property
    def facts(self) -> Facts:
        return Facts(dict(self.mentions), list(self.claims))


def rows_of(facts: Facts) -> dict[str, list[dict[str, Any]]]:
    made = Scenes(
        facts, StoryTime(facts), lambda one: one.name if one.kind == "person" else None, lambda uid: f"v {uid}"
    )
    return {step: sorted(rows, key=repr) for step, rows in made.rows.items() if rows}


def held(telling: Telling, who: str, axis: str = "space") -> list[tuple[str, str, str]]:
    """What somebody's couplings are found to be, in the order told: (now, before, how it is known); "?" is unknown."""
    rows = rows_of(telling.facts)
    values, members = ("named", "actors_at") if axis == "space" else ("dated", "actors_during")
    names = {row["uid"]: row["name"] for row in rows.get("places", [])} | {
        row["uid"]: row["edtf"] for row in rows.get("dates", [])
    }
    found: dict[str, dict[bool, list[str]]] = defaultdict(lambda: {True: [], False: []})
    for row in rows.get(values, []):
        found[row["coupling"]][row["superseded_at"] is None].append(names[row["target"]])
    mine = sorted((row for row in rows[members] if row["actor"] == who), key=lambda row: row["told_at"])
    return [
        (" ".join(sorted(found[row["coupling"]][True])) or "?", " ".join(found[row["coupling"]][False]), row["source"])
        for row in mine
    ]


# -- the two stories of the paper, in our words ----------------------------------------------------


def carter() -> Telling:
    """Carter waits with two others, nobody says where or when; at last one of them is placed and dated."""
    return (
        Telling()
        .at_place("Carter Ines")
        .on_day("Carter Ines")
        .at_place("Ines Hugo")
        .on_day("Ines Hugo")
        .at_place("Hugo", "Customs Shed")
        .on_day("Hugo", "2019-05")
    )


def test_what_is_said_of_one_reaches_everybody_who_shares_it() -> None:
    told = carter()
    assert held(told, "Hugo") == [("Customs Shed", "", "explicit")]
    assert held(told, "Carter") == held(told, "Ines") == [("Customs Shed", "", "inferred")]
    assert held(told, "Hugo", "time") == [("2019-05", "", "explicit")]
    assert held(told, "Carter", "time") == held(told, "Ines", "time") == [("2019-05", "", "inferred")]


def test_a_better_word_for_it_reaches_them_too_and_the_first_is_kept() -> None:
    told = carter().at_place("Ines", "Weighing Room").on_day("Carter", "2019-05-04")
    told.phrase("Weighing Room", " of the ", "Customs Shed", " stood open.")
    assert held(told, "Ines") == [("Weighing Room", "Customs Shed", "explicit")]
    assert held(told, "Hugo") == held(told, "Carter") == [("Weighing Room", "Customs Shed", "inferred")]
    assert held(told, "Hugo", "time") == [("2019-05-04", "2019-05", "inferred")]
    (shed,) = [row for row in rows_of(told.facts)["named"] if row["superseded_at"]]
    (told_best,) = [one for one in told.claims if one.label == "Weighing Room"]
    assert shed["superseded_at"] == told_best.recorded_at > shed["recorded_at"]


def miller() -> Telling:
    """Jonathan Miller leaves a company that waits somewhere; the others stay."""
    return Telling().at_place("Jonathan Petra Louis").at_place("Jonathan", "Ferry Stage", "go", "goal")


def test_who_goes_elsewhere_leaves_the_others_where_they_are() -> None:
    told = miller()
    assert held(told, "Jonathan") == [("?", "", "inferred"), ("Ferry Stage", "", "explicit")]
    assert held(told, "Petra") == held(told, "Louis") == [("?", "", "inferred")]


def test_where_they_were_is_found_for_the_one_who_left_as_well() -> None:
    told = miller().at_place("Petra", "Old Mill")
    assert held(told, "Louis") == [("Old Mill", "", "inferred")]
    assert held(told, "Petra") == [("Old Mill", "", "explicit")]
    assert held(told, "Jonathan") == [("Old Mill", "", "inferred"), ("Ferry Stage", "", "explicit")]


def test_who_left_shares_nothing_more_with_those_who_stayed() -> None:
    told = miller().at_place("Jonathan").at_place("Petra Louis").at_place("Louis", "Old Mill")
    assert held(told, "Jonathan")[1] == ("Ferry Stage", "", "explicit")
    told = miller().at_place("Jonathan", "Gate Nine").phrase("Gate Nine", ", ", "Ferry Stage", ".")
    assert held(told, "Jonathan")[1] == ("Gate Nine", "Ferry Stage", "explicit")
    assert held(told, "Petra") == [("?", "", "inferred")]


# -- movement --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verb", "valence", "moved"),
    [
        ("go", "goal", True),
        ("arrive", "place", True),
        ("reach", "patient", True),
        ("walk", "place", False),
        ("sleep", "place", False),
    ],
)
def test_a_verb_moves_only_with_a_goal(verb: str, valence: str, moved: bool) -> None:
    told = Telling().at_place("Ana Bo").at_place("Ana", "Porto", verb, valence)
    assert held(told, "Bo") == [("?" if moved else "Porto", "", "inferred")]
    assert len(held(told, "Ana")) == 1 + moved


def test_another_place_of_one_alone_is_movement() -> None:
    told = Telling().at_place("Ana Bo", "Porto").at_place("Ana", "Lisbon")
    assert held(told, "Ana") == [("Porto", "", "explicit"), ("Lisbon", "", "explicit")]
    assert held(told, "Bo") == [("Porto", "", "explicit")]


def test_coming_back_is_a_coupling_of_its_own() -> None:
    told = Telling().at_place("Ana Bo", "Porto").at_place("Ana", "Lisbon").at_place("Ana", "Porto")
    assert [now for now, _, _ in held(told, "Ana")] == ["Porto", "Lisbon", "Porto"]
    assert held(told, "Bo") == [("Porto", "", "explicit")]


def test_who_leaves_without_saying_where_to_is_not_where_the_others_are_found() -> None:
    told = Telling().at_place("Ana Bo").at_place("Ana", verb="walk out").at_place("Ana").at_place("Bo", "Porto")
    assert held(told, "Ana") == [("Porto", "", "inferred"), ("?", "", "inferred")]
    assert held(told.at_place("Ana", "Lisbon"), "Ana")[1] == ("Lisbon", "", "explicit")
    assert held(told, "Bo") == [("Porto", "", "explicit")]


def test_a_lent_place_neither_moves_nor_resolves() -> None:
    told = Telling().at_place("Ana Bo").at_place("Ana", "Porto", source="inherited").at_place("Ana", "Mill")
    assert held(told, "Bo") == [("?", "", "inferred")]
    assert ("Porto", "", "inherited") in held(told, "Ana")


def test_a_scene_of_many_places_lends_none_to_what_is_untold() -> None:
    told = Telling().at_place("Ana Bo").at_place("Ana", "Porto").at_place("Ana", "Lisbon").at_place("Ana", "Madrid")
    assert held(told, "Bo") == [("?", "", "inferred")]


def test_a_scene_of_many_dates_resolves_no_place_either() -> None:
    told = Telling().at_place("Ana Bo").on_day("Cleo", "2019").on_day("Dan", "2020").on_day("Cleo", "2021")
    assert held(told.at_place("Ana", "Porto"), "Bo") == [("?", "", "inferred")]


def test_what_is_only_lent_to_somebody_is_no_ground_to_say_more_of_others() -> None:
    told = Telling().on_day("Ana", "2019").on_day("Bo", "2019", source="inherited").on_day("Bo", "2019-04")
    assert held(told, "Ana", "time") == [("2019", "", "explicit")]
    assert held(told.on_day("Ana", "2019-05"), "Bo", "time")[0] == ("2019-05", "2019", "inferred")


def test_a_description_says_where_one_stands_and_not_where_the_scene_is() -> None:
    told = Telling().at_place("Ana Bo").at_place("Ana", "the doorway").at_place("Bo", "Porto")
    assert held(told, "Ana") == [("Porto", "", "inferred"), ("the doorway", "", "explicit")]


def test_who_is_told_at_a_known_place_shares_it() -> None:
    told = Telling().at_place("Ana", "Porto").at_place("Bo", "Porto").at_place("Cleo Dan").at_place("Dan", "Porto")
    rows = rows_of(told.facts)
    assert len({row["coupling"] for row in rows["actors_at"]}) == 1
    assert held(told, "Cleo") == [("Porto", "", "inferred")]


def test_a_less_exact_place_changes_nothing_but_is_kept() -> None:
    told = Telling().at_place("Ana Bo", "Gate Nine").at_place("Ana", "Porto").phrase("Gate Nine", ", ", "Porto", ".")
    assert held(told, "Ana") == held(told, "Bo") == [("Gate Nine", "Porto", "explicit")]


# -- time ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [
        ("2019", "2019-05-04", [("2019-05-04", "2019", "explicit")]),
        ("2019-05-04", "2019", [("2019-05-04", "2019", "explicit")]),
        ("2019-05-04", "2019-05-05", [("2019-05-04", "", "explicit"), ("2019-05-05", "", "explicit")]),
        ("1985/..", "2019-05-04", [("1985/..", "", "explicit"), ("2019-05-04", "", "explicit")]),
        ("2019", "2019?", [("2019 2019?", "", "explicit")]),
    ],
)
def test_two_dates_of_one_scene(first: str, then: str, expected: list[tuple[str, str, str]]) -> None:
    assert held(Telling().on_day("Ana Bo", first).on_day("Ana", then), "Ana", "time") == expected


# -- places ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "pairs"),
    [
        (("the east wing", " of the ", "Grand Museum", "."), {("the east wing", "Grand Museum")}),
        (("Gate Nine", ", ", "Porto", "."), {("Gate Nine", "Porto")}),
        (("Gate Nine", " (", "Porto", ")."), {("Gate Nine", "Porto")}),
        (("a cafe", " in ", "Lisbon", " and left."), {("a cafe", "Lisbon")}),
        (("Pine Street", ", ", "Brund", ", ", "Norland", " on"), {("Brund", "Norland"), ("Pine Street", "Brund")}),
        (("Porto", ", ", "Lisbon", " and ", "Madrid", "."), set()),
        (("Porto", ", ", "Lisbon", ", and ", "Madrid", "."), set()),
        (("Stone Mill", ", ", "Ashby", ", and she"), {("Stone Mill", "Ashby")}),
        (("Larchester", " at the ", "Railway Hotel", "."), set()),
        (("a room", " at the ", "Railway Hotel", "."), {("a room", "Railway Hotel")}),
        (("Porto", ", ", "Gate Nine", " was closed."), set()),
        (("the kitchen", ", then ", "Porto", "."), set()),
        (("Porto", ", ", "the city", "."), set()),
    ],
)  # fmt: skip
def test_a_place_within_a_place_is_read_off_the_words(parts: tuple[str, ...], pairs: set[tuple[str, str]]) -> None:
    rows = rows_of(Telling().phrase(*parts).facts)
    names = {row["uid"]: row["name"] for row in rows["places"]}
    assert {(names[row["inner"]], names[row["outer"]]) for row in rows.get("place_within", [])} == pairs


def test_what_is_said_both_ways_is_held_of_neither() -> None:
    told = Telling().phrase("Porto", " in ", "Gaia", ".").phrase("Gaia", " in ", "Porto", ".")
    assert "place_within" not in rows_of(told.facts)


def test_a_description_holds_the_name_of_what_it_is_part_of() -> None:
    told = Telling()
    told.mention("the east wing of the Grand Museum", "place")
    told.mention("Grand Museum", "place", shift=400)
    told.mention("Bank of England", "place", shift=500)
    told.mention("England", "place", shift=600)
    (row,) = rows_of(told.facts)["place_within"]
    assert (row["inner"], row["outer"], row["chapter"]) == (
        content_uid("place", "", "east wing of the grand museum"),
        content_uid("place", "", "grand museum"),
        "ch",
    )


@pytest.mark.parametrize(
    "parts",
    [("Grand Museum", " (", "GM", ")."), ("Grand Museum", ", also known as the ", "Castle", ", is shut.")],
)  # fmt: skip
def test_a_place_under_two_names_is_one(parts: tuple[str, ...]) -> None:
    told = Telling().phrase(*parts).at_place("Ana", "Grand Museum").at_place("Ana", parts[2])
    rows = rows_of(told.facts)
    assert {row["uid"] for row in rows["places"]} == {content_uid("place", "", "grand museum")}
    assert {row["name"] for row in rows["places"]} == {"Grand Museum", parts[2]}
    assert held(told, "Ana")[0][2] == "explicit" and len(held(told, "Ana")) == 1


# -- laws ------------------------------------------------------------------------------------------

people = st.sets(st.sampled_from(["Ana", "Bo", "Cleo", "Dan"]), min_size=1, max_size=3).map(
    lambda who: " ".join(sorted(who))
)
spot = st.sampled_from(["", "", "Porto", "Gate Nine", "Lisbon", "the kitchen"])
days = st.sampled_from(["", "2019", "2019-05", "2019-05-04", "2020-01-01", "1985/.."])
deed = st.sampled_from([("", ""), ("go", "goal"), ("leave", ""), ("sleep", "place")])
lent = st.sampled_from(["", "", "inherited"])
step = st.one_of(
    st.tuples(st.just("space"), people, spot, deed, lent), st.tuples(st.just("time"), people, days, st.none(), lent)
)
Steps = list[tuple[str, str, str, Any, str]]
worlds = st.lists(step, min_size=1, max_size=9)


def tell(steps: Iterable[tuple[str, str, str, Any, str]], scene: int = 0, start: int = 0) -> Telling:
    told = Telling(scene=scene)
    told.at = start
    for axis, who, value, how, source in steps:
        if axis == "space":
            verb, valence = how
            told.at_place(who, value, verb, valence, source=source if value else "")
        else:
            told.on_day(who, value, source=source if value else "")
    return told


@given(worlds, st.randoms())
def test_the_result_is_a_function_of_the_set_of_facts(steps: Steps, random: Any) -> None:
    told = tell(steps).phrase("Gate Nine", ", ", "Porto", ".")
    claims, mentions = list(told.claims), list(told.mentions.items())
    random.shuffle(claims)
    random.shuffle(mentions)
    mixed = [claim._replace(mentions=random.sample(claim.mentions, len(claim.mentions))) for claim in claims]
    assert rows_of(Facts(dict(mentions), mixed)) == rows_of(told.facts)


@pytest.mark.parametrize(
    ("false", "verbs", "people"),
    [
        ({"meet"}, {"sing"}, {"Bo", "Cid"}),  # Ana takes part in nothing else that is said to be there
        ({"sing"}, {"meet"}, {"Ana", "Bo", "Cid"}),  # Cid is there, whatever is done
        ({"meet", "sing"}, set(), {"Cid"}),
        ({"is tired"}, {"meet", "sing"}, {"Ana", "Bo", "Cid"}),
    ],
)
def test_a_false_deed_leaves_nobody_where_it_was_done(false: set[str], verbs: set[str], people: set[str]) -> None:
    told = Telling()
    there = {name: told.mention(name, "person", shift=shift) for shift, name in enumerate(("Ana", "Bo", "Cid"))}
    deeds = {
        "meet": told.claim("verb", "meet", [("agent", there["Ana"]), ("patient", there["Bo"])]),
        "sing": told.claim("verb", "sing", [("agent", there["Bo"])]),
        "is tired": told.claim("state", "tired", [("bearer", there["Ana"])]),
    }
    place = [("place", told.mention("Porto", "place", shift=500))]
    members = [("member", uid) for uid in there.values()]
    told.claim("space", "Porto", place + members, claims=[("member", deeds[one]) for one in ("meet", "sing")])
    told.claim("space", "Porto", place + members[:2], claims=[("member", deeds["meet"])], source="inherited")
    told.claim("space", "Porto", place)
    left = told.facts.without({deeds[one] for one in false})
    spaces = [claim for claim in left.claims if claim.kind == "space"]
    assert len(spaces) == (2 if "meet" in false else 3), "a place stays that is only named, and goes without members"
    assert {uid for _, uid in spaces[0].claims} == {deeds[one] for one in verbs}
    assert {name for name, uid in there.items() if ("member", uid) in spaces[0].mentions} == people


@given(worlds, worlds)
def test_another_scene_changes_nothing_in_this_one(steps: Steps, others: Steps) -> None:
    one, other = tell(steps), tell(others, scene=1, start=50_000)
    both = rows_of(Facts(one.mentions | other.mentions, one.claims + other.claims))
    for name, rows in rows_of(one.facts).items():
        assert [row for row in rows if row not in both[name]] == []
    mine = {row["uid"] for name in ("spaces", "times") for row in rows_of(one.facts).get(name, [])}
    for name in ("actors_at", "actors_during", "named", "dated", "verbs_at"):
        rows = [row for row in both.get(name, []) if row["coupling"] in mine]
        assert rows == rows_of(one.facts).get(name, [])


@given(worlds)
def test_everybody_told_is_coupled_and_nothing_is_lost(steps: Steps) -> None:
    told = tell(steps).phrase("Gate Nine", ", ", "Porto", ".")
    rows = rows_of(told.facts)
    assert {row["claim"] for row in rows.get("spaces", []) + rows.get("times", [])} == {
        claim.uid for claim in told.claims if claim.kind != "verb"
    }
    for members, nodes, values in (("actors_at", "spaces", "named"), ("actors_during", "times", "dated")):
        known = {row["uid"] for row in rows.get(nodes, [])}
        assert {row["coupling"] for row in rows.get(members, []) + rows.get(values, [])} <= known
        keys = [(row["actor"], row["coupling"]) for row in rows.get(members, [])]
        assert len(keys) == len(set(keys))
        current: dict[str, int] = defaultdict(int)
        for row in rows.get(values, []):
            current[row["coupling"]] += row["superseded_at"] is None
        assert set(current.values()) <= {1}
    placed = {(who, value) for axis, names, value, _, _ in steps if axis == "space" and value for who in names.split()}
    names = {row["uid"]: row["name"] for row in rows.get("places", [])}
    at = {(row["coupling"], names[row["target"]]) for row in rows.get("named", [])}
    assert placed == {
        (who, value) for who, value in placed
        if any((row["coupling"], value) in at for row in rows["actors_at"] if row["actor"] == who)
    }  # fmt: skip


def test_stamps_of_several_claims_are_the_widest_and_strongest() -> None:
    one = {"valid_from": 5, "valid_to": None, "open": False, "told_at": 7, "recorded_at": START, "source": "inferred",
           "confidence": 0.2}  # fmt: skip
    other = {**one, "valid_from": None, "valid_to": 9, "told_at": 3, "source": "explicit", "confidence": 0.9}
    assert together([one, other]) == together([other, one]) == {**other, "valid_from": 5}
