"""Commands that show actors among each other."""

import csv
import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click
from rich.console import Group, RenderableType
from rich.padding import Padding

from gsw_graph.cli import render
from gsw_graph.cli.plain import line
from gsw_graph.cli.session import WORDS, F, Session, pass_session, shared

if TYPE_CHECKING:
    from gsw_graph.network import Acts, BeforeAfter, Conflict, ConflictSide, Connection, Deed, Link, Step
    from gsw_graph.views import Evidence

DEEDS = 3
"""Deeds of a pair that the table shows."""


def _most(count: int, what: str) -> Callable[[F], F]:
    """Return the option that limits how much is shown."""
    return click.option("--most", type=click.IntRange(min=1), default=count, show_default=True, metavar="N", help=what)


@click.command()
@click.argument("x", type=WORDS)
@click.argument("y", type=WORDS)
@_most(3, "Most paths to show.")
@shared
@pass_session
def path(session: Session, x: str, y: str, most: int) -> None:
    """Show how the actors X and Y are connected, with the words for every step.

    Two actors are next to each other if they take part in one deed, or share a known place or time of a scene. The
    paths with the fewest actors in between come first, of these the one whose weakest step is strongest.

    If nothing connects them, that is what is said, and the exit code is still 0. A name that several bear is an
    error that lists their uids: give one of those.

    \b
    Example:
      gsw path "Nora Pellow" "Elias Rook" -w demo
    """
    session.emit(session.memory.path(x, y, most=most), _connection)


@click.command()
@click.option("--chapter", type=WORDS, default="", metavar="DOC:N", help="Only what a chapter tells.")
@click.option("--from", "first", type=WORDS, default="", metavar="EDTF", help="Only deeds dated from here on.")
@click.option("--to", "last", type=WORDS, default="", metavar="EDTF", help="Only deeds dated up to here.")
@click.option("--actor", type=WORDS, default="", metavar="NAME", help="Only pairs with this actor: a name or uid.")
@click.option("--kind", type=WORDS, default="", metavar="KIND", help="Only pairs of one kind: person, organisation, …")
@_most(50, "Most pairs to show.")
@click.option("--matrix", is_flag=True, help="Show a table with those who act as rows and those acted on as columns.")
@click.option("--csv", "as_csv", is_flag=True, help="Print pairs, or with --matrix the matrix, as CSV.")
@shared
@pass_session
def acts(
    session: Session,
    chapter: str,
    first: str,
    last: str,
    actor: str,
    kind: str,
    most: int,
    matrix: bool,
    as_csv: bool,
) -> None:
    """Show who acts on whom: in a chapter, a period, or the whole workspace.

    For each ordered pair it says how many deeds the one is told to have done to, for or with the other. Deeds that
    were denied or may have been done are counted apart, and so is what a speaker tells of others. A period holds the
    deeds whose date lies inside of it for sure.

    \b
    Examples:
      gsw acts --chapter demo.md:3 -w demo
      gsw acts --from 1987-03 --to 1987-04 --kind person -w demo
      gsw acts --matrix --csv -w demo
    """
    found = session.memory.acts(chapter=chapter, first=first, last=last, actor=actor, kind=kind, most=most)
    if as_csv and not session.json:
        click.echo(_csv(_matrix_cells(found) if matrix else _pair_cells(found)), nl=False)
        return
    session.emit(found, _matrix if matrix else _pairs)


@click.command()
@click.argument("entity", type=WORDS, default="")
@_most(50, "Most conflicts to show.")
@shared
@pass_session
def conflicts(session: Session, entity: str, most: int) -> None:
    """Show statements that contradict each other, side by side; of ENTITY, or of the whole workspace.

    Found are: what happens once and is told with two dates or places; what somebody does after death; intervals of a
    role that cannot both be; a role or state asserted and denied at one time; one actor at two places on one
    day without a way between. Both sides stay as they are told. The gravest come first.

    \b
    Example:
      gsw conflicts "Nora Pellow" -w demo
    """
    found = session.memory.conflicts(entity, most=most)
    session.emit(found, _conflicts)
    if len(found) == most:
        session.log.print(f"These are the first {most}; --most shows more.", soft_wrap=True)


def before_after(found: "Sequence[BeforeAfter]") -> RenderableType:
    """Return what passages say beside what is held of it.

    Args:
        found: The claims.
    """
    if not found:
        return render.text("Nothing is told there.", "dim")
    made = render.table("told in", "kind", "as told", "as held", "words")
    return render.rows(
        made, ((_place(one.evidence), one.kind, one.told, one.held or "—", one.evidence.quote) for one in found)
    )


def _connection(found: "Connection") -> RenderableType:
    """Return the paths between two actors."""
    parts: list[RenderableType] = []
    for number, steps in enumerate(found.paths, 1):
        chain = " → ".join([steps[0].start_name, *(step.end_name for step in steps)])
        parts.append(render.text(f"{number}. {chain}", "bold"))
        parts += [part for step in steps for part in _step(step, is_alone=len(steps) == 1)]
    parts += [render.text(note, "yellow") for note in found.notes]
    return Group(*parts)


def _step(step: "Step", *, is_alone: bool) -> list[RenderableType]:
    """Return what two actors share."""
    more = step.support - len(step.links)
    said = "" if is_alone else f"{step.start_name} — {step.end_name}"
    said += f"{' ' if said else ''}({more} more)" if more > 0 else ""
    head: list[RenderableType] = [Padding(render.text(said, "cyan"), (0, 0, 0, 3))] if said else []
    return head + [Padding(_link(link), (0, 0, 0, 5)) for link in step.links]


