"""A closer look over the socket and in replays: everything about a piece, by one viewer's view, without playing it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fairdeal.errors import Refused
from fairdeal.server.documents import OpenTable
from fairdeal.server.limits import ABOUTS
from tests.server.people import Person, finish, house, seated

TWO = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"})


def test_everybody_is_told_of_a_piece_by_what_they_can_see(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as hub:
            table, people = await seated(hub, TWO, "Anna", "Ben")
            onlooker = Person("Olga")
            await onlooker.enter(hub, table)
            anna = people[0]
            assert anna.connection is not None
            seat = anna.connection.viewer
            before, number = len(anna.heard), anna.table.number
            card = next(piece["id"] for piece in own_hand(anna, seat))
            told = await anna.say("about", pick=card)
            assert told["type"] == "about"
            assert "It is in your hand." in told["lines"]
            assert any(mark["section"] == "11" for marks in told["marks"] for mark in marks)
            for other in (people[1], onlooker):
                lines = (await other.say("about", pick=card))["lines"]
                assert "Nobody has shown it in this round." in lines
                assert not [line for line in lines if "Anna" in line]
            assert (await onlooker.say("about", pick=f"seat{seat}.hand.0"))["title"] == "a card of Anna"
            assert (await anna.say("about", pick="no such piece")) == {
                **(await anna.say("about", pick="R99")),
                "id": anna.heard[-2]["id"],
            }
            assert anna.table.number == number, "nothing was played"
            assert all(heard["type"] in ("about", "ping") for heard in anna.heard[before:])

    asyncio.run(play())


def test_the_past_is_told_of_by_what_was_seen_then(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as hub:
            table, people = await seated(hub, TWO, "Anna", "Ben")
            await asyncio.sleep(0.05)
            anna, ben = people
            assert anna.connection is not None
            assert ben.connection is not None
            seat, number = anna.connection.viewer, anna.table.number
            card = next(piece["id"] for piece in own_hand(anna, seat))
            assert (await anna.say("about", pick=card, number=99_999))["verdict"] == "refused"
            assert (await ben.say("about", pick=card, eyes=seat))["verdict"] == "refused", "not through other eyes yet"
            await finish(people)
            then = await anna.say("about", pick=card, number=number)
            assert "It is in your hand." in then["lines"]
            assert "It is in your hand." not in (await anna.say("about", pick=card))["lines"]
            assert "It is in your hand." in (await ben.say("about", pick=card, number=number, eyes=seat))["lines"]
            doc = await hub.about(table, ben.session, number, seat, card)
            assert (doc.title, list(doc.lines)) == (then["title"], then["lines"])
            with pytest.raises(Refused):
                await hub.about(table, ben.session, 99_999, seat, card)

    asyncio.run(play())


def test_there_is_nothing_to_tell_before_the_start_and_an_end_to_asking(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as hub:
            host = Person("Host")
            await host.enter(hub, await hub.open_table(host.session, TWO))
            assert (await host.say("about", pick="R7"))["reason"] == "The game has not begun."
            for _ in range(ABOUTS.most):
                refused = await host.say("about", pick="R7")
            assert refused["reason"] == "You look closely at many things; wait a moment."

    asyncio.run(play())


def own_hand(person: Person, seat: int) -> list[dict[str, str]]:
    """The cards that a person has been shown last."""
    scenes = [told["own"] for told in person.heard if told.get("own")]
    zones = {zone["id"]: zone for zone in scenes[-1]["zones"]}
    pieces: list[dict[str, str]] = zones[f"seat{seat}.hand"]["pieces"]
    return pieces
