"""Processes of the system, told apart by number and start time."""

import psutil

STOP_SECONDS = 30
"""How long a process may take to end before it is killed."""


def process(pid: int, started: float) -> psutil.Process | None:
    """Return a living process, or None if it ended or the system gave its pid to another.

    Args:
        pid: Its number.
        started: Its start time, as psutil tells it.
    """
    try:
        found = psutil.Process(pid)
        same = abs(found.create_time() - started) < 1 and found.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return None
    return found if same else None


def terminate(process: psutil.Process, seconds: float = STOP_SECONDS) -> None:
    """End a process: ask it to, and kill it when it does not.

    Args:
        process: Which.
        seconds: How long to wait before killing it.
    """
    try:
        process.terminate()
        process.wait(seconds)
    except psutil.TimeoutExpired:
        process.kill()
        process.wait(seconds)
    except psutil.NoSuchProcess:
        return
