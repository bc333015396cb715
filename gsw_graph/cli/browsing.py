"""Neo4j Browser's address, with a first query in it, and how to sign in."""

from urllib.parse import quote, urlencode, urlsplit, urlunsplit

from gsw_graph.cli.session import Session
from gsw_graph.statements import load_statement

FIRST_QUERY = "read/first_look"
HTTP_PORT = 7474
"""Where a server that is not ours serves its Browser, unless it was told otherwise."""


def way_in(session: Session, *, show_password: bool = False) -> dict[str, str]:
    """Return the address and how to sign in, by name.

    Args:
        session: Names the workspace and the server; the managed one is started if it isn't running.
        show_password: Whether the managed server's password is wanted in plain text.
    """
    from gsw_graph.server import default_home, ensure_server

    settings = session.settings
    if settings.neo4j_uri:
        bolt, user = settings.neo4j_uri, settings.neo4j_user
        front = f"http://{_host(bolt)}:{HTTP_PORT}"
        password = "the one of that server"
    else:
        server = ensure_server(session.home)
        bolt, user, front = server.uri, server.user, server.http_uri
        file = (session.home or default_home()).absolute() / "password"
        password = server.password if show_password else f"in {file} (or: gsw browser --show-password)"
    query = first_query(settings.workspace)
    return {"address": address(front, bolt, user, query), "user": user, "password": password, "query": query}


def address(front: str, bolt: str, user: str, query: str) -> str:
    """Return Browser's address with the server, the user and a query filled in.

    Args:
        front: Where Browser is served.
        bolt: The server's address for drivers.
        user: Who signs in.
        query: What stands in the editor; it is not run.
    """
    parts = urlsplit(bolt)
    server = urlunsplit(parts._replace(netloc=f"{quote(user, safe='')}@{parts.netloc.rpartition('@')[2]}"))
    return f"{front}/browser/?" + urlencode({"dbms": server, "cmd": "edit", "arg": query}, quote_via=quote)


def first_query(workspace: str) -> str:
    """Return the first query, with the workspace's name as a literal: the address can carry no parameters.

    Args:
        workspace: Any name.
    """
    return load_statement(FIRST_QUERY).text.replace("$workspace", literal(workspace)).strip()


def literal(text: str) -> str:
    r"""Return text as a Cypher string, whatever it holds.

    A backslash is doubled and a quote follows one, so neither a quote nor an escape of the text's own
    (\u0027) can end the string.

    Args:
        text: Anything.
    """
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _host(uri: str) -> str:
    """Return an address's host, in brackets if it is one of IPv6."""
    host = urlsplit(uri).hostname or "127.0.0.1"
    return f"[{host}]" if ":" in host else host
