"""The wheel carries what the package needs, and the README tells what works."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hatchling.builders.wheel import WheelBuilder

from conftest import Neo4j
from gsw_graph.statements import statement_names

if TYPE_CHECKING:
    from gsw_graph.workspace import Workspace

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_wheel_holds_statements_prompts_and_data(tmp_path: Path) -> None:
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path))
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {f"gsw_graph/cypher/{name}.cypher" for name in statement_names()}
    wanted |= {"gsw_graph/cypher/schema.cypher", "gsw_graph/prompts/README.md", "gsw_graph/data/demo.md"}
    wanted |= {f"gsw_graph/data/{path.name}" for path in (ROOT / "gsw_graph" / "data").iterdir() if path.is_file()}
    assert wanted <= names
    assert not [name for name in names if name.startswith(("tests/", "benchmarks/"))]


def test_an_unpacked_wheel_finds_its_statements(tmp_path: Path) -> None:
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path))
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = "from gsw_graph.statements import cypher_folder as folder, statement_names as names"
    code += "; print(folder(), len(names()))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path / "site", capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(tmp_path / "site" / "gsw_graph" / "cypher"), str(len(statement_names()))]


def test_the_gate_runs_what_the_readme_says() -> None:
    first, second = blocks("sh")
    assert first.splitlines()[-1] == "gsw demo"
    assert second.strip() == "python tools/check.py"
    assert "README.md" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_python_of_the_readme_runs(
    neo4j_server: Neo4j,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GSW_NEO4J_URI", neo4j_server.uri)
    monkeypatch.setenv("GSW_NEO4J_USER", neo4j_server.user)
    monkeypatch.setenv("GSW_NEO4J_PASSWORD", neo4j_server.password)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "court-records").mkdir()
    page = tmp_path / "court-records" / "p1.txt"
    page.write_text("On 4 April 1987 Nora Pellow was on Gannet Island.", encoding="utf-8")
    (code,) = blocks("python")
    scope: dict[str, Workspace] = {}
    exec(code.replace('"court"', repr(f"court {tmp_path}")), scope)
    scope["memory"].clear()
    assert "4 April 1987 p1.txt 1 On 4 April 1987" in capsys.readouterr().out


def test_the_cypher_of_the_readme_finds_rows(demo_workspace: "Workspace") -> None:
    (code,) = blocks("cypher")
    rows = demo_workspace.graph.driver.execute_query(
        code.replace("'demo'", "$workspace"), {"workspace": demo_workspace.name}
    ).records
    assert rows
