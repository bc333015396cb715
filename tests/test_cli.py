"""The commands that take texts in and answer, run in this process against the real database."""

import re
from pathlib import Path
from typing import Any

import pytest

from commands import Run, loaded, parse
from conftest import QUARRY
from gsw_graph.demo import QUESTIONS, document
from gsw_graph.errors import ServerError
from gsw_graph.workspace import Workspace

# -- demo -------------------------------------------------------------------------------------------------------------


def test_demo_answers_with_quotes_out_of_the_story(gsw: Run, fresh: str) -> None:
    shown = gsw("demo", "-w", fresh)
    assert shown.exit_code == 0
    story = " ".join(document().text.split())
    quotes = re.findall("“(.+)”$", shown.stdout, re.MULTILINE)
    assert len(quotes) >= len(QUESTIONS)
    assert all(quote in story for quote in quotes)
    assert all(question in shown.stdout for question in QUESTIONS)
    commands = re.findall(r"^  (gsw .+)$", shown.stdout, re.MULTILINE)
    assert len(commands) >= 3
    for command in commands:
        parse(command)
    again = gsw("demo", "-w", fresh, "--json")
    assert loaded(again)["report"]["status"] == "unchanged"
    assert [answer["question"] for answer in loaded(again)["answers"]] == list(QUESTIONS)


# -- ingest -----------------------------------------------------------------------------------------------------------


