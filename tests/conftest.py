"""Hypothesis: few examples by default, many in a soak, always the same ones where CI runs; the order of all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.conformance import soak_page

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("quick", deadline=None, max_examples=5, suppress_health_check=QUIET)
settings.register_profile("ci", settings.get_profile("quick"), derandomize=True)
settings.register_profile("soak", settings.get_profile("quick"), max_examples=300)

IS_SOAK = os.environ.get("FAIRDEAL_SOAK") == "1"
settings.load_profile("soak" if IS_SOAK else "ci" if os.environ.get("CI") else "quick")


LONG = ("tests/browser/", "tests/server/", "tests/bots/")
# Real browsers, sockets and processes: what fails there is tried once more, and told at the end.
REAL = ("tests/browser/", "tests/server/", "tests/bots/test_lending.py", "tests/tools/test_cluster.py")
OF_SERVERS = r"= failures\(\)"  # an error in a server's log is never a race of the test
PURE = tuple(
    f"tests/server/test_{name}.py"
    for name in (
        *("again", "company", "copying", "examining", "hub", "leaks"),
        *("limits", "sqlite", "store", "turns"),
    )
)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is there once all tests are read stays to the end: nobody looks through it for garbage, then or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with files that take long or wait much, so that the short ones fill what is left at the end."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))
    for item in items:
        if item.nodeid.startswith(REAL) and not item.nodeid.startswith(PURE) and not item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.flaky(reruns=1, rerun_except=OF_SERVERS))


@pytest.fixture(autouse=True, scope="session")
def own_state(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep what programs remember of their user away from what they remember of this one."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """After a soak, print the page of its figures anew."""
    if IS_SOAK and not hasattr(session.config, "workerinput"):
        soak_page.write()
