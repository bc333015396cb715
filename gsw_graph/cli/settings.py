"""Commands about settings."""

from typing import TYPE_CHECKING

import click
from rich.console import RenderableType

from gsw_graph.cli import render
from gsw_graph.cli.session import Session, pass_session, shared

if TYPE_CHECKING:
    from gsw_graph.settings import Origin


@click.group()
def config() -> None:
    """Look at the settings.

    \b
    Example:
      gsw config show --origin
    """


@config.command("show")
@click.option("--origin", is_flag=True, help="Say where each value comes from.")
@shared
@pass_session
def show_config(session: Session, origin: bool) -> None:
    """Print the settings that would be used; the password is masked.

    A flag wins over the environment, that over .env, that over the configuration file, that over the default.

    \b
    Example:
      gsw config show --origin
    """

    def view(settings: "list[Origin]") -> RenderableType:
        if origin:
            return render.rows(render.table("setting", "value", "origin"), settings)
        return render.rows(render.table("setting", "value"), (row[:2] for row in settings))

    session.emit(session.resolved[1], view)
