"""A game from outside that breaks closes its own table, with a sentence that names the function; others go on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairdeal import games
from fairdeal.errors import BrokenTable
from fairdeal.server.documents import OpenTable
from fairdeal.server.store import SessionRow
from tests.authoring.broken import forgotten, write_broken
from tests.server.rooms import Guest, Room, a_room

CASES = {
    "out of bounds": "is broken: its function play raised IndexError. Nothing of it was deleted.",
    "unsorted list": "is broken: its function legal lists actions of seat 1 that are not ascending",
    "no end": "is broken: by its function play it goes on after 9 events",
}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """A broken game, in plain Python, and what is to be said of it."""
    with forgotten():
        name = write_broken(tmp_path, request.param)
        games._known[name] = games.find(name).in_mode("interpreted")
        yield name, CASES[request.param]


def test_a_broken_game_closes_its_own_table_and_no_other(case: tuple[str, str], tmp_path: Path) -> None:
    name, sentence = case

    async def scenario() -> None:
        async with a_room(tmp_path, Random(1)) as room:
            await room.open("caster")
            players = await seated(room, name)
            answer = await play_on(room, players)
            assert answer["verdict"] == "refused"
            assert sentence in answer["reason"]
            for guest in players:
                assert any(sentence in heard.get("reason", "") for heard in guest.ear.heard)
            with pytest.raises(BrokenTable):
                await room.hub.table(players[0].table.id)
            await go_on(room)

    asyncio.run(scenario())


async def seated(room: Room, game: str) -> list[Guest]:
    sessions = [SessionRow(f"author {seat}", f"Author {seat}", 0, 0) for seat in range(2)]
    table = await room.hub.open_table(sessions[0], OpenTable(game, 2, {}))
    return [await room.guest(f"author {seat}", table, session) for seat, session in enumerate(sessions)]


async def play_on(room: Room, players: list[Guest]) -> Any:
    """Play until something is refused; give that."""
    answer = await begun(room, players)
    for number in range(20):
        if answer["verdict"] == "refused":
            return answer
        guest = next(guest for guest in players if guest.seat is not None and guest.table.legal(guest.seat))
        action, table = room.legal(guest)[0], guest.table
        ask = {"type": "play", "id": f"play {number}", "actions": [action], "number": table.number}
        answer = await room.give(guest, ask)
    raise AssertionError("the game is sound")


async def begun(room: Room, players: list[Guest]) -> Any:
    """Begin as others do; give what was refused meanwhile, if anything was."""
    await room.begin(players)
    accepted = {"verdict": "accepted"}
    return next((heard for heard in players[-1].ear.heard if heard.get("verdict") == "refused"), accepted)


async def go_on(room: Room) -> None:
    """The other table, of the house, takes a move."""
    guest = next(guest for guest in room.players() if guest.seat is not None and guest.table.legal(guest.seat))
    ask = {"type": "play", "id": "on", "actions": [room.legal(guest)[0]], "number": guest.table.number}
    assert (await room.give(guest, ask))["verdict"] == "accepted"
