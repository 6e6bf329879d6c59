"""Train a network for Card Game Traders with 2 seats: on games of the policy, then on games against itself.

    python -m bench.learned.train bench/learned/traders-2.npy

By NumPy alone: one hidden layer, Adam, and the end of each game as what is to be foreseen of all its turns.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from bench.learned.values import (
    ADDED,
    FEATURES,
    LAST,
    MARGIN_OF,
    MARGIN_SCALE,
    ROWS,
    SHARE,
    SHARE_OF,
    new_room,
)
from fairdeal import games
from fairdeal.bots.searcher import own_modules
from fairdeal.contract.rules import Numbers
from fairdeal.engine.chance import numbered

HIDDEN = 64
MOST_TURNS = 60  # of a game, on average
BATCH = 1024
USUAL_FEATURES = 60  # that are not 0, for the first weights
OF_MARGIN = 0.3  # what the margin's error counts beside the share's
DECAY = 1e-5
POLICY_ROUNDS, POLICY_GAMES, POLICY_WHIMS = 45, 4200, (0.0, 0.1, 0.3)
SELF_ROUNDS, SELF_GAMES, SELF_WHIMS = 22, 6000, (0.03, 0.15)
KEPT_ROUNDS = 4  # that are trained on again
BOTH = 3  # set of seats

Rows = tuple[Numbers, Numbers]


class Trainer:
    """A network, its games and what Adam remembers."""

    def __init__(self) -> None:
        game = games.find("traders")
        self._native: Any = game.generic("bench.learned.values", *own_modules(game, "knowledge"))
        self._room = new_room(game.rules, HIDDEN)
        self._start = game.setting(2).new_state()
        self._luck = np.random.default_rng(0)
        self.net: Numbers = np.zeros((ROWS, HIDDEN), np.float32)
        self.net[:ADDED] = self._luck.standard_normal((FEATURES, HIDDEN)) / np.sqrt(USUAL_FEATURES)
        self.net[SHARE:LAST] = self._luck.standard_normal((2, HIDDEN)) / np.sqrt(HIDDEN)
        self._mean, self._square = np.zeros_like(self.net), np.zeros_like(self.net)
        self._steps = 0

    def play(self, count: int, whims: tuple[float, ...], by_net: int, seed: str) -> Rows:
        """Play games, an equal part of them with each share of random actions; give their turns and how they ended."""
        parts = [self._play(count // len(whims), whim, by_net, f"{seed} {whim}") for whim in whims]
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    def _play(self, count: int, epsilon: float, by_net: int, seed: str) -> Rows:
        rngs = np.array([numbered(seed, number) for number in range(count)])
        features = np.zeros((count * MOST_TURNS, FEATURES), np.float32)
        ends, owners = np.zeros((len(features), 3), np.float32), np.zeros(len(features), np.int32)
        rows = self._native.play_games(self._start, rngs, epsilon, by_net, self.net, self._room, features, ends, owners)
        return features[:rows], ends[:rows]

    def error(self, rows: Rows) -> float:
        """The mean squared error of the share."""
        return float(np.mean((judged(self.net, rows[0])[0] - rows[1][:, SHARE_OF]) ** 2))

    def train(self, rows: Rows, rate: float) -> None:
        """Go through all rows once, in any order."""
        order = self._luck.permutation(len(rows[0]))
        for first in range(0, len(order) - BATCH + 1, BATCH):
            batch = order[first : first + BATCH]
            self._step(rows[0][batch], rows[1][batch], rate)

    def _step(self, features: Numbers, ends: Numbers, rate: float) -> None:
        before = features @ self.net[:ADDED] + self.net[ADDED]
        hidden = np.maximum(before, 0)
        share, margin = _heads(self.net, hidden)
        wrong = np.stack(
            [share - ends[:, SHARE_OF], OF_MARGIN * (margin - ends[:, MARGIN_OF]) / MARGIN_SCALE], axis=1
        ) / len(features)
        below = (wrong @ self.net[SHARE:LAST]) * (before > 0)
        slope = np.zeros_like(self.net)
        slope[:ADDED] = features.T @ below + DECAY * self.net[:ADDED]
        slope[ADDED] = below.sum(axis=0)
        slope[SHARE:LAST] = wrong.T @ hidden + DECAY * self.net[SHARE:LAST]
        slope[LAST, :2] = wrong.sum(axis=0)
        self._steps += 1
        self._mean += 0.1 * (slope - self._mean)
        self._square += 0.001 * (slope * slope - self._square)
        mean, square = self._mean / (1 - 0.9**self._steps), self._square / (1 - 0.999**self._steps)
        self.net -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def _heads(net: Numbers, hidden: Numbers) -> tuple[Numbers, Numbers]:
    """Share and margin, by the hidden units."""
    found = hidden @ net[SHARE:LAST].T + net[LAST, :2]
    return 1 / (1 + np.exp(-found[:, 0])), MARGIN_SCALE * found[:, 1]


def judged(net: Numbers, features: Numbers) -> tuple[Numbers, Numbers]:
    """Share and margin of whoever is to move, by a network."""
    return _heads(net, np.maximum(features @ net[:ADDED] + net[ADDED], 0))


def rate_of(part: float) -> float:
    """How far a step goes, when so much of a stage is done."""
    return 1e-3 if part < 0.5 else 3e-4 if part < 0.8 else 1e-4


def main() -> None:
    """Train, and say after each round how well it foresaw games that it had not seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    asked = parser.parse_args()
    trainer, kept = Trainer(), list[Rows]()
    for number in range(POLICY_ROUNDS):
        rows = trainer.play(POLICY_GAMES, POLICY_WHIMS, 0, f"policy {number}")
        _say("policy", number, trainer.error(rows))
        trainer.train(rows, 2 * rate_of(number / POLICY_ROUNDS))
    for number in range(SELF_ROUNDS):
        rows = trainer.play(SELF_GAMES, SELF_WHIMS, BOTH, f"self {number}")
        _say("self", number, trainer.error(rows))
        kept = [*kept, rows][-KEPT_ROUNDS:]
        for _ in range(2):
            trainer.train(_joined(kept), rate_of(number / SELF_ROUNDS))
    np.save(asked.path, trainer.net)


def _joined(kept: list[Rows]) -> Rows:
    return np.concatenate([rows[0] for rows in kept]), np.concatenate([rows[1] for rows in kept])


def _say(stage: str, number: int, error: float) -> None:
    print(f"{stage} {number}: mean squared error {error:.4f}, {time.process_time():.0f} s", flush=True)


if __name__ == "__main__":
    main()
