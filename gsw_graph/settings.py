"""Settings, read once at the edge: flag > environment > .env > configuration file > default."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs
from dotenv import dotenv_values, find_dotenv
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticCustomError

from gsw_graph.errors import ConfigError

_CREDENTIALS = "credentials"


class Settings(BaseModel):
    """What a workspace is opened with; each can be set as a flag, as GSW_<NAME>, or in the configuration file."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    workspace: str = Field("default", min_length=1, max_length=200)
    """Name of the workspace: any text; it is only ever a property value."""
    neo4j_uri: str = ""
    """Address of a Neo4j server; "" is the managed local one."""
    neo4j_user: str = "neo4j"
    neo4j_password: SecretStr = SecretStr("")
    neo4j_database: str = ""
    """Name of the database; "" is the server's default."""
    home: str = ""
    """Folder of the managed server; "" is the user's data folder."""
    operator: str = ""
    """Who reads the text, local or llm; "" is whoever the workspace remembers, and local for a new one."""
    answers: str = ""
    """Who words the answers, local or llm; "" is whoever the workspace remembers, and local for a new one."""
    model: str = ""
    """Exact name of the model that llm asks; "" is the one that the workspace remembers."""
    base_url: str = ""
    """Address of an OpenAI-compatible server, or openai; "" is the one that the workspace remembers."""
    api_key: SecretStr = SecretStr("")
    """Key for that server; "" is OPENAI_API_KEY's."""
    chunks_per_call: int = Field(4, ge=1, le=64)
    """Chunks that share a call of the model; the paper's is 1."""
    concurrency: int = Field(8, ge=1, le=256)
    """Calls of the model that run side by side."""
    requests_per_minute: int = Field(0, ge=0)
    """Most requests to the model; 0 is no limit."""
    tokens_per_minute: int = Field(0, ge=0)
    """Most tokens to and from the model; 0 is no limit."""
    reasoning_tokens: int = Field(0, ge=0, le=200_000)
    """Tokens that the model may think for, beside its reply: one that thinks is cut off without them."""
    call_seconds: float = Field(120, gt=0, le=3600)
    """How long a call may take."""
    budget: str = ""
    """What a run may spend, such as 5usd or 200ktok; "" is no limit."""
    prices: str = ""
    """A price list of one's own, which goes before the one that comes along."""
    embedder: str = ""
    """Who makes the vectors; "" is the built-in default."""
    chapter_pattern: str = ""
    """Regular expression of a chapter's heading line; "" recognises the usual ones."""
    text_column: str = ""
    """Name of the column of texts in CSV files; "" is `text`, or the only long one."""
    skip_duplicates: bool = False
    """Whether a document is left out whose text is there under another key."""
    max_tokens: int = Field(4000, ge=100)
    """Budget of the evidence for an answer, in o200k tokens."""
    max_chapters: int = Field(0, ge=0)
    """Most chapters that an answer draws on; 0 is no limit."""

    @field_validator("neo4j_uri", "base_url")
    @classmethod
    def _holds_no_credentials(cls, uri: str) -> str:
        """Refuse credentials in an address, which is shown wherever something is said of its server."""
        if "@" in uri:
            raise PydanticCustomError(_CREDENTIALS, "It holds a user name or password")
        return uri


class Origin(NamedTuple):
    """A setting's value with where it came from."""

    name: str
    value: str
    origin: str


def config_path() -> Path:
    """Return the configuration file: GSW_CONFIG, or config.toml in the user's configuration folder."""
    given = os.environ.get("GSW_CONFIG")
    return Path(given) if given else Path(platformdirs.user_config_dir("gsw-graph")) / "config.toml"


def load_settings(flags: Mapping[str, Any] | None = None) -> tuple[Settings, list[Origin]]:
    """Read the settings and say where each came from.

    Args:
        flags: What was given on the command line or by the caller; None values count as not given.

    Raises:
        ConfigError: A value or a name cannot be used; the message says which, and where it was set.
    """
    layers = [
        ("flag", {name: value for name, value in (flags or {}).items() if value is not None}),
        ("environment", _prefixed(os.environ)),
        (".env", _prefixed(dotenv_values(find_dotenv(usecwd=True)))),
        (str(config_path()), _config_file()),
    ]
    chosen: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for origin, values in layers:
        for name, value in values.items():
            if name in Settings.model_fields and name not in chosen:
                chosen[name], origins[name] = value, origin
            elif name not in Settings.model_fields and origin not in {"environment", ".env"}:
                hint = f"one of {', '.join(Settings.model_fields)}"
                raise ConfigError(f"There is no setting {name!r} ({origin}).", hint=hint)
    try:
        settings = Settings(**chosen)
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        name = str(first["loc"][0])
        other = "another value"
        if first["type"] == _CREDENTIALS:
            variables = "GSW_API_KEY" if name == "base_url" else "GSW_NEO4J_USER and GSW_NEO4J_PASSWORD"
            other = f"an address without them, and {variables} to them"
        hint = f"set {_place(name, origins[name])} to {other}"
        raise ConfigError(
            f"The setting {name} from {origins[name]} cannot be used: {first['msg']}.", hint=hint
        ) from None
    shown = [Origin(name, str(getattr(settings, name)), origins.get(name, "default")) for name in Settings.model_fields]
    return settings, shown


def _place(name: str, origin: str) -> str:
    """Return what a setting is called where it was set."""
    variable = f"GSW_{name.upper()}"
    places = {"flag": name, "environment": variable, ".env": f"{variable} in .env"}
    return places.get(origin, f"{name} in {origin}")


def _prefixed(values: Mapping[str, str | None]) -> dict[str, str]:
    """Return the GSW_ variables, by the setting's name."""
    return {name[4:].lower(): value for name, value in values.items() if name.startswith("GSW_") and value}


def _config_file() -> dict[str, Any]:
    """Return what the configuration file sets."""
    path = config_path()
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if os.environ.get("GSW_CONFIG"):
            raise ConfigError(f"GSW_CONFIG names {path}, which is not there.", hint="unset GSW_CONFIG") from None
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"The configuration file {path} cannot be read: {error}.", hint=f"mend {path}") from None
