"""Questions → answers in a model's words, with their evidence (system.md §6, the `llm` way).

The chapters and actors are those that the `local` way finds. The model sums each of them up, once; of the summaries
that fit the budget it then answers, and only what it can cite stands.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

from gsw_graph.answer.arms import DEFAULT_ARM
from gsw_graph.answer.asked import ANSWER, Answered
from gsw_graph.answer.context import STEM, Context, make_context, passage_context
from gsw_graph.answer.explain import explain as explained
from gsw_graph.answer.facts import Facts, read_facts
from gsw_graph.answer.findings import Finder, Findings
from gsw_graph.answer.items import Unit, in_order
from gsw_graph.answer.match import Cue
from gsw_graph.answer.proven import Proven, prove
from gsw_graph.answer.question import Question, is_generic
from gsw_graph.answer.spending import Budget, Part, parts_of_passages
from gsw_graph.answer.told_summaries import Summariser, Told
from gsw_graph.answer.words import answer_text
from gsw_graph.embed import Embedder
from gsw_graph.errors import OperatorError
from gsw_graph.graph import Graph
from gsw_graph.language import count_tokens
from gsw_graph.llm.asking import Asks
from gsw_graph.replies import mark_replies
from gsw_graph.views import Answer


class Prepared(NamedTuple):
    """A question with what the graph holds for it, before any model is asked."""

    text: str
    found: Findings
    units: list[Unit]
    """The chapters, in the order in which they count."""
    facts: list[Facts]
    """What the memory holds on the question, for summaries."""
    max_tokens: int
    max_chapters: int
    arm: str

    @property
    def holds_something(self) -> bool:
        """Whether there is anything that a model could be asked of."""
        return bool(self.facts or self.found.chosen.passages)

    def answer(self, **fields: object) -> Answer:
        """Return an answer to this question.

        Args:
            **fields: What it says.
        """
        cues = self.found.named
        defaults = {"question": self.text, "cues": cues, "tokens_in": count_tokens(self.text)}
        defaults |= {"arm": self.arm, "chapters": self.found.drawn}
        return Answer.model_validate(defaults | fields)

    def silence(self, **fields: object) -> Answer:
        """Return the answer that the memory does not say.

        Args:
            **fields: What else there is to know of it.
        """
        found = self.found
        said = answer_text(found.question, [], found.cues, partial=found.partial, evidence=[])
        return self.answer(text=said, abstained=True, tokens_out=count_tokens(said), **fields)


class ModelAnswerer:
    """Answers questions from one workspace by a model.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Makes the vectors of content cues and summaries.
    """

    def __init__(self, graph: Graph, workspace: str, embedder: Embedder) -> None:
        self._graph = graph
        self._workspace = workspace
        self._embedder = embedder
        self._finder = Finder(graph, workspace, embedder)

    def prepare(self, text: str, *, max_tokens: int, max_chapters: int, arm: str = DEFAULT_ARM) -> Prepared:
        """Return a question with what the graph holds for it.

        Args:
            text: The question.
            max_tokens: Budget of the context, in o200k tokens.
            max_chapters: Most chapters to draw on; 0 is no limit.
            arm: How chapters are chosen and what of the memory may be used: a name of `ARMS`.

        Raises:
            InputError: The question is blank or too long, a budget is negative, or there is no such arm.
        """
        found = self._finder.find(text, max_tokens=max_tokens, max_chapters=max_chapters, arm=arm)
        units = _ordered(found)
        pairs = found.pairs(units)
        unknown = found.arm.by == "all cues" and any(_is_unknown(found.question, cue) for cue in found.cues)
        facts = []
        if pairs and max_tokens and not unknown:
            facts = read_facts(self._graph, self._workspace, pairs, found.arm)
        found.laps.end("reading facts")
        return Prepared(text, found, units, facts, max_tokens, max_chapters, arm)

    def answer(
        self, prepared: Prepared, asker: Asks, *, per_call: int, concurrency: int, explain: bool = False
    ) -> Answer:
        """Return the answer of a model.

        Args:
            prepared: The question, of which the memory holds something.
            asker: Answers for the model; it is open for the tasks of `answer.asked`.
            per_call: Most summaries to a call.
            concurrency: Calls that run side by side.
            explain: Whether to say why the answer is as it is.

        Raises:
            OperatorError: What it replies cannot be used.
            ModelError: It cannot be used at all.
            BudgetError: The budget is spent.
        """
        told: list[Told] = []
        if prepared.facts:
            summariser = Summariser(
                self._graph, self._workspace, self._embedder, asker, per_call=per_call, concurrency=concurrency
            )
            told = summariser.summaries(prepared.text, prepared.facts)
        context = _context(prepared, told)
        prepared.found.laps.end("summaries")
        said = self._said(prepared, asker, told, context)
        prepared.found.laps.end("answering")
        return self.explained(prepared, said, _parts(prepared, told, context)) if explain else said

    def explained(self, prepared: Prepared, said: Answer, parts: Sequence[Part] = ()) -> Answer:
        """Return an answer with why it is as it is.

        Args:
            prepared: The question.
            said: The answer.
            parts: What was in question for its context, best first.
        """
        budget = Budget(prepared.max_tokens, prepared.max_chapters)
        why = explained(self._graph, self._workspace, said, prepared.found, parts, budget, model=True)
        return said.model_copy(update={"explanation": why})

    def _said(self, prepared: Prepared, asker: Asks, told: list[Told], context: Context) -> Answer:
        """Return what of a model's answer to a context stands; it is not asked of an empty one."""
        if not context.blocks:
            note = f"The budget of {prepared.max_tokens} tokens has no room for what the memory holds on it."
            return prepared.silence(notes=(note,))
        answered = self._asked(asker, prepared.text, context)
        days = {unit.uid: unit.day for unit in prepared.units}
        return _answer(prepared, answered, prove(answered, context, prepared.found.question.order, days), context, told)

    def _asked(self, asker: Asks, question: str, context: Context) -> Answered:
        """Ask a question of the context."""
        item = ANSWER.item("\n\n".join([f"Question: {' '.join(question.split())}", *context.chapters]), asker.model)
        said = asker.ask(ANSWER, [item])[item.key]
        readings = {reading for block in context.blocks for reading in block.facts.readings}
        mark_replies(self._graph, self._workspace, {item.key: readings})
        if isinstance(said, OperatorError):
            raise OperatorError(
                f"The question has no answer of {asker.model!r} that can be used. {said.args[0]}",
                hint="the same question again, or with --answers local",
            )
        return cast(Answered, said)


