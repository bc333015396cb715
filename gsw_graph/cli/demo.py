"""The first command: from nothing to answers."""

import shlex
from typing import TYPE_CHECKING

import click
from rich.console import Group, RenderableType
from rich.padding import Padding

from gsw_graph.cli import render
from gsw_graph.cli.progress import reading
from gsw_graph.cli.session import Session, pass_session, shared

if TYPE_CHECKING:
    from gsw_graph.views import Answer


@click.command()
@shared
@pass_session
def demo(session: Session) -> None:
    """Take a short story in and ask it three questions.

    It starts the managed database, which the first use has to fetch (about 200 MB), and uses the workspace
    "demo" unless -w names another. A second run finds the story unchanged and only asks.

    \b
    Example:
      gsw demo
    """
    from gsw_graph.demo import QUESTIONS, WORKSPACE, document

    session.flags.setdefault("workspace", WORKSPACE)
    story = document()
    workspace = session.workspace
    with reading(session, {story.key: len(story.text)}) as progress:
        report = workspace.add(story, progress=progress)
    session.log.print(render.report(report))
    answers = [workspace.ask(question) for question in QUESTIONS]
    session.emit({"report": report, "answers": answers}, lambda _: _view(answers, session.settings.workspace))


def _view(answers: "list[Answer]", workspace: str) -> RenderableType:
    """Return the answers, then commands to go on with."""
    parts: list[RenderableType] = []
    for said in answers:
        parts += [render.text(f"? {said.question}", "cyan"), render.answer(said), ""]
    memory = f"-w {shlex.quote(workspace)}"
    following = (
        f'gsw show "Nora Pellow" {memory}',
        f'gsw ask "Who was the treasurer of the Harbour Trust?" {memory}',
        f"gsw browser {memory}",
        "gsw ingest YOUR_TEXT.txt -w mine",
    )
    parts.append(render.text("Try next:", "bold"))
    return Group(*parts, *(Padding(render.text(command), (0, 0, 0, 2)) for command in following))
