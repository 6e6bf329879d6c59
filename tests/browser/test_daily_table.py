"""A table of the day is as large as any other: what it is stands in the bar, and at length in the menu."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from fairdeal import games
from fairdeal.language.languages import PSEUDO
from tests.browser.boxes import SIZES, Boxes
from tests.browser.browsing import Looks, window
from tests.browser.playing import Person
from tests.browser.wording import said, speaking

PHONE = SIZES[0]
BETWEEN = """() => document.querySelector('.felt').getBoundingClientRect().top
  - document.querySelector('header').getBoundingClientRect().bottom"""


def test_a_table_of_the_day_has_all_of_a_small_phone(browser: Browser, address: str) -> None:
    with speaking.only(PSEUDO), window(browser, address, Looks(PHONE, theme="system", tips=True)) as page:
        page.goto("/daily")
        deal = page.get_by_role("main").get_by_role("listitem").filter(has_text=games.find("caster").title)
        deal.get_by_role("button").click()
        page.get_by_role("dialog").get_by_role("button", name=said("Skip")).click()
        Person(page, "mouse", "daily").wait()
        tip = page.get_by_role("note")
        expect(tip).to_be_visible()
        boxes = Boxes(page, (PHONE,))
        boxes.measure("a table of the day, taught", is_table=True, is_playing=True)
        assert page.evaluate(BETWEEN) == 0
        while tip.count():
            tip.locator("> button").click()
        boxes.measure("a table of the day", is_table=True, is_playing=True)
        boxes.check()
        page.get_by_role("button", name=said("Menu")).click()
        note = page.get_by_role("dialog").get_by_text(said("Today's deal, sealed until midnight UTC."))
        expect(note).to_be_visible()
