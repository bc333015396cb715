"""The routes for files and batches."""

from typing import Any

from aiohttp import web

from model_server.answers import Answer
from model_server.batches import ENDPOINT, Batch, Batches, File
from model_server.faults import bad_request, error_body
from model_server.sending import send

_PAGE = 20


class Filing:
    """Files and batches over HTTP.

    Args:
        batches: What is kept.
    """

    def __init__(self, batches: Batches) -> None:
        self._batches = batches

    async def upload(self, request: web.Request) -> web.StreamResponse:
        """Answer POST /v1/files."""
        form = await request.post()
        file, purpose = form.get("file"), form.get("purpose")
        if not isinstance(file, web.FileField) or not isinstance(purpose, str):
            return await send(request, bad_request("'file' and 'purpose' are required."))
        if purpose == "batch" and not file.filename.endswith(".jsonl"):
            return await send(request, bad_request("Invalid file format for Batch API. Must be .jsonl"))
        with file.file:
            kept = self._batches.add_file(file.filename, purpose, file.file.read())
        return web.json_response(kept.shown())

    async def files(self, request: web.Request) -> web.StreamResponse:
        """Answer GET /v1/files."""
        rows = [file.shown() for file in self._batches.files.values()]
        return web.json_response({"object": "list", "data": rows, "has_more": False})

    async def file(self, request: web.Request) -> web.StreamResponse:
        """Answer GET /v1/files/{id}."""
        file = self._file(request)
        return web.json_response(file.shown()) if file else await send(request, _missing(request))

    async def content(self, request: web.Request) -> web.StreamResponse:
        """Answer GET /v1/files/{id}/content."""
        file = self._file(request)
        if file is None:
            return await send(request, _missing(request))
        return web.Response(body=file.content, content_type="application/octet-stream")

    async def delete(self, request: web.Request) -> web.StreamResponse:
        """Answer DELETE /v1/files/{id}."""
        file = self._batches.files.pop(request.match_info["id"], None)
        if file is None:
            return await send(request, _missing(request))
        return web.json_response({"id": file.id, "object": "file", "deleted": True})

    async def create(self, request: web.Request) -> web.StreamResponse:
        """Answer POST /v1/batches."""
        body: dict[str, Any] = await request.json()
        metadata = body.get("metadata") or {}
        if body.get("completion_window") != "24h":
            return await send(request, bad_request("Invalid value: 'completion_window'.", param="completion_window"))
        if body.get("endpoint") != ENDPOINT:
            return await send(request, bad_request("Invalid value: 'endpoint'.", param="endpoint"))
        if any(len(name) > 64 or len(str(value)) > 512 for name, value in metadata.items()) or len(metadata) > 16:
            return await send(request, bad_request("Invalid 'metadata'.", param="metadata"))
        file = self._batches.files.get(str(body.get("input_file_id")))
        if file is None or file.purpose != "batch":
            return await send(request, bad_request("Invalid 'input_file_id'.", param="input_file_id"))
        return web.json_response(self._batches.create(body).shown())

    async def list(self, request: web.Request) -> web.StreamResponse:
        """Answer GET /v1/batches, newest first, a page at a time."""
        rows = [batch.shown() for batch in reversed(self._batches.batches.values())]
        names = [row["id"] for row in rows]
        after, limit = request.query.get("after"), int(request.query.get("limit", _PAGE))
        start = names.index(after) + 1 if after in names else 0
        page = rows[start : start + limit]
        more = start + limit < len(rows)
        ends = {"first_id": page[0]["id"], "last_id": page[-1]["id"]} if page else {}
        return web.json_response({"object": "list", "data": page, "has_more": more, **ends})

    async def batch(self, request: web.Request) -> web.StreamResponse:
        """Answer GET /v1/batches/{id}, which brings it one step further."""
        batch = self._batch(request)
        return web.json_response(self._batches.look(batch).shown()) if batch else await send(request, _missing(request))

    async def cancel(self, request: web.Request) -> web.StreamResponse:
        """Answer POST /v1/batches/{id}/cancel."""
        batch = self._batch(request)
        if batch is None:
            return await send(request, _missing(request))
        if batch.status in ("completed", "failed", "expired", "cancelled"):
            return await send(request, _conflict(batch))
        return web.json_response(self._batches.cancel(batch).shown())

    def _file(self, request: web.Request) -> File | None:
        return self._batches.files.get(request.match_info["id"])

    def _batch(self, request: web.Request) -> Batch | None:
        return self._batches.batches.get(request.match_info["id"])


def _missing(request: web.Request) -> Answer:
    message = f"No such object: {request.match_info['id']}"
    return Answer(status=404, body=error_body(message, "invalid_request_error", None, "id"))


def _conflict(batch: Batch) -> Answer:
    message = f"Cannot cancel a batch with status '{batch.status}'."
    return Answer(status=409, body=error_body(message, "invalid_request_error", None))
