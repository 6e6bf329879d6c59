"""A person plays a whole game of each kind against bots: the ways to play take turns, and a soak plays them all."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal import games
from tests.browser.browsing import DESK, PHONE, TABLET, Looks, wait_for_rest, window
from tests.browser.opening import SHORT, play_now
from tests.browser.playing import WAYS, Person
from tests.browser.wording import said
from tests.conformance import soak_page

GAMES = [game.name for game in games.all_games()]
# Each way has its turn; by keys the tiles of a coast take three times as long.
IN_TURN = {
    game: "touch" if games.find(game).rules.REAL_TIME else way
    for game, way in zip(GAMES, cycle(("mouse", "keyboard")), strict=False)
}
AT_ONCE = {game: way for game, way in IN_TURN.items() if games.find(game).rules.REAL_TIME}
BY_TURNS = {game: way for game, way in IN_TURN.items() if game not in AT_ONCE}
BEGINNING = 12  # actions, among which all kinds of choices come up


def check_the_end(page: Page) -> None:
    """The result opens by itself, says why, and leads on."""
    end = page.get_by_role("dialog")
    expect(end).to_be_visible()
    expect(end.get_by_role("button", name=said("Rematch"))).to_be_visible()
    expect(end.get_by_role("link", name=said("Review"))).to_be_visible()
    expect(end.get_by_role("listitem").first).to_be_visible()


def test_every_way_has_its_turn() -> None:
    assert {*IN_TURN.values()} == set(WAYS)


# The short form plays them too: CASTER by mouse for its moments, Cryptruck by what the words say, the battle by keys as
# the deal of the day, Traders below, and in `test_beat` those in which all act at once.
@pytest.mark.soak
@pytest.mark.parametrize(("game", "way"), BY_TURNS.items())
def test_a_person_plays_a_whole_game_against_bots(browser: Browser, address: str, game: str, way: str) -> None:
    play_a_whole_game(browser, address, game, way)


def play_a_whole_game(browser: Browser, address: str, game: str, way: str) -> None:
    looks = Looks(size=PHONE, touch=True) if way == "touch" else Looks()
    with window(browser, address, looks, {game: SHORT[game]}) as page:
        play_now(page, game)
        person = Person(page, way, game)
        person.play_to_the_end()
        check_the_end(page)
        assert person.played > 0


# Its games are the longest.
def test_a_person_begins_a_game_of_traders_by_mouse(browser: Browser, address: str) -> None:
    with window(browser, address, tables={"traders": SHORT["traders"]}) as page:
        play_now(page, "traders")
        person = Person(page, "mouse", "traders")
        while person.played < BEGINNING:
            assert not person.play_once(), "the game is over"


SIZES = {"phone": PHONE, "tablet": TABLET, "desk": DESK}


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_in_every_way_at_every_size(
    browser: Browser, address_for: Callable[[str], str], shots: Path, game: str, way: str
) -> None:
    address = address_for(game)
    start = time.perf_counter()
    for size, theme in product(SIZES, ("light", "dark")):
        looks = Looks(size=SIZES[size], touch=way == "touch", theme=theme, pictures=True)
        with window(browser, address, looks, {game: SHORT[game]}) as page:
            play_with_pictures(page, game, way, shots / f"{game}-{way}-{size}-{theme}")
    soak_page.note(f"in a browser, all sizes and themes: {game}, by {way}", 6, "games", time.perf_counter() - start)


def play_with_pictures(page: Page, game: str, way: str, name: Path) -> None:
    """Play a game to its end, and keep how its beginning and its end look."""
    play_now(page, game)
    person = Person(page, way, name.name)
    for _ in range(4):
        person.play_once()
    page.screenshot(path=f"{name}.png")
    person.play_to_the_end()
    check_the_end(page)
    wait_for_rest(page)
    page.screenshot(path=f"{name}-end.png")
