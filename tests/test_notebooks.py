"""Each notebook runs from top to bottom, and is kept without the outputs of whoever ran it last."""

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import Neo4j, open_workspace

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def _cells(notebook: Path) -> list[dict[str, Any]]:
    found = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    assert found
    return [cell for cell in found if cell["cell_type"] == "code"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(notebook: Path) -> None:
    for cell in _cells(notebook):
        assert (cell["outputs"], cell["execution_count"]) == ([], None)


def test_ten_minutes_runs_and_leaves_nothing_behind(
    neo4j_server: Neo4j, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GSW_NEO4J_URI", neo4j_server.uri)
    monkeypatch.setenv("GSW_NEO4J_USER", neo4j_server.user)
    monkeypatch.setenv("GSW_NEO4J_PASSWORD", neo4j_server.password)
    (notebook,) = (path for path in NOTEBOOKS if path.stem == "ten_minutes")
    names: dict[str, Any] = {"__name__": "__main__"}
    said: dict[str, str] = {}
    memory = None
    try:
        for cell in _cells(notebook):
            exec(compile("".join(cell["source"]), f"{notebook.name}:{cell['id']}", "exec"), names)
            memory = names["memory"]
            said[cell["id"]] = capsys.readouterr().out
    except BaseException:
        if memory is not None:
            memory.clear()
        raise
    assert names["report"].status == "done"
    assert "22 August 1987" in said["when"]
    assert said["who"].strip()
    assert names["unknown"].abstained
    assert "curator" in said["timeline"]
    assert "2 May 1988" in said["add"] and "2 May 1988" not in said["forget"]
    assert "Nora Pellow" in said["saved"] and said["cypher"].strip()
    assert "captain" in said["nodes"]
    with open_workspace(neo4j_server, "after the notebook") as other:
        left = [row["workspace"] for row in other.graph.run("read/workspaces")]
        other.clear()
    assert names["memory"].name not in left
