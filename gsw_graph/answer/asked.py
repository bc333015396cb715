"""What a model is asked on the way to an answer: summaries of actors in chapters, and the answer itself."""

from typing import Self

from pydantic import model_validator

from gsw_graph.llm.tasks import Part, Task
from gsw_graph.records import Record


class Summarised(Part):
    """What a model makes of the notes on one actor in one chapter."""

    text: str
    """The summary."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        """Refuse an empty summary."""
        if not self.text.strip():
            raise ValueError("the summary is empty")
        return self


class Given(Record):
    """One item of an answer."""

    text: str
    cites: tuple[str, ...] = ()
    """Ids of what it rests on."""


class Answered(Part):
    """What a model answers from the memory that it is shown."""

    items: tuple[Given, ...] = ()
    """The list that is asked for."""
    text: str = ""
    """The answer in words."""
    cites: tuple[str, ...] = ()
    """Ids of what the words rest on."""
    abstained: bool = False
    """Whether the memory does not say."""

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        """Refuse a reply that answers and does not, or does neither."""
        if self.abstained and self.items:
            raise ValueError("abstained is true, and there are items")
        if not (self.abstained or self.items or self.text.strip()):
            raise ValueError("abstained is false, and there are no items and no text")
        if any(not item.text.strip() for item in self.items):
            raise ValueError("an item is empty")
        return self


SUMMARISE = Task("summarise", Summarised, limit=500)
"""Asks for summaries; one actor in one chapter is an item. The limit is the paper's."""
ANSWER = Task("answer", Answered, limit=500)
"""Asks for an answer; a question with what the memory holds on it is an item. The limit is the paper's."""
TASKS: tuple[Task, ...] = (SUMMARISE, ANSWER)
