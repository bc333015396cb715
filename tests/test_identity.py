"""Who is who, decided without a database: tables of names, and the laws of the partition."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gsw_graph.errors import InputError
from gsw_graph.evals.identity import b_cubed, pairwise
from gsw_graph.identity import (
    Link,
    Naming,
    Persona,
    actor_uid,
    doubts,
    family,
    mark,
    marks,
    partition,
    persona_uid,
)
from gsw_graph.identity.families import contradict
from gsw_graph.names import fold, is_full_name
from gsw_graph.names.people import person_name


def persona(name: str, kind: str = "person", *, scope: str = "", marked: str = "", sure: bool = True) -> Persona:
    folded = fold(name)
    uid = persona_uid(scope, folded, marked)
    return Persona(uid, scope, folded, marked, name, (name,), (kind,), sure, 1)


def naming(name: str, surface: str = "", form: str = "name") -> Naming:
    return Naming("person", name, surface or name, form, is_full_name(name, "person"), fold(name))


def grouped(personae: Sequence[Persona], links: Sequence[Link] = ()) -> list[list[str]]:
    """Return the names of each actor's personae."""
    found: dict[str, list[str]] = {}
    for uid, actor in partition(personae, links).items():
        found.setdefault(actor, []).append(next(one.name for one in personae if one.uid == uid))
    return sorted(sorted(names) for names in found.values())


def link(one: Persona, other: Persona, same: bool, source: str, number: int = 0) -> Link:
    return Link(one.uid, other.uid, same, source, number)


# -- rules -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names",
    [
        ("Irene Marsh", "Irene J. Marsh", "Irene Jane Marsh"),
        ("José Pérez", "Jose Perez"),
        ("Jónas Þórsson", "Jonas Thorsson"),
        ("Anna Müller", "Anna Mueller"),
        ("Nguyễn Thị Hoa", "Nguyen Thi Hoa"),
        ("Jean-Luc Moreau", "Jean Luc Moreau"),
        ("Ludwig van Beethoven", "Ludwig Beethoven"),
        ("Yusuf al-Karim", "Yusuf Karim"),
        ("María García López", "María García", "Maria Garcia-Lopez"),
        ("Kim Min-su", "Min-su Kim"),
        ("Петров Иван Сергеевич", "Иван Сергеевич Петров", "Иван Петров"),
        ("Фёдор Лебедев", "Федор Лебедев"),
        ("Conor O'Brien", "Conor O’Brien"),
        ("John Smith", "John Smith Jr."),
        ("Ana Reyes", "Ana Reyes, PhD"),
    ],
)
def test_forms_of_one_persons_name_are_one_actor(names: tuple[str, ...]) -> None:
    personae = {one.uid: one for one in map(persona, names)}
    assert len(set(partition(personae.values(), []).values())) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Irene Marsh", "Colin Marsh"),
        ("Irene Marsh", "Irena Marsh"),
        ("Paul Martin", "Martin Paul"),
        ("John A. Smith", "John B. Smith"),
        ("John Smith Jr.", "John Smith Sr."),
        ("Robert Keane", "Bob Keane"),
        ("J. Miller", "John Miller"),
        ("김민수", "김민석"),
        ("Nguyễn Văn Ân", "Nguyễn Văn An"),
        ("María García López", "María García Ruiz"),
        ("Jean Moreau", "Jean-Luc Moreau"),
        ("Anna Mueller", "Anna Muller"),
        ("Иван Петров", "Иван Сидоров"),
    ],
)
def test_two_people_stay_two(one: str, other: str) -> None:
    assert len(set(partition([persona(one), persona(other)], []).values())) == 2


def test_what_could_be_either_of_two_stays_by_itself() -> None:
    smiths = [persona(name) for name in ("John Smith", "John A. Smith", "John Arnold Smith", "John B. Smith")]
    assert grouped(smiths) == [["John A. Smith", "John Arnold Smith"], ["John B. Smith"], ["John Smith"]]


