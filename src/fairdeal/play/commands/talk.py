"""What is said at a table: words of players, and hints that they take."""

from __future__ import annotations

from fairdeal.errors import Refused
from fairdeal.language import messages
from fairdeal.play import events as ev
from fairdeal.play.clocks import Now
from fairdeal.play.commands.checks import check_may_act, my_seat
from fairdeal.play.table import Table

LONGEST_TEXT = 200
PHRASES = (
    "hello", "good_luck", "thanks", "well_played", "oops", "one_moment", "thinking", "your_turn", "sorry", "good_game",
)  # fmt: skip


def say(table: Table, session: str, text: str, phrase: str, now: Now) -> None:
    """Let a player say something to the table."""
    seat = my_seat(table, session)
    if phrase and phrase not in PHRASES:
        raise Refused(messages.say("table.no_phrase", phrase=phrase, phrases=PHRASES))
    text = "".join(letter for letter in text if letter.isprintable()).strip()
    if bool(text) == bool(phrase):
        raise Refused(messages.say("table.text_or_phrase"))
    if len(text) > LONGEST_TEXT:
        raise Refused(messages.say("table.long_text", count=LONGEST_TEXT))
    table.write(ev.Said(seat, text, phrase), now)


def check_hint(table: Table, session: str, now: Now) -> int:
    """Give the seat of a player who may have a hint now, or refuse it."""
    seat = my_seat(table, session)
    if not table.opened.hints:
        raise Refused(messages.say("table.no_hints"))
    check_may_act(table, seat, now, "")
    legal = table.legal(seat)
    if not legal:
        raise Refused(messages.say("table.nothing_to_do"))
    if len(legal) == 1:
        raise Refused(messages.say("table.one_thing", action=table.game.words.text(legal[0])))
    return seat


def take_hint(table: Table, session: str, chosen_at: int, now: Now) -> int:
    """Write down that a player takes a hint which was made at that number; give the seat."""
    seat = check_hint(table, session, now)
    if chosen_at < table.changed_at(seat):
        raise Refused(messages.say("table.passed"))
    table.write(ev.Hinted(seat), now)
    return seat
