"""What people and models decide about a memory: entries of the log, and what of them stands."""

from gsw_graph.decisions.folding import Rulings, rulings_of, standing
from gsw_graph.decisions.kept import Kept, all_decisions, decide, load_content, rulings, take_in, touched_by, undo
from gsw_graph.decisions.made import (
    HUMAN,
    Answer,
    Apart,
    Content,
    Decision,
    End,
    False_,
    Part,
    Rename,
    Retype,
    Same,
    Split,
    Undo,
    checked,
)

__all__ = [
    "HUMAN",
    "Answer",
    "Apart",
    "Content",
    "Decision",
    "End",
    "False_",
    "Kept",
    "Part",
    "Rename",
    "Retype",
    "Rulings",
    "Same",
    "Split",
    "Undo",
    "all_decisions",
    "checked",
    "decide",
    "load_content",
    "rulings",
    "rulings_of",
    "standing",
    "take_in",
    "touched_by",
    "undo",
]
