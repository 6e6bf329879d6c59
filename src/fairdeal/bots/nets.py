"""Bots that are trained networks: layers in a file of NumPy's, asked without any other library.

A file has the game, its seats and version, which numbers of an observation it looks at, and for each layer the weights
`w0`, `w1`, ... and what is added, `b0`, `b1`, ... What is negative between two layers counts as nothing (ReLU). The
last layer says of every action how good it is, and the best of the legal ones is chosen.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fairdeal.bots.bot import Budget
from fairdeal.contract.game import Game, list_legal
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.observed import scales_of
from fairdeal.errors import BadBot
from fairdeal.language.messages import say

NET = "net:"
Layer = tuple[Numbers, Numbers]


@dataclass(frozen=True)
class Net:
    """A network for a game."""

    game: str
    rules_version: int
    seats: int
    looks_at: Numbers
    """Numbers of an observation, as floats from -1 to 1."""
    layers: Sequence[Layer]

    def judge(self, observations: Numbers) -> Numbers:
        """Say of every action how good it is, for each observation."""
        found = observations[:, self.looks_at]
        for number, (weights, added) in enumerate(self.layers):
            found = (np.maximum(found, 0) if number else found) @ weights + added
        return found

    def write(self, path: Path) -> None:
        """Keep it in a file."""
        layers = {
            f"{name}{n}": part for n, layer in enumerate(self.layers) for name, part in zip("wb", layer, strict=True)
        }
        facts: dict[str, Any] = {
            "game": self.game,
            "rules_version": self.rules_version,
            "seats": self.seats,
            "looks_at": self.looks_at,
        }
        np.savez(path, allow_pickle=False, **facts, **layers)


def net_path(text: str) -> Path:
    """Give the file that a bot's text names."""
    return Path(text.removeprefix(NET))


def read(path: Path) -> Net:
    """Read a network. Raise BadBot."""
    try:
        with np.load(path, allow_pickle=False) as file:
            count = sum(name.startswith("w") for name in file)
            layers = [(file[f"w{number}"], file[f"b{number}"]) for number in range(count)]
            numbers = int(file["rules_version"]), int(file["seats"]), file["looks_at"]
            return Net(str(file["game"]), *numbers, layers)
    except FileNotFoundError:
        raise BadBot(say("net.missing", path=str(path))) from None
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile):
        raise BadBot(say("net.unreadable", path=str(path))) from None


class NetBot:
    """A network in a seat."""

    def __init__(self, game: Game, text: str) -> None:
        self.name = text
        self._game = game
        self._net = read(net_path(text))
        self._factors, self._offsets = scales_of(game.rules)
        _check(game, self._net, text)

    def choose(self, view: State, told: Numbers, seat: int, budget: Budget) -> int:
        """Choose the legal action that is judged best."""
        if view.seats != self._net.seats:
            raise BadBot(say("net.seats", bot=self.name, trained=self._net.seats, seats=int(view.seats)))
        seen = np.zeros(self._game.rules.OBSERVATION, np.uint8)
        self._game.rules.observe(view, seat, seen)
        judged = self._net.judge((seen * self._factors + self._offsets)[None])[0]
        legal = list_legal(self._game.rules, view, seat)
        return legal[int(judged[legal].argmax())]


def _check(game: Game, net: Net, text: str) -> None:
    """Refuse a network that would read or say something else than it was trained to."""
    if (net.game, net.rules_version) != (game.name, game.rules_version):
        there, here = f"{net.game} {net.rules_version}", f"{game.name} {game.rules_version}"
        raise BadBot(say("net.other_game", bot=text, there=there, here=here))
    sizes = [len(net.looks_at), *(weights.shape[-1] for weights, _ in net.layers)]
    is_whole = all(
        weights.shape == (before, after) and added.shape == (after,)
        for (weights, added), before, after in zip(net.layers, sizes, sizes[1:], strict=False)
    )
    is_inside = len(net.looks_at) and net.looks_at.min() >= 0 and net.looks_at.max() < game.rules.OBSERVATION
    if not is_whole or not is_inside or sizes[-1] != game.rules.ACTIONS:
        raise BadBot(say("net.misfit", bot=text, game=game.title))
