"""Commands that take texts in, and say what is there."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gsw_graph.cli import render
from gsw_graph.cli.progress import bar, reading
from gsw_graph.cli.session import WORDS, Session, keep, pass_session, setting, shared
from gsw_graph.errors import InputError

if TYPE_CHECKING:
    from gsw_graph.ingest import DocumentReport
    from gsw_graph.restore import Progress


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
@shared
@pass_session
def ingest(session: Session, paths: tuple[str, ...], key: str | None, dated: str) -> None:
    """Take files, folders or standard input (-) in.

    Text, Markdown, HTML, PDF, Word (docx), EPUB and CSV files are read; each row of a CSV file is a document. Each
    document is reported: done, unchanged, skipped or failed. A bad one stops none of the others, but the exit code is 1
    if any failed. A run that was killed goes on where it was when it is started again.

    \b
    Examples:
      gsw ingest report.pdf notes/ -w case
      gsw ingest messages.csv --text-column body
      gsw ingest story.txt --as story --chapter-pattern '^Day \\d+$'
      cat mail.txt | gsw ingest - --as mail
    """
    if key is not None and len(paths) > 1:
        raise click.UsageError(f"--as names one document, and {len(paths)} paths were given.")
    if key is None and "-" in paths:
        raise click.UsageError("Standard input has no name of its own: give it one with --as.")
    reports = _ingested(session, [path for path in paths if path != "-"], "-" in paths, key, dated)
    if session.json:
        session.emit(reports, render.reports)
    session.log.print(render.reports(reports))
    if any(report.status == "failed" for report in reports):
        click.get_current_context().exit(1)


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
    from gsw_graph.ingest import DocumentReport
    from gsw_graph.text import read_stream

    try:
        document = read_stream(sys.stdin.buffer, key)
        with reading(session, {document.key: len(document.text)}) as progress:
            return session.workspace.add(document, dated=dated, progress=progress)
    except InputError as error:
        return DocumentReport(key, "failed", str(error))


@click.command()
@shared
@pass_session
def status(session: Session) -> None:
    """Show what the workspace holds.

    Documents with the state of their chunks, the ledger, and how many nodes there are.

    \b
    Example:
      gsw status -w demo
    """
    session.emit(session.memory.status(), render.status)


@click.command()
@shared
@pass_session
def workspaces(session: Session) -> None:
    """List the workspaces of the database.

    \b
    Example:
      gsw workspaces
    """
    session.emit(session.workspace.graph.run("read/workspaces"), render.workspaces)


@click.command()
@click.argument("document", type=WORDS)
@shared
@pass_session
def forget(session: Session, document: str) -> None:
    """Remove a document and all that only it supports.

    DOCUMENT is a key that "gsw status" lists.

    \b
    Example:
      gsw forget report.txt -w case
    """
    session.memory.forget(document)
    session.emit({"forgotten": document}, lambda done: render.text(f"Forgotten: {done['forgotten']}"))


@click.command()
@click.option("--re-embed", "re_embed", is_flag=True, help="Make the vectors anew, with the --embedder given.")
@shared
@pass_session
def rebuild(session: Session, re_embed: bool) -> None:
    """Make the graph anew from the log.

    No text is read again.

    \b
    Example:
      gsw rebuild -w demo
    """
    if re_embed:
        from gsw_graph.workspace import Workspace

        # Not the session's: opening that one would refuse the other embedder.
        with bar(session, "Embedding", None) as advance, Workspace(settings=session.settings) as workspace:
            workspace.reembed(lambda done, total: advance(done, f"chunk {done} of {total}"))
    with bar(session, "Rebuilding", None) as advance:

        def progress(at: "Progress") -> None:
            advance(at.chunks, f"{at.document}: document {at.chunks} of {at.total}")

        count = session.memory.rebuild(progress)
    session.emit({"documents": count}, lambda done: render.text(f"Documents rebuilt: {done['documents']}"))


@click.command()
@shared
@pass_session
def digest(session: Session) -> None:
    """Print one number for what the workspace holds.

    Two workspaces with equal numbers hold the same.

    \b
    Example:
      gsw digest -w demo
    """
    session.emit({"digest": session.memory.digest()}, lambda found: render.text(found["digest"]))
