"""A database with APOC for one benchmark: the writer of neo4j-graphrag calls it, gsw-graph never does.

APOC's newest release on Maven is for Neo4j 5.26. It runs in the server that we use if its two jars are on the class
path too, beside being plugins; only what a benchmark measures is known to work.
"""

import hashlib
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from benchmarks.database import Database
from gsw_graph.server import java, ports
from gsw_graph.server.home import USER, Home
from gsw_graph.server.processes import terminate

GROUP, VERSION = "org.neo4j.procedure", "5.26.19"
SHA256 = {
    "apoc-common": "b1ea58a4cf9509181fdb0130151f9b84be4169250b6fd91b998f9d0534e64096",
    "apoc-core": "63b942deda37996932bbada7a4ed1c163c9f82bca35696c569ef33d3eaa3bde4",
}
START_SECONDS = 120


@contextmanager
def database_with_apoc() -> Iterator[Database]:
    """Yield a database with APOC in a folder that goes away; the jars are fetched."""
    with tempfile.TemporaryDirectory(prefix="gsw-benchmark-") as folder:
        home = Home(Path(folder, "home"))
        home.create()
        (home.path / "plugins").mkdir()
        jars = [_fetched(name, Path(folder)) for name in SHA256]
        for jar in jars:
            os.link(jar, home.path / "plugins" / jar.name)
        password = home.password()
        bolt, http = ports.choose(home, None)
        java.write_password(home, password)
        java.write_settings(home, bolt, http)
        command = java.command(home, java.SERVER_CLASS, f"--home-dir={home.path}", f"--config-dir={home.conf}")
        _extend_class_path(home, jars)
        with subprocess.Popen(
            command, env=java.environment(home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as child:
            try:
                began = time.monotonic()
                while not ports.greets(bolt):
                    if child.poll() is not None or time.monotonic() > began + START_SECONDS:
                        raise SystemExit(f"The database with APOC did not start:\n{java.log_tail(home)}")
                    time.sleep(0.2)
                yield Database(f"bolt://{ports.HOST}:{bolt}", USER, password, child.pid)
            finally:
                terminate(psutil.Process(child.pid))


def _fetched(name: str, folder: Path) -> Path:
    """Return a jar, checked against its hash."""
    from jgo.maven import MavenContext, PythonResolver

    context = MavenContext(resolver=PythonResolver(), repo_cache=folder / "maven", timeout=60)
    jar = Path(context.project(GROUP, name).at_version(VERSION).artifact().resolve())
    if hashlib.sha256(jar.read_bytes()).hexdigest() != SHA256[name]:
        raise SystemExit(f"{GROUP}:{name}:{VERSION} is not what it was when this benchmark was written.")
    return jar


def _extend_class_path(home: Home, jars: list[Path]) -> None:
    """Put jars in front of the class path in the file that Java reads it from."""
    [file] = home.run.glob("*.args")
    more = "".join(f"{jar}{os.pathsep}" for jar in jars).replace("\\", "\\\\")
    file.write_text(file.read_text(encoding="utf-8").replace('-cp\n"', f'-cp\n"{more}'), encoding="utf-8")
