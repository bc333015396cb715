"""Which actors and verbs share a place or a date, said outright or taken from the scene."""

import pytest

from extract_reading import read
from gsw_graph.records import DateValue


@pytest.mark.parametrize(
    ("text", "place", "members"),
    [
        ("Ana Ruiz met Ludo Kerr at Dorvast Hall.", "Dorvast Hall", {"meet", "Ana Ruiz", "Ludo Kerr"}),
        ("At Dorvast Hall, Ana Ruiz sang and danced.", "Dorvast Hall", {"sing", "dance", "Ana Ruiz"}),
        ("Ana Ruiz drove to Ostrel.", "Ostrel", {"drive", "Ana Ruiz"}),
        ("Police searched the town hall.", "the town hall", {"search", "the police"}),
        ("Ana Ruiz waited in the kitchen.", "the kitchen", {"wait", "Ana Ruiz"}),
    ],
)
def test_a_place_said_outright(text: str, place: str, members: set[str]) -> None:
    assert members <= read(text).coupled("space")[place, "explicit"]


@pytest.mark.parametrize(
    "text",
    [
        "Ana Ruiz remembered Ostrel.",
        "Letters from Ostrel lay on the table, and Ana Ruiz read them.",
        "Ana Ruiz would travel to Ostrel next year.",
        "Ana Ruiz talked about Ostrel.",
    ],
)
def test_a_place_merely_talked_about_is_not_where_anybody_is(text: str) -> None:
    found = read(text)
    assert all(label != "Ostrel" or source == "explicit" for label, source in found.coupled("space"))
    assert all(one.name != "Ostrel" for chunk in found.chunks for one in chunk.annotations if one.role == "scene_place")


def test_the_scene_lends_its_place_and_date_both_ways() -> None:
    found = read(
        "He tuned the cello slowly.\n\nAt Dorvast Hall, Milo Hartmann bowed to the audience.\n\n"
        "Milo Hartmann played until midnight. The applause on 3 May 2019 was long."
    )
    assert {"tune", "Milo Hartmann"} <= found.coupled("space")["Dorvast Hall", "inherited"]
    assert {"tune", "bow"} <= found.coupled("time")["3 May 2019", "inherited"]
    first = found.extractions[0]
    (place,) = [one for one in first.claims if one.kind == "space"]
    assert place.quote.text in found.chunks[0].text
    assert place.confidence < 0.6
    (said,) = [one for one in first.mentions if one.kind == "place"]
    assert said.quote.text == "Dorvast Hall"
    assert said.quote.start > len(found.chunks[0].text)


def test_what_is_never_said_stays_open() -> None:
    found = read("Ana Ruiz washed the boat.")
    for kind in ("space", "time"):
        (claim,) = [one for one, _, _ in found.claims(kind)]
        assert claim.label == ""
        assert {about.valence for about in claim.about} == {"member"}
        assert claim.quote.text in found.chunks[0].text


def test_another_place_and_time_begin_another_scene() -> None:
    found = read(
        "On 3 May 2019, Ana Ruiz sang at Dorvast Hall. She was cheered.\n\n"
        "The next morning, Ana Ruiz drove to Ostrel. She slept."
    )
    assert [chunk.scene for chunk in found.chunks] == [0, 1]
    assert {"sing"} <= found.coupled("space")["Dorvast Hall", "explicit"]
    assert "sleep" in found.coupled("space")["Ostrel", "inherited"]
    assert "sing" not in found.coupled("space").get(("Ostrel", "inherited"), set())


def test_several_times_make_a_chronicle_that_lends_no_place() -> None:
    found = read(
        "Ana Ruiz was arrested on 14 March 2023 at Linden Row. Ludo Kerr was charged on 20 March 2023. "
        "Police searched a mill."
    )
    assert {label for label, source in found.coupled("space") if source == "inherited"} <= {""}


def _dates(text: str) -> dict[str, DateValue]:
    return {
        mention.quote.text: mention.date
        for found in read(text).extractions
        for mention in found.mentions
        if mention.kind == "date" and mention.date is not None
    }


