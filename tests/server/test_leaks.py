"""Nothing hidden reaches a seat: two tables that differ only in what a seat cannot know send it the same bytes."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
import time
from collections.abc import Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from fairdeal import games
from fairdeal.bots.pool import Bots, Job, read_view
from fairdeal.bots.searcher import Estimate
from fairdeal.contract import scene
from fairdeal.contract.game import list_legal, new_view
from fairdeal.engine import kernel
from fairdeal.engine.chance import Rng, below, numbered
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.engine.plain import plain
from fairdeal.errors import FairdealError, Refused
from fairdeal.play.commands import deals
from fairdeal.play.sitting import Sitting
from fairdeal.play.table import Phase, Table
from fairdeal.server import hub as hubs
from fairdeal.server.connection import Connection
from fairdeal.server.documents import OpenTable
from fairdeal.server.hub import Hub
from fairdeal.server.limits import Limits
from fairdeal.server.store import SessionRow
from fairdeal.server.stores import open_store
from fairdeal.server.uptime import StoppedUptime
from tests.conformance import soak_page
from tests.conformance.subjects import TRICK_TAKERS
from tests.play.promises import promise_at

SEEDS = 3
MOST_STEPS = 90
OPTIONS = {name: dict(games.subject(name).rich_play(games.find(name))[1]) for name in games.NAMES}


class Compared(NamedTuple):
    """How much was compared: bytes, messages, and those of them that had stills."""

    size: int
    messages: int
    stills: int


class NoBots:
    """Every seat is a person's here. Hints depend on all that a bot is given."""

    busy = waiting = done = borrowed = 0
    effort = 1.0

    async def judge(self, job: Job) -> list[Estimate]:
        game = games.find(job.game)
        legal = list_legal(game.rules, read_view(game, job.view), job.seat)[:3]
        share = hashlib.sha256(repr(job).encode()).digest()[0] / 256
        return [Estimate(action, 10, share, share, 0.1, 100 * share, 1.0) for action in legal]


class Ear:
    """Keeps every byte that a client is sent, but for pings: they measure the line, by the clock on the wall."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def send(self, data: bytes) -> None:
        if not data.startswith(b'{"type":"ping"'):
            self.heard.append(data)

    def close(self, code: int, reason: str) -> None:
        self.heard.append(f"{code} {reason}".encode())


class World:
    """A table with a person on each seat and an onlooker, in a time of its own."""

    def __init__(self, hub: Hub, time: StoppedUptime) -> None:
        self.hub = hub
        self.time = time
        self.ears: list[Ear] = []
        self.people: list[Connection] = []

    async def open(self, game: str, seats: int, options: dict[str, Any]) -> None:
        sessions = [SessionRow(f"session {seat}", f"Player {seat}", 0, 0) for seat in range(seats)]
        name = await self.hub.open_table(sessions[0], OpenTable(game, seats, options, hints=True))
        for session in [*sessions, None]:
            self.ears.append(Ear())
            self.people.append(await self.hub.connect(name, session, self.ears[-1]))
            await self.people[-1].receive('{"type": "hello"}')
        nonces = [hashlib.sha256(f"nonce {seat}".encode()).digest() for seat in range(seats)]
        for seat, nonce in enumerate(nonces):
            await self.say(seat, {"type": "join", "id": "join", "seat": seat})
            promise = promise_at(self.table, seat, nonce)
            await self.say(seat, {"type": "commit", "id": "commit", "start": 1, "commitment": promise})
        for seat, nonce in enumerate(nonces):
            await self.say(seat, {"type": "reveal", "id": "reveal", "start": 1, "nonce": nonce.hex()})

    @property
    def table(self) -> Table:
        return self.people[0].live.table

    async def say(self, who: int, message: dict[str, Any]) -> None:
        await self.people[who].receive(json.dumps(message))

    def legal(self, seat: int) -> list[str]:
        return [self.table.game.words.text(action) for action in self.table.legal(seat)]

    async def pass_time(self, milliseconds: int) -> None:
        self.time.advance(milliseconds)
        await self.people[0].live.mailbox.do(lambda table, now: deals.wake(table, now))


@asynccontextmanager
async def world(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A hub on a real store, whose random bytes are always the same."""
    tokens = iter(range(1000))
    monkeypatch.setattr(hubs, "new_id", lambda: "table")
    monkeypatch.setattr(Limits, "take", lambda self, rate, who: 0.0)  # real time is no part of this
    monkeypatch.setattr(secrets, "token_bytes", lambda size: bytes(range(size)))
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: f"token {next(tokens)}")
    monkeypatch.setattr(secrets, "token_hex", lambda size: f"probe {next(tokens)}")
    folder.mkdir(parents=True)
    store = open_store(str(folder / "store.sqlite"))
    await store.start()
    clock = StoppedUptime()
    hub = Hub(store, cast(Bots, NoBots()), clock, beat=(0, 0))
    try:
        yield World(hub, clock)
    finally:
        await hub.stop()
        await store.stop()


