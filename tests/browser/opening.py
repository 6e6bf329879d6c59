"""Coming to a table, as a person does it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

from fairdeal import games
from tests.browser.browsing import VISITORS, Tables, keeping
from tests.browser.playing import until
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


def wait_for_game(page: Page) -> None:
    """Wait until the game has begun and the page was told how it stands."""
    until(page, "heard.phase === 'playing' && heard.scene")


def play_now(page: Page, game: str) -> None:
    """Two clicks, no account: open the page, play."""
    page.goto("/")
    card_of(page, game).get_by_role("button", name=said("Play now")).click()
    wait_for_game(page)


def play(page: Page, game: str) -> None:
    """Begin the game that *Play now* would, without the front page, which costs as much as all the rest of it."""
    open_against_bots(page, game)
    wait_for_game(page)


def open_against_bots(page: Page, game: str) -> None:
    wanted = VISITORS[page.context].tables[game]
    _open(page, game, dict.fromkeys(range(1, wanted.seats), wanted.level))


def open_for_friends(page: Page, game: str) -> None:
    _open(page, game, {})


def _open(page: Page, game: str, bots: dict[int, str]) -> None:
    """Open a table with the seats and options that the window remembers, as its visitor, and go there."""
    visitor = VISITORS[page.context]
    wanted, name = visitor.tables[game], visitor.name or "Anna"
    _ask(page, "/api/session", {"name": name})
    page.add_init_script(keeping({"arrived": "true", "name": name}))
    asked = {"game": game, "seats": wanted.seats, "options": wanted.options, "clock": wanted.clock, "bots": bots}
    page.goto(_ask(page, "/api/tables", asked)["link"])


def _ask(page: Page, path: str, what: object) -> Any:
    """Ask the server in the name of the window's visitor."""
    answer = page.request.post(path, data=what)
    assert answer.ok, answer.text()
    return answer.json()
