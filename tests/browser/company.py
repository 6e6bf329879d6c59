"""People with names who sit down at one table, each in a window of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from playwright.sync_api import Browser, Page, expect

from tests.browser.browsing import USUAL, Looks, Tables, window
from tests.browser.opening import SHORT, open_for_friends, wait_for_game
from tests.browser.wording import said


@contextmanager
def people(browser: Browser, address: str, *looks: Looks, names: tuple[str, ...]) -> Iterator[list[Page]]:
    """Open a window for each of these names; those without looks of their own have the usual ones."""
    tables = {**SHORT, "caster": Tables(seats=len(names), options={"rounds": 1})}
    with ExitStack() as windows:
        pages = []
        for place, name in enumerate(names):
            one = looks[place] if place < len(looks) else USUAL
            pages.append(windows.enter_context(window(browser, address, one, tables, name=name)))
        yield pages


def invite(host: Page, game: str = "caster") -> str:
    """Open a table for friends, sit down, and give its link."""
    open_for_friends(host, game)
    expect(host.get_by_text(said("(you)"))).to_be_visible()
    return host.get_by_label(said("Invite with this link")).input_value()


def sit_together(pages: list[Page], game: str = "caster") -> str:
    """Let all sit down at a table of the first, until the game begins; give its link."""
    link = invite(pages[0], game)
    for page in pages[1:]:
        page.goto(link)
        page.get_by_role("button", name=said("Sit here")).first.click()
    for page in pages:
        wait_for_game(page)
    return link
