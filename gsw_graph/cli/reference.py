"""The page `docs/cli.md`, written from what the commands say of themselves."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import click

from gsw_graph.cli.main import cli

WIDTH = 100
JSON_SHAPES: Mapping[str, str] = {
    "gsw demo": "`report`: a DocumentReport, `answers`: a list of Answers",
    "gsw ingest": "a list of DocumentReports; with --dry-run an Estimate; where batches are under way, a list of "
    "BatchProgresses",
    "gsw operator": "a Choice",
    "gsw batch list": "a list of BatchProgresses",
    "gsw batch cancel": "`cancelled`: how many",
    "gsw ask": "an Answer",
    "gsw show": "a list of EntityViews; with --told a list of BeforeAfters",
    "gsw path": "a Connection",
    "gsw acts": "a list of Acts",
    "gsw conflicts": "a list of Conflicts",
    "gsw questions": "a list of Questions; with --decide a list of Closeds",
    "gsw review": "a list of Pairs; with --decide a list of Judgeds",
    "gsw review accept": "a list, each with `pair` and the `number` of its decision",
    "gsw review reject": "a list, each with `pair` and the `number` of its decision",
    "gsw review apply": "`file`, `decisions`: the numbers of the decisions, line by line",
    "gsw review list": "a list of Standings",
    "gsw review undo": "an Edited",
    "gsw edit rename": "an Edited",
    "gsw edit retype": "an Edited",
    "gsw edit split": "an Edited",
    "gsw edit join": "an Edited",
    "gsw edit end": "an Edited",
    "gsw edit false": "an Edited",
    "gsw edit undo": "an Edited",
    "gsw status": "`workspace`, `nodes` (count by label), `documents` (each with `key`, `title`, `origin`, `status`, "
    "`reason`, `notes`, `chapters`, `states`, `refused`), `ledger` (each with `kind`, `status`, `entries`, `reasons`), "
    "`spending` (each with `run`, `task`, `model`, `resolved`, `calls`, `failed`, `tokens_in`, `tokens_cached`, "
    "`tokens_out`, `cost`, `unpriced`), `operator`, `answers`, `model`, `base_url`",
    "gsw workspaces": "a list, each with `workspace`, `operator`, `embedder`, `created_at`",
    "gsw forget": "`forgotten`: the key",
    "gsw rebuild": "`documents`: how many stand",
    "gsw reconcile": "a Reconciled; with --list a list of Steps",
    "gsw digest": "`digest`: 64 hex digits",
    "gsw log export": "`file`, `manifest`: a Manifest",
    "gsw log import": "`file`, `manifest`: a Manifest, `appended`: rows that the log did not have, `documents`: how "
    "many stand after the rebuild, 0 if none was needed",
    "gsw log verify": "`file`, `manifest`: a Manifest, `calls`: readings that the documents need and the file lacks; "
    "with --workspace also `same_as` and `appended`: 0",
    "gsw browser": "`address`, `user`, `password` (where it is, or with --show-password itself), `query`",
    "gsw db start": "`uri`, `http_uri`, `user`, `pid`",
    "gsw db stop": "`stopped`: whether it was running",
    "gsw db status": "a Status",
    "gsw db uri": "`uri`",
    "gsw db dump": "`file`, `bytes`",
    "gsw db load": "`file`",
    "gsw db reset": "`reset`: true",
    "gsw config show": "a list of Origins",
    "gsw eval epbench": "`title`, `notes`, `settings` by arm, `tables` by key, each with `rows` by arm and column: "
    "numbers or Figures; `best`: the arm of the `mistakes`, each a Mistake",
    "gsw eval score": "the same",
    "gsw eval questions": "`groups`: OwnGroups, `results`: OwnResults",
    "gsw eval judge": "`file`, and counts of answers: `judged`, of them `asked` (by the model), `failed`, "
    "`without_truth`, `errors`, `missing`",
    "gsw eval cost": "`questions`, `unasked`: counts, `asked`: a list of Askeds, `prices`: a list of Priceds",
}
"""What --json prints, by command."""

_TOP = """\
# The command `gsw`

<!-- Written by tools/make_cli_docs.py from the commands' own help. -->

Results go to standard output, progress and remarks to standard error. A terminal gets tables that fit it; a pipe gets
each row on one line. `--json` prints the result as JSON (see the end of this page).

An option that is not given falls back to `GSW_<SETTING>` in the environment, then to `.env`, then to the configuration
file, then to its default; `gsw config show --origin` says which it was. The password of a server of your own is never
an option: set `GSW_NEO4J_PASSWORD`, or `neo4j_password` in `.env` or the configuration file.

| exit code | meaning |
| --- | --- |
| 0 | all went well; an answer that the memory does not say is one |
| 1 | something failed; standard error says what, and what to try |
| 2 | the command was not understood |
| 3 | batches of calls are under way that were not waited for: the same command goes on with them |
| 130 | interrupted; what was done is kept, and the same command goes on |
"""


class Page(NamedTuple):
    """A command with its full name."""

    name: str
    command: click.Command
    context: click.Context


def pages(command: click.Command = cli, name: str = "gsw", parent: click.Context | None = None) -> Iterator[Page]:
    """Yield a command and all below it.

    Args:
        command: Where to begin.
        name: Its full name.
        parent: The context of the group that it belongs to.
    """
    settings = {**command.context_settings, "terminal_width": WIDTH, "max_content_width": WIDTH}
    own = click.Context(command, info_name=name.rpartition(" ")[2], parent=parent, **settings)
    yield Page(name, command, own)
    if isinstance(command, click.Group):
        for child in command.list_commands(own):
            yield from pages(command.commands[child], f"{name} {child}", own)


def reference() -> str:
    """Return the page."""
    parts = [_TOP]
    for page in pages():
        parts.append(f"## `{page.name}`\n\n```\n{page.command.get_help(page.context).rstrip()}\n```\n")
    parts.append("## JSON\n\n| command | `--json` prints |\n| --- | --- |")
    parts += [f"| `{name}` | {shape} |" for name, shape in JSON_SHAPES.items()]
    parts.append("")
    parts += [f"- **{name}**: {', '.join(f'`{field}`' for field in fields)}" for name, fields in _records()]
    return "\n".join(parts) + "\n"


def _records() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the records that are printed, with the names of their fields."""
    from gsw_graph import network, views
    from gsw_graph.batches import BatchProgress
    from gsw_graph.edits import Edited
    from gsw_graph.estimate import Estimate, Stage
    from gsw_graph.evals import causes, cost, own_questions, statistics
    from gsw_graph.ingest import DocumentReport
    from gsw_graph.judging import Judged
    from gsw_graph.opening import Choice
    from gsw_graph.register import Standing
    from gsw_graph.review import Pair, Passage, Side
    from gsw_graph.sealed.files import Manifest, ModelUse
    from gsw_graph.server import Status
    from gsw_graph.settings import Origin

    for model in (
        views.Answer,
        views.Evidence,
        views.Statement,
        views.EntityView,
        views.TimelineRow,
        *(network.Connection, network.Step, network.Link, network.Acts, network.Deed),
        *(network.Conflict, network.ConflictSide, network.BeforeAfter),
        Manifest,
        ModelUse,
    ):
        yield model.__name__, tuple(model.model_fields)
    for row in (
        *(Pair, Side, Passage, Judged, Standing, Edited),
        *(DocumentReport, Estimate, Stage, BatchProgress, Choice, Status, Origin),
        *(causes.Mistake, own_questions.OwnGroup, own_questions.OwnResult, statistics.Figure),
        *(cost.Asked, cost.Priced),
    ):
        yield row.__name__, row._fields
