"""What goes into a batch's file and comes out of its results: one JSON object on each line."""

import json
from collections.abc import Iterable, Iterator
from typing import IO, Any, NamedTuple

from gsw_graph.errors import GSWError, OperatorError, Passing
from gsw_graph.llm.completion import Reply, read_completion
from gsw_graph.llm.failures import failure, shown
from gsw_graph.llm.model import Model

ENDPOINT = "/v1/chat/completions"
"""What the requests of our batches ask for."""
MOST_REQUESTS = 50_000
"""Requests that one batch takes."""
MOST_BYTES = 200_000_000
"""Bytes that its file takes."""
_UNANSWERED = {
    "batch_expired": "The batch expired before it came to this request.",
    "batch_cancelled": "The batch was cancelled before it came to this request.",
}


class BatchRequest(NamedTuple):
    """One request of a batch."""

    custom_id: str
    """Its name, once in a batch; its result bears it."""
    body: dict[str, Any]
    """Of the chat completion, such as `Model.parameters` returns it."""

    @property
    def line(self) -> bytes:
        """The request's line in the batch's file."""
        row = {"custom_id": self.custom_id, "method": "POST", "url": ENDPOINT, "body": self.body}
        return json.dumps(row, separators=(",", ":")).encode() + b"\n"


class BatchFailure(NamedTuple):
    """A request of a batch that got no reply."""

    error: GSWError
    """What one call would have met: Passing (worth asking again), TooLong, OperatorError or ModelError."""


def within_bounds(requests: Iterable[BatchRequest], most: int) -> Iterator[list[BatchRequest]]:
    """Yield requests in as many batches as they need, in their order.

    Args:
        requests: All of them.
        most: Requests that one batch may have.
    """
    batch: list[BatchRequest] = []
    size = 0
    for request in requests:
        length = len(request.line)
        if batch and (len(batch) >= most or size + length > MOST_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(request)
        size += length
    if batch:
        yield batch


def write_requests(requests: Iterable[BatchRequest], file: IO[bytes]) -> None:
    """Write a batch's file, and refuse what the endpoint would refuse hours later.

    Args:
        requests: All of the batch.
        file: Where to.

    Raises:
        OperatorError: There are none, too many, too long ones, or two with one name.
    """
    names: set[str] = set()
    size = 0
    for request in requests:
        if request.custom_id in names:
            raise OperatorError(f"The request {request.custom_id!r} is in a batch twice.")
        names.add(request.custom_id)
        size += file.write(request.line)
        if len(names) > MOST_REQUESTS:
            raise OperatorError(f"A batch takes no more than {MOST_REQUESTS} requests.", hint="make several batches")
        if size > MOST_BYTES:
            raise OperatorError(f"A batch takes no more than {MOST_BYTES} bytes.", hint="make several batches")
    if not names:
        raise OperatorError("A batch with no request cannot be made.")


def read_result(line: bytes, place: str, model: Model, ways: dict[str, str]) -> tuple[str, Reply | BatchFailure]:
    """Return what one line of a file of results says of a request, with the request's name; "" if that cannot be read.

    Args:
        line: As it came.
        place: Where it stands, for people.
        model: Which was asked; it learns from refusals how to be asked.
        ways: How it was asked.
    """
    name = ""
    try:
        row = json.loads(line)
        name = str(row["custom_id"])
        response = row["response"]
        if response is None:
            return name, BatchFailure(_unanswered(row["error"], model))
        status, body = int(response["status_code"]), response["body"]
    except (ValueError, OverflowError, RecursionError, KeyError, TypeError, AttributeError):
        return name, BatchFailure(Passing(f"What {model.who} says in {place} cannot be read."))
    key = model.client().api_key
    if status >= 300:
        failed = failure(status, body, {}, key=key, who=model.who)
        return name, BatchFailure(model.adapted(failed, status, body, ways))
    try:
        content = body if isinstance(body, str) else json.dumps(body)
        return name, read_completion(content, (), key=key, who=model.who)
    except GSWError as error:
        return name, BatchFailure(error)


def _unanswered(error: dict[str, Any], model: Model) -> Passing:
    """Return why a request of a batch was not answered at all."""
    said = shown(str(error.get("message") or error["code"]), model.client().api_key)
    return Passing(_UNANSWERED.get(error["code"]) or f"{model.who} did not come to this request of a batch ({said}).")
