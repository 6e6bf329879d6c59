"""Reviews at a server: made once behind everything else, kept, told in any language, and never of what is not over."""

from __future__ import annotations

import asyncio
import functools
import json
import os
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from fairdeal.client import Client
from fairdeal.errors import Refused, UnknownTable
from fairdeal.play import records
from fairdeal.play.commands import leaving
from fairdeal.review.findings import FAULTS, Grade, Review, ReviewedChoice
from fairdeal.server import again, puzzles
from fairdeal.server.documents import AttemptDoc, Challenge, OpenTable, ReviewDoc, ReviewWait
from fairdeal.server.hub import Hub
from fairdeal.server.kept_reviews import KIND
from fairdeal.server.reviewers import PRIORITY, Hear, Reviewers, judged_attempt, made, work
from fairdeal.server.reviews import Reviews
from tests.server.people import Person, house, on_turn, seated, until
from tests.server.players import guest, sit_and_play
from tests.server.serverproc import ServerProcess, serving
from tests.server.test_again import QUICK, played

read_review = msgspec.json.Decoder(Review).decode
TWO_ROUNDS = OpenTable(
    "caster", 3, {"rounds": 2}, bots={1: "easy", 2: "easy"}
)  # one goes by without a fault now and then
LONG = 300.0  # seconds for a review on a busy machine


def at_home(folder: Path, scene: Callable[[Hub], Any]) -> None:
    async def main() -> None:
        async with house(folder) as hub:
            await scene(hub)

    asyncio.run(main())


async def there(reviews: Reviews, table: str, who: Person | None = None, language: str = "en") -> ReviewDoc:
    """Wait for a review as a page does."""
    async with asyncio.timeout(LONG):
        while isinstance(found := await reviews.of(table, who.session if who else None, language), ReviewWait):
            await asyncio.sleep(0.1)
    return found


class Counting(Reviewers):
    """Counts the reviews that were asked for."""

    def __init__(self, work: Any = work) -> None:
        super().__init__(work)
        self.asked = 0

    async def make(self, record: bytes, hear: Hear) -> bytes:
        self.asked += 1
        return await super().make(record, hear)


def die_first(folder: Path, pipe: Connection) -> None:
    """Die over the first review, as a process does that is killed in the middle."""
    is_first = not (folder / "died").exists()
    if is_first:
        (folder / "died").touch()
        pipe.recv()
        os.kill(os.getpid(), signal.SIGKILL)
    work(pipe)


def test_a_review_is_made_once_for_all_and_told_to_each_in_their_words(tmp_path: Path) -> None:
    async def scene(hub: Hub) -> None:
        table, anna, events = await played(hub, TWO_ROUNDS)
        makers = Counting(functools.partial(die_first, tmp_path))
        reviews = Reviews(hub, makers)
        first = await reviews.of(table, anna.session)
        assert isinstance(first, ReviewWait)
        assert "0 %" in first.text
        both = await asyncio.gather(there(reviews, table, anna), there(reviews, table))
        assert (tmp_path / "died").exists(), "a process died over it, and another made it anew"
        assert makers.asked == 1
        assert makers.pid is not None
        assert os.getpriority(os.PRIO_PROCESS, makers.pid) == min(19, os.nice(0) + PRIORITY)
        mine, theirs = both
        assert (mine.mine, theirs.mine) == (0, None)
        assert len(mine.numbers) == len(events)
        assert len(mine.told.chances) == len(events) + 1
        assert mine.told.seats[0].heading != theirs.told.seats[0].heading, "one is about you, the other about Anna"
        await check_puzzles(hub, makers, anna, table, mine)
        japanese = await there(reviews, table, None, "ja")
        assert japanese.told.title != theirs.told.title
        assert japanese.told.chances == theirs.told.chances
        reviews.stop()
        later = Reviews(hub, other := Counting())
        assert (await there(later, table, anna)).told == mine.told, "it was kept"
        assert other.asked == 0
        kept = json.loads(await hub.store.kept(KIND, table) or b"")
        await hub.store.keep(KIND, table, json.dumps(kept | {"bots": "other code"}).encode())
        assert isinstance(await later.of(table, None), ReviewWait), "what other code found is made anew"
        later.stop()

    at_home(tmp_path, scene)


