"""True at every moment: what a table shows while tricks are played, taken and counted, picture by picture."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.breadth import mostly_soaked
from tests.browser.browsing import Looks, Tables, window
from tests.browser.frames import seen, swept, taker, watch
from tests.browser.opening import play
from tests.browser.playing import Person, until
from tests.browser.wording import said, told
from tests.server.serverproc import ServerProcess

Json = Any

SEATS = 3
ROUNDS = {"caster": 1, "cryptruck": 2}  # after one the game is over, and after the first of two a round is
CALM = 3  # the last tricks of the first round, at most: they are played at a person's pace, and watched
READING = 1500  # ms


@dataclass(frozen=True)
class Played:
    """A game, and what was shown of it."""

    game: str
    frames: list[Json]
    sweeps: list[Json]
    focused: str | None = None  # the zone that has the focus once a round's end has been read

    @property
    def next(self) -> int:
        """How many tricks of the second round are watched."""
        return ROUNDS[self.game] - 1

    @property
    def full(self) -> list[Json]:
        """The frames in which a full trick rests."""
        return [frame for frame in self.frames if len(frame["trick"]) == SEATS]

    @property
    def tricks(self) -> list[tuple[str, ...]]:
        """The full tricks, each once."""
        return list(dict.fromkeys(tuple(frame["trick"]) for frame in self.full))

    def sweep(self, trick: tuple[str, ...]) -> Json:
        """The moment at which a trick is swept away as a whole: to the zones of one seat, or from the table."""
        for sweep in self.sweeps:
            zones = {zone.partition(".")[0] for card, zone in sweep["taken"].items() if card in trick}
            if len(zones) <= 1 and set(trick) <= {*sweep["leaves"], *sweep["taken"]}:
                return sweep
        raise AssertionError(f"{trick} is not swept away")


def round_end(page: Page) -> Locator:
    return page.get_by_role("dialog", name=said("The round is over"))


def held(page: Page) -> int:
    """How many cards the person holds."""
    return len(page.evaluate("heard.scene.zones.find((zone) => zone.id === `seat${heard.you}.hand`).pieces ?? []"))


def rested(page: Page) -> int:
    """How many full tricks have been shown since they are watched."""
    full = "framesSeen.map((frame) => frame.trick).filter((trick) => trick.length === arg)"
    return int(page.evaluate(f"(arg) => new Set({full}.map(String)).size", SEATS))


def play_calmly(page: Page, person: Person, tricks: int) -> None:
    """Act once all that led to it has been shown, until a round or the game is over or so many tricks have been."""
    over = "document.querySelector('dialog[open], [data-sums]') ? 'over' : heard.isShown()"
    while until(page, over) != "over" and rested(page) < tricks:
        person.act()


@pytest.fixture(scope="module", params=mostly_soaked(ROUNDS, "caster"))
def played(request: pytest.FixtureRequest, browser: Browser, server: ServerProcess) -> Played:
    game = str(request.param)
    tables = {game: Tables(SEATS, options={"rounds": ROUNDS[game]})}
    with window(browser, server.address, Looks(motion="fast"), tables) as page:
        play(page, game)
        person = Person(page, "mouse", "moments")
        while held(page) > CALM:
            person.wait()
            person.act()
        until(page, "heard.isShown()")
        watch(page)
        first, focused = held(page), None
        play_calmly(page, person, first)
        if round_end(page).is_visible():
            page.wait_for_timeout(READING)
            page.keyboard.press("Enter")
            expect(round_end(page)).not_to_be_visible()
            focused = until(page, "heard.isShown() && document.activeElement.dataset.zone")
            play_calmly(page, person, first + 1)
        return Played(game, seen(page), swept(page), focused)


def test_the_crown_lies_on_the_card_that_takes_the_trick_whoever_plays_last(played: Played) -> None:
    assert [frame["wins"] for frame in played.full] == [[taker(played.game, frame)] for frame in played.full]
    leads = [frame for frame in played.frames if frame["trick"] and not frame["leaves"]]
    assert all(frame["wins"] == [taker(played.game, frame)] for frame in leads)


def test_every_trick_rests_and_is_swept_away_and_so_is_the_last_of_a_round(played: Played) -> None:
    assert len(played.tricks) == len(played.frames[0]["hand"]) + played.next
    for trick in played.tricks:
        sweep = played.sweep(trick)
        assert not sweep["sheet"]
        assert not sweep["end"]
        [*_, last] = [at for at, frame in enumerate(played.frames) if tuple(frame["trick"]) == trick]
        assert not played.frames[last + 1]["sheet"]
        assert not played.frames[last + 1]["end"]


def test_no_card_leaves_the_hand_and_comes_back(played: Played) -> None:
    gone: set[str] = set()
    for before, after in pairwise(played.frames):
        new = set(after["hand"]) - set(before["hand"])
        if len(new) > 1:
            gone.clear()  # the next round is dealt
        assert not new & gone
        gone |= set(before["hand"]) - set(after["hand"])


def test_a_card_that_was_sent_is_not_offered_again(played: Played) -> None:
    """It is on its way until it lies on the table."""
    for before, after in pairwise(played.frames):
        assert all(card in after["sent"] for card in before["sent"] if card in after["hand"])


def test_while_a_trick_rests_nothing_is_said_or_counted_that_comes_later(played: Played) -> None:
    for before, after in pairwise(played.frames):
        if len(after["trick"]) < SEATS or after["sent"]:
            continue
        assert told(" the trick.") in after["prompt"]
        assert not after["open"]
        assert after["told"] == before["told"] or len(before["trick"]) < SEATS
        points = [
            {key: value for key, value in frame["points"].items() if key.endswith(".points")}
            for frame in (before, after)
        ]
        assert points[0] == points[1]


def test_nothing_flies_through_a_rounds_end_and_nothing_goes_on_before_it_is_read(played: Played) -> None:
    sheets = [frame for frame in played.frames if frame["sheet"]]
    assert bool(sheets) == (ROUNDS[played.game] > 1)
    for frame in sheets:
        assert not frame["flights"]
        assert not frame["leaves"]
        assert not frame["trick"]
        assert not frame["hand"]
        assert frame["prompt"] == sheets[0]["prompt"]
        assert frame["told"] == sheets[0]["told"]
    if sheets:
        assert sheets[-1]["heard"] > sheets[0]["heard"] or sheets[0]["heard"] > played.full[0]["heard"] + 1


def test_whoever_has_read_a_rounds_end_goes_on_in_the_hand(played: Played) -> None:
    assert played.focused == (None if ROUNDS[played.game] == 1 else "seat0.hand")
