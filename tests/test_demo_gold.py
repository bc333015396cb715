"""The shipped story and its gold facts agree: every quote, phrase and name stands where the gold says."""

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "gsw_graph" / "data" / "demo.md").read_text(encoding="utf-8")
GOLD: dict[str, Any] = json.loads((ROOT / "tests" / "data" / "demo_gold.json").read_text(encoding="utf-8"))
HEADING = re.compile(r"^## Chapter (\d+): (.+)$", re.MULTILINE)
DATED = ("roles", "states", "events")


def chapter_texts() -> dict[int, str]:
    """Map each chapter's number to its text after the heading."""
    found = list(HEADING.finditer(TEXT))
    ends = [match.start() for match in found[1:]] + [len(TEXT)]
    return {int(match[1]): TEXT[match.end() : end] for match, end in zip(found, ends, strict=True)}


CHAPTERS = chapter_texts()
FORMS: dict[str, list[str]] = {one["name"]: [one["name"], *one["forms"]] for one in GOLD["actors"] + GOLD["places"]}


def quotes() -> list[tuple[int, str]]:
    """List every (chapter, quote) of the gold facts."""
    found = [(one["chapter"], one["quote"]) for kind in DATED for one in GOLD[kind]]
    found += [(one["ended_in"], one["quote"]) for one in GOLD["ended"]]
    found += [(one["raised_in"], one["raised_quote"]) for one in GOLD["questions"]]
    answered = [one for one in GOLD["questions"] if one["answered_in"]]
    return found + [(one["answered_in"], one["answer_quote"]) for one in answered]


def named_in(name: str, text: str) -> bool:
    """Say whether any form of a name stands in a text as whole words."""
    return any(re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text) for form in FORMS[name])


def test_length_and_headings() -> None:
    assert 4700 <= len(TEXT.split()) <= 5400
    assert TEXT.startswith(f"# {GOLD['title']}\n")
    assert TEXT.count("\n# ") == 0
    headings = [(int(number), title) for number, title in HEADING.findall(TEXT)]
    assert headings == [(one["index"], one["title"]) for one in GOLD["chapters"]]
    assert [number for number, _ in headings] == list(range(1, len(headings) + 1))
    assert all(len(text.split()) > 300 for text in CHAPTERS.values())


@pytest.mark.parametrize(("chapter", "quote"), quotes())
def test_quote_stands_in_its_chapter(chapter: int, quote: str) -> None:
    assert quote in CHAPTERS[chapter]


@pytest.mark.parametrize("chapter", GOLD["chapters"], ids=lambda one: one["title"])
def test_what_a_chapter_is_said_to_hold_is_named_in_it(chapter: dict[str, Any]) -> None:
    text = CHAPTERS[chapter["index"]]
    assert [one["phrase"] for one in chapter["dates"] if one["phrase"] not in text] == []
    assert [place for place in chapter["places"] if not named_in(place, text)] == []
    people = [*chapter["present"], *chapter["offstage"]]
    assert len(people) == len(set(people))
    assert chapter["main"] in chapter["present"]
    # "the curator", "his sister": whoever is present is named at least once all the same.
    assert [name for name in people if not named_in(name, text)] == []


def test_every_form_of_a_name_occurs() -> None:
    assert [form for forms in FORMS.values() for form in forms if form not in TEXT] == []


def test_facts_speak_of_known_actors() -> None:
    actors = {one["name"] for one in GOLD["actors"]}
    bearers = {one["actor"] for kind in ("roles", "states", "ended") for one in GOLD[kind]}
    assert bearers <= actors
    assert set(GOLD["same_surname"]["actors"]) <= actors
    assert {one["holder"] for one in GOLD["custody"]["holders"]} <= actors
    inside = {one["within"] for one in GOLD["places"] if one["within"]}
    assert inside <= {one["name"] for one in GOLD["places"]}


def test_two_people_share_a_surname_and_its_bare_form() -> None:
    surname, pair = GOLD["same_surname"]["surname"], GOLD["same_surname"]["actors"]
    assert len(pair) == 2
    assert all(name.endswith(f" {surname}") and surname in FORMS[name] for name in pair)


def test_weekdays_are_those_of_the_calendar() -> None:
    dates = re.findall(r"\b((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day), (\d{1,2} [A-Z][a-z]+ \d{4})", TEXT)
    assert len(dates) >= 3
    assert [day for day, date in dates if datetime.strptime(date, "%d %B %Y").strftime("%A") != day] == []


def test_what_ends_was_told_before() -> None:
    begun = {(one["actor"], one["label"]) for kind in ("roles", "states") for one in GOLD[kind]}
    assert {(one["actor"], one["label"]) for one in GOLD["ended"]} <= begun


def test_some_questions_are_answered_later_and_one_stays_open() -> None:
    answered = [one for one in GOLD["questions"] if one["answered_in"]]
    assert all(one["answered_in"] > one["raised_in"] for one in answered)
    assert len(GOLD["questions"]) - len(answered) == 1


def test_user_questions_have_items_or_abstain() -> None:
    asked = GOLD["qa"] + GOLD["demo_questions"]
    assert len(GOLD["qa"]) == 12 and len(GOLD["demo_questions"]) == 3
    assert all(bool(one["items"]) != one["abstain"] for one in asked)
    assert all(set(one["chapters"]) <= set(CHAPTERS) for one in asked)
    assert sum(one["abstain"] for one in GOLD["qa"]) >= 2


def test_person_who_does_not_exist_is_not_in_the_story() -> None:
    assert "Oskar" not in TEXT and "Bellamy" not in TEXT


def test_combination_that_never_happens() -> None:
    assert all(not {"Kit Lowry", "Gannet Island"} <= {*one["present"], *one["places"]} for one in GOLD["chapters"])
