"""Who is at a table and who is not, as a server tells it, and what those who are there decide."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from uvicorn.lifespan.off import LifespanOff

from fairdeal.errors import NotYours, Refused
from fairdeal.play import check, records
from fairdeal.play.company import Patience
from fairdeal.server import again
from fairdeal.server.documents import Challenge, OpenTable
from fairdeal.server.hub import Hub
from fairdeal.server.serving import QuietServer, Settings, configuration
from fairdeal.server.sockets import Sockets
from fairdeal.server.uptime import StoppedUptime
from tests.server.people import Person, house, seated, until

QUICK = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"})
THREE = OpenTable("caster", 3, {"rounds": 1})

Scene = Callable[[Hub], Awaitable[None]]


@pytest.fixture
def at_once(tmp_path: Path) -> Callable[[Scene], None]:
    """Run a scene at a hub where nobody has to wait before they decide."""

    def run(scene: Scene) -> None:
        async def main() -> None:
            async with house(tmp_path) as hub:
                hub._patience = Patience(0, 0)
                await scene(hub)

        asyncio.run(main())

    return run


def table_of(person: Person) -> dict[str, Any]:
    """The table as a person was last told."""
    told = next(message for message in reversed(person.heard) if message["type"] in ("table", "welcome"))
    table: dict[str, Any] = told["table"]
    return table


def test_a_leaver_is_named_with_since_when_and_who_may_decide_when(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            _, (anna, ben) = await seated(hub, QUICK, "Anna", "Ben")
            assert "away" not in table_of(anna)
            left_at = hub.uptime.now()
            await ben.leave()
            await until(lambda: table_of(anna).get("away"))
            (away,) = table_of(anna)["away"]
            assert away["seat"] == 1
            assert left_at <= away["since"] <= hub.uptime.now()
            assert away["host_from"] - away["since"] == 60_000
            assert away["all_from"] - away["since"] == 180_000
            answer = await anna.say("decide", seat=1, what="bot", level="hard")
            assert answer["verdict"] == "refused"
            assert "before you decide" in answer["reason"]

    asyncio.run(main())


def test_the_host_seats_a_bot_and_who_returns_takes_the_seat_back(at_once: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, (anna, ben) = await seated(hub, QUICK, "Anna", "Ben")
        await ben.leave()
        assert (await anna.say("decide", seat=1, what="bot", level="hard"))["verdict"] == "accepted"
        told = anna.last_change()
        assert (told["kind"], told["text"]) == ("stoodin", "A bot plays on for Ben.")
        assert told["table"]["chairs"][1]["level"] == "hard"
        assert "by_wish" not in told["table"]["chairs"][1]
        assert (await anna.say("decide", seat=1, what="bot", level="strongest"))["verdict"] == "refused"
        await ben.enter(hub, table)
        assert (await ben.say("return"))["verdict"] == "accepted"
        assert anna.last_change()["text"] == "Ben is back and has the seat again."
        await until(lambda: not table_of(anna).get("away"))

    at_once(play)


def test_votes_are_told_and_a_restart_forgets_them_but_no_decision(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            hub._patience = Patience(0, 0)
            table, (anna, ben, carl) = await seated(hub, THREE, "Anna", "Ben", "Carl")
            await anna.leave()
            assert (await ben.say("decide", seat=0, what="end"))["verdict"] == "accepted"
            told = carl.last_change()
            assert (told["kind"], told["text"]) == ("voted", "Ben wants to end the game without Anna.")
            assert told["table"]["away"][0]["votes"] == [{"seat": 1, "what": "end"}]
            assert table_of(ben)["phase"] == "playing"
            await ben.leave()
            await carl.leave()
        async with house(tmp_path) as hub:
            hub._patience = Patience(0, 0)
            for person in (ben, carl):
                await person.enter(hub, table)
            assert "votes" not in table_of(carl)["away"][0]
            await carl.say("decide", seat=0, what="wait")
            await ben.say("decide", seat=0, what="wait")
            told = carl.last_change()
            assert (told["kind"], told["text"]) == ("waited", "Ben waits on for Anna.")
            await ben.say("decide", seat=0, what="end")
            await carl.say("decide", seat=0, what="end")
            assert table_of(ben)["phase"] == "over"
        async with house(tmp_path) as hub:
            await ben.enter(hub, table)
            assert table_of(ben)["phase"] == "over"
            assert table_of(ben)["ended"] == "Anna was away, so the game was ended early. Nobody has won."

    asyncio.run(main())


def test_downtime_does_not_count_as_being_away(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, uptime=StoppedUptime(wall=0)) as hub:
            table, (anna, ben) = await seated(hub, QUICK, "Anna", "Ben")
            await ben.leave()
            left_at = hub.uptime.now()
        async with house(tmp_path, uptime=StoppedUptime(wall=10 * 3_600_000)) as hub:
            await anna.enter(hub, table)
            await until(lambda: len(table_of(anna)["away"]) == 1)
            (away,) = table_of(anna)["away"]
            assert (away["seat"], away["since"]) == (1, left_at)
            assert table_of(anna)["at"] == left_at

    asyncio.run(main())


def test_an_ended_game_is_listed_replayed_and_proved_as_such(at_once: Callable[[Scene], None], tmp_path: Path) -> None:
    async def play(hub: Hub) -> None:
        table, (anna, ben) = await seated(hub, QUICK, "Anna", "Ben")
        await ben.leave()
        assert (await anna.say("decide", seat=1, what="end"))["verdict"] == "accepted"
        ended = table_of(anna)
        assert ended["ended"].startswith("Ben was away")
        assert "result" not in ended
        assert anna.of_type("note")[-1]["text"] == ended["ended"]
        assert (await anna.say("decide", seat=1, what="end"))["reason"] == "The game is over."
        (card,) = [card for card in await hub.mine(anna.session) if card.table == table]
        assert (card.phase, card.ended) == ("over", True)
        course = await hub.replay(table, anna.session)
        assert course.result == {}
        assert course.ended == ended["ended"]
        text = await hub.record(table, anna.session)
        assert json.loads(text)["ended"] == {"cause": "left", "seat": 1}
        assert check.check(records.read(text), check.part_of(text), anna.receipt()).exit_code == 0
        await ben.enter(hub, table)
        welcome = ben.of_type("welcome")[-1]
        assert "paths" not in welcome["own"], "nothing can be done any more"
        assert welcome["story"][-1] == {"number": welcome["number"], "text": ended["ended"], "note": True}

    at_once(play)


def test_whoever_looks_on_decides_nothing_and_nobody_alone_is_missed(at_once: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, (_, ben) = await seated(hub, QUICK, "Anna", "Ben")
        stranger = Person("Stranger")
        await stranger.enter(hub, table)
        await ben.leave()
        assert (await stranger.say("decide", seat=1, what="end"))["reason"] == "You have no seat at this table."
        alone = OpenTable("caster", 3, {"rounds": 1}, bots={1: "easy", 2: "easy"})
        other, (carl,) = await seated(hub, alone, "Carl")
        await stranger.enter(hub, other)
        await carl.leave()
        await until(lambda: not table_of(stranger)["chairs"][0].get("here"))
        assert "away" not in table_of(stranger)

    at_once(play)


# --- rematch ---------------------------------------------------------------------------------------------------------


async def ended(hub: Hub) -> tuple[str, list[Person]]:
    """A game of three people that was ended because one was away, who is back."""
    table, people = await seated(hub, THREE, "Anna", "Ben", "Carl")
    await people[2].leave()
    await people[0].say("decide", seat=2, what="end")
    await people[2].enter(hub, table)
    return table, people


def test_a_rematch_is_offered_answered_and_seats_everybody_who_agrees(at_once: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        _, (anna, ben, carl) = await ended(hub)
        assert (await ben.say("rematch", what="offer"))["verdict"] == "accepted"
        told = anna.last_change()
        assert (told["kind"], told["text"]) == ("offered", "Ben wants a rematch.")
        assert told["table"]["offer"] == {"seat": 1, "joins": [1]}
        await carl.say("rematch", what="decline")
        assert anna.last_change()["text"] == "Carl wants no rematch."
        assert (await anna.say("rematch", what="start"))["verdict"] == "refused"
        await anna.say("rematch", what="join")
        again = table_of(carl)["rematch"]
        new = (await hub.table(again)).table
        assert [chair.name for chair in new.chairs] == ["Anna", "Ben", ""]
        assert new.opened.host == ben.session.id
        for person in (anna, ben):
            await person.enter(hub, again)
            assert person.of_type("welcome")[-1]["you"] == new.seat_of(person.session.id)
            assert (await person.commit())["verdict"] == "accepted"
        assert (await anna.say("rematch", what="offer"))["reason"] == "A rematch follows when the game is over."

    at_once(play)


def test_an_offer_can_be_cancelled_and_two_at_once_are_one_table(at_once: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        _, (anna, ben, carl) = await ended(hub)
        await anna.say("rematch", what="offer")
        assert (await ben.say("rematch", what="cancel"))["verdict"] == "refused"
        await anna.say("rematch", what="cancel")
        assert "offer" not in table_of(ben)
        assert ben.last_change()["text"] == "Anna no longer wants a rematch."
        await asyncio.gather(*(one.say("rematch", what="offer") for one in (anna, ben, carl)))
        again = table_of(ben)["rematch"]
        assert not (await hub.table(again)).table.free_seats()
        assert sum(bool(told["table"].get("rematch")) for told in ben.of_type("table")) == 1

    at_once(play)


def test_a_rematch_begins_when_the_last_who_has_not_answered_leaves_or_when_its_offerer_says_so(
    at_once: Callable[[Scene], None],
) -> None:
    async def play(hub: Hub) -> None:
        _, (anna, ben, carl) = await ended(hub)
        await anna.say("rematch", what="offer")
        await ben.say("rematch", what="join")
        await carl.leave()
        assert (await hub.table(table_of(anna)["rematch"])).table.free_seats() == [2]
        _, (dora, emil, fay) = await ended(hub)
        await dora.say("rematch", what="offer")
        await emil.say("rematch", what="decline")
        await fay.say("rematch", what="decline")
        assert not table_of(dora).get("rematch"), "all others declined: that is for Dora to decide"
        await dora.say("rematch", what="start")
        assert (await hub.table(table_of(dora)["rematch"])).table.free_seats() == [1, 2]

    at_once(play)


def test_who_is_sent_away_by_a_server_that_stops_has_not_declined_a_rematch(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            hub._patience = Patience(0, 0)
            table, (anna, ben, carl) = await ended(hub)
            await anna.say("rematch", what="offer")
            await ben.say("rematch", what="join")
            server = QuietServer(configuration(None, Settings()), Sockets(), lambda: None, hub.hand_over)
            server.servers, server.lifespan = [], LifespanOff(server.config)
            await server.shutdown()
            for person in (carl, ben, anna):
                await person.leave()
        async with house(tmp_path) as hub:
            for person in (anna, ben, carl):
                await person.enter(hub, table)
            assert table_of(anna)["offer"] == {"seat": 0, "joins": [0, 1]}
            await carl.say("rematch", what="join")
            assert not (await hub.table(table_of(carl)["rematch"])).table.free_seats()

    asyncio.run(main())


# --- invitations and challenges --------------------------------------------------------------------------------------


def test_a_cancelled_table_is_closed_for_all_and_says_so_to_later_visitors(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            anna, ben, nina = Person("Anna"), Person("Ben"), Person("Nina")
            table = await hub.open_table(anna.session, THREE)
            for person in (anna, ben):
                await person.enter(hub, table)
                await person.sit()
            with pytest.raises(NotYours):
                await hub.cancel(table, ben.session)
            await hub.cancel(table, anna.session)
            assert (ben.last_change()["kind"], table_of(ben)["phase"]) == ("closed", "void")
            assert (await hub.card(table, ben.session)).phase == "void"
        async with house(tmp_path) as hub:
            await nina.enter(hub, table)
            assert table_of(nina)["closed"] == "Anna has cancelled this table."
            assert (await nina.sit())["reason"] == "Anna has cancelled this table."

    asyncio.run(main())


def test_a_challenge_is_cancelled_while_nobody_has_taken_it(at_once: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, (anna, *_) = await ended(hub)
        dare = await again.challenge(hub, table, anna.session, Challenge(0))
        await hub.cancel(dare, anna.session)
        assert (await hub.card(dare, anna.session)).phase == "void"
        taken = await again.challenge(hub, table, anna.session, Challenge(0))
        nina = Person("Nina")
        await nina.enter(hub, taken)
        await nina.sit()
        assert (await hub.card(taken, anna.session)).names[0] == "Nina"
        with pytest.raises(Refused, match="The game has started"):
            await hub.cancel(taken, anna.session)

    at_once(play)


def test_a_real_time_table_has_the_pace_that_was_chosen_and_no_record_of_it(at_once: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        hub._beat = (500, 700)
        pauses, countdowns = {}, {}
        for pace in ("brisk", "usual", "relaxed"):
            anna = Person("Anna")
            table = await hub.open_table(anna.session, OpenTable("coast", 2, {}, bots={1: "easy"}, pace=pace))
            live = await hub.table(table)
            assert live.table.opened.pace == pace
            assert "pace" not in live.table.opened.options
            countdowns[pace] = live.table.opened.options.get("countdown", 3)
            assert "pace" not in (live.table.opened.terms or {})
            live.table.id = "the same for all"
            pauses[pace] = live.schedule.pause_before(1, "easy")
        assert pauses["brisk"] < pauses["usual"] < pauses["relaxed"]
        assert countdowns == {"brisk": 2, "usual": 3, "relaxed": 6}
        chosen = await hub.open_table(anna.session, OpenTable("coast", 2, {"countdown": 9}, pace="brisk"))
        assert (await hub.table(chosen)).table.opened.options["countdown"] == 9

    at_once(play)