async def check_puzzles(hub: Hub, makers: Reviewers, anna: Person, table: str, found: ReviewDoc) -> None:
    """Own faults become puzzles, for who made them alone: a search judges what is tried."""
    cards = await puzzles.puzzles_of(hub.store, anna.session)
    faults = found.told.seats[0].faults
    assert len(cards) == len(faults) > 0, "whoever takes their first legal action blunders"
    assert not await puzzles.puzzles_of(hub.store, Person("Carl").session)
    worst = found.told.choices[faults[0]]
    number = found.numbers[worst.event]
    asked = await puzzles.puzzle(hub, anna.session, table, number, "en")
    chosen = next(one.action for one in worst.actions if one.is_chosen)
    best = next(one.action for one in worst.actions if one.is_best)
    assert {chosen, best} <= {one.action for one in asked.actions}
    tries = [await puzzles.attempt(hub, makers, anna.session, table, number, one, "en") for one in (chosen, best)]
    assert [tried.solved for tried in tries] == [False, True]
    assert tries[0].choice.actions[0].value
    done = (await puzzles.puzzle(hub, anna.session, table, number, "en")).card
    assert (done.tries, done.solved) == (2, True)
    with pytest.raises(Refused, match="could not be done"):
        await puzzles.attempt(hub, makers, anna.session, table, number, "nothing", "en")
    with pytest.raises(UnknownTable, match="no such puzzle"):
        await puzzles.puzzle(hub, Person("Carl").session, table, number, "en")


def test_what_was_chosen_before_anything_happened_is_no_puzzle(tmp_path: Path) -> None:
    """A game of somebody's own may begin with a choice, and there is no moment before it that could be shown."""

    async def scene(hub: Hub) -> None:
        name, anna, events = await played(hub)
        table = (await hub.table(name)).table
        first = next(number for number, event in enumerate(events) if event["seat"] == 0)
        choices = tuple(
            ReviewedChoice(event, 0, 0, 1, 0.5, 0.01, Grade.BLUNDER, (), 1, 0.5, 0.01) for event in (0, first)
        )
        found = Review("caster", 1, 3, "hard", "", True, (), (), (), choices, (), (), (), ())
        await puzzles.note_faults(hub.store, anna.session, table, 0, found)
        (card,) = await puzzles.puzzles_of(hub.store, anna.session)
        asked = await puzzles.puzzle(hub, anna.session, name, card.number, "en")
        assert (card.number, asked.moment) == (table.numbers[first], table.numbers[first - 1])

    at_home(tmp_path, scene)


class InPlace(Reviewers):
    """Makes reviews without a process of its own."""

    async def make(self, record: bytes, hear: Hear) -> bytes:
        return await asyncio.to_thread(made, record, hear)

    async def judge(self, record: bytes, event: int, action: str, reviewed: ReviewedChoice | None) -> bytes:
        return await asyncio.to_thread(judged_attempt, record, event, action, reviewed)


def test_what_the_review_named_best_solves_a_puzzle_and_what_was_chosen_never_does(tmp_path: Path) -> None:
    """Here the review has it the wrong way round: whoever searched anew would say the opposite of both."""

    async def scene(hub: Hub) -> None:
        name, anna, _ = await played(hub, TWO_ROUNDS)
        table, makers = (await hub.table(name)).table, InPlace()
        assert table.sitting is not None
        found = read_review(await makers.make(records.line(table.sitting).encode(), lambda share: None))
        fault = max((choice for choice in found.choices if choice.seat == 0 and choice.event), key=lambda one: one.cost)
        assert fault.grade in FAULTS, "whoever takes their first legal action blunders"
        turned = replace(
            fault,
            chosen=fault.best,
            best=fault.chosen,
            candidates=tuple(sorted(fault.candidates, key=lambda each: each.action != fault.chosen)),
        )
        await puzzles.note_faults(hub.store, anna.session, table, 0, found)
        number, texts = table.numbers[fault.event], table.game.words.text
        before = await puzzles.puzzle(hub, anna.session, name, number, "en")
        await hub.store.keep(KIND, name, msgspec.json.encode(replace(found, choices=(turned,))))
        assert await puzzles.puzzle(hub, anna.session, name, number, "en") == before, "nothing tells what is best"

        async def tried(action: int) -> AttemptDoc:
            return await puzzles.attempt(hub, makers, anna.session, name, number, texts(action), "en")

        worse = await tried(turned.chosen)
        assert not worse.solved
        named = await tried(turned.best)
        assert named.solved
        assert named.choice.grade is Grade.BEST
        assert [one.action for one in named.choice.actions if one.is_best] == [texts(turned.best)]
        await hub.store.keep(KIND, name, b"of other code")
        assert (await tried(fault.chosen)).choice.actions, "where no review can be read, a search looks for the best"

    at_home(tmp_path, scene)


