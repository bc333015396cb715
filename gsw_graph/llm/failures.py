"""What an endpoint's failures mean for a run: stop it, try again, or go on without this request."""

import json
import math
import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from gsw_graph.errors import GSWError, ModelError, OperatorError, Passing, TooLong

MOST_SHOWN = 300
"""Characters of an endpoint's message that an error quotes."""
_SHORTEST_KEY = 4
"""A key that is shorter is none: servers that need no key take any word."""
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]+")
_LIKE_A_KEY = re.compile(r"\bsk-[\w*.\-]{3,}|\bBearer\s+\S+|[\w.\-]*\*{3,}[\w.\-]*", re.IGNORECASE)
"""Keys as OpenAI makes them, what stands in a header, and what endpoints have half hidden themselves."""
_CREDIT = re.compile(
    r"insufficient[_ ](quota|credit|balance|funds)|billing_|exceeded your current quota|billing (hard )?limit",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"model_not_found|model\b.{0,80}\b(not exist|not found|unknown)|(invalid|unknown|not a valid) model\b",
    re.IGNORECASE,
)
_TOO_LONG = re.compile(
    r"context_length_exceeded|string_above_max_length|(context|prompt|input)\b.{0,40}\b(length|window|size|too long)\b"
    r"|max(_completion)?_tokens.{0,20} is too large|at most \d+ completion tokens|too many tokens",
    re.IGNORECASE,
)


def shown(text: str, key: str = "") -> str:
    """Return a text from an endpoint as it may be shown: without the key or control characters, and short.

    Args:
        text: Such as its message, which may repeat the key.
        key: The key.
    """
    if len(key) >= _SHORTEST_KEY:
        text = re.sub(re.escape(key), "[key]", text, flags=re.IGNORECASE)
    text = _LIKE_A_KEY.sub("[key]", text)
    text = " ".join(_CONTROLS.sub(" ", text).split())
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"


def failure(
    status: int, body: Any, headers: Mapping[str, str], *, key: str = "", who: str = "The endpoint"
) -> GSWError:
    """Return what a status of 300 or more means.

    Args:
        status: Of HTTP.
        body: The answer, parsed if it is JSON.
        headers: Of the answer, by their names in lower case.
        key: The key, which is not quoted.
        who: Model and address.
    """
    said, codes = _message(body)
    quoted = shown(said, key)
    quoted = f" ({quoted})" if quoted else ""
    if status in {401, 403}:
        return ModelError(
            f"{who} refuses the key, with status {status}{quoted}.",
            hint="set GSW_API_KEY or OPENAI_API_KEY to a key that may use this model",
        )
    is_rate = "rate_limit" in codes  # whose message may well advise on billing
    if status == 402 or (status == 429 and not is_rate and _CREDIT.search(f"{codes} {said}")):
        return ModelError(
            f"{who} says that the account has no credit left, or has reached its limit{quoted}.",
            hint="add credit at the provider, then the same command again: what is done is kept",
        )
    if _TOO_LONG.search(f"{codes} {said}") and 400 <= status < 500:
        return TooLong(f"The request is longer than {who} takes{quoted}.", hint="fewer --chunks-per-call")
    no_model = status in {400, 404} and _NO_MODEL.search(f"{codes} {said}")
    if no_model or status == 404 or 300 <= status < 400:
        what = "does not know the model" if no_model else f"is not there (status {status})"
        return ModelError(
            f"{who} {what}{quoted}.", hint="check the model's name and the base URL, which often ends in /v1"
        )
    if status in {408, 409, 425, 429} or status >= 500:
        return Passing(f"{who} answered with status {status}{quoted}.", after=_retry_after(headers))
    return OperatorError(f"{who} refused the request, with status {status}{quoted}.")


def parsed(body: bytes | str) -> Any:
    """Return an answer's JSON, or its text.

    Args:
        body: As it came.
    """
    text = body.decode("utf-8", "replace") if isinstance(body, bytes) else body
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def names(body: Any, *words: str) -> bool:
    """Say whether an error is about one of some words, such as a parameter's name.

    Args:
        body: The answer, parsed if it is JSON.
        *words: To look for.
    """
    said, codes = _message(body)
    return any(re.search(rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z_])", f"{codes} {said}") for word in words)


def _message(body: Any) -> tuple[str, str]:
    """Return an error's message, and its codes and parameter in one text; a web page says nothing."""
    error = body.get("error", body) if isinstance(body, dict) else body
    if isinstance(error, dict):
        said = next((error[name] for name in ("message", "detail", "error") if error.get(name)), "")
        codes = " ".join(str(error[name]) for name in ("code", "type", "param") if error.get(name))
        return said if isinstance(said, str) else json.dumps(said, ensure_ascii=False), codes
    text = error if isinstance(error, str) else json.dumps(error, ensure_ascii=False)
    return ("" if text.lstrip().startswith("<") else text[:2000]), ""


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that an endpoint asks to wait: retry-after-ms, or Retry-After in seconds or as a date."""
    try:
        return _positive(float(headers["retry-after-ms"]) / 1000)
    except (KeyError, ValueError):
        pass
    value = headers.get("retry-after", "")
    try:
        return _positive(float(value))
    except ValueError:
        pass
    try:
        return _positive(parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None


def _positive(seconds: float) -> float | None:
    """Return a length of time, at least 0; None if it is none."""
    return max(0.0, seconds) if math.isfinite(seconds) else None
