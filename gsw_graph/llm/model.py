"""One model behind an endpoint that speaks OpenAI's chat completions, asked once for each call.

What the model does not take (a temperature, a schema) is found out by asking, and left out from then on.
"""

import os
import threading
import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from pydantic import SecretStr

from gsw_graph.errors import ConfigError, GSWError, ModelError, OperatorError, Passing, TooLong
from gsw_graph.llm.completion import Message, Reply, Usage, read_completion
from gsw_graph.llm.failures import failure, names, parsed, shown
from gsw_graph.llm.prompts import load_prompt
from gsw_graph.llm.tasks import Schema, compact

__all__ = ["Adapted", "Message", "Model", "ModelError", "OperatorError", "Passing", "Reply", "TooLong", "Usage"]

TIMEOUT = 120.0
"""Seconds that a reply may take."""
CONNECT_TIMEOUT = 10.0
"""Seconds that a connection may take."""
OPENAI, OPENAI_ADDRESS = "openai", "https://api.openai.com/v1"
"""The word for OpenAI's own address, and that."""
_NO_KEY = "none"
"""What is sent to a server that needs no key."""


class Adapted(Passing):
    """The model does not take a parameter; asked again, the same request goes without it."""


class _Manners:
    """What an endpoint takes, as far as is known: for each question the ways that are left, the best first."""

    def __init__(self, limit_names: tuple[str, ...]) -> None:
        self._guard = threading.Lock()
        self._ways: dict[str, tuple[str, ...]] = {
            "temperature": ("temperature", ""),
            "limit": (*limit_names, ""),
            "format": ("json_schema", "json_object", ""),
        }

    def now(self) -> dict[str, str]:
        """Return the way that is taken for each question."""
        with self._guard:
            return {question: ways[0] for question, ways in self._ways.items()}

    def learn(self, taken: dict[str, str], body: Any) -> str:
        """Take the next way where an error is about one that was taken; return what is left out now, "" if nothing is.

        Args:
            taken: The ways of the refused request.
            body: The error.
        """
        words = {"format": ("response_format", "json_schema", "json_object", "structured output", "structured outputs")}
        for question, way in taken.items():
            if way and names(body, *words.get(question, (way,))):
                with self._guard:
                    if self._ways[question][0] == way:  # else another thread has learnt it meanwhile
                        self._ways[question] = self._ways[question][1:]
                return way
        return ""


