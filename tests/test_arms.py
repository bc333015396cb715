"""Arms: each answers, what each leaves out is out, and budgets and views hold for all of them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from commands import Run
from conftest import Neo4j, open_workspace
from gsw_graph.answer.arms import ARMS
from gsw_graph.answer.context import passage_context
from gsw_graph.answer.match import Cue, Hit
from gsw_graph.answer.retrieval import chosen_by_cues
from gsw_graph.answer.texts import Passage, as_told, chapter_texts, passages_within
from gsw_graph.demo import document
from gsw_graph.errors import InputError
from gsw_graph.language import count_tokens
from gsw_graph.views import Answer
from gsw_graph.workspace import Workspace
from model_server import ModelServer
from test_model_answers import Speaker

WHERE = "Where was Nora Pellow on 4 April 1987?"
WHO = "Who was at the Custom House on 11 May 1987?"
PASSAGES = {name for name, arm in ARMS.items() if arm.shows == "passages"}
NOT_ABLE = {"no-space-time", "verbs", "abstain"}
"""Arms that know no place."""


@pytest.fixture(scope="module")
def demo(demo_workspace: Workspace) -> Workspace:
    """Return the story's workspace."""
    return demo_workspace


def chapters(answer: Answer) -> list[int]:
    return [one.chapter for one in answer.chapters]


# -- every arm --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arm", ARMS)
def test_each_arm_reads_the_answer_off_the_chapters_that_it_chose(demo: Workspace, arm: str) -> None:
    answer = demo.ask(WHERE, arm=arm)
    assert answer.arm == arm
    assert (answer.items, answer.abstained) == (((), True) if arm in NOT_ABLE else (("Gannet Island",), False))
    assert (6 in chapters(answer)) == (arm != "abstain")
    assert {one.chapter for one in answer.evidence} <= set(chapters(answer))
    assert all(document().text[one.start : one.end] == one.quote for one in answer.evidence)
    assert bool(answer.context) == (arm != "abstain")
    assert all(part.startswith("Chapter: demo.md, ") == (arm in PASSAGES) for part in answer.context)


@pytest.mark.parametrize("arm", ARMS)
def test_budgets_hold_for_each_arm(demo: Workspace, arm: str) -> None:
    answer = demo.ask(WHERE, arm=arm, max_tokens=400, max_chapters=2)
    assert sum(map(count_tokens, answer.context)) <= 400
    assert answer.tokens_in == count_tokens(WHERE) + sum(map(count_tokens, answer.context))
    assert len(answer.chapters) <= 2


@pytest.mark.parametrize("arm", ARMS)
def test_no_arm_looks_beyond_a_view(demo: Workspace, arm: str) -> None:
    answer = demo.ask("When was Nora Pellow on Gannet Island?", arm=arm, told_until=6)
    assert all(number <= 6 for number in chapters(answer))
    assert all(
        int(number) <= 6
        for part in answer.context
        for number in re.findall(r"chapter (\d+)|, (\d+),", part)[0]
        if number
    )
    assert not any("August" in item for item in answer.items)


def test_an_arm_that_is_none_is_refused(demo: Workspace) -> None:
    with pytest.raises(InputError, match="No arm is named 'hippo'") as raised:
        demo.ask(WHERE, arm="hippo")
    assert all(name in raised.value.hint for name in ARMS)


def test_the_command_takes_an_arm(gsw: Run, demo: Workspace) -> None:
    shown = gsw("ask", WHERE, "--arm", "strings", "--json", "-w", demo.name)
    assert json.loads(shown.stdout)["arm"] == "strings"
    assert gsw("ask", WHERE, "--arm", "hippo", "-w", demo.name).exit_code == 1


# -- what each leaves out ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arm", "told"),
    [("gsw", {"role", "state", "where", "when"}), ("no-space-time", {"role", "state"}), ("verbs", set())],
)
def test_summaries_tell_what_the_arm_may_use(demo: Workspace, arm: str, told: set[str]) -> None:
    answer = demo.ask("Who is Nora Pellow?", arm=arm)
    labels = {label for part in answer.context for label in re.findall(r"\. (role|state|where|when|did): ", part)}
    assert labels == told | {"did"}
    assert ("suspect" in answer.items) == (arm != "verbs"), "verbs know of no roles"


