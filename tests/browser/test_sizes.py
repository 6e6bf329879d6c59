"""Every game at every size, in both themes and in the pseudo-language, measured by boxes at the moments of a game.

Real faces, hand and prompt in sight, no text cut, covered or too small, nothing that jumps. A soak measures it all; in
the short form each game has a size or two, so that every size, theme, game and language has its turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from fairdeal import games
from fairdeal.language.languages import DEFAULT, PSEUDO
from tests.breadth import mostly_soaked
from tests.browser.boxes import JUMP, SIZES, THEMES, Boxes, Size
from tests.browser.browsing import DRAWN, PATIENCE, SYSTEM, Looks, Tables, window
from tests.browser.opening import SHORT, play
from tests.browser.playing import Person, until
from tests.browser.test_games import BY_TURNS, GAMES
from tests.browser.test_pages import PAGES
from tests.browser.wording import said, speaking
from tests.conformance import soak_page
from tests.conformance.subjects import TRICK_TAKERS

Json = Any

# The end of a round is to be seen, and then the next one.
OPTIONS = {game: short.options | ({"rounds": 2} if "rounds" in short.options else {}) for game, short in SHORT.items()}
TAUGHT = Looks(theme="system", tips=True, pictures=True)
# A full trick lies still; or something else has come.
FULL_TRICK = """
  document.querySelectorAll("[data-zone=trick]:not(.leaving)").length === heard.chairs.length && heard.isStill() ? "now"
  : heard.isShown() || document.querySelector("dialog[open], [data-sums]") ? "never" : null"""


@dataclass(frozen=True)
class Case:
    """A table to be measured, and how."""

    game: str
    seats: int
    language: str
    sizes: tuple[Size, ...] = SIZES
    themes: tuple[str, ...] = THEMES
    opened: tuple[Size, ...] = SIZES
    """At which sizes all is measured that can be opened over the table."""
    is_taught_later: bool = True
    """Whether tips are measured again after the opening."""

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}-{self.language}"

    def window(self, browser: Browser, address: str) -> AbstractContextManager[Page]:
        return window(browser, address, TAUGHT, {self.game: Tables(self.seats, options=OPTIONS[self.game])})

    def speaking(self) -> AbstractContextManager[None]:
        return speaking.only(self.language)


PHONE, TALL, LYING, ZOOMED, SMALL, DESK, WIDE = SIZES
LOOKS: tuple[tuple[str, tuple[Size, ...], str], ...] = (  # of which each game has its turn
    (PSEUDO, (DESK, WIDE), "light"),
    (DEFAULT, (LYING,), "dark"),
    (PSEUDO, (ZOOMED, TALL), "dark"),
    (DEFAULT, (SMALL,), "light"),
    (DEFAULT, (PHONE,), "light"),
)
FEW = [
    Case(game, games.find(game).seat_counts[-1], language, sizes, (theme,), sizes[:1], is_taught_later=False)
    for game, (language, sizes, theme) in zip(GAMES, cycle(LOOKS), strict=False)
]
ALL = tuple(
    Case(game, seats, language)
    for game in GAMES
    for seats in (games.find(game).seat_counts[0], games.find(game).seat_counts[-1])
    for language in (DEFAULT, PSEUDO)
)


def test_few_tables_have_every_size_theme_and_language() -> None:
    assert {size for case in FEW for size in case.sizes} == set(SIZES)
    assert {theme for case in FEW for theme in case.themes} == set(THEMES)
    assert {case.language for case in FEW} == {DEFAULT, PSEUDO}
    assert {case.opened for case in FEW} == {(size,) for size in (PHONE, LYING, ZOOMED, SMALL, DESK)}


@pytest.mark.parametrize("case", [case for case in FEW if case.game in BY_TURNS], ids=str)
def test_a_table_fits_its_size(browser: Browser, address: str, case: Case) -> None:
    check_table(browser, address, case)


def check_table(browser: Browser, address: str, case: Case) -> None:
    with case.speaking(), case.window(browser, address) as page:
        boxes = Boxes(page, case.sizes, case.themes)
        measure_a_game(boxes, case)
        boxes.check()


@pytest.mark.soak
@pytest.mark.parametrize("case", ALL, ids=str)
def test_every_table_fits_every_size(browser: Browser, address_for: Callable[[str], str], case: Case) -> None:
    start = time.perf_counter()
    with case.speaking(), case.window(browser, address_for(case.game)) as page:
        boxes = Boxes(page, case.sizes, case.themes)
        measure_a_game(boxes, case)
        measure_the_end(boxes)
        boxes.check()
    what = f"in a browser, boxes at all sizes: {case.game}, {case.seats} seats, {case.language}"
    soak_page.note(what, boxes.measured, "pictures measured", time.perf_counter() - start)


def measure_a_game(boxes: Boxes, case: Case) -> None:
    """The opening and the own turn later on, taught or not, what can be opened over the table, a round's end, jumps."""
    page = boxes.page
    play(page, case.game)
    page.get_by_role("dialog").get_by_role("button", name=said("Skip")).click()
    person = Person(page, "mouse", f"sizes {case}")
    person.wait()
    try:
        measure_tips(boxes, "the opening")
        boxes.measure("the opening", is_table=True, is_playing=True)
        for _ in range(games.subject(case.game).middle):
            person.play_once()
        person.wait()
        measure_later(boxes, person, case)
    except (PlaywrightTimeout, AssertionError):
        # Where all act at once, the others may end the game meanwhile: its end lies over all that could be opened.
        if not page.evaluate("heard.isOver()"):
            raise
        page.reload()
        until(page, "heard.isOver()")


