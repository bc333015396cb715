import json
from collections.abc import Callable
from typing import Any

import pytest

from benchmarks import operator_quality
from benchmarks.operator_gold import HALVES, GoldText, load, locate, locate_verb, parse_label
from benchmarks.operator_match import Names, head, same_label, same_place
from benchmarks.operator_reading import Reading, read
from benchmarks.operator_score import score
from benchmarks.operator_tally import KINDS, RECALL_ONLY, Tally
from gsw_graph.extract import Operator
from gsw_graph.records import About, Annotation, Chapter, Chunk, Claim, DateValue, Extraction, Mention, Quote

BODY = (
    "Nadia Orlov, the captain, was arrested in Pine Street, Brund, on 3 May 2020. "
    "She gave a key to Paul Reyes. He did not open the door with it in June."
)
GOLD = GoldText.model_validate(
    {
        "id": "made-up",
        "register": "news report",
        "text": f"\n{BODY}\n",
        "actors": [["Nadia Orlov", "Orlov", "the captain"], ["Paul Reyes", "Reyes"]],
        "optional_actors": [["a key"], ["the door"]],
        "roles": [["Nadia Orlov", "captain"]],
        "optional_roles": [["Paul Reyes", "friend"]],
        "states": [["Nadia Orlov", "arrested"]],
        "verbs": [
            {"lemma": "arrest", "at": "arrested", "patient": "Nadia Orlov", "brings_about": "arrested"},
            {"lemma": "give", "also": ["hand"], "at": "gave",
             "agent": "Nadia Orlov", "patient": "a key", "recipient": "Paul Reyes"},
            {"lemma": "open", "at": "open",
             "agent": "Paul Reyes", "patient": "the door", "polarity": "negated"},
        ],
        "optional_verbs": ["know"],
        "times": [["3 May 2020", "2020-05-03"], ["June", "2020-06"]],
        "optional_times": ["in June"],
        "places": [
            {"name": "Pine Street", "within": "Brund",
             "actors": ["Orlov"], "verbs": ["arrest"], "maybe": ["give"]},
            {"name": "Brund", "actors": ["Orlov"]},
        ],
        "optional_places": ["the door"],
        "pronouns": [["she", 1, "Nadia Orlov"], ["he", 1, "Paul Reyes"]],
        "questions": ["Why was Nadia Orlov arrested?"],
    }
)  # fmt: skip
Change = Callable[[dict[str, Any]], object]


