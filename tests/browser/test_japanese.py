"""Japanese in a browser: whole games and all pages without a word of English, its letters and its line breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from fairdeal import games
from tests.breadth import mostly_soaked
from tests.browser.browsing import PHONE, Looks, window
from tests.browser.opening import SHORT, play
from tests.browser.playing import Person
from tests.browser.test_games import check_the_end
from tests.browser.test_pages import PAGES
from tests.browser.test_pseudo import open_every_option
from tests.browser.wording import said, speaking

FETCHED = "() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /m-plus/.test(name))"
MOST_BYTES = 120_000  # of fonts, more than other readers fetch


@pytest.fixture(autouse=True)
def in_japanese() -> Iterator[None]:
    with speaking.only("ja"):
        yield


@pytest.mark.parametrize("game", mostly_soaked(games.NAMES, "battle"))
def test_a_whole_game_is_played_in_japanese(browser: Browser, address_for: Callable[[str], str], game: str) -> None:
    with window(browser, address_for(game), Looks(size=PHONE, tips=True), {game: SHORT[game]}) as page:
        play(page, game)
        page.get_by_role("dialog").get_by_role("button", name=said("Skip")).click()
        Person(page, "mouse", "japanese").play_to_the_end()
        check_the_end(page)
        page.get_by_role("dialog").get_by_role("link", name=said("Replay")).click()
        expect(page.get_by_role("slider", name=said("Moment"))).to_be_visible()


def test_all_pages_are_in_japanese(browser: Browser, address: str, finished: str) -> None:
    with window(browser, address, tables=SHORT, allowed=(r"404 .*/no/such/page",)) as page:
        for open_page in PAGES.values():
            open_page(page)
            expect(page.locator("html")).to_have_attribute("lang", "ja")
        for game in games.NAMES:
            page.goto(f"/rules/{game}")
            expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.goto("/no/such/page")
        expect(page.get_by_role("heading", name=said("There is no such card in the deck"))).to_be_visible()
        page.goto(f"/t/{finished}")
        expect(page.get_by_role("dialog").get_by_role("link", name=said("Review"))).to_be_visible()


@pytest.mark.soak
def test_all_options_and_openings_are_in_japanese(browser: Browser, address: str) -> None:
    with window(browser, address, tables=SHORT) as page:
        open_every_option(page)


def test_a_browsers_own_language_is_followed_and_only_japanese_readers_fetch_its_font(
    browser: Browser, address: str
) -> None:
    for locale, language in (("ja-JP", "ja"), ("en-GB", "en")):
        context = browser.new_context(base_url=address, locale=locale)
        page = context.new_page()
        page.goto("/settings")
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.get_by_role("radio", name="日本語")).to_be_visible()
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        fetched = page.evaluate(FETCHED)
        assert len(fetched) == (language == "ja")
        for font in fetched:
            assert len(page.request.get(font).body()) <= MOST_BYTES
        context.close()


def test_lines_break_as_japanese_has_them(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(size=PHONE)) as page:
        page.goto("/about")
        style = page.get_by_role("main").evaluate("(main) => getComputedStyle(main).lineBreak")
        assert style == "strict"
