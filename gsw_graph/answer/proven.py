"""What of a model's answer stands: items with a passage of the memory behind each, in the order of story time."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gsw_graph.answer.asked import Answered, Given
from gsw_graph.answer.context import Block, Cited, Context, Sentence, proof_of
from gsw_graph.answer.question import Order
from gsw_graph.views import Evidence, Statement

Proof = list[tuple[Block, Sentence]]


class Proven(NamedTuple):
    """An answer of which every item has its evidence."""

    text: str
    items: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    entities: tuple[str, ...]
    statements: tuple[Statement, ...]
    dropped: int
    """Citations of what was not in the context."""
    notes: tuple[str, ...]


class _Item(NamedTuple):
    """An item with what proves it."""

    text: str
    proof: Proof


def prove(said: Answered, context: Context, order: Order, days: Mapping[str, int | None]) -> Proven:
    """Return what of an answer stands; nothing does without a passage of the context.

    The model says what happened, and the graph says when: the items are put in the order of story time where that is
    asked for, and of the latest or first nothing is left but the latest or first.

    Args:
        said: The model's reply.
        context: What the model was shown.
        order: Which order the question asks for.
        days: First day of each chapter's main date, by its uid.
    """
    whole = context.cited(said.cites)
    own = [context.cited(item.cites) for item in said.items]
    pairs = zip(said.items, own, strict=True)
    given = [_Item(item.text.strip(), _proof(item, cited, whole, context)) for item, cited in pairs]
    items = list({item.text: item for item in given if item.proof}.values())
    unproven = sum(not item.proof for item in given)
    items = _in_order(items, order, days)
    as_said = [item.text for item in items] == [item.text for item in given]
    text = said.text.strip() if as_said else ""
    proofs = items or ([_Item("", _whole_proof(whole))] if not said.items and _whole_proof(whole) else [])
    if not proofs:
        text = ""
    sentences = [pair for item in proofs for pair in item.proof]
    return Proven(
        text=text or "; ".join(item.text for item in items),
        items=tuple(item.text for item in items),
        evidence=_evidence(proofs),
        entities=_entities(sentences),
        statements=_statements(sentences),
        dropped=whole.dropped + sum(cited.dropped for cited in own),
        notes=_notes(unproven, bool(proofs)),
    )


def _notes(unproven: int, stands: bool) -> tuple[str, ...]:
    """Return what was left out of an answer."""
    if unproven:
        many = "1 item of the model's answer was" if unproven == 1 else f"{unproven} items of the model's answer were"
        return (f"{many} left out: no passage of the memory bears it.",)
    return () if stands else ("The model's answer was left out: no passage of the memory bears it.",)


def _proof(item: Given, own: Cited, whole: Cited, context: Context) -> Proof:
    """Return the sentences behind an item: those cited, else one that holds its words, else those of the whole text."""
    cited = [*own.sentences, *(pair for block in own.blocks for pair in proof_of(block, item.text))]
    return cited or context.holding(item.text) or ([] if item.cites else _whole_proof(whole))


def _whole_proof(whole: Cited) -> Proof:
    """Return the sentences behind the answer's text."""
    return [*whole.sentences, *(pair for block in whole.blocks for pair in proof_of(block, ""))]


def _in_order(items: list[_Item], order: Order, days: Mapping[str, int | None]) -> list[_Item]:
    """Return items in story time, undated ones last, or only the latest or first of them."""
    dated: dict[str, int] = {}
    for item in items:
        known = [day for block, _ in item.proof if (day := days.get(block.facts.chapter_uid)) is not None]
        if known:
            dated[item.text] = max(known) if order == "latest" else min(known)
    if order == "chronological":
        return sorted(items, key=lambda item: (item.text not in dated, dated.get(item.text, 0)))
    if order in {"latest", "first"} and dated:
        last = max(dated.values()) if order == "latest" else min(dated.values())
        return [item for item in items if dated.get(item.text) == last]
    return items


def _evidence(items: Sequence[_Item]) -> tuple[Evidence, ...]:
    """Return the passages of items, each once for an item."""
    found = [one.passage.model_copy(update={"item": item.text}) for item in items for _, one in item.proof]
    return tuple({(one.item, one.document, one.start): one for one in found}.values())


def _entities(proof: Proof) -> tuple[str, ...]:
    """Return the uids of the held nodes that sentences tell of."""
    uids: dict[str, None] = {}
    for block, sentence in proof:
        told_of = [block.facts.actor, *(fact.statement.end for fact in sentence.facts)]
        uids |= dict.fromkeys(filter(None, told_of))  # a passage as it stands tells of nobody that is known
    return tuple(uids)


def _statements(proof: Proof) -> tuple[Statement, ...]:
    """Return the statements that sentences make."""
    return tuple(dict.fromkeys(fact.statement for _, sentence in proof for fact in sentence.facts))
