"""What the command says of itself, and what it lets through to a terminal or a pipe; no database is needed."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import parse, run
from gsw_graph.cli import plain
from gsw_graph.cli.reference import JSON_SHAPES, pages, reference

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("page", list(pages()), ids=lambda page: str(page.name))
def test_help_ends_in_an_example_that_can_be_pasted(page: Any) -> None:
    said = (page.command.help or "").rstrip()
    last = said.splitlines()[-1].strip()
    assert "\b\n" in said
    assert re.match(rf"(cat \S+ \| )?{re.escape(page.name)}\b", last) or page.name == "gsw"


def test_examples_are_understood() -> None:
    for page in pages():
        for example in re.findall(r"^ *(gsw .+)$", page.command.help or "", re.MULTILINE):
            parse(example)


def test_page_of_commands_is_fresh() -> None:
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == reference(), (
        "stale: run python tools/make_cli_docs.py"
    )


def test_each_command_says_what_json_it_prints() -> None:
    groups = {
        page.name
        for page in pages()
        if isinstance(page.command, click.Group) and not page.command.invoke_without_command
    }
    assert set(JSON_SHAPES) == {page.name for page in pages()} - groups


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from gsw_graph.cli.main import cli; "
        "assert CliRunner().invoke(cli, ['--help']).exit_code == 0; "
        "print(sorted({'spacy', 'neo4j', 'numpy', 'onnxruntime', 'openai', 'neomodel'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_version_names_the_package() -> None:
    from importlib.metadata import version

    assert run("--version").output == f"gsw {version('gsw-graph')}\n"


def test_no_command_is_a_usage_error() -> None:
    assert run().exit_code == 2
    assert run("no-such-command").exit_code == 2


@given(st.text())
def test_plain_text_has_nothing_to_obey(text: str) -> None:
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", plain.lines(text))
    assert "\n" not in plain.line(text)


@given(st.text(st.characters(categories=["L", "N", "P", "Zs", "S"])))
def test_plain_text_keeps_what_is_harmless(text: str) -> None:
    assert plain.lines(text) == text


@given(st.text())
def test_json_says_the_same_after_escaping(text: str) -> None:
    escaped = plain.json_text(json.dumps(text, ensure_ascii=False))
    assert json.loads(escaped) == text
    assert not re.search("[\x00-\x1f\x7f-\x9f\u202e\ud800-\udfff]", escaped)


def test_a_closed_pipe_is_no_error_message(tmp_path: Path) -> None:
    code = "from gsw_graph.cli.main import main; import sys; sys.argv = ['gsw', 'config', 'show', '--json']; main()"
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, "-c", code], stdout=writer, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    os.close(writer)
    assert done.stderr == ""