def test_an_ablation_leaves_the_summaries_of_the_whole_memory_alone(demo: Workspace) -> None:
    first = demo.ask(WHERE)
    assert demo.ask(WHERE, arm="verbs").context != first.context
    kept = demo.graph.run("read/counts", workspace=demo.name, label="Summary")
    assert demo.ask(WHERE).context == first.context
    assert demo.graph.run("read/counts", workspace=demo.name, label="Summary") == kept


def test_without_space_and_time_a_date_is_but_words(demo: Workspace) -> None:
    written, reckoned = WHO, WHO.replace("11 May 1987", "1987-05-11")
    assert demo.ask(written).items == demo.ask(reckoned).items != ()
    assert chapters(demo.ask(written, arm="no-space-time")) == [8]
    assert chapters(demo.ask(reckoned, arm="no-space-time")) == [], "the text writes it otherwise"


def test_any_name_will_do_for_string_match_and_all_must_be_held_for_the_memory(demo: Workspace) -> None:
    assert chapters(demo.ask(WHO)) == [8]
    assert set(chapters(demo.ask(WHO, arm="string-match"))) > {8}


def test_without_rerank_summaries_stay_in_the_order_told(demo: Workspace) -> None:
    told, near = (demo.ask(WHERE, arm=arm) for arm in ("strings-no-rerank", "string-match"))
    assert chapters(told) == sorted(chapters(told))
    assert chapters(near) != sorted(chapters(near))
    assert set(told.context) == set(near.context)


def test_names_are_near_by_vector_though_no_string_matches(demo: Workspace) -> None:
    question = "Where was Norah Pellowe on 14 March?"
    assert not demo.ask(question, arm="string-match").entities
    assert "Nora Pellow in demo.md" in " ".join(demo.ask(question, arm="ner-embedding-match").context)
    assert demo.ask("Where did they go?", arm="ner-embedding-match").chapters == ()


def test_strings_are_found_as_they_are_written(demo: Workspace) -> None:
    found = chapters(demo.ask("Who was on gannet island?", arm="strings"))
    texts = document().text.lower().split("\n## chapter ")
    assert sorted(found) == [number for number, text in enumerate(texts) if "gannet island" in text] != []


def test_what_an_index_would_parse_is_only_words(demo: Workspace) -> None:
    for arm in ("bm25", "strings", "no-space-time"):
        demo.ask('Who (was) AND "at" the +Custom -House ~1 ^2 [a TO b] {c} \\ / : * ? OR', arm=arm)


def test_the_whole_text_is_cut_at_the_budget_and_that_is_said(demo: Workspace) -> None:
    [note] = demo.ask(WHERE, arm="vanilla", max_tokens=1000).notes
    assert re.search(r"does not fit the budget: \d of 10 chapters", note)
    whole = demo.ask(WHERE, arm="vanilla", max_tokens=100_000)
    assert whole.notes == () and len(whole.context) == 10
    words = document().text.split()
    assert words[-1] in whole.context[-1] and chapters(whole) == list(range(1, 11))


# -- in a model's words -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def talker(
    neo4j_server: Neo4j, demo: Workspace, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Workspace, Speaker]]:
    """Yield the story's workspace asked through a model that cites the first passage and one that is not there."""
    speaker = Speaker({"items": [{"text": "an answer", "cites": ["1", "99"]}], "text": "An answer."})
    with ModelServer(speaker) as server:
        base = open_workspace(neo4j_server, "unused").settings
        home: Path = tmp_path_factory.mktemp("arms")
        given = {"workspace": demo.name, "api_key": SecretStr(server.key), "home": str(home)}
        with Workspace(settings=base.model_copy(update=given), embedder=demo.embedder) as workspace:
            workspace.choose(answers="llm", model="m-arms", base_url=server.base_url)
            yield workspace, speaker
            workspace.choose(answers="local")


