"""Japanese in a browser: whole games and all pages without a word of English, its letters and its line breaks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal import games
from tests.breadth import mostly_soaked
from tests.browser.browsing import PHONE, Looks, window
from tests.browser.opening import SHORT, play_now
from tests.browser.playing import Person
from tests.browser.test_games import address_for, check_the_end
from tests.browser.test_pages import PAGES
from tests.browser.test_pseudo import open_every_option
from tests.browser.test_review import open_review
from tests.browser.wording import said, speaking
from tests.server.serverproc import ServerProcess

FETCHED = "() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /m-plus/.test(name))"
MOST_BYTES = 120_000  # of fonts, more than other readers fetch


@pytest.fixture(autouse=True)
def in_japanese() -> Iterator[None]:
    with speaking.only("ja"):
        yield


@pytest.mark.parametrize("game", mostly_soaked(games.NAMES, "battle"))
def test_a_whole_game_is_played_in_japanese(
    browser: Browser, server: ServerProcess, slow_server: ServerProcess, game: str
) -> None:
    address = address_for(game, server, slow_server)
    with window(browser, address, Looks(size=PHONE, tips=True), {game: SHORT[game]}) as page:
        play_now(page, game)
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
        open_review(page, finished)


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


def test_the_picture_of_a_review_brings_the_pages_letters(browser: Browser, address: str, finished: str) -> None:
    with window(browser, address, tables=SHORT) as page:
        open_review(page, finished)
        assert "M PLUS 1p" in letters_of(page, "section.share svg text")
        drawn = saved_picture(page)
        assert saved_picture(page) == drawn
        # Without letters it is drawn with those of this machine, or with none: another picture.
        page.route("**/m-plus*", lambda route: route.fulfill(body=b""))
        assert saved_picture(page) != drawn


def letters_of(page: Page, selector: str) -> set[str]:
    """By the names of fonts: with which letters of its own the page has drawn something."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    node = devtools.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {font["familyName"] for font in fonts if font["isCustomFont"]}


def saved_picture(page: Page) -> bytes:
    with page.expect_download() as saving:
        page.get_by_role("button", name=said("Save as a picture")).click()
    return saving.value.path().read_bytes()


def test_lines_break_as_japanese_has_them(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(size=PHONE)) as page:
        page.goto("/about")
        style = page.get_by_role("main").evaluate("(main) => getComputedStyle(main).lineBreak")
        assert style == "strict"
