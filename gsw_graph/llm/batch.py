"""The OpenAI Batch API: many chat completions for half the price, answered within a day.

Everything here may be done again after a fault, and is, except for one thing: creating a batch, which would be paid for
twice. After a creation that was not confirmed the batch is looked for by its input file; after a crash, by its label.
"""

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import IO, Any, NamedTuple

from gsw_graph.errors import GSWError, ModelError, OperatorError, Passing
from gsw_graph.llm.batch_lines import (
    ENDPOINT,
    MOST_BYTES,
    MOST_REQUESTS,
    BatchFailure,
    BatchRequest,
    read_result,
    write_requests,
)
from gsw_graph.llm.completion import Reply
from gsw_graph.llm.failures import parsed, shown
from gsw_graph.llm.model import Model

__all__ = ["MOST_BYTES", "MOST_REQUESTS", "OVER", "BatchClient", "BatchFailure", "BatchRequest", "BatchState"]

OVER = frozenset({"completed", "failed", "expired", "cancelled"})
"""Statuses that a batch does not leave."""
_LABEL = "gsw"
_LONGEST_LABEL = 512
TRIES = 4
"""How often the client repeats what may be repeated."""
_TIMEOUT = 600.0
"""Seconds for a file to go up or come down."""
_PAGE = 100
_OLDEST = 30 * 86_400
"""Seconds after which the results of a batch are gone at OpenAI, so that finding it would not help."""
_CHUNK = 1 << 16
_SPOOLED = 10_000_000
_MOST_REASONS = 3


class BatchState(NamedTuple):
    """How far a batch is."""

    id: str
    status: str
    """validating, in_progress, finalizing, cancelling, or one of `OVER`."""
    total: int
    completed: int
    failed: int
    """Requests of each kind so far."""
    expires_at: int
    """When it is given up, in seconds since 1970; 0 if the endpoint does not say."""
    input_file_id: str
    output_file_id: str
    """"" while there are no results, as for the next."""
    error_file_id: str
    reason: str
    """Why it failed as a whole, else ""."""

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.status in OVER


