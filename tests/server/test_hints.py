"""Hints at a table: only where it allows them, for the asker alone, and everybody hears that one was taken."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from fairdeal import games
from fairdeal.bots.pool import Bots, Job
from fairdeal.bots.searcher import Estimate
from fairdeal.contract.game import list_legal
from fairdeal.play import events as ev
from fairdeal.play.table import Table
from fairdeal.server.documents import OpenTable
from fairdeal.server.hub import Hub
from fairdeal.server.limits import HINTS
from tests.server.people import FirstChoice, Person, house, on_turn, seated, until

ALONE = OpenTable("caster", 3, {"rounds": 1}, bots={1: "easy", 2: "easy"})
TWO = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"}, hints=True)

Scene = Callable[[Hub, "Advisers"], Awaitable[None]]


class Advisers(FirstChoice):
    """Bots that advise the first legal actions, when they are let."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.jobs: list[Job] = []

    async def judge(self, job: Job) -> list[Estimate]:
        self.jobs.append(job)
        await self.may_answer.wait()
        game = games.find(job.game)
        view = np.frombuffer(job.view, game.rules.STATE).copy()[0]
        legal = list_legal(game.rules, view, job.seat)[:3]
        return [Estimate(action, 100 - place, 0.5, 0.5, 0.01, 20.0, 0.5) for place, action in enumerate(legal)]


@pytest.fixture
def at_home(tmp_path: Path) -> Callable[[Scene], None]:
    def run(play: Scene) -> None:
        async def main() -> None:
            async with house(tmp_path) as hub:
                hub.bots = cast(Bots, bots := Advisers())
                await play(hub, bots)

        asyncio.run(main())

    return run


async def asked(person: Person, **message: Any) -> dict[str, Any]:
    """Ask for a hint and wait for the answer."""
    before = len(person.heard)
    await person.say("hint", **message)
    await until(lambda: any(told["type"] in ("advice", "answer") for told in person.heard[before:]))
    return next(told for told in person.heard[before:] if told["type"] in ("advice", "answer"))


async def first(people: list[Person]) -> Person:
    """Who comes first to a real choice; whoever has none acts."""
    while True:
        await until(lambda: on_turn(people))
        person = on_turn(people)
        assert person is not None
        assert person.connection is not None
        if len(person.table.legal(person.connection.viewer)) > 1:
            return person
        await person.play()


def test_a_hint_goes_to_the_asker_and_the_fact_to_all(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub, bots: Advisers) -> None:
        table, people = await seated(hub, TWO, "Anna", "Ben")
        onlooker = Person("Olga")
        await onlooker.enter(hub, table)
        asker = await first(people)
        advice = await asked(asker)
        assert [hint["action"] for hint in advice["hints"]] == [
            asker.table.game.words.text(action) for action in asker.table.legal(bots.jobs[0].seat)[:3]
        ]
        assert " Wins 50 % ± 5" in advice["hints"][0]["sentence"]
        assert bots.jobs[0].level == asker.table.game.adviser.name
        assert await asked(asker, id=advice["id"]) == advice, "the same message is done once"
        assert len(bots.jobs) == 1
        for person in (*people, onlooker):
            assert person.of_type("note")[-1]["text"] == f"{asker.session.name} took a hint."
            chairs = person.of_type("table")[-1]["table"]["chairs"]
            assert [chair.get("hints", 0) for chair in chairs][bots.jobs[0].seat] == 1
            assert person is asker or not person.of_type("advice")

    at_home(play)


def test_a_hint_is_said_in_the_language_of_the_asker(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub, bots: Advisers) -> None:
        _, people = await seated(hub, TWO, "Anna", "Ben", languages=("en-XA", "en-XA"))
        best, other, *_ = (await asked(await first(people)))["hints"]
        assert best["value"] == "[ŵîîñš 50 % ± 5]"
        assert best["more"].startswith("[20.0 ± 0.5 þ")
        for hint in (best, other):
            own = hint["sentence"]
            for reason in hint["reasons"]:  # names of data files stand in them
                own = own.replace(reason, "")
            for name in (best["name"], other["name"]):
                assert name[0] == "["
                own = own.replace(name, "")
            assert not re.search("[A-Za-z]{2}", own)

    at_home(play)


