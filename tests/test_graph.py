"""The loader of statements, the escaping of full-text queries, and the errors of a connection."""

import re
import subprocess
import sys
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conftest import Neo4j
from fakes import DIMENSION
from gsw_graph.errors import ConfigError, QueryError, ServerError
from gsw_graph.graph import Graph, Row, Transaction, escape_fulltext
from gsw_graph.statements import load_statement, parse_statement


def test_a_statement_is_split_into_documentation_and_text() -> None:
    statement = parse_statement("read/x", "// First line,\n//  second line.\nCYPHER 25\nRETURN $a AS a\n")
    assert statement.documentation == "First line, second line."
    assert statement.text == "CYPHER 25\nRETURN $a AS a"
    assert statement.parameters == {"a"}


@pytest.mark.parametrize(
    "text",
    [
        "RETURN $a // and not $b",
        "RETURN $a, '$b', \"$c\"",
        "RETURN $a, 'it\\'s $b'",
        "RETURN $a AS `$b`",
        "RETURN $a /* $b\n$c */",
        "MATCH (n:$($a)) RETURN n",
        "RETURN $a + $a",
    ],
)
def test_parameters_are_those_outside_of_strings_and_comments(text: str) -> None:
    assert parse_statement("read/x", f"// Doc.\n{text}").parameters == {"a"}


@pytest.mark.parametrize("source", ["RETURN 1", "", "\n// too late\nRETURN 1"])
def test_a_statement_without_documentation_is_refused_by_name(source: str) -> None:
    with pytest.raises(QueryError, match=r"cypher/read/x\.cypher"):
        parse_statement("read/x", source)


def test_a_missing_statement_is_named() -> None:
    with pytest.raises(QueryError, match=r"cypher/read/no_such\.cypher"):
        load_statement("read/no_such")


@pytest.mark.parametrize("odd", [{"workspace": "w", "uid": "u", "extra": 1}, {"workspace": "w"}, {}])
def test_parameters_that_differ_name_the_file_and_themselves(odd: dict[str, object]) -> None:
    never_run = Transaction(None)  # type: ignore[arg-type]  # it must not be reached
    with pytest.raises(QueryError, match=r"cypher/read/document\.cypher") as error:
        never_run.run("read/document", **odd)
    for name in {"workspace", "uid"} ^ odd.keys():
        assert name in str(error.value)


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("Ana Reyes", "Ana Reyes"),
        ("C++", "C\\+\\+"),
        ("R/V Polar", "R\\/V Polar"),
        ("AND", "and"),
        ("this OR that AND NOT more TO less", "this or that and not more to less"),
        ("ANDES", "ANDES"),
        ("a:b~2 (c) [d TO e} ^3 \"f\" 'g' !h x&&y|z *? \\ <i>=", None),
        ("(", ""),
        ('"" && ||', ""),
        ("  ", ""),
        ("北京", "北京"),
    ],
)
def test_full_text_operators_are_made_words(text: str, escaped: str | None) -> None:
    if escaped is not None:
        assert escape_fulltext(text) == escaped
    assert "  " not in escape_fulltext(text)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(alphabet=st.sampled_from('ab 1+-&|!(){}[]^"~*?:\\/<>=ANDORTO\n\té'), max_size=30))
def test_no_text_breaks_the_index(neo4j_server: Neo4j, text: str) -> None:
    graph = connected(neo4j_server)
    terms = escape_fulltext(text)
    if terms:
        graph.run("match/entities_by_alias", workspace="none", query=f"+scope:none +names:({terms})", limit=1)


_open: list[Graph] = []


def connected(server: Neo4j) -> Graph:
    if not _open:
        _open.append(Graph(server.uri, server.user, server.password))
        _open[0].apply_schema(DIMENSION)
    return _open[0]


def teardown_module() -> None:
    while _open:
        _open.pop().close()


def test_a_wrong_password_is_said_and_not_shown(neo4j_server: Neo4j) -> None:
    with pytest.raises(ServerError, match="refuses this user name and password") as error:
        Graph(neo4j_server.uri, neo4j_server.user, "not-the-password")
    assert "not-the-password" not in str(error.value)
    assert "GSW_NEO4J_PASSWORD" in error.value.hint


@pytest.mark.parametrize("uri", ["nonsense", "ftp://127.0.0.1", ""])
def test_an_address_that_is_none_is_said(uri: str) -> None:
    with pytest.raises(ConfigError, match="not one of a Neo4j server") as error:
        Graph(uri, "neo4j", "secret-word")
    assert "--uri" in error.value.hint
    assert "secret-word" not in str(error.value)


