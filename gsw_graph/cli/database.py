"""Commands about the database: the managed one, and Neo4j Browser."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gsw_graph.cli import render
from gsw_graph.cli.session import Session, pass_session, shared
from gsw_graph.errors import ConfigError

if TYPE_CHECKING:
    from gsw_graph.server import Server

FILE = click.Path(dir_okay=False, path_type=Path)
SURE = click.option("--yes", is_flag=True, help="Do not ask whether you are sure.")


def _managed_home(session: Session) -> Path | None:
    """Return the folder of the managed database.

    Raises:
        ConfigError: The settings name another server.
    """
    uri = session.settings.neo4j_uri
    if uri:
        raise ConfigError(
            f"This is for the managed database, and the settings name the server {uri}.",
            hint="gsw config show --origin, then unset neo4j_uri",
        )
    return session.home


def _started(session: Session) -> "Server":
    """Start the managed database, or find it running."""
    from gsw_graph.server import ensure_server

    home = _managed_home(session)
    session.announce_start()
    return ensure_server(home)


@click.group()
def db() -> None:
    """Start, stop, save, load or reset the managed database.

    \b
    Example:
      gsw db status
    """


@db.command()
@shared
@pass_session
def start(session: Session) -> None:
    """Start the database.

    Other commands do so by themselves. It stops when no command has used it for ten minutes.

    \b
    Example:
      gsw db start
    """
    server = _started(session)
    facts = {"uri": server.uri, "http_uri": server.http_uri, "user": server.user, "pid": server.pid}
    session.emit(facts, render.facts)


@db.command()
@shared
@pass_session
def stop(session: Session) -> None:
    """Stop the database, whoever uses it.

    \b
    Example:
      gsw db stop
    """
    from gsw_graph import server

    stopped = server.stop(_managed_home(session))
    session.emit({"stopped": stopped}, lambda _: render.text("Stopped." if stopped else "It was not running."))


@db.command("status")
@shared
@pass_session
def db_status(session: Session) -> None:
    """Show whether the database runs, and where.

    \b
    Example:
      gsw db status
    """
    from gsw_graph import server

    session.emit(server.status(_managed_home(session)), render.server_status)


@db.command()
@shared
@pass_session
def uri(session: Session) -> None:
    """Print the address for drivers.

    If no other server is set, the managed database is started.

    \b
    Example:
      gsw db uri
    """
    found = session.settings.neo4j_uri or _started(session).uri
    session.emit({"uri": found}, lambda _: render.text(found))


@db.command()
@click.argument("file", type=FILE)
@click.option("--overwrite", is_flag=True, help="Replace the file if it is there.")
@shared
@pass_session
def dump(session: Session, file: Path, overwrite: bool) -> None:
    """Write the whole database to a file.

    It is stopped for that, and starts again on its next use.

    \b
    Example:
      gsw db dump memory.dump
    """
    from gsw_graph import server

    server.dump(_managed_home(session), file, overwrite=overwrite)
    size = file.stat().st_size
    session.emit({"file": str(file), "bytes": size}, lambda _: render.text(f"Written: {file} ({size:,} bytes)"))


@db.command()
@click.argument("file", type=FILE)
@SURE
@shared
@pass_session
def load(session: Session, file: Path, yes: bool) -> None:
    """Replace the whole database by a dumped one.

    \b
    Example:
      gsw db load memory.dump --yes
    """
    from gsw_graph import server

    home = _managed_home(session)
    if not yes:
        click.confirm("Replace all workspaces of the database?", abort=True, err=True)
    server.load(home, file)
    session.emit({"file": str(file)}, lambda _: render.text(f"Loaded: {file}"))


@db.command()
@SURE
@shared
@pass_session
def reset(session: Session, yes: bool) -> None:
    """Delete the database, all workspaces in it, and its password.

    \b
    Example:
      gsw db reset --yes
    """
    from gsw_graph import server

    home = _managed_home(session)
    if not yes:
        click.confirm(f"Delete the database in {home or server.default_home()} for good?", abort=True, err=True)
    server.reset(home)
    session.emit({"reset": True}, lambda _: render.text("Deleted. The next command begins anew."))


@click.command()
@click.option("--open", "opens", is_flag=True, help="Open it in the web browser.")
@click.option("--show-password", is_flag=True, help="Print the managed database's password.")
@shared
@pass_session
def browser(session: Session, opens: bool, show_password: bool) -> None:
    """Print Neo4j Browser's address and how to sign in.

    The address brings a first query along, in the editor. The managed database stops when no command
    has used it for ten minutes, whoever looks at it there.

    \b
    Example:
      gsw browser --open -w demo
    """
    from gsw_graph.cli.browsing import way_in

    facts = way_in(session, show_password=show_password)
    session.emit(facts, render.facts)
    if opens:
        click.launch(facts["address"])
