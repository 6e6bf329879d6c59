"""Oh Hell, installed as the package of somebody else, is played in browsers by two people and a bot to the end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from fairdeal.games import outside
from tests.authoring.broken import forgotten
from tests.browser.browsing import PATIENCE, PHONE, Looks, Tables, wait_for_rest, window
from tests.browser.company import invite
from tests.browser.playing import Person
from tests.browser.test_games import check_the_end
from tests.browser.wording import said
from tests.server.serverproc import ServerProcess, serving

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "oh_hell"
INSTALLING = 120.0  # seconds
TABLES = {"oh_hell": Tables(3, options={"tricks": 2})}


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that finds the package by its entry point; in plain Python, so that nobody waits for the compiler."""
    packages = tmp_path_factory.mktemp("packages")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(packages), str(EXAMPLE)], timeout=INSTALLING, check=True)
    with forgotten(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAIRDEAL_MODE", "interpreted")
        patch.setenv("PYTHONPATH", str(packages))
        with serving(tmp_path_factory.mktemp("server")) as server:
            outside.name_folders(EXAMPLE)  # for the tests alone: the server has been started without it
            yield server
            assert not server.failures()


def test_an_installed_game_is_played_by_people_and_a_bot(
    browser: Browser, own_server: ServerProcess, shots: Path
) -> None:
    address, phone = own_server.address, Looks(size=PHONE, touch=True)
    with window(browser, address, Looks(), TABLES) as anna, window(browser, address, phone, TABLES) as ben:
        link = invite(anna, "oh_hell")
        anna.get_by_role("button", name=said("Add bot")).last.click()
        ben.goto(link)
        ben.get_by_role("button", name=said("Sit here")).first.click()
        players = [Person(anna, "mouse", "anna"), Person(ben, "touch", "ben")]
        for page in (anna, ben):
            page.wait_for_function("() => heard.phase === 'playing' && heard.scene", timeout=PATIENCE)
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
