"""What the commands share: settings from flags, one lazy workspace, and two streams for what is said."""

import json
from collections.abc import Callable
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.console import Console, RenderableType

from gsw_graph.cli.plain import json_text
from gsw_graph.errors import InputError

if TYPE_CHECKING:
    from gsw_graph.settings import Origin, Settings
    from gsw_graph.workspace import Workspace

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
PIPE_WIDTH = 10_000
"""Characters of a line where there is no terminal: whatever reads a pipe wants a row on one line."""


class Session:
    """One run of the command: what was asked for, and what it needs, opened on first use."""

    def __init__(self) -> None:
        self.flags: dict[str, Any] = {}
        self.json = False

    @cached_property
    def resolved(self) -> "tuple[Settings, list[Origin]]":
        """The settings with their origins."""
        from gsw_graph.settings import load_settings

        return load_settings(self.flags)

    @property
    def settings(self) -> "Settings":
        """The settings."""
        return self.resolved[0]

    @property
    def home(self) -> Path | None:
        """Folder of the managed database, if one is set."""
        return Path(self.settings.home) if self.settings.home else None

    @cached_property
    def workspace(self) -> "Workspace":
        """The workspace, its database open; importing its parts takes a second, so only who needs it pays."""
        from gsw_graph.workspace import Workspace

        self.announce_start()
        workspace = Workspace(settings=self.settings)
        _ = workspace.graph  # so that a download's own bar never meets one of ours
        return workspace

    @property
    def memory(self) -> "Workspace":
        """The workspace, for what only reads: a mistyped name is told and not taken for an empty memory.

        Raises:
            InputError: There is none of that name.
        """
        names = [row["workspace"] for row in self.workspace.graph.run("read/workspaces")]
        if self.workspace.name not in names:
            near = get_close_matches(self.workspace.name, names, 3)
            meant = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
            raise InputError(
                f"There is no workspace {self.workspace.name!r} among the {len(names)} of the database.{meant}",
                hint="-w NAME with one that 'gsw workspaces' lists; 'gsw ingest' makes a new one",
            )
        return self.workspace

    def announce_start(self) -> None:
        """Say that the managed database will be started, if it does not run: that takes seconds."""
        from gsw_graph.server import status

        if not self.settings.neo4j_uri and not (found := status(self.home)).running:
            self.log.print(f"Starting the database in {found.home} …", soft_wrap=True)

    def close(self) -> None:
        """Close the workspace if it was opened."""
        workspace: Workspace | None = self.__dict__.pop("workspace", None)
        if workspace is not None:
            workspace.close()

    @cached_property
    def out(self) -> Console:
        """Standard output: data."""
        console = Console(markup=False, emoji=False, highlight=False)
        if not console.is_terminal:
            console.width = PIPE_WIDTH
        return console

    @cached_property
    def log(self) -> Console:
        """Standard error: progress and remarks."""
        return Console(stderr=True, markup=False, emoji=False, highlight=False)

    def emit(self, data: T, view: "Callable[[T], RenderableType]") -> None:
        """Print a command's result: as JSON if that was asked for, else as `view` shows it.

        Args:
            data: Records, named tuples and what JSON knows.
            view: Makes them readable.
        """
        if self.json:
            click.echo(json_text(json.dumps(as_json(data), ensure_ascii=False, indent=2)))
        else:
            self.print(view(data))

    def print(self, what: "RenderableType") -> None:
        """Write to standard output, without the spaces that fill a line.

        Args:
            what: Is shown.
        """
        with self.out.capture() as shown:
            self.out.print(what, crop=False)
        click.echo("\n".join(line.rstrip() for line in shown.get().splitlines()))


def as_json(data: Any) -> Any:
    """Return records and named tuples as what JSON knows, with their field names.

    Args:
        data: A result.
    """
    if hasattr(data, "model_dump"):
        return data.model_dump(mode="json")
    if hasattr(data, "_asdict"):
        return {name: as_json(value) for name, value in data._asdict().items()}
    if isinstance(data, dict):
        return {str(name): as_json(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [as_json(value) for value in data]
    return data if data is None or isinstance(data, str | int | float | bool) else str(data)


class Words(click.ParamType[str]):
    """A text argument, which must be text: bytes that the terminal's encoding lacks are refused at once."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text.

        Args:
            value: As given.
            param: Whose value it is.
            ctx: The command.
        """
        if any("\ud800" <= character <= "\udfff" for character in str(value)):
            self.fail("it has bytes that are not text.", param, ctx)
        return str(value)


WORDS = Words()


def keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Keep a given flag for the settings, under the setting's name.

    Args:
        ctx: The command.
        param: The flag.
        value: As given; None if it isn't.
    """
    if value is not None and param.name:
        ctx.ensure_object(Session).flags[param.name] = value


def _keep_json(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    """Keep that JSON is wanted."""
    if value:
        ctx.ensure_object(Session).json = True


def setting(*names: str, help: str, type: Any = WORDS, metavar: str | None = None) -> Callable[[F], F]:
    """Return an option that overrules a setting; if it isn't given, environment and files decide.

    Args:
        *names: The flags, last the setting's name if it differs.
        help: What it does.
        type: Of its value.
        metavar: How the value is called in the help.
    """
    return click.option(*names, help=help, type=type, metavar=metavar, expose_value=False, callback=keep)


_SHARED = (
    setting("--workspace", "-w", help="The memory to use: any name.  [GSW_WORKSPACE]", metavar="NAME"),
    setting(
        "--uri",
        "neo4j_uri",
        help="A Neo4j server in place of the managed one.  [GSW_NEO4J_URI]",
        metavar="URI",
    ),
    setting(
        *("--user", "neo4j_user"),
        help="Who signs in; the password comes from GSW_NEO4J_PASSWORD, .env or the configuration file.",
        metavar="NAME",
    ),
    setting("--database", "neo4j_database", help="Database of that server.  [GSW_NEO4J_DATABASE]", metavar="NAME"),
    setting("--home", help="Folder of the managed database.  [GSW_HOME]", metavar="FOLDER"),
    setting("--operator", help="Who reads the text.  [GSW_OPERATOR]", metavar="NAME"),
    setting("--embedder", help="Who makes the vectors.  [GSW_EMBEDDER]", metavar="NAME"),
    click.option("--json", is_flag=True, expose_value=False, callback=_keep_json, help="Print the result as JSON."),
)


def shared(command: F) -> F:
    """Add the options that all commands share.

    Args:
        command: A command's function.
    """
    for option in reversed(_SHARED):
        command = option(command)
    return command


pass_session = click.make_pass_decorator(Session, ensure=True)
