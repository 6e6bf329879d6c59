"""The fuzzer: looks for a crash, a dead end or an endless game."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import product

import numpy as np

from fairdeal.contract.game import Setting
from fairdeal.engine import kernel
from fairdeal.engine.chance import numbered
from fairdeal.laws.moment import Census, no_census
from fairdeal.laws.walks import GUARD, POLICIES, SHAPES, random_game

TROUBLES = {
    1: "actors names a seat that is not there",
    2: "a dead end: a seat is awaited and has no legal action",
    3: "a seat has more legal actions than MOST_LEGAL",
    4: "legal actions are not ascending",
    5: "a legal action is out of range",
    6: "an outcome has more numbers than MOST_OUTCOME",
    7: "the game goes on after MOST_EVENTS",
    8: "the shares of the victory do not add up to 1",
}


@dataclass(frozen=True)
class Figures:
    """What a run of the fuzzer did."""

    games: int
    events: int
    longest: int
    seconds: float


def fuzz(setting: Setting, games: int, seed: int | str = 0) -> Figures:
    """Play many games natively by turns at random, at one end, at the other and swinging; raise AssertionError."""
    rules = setting.game.rules
    loop = setting.game.generic("fairdeal.laws.fuzzing")
    rng, began = numbered(f"fuzz {seed}", 0), np.zeros(4, np.uint64)
    s = kernel.blank(rules.STATE)[0]
    legal = np.zeros(rules.MOST_LEGAL + GUARD, np.int32)
    outcome = np.zeros(rules.MOST_OUTCOME + GUARD, np.int16)
    shares, tally = np.zeros(kernel.MOST_SEATS), np.zeros(3, np.int64)
    started = time.perf_counter()
    trouble = loop.fuzz_games(setting.new_state(), games, rng, s, legal, outcome, shares, tally, began)
    if trouble:
        policy = list(POLICIES)[tally[2] % len(POLICIES)]
        raise AssertionError(
            f"{setting.game.name}, {setting.seats} seats, {dict(setting.options)}: {TROUBLES[trouble]} "
            f"(game {tally[2]}, policy {policy}, generator {began.tolist()})."
        )
    return Figures(games, int(tally[0]), int(tally[1]), time.perf_counter() - started)


def fuzz_edges(setting: Setting, games: int, census: Census = no_census, seed: int | str = 0) -> Figures:
    """Play games by every policy with every shape of deal: as drawn, in order, in reverse order, rotated."""
    events = longest = played = 0
    started = time.perf_counter()
    counted = census(setting.new_state())
    for number, policy, shape in product(range(games), POLICIES, SHAPES):
        length = 0
        for event in random_game(setting, numbered(f"edges {seed}", number), POLICIES[policy], SHAPES[shape]):
            length += 1
            found = census(event.after)
            if found != counted:
                raise AssertionError(f"{policy}, {shape}, game {number}: the census was {counted!r}, is {found!r}.")
        played, events, longest = played + 1, events + length, max(longest, length)
    return Figures(played, events, longest, time.perf_counter() - started)
