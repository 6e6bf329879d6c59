"""A closer look: hover, a key and a long press tell everything about a card and play nothing; presses change a pick."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from fairdeal import games
from tests.breadth import mostly_soaked
from tests.browser.browsing import DESK, Looks, check_accessible, window
from tests.browser.opening import SHORT, play
from tests.browser.playing import Finger, Mouse, Person, point_of, status, until
from tests.browser.wording import said, told

PHONE = (360, 640)
A_FEW = 40  # moves after which a choice of two picks must have come


def closer(page: Page) -> Locator:
    return page.locator("#closer")


def meets(one: FloatRect, other: FloatRect) -> bool:
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    return across and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]


def check_beside(page: Page, piece: str) -> None:
    """It covers neither the card that it is about nor the prompt, and takes no presses."""
    expect(closer(page)).not_to_have_class("away")
    box = closer(page).bounding_box()
    assert box is not None
    for other in (page.locator(f'[data-piece="{piece}"]').first, status(page)):
        covered = other.bounding_box()
        assert covered is not None
        assert not meets(box, covered)
    width, height = DESK
    assert 0 <= box["x"] <= width - box["width"]
    assert 0 <= box["y"] <= height - box["height"]
    assert closer(page).evaluate("(node) => getComputedStyle(node).pointerEvents") == "none"


def some_piece(page: Page) -> str:
    """A card of the own hand or of the table that can be seen well."""
    found: str = until(
        page,
        """(() => {
          const seen = [...document.querySelectorAll("button.piece.card, button.piece.tile")]
            .filter((node) => node.getBoundingClientRect().width > 30 && heard.point(node.dataset.piece));
          const own = seen.filter((node) => node.classList.contains("hand"));
          return (own[0] ?? seen[0])?.dataset.piece;
        })()""",
    )
    return found


def rest_on(page: Page, piece: str) -> None:
    spot = point_of(page, piece)
    page.mouse.move(spot["x"], spot["y"])


@pytest.mark.parametrize("game", mostly_soaked(games.NAMES, "traders"))
def test_a_pointer_that_rests_on_a_card_is_told_all_about_it(browser: Browser, address: str, game: str) -> None:
    with window(browser, address, tables=SHORT) as page:
        play(page, game)
        Person(page, "mouse", "closer").wait()
        piece, before = some_piece(page), page.evaluate("heard.plays")
        rest_on(page, piece)
        expect(closer(page)).to_be_visible()
        expect(closer(page).locator("h3")).not_to_be_empty()
        assert closer(page).locator("p").count() >= 2
        check_beside(page, piece)
        check_accessible(page)
        page.mouse.move(2, 2)
        expect(closer(page)).to_have_count(0)
        assert page.evaluate("heard.plays") == before


def test_the_key_i_tells_and_escape_closes(browser: Browser, address: str) -> None:
    with window(browser, address, tables=SHORT) as page:
        play(page, "caster")
        Person(page, "mouse", "keys").wait()
        before = page.evaluate("heard.plays")
        card = page.locator("button.piece.hand").first
        card.focus()
        page.keyboard.press("i")
        expect(closer(page)).to_contain_text(told("as a score card"))
        expect(card).to_have_attribute("aria-describedby", "closer")
        page.keyboard.press("ArrowRight")
        expect(page.locator("button.piece.hand").nth(1)).to_have_attribute("aria-describedby", "closer")
        page.keyboard.press("Escape")
        expect(closer(page)).to_have_count(0)
        assert page.evaluate("heard.plays") == before


def test_the_trump_ring_says_which_colour_beats_which(browser: Browser, address: str) -> None:
    with window(browser, address, tables=SHORT) as page:
        play(page, "caster")
        chip = page.locator('[data-piece="ring.R"]')
        beats = told("{trump} beats {colour}").format
        expect(chip).to_contain_text(beats(trump="blue", colour="red"))
        chip.hover()
        expect(closer(page)).to_contain_text(beats(trump="blue", colour="red"))
        expect(closer(page)).to_contain_text(beats(trump="red", colour="green"))


def test_the_past_and_a_replay_are_looked_at_through_the_same_eyes(
    browser: Browser, address: str, finished: str
) -> None:
    with window(browser, address, tables=SHORT) as page:
        play(page, "caster")
        person = Person(page, "mouse", "past")
        for _ in range(2):
            person.wait()
            person.act()
        person.wait()
        page.keyboard.press("Alt+ArrowLeft")
        expect(page.locator(".when")).to_be_visible()
        rest_on(page, some_piece(page))
        expect(closer(page)).to_contain_text(told("as a score card"))
        numbers = page.request.get(f"/api/tables/{finished}/replay").json()["numbers"]
        page.goto(f"/replay/{finished}#n={numbers[5]}&eyes=0")
        page.wait_for_selector("button.piece.card")
        page.locator("button.piece.hand").last.hover()  # nothing lies over it
        expect(closer(page)).to_contain_text(told("as a score card"))


def test_a_long_press_opens_a_sheet_and_its_release_plays_nothing(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(size=PHONE, touch=True), SHORT) as page:
        play(page, "caster")
        Person(page, "touch", "closer").wait()
        before = page.evaluate("heard.plays")
        spot = point_of(page, page.evaluate("heard.scene.paths[0].picks[0]"))
        touch = page.context.new_cdp_session(page)
        at = [{"x": spot["x"], "y": spot["y"]}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
        sheet = page.get_by_role("dialog", name=said("A closer look"))
        expect(sheet).to_contain_text(told("as a score card"))
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(sheet).to_be_visible()
        box = sheet.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] >= PHONE[1] - 1, "it lies at the bottom"
        assert not page.evaluate("heard.isArmed()")
        check_accessible(page)
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        assert page.evaluate("heard.plays") == before


# --- changing what was picked ----------------------------------------------------------------------------------------


def two_attackers(page: Page, person: Person) -> tuple[str, str]:
    """Play until two cards can attack more than one neighbour each, and not each other; give both."""
    for _ in range(A_FEW):
        person.wait()
        paths = person.paths()
        prey: dict[str, set[str]] = {}
        for path in paths:
            prey.setdefault(path["picks"][0], set()).add(path["picks"][1])
        for one, targets in prey.items():
            for other in prey:
                if other != one and len(targets) > 1 and len(prey[other]) > 1 and other not in targets:
                    return one, other
        person.act()
        if page.evaluate("heard.isOver()"):
            play(page, "battle")
    raise AssertionError("there was no choice of two")


def picked(page: Page) -> list[Any]:
    return list(page.evaluate("[...document.querySelectorAll('.piece.picked')].map((node) => node.dataset.piece)"))


def is_beside(one: Any, other: Any) -> bool:
    """Whether two cells of a grid touch; only then does the one attack the other, and the game says why it may not."""
    return all(abs(one.get(axis, 0) - other.get(axis, 0)) <= 1 for axis in ("row", "column"))


@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
def test_a_press_on_another_card_changes_what_was_picked(browser: Browser, address: str, way: str) -> None:
    looks = Looks(size=PHONE, touch=True) if way == "touch" else Looks()
    with window(browser, address, looks, SHORT) as page:
        play(page, "battle")
        one, other = two_attackers(page, Person(page, "touch" if way == "touch" else "mouse", f"change {way}"))
        before = page.evaluate("heard.plays")
        for piece in (one, other):
            if way == "keyboard":
                page.locator(f'[data-piece="{piece}"]').focus()
                page.keyboard.press("Enter")
            else:
                (Finger if way == "touch" else Mouse)(page).take(piece, plays=False)
            page.wait_for_function("(id) => document.querySelector(`.piece.picked[data-piece='${id}']`)", arg=piece)
            assert picked(page) == [piece]
        assert page.evaluate("heard.plays") == before
        if way == "mouse":
            open_ids = {path["picks"][0] for path in page.evaluate("heard.scene.paths")}
            targets = {path["picks"][1] for path in page.evaluate("heard.scene.paths") if path["picks"][0] == other}
            cards = page.evaluate(
                "heard.scene.zones.find((zone) => zone.id === 'grid').pieces.filter((one) => one.face)"
            )
            [mine] = [card for card in cards if card["id"] == other]
            closed = [card for card in cards if card["id"] not in open_ids | targets]
            near = [card for card in closed if is_beside(card, mine)]
            for card in (near or closed)[:1]:  # most deals have one
                Mouse(page).take(card["id"], plays=False)
                expect(page.locator(".bubble")).to_contain_text("§" if near else said("This is nothing to choose now."))
                assert picked(page) == [other], "what cannot be picked says why, and changes nothing"
