"""Roles and states of actors, interval by interval (system.md §5.3).

A *statement* is one actor, kind, label and polarity; what its claims say of begin and end decides its intervals
together. Where none says anything of it, adding one more costs no look at the others.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from gsw_graph.graph import Row, Transaction
from gsw_graph.reconcile.intervals import Interval, Saying, closing, intervals
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
    denied = {row["denies"] for row in rows if row["denies"]}
    statements = sorted({row["statement"] for row in rows} | denied | set(loosened))
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
        claims |= _decide(tx, workspace, whole, rows)
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


def _decide(tx: Transaction, workspace: str, whole: Collection[str], rows: Sequence[Row]) -> set[str]:
    """Decide on the intervals of some statements; return all claims that they have."""
    said = _said(tx, workspace, whole, rows)
    twins = {statement: _denial(of) for statement, of in said.items()}
    denials = _said(tx, workspace, {twin for twin in twins.values() if twin} - said.keys(), rows)
    written: dict[str, list[Row]] = {"role": [], "state": []}
    for statement, of in sorted(said.items()):
        twin = twins[statement]
        negated = {**said, **denials}.get(twin, {}) if twin else {}
        bounded = any(map(is_bounded, of.values())) or None
        for one in closing(intervals(map(_saying, of.values())), map(_saying, negated.values())):
            first = of[one.sayings[0].claim]
            written[first["kind"]].append(_row(statement, one, of, bounded))
    for kind, found in written.items():
        if found:
            tx.run(f"reconcile/{kind}_intervals", workspace=workspace, rows=sorted(found, key=_order))
    tx.run("reconcile/drop_intervals", workspace=workspace, statements=sorted(said))
    return {claim for of in said.values() for claim in of}


def _said(
    tx: Transaction, workspace: str, statements: Collection[str], rows: Iterable[Row]
) -> dict[str, dict[str, Row]]:
    """Return all that is said of some statements, in the graph and in new rows, by statement and claim."""
    if not statements:
        return {}
    said: dict[str, dict[str, Row]] = defaultdict(dict)
    stored = tx.run("reconcile/sayings", workspace=workspace, statements=sorted(statements))
    for row in [*stored, *(row for row in rows if row["statement"] in statements)]:
        said[row["statement"]][row["claim"]] = row
    return said


def _denial(said: dict[str, Row]) -> str:
    """Return the statement that denies another; "" if that is none itself that can be denied."""
    one = next(iter(said.values()))
    return statement_uid(one["kind"], one["actor"], one["label"], "negated") if one["polarity"] == "asserted" else ""


def _saying(row: Row) -> Saying:
    return Saying(**{name: row[name] for name in Saying._fields})


def _row(statement: str, interval: Interval, said: dict[str, Row], bounded: bool | None) -> Row:
    """Return the row of one interval."""
    claims = [said[saying.claim] for saying in interval.sayings]
    one = claims[0]
    denies = one["polarity"] == "negated"
    return {
        "uid": content_uid(one["kind"], one["actor"], one["label"], one["polarity"], interval.key),
        "statement": statement,
        "actor": one["actor"],
        "label": one["label"],
        "polarity": one["polarity"],
        "interval": interval.key,
        "bounded": bounded,
        "denies": statement_uid(one["kind"], one["actor"], one["label"], "asserted") if denies else None,
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
