"""The deal of the day in a browser: one click, one try, then how all did; nothing of it before."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from fairdeal.language.languages import PSEUDO
from tests.breadth import mostly_soaked
from tests.browser.browsing import LANDSCAPE, PHONE, SYSTEM, check_both_themes, window
from tests.browser.opening import SHORT, wait_for_game
from tests.browser.playing import Person
from tests.browser.wording import said, speaking

COUNTED_WITHIN = 120_000  # ms for the luck of a game on a busy machine


def deal(page: Page) -> Locator:
    """The card of the day's deal of the battle."""
    region = page.get_by_role("main").get_by_role("listitem").filter(has_text="3x3 CCG Battle")
    return region.filter(has=page.locator(".button"))


def play_todays_deal(page: Page, way: str) -> None:
    """Open the day's deal of the battle by one click of its card, and play it."""
    page.goto("/")
    deal(page).get_by_role("button").click()
    wait_for_game(page)
    expect(page.get_by_text(said("Today's deal, sealed until midnight UTC."))).to_be_visible()
    Person(page, way, "daily").play_to_the_end()


def check_fits(page: Page) -> None:
    for size in (PHONE, LANDSCAPE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, "nothing hangs over the edge"
    check_both_themes(page)


@pytest.mark.parametrize("language", mostly_soaked(["en", "ja", PSEUDO], "en"))
def test_a_deal_of_the_day_is_played_once_and_then_shows_how_all_did(
    browser: Browser, address: str, language: str
) -> None:
    with speaking.only(language), window(browser, address, SYSTEM, SHORT) as page:
        play_todays_deal(page, "keyboard" if language == "en" else "mouse")
        end = page.get_by_role("dialog")
        expect(end.get_by_role("link", name=said("Review"))).to_have_count(0)
        end.get_by_role("link", name=said("How all did")).click()
        expect(page.get_by_role("table")).to_be_visible(timeout=COUNTED_WITHIN)
        expect(
            page.get_by_text(said("Records, replays and reviews open at midnight UTC, when the day is over."))
        ).to_be_visible()
        check_fits(page)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        page.get_by_role("main").get_by_role("link", name=said("Today's deals")).click()
        expect(deal(page).get_by_role("link", name=said("How all did"))).to_be_visible()
        assert asked.count("/api/daily") == 1
        check_fits(page)
    with speaking.only(language), window(browser, address, allowed=(r"409 .*/daily/2999-01-01",)) as page:
        page.goto("/daily/2999-01-01/battle")  # nobody has played that
        expect(page.get_by_role("alert")).to_be_visible()
