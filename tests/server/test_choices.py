"""What a player can do, in words, over the socket: told to whoever asks, of the own seat, and to nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.language.languages import PSEUDO
from fairdeal.server.documents import OpenTable
from fairdeal.server.hub import Hub
from tests.server.people import Person, house, seated

Play = Callable[[Hub], Awaitable[None]]


@pytest.fixture
def at_home(tmp_path: Path) -> Callable[[Play], None]:
    def run(play: Play) -> None:
        async def main() -> None:
            async with house(tmp_path) as hub:
                await play(hub)

        asyncio.run(main())

    return run


def two_at(game: str) -> OpenTable:
    """A table with two persons and as few bots as it takes."""
    return OpenTable(game, max(2, games.find(game).seat_counts[0]), bots={2: "easy"} if game == "caster" else {})


@pytest.mark.parametrize("game", games.NAMES)
def test_every_legal_action_is_told_in_words_to_the_seat_that_asks(game: str, at_home: Callable[[Play], None]) -> None:
    async def play(hub: Hub) -> None:
        table, players = await seated(hub, two_at(game), "Anna", "Ben")
        live = await hub.table(table)
        while not any(live.table.legal(seat) for seat in range(len(players))):  # a bot begins
            await asyncio.sleep(0.01)
        for seat, player in enumerate(players):
            told = await player.say("choices")
            actions = [choice["action"] for group in told["groups"] for choice in group["choices"]]
            assert told["number"] == live.table.number
            assert sorted(actions) == sorted(map(live.table.game.words.text, live.table.legal(seat)))
        assert any(one.of_type("choices")[0]["groups"] for one in players)
        assert [len(one.of_type("choices")) for one in players] == [1, 1], "nobody is told unasked"

    at_home(play)


def test_they_are_told_in_the_language_of_who_asks_and_mark_what_they_name(at_home: Callable[[Play], None]) -> None:
    async def play(hub: Hub) -> None:
        _, players = await seated(hub, two_at("battle"), "Anna", "Ben", languages=(PSEUDO, PSEUDO))
        told = [await player.say("choices") for player in players]
        groups = [group for one in told for group in one["groups"]]
        assert groups
        assert all(group["title"].startswith("[") for group in groups)
        marks = [mark for group in groups for choice in group["choices"] for mark in choice["marks"]]
        assert any(mark["piece"].startswith("card.") for mark in marks)

    at_home(play)


def test_who_has_no_seat_and_who_has_not_begun_is_refused(at_home: Callable[[Play], None]) -> None:
    async def play(hub: Hub) -> None:
        table, _ = await seated(hub, two_at("battle"), "Anna", "Ben")
        onlooker = Person("Eve")
        await onlooker.enter(hub, table)
        assert (await onlooker.say("choices"))["reason"] == "You have no seat at this table."
        early = Person("Fay")
        await early.enter(hub, await hub.open_table(early.session, two_at("battle")))
        await early.sit()
        assert (await early.say("choices"))["reason"] == "The game has not begun."

    at_home(play)
