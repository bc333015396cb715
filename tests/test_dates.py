import string
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gsw_graph.dates import (
    bounds,
    contains,
    day_text,
    find_dates,
    from_days,
    overlaps,
    range_text,
    resolve,
    to_days,
)
from gsw_graph.errors import InputError
from gsw_graph.records import DateValue

LIMIT = to_days(20_000)
DAYS = st.integers(-LIMIT, LIMIT)
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def known(phrase: str, anchor: str = "") -> DateValue:
    value = resolve(phrase, known(anchor) if anchor else None)
    assert value is not None, phrase
    return value


ABSOLUTE = {
    "September 13, 2025": "2025-09-13",
    "13 September 2025": "2025-09-13",
    "13th of September, 2025": "2025-09-13",
    "Sept. 13th 2025": "2025-09-13",
    "2025-09-13": "2025-09-13",
    "13.09.2025": "2025-09-13",
    "09/13/2025": "2025-09-13",
    "13/09/2025": "2025-09-13",
    "03/04/2020": "2020-03-04?",
    "Saturday, September 13, 2025": "2025-09-13",
    "Friday, September 13, 2025": "2025-09-13?",
    "on May 07, 2024": "2024-05-07",
    "on 7 May 2024 at 10 a.m.": "2024-05-07",
    "the fifth of March 2020": "2020-03-05",
    "March fifth, 2020": "2020-03-05",
    "the twenty-first of June, 1999": "1999-06-21",
    "September 2025": "2025-09",
    "summer of 1987": "1987-22",
    "the winter of 1987-88": "1987-24",
    "Q3 2024": "2024-35",
    "third quarter of 2024": "2024-35",
    "first half of 2020": "2020-01/2020-06",
    "1987": "1987",
    "nineteen eighty-four": "1984",
    "around 1987": "1987~",
    "circa 1650": "1650~",
    "possibly 1987": "1987?",
    "the 1990s": "199X",
    "the '90s": "199X",
    "the nineteen-eighties": "198X",
    "early 1990s": "1990/1993",
    "the mid-1990s": "1993/1996",
    "late 1990s": "1996/1999",
    "late May 2020": "2020-05-20/2020-05-31",
    "the 19th century": "18XX",
    "the fifth century BC": "-04XX",
    "between 1990 and 1995": "1990/1995",
    "1990–95": "1990/1995",
    "from March to June 2021": "2021-03/2021-06",
    "from November to March 2021": "2020-11/2021-03",
    "March 5-7, 2021": "2021-03-05/2021-03-07",
    "5 to 7 March 2021": "2021-03-05/2021-03-07",
    "March 30 – April 2, 2021": "2021-03-30/2021-04-02",
    "since 2019": "2019/..",
    "from 2019 onwards": "2019/..",
    "until 2020": "/2020",
    "by 1990": "../1990",
    "before 1990": "../1989",
    "after 1990": "1991/..",
    "after September 13, 2025": "2025-09-14/..",
    "the first week of May 2020": "2020-05-01/2020-05-07",
    "the last week of 2020": "2020-12-25/2020-12-31",
    "the first Monday of May 2020": "2020-05-04",
    "Christmas 1999": "1999-12-25",
    "New Year’s Eve 2020": "2020-12-31",
    "Easter 1916": "1916-04-23",
    "Thanksgiving 2020": "2020-11-26",
    "the night of September 13, 2025": "2025-09-13",
    "dawn on 3 May 1980": "1980-05-03",
    "3:20 pm on 4 March, 2011": "2011-03-04",
    "2011/06/04 (Sat) 02:21": "2011-06-04",
    "2011-03-04T13:20:00Z": "2011-03-04",
    "44 BC": "-0043",
    "March 15, 44 BC": "-0043-03-15",
    "AD 79": "0079",
    "987": "0987",
    "in 987": "0987",
    "12,000 BC": "Y-11999",
    "Y12024": "Y12024",
    "September 13, 12024": "Y12024-09-13",
    "two days after September 13, 2025": "2025-09-15",
    "the Sunday before 3 June 2011": "2011-05-29",
    "the week before 3 June 2011": "2011-05-23/2011-05-29",
}


@pytest.mark.parametrize(("phrase", "edtf"), ABSOLUTE.items())
def test_absolute_phrase_has_its_value_whatever_the_anchor(phrase: str, edtf: str) -> None:
    plain, anchored = known(phrase), known(phrase, "1871-03-18")
    assert plain.edtf == edtf
    assert plain == anchored
    assert not plain.inferred
    assert (plain.earliest, plain.latest) == bounds(edtf)


