"""One server and one browser for all tests in a browser; figures that are reported and not judged.

What things cost, in seconds of a core: a server 4.5 and once for each worker (`address`, or `server`; `slow_server`), a
browser 1 and once for each worker (`browser`), a new visitor's window with a page of words 0.4 (`window` of
`browsing`), with the front page 1.1, with a table and bots 1.2 (`play`; from the front page 1.9, `play_now`), an
action 0.2, axe in both themes 0.7, a review 15. Pictures of cards are a sixth of a window with a table, and drawn in
those alone that ask for them (`Looks.pictures`). So check several things in one window, change its size and theme
instead of opening another, come to a table by `play` unless the front page is what is tested, take games that are over
from `finished`, look at reviews in `test_review` alone, and name texts by `said`, so that a soak can run the test in
the pseudo-language.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from fairdeal import games
from tests.browser.browsing import BUILT, HERE, launch
from tests.browser.finished import finished_table
from tests.server.serverproc import ServerProcess, serving

HUMAN = 250  # ms between the actions of a bot, so that a person keeps up where all act at once
# Seconds after which the host decides about who is away, and all do: somebody waits for that, and nobody for long.
HASTY = ("--host-decides", "1", "--all-decide", "5")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    assert (BUILT / "index.html").is_file(), "The browser client is not built: run `make web`."
    with serving(tmp_path_factory.mktemp("browser"), flags=HASTY) as server:
        yield server
        assert not server.failures()


@pytest.fixture(scope="session")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose bots keep a beat."""
    with serving(tmp_path_factory.mktemp("slow"), beat=HUMAN) as server:
        yield server
        assert not server.failures()


class Chromium:
    """One for all tests here that a worker runs in a row: beside it, no other test could run a loop of its own."""

    def __init__(self) -> None:
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    def open(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            self.close()
            self._playwright = sync_playwright().start()
            self._browser = launch(self._playwright)
        return self._browser

    def close(self) -> None:
        if self._browser is not None:
            self._browser.close()
        if self._playwright is not None:
            self._playwright.stop()
        self._playwright = self._browser = None


CHROMIUM = Chromium()


@pytest.fixture(scope="module")
def browser() -> Browser:
    return CHROMIUM.open()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """After the last test here, and all that it had opened, close the browser."""
    try:
        return (yield)
    finally:
        if nextitem is None or not nextitem.path.is_relative_to(HERE):
            CHROMIUM.close()


@pytest.fixture
def address(server: ServerProcess) -> str:
    return server.address


@pytest.fixture
def address_for(request: pytest.FixtureRequest) -> Callable[[str], str]:
    """Where a game is played: where all act at once, bots must leave a person the time to press something.

    That needs a server of its own, which is started for nothing else; `test_beat` has what a short run needs it for.
    """

    def found(game: str) -> str:
        server = request.getfixturevalue("slow_server" if games.find(game).rules.REAL_TIME else "server")
        assert isinstance(server, ServerProcess)
        return server.address

    return found


@pytest.fixture(scope="session")
def finished(server: ServerProcess) -> str:
    """A game of CASTER that is over."""
    return finished_table(server.address, "caster")


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures are kept: the folder that FAIRDEAL_SHOTS names, else one of pytest's own."""
    folder = Path(os.environ.get("FAIRDEAL_SHOTS") or tmp_path_factory.mktemp("shots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the tests measured."""
    reports = terminalreporter.getreports("passed")
    figures = [(name, value) for report in reports if report.when == "call" for name, value in report.user_properties]
    if figures:
        terminalreporter.section("figures")
        for name, value in figures:
            terminalreporter.write_line(f"{name}: {value}")
