"""Answers that are faults, and when they come."""

import json
import random
import time
from collections.abc import Callable, Sequence
from email.utils import formatdate
from typing import Literal

from model_server.answers import Answer, Request

Faults = Callable[[str, Request, int], Answer | None]
"""From a path, a request and its how-manieth sending (from 1) to a fault, or None."""


def error_body(message: str, kind: str, code: str | None, param: str | None = None) -> str:
    """Return an error as the API words it."""
    return json.dumps({"error": {"message": message, "type": kind, "param": param, "code": code}})


def rate_limited(after: float | None = None, form: Literal["seconds", "date", "ms"] = "seconds") -> Answer:
    """Return 429, with Retry-After in seconds, as an HTTP date or in milliseconds."""
    headers = {}
    if after is not None:
        headers = {
            "seconds": {"Retry-After": f"{after:g}"},
            "date": {"Retry-After": formatdate(time.time() + after, usegmt=True)},
            "ms": {"retry-after-ms": f"{after * 1000:g}"},
        }[form]
    message = "Rate limit reached for requests per min (RPM): Limit 500, Used 500, Requested 1. Please try again."
    return Answer(status=429, body=error_body(message, "requests", "rate_limit_exceeded"), headers=headers)


def no_credit() -> Answer:
    """Return the 429 that no waiting mends."""
    message = "You exceeded your current quota, please check your plan and billing details."
    return Answer(status=429, body=error_body(message, "insufficient_quota", "insufficient_quota"))


def server_error(status: int = 500) -> Answer:
    """Return 500, or 502, 503 and 504 with the page of a proxy."""
    if status != 500:
        return Answer(status=status, body="<html><body>upstream</body></html>", content_type="text/html")
    message = "The server had an error while processing your request. Sorry about that!"
    return Answer(status=500, body=error_body(message, "server_error", None))


def timed_out() -> Answer:
    """Return an answer that never comes."""
    return Answer(drop="never")


def dropped(when: Literal["before", "after"] = "before") -> Answer:
    """Return a connection that breaks before or after the headers of the answer."""
    return Answer(drop=when)


def slow(seconds: float) -> Answer:
    """Return the usual answer, but late."""
    return Answer(delay=seconds, usual=True)


def wrong_key(key: str) -> Answer:
    """Return 401 with the whole key in its text, which is the worst that an endpoint can do."""
    message = f"Incorrect API key provided: {key}."
    return Answer(status=401, body=error_body(message, "invalid_request_error", "invalid_api_key"))


def no_model(name: str) -> Answer:
    """Return 404 for a model that does not exist."""
    message = f"The model `{name}` does not exist or you do not have access to it."
    return Answer(status=404, body=error_body(message, "invalid_request_error", "model_not_found"))


def bad_request(message: str, *, param: str | None = None, code: str | None = None) -> Answer:
    """Return 400."""
    return Answer(status=400, body=error_body(message, "invalid_request_error", code, param))


def unsupported(param: str) -> Answer:
    """Return the 400 of a model that does not take a parameter, or (temperature) only its default."""
    if param == "temperature":
        message = "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value."
        return bad_request(message, param=param, code="unsupported_value")
    message = f"Unsupported parameter: '{param}' is not supported with this model."
    return bad_request(message, param=param, code="unsupported_parameter")


def context_length_exceeded(most: int = 128_000) -> Answer:
    """Return the 400 of a request that is too long."""
    message = f"This model's maximum context length is {most} tokens. However, your messages resulted in more."
    return bad_request(message, param="messages", code="context_length_exceeded")


def at_random(share: float, seed: int = 0, kinds: Sequence[Answer] = ()) -> Faults:
    """Return faults for a share of the requests, the same ones for the same requests in any order.

    Args:
        share: Of all requests, from 0 to 1.
        seed: Another seed meets other requests.
        kinds: What can happen; 429, 500 and dropped connections if not given.
    """
    from model_server.work import request_hash

    choices = list(kinds) or [rate_limited(after=0.1), server_error(), server_error(503), dropped(), dropped("after")]

    def fault(path: str, request: Request, attempt: int) -> Answer | None:
        dice = random.Random(f"{seed} {path} {request_hash(request)} {attempt}")
        return dice.choice(choices) if dice.random() < share else None

    return fault


def by_script(script: Sequence[Answer | None]) -> Faults:
    """Return faults in the order given, one entry for each request, and none after the last."""
    waiting = list(script)

    def fault(path: str, request: Request, attempt: int) -> Answer | None:
        return waiting.pop(0) if waiting else None

    return fault
