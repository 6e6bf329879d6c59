"""Train the network of Cryptruck with two seats, which chooses by its own view: by games against itself alone.

    python -m bench.learned.train_leaning

By NumPy and Numba alone; about half an hour of a core. It takes its place in the file of the package.
"""

from __future__ import annotations

import argparse
import itertools
import time
from pathlib import Path
from typing import Any

import numpy as np

from bench.learned.leaning import CRITIC_INPUTS, new_network, new_room, new_rows
from bench.learned.train import Layer, keep
from fairdeal import games
from fairdeal.bots import foresight
from fairdeal.bots.foresight import table_of
from fairdeal.bots.scratch import new_sight
from fairdeal.contract.game import Game
from fairdeal.contract.rules import Numbers
from fairdeal.games.cryptruck.intuition import INPUTS, OUTPUTS, SEATS

GAMES = 200  # between two looks at what they teach
CHOICES = 90  # of a game, at most on average
BATCH = 2000  # choices, about
TRACE = 0.9
RATE, LAST_RATE = 1.2e-3, 0.12e-3
DOUBT, LAST_DOUBT = 0.03, 0.004  # what a unit of entropy is worth in victories
MEAN_OF = 0.003  # what each step counts in the mean of the later half, which is kept
FIRST_WEIGHT = 1 / 6
SAID_EVERY = 100


class Trainer:
    """The network, its critic and their games."""

    def __init__(self, game: Game, hidden: int) -> None:
        self.native: Any = game.generic("bench.learned.leaning")
        self._start = game.setting(SEATS).new_state()
        self._luck = np.random.default_rng(0)
        self.network = new_network(*self._weights(INPUTS, hidden, OUTPUTS))
        self.critic = new_network(*self._weights(CRITIC_INPUTS, hidden, 1))
        self.rows = new_rows(GAMES * CHOICES, game.rules.MOST_LEGAL)
        self.room = new_room(game.rules, new_sight(self.network.inner, self.network.outer))
        self._layers = [(each, Layer(each.inner), Layer(each.outer)) for each in (self.network, self.critic)]
        self._steps = 0
        self.mean = [self.network.inner.copy(), self.network.outer.copy()]

    @property
    def learned(self) -> tuple[Numbers, Numbers, Numbers]:
        """The table, and the weights for it."""
        return table_of(self._start), self.mean[0], self.mean[1]

    def _weights(self, inputs: int, hidden: int, outputs: int) -> tuple[Numbers, Numbers]:
        inner, outer = np.zeros((inputs + 1, hidden), np.float32), np.zeros((hidden + 1, outputs), np.float32)
        inner[:] = FIRST_WEIGHT * self._luck.standard_normal(inner.shape)
        if outputs > 1:
            outer[:-1] = 0.3 * self._luck.standard_normal((hidden, outputs)) / np.sqrt(hidden)
        return inner, outer

    def play(self, count: int) -> int:
        """Play games; give how many choices are in the rows now."""
        rngs = self._luck.integers(1, 1 << 63, (count, 4), dtype=np.uint64)
        return int(self.native.play_games(self._start, rngs, TRACE, self.critic, self.rows, self.room))

    def train(self, choices: int, part: float) -> None:
        """Learn from the rows, when so much of the training is done."""
        rate, doubt = RATE + part * (LAST_RATE - RATE), DOUBT * (LAST_DOUBT / DOUBT) ** part
        edges = np.linspace(0, choices, max(1, round(choices / BATCH)) + 1).astype(int)
        for first, end in itertools.pairwise(edges):
            self.native.learn(first, end, doubt, self.network, self.critic, self.rows, self.room)
            self._steps += 1
            for network, inner, outer in self._layers:
                inner.move(network.inner_slope / (end - first), rate, self._steps)
                outer.move(network.outer_slope / (end - first), rate, self._steps)
                network.inner_slope[:], network.outer_slope[:] = 0.0, 0.0
            for mean, weights in zip(self.mean, self.network[:2], strict=True):
                mean += (MEAN_OF if part > 0.5 else 1.0) * (weights - mean)

    def error(self, choices: int) -> float:
        """The mean squared error of what the critic expected."""
        return float(np.mean((self.rows.aim - self.rows.expected)[:choices] ** 2))


def run(trainer: Trainer, rounds: int) -> None:
    """Train, and say now and then how well the critic foresees."""
    for number in range(rounds):
        choices = trainer.play(GAMES)
        if number % SAID_EVERY == 0:
            print(f"{number * GAMES} games: {trainer.error(choices):.4f}, {time.process_time():.0f} s", flush=True)
        trainer.train(choices, number / rounds)


def main() -> None:
    """Train, and keep what was learned."""
    game = games.find("cryptruck")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, nargs="?", default=game.folder / foresight.FILE)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=18_000, help=f"of {GAMES} games each")
    asked = parser.parse_args()
    trainer = Trainer(game, asked.hidden)
    run(trainer, asked.rounds)
    keep(asked.path, trainer.learned)


if __name__ == "__main__":
    main()
