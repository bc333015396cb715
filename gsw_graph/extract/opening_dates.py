"""Date phrases that open a sentence or clause without a comma ("On 4 July 2018 Ewa Lis met …").

A small parser takes "2018 Ewa Lis" for one phrase, or the name for a modifier of the date, and the sentence loses its
subject. With the comma that some writers set there it reads both; so it is given one, and the text stays as it is.
"""

import re
from collections.abc import Iterator

from gsw_graph.dates import DateSpan, find_dates
from gsw_graph.extract.words import words

_OPENING = re.compile(r"(?:\A|(?<=\n)|[.!?…;:—][\"'”’)\]]*\s+|[\"“«]|\s(?=(?:and|but|then|so)\s))(?=\w)")
_WORD = re.compile(r"\S+")
_CLOCK = re.compile(
    r"\b\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]\.m\.|[ap]m\b|o['’]clock\b|hours\b)|\b\d{1,2}:\d\d\b", re.IGNORECASE
)
_PLACE = re.compile(
    r"\b(?:[Ii]n|[Aa]t|[Nn]ear|[Oo]utside)\s+(?:(?:the\s+)?(?:[A-Z][\w'’-]*\s+)+|the\s+\w+\s+)(?=(?:on|in|at|during|by)\s)"
)
_BETWEEN = words(
    """on in at by since until till from to between during before after around about throughout through for over
    early late later shortly again then also only just finally once and or but so"""
)
"""Words that may stand around the dates of such a phrase."""
_BEGINS = _BETWEEN | words(
    """last next this that the a one two three four five six seven eight nine ten several some few yesterday today
    tomorrow tonight"""
)
_LONE = words("yesterday today tomorrow tonight")
"""Dates of one word that open a sentence without a preposition; a weekday may be a name there ("Wednesday Addams")."""
_WHICH = words("next following previous preceding same")
"""What makes "the day" a date by itself, as against "the day Krol died"."""
_GOES_ON = words(
    """on in at by since until till from to between during before after around about throughout through for over of
    with without as into under near outside and or nor but so if when while where that which who whom whose because
    than then ago later earlier onwards onward alone only already is was are were be been has had have did does do
    will would could should can might must saw brought marked came became"""
)
"""Words that don't begin what the sentence is about."""
_SUBJECTS = words(
    """the a an this these those some several many no all both each every one two three four five six seven eight
    nine ten he she it they we i you his her its their our my your somebody someone nobody everybody everyone there"""
)
_NAMED_AFTER = words(
    """street avenue road boulevard square plaza bridge highway club school university party market movement
    committee association museum stadium"""
)
"""What bears the name of a day ("4 July Street"); hardly any of it is the name of somebody."""
_LONGEST = 12
"""Words that such a phrase has at most."""


def understood_commas(text: str) -> list[int]:
    """Return where a comma is understood behind a date phrase that opens a sentence or clause, in characters.

    Args:
        text: A text.
    """
    places = {_end_of_dates(text, opening.end()) for opening in _OPENING.finditer(text)}
    return sorted(place for place in places if place is not None)


def dates_with_commas(text: str) -> list[DateSpan]:
    """Return the dates of a text, those too that only a comma tells from a name ("On Monday Krol rang").

    Args:
        text: A text.
    """
    places = understood_commas(text)
    if not places:
        return find_dates(text)
    found = []
    for span in find_dates(with_commas(text, places)):
        start = span.start - sum(place + number < span.start for number, place in enumerate(places))
        end = span.end - sum(place + number < span.end for number, place in enumerate(places))
        found.append(DateSpan(start, end, text[start:end], span.relative))
    return found


def with_commas(text: str, places: list[int]) -> str:
    """Return a text with commas set in.

    Args:
        text: The text.
        places: Where, in characters, in order.
    """
    bounds = [0, *places, len(text)]
    return ",".join(text[first:last] for first, last in zip(bounds, bounds[1:], strict=False))


def _end_of_dates(text: str, start: int) -> int | None:
    """Return where the date phrase ends that opens a clause, None if there is none or a comma would be wrong there."""
    best = None
    for end, after in _prefixes(text, start):
        phrase = text[start:end]
        lone = _is_dates(phrase)
        if lone is not None:
            best = end if _may_begin(after, fronted=not lone) else None
    return best


def _prefixes(text: str, start: int) -> Iterator[tuple[int, str]]:
    """Yield the end of each run of words from a place on, and the word behind it."""
    found: list[re.Match[str]] = []
    for match in _WORD.finditer(text, start):
        if not found and not (match[0][0].isdigit() or match[0].lower() in _BEGINS):
            return
        if found and "\n" not in text[found[-1].end() : match.start()]:
            yield found[-1].end(), match[0]
        found.append(match)
        if len(found) > _LONGEST:
            return


def _is_dates(phrase: str) -> bool | None:
    """Say whether a phrase is nothing but dates that stand by themselves, False if with a preposition, None if not."""
    if not phrase[-1].isalnum() and phrase[-1] != ".":
        return None
    bare = _CLOCK.sub(lambda clock: " " * len(clock[0]), _PLACE.sub(lambda place: " " * len(place[0]), phrase))
    spans = find_dates(phrase + ",")
    if not spans or spans[-1].end != len(phrase):
        return None
    ends = [0, *(span.end for span in spans)]
    between = [bare[end : span.start] for end, span in zip(ends, spans, strict=False)]
    if any(word not in _BETWEEN for part in between for word in part.replace(",", " ").lower().split()):
        return None
    low = spans[0].phrase.lower().split()
    if low[-1] in {"before", "after"} or spans[-1].phrase.lower().endswith((" before", " after")):
        return None
    if between[0].strip() or low[0] in _BETWEEN or bare[: spans[0].start] != phrase[: spans[0].start]:
        return False
    if low[0] == "the" and not _WHICH & set(low):
        return None
    return True if len(low) > 1 or low[0] in _LONE else None


def _may_begin(word: str, *, fronted: bool) -> bool:
    """Say whether a word can begin what a sentence is about.

    Args:
        word: The word behind the dates.
        fronted: Whether a preposition says that the dates are none of it; otherwise "Last year" itself may be.
    """
    low = re.sub(r"\W.*", "", word.lower())
    if not word[0].isalpha() or low in _GOES_ON or (word[0].isupper() and low in _NAMED_AFTER):
        return False
    return word[0].isupper() or low in _SUBJECTS or (fronted and word.isalpha())
