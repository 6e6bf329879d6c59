"""Pictures of every page and game, to be looked at: `python -m tests.browser.shots FOLDER [GAME ...]`.

One game of each kind is played; at its opening, middle and end the same window takes all sizes and both themes.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from fairdeal import games
from tests.browser.browsing import DESK, LANDSCAPE, PHONE, SYSTEM, TABLET, Tables, launch, wait_for_rest, window
from tests.browser.conftest import HUMAN
from tests.browser.finished import finished_table
from tests.browser.opening import SHORT, play_now
from tests.browser.playing import Person
from tests.browser.test_pages import PAGES
from tests.browser.wording import said
from tests.server.serverproc import serving

SIZES = (PHONE, LANDSCAPE, TABLET, DESK)
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
    over = finished_table(address, "caster")
    with window(browser, address, SYSTEM, FULL) as page:
        for name, open_page in PAGES.items():
            open_page(page)
            take(page, folder, name, full_page=name != "rules")
        page.goto(f"/replay/{over}")
        expect(page.get_by_role("slider", name=said("Moment"))).to_be_visible()
        for _ in range(8):
            page.get_by_role("button", name=said("One event on")).click()
        take(page, folder, "replay", full_page=True)


def take_game(browser: Browser, address: str, folder: Path, game: str) -> None:
    with window(browser, address, SYSTEM, FULL) as page:
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
    with window(browser, address, SYSTEM, crowd) as page:
        play_now(page, game)
        person = Person(page, "mouse", f"crowd {game}")
        for _ in range(4):
            person.play_once()
        take(page, folder, f"{game}-5-crowd")


def main(arguments: Sequence[str]) -> None:
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    wanted = arguments[1:] or ["pages", *(game.name for game in games.all_games())]
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name in wanted:
            # Where all act at once, bots must leave a person the time to press something.
            is_real_time = name != "pages" and games.find(name).rules.REAL_TIME
            beat = HUMAN if is_real_time else 0
            with tempfile.TemporaryDirectory() as store, serving(Path(store), beat=beat) as server:
                take_all(browser, server.address, folder, name)
            print(name, flush=True)
        browser.close()


def take_all(browser: Browser, address: str, folder: Path, name: str) -> None:
    if name == "pages":
        return take_pages(browser, address, folder)
    take_game(browser, address, folder, name)
    take_full_table(browser, address, folder, name)


if __name__ == "__main__":
    main(sys.argv[1:])