@pytest.mark.parametrize("arm", ["gsw", "verbs", "strings-no-rerank", *sorted(PASSAGES)])
def test_a_model_is_shown_what_the_arm_chose(talker: tuple[Workspace, Speaker], arm: str) -> None:
    workspace, speaker = talker
    speaker.asked.clear()
    answer = workspace.ask(WHERE, arm=arm, max_tokens=700)
    assert (answer.arm, answer.items, answer.citations_dropped) == (arm, ("an answer",), 1)
    assert set(speaker.asked) == ({"answer"} if arm in PASSAGES else {"summarise", "answer"})
    assert all(part in speaker.shown for part in answer.context)
    assert sum(map(count_tokens, answer.context)) <= 700
    assert answer.evidence and all(document().text[one.start : one.end] == one.quote for one in answer.evidence)
    assert {one.chapter for one in answer.evidence} <= set(chapters(answer))
    assert ("when: " in speaker.shown) == (arm not in PASSAGES | {"verbs"})
    assert bool(answer.entities) == (arm not in PASSAGES), "a passage as it stands tells of nobody that is known"


def test_a_model_is_not_asked_without_chapters(talker: tuple[Workspace, Speaker]) -> None:
    workspace, speaker = talker
    speaker.asked.clear()
    for arm, question in (("abstain", WHERE), ("strings", "Where was Zebulon Quist?")):
        answer = workspace.ask(question, arm=arm)
        assert answer.abstained and answer.chapters == ()
    assert speaker.asked == []


# -- pure parts -------------------------------------------------------------------------------------------------------


def cue(kind: str, phrase: str, **hits: Hit) -> Cue:
    return Cue(kind, phrase, (phrase,), hits)  # type: ignore[arg-type]


ADA = cue("actor", "Ada", a=Hit(3, frozenset({1})), b=Hit(1, frozenset({1, 2})), c=Hit(9, frozenset({1})))
QUARRY = cue("place", "quarry", a=Hit(1, frozenset({2})), b=Hit(1, frozenset({2})))
WALL = cue("content", "wall", d=Hit(1, frozenset({7})))


def test_chapters_that_hold_all_cues_in_one_scene_are_kept_and_others_told_of() -> None:
    chosen = chosen_by_cues([ADA, QUARRY])
    assert (chosen.scenes, chosen.partial) == ({"b": frozenset({2})}, False)
    assert chosen.why == {"b": "holds Ada, quarry"}
    assert chosen.dropped == {"a": "holds Ada, quarry, in different scenes", "c": "holds Ada; lacks quarry"}


def test_chapters_with_some_cues_stand_in_where_none_has_all() -> None:
    chosen = chosen_by_cues([ADA, QUARRY, WALL])
    assert chosen.partial and list(chosen.scenes) == ["a", "b", "c", "d"]
    assert set(chosen.scenes.values()) == {None}, "the whole chapter"
    assert chosen.dropped == {}
    fewer = chosen.within(1)
    assert list(fewer.scenes) == list(fewer.why) == ["a"]
    assert fewer.dropped == dict.fromkeys("bcd", "the best 1 come before it")
    assert chosen_by_cues([]).scenes == {}


PASSAGE = st.builds(
    Passage,
    st.uuids().map(str),
    st.sampled_from("abc"),
    st.just("doc"),
    st.just(1),
    st.none(),
    st.integers(0, 100),
    st.text(max_size=80),
    st.none(),
    st.just([]),
    st.just("reading"),
).map(lambda one: one._replace(chapter=ord(one.chapter_uid)))


@settings(deadline=None)  # the first example loads the tokenizer
@given(st.lists(PASSAGE, max_size=12), st.integers(0, 150), st.integers(0, 3), st.booleans())
def test_passages_fit_the_budget_as_they_are_shown(
    passages: list[Passage], tokens: int, most: int, whole: bool
) -> None:
    kept = passages_within(passages, tokens, most, whole=whole)
    context = chapter_texts(kept)
    assert sum(map(count_tokens, context)) <= tokens
    assert len(context) == len({one.chapter_uid for one in kept}) <= (most or 3)
    assert kept == [one for one in passages if one in kept]
    assert not whole or kept == passages[: len(kept)]
    lines = [line for part in context for line in part.split("\n") if not line.startswith("Chapter: ")]
    assert [line.split("]")[0] for line in lines] == [f"[{number}" for number in range(1, len(kept) + 1)]
    blocks = passage_context(kept).blocks
    assert all(block.facts.readings == {"reading"} for block in blocks), "what is said of a text goes with it"
    assert [one.start for one in as_told(kept) if one.chapter_uid == "a"] == sorted(
        one.start for one in kept if one.chapter_uid == "a"
    )
