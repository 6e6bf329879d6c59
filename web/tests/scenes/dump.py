"""Write sample scenes of all games as JSON, for the tests of the layout: `python web/tests/scenes/dump.py`."""

from __future__ import annotations

import json
from pathlib import Path

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.contract.scene import rendered
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.engine.plain import plain
from fairdeal.play.sitting import Sitting

HERE = Path(__file__).resolve().parent
MOMENTS = (0.0, 0.1, 0.5, 0.8, 1.0)  # how far the game is


def main() -> None:
    for game in games.all_games():
        scenes = [scene for seats in (min(game.seat_counts), max(game.seat_counts)) for scene in _scenes(game, seats)]
        (HERE / f"{game.name}.json").write_text(json.dumps(scenes, ensure_ascii=False, separators=(",", ":")) + "\n")


def _scenes(game: Game, seats: int) -> list[dict[str, object]]:
    rng = numbered("layout", seats)
    setting = game.setting(seats, {}, None, rng)
    whole = Sitting(setting)
    while not whole.is_over:
        whole.random_step(rng)
    length = len(whole.events)
    found: list[dict[str, object]] = []
    sitting, wanted = Sitting(setting), [int(share * length) for share in MOMENTS]
    for number, event in enumerate([*whole.events, None]):
        own_turn = 0 in sitting.actors
        if wanted and number >= wanted[0] and (own_turn or event is None or number >= wanted[0] + 12):
            wanted.pop(0)
            found.append(_drawn(sitting, seats))
        if event is not None:
            sitting.redo(event)
    return found


def _drawn(sitting: Sitting, seats: int) -> dict[str, object]:
    game, setting = sitting.game, sitting.setting
    assert game.public_scene is not None
    assert game.own_scene is not None
    public = rendered(game.public_scene(plain(sitting.view(SPECTATOR))), setting.catalogue(None))
    own = rendered(game.own_scene(plain(sitting.view(0)), 0, sitting.legal(0)), setting.catalogue(0))
    return {"seats": seats, "public": public, "own": own}


main()
