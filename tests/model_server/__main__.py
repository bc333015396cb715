"""Run the server: `PYTHONPATH=tests python -m model_server --latency 0.2`; it ends when its input does."""

import argparse
import importlib
import json
import sys

from model_server import ModelServer, Pace, at_random, cached_prefix, faults, least_json
from model_server.server import KEY


def main() -> None:
    """Serve until the input ends."""
    parser = argparse.ArgumentParser("model_server", description="An OpenAI-compatible server for tests.")
    parser.add_argument("--reply", default="", help="module:function from a chat request to an answer")
    parser.add_argument("--inputs", default="", help="module:function from a chat request to the inputs in it")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--key", default=KEY)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each answer")
    parser.add_argument("--faults", type=float, default=0.0, help="share of requests that meet a fault")
    parser.add_argument("--kinds", default="", help="names of those in faults.py, with commas; several if not given")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--grace", type=float, default=0.0)
    parser.add_argument("--polls", type=int, default=1, help="looks at a batch that find it in progress")
    chosen = parser.parse_args()
    kinds = [getattr(faults, kind)() for kind in filter(None, chosen.kinds.split(","))]
    server = ModelServer(
        _function(chosen.reply) or least_json,
        key=chosen.key,
        latency=chosen.latency,
        faults=at_random(chosen.faults, chosen.seed, kinds) if chosen.faults else (),
        inputs=_function(chosen.inputs),
        cached=cached_prefix(),
        grace=chosen.grace,
        pace=Pace(polls=chosen.polls),
        port=chosen.port,
    )
    with server:
        print(json.dumps({"base_url": server.base_url, "key": server.key}), flush=True)
        sys.stdin.read()


def _function(name: str):  # type: ignore[no-untyped-def]  # whatever the user names
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function) if name else None


if __name__ == "__main__":
    main()
