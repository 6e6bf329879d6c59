"""Laws of native code: the same bytes in every mode, and records that cannot be taken for each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fairdeal.contract.game import Game, Setting, has_turned_up, points_of, shares_of
from fairdeal.contract.rules import State
from fairdeal.engine import kernel
from fairdeal.engine.chance import numbered
from fairdeal.laws.moment import FILLS, Moment, everywhere, hold
from fairdeal.laws.told import played
from fairdeal.laws.walks import filled, random_game
from fairdeal.laws.worlds import worlds_of


def setup_writes_every_byte(setting: Setting) -> None:
    rules = setting.game.rules
    options = setting.new_state().options
    made = []
    for byte in FILLS:
        s = filled(rules.STATE, byte)
        rules.setup(s, setting.seats, options, setting.game.read_data(setting.document))
        made.append(s.tobytes())
    hold(made[0] == made[1], "setup leaves bytes unwritten.")


def trace(
    setting: Setting, seed: int | str, every: int = 5, deep_at: Callable[[State], bool] = everywhere
) -> list[str]:
    """Play a random game and write down every byte the rules make: states, views, observations, worlds and numbers."""
    lines = [f"setup {setting.new_state().tobytes().hex()}"]
    for event in random_game(setting, numbered(seed, 0)):
        m = Moment(setting, event.after, str(seed), event.number)
        lines.append(f"event {event.number} {event.actor} {event.action} {event.outcome.tolist()}")
        lines.append(f"state {event.after.tobytes().hex()}")
        if (event.number % every == 0 or not m.actors) and deep_at(m.s):
            lines += _trace_position(m)
    return lines


def _trace_position(m: Moment) -> list[str]:
    lines = [f"points {points_of(m.game, m.s)}"]
    if not m.actors:
        lines.append(f"winners {shares_of(m.game, m.s)}")
    for seat in m.viewers:
        lines.append(f"view {seat} {m.view(seat).tobytes().hex()}")
    for seat in m.seats:
        out = np.empty(m.rules.OBSERVATION, np.uint8)
        m.rules.observe(m.view(seat), seat, out)
        lines.append(f"observe {seat} {out.tobytes().hex()}")
        lines += [f"world {seat} {world.tobytes().hex()}" for world in worlds_of(m, seat)]
    for seat in m.acting:
        for action in m.some_legal(seat):
            told = [int(m.rules.told(m.s, seat, action, viewer)) for viewer in m.viewers]
            turned_up = has_turned_up(m.rules, m.s, played(m, m.s, seat, action), seat, action)
            lines.append(f"told {seat} {action} {told} {bool(m.rules.teaches(m.s, seat, action))} {turned_up}")
    if m.rules.REAL_TIME and m.actors:
        who, delay = m.rules.tempo(m.s, m.rng("tempo"))
        lines.append(f"tempo {int(who)} {int(delay)} {int(m.rules.patience(m.s))}")
    return lines


def modes_agree(
    setting: Setting,
    seed: int | str,
    modes: Sequence[str] = kernel.MODES,
    every: int = 5,
    deep_at: Callable[[State], bool] = everywhere,
) -> None:
    """Interpreted, compiled and checked runs of a game make the same bytes."""
    traces = [trace(replace(setting, game=setting.game.in_mode(mode)), seed, every, deep_at) for mode in modes]
    for mode, lines in zip(modes[1:], traces[1:], strict=True):
        for one, other in zip(traces[0], lines, strict=False):
            hold(one == other, f"{modes[0]} and {mode} differ (seed {seed}): {one[:200]!r} and {other[:200]!r}.")
        hold(len(traces[0]) == len(lines), f"{modes[0]} and {mode} make games of different lengths (seed {seed}).")


def no_record_is_the_beginning_of_another(games: Iterable[Game]) -> None:
    """Compiled code takes a record for any shorter one that it begins with, so there must be none."""
    found: dict[str, np.dtype[Any]] = {}
    for game in games:
        for name, dtype in _records_of(game):
            for other, known in found.items():
                same = known == dtype and known.fields == dtype.fields
                hold(same or not _begins(known, dtype), f"{name} and {other} begin with the same fields.")
            found[name] = dtype


def _records_of(game: Game) -> list[tuple[str, np.dtype[Any]]]:
    state = game.rules.STATE
    return [
        (f"{game.name}.STATE", state),
        (f"{game.name}.PLAN", game.worlds.PLAN),
        (f"{game.name}.OPTIONS", state["options"]),
        (f"{game.name}.BOX", state["box"]),
    ]


def _begins(one: np.dtype[Any], other: np.dtype[Any]) -> bool:
    """Tell whether the shorter record is how the longer one begins."""
    names = (one.names or (), other.names or ())
    shared = min(map(len, names))
    return all(names[0][i] == names[1][i] and one[i] == other[i] for i in range(shared))
