"""What the Reconciler reads of the told layer for some chapters."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from gsw_graph.graph import Transaction

ACTOR_KINDS = frozenset({"person", "organisation", "group", "animal", "object", "other"})


class MentionFact(NamedTuple):
    """A mention as the told layer has it."""

    uid: str
    chapter: str
    kind: str
    name: str
    folded: str
    form: str
    full: bool
    surface: str
    told_at: int
    phrase: str | None
    edtf: str | None
    earliest: int | None
    latest: int | None
    precision: str | None
    inferred: bool | None
    anchor: str | None
    document: str = ""
    """Key of the document."""
    number: int = 0
    """The chapter's position in it, from 1."""
    chunk: str = ""
    """Uid of the chunk in which it stands."""
    entry: str = ""
    """Log key of that chunk's reading; chunks of the same words share it."""
    after: str = ""
    """Some words that follow a place in its chunk."""


class ClaimFact(NamedTuple):
    """A claim as the told layer has it, with what it is about as (valence, uid) pairs."""

    uid: str
    chunk: str
    chapter: str
    scene: int
    kind: str
    label: str
    phrase: str
    polarity: str
    source: str
    confidence: float
    told_at: int
    recorded_at: Any
    mentions: list[tuple[str, str]]
    claims: list[tuple[str, str]]
    document: str = ""
    """Key of the document."""


class Facts(NamedTuple):
    """All claims and mentions of some chapters."""

    mentions: dict[str, MentionFact]
    claims: list[ClaimFact]

    def first(self, claim: ClaimFact, valence: str) -> MentionFact | None:
        """Return the first mention that fills a valence of a claim."""
        return next((self.mentions[uid] for v, uid in claim.mentions if v == valence), None)

    def without(self, claims: Collection[str]) -> "Facts":
        """Return the same facts as if some claims had not been made.

        A place or date that is told of a deed is not told of who takes part in it, once the deed is false: they stay
        where another deed of the same claim has them.

        Args:
            claims: Their uids.
        """
        if not claims:
            return self
        deeds = {claim.uid: {uid for _, uid in claim.mentions} for claim in self.claims if claim.kind == "verb"}
        false = frozenset(claims)
        kept = (_unsaid(claim, false, deeds) for claim in self.claims if claim.uid not in false)
        return Facts(self.mentions, [claim for claim in kept if claim])


def _unsaid(claim: ClaimFact, false: frozenset[str], deeds: Mapping[str, set[str]]) -> ClaimFact | None:
    """Return a claim without what it says of false ones; None if it couples nobody any more.

    Args:
        claim: The claim.
        false: Uids of claims.
        deeds: The mentions that take part in each deed, by its claim's uid.
    """
    about = [pair for pair in claim.claims if pair[1] not in false]
    members = {uid for valence, uid in claim.claims if valence == "member" and uid in deeds}
    if claim.kind not in {"space", "time"} or not members & false:
        return claim._replace(claims=about)
    held = {mention for uid in members - false for mention in deeds[uid]}
    gone = {mention for uid in members & false for mention in deeds[uid]} - held
    mentions = [pair for pair in claim.mentions if pair[0] != "member" or pair[1] not in gone]
    if not any(valence == "member" for valence, _ in (*mentions, *about)):
        return None
    return claim._replace(mentions=mentions, claims=about)


def read_facts(tx: Transaction, workspace: str, chunks: Sequence[str]) -> Facts:
    """Read what the told layer holds for some chunks.

    Args:
        tx: The transaction.
        workspace: Name of the workspace.
        chunks: Their uids: all of their chapters that are told, so that the chapters can be decided on.
    """
    here = {"workspace": workspace, "chunks": list(chunks)}
    mentions = (MentionFact(**row) for row in tx.run("reconcile/read_mentions", **here))
    claims = []
    for row in tx.run("reconcile/read_claims", **here):
        about = {key: sorted((part["valence"], part["uid"]) for part in row.pop(key)) for key in ("mentions", "claims")}
        claims.append(ClaimFact(**row, mentions=about["mentions"], claims=about["claims"]))
    return Facts({mention.uid: mention for mention in mentions}, claims)