RELATIVE = {  # from Saturday, 13 September 2025
    "yesterday": "2025-09-12",
    "today": "2025-09-13",
    "tonight": "2025-09-13",
    "tomorrow evening": "2025-09-14",
    "last night": "2025-09-12",
    "the day before yesterday": "2025-09-11",
    "the next morning": "2025-09-14",
    "that evening": "2025-09-13",
    "the same day": "2025-09-13",
    "the day before": "2025-09-12",
    "next week": "2025-09-15/2025-09-21",
    "the week after": "2025-09-15/2025-09-21",
    "last weekend": "2025-09-06/2025-09-07",
    "the previous month": "2025-08",
    "next year": "2026",
    "early next year": "2026-01/2026-05",
    "earlier this year": "2025-01-01/2025-09-13",
    "the end of the month": "2025-09-19/2025-09-30",
    "the following Tuesday": "2025-09-16",
    "last Friday": "2025-09-12",
    "last Saturday": "2025-09-06",
    "on Friday": "2025-09-12?",
    "on the 5th": "2025-09-05",
    "in late May": "2025-05-20/2025-05-31",
    "that summer": "2025-22",
    "last May": "2025-05",
    "last Christmas": "2024-12-25",
    "on March 5": "2025-03-05",
    "two days later": "2025-09-15",
    "three weeks earlier": "2025-08-23~",
    "three months ago": "2025-06",
    "a year ago": "2024",
    "about two years ago": "2023~",
    "a few days later": "2025-09-17~/2025-09-18~",
    "months later": "2025-12~/2026-07~",
    "the last three weeks": "2025-08-23/2025-09-13",
    "since last week": "2025-09-01/..",
    "from Monday to Wednesday": "2025-09-15?/2025-09-17?",
}


@pytest.mark.parametrize(("phrase", "edtf"), RELATIVE.items())
def test_relative_phrase_is_resolved_from_its_anchor_only(phrase: str, edtf: str) -> None:
    value, alone = known(phrase, "2025-09-13"), known(phrase)
    assert (value.edtf, value.inferred, value.anchor) == (edtf, True, "2025-09-13")
    assert (alone.edtf, alone.earliest, alone.latest, alone.precision) == ("", None, None, "unknown")
    assert alone.phrase == phrase and not alone.inferred


def test_vague_shift_stays_on_its_side_of_the_anchor() -> None:
    anchor = known("2025-09-13")
    assert anchor.latest is not None
    later = resolve("a few days later", anchor)
    assert later and later.earliest is not None and later.earliest > anchor.latest


def test_anchor_that_is_a_month_gives_every_day_it_allows() -> None:
    assert known("the next day", "2025-09").edtf == "2025-09-02/2025-10-01"
    assert known("the following month", "2025-09").edtf == "2025-10"


def test_unbounded_anchor_resolves_nothing() -> None:
    assert resolve("two days later", known("since 2019")) == known("two days later")


def test_missing_year_crosses_new_year() -> None:
    assert known("January 3", "2025-12-28").edtf == "2026-01-03"
    assert known("December 30", "2025-01-02").edtf == "2024-12-30"


@pytest.mark.parametrize(
    "text", ["", "banana", "the", "in", "February 30, 2025", "2025-13-01", "the day", "99", "²", "9" * 5000]
)
def test_what_is_no_date_resolves_to_none(text: str) -> None:
    assert resolve(text) is None


FOUND = {
    "They march on May 5.": ["May 5"],
    "On Saturday, September 13, 2025, the hall burned.": ["Saturday, September 13, 2025"],
    "Ana led it from January to February 2021.": ["from January to February 2021"],
    "Born on 13th of September, 2025!": ["13th of September, 2025"],
    "They met (1987–1990) and in 1995.": ["1987–1990", "1995"],
    "After the 1987 election he left in May.": ["1987", "May"],
    "The next morning, two days later, that summer.": ["The next morning", "two days later", "that summer"],
    "On Friday he slept; on the 5th he woke.": ["Friday", "the 5th"],
    "It was the night of September 13, 2025.": ["the night of September 13, 2025"],
    "What happened in March 2025?": ["March 2025"],
    "The day before, she had called.": ["The day before"],
    "She strolled around on June 2, 2011.": ["June 2, 2011"],
    "Sana Holt was born in 987.": ["987"],
    "She was born in 987 and died in 1012.": ["987", "1012"],
    "He died at Orm in 936, aged 60.": ["936"],
    "She was consecrated bishop of Orm in 967": ["967"],
    "The abbey, founded in 705, burned; he was crowned in 800 in Orm.": ["705", "800"],
    "see v2.1 from 2025-09-13T10:00:00Z;": ["from 2025-09-13T10:00:00Z"],
}


@pytest.mark.parametrize(("text", "phrases"), FOUND.items())
def test_dates_are_found_whole(text: str, phrases: list[str]) -> None:
    assert [span.phrase for span in find_dates(text)] == phrases


@pytest.mark.parametrize(
    "text",
    [
        "You may go.",
        "They march on.",
        "A second man and 1,200 people came.",
        "He ran in 30 minutes.",
        "It lasted two days.",
        "April smiled at June Carter; May Smith, aged 45, waved.",
        "She was in her twenties.",
        "on the 5th floor",
        "every Friday and each week",
        "Man Friday read the Sunday Times.",
        "the Christmas tree on Easter Island",
        "two days after the concert",
        "the day before the wedding",
        "about 1500 soldiers, up to 2000 people",
        "$1987, 1987%, room 1987, call 555-1990, v2025-09-13-beta, 10.0.0.1",
        "the water of a spring",
        "They sat down and the sun rose.",
        "by June Carter",
        "It was sold in 987 shops and was born in 300 parts.",
        "He died in room 987; he was killed, in 987 of them.",
        "A book founded in 12, in 012 and in 987-A, sold in 987.",
        "He was born in Orm. In 987 he ran.",
        "She died in $987 and in 98.7 and in 987% of cases.",
        "February 30, 2025",
    ],
)
def test_other_words_are_no_dates(text: str) -> None:
    assert find_dates(text) == []


