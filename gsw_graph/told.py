"""The told layer: what texts say, written once and never changed (system.md §3)."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from gsw_graph.graph import Row, Transaction
from gsw_graph.names import fold, is_full_name
from gsw_graph.records import Chapter, Chunk, Claim, Document, Extraction, Mention, content_uid
from gsw_graph.storable import brief, is_fit_claim, is_fit_mention

TOLD_AT = 10**9
"""`told_at` is chapter · 10⁹ + offset in the document's text."""


class Reading(NamedTuple):
    """A chunk with what an Operator found in it."""

    chunk: Chunk
    extraction: Extraction


class Rows(NamedTuple):
    """What one transaction writes of some readings, and what it refused."""

    mentions: list[Row]
    claims: list[Row]
    about_mentions: list[Row]
    about_claims: list[Row]
    refused: dict[str, list[str]]
    """Reasons by chunk uid."""


def joined(parts: Iterable[Rows]) -> Rows:
    """Return the rows of several documents as those of one transaction.

    Args:
        parts: The rows of each.
    """
    whole = Rows([], [], [], [], {})
    for part in parts:
        for mine, more in zip(whole[:4], part[:4], strict=True):
            mine.extend(more)
        whole.refused.update(part.refused)
    return whole


def scope_token(workspace: str) -> str:
    """Return the one word that stands for a workspace in the full-text indexes."""
    return "w" + content_uid("scope", workspace)


class ToldRows:
    """Turns readings of one document into rows, checking each span against the stored text.

    A record whose quote is not where it says is refused; so is whatever is about it alone.

    Args:
        document: With its stored text and pages.
        chunks: All chunks of the document: a scene's place may be said in another chunk than the one that was read.
    """

    def __init__(self, document: Document, chunks: Sequence[Chunk]) -> None:
        self._document = document
        self._text = document.text
        self._chunks = sorted(chunks, key=lambda chunk: chunk.start)
        self._starts = [chunk.start for chunk in self._chunks]

    def rows(self, readings: Iterable[Reading]) -> Rows:
        """Return the rows of some readings."""
        rows = Rows([], [], [], [], defaultdict(list))
        for reading in readings:
            self._add(rows, reading)
        return rows

    def _add(self, rows: Rows, reading: Reading) -> None:
        """Add the rows of one reading."""
        chunk, extraction = reading
        refused = rows.refused[chunk.uid]
        refused += extraction.refused
        uids: dict[str, str] = {}
        found: dict[str, Row] = {}
        for mention in extraction.mentions:
            row = self._mention(chunk, mention)
            if not is_fit_mention(mention):
                refused.append(f"The name {brief(mention.name)} is blank, too long, or not storable.")
            elif row is None:
                refused.append(f"The mention {brief(mention.quote.text)} is not in the text where it says.")
            else:
                uids[mention.id], found[mention.id] = row["uid"], row
        claims: dict[str, str] = {}
        for claim in extraction.claims:
            row = self._claim(chunk, claim, uids)
            if not is_fit_claim(claim):
                refused.append(f"The {claim.kind} {brief(claim.label)} is blank, too long, or not storable.")
            elif row is None:
                refused.append(f"The {claim.kind} {brief(claim.label)} has no words of this passage to stand on.")
            else:
                claims[claim.id] = row["uid"]
                rows.claims.append(row)
        said = [claim for claim in extraction.claims if claim.id in claims]
        meant = {part.target for claim in said for part in claim.about}
        # A mention in another chunk counts through what is said of it here; by itself that chunk's reading has it.
        rows.mentions.extend(row for name, row in found.items() if row["chunk"] == chunk.uid or name in meant)
        for claim in said:
            self._about(rows, claim, claims, uids)

    def _span(self, chunk: Chunk, start: int, end: int, quote: str) -> tuple[Chunk, Row] | None:
        """Place a quote in the document, or return None if its characters are not there."""
        first, last = chunk.start + start, chunk.start + end
        if first < 0 or first >= last or self._text[first:last] != quote:
            return None
        home = chunk if chunk.start <= first and last <= chunk.end else self._home(first, last)
        span = {"start": first, "end": last, "quote": quote, "page": self._document.page_at(first)}
        return (home, span) if home else None

    def _home(self, first: int, last: int) -> Chunk | None:
        """Find the chunk that holds a span of the document."""
        position = bisect_right(self._starts, first) - 1
        return self._chunks[position] if position >= 0 and last <= self._chunks[position].end else None

    def _mention(self, chunk: Chunk, mention: Mention) -> Row | None:
        """Make the row of a mention; its uid holds all that it says, so that no second reading changes it."""
        quote = mention.quote
        place = self._span(chunk, quote.start, quote.end, quote.text)
        if place is None:
            return None
        home, span = place
        date = mention.date.model_dump() if mention.date else {}
        properties = {
            "surface": quote.text,
            "name": mention.name,
            "folded": fold(mention.name),
            "kind": mention.kind,
            "form": mention.form,
            "full": is_full_name(mention.name, mention.kind),
            **date,
        }
        uid = content_uid(
            "mention",
            home.document,
            span["start"],
            span["end"],
            mention.kind,
            mention.name,
            mention.form,
            *(str(value) for value in date.values()),
        )
        return {
            "uid": uid,
            "chunk": home.uid,
            "span": span,
            "properties": properties,
            "confidence": mention.confidence,
        }

    def _claim(self, chunk: Chunk, claim: Claim, mentions: dict[str, str]) -> Row | None:
        """Make the row of a claim; its uid holds whom it is about, since one passage can say a thing of two."""
        place = self._span(chunk, claim.quote.start, claim.quote.end, claim.quote.text)
        if place is None or place[0] is not chunk:
            return None
        span = place[1]
        about = sorted(f"{part.valence} {mentions[part.target]}" for part in claim.about if part.target in mentions)
        uid = content_uid(
            "claim",
            chunk.document,
            span["start"],
            span["end"],
            claim.kind,
            claim.label,
            claim.polarity,
            *about,
        )
        properties: dict[str, Any] = {
            "kind": claim.kind,
            "label": claim.label,
            "phrase": claim.phrase,
            "polarity": claim.polarity,
            "source": claim.source,
            "confidence": claim.confidence,
            "told_at": chunk.chapter * TOLD_AT + span["start"],
        }
        return {"uid": uid, "chunk": chunk.uid, "span": span, "properties": properties}

    @staticmethod
    def _about(rows: Rows, claim: Claim, claims: dict[str, str], mentions: dict[str, str]) -> None:
        """Add what a claim is about; a target that was refused is left out."""
        for part in claim.about:
            row = {"claim": claims[claim.id], "valence": part.valence}
            if part.target in mentions:
                rows.about_mentions.append({**row, "target": mentions[part.target]})
            elif part.target in claims:
                rows.about_claims.append({**row, "target": claims[part.target]})


