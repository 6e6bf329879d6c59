"""What `fairdeal new` writes is served and played in a browser against bots to the end, as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from fairdeal.authoring.writing import KINDS, write_game
from fairdeal.games import outside
from tests.authoring.broken import forgotten
from tests.breadth import mostly_soaked
from tests.browser.browsing import Looks, wait_for_rest, window
from tests.browser.opening import play_now
from tests.browser.playing import Person
from tests.browser.test_games import check_the_end
from tests.server.serverproc import ServerProcess, serving

WAYS = {"tricks": "mouse", "grid": "keyboard", "market": "touch", "blank": "mouse"}


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with a new game of each kind, in plain Python: nobody has to wait for the compiler."""
    home = tmp_path_factory.mktemp("games")
    for kind in KINDS:
        write_game(f"my_{kind}", kind, home)
    with forgotten(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAIRDEAL_MODE", "interpreted")
        outside.name_folders(home)
        with serving(tmp_path_factory.mktemp("server"), flags=("--from", str(home))) as server:
            yield server
            assert not server.failures()


@pytest.mark.parametrize("kind", mostly_soaked(KINDS, "grid"))
def test_a_new_game_is_played_to_its_end(browser: Browser, own_server: ServerProcess, shots: Path, kind: str) -> None:
    game, way = f"my_{kind}", WAYS[kind]
    with window(browser, own_server.address, Looks(touch=way == "touch")) as page:
        play_now(page, game)
        person = Person(page, way, game)
        person.play_once()
        wait_for_rest(page)
        page.screenshot(path=shots / f"{game}.png")
        person.play_to_the_end()
        check_the_end(page)
        assert person.played > 0
    assert f"{game} has not passed `fairdeal check-game`" in own_server.said()
