"""A seat's view for a player that is a program: as numbers, and as the messages of docs/bot-protocol.md."""

from __future__ import annotations

import base64
from typing import NamedTuple

from fairdeal.bots import messages
from fairdeal.bots.programs import PATIENCE
from fairdeal.contract.game import Setting
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine import chance
from fairdeal.engine.plain import record_of
from fairdeal.errors import Refused
from fairdeal.language.messages import say
from fairdeal.play.table import Table
from fairdeal.server import protocol as out


class Outlook(NamedTuple):
    """What a seat could know and do after an event."""

    number: int
    seat: int
    setting: Setting
    view: State
    told: Numbers
    may_act: bool
    result: tuple[tuple[int, ...], tuple[int, ...]] | None


def outlook_of(table: Table, seat: int) -> Outlook:
    """Give what a seat knows now; before the game it knows nothing."""
    if table.sitting is None:
        raise Refused(say("table.not_begun"))
    result = None if table.ended is None else (tuple(table.ended.scores), tuple(table.ended.winners))
    may_act = result is None and seat in table.awaited()
    return Outlook(table.number, seat, table.setting(), table.view(seat), table.told(seat), may_act, result)


def view_telling(name: str, at: Outlook) -> out.ViewTelling:
    """Write that down for its player."""
    view = record_of(at.view)
    seed = int(chance.from_system()[0]) >> 11
    question = messages.choose(at.setting, view, at.told, at.seat, PATIENCE, seed) if at.may_act else None
    over = None if at.result is None else messages.over(at.setting.game, at.told, at.seat, *at.result)
    return out.ViewTelling(
        name,
        at.number,
        base64.b64encode(view.tobytes()).decode(),
        base64.b64encode(at.told.tobytes()).decode(),
        messages.encode(messages.hello(at.setting, at.seat)).decode(),
        "" if question is None else messages.encode(question).decode(),
        "" if over is None else messages.encode(over).decode(),
    )
