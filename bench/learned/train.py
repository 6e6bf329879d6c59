"""Train the networks of Card Game Traders: on games of the policy, then on games against themselves.

    python -m bench.learned.train --seats 3

By NumPy alone: one hidden layer and Adam. The network for these seats takes its place in the file of the package.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.learned.games import new_room
from fairdeal import games
from fairdeal.bots import foresight
from fairdeal.bots.foresight import Foresight, table_of
from fairdeal.bots.scratch import new_sight
from fairdeal.bots.searcher import own_modules
from fairdeal.contract.game import Game
from fairdeal.contract.rules import Numbers
from fairdeal.engine.chance import numbered
from fairdeal.games.traders.foresight import A_POINT, INPUTS, OUTPUTS
from fairdeal.games.traders.rules import SEATS

MOST_TURNS = 60  # of a game, on average
BATCH = 1024
USUAL_INPUTS = 60  # that are not 0, for the first weights
OF_POINTS = 0.3  # what the error of points counts beside that of shares
DECAY = 1e-5
POLICY_GAMES, POLICY_WHIMS = 4200, (0.0, 0.1, 0.3)
SELF_GAMES, SELF_WHIMS = 6000, (0.03, 0.15)
KEPT_ROUNDS = 4  # that are trained on again
ALL = (1 << SEATS) - 1

Rows = tuple[Numbers, Numbers]


class Trainer:
    """A network, its games and what Adam remembers."""

    def __init__(self, game: Game, seats: int, hidden: int) -> None:
        modules = [*own_modules(game, "knowledge"), *own_modules(game, "foresight")]
        self.native: Any = game.generic("bench.learned.games", *modules)
        self._start, self._seats = game.setting(seats).new_state(), seats
        self._luck = np.random.default_rng(0)
        self.inner: Numbers = np.zeros((INPUTS + 1, hidden), np.float32)
        self.outer: Numbers = np.zeros((hidden + 1, OUTPUTS), np.float32)
        self._said = [*range(seats), *range(SEATS, SEATS + seats)]
        self.inner[:-1] = self._luck.standard_normal((INPUTS, hidden)) / np.sqrt(USUAL_INPUTS)
        self.outer[:-1, self._said] = self._luck.standard_normal((hidden, 2 * seats)) / np.sqrt(hidden)
        self.room = new_room(game.rules, new_sight(self.inner, self.outer))
        self._layers = [Layer(self.inner), Layer(self.outer)]
        self._steps = 0

    @property
    def learned(self) -> tuple[Numbers, Numbers, Numbers]:
        """The table, and the weights for it."""
        return table_of(self._start), self.inner, self.outer

    def play(self, count: int, whims: tuple[float, ...], by_net: int, trace: float, seed: str) -> Rows:
        """Play games, an equal part of them with each share of random actions; give turns and what they may expect."""
        parts = [self._play(count // len(whims), whim, by_net, trace, f"{seed} {whim}") for whim in whims]
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    def _play(self, count: int, epsilon: float, by_net: int, trace: float, seed: str) -> Rows:
        rngs = np.array([numbered(seed, number) for number in range(count)])
        inputs = np.zeros((count * MOST_TURNS, INPUTS), np.float32)
        found, movers = np.zeros((len(inputs), OUTPUTS), np.float32), np.zeros(len(inputs), np.int32)
        rows = self.native.play_games(self._start, rngs, epsilon, by_net, trace, self.room, inputs, found, movers)
        return inputs[:rows], found[:rows]

    def error(self, rows: Rows) -> float:
        """The mean squared error of the mover's share."""
        return float(np.mean((self.judge(rows[0])[1][:, 0] - rows[1][:, 0]) ** 2))

    def judge(self, inputs: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Hidden units, shares and points in the order of play, for many turns at once."""
        hidden = np.maximum(inputs @ self.inner[:-1] + self.inner[-1], 0)
        said = hidden @ self.outer[:-1] + self.outer[-1]
        logits = said[:, : self._seats]
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, shares / shares.sum(axis=1, keepdims=True), said[:, SEATS : SEATS + self._seats]

    def train(self, rows: Rows, rate: float) -> None:
        """Go through all rows once, in any order."""
        order = self._luck.permutation(len(rows[0]))
        for first in range(0, len(order) - BATCH + 1, BATCH):
            batch = order[first : first + BATCH]
            self._step(rows[0][batch], rows[1][batch], rate)

    def _step(self, inputs: Numbers, ends: Numbers, rate: float) -> None:
        hidden, shares, points = self.judge(inputs)
        seats, wrong = self._seats, np.zeros((len(inputs), OUTPUTS), np.float32)
        wrong[:, :seats] = shares - ends[:, :seats]
        wrong[:, SEATS : SEATS + seats] = OF_POINTS * (points - A_POINT * ends[:, SEATS : SEATS + seats])
        wrong /= len(inputs)
        below = (wrong @ self.outer[:-1].T) * (hidden > 0)
        self._steps += 1
        self._layers[0].move(np.vstack([inputs.T @ below, below.sum(axis=0)]), rate, self._steps)
        self._layers[1].move(np.vstack([hidden.T @ wrong, wrong.sum(axis=0)]), rate, self._steps)


class Layer:
    """Weights, and what Adam remembers of their slopes."""

    def __init__(self, weights: Numbers) -> None:
        self._weights = weights
        self._mean, self._square = np.zeros_like(weights), np.zeros_like(weights)

    def move(self, slope: Numbers, rate: float, steps: int) -> None:
        """Go one step down; what is added in the last row does not decay."""
        slope[:-1] += DECAY * self._weights[:-1]
        self._mean += 0.1 * (slope - self._mean)
        self._square += 0.001 * (slope * slope - self._square)
        mean, square = self._mean / (1 - 0.9**steps), self._square / (1 - 0.999**steps)
        self._weights -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def rate_of(part: float) -> float:
    """How far a step goes, when so much of a stage is done."""
    return 1e-3 if part < 0.5 else 3e-4 if part < 0.8 else 1e-4


def run(trainer: Trainer, policy_rounds: int, self_rounds: int, trace: float) -> None:
    """Train, and say before each round how well the network foresees games that it has not seen."""
    kept: list[Rows] = []
    for number in range(policy_rounds):
        rows = trainer.play(POLICY_GAMES, POLICY_WHIMS, 0, 1.0, f"policy {number}")
        _say("policy", number, trainer.error(rows))
        trainer.train(rows, 2 * rate_of(number / policy_rounds))
    for number in range(self_rounds):
        rows = trainer.play(SELF_GAMES, SELF_WHIMS, ALL, trace, f"self {number}")
        _say("self", number, trainer.error(rows))
        kept = [*kept, rows][-KEPT_ROUNDS:]
        for _ in range(2):
            trainer.train(_joined(kept), rate_of(number / self_rounds))


def _joined(kept: Sequence[Rows]) -> Rows:
    return np.concatenate([rows[0] for rows in kept]), np.concatenate([rows[1] for rows in kept])


def _say(stage: str, number: int, error: float) -> None:
    print(f"{stage} {number}: mean squared error {error:.4f}, {time.process_time():.0f} s", flush=True)


def keep(path: Path, learned: tuple[Numbers, Numbers, Numbers]) -> None:
    """Put a network into a file, beside those for other tables and in the place of an earlier one for the same."""
    found = {learned[0].tobytes(): learned}
    if path.is_file():
        there = foresight.read(path)
        others = zip(there.tables, there.inner, there.outer, strict=True)
        found = {**{other[0].tobytes(): other for other in others}, **found}
    ordered = [found[table] for table in sorted(found)]
    Foresight(*(np.stack(parts) for parts in zip(*ordered, strict=True))).write(path)


def main() -> None:
    """Train for some seats, and keep what was learned."""
    game = games.find("traders")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, nargs="?", default=game.folder / foresight.FILE)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--policy-rounds", type=int, default=25)
    parser.add_argument("--self-rounds", type=int, default=36)
    parser.add_argument("--trace", type=float, default=0.7)
    asked = parser.parse_args()
    trainer = Trainer(game, asked.seats, asked.hidden)
    run(trainer, asked.policy_rounds, asked.self_rounds, asked.trace)
    keep(asked.path, trainer.learned)


if __name__ == "__main__":
    main()
