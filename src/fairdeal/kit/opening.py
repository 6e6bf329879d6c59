"""What the first pictures of games share: tables that are played on, and parts of their scenes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from fairdeal.contract.game import Setting
from fairdeal.contract.scene import Scene, part_of
from fairdeal.engine.kernel import copy


def copied(setting: Setting, s: Any) -> Any:
    """Give the same table once more."""
    other = setting.new_state()
    copy(s, other)
    return other


def after(setting: Setting, s: Any, action: int) -> Any:
    """Give the table after an action of seat 0."""
    other = copied(setting, s)
    setting.game.rules.play(other, 0, action)
    return other


def shown(setting: Setting, s: Any, zones: Sequence[str], seats: Sequence[int] = ()) -> Scene:
    """Show some zones as seat 0 sees them, and the numbers of some seats."""
    return part_of(setting.game.scene(s, 0), zones, seats)


def bare(scene: Scene) -> Scene:
    """Leave out notes on what is still to come."""
    return replace(scene, zones=tuple(replace(zone, note="") for zone in scene.zones))