def test_one_of_two_that_is_ruled_out_leaves_the_other() -> None:
    plain, a, b = map(persona, ("John Smith", "John A. Smith", "John B. Smith"))
    assert grouped([plain, a, b], [link(plain, a, False, "human", 1)]) == [
        ["John A. Smith"],
        ["John B. Smith", "John Smith"],
    ]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Tessel Lines Ltd", "Tessel Lines", True),
        ("Tessel Lines Ltd.", "Tessel Lines Limited", True),
        ("Carvalho & Filhos S.A.", "Carvalho & Filhos", True),
        ("Brandt und Söhne GmbH & Co. KG", "Brandt & Söhne", True),
        ("株式会社ひかり", "ひかり", True),
        ("Orión", "Orion", True),
        ("Tessel Lines Ltd", "Tessel Lines GmbH", False),
        ("Tessel Lines", "Tessel", False),
        ("Smith & Co.", "Smith", False),
    ],
)
def test_a_legal_form_may_be_missing(one: str, other: str, same: bool) -> None:
    found = partition([persona(one, "organisation"), persona(other, "organisation")], [])
    assert (len(set(found.values())) == 1) is same


def test_a_person_and_a_thing_are_never_joined_by_name_or_text() -> None:
    person, ship = persona("José Ruiz"), persona("Jose Ruiz", "object")
    assert len(grouped([person, ship])) == 2
    assert len(grouped([person, ship], [link(person, ship, True, "said")])) == 2
    assert len(grouped([person, ship._replace(sure=False)])) == 1


# -- marks -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "surface", "found"),
    [
        ("Irene Marsh", "Irene Marsh", ""),
        ("Irene Marsh", "Ms. Irene Marsh", "ms"),
        ("Irene Marsh", "Mrs Irene Marsh", "ms"),
        ("Irene Marsh", "Mr. Marsh", ""),
        ("Anna Weiss", "Frau Anna Weiss", "ms"),
        ("Irene Marsh", "Dr. Irene Marsh", ""),
        ("Martin Okoye", "Martin Okoye Jr.", "jr"),
        ("Martin Okoye", "Martin Okoye, Senior", "sr"),
        ("Martin Okoye Jr.", "Martin Okoye Jr.", ""),
        ("Karl Haas", "Karl Haas (1850–1902)", "1850-1902"),
        ("Marsh", "Mr. Marsh", ""),
    ],
)
def test_a_mark_is_what_the_words_themselves_say(name: str, surface: str, found: str) -> None:
    assert mark(naming(name, surface)) == found


def test_the_unmarked_mentions_of_a_chapter_take_its_only_mark() -> None:
    she = naming("Irene Marsh", "she", "pronoun")
    assert marks([naming("Irene Marsh", "Ms. Irene Marsh"), she]) == ["ms", "ms"]
    both = [naming("Alex Doyle", "Mr. Alex Doyle"), naming("Alex Doyle", "Ms. Alex Doyle"), naming("Alex Doyle")]
    assert marks(both) == ["mr", "ms", ""]


def test_marks_part_bearers_of_one_name_and_change_no_uid_alone() -> None:
    plain, mr, ms = (persona("Alex Doyle", marked=each) for each in ("", "mr", "ms"))
    usual = actor_uid("", "alex doyle", "")
    assert partition([mr], []) == {mr.uid: usual}
    assert set(partition([plain, ms], []).values()) == {usual}
    assert partition([plain, mr, ms], []) == {
        plain.uid: usual,
        mr.uid: actor_uid("", "alex doyle", "mr"),
        ms.uid: actor_uid("", "alex doyle", "ms"),
    }


# -- what texts and humans say -----------------------------------------------------------------------


