"""When actors are at the places of a scene: which of them hold on a day, and which are the first and the last."""

from gsw_graph.answer.question import Question
from gsw_graph.graph import Row
from gsw_graph.records import DateValue


def on_days(question: Question, places: list[Row], dates: list[Row]) -> list[Row]:
    """Return the places of some scenes, each with those who are there on the days that a question names.

    Whose stay has no days of its own is there if the whole scene is of those days.

    Args:
        question: The question.
        places: Places of match/chapter_facts.
        dates: Dates of the same scenes.
    """
    asked = [value for _, value in question.dates]
    if not asked:
        return places
    elsewhen = {row["scene"] for row in dates if not _meets(row["earliest"], row["latest"], asked)}

    def there(row: Row, uid: str) -> bool:
        days = [(stay["first"], stay["last"]) for stay in row["spans"] if stay["uid"] == uid]
        known = [(first, last) for first, last in days if not first is last is None]
        return any(_meets(first, last, asked) for first, last in known) if known else row["scene"] not in elsewhen

    return [{**row, "actors": [uid for uid in row["actors"] if there(row, uid)]} for row in places]


def _meets(first: int | None, last: int | None, asked: list[DateValue]) -> bool:
    """Say whether some days and one of some dates can meet."""
    return any(
        (first is None or date.latest is None or first <= date.latest)
        and (last is None or date.earliest is None or date.earliest <= last)
        for date in asked
    )


def outermost(places: list[Row], actors: set[str], *, latest: bool) -> int | None:
    """Return the last or first day on which actors are at some places; None if none is known.

    Args:
        places: Places of match/chapter_facts.
        actors: Uids.
        latest: Whether the last day is meant.
    """
    days = [
        _edge(stay, latest) for row in places for stay in row["spans"] if stay["uid"] in actors & set(row["actors"])
    ]
    known = [day for day in days if day is not None]
    return (max(known) if latest else min(known)) if known else None


def _edge(stay: Row, latest: bool) -> int | None:
    """Return the last or first day that is known of a stay."""
    first, last = stay["first"], stay["last"]
    day = (last if last is not None else first) if latest else (first if first is not None else last)
    return None if day is None else int(day)


def at_the_end(places: list[Row], actors: set[str], *, latest: bool) -> list[Row]:
    """Return the places where actors are on their last or first day among them; all if no day is known.

    Args:
        places: Places of match/chapter_facts.
        actors: Uids.
        latest: Whether the last day is meant.
    """
    day = outermost(places, actors, latest=latest)
    return [row for row in places if day is None or outermost([row], actors, latest=latest) == day]
