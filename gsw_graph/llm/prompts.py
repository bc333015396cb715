"""Prompts, kept in files: `prompts/<name>.md`.

A file begins with a comment on what it asks, `<!-- … -->`. Then comes the static part, the same for every call and
therefore first, so that providers can charge less for it. After a line `---` follows what is filled in, with `$name`s.
"""

import hashlib
import re
from functools import cache
from importlib import resources
from pathlib import Path
from string import Template
from typing import NamedTuple

from gsw_graph.errors import QueryError

_FILE = re.compile(r"\s*<!--(?P<documentation>.*?)-->(?P<system>.*?)\n---[ \t]*\n(?P<user>.*)", re.DOTALL)


class Prompt(NamedTuple):
    """One prompt of `prompts/`."""

    name: str
    documentation: str
    system: str
    """The static part, never filled in: a dollar sign in it is one."""
    user: str
    """The template of what differs from call to call."""
    parameters: frozenset[str]
    """The names in the template."""
    sha256: str
    """Hash of what a model is shown: static part and template."""

    def filled(self, **values: str) -> str:
        """Return the template with its values, which are taken as they are.

        Args:
            **values: One for each name in the template.

        Raises:
            QueryError: A value is missing, or has no place.
        """
        if wrong := self.parameters ^ values.keys():
            names = ", ".join(sorted(wrong))
            raise QueryError(f"prompts/{self.name}.md and its call differ in {names}.", hint="compare the two")
        return Template(self.user).substitute(values)


def prompt_folder() -> Path:
    """Return the folder with the prompts: inside an installed package, or beside it in a checkout."""
    packaged = Path(str(resources.files("gsw_graph"))) / "prompts"
    return packaged if packaged.is_dir() else packaged.parent.parent / "prompts"


@cache
def load_prompt(name: str) -> Prompt:
    """Return a prompt by its name, which is its file's without the suffix.

    Args:
        name: Such as "extract".

    Raises:
        QueryError: There is no such file, or it lacks one of its parts.
    """
    try:
        source = (prompt_folder() / f"{name}.md").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise QueryError(f"There is no prompts/{name}.md.", hint="check the task's name") from None
    return parse_prompt(name, source)


def parse_prompt(name: str, source: str) -> Prompt:
    """Split a prompt's file into its parts.

    Args:
        name: Of the prompt.
        source: Text of the file.

    Raises:
        QueryError: It lacks one of its parts, or its template cannot be filled in.
    """
    match = _FILE.fullmatch(source)
    if not match:
        raise QueryError(
            f"prompts/{name}.md does not consist of a comment, the static part, a line --- and what is filled in.",
            hint="compare it with prompts/README.md",
        )
    documentation = " ".join(match["documentation"].split())
    system, user = match["system"].strip(), match["user"].strip()
    template = Template(user)
    if not (documentation and system and user and template.is_valid()):
        raise QueryError(
            f"prompts/{name}.md has an empty part, or a dollar sign in its template that begins no name.",
            hint="write a dollar sign there as $$",
        )
    digest = hashlib.sha256(f"{system}\n---\n{user}".encode()).hexdigest()
    return Prompt(name, documentation, system, user, frozenset(template.get_identifiers()), digest)
