"""Roles and states of actors, interval by interval (system.md §5.3).

A *statement* is one actor, kind, label and polarity; what its claims say of begin and end decides its intervals
together. Where none says anything of it, adding one more costs no look at the others.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from gsw_graph.graph import Row, Transaction
from gsw_graph.reconcile.intervals import Interval, Saying, intervals
from gsw_graph.reconcile.periods import STRENGTH
from gsw_graph.records import content_uid

LINKS = ("brings_about_role", "brings_about_state", "ends_role", "ends_state", "within")
"""The statements of cypher/reconcile/ that link what claims of roles and states say of others."""


def statement_uid(kind: str, actor: str, label: str, polarity: str) -> str:
    """Return the name of a statement.

    Args:
        kind: "role" or "state".
        actor: Uid of the actor.
        label: The folded label.
        polarity: Of the claims.
    """
    return content_uid("statement", kind, actor, label, polarity)


def settle(tx: Transaction, workspace: str, rows: Sequence[Row], loosened: Collection[str] = ()) -> None:
    """Write roles and states, deciding again on the intervals of those that have bounds.

    Args:
        tx: The transaction.
        workspace: Name of the workspace.
        rows: What claims say, one row a claim and actor.
        loosened: Statements from which claims were taken.
    """
    statements = sorted({row["statement"] for row in rows} | set(loosened))
    known = tx.run("reconcile/bounded", workspace=workspace, statements=statements) if statements else []
    whole = {row["statement"] for row in rows if is_bounded(row)} | {row["statement"] for row in known}
    plain = [row for row in rows if row["statement"] not in whole]
    claims = {row["claim"] for row in plain}
    if rest := sorted(set(loosened) - whole):
        found = tx.run("reconcile/refresh_statements", workspace=workspace, statements=rest)
        claims |= {row["claim"] for row in found}
    for kind in ("role", "state"):
        of_kind = [row for row in plain if row["kind"] == kind]
        if of_kind:
            tx.run(f"reconcile/{kind}s", workspace=workspace, rows=sorted(of_kind, key=_order))
    if whole:
        claims |= _decide(tx, workspace, sorted(whole), [row for row in rows if row["statement"] in whole])
    link(tx, workspace, claims)


def link(tx: Transaction, workspace: str, claims: Iterable[str]) -> None:
    """Link roles and states to the verbs that bring them about or end them, and states to roles.

    Args:
        tx: The transaction.
        workspace: Name of the workspace.
        claims: Uids of the claims that tell of the roles and states.
    """
    ordered = sorted(claims)
    for step in LINKS if ordered else ():
        tx.run(f"reconcile/{step}", workspace=workspace, claims=ordered)


def is_bounded(row: Row) -> bool:
    """Say whether a claim says anything of begin or end."""
    return bool(row["valid_from"] is not None or row["valid_to"] is not None or row["open"] or row["interval"])


def _decide(tx: Transaction, workspace: str, statements: list[str], rows: Sequence[Row]) -> set[str]:
    """Decide on the intervals of some statements; return all claims that they have."""
    stored = tx.run("reconcile/sayings", workspace=workspace, statements=statements)
    said: dict[str, dict[str, Row]] = defaultdict(dict)
    for row in [*stored, *rows]:
        said[row["statement"]][row["claim"]] = row
    written: dict[str, list[Row]] = {"role": [], "state": []}
    for statement, of in sorted(said.items()):
        sayings = [Saying(**{name: row[name] for name in Saying._fields}) for row in of.values()]
        bounded = any(map(is_bounded, of.values())) or None
        for one in intervals(sayings):
            first = of[one.sayings[0].claim]
            written[first["kind"]].append(_row(statement, one, of, bounded))
    for kind, found in written.items():
        if found:
            tx.run(f"reconcile/{kind}_intervals", workspace=workspace, rows=sorted(found, key=_order))
    tx.run("reconcile/drop_intervals", workspace=workspace, statements=statements)
    return {claim for of in said.values() for claim in of}


def _row(statement: str, interval: Interval, said: dict[str, Row], bounded: bool | None) -> Row:
    """Return the row of one interval."""
    claims = [said[saying.claim] for saying in interval.sayings]
    one = claims[0]
    return {
        "uid": content_uid(one["kind"], one["actor"], one["label"], one["polarity"], interval.key),
        "statement": statement,
        "actor": one["actor"],
        "label": one["label"],
        "polarity": one["polarity"],
        "interval": interval.key,
        "bounded": bounded,
        "valid_from": interval.valid_from,
        "valid_to": interval.valid_to,
        "open": interval.open,
        "seen_from": interval.seen_from,
        "seen_to": interval.seen_to,
        "told_at": min(row["told_at"] for row in claims),
        "recorded_at": min(row["recorded_at"] for row in claims),
        "source": max((row["source"] for row in claims), key=STRENGTH.__getitem__),
        "confidence": max(row["confidence"] for row in claims),
        "sayings": [saying._asdict() for saying in sorted(interval.sayings)],
    }


def _order(row: Row) -> tuple[str, str]:
    """Return what puts rows in one order for all writers, so that two of them take their locks alike."""
    return str(row["uid"]), str(row.get("claim", ""))
