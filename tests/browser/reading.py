"""A person who plays by what the table in words says, and by nothing else: as a screen reader reads it."""

from __future__ import annotations

import contextlib
import re
import time
from dataclasses import dataclass

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from fairdeal import games
from tests.browser.browsing import PATIENCE
from tests.browser.playing import SOON


def worth_of(game: str, text: str) -> float:
    """Give what a choice promises, by its words alone."""
    found = [(re.search(pattern, text), weight) for pattern, weight in games.subject(game).promises]
    return sum(weight * (int(match[1]) if match[1].isdigit() else 1) for match, weight in found if match)


LINE = re.compile(r"""\s*- ('?)(?P<role>\w+) "(?P<name>.*?)"(?P<more> \[level=\d\])?'?:?$""")
ACTIONS, LOG = "Actions", "Log"
PAUSE = 50  # ms between two looks


@dataclass
class Reader:
    """Reads headings, lists and buttons, and presses a button; no picture, no message and no attribute is looked at."""

    page: Page
    game: str
    played: int = 0
    heard: tuple[list[str], list[str]] = ([], [])
    """What could be chosen last, and what had happened by then."""

    def play_to_the_end(self, most: int = 400) -> None:
        for _ in range(most):
            if self.play_once():
                return
        raise AssertionError(f"the game does not end after {most} actions")

    def play_once(self) -> bool:
        """Do what promises most; say whether the game was over instead."""
        choices = self.wait()
        if not choices:
            return True
        best = max(choices, key=lambda text: worth_of(self.game, text))
        with contextlib.suppress(PlaywrightTimeout):  # where all act at once, the game may be over by now
            self.page.get_by_role("button", name=best, exact=True).first.click(timeout=SOON)
            self.played += 1
        return False

    @property
    def has_won(self) -> bool:
        """Read the end, which says so first; a victory that is shared is one."""
        return re.match(r"You (win|won|share)\b", self.page.get_by_role("dialog").inner_text()) is not None

    def wait(self) -> list[str]:
        """Read until there is something to choose, and give that; nothing once the game is over."""
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            if self.page.get_by_role("dialog").count():
                return []
            text = self.page.get_by_role("main").aria_snapshot()
            now = choices_in(text), story_in(text)
            if now[0] and now != self.heard:
                self.heard = now
                return now[0]
            self.page.wait_for_timeout(PAUSE)
        raise AssertionError("there is nothing to choose, and the game is not over")


def choices_in(text: str) -> list[str]:
    """Give the buttons below the headings under that of the actions."""
    return [name for chapter, section, name in buttons_in(text) if chapter == ACTIONS and section]


def story_in(text: str) -> list[str]:
    """Give what has happened, the last first."""
    return [name for chapter, _, name in buttons_in(text) if chapter == LOG]


def buttons_in(text: str) -> list[tuple[str, str, str]]:
    """Give all buttons, each with the headings above it."""
    found: list[tuple[str, str, str]] = []
    chapter, section = "", ""
    for match in filter(None, map(LINE.match, text.splitlines())):
        name = match["name"].replace("''", "'") if match[1] else match["name"]
        if match["role"] == "heading":
            chapter, section = (name, "") if "2" in match["more"] else (chapter, name)
        elif match["role"] == "textbox":
            section = ""
        elif match["role"] == "button":
            found.append((chapter, section, name))
    return found
