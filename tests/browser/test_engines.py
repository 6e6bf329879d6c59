"""Whole games in browsers other than Chromium: the same client, other engines."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fairdeal import games
from tests.browser.engines import ENGINES, EnginePage, Stranger
from tests.browser.opening import SHORT
from tests.conformance import soak_page


@pytest.mark.soak
@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("engine", ENGINES)
def test_every_game_can_be_played_in_other_browsers(
    address_for: Callable[[str], str], tmp_path: Path, engine: str, game: str
) -> None:
    path, opened = ENGINES[engine]
    if path() is None:
        pytest.skip(f"{engine} is not installed: run `make engines`")
    start = time.perf_counter()
    with opened(tmp_path) as browser:
        page = EnginePage(browser)
        page.play_now(address_for(game), games.find(game), SHORT[game])
        person = Stranger(page, f"{engine} {game}")
        person.play_to_the_end()
        page.until("document.querySelector('dialog[open]')")
        assert page.evaluate("troubles") == []
    assert person.played > 0
    soak_page.note(f"in {engine}, by mouse: {game}", person.played, "actions", time.perf_counter() - start)