class Model:
    """One model of an endpoint.

    Args:
        name: Its exact name there.
        base_url: Where; "openai" is OpenAI itself, "" is OPENAI_BASE_URL, or OpenAI without that.
        api_key: The key; OPENAI_API_KEY if not given. A server of one's own needs none.
        timeout: Seconds that a reply may take.
        reasoning_tokens: Tokens that the model may think for, in addition to the limit of its reply.

    Raises:
        ConfigError: The name, address or key cannot be used.
    """

    def __init__(
        self,
        name: str,
        *,
        base_url: str = "",
        api_key: str = "",
        timeout: float = TIMEOUT,
        reasoning_tokens: int = 0,
    ) -> None:
        if not name.strip():
            raise ConfigError("No model is named.", hint="--model NAME")
        base_url = base_url or os.environ.get("OPENAI_BASE_URL", "")
        base_url = "" if base_url == OPENAI else base_url
        api_key = api_key or os.environ.get("OPENAI_API_KEY", "")
        self.name = name
        self.address = _checked_address(base_url)
        self.timeout = timeout
        self.reasoning_tokens = reasoning_tokens
        self._key = SecretStr(_checked_key(api_key, base_url))
        # OpenAI itself takes the newer name everywhere, servers of one's own know the older one.
        older, newer = "max_tokens", "max_completion_tokens"
        self._manners = _Manners((older, newer) if base_url else (newer, older))
        self._guard = threading.Lock()
        self._opened: Any = None

    def __repr__(self) -> str:
        """Return the model's name and address, and nothing of its key."""
        return f"Model({self.name!r}, base_url={self.address!r})"

    @property
    def who(self) -> str:
        """Its name and address, for errors."""
        return f"{self.name} at {self.address or 'OpenAI'}"

    def parameters(self, messages: Sequence[Message], *, schema: Schema, limit: int) -> dict[str, Any]:
        """Return the body of a request.

        Args:
            messages: What is asked.
            schema: JSON schema of the reply.
            limit: Most tokens of the reply.
        """
        return self._parameters(self._manners.now(), messages, schema, limit)

    def complete(self, messages: Sequence[Message], *, schema: Schema, limit: int) -> Reply:
        """Return what the model says; one request, never repeated here.

        Args:
            messages: What is asked.
            schema: JSON schema of the reply.
            limit: Most tokens of the reply.

        Raises:
            ModelError: The endpoint cannot be used: the run stops.
            Passing: It did not answer this time. Adapted: it will be asked in another way now.
            TooLong: The request is longer than the model takes.
            OperatorError: It refuses this request.
        """
        ways = self._manners.now()
        body = self._parameters(ways, messages, schema, limit)
        started = time.perf_counter()
        content = self._post(body, ways)
        seconds = time.perf_counter() - started
        key = self._key.get_secret_value()
        return read_completion(content, messages, key=key, who=self.who, seconds=seconds)

    def client(self) -> Any:
        """Return the OpenAI client of this endpoint, which never repeats a request; threads share its connections."""
        with self._guard:
            if self._opened is None:
                import openai

                self._opened = openai.OpenAI(
                    api_key=self._key.get_secret_value(),
                    base_url=self.address or OPENAI_ADDRESS,  # else the client looks into the environment
                    max_retries=0,
                    timeout=openai.Timeout(self.timeout, connect=min(CONNECT_TIMEOUT, self.timeout)),
                )
            return self._opened

    def close(self) -> None:
        """Close the connections; a request that is under way still has its time."""
        with self._guard:
            if self._opened is not None:
                self._opened.close()
            self._opened = None

    def failure(self, error: Exception) -> GSWError:
        """Return what an error of the client means for a run; raise it outside of the except clause.

        Args:
            error: As the client raised it. It holds the request, and with that the key.
        """
        import openai

        key = self._key.get_secret_value()
        if isinstance(error, openai.APIStatusError):
            headers = {name.lower(): value for name, value in error.response.headers.items()}
            return failure(error.status_code, parsed(error.response.content), headers, key=key, who=self.who)
        cause = error.__cause__
        reason = shown(f"{type(cause or error).__name__}: {cause or error}", key)
        if isinstance(error, openai.APITimeoutError) and type(cause).__name__ != "ConnectTimeout":
            return Passing(f"{self.who} did not answer within {self.timeout:g} seconds; GSW_CALL_SECONDS allows more.")
        if isinstance(error, openai.APIConnectionError):
            is_away = type(cause).__name__ in {"ConnectError", "ConnectTimeout", "ProxyError"}
            what = "cannot be reached" if is_away else "broke the connection"
            hint = "check the base URL, and that the server runs" if is_away else ""
            return Passing(f"{self.who} {what} ({reason}).", hint=hint, is_away=is_away)
        return OperatorError(f"The request to {self.who} cannot be sent ({reason}).")

    def ways(self) -> dict[str, str]:
        """Return how the model is asked now: the parameter that is used for each question, "" for none."""
        return self._manners.now()

    def adapted(self, failed: GSWError, status: int, said: Any, ways: dict[str, str]) -> GSWError:
        """Return a failure, or Adapted if it is about how the model was asked: it is asked in another way from now on.

        Args:
            failed: What the answer means otherwise.
            status: Of the answer.
            said: Its body, parsed.
            ways: How the refused request asked.
        """
        if status in {400, 422} and not isinstance(failed, TooLong) and (way := self._manners.learn(ways, said)):
            return Adapted(f"{self.name} does not take {way}; it is asked without.")
        return failed

    def _post(self, body: dict[str, Any], ways: dict[str, str]) -> bytes:
        """Send one request and return the body of the answer."""
        import openai

        client = self.client()
        failed: GSWError
        try:
            # As extra_body it goes as it is. Arguments the client walks through, piece by piece: a quarter of a call's
            # processor time, and with that of the speed of 64 calls at a time.
            ask = client.chat.completions.with_raw_response.create
            content: bytes = ask(model=self.name, messages=[], extra_body=body).content
            return content
        except openai.APIStatusError as error:
            failed = self.adapted(self.failure(error), error.status_code, parsed(error.response.content), ways)
        except (openai.OpenAIError, UnicodeError) as error:
            failed = self.failure(error)
        raise failed  # outside of the clause, so that nothing leads to the client's error: it holds the key

    def _parameters(
        self, ways: dict[str, str], messages: Sequence[Message], schema: Schema, limit: int
    ) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self.name, "messages": list(messages)}
        if ways["temperature"]:
            body["temperature"] = 0
        if ways["limit"]:
            body[ways["limit"]] = limit + self.reasoning_tokens
        if ways["format"] == "json_schema":
            shape = {"name": "reply", "strict": True, "schema": schema}
            body["response_format"] = {"type": "json_schema", "json_schema": shape}
            return body
        if ways["format"]:
            body["response_format"] = {"type": ways["format"]}
        prompt = load_prompt("reply_schema")
        told = f"{prompt.system}\n\n{prompt.filled(items=compact(schema))}"
        first, *others = body["messages"]
        body["messages"] = [{**first, "content": f"{first['content']}\n\n{told}"}, *others]
        return body


def _checked_key(key: str, base_url: str) -> str:
    """Return a key that can be sent; no message shows it."""
    if not key and not base_url:
        raise ConfigError(
            "The model's endpoint needs a key.",
            hint="set GSW_API_KEY or OPENAI_API_KEY, or a base URL of a server that needs none",
        )
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ConfigError(
            "The key has characters that no key has: a space, a line break, or letters beyond ASCII.",
            hint="copy it again, and set GSW_API_KEY or OPENAI_API_KEY to it",
        )
    return key or _NO_KEY


def _checked_address(base_url: str) -> str:
    """Return a base URL that can be used and shown."""
    try:
        parts = urlsplit(base_url)
        usable = not base_url or (parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0)
    except ValueError:
        usable = False
    if not usable or not base_url.isprintable() or " " in base_url:
        raise ConfigError("The base URL is no address.", hint="one like http://localhost:8080/v1")
    if base_url and (parts.username or parts.password):
        raise ConfigError(
            "The base URL holds a user name or password, which errors would show.", hint="give the key apart from it"
        )
    return base_url
