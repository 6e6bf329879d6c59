"""3x3 CCG Battle in three pictures: what cards are worth, who takes whom, and that the grid is everybody's.

The cards are those of the starter deck: which cards a table has may be a secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from fairdeal.contract.game import Setting, list_legal
from fairdeal.contract.scene import Picture, Piece, Scene, Shape, Zone, part_of
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.engine.plain import interpreted
from fairdeal.games.battle import options, words
from fairdeal.kit.opening import after, copied
from fairdeal.language.messages import Label, say

rules = interpreted("fairdeal.games.battle.rules")

TAKEN = 3  # cards in the first picture
GRID, SCORE = ("pile", "grid"), ("seat0.score",)


def opening(setting: Setting) -> tuple[Picture, ...]:
    chosen = {"deck": options.STARTER, "match": setting.options["match"]}
    starter = setting.game.setting(setting.seats, chosen, setting.data)
    v = _table(starter)
    return _goal(starter, v), *_attack(starter, v)


def _table(setting: Setting) -> Any:
    """§6 A deal with an attack in which two numbers meet, whichever comes first."""
    for number in range(100):
        v = setting.dealt(number)
        if rules.actors(v) == 1 and _meetings(v):
            return v
    return v


def _meetings(v: Any) -> list[int]:
    """List the attacks, those in which the higher of two numbers wins before those that meet none."""
    return sorted(list_legal(rules, v, 0), key=lambda action: words.meeting(v, action)[3] == rules.NONE)


def _goal(setting: Setting, v: Any) -> Picture:
    """§11 Cards come onto the score pile, one by one."""
    v = copied(setting, v)
    scenes = []
    for card in sorted(map(int, v.grid), key=lambda card: -int(v.options.worth[card]))[:TAKEN]:
        rules.capture(v, 0, card)
        scenes.append(_shown(setting, v, SCORE))
    return Picture(say("opening.goal", count=int(v.options.match)), tuple(scenes), ("seat0.points",))


def _attack(setting: Setting, v: Any) -> tuple[Picture, ...]:
    """§8 §9 A card takes its neighbour, and then a new one turns up."""
    attacks = _meetings(v)
    if not attacks:
        return ()
    attacker, _, target, _ = words.meeting(v, attacks[0])
    done = after(setting, v, attacks[0])
    gap = copied(setting, done)
    cell = rules.cell_of(attacks[0])
    fresh, gap.grid[cell] = int(done.grid[cell]), rules.NO_CARD
    gap.left += 1
    marks = tuple(f"card.{card + 1}" for card in (attacker, target))
    before, taken, filled = (_shown(setting, state, (*GRID, *SCORE)) for state in (v, gap, done))
    return (
        Picture(say("opening.attack"), (before, taken), marks),
        Picture(say("opening.grid"), (taken, filled), (f"card.{fresh + 1}",)),
    )


def _shown(setting: Setting, v: Any, zones: Sequence[str]) -> Scene:
    """Show some zones without notes, the score pile spread out."""
    scene = part_of(setting.game.scene(v, SPECTATOR), zones, (0,))
    labels = options.card_names(setting.options)
    return replace(scene, zones=tuple(_spread(zone, labels) for zone in scene.zones))


def _spread(zone: Zone, labels: Mapping[str, str]) -> Zone:
    shape = Shape.ROW if zone.id in SCORE else zone.shape
    return replace(zone, note="", shape=shape, pieces=tuple(_named(piece, labels) for piece in zone.pieces))


def _named(piece: Piece, labels: Mapping[str, str]) -> Piece:
    """Name a card and its face at once: the catalogue of the table has the names of other cards."""
    if not isinstance(piece.face, Label) or not isinstance(piece.name, Label):
        return piece
    return replace(piece, face=labels[piece.face.key], name=Label(piece.name.key, labels[piece.name.key]))