def _is_unknown(question: Question, cue: Cue) -> bool:
    """Say whether a cue is a name, place or date of which the memory has nothing: then it does not say.

    Other words may be a kind of event that the text tells without naming it.
    """
    people = [entity.text for entity in question.doc.ents if entity.label_ == "PERSON"]
    return not cue.hits and (cue.kind != "content" or any(name in cue.phrase for name in people))


def _answer(prepared: Prepared, answered: Answered, proven: Proven, context: Context, told: list[Told]) -> Answer:
    """Return what of a model's answer stands, or that the memory does not say."""
    tokens = count_tokens(prepared.text) + sum(map(count_tokens, context.chapters))
    fields = {"context": context.chapters, "tokens_in": tokens, "citations_dropped": proven.dropped}
    if answered.abstained:
        return prepared.silence(notes=_failures(told), **fields)
    if not proven.evidence:
        return prepared.silence(notes=(*_failures(told), *proven.notes), **fields)
    partial = prepared.found.partial
    phrases = ", ".join(cue.phrase for cue in prepared.found.cues)
    return prepared.answer(
        text=proven.text,
        items=proven.items,
        partial=partial,
        evidence=proven.evidence,
        entities=proven.entities,
        statements=proven.statements,
        tokens_out=count_tokens(proven.text),
        notes=(
            *prepared.found.notes,
            *_failures(told),
            *((f"No passage holds all of: {phrases}.",) if partial else ()),
            *proven.notes,
        ),
        **fields,
    )


def _parts(prepared: Prepared, told: Sequence[Told], context: Context) -> list[Part]:
    """Return what was in question for the context: passages, or summaries with the sentences beneath them."""
    chosen = prepared.found.chosen
    if chosen.passages:
        return parts_of_passages(chosen.looked, chosen.passages)
    shown = {(block.facts.chapter_uid, block.facts.actor): block.text for block in context.blocks}
    pairs = [((one.facts.chapter_uid, one.facts.actor), one) for one in told]
    return [Part(*pair, shown.get(pair, one.text), one.score, pair in shown) for pair, one in pairs]


def _context(prepared: Prepared, told: list[Told]) -> Context:
    """Return what the model is shown; of a question for the latest or first, the budget goes by story time."""
    passages = prepared.found.chosen.passages
    if passages:
        return passage_context(passages)
    if not prepared.found.arm.reranks:
        places = {facts.summary: at for at, facts in enumerate(prepared.facts)}
        told = sorted(told, key=lambda one: places[one.facts.summary])
    question = prepared.found.question
    counted = {unit.uid: at for at, unit in enumerate(prepared.units)}
    if question.order in {"latest", "first"}:
        told = sorted(told, key=lambda one: counted[one.facts.chapter_uid])
    as_told = {unit.uid: at for at, unit in enumerate(prepared.found.units)}
    stems = frozenset(token.lower_[:STEM] for token in question.doc if token.is_alpha and not is_generic(token))
    return make_context(
        told,
        stems,
        counted if question.order else as_told,
        max_tokens=prepared.max_tokens,
        max_chapters=prepared.max_chapters,
    )


def _ordered(found: Findings) -> list[Unit]:
    """Return the chapters in the order in which they count: story time if the question asks for it, else the best."""
    if found.question.order:
        return in_order(found.question, found.units)
    return sorted(found.units, key=lambda unit: found.best.index(unit.uid))


def _failures(told: list[Told]) -> tuple[str, ...]:
    """Return a note if the model gave some summaries not."""
    failures = [one.failure for one in told if one.failure]
    if not failures:
        return ()
    return (f"{len(failures)} of {len(told)} summaries could not be had, and notes stand for them. {failures[0]}",)