def measure_later(boxes: Boxes, person: Person, case: Case) -> None:
    if boxes.page.evaluate("heard.isOver()"):
        return
    boxes.measure("later", is_table=True, is_playing=True)
    measure_what_opens(boxes, case.opened)
    for size in boxes.sizes:
        boxes.show(size, boxes.themes[0])
        measure_jumps(boxes, person)
    person.wait()
    if not case.is_taught_later:
        return
    if not boxes.page.evaluate("heard.isOver()") and not boxes.page.locator("[data-sums]").count():
        measure_tips(boxes, "later")


def measure_tips(boxes: Boxes, moment: str) -> None:
    """One tip after the other, beside all that there is without them; then nobody wants any more."""
    page = boxes.page
    tip = page.get_by_role("note")
    if moment == "the opening":  # later there may be nothing new to tell
        tip.wait_for()
    else:
        choose_tips(boxes, wanted=True)
    boxes.show(PHONE, boxes.themes[0])
    while tip.count():
        boxes.measure(f"{moment}, taught", is_table=True, is_playing=True)
        boxes.show(PHONE, boxes.themes[0])
        tip.locator("> button").click()
    choose_tips(boxes, wanted=False)


def choose_tips(boxes: Boxes, wanted: bool) -> None:
    """A tip lies over the bar with the menu, which is why it is chosen on a large screen."""
    page = boxes.page
    boxes.show(DESK, boxes.themes[0])
    page.get_by_role("button", name=said("Menu")).click()
    page.get_by_label(said("Tips in the first game of each kind")).set_checked(wanted)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def measure_what_opens(boxes: Boxes, sizes: tuple[Size, ...]) -> None:
    """A large card, the story, the talk, a seat's sheet, the menu, how to play."""
    page = boxes.page
    for size in sizes:
        boxes.show(size, boxes.themes[0])
        look_closer(boxes)
        drawer = page.get_by_role("button", name=said("Story and talk"))
        if drawer.is_visible():
            drawer.click()
        look_at(boxes, "the story", ".side")
        page.get_by_role("tab", name=said("Talk")).click()
        look_at(boxes, "the talk", ".side")
        page.get_by_role("tab", name=said("Story")).click()
        if drawer.is_visible():
            page.locator(".side").get_by_role("button", name=said("Close")).click()
        for name, opener in (
            ("a seat", page.locator(".head").first),
            ("the menu", page.get_by_role("button", name=said("Menu"))),
        ):
            opener.click()
            look_at(boxes, name, "dialog[open]")
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_have_count(0)


def look_closer(boxes: Boxes) -> None:
    """The large card of the last one in the hand, or on the table."""
    page = boxes.page
    card = page.locator("button.piece:not([aria-hidden])").last
    if not card.count():
        return
    card.focus()
    page.keyboard.press("i")
    if page.locator("#closer:not(.away)").count():
        look_at(boxes, "a large card", "#closer")
    page.keyboard.press("Escape")


def look_at(boxes: Boxes, moment: str, inside: str) -> None:
    boxes.page.locator(inside).first.wait_for()
    boxes.rest()
    assert not boxes.page.evaluate("heard.isOver()"), "the game is over"
    boxes.look(moment, inside, is_table=False)


def measure_jumps(boxes: Boxes, person: Person) -> None:
    """Nothing jumps from one own turn to the next, but for a region that has become larger: all of it makes room."""
    page = boxes.page
    person.wait()
    if page.evaluate("heard.isOver()"):
        return
    boxes.rest()
    lines = page.locator(".mark").count()
    page.evaluate("() => heard.shifts.splice(0)")
    if person.play_once():
        return
    person.wait()
    if page.evaluate("heard.isOver()"):
        return  # the result has come over the table
    boxes.rest()
    if page.locator("[data-sums]").count():
        boxes.look("a round's end", "[data-sums]", is_table=False)
        return
    shifts = page.evaluate("() => heard.shifts")
    if page.locator(".mark").count() == lines and sum(shift["value"] for shift in shifts) > JUMP:
        for shift in shifts:
            boxes.note(f"jumps by {shift['value']:.3f}: {', '.join(shift['nodes'])}", "between two turns")


