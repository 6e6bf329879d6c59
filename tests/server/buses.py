"""A NATS of the tests' own: started, halted, killed and started again by them, at a port that stays the same."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from typing import Self

import pytest

from tests.server.serverproc import free_port

WITHIN = 60.0  # seconds until it answers
USER, PASSWORD = "fairdeal", "not-so-secret"


def program() -> str | None:
    """Find the server that is installed; `make nats` installs one."""
    return shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/usr/local/sbin")


class BusServer:
    """A nats-server that keeps nothing."""

    def __init__(self) -> None:
        self.port, self._counts = free_port(), free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return self.url_at(self.port)

    def url_at(self, port: int) -> str:
        """Its address by way of another port."""
        return f"nats://{USER}:{PASSWORD}@127.0.0.1:{port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> Self:
        found = program()
        assert found is not None
        command = [found, "--addr", "127.0.0.1", "--port", str(self.port), "--user", USER, "--pass", PASSWORD]
        command += ["--http_port", str(self._counts)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + WITHIN
        while not self._answers():
            assert self._process.poll() is None, "nats-server did not start"
            assert time.monotonic() < end, "nats-server does not answer"
            time.sleep(0.02)
        return self

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as link:
            return link.recv(4) == b"INFO"
        return False

    def messages(self) -> int:
        """How many messages came in since it started."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self._counts}/varz", timeout=WITHIN) as answer:
            return int(json.load(answer)["in_msgs"])

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    @contextlib.contextmanager
    def halted(self) -> Iterator[None]:
        """Let it do nothing for a while."""
        os.kill(self.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.pid, signal.SIGCONT)


@pytest.fixture(scope="session")
def nats() -> Iterator[BusServer]:
    """A NATS for all tests of this process."""
    if program() is None:
        pytest.skip("there is no NATS here, and it could not be installed: see `make nats`")
    found = BusServer()
    try:
        yield found.start()
    finally:
        found.kill()
