"""Inputs that broke others, as the held layer keeps them right: see the case numbers in the design's list."""

from typing import Any

import pytest

from fakes import FakeOperator
from gsw_graph.workspace import Workspace
from test_cases import CountedOperator, Opener, opened, query

__all__ = ["opened"]


def current(workspace: Workspace) -> list[tuple[str, str, int]]:
    """Return what is done by whom and not superseded, with how many passages say so."""
    rows = query(
        workspace,
        "MATCH (a:Actor)-[r:PARTICIPATES_IN]->(v:Verb) "
        "WHERE a.workspace = $workspace AND r.superseded_at IS NULL AND r.valid_to IS NULL "
        "RETURN a.name AS who, v.phrase AS what, "
        "COUNT { (v)-[:SUPPORTED_BY]->(:Claim) } AS passages ORDER BY who, what",
    )
    return [(row["who"], row["what"], row["passages"]) for row in rows]


@pytest.mark.parametrize(
    ("texts", "facts"),
    [
        (
            ("Marle Clinic uses Orchid Desk for its visits.", "Orchid Desk runs on Linux servers."),
            {("Marle Clinic", "use"), ("Orchid Desk", "use"), ("Orchid Desk", "run")},
        ),
        (
            ("The clinic books visits with Orchid.", "Orchid runs on Linux servers."),
            {("the clinic", "book"), ("Orchid", "book"), ("visits", "book"), ("Orchid", "run")},
        ),
    ],
)
def test_a3_unrelated_facts_do_not_retire_each_other(
    opened: Opener, texts: tuple[str, str], facts: set[tuple[str, str]]
) -> None:
    one = opened(CountedOperator())
    for number, text in enumerate(texts):
        one.add_text(text, key=str(number))
    assert {(who, what.split()[0]) for who, what, _ in current(one)} == facts


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_a5_one_fact_in_two_documents_is_one_with_two_spans(opened: Opener, order: str) -> None:
    one, together = opened(CountedOperator()), opened(CountedOperator())
    for key in order:
        one.add_text("Kiri works at Lumen.", key=key)
    assert current(one) == [("Kiri", "work at Lumen", 2)]
    documents = query(
        one,
        "MATCH (v:Verb)-[:SUPPORTED_BY]->(:Claim)-[:FROM]->(:Chunk)-[:PART_OF*2]->(d:Document) "
        "WHERE v.workspace = $workspace RETURN d.key AS key ORDER BY key",
    )
    assert [row["key"] for row in documents] == ["a", "b"]
    for key in "ab":
        together.add_text("Kiri works at Lumen.", key=key)
    assert one.digest() == together.digest()


def test_a5_a_bare_name_is_another_where_the_words_are_others(opened: Opener) -> None:
    one = opened(CountedOperator())
    for key, text in {"a": "Kiri works at Lumen.", "b": "Kiri works at Lumen now.", "c": "Kiri nodded."}.items():
        one.add_text(text, key=key)
    assert [
        row["n"] for row in query(one, "MATCH (a:Actor {workspace: $workspace, name: 'Kiri'}) RETURN count(a) AS n")
    ] == [3]


def test_a_passage_that_stands_in_many_texts_is_about_one_whichever_of_them_go(opened: Opener) -> None:
    one, other = opened(CountedOperator()), opened(CountedOperator())
    for key in ("b", "d", "a", "c"):
        one.add_text("Kiri works at Lumen.", key=key)
    for key in ("b", "a"):
        one.forget(key)
    for key in ("c", "d"):
        other.add_text("Kiri works at Lumen.", key=key)
    assert current(one) == [("Kiri", "work at Lumen", 2)]
    assert one.digest() == other.digest()


def test_a18_a_revised_document_says_what_it_says_now(opened: Opener) -> None:
    operator: Any = CountedOperator()
    one = opened(operator)
    rest = "Marta Vey kept the lighthouse at Orm.\n\nHer brother Tomas Vey sailed to Brund."
    one.add_text(f"Sana Holt was born in 987.\n\n{rest}", key="a")
    assert one.ask("When was Sana Holt born?").items == ("987",)
    operator.read = 0
    one.add_text(f"Sana Holt was born in 986.\n\n{rest}", key="a")
    assert operator.read == 1
    assert one.ask("When was Sana Holt born?").items == ("986",)
    held = query(one, "MATCH (n) WHERE n.workspace = $workspace RETURN properties(n) AS all")
    assert "987" not in str([row["all"] for row in held if "payload" not in row["all"]])


def test_a18_a_revision_and_its_first_text_make_one_graph(opened: Opener) -> None:
    one, fresh = opened(FakeOperator()), opened(FakeOperator())
    one.add_text("Ana Reyes is a mayor.\n\nBo Lind is missing.", key="a")
    one.add_text("Ana Reyes is a courier.\n\nBo Lind is missing.", key="a")
    fresh.add_text("Ana Reyes is a courier.\n\nBo Lind is missing.", key="a")
    assert one.digest() == fresh.digest()
