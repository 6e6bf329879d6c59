"""All that decides the games of a run, and how they are played, part by part."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from fairdeal import __version__, games
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.options import Json
from fairdeal.contract.rules import Numbers
from fairdeal.errors import Refused
from fairdeal.lab.arena import Arena, Arenas, Match, Task
from fairdeal.language.messages import say
from fairdeal.play import records
from fairdeal.play.sitting import Sitting
from fairdeal.play.tracks import Played, cards_of, measures_of, play_again, track_batch

RANDOM = "random"  # the level that native code plays by itself
NATIVE_DEALS, BOT_DEALS = 512, 4  # of a part
TAKES = 2  # games of a deal, from which follows how much of the result the deal decides
SCALARS = ("events", "decisions", "turns", "forced", "choices", "widest", "changes", "led_since", "time")
BY_SEAT = ("place", "points", "won")

Columns = Mapping[str, Numbers]
"""Numbers of games by the name of a column, a row a game."""


@dataclass(frozen=True)
class Plan:
    """All that decides the games of a run: names and numbers only."""

    game: str
    seats: int
    options: Mapping[str, Json]
    data: Mapping[str, Json] | None
    bots: tuple[str, ...]
    """One for all seats, or two, or one for each."""
    seed: str

    def __reduce__(self) -> tuple[type[Plan], tuple[Any, ...]]:
        """Travel to other processes without the game that was found."""
        return Plan, tuple(getattr(self, field.name) for field in fields(self))

    @property
    def is_native(self) -> bool:
        return set(self.bots) == {RANDOM}

    @property
    def is_even(self) -> bool:
        """Whether all seats play alike."""
        return len(set(self.bots)) == 1

    @functools.cached_property
    def found(self) -> Game:
        return games.find(self.game)

    @functools.cached_property
    def match(self) -> Match:
        """Who plays what."""
        bots = (self.bots[0],) * self.seats if self.is_even else self.bots
        return Match(self.game, self.seats, self.options, self.data, bots, self.seed)

    @functools.cached_property
    def setting(self) -> Setting:
        """How the first deal is played."""
        return self.match.setting(0)

    @functools.cached_property
    def takes(self) -> int:
        """How many games a deal has: with different bots every seating, else two with other choices."""
        if self.is_native:
            return TAKES
        seatings = len(self.match.seatings(0))
        return min(TAKES, seatings) if self.is_even else seatings

    @property
    def deals_a_part(self) -> int:
        return NATIVE_DEALS if self.is_native else BOT_DEALS

    @property
    def games_a_part(self) -> int:
        return self.deals_a_part * self.takes

    def played(self, number: int) -> Played:
        """Give the deal of a game of this number, from 0 on, and which of the deal's games it is."""
        return divmod(number, self.takes)

    def numbers(self, part: int) -> range:
        """List the games of a part."""
        return range(part * self.games_a_part, (part + 1) * self.games_a_part)

    def document(self) -> dict[str, Json]:
        """Say all that makes this run what it is."""
        return {
            "version": __version__,
            "source": source_of(self.found),
            "game": self.game,
            "rules_version": self.found.rules_version,
            "seats": self.seats,
            "options": dict(self.options),
            "data": None if self.data is None else dict(self.data),
            "bots": list(self.bots),
            "seed": self.seed,
            "deals_a_part": self.deals_a_part,
            "games_a_deal": self.takes,
        }

    # --- playing ---

    def play(self, part: int, arenas: Arenas) -> Columns:
        """Play the games of a part."""
        played = [self.played(number) for number in self.numbers(part)]
        tracks = self._native(played) if self.is_native else self._by_bots(played, arenas)
        return self._columns(part, played, tracks)

    def _native(self, played: Sequence[Played]) -> Numbers:
        return track_batch(self.setting, self.seed, played)

    def _by_bots(self, played: Sequence[Played], arenas: Arenas) -> Numbers:
        arena = arenas.of(self.match)
        return np.concatenate(
            [arena.play(Task(self.match, deal, take, keep_track=True)).track for deal, take in played]
        )

    def _columns(self, part: int, played: Sequence[Played], tracks: Any) -> Columns:
        """Give numbered games and all that was counted of them, a column for each seat where seats differ."""
        found = {"game": np.array(self.numbers(part)), "deal": np.array([deal for deal, _ in played])}
        found |= {name: tracks[name].astype(np.int64) for name in SCALARS}
        for seat in range(self.seats):
            found |= {f"{name}_{seat + 1}": np.array(tracks[name][:, seat]) for name in BY_SEAT}
            for row, name in enumerate(measures_of(self.found)):
                found[f"{name}_{seat + 1}"] = np.array(tracks["measures"][:, row, seat])
            if not self.is_even:
                found[f"bot_{seat + 1}"] = np.array([self.match.seatings(deal)[take][seat] for deal, take in played])
        return found | self._holders(tracks)

    def _holders(self, tracks: Any) -> dict[str, Numbers]:
        """Give of each card how often it was dealt to a seat, and how much of the victory its holders had."""
        cards = cards_of(self.found)
        found: dict[str, Numbers] = {}
        for card, text in enumerate(() if cards is None else cards.texts):
            held = tracks["held"][:, card, : self.seats].astype(np.int64)
            found[f"held_{text}"] = held.sum(axis=1)
            found[f"held_won_{text}"] = (held * tracks["won"][:, : self.seats]).sum(axis=1)
        return found

    def sitting(self, number: int) -> Sitting:
        """Play one of the games again, event by event."""
        if self.is_native:
            return play_again(self.setting, self.seed, self.played(number))
        arena = Arena(self.match)
        try:
            record = arena.play(Task(self.match, *self.played(number), keep_record=True)).record
        finally:
            arena.close()
        return records.read(record or "")


def new_plan(
    game: Game,
    bots: tuple[str, ...],
    seats: int,
    options: Mapping[str, Json],
    data: Mapping[str, Json] | None,
    seed: str,
) -> Plan:
    """Make a plan, and try out all it is made of. Raise what is wrong with it."""
    plan = Plan(game.name, seats, options, data, bots if len(set(bots)) > 1 else bots[:1], seed)
    plan.match.setting(0)
    if len(plan.bots) not in (1, 2, seats):
        raise Refused(say("report.bots", seats=seats, count=len(plan.bots)))
    if seats < len(plan.bots):
        raise Refused(say("report.bots", seats=seats, count=len(plan.bots)))
    if not plan.is_native:
        Arena(plan.match).close()
    return plan


def source_of(game: Game) -> str:
    """Digest the source that decides how games are played."""
    package = Path(__file__).parents[2]
    folders = [package / room for room in ("engine", "kit", "play", "bots")] + [game.folder]
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    digest = hashlib.sha256()
    for path in [*files, package / "lab" / "arena.py", Path(__file__)]:
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
