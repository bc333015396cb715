"""Commands that seal the log into files, load and check it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import RenderableType

from gsw_graph.cli import render
from gsw_graph.cli.progress import bar
from gsw_graph.cli.session import Session, pass_session, shared

if TYPE_CHECKING:
    from gsw_graph.restore import Progress
    from gsw_graph.sealed import Manifest

_file = click.argument("file", type=click.Path(path_type=Path))
_mixed = click.option(
    "--mixed", is_flag=True, help="Let replies to several prompts, of several models or versions of one stand together."
)


@click.group()
def log() -> None:
    """Move, keep and check what was read and paid for.

    The log is the one thing that is not recomputable: documents, what was read in them, what models replied, and what
    that cost.

    \b
    Example:
      gsw log export case.jsonl -w case
    """


@log.command("export")
@_file
@click.option("--force", is_flag=True, help="Replace an earlier export of the same workspace.")
@_mixed
@shared
@pass_session
def export(session: Session, file: Path, force: bool, mixed: bool) -> None:
    """Seal the log into FILE, with a manifest and checksums beside it.

    FILE is NAME.jsonl, one JSON object a line; NAME.manifest.json says what it was made with, and NAME.CHECKSUMS.sha256
    is for "sha256sum -c". The same log makes the same lines. What is pending, failed or forgotten isn't in it.

    The files hold the text of the documents and where they came from; only their owner can read them. No key and no
    password is in them.

    \b
    Example:
      gsw log export backups/case.jsonl -w case
    """
    from gsw_graph.sealed import export_log

    memory = session.memory
    with bar(session, "Sealing", None) as advance:
        manifest = export_log(memory.graph, memory.name, file, replace=force, mixed=mixed, progress=advance)
    _emit(session, file, manifest)


@log.command("import")
@_file
@_mixed
@shared
@pass_session
def import_(session: Session, file: Path, mixed: bool) -> None:
    """Load a sealed log into a workspace, and make its graph.

    No text is read again and no model is asked; vectors are made by the embedder in use here. All is checked first: a
    file that was changed, or that contradicts what the workspace holds, is refused, and so is a mixture of prompts or
    models. What was forgotten here comes back if the file holds it. An import that was killed goes on when it is
    started again.

    Nothing is sent to a model later unless --operator says so here, whoever read the texts.

    \b
    Example:
      gsw log import backups/case.jsonl -w case-2
    """
    from gsw_graph.sealed import import_log

    with bar(session, "Importing", None) as advance:

        def rebuilding(at: "Progress") -> None:
            advance(at.chunks, f"{at.document}: document {at.chunks} of {at.total}")

        workspace = session.workspace
        done = import_log(
            workspace.graph,
            workspace.name,
            file,
            embedder=workspace.embedder,
            chosen=workspace.choice,
            mixed=mixed,
            progress=advance,
            rebuilding=rebuilding,
        )
    _emit(session, file, done.verified.manifest, appended=done.appended, documents=done.documents)
    _warn(session, done.verified.manifest.operator)


def _warn(session: Session, reader: str) -> None:
    """Say if the texts of a file were read by another Operator than the workspace has."""
    here = session.workspace.choice.operator
    if reader not in ("", here):
        said = (
            f"The texts were read by {reader!r}. This workspace reads with {here!r}: ingested again, each is read anew."
        )
        session.log.print(render.text(said), soft_wrap=True)


@log.command()
@_file
@shared
@pass_session
def verify(session: Session, file: Path) -> None:
    """Check that a sealed log is as it was sealed.

    With --workspace also that the workspace holds just that: it would ask for no reading that the file has, and an
    import would append no row. The first fault is named with its line or key, and the exit code is 1.

    \b
    Example:
      gsw log verify backups/case.jsonl
      gsw log verify backups/case.jsonl -w case
    """
    from gsw_graph.sealed import compare_log, verify_log

    with bar(session, "Verifying", None) as advance:
        verified = verify_log(file, advance)
        compared: dict[str, Any] = {}
        if "workspace" in session.flags:
            memory = session.memory
            compare_log(memory.graph, memory.name, verified, advance)
            compared = {"same_as": memory.name, "appended": 0}
    _emit(session, file, verified.manifest, calls=verified.calls, **compared)


def _emit(session: Session, file: Path, manifest: "Manifest", **more: Any) -> None:
    """Print what was sealed, loaded or checked."""
    from gsw_graph.sealed import SealedFiles

    facts = {"file": str(SealedFiles.at(file).log), **more, "manifest": manifest}
    session.emit(facts, _view)


def _view(facts: dict[str, Any]) -> RenderableType:
    """Return what a command on the log says."""
    manifest: Manifest = facts["manifest"]
    counts = ", ".join(f"{count:,} {_KINDS[kind]}" for kind, count in manifest.n_entries.items() if count)
    shown = {"file": facts["file"], "entries": counts or "none", "sha256": manifest.log_file_sha256}
    shown |= {"sealed": f"{manifest.updated_at[:16]} from workspace {manifest.workspace}"}
    if manifest.operators:
        shown["read by"] = ", ".join(manifest.operators)
    shown |= {_NAMES[name]: str(facts[name]) for name in _NAMES if name in facts}
    return render.facts(shown)


_KINDS = {
    "call": "model calls",
    "decision": "decisions",
    "document": "documents",
    "reading": "readings",
    "reply": "replies",
}
_NAMES = {
    "calls": "extraction calls",
    "same_as": "same as",
    "appended": "appended rows",
    "documents": "documents rebuilt",
}