def write_document(
    tx: Transaction,
    workspace: str,
    document: Document,
    chapters: Sequence[Chapter],
    chunks: Sequence[Chunk],
    entries: Sequence[str],
    properties: Row,
) -> None:
    """Write a document with its chapters and chunks.

    Args:
        tx: The transaction.
        workspace: Name of the workspace.
        document: What was read.
        chapters: Its chapters.
        chunks: Its chunks, in the order of the text.
        entries: The log key of each chunk's reading.
        properties: What else to keep on the document (hash, status, operator).
    """
    shown = document.model_dump(include={"key", "title", "origin", "dated"})
    shown |= {"notes": list(document.notes), "characters": len(document.text), **properties}
    shown["pages"] = list(document.pages) or None
    tx.run("write/document", workspace=workspace, uid=document.uid, properties=shown)
    rows = [{"uid": c.uid, "properties": c.model_dump(include={"index", "title", "start", "end"})} for c in chapters]
    tx.run("write/chapters", workspace=workspace, document=document.uid, rows=rows)
    tx.run("write/chunks", workspace=workspace, rows=list(_chunk_rows(workspace, document, chapters, chunks, entries)))


def _chunk_rows(
    workspace: str, document: Document, chapters: Sequence[Chapter], chunks: Sequence[Chunk], entries: Sequence[str]
) -> Iterable[Row]:
    """Yield the rows of chunks, each with its neighbour in the same chapter."""
    uids = {chapter.index: chapter.uid for chapter in chapters}
    previous: Chunk | None = None
    for chunk, entry in zip(chunks, entries, strict=True):
        yield {
            "uid": chunk.uid,
            "chapter": uids[chunk.chapter],
            "previous": previous.uid if previous and previous.chapter == chunk.chapter else None,
            "properties": {
                "text": chunk.text,
                "start": chunk.start,
                "end": chunk.end,
                "index": chunk.index,
                "scene": chunk.scene,
                "page": document.page_at(chunk.start),
                "entry": entry,
                "scope": scope_token(workspace),
            },
        }
        previous = chunk


def write_rows(tx: Transaction, workspace: str, rows: Rows, recorded_at: dict[str, Any]) -> None:
    """Write the rows of some readings and move their chunks on to "read".

    Args:
        tx: The transaction.
        workspace: Name of the workspace.
        rows: What to write.
        recorded_at: When each chunk's log entry was made, by chunk uid.
    """
    claims = [
        {**row, "properties": {**row["properties"], "recorded_at": recorded_at[row["chunk"]]}} for row in rows.claims
    ]
    tx.run("write/mentions", workspace=workspace, rows=rows.mentions)
    tx.run("write/claims", workspace=workspace, rows=claims)
    tx.run("write/about_mentions", workspace=workspace, rows=rows.about_mentions)
    tx.run("write/about_claims", workspace=workspace, rows=rows.about_claims)
    states = [
        {"uid": uid, "status": "read", "reason": None, "refused": len(reasons)} for uid, reasons in rows.refused.items()
    ]
    tx.run("write/chunk_status", workspace=workspace, rows=states)
