"""Kill -9 at random moments: nothing that was acknowledged is lost, nothing happens twice, and every game goes on."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from fairdeal import games
from tests.conformance import soak_page
from tests.server.players import (
    check_nothing_lost_and_nothing_twice,
    check_record,
    guest,
    patiently,
    sit_and_play,
    stored,
)
from tests.server.serverproc import ServerProcess, serving


@dataclass
class Figures:
    """What happened during the kills."""

    kills: int = 0
    games: int = 0
    actions: int = 0
    again: int = 0
    """Actions that were refused or stale, and chosen anew."""
    resent: int = 0
    """Actions whose answer was lost in a kill, and that were sent again."""
    welcomes: int = 0


class Killing:
    """Kills a server so many times, and starts it again."""

    def __init__(self, server: ServerProcess, kills: int, rng: Random) -> None:
        self.server = server
        self.left = kills
        self._rng = rng

    @property
    def is_over(self) -> bool:
        return self.left == 0

    async def run(self) -> None:
        """Some lives are too short for a bot to wake up, others long enough for a few rounds, on a slow machine too."""
        birth = 1.0  # seconds that a start takes, or would on a usual machine
        while self.left:
            await asyncio.sleep(birth * self._rng.choice((0.3, 1.0, 2.5)) * self._rng.random())
            began = time.monotonic()
            await asyncio.to_thread(self.server.restart)
            birth = max(1.0, time.monotonic() - began)
            self.left -= 1


async def play_one(server: ServerProcess, game: str, seats: int, people: int, rng: Random, figures: Figures) -> None:
    """Let people and bots play a game, and look at what is left of it."""
    clients = [await guest(server.address, f"Guest {number}") for number in range(people)]
    bots = dict.fromkeys(range(people, seats), "random")
    _, options = games.subject(game).short_play(games.find(game))
    table = await patiently(lambda: clients[0].open(game, seats, bots, options=dict(options)))
    diaries = await asyncio.gather(*(sit_and_play(client, table, Random(rng.random())) for client in clients))
    figures.actions += check_nothing_lost_and_nothing_twice(stored(server.store, table), list(diaries))
    await check_record(clients[0], table, list(diaries))
    figures.games += 1
    figures.again += sum(not answer.is_accepted for diary in diaries for answer in diary.answers)
    figures.resent += sum(diary.resent for diary in diaries)
    figures.welcomes += sum(diary.welcomes for diary in diaries)


async def play_while(killing: Killing, game: str, seats: int, people: int, rng: Random, figures: Figures) -> None:
    """Play one game after another until the server lives for good."""
    is_first = True
    while is_first or not killing.is_over:
        is_first = False
        await play_one(killing.server, game, seats, people, rng, figures)


async def play_through_kills(server: ServerProcess, kills: int, seed: int) -> Figures:
    figures, rng = Figures(kills), Random(seed)
    killing = Killing(server, kills, Random(rng.random()))
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(killing.run())
        tasks.create_task(play_while(killing, "caster", 4, 1, Random(rng.random()), figures))
        tasks.create_task(play_while(killing, "traders", 2, 2, Random(rng.random()), figures))
    return figures


@pytest.mark.parametrize("seed", [1])
def test_no_acknowledged_action_is_lost_and_none_happens_twice(seed: int, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        figures = asyncio.run(play_through_kills(server, 3, seed))
        assert server.lives == 4
        assert server.stop() == 0
    assert not server.failures()
    assert figures.games >= 2
    assert figures.welcomes > 3 * figures.games, "nobody was cut off"


@pytest.mark.soak
@pytest.mark.parametrize("part", [1, 2])
def test_soak_500_kills(part: int, tmp_path: Path) -> None:
    began = time.perf_counter()
    with serving(tmp_path) as server:
        figures = asyncio.run(play_through_kills(server, 250, 1 + part))
        assert server.stop() == 0
    assert not server.failures()
    print(figures)
    seconds = time.perf_counter() - began
    soak_page.note(f"server killed while games are played, part {part} of 2", figures.kills, "kills", seconds)
    soak_page.note(f"actions acknowledged by killed servers, part {part} of 2", figures.actions, "actions", seconds)
