"""Contradictions side by side: found when they are asked for, and resolved by nobody but the reader."""

from gsw_graph.conflicts.find import find_conflicts

__all__ = ["find_conflicts"]
