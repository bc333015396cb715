"""A workspace that people correct, and whose doubts they settle."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gsw_graph.edits import Edited, Edits
from gsw_graph.reconcile.steps import Reconciled, run_again
from gsw_graph.register import Standing, register
from gsw_graph.review import Pair, pairs, rule
from gsw_graph.storable import encodable
from gsw_graph.surveyed import SurveyedWorkspace
from gsw_graph.verdict_file import apply_file

if TYPE_CHECKING:  # who asks no model need not load what does
    from gsw_graph.closing import Closed
    from gsw_graph.judging import Judged


class Review:
    """What is in doubt in one workspace, and what was decided.

    Args:
        workspace: The workspace.
    """

    def __init__(self, workspace: SurveyedWorkspace) -> None:
        self._workspace = workspace

    def pairs(self, most: int = 20) -> list[Pair]:
        """Return pairs of names that may mean one actor and on which nobody has decided, the most doubtful first.

        Args:
            most: How many.
        """
        return pairs(self._workspace.graph, self._workspace.name, most)

    def accept(self, *ids: str, because: str = "") -> list[int]:
        """Decide that each of some pairs is one actor, and return the numbers of the decisions.

        Args:
            *ids: Of the pairs, as `pairs` has them.
            because: The reason; it is kept whatever texts are forgotten.

        Raises:
            InputError: There is no such pair; nothing is decided then.
        """
        return rule(self._workspace.graph, self._workspace.name, ids, same=True, reason=because)

    def reject(self, *ids: str, because: str = "") -> list[int]:
        """Decide that each of some pairs is two actors, and return the numbers of the decisions.

        Args:
            *ids: Of the pairs, as `pairs` has them.
            because: The reason; it is kept whatever texts are forgotten.

        Raises:
            InputError: There is no such pair; nothing is decided then.
        """
        return rule(self._workspace.graph, self._workspace.name, ids, same=False, reason=because)

    def apply(self, path: str | Path) -> list[int]:
        """Decide as a file of JSON lines or CSV says, all or nothing, and return the decisions' numbers line by line.

        Args:
            path: The file: one, other (or pair), verdict, reason.

        Raises:
            InputError: A line cannot be used; the message names it.
        """
        return apply_file(self._workspace.graph, self._workspace.name, Path(path))

    def decide(self, most: int = 20) -> "Sequence[Judged]":
        """Let the model that was chosen for the workspace decide on the most doubtful pairs, where it is sure.

        Args:
            most: How many pairs.

        Raises:
            ConfigError: No model was chosen.
            ModelError: The model cannot be used at all.
            BudgetError: The budget is spent.
        """
        from gsw_graph.judging import judge

        whole = self._workspace
        return judge(whole.graph, whole.name, whole.settings, whole.choice, most)

    def standing(self) -> list[Standing]:
        """Return all decisions that stand, in the order in which they were made, those of edits too."""
        return register(self._workspace.graph, self._workspace.name)

    def undo(self, number: int, *, because: str = "") -> Edited:
        """Undo a decision.

        Args:
            number: Its number.
            because: The reason.

        Raises:
            InputError: There is none of that number, it is itself an undoing, or it was undone before.
        """
        return Edits(self._workspace.graph, self._workspace.name).undo(number, because=because)


class CuratedWorkspace(SurveyedWorkspace):
    """What people decide about an open workspace; each decision is logged, and can be undone."""

    @property
    def edit(self) -> Edits:
        """Corrections: rename, retype, join, split, end, mark false, undo."""
        return Edits(self.graph, self.name)

    @property
    def review(self) -> Review:
        """What is in doubt, and what was decided."""
        return Review(self)

    def close_questions(self, entity: str = "", *, most: int = 20) -> "Sequence[Closed]":
        """Let the model that was chosen for the workspace decide which later passages answer open questions.

        Args:
            entity: Name, alias or uid of an actor that they are about; "" for all.
            most: How many questions.

        Raises:
            InputError: The name means nobody, several, or a place.
            ConfigError: No model was chosen.
            ModelError: The model cannot be used at all.
            BudgetError: The budget is spent.
        """
        from gsw_graph.closing import close

        return close(self.graph, self.name, self.settings, self.choice, encodable(entity), most)

    def reconcile(
        self,
        *,
        document: str = "",
        chapters: Collection[tuple[str, int]] = (),
        step: str = "",
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> Reconciled:
        """Run the Reconciler's steps again for what is held; nothing changes, unless the graph was changed by hand.

        Args:
            document: Key of a document, all chapters of which are meant.
            chapters: Or chapters, each by its document's key and its number; without either all of the workspace.
            step: Name of the only step to run, from `gsw_graph.reconcile.STEPS`; "" for all.
            progress: Called with the chapters done and their total.

        Raises:
            InputError: There is no such step, document or chapter in the held layer.
            ServerError: The workspace is being rebuilt.
        """
        return run_again(self.graph, self.name, document=document, chapters=chapters, step=step, progress=progress)