def swapped(table: Table, text: str, seat: int, rng: Rng) -> str | None:
    """Swap two words of a deal so that neither the seat nor an onlooker sees a difference; None if that cannot be."""
    words = text.split()
    for _ in range(40):
        first, second = 1 + below(rng, len(words) - 1), 1 + below(rng, len(words) - 1)
        changed = list(words)
        changed[first], changed[second] = words[second], words[first]
        if changed != words and looks_the_same(table, text, " ".join(changed), seat):
            return " ".join(changed)
    return None


def looks_the_same(table: Table, one: str, other: str, seat: int) -> bool:
    assert table.sitting is not None
    views = []
    for text in (one, other):
        sitting = Sitting(table.sitting.setting)
        for event in table.sitting.events:
            sitting.redo(event)
        try:
            sitting.deal_text(text, table.game_time(0) if table.sitting.game.rules.REAL_TIME else None)
        except FairdealError:
            return False
        views.append([sitting.view(listener).tobytes() for listener in (seat, SPECTATOR)])
    return views[0] == views[1]


class Swap:
    """Deals in one world what the other one does not, and is hidden from one seat."""

    def __init__(self, seat: int, rng: Rng) -> None:
        self.seat = seat
        self.rng = rng
        self.done = False

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        drawn_text = Sitting.drawn_text

        def drawn(sitting: Sitting, rng: Rng) -> str:
            text = drawn_text(sitting, rng)
            if self.done or len(text.split()) < 6:
                return text
            owner = Table("", b"")
            owner.sitting = sitting
            changed = swapped(owner, text, self.seat, self.rng)
            self.done = changed is not None
            return changed or text

        monkeypatch.setattr(Sitting, "drawn_text", drawn)


async def compare(game: str, seed: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Compared:
    """Play the same game twice, with and without a swap."""
    rng = numbered(f"leaks {game}", seed)
    seats = games.find(game).seat_counts[-1] if seed % 2 else max(2, games.find(game).seat_counts[0])
    seat = below(rng, seats)
    async with world(folder / "one", monkeypatch) as one:
        await one.open(game, seats, OPTIONS[game])
        with monkeypatch.context() as patch:
            swap = Swap(seat, numbered(f"swap {game}", seed))
            async with world(folder / "other", monkeypatch) as other:
                swap.install(patch)
                await other.open(game, seats, OPTIONS[game])
                if not swap.done:
                    return Compared(0, 0, 0)
                await play_both(one, other, seat, rng)
    mine, theirs = one.ears[seat].heard, other.ears[seat].heard
    return Compared(sum(map(len, mine)), len(theirs), sum(b'"stills":' in message for message in mine))


async def compare_many(game: str, seeds: range, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Compared]:
    return [await compare(game, seed, folder / str(seed), monkeypatch) for seed in seeds]


async def play_both(one: World, other: World, seat: int, rng: Rng) -> None:
    """Do the same at both tables until what was swapped can be told, comparing all that the seat hears."""
    for step in range(MOST_STEPS):
        if one.table.phase == Phase.OVER or not await act_in_both(one, other, seat, rng, step):
            return
        for listener in (seat, SPECTATOR):
            if one.table.view(listener).as_bytes != other.table.view(listener).as_bytes:
                return  # a swapped card has come to light
        assert one.ears[seat].heard == other.ears[seat].heard
        assert one.ears[-1].heard == other.ears[-1].heard


async def act_in_both(one: World, other: World, seat: int, rng: Rng, step: int) -> bool:
    awaited = one.table.awaited()
    if awaited != other.table.awaited():
        return False
    what = below(rng, 12)
    if not awaited or what == 0:
        delay = 100 + below(rng, 4000)
        for place in (one, other):
            await place.pass_time(delay)
        return True
    if what <= 4:
        await both(one, other, seat, nosy_message(one, seat, rng, step))
        return True
    actor = awaited[below(rng, len(awaited))]
    shared = sorted(set(one.legal(actor)) & set(other.legal(actor)))
    if not shared:
        return False
    action = shared[below(rng, len(shared))]
    await both(one, other, actor, {"type": "play", "id": f"p{step}", "number": one.table.number, "actions": [action]})
    return True


async def both(one: World, other: World, seat: int, message: dict[str, Any]) -> None:
    for place in (one, other):
        await place.say(seat, message)
        await asyncio.gather(*place.people[seat]._tasks)


def some_piece(one: World, seat: int, rng: Rng) -> str:
    """A piece that the seat sees, face up or face down."""
    pieces = [piece.id for piece in one.table.game.scene(one.table.view(seat), seat).pieces()]
    return pieces[below(rng, len(pieces))]


def nosy_message(one: World, seat: int, rng: Rng, step: int) -> dict[str, Any]:
    """Something by which a seat could try to learn more than it may."""
    game, number = one.table.game, one.table.number
    action = game.words.text(below(rng, game.rules.ACTIONS))
    choices: list[dict[str, Any]] = [
        {"type": "why", "action": action},
        {"type": "why", "picks": [some_piece(one, seat, rng) for _ in range(1 + below(rng, 2))]},
        {"type": "play", "number": number, "actions": [action]} if action not in one.legal(seat) else {"type": "ping"},
        {"type": "past", "number": one.table.numbers[below(rng, len(one.table.numbers))]},
        {"type": "past", "number": one.table.numbers[-1], "eyes": (seat + 1) % one.table.opened.seats},
        {"type": "undo"},
        {"type": "decline"},
        {"type": "hint"},
        {"type": "choices"},
        {"type": "hello", "seen": below(rng, number + 1)},
    ]
    chosen = choices[below(rng, len(choices))]
    return chosen if chosen["type"] == "hello" else {**chosen, "id": f"n{step}"}


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.DEBUG, logger="fairdeal"):
        yield caplog


