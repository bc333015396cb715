"""The package knows no benchmark: none of its names, places, dates, events, and none of the words of its questions.

What is looked for is kept as hashes (benchmarks/benchmark_words.py), so that the test needs no data. Files of the tests
and documents are not looked at: questions of our own over a benchmark's book name what is in it.
"""

import json
import os
from pathlib import Path

import pytest

from benchmarks import benchmark_words
from benchmarks.benchmark_words import Hashes, hashed, held, read_hashes, words

ROOT = Path(__file__).parents[1]
HASHES = Path(__file__).parent / "data" / "benchmark_hashes.txt"
DATA = os.environ.get("GSW_TEST_EPBENCH", "")
"""The benchmark's own folder, where there is one."""
FOLDERS = ("gsw_graph", "cypher", "prompts")


def package_files() -> list[Path]:
    """Return every file of the package that holds text."""
    every = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    return sorted(path for path in every if path.is_file() and "__pycache__" not in path.parts)


def hits(files: list[Path], hashes: Hashes) -> list[str]:
    """Return what is found in files, as people read it."""
    found = []
    for path in files:
        for phrase in held(f"{path.stem}\n{path.read_text(encoding='utf-8')}", hashes):
            found.append(f"{path.name} holds the {phrase.kind} {' '.join(phrase.words)!r}")
    return found


def made_up(*texts: str) -> Hashes:
    """Return the hashes of phrases of a list that no benchmark has."""
    runs = [words(text) for text in texts]
    return Hashes("salt", {hashed(run, "salt"): "name" for run in runs}, tuple(sorted({len(run) for run in runs})))


def test_the_package_holds_nothing_of_the_benchmark() -> None:
    files = package_files()
    assert len(files) > 300, "all of it is looked at"
    assert hits(files, read_hashes(HASHES)) == []


def test_the_list_has_all_kinds_of_phrases() -> None:
    hashes = read_hashes(HASHES)
    assert set(hashes.kinds.values()) == {"name", "place", "date", "event", "wording"}
    assert len(hashes.kinds) > 500 and min(hashes.lengths) == 2


@pytest.mark.parametrize(
    "text",
    [
        "# as Olva Kestrin-Brook did",
        'NAMES = ("OLVA", "kestrin", "brook")',
        "olva_kestrin_brook = 1",
        "class OlvaKestrinBrook:",
        "of Olva\nKestrin Brook's boat",
        r"re.compile(r'\bolva[ -]kestrin\W brook\b')",
    ],
)
def test_a_planted_phrase_is_found_however_it_is_written(tmp_path: Path, text: str) -> None:
    planted = tmp_path / "rules.py"
    planted.write_text(f"first = 1\n{text}\nlast = 2\n", encoding="utf-8")
    hashes = made_up("Olva Kestrin-Brook", "Wend Harbour")
    assert hits([planted], hashes) == ["rules.py holds the name 'olva kestrin brook'"]


def test_a_part_of_a_phrase_is_no_hit(tmp_path: Path) -> None:
    clean = tmp_path / "rules.py"
    clean.write_text("Olva Brook; Kestrin Olva Brook; olvakestrinbrook; the harbour of Wend", encoding="utf-8")
    assert hits([clean], made_up("Olva Kestrin-Brook", "Wend Harbour")) == []


def test_the_name_of_a_file_counts(tmp_path: Path) -> None:
    named = tmp_path / "wend_harbour.cypher"
    named.touch()
    assert hits([named], made_up("Wend Harbour")) == ["wend_harbour.cypher holds the name 'wend harbour'"]


def test_phrases_are_cues_answers_and_wording_without_the_cues(tmp_path: Path) -> None:
    row = {
        "question": "Name each boat that lay at Wend Harbour on 4 May 1911, and say who owned it then.",
        "cue": "(t, s, *, *)",
        "cue_completed": "({4 May 1911}, {Wend Harbour}, *, *)",
        "retrieval_type": "Entities",
        "correct_answer": ["Olva Brook", "Tam"],
    }
    (tmp_path / "questions.jsonl").write_text(json.dumps(row), encoding="utf-8")
    wording = ("name each boat that lay", "each boat that lay at", "and say who owned it", "say who owned it then")
    assert {(one.kind, " ".join(one.words)) for one in benchmark_words.phrases(tmp_path)} == {
        ("place", "wend harbour"),
        ("name", "olva brook"),
        *(("date", text) for text in ("4 may 1911", "may 4 1911", "may 04 1911", "1911 05 04")),
        *(("wording", text) for text in wording),
    }


@pytest.mark.skipif(not DATA, reason="GSW_TEST_EPBENCH names no folder with the benchmark")
def test_the_list_is_that_of_the_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    benchmark_words.main([DATA])
    assert capsys.readouterr().out == HASHES.read_text(encoding="utf-8")