def test_a_short_form_is_joined_unless_two_bear_it() -> None:
    iho, office = persona("IHO", "organisation"), persona("International Harbour Office", "organisation")
    house = persona("Inland Haulage Organisation", "organisation")
    one, other = link(iho, office, True, "said"), link(house, iho, True, "said")
    assert len(grouped([iho, office], [one])) == 1
    assert len(grouped([iho, office, house], [one, other])) == 3
    decided = link(iho, house, False, "human", 1)
    assert grouped([iho, office, house], [one, other, decided]) == [
        ["IHO", "International Harbour Office"],
        ["Inland Haulage Organisation"],
    ]


def test_a_short_form_of_two_spellings_has_one_bearer() -> None:
    names = ("IHO", "International Harbour Office", "International Harbour Office Ltd", "Int. Harbour Office")
    iho, office, limited, brief = (persona(name, "organisation") for name in names)
    links = [link(iho, each, True, "said") for each in (office, limited, brief)]
    assert len(grouped([iho, office, limited, brief], [*links, link(brief, office, True, "said")])) == 1


@pytest.mark.parametrize("short", ["J. Miller", "Johnny Miller"])
def test_an_initial_or_nickname_is_of_one_text_and_doubted_elsewhere(short: str) -> None:
    brief, full = persona(short), persona("John Miller")
    said = [link(brief, full, True, "said")]
    assert len(grouped([brief, full], said)) == 2
    (doubt,) = doubts([brief, full], partition([brief, full], said), said)
    assert len(doubt.pro) == 2 and doubt.score > 0.8


def test_who_was_split_off_is_another_than_all_forms_of_the_name() -> None:
    plain, long, other = (
        persona("Irene Marsh"),
        persona("Irene J. Marsh"),
        persona("Irene Marsh", marked="split-0a1b2c3d"),
    )
    assert partition([plain, long, other], []) == {
        plain.uid: actor_uid("", "irene j marsh", ""),
        long.uid: actor_uid("", "irene j marsh", ""),
        other.uid: actor_uid("", "irene marsh", "split-0a1b2c3d"),
    }


def test_the_latest_decision_counts_and_a_human_before_a_model() -> None:
    bob, robert = persona("Bob Keane"), persona("Robert Keane")
    joined, parted = link(bob, robert, True, "human", 1), link(robert, bob, False, "human", 2)
    assert len(grouped([bob, robert], [joined])) == 1
    assert len(grouped([bob, robert], [joined, parted])) == 2
    assert len(grouped([bob, robert], [joined, link(bob, robert, False, "model", 9)])) == 1


def test_of_two_joins_that_a_split_forbids_together_the_later_stays() -> None:
    a, b, c = map(persona, ("Ana Reyes", "Ann Royes", "Anne Rice"))
    links = [link(a, b, True, "human", 1), link(b, c, True, "human", 2), link(a, c, False, "human", 3)]
    assert grouped([a, b, c], links) == [["Ana Reyes"], ["Ann Royes", "Anne Rice"]]


# -- doubts ------------------------------------------------------------------------------------------


def doubted(personae: Sequence[Persona], links: Sequence[Link] = ()) -> dict[frozenset[str], float]:
    """Return the scores of doubted pairs by their names."""
    names = {one.uid: one.name for one in personae}
    found = doubts(personae, partition(personae, links), links)
    return {frozenset({names[one.one], names[one.other]}): one.score for one in found}


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (("Bob Keane", "Robert Keane"), "person"),
        (("J. Miller", "John Miller"), "person"),
        (("Irene Marsh", "Irena Marsh"), "person"),
        (("IHO", "International Harbour Office"), "organisation"),
        (("Tessel Lines Ltd", "Tessel Lines GmbH"), "organisation"),
        (("North Sea Lines", "North Sea Lines Cargo"), "organisation"),
    ],
)
def test_likely_pairs_are_doubted(names: tuple[str, str], kind: str) -> None:
    one, other = (persona(name, kind) for name in names)
    assert doubted([one, other]).keys() == {frozenset(names)}
    assert not doubted([one, other], [link(one, other, False, "human", 1)])
    assert not doubted([one, other], [link(one, other, True, "human", 1)])


