"""Imports point one way: from a column to those on its left, never sideways."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "gsw_graph"
COLUMNS = (
    {"errors", "records", "names", "ahead", "inflection"},
    {"explanation"},
    {"views", "statements"},
    {"artifacts", "language", "network", "settings", "storable"},
    {"dates", "text", "embed", "llm", "server", "graph"},
    {"aliases", "identity", "headed", "log", "logged", "passages", "told", "source", "demo"},
    {"as_of", "decisions", "entities", "opening", "replies", "ledger", "verdicts", "underway"},
    {"extract"},
    {
        "acts",
        "before_after",
        "conflicts",
        "paths",
        "questions",
        "reconcile",
        "answer",
        "show",
        "nodes",
        "digest",
        "referents",
        "register",
        "vectors",
    },
    {"restore", "opened", "settling"},
    {"edits", "reading", "review", "sealed", "surveyed"},
    {"planning", "verdict_file"},
    {"needs"},
    {"estimate", "harvest", "ingest", "intake"},
    {"batches"},
    {"models"},
    {"batching", "model_decisions"},
    {"road", "answering", "closing", "judging"},
    {"curated"},
    {"workspace"},
    {"evals"},
    {"cli"},
)
"""Parts of the package, those that know least on the left; a part is a module, or a folder with its modules."""
COLUMN = {part: number for number, column in enumerate(COLUMNS) for part in column}
HEAVY = (
    "spacy",
    "onnxruntime",
    "neomodel",
    "tokenizers",
    "openai",
    "sentence_transformers",
    "dateparser",
    "jgo",
    "lxml",
    "matplotlib",
    "mammoth",
    "pypdfium2",
)
"""What takes its time to import, and is needed by some commands only."""


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def files() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path != PACKAGE / "__init__.py"]


def imports(path: Path) -> set[str]:
    """Return the parts of the package that a file imports, wherever in it, for types as well."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            names = [node.module or ""]
            if node.module == "gsw_graph":
                names = [f"gsw_graph.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found |= {name.split(".")[1] for name in names if name.startswith("gsw_graph.")}
    return found


def test_each_part_has_its_column() -> None:
    assert {part_of(path) for path in files()} == set(COLUMN)
    assert sum(map(len, COLUMNS)) == len(COLUMN)


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_to_the_left(path: Path) -> None:
    part = part_of(path)
    wrong = {other for other in imports(path) - {part} if COLUMN.get(other, len(COLUMNS)) >= COLUMN[part]}
    assert not wrong, f"{path.name} is in column {COLUMN[part]} and imports {sorted(wrong)}"


def inner_imports(path: Path) -> set[str]:
    """Return the modules of its own folder that a file imports when it is loaded."""
    part = part_of(path)
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"gsw_graph.{part}"):
            inner = (node.module or "").split(".")[2:3]
            found |= set(inner or [alias.name for alias in node.names])
    return found


@pytest.mark.parametrize("part", sorted(part for part in COLUMN if (PACKAGE / part).is_dir()))
def test_no_folder_imports_in_a_circle(part: str) -> None:
    graph = {path.stem: inner_imports(path) for path in (PACKAGE / part).glob("*.py") if path.stem != "__init__"}
    done: set[str] = set()
    while ready := {name for name, needs in graph.items() if name not in done and not (needs & graph.keys()) - done}:
        done |= ready
    assert done == set(graph), f"a circle among {sorted(set(graph) - done)}"


def loaded_by(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return {name.split(".")[0] for name in run.stdout.split()}


@pytest.mark.parametrize(
    "statement", ["import gsw_graph", "import gsw_graph.cli.main", "from gsw_graph.settings import load_settings"]
)
def test_heavy_libraries_are_imported_when_they_are_needed(statement: str) -> None:
    assert not loaded_by(statement) & set(HEAVY)


def test_workspace_can_be_imported_without_models() -> None:
    assert not loaded_by("from gsw_graph.workspace import Workspace") & {"onnxruntime", "neomodel", "openai", "jgo"}
