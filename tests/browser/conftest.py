"""One server and one browser for all tests in a browser; figures that are reported and not judged.

What things cost, in seconds of a core: a server 2 and once for each worker (`address`, or `server`, `slow_server`), a
browser 1 and once for each module of tests (`browser`), a new visitor's window 1 (`window` of `browsing`), a table
with bots 1 more (`play_now`), an action half a second. So check several things in one window, change its size and
theme instead of opening another, take games that are over from `finished`, and name texts by `said`, so that a soak
can run the test in the pseudo-language.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.browsing import BUILT, launch
from tests.browser.finished import finished_table
from tests.server.serverproc import ServerProcess, serving

HUMAN = 250  # ms between the actions of a bot, so that a person keeps up where all act at once


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    assert (BUILT / "index.html").is_file(), "The browser client is not built: run `make web`."
    with serving(tmp_path_factory.mktemp("browser")) as server:
        yield server
        assert not server.failures()


@pytest.fixture(scope="session")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose bots keep a beat."""
    with serving(tmp_path_factory.mktemp("slow"), beat=HUMAN) as server:
        yield server
        assert not server.failures()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for each module: while it is open, no test beside these could run a loop of its own in this process."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def address(server: ServerProcess) -> str:
    return server.address


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
