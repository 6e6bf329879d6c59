"""The fair deal: nonces promised and opened, the start that follows from them, and the dealer, who acts by it."""

from __future__ import annotations

from collections.abc import Sequence

from fairdeal.contract.options import Json
from fairdeal.engine.kernel import DEALER, NOBODY
from fairdeal.errors import Refused
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.play.clocks import Now
from fairdeal.play.commands.checks import check_before_start, check_start, my_seat
from fairdeal.play.commands.consent import let_lapse
from fairdeal.play.fairness import NONCE
from fairdeal.play.sitting import Event
from fairdeal.play.table import TO_REVEAL, Phase, Table


def call_if_full(table: Table, now: Now) -> None:
    if table.free_seats():
        return
    if table.opened.copied_from or not table.people():
        begin(table, now)
    elif all(chair.commitment for chair in table.chairs if chair.is_person):
        table.write(ev.Called(), now)


def commit(table: Table, session: str, start: int, promise: str, now: Now) -> None:
    """Take a person's promise for this start."""
    seat = my_seat(table, session)
    check_before_start(table)
    check_start(table, start)
    if table.opened.copied_from:
        raise Refused(say("table.copied"))
    if table.chairs[seat].commitment:
        raise Refused(say("table.committed_already"))
    check_promise(promise)
    table.write(ev.Committed(seat, promise), now)
    call_if_full(table, now)


def reveal(table: Table, session: str, start: int, nonce: str, now: Now) -> None:
    """Open a nonce; with the last one the game starts."""
    seat = my_seat(table, session)
    if table.phase != Phase.CALLED:
        raise Refused(say("table.not_called"))
    check_start(table, start)
    if table.chairs[seat].nonce:
        raise Refused(say("table.revealed_already"))
    if (
        len(hex_bytes(nonce)) != NONCE
        or table.starts.promise_of(seat, hex_bytes(nonce)) != table.chairs[seat].commitment
    ):
        raise Refused(say("table.other_nonce"))
    table.write(ev.Revealed(seat, nonce), now)
    if all(chair.nonce for chair in table.chairs if chair.is_person):
        begin(table, now)


def begin(table: Table, now: Now) -> None:
    table.write(ev.Started(), now)
    deal_what_is_due(table, now)


def play_again(table: Table, events: Sequence[Event], now: Now) -> None:
    """Play what was played in another game by the same deal; the dealer, who follows the deal, acts as it did there."""
    last = last_time(events)
    for event in events:
        at = before(now, last - (event.at or 0))
        wake(table, at)
        if event.seat is not None:
            table.write(ev.Played(event.seat, event.action), at)
            deal_what_is_due(table, at)


def last_time(events: Sequence[Event]) -> int:
    """How many milliseconds of play some events took."""
    return max((event.at or 0 for event in events), default=0)


def before(now: Now, milliseconds: int) -> Now:
    return Now(now.at - milliseconds, now.time - milliseconds)


def deal_what_is_due(table: Table, now: Now) -> None:
    """Let the dealer act as long as it is awaited and need not wait."""
    assert table.sitting is not None
    while table.sitting.actors == [DEALER] and not dealer_must_wait(table, now):
        deal(table, now)
    if table.sitting.is_over and table.phase == Phase.PLAYING:
        result = table.sitting.result()
        assert table.deal is not None
        let_lapse(table, table.ask, "over", NOBODY, now)
        table.write(ev.Ended(table.deal.secret.hex(), result.scores, result.winners, unchosen(table)), now)


def unchosen(table: Table) -> dict[str, Json]:
    """The options of a game that are as they are although nobody chose them."""
    return {name: value for name, value in table.setting().options.items() if name not in table.opened.options}


def dealer_must_wait(table: Table, now: Now) -> bool:
    due = table.dealers_time()
    return due is not None and now.at < due


def deal(table: Table, now: Now) -> None:
    assert table.sitting is not None
    assert table.deal is not None
    table.write(ev.Dealt(table.deal.drawn(table.deals, table.sitting.drawn_text)), now)


def wake(table: Table, now: Now) -> None:
    """Do what is due by the clock: void a start that somebody holds up, let the dealer act."""
    if table.phase == Phase.CALLED and now.at >= table.called_at + TO_REVEAL:
        silent = [seat for seat, chair in enumerate(table.chairs) if chair.is_person and not chair.nonce]
        table.write(ev.Voided(tuple(silent), "" if table.starts.is_first_version else table.starts.secret().hex()), now)
        return
    due = table.dealers_time()
    if due is not None and now.at >= due:
        deal(table, now)
        deal_what_is_due(table, now)


def check_promise(promise: str) -> None:
    """Refuse what cannot be a commitment."""
    if len(hex_bytes(promise)) != NONCE:
        raise Refused(say("table.no_commitment"))


def hex_bytes(text: str) -> bytes:
    """Read hexadecimal digits."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise Refused(say("table.no_digits")) from None
