"""Many tables for native code to step: learners use them, and whoever compiles beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from fairdeal.bots.searcher import own_modules
from fairdeal.contract.game import Game, Setting
from fairdeal.engine.chance import XOSHIRO, numbered
from fairdeal.engine.kernel import blank, copy
from fairdeal.engine.observed import scales_of
from fairdeal.engine.stepping import ASKED, AT_RANDOM, BY_POLICY, CHOOSE, ORDER, PORTION, RESET, STEP, WHAT, Tables
from fairdeal.engine.turns import give, give_back, take_back

NATIVE = "fairdeal.engine.stepping"
RANDOM, POLICY = "random", "policy"
DTYPES = {"uint8": np.uint8, "float32": np.float32}


def bound(game: Game) -> Any:
    """Bind the native code to a game, and to its knowledge if it has any."""
    return game.generic(NATIVE, *own_modules(game, "knowledge"))


def new_tables(
    setting: Setting, tables: int, parts: int, dtype: str, mask: bool, opponents: Mapping[int, str], tells: bool
) -> Tables:
    """Make all that native code reads and writes, with what of observations never changes written once."""
    rules, seats, kind = setting.game.rules, setting.seats, DTYPES[dtype]
    natives = {RANDOM: AT_RANDOM, POLICY: BY_POLICY}
    start = blank(rules.STATE)
    copy(setting.new_state(), start[0])
    first = np.zeros(rules.OBSERVATION, np.uint8)
    rules.observe(start[0], 0, first)  # what of it never changes stands there from now on
    factors, offsets = scales_of(rules) if dtype == "float32" else np.zeros((2, 0), np.float32)
    observations = np.zeros((tables, rules.OBSERVATION), kind)
    last = np.zeros((tables, seats, rules.OBSERVATION), kind)
    seen, last_seen = observations, last.reshape(tables * seats, -1)
    if dtype == "float32":
        seen, last_seen = np.zeros((2, parts, rules.OBSERVATION), np.uint8)
    seen[:] = last_seen[:] = first
    return Tables(
        start=start,
        players=np.array([natives.get(opponents.get(seat, ""), ASKED) for seat in range(seats)], np.int8),
        factors=factors,
        offsets=offsets,
        seen=seen,
        last_seen=last_seen,
        views=blank(rules.STATE, parts),
        outcomes=np.zeros((parts, rules.MOST_OUTCOME), np.int16),
        states=blank(rules.STATE, tables),
        rngs=np.zeros((tables, XOSHIRO), np.uint64),
        choosers=np.zeros((tables, XOSHIRO), np.uint64),
        clocks=np.zeros((tables, 2), np.int64),
        observations=observations,
        legal=np.zeros((tables, rules.MOST_LEGAL), np.int32),
        counts=np.zeros(tables, np.int32),
        mask=np.zeros((tables, rules.ACTIONS if mask else 0), np.uint8),
        seat=np.zeros(tables, np.int8),
        rewards=np.zeros((tables, seats), np.float32),
        ended=np.zeros(tables, np.bool_),
        forfeited=np.zeros(tables, np.bool_),
        shares=np.zeros((tables, seats), np.float64),
        points=np.zeros((tables, seats), np.int64),
        last=last,
        games=np.zeros(tables, np.int64),
        told=np.zeros((tables, rules.MOST_EVENTS if tells else 0, seats + 1), np.int32),
        events=np.zeros(tables, np.int32),
    )


def exercise(setting: Setting) -> None:
    """Call every native function as `learn.vector` does by default, which compiles it.

    Observations of another kind are compiled for when they are first asked for.
    """
    native, actions = bound(setting.game), np.zeros(1, np.int32)
    order, left, found, turns = np.zeros((4, ORDER), np.int64)
    for hand_over in (give, take_back, give_back):
        hand_over(turns, 0)
    t = new_tables(setting, 1, 1, "uint8", False, {}, False)
    t.rngs[:] = t.choosers[:] = numbered(0, 0)
    for order[WHAT] in (RESET, CHOOSE, STEP):
        left[0], order[PORTION] = 0, 1
        native.serve(t, 0, actions, order, left, np.ones(1, np.int64), found, turns, True)
    native.observe_one(t, 0, 0, np.zeros(setting.game.rules.OBSERVATION, np.uint8), np.zeros_like(t.observations[0]))
