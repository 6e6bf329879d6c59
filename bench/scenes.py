"""How long it takes to draw a table for all who sit at it, and how much is sent."""

from __future__ import annotations

import time
from dataclasses import dataclass

from bench.measure import Result, Series, Verdict
from fairdeal import games
from fairdeal.contract.game import list_legal
from fairdeal.contract.scene import encode
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.engine.plain import plain
from fairdeal.play.sitting import Sitting

SEATS = 4


@dataclass
class Drawn:
    """What drawing a game took, per event: seconds, and bytes."""

    views: float = 0
    public: float = 0
    own: float = 0
    public_bytes: float = 0
    own_bytes: float = 0


def bench(repeats: int) -> Result:
    """Draw a random game of each kind after every event, a new game each time: nothing is drawn twice."""
    result = Result(
        "scenes", f"{SEATS} seats, after every event of random games: public part, and own parts of all seats, as JSON"
    )
    for name in games.NAMES:
        draw(name, "warm")
        found = [draw(name, str(number)) for number in range(repeats)]
        micro = [
            Series(f"{name}: views", "µs", tuple(1e6 * one.views for one in found)),
            Series(f"{name}: public part", "µs", tuple(1e6 * one.public for one in found)),
            Series(f"{name}: own parts", "µs", tuple(1e6 * one.own for one in found)),
        ]
        result.series += [
            *micro,
            Series(f"{name}: public part", "bytes", tuple(one.public_bytes for one in found)),
            Series(f"{name}: own parts", "bytes", tuple(one.own_bytes for one in found)),
        ]
        result.verdicts.append(
            Verdict(f"{name}, µs", micro[1].median + micro[2].median, games.subject(name).drawn_within, at_least=False)
        )
    result.notes = ["A view, a record of all that a viewer knows, is made for the story and the bots as well."]
    return result


def draw(name: str, seed: str) -> Drawn:
    """Play a game at random and draw it after every event."""
    setting = games.find(name).setting(SEATS)
    names = {seat: f"Player {seat}" for seat in range(SEATS)}
    catalogues = {seat: setting.catalogue(seat, names) for seat in range(SEATS)}
    onlookers = setting.catalogue(None, names)
    public_scene, own_scene = setting.game.public_scene, setting.game.own_scene
    assert public_scene is not None
    assert own_scene is not None
    sitting, rng = Sitting(setting), numbered(f"scenes {seed}", 0)
    drawn = Drawn()
    while not sitting.is_over:
        sitting.random_step(rng)
        began = time.process_time()
        views = {viewer: sitting.view(viewer) for viewer in (SPECTATOR, *range(SEATS))}
        viewed = time.process_time()
        drawn.public_bytes += len(encode(public_scene(plain(views[SPECTATOR])), onlookers))
        shared = time.process_time()
        for seat, catalogue in catalogues.items():
            legal = list_legal(setting.game.rules, views[seat], seat)
            drawn.own_bytes += len(encode(own_scene(plain(views[seat]), seat, legal), catalogue))
        ended = time.process_time()
        drawn.views += viewed - began
        drawn.public += shared - viewed
        drawn.own += ended - shared
    events = len(sitting.events)
    return Drawn(*(total / events for total in vars(drawn).values()))