class Sleeping(Reviewers):
    """Never makes anything."""

    async def make(self, record: bytes, hear: Hear) -> bytes:
        hear(0.25)
        await asyncio.Event().wait()
        return b""


def test_whoever_waits_for_others_is_told_in_a_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.server.reviews.MOST_WAITING", 2)

    async def scene(hub: Hub) -> None:
        reviews = Reviews(hub, Sleeping())
        *tables, another = [(await played(hub))[0] for _ in range(3)]
        for table in tables:
            await reviews.of(table, None)
        await until(lambda: reviews.shares == [0.25, 0.25])
        texts = [found.text for table in tables if isinstance(found := await reviews.of(table, None), ReviewWait)]
        assert texts == ["The review is being made: 25 % is done.", "In a moment: one other review comes first."]
        late = await reviews.of(another, None)
        assert isinstance(late, ReviewWait)
        assert late.text == "In a moment: 2 other reviews come first."
        assert len(reviews.shares) == 2, "nothing is begun that would have to wait for long"
        reviews.stop()

    at_home(tmp_path, scene)


def test_a_game_of_several_people_with_an_undo_that_was_ended_early_is_reviewed(tmp_path: Path) -> None:
    async def scene(hub: Hub) -> None:
        wanted = OpenTable("caster", 3, {"rounds": 1, "passing": True}, bots={2: "easy"})
        table, people = await seated(hub, wanted, "Anna", "Ben")
        anna, ben = people
        await anna.play()
        assert (await anna.say("undo"))["verdict"] == "accepted"
        while len(anna.table.numbers) < 12:
            await until(lambda: on_turn(people) or len(anna.table.numbers) >= 12)
            if (person := on_turn(people)) is not None:
                await person.play()
        live = await hub.table(table)
        await live.mailbox.do(lambda table, now: leaving.end_early(table, 1, now))
        reviews = Reviews(hub, InPlace())
        found = await there(reviews, table, ben)
        assert found.mine == 1
        assert found.numbers == tuple(live.table.numbers), "what was taken back is not reviewed"
        assert len(found.told.chances) == len(found.numbers) + 1
        assert {choice.seat for choice in found.told.choices} == {0, 1, 2}
        assert any("ended early" in note for note in found.told.notes)
        reviews.stop()

    at_home(tmp_path, scene)


class Failing(Reviewers):
    """Says why it cannot."""

    async def make(self, record: bytes, hear: Hear) -> bytes:
        raise Refused("This game is too odd.")


def test_only_what_is_over_and_not_sealed_is_reviewed_and_failures_are_sentences(tmp_path: Path) -> None:
    async def scene(hub: Hub) -> None:
        reviews = Reviews(hub, Failing())
        running, (ben,) = await seated(hub, QUICK, "Ben")
        with pytest.raises(Refused, match="over"):
            await reviews.of(running, ben.session)
        table, anna, _ = await played(hub)
        carl = Person("Carl")
        await again.challenge(hub, table, carl.session, Challenge(0))
        with pytest.raises(Refused, match="sealed"):
            await reviews.of(table, carl.session)
        with pytest.raises(Refused, match="too odd"):
            await there(reviews, table, anna)
        assert isinstance(await reviews.of(table, anna.session), ReviewWait), "it is tried again"
        reviews.stop()

    at_home(tmp_path, scene)


# --- a real server ---------------------------------------------------------------------------------------------------


async def ask(client: Client, table: str) -> tuple[bool, Any]:
    """Ask for a review; tell whether it is there, and what was answered."""
    found = json.loads(await client.request("GET", f"/api/tables/{table}/review"))
    return "told" in found, found


async def review_over_a_kill(server: ServerProcess) -> None:
    client = await guest(server.address, "Anna")
    table = await client.open("caster", seats=3, options={"rounds": 1}, bots={1: "random", 2: "random"})
    await sit_and_play(client, table, Random(1))
    is_there, found = await ask(client, table)
    assert not is_there
    assert found["text"]
    server.restart()
    slowest = 0.0
    async with asyncio.timeout(LONG):
        while not (await ask(client, table))[0]:
            began = time.monotonic()
            assert await asyncio.to_thread(server.health) == 200
            slowest = max(slowest, time.monotonic() - began)
            await asyncio.sleep(0.7)
    assert slowest < 5, "whoever plays does not wait for a review"


def test_a_review_that_a_kill_broke_off_is_made_anew_while_the_server_answers(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        asyncio.run(review_over_a_kill(server))
        assert server.stop() == 0
    assert not server.failures()
