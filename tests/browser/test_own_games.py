"""Games of somebody else, as they are: what `fairdeal new` writes, and Oh Hell, installed as a package, are served and
played in browsers to the end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from fairdeal.authoring.writing import KINDS, write_game
from fairdeal.games import outside
from tests.authoring.broken import forgotten
from tests.breadth import mostly_soaked
from tests.browser.browsing import PHONE, Looks, Tables, wait_for_rest, window
from tests.browser.company import invite
from tests.browser.opening import play_now, wait_for_game
from tests.browser.playing import Person
from tests.browser.test_games import check_the_end
from tests.browser.wording import said
from tests.server.serverproc import ServerProcess, serving

WAYS = {"tricks": "mouse", "grid": "keyboard", "market": "touch", "blank": "mouse"}
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "oh_hell"
INSTALLING = 120.0  # seconds
TABLES = {"oh_hell": Tables(3, options={"tricks": 2})}


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with a new game of each kind, and a package that it finds by its entry point.

    In plain Python, so that nobody has to wait for the compiler.
    """
    home, packages = tmp_path_factory.mktemp("games"), tmp_path_factory.mktemp("packages")
    for kind in KINDS:
        write_game(f"my_{kind}", kind, home)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(packages), str(EXAMPLE)], timeout=INSTALLING, check=True)
    with forgotten(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAIRDEAL_MODE", "interpreted")
        patch.setenv("PYTHONPATH", str(packages))
        outside.name_folders(home)
        with serving(tmp_path_factory.mktemp("server"), flags=("--from", str(home))) as server:
            outside.name_folders(EXAMPLE)  # for the tests alone: the server has been started without it
            yield server
            assert not server.failures()


@pytest.mark.parametrize("kind", mostly_soaked(KINDS, "grid"))
def test_a_new_game_is_played_to_its_end(browser: Browser, own_server: ServerProcess, shots: Path, kind: str) -> None:
    game, way = f"my_{kind}", WAYS[kind]
    with window(browser, own_server.address, Looks(touch=way == "touch", pictures=True)) as page:
        play_now(page, game)
        person = Person(page, way, game)
        person.play_once()
        wait_for_rest(page)
        page.screenshot(path=shots / f"{game}.png")
        person.play_to_the_end()
        check_the_end(page)
        assert person.played > 0
    assert f"{game} has not passed `fairdeal check-game`" in own_server.said()


def test_an_installed_game_is_played_by_people_and_a_bot(
    browser: Browser, own_server: ServerProcess, shots: Path
) -> None:
    address, phone = own_server.address, Looks(size=PHONE, touch=True, pictures=True)
    with window(browser, address, Looks(pictures=True), TABLES) as anna, window(browser, address, phone, TABLES) as ben:
        link = invite(anna, "oh_hell")
        anna.get_by_role("button", name=said("Add bot")).last.click()
        ben.goto(link)
        ben.get_by_role("button", name=said("Sit here")).first.click()
        players = [Person(anna, "mouse", "anna"), Person(ben, "touch", "ben")]
        for page in (anna, ben):
            wait_for_game(page)
        while not all(person.now()["isOver"] for person in players):
            for person in players:
                person.wait()
                if person.now()["isReady"]:
                    person.act()
        wait_for_rest(anna)
        anna.screenshot(path=shots / "oh_hell-end.png")
        for person in players:
            check_the_end(person.page)
            assert person.played == 1 + TABLES["oh_hell"].options["tricks"]
