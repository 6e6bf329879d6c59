"""Pictures of every page and game, to be looked at: `python -m tests.browser.shots FOLDER [GAME or PAGES ...]`.

One game of each kind is played; at its opening, middle and end the same window takes all sizes and both themes. What
is no game: `pages`, `goals` (how to play), `looking-back` (replay, review, practice, check, the day's deal) and `lab`.
FAIRDEAL_BROWSER_LANGUAGE chooses the language.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from fairdeal import games
from tests.browser.browsing import DESK, DRAWN, Tables, launch, wait_for_rest, window
from tests.browser.conftest import HUMAN
from tests.browser.finished import finished_table
from tests.browser.opening import SHORT, card_of, play, play_now, wait_for_game
from tests.browser.playing import Person
from tests.browser.test_daily import COUNTED_WITHIN, deal
from tests.browser.test_pages import PAGES
from tests.browser.test_review import MADE_WITHIN, open_review
from tests.browser.wording import said
from tests.server.serverproc import serving

SIZES = ((360, 640), (390, 844), (844, 390), DESK)
PICTURES = 3  # that tell how to play
# Tables as people like them; where all act at once, nobody else ends the game while pictures are taken.
FULL = {
    game.name: Tables(
        game.seat_counts[0] if game.rules.REAL_TIME else game.best_seats, options=SHORT[game.name].options
    )
    for game in games.all_games()
}
MIDDLE = 6  # own actions before the second picture


def take(page: Page, folder: Path, name: str, full_page: bool = False) -> None:
    """Take the page at all sizes and in both themes."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            wait_for_rest(page)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=folder / f"{name}-{width}-{theme}.png", full_page=full_page)
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})


def take_pages(browser: Browser, address: str, folder: Path) -> None:
    with window(browser, address, DRAWN, FULL) as page:
        for name, open_page in PAGES.items():
            open_page(page)
            take(page, folder, name, full_page=name != "rules")


def take_goals(browser: Browser, address: str, folder: Path) -> None:
    """How to play each game."""
    with window(browser, address, DRAWN, FULL) as page:
        for game in games.names():
            page.goto("/")
            card_of(page, game).get_by_role("button", name=said("How to play")).click()
            for number in range(1, PICTURES + 1):
                there = page.get_by_text(said("Picture {number} of {count}", number=number, count=PICTURES))
                expect(there).to_be_visible()
                take(page, folder, f"goal-{game}-{number}")
                page.keyboard.press("ArrowRight")


def take_looking_back(browser: Browser, address: str, folder: Path) -> None:
    over = finished_table(address, "caster")
    with window(browser, address, DRAWN, SHORT) as page:
        page.goto(f"/replay/{over}")
        expect(page.get_by_role("slider", name=said("Moment"))).to_be_visible()
        for _ in range(8):
            page.get_by_role("button", name=said("One event on")).click()
        take(page, folder, "replay", full_page=True)
        play(page, "caster")
        Person(page, "mouse", "looking back").play_to_the_end()
        own = page.url.rpartition("/")[2]
        page.goto(f"/check/{own}")
        expect(page.get_by_role("status").get_by_role("heading")).to_be_visible()
        take(page, folder, "check", full_page=True)
        open_review(page, own)
        take(page, folder, "review", full_page=True)
        take_practice(page, folder)
        take_a_days_deal(page, folder)


def take_practice(page: Page, folder: Path) -> None:
    page.goto("/practice")
    wait_for_rest(page)
    take(page, folder, "practice", full_page=True)
    puzzles = page.get_by_role("main").get_by_role("listitem").get_by_role("link")
    if not puzzles.count():
        return  # a game may have no fault by chance
    puzzles.first.click()
    actions = page.get_by_role("region", name=said("What can be done")).get_by_role("button")
    expect(actions.first).to_be_visible()
    actions.first.click()
    expect(page.get_by_role("article")).to_be_visible(timeout=MADE_WITHIN)
    take(page, folder, "puzzle", full_page=True)


def take_a_days_deal(page: Page, folder: Path) -> None:
    page.goto("/")
    deal(page).get_by_role("button").click()
    wait_for_game(page)
    Person(page, "mouse", "daily").play_to_the_end()
    page.get_by_role("dialog").get_by_role("link", name=said("How all did")).click()
    expect(page.get_by_role("table")).to_be_visible(timeout=COUNTED_WITHIN)
    take(page, folder, "standings", full_page=True)


def take_lab(browser: Browser, address: str, folder: Path) -> None:
    with window(browser, address, DRAWN, FULL) as page:
        page.goto("/lab")
        page.get_by_role("radio", name="CASTER").check(force=True)
        take(page, folder, "lab", full_page=True)
        page.locator("input[type=radio][value=random]").check(force=True)
        page.get_by_role("radio", name=said("To 1 %")).check(force=True)
        page.get_by_role("button", name=said("Start")).press("Enter")
        expect(page.get_by_role("img", name=said("how sure it is by now")).first).to_be_visible(timeout=MADE_WITHIN)
        page.get_by_role("button", name=said("Stop")).click()
        expect(page.get_by_role("button", name=said("Go on"))).to_be_visible(timeout=MADE_WITHIN)
        take(page, folder, "experiment", full_page=True)


def take_game(browser: Browser, address: str, folder: Path, game: str) -> None:
    with window(browser, address, DRAWN, FULL) as page:
        play_now(page, game)
        person = Person(page, "mouse", f"shots {game}")
        person.wait()
        take(page, folder, f"{game}-1-opening")
        for _ in range(MIDDLE):
            person.play_once()
        person.wait()
        take(page, folder, f"{game}-2-middle")
        person.play_to_the_end()
        expect(page.get_by_role("dialog")).to_be_visible()
        take(page, folder, f"{game}-3-end")
        page.keyboard.press("Escape")
        take(page, folder, f"{game}-4-last")


def take_full_table(browser: Browser, address: str, folder: Path, game: str) -> None:
    found = games.find(game)
    _, options = games.subject(game).rich_play(found)
    crowd = {game: Tables(found.seat_counts[-1], options={**SHORT[game].options, **options})}
    with window(browser, address, DRAWN, crowd) as page:
        play_now(page, game)
        person = Person(page, "mouse", f"crowd {game}")
        for _ in range(4):
            person.play_once()
        take(page, folder, f"{game}-5-crowd")


OTHERS: dict[str, Callable[[Browser, str, Path], None]] = {
    "pages": take_pages,
    "goals": take_goals,
    "looking-back": take_looking_back,
    "lab": take_lab,
}


def main(arguments: Sequence[str]) -> None:
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name in arguments[1:] or (*OTHERS, *games.names()):
            with house(name) as address:
                take_all(browser, address, folder, name)
            print(name, flush=True)
        browser.close()


@contextmanager
def house(name: str) -> Iterator[str]:
    """A server for these pictures, and its address."""
    # Where all act at once, bots must leave a person the time to press something.
    beat = HUMAN if name not in OTHERS and games.find(name).rules.REAL_TIME else 0
    with tempfile.TemporaryDirectory() as store:
        flags = ("--lab", "--lab-folder", f"{store}/lab", "--lab-nice", "0") if name == "lab" else ()
        with serving(Path(store), flags=flags, beat=beat) as server:
            yield server.address


def take_all(browser: Browser, address: str, folder: Path, name: str) -> None:
    if name in OTHERS:
        return OTHERS[name](browser, address, folder)
    take_game(browser, address, folder, name)
    take_full_table(browser, address, folder, name)


if __name__ == "__main__":
    main(sys.argv[1:])