class BatchClient:
    """The batches of one endpoint.

    Args:
        model: Whose endpoint and key are used.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    def submit(self, requests: Iterable[BatchRequest], *, label: str) -> str:
        """Create a batch and return its id.

        Args:
            requests: All for one model, no more than MOST_REQUESTS, their lines no more than MOST_BYTES.
            label: Kept with the batch, to find it again; up to 512 characters.

        Raises:
            OperatorError: The requests cannot be one batch, or the endpoint refuses them.
            Passing: It did not answer; before another try, ask `find`.
            ModelError: It cannot be used, or has no batches.
        """
        if len(label) > _LONGEST_LABEL:
            raise OperatorError(f"The label of a batch has {len(label)} characters, more than {_LONGEST_LABEL}.")
        with tempfile.SpooledTemporaryFile(_SPOOLED) as file:
            write_requests(requests, file)
            file.seek(0)
            upload = self._uploaded(file)
        return self._created(upload, label)

    def find(self, label: str) -> str | None:
        """Return the newest batch with that label, None if there is none.

        Args:
            label: As given to `submit`.

        Raises:
            Passing: The endpoint did not answer.
            ModelError: It cannot be used.
        """
        return self._newest(lambda batch: (batch.get("metadata") or {}).get(_LABEL) == label)

    def state(self, batch_id: str) -> BatchState:
        """Return how far a batch is.

        Args:
            batch_id: As `submit` returned it.

        Raises:
            OperatorError: The endpoint does not know it.
            Passing: It did not answer.
            ModelError: It cannot be used.
        """
        return _state(
            self._read(lambda client: client.batches.with_raw_response.retrieve(batch_id), _unknown(batch_id))
        )

    def cancel(self, batch_id: str) -> None:
        """Give a batch up; what is done of it is paid for, and its results can be read.

        Args:
            batch_id: As `submit` returned it; one that is over stays as it is.

        Raises:
            OperatorError: The endpoint does not know it.
            Passing: It did not answer.
            ModelError: It cannot be used.
        """
        if not self.state(batch_id).over:
            self._ask(lambda client: client.batches.cancel(batch_id), _unknown(batch_id))

    def results(self, state: BatchState) -> Iterator[tuple[str, Reply | BatchFailure]]:
        """Yield what came of each request, by its custom_id, in any order.

        A line that cannot be read is a failure, under the name "" if not even that can be. Requests of which nothing
        is said were not answered. Reading may be broken off and begun again.

        Args:
            state: Of a batch that is over.

        Raises:
            OperatorError: A file of results is gone.
            Passing: The endpoint did not answer, or broke off.
            ModelError: It cannot be used.
        """
        ways = self._model.ways()
        for file in filter(None, (state.output_file_id, state.error_file_id)):
            for number, line in enumerate(self._lines(file), 1):
                if line.strip():
                    yield read_result(line, f"line {number} of {file}", self._model, ways)

    def delete_files(self, state: BatchState) -> None:
        """Delete a batch's files at the endpoint; the batch itself stays in its list.

        Args:
            state: Of a batch that is over.

        Raises:
            Passing: The endpoint did not answer.
            ModelError: It cannot be used.
        """
        for file in filter(None, (state.input_file_id, state.output_file_id, state.error_file_id)):
            self._ask(partial(_delete, file=file), None)

    def _uploaded(self, file: IO[bytes]) -> str:
        def upload(client: Any) -> Any:
            return client.files.with_raw_response.create(file=("requests.jsonl", file), purpose="batch")

        return str(self._read(upload, _no_batches())["id"])

    def _created(self, upload: str, label: str) -> str:
        """Create a batch over an uploaded file, once and no more."""

        def create(client: Any) -> Any:
            return client.batches.with_raw_response.create(
                input_file_id=upload, endpoint=ENDPOINT, completion_window="24h", metadata={_LABEL: label}
            )

        try:
            return str(self._read(create, _no_batches(), tries=0)["id"])
        except Passing:
            found = self._newest(lambda batch: batch.get("input_file_id") == upload)
            if found is None:
                raise
            return found

    def _newest(self, wanted: Callable[[dict[str, Any]], bool]) -> str | None:
        oldest = time.time() - _OLDEST
        after: dict[str, str] = {}
        while True:
            page = self._read(partial(_listed, after=after), _no_batches(), holds="data")
            for batch in page["data"]:
                if wanted(batch):
                    return str(batch["id"])
            last = page["data"][-1] if page["data"] else {}
            if not (last and page.get("has_more")) or last.get("created_at", 0) < oldest:
                return None
            after = {"after": last["id"]}

    def _lines(self, file: str) -> Iterator[bytes]:
        """Yield the lines of a file as they come; only a line feed ends one, other breaks may stand in a reply."""
        missing = OperatorError(
            f"The file {file} with the results of a batch is gone.", hint="ask again, in a new batch"
        )
        opened = self._ask(lambda client: client.files.with_streaming_response.content(file).__enter__(), missing)
        rest = b""
        try:
            for chunk in self._unbroken(opened.iter_bytes(_CHUNK)):
                *lines, rest = (rest + chunk).split(b"\n")
                yield from lines
            yield rest
        finally:
            opened.close()

    def _unbroken(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        """Yield what comes; once that breaks off, raise our own error outside of the clause that caught theirs."""
        while True:
            try:
                chunk = next(chunks, None)
            except Exception as error:  # whatever the client's HTTP library raises: it gives no common name to it
                broken = type(error).__name__
                break
            if chunk is None:
                return
            yield chunk
        raise Passing(f"{self._model.who} broke off in the results of a batch ({broken}).")

    def _read(
        self, ask: Callable[[Any], Any], missing: GSWError, *, holds: str = "id", tries: int | None = None
    ) -> dict[str, Any]:
        """Return the JSON that is answered, which must hold a name."""
        said = parsed(self._ask(ask, missing, tries=tries).content)
        if not isinstance(said, dict) or not isinstance(said.get(holds), str | list):
            raise Passing(f"{self._model.who} answered with what is no file or batch.", hint="check the base URL")
        return said

    def _ask(self, ask: Callable[[Any], Any], missing: GSWError | None, *, tries: int | None = None) -> Any:
        """Return what the client answers; where there is nothing (404), raise `missing`, or return None without it."""
        import openai

        client = self._model.client().with_options(max_retries=TRIES if tries is None else tries, timeout=_TIMEOUT)
        try:
            return ask(client)
        except openai.NotFoundError:
            failed = missing
        except openai.OpenAIError as error:
            failed = self._model.failure(error)
        if failed:
            raise failed  # outside of the clause, so that nothing leads to the client's error: it holds the key
        return None


def _no_batches() -> ModelError:
    return ModelError("The endpoint does not do batches.", hint="the same command without --batch")


def _unknown(batch_id: str) -> OperatorError:
    hint = "check the key and the base URL, or 'gsw batch cancel' to give it up"
    return OperatorError(f"The endpoint does not know the batch {shown(batch_id)}.", hint=hint)


def _listed(client: Any, *, after: dict[str, str]) -> Any:
    return client.batches.with_raw_response.list(limit=_PAGE, **after)


def _delete(client: Any, *, file: str) -> None:
    client.files.delete(file)


def _state(batch: dict[str, Any]) -> BatchState:
    counts = batch.get("request_counts") or {}
    problems = (batch.get("errors") or {}).get("data") or ()
    reasons = [f"{each.get('code')}: {each.get('message')}" + _at(each.get("line")) for each in problems]
    return BatchState(
        id=batch["id"],
        status=str(batch.get("status")),
        total=counts.get("total") or 0,
        completed=counts.get("completed") or 0,
        failed=counts.get("failed") or 0,
        expires_at=batch.get("expires_at") or 0,
        input_file_id=batch.get("input_file_id") or "",
        output_file_id=batch.get("output_file_id") or "",
        error_file_id=batch.get("error_file_id") or "",
        reason=shown("; ".join(reasons[:_MOST_REASONS])),
    )


def _at(line: int | None) -> str:
    return f" (line {line})" if line else ""
