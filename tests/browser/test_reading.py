"""The table in words is enough to play by, and to win: whole games by what headings, lists and buttons say."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from math import comb

import pytest
from playwright.sync_api import Browser, expect

from fairdeal.language.languages import DEFAULT
from tests.breadth import mostly_soaked
from tests.browser.browsing import Looks, Tables, check_accessible, check_both_themes, window
from tests.browser.opening import SHORT, play
from tests.browser.reading import Reader, choices_in, worth_of
from tests.browser.test_games import GAMES, check_the_end
from tests.browser.wording import speaking
from tests.conformance import soak_page
from tests.conformance.subjects import TRICK_TAKERS
from tests.server.serverproc import ServerProcess

IN_WORDS = Looks(plain=True, theme="system")


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Whoever plays by words must understand them: what they promise is known in English only."""
    with speaking.only(DEFAULT):
        yield


@pytest.mark.parametrize("game", mostly_soaked(GAMES, "cryptruck"))
def test_a_whole_game_is_played_by_what_the_words_say(
    browser: Browser, address_for: Callable[[str], str], game: str
) -> None:
    with window(browser, address_for(game), IN_WORDS, SHORT) as page:
        play(page, game)
        reader = Reader(page, game)
        for _ in range(2):
            reader.play_once()
        reader.wait()
        check_both_themes(page) if game in ("coast", "cryptruck") else check_accessible(page)
        reader.heard = [], []
        reader.play_to_the_end()
        check_the_end(page)
        assert reader.played > 2


def test_battle_and_coast_are_told_by_rows_and_columns_and_by_what_is_where(
    browser: Browser, server: ServerProcess
) -> None:
    alone = {"coast": Tables(seats=1, options=SHORT["coast"].options), "battle": SHORT["battle"]}
    with window(browser, server.address, IN_WORDS, alone) as page:
        play(page, "battle")
        main = page.get_by_role("main")
        for row in (1, 2, 3):
            for column in (1, 2, 3):
                expect(main.get_by_text(f"Row {row}, column {column}: ")).to_have_count(1)
        corners = re.compile("(top|bottom) (left|right)")
        expect(main.get_by_role("listitem").filter(has_text=corners).first).to_be_visible()
        play(page, "coast")
        reader = Reader(page, "coast")
        assert len(reader.wait()) == 6 * 5, "five of each order of three cities"
        reader.heard = [], []
        assert "From left to right: city 1, city 2, city 3" in main.aria_snapshot()
        for _ in range(2):
            reader.play_once()
        choices = reader.wait()
        region = page.get_by_role("table").first
        expect(region.get_by_role("columnheader", name="column 1", exact=True)).to_be_visible()
        expect(region.get_by_role("rowheader", name="row 3", exact=True)).to_be_visible()
        expect(region.get_by_text(" green, ").first).to_be_visible()
        headings = page.get_by_role("heading", level=3).filter(has_text="ways, the best")
        assert headings.count() == 4
        assert all((text.startswith("From ") and ", turned " in text) or ", upright: " in text for text in choices)
        more = page.get_by_role("main").locator("summary").first
        more.focus()
        page.keyboard.press("Enter")
        assert len(reader.wait()) > len(choices), "the others wait behind a button that keys open"


def test_words_that_promise_more_are_worth_more() -> None:
    assert worth_of("coast", "Rows 0 to 1: plus 2 points; covers port.") == 2
    assert worth_of("coast", "Rows 0 to 1: minus 1 point; covers port.") == -1
    assert worth_of("battle", "Take Owl: 9 points, 4 over 3; the next seat takes Fox (5 points) at best.") == 6
    said = """
  - heading "Table" [level=2]
  - heading "Grid" [level=3]
  - button "no choice"
  - heading "Actions" [level=2]
  - heading "Play" [level=3]
  - listitem:
    - 'button "Play it: you don''t lose."'
  - textbox "Type"
  - button "Do it"
"""
    assert choices_in(said) == ["Play it: you don't lose."]


# --- who reads beats who plays at random -----------------------------------------------------------------------------

SEEDS = 10
SEATS = 3


def chance_of(victories: int, games: int, share: float) -> float:
    """How likely so many victories or more are for who is no better than the others."""
    return sum(comb(games, k) * share**k * (1 - share) ** (games - k) for k in range(victories, games + 1))


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_who_plays_by_the_words_beats_random_bots(
    browser: Browser, address_for: Callable[[str], str], game: str
) -> None:
    start, victories = time.perf_counter(), 0
    tables = {game: Tables(SEATS, options=SHORT[game].options)}
    for _ in range(SEEDS):
        with window(browser, address_for(game), IN_WORDS, tables) as page:
            play(page, game)
            reader = Reader(page, game)
            reader.play_to_the_end()
            victories += reader.has_won
    what = f"in a browser, by the table in words: {game}, {SEATS} seats"
    soak_page.note(what, victories, f"of {SEEDS} games won", time.perf_counter() - start)
    # A simple sense wins the others; where tricks are taken, it needs more than one card's words.
    assert game in TRICK_TAKERS or chance_of(victories, SEEDS, 1 / SEATS) < 0.05
