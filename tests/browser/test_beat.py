"""Where bots keep a beat: games in which all act at once, and what a player does before the next one acts.

All of it is in one file, so that one server is enough for it.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.browsing import Looks, window
from tests.browser.opening import SHORT, play
from tests.browser.playing import Person
from tests.browser.test_games import AT_ONCE, play_a_whole_game
from tests.browser.test_sizes import FEW, Case, check_table
from tests.server.serverproc import ServerProcess


@pytest.mark.parametrize(("game", "way"), AT_ONCE.items())
def test_a_person_plays_a_whole_game_in_which_all_act_at_once(
    browser: Browser, slow_server: ServerProcess, game: str, way: str
) -> None:
    play_a_whole_game(browser, slow_server.address, game, way)


@pytest.mark.parametrize("case", [case for case in FEW if case.game in AT_ONCE], ids=str)
def test_a_table_at_which_all_act_at_once_fits_its_size(
    browser: Browser, slow_server: ServerProcess, case: Case
) -> None:
    check_table(browser, slow_server.address, case)


# Whether anything is told of while a pointer rests for more than long enough.
TOLD_OF = """() => new Promise((done) => {
  const until = performance.now() + 1500;
  const look = () => {
    const isTold = document.querySelector("#closer") !== null;
    if (isTold || performance.now() > until) done(isTold);
    else requestAnimationFrame(look);
  };
  look();
})"""


def test_whoever_plays_a_card_at_once_is_not_told_of_it(browser: Browser, slow_server: ServerProcess) -> None:
    with window(browser, slow_server.address, Looks(motion="normal"), SHORT) as page:
        play(page, "caster")
        person = Person(page, "mouse", "at once")
        person.wait()
        person.act()
        assert not page.evaluate(TOLD_OF)
