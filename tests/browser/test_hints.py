"""A person asks what a bot would do, sees it on the table, and follows it."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.breadth import mostly_soaked
from tests.browser.browsing import DESK, PHONE, Looks, check_accessible, window
from tests.browser.opening import SHORT, card_of, play
from tests.browser.playing import Person, until
from tests.browser.wording import said, told, whole

LINE = 60  # px that a hint may cover of a phone's table
COLD = 300.0  # seconds in which the bots' code is compiled even on a busy machine


def ask(page: Page, person: Person) -> Locator:
    """Ask until there is something to choose and the bots are ready; give the panel."""
    panel = page.get_by_role("region", name=said("Hint"))
    deadline = time.monotonic() + COLD
    while time.monotonic() < deadline:
        person.wait()
        if page.evaluate("heard.scene.paths.length") < 2:
            person.act()
            continue
        until(page, "heard.isShown()")
        page.get_by_role("button", name=whole("Hint"), exact=True).click()
        not_yet = page.get_by_role("alert").filter(has_text=told("still being compiled"))
        expect(panel.or_(not_yet).first).to_be_visible(timeout=1000 * COLD)
        if panel.is_visible():
            return panel
        expect(not_yet).to_be_hidden()
    raise AssertionError("there is no hint")


def check_more_on_tap(page: Page, panel: Locator) -> None:
    """The line opens to all that was thought of, and closes again."""
    expect(panel.get_by_role("listitem")).to_have_count(0)
    panel.get_by_title(said("More of the hint")).click()
    expect(panel.get_by_role("listitem").first).to_contain_text(re.compile(rf"{told('wins')} .+ %"))
    check_accessible(page)
    panel.get_by_role("button", name=said("Less of the hint")).click()


@pytest.mark.parametrize(("game", "size"), mostly_soaked([("caster", PHONE), ("coast", DESK)], ("caster", PHONE)))
def test_a_hint_is_shown_lit_and_followed(browser: Browser, address: str, game: str, size: tuple[int, int]) -> None:
    with window(browser, address, Looks(size=size), SHORT) as page:
        play(page, game)
        person = Person(page, "mouse", "hint")
        panel = ask(page, person)
        expect(panel).to_contain_text(re.compile(rf"{told('wins')} .+ %"))
        check_accessible(page)
        box = panel.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= size[0] - box["width"]
        if size == PHONE:
            assert box["height"] <= LINE
            check_more_on_tap(page, panel)
        if game == "caster":
            expect(page.locator(".piece.marked.open")).to_have_count(1)
        before = page.evaluate("heard.plays")
        panel.get_by_role("button", name=said("Do it")).click()
        page.wait_for_function("(before) => heard.plays === before + 1", arg=before)
        expect(panel).to_be_hidden()
        if size == DESK:
            expect(page.get_by_role("complementary", name=said("Story and talk"))).to_contain_text(told("took a hint."))


def test_among_friends_there_are_no_hints_unless_the_host_wants_them(browser: Browser, address: str) -> None:
    with window(browser, address, tables=SHORT) as page:
        page.goto("/")
        card_of(page, "caster").get_by_role("button", name=said("Invite friends")).click()
        expect(page.get_by_text(said("Nobody gets hints at this table."))).to_be_visible()
        page.goto("/")
        card_of(page, "caster").locator("summary").click()
        card_of(page, "caster").get_by_label(said("Hints")).select_option("on")
        card_of(page, "caster").get_by_role("button", name=said("Invite friends")).click()
        expect(page.get_by_text(said("Hints are on"))).to_be_visible()


def test_h_asks_and_escape_closes(browser: Browser, address: str) -> None:
    with window(browser, address, tables=SHORT) as page:
        play(page, "caster")
        person = Person(page, "mouse", "keys")
        panel = ask(page, person)
        page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
        page.keyboard.press("h")
        expect(panel).to_be_visible(timeout=1000 * COLD)
        page.keyboard.press("h")
        expect(panel).to_be_hidden()
