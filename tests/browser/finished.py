"""Games that are already over, played by programs, for the pages that look back at one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, TypeVar

from tests.browser.browsing import Tables
from tests.browser.opening import SHORT
from tests.server.players import guest, sit_and_play

T = TypeVar("T")


def finished_table(address: str, game: str, wanted: Tables | None = None) -> str:
    """Play a short game to its end and give its table. A browser's thread has a loop already, so another plays."""
    return _elsewhere(_played(address, game, wanted or SHORT[game]))


def play_its_deal_again(address: str, table: str) -> None:
    """Let somebody who had no seat there begin a challenge, and not end it."""
    _elsewhere(_challenged(address, table))


def _elsewhere(work: Coroutine[Any, Any, T]) -> T:
    with ThreadPoolExecutor(1) as others:
        return others.submit(lambda: asyncio.run(work)).result()


async def _challenged(address: str, table: str) -> None:
    outsider = await guest(address, "Outsider")
    await outsider.request("POST", f"/api/tables/{table}/challenge", {"seat": 0})


async def _played(address: str, game: str, wanted: Tables) -> str:
    host = await guest(address, "Host")
    bots = dict.fromkeys(range(1, wanted.seats), wanted.level)
    table = await host.open(game, seats=wanted.seats, options=wanted.options, bots=bots)
    await sit_and_play(host, table, Random(game))
    return table
