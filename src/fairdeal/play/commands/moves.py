"""Playing, and taking back what was played."""

from __future__ import annotations

from collections.abc import Sequence

from fairdeal.errors import FairdealError, HalfDone, Refused, Stale
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.play.clocks import Now
from fairdeal.play.commands.checks import check_may_act, my_seat
from fairdeal.play.commands.consent import ask_for, let_lapse
from fairdeal.play.commands.deals import deal_what_is_due
from fairdeal.play.table import Table

MOST_ACTIONS = 2  # in one message: place and draw


def play(table: Table, seat: int, actions: Sequence[str], id: str, chosen_at: int, now: Now, by: str = "") -> int:
    """Let a seat act; several actions are done one after another, as long as they are accepted.

    Return the number of the last entry that this message made. A message that was done before is not done again.
    Raise Refused or Unreadable with the reason, Stale if what the seat may do has changed since `chosen_at`.
    """
    done = table.done_by(seat, id)
    if done is not None:
        return done
    check_may_act(table, seat, now, by)
    if not 1 <= len(actions) <= MOST_ACTIONS:
        raise Refused(say("table.action_count", most=MOST_ACTIONS, count=len(actions)))
    if chosen_at > table.number:
        raise Refused(say("table.future", number=chosen_at, last=table.number))
    if chosen_at < table.changed_at(seat):
        raise Stale(say("table.stale"))
    for place, action in enumerate(actions):
        asked = table.ask
        try:
            table.write(ev.Played(seat, action, id, by), now)
        except FairdealError as error:
            if place == 0:
                raise
            raise HalfDone(say("table.half_done", first=actions[0], second=action, reason=error)) from None
        made = table.number
        if table.ask is None:
            let_lapse(table, asked, "acted", seat, now)
        deal_what_is_due(table, now)
    return made if id else table.number


def undo(table: Table, session: str, now: Now) -> None:
    """Take back the seat's latest action if nobody learned anything from it; else ask the others.

    Whoever has nobody to ask never takes back what was turned up: else one could look, and choose again.
    """
    seat = my_seat(table, session)
    played = table.running()
    if not played.can_undo(seat):
        raise Refused(say("table.nothing_of_yours"))
    if played.undo_is_free(seat):
        let_lapse(table, table.ask, "acted", seat, now)
        table.write(ev.Undone(table.latest_of(seat), seat), now)
        return
    if table.opened.day:
        raise Refused(say("daily.no_undo"))
    if played.game.rules.REAL_TIME:
        raise Refused(say("table.only_latest"))
    if not set(table.people()) - {seat} and played.undo_hides(seat):
        raise Refused(say("table.turned_up"))
    ask_for(table, session, "undo", now)
