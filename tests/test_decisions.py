"""What stands of decisions: a pure function of their set, whoever made them, in whatever order they are read."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gsw_graph.decisions import (
    Answer,
    Apart,
    Content,
    Decision,
    End,
    False_,
    Part,
    Rename,
    Retype,
    Same,
    Split,
    Undo,
    checked,
    decide,
    load_content,
    rulings,
    rulings_of,
    standing,
    take_in,
    undo,
)
from gsw_graph.decisions.kept import Kept
from gsw_graph.errors import InputError
from gsw_graph.identity import persona_uid
from gsw_graph.log import Log
from gsw_graph.opening import Choice, create
from gsw_graph.workspace import Workspace

A, B, C = (persona_uid("", name, "") for name in ("ana reyes", "bo lind", "cleo marsh"))
CLAIM, QUESTION = "1" * 24, "2" * 24
HERE, THERE = Part(document="a.txt", chapters=(1, 3)), Part(document="b.txt")


def split(*parts: Part, names: tuple[str, ...] = ("ana reyes",), **more: Any) -> Split:
    given = {"along": (), "stay": (), **more}
    return Split.of(parts, {persona_uid("", name, ""): name for name in names}, **given)


contents: st.SearchStrategy[Content] = st.one_of(
    st.sampled_from([(A, B), (B, A), (B, C)]).flatmap(
        lambda pair: st.sampled_from([Same(one=pair[0], other=pair[1]), Apart(one=pair[0], other=pair[1])])
    ),
    st.sampled_from([Rename(persona=A, name="Anita"), Rename(persona=A, name="Ann"), Retype(persona=B, to="group")]),
    st.sampled_from([End(claims=(CLAIM,), day=5), End(claims=(CLAIM,), day=6), False_(claims=(CLAIM,))]),
    st.sampled_from([split(HERE), split(THERE), split(HERE, THERE)]),
    st.booleans().map(lambda yes: Answer(question=QUESTION, claim=CLAIM, yes=yes)),
)


@st.composite
def history(draw: st.DrawFn) -> list[Decision]:
    """Draw decisions as a log would have them: numbered, repeated ones told apart, some undone."""
    made: list[Decision] = []
    for number in range(1, draw(st.integers(1, 8)) + 1):
        open_ones = [one for one in standing(made) if not isinstance(one.what, Undo)]
        undoes: bool = draw(st.booleans())
        if open_ones and undoes:
            what: Content = Undo(key=draw(st.sampled_from(open_ones)).key)
        else:
            what = draw(contents)
        by = draw(st.sampled_from(["human", "some-model"]))
        repeat = sum(one.by == by and one.what == what for one in made)
        made.append(Decision(what=what, by=by, number=number, repeat=repeat))
    return made


@given(made=history(), seed=st.integers())
def test_the_order_in_which_decisions_are_read_changes_nothing(made: list[Decision], seed: int) -> None:
    shuffled = list(made)
    random.Random(seed).shuffle(shuffled)
    assert rulings_of(shuffled) == rulings_of(made)
    assert len({one.key for one in made}) == len(made)


@given(made=history(), what=contents)
def test_what_is_decided_and_undone_leaves_no_trace(made: list[Decision], what: Content) -> None:
    number = len(made) + 1
    more = Decision(what=what, number=number, repeat=sum(one.by == "human" and one.what == what for one in made))
    taken_back = Decision(what=Undo(key=more.key), number=number + 1)
    after = rulings_of([*made, more, taken_back])
    assert after._replace(version=0) == rulings_of(made)._replace(version=0)
    assert after.version == number + 1


@given(what=contents)
def test_a_decision_is_read_as_it_was_written(what: Content) -> None:
    assert load_content(what.model_dump_json()) == what
    assert Decision(what=what, number=3, reason="x").key == Decision(what=what, number=9, repeat=0).key


def numbered(*made: tuple[Content, str]) -> list[Decision]:
    return [Decision(what=what, by=by, number=number) for number, (what, by) in enumerate(made, 1)]


def test_a_person_counts_more_than_a_model_and_the_later_more_than_the_earlier() -> None:
    same, apart = Same(one=A, other=B), Apart(one=B, other=A)
    [link] = rulings_of(numbered((same, "human"), (apart, "some-model"))).links
    assert (link.same, link.source, link.number) == (True, "human", 1)
    [link] = rulings_of(numbered((same, "some-model"), (apart, "other-model"))).links
    assert (link.same, link.source, link.number) == (False, "model", 2)
    names = numbered((Rename(persona=A, name="Ann"), "human"), (Rename(persona=A, name="Anita"), "human"))
    assert rulings_of(names).names == {A: "Anita"}


def test_a_split_counts_where_it_is_said_and_nowhere_else() -> None:
    first, second = split(HERE), split(Part(document="a.txt"))
    stands = rulings_of(numbered((second, "human"), (first, "human")))
    assert [stands.facet("a.txt", number, "ana reyes") for number in (1, 2, 3)] == [
        first.mark,
        second.mark,
        first.mark,
    ], "of two splits the later counts"
    assert stands.facet("b.txt", 1, "ana reyes") == stands.facet("a.txt", 1, "bo lind") == ""
    assert stands.facet("a.txt", 1, "ana reyes", "jr") == "", "another of that name by the text's own word"
    apart = {(link.one, link.other) for link in stands.links if not link.same}
    ends = sorted([A, first.facets[0].becomes, second.facets[0].becomes])
    assert apart == {(ends[0], ends[1]), (ends[0], ends[2]), (ends[1], ends[2])}


def test_a_split_keeps_what_goes_from_what_stays() -> None:
    made = split(HERE, along=[B], stay=[C])
    [facet] = made.facets
    pairs = {frozenset((link.one, link.other)) for link in rulings_of(numbered((made, "human"))).links}
    assert pairs == {frozenset(pair) for pair in ((facet.becomes, A), (facet.becomes, C), (B, A), (B, C))}


@pytest.mark.parametrize(
    ("record", "fields"),
    [
        (Same, {"one": A, "other": A}),
        (Same, {"one": A, "other": "Ana"}),
        (Rename, {"persona": A, "name": ""}),
        (Rename, {"persona": A, "name": "a\0"}),
        (Rename, {"persona": A, "name": "\ud800"}),
        (Retype, {"persona": A, "to": "place"}),
        (End, {"claims": (), "day": 0}),
        (End, {"claims": (CLAIM,), "day": 10**15}),
        (Decision, {"what": Same(one=A, other=B), "reason": "x" * 501}),
    ],
)
def test_what_cannot_be_kept_is_refused(record: type, fields: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        checked(record, **fields)


def test_the_log_numbers_decisions_and_makes_none_twice(workspace: Workspace) -> None:
    graph, name = workspace.graph, workspace.name
    log = Log(graph, name)
    same, apart = (Decision(what=kind(one=A, other=B), reason="so") for kind in (Same, Apart))
    with pytest.raises(InputError, match="There is no workspace"):
        decide(graph, name, log, [same])
    create(graph, name, workspace.embedder, Choice())
    assert rulings(graph, name).version == 0
    assert decide(graph, name, log, [same, same, same.model_copy(update={"by": "some-model"})]) == [1, 1, 2]
    assert decide(graph, name, log, [same]) == [1]
    assert decide(graph, name, log, [apart, same]) == [3, 4], "the same again is said again once it was overruled"
    assert undo(graph, name, log, 4) == 5
    assert [link.same for link in rulings(graph, name).links] == [False]
    assert decide(graph, name, log, [same]) == [6]
    for number, said in ((4, "was undone by 5"), (5, "undoes another"), (99, "no decision 99")):
        with pytest.raises(InputError, match=said):
            undo(graph, name, log, number)
    assert rulings(graph, name).version == 6
    more = [
        Kept(Decision(what=Rename(persona=C, name=words), number=n), None) for n, words in ((9, "Clio"), (4, "Cleo"))
    ]
    assert graph.transact(lambda tx: take_in(tx, name, more)) == 2
    assert (rulings(graph, name).version, rulings(graph, name).names) == (8, {C: "Clio"})
