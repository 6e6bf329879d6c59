"""Moves while the lab plays beside them, and while it does not, in turns: `python -m bench.server.lab`."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
import urllib.request
from typing import Any

from rich.console import Console

from bench.measure import Result, Series, Verdict, show
from bench.server.sides import Plan, command, measure_at, port_of, running

MOST = 0.020  # seconds that the lab may add to the 99th percentile
WISH = {"game": "caster", "bots": ["medium"], "games": 100_000}
PATIENCE = 300.0  # seconds until an experiment plays


def main() -> int:
    """Measure both in turns at one server, and say how much later 99 % of the moves are acknowledged."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    plan, quiet, busy = Plan(40, 8.0, 2.0, 2.0), [], []
    with tempfile.TemporaryDirectory() as folder:
        arguments, environment = command("fairdeal", folder)
        arguments += ["--lab", "--lab-folder", f"{folder}/lab"]
        with running(arguments, environment) as server:
            port = port_of(server)
            measure_at("fairdeal", server, port, plan)  # the first one loads code
            run = begin(port)
            for _ in range(turns):
                busy.append(measure_at("fairdeal", server, port, plan).found.p99)
                ask(port, f"/api/lab/{run}/stop", {})
                quiet.append(measure_at("fairdeal", server, port, plan).found.p99)
                ask(port, f"/api/lab/{run}/go-on", {})
                wait_until_playing(port, run)
    show(Console(), result_of(plan, quiet, busy))
    return 0


def begin(port: int) -> str:
    """Start an experiment, and wait until it plays."""
    run = str(ask(port, "/api/lab", WISH)["id"])
    wait_until_playing(port, run)
    return run


def wait_until_playing(port: int, run: str) -> None:
    end = time.monotonic() + PATIENCE
    while ask(port, f"/api/lab/{run}")["findings"]["state"] != "playing" and time.monotonic() < end:
        time.sleep(0.5)


def ask(port: int, path: str, body: object = None) -> Any:
    """Ask the server, as a program of this machine."""
    content = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}{path}", content, headers)) as answer:
        return json.loads(answer.read())


def result_of(plan: Plan, quiet: list[float], busy: list[float]) -> Result:
    result = Result("lab", f"caster, {plan.tables} tables, a move every {plan.interval:g} s each, one server process")
    result.series = [
        Series("99 % acknowledged within, without an experiment", "ms", tuple(1000 * each for each in quiet)),
        Series(
            "99 % acknowledged within, beside an experiment on all cores", "ms", tuple(1000 * each for each in busy)
        ),
    ]
    later = statistics.median(busy) - statistics.median(quiet)
    result.verdicts = [Verdict("99 % acknowledged later by, s", later, MOST, False)]
    return result


if __name__ == "__main__":
    sys.exit(main())