def test_what_was_taken_survives_a_reload_and_stands_in_the_story(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub, bots: Advisers) -> None:
        table, people = await seated(hub, TWO, "Anna", "Ben")
        asker = await first(people)
        number = (await asked(asker))["number"]
        await asker.play()
        late = Person("Late")
        await late.enter(hub, table)
        story = late.of_type("welcome")[-1]["story"]
        assert [line["text"] for line in story if line.get("note")] == [f"{asker.session.name} took a hint."]
        assert [line["number"] for line in story] == sorted(line["number"] for line in story)
        row, texts = await hub.store.load(table) or (None, [])
        assert row is not None
        assert Table.folded(table, row.secret, map(ev.decode, texts)).remarks == asker.table.remarks
        back = Person(asker.session.name)
        await back.enter(hub, table, seen=number)
        assert back.of_type("note")

    at_home(play)


@pytest.mark.parametrize(("bots", "is_allowed"), [({1: "easy", 2: "easy"}, True), ({2: "easy"}, False), ({}, False)])
def test_hints_are_on_by_default_only_where_no_two_people_can_sit(
    bots: dict[int, str], is_allowed: bool, at_home: Callable[[Scene], None]
) -> None:
    async def play(hub: Hub, advisers: Advisers) -> None:
        person = Person("Anna")
        await person.enter(hub, await hub.open_table(person.session, OpenTable("caster", 3, bots=bots)))
        assert person.of_type("welcome")[-1]["table"].get("hints", False) == is_allowed

    at_home(play)


def test_a_hint_is_refused_with_the_reason(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub, bots: Advisers) -> None:
        _, people = await seated(hub, OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"}), "Anna", "Ben")
        asker = await first(people)
        assert (await asked(asker))["reason"] == "This table plays without hints."
        table, people = await seated(hub, TWO, "Anna", "Ben")
        onlooker = Person("Olga")
        await onlooker.enter(hub, table)
        assert (await asked(onlooker))["reason"] == "You have no seat at this table."
        asker = await first(people)
        other = people[1 - people.index(asker)]
        assert (await asked(other))["reason"] == "You have nothing to do now."
        bots.effort = 0.1
        assert (await asked(asker))["reason"] == "The bots are busy; ask again in a moment."
        bots.effort = 1.0
        assert not onlooker.of_type("note")
        for _ in range(HINTS.most):
            refused = await asked(asker)
        assert refused["reason"] == "You ask for many hints; wait a moment."

    at_home(play)


def test_one_hint_at_a_time_and_none_for_a_moment_that_has_passed(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub, bots: Advisers) -> None:
        _, [person] = await seated(hub, ALONE, "Anna")
        await first([person])
        bots.may_answer.clear()
        await person.say("hint", id="slow")
        await until(lambda: bots.jobs)
        assert (await asked(person))["reason"] == "Your last hint is still being made."
        assert (await person.play())["verdict"] == "accepted", "messages are answered meanwhile"
        bots.may_answer.set()
        await until(lambda: any(told.get("id") == "slow" for told in person.heard))
        [answer] = [told for told in person.heard if told.get("id") == "slow"]
        assert answer["verdict"] == "refused"
        assert not person.of_type("note")

    at_home(play)


def test_an_undo_leaves_the_note(at_home: Callable[[Scene], None]) -> None:
    async def play(hub: Hub, bots: Advisers) -> None:
        options = {"rounds": 1, "passing": True}
        table, people = await seated(hub, OpenTable("caster", 3, options, bots={2: "easy"}, hints=True), "Anna", "Ben")
        anna = people[0]
        await anna.play()
        await asked(anna)
        await anna.say("undo")
        again = Person("Again")
        await again.enter(hub, table)
        assert [line["text"] for line in again.of_type("welcome")[-1]["story"] if line.get("note")]

    at_home(play)


def test_a_failing_bot_is_no_silence(at_home: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(hub: Hub, bots: Advisers) -> None:
        _, [person] = await seated(hub, ALONE, "Anna")
        await first([person])

        async def fail(job: Job) -> list[Estimate]:
            raise ValueError("a card")

        monkeypatch.setattr(bots, "judge", fail)
        assert (await asked(person))["reason"] == "The hint failed; the log says why."

    at_home(play)
