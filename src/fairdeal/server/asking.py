"""What became of a request of a player, in a sentence for everybody."""

from __future__ import annotations

from collections.abc import Mapping

from fairdeal.language.messages import Message, say
from fairdeal.play import events as ev


def outcome_of(event: ev.Event, names: Mapping[int, str]) -> Message | str:
    """Say what became of a request; empty if the event ends none."""
    match event:
        case ev.Lapsed():
            asker, wish = names[event.seat], say(f"asked.{event.what}")
            return say("asked.ended", player=asker, wish=wish, reason=_reason(event, names))
        case ev.Declined(what=""):  # stored before it said what
            return say("asked.declined")
        case ev.Declined() if event.seat == event.asker:
            return say("asked.withdrawn", player=names[event.seat], wish=say(f"asked.{event.what}"))
        case ev.Declined():
            wish = say(f"asked.{event.what}")
            return say("asked.declined_by", player=names[event.seat], asker=names[event.asker], wish=wish)
        case ev.Paused():
            return say("table.paused")
        case ev.Extended():
            return say("asked.extended", count=event.seconds)
        case ev.Offered():
            return say("rematch.offered", player=names[event.seat])
        case ev.Answered():
            return say("rematch.joined" if event.joins else "rematch.declined", player=names[event.seat])
        case ev.Withdrawn():
            return say("rematch.withdrawn", player=names[event.seat])
        case ev.StoodIn() if event.failed:
            return say("away.bot_failed", player=names[event.seat], bot=event.failed)
        case ev.StoodIn():
            return say("away.stood_in", player=names[event.seat])
        case ev.Returned():
            return say("away.returned", player=names[event.seat])
    return ""


def _reason(lapsed: ev.Lapsed, names: Mapping[int, str]) -> Message:
    if lapsed.why == "over":
        return say("asked.over")
    return say(f"asked.{lapsed.why}", player=names[lapsed.by])
