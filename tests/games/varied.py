"""Games with other numbers than their box has: drawn within the ranges, and just outside of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import inspect as kinds

from fairdeal.contract.game import Game
from fairdeal.contract.options import Json
from fairdeal.engine.chance import numbered
from fairdeal.kit.data import range_of
from fairdeal.laws.moment import Census
from fairdeal.laws.subject import changed
from fairdeal.laws.walks import random_game


def play_to_the_end(
    game: Game, seats: int, options: Mapping[str, Json], changes: Mapping[str, Json], census: Census, seed: int
) -> Any:
    """Play a random game with some numbers changed; no card is lost, and it ends. Give its last state."""
    setting = game.setting(seats, options, changed(game.own_data, changes))
    s = setting.new_state()
    counted = census(s)
    for event in random_game(setting, numbered(f"varied {seed}", 0)):
        s = event.after
        assert census(s) == counted
    assert game.rules.actors(s) == 0
    return s


def just_outside(game: Game) -> Iterator[tuple[str, Json, tuple[int, int]]]:
    """List every number of the game's own data file with a value just below and just above its range."""
    form: Any = game.data_form
    yield from _outside(kinds.type_info(form.kind), game.own_data, "")


def _outside(kind: Any, value: Any, way: str) -> Iterator[tuple[str, Json, tuple[int, int]]]:
    match kind:
        case kinds.StructType():
            for field in kind.fields:
                if field.encode_name in value:
                    yield from _outside(field.type, value[field.encode_name], f"{way}.{field.encode_name}")
        case kinds.ListType():
            for number, part in enumerate(value):
                yield from _outside(kind.item_type, part, f"{way}.{number}")
        case kinds.UnionType():  # a key that may be missing
            yield from _outside(kind.types[0], value, way)
        case kinds.IntType():
            low, high = range_of(kind)
            yield way[1:], low - 1, (low, high)
            yield way[1:], high + 1, (low, high)
