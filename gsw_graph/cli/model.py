"""Commands about the model of a workspace: whether one is asked, which, in which batches, and what it costs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gsw_graph.cli import money, render
from gsw_graph.cli.session import WORDS, Session, pass_session, setting, shared
from gsw_graph.errors import GSWError

if TYPE_CHECKING:
    from gsw_graph.opening import Choice

F = TypeVar("F", bound=Callable[..., Any])
_OPTIONS = (
    setting("--model", help="Exact name of the model that llm asks.  [GSW_MODEL]", metavar="NAME"),
    setting("--base-url", help="An OpenAI-compatible server in place of OpenAI.  [GSW_BASE_URL]", metavar="URL"),
    setting("--chunks-per-call", help="Chunks that share a call.  [GSW_CHUNKS_PER_CALL]", type=int, metavar="N"),
    setting("--concurrency", help="Calls side by side.  [GSW_CONCURRENCY]", type=int, metavar="N"),
    setting("--requests-per-minute", help="Limit of the server's; 0 is none.", type=int, metavar="N"),
    setting("--tokens-per-minute", help="Limit of the server's; 0 is none.", type=int, metavar="N"),
    setting("--reasoning-tokens", help="Tokens that the model may think for.", type=int, metavar="N"),
    setting("--budget", help="Most that this run may spend: 5usd, 200ktok.  [GSW_BUDGET]", metavar="AMOUNT"),
    setting("--prices", help="A price list of your own, before ours.  [GSW_PRICES]", metavar="FILE"),
)


def asks_model(command: F) -> F:
    """Add the options of commands that may ask a model.

    Args:
        command: A command's function.
    """
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@contextmanager
def telling_cost(session: Session) -> Iterator[None]:
    """Say at the end of the context what the runs in it have cost, whatever ended them.

    Args:
        session: Whose workspace asks a model.
    """
    before = {row["run"] for row in session.workspace.spending()}
    try:
        yield
    except BaseException:
        with suppress(GSWError):  # if the database is what is gone, the first error says so
            _tell_cost(session, before)
        raise
    _tell_cost(session, before)


def _tell_cost(session: Session, before: set[str]) -> None:
    """Say what each run has cost that was not in the ledger before."""
    found = session.workspace.spending()
    for run in dict.fromkeys(row["run"] for row in found if row["run"] not in before):
        session.log.print(money.run(found, run))


@click.command()
@click.argument("who", required=False, type=click.Choice(["local", "llm"]), metavar="[local|llm]")
@click.option("--answers", type=click.Choice(["local", "llm"]), help="Who words the answers.")
@click.option("--model", type=WORDS, default="", metavar="NAME", help="Exact name of the model.")
@click.option(
    "--base-url", type=WORDS, default="", metavar="URL", help="Its server, or openai; OpenAI if none was ever given."
)
@shared
@pass_session
def operator(session: Session, who: str | None, answers: str | None, model: str, base_url: str) -> None:
    """Show or change who reads the texts of a workspace.

    A workspace reads by rules on this machine (local) unless a model (llm) was chosen for it: a key in the environment
    is no consent. It remembers the model and its server, and goes on with them. Texts that were read before stay as
    they were read until they are ingested again. The key comes from GSW_API_KEY or OPENAI_API_KEY.

    \b
    Examples:
      gsw operator -w case
      gsw operator llm --model gpt-4.1-mini -w case
      gsw operator llm --model qwen3 --base-url http://127.0.0.1:8080/v1 -w case
    """
    workspace = session.workspace
    given = any((who, answers, model, base_url))
    if given:
        chosen = workspace.choose(operator=who or "", answers=answers or "", model=model, base_url=base_url)
    else:
        chosen = session.memory.kept_choice
    session.emit(chosen, lambda made: render.facts(_facts(workspace.name, made)))


def _facts(workspace: str, chosen: "Choice") -> dict[str, object]:
    """Return what a workspace remembers, by name."""
    found: dict[str, object] = {"workspace": workspace, "operator": chosen.operator, "answers": chosen.answers}
    if chosen.asks_model:
        found |= {"model": chosen.model, "server": chosen.base_url}
    return found


@click.group()
def batch() -> None:
    """Look at the batches that a workspace waits for.

    "gsw ingest --batch" makes them, and waits for them or goes on with them later.

    \b
    Example:
      gsw batch list -w case
    """


@batch.command("list")
@shared
@pass_session
def list_batches(session: Session) -> None:
    """List the batches under way.

    \b
    Example:
      gsw batch list -w case
    """
    session.emit(session.memory.batches(), money.batches)


@batch.command("cancel")
@shared
@pass_session
def cancel_batches(session: Session) -> None:
    """Give the batches under way up.

    What is done of them is paid for: the next "gsw ingest --batch" keeps it.

    \b
    Example:
      gsw batch cancel -w case
    """
    count = session.memory.cancel_batches()
    session.emit({"cancelled": count}, lambda done: render.text(f"Batches cancelled: {done['cancelled']}"))