class Perfect:
    """Writes the extraction that a gold describes, over one chunk with the whole text."""

    def __init__(self, text: GoldText) -> None:
        self.text, self.names = text, Names(text)
        self.mentions: list[Mention] = []
        self.claims: list[Claim] = []

    def extraction(self) -> Extraction:
        for names in self.text.actors:
            self.mention(names[0])
        for kind, entries in (("role", self.text.roles), ("state", self.text.states)):
            for entry in entries:
                label = parse_label(entry)
                about = [(self.mention(label.who), "bearer")]
                self.claim(kind, label.labels[0], (0, 1), about, polarity=label.polarity)
        verbs = [self.verb(verb) for verb in self.text.verbs]
        for entry in self.text.times:
            self.time(*entry[:2])
        for place in self.text.places:
            members = [self.mention(who) for who in place.actors]
            members += [one for one, verb in zip(verbs, self.text.verbs, strict=True) if verb.lemma in place.verbs]
            self.claim("space", place.name, (0, 1), [(one, "member") for one in members])
            self.mention(place.name, kind="place")
        for surface, nth, target in self.text.pronouns:
            span = locate(self.text.body, surface, nth, ignore_case=True)
            for name in [target] if isinstance(target, str) else target:
                self.mention(name, span=span, form="pronoun")
        for question in self.text.questions:
            self.claim("question", question, (0, 1), [])
        return Extraction(mentions=tuple(self.mentions), claims=tuple(self.claims))

    def mention(self, name: str, *, kind: Any = "person", span: tuple[int, int] = (0, 1), form: Any = "name") -> str:
        known = self.names.actor(name) if kind == "person" else None
        if kind == "person" and known is None:
            form = "pronoun" if form == "pronoun" else "nominal"
        quote = self.quote(span)
        self.mentions.append(
            Mention(id=f"m{len(self.mentions)}", kind=kind, name=known or name, form=form, quote=quote)
        )
        return self.mentions[-1].id

    def verb(self, verb: Any) -> str:
        about = [(self.mention(filler.split("|")[0]), self.valence(one)) for one, filler in verb.participants()]
        for change in ("brings_about", "ends"):
            if label := getattr(verb, change):
                about.append((self.claim("question", label, (0, 1), []), change))
        return self.claim("verb", verb.lemma, locate_verb(self.text.body, verb.at), about, polarity=verb.polarity)

    def valence(self, valence: str) -> str:
        return "recipient" if valence == "addressee" else valence

    def time(self, phrase: str, edtf: str) -> None:
        taken = [(one.quote.start, one.quote.end) for one in self.mentions if one.kind == "date"]
        longer = [one[0] for one in self.text.times if phrase in one[0] and one[0] != phrase]
        taken += [locate(self.text.body, one) for one in longer]
        nth, span = 1, locate(self.text.body, phrase)
        while any(start < span[1] and span[0] < end for start, end in taken):
            nth += 1
            span = locate(self.text.body, phrase, nth)
        date = DateValue(phrase=phrase, edtf=edtf, earliest=None, latest=None, precision="day")
        mention = self.mention(phrase, kind="date", span=span)
        self.mentions[-1] = self.mentions[-1].model_copy(update={"id": mention, "date": date})

    def claim(
        self,
        kind: Any,
        label: str,
        span: tuple[int, int],
        about: list[tuple[str, Any]],
        *,
        polarity: Any = "asserted",
    ) -> str:
        links = tuple(About(target=target, valence=valence) for target, valence in about)
        name = f"c{len(self.claims)}"
        self.claims.append(
            Claim(id=name, kind=kind, label=label, quote=self.quote(span), about=links, polarity=polarity)
        )
        return name

    def quote(self, span: tuple[int, int]) -> Quote:
        return Quote(start=span[0], end=span[1], text=self.text.body[slice(*span)])


def chunk_of(text: GoldText, *annotations: Annotation) -> Chunk:
    length = len(text.body)
    return Chunk(document=text.id, chapter=1, index=0, start=0, end=length, text=text.body, annotations=annotations)


def reading_of(text: GoldText) -> Reading:
    return read([(chunk_of(text), Perfect(text).extraction())])


def figures(text: GoldText, reading: Reading) -> dict[str, tuple[float, float]]:
    return {kind: (tally.precision, tally.recall) for kind, tally in score(text, reading).items()}


def changed(change: Change) -> Reading:
    """What is read by an Operator that gets one thing wrong."""
    table = GOLD.model_dump(by_alias=True)
    change(table)
    return reading_of(GoldText.model_validate(table))


@pytest.mark.parametrize("half", HALVES)
def test_a_perfect_extraction_of_any_gold_text_scores_one(half: str) -> None:
    for text in load(half):
        for kind, tally in score(text, reading_of(text)).items():
            assert (kind, tally.missed, tally.false) == (kind, [], []), text.id


def test_the_made_up_text_asks_for_each_kind() -> None:
    tallies = score(GOLD, reading_of(GOLD))
    assert tuple(tallies) == KINDS
    assert all(tally.right for tally in tallies.values())
    assert set(figures(GOLD, reading_of(GOLD)).values()) == {(1.0, 1.0)}


MISSES: dict[str, Change] = {
    "roles": lambda gold: gold["roles"].clear(),
    "states": lambda gold: gold["states"].clear(),
    "participants": lambda gold: gold["verbs"][1].update(recipient=[]),
    "changes": lambda gold: gold["verbs"][0].update(brings_about=""),
    "times": lambda gold: gold["times"].pop(),
    "couplings": lambda gold: gold["places"][0]["verbs"].clear(),
    "pronouns": lambda gold: gold["pronouns"].pop(),
    "questions": lambda gold: gold["questions"].clear(),
}


@pytest.mark.parametrize("kind", MISSES)
def test_a_miss_lowers_recall_of_its_kind_alone(kind: str) -> None:
    found = figures(GOLD, changed(MISSES[kind]))
    assert found.pop(kind)[1] < 1
    assert {recall for _, recall in found.values()} == {1.0}


