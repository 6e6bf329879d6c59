"""Opening a table, and taking its seats before the game starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from fairdeal import games
from fairdeal.errors import BadOption, NotYours, Refused
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.play.chairs import bot_name
from fairdeal.play.clocks import Now, check_clock
from fairdeal.play.commands.checks import check_before_start, check_host, my_seat
from fairdeal.play.commands.deals import before, call_if_full, last_time, play_again
from fairdeal.play.fairness import terms_of
from fairdeal.play.sitting import Event
from fairdeal.play.table import Table


class Seated(Struct, frozen=True):
    """A person who has a seat from the beginning, by one or more sessions."""

    seat: int
    name: str
    sessions: tuple[str, ...]


def open_table(
    table: Table,
    opened: ev.Opened,
    bots: Mapping[int, str],
    now: Now,
    people: Sequence[Seated] = (),
    events: Sequence[Event] = (),
) -> None:
    """Open the table, bots and people in their seats. Raise what is wrong with game, seats, options or clock.

    The events are those of another game by the same deal; they are played again, each so long before now as it was
    before the last of them.
    """
    began = before(now, last_time(events))
    game = games.find(opened.game)
    game.setting(opened.seats, opened.options, opened.data)
    made = [option.name for option in game.options if option.default is None and option.name in opened.options]
    if made:
        raise BadOption(say("setting.made_option", option=made[0], game=game.title))
    check_clock(opened.clock)
    if game.rules.REAL_TIME and opened.clock.kind != "none":
        raise BadOption(say("setting.own_clock", game=game.title))
    for seat in bots:
        if seat not in range(opened.seats):
            raise BadOption(say("table.no_seat_for_bot", seat=seat + 1, seats=opened.seats))
    terms = terms_of(table.id, game, opened.seats, opened.options, opened.data, opened.salts, opened.copied_from)
    table.write(structs.replace(opened, terms=terms), began)
    for seat, level in sorted(bots.items()):
        table.write(ev.Joined(seat, bot_name(seat), level=level), began)
    for person in people:
        first, *others = person.sessions
        table.write(ev.Joined(person.seat, person.name, first), began)
        for session in others:
            table.write(ev.Claimed(person.seat, session), began)
    call_if_full(table, began)
    play_again(table, events, now)


def join(table: Table, session: str, name: str, link: str, seat: int | None, now: Now) -> None:
    """Let a person take a seat, a free one of its choice or the first."""
    check_before_start(table)
    if (mine := table.seat_of(session)) is not None:
        raise Refused(say("table.seated_already", seat=mine + 1))
    left = table.free_seats()
    if not left:
        raise Refused(say("table.no_free_seat"))
    if seat is not None and seat not in range(table.opened.seats):
        raise Refused(say("table.no_such_seat", seat=seat + 1, seats=table.opened.seats))
    if seat is not None and seat not in left:
        raise Refused(say("table.seat_taken", seat=seat + 1))
    chosen = left[0] if seat is None else seat
    table.write(ev.Joined(chosen, name, session, link=link), now)
    call_if_full(table, now)


def seat_bot(table: Table, session: str, seat: int, level: str, now: Now) -> None:
    """Let the host put a bot into a free seat."""
    check_host(table, session)
    check_before_start(table)
    if seat not in table.free_seats():
        raise Refused(say("table.seat_not_free", seat=seat + 1))
    table.write(ev.Joined(seat, bot_name(seat), level=level), now)
    call_if_full(table, now)


def free(table: Table, session: str, seat: int, now: Now) -> None:
    """Free a seat before the start: one's own, or any by the host."""
    if table.seat_of(session) != seat:
        check_host(table, session)
    check_before_start(table)
    if seat not in range(table.opened.seats) or table.chairs[seat].is_free:
        raise Refused(say("table.nobody_there", seat=seat + 1))
    table.write(ev.Freed(seat), now)


def close(table: Table, session: str, name: str, now: Now) -> None:
    """Let the host cancel the table before the game starts, for everybody and for good."""
    check_host(table, session)
    check_before_start(table)
    table.write(ev.Closed(name), now)


def claim(table: Table, session: str, link: str, now: Now) -> int:
    """Let whoever has a seat's private link play it from this session too."""
    seat = next((n for n, chair in enumerate(table.chairs) if link and chair.link == link), None)
    if seat is None:
        raise NotYours(say("table.no_link"))
    mine = table.seat_of(session)
    if mine == seat:
        return seat
    if mine is not None:
        raise Refused(say("table.seated_already", seat=mine + 1))
    table.write(ev.Claimed(seat, session), now)
    return seat


def relink(table: Table, session: str, link: str, now: Now) -> None:
    """Give the seat a new private link; the old one opens nothing any more."""
    table.write(ev.Linked(my_seat(table, session), link), now)
