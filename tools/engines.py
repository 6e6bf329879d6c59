"""The engines of a house, for whoever tries one out: a PostgreSQL and a NATS of one's own, thrown away at the end."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Self

import asyncpg

WITHIN = 60.0  # seconds for whatever either is asked to do


def free_port() -> int:
    """Find a port that nobody uses now; the system does not give it to anybody else for a while."""
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


def found_program(name: str) -> str | None:
    """Find a server's program that is installed, though it may not be in the way of everybody."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")


# --- PostgreSQL ------------------------------------------------------------------------------------------------------

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "shared_buffers": "32MB",
    "max_connections": "60",
    "max_wal_size": "256MB",
    "autovacuum": "off",
    "log_min_messages": "fatal",
}


@cache
def postgres_programs() -> Path | None:
    """Find the programs of a PostgreSQL that is installed, the newest; `make postgres` installs one."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    there = shutil.which("initdb")
    return Path(there).parent if there else None


class Database:
    """A cluster in a folder of its own, at a port that stays the same over its lives."""

    def __init__(self) -> None:
        bins = postgres_programs()
        assert bins is not None
        self._programs = bins
        self.user = "postgres" if os.getuid() == 0 else getpass.getuser()
        self._folder = Path(tempfile.mkdtemp(prefix="fairdeal-pg-"))
        self._numbers = count(1)
        self.port = free_port()
        if os.getuid() == 0:
            shutil.chown(self._folder, self.user)
        self._run("initdb", "--auth=trust", "--no-sync", "--username=fairdeal", "--encoding=UTF8", "--locale=C")
        settings = {**SETTINGS, "port": str(self.port), "unix_socket_directories": str(self._folder)}
        with (self._data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), "--pgdata", str(self._data), *arguments]
        said = self._folder / "said"
        with said.open("ab") as log:
            done = subprocess.run(command, stdout=log, stderr=log, timeout=WITHIN, **self._as_user())
        assert done.returncode == 0, said.read_text()

    def _as_user(self) -> dict[str, Any]:
        return {"user": self.user, "group": self.user, "extra_groups": []} if os.getuid() == 0 else {}

    def start(self) -> None:
        self._run("pg_ctl", "start", "--wait", "--silent", f"--log={self._folder / 'log'}")

    def stop(self, mode: str = "fast") -> None:
        """End it: `immediate` as a crash would."""
        self._run("pg_ctl", "stop", "--wait", "--silent", f"--mode={mode}")

    @contextlib.contextmanager
    def halted(self) -> Iterator[None]:
        """Let nothing of it run for a while."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def processes(self) -> list[int]:
        """List all processes of it, the first one first."""
        first = (self._data / "postmaster.pid").read_text().split()[0]
        children = Path(f"/proc/{first}/task/{first}/children").read_text()
        return [int(first), *map(int, children.split())]

    def _signal(self, number: int) -> None:
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def end(self) -> None:
        with contextlib.suppress(AssertionError):
            self.stop("immediate")
        shutil.rmtree(self._folder, ignore_errors=True)

    def fresh(self) -> str:
        """Make an empty schema, and give the address of a store in it."""
        name = f"s{next(self._numbers)}"
        self.execute(self.url(), f"create schema {name}")
        return self.url(name)

    def url(self, schema: str = "public") -> str:
        return f"postgresql://fairdeal@127.0.0.1:{self.port}/postgres?search_path={schema}"

    def execute(self, url: str, sql: str) -> list[Any]:
        """Do something from outside, and give what it finds."""

        async def run() -> list[Any]:
            link = await asyncpg.connect(url)
            try:
                return [tuple(row) for row in await link.fetch(sql)]
            finally:
                await link.close()

        with asyncio.Runner() as runner:
            return runner.run(run())


# --- NATS ------------------------------------------------------------------------------------------------------------

USER, PASSWORD = "fairdeal", "not-so-secret"


class BusServer:
    """A nats-server that keeps nothing."""

    def __init__(self, *flags: str) -> None:
        self.port, self._counts = free_port(), free_port()
        self._flags = flags
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
        found = found_program("nats-server")
        assert found is not None
        command = [found, "--addr", "127.0.0.1", "--port", str(self.port), "--user", USER, "--pass", PASSWORD]
        command += ["--http_port", str(self._counts), *self._flags]
        # Two threads of it that hand messages to each other take twice the CPU of one.
        alone = {**os.environ, "GOMAXPROCS": "1"}
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=alone)
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
