"""From zero to a trained bot: masked PPO in self-play for any game of Fairdeal, on a CPU.

    python train.py battle --seats 2 --option deck=starter --minutes 30 -o battle

A network prefers some of the legal actions and says what the seat may expect. At each table an action is drawn by it;
when games are over, what brought more than expected is preferred more. Every few minutes it plays the greedy yardstick.
In the folder are then the network as it was each time (`net-01.npz`, ...), the last one (`net.npz`), what was measured
(`curve.csv`) and its picture (`curve.svg`). `fairdeal duel battle net:battle/net.npz greedy` lets it play.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from fairdeal import games, learn
from fairdeal.bots.nets import Net
from fairdeal.engine.observed import scales_of

WIDTH = 256
TABLES = 256
STEPS = 256  # of each table before something is learnt; games that are not over by then are left out
ROWS = 1024  # of a step of learning
TIMES = 2  # that all rows are learnt from
RATE = 1e-3  # at first; it falls to almost nothing
TRUST = 0.9  # in what came later, beside the own expectation
CLIP = 0.2  # how much likelier or less likely an action may become at a time
CURIOSITY = 0.01  # what it is worth to be undecided; it falls to nothing
LEAD = 0.5  # what a lead in points is worth beside the victory, for it tells more of each choice; it falls to nothing
YARDSTICK = "greedy"


class Learner:
    """Self-play at many tables, and the network that learns from it."""

    def __init__(self, game: Any, seats: int, options: dict[str, Any], seed: int) -> None:
        torch.manual_seed(seed)
        self.game, self.seats, self.options = game, seats, options
        threads = torch.get_num_threads()
        self.tables = learn.vector(game, TABLES, seats=seats, options=options, seed=seed, mask=True, threads=threads)
        self.luck = np.random.default_rng(seed)
        factors, offsets = scales_of(game.rules)
        self.looks_at = self._changing()
        self.factors, self.offsets = (torch.from_numpy(each[self.looks_at]) for each in (factors, offsets))
        self.body = nn.Sequential(nn.Linear(len(self.looks_at), WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.actor, self.critic = nn.Linear(WIDTH, game.rules.ACTIONS), nn.Linear(WIDTH, seats + 1)
        self.parts = nn.ModuleList([self.body, self.actor, self.critic])
        self.optimizer = torch.optim.Adam(self.parts.parameters(), RATE)
        self.games, self.rows, self.wrong, self.usual_lead = 0, 0, 0.0, 0.0

    def _changing(self) -> np.ndarray:
        """Find the numbers of an observation that ever change: the others say nothing."""
        seen = learn.collect(self.tables, learn.Vector.random_actions, 200).observations
        return np.flatnonzero(seen.max(axis=0) != seen.min(axis=0))

    def judge(self, observations: np.ndarray, mask: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Give how likely each action is, as logarithms, and what to expect: by seat, own first, and the lead."""
        looked_at = torch.from_numpy(observations[:, self.looks_at]).float()
        found = self.body(looked_at * self.factors + self.offsets)
        legal = torch.from_numpy(mask.astype(np.bool_))
        return self.actor(found).masked_fill(~legal, -1e9).log_softmax(1), self.critic(found)

    def choose(self, tables: learn.Vector, draws: bool = True) -> np.ndarray:
        """Draw actions as likely as they are, or do the likeliest."""
        with torch.no_grad():
            likely = self.judge(tables.observations, tables.mask)[0].numpy()
        return (likely + self.luck.gumbel(size=likely.shape) if draws else likely).argmax(axis=1)

    def learn(self, done: float) -> None:
        """Play a while, and learn from every choice that was one."""
        found = learn.collect(self.tables, self.choose, STEPS)
        rows = np.flatnonzero(found.counts > 1)
        mask = np.zeros((len(found.counts), self.game.rules.ACTIONS + 1), np.bool_)
        listed = np.arange(found.legal.shape[1]) < found.counts[:, None]
        np.put_along_axis(mask, np.where(listed, found.legal, -1).astype(np.int64), True, axis=1)
        mask = mask[:, :-1]  # what is not listed was put there
        parts = np.array_split(rows, max(1, len(rows) // ROWS))
        with torch.no_grad():
            judged = [self.judge(found.observations[part], mask[part]) for part in parts]
        before, expected = (torch.cat([each[place] for each in judged]) for place in range(2))
        actions = torch.from_numpy(found.actions[rows].astype(np.int64))
        before = before.gather(1, actions[:, None])[:, 0]
        ends = np.append(np.diff(np.searchsorted(found.starts, rows, "right")) > 0, True)
        points = found.all_points[rows]
        lead = points[:, :1] - points[:, 1:].max(axis=1, keepdims=True)
        self.usual_lead = self.usual_lead or 2 * float(lead.std()) or 1.0
        won = np.hstack([found.all_rewards[rows], lead / self.usual_lead]).astype(np.float32)
        counts = np.array([1.0, *[0.0] * (self.seats - 1), LEAD * (1 - done)], np.float32)
        more = advantages(won @ counts, expected.numpy() @ counts, ends)
        more, won = torch.from_numpy((more - more.mean()) / (more.std() + 1e-6)), torch.from_numpy(won)
        self.optimizer.param_groups[0]["lr"] = RATE * max(0.01, 1 - done)
        losses = []
        for _ in range(TIMES):
            for part in np.array_split(self.luck.permutation(len(rows)), len(parts)):
                likely, value = self.judge(found.observations[rows[part]], mask[rows[part]])
                ratio = (likely.gather(1, actions[part, None])[:, 0] - before[part]).exp()
                gain = torch.minimum(ratio * more[part], ratio.clamp(1 - CLIP, 1 + CLIP) * more[part]).mean()
                wrong = nn.functional.mse_loss(value, won[part])
                undecided = -(likely.exp() * likely).sum(1).mean()
                self.optimizer.zero_grad()
                (wrong - gain - CURIOSITY * (1 - done) * undecided).backward()
                nn.utils.clip_grad_norm_(self.parts.parameters(), 0.5)
                self.optimizer.step()
                losses.append(float(wrong.detach()))
        self.games, self.rows = self.games + len(found.starts) // self.seats, self.rows + len(rows)
        self.wrong = float(np.mean(losses))

    def measure(self, tables: int, number: int) -> tuple[float, float]:
        """Play the yardstick in all other seats: the mean share of the victory, and its standard error."""
        how = {"seats": self.seats, "options": self.options, "opponents": YARDSTICK, "seed": f"test {number}"}
        there = learn.vector(self.game, tables, mask=True, **how)
        shares = np.full(tables, np.nan)
        while np.isnan(shares).any():
            there.step(self.choose(there, draws=False))
            first = there.ended & np.isnan(shares)
            shares[first] = there.shares[first, 0]
        return float(shares.mean()), float(shares.std() / np.sqrt(tables))

    def write(self, path: Path) -> None:
        linear = [self.body[0], self.body[2], self.actor]
        layers = [(layer.weight.detach().numpy().T.copy(), layer.bias.detach().numpy().copy()) for layer in linear]
        Net(self.game.name, self.game.rules_version, self.seats, self.looks_at, layers).write(path)


def advantages(rewards: np.ndarray, expected: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Say how much more than expected each choice brought: by the next expectation, and less and less by later ones."""
    found, later = np.zeros_like(expected), 0.0
    for row in range(len(expected) - 1, -1, -1):
        later = rewards[row] - expected[row] if ends[row] else expected[row + 1] - expected[row] + TRUST * later
        found[row] = later
    return found


def draw_curve(path: Path, rows: list[dict[str, float]], equal: float) -> None:
    """Draw shares against the yardstick over minutes, with 95 % intervals; dashed is where it would be level."""
    last = max(rows[-1]["minutes"], 1e-9)

    def line(*points: tuple[float, float]) -> str:
        return " ".join(f"{48 + minutes / last * 576:.1f},{16 + (1 - share) * 264:.1f}" for minutes, share in points)

    upper, lower = ([(row["minutes"], row["share"] + side * row["error"]) for row in rows] for side in (1.96, -1.96))
    marks = "".join(f'<text x="8" y="{284 - 264 * part / 4}">{part / 4:.0%}</text>' for part in range(5))
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 320" font-family="sans-serif" font-size="12">'
        f'<rect width="640" height="320" fill="#fff"/><polygon points="{line(*upper, *lower[::-1])}" fill="#cfe0f5"/>'
        f'<polyline points="{line((0, equal), (last, equal))}" stroke="#888" stroke-dasharray="4"/>{marks}'
        f'<polyline points="{line(*((row["minutes"], row["share"]) for row in rows))}" stroke="#1f5fa8" fill="none"/>'
        f'<text x="64" y="308">share of the victory against {YARDSTICK}, CPU minutes up to {last:.1f}</text></svg>\n',
        "utf-8",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[], help="an option of the game, NAME=VALUE")
    parser.add_argument("--minutes", type=float, default=30.0, help="of CPU time")
    parser.add_argument("--measures", type=int, default=10, help="how often the yardstick is played, --games games")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--out", type=Path, required=True)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    game = games.find(given.game)
    known = {option.name: option for option in game.options}
    options = {name: known[name].parse(value) for name, _, value in (text.partition("=") for text in given.option)}
    learner = Learner(game, given.seats or game.seat_counts[0], options, given.seed)
    given.out.mkdir(parents=True, exist_ok=True)
    rows: list[dict[str, float]] = []
    spent = 0.0
    while len(rows) <= given.measures:
        while spent < given.minutes * len(rows) / given.measures:
            before = time.process_time()
            learner.learn(spent / given.minutes)
            spent += (time.process_time() - before) / 60
        share, error = learner.measure(given.games, len(rows))
        counts = {"games": learner.games, "choices": learner.rows, "loss": learner.wrong}
        rows.append({"minutes": spent, **counts, "share": share, "error": error})
        print(" ".join(f"{name} {value:.4g}" for name, value in rows[-1].items()), flush=True)
        for name in (f"net-{len(rows) - 1:02}.npz", "net.npz"):
            learner.write(given.out / name)
        with (given.out / "curve.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
        draw_curve(given.out / "curve.svg", rows, 1 / learner.seats)


if __name__ == "__main__":
    main()
