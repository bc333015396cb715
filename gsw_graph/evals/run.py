"""Running a benchmark on a workspace: take its chapters in, ask its questions by each arm."""

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import gsw_graph
from gsw_graph.errors import InputError
from gsw_graph.evals import epbench
from gsw_graph.evals.asking import Asked, ask_all, numbering
from gsw_graph.evals.predictions import ENDING
from gsw_graph.evals.samples import Benchmark, Sample
from gsw_graph.llm.prompts import prompt_folder
from gsw_graph.restore import Progress
from gsw_graph.statements import cypher_folder
from gsw_graph.text.files import list_files
from gsw_graph.workspace import Workspace

BENCHMARKS: dict[str, Callable[[Path, Path | None], Benchmark]] = {"epbench": epbench.read}
"""What reads a benchmark from its folder and, if given, another file of questions."""
_TAKEN = ("done", "unchanged")
_NOT_ANSWERING = ("cli", "evals")
"""Folders of the package whose code changes no answer."""


def take_in(workspace: Workspace, texts: Path, progress: Callable[[Progress], None] = lambda _: None) -> None:
    """Take a benchmark's chapters in; what is there unchanged costs nothing.

    Args:
        workspace: Where to.
        texts: The folder of chapters.
        progress: Called as chunks are done.

    Raises:
        InputError: A chapter can't be taken in, or the workspace holds other documents: they would answer too, and the
            chapters could take the place of some.
    """
    keys = {file.key for file in list_files(texts)}
    rows = workspace.graph.run("read/documents", workspace=workspace.name)
    if others := [row["key"] for row in rows if row["key"] not in keys]:
        message = (
            f"The workspace {workspace.name!r} holds documents that are not of the benchmark, such as {others[0]!r}."
        )
        raise InputError(message, hint="-w with another name, for a workspace of the benchmark alone")
    reports = workspace.ingest(texts, progress=progress)
    bad = [report for report in reports if report.status not in _TAKEN]
    if bad or not reports:
        first = f" {bad[0].key}: {bad[0].status}, {bad[0].reason}." if bad else ""
        raise InputError(
            f"{len(bad)} of {len(reports)} files of {texts} could not be taken in.{first}", hint=f"gsw ingest {texts}"
        )


def ask_arm(
    workspace: Workspace,
    samples: list[Sample],
    arm: str,
    folder: Path,
    *,
    with_settings: dict[str, Any],
    progress: Callable[[int, str], None] = lambda done, question: None,
) -> Asked:
    """Ask questions by one arm; its predictions are a file of the folder, to which a later run adds.

    Args:
        workspace: Holds the benchmark's chapters.
        samples: The questions.
        arm: Name of the arm.
        folder: Where its file is.
        with_settings: From `settings_of`.
        progress: Called with the questions done, and the next.

    Raises:
        InputError: The file of predictions, or the documents' names, can't be used.
        ModelError: The model cannot be used at all.
        BudgetError: The budget is spent.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return ask_all(
        lambda question: workspace.ask(question, arm=arm),
        samples,
        folder / f"{arm}{ENDING}",
        settings={"arm": arm, **with_settings},
        number=numbering(workspace.graph.run("read/documents", workspace=workspace.name)),
        progress=progress,
    )


def settings_of(workspace: Workspace) -> dict[str, Any]:
    """Return what answers of a workspace depend on, besides question and arm; as JSON has it.

    Args:
        workspace: Is asked.
    """
    choice, settings = workspace.choice, workspace.settings
    return {
        "workspace": workspace.name,
        "answers": choice.answers,
        "model": choice.model if choice.answers == "llm" else "",
        "embedder": workspace.embedder.name,
        "max_tokens": settings.max_tokens,
        "max_chapters": settings.max_chapters,
        "memory": workspace.digest()[:12],
        "code": code_digest()[:12],
    }


def code_digest() -> str:
    """Return one number for all that answers are made by: the package's code, statements and prompts."""
    package = Path(gsw_graph.__file__).parent
    found = hashlib.sha256()
    for path in _sources(package):
        found.update(f"{path.name}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def _sources(package: Path) -> Iterable[Path]:
    """Yield the files that answers are made by, in their order."""
    for path in sorted(package.rglob("*.py")):
        if path.relative_to(package).parts[0] not in _NOT_ANSWERING:
            yield path
    yield from sorted(cypher_folder().rglob("*.cypher"))
    yield from sorted(prompt_folder().rglob("*.md"))
