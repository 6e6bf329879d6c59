"""Measure the server with other numbers: `python -m bench.server [--tables N] [--seconds S] [--interval S] ...`."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console

from bench.measure import show
from bench.server import PACE, bench_duel, bench_pace
from bench.server.sides import Failed, Plan, has_boardgame


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description="Measure how fast the server is.")
    parser.add_argument("--tables", type=int, default=100, help="of four players each; 100 if left out")
    parser.add_argument("--seconds", type=float, default=10.0, help="that count; 10 if left out")
    parser.add_argument("--warm-up", type=float, default=6.0, help="seconds before, that do not count")
    parser.add_argument("--interval", type=float, default=PACE, help="seconds from a table's move to its next")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--duel", action="store_true", help="beside boardgame.io, both as fast as answers come")
    asked = parser.parse_args()
    if asked.duel and not has_boardgame():
        print("boardgame.io is not installed: run npm ci in bench/boardgameio.")
        return 2
    plan = Plan(asked.tables, asked.seconds, 0.0 if asked.duel else asked.interval, asked.warm_up)
    try:
        result = bench_duel(plan, asked.repeats) if asked.duel else bench_pace(plan, asked.repeats)
    except Failed as reason:
        print(reason)
        return 1
    show(Console(), result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
