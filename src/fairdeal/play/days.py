"""The deals of the day: one for each game, the same for everybody. Pure: whoever calls knows the time.

A day is one of UTC, written as 2026-11-18. Its deal is copied as that of a challenge is, and has a name where that has
the table it was dealt at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

import msgspec

from fairdeal.contract.game import Game
from fairdeal.contract.options import Json
from fairdeal.errors import Refused
from fairdeal.language.messages import say
from fairdeal.play.fairness import FairPart, Hex, SeatPart, hashed, terms_of

LEVEL = "hard"
FEWEST_SEATS = 2  # somebody to play against
WRITTEN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class DayDeal(msgspec.Struct, frozen=True):
    """All that a deal of the day follows from, decided once for everybody."""

    rules_version: int
    seats: int
    options: dict[str, Json]
    data: dict[str, Json] | None
    salts: dict[str, str]
    secret: Hex
    level: str
    seat: int
    """Where everybody sits who plays it."""

    def part(self, day: str, game: Game) -> FairPart:
        """What its cards follow from. There is no nonce in it: nobody sits at the table it was dealt at."""
        terms = terms_of(deal_name(day, game.name), game, self.seats, self.options, self.data, self.salts)
        return FairPart(terms=terms, secret=self.secret, start=1, seats=(SeatPart(bot=True),) * self.seats)

    @property
    def bots(self) -> dict[int, str]:
        return {seat: self.level for seat in range(self.seats) if seat != self.seat}


def new_deal(day: str, game: Game, data: Mapping[str, Json] | None, salts: dict[str, str], secret: str) -> DayDeal:
    """Decide how a game is played on a day: as usual, by so many as it is best with; another seat every day."""
    seats = max(game.best_seats, FEWEST_SEATS)
    levels = [level.name for level in game.levels]
    level = LEVEL if LEVEL in levels else levels[-1]
    seat = date.fromisoformat(day).toordinal() % seats
    return DayDeal(game.rules_version, seats, {}, None if data is None else dict(data), salts, secret, level, seat)


def deal_name(day: str, game: str) -> str:
    """Name a deal of the day.

    >>> deal_name("2026-11-18", "caster")
    '2026-11-18-caster'
    """
    return f"{day}-{game}"


def bot_seed(secret: str, seat: int, told: bytes) -> str:
    """What a bot chooses by in a deal of the day: the day, its seat and what it was told, and nothing else."""
    return hashed("fairdeal/2 day", bytes.fromhex(secret), seat, told).hex()


# --- days ------------------------------------------------------------------------------------------------------------


def day_of(time: int) -> str:
    """The day of a time in milliseconds since the epoch.

    >>> day_of(1_795_046_399_999), day_of(1_795_046_400_000)
    ('2026-11-18', '2026-11-19')
    """
    return datetime.fromtimestamp(time / 1000, UTC).date().isoformat()


def end_of(day: str) -> int:
    """When a day is over, in milliseconds since the epoch.

    >>> end_of("2026-11-18")
    1795046400000
    """
    after = date.fromisoformat(day) + timedelta(days=1)
    return 1000 * int(datetime(after.year, after.month, after.day, tzinfo=UTC).timestamp())


def day_after(day: str, days: int = 1) -> str:
    """The day that is so many days later.

    >>> day_after("2026-11-30"), day_after("2026-11-01", -1)
    ('2026-12-01', '2026-10-31')
    """
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def read_day(text: str) -> str:
    """Check a day that somebody typed; raise Refused."""
    try:
        if WRITTEN.fullmatch(text):
            return date.fromisoformat(text).isoformat()
    except ValueError:
        pass
    raise Refused(say("daily.no_day", text=text[:40]))