FALSE: dict[str, Change] = {
    "actors": lambda gold: gold["actors"].append(["Brund"]),
    "roles": lambda gold: gold["roles"].append(["Paul Reyes", "captain"]),
    "states": lambda gold: gold["states"].append(["Paul Reyes", "arrested"]),
    "verbs": lambda gold: gold["verbs"].append({"lemma": "street", "at": "Street"}),
    "participants": lambda gold: gold["verbs"][0].update(agent="Paul Reyes"),
    "times": lambda gold: gold["times"].append(["Pine", ""]),
    "places": lambda gold: gold["places"].append({"name": "Paul"}),
    "couplings": lambda gold: gold["places"][0]["actors"].append("Reyes"),
    "pronouns": lambda gold: gold["pronouns"].append(("her", 1, "Nadia Orlov")),
}


@pytest.mark.parametrize("kind", [kind for kind in FALSE if kind != "pronouns"])
def test_a_false_find_lowers_precision_of_its_kind_alone(kind: str) -> None:
    found = figures(GOLD, changed(FALSE[kind]))
    assert found.pop(kind)[0] < 1
    assert set(found.values()) == {(1.0, 1.0)}


def test_a_pronoun_that_the_gold_lacks_is_false() -> None:
    reading = reading_of(GOLD)
    reading.pronouns[1, 4] = {"Paul Reyes"}
    found = figures(GOLD, reading)
    assert found.pop("pronouns") == (2 / 3, 1.0)
    assert set(found.values()) == {(1.0, 1.0)}


