"""The pictures of the README, made anew: `python -m tests.browser.film FOLDER`.

`film.webp` shows each game for a few seconds as a person plays it; the others are single moments.
"""

from __future__ import annotations

import base64
import io
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from fairdeal import games
from tests.browser.browsing import DESK, PHONE, Looks, launch, wait_for_rest, window
from tests.browser.conftest import HUMAN
from tests.browser.opening import play_now
from tests.browser.playing import Person
from tests.browser.shots import FULL, MIDDLE
from tests.server.serverproc import serving

SECONDS = 4  # of each game
RATE = 8  # pictures a second
SIZE = (1200, 750)
SHOWN = (720, 450)
MOST_BYTES = 3_000_000
BEAT = 450  # ms between the actions of a bot
THEMES = dict(zip(games.names(), cycle(("dark", "light")), strict=False))
README = Path(__file__).resolve().parents[2] / "README.md"
PICTURE = re.compile(r"!\[.*\]\(docs/screens/((\w+?)(-phone)?)\.webp\)")


def film(browser: Browser, folder: Path) -> None:
    pictures = [picture for game in games.all_games() for picture in filmed(browser, game.name)]
    path = folder / "film.webp"
    for quality in (60, 45, 30):
        first, *rest = pictures
        first.save(path, save_all=True, append_images=rest, duration=1000 // RATE, loop=0, quality=quality, method=4)
        if path.stat().st_size < MOST_BYTES:
            return
    raise AssertionError(f"{path} has {path.stat().st_size} bytes.")


def filmed(browser: Browser, game: str) -> list[Image.Image]:
    """Play a few seconds of a game before the camera."""
    with a_game(browser, game, Looks(size=SIZE, theme=THEMES[game], motion="normal", pictures=True), BEAT) as page:
        person = Person(page, "mouse", f"film {game}")
        for _ in range(games.subject(game).middle):
            person.play_once()
        person.wait()
        frames: list[tuple[float, bytes]] = []
        camera = page.context.new_cdp_session(page)

        def keep(frame: dict[str, Any]) -> None:
            frames.append((time.monotonic(), base64.b64decode(frame["data"])))
            camera.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

        camera.on("Page.screencastFrame", keep)
        camera.send("Page.startScreencast", {"format": "jpeg", "quality": 92, "everyNthFrame": 1})
        start = time.monotonic()
        while time.monotonic() < start + SECONDS and not page.get_by_role("dialog").is_visible():
            person.play_once()
            page.wait_for_timeout(350)
        camera.remove_listener("Page.screencastFrame", keep)
        camera.send("Page.stopScreencast")
    return [_at(frames, start + step / RATE) for step in range(SECONDS * RATE)]


def _at(frames: Sequence[tuple[float, bytes]], moment: float) -> Image.Image:
    """The last picture that was taken by then."""
    taken = [data for when, data in frames if when <= moment] or [frames[0][1]]
    return Image.open(io.BytesIO(taken[-1])).convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)


@contextmanager
def a_game(browser: Browser, game: str, looks: Looks, beat: int) -> Iterator[Page]:
    """Open a game against bots that keep a beat, and wait for the first turn."""
    with (
        tempfile.TemporaryDirectory() as store,
        serving(Path(store), beat=beat) as server,
        window(browser, server.address, looks, FULL) as page,
    ):
        play_now(page, game)
        Person(page, "mouse").wait()
        yield page


def moments() -> Iterator[tuple[str, str, tuple[int, int], str]]:
    """List the pictures in the tables of the README, below their titles: name, game, size, theme."""
    rows = [line.split(" | ") for line in README.read_text("utf-8").splitlines() if line.startswith("| ")]
    for above, below in pairwise(rows):
        for title, cell in zip(above, below, strict=False):
            if found := PICTURE.search(cell):
                yield found[1], found[2], PHONE if found[3] else DESK, "dark" if ", dark" in title else "light"


def take_moments(browser: Browser, folder: Path) -> None:
    for name, game, size, theme in moments():
        is_real_time = games.find(game).rules.REAL_TIME
        with a_game(browser, game, Looks(size=size, theme=theme, pictures=True), HUMAN if is_real_time else 0) as page:
            person = Person(page, "mouse", f"shots {game}")
            for _ in range(MIDDLE):
                person.play_once()
            person.wait()
            page.wait_for_load_state("networkidle")
            wait_for_rest(page)
            Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(folder / f"{name}.webp", quality=88, method=6)


def main(arguments: Sequence[str]) -> None:
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        film(browser, folder)
        take_moments(browser, folder)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