def test_a_day_lies_in_its_month_and_not_in_the_next() -> None:
    day, month, other = known("March 7, 2025"), known("March 2025"), known("April 2025")
    assert contains(month, day) and overlaps(month, day) and overlaps(day, month)
    assert not contains(day, month) and not overlaps(day, other)
    assert contains(known("since 2019"), day) and not overlaps(known("before 2019"), day)
    assert not overlaps(known("tomorrow"), day) and not contains(known("tomorrow"), day)


@pytest.mark.parametrize("edtf", ["2025-13", "2025-02-30", "banana", "2025/2020", "../..", "20251", "2025-09-13T10"])
def test_bounds_refuses_what_is_no_value(edtf: str) -> None:
    with pytest.raises(InputError):
        bounds(edtf)


def test_approximate_widens_and_uncertain_does_not() -> None:
    assert bounds("1987~") == (to_days(1986), to_days(1989) - 1)
    assert bounds("2025-09-13%") == (to_days(2025, 9, 10), to_days(2025, 9, 16))
    assert bounds("1987?") == bounds("1987")


@given(DAYS)
def test_day_numbers_round_trip(day: int) -> None:
    year, month, date = from_days(day)
    assert to_days(year, month, date) == day
    assert from_days(day) < from_days(day + 1)
    assert bounds(day_text(day)) == (day, day)


def test_day_zero_is_the_epoch() -> None:
    assert to_days(1970, 1, 1) == 0
    assert to_days(2000, 3, 1) - to_days(2000, 2, 28) == 2
    assert to_days(1900, 3, 1) - to_days(1900, 2, 28) == 1


@given(DAYS, st.integers(0, 5000), st.sampled_from(["interval", "season", "quarter", "decade", "century"]))
def test_a_range_covers_exactly_its_days(first: int, length: int, precision: str) -> None:
    text = range_text(first, first + length, precision)  # type: ignore[arg-type]  # drawn as plain text
    assert bounds(text) == (first, first + length)


@given(st.integers(to_days(1000), to_days(9999)), st.integers(0, 6))
def test_a_day_written_in_any_format_is_that_day(day: int, style: int) -> None:
    y, m, d = from_days(day)
    name = MONTHS[m - 1]
    phrase = (
        f"{name} {d}, {y}",
        f"{d} {name} {y}",
        f"{name[:3]} {d:02d}, {y}",
        f"{d}th of {name}, {y}",
        f"{d:02d}.{m:02d}.{y}",
        f"{m}/{d}/{y}",
        f"{y}-{m:02d}-{d:02d}",
    )[style]
    value = known(phrase)
    assert (value.earliest, value.latest, value.precision) == (day, day, "day")
    assert [span.phrase for span in find_dates(f"It was {phrase}, they say.")] == [phrase]


@given(st.sampled_from([*ABSOLUTE, *RELATIVE]), st.integers(to_days(1900), to_days(2100)))
def test_resolving_is_idempotent_and_ordered(phrase: str, day: int) -> None:
    value = known(phrase, day_text(day))
    if not value.edtf:  # "the 31st" in a month without one
        return
    again = known(value.edtf)
    assert (again.edtf, again.earliest, again.latest) == (value.edtf, value.earliest, value.latest)
    assert value.earliest is None or value.latest is None or value.earliest <= value.latest


PIECES = (
    "the of in on from to between and since 5 5th 1987 2025-09-13 May may Friday next last week days two",
    "early mid - , . ( ) 's ' BC AD around c Q3 century 90s Easter New Year Eve first half before after ago",
    "later ² १ \n",
)
WORDS = st.sampled_from([word for line in PIECES for word in line.split(" ")])


@settings(max_examples=300)
@given(st.lists(WORDS, max_size=30).map(" ".join) | st.text(max_size=80) | st.text(string.printable, max_size=80))
def test_any_text_is_read_without_error_and_with_exact_offsets(text: str) -> None:
    end = 0
    anchor = known("2025-09-13")
    for span in find_dates(text):
        assert text[span.start : span.end] == span.phrase and span.start >= end and span.phrase
        end = span.end
        value = resolve(span.phrase, anchor)
        assert value is not None or not span.relative
    resolve(text, anchor)


@pytest.mark.parametrize("piece", ["1", " ", "of ", "the ", "from ", "1987 ", "May ", "two days ", "'", "early ", "(-"])
def test_repetition_costs_linear_time(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    began = time.process_time()
    find_dates(text)
    resolve(text)
    assert time.process_time() - began < 10
