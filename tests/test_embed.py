"""Embedders: the built-in model for real, hosted ones against a small server in this process."""

import json
import sys
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gsw_graph.embed import (
    DEFAULT_EMBEDDER,
    EMBEDDERS,
    MODELS,
    HostedEmbedder,
    OnnxEmbedder,
    make_embedder,
)
from gsw_graph.errors import ConfigError

KEY = "sk-not-a-real-key"
SHARED = OnnxEmbedder()


class Endpoint(ThreadingHTTPServer):
    """Answers /v1/embeddings with the lengths of words, last text first, as the order is not promised."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[dict[str, object]] = []
        self.keys: list[str | None] = []
        self.status = 200
        self.drop = 0
        self.url = f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(body)
        self.server.keys.append(self.headers["Authorization"])
        rows = [
            {"object": "embedding", "index": at, "embedding": word_lengths(text)}
            for at, text in enumerate(body["input"])
        ]
        reply: dict[str, object] = {"object": "list", "model": body["model"]}
        reply["data"] = rows[::-1][self.server.drop :]
        reply["usage"] = {"prompt_tokens": 1, "total_tokens": 1}
        if self.server.status != 200:
            reply = {"error": {"message": f"Incorrect API key provided: {KEY}"}}
        content = json.dumps(reply).encode()
        self.send_response(self.server.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        pass


def word_lengths(text: str) -> list[float]:
    lengths = [len(word) for word in text.split()][:4]
    return [float(length) for length in lengths + [0] * (4 - len(lengths))]


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_vectors_have_length_one_and_the_stated_shape() -> None:
    vectors = SHARED.embed(["The reporter was arrested in Cairo.", "", "ω 😀 \x00"])
    assert vectors.shape == (3, SHARED.dimension)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)
    assert SHARED.embed([]).shape == (0, SHARED.dimension)
    assert SHARED.embed_query("who?").shape == (SHARED.dimension,)


@pytest.mark.parametrize("name", MODELS)
def test_what_means_the_same_is_nearer(name: str) -> None:
    model = make_embedder(name)
    about, same, other = model.embed(
        [
            "The reporter was arrested in Cairo.",
            "Police detained a journalist in Egypt.",
            "The bread was stale.",
        ]
    )
    assert about @ same > about @ other + 0.2
    question = model.embed_query("Who was arrested?")
    assert question @ about > question @ other + 0.1


@pytest.mark.parametrize("name", MODELS)
def test_a_text_has_the_same_vector_in_any_company(name: str) -> None:
    model = make_embedder(name)
    text = "She left the museum at dusk."
    alone = model.embed([text])[0]
    company = ["Short.", text, "A much longer passage about other things. " * 30, text]
    for at in (1, 3):
        assert np.array_equal(model.embed(company)[at], alone)
    assert np.array_equal(make_embedder(name).embed([text])[0], alone)


@settings(max_examples=25, deadline=None)
@given(texts=st.lists(st.text(max_size=80), min_size=1, max_size=4), data=st.data())
def test_company_and_order_never_matter(texts: list[str], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(texts))))
    vectors = SHARED.embed(texts)
    again = SHARED.embed([texts[at] for at in order])
    assert np.array_equal(again, vectors[list(order)])


@pytest.mark.parametrize("name", ["all-minilm-l6-v2-q", "bge-small-en-v15-q"])
def test_only_what_is_longer_than_the_model_reads_is_cut_off(name: str) -> None:
    model = make_embedder(name)
    limit = MODELS[name].tokens
    base = "word " * (limit - 3)  # and the two marks round a text
    short, full, beyond, far_beyond = model.embed(
        [base, base + "river", base + "river mountain", base + "river mountain " * 500]
    )
    assert not np.array_equal(short, full)
    assert np.array_equal(full, beyond)
    assert np.array_equal(full, far_beyond)


def test_names_are_exact_and_make_the_same_again() -> None:
    for name in [*MODELS, "hosted:some-model@http://127.0.0.1:1/v1", "sentence-transformers:some/model"]:
        assert make_embedder(name).name == name
    assert DEFAULT_EMBEDDER in EMBEDDERS


@pytest.mark.parametrize("name", ["", "nothing", "hosted", "hosted:", "sentence-transformers:", "bge-small-en-v15:x"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(ConfigError):
        make_embedder(name, base_url="http://127.0.0.1:1/v1")


def test_hosted_vectors_come_back_in_order_and_normalised(endpoint: Endpoint) -> None:
    model = make_embedder("hosted:tiny", base_url=endpoint.url, api_key=KEY)
    assert model.dimension == 4
    vectors = model.embed(["a bb", "ccc"])
    assert vectors[0] == pytest.approx(np.array([1, 2, 0, 0]) / np.sqrt(5), abs=1e-6)
    assert vectors[1] == pytest.approx([1, 0, 0, 0])
    assert model.embed_query("a bb") == pytest.approx(vectors[0])
    assert model.embed([]).shape == (0, 4)
    assert set(endpoint.keys) == {f"Bearer {KEY}"}
    assert {request["model"] for request in endpoint.requests} == {"tiny"}


def test_a_hosted_name_holds_the_address_so_that_whoever_remembers_it_sends_texts_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    name = make_embedder("hosted:@org/tiny").name
    assert name == "hosted:@org/tiny@http://127.0.0.1:1/v1"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:2/v1")
    assert make_embedder(name).name == name


def test_hosted_calls_are_counted_once(endpoint: Endpoint) -> None:
    model = HostedEmbedder("tiny", base_url=endpoint.url, batch=2)
    model.embed(["a bb", "ccc", "d"])
    endpoint.status = 400
    with pytest.raises(ConfigError):
        model.embed(["e"])
    tokens, reasons = zip(*((call.tokens, call.reason) for call in model.take_calls()), strict=True)
    assert all(tokens[:2]) and reasons == ("", "", "refused (400)")
    assert model.take_calls() == []


def test_hosted_texts_go_in_batches(endpoint: Endpoint) -> None:
    model = HostedEmbedder("tiny", base_url=endpoint.url, batch=3)
    texts = ["x" * length for length in range(1, 9)]
    assert model.embed(texts).shape == (8, 4)
    sizes = [len(request["input"]) for request in endpoint.requests if isinstance(request["input"], Sequence)]
    assert sizes == [3, 3, 2]


def test_hosted_errors_name_the_model_and_never_the_key(endpoint: Endpoint) -> None:
    model = make_embedder("hosted:tiny", base_url=endpoint.url, api_key=KEY)
    endpoint.status = 401
    with pytest.raises(ConfigError, match="tiny.*401") as caught:
        model.embed(["a"])
    assert KEY not in str(caught.value)
    assert caught.value.__suppress_context__


def test_a_hosted_reply_with_too_few_vectors_is_refused(endpoint: Endpoint) -> None:
    model = make_embedder("hosted:tiny", base_url=endpoint.url)
    endpoint.drop = 1
    with pytest.raises(ConfigError, match="2 texts with 1"):
        model.embed(["a", "b"])


def test_hosted_needs_a_key_or_a_place(monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint) -> None:
    with pytest.raises(ConfigError, match="needs a key"):
        make_embedder("hosted:tiny")
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    assert make_embedder("hosted:tiny").dimension == 4


def test_an_endpoint_that_is_not_there_is_said_to_be(endpoint: Endpoint) -> None:
    url = endpoint.url
    endpoint.server_close()
    model = make_embedder("hosted:tiny", base_url=url)
    with pytest.raises(ConfigError, match="cannot be reached"):
        model.embed(["a"])


def test_a_missing_extra_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(ConfigError, match="sentence-transformers") as caught:
        make_embedder("sentence-transformers:some/model").embed(["a"])
    assert "pip install" in caught.value.hint
