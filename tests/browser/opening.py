"""Coming to a table, as a person does it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from fairdeal import games
from tests.browser.browsing import PATIENCE, Tables
from tests.browser.wording import said

# Games that are over soon, against bots that do not think long.
SHORT = {
    game.name: Tables(seats, options=dict(options))
    for game in games.all_games()
    for seats, options in [games.subject(game.name).short_play(game)]
}


def card_of(page: Page, game: str) -> Locator:
    """The game's place on the front page."""
    return page.get_by_role("article", name=games.find(game).title)


def play_now(page: Page, game: str) -> None:
    """Two clicks, no account: open the page, play."""
    page.goto("/")
    card_of(page, game).get_by_role("button", name=said("Play now")).click()
    page.wait_for_function("() => heard.phase === 'playing' && heard.scene", timeout=PATIENCE)
