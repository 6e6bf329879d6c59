"""Card Game Traders in three pictures: what a hand is worth, what playing a card does, and how the end comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from fairdeal.contract.game import Setting, list_legal
from fairdeal.contract.scene import Picture, Scene
from fairdeal.engine.plain import interpreted
from fairdeal.games.traders.abilities import DISCOUNT, VALUE
from fairdeal.kit.opening import after, bare, shown
from fairdeal.language.messages import say

rules = interpreted("fairdeal.games.traders.rules")
abilities = interpreted("fairdeal.games.traders.abilities")

DEAL = 4  # has an ability that leaves values alone
RAISED = 2  # cards on a pile that somebody has played before
OTHERS = 2  # kinds in the hand
MISSING = 2  # cards of the last Market


def opening(setting: Setting) -> tuple[Picture, ...]:
    v = _table(setting)
    return _goal(setting, v), _turn(setting, v), _end(setting, v)


def _table(setting: Setting) -> Any:
    """Lay out a first turn after §4 §5 a deal, whichever comes first, with a hand and piles that show something."""
    v = setting.dealt(DEAL)
    v.packet[:] = 0
    kind = _quiet_kind(v)
    others = [other for other in range(rules.KINDS) if other != kind]
    for held in (kind, kind, *others[:OTHERS]):
        rules.gain(v, 0, held)
    v.shown[:] = 0
    v.meta[kind] += RAISED
    v.phase, v.first, v.turn = rules.PLAYING, 0, 0
    return v


def _quiet_kind(v: Any) -> int:
    """Give a kind whose ability asks for nothing when it is played, if possible one that leaves its value alone.

    Every row has one: but for Value a family lies in it once at most, and without Value all others fill it.
    """
    families = [abilities.family_of(half) for half in v.ability]
    return families.index(DISCOUNT if DISCOUNT in families else VALUE)


def _shown(setting: Setting, v: Any, zones: Sequence[str], kinds: Sequence[int] = ()) -> Scene:
    """Show some zones, of the Meta the piles of some kinds alone, and beside the own hand the own panel."""
    scene = bare(shown(setting, v, zones, (0,) if "seat0.hand" in zones else ()))
    piles = {f"meta.{kind + 1}" for kind in kinds}
    few = [
        replace(zone, pieces=tuple(piece for piece in zone.pieces if zone.id != "meta" or piece.id in piles))
        for zone in scene.zones
    ]
    return replace(scene, zones=tuple(few))


def _held(v: Any) -> list[int]:
    return [kind for kind in range(rules.KINDS) if v.hand[0, kind] > 0]


def _goal(setting: Setting, v: Any) -> Picture:
    """§23 The own hand below the piles that make its cards dear."""
    return Picture(say("opening.goal"), (_shown(setting, v, ("meta", "seat0.hand"), _held(v)),), ("seat0.points",))


def _turn(setting: Setting, v: Any) -> Picture:
    """§11 §19 A card goes onto its pile, and what the kind is worth then buys cards."""
    zones, kinds, kind = ("meta", "market", "seat0.hand"), _held(v), _quiet_kind(v)
    played = after(setting, v, rules.PLAY + kind)
    purchases = [action for action in list_legal(rules, played, 0) if rules.BUY <= action < rules.DONE]
    states = (v, played, *(after(setting, played, purchase) for purchase in purchases[-1:]))
    scenes = tuple(_shown(setting, state, zones, kinds) for state in states)
    return Picture(say("opening.turn"), scenes, (f"meta.{kind + 1}", "market.power"))


def _end(setting: Setting, v: Any) -> Picture:
    """§20 §21 The deck is empty, and the Market cannot be filled."""
    v = after(setting, v, rules.PLAY + _quiet_kind(v))
    v.deck_size, missing = 0, MISSING
    for kind in range(rules.KINDS):
        taken = min(missing, int(v.market[kind]))
        v.market[kind] -= taken
        missing -= taken
    rules.replenish(v)
    caption = say("opening.end", market=int(v.options.market))
    return Picture(caption, (_shown(setting, v, ("market",)),), ("market.deck",))
