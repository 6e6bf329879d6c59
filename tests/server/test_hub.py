"""Tables of a server, without a network: what people are sent and what becomes of what they ask for."""

from __future__ import annotations

import asyncio
import gc
import json
import math
import time
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fairdeal import games
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.errors import BadOption, FairdealError, NotYours, Refused, StoreError, UnknownGame, UnknownTable
from fairdeal.play import records
from fairdeal.play.check import check, part_of
from fairdeal.play.clocks import Now
from fairdeal.play.events import Clock
from fairdeal.play.fairness import hidden_hash
from fairdeal.play.table import RECENT
from fairdeal.server import again, presence
from fairdeal.server.documents import Challenge, OpenTable
from fairdeal.server.hub import Hub
from fairdeal.server.live import FORGET_AFTER, FORGET_OVER_AFTER
from fairdeal.server.names import ID_LETTERS, new_id
from fairdeal.server.uptime import StoppedUptime
from tests.server.people import Person, finish, house, on_turn, seated, until

Scene = Callable[[Hub], Awaitable[None]]

QUICK = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"})
TIMED = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"}, clock=Clock("move", 600))
ALONE = OpenTable("caster", 3, {"rounds": 1}, bots={1: "easy", 2: "easy"})


@pytest.fixture
def at_home(tmp_path: Path) -> Callable[[Scene], None]:
    """Run something at a hub."""

    def run(play: Scene) -> None:
        async def main() -> None:
            async with house(tmp_path) as hub:
                await play(hub)

        asyncio.run(main())

    return run


# --- a game ----------------------------------------------------------------------------------------------------------


