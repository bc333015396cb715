"""Day arithmetic on the proleptic Gregorian calendar for any integer year.

Years are astronomical: 0 is 1 BC, -43 is 44 BC. Days count from 1970-01-01 (day 0). Plain integers, because
the standard library's dates end at year 9999 and begin at year 1.
"""

MONTHS_IN_YEAR = 12
_DAYS_IN_ERA = 146_097  # 400 Gregorian years
_EPOCH_SHIFT = 719_468  # days from 0000-03-01 to 1970-01-01
_MONTH_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_leap(year: int) -> bool:
    """Return whether a year has a February 29."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_length(year: int, month: int) -> int:
    """Return the number of days of a month."""
    return 29 if month == 2 and is_leap(year) else _MONTH_LENGTHS[month - 1]


def is_day(year: int, month: int, day: int) -> bool:
    """Return whether the three numbers name a day that exists."""
    return 1 <= month <= MONTHS_IN_YEAR and 1 <= day <= month_length(year, month)


def to_days(year: int, month: int = 1, day: int = 1) -> int:
    """Return the number of days from 1970-01-01 to a day.

    Args:
        year: Astronomical year, any integer.
        month: 1 to 12.
        day: Day of the month.
    """
    # Counting from March puts the leap day last, so every month's offset is one linear expression.
    shifted = year - (month <= 2)
    era, year_of_era = divmod(shifted, 400)
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    day_of_era = year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year
    return era * _DAYS_IN_ERA + day_of_era - _EPOCH_SHIFT


def from_days(days: int) -> tuple[int, int, int]:
    """Return year, month and day of the month of a day number.

    Args:
        days: Days since 1970-01-01, any integer.
    """
    era, day_of_era = divmod(days + _EPOCH_SHIFT, _DAYS_IN_ERA)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month_index = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * month_index + 2) // 5 + 1
    month = month_index + 3 if month_index < 10 else month_index - 9
    return year_of_era + era * 400 + (month <= 2), month, day


def weekday(days: int) -> int:
    """Return the weekday of a day number, Monday 0 to Sunday 6."""
    return (days + 3) % 7


def month_span(year: int, month: int, count: int = 1) -> tuple[int, int]:
    """Return first and last day of `count` months that begin with a month.

    Args:
        year: Year of the first month.
        month: The first month; may lie outside of 1 to 12 and then runs on into other years.
        count: How many months.
    """
    first, last = year * 12 + month - 1, year * 12 + month - 1 + count
    return to_days(first // 12, first % 12 + 1), to_days(last // 12, last % 12 + 1) - 1


def year_span(year: int, count: int = 1) -> tuple[int, int]:
    """Return first and last day of `count` years that begin with a year."""
    return to_days(year), to_days(year + count) - 1


def nth_weekday(first: int, last: int, day_of_week: int, nth: int) -> int | None:
    """Return the nth given weekday between two days, or None if there are fewer.

    Args:
        first: First day to look at.
        last: Last day to look at.
        day_of_week: Monday 0 to Sunday 6.
        nth: From 1; -1 for the last one.
    """
    if nth < 0:
        found = last - (weekday(last) - day_of_week) % 7
    else:
        found = first + (day_of_week - weekday(first)) % 7 + 7 * (nth - 1)
    return found if first <= found <= last else None


def easter(year: int) -> int:
    """Return the day number of Western Easter Sunday."""
    golden, century = year % 19, year // 100
    epact = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    epact -= (epact // 28) * (1 - (29 // (epact + 1)) * ((21 - golden) // 11))
    offset = epact - (year + year // 4 + epact + 2 - century + century // 4) % 7
    month = 3 + (offset + 40) // 44
    return to_days(year, month, offset + 28 - 31 * (month // 4))
