"""The command's root: assembles the commands, and turns what goes wrong into one message and an exit code."""

import io
import logging
import sys
from typing import IO, Any

import click

from gsw_graph.cli import (
    answers,
    database,
    demo,
    edit,
    evaluate,
    ingest,
    judge,
    log,
    model,
    network,
    own,
    questions,
    review,
    settings,
    steps,
    texts,
)
from gsw_graph.cli.plain import lines
from gsw_graph.cli.session import Session, shared
from gsw_graph.errors import GSWError

INTERRUPTED = 130


class Failure(click.ClickException):
    """An error of ours as click shows it: what happened, and what to try."""

    def __init__(self, error: GSWError) -> None:
        super().__init__(Exception.__str__(error))
        self.hint = error.hint

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the message to standard error.

        Args:
            file: Another place to write to.
        """
        click.echo(f"Error: {lines(self.message)}", file=file, err=file is None)
        if self.hint:
            click.echo(f"Try: {lines(self.hint)}", file=file, err=file is None)


class Commands(click.Group):
    """The group of all commands, where errors end."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which people come to need them.

        Args:
            ctx: The context.
        """
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command.

        Args:
            ctx: Its context.

        Raises:
            Failure: The command failed, with exit code 1.
        """
        try:
            return super().invoke(ctx)
        except GSWError as error:
            raise Failure(error) from error
        except KeyboardInterrupt:
            click.echo("\nInterrupted. What was done is kept: run it again to go on.", err=True)
            ctx.exit(INTERRUPTED)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(None, "--version", package_name="gsw-graph", message="gsw %(version)s")
@shared
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Episodic memory on Neo4j: who was there, in which role and state, what they did, where and when.

    Exit codes: 0 all went well, 1 something failed, 2 the command was not understood, 3 batches are under way that were
    not waited for, 130 interrupted.

    Options that are not given fall back to GSW_* in the environment, then .env, then the configuration file.

    \b
    Begin with:
      gsw demo
    """
    ctx.call_on_close(ctx.ensure_object(Session).close)


for command in (
    *(demo.demo, ingest.ingest, answers.ask, answers.show),
    *(network.path, network.acts, network.conflicts, questions.questions),
    *(review.review, edit.edit),
    *(model.operator, model.batch),
    *(texts.status, texts.workspaces, texts.forget, texts.rebuild, steps.reconcile, texts.digest),
    *(log.log, database.browser, database.db, settings.config, evaluate.evaluate),
):
    cli.add_command(command)
for command in (judge.judge, judge.cost, own.own):
    evaluate.evaluate.add_command(command)


def main() -> None:
    """Run the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name must not end a run that a terminal can't show
    logging.getLogger("neo4j").addHandler(logging.NullHandler())  # what it warns of, our errors say
    cli(prog_name="gsw")
