"""Every page in both themes: nothing that axe calls serious, no errors, no request to anybody else."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal import games
from tests.breadth import mostly_soaked
from tests.browser.browsing import PHONE, SYSTEM, Looks, check_both_themes, check_theme, window
from tests.browser.opening import SHORT, card_of, play
from tests.browser.test_games import GAMES
from tests.browser.wording import said, told, whole


def open_home(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name=said("Play now"))).to_have_count(len(GAMES))


def open_rules(page: Page) -> None:
    page.goto("/rules/caster#8")
    expect(page.get_by_role("link", name=whole("Link to §{section}", section=8), exact=True)).to_be_in_viewport()


def open_settings(page: Page) -> None:
    page.goto("/settings")
    expect(page.get_by_role("group", name=said("Theme"))).to_be_visible()


def open_about(page: Page) -> None:
    page.goto("/about")
    for game in games.all_games():
        expect(page.get_by_role("link", name=game.title, exact=True)).to_be_visible()


def open_daily(page: Page) -> None:
    page.goto("/daily")
    expect(page.get_by_role("main").get_by_role("listitem")).to_have_count(2 * len(GAMES))  # of today and yesterday
    page.get_by_role("main").locator("summary").click()


def open_room(page: Page) -> None:
    page.goto("/")
    card_of(page, "caster").get_by_role("button", name=said("Invite friends")).click()
    expect(page.get_by_label(said("Invite with this link"))).to_be_visible()
    expect(page.get_by_text(said("(you)"))).to_be_visible()


PAGES: dict[str, Callable[[Page], None]] = {
    "home": open_home,
    "rules": open_rules,
    "settings": open_settings,
    "about": open_about,
    "daily": open_daily,
    "room": open_room,
}


def test_the_pages_are_accessible(browser: Browser, address: str) -> None:
    with window(browser, address, SYSTEM, SHORT) as page:
        for open_page in PAGES.values():
            open_page(page)
            check_both_themes(page)


@pytest.mark.parametrize("game", mostly_soaked(GAMES, "traders", "coast"))
def test_the_tables_are_accessible(browser: Browser, address: str, game: str) -> None:
    with window(browser, address, SYSTEM, SHORT) as page:
        play(page, game)
        page.wait_for_function("() => document.querySelector('[data-piece]')")
        check_both_themes(page)


def test_the_end_and_the_replay_are_accessible(browser: Browser, address: str, finished: str) -> None:
    with window(browser, address, Looks(theme="system", size=PHONE)) as page:
        page.goto(f"/t/{finished}")
        expect(page.get_by_role("dialog").get_by_role("link", name=said("Review"))).to_be_visible()
        moment = page.get_by_role("dialog").get_by_role("link", name=re.compile(r"[+−]\d+$")).first
        expect(moment).to_be_visible()
        check_both_themes(page)
        moment.click()
        expect(page).to_have_url(re.compile(r"/replay/\w+#n=\d+"))
        expect(page.get_by_role("slider", name=said("Moment"))).to_be_visible()
        check_both_themes(page)


def test_the_theme_can_be_changed_and_is_kept(browser: Browser, address: str) -> None:
    with window(browser, address) as page:
        page.goto("/")
        page.get_by_role("button", name=said("Use the dark theme")).click()
        check_theme(page, "dark")
        page.reload()
        check_theme(page, "dark")
        page.goto("/settings")
        page.get_by_role("radio", name=said("Light")).check(force=True)
        check_theme(page, "light")


def test_a_game_is_printed_from_its_rules_as_it_is_played_at_a_table(
    browser: Browser, address: str, finished: str
) -> None:
    with window(browser, address) as page:
        page.goto(f"/replay/{finished}")
        page.get_by_role("button", name=whole("Rules"), exact=True).click()
        page.goto(str(page.get_by_role("link", name=said("Whole page")).get_attribute("href")))
        page.get_by_text(said("Print and play")).click()
        page.get_by_label(said("Paper")).select_option("letter")
        page.get_by_label(said("Save ink: grey, without backs")).check()
        of_table = f"**/api/tables/{finished}/print.pdf?paper=letter&grey=1"
        with page.expect_request(of_table), page.expect_download() as found:
            page.get_by_role("button", name=said("Get the PDF")).click()
        assert found.value.suggested_filename == "caster.pdf"
        assert found.value.path().read_bytes().startswith(b"%PDF")


def test_an_address_that_is_not_there_says_so(browser: Browser, address: str) -> None:
    missing = (r"404 \(Not Found\)", r"WebSocket connection to .* failed")
    with window(browser, address, allowed=missing) as page:
        page.goto("/t/abc123")
        expect(page.get_by_role("link", name=said("To all tables")).last).to_be_visible()
        expect(page.get_by_text(told("There is no table"))).to_be_visible()


# --- replay ----------------------------------------------------------------------------------------------------------


def check_moment(page: Page, at: int, of: int) -> None:
    expect(page.get_by_role("slider", name=said("Moment"))).to_have_attribute(
        "aria-valuetext", re.compile(said("event {number} of {count}", number=at, count=of))
    )


def test_a_replay_goes_to_its_end_by_steps_by_slider_and_by_itself(
    browser: Browser, address: str, finished: str
) -> None:
    with window(browser, address) as page:
        page.goto(f"/replay/{finished}")
        slider = page.get_by_role("slider", name=said("Moment"))
        expect(slider).to_be_visible()
        many = int(slider.get_attribute("max") or 0) + 1
        for step in range(2, 6):
            page.get_by_role("button", name=said("One event on")).click()
            check_moment(page, step, many)
        slider.focus()
        page.keyboard.press("End")
        check_moment(page, many, many)
        expect(page.get_by_role("button", name=said("To the end"))).to_be_disabled()
        slider.fill(str(many - 4))
        check_moment(page, many - 3, many)
        page.get_by_label(said("Speed")).select_option("16")
        page.get_by_role("button", name=whole("Play"), exact=True).click()
        check_moment(page, many, many)


def test_a_replay_is_seen_through_any_eyes_and_has_a_link_for_each_moment(
    browser: Browser, address: str, finished: str
) -> None:
    with window(browser, address) as page:
        page.goto(f"/replay/{finished}")
        expect(page.get_by_role("slider", name=said("Moment"))).to_be_visible()
        for _ in range(3):
            page.get_by_role("button", name=said("One event on")).click()
        check_moment(page, 4, int(page.get_by_role("slider", name=said("Moment")).get_attribute("max") or 0) + 1)
        hand = page.locator('[data-zone="seat1.hand"] img')
        page.get_by_label(said("Through whose eyes")).select_option("1")
        expect(page).to_have_url(re.compile("eyes=1"))
        expect(page.get_by_role("listbox", name=said("Your hand"))).to_be_attached()
        expect(hand).not_to_have_count(0)
        link, faces = page.url, hand.count()
        page.goto("/")
        page.goto(link)
        expect(page.get_by_label(said("Through whose eyes"))).to_have_value("1")
        expect(hand).to_have_count(faces)
