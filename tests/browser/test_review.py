"""The review of a finished game in a browser: luck and skill, chances, what could have been better, and playing on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal import games
from fairdeal.language.languages import PSEUDO
from tests.breadth import mostly_soaked
from tests.browser.browsing import LANDSCAPE, PHONE, SYSTEM, check_both_themes, window
from tests.browser.finished import finished_table
from tests.browser.opening import SHORT, play, wait_for_game
from tests.browser.playing import Person
from tests.browser.wording import said, speaking
from tests.server.serverproc import ServerProcess

MADE_WITHIN = 300_000  # ms for a review on a busy machine


def open_review(page: Page, table: str) -> None:
    """Wait until a review is made, which is told while it is."""
    page.goto(f"/review/{table}#eyes=0")
    expect(page.get_by_role("slider", name=said("Moment"))).to_be_visible(timeout=MADE_WITHIN)


@pytest.fixture(scope="module")
def over(server: ServerProcess) -> str:
    """A game of the battle that is over: of all games its review takes the least."""
    return finished_table(server.address, "battle")


@pytest.mark.parametrize("game", mostly_soaked(games.NAMES, "battle"))
def test_a_review_can_be_read_gone_through_and_shared(browser: Browser, address: str, over: str, game: str) -> None:
    table = over if game == "battle" else finished_table(address, game)
    with window(browser, address, SYSTEM, SHORT) as page:
        page.goto(f"/replay/{table}")
        page.get_by_role("link", name=said("Review")).click()
        slider = page.get_by_role("slider", name=said("Moment"))
        expect(slider).to_be_visible(timeout=MADE_WITHIN)
        before = slider.get_attribute("aria-valuetext")
        slider.focus()
        page.keyboard.press("Home")
        expect(slider).not_to_have_attribute("aria-valuetext", before or "")
        assert "%" in (slider.get_attribute("aria-valuetext") or "")
        page.get_by_text(said("The same as a table")).click()
        seats = SHORT[game].seats
        shares = [
            int(text.rstrip("% \u00a0")) for text in page.locator("tbody tr").last.locator("td").all_inner_texts()
        ]
        assert len(shares) == seats
        assert sum(shares) in range(100 - seats, 101 + seats), "somebody won, or several shared it"
        check_faults_by_keyboard(page, seats)
        check_link(page, table)
        page.get_by_role("switch", name=said("Show all hands face up")).check()
        expect(page.locator(".hands li")).to_have_count(seats - 1)
        for size in (PHONE, LANDSCAPE):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, "nothing hangs over the edge"
        check_both_themes(page)
        with page.expect_download() as saving:
            page.get_by_role("button", name=said("Save as a picture")).click()
        assert saving.value.path().read_bytes().startswith(b"\x89PNG")


def check_faults_by_keyboard(page: Page, seats: int) -> None:
    """Of a seat that erred: go to what it knew then, and to a moment that decided the game, without a pointer."""
    whose = page.get_by_label(said("Whose game"))
    faults = page.get_by_role("article").get_by_role("button", name=said("What was known then"))
    for seat in range(seats):
        whose.select_option(str(seat))
        if faults.count():
            break
    slider = page.get_by_role("slider", name=said("Moment"))
    for button in (faults.first, page.locator("ol.turning button").last):
        slider.focus()
        page.keyboard.press("Home")
        begin = slider.get_attribute("aria-valuetext") or ""
        button.focus()
        page.keyboard.press("Enter")
        expect(slider).not_to_have_attribute("aria-valuetext", begin)


def check_link(page: Page, table: str) -> None:
    """The link to share opens the review of whose game is looked at."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=said("Copy the link to this review")).click()
    expect(page.get_by_text(said("Copied"))).to_be_visible()
    seat = page.get_by_label(said("Whose game")).input_value()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/review/{table}#eyes={seat}")


def test_a_reader_plays_on_from_a_moment_at_a_table_that_calls_itself_practice(
    browser: Browser, address: str, over: str
) -> None:
    with window(browser, address, SYSTEM, SHORT) as page:
        open_review(page, over)
        page.get_by_role("slider", name=said("Moment")).focus()
        for _ in range(3):
            page.keyboard.press("ArrowLeft")
        on = page.get_by_role("region", name=said("Play on from here"))
        on.get_by_role("combobox").select_option("random")
        on.get_by_role("button", name=said("Play on from here")).click()
        wait_for_game(page)
        expect(page.get_by_role("link", name=said("a moment of another game"))).to_have_attribute(
            "href", re.compile(rf"/replay/{over}#n=\d+")
        )


# Another file would have to make a review of its own.


def test_a_review_is_in_the_pseudo_language(browser: Browser, address: str, over: str) -> None:
    """A window that speaks it refuses English by itself."""
    with speaking.only(PSEUDO), window(browser, address) as page:
        open_review(page, over)


def test_a_review_is_in_japanese_and_its_picture_brings_the_pages_letters(
    browser: Browser, address: str, over: str
) -> None:
    with speaking.only("ja"), window(browser, address) as page:
        open_review(page, over)
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


def review_own_game(page: Page) -> None:
    play(page, "caster")
    Person(page, "mouse", "puzzles").play_to_the_end()
    page.get_by_role("dialog").get_by_role("link", name=said("Review")).click()
    expect(page.get_by_role("slider", name=said("Moment"))).to_be_visible(timeout=MADE_WITHIN)


@pytest.mark.soak
def test_own_faults_are_tried_again_as_puzzles(browser: Browser, address: str) -> None:
    with window(browser, address, SYSTEM, SHORT) as page:
        own = page.get_by_role("main").get_by_role("listitem").get_by_role("link")
        for _ in range(5):  # a game may have none by chance
            review_own_game(page)
            page.goto("/practice")
            own.first.or_(page.get_by_text(said("There is nothing to practise yet."))).wait_for()
            if own.count():
                break
        own.first.click()
        page.get_by_role("region", name=said("What can be done")).get_by_role("button").first.click()
        expect(page.get_by_role("article")).to_be_visible()
        check_both_themes(page)
