"""A real `fairdeal serve` in a process of its own, which can be stopped, killed and started again on the same store."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from tools.engines import free_port

STARTING = 120.0  # seconds; far beyond what it takes, as all here that is waited for
STOPPING = 60.0
KNOWN = (
    "Invalid UTF-8 sequence received from client.",  # uvicorn's own word for a client's fault
    "EOFError: Ran out of input",  # Python's, of a process that was just being started when its server was killed
)


class ServerProcess:
    """`fairdeal serve` at an address that stays the same over its lives."""

    def __init__(
        self,
        folder: Path,
        beat: int = 0,
        before: Callable[[], None] | None = None,
        flags: tuple[str, ...] = (),
        store: str = "",
        variables: Mapping[str, str] | None = None,
    ) -> None:
        """`before` runs in the new process before the program does, to put limits on it."""
        self.store = folder / "fairdeal.sqlite"
        self.url = store or str(self.store)
        self.log = folder / "server.log"
        self.port = free_port()
        self.lives = 0
        self._beat = beat
        self._before = before
        self.flags = flags
        self._variables = dict(variables or {})
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> Self:
        """Start it and wait until it is ready."""
        assert not self.is_alive
        command = [sys.executable, "-m", "fairdeal", "serve", "--port", str(self.port), "--store", self.url]
        command += ["--beat", str(self._beat), "--workers", "1", *self.flags]
        environment = {"FAIRDEAL_DRAIN_AFTER": "0", **os.environ, **self._variables}  # no proxy has to notice anything
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, preexec_fn=self._before, env=environment)
        self.lives += 1
        self._wait_until_ready()
        return self

    def _wait_until_ready(self) -> None:
        end = time.monotonic() + STARTING
        while self.readiness() != 200:
            if not self.is_alive or time.monotonic() > end:
                self.end()
                raise AssertionError(f"The server did not start:\n{self.said()}")
            time.sleep(0.02)

    def health(self) -> int:
        return self._status("/health")

    def readiness(self) -> int:
        return self._status("/ready")

    def _status(self, path: str) -> int:
        """Give the status of a page; 0 when nobody answers."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            try:
                connection.request("GET", path)
                return connection.getresponse().status
            except (OSError, http.client.HTTPException):
                return 0

    def said(self) -> str:
        """Give all that it printed in all its lives."""
        return self.log.read_text("utf-8", errors="replace")

    def failures(self) -> str:
        """Give all that it printed if it ever failed, KNOWN failures apart."""
        said = self.said()
        return "" if said.count("Traceback") == sum(map(said.count, KNOWN)) else said

    def kill(self) -> None:
        """End it as a power cut would."""
        self._signal(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end, and give its exit code."""
        return self._signal(signal.SIGTERM)

    def wait(self) -> int:
        """Wait until it has ended by itself, and give its exit code."""
        assert self._process is not None
        return self._process.wait(STOPPING)

    def restart(self) -> None:
        self.kill()
        self.start()

    def _signal(self, number: int) -> int:
        os.kill(self.pid, number)
        return self.wait()

    def end(self) -> None:
        """Whatever happened, leave no process behind."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@contextlib.contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[ServerProcess]:
    """Serve while the block runs."""
    server = ServerProcess(folder, **settings)
    try:
        yield server.start()
    finally:
        server.end()