def test_two_persons_and_a_bot_play_a_game_whose_deal_can_be_checked(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, people = await seated(hub, QUICK, "Anna", "Ben")
        receipt = people[0].receipt()
        await finish(people)
        record = await hub.record(table)
        verdict = check(records.read(record), part_of(record), receipt)
        assert verdict.has_proof
        assert verdict.has_receipt
        assert json.loads(record)["players"][:2] == ["Anna", "Ben"]
        last = people[0].of_type("table")[-1]["table"]
        assert last["phase"] == "over"
        assert last["result"]["scores"] == json.loads(record)["result"]["scores"]

    at_home(play)


def test_everybody_hears_every_event_in_order_and_only_the_own_part(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, people = await seated(hub, QUICK, "Anna", "Ben")
        onlooker = Person("Olga")
        await onlooker.enter(hub, table)
        await finish(people)
        for person in (*people, onlooker):
            numbers = [event["number"] for event in person.of_type("event")]
            assert numbers == sorted(set(numbers))
        common = [[event["public"] for event in person.of_type("event")][-20:] for person in (*people, onlooker)]
        assert common[0] == common[1] == common[2]
        assert all(event["own"] is None for event in onlooker.of_type("event"))
        hands = [zone["id"] for zone in people[0].of_type("event")[-1]["own"].get("zones", [])]
        assert "seat1.hand" not in hands

    at_home(play)


def test_an_answer_is_accepted_refused_or_stale(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        _, people = await seated(hub, QUICK, "Anna", "Ben")
        await until(lambda: on_turn(people))
        first = on_turn(people)
        assert first is not None
        other = people[1 - people.index(first)]
        number = first.table.number
        refused = await other.play(number=number, actions=["play R0"])
        assert refused["verdict"] == "refused"
        assert refused["reason"]
        assert (await first.play(id="a"))["verdict"] == "accepted"
        assert (await first.play(id="a", number=0, actions=["play R0"]))["verdict"] == "accepted", "done before"
        stale = await first.play(id="b", number=number)
        assert stale["verdict"] == "stale"
        assert stale["public"]

    at_home(play)


def test_why_not_is_told_to_the_asker_alone(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        _, people = await seated(hub, QUICK, "Anna", "Ben")
        heard = len(people[1].heard)
        told = await people[0].say("why", action="play R99")
        assert told["type"] == "because"
        assert told["reason"]
        assert all(message["type"] != "because" for message in people[1].heard[heard:])

    at_home(play)


def test_why_not_is_asked_by_picks_as_well(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        _, people = await seated(hub, QUICK, "Anna", "Ben")
        waiting = next(person for person in people if person is not on_turn(people))
        seat = people.index(waiting)
        [piece, *_] = waiting.table.game.scene(waiting.table.view(seat), seat).zone(f"seat{seat}.hand").pieces
        told = await waiting.say("why", picks=[piece.id])
        assert "turn" in told["reason"]
        assert (await waiting.say("why", picks=["nothing"]))["reason"] == ""

    at_home(play)


# --- hello -----------------------------------------------------------------------------------------------------------


def test_a_client_gets_nothing_what_it_missed_or_everything(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, people = await seated(hub, ALONE, "Anna")
        await until(lambda: on_turn(people))
        anna = people[0]
        await anna.play()
        await until(lambda: on_turn(people))
        number = anna.table.number

        up_to_date, behind, new = Person("Anna"), Person("Anna"), Person("Anna")
        await up_to_date.enter(hub, table, seen=number)
        assert "public" not in up_to_date.of_type("welcome")[0]
        assert not up_to_date.of_type("event")
        await behind.enter(hub, table, seen=number - 2)
        assert [event["number"] for event in behind.of_type("event")] == [number - 1, number]
        live_events = [event for event in anna.of_type("event") if event["number"] > number - 2]
        for missed, live_event in zip(behind.of_type("event"), live_events, strict=True):
            assert {**missed, "own": 0} == {**live_event, "own": 0}
        assert behind.of_type("event")[-1]["own"] == live_events[-1]["own"], "what is past cannot be done any more"
        await new.enter(hub, table)
        welcome = new.of_type("welcome")[0]
        assert welcome["public"] == anna.of_type("event")[-1]["public"]
        assert welcome["own"] == anna.of_type("event")[-1]["own"]
        lines = [line for event in anna.of_type("event") for line in event["lines"]]
        assert [line["text"] for line in welcome["story"]] == lines

    at_home(play)


def test_the_story_goes_on_where_it_was_prepared(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, people = await seated(hub, ALONE, "Anna")
        for _ in range(3):
            await until(lambda: on_turn(people))
            await people[0].play()
            await until(lambda: on_turn(people))
            late = Person("Anna")
            await late.enter(hub, table)
            lines = [line for event in people[0].of_type("event") for line in event["lines"]]
            assert [line["text"] for line in late.of_type("welcome")[0]["story"]] == lines
            await late.leave()

    at_home(play)


def test_the_first_message_is_hello(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, _ = await seated(hub, ALONE, "Anna")
        shy = Person("Shy")
        shy.connection = await hub.connect(table, None, shy)
        await shy.say("ping")
        await shy.connection.receive("not json")
        assert [message["type"] for message in shy.heard] == ["error", "error"]

    at_home(play)


# --- seats -----------------------------------------------------------------------------------------------------------


def test_a_seat_needs_a_session_and_watching_does_not(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        host = Person("Host")
        table = await hub.open_table(host.session, OpenTable("caster", 3))
        stranger = Person("Stranger")
        await stranger.enter(hub, table, as_guest=False)
        assert stranger.of_type("welcome")[0]["you"] is None
        assert "name" in (await stranger.sit())["reason"]

    at_home(play)


def test_who_opens_two_sockets_and_sits_down_by_one_is_known_at_the_other_when_it_says_hello(
    at_home: Callable[[Scene], None],
) -> None:
    async def scene(hub: Hub) -> None:
        host = Person("Host")
        table = await hub.open_table(host.session, OpenTable("cryptruck", 2))
        early, late = Person("Anna"), Person("Anna")
        late.connection = await hub.connect(table, late.session, late)
        await early.enter(hub, table)
        assert (await early.sit(1))["verdict"] == "accepted"
        await late.connection.receive(json.dumps({"type": "hello"}))
        assert late.of_type("welcome")[0]["you"] == 1

    at_home(scene)


def test_the_private_link_brings_the_seat_to_another_device(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        host = Person("Host")
        table = await hub.open_table(host.session, OpenTable("caster", 3, bots={1: "easy"}))
        await host.enter(hub, table)
        link = (await host.sit())["link"]
        phone = Person("Phone")
        assert await hub.claim(table, phone.session, link.partition("#seat=")[2]) == 0
        await phone.enter(hub, table)
        assert phone.of_type("welcome")[0]["you"] == 0
        other = await hub.seat_link(table, host.session)
        with pytest.raises(NotYours):
            await hub.claim(table, Person("Thief").session, link.partition("#seat=")[2])
        assert await hub.claim(table, Person("Tablet").session, other.partition("#seat=")[2]) == 0
        stored = await hub.store.load(table)
        assert stored is not None
        assert link.partition("#seat=")[2].encode() not in b"".join(stored[1]), "only its hash is stored"

    at_home(play)


def test_a_seat_claimed_in_mid_game_is_shown_at_once(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, people = await seated(hub, ALONE, "Anna")
        phone = Person("Phone")
        await phone.enter(hub, table)
        assert phone.of_type("welcome")[0]["you"] is None
        link = await hub.seat_link(table, people[0].session)
        await hub.claim(table, phone.session, link.partition("#seat=")[2])
        await until(lambda: len(phone.of_type("welcome")) == 2)
        welcome = phone.of_type("welcome")[1]
        assert welcome["you"] == 0
        assert welcome["own"]

    at_home(play)


def test_lists_show_what_is_listed_and_what_is_mine(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        anna, ben = Person("Anna"), Person("Ben")
        secret = await hub.open_table(anna.session, OpenTable("caster", 3))
        shown = await hub.open_table(anna.session, OpenTable("caster", 3, listed=True))
        assert [card.table for card in await hub.listed()] == [shown]
        await ben.enter(hub, secret)
        await ben.sit(2)
        (mine,) = await hub.mine(ben.session)
        assert (mine.table, mine.mine, mine.names) == (secret, 2, ("", "", "Ben"))
        assert (await hub.card(secret, None)).mine is None
        with pytest.raises(UnknownTable):
            await hub.card("nowhere", None)

    at_home(play)


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (OpenTable("chess"), UnknownGame),
        (OpenTable("caster", 3, bots={1: "genius"}), BadOption),
        (OpenTable("caster", 3, bots={5: "easy"}), BadOption),
        (OpenTable("caster", 3, {"colours": 3}), BadOption),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(
    at_home: Callable[[Scene], None], request_: OpenTable, error: type[FairdealError]
) -> None:
    async def play(hub: Hub) -> None:
        with pytest.raises(error):
            await hub.open_table(Person("Anna").session, request_)
        assert hub.metrics()["tables"] == 0
        assert await hub.store.running() == []

    at_home(play)


# --- talking ---------------------------------------------------------------------------------------------------------


def test_players_talk_onlookers_do_not_and_a_muted_seat_is_not_heard(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, (anna, ben) = await seated(hub, QUICK, "Anna", "Ben")
        onlooker = Person("Olga")
        await onlooker.enter(hub, table)
        await anna.say("say", text="<b>hello</b>")
        assert ben.of_type("said")[0]["text"] == "<b>hello</b>"
        assert not onlooker.of_type("said")
        assert (await onlooker.say("say", text="hello"))["verdict"] == "refused"
        await ben.say("mute", seat=0)
        await anna.say("say", phrase="thanks")
        assert len(ben.of_type("said")) == 1
        again = Person("Ben")
        await again.enter(hub, table)
        assert again.of_type("welcome")[0]["muted"] == [0]
        assert "said" not in again.of_type("welcome")[0]

    at_home(play)


def test_nobody_talks_without_end(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        _, (anna,) = await seated(hub, ALONE, "Anna")
        answers = [await anna.say("say", text="bla") for _ in range(30)]
        assert "wait a moment" in answers[-1]["reason"]

    at_home(play)


# --- the past --------------------------------------------------------------------------------------------------------


def test_the_past_is_seen_with_ones_own_eyes_until_the_end(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, people = await seated(hub, QUICK, "Anna", "Ben")
        anna = people[0]
        await until(lambda: on_turn(people))
        number = anna.of_type("event")[-1]["number"]
        then = anna.of_type("event")[-1]
        past = await anna.say("past", number=number)
        moment = anna.of_type("moment")[-1]
        assert past["verdict"] == "accepted"
        assert moment["public"] == then["public"]
        assert moment["lines"] == then["lines"]
        assert "paths" not in moment["own"]
        assert (await anna.say("past", number=number, eyes=1))["verdict"] == "refused"
        assert (await anna.say("past", number=number, eyes=SPECTATOR))["verdict"] == "accepted"
        assert (await anna.say("past", number=1))["verdict"] == "refused"
        await finish(people)
        assert (await anna.say("past", number=number, eyes=1))["verdict"] == "accepted"
        replay = await hub.replay(table)
        assert replay.numbers[-1] < anna.table.number
        assert len(replay.points) == len(replay.numbers)
        assert list(replay.points[-1]) == replay.result["scores"]
        seen = await hub.moment(table, None, replay.numbers[5], 0)
        assert seen.own is not None

        last = next(event for event in anna.of_type("event") if "sums" in event)
        await anna.say("past", number=last["number"])
        moment = anna.of_type("moment")[-1]
        takes = {"You take the trick.", *(f"{name} takes the trick." for name in list(anna.table.names().values())[1:])}
        assert last["stills"][0]["prompt"] in takes
        assert [moment[part] for part in ("stills", "moved", "sums")] == [last[p] for p in ("stills", "moved", "sums")]
        assert json.loads(msgspec.json.encode(replay.rounds)) == [last["sums"]]
        assert [row.after for row in replay.rounds[-1].rows] == replay.result["scores"]

    at_home(play)


def test_whoever_looks_back_too_often_is_told_to_wait(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        _, people = await seated(hub, ALONE, "Anna")
        number = people[0].table.numbers[0]
        answers = [await people[0].say("past", number=number) for _ in range(20)]
        assert answers[0]["verdict"] == "accepted"
        assert "wait a moment" in answers[-1]["reason"]

    at_home(play)


def test_a_running_game_never_gives_its_record(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, people = await seated(hub, QUICK, "Anna", "Ben")
        for ask in (hub.record(table), hub.replay(table), hub.moment(table, people[0].session, 10, None)):
            with pytest.raises(Refused, match="running game"):
                await ask

    at_home(play)


# --- after the end ---------------------------------------------------------------------------------------------------


def test_a_rematch_is_one_new_table_and_everybody_is_told(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, people = await seated(hub, QUICK, "Anna", "Ben")
        with pytest.raises(Refused):
            await hub.rematch(table, people[0].session)
        await finish(people)
        again = await hub.rematch(table, people[0].session)
        assert await hub.rematch(table, people[1].session) == again
        assert people[1].of_type("table")[-1]["table"]["rematch"] == again
        with pytest.raises(NotYours):
            await hub.rematch(table, Person("Olga").session)
        new = (await hub.table(again)).table
        assert new.starts.commitment != people[0].table.starts.commitment
        assert new.free_seats() == [1], "whoever begins it has a seat there"
        assert new.seat_of(people[0].session.id) == 0

    at_home(play)


@pytest.mark.parametrize(
    ("request_", "kinds"),
    [
        (OpenTable("caster", 3, {"rounds": 1}, bots={1: "easy", 2: "easy"}), ["joined", "called", "started"]),
        (OpenTable("coast", 1, {"countdown": 0}), ["joined", "called", "started"]),
        (OpenTable("coast", 1, {"countdown": 9}), ["joined", "called", "started", "countdown"]),
        (OpenTable("coast", 1, {"countdown": 0, "time_limit": 60}), ["joined", "called", "started", "limit"]),
    ],
)
def test_a_table_says_what_has_changed_in_it(
    at_home: Callable[[Scene], None], request_: OpenTable, kinds: list[str]
) -> None:
    async def play(hub: Hub) -> None:
        _, (anna,) = await seated(hub, request_, "Anna")
        while anna.table.sitting is not None and len(anna.table.sitting.events) < 3 and on_turn([anna]):
            await anna.play()
        await anna.say("request", what="pause")
        told = [message["kind"] for message in anna.of_type("table") if message.get("kind")]
        assert told == [*kinds, "paused"]

    at_home(play)


def test_the_id_of_a_table_has_all_its_letters() -> None:
    names = [new_id() for _ in range(1000)]
    assert {len(name) for name in names} == {12}
    assert set("".join(names)) == set(ID_LETTERS)
    assert 12 * math.log2(len(ID_LETTERS)) > 59, "too many to guess"


def test_a_challenge_plays_the_same_deal_and_seals_the_record(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, people = await seated(hub, QUICK, "Anna", "Ben")
        await finish(people)
        before = json.loads(await hub.record(table))
        carl = Person("Carl")
        copy = await again.challenge(hub, table, carl.session, Challenge(1))
        with pytest.raises(Refused, match="sealed"):
            await hub.record(table)
        await carl.enter(hub, copy)
        await carl.sit()
        assert carl.table.phase == "playing", "nothing has to be opened: the deal is known"
        receipt = carl.receipt()
        assert receipt.terms["copied_from"] == table
        assert carl.of_type("welcome")[0]["table"]["copied"]["commitment"] == receipt.commitment
        await finish([carl])
        record = await hub.record(copy)
        assert check(records.read(record), part_of(record), receipt).has_proof
        deals = [
            [event for event in found["events"] if event["seat"] is None] for found in (before, json.loads(record))
        ]
        assert [deal["action"] for deal in deals[0]] == [deal["action"] for deal in deals[1]]
        await hub.record(table)

    at_home(play)


def own_deck() -> dict[str, Any]:
    return {"name": "my cards", "cards": games.find("battle").own_data["starter"][::-1]}


def test_a_deck_of_ones_own_is_part_of_the_terms(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        request = OpenTable("battle", 2, {"deck": own_deck()}, bots={1: "easy"})
        table, people = await seated(hub, request, "Anna")
        terms = people[0].of_type("welcome")[0]["terms"]
        assert terms["options"] == {"deck": own_deck(), "open_list": True, "match": 1}
        await finish(people)
        assert json.loads(await hub.record(table))["fair"]["terms"] == terms

    at_home(play)


def test_a_deck_with_a_closed_list_is_bound_by_a_salted_hash_that_the_record_opens(
    at_home: Callable[[Scene], None],
) -> None:
    async def play(hub: Hub) -> None:
        request = OpenTable("battle", 2, {"deck": own_deck(), "open_list": False}, bots={1: "easy"})
        table, people = await seated(hub, request, "Anna")
        (bound,) = people[0].of_type("welcome")[0]["terms"]["options"]["deck"].values()
        (salt,) = people[0].table.opened.salts.values()
        assert salt not in json.dumps(people[0].heard)
        await finish(people)
        fair = json.loads(await hub.record(table))["fair"]
        assert fair["hidden"] == {"deck": {"salt": salt, "value": own_deck()}}
        assert hidden_hash(bytes.fromhex(salt), own_deck()).hex() == bound
        assert [len(deal) for deal in fair["draws"]] == [1, 19]
        again = await hub.table(await hub.rematch(table, people[0].session))
        assert again.table.opened.salts["deck"] != salt

    at_home(play)


def dealt(record: dict[str, Any]) -> list[str]:
    return [event["action"] for event in record["events"] if event["seat"] is None]


# --- clocks, leavers, bots -------------------------------------------------------------------------------------------


def test_when_the_time_runs_out_a_bot_plays_the_move(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            timed = OpenTable("caster", 3, {"rounds": 1}, bots={1: "easy", 2: "easy"}, clock=Clock("move", 2))
            _, (anna,) = await seated(hub, timed, "Anna")
            await until(lambda: anna.of_type("event")[-1].get("runs") == [0])
            numbers = len(anna.table.numbers)
            assert 0 < anna.of_type("event")[-1]["left"][0] <= 2000
            await until(lambda: any(e["seat"] == 0 and e["by"] for e in anna.of_type("event")), 6)
            assert len(anna.table.numbers) > numbers

    asyncio.run(main())


def test_a_bot_stands_in_for_who_is_gone_and_gives_the_seat_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "grace", lambda clock, real_time: 50)

    async def main() -> None:
        async with house(tmp_path) as hub:
            table, (anna, ben) = await seated(hub, TIMED, "Anna", "Ben")
            await anna.leave()
            await until(lambda: ben.table.chairs[0].stand_in)
            await until(lambda: on_turn([ben]))
            back = Person("Anna")
            await back.enter(hub, table)
            assert (await back.play(actions=["play R0"]))["verdict"] == "refused"
            assert (await back.say("return"))["verdict"] == "accepted"
            assert not ben.table.chairs[0].stand_in

    asyncio.run(main())


def test_a_reload_is_no_leaving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "grace", lambda clock, real_time: 80)

    async def main() -> None:
        async with house(tmp_path) as hub:
            table, (anna, ben) = await seated(hub, TIMED, "Anna", "Ben")
            await anna.leave()
            await anna.enter(hub, table)
            await asyncio.sleep(0.2)
            assert not ben.table.chairs[0].stand_in

    asyncio.run(main())


def test_friends_wait_for_ever(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        _, (anna, ben) = await seated(hub, QUICK, "Anna", "Ben")
        await anna.leave()
        await asyncio.sleep(0.1)
        assert not ben.table.chairs[0].stand_in
        assert not ben.connection.live.presence.ends() if ben.connection else False

    at_home(play)


def test_a_bot_pauses_by_public_facts_alone_and_waits_for_the_slowest_person(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        hub._beat = (500, 700)
        _, (anna, _) = await seated(hub, QUICK, "Anna", "Ben")
        assert anna.connection is not None
        pauses = [anna.connection.live.schedule.pause_before(2, "easy") for _ in range(2)]
        assert pauses[0] == pauses[1]
        assert 500 <= pauses[0] <= 700
        _, (carl, dora) = await seated(hub, OpenTable("coast", 2), "Carl", "Dora")
        assert carl.connection is not None
        assert dora.connection is not None
        fast = carl.connection.live.schedule.pause_before(0, "easy")
        dora.connection.lag = 150
        assert carl.connection.live.schedule.pause_before(0, "easy") == fast + 150
        dora.connection.lag = 60_000
        assert carl.connection.live.schedule.pause_before(0, "easy") == fast + presence.LONGEST_LAG, (
            "feigning a lag gains little"
        )

    at_home(play)


def test_lag_is_measured_by_the_server(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        _, (anna,) = await seated(hub, ALONE, "Anna")
        probe = anna.of_type("ping")[0]["id"]
        await asyncio.sleep(0.03)
        assert anna.connection is not None
        await anna.say("pong", id="another")
        assert anna.connection.lag == 0
        await anna.say("pong", id=probe)
        assert anna.connection.lag >= 30

    at_home(play)


def test_real_time_bots_play_and_the_countdown_is_told(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        quick = OpenTable("coast", 2, {"countdown": 1}, bots={1: "easy"})
        _, (anna,) = await seated(hub, quick, "Anna")
        await anna.play()
        await until(lambda: any("begins_at" in told["table"] for told in anna.of_type("table")))
        await until(lambda: anna.table.legal(0), 5)
        drawn = await anna.say("play", number=anna.table.number, actions=["draw"])
        assert drawn["verdict"] == "accepted"
        times = [event["at"] for event in anna.of_type("event")]
        assert times == sorted(times)
        assert times[-1] >= 1000

    at_home(play)


def test_the_end_of_a_time_limit_is_told_once_the_game_runs(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        limited = OpenTable("coast", 2, {"countdown": 0, "time_limit": 600}, bots={1: "easy"})
        _, (anna,) = await seated(hub, limited, "Anna")
        await anna.play()
        await until(lambda: any("ends_at" in told["table"] for told in anna.of_type("table")))
        doc = anna.of_type("table")[-1]["table"]
        assert 590_000 < doc["ends_at"] - doc["at"] <= 600_000

    at_home(play)


def test_lines_that_nobody_else_is_told_are_marked(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub) -> None:
        table, (anna,) = await seated(hub, OpenTable("coast", 2, bots={1: "easy"}), "Anna")
        await anna.play()
        mine = [event["lines"][at] for event in anna.of_type("event") for at in event.get("private", ())]
        assert any(line.startswith("You arrange") for line in mine)
        told = (await hub.table(table)).history.story_now(0, "en")
        assert {line.text for line in told if line.private} >= set(mine)
        assert not any(line.private for line in (await hub.table(table)).history.story_now(SPECTATOR, "en"))

    at_home(play)


# --- storing ---------------------------------------------------------------------------------------------------------


class Failing:
    """A store whose writes fail for a while."""

    def __init__(self, hub: Hub) -> None:
        self.append = hub.store.append
        self.hub = hub

    def fail(self, *arguments: Any) -> asyncio.Future[None]:
        failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        failed.set_exception(StoreError("The table could not be stored: the disk is full. Nothing was done."))
        return failed


def test_what_cannot_be_stored_is_refused_and_nobody_hears_of_it(
    at_home: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(hub: Hub) -> None:
        _, people = await seated(hub, OpenTable("caster", 3, {"rounds": 1}), "Anna", "Ben", "Carl")
        await until(lambda: on_turn(people))
        actor = on_turn(people)
        assert actor is not None
        heard = [len(person.of_type("event")) for person in people]
        number, view = actor.table.number, actor.table.view(0).as_bytes
        with monkeypatch.context() as patch:
            patch.setattr(hub.store, "append", Failing(hub).fail)
            answer = await actor.play(id="m1")
        assert answer["verdict"] == "refused"
        assert "disk is full" in answer["reason"]
        assert [len(person.of_type("event")) for person in people] == heard
        assert (actor.table.number, actor.table.view(0).as_bytes) == (number, view)
        assert (await actor.play(id="m1"))["verdict"] == "accepted"

    at_home(play)


def test_a_mistake_of_the_program_leaves_the_table_as_it_is_stored(
    at_home: Callable[[Scene], None],
) -> None:
    async def play(hub: Hub) -> None:
        table, (anna,) = await seated(hub, ALONE, "Anna")
        await until(lambda: on_turn([anna]))
        live_table = await hub.table(table)
        number = live_table.table.number

        def break_something(table: Any, now: Now) -> None:
            table.chairs.clear()
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await live_table.mailbox.do(break_something)
        assert live_table.table.number == number
        assert (await anna.play())["verdict"] == "accepted"

    at_home(play)


def test_an_idle_table_leaves_memory_and_comes_back(tmp_path: Path) -> None:
    async def main() -> None:
        time = StoppedUptime()
        async with house(tmp_path, uptime=time) as hub:
            table, (anna, ben) = await seated(hub, QUICK, "Anna", "Ben")
            await until(lambda: on_turn([anna, ben]))
            live = await hub.table(table)
            await live.tasks.rest()  # a bot's move is being stored
            number = anna.table.number
            await anna.leave()
            await ben.leave()
            await hub.sweep()
            assert hub.metrics()["tables"] == 1
            time.advance(FORGET_AFTER + 1)
            await until(lambda: live.is_idle(time.now()))  # the bot has come to an end, too
            await hub.sweep()
            assert hub.metrics()["tables"] == 0
            back = Person("Anna")
            await back.enter(hub, table)
            assert back.of_type("welcome")[0]["number"] == number
            assert back.of_type("welcome")[0]["own"]

    asyncio.run(main())


def test_who_comes_or_goes_at_a_table_that_is_another_servers_by_now_is_no_failure(
    at_home: Callable[[Scene], None], caplog: pytest.LogCaptureFixture
) -> None:
    async def play(hub: Hub) -> None:
        table, (_, ben) = await seated(hub, OpenTable("cryptruck", 2), "Anna", "Ben")
        live, tell = await hub.table(table), list[asyncio.Task[None]]()
        start = live.tasks.start
        live.tasks.start = lambda work: tell.append(start(work)) or tell[-1]  # type: ignore[func-returns-value, method-assign]
        live.close()
        await ben.leave()
        await until(lambda: tell)
        await asyncio.wait(tell)
        assert not caplog.messages

    at_home(play)


def test_a_table_to_which_somebody_comes_while_another_leaves_memory_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        time, back = StoppedUptime(), Person("Anna")
        async with house(tmp_path, uptime=time) as hub:
            tables = []
            for _ in range(2):
                table, people = await seated(hub, OpenTable("cryptruck", 2), "Anna", "Ben")
                tables.append(table)
                for person in people:
                    await person.leave()

            async def come(names: list[str]) -> None:
                monkeypatch.undo()
                await back.enter(hub, next(table for table in tables if table not in names))

            monkeypatch.setattr(hub.store, "release", come)
            time.advance(FORGET_AFTER + 1)
            await hub.sweep()
            assert back.connection is not None
            assert hub.metrics()["tables"] == 1
            assert (await hub.table(back.table.id)).table is back.table

    asyncio.run(main())


def test_a_move_that_is_being_stored_while_its_table_leaves_memory_is_known_to_who_comes_then(
    at_home: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(hub: Hub) -> None:
        table, (anna,) = await seated(hub, ALONE, "Anna")
        await until(lambda: on_turn([anna]))
        append, held = hub.store.append, asyncio.Event()

        async def append_later(*asked: Any) -> None:
            await held.wait()
            await append(*asked)

        monkeypatch.setattr(hub.store, "append", lambda *asked: asyncio.ensure_future(append_later(*asked)))
        move: dict[str, Any] = {"id": "once", "number": anna.table.number}
        unheard = asyncio.create_task(anna.play(**move))
        await asyncio.sleep(0)
        await anna.leave()
        leaving = asyncio.create_task(hub._let_go(await hub.table(table)))
        back = Person("Anna")
        entering = asyncio.create_task(back.enter(hub, table))
        await asyncio.wait([entering], timeout=0.2)  # in vain, or else too early
        held.set()
        await asyncio.gather(unheard, leaving, entering)
        assert (await back.play(**move))["verdict"] == "accepted"
        stored = await hub.store.load(table)
        assert stored is not None
        assert [json.loads(entry)["event"].get("id") for entry in stored[1]].count("once") == 1

    at_home(play)


def test_a_table_keeps_no_story_and_no_old_view(at_home: Callable[[Scene], None]) -> None:
    """Both took more memory than the rest of a table."""

    async def play(hub: Hub) -> None:
        table, people = await seated(hub, OpenTable("caster", 3, {"rounds": 1}), "Anna", "Ben", "Carl")
        live_table, late = await hub.table(table), Person("Olga")
        await late.enter(hub, table)
        assert live_table.history._stories
        old = [weakref.ref(live_table.table.view(viewer)) for viewer in live_table.table.viewers]
        for _ in range(3):
            actor = on_turn(people)
            assert actor is not None
            await actor.play()
        assert not live_table.history._stories
        assert [view() for view in old] == [None] * len(old)

    at_home(play)


def test_a_table_keeps_its_last_moments_small(at_home: Callable[[Scene], None]) -> None:
    """A view of the coast has 20 kB, and those of the last events took more than a megabyte a table."""

    async def play(hub: Hub) -> None:
        _, people = await seated(hub, OpenTable("coast", 2, {"countdown": 0}), "Anna", "Ben")
        for _ in range(RECENT):
            actor = on_turn(people)
            assert actor is not None
            await actor.play()
        kept = people[0].table.recent
        assert len(kept) == RECENT
        assert sum(len(trace.change) for trace in kept) < 50_000
        old = weakref.ref(people[0].table.view(0))
        await until(lambda: on_turn(people))
        actor = on_turn(people)
        assert actor is not None
        await actor.play()
        assert old() is None
        assert people[0].table.legal(0) or people[0].table.legal(1)

    at_home(play)


def test_a_refused_move_leaves_nothing_to_the_collector(at_home: Callable[[Scene], None]) -> None:
    """A refusal knows where it was raised, so whoever keeps it there keeps the table."""

    def refusals() -> int:
        return sum(isinstance(thing, FairdealError) for thing in gc.get_objects())

    async def play(hub: Hub) -> None:
        _, people = await seated(hub, QUICK, "Anna", "Ben")
        gc.collect()
        gc.disable()
        try:
            before = refusals()
            assert (await people[0].play(actions=["nothing"]))["verdict"] == "refused"
            assert refusals() == before
        finally:
            gc.enable()

    at_home(play)


def test_a_finished_game_leaves_memory_soon_and_without_the_collector(tmp_path: Path) -> None:
    """The collector passes over all that has stayed for a while, so what waits for it would stay for good."""

    async def main() -> None:
        time = StoppedUptime()
        async with house(tmp_path, uptime=time) as hub:
            _, people = await seated(hub, QUICK, "Anna", "Ben")
            await finish(people)
            live_table = await hub.table(people[0].table.id)
            parts: list[Any] = [live_table, live_table.teller.artist("en").catalogue(0), live_table.table]
            left = list(map(weakref.ref, parts))
            for person in people:
                await person.leave()
                person.connection = None
            await live_table.tasks.rest()
            gc.disable()
            try:
                del live_table, parts
                time.advance(FORGET_OVER_AFTER + 1)
                await hub.sweep()
                assert hub.metrics()["tables"] == 0
                assert [reference() for reference in left] == [None] * 3
            finally:
                gc.enable()

    asyncio.run(main())


DOWN = 0.3  # seconds


def test_a_new_server_goes_on_where_the_last_one_stopped(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            clocked = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"}, clock=Clock("bank", 600))
            table, people = await seated(hub, clocked, "Anna", "Ben")
            await until(lambda: on_turn(people))
            await people[0].say("mute", seat=1)
            number = people[0].table.number
            at, began = hub.uptime.now(), time.monotonic()
            seat = people[0].table.awaited()[0]
            left = people[0].table.chairs[seat].watch.remaining(at)
        await asyncio.sleep(DOWN)
        async with house(tmp_path) as hub:
            up, passed = hub.uptime.now() - at, 1000 * (time.monotonic() - began)
            assert 0 <= up <= passed - 1000 * DOWN + 1, "downtime does not count"
            anna = Person("Anna")
            await anna.enter(hub, table)
            welcome = anna.of_type("welcome")[0]
            assert (welcome["number"], welcome["you"], welcome["muted"]) == (number, 0, [1])
            now = hub.uptime.now()
            assert left - (now - at) <= anna.table.chairs[seat].watch.remaining(now) <= left

    asyncio.run(main())