def test_an_address_where_nobody_answers_is_said() -> None:
    with pytest.raises(ServerError, match="bolt://127.0.0.1:9") as error:
        Graph("bolt://127.0.0.1:9", "neo4j", "secret-word")
    assert "gsw db status" in error.value.hint
    assert "secret-word" not in str(error.value)


def test_a_database_that_is_not_there_is_said(neo4j_server: Neo4j) -> None:
    with pytest.raises(ServerError, match="nosuchdatabase"):
        Graph(neo4j_server.uri, neo4j_server.user, neo4j_server.password, database="nosuchdatabase")


def test_what_one_transaction_does_is_undone_together(neo4j_server: Neo4j) -> None:
    graph = connected(neo4j_server)

    def work(tx: Transaction) -> None:
        tx.run("write/document", workspace="undone", uid="u", properties={"key": "k"})
        raise QueryError("broken off")

    with pytest.raises(QueryError, match="broken off"):
        graph.transact(work)
    assert graph.run("read/document", workspace="undone", uid="u") == []


def test_reading_statements_cannot_write(neo4j_server: Neo4j) -> None:
    graph = connected(neo4j_server)
    with pytest.raises(ServerError, match=neo4j_server.uri):
        graph.transact(lambda tx: tx.run("write/document", workspace="undone", uid="u", properties={}), reads=True)


def test_a_later_read_sees_an_earlier_write(neo4j_server: Neo4j) -> None:
    graph = connected(neo4j_server)
    try:
        for number in range(20):
            graph.run("write/document", workspace="seen", uid=f"u{number}", properties={"key": str(number)})
            assert graph.run("read/document", workspace="seen", uid=f"u{number}")[0]["key"] == str(number)
    finally:
        graph.run("write/drop_label", workspace="seen", label="Document", limit=100)


def test_what_another_removes_meanwhile_is_looked_for_again(neo4j_server: Neo4j) -> None:
    graph = connected(neo4j_server)
    graph.run("write/document", workspace="removed", uid="u", properties={})
    changed: list[list[Row]] = []
    with graph.driver.session() as session, session.begin_transaction() as transaction:
        transaction.run("MATCH (d:Document {workspace: 'removed', uid: 'u'}) DETACH DELETE d").consume()
        changing = threading.Thread(
            target=lambda: changed.append(
                graph.run("write/chapters", workspace="removed", document="u", rows=[{"uid": "c", "properties": {}}])
            )
        )
        changing.start()
        changing.join(1)
        assert changing.is_alive(), "has found what the other is about to remove"
        transaction.commit()
    changing.join(30)
    assert changed == [[]]


def test_a_stream_yields_the_rows_of_a_statement(neo4j_server: Neo4j) -> None:
    graph = connected(neo4j_server)
    try:
        for number in range(3):
            graph.run("write/document", workspace="streamed", uid=f"u{number}", properties={})
        rows = list(graph.stream("read/nodes", workspace="streamed", label="Document"))
        assert [row["uid"] for row in rows] == ["u0", "u1", "u2"]
    finally:
        graph.run("write/drop_label", workspace="streamed", label="Document", limit=100)


def test_a_stream_is_checked_like_any_call(neo4j_server: Neo4j) -> None:
    graph = connected(neo4j_server)
    with pytest.raises(QueryError, match="parameters label"):
        graph.stream("read/nodes", workspace="streamed")
    with pytest.raises(ServerError, match=re.escape(neo4j_server.uri)):
        list(graph.stream("write/document", workspace="streamed", uid="u", properties={}))


@pytest.mark.parametrize("uri", ["bolt://neo4j:s3cret@127.0.0.1:9", "neo4j:s3cret@127.0.0.1", "bolt://s3cret@x?a=1"])
def test_an_address_with_a_password_is_refused_and_not_shown(uri: str) -> None:
    with pytest.raises(ConfigError, match="holds a user name or password") as error:
        Graph(uri, "neo4j", "secret-word")
    assert "GSW_NEO4J_PASSWORD" in error.value.hint
    assert "s3cret" not in str(error.value)


def test_the_driver_does_not_print_to_a_user_without_logging() -> None:
    code = "import logging, gsw_graph.graph; logging.getLogger('neo4j.pool').warning('will be retried')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
