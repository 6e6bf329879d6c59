"""Every game at every size, in both themes: real faces, hand and prompt in sight, no text cut, covered or too small."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.browsing import HERE, SYSTEM, wait_for_rest, window
from tests.browser.opening import SHORT, play_now
from tests.browser.playing import Person
from tests.browser.test_games import GAMES, address_for
from tests.server.serverproc import ServerProcess

# The fourth is a desk of 1440 by 900 at a zoom of 200 %.
SIZES = ((360, 640), (390, 844), (844, 390), (720, 450), (1024, 600), (1440, 900), (1920, 1080))
ACTIONS = 3  # own ones before the boxes are measured again


def troubles_at(page: Page, size: tuple[int, int], theme: str) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.wait_for_load_state("networkidle")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    wait_for_rest(page)
    found = page.evaluate((HERE / "boxes.js").read_text("utf-8"))
    return [f"{size[0]}x{size[1]} {theme}: {trouble}" for trouble in found]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_every_size(
    browser: Browser, server: ServerProcess, slow_server: ServerProcess, game: str
) -> None:
    with window(browser, address_for(game, server, slow_server), SYSTEM, SHORT) as page:
        play_now(page, game)
        person = Person(page, "mouse", f"sizes {game}")
        for _ in range(ACTIONS):
            person.play_once()
        person.wait()
        found = [trouble for size in SIZES for theme in ("light", "dark") for trouble in troubles_at(page, size, theme)]
        assert not found, "\n".join(found)
