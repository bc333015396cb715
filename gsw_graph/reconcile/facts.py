"""What the Reconciler reads of the told layer for one batch of chunks."""

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


class Facts(NamedTuple):
    """The claims of some chunks, and each mention that stands in them or that a claim of theirs is about."""

    mentions: dict[str, MentionFact]
    claims: list[ClaimFact]

    def first(self, claim: ClaimFact, valence: str) -> MentionFact | None:
        """Return the first mention that fills a valence of a claim."""
        return next((self.mentions[uid] for v, uid in claim.mentions if v == valence), None)


def read_facts(tx: Transaction, workspace: str, chunks: list[str]) -> Facts:
    """Read what the told layer holds for some chunks.

    Args:
        tx: The transaction.
        workspace: Name of the workspace.
        chunks: Uids of the chunks.
    """
    mentions = (MentionFact(**row) for row in tx.run("reconcile/read_mentions", workspace=workspace, chunks=chunks))
    claims = []
    for row in tx.run("reconcile/read_claims", workspace=workspace, chunks=chunks):
        about = {key: sorted((part["valence"], part["uid"]) for part in row.pop(key)) for key in ("mentions", "claims")}
        claims.append(ClaimFact(**row, mentions=about["mentions"], claims=about["claims"]))
    return Facts({mention.uid: mention for mention in mentions}, claims)
