"""Craft My Coast in three pictures: balanced lines and a secret icon, drawing and covering, and how the end comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairdeal.contract.game import Setting, list_legal
from fairdeal.contract.scene import Picture, Scene
from fairdeal.engine.plain import interpreted
from fairdeal.kit.opening import after, bare, shown
from fairdeal.kit.words import number_of
from fairdeal.language.messages import Label, Message, say

rules = interpreted("fairdeal.games.coast.rules")

LEFT = 3  # cards that somebody has not come to
ONE_IN = 5  # places are tried: all of them would take the better part of a second


def opening(setting: Setting) -> tuple[Picture, ...]:
    v = _table(setting)
    drawn = after(setting, v, rules.DRAW)
    laid = after(setting, drawn, _best(setting, drawn))
    return _goal(setting, laid), _turn(setting, (v, drawn, laid)), _end(setting, laid)


def _table(setting: Setting) -> Any:
    """§4 to §7 A common start, whichever comes first, with the cities as they come."""
    v = setting.dealt()
    for seat in range(v.seats):
        rules.play(v, seat, rules.ARRANGE)
    rules.deal(v, ())
    return v


def _best(setting: Setting, v: Any) -> int:
    """Give a place for the card in hand that makes many points: the best of one in a few."""
    return max(list_legal(rules, v, 0)[::ONE_IN], key=lambda action: int(rules.points_of(after(setting, v, action), 0)))


def _goal(setting: Setting, v: Any) -> Picture:
    """§15 A region with its balances, and the icon that its seat plays for."""
    return Picture(say("opening.goal"), (bare(shown(setting, v, ("seat0.region", "seat0.agenda"))),), ("seat0.agenda",))


def _turn(setting: Setting, states: Sequence[Any]) -> Picture:
    """§8 to §10 A card is drawn, and covers squares of others."""
    zones = ("seat0.region", "seat0.hand", "seat0.pile")
    scenes = tuple(bare(shown(setting, state, zones)) for state in states)
    squares = tuple(piece.id for tile in scenes[1].zone("seat0.hand").pieces for piece in tile.squares)
    most = Label(f"covered.{states[0].box.most_covered}")
    return Picture(say("opening.turn" if setting.seats > 1 else "opening.alone", squares=most), scenes, squares)


def _end(setting: Setting, v: Any) -> Picture:
    """§14 §15 Who has an empty pile ends it; the others have cards left."""
    v = after(setting, v, rules.DRAW)
    piles = range(min(2, setting.seats))
    for seat in piles:
        v.left[seat] = LEFT
    scenes = [_ending(setting, v, piles)]
    v.left[piles[-1]] = 0
    v.phase = rules.OVER
    scenes.append(_ending(setting, v, piles))
    return Picture(
        _caption(setting, number_of("points", v.box.left_costs)), tuple(scenes), ("seat0.points", "seat0.left")
    )


def _ending(setting: Setting, v: Any, seats: Sequence[int]) -> Scene:
    return bare(shown(setting, v, [f"seat{seat}.pile" for seat in seats], seats))


def _caption(setting: Setting, points: Message) -> Message:
    """§14 What ends the game depends on the options."""
    who = "first" if setting.seats > 1 else "own"
    end, limit = say(f"opening.{who}_{setting.options['end_on']}"), setting.options["time_limit"]
    if limit:
        return say("opening.limited", end=end, seconds=limit, points=points)
    return say("opening.costs" if setting.seats > 1 else "opening.ends", end=end, points=points)