def _link(link: "Link") -> RenderableType:
    """Return one thing that two actors share, with its words."""
    what = {"deed": link.what, "place": f"both at {link.what}", "time": f"both at the time {link.what}"}
    roles = f" ({', '.join(link.valences)})" if link.valences else ""
    doubt = "perhaps: " if link.polarity == "possible" else ""
    mark = "" if link.source == "explicit" else f" [{link.source}]"
    said = render.text(f"{doubt}{what[link.kind]}{roles}{mark}")
    return Group(said, *map(_quote, link.evidence))


def _quote(evidence: "Evidence") -> RenderableType:
    """Return a passage in quotation marks, with where it stands."""
    return Padding(render.text(f"{_place(evidence)}: “{line(evidence.quote)}”", "dim"), (0, 0, 0, 2))


def _place(evidence: "Evidence") -> str:
    """Return where a passage stands."""
    return f"{evidence.document} {evidence.chapter}" + (f", p. {evidence.page}" if evidence.page else "")


def _pairs(found: "Sequence[Acts]") -> RenderableType:
    """Return who acts on whom, pair by pair."""
    if not found:
        return render.text("Nobody is told to act on anybody there.", "dim")
    made = render.table("who", "whom", "does", "not", "perhaps", "tells of", "when", "what")
    cells = (
        (
            *(pair.who_name, pair.whom_name, *_counts(pair), span(pair)),
            "; ".join([*map(_deed, pair.deeds[:DEEDS]), *(["…"] if len(pair.deeds) > DEEDS else [])]),
        )
        for pair in found
    )
    return render.rows(made, cells)


def _counts(pair: "Acts") -> tuple[object, ...]:
    """Return how many deeds there are of each sort, nothing for none."""
    return tuple(count or "" for count in (pair.asserted, pair.negated, pair.possible, pair.said))


def span(pair: "Acts") -> str:
    """Return when a pair's deeds were done: one date as EDTF, else the first and the last day, ".." if they go on.

    Args:
        pair: The pair.
    """
    from gsw_graph.dates import day_text

    dated = [
        deed for deed in pair.deeds if deed.by == "agent" and deed.polarity == "asserted" and deed.first is not None
    ]
    if len({(deed.first, deed.last) for deed in dated}) == 1 and dated[0].when:
        return dated[0].when
    if any(deed.last is None for deed in dated) and pair.first is not None:
        return f"{day_text(pair.first)}/.."
    days = list(dict.fromkeys(day_text(day) for day in (pair.first, pair.last) if day is not None))
    return "/".join(days)


def _deed(deed: "Deed") -> str:
    """Return one deed in words."""
    prefix = "tells: " if deed.by == "speaker" else ""
    return prefix + {"asserted": "", "negated": "not: ", "possible": "perhaps: "}[deed.polarity] + deed.phrase


def _pair_cells(found: "Sequence[Acts]") -> list[list[object]]:
    """Return pairs as rows of a CSV file."""
    heads: list[object] = [
        "who",
        "whom",
        "asserted",
        "negated",
        "possible",
        "said",
        "first",
        "last",
        "who_uid",
        "whom_uid",
    ]
    rows = [
        [
            *(pair.who_name, pair.whom_name, pair.asserted, pair.negated, pair.possible, pair.said),
            *(*_ends(pair), pair.who, pair.whom),
        ]
        for pair in found
    ]
    return [heads, *rows]


def _ends(pair: "Acts") -> tuple[str, str]:
    """Return the first and the last day of a pair's deeds, "" if not known."""
    from gsw_graph.dates import day_text

    first, last = (day_text(day) if day is not None else "" for day in (pair.first, pair.last))
    return first, last


def _matrix_cells(found: "Sequence[Acts]") -> list[list[object]]:
    """Return the matrix as rows, names on top and in front."""
    from gsw_graph.acts import matrix

    rows, columns, cells = matrix(list(found))
    made: list[list[object]] = [["", *columns]]
    for name, counts in zip(rows, cells, strict=True):
        made.append([name, *(count or "" for count in counts)])
    return made


def _matrix(found: "Sequence[Acts]") -> RenderableType:
    """Return the matrix as a table."""
    heads, *rows = _matrix_cells(found)
    if not rows:
        return render.text("Nobody is told to act on anybody there.", "dim")
    return render.rows(render.table(*(line(str(head)) for head in heads)), rows)


def _csv(rows: Sequence[Sequence[object]]) -> str:
    """Return rows as CSV, each on one line, without what a terminal would obey."""
    made = io.StringIO()
    csv.writer(made, lineterminator="\n").writerows([line(str(cell)) for cell in row] for row in rows)
    return made.getvalue()


def _conflicts(found: "Sequence[Conflict]") -> RenderableType:
    """Return contradictions, both sides of each."""
    if not found:
        return render.text("No contradictions were found.", "dim")
    parts: list[RenderableType] = []
    for number, one in enumerate(found, 1):
        parts.append(render.text(f"{number}. [{one.kind}] {one.why}", "bold"))
        parts += [Padding(_side(side), (0, 0, 0, 3)) for side in one.sides]
    return Group(*parts)


def _side(side: "ConflictSide") -> RenderableType:
    """Return one side of a contradiction, with its words."""
    where = f" at {side.place}" if side.place and side.place not in side.what else ""
    when = f" ({side.when})" if side.when and side.when not in side.what else ""
    return Group(render.text(f"{side.what}{where}{when}"), _quote(side.evidence))
