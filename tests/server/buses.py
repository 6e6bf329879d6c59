"""A NATS for the tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tools.engines import BusServer, found_program


@pytest.fixture(scope="session")
def nats() -> Iterator[BusServer]:
    """A NATS for all tests of this process."""
    if found_program("nats-server") is None:
        pytest.skip("there is no NATS here, and it could not be installed: see `make nats`")
    found = BusServer()
    try:
        yield found.start()
    finally:
        found.kill()