@pytest.mark.parametrize(
    "names",
    [("Irene Marsh", "Colin Marsh"), ("John A. Smith", "John B. Smith"), ("Ana Ruiz", "Ina Ruiz"), ("Ann", "An")],
)
def test_two_plain_people_are_in_no_doubt(names: tuple[str, str]) -> None:
    assert not doubted([persona(name) for name in names])


def test_a_doubt_says_what_is_for_and_against_it() -> None:
    smiths = [persona(name) for name in ("John Smith", "John A. Smith", "John B. Smith")]
    found = doubts(smiths, partition(smiths, []), [], similar=lambda one, other: 0.9 if "A" in one + other else 0.1)
    first, last = found
    assert first.pro == (
        "John Smith and John A. Smith may be forms of one name.",
        "The names mean much the same (0.90).",
    )
    assert first.contra == ("It may be John B. Smith as well.",)
    assert last.contra == ("It may be John A. Smith as well.", "The names mean different things (0.10).")
    assert abs(first.score - 0.5) <= abs(last.score - 0.5)


def test_what_a_text_says_in_vain_is_doubted() -> None:
    iho, office = persona("IHO", "organisation"), persona("International Harbour Office", "organisation")
    house = persona("Inland Haulage Firm", "organisation")
    said = [link(iho, office, True, "said"), link(iho, house, True, "said")]
    pairs = doubted([iho, office, house], said)
    assert pairs.keys() == {frozenset({"IHO", office.name}), frozenset({"IHO", house.name})}
    assert pairs[frozenset({"IHO", office.name})] > pairs[frozenset({"IHO", house.name})]


def test_a_bare_name_is_doubted_if_one_only_bears_it() -> None:
    bare, irene, colin = persona("Marsh", scope="chapter one"), persona("Irene Marsh"), persona("Colin Marsh")
    assert doubted([bare, irene]).keys() == {frozenset({"Marsh", "Irene Marsh"})}
    assert not doubted([bare, irene, colin])


def test_one_actor_of_contradicting_names_is_doubted() -> None:
    a, b, jack = persona("John A. Smith"), persona("John B. Smith"), persona("Jack Ash")
    joined = [link(a, jack, True, "human", 1), link(b, jack, True, "human", 2)]
    assert doubted([a, b, jack], joined).keys() == {frozenset({a.name, b.name})}


# -- laws --------------------------------------------------------------------------------------------

FIRST = ("Irene", "Irène", "John", "José", "Jose")
MIDDLE = ("", "A. ", "B. ", "Arnold ")
LAST = ("Smith", "García", "Garcia López", "Marsh Ltd")
persons = st.builds(
    persona,
    st.builds("{} {}{}".format, st.sampled_from(FIRST), st.sampled_from(MIDDLE), st.sampled_from(LAST)),
    st.sampled_from(["person", "organisation"]),
    scope=st.sampled_from(["", "", "", "chapter one"]),
    marked=st.sampled_from(["", "", "mr", "ms"]),
    sure=st.booleans(),
)
casts = st.lists(persons, max_size=9, unique_by=lambda one: one.uid)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[list[Persona], list[Link]]:
    cast = draw(casts)
    uids = st.sampled_from([one.uid for one in cast] or [""])
    source = st.sampled_from(["said", "human", "model"])
    links = st.builds(Link, uids, uids, st.booleans(), source, st.integers(0, 3))
    return cast, draw(st.lists(links, max_size=7))


@given(worlds(), st.randoms())
def test_order_and_repetition_change_nothing(world: tuple[list[Persona], list[Link]], chance: random.Random) -> None:
    cast, links = world
    found = partition(cast, links)
    shuffled, again = chance.sample(cast, len(cast)), chance.sample(links, len(links))
    turned = [one._replace(one=one.other, other=one.one) for one in again]
    assert partition(shuffled, turned + again) == found
    assert found.keys() == {one.uid for one in cast}


