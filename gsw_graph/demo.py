"""The demonstration: a story that comes with the package, and what to ask of it."""

from importlib import resources

from gsw_graph.records import Document
from gsw_graph.text import from_text

WORKSPACE = "demo"
KEY = "demo.md"
QUESTIONS = (
    "Where was Nora Pellow on 4 April 1987?",
    "Who was at the Custom House on 11 May 1987?",
    "When was Nora Pellow on Gannet Island?",
)


def document() -> Document:
    """Return the story; wherever the package is installed it is the same document."""
    story = resources.files("gsw_graph").joinpath("data", KEY).read_text(encoding="utf-8")
    return from_text(story, key=KEY, origin="the gsw-graph package")
