import re
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.operator_gold import HALVES, QUALITY, GoldText, load, locate, locate_verb, parse_label

SITUATIONS = {"crime", "fire", "health", "technology", "economy"}
TEXTS = [(half, text) for half in HALVES for text in load(half)]
EDTF = re.compile(
    r"(\.\.|\d{4}(-\d\d(-\d\d)?)?)?/(\.\.|\d{4}(-\d\d(-\d\d)?)?)?"  # an interval, open or with an unknown end
    r"|\d{3}[\dX][~?%]?|\d{2}XX|\d{4}-\d\d(-\d\d(T\d\d:\d\d(:\d\d)?)?)?[~?%]?"
)
# Words for a role that the text tells with a verb ("founded by").
TOLD_BY_VERB = {"founder": "founded", "founders": "founded"}
each_text = pytest.mark.parametrize("text", [text for _, text in TEXTS], ids=[text.id for _, text in TEXTS])


def words(phrase: str) -> list[str]:
    return re.findall(r"[\w&.()]*\w", phrase.lower())


def told(text: GoldText, phrase: str) -> bool:
    have = set(words(text.body)) | {word.removesuffix("'s") for word in words(text.body.replace("’", "'"))}
    have |= {part for word in have for part in word.split(".")}
    return all(TOLD_BY_VERB.get(word, word) in have for word in words(phrase.replace("'s", "")))


def known_actors(text: GoldText) -> set[str]:
    return {name for names in text.actors + text.optional_actors for name in names}


def test_there_are_forty_texts_eight_of_each_situation_half_of_them_held_out() -> None:
    counts = Counter((half, text.id.split("-")[0]) for half, text in TEXTS)
    assert counts == {(half, situation): 4 for half in HALVES for situation in SITUATIONS}
    assert all(text.id.split("-")[1] == half for half, text in TEXTS)


def test_the_halves_share_no_text_and_no_name() -> None:
    assert len({text.id for _, text in TEXTS}) == 40
    assert len({text.body for _, text in TEXTS}) == 40
    names = {half: set[str]() for half in HALVES}
    for half, text in TEXTS:
        names[half] |= {name for name in known_actors(text) if name[0].isupper() and " " in name.strip()}
    common = {name for name in names["dev"] & names["heldout"] if not name.startswith(("The ", "A ", "Her ", "His "))}
    assert common == set()


def test_a_file_is_one_situation() -> None:
    for half in HALVES:
        for path in Path(QUALITY, half).iterdir():
            assert path.suffix == ".toml"
            assert path.stem in SITUATIONS


@each_text
def test_a_text_is_short(text: GoldText) -> None:
    assert 80 <= len(text.body.split()) <= 170
    assert text.register_ in {
        "news report", "incident log", "minutes", "short fiction", "clinical note", "product report",
    }  # fmt: skip


@each_text
def test_names_places_and_phrases_stand_in_the_text(text: GoldText) -> None:
    phrases = known_actors(text) | {phrase for phrase, *_ in text.times} | set(text.optional_times)
    phrases |= {name for place in text.places for name in [place.name, *place.also]} | set(text.optional_places)
    missing = [phrase for phrase in sorted(phrases) if phrase.lower() not in text.body.lower()]
    assert missing == []


@each_text
def test_no_name_belongs_to_two_actors(text: GoldText) -> None:
    names = Counter(name.lower() for names in text.actors + text.optional_actors for name in set(names))
    assert [name for name, count in names.items() if count > 1] == []


@each_text
def test_roles_and_states_use_the_words_of_the_text(text: GoldText) -> None:
    actors = known_actors(text)
    for entry in text.roles + text.states + text.optional_roles + text.optional_states:
        label = parse_label(entry)
        assert label.who in actors or label.who.lower() in text.body.lower(), entry
    for entry in text.roles + text.states:
        assert any(told(text, wording) for wording in parse_label(entry).labels), entry
        assert parse_label(entry).who in actors, entry


@each_text
def test_verbs_stand_in_the_text_in_order(text: GoldText) -> None:
    spans = [locate_verb(text.body, verb.at) for verb in text.verbs]
    assert len(set(spans)) == len(spans)
    assert spans == sorted(spans)


@each_text
def test_participants_and_changes_are_told(text: GoldText) -> None:
    labels = [other for entry in text.roles + text.states for other in parse_label(entry).labels]
    labels += [other for entry in text.optional_roles + text.optional_states for other in parse_label(entry).labels]
    for verb in text.verbs:
        for _, filler in verb.participants():
            for one in filler.split("|"):
                assert one in known_actors(text) or one.lower() in text.body.lower(), (verb.at, one)
        for change in filter(None, (verb.brings_about, verb.ends)):
            assert change in labels, (verb.at, change)


@each_text
def test_members_of_places_are_known(text: GoldText) -> None:
    lemmas = {verb.lemma for verb in text.verbs} | set(text.optional_verbs)
    places = {place.name for place in text.places}
    for place in text.places:
        assert place.within in places | {""}
        assert [verb for verb in place.verbs if verb not in lemmas] == []
        assert [who for who in place.actors if who not in known_actors(text)] == []
        assert [member for member in place.maybe if member not in known_actors(text) | lemmas] == []


@each_text
def test_dates_are_edtf(text: GoldText) -> None:
    values = [value for _, *values in text.times for value in values]
    assert [value for value in values if value and not EDTF.fullmatch(value)] == []
    assert all(len(entry) >= 2 for entry in text.times)


@each_text
def test_every_personal_pronoun_has_its_target_and_only_those(text: GoldText) -> None:
    spans = {}
    for surface, nth, target in text.pronouns:
        spans[locate(text.body, surface, nth, ignore_case=True)] = target
        for name in [target] if isinstance(target, str) else target:
            assert name in known_actors(text) or name.lower() in text.body.lower(), name
    personal = r"\b(he|him|his|himself|she|her|hers|herself|they|them|their|theirs|themselves)\b"
    found = {match.span() for match in re.finditer(personal, text.body, re.IGNORECASE)}
    missing = {text.body[start : end + 20] for start, end in found - set(spans)}
    assert missing == set()
    assert set(spans) <= found


@each_text
def test_at_most_two_questions(text: GoldText) -> None:
    assert len(text.questions) <= 2
    assert all(question.endswith("?") for question in text.questions)