# Where seats and shared things lie; of a trick, where its first card does.
PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll(".head, .zone.middle")].map((node, at) => {
    const slot = node.querySelector(".slot");
    const { x, y, width, height } = (slot ?? node).getBoundingClientRect();
    const name = slot ? "the trick" : (node.dataset.zoneBox ?? `seat ${at}`);
    return [name, (node.dataset.zoneBox ? [x, y, width, height] : [x, y]).map(Math.round).join()];
  }),
)"""


def staying(sizes: tuple[Size, ...]) -> list[tuple[Case, int]]:
    """Where answers come and packets go round, and for how many turns."""
    return [(Case("cryptruck", 4, PSEUDO, sizes), 5), (Case("traders", 4, DEFAULT, sizes), 4)]


SOME = (PHONE, LYING, DESK)


@pytest.mark.parametrize(("case", "turns"), mostly_soaked([*staying(SIZES), *staying(SOME)], *staying(SOME)), ids=str)
def test_while_answers_come_and_packets_go_round_everything_stays(
    browser: Browser, address: str, case: Case, turns: int
) -> None:
    tables = {case.game: Tables(case.seats, options=OPTIONS[case.game])}
    with case.speaking(), window(browser, address, SYSTEM, tables) as page:
        boxes, person = Boxes(page), Person(page, "mouse", f"stays {case}")
        play(page, case.game)
        before: dict[Size, Json] = {}
        for turn in range(turns + 1):
            person.wait()
            for size in case.sizes:
                boxes.show(size, "light")
                places = page.evaluate(PLACES)
                if turn == turns:  # then others may have laid something new on the table; the seats stay
                    places = before[size] | {name: place for name, place in places.items() if name.startswith("seat")}
                assert before.setdefault(size, places) == places, size
            person.act()


def measure_the_end(boxes: Boxes) -> None:
    """Every round's end on the way, and the end."""
    page, person = boxes.page, Person(boxes.page, "mouse", "the end")
    is_round_measured = False
    while not page.evaluate("heard.isOver()"):
        person.wait()
        if page.locator("[data-sums]").count() and not is_round_measured:
            boxes.measure("a round's end", "[data-sums]")
            is_round_measured = True
        person.play_once()
    expect(page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)
    boxes.measure("the end", "dialog[open]")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    boxes.measure("after the end", is_table=True)


# --- full tricks -----------------------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("language", [DEFAULT, PSEUDO])
@pytest.mark.parametrize("game", TRICK_TAKERS)
def test_a_full_trick_fits_every_size(browser: Browser, address: str, game: str, language: str) -> None:
    """It rests for a moment only, so each size has a trick of its own."""
    case = Case(game, games.find(game).seat_counts[-1], language)
    tables = {game: Tables(case.seats, options={"rounds": 3})}
    with case.speaking(), window(browser, address, Looks(theme="system", motion="slow", pictures=True), tables) as page:
        boxes = Boxes(page, themes=("light",))
        play(page, game)
        person = Person(page, "mouse", "full tricks")
        sizes = list(SIZES)
        while sizes:
            person.wait()
            assert not page.evaluate("heard.isOver()"), f"{sizes} had no full trick"
            boxes.show(sizes[0], "light")
            person.act()
            if boxes.look_when(FULL_TRICK, "a full trick", "#app"):
                sizes.pop(0)
        boxes.check()


# --- pages -----------------------------------------------------------------------------------------------------------


# What fits in the pseudo-language fits in English, which is shorter.
SHORT_OF_PAGES = (PSEUDO, (PHONE, SMALL), ("light",))


@pytest.mark.parametrize(
    ("language", "sizes", "themes"),
    mostly_soaked([(DEFAULT, SIZES, THEMES), (PSEUDO, SIZES, THEMES), SHORT_OF_PAGES], SHORT_OF_PAGES),
)
def test_every_page_fits_every_size(
    browser: Browser, address: str, finished: str, language: str, sizes: tuple[Size, ...], themes: tuple[str, ...]
) -> None:
    with speaking.only(language), window(browser, address, DRAWN, SHORT) as page:
        boxes = Boxes(page, sizes, themes)
        for name, open_page in PAGES.items():
            boxes.show(DESK, "light")
            open_page(page)
            boxes.measure(name)
        page.goto(f"/replay/{finished}")
        expect(page.get_by_role("slider", name=said("Moment"))).to_be_visible()
        boxes.measure("a replay")
        page.goto(f"/t/{finished}")
        expect(page.get_by_role("dialog")).to_be_visible()
        boxes.measure("the end", "dialog[open]")
        boxes.check()
