"""What became of a request of a player, in a sentence for everybody."""

from __future__ import annotations

from collections.abc import Mapping

from fairdeal.play import events as ev

WISHES = {"undo": "to take a move back", "pause": "for a pause", "time": "for more time"}


def outcome_of(event: ev.Event, names: Mapping[int, str]) -> str:
    """Say what became of a request; empty if the event ends none."""
    match event:
        case ev.Lapsed():
            return f"The request of {names[event.seat]} {WISHES[event.what]} has ended: {_reason(event, names)}."
        case ev.Declined(what=""):  # stored before it said what
            return "The request was declined."
        case ev.Declined() if event.seat == event.asker:
            return f"{names[event.seat]} no longer asks {WISHES[event.what]}."
        case ev.Declined():
            return f"{names[event.seat]} declined the request of {names[event.asker]} {WISHES[event.what]}."
        case ev.Paused():
            return "The game is paused."
        case ev.Extended():
            return f"Everybody has {event.seconds} seconds more."
    return ""


def _reason(lapsed: ev.Lapsed, names: Mapping[int, str]) -> str:
    match lapsed.why:
        case "acted":
            return f"{names[lapsed.by]} acted first"
        case "left":
            return f"a bot plays on for {names[lapsed.by]}"
        case "over":
            return "the game is over"
