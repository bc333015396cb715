"""Operators: a chapter's chunks → annotations, a chunk → what it says.

An Operator does not read the graph. `annotate` reads a whole chapter and only adds annotations to its chunks;
`extract` turns one annotated chunk into mentions and claims.
"""

from collections.abc import Callable

from gsw_graph.extract.base import Operator, Window
from gsw_graph.extract.local import LocalOperator

__all__ = ["OPERATORS", "LocalOperator", "Operator", "Window"]

OPERATORS: dict[str, Callable[[], Operator]] = {"local": LocalOperator}
"""Operators that need nothing but this package, by name."""
