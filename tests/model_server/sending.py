"""How an answer gets to a client, or does not."""

import asyncio

from aiohttp import web

from model_server.answers import Answer

_LOOK = 0.05
"""Seconds between two looks at whether a client that waits in vain is still there."""


def is_there(request: web.Request) -> bool:
    """Return whether the client's connection is up."""
    return request.transport is not None and not request.transport.is_closing()


async def send(request: web.Request, answer: Answer) -> web.StreamResponse:
    """Send an answer with a body, or break off as it says."""
    content = (answer.body or "").encode()
    headers = {"Content-Type": f"{answer.content_type}; charset=utf-8", "x-request-id": "req_test", **answer.headers}
    while answer.drop == "never" and is_there(request):
        await asyncio.sleep(_LOOK)
    if answer.drop == "before" and request.transport is not None:
        request.transport.close()
    if answer.drop == "after":
        response = web.StreamResponse(status=200, headers={**headers, "Content-Length": "100000"})
        await response.prepare(request)
        await response.write(b'{"id": "chatcmpl-1", "obj')
        if request.transport is not None:
            request.transport.close()
    if answer.drop or not is_there(request):
        raise asyncio.CancelledError  # aiohttp then closes the connection without a word
    whole = web.Response(status=answer.status, body=content, headers=headers)
    await whole.prepare(request)
    await whole.write_eof()
    return whole