def test_ingest_reports_each_document_and_fails_if_one_did(gsw: Run, fresh: str, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text("Ada Quill was at Tollen Quarry on 3 March 1994.")
    (folder / "blank.txt").write_text(" \n ")
    (folder / "broken.md").write_bytes(bytes(range(32)) * 40)
    (folder / "picture.png").write_bytes(b"x")
    result = gsw("ingest", str(folder), "-w", fresh)
    assert result.exit_code == 1
    lines = {line.split()[1].rstrip(":"): line for line in result.stdout.splitlines()}
    assert lines["a.txt"].startswith("done") and "1 chunks" in lines["a.txt"]
    assert lines["blank.txt"].startswith("skipped") and "empty" in lines["blank.txt"]
    assert lines["broken.md"].startswith("failed") and "not a text file" in lines["broken.md"]
    assert lines["picture.png"].startswith("skipped")
    assert "4 documents: 1 done, 2 skipped, 1 failed" in result.stderr

    (folder / "broken.md").unlink()
    again = loaded(gsw("ingest", str(folder), "-w", fresh, "--json"))
    assert {one["key"]: one["status"] for one in again}["a.txt"] == "unchanged"


def test_ingest_reads_standard_input(gsw: Run, fresh: str) -> None:
    [report] = loaded(gsw("ingest", "-", "--as", "note", "-w", fresh, "--json", input=b"Bram Oster was a witness."))
    assert (report["key"], report["status"], report["chunks"]) == ("note", "done", 1)
    failed = gsw("ingest", "-", "--as", "noise", "-w", fresh, input=bytes(range(32)) * 40)
    assert failed.exit_code == 1 and "not a text file" in failed.stdout


def test_ingest_notes_what_was_cleaned(gsw: Run, fresh: str) -> None:
    result = gsw("ingest", "-", "--as", "note", "-w", fresh, input=b"Bram\x00 Oster was a witness.")
    assert "note: Control characters were removed: 1." in result.stdout


def test_ingest_takes_a_chapter_pattern(gsw: Run, fresh: str, tmp_path: Path) -> None:
    file = tmp_path / "days.txt"
    file.write_text("Day 1\n\nAda Quill slept.\n\nDay 2\n\nAda Quill woke.\n")
    assert gsw("ingest", str(file), "--chapter-pattern", r"^Day \d+$", "-w", fresh).exit_code == 0
    [stored] = loaded(gsw("status", "-w", fresh, "--json"))["documents"]
    assert stored["chapters"] == 2
    broken = gsw("ingest", str(file), "--as", "again", "--chapter-pattern", "(", "-w", fresh)
    assert broken.exit_code == 1 and "regular expression" in broken.output


def test_ingest_refuses_what_it_cannot_name(gsw: Run, fresh: str) -> None:
    missing = gsw("ingest", "nowhere.txt", "-w", fresh)
    assert missing.exit_code == 1
    assert missing.stderr == "Error: There is no file or folder nowhere.txt.\nTry: check the path\n"
    assert gsw("ingest", str(QUARRY), str(QUARRY), "--as", "one", "-w", fresh).exit_code == 2
    assert gsw("ingest", "-w", fresh).exit_code == 2


# -- ask and show -----------------------------------------------------------------------------------------------------


def test_ask_prints_answer_and_numbered_evidence(gsw: Run, quarry: str) -> None:
    result = gsw("ask", "Where was Ada Quill on 3 March 1994?", "-w", quarry)
    assert result.exit_code == 0
    first, second, quote, *_ = result.stdout.splitlines()
    assert first == "Tollen Quarry"
    assert second.startswith("[1] ") and "quarry.md, Chapter 1: The Slide" in second
    assert quote.strip() == "“On 3 March 1994, Ada Quill was at Tollen Quarry.”"


def test_ask_as_json_is_an_answer(gsw: Run, quarry: str) -> None:
    said = loaded(gsw("ask", "Where was Ada Quill on 3 March 1994?", "-w", quarry, "--json"))
    assert said["items"] == ["Tollen Quarry"]
    start, end = said["evidence"][0]["start"], said["evidence"][0]["end"]
    assert QUARRY.read_text()[start:end] == said["evidence"][0]["quote"]


def test_ask_says_when_the_memory_does_not_say(gsw: Run, quarry: str) -> None:
    result = gsw("ask", "Where was Zebulon Farr on 3 March 1994?", "-w", quarry)
    assert result.exit_code == 0
    assert "does not say" in result.stdout
    assert "“" not in result.stdout


@pytest.mark.parametrize("question", ["", "   "])
def test_ask_refuses_an_empty_question(gsw: Run, quarry: str, question: str) -> None:
    result = gsw("ask", question, "-w", quarry)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: The question is empty.\nTry: ")


@pytest.mark.parametrize("question", ["AND OR NOT ( [ ~ *", "who:was/there?^2 && 'x' \\", "\x1b[2J`) DELETE n //"])
def test_ask_takes_operators_for_words(gsw: Run, quarry: str, question: str) -> None:
    result = gsw("ask", question, "-w", quarry)
    assert result.exit_code == 0
    assert "\x1b" not in result.output


def test_ask_takes_its_limits_as_settings(gsw: Run, quarry: str) -> None:
    narrow = loaded(gsw("ask", "When was Ada Quill cleared?", "--max-chapters", "1", "-w", quarry, "--json"))
    assert len({passage["chapter"] for passage in narrow["evidence"]}) <= 1
    refused = gsw("ask", "Who?", "--max-tokens", "1", "-w", quarry)
    assert refused.exit_code == 1 and "max_tokens" in refused.stderr


def test_show_tells_who_it_is_and_its_timeline(gsw: Run, quarry: str) -> None:
    result = gsw("show", "Bram Oster", "-w", quarry)
    assert result.exit_code == 0
    assert result.stdout.startswith("Bram Oster\n")
    row = next(line for line in result.stdout.splitlines() if "witness" in line and "1994-06-20" in line)
    assert "quarry.md 2" in row and "role" in row


def test_show_tells_namesakes_apart(gsw: Run, quarry: str) -> None:
    ada, dora = loaded(gsw("show", "Quill", "-w", quarry, "--json"))
    assert {ada["name"], dora["name"]} == {"Ada Quill", "Dora Quill"}
    shown = gsw("show", "Quill", "-w", quarry).stdout
    assert "2 entities" in shown and ada["uid"] in shown and dora["uid"] in shown
    [one] = loaded(gsw("show", dora["uid"], "-w", quarry, "--json"))
    assert one["name"] == "Dora Quill"


def test_show_of_an_unknown_name_fails_with_a_hint(gsw: Run, quarry: str) -> None:
    result = gsw("show", "Zebulon Farr", "-w", quarry)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "'Zebulon Farr'" in result.stderr and result.stderr.endswith("Try: gsw show\n")
    near = gsw("show", "Adah Quill", "-w", quarry).stderr
    assert "Did you mean " in near and "Ada Quill (" in near


def test_bytes_that_are_not_text_are_a_usage_error(gsw: Run, quarry: str) -> None:
    for args in (["ask", "who \udcff?"], ["show", "\udcff"], ["status", "-w", "\udcff"]):
        assert gsw("-w", quarry, *args).exit_code == 2


def test_a_pipe_gets_a_row_on_one_line(gsw: Run, quarry: str) -> None:
    shown = gsw("show", "Ada Quill", "-w", quarry).stdout
    found = loaded(gsw("show", "Ada Quill", "-w", quarry, "--json"))
    assert sum("quarry.md" in line for line in shown.splitlines()) == 1 + len(found[0]["rows"])
    assert not re.search(" $", shown, re.MULTILINE)


# -- what a text does to a terminal -----------------------------------------------------------------------------------
def test_names_and_keys_do_not_reach_the_terminal_as_commands(gsw: Run, fresh: str) -> None:
    text = "[bold]Ada[/bold] Quill \u202ewas at Tollen Quarry on 3 March 1994. Ada Quill was a guard."
    stored = gsw("ingest", "-", "--as", "odd [red]key[/red]", "-w", fresh, input=text.encode())
    assert "odd [red]key[/red]" in stored.stdout
    for args in (["show", "Quill"], ["ask", "Where was Ada Quill on 3 March 1994?"], ["status"]):
        plain_text = gsw(*args, "-w", fresh).output
        as_json = gsw(*args, "-w", fresh, "--json").output
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", plain_text + as_json)
    assert "[red]key[/red]" in gsw("show", "Quill", "-w", fresh).output


# -- interruption -----------------------------------------------------------------------------------------------------


def test_interruption_exits_with_130_and_says_how_to_go_on(
    gsw: Run, quarry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Workspace, "ask", interrupted)
    result = gsw("ask", "Who?", "-w", quarry)
    assert (result.exit_code, result.stdout) == (130, "")
    assert "run it again to go on" in result.stderr


def test_standard_input_needs_a_name(gsw: Run, fresh: str) -> None:
    result = gsw("ingest", "-", "-w", fresh, input=b"Bram Oster was a witness.")
    assert result.exit_code == 2 and "--as" in result.stderr


@pytest.mark.parametrize("command", [["ask", "Who was there?"], ["show", "Bram"], ["status"], ["digest"], ["rebuild"]])
def test_a_mistyped_workspace_is_told(gsw: Run, fresh: str, quarry: str, command: list[str]) -> None:
    result = gsw(*command, "-w", f"{quarry}x")
    assert result.exit_code == 1
    assert "There is no workspace" in result.stderr and repr(quarry) in result.stderr


def test_show_without_a_name_lists_who_is_there(gsw: Run, quarry: str) -> None:
    rows = loaded(gsw("show", "-w", quarry, "--json"))
    assert [row["mentions"] for row in rows] == sorted((row["mentions"] for row in rows), reverse=True)
    assert "Bram Oster" in {row["name"] for row in rows}
    assert "Bram Oster" in gsw("show", "-w", quarry).stdout


def test_what_a_run_cost_hides_no_error_that_ended_it(gsw: Run, fresh: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def spending(workspace: Workspace) -> list[dict[str, Any]]:
        asked.append(workspace.name)
        if len(asked) > 1:
            raise ServerError("The database is away.")
        return []

    def ingest(*arguments: Any, **more: Any) -> None:
        raise ServerError("The database has gone.")

    monkeypatch.setattr(Workspace, "spending", spending)
    monkeypatch.setattr(Workspace, "ingest", ingest)
    ended = gsw("ingest", str(QUARRY), "-w", fresh)
    assert ended.exit_code and "has gone" in ended.output and "is away" not in ended.output
    assert len(asked) == 2
