"""The coast: what a tile that is held would do to each line, and why one begins below zero."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.browsing import PHONE, Looks, Tables, window
from tests.browser.opening import SHORT, card_of, play, wait_for_game
from tests.browser.playing import GHOST, MIDDLE, Person, board, until
from tests.browser.wording import said, told, whole

ALONE = {"coast": Tables(seats=1, options=SHORT["coast"].options)}
MARKS = """Object.fromEntries([...document.querySelectorAll('[data-line]')].map((node) =>
  [node.dataset.line, node.textContent.trim()]).filter(([, text]) => text !== '·'))"""
CHANGED = "document.querySelectorAll('[data-line].changes').length"


def hold_a_tile(page: Page, person: Person) -> None:
    """Lay the cities, and draw."""
    for _ in range(2):
        person.wait()
        person.act()
    person.wait()


@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
def test_while_a_tile_is_held_the_margins_show_what_each_line_would_become(
    browser: Browser, address: str, way: str
) -> None:
    looks = Looks(size=PHONE, touch=True) if way == "touch" else Looks()
    with window(browser, address, looks, ALONE) as page:
        play(page, "coast")
        person = Person(page, way, "ahead")
        hold_a_tile(page, person)
        expect(page.get_by_text(told("= is worth a point"))).to_be_in_viewport(ratio=1)
        now, paths = page.evaluate(MARKS), person.paths()
        path = next(path for path in paths if path["picks"][0] == "turn.0")
        zone, _, square = path["picks"][1].partition("@")
        row, column = map(int, square.split(","))
        rows, columns = page.evaluate("heard.extent()")
        spot = page.evaluate(
            "([zone, row, column, rows, columns]) => heard.middle(zone, row, column, rows, columns)",
            [zone, row, column, rows, columns],
        )
        person.hands.aim(spot, (row, column))
        until(page, CHANGED)
        ahead, plays = page.evaluate(MARKS), page.evaluate("heard.plays")
        assert ahead != now
        balanced = sum(text == "=" for text in ahead.values())
        label = board(page).get_attribute("aria-label") or ""
        lines = [told(f"then {{count}} {noun} in balance").format(count=balanced) for noun in ("line", "lines")]
        assert any(line in label for line in lines), label
        where = rf"({told('row')} \d|{told('the row')}).*, \W?({told('column')} \d|{told('the column')})"
        assert re.search(where, label), "lines are counted as in the story"
        assert page.evaluate("heard.plays") == plays, "nothing is laid by looking"
        person.hands.lay(spot)
        until(page, "heard.plays > arg && !document.querySelector('[data-ghost]')", plays)
        # It becomes what was shown.
        until(page, f"String(Object.entries({MARKS}).sort()) === String(Object.entries(arg).sort())", ahead)


SWIPE = """(node) => {
  for (let step = 0; step < 11; step++) {
    node.dispatchEvent(new WheelEvent("wheel", { deltaY: 10, bubbles: true, cancelable: true }));
  }
}"""
SIDEWAYS = "(node) => node.dispatchEvent(new WheelEvent('wheel', { deltaX: 100, bubbles: true, cancelable: true }))"


def test_a_swipe_of_two_fingers_turns_a_tile_once(browser: Browser, address: str) -> None:
    """A pad tells of it in many small steps, where a wheel has one for each notch."""
    with window(browser, address, tables=ALONE) as page:
        play(page, "coast")
        person = Person(page, "mouse", "swipe")
        hold_a_tile(page, person)
        turns = sorted({int(path["picks"][0][5:]) for path in person.paths() if path["picks"][0].startswith("turn.")})
        path = next(path for path in person.paths() if path["picks"][0] == f"turn.{turns[0]}")
        zone, _, square = path["picks"][1].partition("@")
        row, column = map(int, square.split(","))
        spot = page.evaluate(MIDDLE, [zone, row, column, *page.evaluate("heard.extent()")])
        person.hands.aim(spot, (row, column))
        until(page, f"({GHOST})?.[2] === arg", turns[0])
        board(page).evaluate(SIDEWAYS)
        board(page).evaluate(SWIPE)
        until(page, f"({GHOST})?.[2] === arg", turns[1])


def test_the_pace_is_chosen_before_the_game(browser: Browser, address: str) -> None:
    with window(browser, address, tables=ALONE) as page:
        page.goto("/")
        card = card_of(page, "coast")
        card.locator("summary").click()
        paces = card.get_by_label(said("Pace"))
        assert paces.locator("option").all_inner_texts() == [whole(pace) for pace in ("relaxed", "usual", "brisk")]
        paces.select_option("relaxed")
        expect(card.locator("summary")).to_contain_text(said("relaxed pace"))
        with page.expect_request("**/api/tables") as asked:
            card.get_by_role("button", name=said("Play now")).click()
        assert json.loads(asked.value.post_data or "")["pace"] == "relaxed"
        wait_for_game(page)


def test_the_start_explains_the_minus(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(tips=True), ALONE) as page:
        play(page, "coast")
        page.get_by_role("dialog").get_by_role("button", name=said("Skip")).click()
        Person(page, "mouse", "minus").wait()
        expect(page.get_by_role("note")).to_contain_text(told("You begin below zero"))
        left = re.compile(rf"\b13 \W?{told('to draw, each -2')}")
        expect(page.get_by_role("button", name=left)).to_contain_text("-26")
