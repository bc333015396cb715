"""Cases A7 and A8, and names across documents, as the held layer has them."""

from pathlib import Path

import pytest

from benchmarks.database import Database
from benchmarks.identity import load, measure, mistakes
from conftest import Neo4j

CASES = {
    "one woman under four names": """=== a7.txt
[Irene Marsh|irene] opened the archive in May.

[Ms. Marsh|irene] read every letter herself. Nobody helped [Marsh|irene].

In June [Irene|irene] found the map.

[Colin Marsh|colin] came in July. He bought the map.
""",
    "names that are not Latin": """=== a8.txt
[김민수|minsu] met [김민석|minseok] at noon. [Иван Петров|ivan] wrote to [김민수|minsu].

[Иван  Петров|ivan] waited.
=== later.txt
[김민석|minseok] called [Иван Петров|ivan].
""",
    "forms of a name in three documents": """=== one.txt
[Irene Marsh|irene] led [Tessel Motors Ltd|tessel].
=== two.txt
[Irene J. Marsh|irene] works for [Tessel Motors|tessel]. [José Pérez|jose] led it.
=== three.txt
[Jose Perez|jose] met [Irene Jane Marsh|irene]. [Colin Marsh|colin] met [Jane Perez|jane].
""",
}


@pytest.mark.parametrize("case", CASES)
def test_each_is_one_actor_and_nobody_else(case: str, tmp_path: Path, neo4j_server: Neo4j) -> None:
    path = tmp_path / "case.txt"
    path.write_text(CASES[case], encoding="utf-8")
    server = Database(neo4j_server.uri, neo4j_server.user, neo4j_server.password)
    assert not mistakes(measure(server, load(path)))