@given(worlds())
def test_what_is_decided_to_be_two_is_never_one(world: tuple[list[Persona], list[Link]]) -> None:
    cast, links = world
    found = partition(cast, links)
    authority = {"said": 1, "model": 2, "human": 3}
    for one in links:
        pair = {one.one, one.other}
        rivals = [each for each in links if {each.one, each.other} == pair]
        last = max(rivals, key=lambda each: (authority[each.source], each.number, not each.same))
        if len(pair) == 2 and not last.same:
            assert found[one.one] != found[one.other]


@given(worlds(), worlds())
def test_what_no_family_and_no_link_ties_changes_nothing(
    world: tuple[list[Persona], list[Link]], other: tuple[list[Persona], list[Link]]
) -> None:
    cast, links = world
    # The second world's names are others, letter by letter.
    strangers = {one.uid: persona(f"Q{one.name}ov", scope=one.scope, marked=one.mark) for one in other[0]}
    theirs = [one._replace(one=strangers[one.one].uid, other=strangers[one.other].uid) for one in other[1] if one.one]
    alone, together = partition(cast, links), partition([*cast, *set(strangers.values())], [*links, *theirs])
    assert {uid: together[uid] for uid in alone} == alone


@given(casts)
@settings(max_examples=200)
def test_two_that_rules_may_join_share_a_family(cast: list[Persona]) -> None:
    for one in cast:
        for other in cast:
            if one.scope == other.scope and family(one.scope, one.folded) != family(other.scope, other.folded):
                assert contradict(one, other)


@given(casts)
def test_one_actor_is_without_contradiction_by_rules_alone(cast: list[Persona]) -> None:
    found = partition(cast, [])
    for one in cast:
        for other in cast:
            assert found[one.uid] != found[other.uid] or one == other or not contradict(one, other)


@given(worlds(), st.randoms())
def test_doubts_are_in_one_order_and_never_what_a_human_decided(
    world: tuple[list[Persona], list[Link]], chance: random.Random
) -> None:
    cast, links = world
    actors = partition(cast, links)
    found = doubts(cast, actors, links)
    assert doubts(chance.sample(cast, len(cast)), actors, chance.sample(links, len(links))) == found
    decided = {frozenset({one.one, one.other}) for one in links if one.source == "human"}
    assert not decided & {frozenset({one.one, one.other}) for one in found}


@given(st.text(min_size=1, max_size=24).filter(str.strip))
def test_any_name_has_a_family_and_parts(name: str) -> None:
    folded = fold(name)
    assert family("", folded)[1:].strip()
    parts = person_name(folded)
    assert parts.surname and (parts.surnames or not parts.given)


# -- scores ------------------------------------------------------------------------------------------


def test_b_cubed_and_pairs_of_hand_made_cases() -> None:
    gold = {"a": 1, "b": 1, "c": 2, "d": 2}
    assert b_cubed(gold, gold) == pairwise(gold, gold) == (1, 1, 1)
    apart = {item: item for item in gold}
    assert b_cubed(apart, gold) == pytest.approx((1, 0.5, 2 / 3))
    assert pairwise(apart, gold) == (1, 0, 0)
    one = dict.fromkeys(gold, 0)
    assert b_cubed(one, gold) == pytest.approx((0.5, 1, 2 / 3))
    assert pairwise(one, gold) == pytest.approx((2 / 6, 1, 0.5))
    mixed = {"a": "x", "b": "x", "c": "x", "d": "y"}
    assert b_cubed(mixed, gold) == pytest.approx(((4 / 3 + 1 / 3 + 1) / 4, 3 / 4, 12 / 17))
    assert pairwise(mixed, gold) == pytest.approx((1 / 3, 1 / 2, 0.4))
    assert b_cubed({}, {}) == pairwise({}, {}) == (1, 1, 1)


def test_scores_compare_the_same_items_only() -> None:
    with pytest.raises(InputError, match="1 items"):
        b_cubed({"a": 1}, {"a": 1, "b": 2})
