"""Commands that ask the memory."""

import click

from gsw_graph.cli import explained, network, render
from gsw_graph.cli.session import WORDS, Session, pass_session, setting, shared
from gsw_graph.cli.views import viewed


@click.command()
@click.argument("question", type=WORDS)
@setting(
    "--max-tokens",
    type=click.INT,
    metavar="N",
    help="Budget of the evidence, in o200k tokens.  [GSW_MAX_TOKENS]",
)
@setting(
    "--max-chapters",
    type=click.INT,
    metavar="N",
    help="Most chapters to draw on; 0: all.  [GSW_MAX_CHAPTERS]",
)
@setting(
    "--answers",
    metavar="NAME",
    help="Who words this answer: local, off the graph, or llm, the model chosen for the workspace.  [GSW_ANSWERS]",
)
@setting("--budget", metavar="AMOUNT", help="Most that a model may cost: 5usd, 200ktok.  [GSW_BUDGET]")
@click.option(
    "--arm",
    default="gsw",
    metavar="NAME",
    help="How chapters are found: gsw, or for comparison string-match, rag, bm25 and others (docs/answering.md).",
)
@click.option(
    "--explain",
    is_flag=True,
    help="Say beneath the answer why it is as it is: cues, chapters kept and dropped, proofs, the budget.",
)
@viewed
@shared
@pass_session
def ask(
    session: Session,
    question: str,
    arm: str,
    explain: bool,
    as_of: str,
    told_until: tuple[str, ...],
    known_at: str,
) -> None:
    """Answer a question, with the passages that say so.

    If the memory does not say, the answer is that, and the exit code is still 0.

    Who answers is what the workspace remembers; --answers local leaves its model out for this question. A model is
    asked only if one was chosen for the workspace (gsw operator --answers llm --model NAME), and what it says counts
    only with a passage of the memory behind it.

    --explain changes nothing in the answer: it says how the question was read, what each name, place, date and kind of
    event in it was matched with, which chapters were kept and why, what proves each item, and what the budget went on.

    --as-of, --told-until and --known-at ask the memory as it was; a model sees nothing of the rest.

    \b
    Examples:
      gsw ask "Who was at the Custom House on 11 May 1987?" -w demo
      gsw ask "Where is Nora Pellow?" --told-until 3 -w demo
      gsw ask "Who was at the Custom House on 11 May 1987?" --explain -w demo
    """
    said = session.memory.ask(question, arm=arm, as_of=as_of, told_until=told_until, known_at=known_at, explain=explain)
    session.emit(said, explained.answer)


@click.command()
@click.argument("entity", type=WORDS, required=False)
@click.option("--told", is_flag=True, help="Show what the passages say beside what the workspace makes of it.")
@click.option("--chapter", type=WORDS, metavar="DOC:N", help="With --told: all claims of a chapter.")
@viewed
@shared
@pass_session
def show(
    session: Session,
    entity: str | None,
    told: bool,
    chapter: str | None,
    as_of: str,
    told_until: tuple[str, ...],
    known_at: str,
) -> None:
    """Show who or what ENTITY is, and its timeline; without ENTITY, who and what is named most.

    ENTITY is a name, an alias or a uid. If several bear the name, each is shown, told apart by uid and
    documents. A ~ before a date says that the passage has it from its scene. Dates are EDTF: 1987-03/.. goes on,
    1987-03/ has an unknown end, ? is doubtful and ~ behind a date is approximate.

    \b
    Examples:
      gsw show -w demo
      gsw show --chapter demo.md:3 --told -w demo
      gsw show "Nora Pellow" -w demo
      gsw show "Nora Pellow" --as-of 1987-03 -w demo
    """
    if chapter and not told:
        raise click.UsageError("--chapter is shown with --told.")
    if told and (as_of or told_until or known_at):
        raise click.UsageError("--told shows all that is told; it goes with no view.")
    if told:
        session.emit(session.memory.told(entity or "", chapter=chapter or ""), network.before_after)
        return
    if entity is None:
        found = session.memory.cast(as_of=as_of, told_until=told_until, known_at=known_at)
        from gsw_graph.as_of import view_of

        view = view_of(as_of, told_until, known_at)
        session.emit(found, lambda rows: render.cast(rows, view))
        return
    shown = session.memory.show(entity, as_of=as_of, told_until=told_until, known_at=known_at)
    session.emit(shown, render.entities)
