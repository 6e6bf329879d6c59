"""How a search that asks a network plays against a level, at Card Game Traders with 2 seats.

python -m bench.learned.duel bench/learned/traders-2.npy --iterations 7000 --level expert:2000 --deals 60
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from bench.learned.values import FEATURES
from fairdeal import games
from fairdeal.bots.bot import Budget
from fairdeal.bots.searcher import Search, own_modules
from fairdeal.contract.game import Game
from fairdeal.contract.rules import Numbers, State
from fairdeal.lab.arena import Arena, Match, Seating, Task, new_match
from fairdeal.lab.duel import LEADS, lead, score
from fairdeal.lab.ratings import interval_text, share_of
from fairdeal.play.sitting import Sitting

KNOWLEDGE = frozenset({"policy", "endgame"})


class Foresighted:
    """A bot that searches views and asks a network at the leaves."""

    def __init__(self, game: Game, net: Numbers, iterations: int) -> None:
        self.name = "foresighted"
        self._iterations = iterations
        self._search = Search(game)
        self._search.native = game.generic("bench.learned.leaves", *own_modules(game, "knowledge"))
        room = {"values": np.zeros(FEATURES, np.float32), "weights": np.zeros(net.shape[1], np.float32)}
        self._search._scratches = [scratch._replace(notes=net, **room) for scratch in self._search._scratches]

    def choose(self, view: State, told: Numbers, seat: int, budget: Budget) -> int:
        """Choose by the view."""
        return self._search.judge(view, seat, budget.rng, self._iterations, knowledge=KNOWLEDGE).best


class Ring(Arena):
    """An arena in which the first bot asks a network; it takes the time of both."""

    def __init__(self, match: Match, net: Numbers, iterations: int) -> None:
        super().__init__(match)
        self._bots[0] = Foresighted(self.game, net, iterations)
        self.seconds: tuple[list[float], list[float]] = ([], [])

    def _choose(self, sitting: Sitting, seat: int, seating: Seating, task: Task, times: list[Counter[int]]) -> int:
        began = time.process_time()
        action = super()._choose(sitting, seat, seating, task, times)
        if len(sitting.legal(seat)) > 1:
            self.seconds[seating[seat]].append(time.process_time() - began)
        return action


def leads(ring: Ring, deals: int) -> Iterator[float]:
    """Play deal after deal; give the network's lead in each."""
    for deal in range(deals):
        tasks = [Task(ring.match, deal, seating) for seating in range(len(ring.match.seatings(deal)))]
        yield lead(score(ring.match, [ring.play(task) for task in tasks]))


def main() -> None:
    """Play as many deals, and say after each how it stands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--iterations", type=int, default=7000)
    parser.add_argument("--level", default="expert:2000")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--seed", default="learn")
    asked = parser.parse_args()
    match = new_match(games.find("traders"), (asked.level, asked.level), 2, {}, seed=asked.seed)
    ring = Ring(match, np.load(asked.path), asked.iterations)
    found: list[float] = []
    for each in leads(ring, asked.deals):
        found.append(each)
        whole = share_of(found, 1.0, *LEADS)
        ours, theirs = (1000 * float(np.median(seconds)) for seconds in ring.seconds)
        text = f"{100 * whole.mean:+.1f} % ({interval_text(whole, 100, 1)})"
        print(f"{len(found)} deals: {text}; a choice {ours:.1f} ms on {theirs:.1f} ms of CPU time", flush=True)


if __name__ == "__main__":
    main()
