"""Files and batches: each look at a batch brings it one step further, so that tests need no clock."""

import itertools
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

ENDPOINT = "/v1/chat/completions"
_DAY = 86_400
_numbers = itertools.count(1)


class Pace(NamedTuple):
    """How batches go."""

    polls: int = 1
    """Looks at a batch that find it in progress."""
    end: Literal["completed", "expired", "failed"] = "completed"
    done: int | None = None
    """Lines that are answered before it expires; None: all."""


@dataclass
class File:
    """A file that was uploaded, or that a batch has made."""

    name: str
    purpose: str
    content: bytes
    id: str = field(default_factory=lambda: f"file-{next(_numbers):06}")

    def shown(self) -> dict[str, Any]:
        """Return the file object."""
        return {
            "id": self.id,
            "object": "file",
            "bytes": len(self.content),
            "created_at": int(time.time()),
            "filename": self.name,
            "purpose": self.purpose,
            "status": "processed",
        }


@dataclass
class Batch:
    """One batch with what is done of it."""

    request: dict[str, Any]
    lines: list[dict[str, Any]]
    problems: list[dict[str, Any]]
    pace: Pace
    id: str = field(default_factory=lambda: f"batch_{next(_numbers):06}")
    created: int = field(default_factory=lambda: int(time.time()))
    status: str = "validating"
    polls: int = 0
    done: int = 0
    output: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    output_file: str | None = None
    error_file: str | None = None

    def shown(self) -> dict[str, Any]:
        """Return the batch object."""
        counts = {"total": len(self.lines), "completed": len(self.output), "failed": len(self.errors)}
        return {
            "id": self.id,
            "object": "batch",
            "endpoint": self.request["endpoint"],
            "errors": {"object": "list", "data": self.problems} if self.status == "failed" else None,
            "input_file_id": self.request["input_file_id"],
            "completion_window": self.request["completion_window"],
            "status": self.status,
            "output_file_id": self.output_file,
            "error_file_id": self.error_file,
            "created_at": self.created,
            "expires_at": self.created + _DAY,
            "request_counts": counts if self.status != "validating" else {"total": 0, "completed": 0, "failed": 0},
            "metadata": self.request.get("metadata"),
        }


class Batches:
    """All files and batches of one server.

    Args:
        complete: Answers one chat request: the status code and the body of the response.
        pace: How new batches go.
    """

    def __init__(self, complete: Callable[[dict[str, Any]], tuple[int, Any]], pace: Pace) -> None:
        self._complete = complete
        self.pace = pace
        self.files: dict[str, File] = {}
        self.batches: dict[str, Batch] = {}

    def add_file(self, name: str, purpose: str, content: bytes) -> File:
        """Keep a file."""
        file = File(name, purpose, content)
        self.files[file.id] = file
        return file

    def create(self, request: dict[str, Any]) -> Batch:
        """Begin a batch over an uploaded file."""
        lines, problems = _read(self.files[request["input_file_id"]].content)
        if self.pace.end == "failed" and not problems:
            problems = [_problem("token_limit_exceeded", "Enqueued token limit reached.", None)]
        batch = Batch(request, lines, problems, self.pace)
        self.batches[batch.id] = batch
        return batch

    def look(self, batch: Batch) -> Batch:
        """Bring a batch one step further."""
        if batch.status == "validating":
            batch.status = "failed" if batch.problems else "in_progress"
        elif batch.status == "in_progress":
            self._work(batch)
        elif batch.status in ("finalizing", "cancelling"):
            batch.status = {"finalizing": batch.pace.end, "cancelling": "cancelled"}[batch.status]
            self._finish(batch)
        return batch

    def cancel(self, batch: Batch) -> Batch:
        """Begin to cancel a batch that is not over."""
        if batch.status in ("validating", "in_progress", "finalizing"):
            batch.status = "cancelling"
        return batch

    def _work(self, batch: Batch) -> None:
        batch.polls += 1
        most = len(batch.lines) if batch.pace.done is None else min(batch.pace.done, len(batch.lines))
        until = most * batch.polls // max(batch.pace.polls, 1)
        for line in batch.lines[batch.done : until]:
            status, body = self._complete(line["body"])
            response = {"status_code": status, "request_id": f"req_{next(_numbers)}", "body": body}
            (batch.output if status == 200 else batch.errors).append(_result(line, response, None))
        batch.done = until
        if batch.polls >= batch.pace.polls:
            batch.status = "finalizing"

    def _finish(self, batch: Batch) -> None:
        for line in batch.lines[batch.done :]:
            code = "batch_expired" if batch.status == "expired" else "batch_cancelled"
            message = "This request could not be executed before the completion window expired."
            batch.errors.append(_result(line, None, {"code": code, "message": message}))
        # The order of results is not promised.
        if batch.output:
            batch.output_file = self.add_file("output.jsonl", "batch_output", _joined(batch.output[::-1])).id
        if batch.errors:
            batch.error_file = self.add_file("error.jsonl", "batch_output", _joined(batch.errors)).id


def _read(content: bytes) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return a batch file's lines and what is wrong with them."""
    lines: list[dict[str, Any]] = []
    problems: list[dict[str, Any]] = []
    seen: set[str] = set()
    for at, raw in enumerate(content.splitlines(), 1):
        try:
            line = json.loads(raw)
            name, body = line["custom_id"], line["body"]
            right = line["method"] == "POST" and line["url"] == ENDPOINT and isinstance(body["model"], str)
        except (ValueError, KeyError, TypeError):
            problems.append(_problem("invalid_json_line", "This line is not parseable as valid JSON.", at))
            continue
        if not right:
            problems.append(_problem("invalid_url", "The URL provided for this request does not match.", at))
        if name in seen:
            problems.append(_problem("duplicate_custom_id", f"The custom_id '{name}' is a duplicate.", at))
        if lines and body["model"] != lines[0]["body"]["model"]:
            problems.append(_problem("mismatched_model", "The model of a batch must be one.", at))
        seen.add(name)
        lines.append(line)
    if not lines and not problems:
        problems.append(_problem("empty_file", "The input file is empty.", None))
    return lines, problems


def _problem(code: str, message: str, line: int | None) -> dict[str, Any]:
    return {"code": code, "message": message, "param": None, "line": line}


def _result(line: dict[str, Any], response: dict[str, Any] | None, error: dict[str, Any] | None) -> str:
    row = {"id": f"batch_req_{next(_numbers)}", "custom_id": line["custom_id"], "response": response, "error": error}
    return json.dumps(row, ensure_ascii=False)


def _joined(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
