"""A whole house on this machine: PostgreSQL, NATS, servers, workers for bots and HAProxy; `make cluster`.

Everything is made anew in a folder of its own and thrown away at the end: to try things out, not to keep games. How to
run the same for good is in docs/serving.md.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from tools.engines import BusServer, Database, found_program, free_port, postgres_programs

STARTING = 300.0  # seconds until the proxy finds a server that is ready, on a machine that compiles the games first
STOPPING = 30.0

HAPROXY = """\
defaults
    mode http
    timeout connect 2s
    timeout client 30s
    timeout server 30s
    timeout tunnel 1h
    option redispatch
    retries 3

frontend people
    bind 127.0.0.1:{port}
    http-request set-header X-Forwarded-Proto http
    http-request set-header X-Forwarded-For %[src]
    default_backend servers

backend servers
    balance roundrobin
    option httpchk GET /ready
    http-check send hdr Host localhost
    default-server check inter 1s fall 1 rise 1
"""


def missing() -> list[str]:
    """Name what is not installed; the targets of the Makefile are called alike."""
    found = {
        "postgres": postgres_programs(),
        "nats": found_program("nats-server"),
        "haproxy": found_program("haproxy"),
    }
    return [name for name, path in found.items() if path is None]


def settings(port: int, ports: Sequence[int]) -> str:
    """Write what the proxy has to know."""
    servers = (f"    server s{number} 127.0.0.1:{there}\n" for number, there in enumerate(ports, 1))
    return HAPROXY.format(port=port) + "".join(servers)


class Programs:
    """What was started, each with a log of its own; whatever ends first, all end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._commands: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {}
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._told: set[str] = set()

    def start(self, name: str, *command: str, **variables: str) -> None:
        self._commands[name] = command, variables
        self._told.discard(name)
        with (self._folder / f"{name}.log").open("ab") as log:
            # A group of its own, or Ctrl-C in a terminal would reach it before whoever is to end it.
            self._running[name] = subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True, env={**os.environ, **variables}
            )

    def start_again(self, name: str) -> None:
        """Let a program end by itself, and start it again."""
        process = self._running.pop(name)
        end(process)
        command, variables = self._commands[name]
        self.start(name, *command, **variables)

    def look(self) -> None:
        """Say once of each that has ended by itself; the others go on."""
        for name, process in self._running.items():
            if process.poll() is not None and name not in self._told:
                self._told.add(name)
                say(f"{name} has ended with {process.returncode}; its log is {self._folder / f'{name}.log'}.")

    def stop(self) -> None:
        for process in reversed(self._running.values()):
            process.terminate()
        for process in self._running.values():
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ask a program to end, and see to it that it does."""
    process.terminate()
    try:
        process.wait(STOPPING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class House(NamedTuple):
    """What runs, and where."""

    programs: Programs
    ports: list[int]
    """Of the servers."""
    store: str


@contextlib.contextmanager
def house(port: int, servers: int, workers: int) -> Iterator[House]:
    """Start everything, and end it again, whatever happens."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fairdeal-cluster-")))
        say("Starting PostgreSQL and NATS ...")
        database = Database()
        stack.callback(database.end)
        database.start()
        nats = BusServer()
        stack.callback(nats.kill)
        nats.start()
        found = Programs(folder)
        stack.callback(found.stop)
        say(f"Starting {servers} servers, {workers} workers for bots and HAProxy ...")
        ports = [free_port() for _ in range(servers)]
        fairdeal = (sys.executable, "-m", "fairdeal")
        # In the environment, since everybody may read a list of processes.
        store = database.fresh()
        places = {"FAIRDEAL_STORE": store, "FAIRDEAL_BUS": nats.url, "FAIRDEAL_WORKERS": "1"}
        for number, there in enumerate(ports, 1):
            found.start(f"server-{number}", *fairdeal, "serve", "--proxy", "--port", str(there), **places)
        for number in range(1, workers + 1):
            found.start(f"worker-{number}", *fairdeal, "bots", **places)
        (config := folder / "haproxy.cfg").write_text(settings(port, ports))
        program = found_program("haproxy")
        assert program is not None
        found.start("haproxy", program, "-db", "-f", str(config))
        yield House(found, ports, store)


def restart_in_turn(running: House, is_over: threading.Event) -> None:
    """Restart each server when the one before is ready, as for a new version; people play on."""
    for number, port in enumerate(running.ports, 1):
        say(f"Restarting server-{number} ...")
        running.programs.start_again(f"server-{number}")
        wait_for(port, running.programs, is_over)
    say("All servers were restarted, one after another.")


def is_ready(port: int) -> bool:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=5)) as connection:
        try:
            connection.request("GET", "/ready")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False


def wait_for(port: int, running: Programs, is_over: threading.Event) -> None:
    """Wait until people may be sent there."""
    end = time.monotonic() + STARTING
    while not is_ready(port) and not is_over.is_set() and time.monotonic() < end:
        running.look()
        is_over.wait(0.2)


def serve(port: int, servers: int, workers: int, is_opened: bool, signals: Signals) -> None:
    with house(port, servers, workers) as running:
        address = f"http://127.0.0.1:{port}"
        wait_for(port, running.programs, signals.over)
        if not signals.over.is_set():
            say(f"The house is at {address} (Ctrl-C ends everything).")
            say(f"`kill -HUP {os.getpid()}` restarts all servers, one after another. The store is {running.store}")
            if is_opened:
                threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
        while not signals.over.wait(0.5):
            running.programs.look()
            if signals.again.is_set():
                signals.again.clear()
                restart_in_turn(running, signals.over)
        say("Ending everything ...")


class Signals:
    """What somebody outside wants."""

    def __init__(self) -> None:
        self.over, self.again = threading.Event(), threading.Event()
        wanted = {signal.SIGINT: self.over, signal.SIGTERM: self.over, signal.SIGHUP: self.again}

        def note(number: int, frame: FrameType | None) -> None:
            wanted[signal.Signals(number)].set()

        for number in wanted:
            signal.signal(number, note)


def say(text: str) -> None:
    print(text, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.cluster", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--port", type=int, default=8123, help="where people come in")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2, help="programs that think for bots, with a process each")
    parser.add_argument("--no-open", action="store_true", help="open no browser")
    chosen = parser.parse_args()
    if lacking := missing():
        print(f"This is not installed: {', '.join(lacking)}. `make {' '.join(lacking)}` tries to.", file=sys.stderr)
        return 1
    serve(chosen.port or free_port(), chosen.servers, chosen.workers, not chosen.no_open, Signals())
    return 0


if __name__ == "__main__":
    os.environ.setdefault("FAIRDEAL_DRAIN_AFTER", "2")  # seconds: HAProxy here looks every second
    sys.exit(main())
