"""Running the command `gsw` in the tests' own process."""

import json
import shlex
from collections.abc import Callable
from typing import Any

import click
from click.testing import CliRunner, Result

from gsw_graph.cli.main import cli

Run = Callable[..., Result]


def run(*args: str, input: str | bytes | None = None) -> Result:
    """Run the command; what it raises beyond its own exits is a failure of the test."""
    result = CliRunner().invoke(cli, args, input=input, prog_name="gsw", catch_exceptions=False)
    assert "Traceback" not in result.output
    return result


def loaded(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def parse(example: str) -> None:
    """Let click read a command line without running it."""
    command: click.Command = cli
    args = shlex.split(example)[1:]
    context = click.Context(cli, info_name="gsw", **cli.context_settings)
    name = "gsw"
    while isinstance(command, click.Group):
        if command.invoke_without_command and args[0] not in command.commands:
            command.make_context(name, args, parent=context)
            return
        name = args.pop(0)
        command = command.commands[name]
        if not isinstance(command, click.Group) and not any(arg.endswith(".jsonl") for arg in args):  # has to be there
            command.make_context(name, args, parent=context)
