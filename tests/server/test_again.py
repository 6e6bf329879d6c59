"""A finished game goes on from one of its moments: what was dealt and done is the same, and everything says so."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from fairdeal import games
from fairdeal.errors import BadOption, Refused
from fairdeal.play import records
from fairdeal.play.check import check, part_of
from fairdeal.server import again
from fairdeal.server.documents import Challenge, OpenTable, PlayOn
from fairdeal.server.examining import check as check_store
from fairdeal.server.hub import Hub
from tests.breadth import mostly_soaked
from tests.server.people import Person, finish, house, seated

QUICK = OpenTable("caster", 3, {"rounds": 1}, bots={1: "easy", 2: "easy"})


def quick(game: str) -> OpenTable:
    seats, options = games.subject(game).short_play(games.find(game))
    return OpenTable(game, seats, dict(options), bots=dict.fromkeys(range(1, seats), "easy"), pace="brisk")


async def played(hub: Hub, request: OpenTable = QUICK) -> tuple[str, Person, list[Any]]:
    """Play a game to its end; give its table, its player, and its events."""
    table, (anna,) = await seated(hub, request, "Anna")
    await finish([anna])
    return table, anna, json.loads(await hub.record(table))["events"]


async def number_of(hub: Hub, table: str, place: int) -> int:
    return (await hub.table(table)).table.numbers[place]


@pytest.mark.parametrize("game", mostly_soaked(games.NAMES, "caster", "coast"))
def test_a_game_goes_on_from_any_moment_with_the_same_deal_and_events(tmp_path: Path, game: str) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            table, anna, events = await played(hub, quick(game))
            place = len(events) * 2 // 3
            number = await number_of(hub, table, place)
            copy = await again.play_on(hub, table, anna.session, PlayOn(number, 0, "random"))
            anna = Person("Anna")
            await anna.enter(hub, copy)
            told = anna.of_type("welcome")[-1]["table"]
            assert told["phase"] == "playing"
            assert told["practice"] == {"table": table, "number": number}
            await hub.record(table)  # whoever goes on has seen it: nothing is sealed
            await finish([anna])
            text = await hub.record(copy)
            record = json.loads(text)
            done = [[(event["seat"], event["action"]) for event in found] for found in (record["events"], events)]
            assert done[0][: place + 1] == done[1][: place + 1]
            assert record["practice"] == {"table": table, "number": number}
            assert check(records.read(text), part_of(text), anna.receipt()).has_proof
        assert check_store(str(tmp_path / "store.sqlite"), lambda done, of: None).is_good

    asyncio.run(main())


def test_nothing_goes_on_of_a_game_that_is_not_over_is_sealed_or_has_no_such_moment(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            running, (ben,) = await seated(hub, QUICK, "Ben")
            with pytest.raises(Refused, match="over"):
                await again.play_on(hub, running, ben.session, PlayOn(ben.table.numbers[0], 0, "easy"))
            table, anna, events = await played(hub)
            last = await number_of(hub, table, len(events) - 1)
            carl = Person("Carl").session
            for wish, error in (
                (PlayOn(1, 0, "easy"), Refused),
                (PlayOn(last, 0, "easy"), Refused),
                (PlayOn(last - 9, 3, "easy"), BadOption),
                (PlayOn(last - 9, 0, "nobody"), BadOption),
            ):
                with pytest.raises(error):
                    await again.play_on(hub, table, carl, wish)
            await again.challenge(hub, table, carl, Challenge(0))
            with pytest.raises(Refused, match="sealed"):
                await again.play_on(hub, table, carl, PlayOn(last - 9, 0, "easy"))
            assert await again.play_on(hub, table, anna.session, PlayOn(last - 9, 0, "easy"))

    asyncio.run(main())
