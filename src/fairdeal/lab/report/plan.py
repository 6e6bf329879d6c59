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
from fairdeal.engine.tracking import AT_RANDOM, BY_POLICY
from fairdeal.errors import Refused
from fairdeal.lab.arena import Arena, Arenas, Match, PlayedGame, Task
from fairdeal.lab.report.probes import NOTHING, Prober
from fairdeal.language.messages import say
from fairdeal.play import records
from fairdeal.play.sitting import Sitting
from fairdeal.play.tracks import (
    Played,
    Tracks,
    cards_of,
    has_policy,
    has_rounds,
    measures_of,
    offers_of,
    play_again,
    track_batch,
)

RANDOM, POLICY = "random", "policy"  # who plays in native code alone
NATIVE_DEALS, BOT_DEALS = 512, 4  # of a part
NATIVE_PROBES, BOT_PROBES = 16, 4  # games of a part that are looked at closely
USUAL_GAMES, USUAL_BOT_GAMES = 20_000, 2000  # of a report, if nobody says how many
TAKES = 2  # games of a deal, from which follows how much of the result the deal decides
SCALARS = ("events", "decisions", "turns", "forced", "choices", "widest", "changes", "led_since", "time")
BY_SEAT = ("place", "points", "won")
PROBES = ("known", "doubted", "doubted_at", "gap", "gap_error", "gap_at")

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
    is_probed: bool = True
    """Whether some games are looked at closely, which takes longer than to play them."""

    numbered_by = "game"

    def __reduce__(self) -> tuple[type[Plan], tuple[Any, ...]]:
        """Travel to other processes without the game that was found."""
        return Plan, tuple(getattr(self, field.name) for field in fields(self))

    @property
    def is_native(self) -> bool:
        return self.bots in ((RANDOM,), (POLICY,))

    @property
    def player(self) -> int:
        """Who chooses in native code; a game without a policy is played at random."""
        return BY_POLICY if self.bots == (POLICY,) and has_policy(self.found) else AT_RANDOM

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
    def usual_games(self) -> int:
        return USUAL_GAMES if self.is_native else USUAL_BOT_GAMES

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
            "is_probed": self.is_probed,
            "deals_a_part": self.deals_a_part,
            "games_a_deal": self.takes,
        }

    # --- playing ---

    def play(self, part: int, arenas: Arenas) -> Columns:
        """Play the games of a part."""
        played = [self.played(number) for number in self.numbers(part)]
        if not self.is_native:
            found = self._by_bots(part, arenas)
            tracks = np.concatenate([each.track for each in found])
            return self._columns(part, played, tracks) | self._probes(part, [each.record for each in found])
        counted = track_batch(self.setting, self.seed, played, self.player)
        return self._columns(part, played, counted.counted) | self._effects(counted) | self._probes(part)

    def _by_bots(self, part: int, arenas: Arenas) -> list[PlayedGame]:
        arena, probed = arenas.of(self.match), self._probed(part)
        return [
            arena.play(Task(self.match, *self.played(number), keep_record=number in probed, keep_track=True))
            for number in self.numbers(part)
        ]

    def _probed(self, part: int) -> range:
        """List the games of a part that are looked at closely: one of each of its first deals."""
        count = min(self.deals_a_part, NATIVE_PROBES if self.is_native else BOT_PROBES)
        count = count if self.is_probed and self.seats > 1 else 0
        first = self.numbers(part)[0]
        return range(first, first + count * self.takes, self.takes)

    def _probes(self, part: int, records_of: Sequence[str | None] = ()) -> dict[str, Numbers]:
        """Give what was found of the games that were looked at closely, and nan of all others."""
        numbers, probed = self.numbers(part), self._probed(part)
        if not probed:
            return {}
        prober, found = Prober(self.found), [NOTHING] * len(numbers)
        for number in probed:
            record = records_of[number - numbers[0]] if records_of else None
            sitting = self.sitting(number) if record is None else records.read(record)
            found[number - numbers[0]] = prober.probe(sitting, f"{self.seed} {number}")
        return {name: np.array([getattr(each, name) for each in found]) for name in PROBES}

    def _columns(self, part: int, played: Sequence[Played], tracks: Any) -> dict[str, Numbers]:
        """Give numbered games and all that was counted of them, a column for each seat where seats differ."""
        found = {"game": np.array(self.numbers(part)), "deal": np.array([deal for deal, _ in played])}
        found |= {name: tracks[name].astype(np.int64) for name in SCALARS}
        for seat in range(self.seats):
            found |= {f"{name}_{seat + 1}": np.array(tracks[name][:, seat]) for name in BY_SEAT}
            for row, name in enumerate(measures_of(self.found)):
                found[f"{name}_{seat + 1}"] = np.array(tracks["measures"][:, row, seat])
            if not self.is_even:
                found[f"bot_{seat + 1}"] = np.array([self.match.seatings(deal)[take][seat] for deal, take in played])
        return found | self._rounds(tracks) | self._holders(tracks) | self._offers(tracks)

    def _rounds(self, tracks: Any) -> dict[str, Numbers]:
        """Give how many rounds there were, and what they brought to who led them, to the next seat, and so on."""
        if not has_rounds(self.found):
            return {}
        found: dict[str, Numbers] = {"rounds": tracks["rounds"].astype(np.int64)}
        for step in range(self.seats):
            found[f"gained_{step + 1}"] = np.array(tracks["gained"][:, step])
            found[f"ahead_{step + 1}"] = np.array(tracks["ahead"][:, step])
        return found

    def _holders(self, tracks: Any) -> dict[str, Numbers]:
        """Give of each card how often it was dealt to a seat, and how much of the victory its holders had."""
        cards = cards_of(self.found)
        found: dict[str, Numbers] = {}
        for card, text in enumerate(() if cards is None else cards.texts):
            held = tracks["held"][:, card, : self.seats].astype(np.int64)
            found[f"held_{text}"] = held.sum(axis=1).astype(np.int16)
            found[f"held_won_{text}"] = (held * tracks["won"][:, : self.seats]).sum(axis=1).astype(np.float32)
        return found

    def _offers(self, tracks: Any) -> dict[str, Numbers]:
        """Give of each offer in how many decisions it was, how often it was taken, and what its takers won."""
        offers = offers_of(self.found)
        found: dict[str, Numbers] = {}
        for number, text in enumerate(() if offers is None else offers.texts):
            taken = tracks["taken"][:, number, : self.seats].astype(np.int64)
            found[f"offered_{text}"] = tracks["offered"][:, number].astype(np.int16)
            found[f"by_chance_{text}"] = tracks["by_chance"][:, number].astype(np.float32)
            found[f"taken_{text}"] = taken.sum(axis=1).astype(np.int16)
            found[f"taken_won_{text}"] = (taken * tracks["won"][:, : self.seats]).sum(axis=1).astype(np.float32)
        return found

    def _effects(self, tracks: Tracks) -> dict[str, Numbers]:
        """Give of each offer how often it was forbidden once, and by how much more was won with it."""
        offers = offers_of(self.found)
        found: dict[str, Numbers] = {}
        for number, text in enumerate(() if offers is None else offers.texts):
            found[f"tried_{text}"] = tracks.tried[:, number].astype(np.int8)
            found[f"effect_{text}"] = tracks.effect[:, number].astype(np.float32)
        return found

    def sitting(self, number: int) -> Sitting:
        """Play one of the games again, event by event."""
        if self.is_native:
            return play_again(self.setting, self.seed, self.played(number), self.player)
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
    if plan.bots == (POLICY,) and not has_policy(game):
        raise Refused(say("report.no_policy", game=game.title, bots=[level.name for level in game.levels]))
    if len(plan.bots) not in (1, 2, seats):
        raise Refused(say("report.bots", seats=seats, count=len(plan.bots)))
    if seats < len(plan.bots):
        raise Refused(say("report.bots", seats=seats, count=len(plan.bots)))
    if not plan.is_native:
        Arena(plan.match).close()
    return plan


def source_of(game: Game, *more: Path) -> str:
    """Digest the source that decides how games are played, and what else a run depends on."""
    package = Path(__file__).parents[2]
    folders = [package / room for room in ("engine", "kit", "play", "bots")] + [game.folder]
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    digest = hashlib.sha256()
    beside = Path(__file__).with_name("probes.py")
    for path in [*files, package / "lab" / "arena.py", Path(__file__), beside, *more]:
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
