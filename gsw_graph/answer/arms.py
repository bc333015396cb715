"""Arms: the ways in which the chapters for a question can be chosen, and what of the memory may then be used.

They are flags of one road, so that what one of them changes can be measured (docs/answering.md).
"""

from typing import Literal, NamedTuple

from gsw_graph.errors import InputError

By = Literal["all cues", "any name", "summaries", "actor names", "vectors", "words", "order", "strings", "nothing"]
"""How chapters are chosen: `answer.retrieval` does each of them."""
PASSAGES: frozenset[By] = frozenset({"vectors", "words", "order", "strings"})
"""Ways that look at the text itself, and show it."""


class Arm(NamedTuple):
    """A way of answering."""

    about: str
    """What it is, in a line."""
    by: By = "all cues"
    reranks: bool = True
    """Whether summaries are put in the order of their cosine with the question, or stay in the order told."""
    roles: bool = True
    """Whether roles and states may be used."""
    settings: bool = True
    """Whether places and dates may be used, and what couples actors to them."""

    @property
    def shows(self) -> Literal["summaries", "passages"]:
        """What the context is made of."""
        return "passages" if self.by in PASSAGES else "summaries"

    @property
    def without(self) -> tuple[str, ...]:
        """What summaries leave out."""
        return (*(() if self.roles else ("roles",)), *(() if self.settings else ("settings",)))


DEFAULT_ARM = "gsw"
ARMS: dict[str, Arm] = {
    DEFAULT_ARM: Arm("chapters that hold all that the question names, in one scene; the whole memory"),
    "no-space-time": Arm("the same without what couples actors to places and dates", settings=False),
    "verbs": Arm("the same with verb phrases alone: no roles and states either", roles=False, settings=False),
    "string-match": Arm("chapters with any name, place or date of the question, by cosine of summaries", by="any name"),
    "strings-no-rerank": Arm("the same with summaries in the order told", by="any name", reranks=False),
    "embedding-match": Arm("summaries nearest to the question", by="summaries"),
    "ner-embedding-match": Arm("chapters of the actors whose names are nearest to its names", by="actor names"),
    "rag": Arm("passages nearest to the question", by="vectors"),
    "bm25": Arm("passages that share most words with the question", by="words"),
    "vanilla": Arm("the text from its beginning", by="order"),
    "strings": Arm("passages of chapters whose text has all phrases of the question, letter by letter", by="strings"),
    "abstain": Arm("no chapter: the workspace never says", by="nothing"),
}
"""The arms by name.

`string-match` is the way of the paper on Generative Semantic Workspaces (GSW); `strings-no-rerank`, `embedding-match`
and `ner-embedding-match` are what its Table 13 sets beside it, `no-space-time` and `verbs` what it takes out of its
memory, and `rag` and `vanilla` two of its base lines.
"""


def arm_named(name: str) -> Arm:
    """Return the arm of a name.

    Args:
        name: One of `ARMS`.

    Raises:
        InputError: There is none.
    """
    if name not in ARMS:
        raise InputError(f"No arm is named {name!r}.", hint=f"--arm with one of {', '.join(ARMS)}")
    return ARMS[name]
