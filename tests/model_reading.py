"""What the tests of the `llm` Operator's reading share: a small text, what a strong model would say of it, the laws."""

from collections.abc import Sequence

from gsw_graph.extract.model.annotate import annotated
from gsw_graph.extract.model.cast import Cast
from gsw_graph.extract.model.compile import compiled
from gsw_graph.extract.model.coupled import Coupled
from gsw_graph.extract.model.said import Said
from gsw_graph.records import Chapter, Chunk, Extraction
from gsw_graph.text import chapters, chunks, from_text

HARBOUR = """Ana Ruiz had been the keeper of the Orvane Light since 1974. On 3 May 1987 she found the captain's "red" \
ledger in the lamp room. Captain Idris Vane, who was ill, wanted it back.

The next morning Ludo Kerr drove to Ostrel. He told Ana that Vane might be arrested. She did not believe him.

Who had moved the ledger?"""
CAST = Cast(
    number=1,
    actors=(
        "Ana Ruiz | person | Ana | she",
        "Orvane Light | place",
        "Idris Vane | person | Captain Idris Vane | Vane | the captain",
        'captain\'s "red" ledger | object | it: 3 | the ledger',
        "Ludo Kerr | person | he/him: 4-6",
        "Ostrel | place",
    ),
    scenes=("1 | Orvane Light | On 3 May 1987", "4 | Ostrel | The next morning"),
)


def chapter_of(text: str) -> tuple[Chapter, list[Chunk]]:
    """Return the only chapter of a text with its chunks."""
    (chapter,) = chapters(from_text(text, key="test"))
    return chapter, chunks(chapter)


def read(text: str, cast: Cast) -> list[Chunk]:
    """Return the annotated chunks of a text."""
    chapter, found = chapter_of(text)
    return annotated(chapter, found, cast)


def harbour(number: int) -> Chunk:
    """Return an annotated chunk of the small text, from 0."""
    return read(HARBOUR, CAST)[number]


def told(chunk: Chunk, coupled: Coupled | None = None, **notes: Sequence[str]) -> Extraction:
    """Return what notes on a chunk amount to."""
    return compiled(chunk, Said.model_validate({"number": 1, "verbs": [], **notes}), coupled or Coupled(number=0))


def about(found: Extraction, label: str, kind: str | None = None) -> set[tuple[str, str]]:
    """Return (valence, name or label) of what the claims with a label are about."""
    names = {one.id: one.name for one in found.mentions} | {one.id: one.label for one in found.claims}
    claims = [one for one in found.claims if one.label == label and kind in (None, one.kind)]
    assert claims, f"nothing is called {label}: {[one.label for one in found.claims]}, {found.refused}"
    return {(part.valence, names[part.target]) for claim in claims for part in claim.about}


def check(chunk: Chunk, found: Extraction, text: str) -> None:
    """Hold an extraction to the laws of every Operator.

    Args:
        chunk: The annotated chunk.
        found: What it says.
        text: The document's text.
    """
    ids = [one.id for one in found.mentions] + [one.id for one in found.claims]
    assert ids == [f"m{n + 1}" for n in range(len(found.mentions))] + [f"c{n + 1}" for n in range(len(found.claims))]
    for claim in found.claims:
        assert {part.target for part in claim.about} <= set(ids) - {claim.id}
        assert 0 <= claim.quote.start < claim.quote.end <= len(chunk.text), "a claim stands in its chunk"
    quotes = [one.quote for one in found.mentions] + [one.quote for one in found.claims]
    for quote in quotes + [one.quote for one in chunk.annotations]:
        assert text[chunk.start + quote.start : chunk.start + quote.end] == quote.text
        assert quote.text.strip()
    for mention in found.mentions:
        assert mention.name.strip()
        assert (mention.kind == "date") == (mention.date is not None)
