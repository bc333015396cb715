"""The command that takes texts in."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gsw_graph.cli import money, render
from gsw_graph.cli.model import asks_model, telling_cost
from gsw_graph.cli.progress import reading
from gsw_graph.cli.session import WORDS, Session, keep, pass_session, setting, shared
from gsw_graph.errors import InputError

if TYPE_CHECKING:
    from gsw_graph.batches import BatchProgress
    from gsw_graph.planning import DocumentReport

UNFINISHED = 3
"""Exit code where batches are under way that were not waited for."""


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=str))
@click.option("--as", "key", type=WORDS, metavar="KEY", help="Name of the document, for a single one.")
@click.option("--dated", type=WORDS, default="", metavar="DATE", help="The texts' own date, for 'last Friday' in them.")
@setting(
    *("--chapter-pattern", "chapter_pattern"),
    metavar="RE",
    help="Regular expression of a chapter's heading line.  [GSW_CHAPTER_PATTERN]",
)
@setting("--text-column", "text_column", metavar="NAME", help="Column of a CSV file's texts.  [GSW_TEXT_COLUMN]")
@click.option(
    "--skip-duplicates",
    is_flag=True,
    default=None,
    expose_value=False,
    callback=keep,
    help="Leave out what is there under another key.  [GSW_SKIP_DUPLICATES]",
)
@click.option("--dry-run", is_flag=True, help="Say what a model would be asked and what that costs, and do nothing.")
@click.option("--batch", is_flag=True, help="Ask the model through batches: half the price, within a day each.")
@click.option("--no-wait", is_flag=True, help="With --batch: leave batches under way to a later run.")
@asks_model
@shared
@pass_session
def ingest(
    session: Session,
    paths: tuple[str, ...],
    key: str | None,
    dated: str,
    dry_run: bool,
    batch: bool,
    no_wait: bool,
) -> None:
    """Take files, folders or standard input (-) in.

    Text, Markdown, HTML, PDF, Word (docx), EPUB and CSV files are read; each row of a CSV file is a document. Each
    document is reported: done, unchanged, skipped or failed. A bad one stops none of the others, but the exit code is 1
    if any failed. A run that was killed goes on where it was when it is started again.

    \b
    Examples:
      gsw ingest report.pdf notes/ -w case
      gsw ingest messages.csv --text-column body
      gsw ingest story.txt --as story --chapter-pattern '^Day \\d+$'
      gsw ingest records/ -w case --dry-run
      gsw ingest records/ -w case --batch --no-wait
      cat mail.txt | gsw ingest - --as mail
    """
    if key is not None and len(paths) > 1:
        raise click.UsageError(f"--as names one document, and {len(paths)} paths were given.")
    if key is None and "-" in paths:
        raise click.UsageError("Standard input has no name of its own: give it one with --as.")
    if "-" in paths and (dry_run or batch):
        raise click.UsageError("--dry-run and --batch read their texts several times: name files, not standard input.")
    if no_wait and not batch:
        raise click.UsageError("--no-wait is about batches: add --batch.")
    files = [path for path in paths if path != "-"]
    if dry_run:
        session.emit(session.workspace.estimate(*files, key=key, dated=dated, batch=batch), money.estimate)
        return
    with telling_cost(session):
        if batch:
            reports = _in_batches(session, files, key, dated, wait=not no_wait)
        else:
            reports = _ingested(session, files, "-" in paths, key, dated)
    if session.json:
        session.emit(reports, render.reports)
    session.log.print(render.reports(reports))
    if any(report.status == "failed" for report in reports):
        click.get_current_context().exit(1)


def _in_batches(
    session: Session, paths: Sequence[str], key: str | None, dated: str, *, wait: bool
) -> "list[DocumentReport]":
    """Take everything in through batches; if some are under way that nobody waits for, say so and exit."""
    said: dict[str, str] = {}

    def looked(at: "BatchProgress") -> None:
        line = money.batch(at)
        if said.get(at.id) != line:  # once for each change: a batch may take a day
            session.log.print(line, soft_wrap=True)
        said[at.id] = line

    def report(one: "DocumentReport") -> None:
        if not session.json:
            session.print(render.report(one))

    workspace = session.workspace
    found = workspace.ingest_in_batches(*paths, key=key, dated=dated, wait=wait, batch=looked, report=report)
    if under_way := workspace.batches():
        if session.json:
            session.emit(under_way, money.batches)
        session.log.print("Batches are under way. The same command goes on with them, at any time.")
        click.get_current_context().exit(UNFINISHED)
    return found


def _ingested(session: Session, paths: list[str], stdin: bool, key: str | None, dated: str) -> "list[DocumentReport]":
    """Take everything in, reporting each document as soon as it is done."""
    from gsw_graph.restore import Progress
    from gsw_graph.text import list_files

    sources = [source for path in paths for source in list_files(Path(path)) if not source.skipped]
    sizes = {key or source.key: source.path.stat().st_size for source in sources}
    workspace = session.workspace
    reports: list[DocumentReport] = []

    def report(one: "DocumentReport") -> None:
        reports.append(one)
        if not session.json:
            session.print(render.report(one))

    if paths:
        with reading(session, sizes) as progress:

            def finished(one: "DocumentReport") -> None:
                report(one)
                progress(Progress(one.key, 1, 1))  # one that was not read again counts as well

            workspace.ingest(*paths, key=key, dated=dated, progress=progress, report=finished)
    if stdin:
        report(_from_stdin(session, key or "-", dated))
    return reports


def _from_stdin(session: Session, key: str, dated: str) -> "DocumentReport":
    """Take standard input in."""
    from gsw_graph.planning import DocumentReport
    from gsw_graph.text import read_stream

    try:
        document = read_stream(sys.stdin.buffer, key)
        with reading(session, {document.key: len(document.text)}) as progress:
            return session.workspace.add(document, dated=dated, progress=progress)
    except InputError as error:
        return DocumentReport(key, "failed", str(error))
