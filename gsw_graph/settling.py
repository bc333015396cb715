"""Deciding, and letting the held layer follow."""

from collections.abc import Sequence

from gsw_graph.decisions import Decision, all_decisions, decide, touched_by, undo
from gsw_graph.graph import Graph
from gsw_graph.log import Log
from gsw_graph.reconcile import follow
from gsw_graph.reconcile.removal import sweep


def settle(graph: Graph, workspace: str, decisions: Sequence[Decision]) -> list[int]:
    """Log decisions, all or none, and let the held layer follow; return their numbers.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        decisions: What was decided; one that stands already is not made again and keeps its number.

    Raises:
        InputError: There is no such workspace.
        ServerError: It is being rebuilt.
    """
    log = Log(graph, workspace)
    with log.working():
        numbers = decide(graph, workspace, log, decisions)
    catch_up(graph, workspace)
    return numbers


def take_back(graph: Graph, workspace: str, number: int, *, reason: str = "") -> int:
    """Undo a decision, let the held layer follow, and return the number of the undoing.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        number: Of the decision.
        reason: In the words of who undoes it.

    Raises:
        InputError: There is none of that number, it is itself an undoing, or it was undone before.
        ServerError: The workspace is being rebuilt.
    """
    log = Log(graph, workspace)
    with log.working():
        made = undo(graph, workspace, log, number, reason=reason)
    catch_up(graph, workspace)
    return made


def catch_up(graph: Graph, workspace: str, *, rebuilt: bool = False) -> None:
    """Let the held layer follow all decisions that it does not follow yet, also those of others who were killed.

    Args:
        graph: The database.
        workspace: Name of the workspace.
        rebuilt: Whether it was made anew since, and so follows them.
    """
    keys = [row["key"] for row in graph.run("log/unfollowed", workspace=workspace)]
    if not keys:
        return
    if not rebuilt:
        with Log(graph, workspace).working():
            known = all_decisions(graph, workspace)
            personae, claims = touched_by([one for one in known if one.key in set(keys)], known)
            follow(graph, workspace, personae, claims)
            sweep(graph, workspace)  # what another took out who was killed before it was held again
    graph.run("log/followed", workspace=workspace, keys=keys)
