"""The process that owns the database's Java process, and ends it when nobody uses it any more.

`python -m gsw_graph.server launch HOME BOLT HTTP IDLE` leaves a supervisor behind and returns.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event
from types import FrameType

import psutil
from filelock import Timeout

from gsw_graph.errors import GSWError
from gsw_graph.server import aot, java
from gsw_graph.server.home import Home, State
from gsw_graph.server.processes import terminate

POLL = 1.0
"""Seconds between looks whether the database still runs."""
LOOK = 10.0
"""Seconds between looks whether anybody uses it, which cost more."""
RESTARTS = 3


class Supervisor:
    """Starts or adopts the Java process of a home, and watches it.

    Args:
        home: Whose database.
        bolt: Port for drivers.
        http: Port for Neo4j Browser.
        idle: Seconds without a client after which the database is stopped.
    """

    def __init__(self, home: Home, bolt: int, http: int, idle: float) -> None:
        self.home = home
        self.bolt = bolt
        self.http = http
        self.idle = idle
        self.asked_to_stop = Event()
        self.was_idle = False
        self.child: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        """Own the database until it is asked to stop, idle, or cannot be kept up."""
        signal.signal(signal.SIGTERM, self._on_signal)
        state = self.home.state()
        jvm = state.jvm if state else None
        if state is not None and jvm is not None:  # its supervisor was killed
            self.bolt, self.http = state.bolt_port, state.http_port
            self._write_state(jvm, ready=state.ready)
        else:
            self.home.clear_state()
            java.empty_logs(self.home)
            jvm = self._start()
        restarts = 0
        while (ended := self._watch(jvm)) and restarts < RESTARTS and self._was_ready():
            restarts += 1
            jvm = self._start(ready=True)
        if ended:
            self.write_failure(f"the database's process ended{self._exit_code()}")
        else:
            self.home.clear_state()

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.asked_to_stop.set()

    def _start(self, ready: bool = False) -> psutil.Process:
        java.write_settings(self.home, self.bolt, self.http)
        arguments = (f"--home-dir={self.home.path}", f"--config-dir={self.home.conf}")
        command = java.command(self.home, java.SERVER_CLASS, *arguments, flags=aot.flags())
        with (self.home.logs / "jvm.log").open("ab") as log:
            self.child = subprocess.Popen(
                command,
                cwd=self.home.path,
                env=java.environment(self.home),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        jvm = psutil.Process(self.child.pid)
        self._write_state(jvm, ready=ready)
        return jvm

    def _write_state(self, jvm: psutil.Process, *, ready: bool = False, failed: str = "") -> None:
        me = psutil.Process()
        times = (me.pid, me.create_time(), jvm.pid, jvm.create_time())
        self.home.write_state(State(*times, self.bolt, self.http, ready, failed))

    def write_failure(self, reason: str) -> None:
        """Tell those who wait that there will be no database.

        Args:
            reason: Why.
        """
        me = psutil.Process()
        self.home.write_state(State(me.pid, me.create_time(), 0, 0, self.bolt, self.http, False, reason))

    def _was_ready(self) -> bool:
        state = self.home.state()
        return state is not None and state.ready

    def _exit_code(self) -> str:
        return f" with exit code {self.child.returncode}" if self.child else ""

    def _watch(self, jvm: psutil.Process) -> bool:
        """Wait until the process ended by itself (True), or was stopped on request or when idle (False)."""
        used = looked = time.monotonic()
        while not self.asked_to_stop.wait(POLL):
            if self._ended(jvm):
                return True
            if time.monotonic() - looked < min(LOOK, self.idle / 4):
                continue
            looked = time.monotonic()
            if self.home.state() is None:  # somebody deleted it
                self._write_state(jvm)
            try:
                with self.home.start_lock(timeout=0):  # so that nobody comes while it stops
                    if self.home.has_clients() or self._is_connected(jvm):
                        used = looked
                    elif looked - used > self.idle:
                        self.was_idle = True
                        terminate(jvm)
                        self.home.clear_state()
                        return False
            except Timeout:  # somebody is just coming
                used = looked
        terminate(jvm)
        return False

    def _ended(self, jvm: psutil.Process) -> bool:
        if self.child is not None:
            return self.child.poll() is not None
        return not jvm.is_running() or jvm.status() == psutil.STATUS_ZOMBIE

    def _is_connected(self, jvm: psutil.Process) -> bool:
        """Return whether a driver is connected: Neo4j Browser and other programs hold no lock of ours."""
        try:
            connections = jvm.net_connections(kind="tcp")
        except psutil.Error:
            return False
        return any(
            connection.status == psutil.CONN_ESTABLISHED and connection.laddr.port == self.bolt
            for connection in connections
        )


def launch(home: Home, bolt: int, http: int, idle: float) -> None:
    """Leave a supervisor behind that outlives this process and its terminal.

    Args:
        home: Whose database.
        bolt: Port for drivers.
        http: Port for Neo4j Browser.
        idle: Seconds without a client after which the database is stopped.
    """
    subprocess.run([*_ME, "launch", str(home.path), str(bolt), str(http), str(idle)], check=True)


_ME = (sys.executable, "-m", "gsw_graph.server")


def main(mode: str, *args: str) -> None:
    """Launch a supervisor ("launch") or be one ("run").

    Args:
        mode: Which of both.
        *args: Home, ports and seconds, as `launch` passes them.
    """
    path, bolt, http, idle = args
    home = Home(Path(path))
    if mode == "launch":
        # Started by a process that ends at once, so that it is nobody's child and no terminal's job.
        new_group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(subprocess, "DETACHED_PROCESS", 0)
        with (home.logs / "supervisor.log").open("ab") as log:
            subprocess.Popen(
                [*_ME, "run", *args],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                creationflags=new_group,
            )
        os._exit(0)  # not its parent any more, so no warning that it still runs
    supervisor = Supervisor(home, int(bolt), int(http), float(idle))
    lock = home.supervisor_lock()
    try:
        lock.acquire(timeout=5)  # a client may be looking whether anyone holds it
    except Timeout:  # another one was left behind by a client that was killed
        return
    try:
        supervisor.run()
    except (GSWError, OSError) as error:
        supervisor.write_failure(str(error))
        raise
    finally:
        lock.release()
    if supervisor.was_idle:  # nobody waits now
        aot.train()
