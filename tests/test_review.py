"""Reviews: doubtful pairs are listed with their evidence, settled one by one, by a file or by a model, and undone."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from commands import Run, loaded
from conftest import Neo4j, open_workspace
from fakes import FakeOperator
from gsw_graph.errors import ConfigError, InputError
from gsw_graph.judging import judge
from gsw_graph.opening import Choice
from gsw_graph.register import GONE
from gsw_graph.verdict_file import read_verdicts
from gsw_graph.workspace import Workspace
from model_server import ModelServer, last_user, parts

TEXTS = {
    "a.txt": "Cleo Marsh is a mayor. Cleo Marsh meets Bo Lind in Porto on 2019-05-01.",
    "b.txt": "Marsh is a mayor. Marsh warns Ana Reyes in Porto.",
    "c.txt": "Bo is a courier. Bo follows Ana Reyes in Old Mill.",
}


@pytest.fixture(scope="module")
def read(neo4j_server: Neo4j) -> Iterator[Workspace]:
    opened = open_workspace(neo4j_server, "review")
    opened.operator = FakeOperator()
    try:
        for key, text in TEXTS.items():
            opened.add_text(text, key=key)
        yield opened
    finally:
        opened.clear()


def undo_all(told: Workspace) -> None:
    for one in told.review.standing():
        told.review.undo(one.number)


@pytest.fixture
def told(read: Workspace) -> Iterator[Workspace]:
    """Yield a workspace in which nothing is decided."""
    yield read
    undo_all(read)


def test_a_pair_is_listed_with_its_evidence_settled_and_in_doubt_again(told: Workspace) -> None:
    before, listed = told.digest(), told.review.pairs()
    [pair] = [one for one in listed if {one.one.name, one.other.name} == {"Marsh", "Cleo Marsh"}]
    assert told.review.pairs(1) == listed[:1]
    assert "Both are mayor." in pair.pro and "Both were in Porto." in pair.pro and pair.contra
    short = pair.one if pair.one.name == "Marsh" else pair.other
    assert (short.roles, short.places, short.chapters) == (("mayor",), ("Porto",), (("b.txt", 1),))
    assert [passage.quote for passage in short.passages] == ["Marsh is a mayor."]
    for settle, people in ((told.review.accept, 1), (told.review.reject, 2)):
        [number] = settle(pair.id, because="a letter")
        assert settle(pair.id.upper()) == [number], "what is decided stands"
        assert pair.id not in {one.id for one in told.review.pairs()}
        assert len({told.show(side.actor)[0].uid for side in (pair.one, pair.other)}) == people
        [decided] = told.review.standing()
        assert (decided.number, decided.by, decided.reason) == (number, "human", "a letter")
        assert {"Marsh", "Cleo Marsh"} <= set(decided.said.replace(" are", " and").split(" and "))
        told.review.undo(number)
        assert (told.digest(), told.review.pairs()) == (before, listed)


def test_what_is_not_listed_cannot_be_settled(told: Workspace) -> None:
    [pair, *_] = told.review.pairs()
    with pytest.raises(InputError, match="No pair in doubt is named 'no-such'"):
        told.review.accept(pair.id, "no-such")
    assert told.review.standing() == []


def test_names_of_forgotten_texts_are_gone_from_what_is_listed(told: Workspace) -> None:
    told.edit.join("Cleo Marsh", "Marsh")
    told.edit.false("Marsh", "warns")
    told.forget("b.txt")
    said = [one.said for one in told.review.standing()]
    assert sum(GONE in words for words in said) == 2 and not any("warns" in words for words in said)
    told.add_text(TEXTS["b.txt"], key="b.txt")
    assert not any(GONE in one.said for one in told.review.standing())


ROWS = [
    {"one": "Marsh", "other": "Cleo Marsh", "verdict": "same", "reason": "one hand, one name"},
    {"one": "Bo", "other": "Bo Lind", "verdict": "Reject"},
]


def written(path: Path, rows: list[dict[str, str]]) -> Path:
    if path.suffix == ".csv":
        with path.open("w", newline="") as stream:
            table = csv.DictWriter(stream, ["one", "other", "pair", "verdict", "reason"])
            table.writeheader()
            table.writerows(rows)
    else:
        path.write_text("\n\n".join(json.dumps(row) for row in rows) + "\n")
    return path


@pytest.mark.parametrize("name", ["verdicts.jsonl", "verdicts.csv"])
def test_a_file_that_is_applied_twice_counts_once(told: Workspace, tmp_path: Path, name: str) -> None:
    before = told.digest()
    pairs = {frozenset((one.one.name, one.other.name)): one.id for one in told.review.pairs()}
    file = written(tmp_path / name, ROWS)
    numbers = told.review.apply(file)
    after, listed = told.digest(), told.review.standing()
    assert after != before and [one.number for one in listed] == numbers
    assert told.review.apply(file) == numbers
    by_id = [{"pair": pairs[frozenset((row["one"], row["other"]))], "verdict": row["verdict"]} for row in ROWS]
    assert told.review.apply(written(tmp_path / "ids.jsonl", by_id)) == numbers
    assert (told.digest(), told.review.standing()) == (after, listed)
    undo_all(told)
    assert told.digest() == before


GOOD = json.dumps(ROWS[0])


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("f.jsonl", f'{GOOD}\n{{"one": "Bo"}}\n', "Line 2 of .*f.jsonl: '' is no verdict"),
        ("f.jsonl", f"{GOOD}\n\nBo, Bo Lind\n", "Line 3 of .* is no JSON"),
        ("f.jsonl", f"{GOOD}\n[1]\n", "Line 2 of .* is no JSON object"),
        ("f.jsonl", '{"one": "Bo", "verdict": "same"}', "Line 1 of .* must name a pair, or one and other"),
        ("f.jsonl", '{"one": "Bo", "other": 3, "verdict": "same"}', "Line 1 of .* a value is no text"),
        ("f.jsonl", '{"pair": "\\ud800", "verdict": "same"}', "Line 1 of .* characters that cannot be stored"),
        ("f.jsonl", f'{GOOD}\n{{"pair": "0000", "verdict": "no"}}', "Line 2 of .* No pair in doubt is named '0000'"),
        ("f.jsonl", f'{GOOD}\n{{"one": "Bo", "other": "Zed", "verdict": "no"}}', "Line 2 of .* nobody named 'Zed'"),
        (
            "f.jsonl",
            f'{GOOD}\n{{"one": "Bo", "other": "bo", "verdict": "no"}}',
            "Line 2 of .*: It: one persona is no pair",
        ),
        ("f.csv", "one,other,verdict,sure\nBo,Bo Lind,same,yes\n", "Line 2 of .* there is no field 'sure'"),
        ("f.csv", 'one,other,verdict\nBo,Bo Lind,same\n"Bo,Bo', "Line 3 of .* is no CSV"),
        ("f.csv", "one,other,verdict\nBo,Bo Lind,same,why,not\n", "Line 2 of .* more cells than there are headings"),
        ("f.csv", "one,other,more\nBo,Bo Lind,same\n", "Line 2 of .* there is no field 'more'"),
        ("f.jsonl", f"{GOOD}\n{'[' * 10**5}\n", "Line 2 of .* is no JSON"),
    ],
)
def test_a_file_with_a_bad_line_changes_nothing(
    told: Workspace, tmp_path: Path, name: str, text: str, said: str
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=said) as raised:
        told.review.apply(tmp_path / name)
    assert told.review.standing() == []
    assert name.endswith("jsonl") or "{" not in raised.value.hint, "a file of CSV is told the form of CSV"


def test_a_file_that_is_not_there_or_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_bytes(b"\xff\xfe\x00")
    for name in ("none.csv", "f.csv"):
        with pytest.raises(InputError, match="cannot be read"):
            list(read_verdicts(tmp_path / name))


def verdict(item: str) -> dict[str, Any]:
    """Say yes to Marsh and nothing sure of others."""
    sure = "names: Cleo Marsh" in item
    return {"verdict": "yes" if sure else "unsure", "reason": "Both are mayor.", "rests_on": ["A1"] if sure else []}


def test_a_model_decides_where_it_is_sure_and_a_person_overrules_it(told: Workspace, tmp_path: Path) -> None:
    before, listed = told.digest(), told.review.pairs()
    with pytest.raises(ConfigError, match="No model was chosen"):
        told.review.decide()
    with ModelServer(lambda request: parts(*map(verdict, last_user(request).split("</item ")[:-1]))) as server:
        settings = told.settings.model_copy(update={"api_key": SecretStr(server.key), "home": str(tmp_path)})
        chosen = Choice("llm", "local", "a-model", server.base_url)
        first = judge(told.graph, told.name, settings, chosen, 20)
        again = judge(told.graph, told.name, settings, chosen, 20)
        assert max(server.paid.values()) == 1
    [sure] = [one for one in first if one.verdict == "same"]
    assert len(first) == len(listed) and {one.verdict for one in first} <= {"same", "unsure"}
    assert [one.pair for one in again] == [one.pair for one in first if one != sure], "what is unsure stays in doubt"
    [decided] = told.review.standing()
    assert (decided.by, decided.reason, decided.number) == ("a-model", "Both are mayor.", sure.number)
    after = told.digest()
    assert after != before
    told.rebuild()
    assert told.digest() == after, "no model is asked again"
    [mine] = told.review.reject(sure.pair)
    assert told.digest() == before
    told.review.undo(mine)
    assert told.digest() == after
    told.forget("c.txt")
    told.add_text(TEXTS["c.txt"], key="c.txt")
    [decided] = told.review.standing()
    assert (decided.reason, told.digest()) == ("", after), "its words go with any text; what was decided holds"


def test_the_command_lists_settles_and_undoes(gsw: Run, told: Workspace) -> None:
    here = ("-w", told.name)
    [pair] = [
        one for one in loaded(gsw("review", "--json", *here)) if "Marsh" in (one["one"]["name"], one["other"]["name"])
    ]
    shown = gsw("review", "--why", "--most", "9", *here).output
    assert pair["one"]["actor"] in shown and loaded(gsw("show", pair["one"]["persona"], "--json", *here))
    assert pair["id"] in shown and "“Marsh is a mayor.”" in shown and "+ Both are mayor." in shown
    assert pair["id"] in gsw("review", *here).output
    said = gsw("review", "accept", pair["id"], "--because", "a letter", *here).output
    number = loaded(gsw("review", "list", "--json", *here))[0]["number"]
    assert f"gsw review undo {number}" in said and "a letter" in gsw("review", "list", *here).output
    renamed = loaded(gsw("edit", "rename", "Cleo Marsh", "Clio", "--json", *here))
    assert renamed["said"] == "Cleo Marsh is now shown as Clio."
    wrong = loaded(gsw("edit", "false", "Clio", "mayor", "--json", *here))
    assert "(Clio)" in gsw("review", "list", *here).output
    gsw("edit", "undo", str(wrong["number"]), *here)
    split = gsw("edit", "split", "Bo Lind", "--chapters", "a.txt:1,3-4", *here)
    assert split.exit_code == 1 and "nothing would stay" in split.output
    assert gsw("edit", "split", "Bo Lind", "--chapters", "a.txt", *here).exit_code == 2
    assert f"gsw edit undo {renamed['number']}" == renamed["undo"]
    assert gsw("edit", "undo", str(renamed["number"]), *here).output.startswith(f"Decision {renamed['number']} ")
    assert "Decision" in gsw("review", "undo", str(number), *here).output
    assert gsw("review", "list", *here).output == "Nothing was decided, or all of it was undone.\n"
    ledger = loaded(gsw("status", "--json", *here))["ledger"]
    assert [row["entries"] for row in ledger if row["kind"] == "decision"] == [wrong["number"] + 3]