@pytest.mark.parametrize(
    ("text", "phrase", "edtf"),
    [
        ("Ana Ruiz sang on 3 May 2019. The next day she left.", "The next day", "2019-05-04"),
        # What is only looked back on is no anchor.
        (
            "Ana Ruiz sang on 3 May 2019. She had trained in June 2012. The next day she left.",
            "The next day",
            "2019-05-04",
        ),
        ("The council met on 17 January 2022. Work begins on 3 March.", "3 March", "2022-03-03"),
        ("The next morning Ana Ruiz left.", "The next morning", ""),
    ],
)
def test_relative_dates_take_the_nearest_date_of_the_story(text: str, phrase: str, edtf: str) -> None:
    assert _dates(text)[phrase].edtf == edtf


def test_a_date_is_coupled_to_its_verb() -> None:
    found = read("Ana Ruiz sang on 3 May 2019 and Ludo Kerr left on 5 May 2019.")
    assert {"sing", "Ana Ruiz"} <= found.coupled("time")["3 May 2019", "explicit"]
    assert {"leave", "Ludo Kerr"} <= found.coupled("time")["5 May 2019", "explicit"]
    assert "leave" not in found.coupled("time")["3 May 2019", "explicit"]


@pytest.mark.parametrize(
    "text",
    [
        "Nora Pellow never set foot on Gannet Island.",
        "Nora Pellow was not on Gannet Island.",
        "Nora Pellow was never on Gannet Island.",
        "Neither Nora Pellow nor Ana Ortiz was on Gannet Island.",
        "Neither Nora Pellow nor Ana Ortiz sang on Gannet Island.",
        "Ana Ortiz denied that Nora Pellow had been on Gannet Island.",
        "Ana Ortiz doubted that Nora Pellow was on Gannet Island.",
        "Nobody believed that Nora Pellow was on Gannet Island.",
        "Ana Ortiz asked whether Nora Pellow was on Gannet Island.",
        "Ana Ortiz dreamed that Nora Pellow was on Gannet Island.",
        "Ana Ortiz wanted Nora Pellow to sing on Gannet Island.",
        "Nora Pellow planned to sing on Gannet Island.",
        "Nora Pellow was supposed to be on Gannet Island.",
        "Nora Pellow might have slept on Gannet Island.",
        "If Nora Pellow had been on Gannet Island, Ana Ortiz would have known.",
        "Was Nora Pellow on Gannet Island?",
        "Perhaps Nora Pellow slept on Gannet Island.",
        "No one met Nora Pellow on Gannet Island.",
        "Nora Pellow was accused of killing the cook on Gannet Island.",
        "Nora Pellow almost reached Gannet Island.",
        "Nora Pellow will travel to Gannet Island.",
        "In her dream, Nora Pellow was on Gannet Island with Ana Ortiz.",
        "Nora Pellow was not seen on Gannet Island.",
        "Was Nora Pellow on Gannet Island? Ana Ortiz slept.",
        "Nora Pellow imagined herself on Gannet Island.",
    ],
)
def test_who_is_not_said_to_be_there_is_not_there(text: str) -> None:
    for (place, _), members in read(text).coupled("space").items():
        assert place != "Gannet Island" or not members & {"Nora Pellow", "Ana Ortiz"}


@pytest.mark.parametrize(
    "text",
    [
        "Ana Ortiz did not speak in Quarry House.",
        "Ana Ortiz almost fainted in Quarry House.",
        "Ana Ortiz will train in Quarry House.",
        "Ana Ortiz was in Quarry House.",
        "Who met Ana Ortiz in Quarry House?",
        "Nora Pellow knew that Ana Ortiz had slept in Quarry House.",
    ],
)
def test_who_does_something_else_there_is_there(text: str) -> None:
    assert "Ana Ortiz" in read(text).coupled("space")["Quarry House", "explicit"]


def test_a_birth_does_not_date_the_scene() -> None:
    def lent(verb: str) -> list[str]:
        found = read(f"Sana Holt {verb} in 1987.\n\nMarta Vey kept the lighthouse at Orm.")
        return [one.name for chunk in found.chunks for one in chunk.annotations if one.role == "scene_date"]

    assert lent("was born") == []
    assert lent("was arrested") != []
