"""Opening a workspace: what it remembers, and whether that fits what is asked for."""

import os
from typing import NamedTuple

from gsw_graph.embed import Embedder, HostedEmbedder
from gsw_graph.errors import ConfigError
from gsw_graph.graph import Graph, Row
from gsw_graph.llm.model import OPENAI
from gsw_graph.log import now
from gsw_graph.settings import Settings

OPENAI_VARIABLE = "OPENAI_BASE_URL"
ROADS = ("local", "llm")
"""Who can read and answer: rules on this machine, or a model that is asked."""


def remembered(graph: Graph, workspace: str) -> Row:
    """Return what a workspace remembers of its first text; nothing if there is none of that name.

    Args:
        graph: The database.
        workspace: Name of the workspace.
    """
    rows = graph.run("read/workspace", workspace=workspace)
    return dict(rows[0]["workspace"]) if rows else {}


def check(graph: Graph, workspace: str, stored: Row, embedder: Embedder) -> None:
    """Create the schema, and check that the vectors here are those of the embedder.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        stored: What the workspace remembers.
        embedder: Who makes the vectors.

    Raises:
        ConfigError: The workspace, or the database's vector index, was made with another embedder.
    """
    name, hosted = embedder.name, isinstance(embedder, HostedEmbedder)
    # Its width costs a request: a look at the memory needs none, and a server that was not chosen gets none.
    mine = stored["dimension"] if hosted and stored else embedder.dimension
    if stored and (stored["embedder"], stored["dimension"]) != (name, mine):
        width = "" if hosted else f" ({mine} wide)"
        raise ConfigError(
            f"The workspace {workspace!r} holds vectors of {stored['embedder']} ({stored['dimension']} wide), and "
            f"{name}{width} was asked for.",
            hint=f"--embedder {stored['embedder']}, or 'gsw rebuild --re-embed' to make them all anew",
        )
    graph.apply_schema(mine)
    width = graph.run("read/vector_index")[0]["dimension"]
    if width != mine:
        raise ConfigError(
            f"The database's vector index is {width} wide, and the vectors of {name} are {mine} wide.",
            hint="another database (--home or --uri), or an embedder of that width",
        )


class Choice(NamedTuple):
    """Who reads the texts of a workspace, and who words its answers; what it remembers of that."""

    operator: str = "local"
    answers: str = "local"
    model: str = ""
    """Exact name of the model; "" if none is asked."""
    base_url: str = ""
    """Where the model is: an address, or `OPENAI` for OpenAI's own; "" if none is asked."""

    @property
    def asks_model(self) -> bool:
        """Whether texts leave for a model."""
        return "llm" in (self.operator, self.answers)


def asked_for(settings: Settings) -> Choice:
    """Return what the settings ask for; "" says nothing.

    Args:
        settings: All of them.
    """
    base_url = settings.base_url or os.environ.get(OPENAI_VARIABLE, "")
    return Choice(settings.operator, settings.answers, settings.model, _address(base_url))


def kept(stored: Row) -> Choice:
    """Return who reads and who answers, as a workspace remembers.

    Args:
        stored: What it remembers.
    """
    return Choice(*(str(stored.get(name, default)) for name, default in Choice._field_defaults.items()))


def choice(workspace: str, stored: Row, asked: Choice) -> Choice:
    """Return who reads and who answers: as the workspace remembers, or as was asked for where it is new.

    Texts go to a model only if that was chosen for the workspace, and to none but the one that was chosen: a key in the
    environment, or another default, is not consent. Who answers can be asked for question by question, a model only
    where one was chosen to read or to answer.

    Args:
        workspace: Name of the workspace.
        stored: What it remembers.
        asked: What the settings say; "" says nothing.

    Raises:
        ConfigError: Something else is asked for than it remembers, or a model is to be asked that has no name.
    """
    if not stored:
        made = _whole(Choice(asked.operator or "local", asked.answers or "local", asked.model, asked.base_url))
        return made if made.asks_model else made._replace(model="", base_url="")
    chosen = kept(stored)
    matters = ("operator", "model", "base_url") if chosen.asks_model else ("operator",)
    for name in matters:
        if (want := getattr(asked, name)) and want != getattr(chosen, name):
            raise _other(workspace, name, getattr(chosen, name), want)
    if asked.answers == "llm" and not chosen.asks_model:
        raise _other(workspace, "answers", chosen.answers, asked.answers)
    return _whole(chosen._replace(answers=asked.answers)) if asked.answers else chosen


def _other(workspace: str, name: str, kept: str, want: str) -> ConfigError:
    """Return the error that something else is asked for than a workspace remembers."""
    return ConfigError(
        f"The workspace {workspace!r} remembers {name} {kept!r}, and {want!r} was asked for.",
        hint=f"gsw operator -w {workspace!r}, which shows and changes what it remembers",
    )


def _whole(made: Choice) -> Choice:
    """Return a choice, checked to name what it needs."""
    for name in ("operator", "answers"):
        if getattr(made, name) not in ROADS:
            raise ConfigError(f"No {name} is named {getattr(made, name)!r}.", hint=f"--{name} {' or '.join(ROADS)}")
    if made.asks_model and not made.model:
        raise ConfigError("A model is to be asked, and none is named.", hint="--model NAME, such as gpt-4.1-mini")
    base_url = _address(made.base_url or os.environ.get(OPENAI_VARIABLE, "") or OPENAI)
    return made._replace(base_url=base_url) if made.asks_model else made


def _address(base_url: str) -> str:
    """Return an address, checked to hold nothing that must not be kept or shown."""
    if base_url not in ("", OPENAI) and not base_url.startswith(("http://", "https://")):
        raise ConfigError(f"The base URL {base_url!r} is no address.", hint="one like http://127.0.0.1:8080/v1")
    if "@" in base_url:
        raise ConfigError(
            "The base URL holds a user name or password, which errors would show.",
            hint="an address without them, and GSW_API_KEY set to the key",
        )
    return base_url


def create(graph: Graph, workspace: str, embedder: Embedder, chosen: Choice) -> None:
    """Create a workspace that is not there yet, and let it remember who reads, answers and embeds.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        embedder: Who makes the vectors.
        chosen: Who reads and answers.
    """
    settings = {"embedder": embedder.name, "dimension": embedder.dimension, **chosen._asdict()}
    graph.run("write/workspace", workspace=workspace, settings=settings, now=now())


def choose(graph: Graph, workspace: str, asked: Choice) -> Choice:
    """Let a workspace remember another choice, and return it; what "" says nothing of stays as it is.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        asked: The choice.

    Raises:
        ConfigError: A model is to be asked that has no name, or one is chosen for answers that would read as well.
    """
    old = kept(remembered(graph, workspace))
    if (asked.model or asked.base_url) and not (asked.asks_model or old.asks_model):
        raise ConfigError(
            f"Nobody asks a model in {workspace!r}, so none can be named for it.",
            hint="gsw operator llm --model NAME, or gsw operator --answers llm --model NAME",
        )
    if asked.answers and not asked.operator and old.operator == "llm" and asked.model not in ("", old.model):
        raise ConfigError(
            f"{old.model!r} reads the texts of {workspace!r}, and readers and answers share a model: {asked.model!r} "
            "would read them all anew.",
            hint=f"gsw operator llm --answers {asked.answers} --model {asked.model}, if that is meant",
        )
    made = _whole(Choice(*(new or before for new, before in zip(asked, old, strict=True))))
    graph.run("write/workspace_settings", workspace=workspace, settings=made._asdict())
    return made
