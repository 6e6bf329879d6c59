"""Fairdeal: small card games, their rules written once, in Python.

>>> import fairdeal as fd
>>> caster = fd.find("caster")
>>> game, luck = fd.Sitting(caster.setting(seats=4)), fd.numbered("a first game", 0)
>>> game.deal(luck)
>>> game.events[0].action
'start 1'

The names below are all that most programs need. Each is loaded when it is first used, so the import costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairdeal.bots.bot import Bot, Budget
    from fairdeal.bots.finding import find as find_bot
    from fairdeal.client import Client
    from fairdeal.contract.game import Game, Setting
    from fairdeal.engine.chance import numbered
    from fairdeal.engine.kernel import DEALER
    from fairdeal.errors import FairdealError
    from fairdeal.games import find
    from fairdeal.play.check import check_file as check
    from fairdeal.play.sitting import Sitting

__version__ = "0.1.0"

__all__ = [
    "DEALER",
    "Bot",
    "Budget",
    "Client",
    "FairdealError",
    "Game",
    "Setting",
    "Sitting",
    "check",
    "find",
    "find_bot",
    "numbered",
]

_HOMES = {
    "Bot": "bots.bot",
    "Budget": "bots.bot",
    "Client": "client",
    "DEALER": "engine.kernel",
    "FairdealError": "errors",
    "Game": "contract.game",
    "Setting": "contract.game",
    "Sitting": "play.sitting",
    "check": "play.check:check_file",
    "find": "games",
    "find_bot": "bots.finding:find",
    "numbered": "engine.chance",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home, _, own_name = _HOMES[name].partition(":")
    globals()[name] = getattr(importlib.import_module(f"{__name__}.{home}"), own_name or name)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
