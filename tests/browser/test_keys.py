"""By keyboard: arrows work at once, the focus stays in the hand, and a focused card hides no other."""

from __future__ import annotations

from playwright.sync_api import Browser, Page

from tests.browser.browsing import Tables, wait_for_rest, window
from tests.browser.opening import SHORT, play
from tests.browser.playing import GHOST, Person, status, until
from tests.browser.wording import told

FOCUSED = "document.activeElement?.dataset.piece ?? ''"
HAND = """[...document.querySelectorAll('[role=option]:not(.leaving)')]
  .sort((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x).map((one) => one.dataset.piece)"""
# Cards of the own hand whose corner, where the index stands, lies under another card, however they are turned.
COVERED = """[...document.querySelectorAll('[data-piece].hand:not(.leaving)')].filter((piece) => {
  const probe = document.createElement('i');
  probe.style.cssText = 'position:absolute;left:11%;top:9%;width:1px;height:1px';
  (piece.querySelector('.lift') ?? piece).append(probe);
  const { left, top } = probe.getBoundingClientRect();
  probe.remove();
  const above = document.elementsFromPoint(left, top).map((one) => one.closest('[data-piece]')).find((one) => one);
  return above !== piece;
}).map((piece) => piece.dataset.piece)"""


def hand_of(page: Page) -> list[str]:
    """The own cards from left to right."""
    found: list[str] = page.evaluate(HAND)
    return found


def walk_to(page: Page, cards: set[str], steps: int) -> str:
    """Go to the left and then to the right until one of these cards has the focus; give which."""
    for key in ["ArrowLeft"] * steps + ["ArrowRight"] * steps:
        if page.evaluate(FOCUSED) in cards:
            break
        page.keyboard.press(key)
    found: str = page.evaluate(FOCUSED)
    assert found in cards
    return found


def test_arrows_work_at_once_and_the_focus_stays_in_the_hand(browser: Browser, address: str) -> None:
    with window(browser, address, tables=SHORT) as page:
        play(page, "caster")
        person = Person(page, "keyboard", "stays")
        page.get_by_role("option").first.wait_for()
        for _ in range(3):
            until(page, "heard.isShown()")
            page.keyboard.press("ArrowRight")
            hand = hand_of(page)
            until(page, f"arg.includes({FOCUSED})", hand)  # no Tab is needed
            open_cards = {path["picks"][0] for path in person.paths()}
            chosen = walk_to(page, open_cards, len(hand))
            at = hand.index(chosen)
            page.keyboard.press("Enter")
            until(page, f"!({HAND}).includes(arg)", chosen)
            rest = hand_of(page)
            neighbours = [rest[min(at, len(rest) - 1)], rest[max(0, at - 1)]]
            until(page, f"heard.isShown() && arg.includes({FOCUSED})", neighbours)


def test_a_focused_card_hides_no_neighbours_corner(browser: Browser, address: str) -> None:
    with window(browser, address, tables=SHORT) as page:
        play(page, "caster")
        until(page, "heard.isShown()")
        page.keyboard.press("ArrowRight")
        for _ in hand_of(page):
            page.keyboard.press("ArrowLeft")
        for card in hand_of(page):
            until(page, f"{FOCUSED} === arg", card)
            wait_for_rest(page)
            assert page.evaluate(COVERED) == []
            page.keyboard.press("ArrowRight")


def test_a_tile_is_moved_by_the_first_arrow_after_it_is_drawn(browser: Browser, address: str) -> None:
    alone = {"coast": Tables(seats=1, options=SHORT["coast"].options)}
    with window(browser, address, tables=alone) as page:
        play(page, "coast")
        person = Person(page, "keyboard", "tile")
        person.wait()
        person.act()
        person.wait()
        status(page).get_by_role("button", name=told("Draw a card")).focus()
        page.keyboard.press("Enter")
        until(page, "heard.isReady() && heard.scene.paths.length > 1")
        page.keyboard.press("ArrowUp")
        before = until(page, GHOST)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowLeft")
        until(page, f"String({GHOST}) !== String(arg)", before)


SORT = "() => document.querySelector('.sorter').click()"  # a press that takes no focus
SORTINGS = 3


def test_a_card_keeps_the_focus_when_the_hand_is_put_in_another_order(browser: Browser, address: str) -> None:
    with window(browser, address, tables=SHORT) as page:
        play(page, "caster")
        until(page, "heard.isShown()")
        hand = hand_of(page)
        for card in hand[::3]:
            page.locator(f'[data-piece="{card}"]').focus()
            page.evaluate(SORT)
            until(page, f"String({HAND}) !== String(arg)", hand)
            assert page.evaluate(FOCUSED) == card
            for _ in range(SORTINGS - 1):
                page.evaluate(SORT)
            until(page, f"String({HAND}) === String(arg)", hand)
            assert page.evaluate(FOCUSED) == card
