"""The pseudo-language in a browser: one whole game and all that can be chosen, and no plain English at any moment.

A window that speaks it refuses English by itself (`english.js`), so a soak runs every other test in it as well.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal.language.languages import PSEUDO
from tests.browser.browsing import Looks, window
from tests.browser.opening import SHORT, card_of, play
from tests.browser.playing import Person
from tests.browser.test_games import check_the_end
from tests.browser.wording import said, speaking, whole
from tests.conformance import soak_page

HERE = Path(__file__).parent
UNTRANSLATED = """() => document.querySelector("main").insertAdjacentHTML("beforeend", `
  <p>a line</p> <p title="a title">B3 [öñé]</p> <p translate="no">a name</p> <code>some code</code> <p>CASTER</p>`)"""


@pytest.fixture(autouse=True)
def in_pseudo() -> Iterator[None]:
    with speaking.only(PSEUDO):
        yield


def show_untranslated(browser: Browser, address: str) -> None:
    with window(browser, address) as page:
        page.goto("/about")
        expect(page.get_by_role("main")).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", PSEUDO)
        page.evaluate(UNTRANSLATED)
        page.evaluate("() => document.querySelector('main').append('a late line')")
        page.evaluate("() => 'what was said on the console has been heard'")


def test_plain_english_is_refused_wherever_it_comes_up(browser: Browser, address: str) -> None:
    """Otherwise the other tests of this file would prove nothing."""
    with pytest.raises(AssertionError) as refused:
        show_untranslated(browser, address)
    texts = re.findall(r"plain English in .*?: \w+: (.*) \(", str(refused.value))
    assert texts == ["a line", "a title", "a late line"]


def test_options_and_openings_are_in_the_pseudo_language(browser: Browser, address: str, finished: str) -> None:
    """The other pages are measured in it, and so refuse English (`test_every_page_fits_every_size`)."""
    with window(browser, address, tables=SHORT, allowed=(r"404 .*/no/such/page",)) as page:
        page.goto("/no/such/page")
        expect(page.get_by_role("heading", name=said("There is no such card in the deck"))).to_be_visible()
        open_every_option(page)
        page.goto(f"/replay/{finished}")
        page.get_by_role("button", name=said("One event on")).click()


def open_every_option(page: Page) -> None:
    """Open all that the front page has to choose, of every game."""
    page.goto("/")
    expect(page.get_by_role("button", name=said("Play now"))).to_have_count(len(SHORT))
    for game in SHORT:
        card_of(page, game).locator("summary").click()
        card_of(page, game).get_by_role("button", name=said("How to play")).click()
        dialog = page.get_by_role("dialog")
        for _ in range(2):
            dialog.get_by_role("button", name=whole("Next"), exact=True).click()
        page.keyboard.press("Escape")
        expect(dialog).not_to_be_visible()


# The short form has tables of two games in it, pages, a replay and an end in `test_sizes`, and a game in Japanese.
@pytest.mark.soak
def test_a_whole_game_is_played_in_the_pseudo_language(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(tips=True), {"caster": SHORT["caster"]}) as page:
        play(page, "caster")
        page.get_by_role("dialog").get_by_role("button", name=said("Skip")).click()
        page.get_by_role("button", name=said("Menu")).click()
        page.keyboard.press("Escape")
        person = Person(page, "mouse", "pseudo")
        person.play_to_the_end()
        check_the_end(page)
        page.get_by_role("dialog").get_by_role("link", name=said("Replay")).click()
        expect(page.get_by_role("slider", name=said("Moment"))).to_be_visible()


@pytest.mark.soak
def test_every_test_in_a_browser_passes_in_the_pseudo_language() -> None:
    """In a process of its own, without what only a soak runs."""
    start = time.perf_counter()
    environment = {**os.environ, "FAIRDEAL_BROWSER_LANGUAGE": PSEUDO, "FAIRDEAL_SOAK": "0"}
    command = [sys.executable, "-m", "pytest", "--quiet", "-m", "not soak", str(HERE)]
    ended = subprocess.run(command, env=environment, cwd=HERE.parents[1], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-20_000:]
    many = int(re.findall(r"(\d+) passed", ended.stdout)[-1])
    soak_page.note("in a browser, in the pseudo-language: every test", many, "tests", time.perf_counter() - start)
