"""A real HTTP server that speaks the OpenAI API, with answers and faults that a test gives.

In a test:

    def reply(request): return parts({"fact": "x"}, {"fact": "y"})     # or a str, an Answer, a fault

    with ModelServer(reply, faults=[rate_limited(after=1), None, server_error()]) as server:
        Model("gpt-4o-mini", base_url=server.base_url, api_key=server.key)
    assert max(server.paid.values()) == 1

For a benchmark it runs in a process of its own: `with ServerProcess("my_replies:reply", latency=0.2) as server`
(`server.stats()`, `server.reset()`), or by hand `PYTHONPATH=tests python -m model_server --help`.

A fault is an `Answer` like any other: it may come from `reply` too. `faults` is a script (one entry for each chat
or embeddings request, None = no fault), or a function of (path, request, attempt), such as `at_random(...)`;
`server.inject("/v1/batches", server_error())` is for the next requests to a path, whichever.
"""

from model_server.answers import (
    Answer,
    bare_array,
    cut_off,
    empty_choices,
    fenced,
    half,
    html_page,
    last_user,
    least_json,
    parts,
    prose,
    refusal,
    schema_echo,
    schema_of,
)
from model_server.batches import Pace
from model_server.faults import (
    at_random,
    bad_request,
    context_length_exceeded,
    dropped,
    no_credit,
    no_model,
    rate_limited,
    server_error,
    slow,
    timed_out,
    unsupported,
    wrong_key,
)
from model_server.process import ServerProcess
from model_server.server import ModelServer
from model_server.work import cached_prefix, request_hash

__all__ = [
    "Answer",
    "ModelServer",
    "Pace",
    "ServerProcess",
    "at_random",
    "bad_request",
    "bare_array",
    "cached_prefix",
    "context_length_exceeded",
    "cut_off",
    "dropped",
    "empty_choices",
    "fenced",
    "half",
    "html_page",
    "last_user",
    "least_json",
    "no_credit",
    "no_model",
    "parts",
    "prose",
    "rate_limited",
    "refusal",
    "request_hash",
    "schema_echo",
    "schema_of",
    "server_error",
    "slow",
    "timed_out",
    "unsupported",
    "wrong_key",
]