def check_leaks(
    game: str, seeds: range, folder: Path, monkeypatch: pytest.MonkeyPatch, logged: pytest.LogCaptureFixture
) -> Compared:
    found = asyncio.run(compare_many(game, seeds, folder, monkeypatch))
    assert not logged.records, "a server in good health has nothing to log, so nothing can leak there"
    return Compared(*map(sum, zip(*found, strict=True)))


@pytest.mark.parametrize("game", games.NAMES)
def test_a_seat_is_sent_the_same_bytes_whatever_is_hidden_from_it(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: pytest.LogCaptureFixture
) -> None:
    found = check_leaks(game, range(SEEDS), tmp_path, monkeypatch, logged)
    assert found.size > 20_000
    assert found.messages > 40
    assert (found.stills > 0) == (game in TRICK_TAKERS), "the last event of a trick has a still"


def test_the_comparison_notices_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def tell_too_much(table: Table, seat: int, action: str) -> Refused:
        assert table.sitting is not None
        return Refused(hashlib.sha256(table.sitting.state.tobytes()).hexdigest())

    monkeypatch.setattr(Table, "refusal", tell_too_much)
    with pytest.raises(AssertionError):
        asyncio.run(compare_many("caster", range(SEEDS), tmp_path, monkeypatch))


@pytest.mark.soak
@pytest.mark.parametrize("game", games.NAMES)
def test_the_same_over_many_games(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: pytest.LogCaptureFixture
) -> None:
    began = time.perf_counter()
    found = check_leaks(game, range(100, 340), tmp_path, monkeypatch, logged)
    assert found.size > 1_000_000
    soak_page.note(
        f"all that a seat is sent, cards swapped: {game}", found.messages, "messages", time.perf_counter() - began
    )


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_scenes_of_resampled_worlds_are_equal(game: str, seed: int) -> None:
    found = games.find(game)
    rng = numbered(f"worlds {game}", seed)
    seats = found.seat_counts[below(rng, len(found.seat_counts))]
    setting = found.setting(seats, OPTIONS[game])
    sitting = Sitting(setting)
    for _ in range(8 + below(rng, 40)):
        if not sitting.is_over:
            sitting.random_step(rng)
    for seat in range(seats):
        view = sitting.view(seat)
        plan, sampled = kernel.blank(found.worlds.PLAN)[0], sitting.view(seat)
        found.worlds.plan(view, seat, plan)
        found.worlds.resample(sampled, seat, plan, rng)
        catalogue = setting.catalogue(seat)
        drawn = [drawn_for(found, state, seat, catalogue) for state in (sitting.state, sampled)]
        assert drawn[0] == drawn[1]


def drawn_for(game: Any, state: Any, seat: int, catalogue: Any) -> tuple[bytes, bytes]:
    view, seen_by_all = new_view(game, state, seat), new_view(game, state, SPECTATOR)
    own = game.own_scene(plain(view), seat, list_legal(game.rules, view, seat))
    return scene.encode(game.public_scene(plain(seen_by_all)), catalogue), scene.encode(own, catalogue)