WRONG: dict[str, Change] = {
    "polarity": lambda gold: gold["verbs"][2].update(polarity="asserted"),
    "edtf": lambda gold: gold["times"].__setitem__(1, ["June", "2021-06"]),
    "pronouns": lambda gold: gold["pronouns"].__setitem__(1, ("he", 1, "Nadia Orlov")),
    "participants": lambda gold: gold["verbs"][2].update(agent="Nadia Orlov"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_value_lowers_both_figures_of_its_kind_alone(kind: str) -> None:
    found = figures(GOLD, changed(WRONG[kind]))
    assert max(found.pop(kind)) < 1
    assert set(found.values()) == {(1.0, 1.0)}


def test_a_missed_verb_does_not_count_its_participants_as_well() -> None:
    found = figures(GOLD, changed(lambda gold: gold["verbs"].pop()))
    assert found.pop("verbs") == (1.0, 2 / 3)
    assert set(found.values()) == {(1.0, 1.0)}


def test_a_missed_place_does_not_count_its_couplings_as_well() -> None:
    found = figures(GOLD, changed(lambda gold: gold["places"].pop(0)))
    assert found.pop("places") == (1.0, 1 / 2)
    assert set(found.values()) == {(1.0, 1.0)}


def test_of_two_labels_with_one_head_each_finds_its_own() -> None:
    deputy, captain = ["Paul Reyes", "deputy captain"], ["Paul Reyes", "captain"]
    gold = GOLD.model_copy(update={"roles": [captain, deputy]})
    assert figures(gold, reading_of(gold))["roles"] == (1.0, 1.0)
    found = reading_of(GOLD.model_copy(update={"roles": [deputy]}))
    assert score(gold, found)["roles"].missed == ["Paul Reyes: captain"]


def test_a_missed_actor_is_a_miss() -> None:
    reading = reading_of(GOLD)
    reading.named.discard("Paul Reyes")
    assert score(GOLD, reading)["actors"].missed == ["Paul Reyes"]


OPTIONAL: list[Change] = [
    lambda gold: gold["roles"].append(["Paul Reyes", "friend"]),
    lambda gold: gold["verbs"].append({"lemma": "know", "at": "the"}),
    lambda gold: gold["places"].append({"name": "the door"}),
    lambda gold: gold["places"][0]["verbs"].append("give"),
    lambda gold: gold["actors"].append(["a key"]),
    lambda gold: gold["verbs"][1].update(lemma="hand"),
    lambda gold: gold["roles"].__setitem__(0, ["Orlov", "the captain of Brund"]),
    lambda gold: gold["times"].__setitem__(0, ["on 3 May 2020", "2020-05-03~"]),
]


@pytest.mark.parametrize("change", OPTIONAL)
def test_what_is_optional_or_worded_otherwise_costs_nothing(change: Change) -> None:
    assert set(figures(GOLD, changed(change)).values()) == {(1.0, 1.0)}


def test_announced_events_may_be_possible_but_not_negated() -> None:
    table = GOLD.model_dump(by_alias=True)
    table["verbs"][1]["future"] = True
    gold = GoldText.model_validate(table)
    possible = changed(lambda gold: gold["verbs"][1].update(polarity="possible"))
    negated = changed(lambda gold: gold["verbs"][1].update(polarity="negated"))
    assert figures(gold, possible)["polarity"] == (1.0, 1.0)
    assert max(figures(gold, negated)["polarity"]) < 1


def test_coreference_annotations_count_as_pronoun_targets() -> None:
    start, end = locate(BODY, "She")
    note = Annotation(role="coreference", name="Orlov", kind="person", quote=Quote(start=start, end=end, text="She"))
    reading = read([(chunk_of(GOLD, note), Extraction())])
    assert reading.pronouns == {(start, end): {"Orlov"}}


def test_spans_of_a_later_chunk_are_moved_into_the_text() -> None:
    chunk = Chunk(document="made-up", chapter=1, index=1, start=110, end=120, text="x" * 10)
    mention = Mention(id="m", kind="person", name="Orlov", form="pronoun", quote=Quote(start=2, end=5, text="She"))
    assert read([(chunk, Extraction(mentions=(mention,)))], 100).pronouns == {(12, 15): {"Orlov"}}


def test_labels_match_by_head_and_half_of_the_words() -> None:
    assert same_label("the head of the fire brigade", "head of brigade")
    assert same_label("engineers", "an engineer")
    assert not same_label("fire engineer", "fire officer")
    assert not same_label("head", "head of the long road to the north")
    assert head("under suspicion of theft") == "theft"
    assert head("released on bail") == "released"


def test_places_match_when_one_name_contains_the_other() -> None:
    assert same_place("Pine Street", "her home in Pine Street")
    assert not same_place("Pine Street", "Oak Street")


def test_names_resolve_with_titles_and_in_pairs() -> None:
    names = Names(GOLD)
    assert names.actor("Captain Orlov's") == "Nadia Orlov"
    assert names.actor("Detective Chief Paul Reyes") == "Paul Reyes"
    assert names.actor("Olga Petrova") is None
    assert names.all("Orlov and Reyes") == ["Nadia Orlov", "Paul Reyes"]


def test_figures_of_an_empty_tally_are_one_and_of_only_mistakes_zero() -> None:
    assert (Tally().precision, Tally().recall, Tally().f1) == (1.0, 1.0, 1.0)
    wrong = Tally(missed=["a"], false=["b"])
    assert (wrong.precision, wrong.recall, wrong.f1) == (0.0, 0.0, 0.0)


def test_the_command_prints_a_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    tallies = score(GOLD, changed(MISSES["roles"]))
    lines = operator_quality.table("dev", tallies).splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(KINDS)
    rows = operator_quality.as_json(tallies, mistakes=True)
    assert rows["roles"]["missed"] == ["Nadia Orlov: captain"]
    assert all(rows[kind]["precision"] is None for kind in RECALL_ONLY)
    operator_quality.print_mistakes(tallies)
    assert "  - Nadia Orlov: captain\n" in capsys.readouterr().out


class Silent(Operator):
    name = "silent"

    def annotate(self, chapter: Chapter, chunks: Any) -> list[Chunk]:
        return list(chunks)

    def extract(self, chunk: Chunk) -> Extraction:
        return Extraction()


def test_an_operator_that_finds_nothing_has_no_recall(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(operator_quality, "OPERATORS", {"silent": Silent})
    operator_quality.main(["--operator", "silent", "--half", "dev", "--json"])
    figures = json.loads(capsys.readouterr().out)["dev"]
    assert [figures[kind]["recall"] for kind in ("actors", "roles", "verbs", "pronouns")] == [0.0] * 4
    assert figures["actors"]["precision"] == 1.0
