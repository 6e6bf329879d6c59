"""A PostgreSQL for the tests, as another user than root."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tools.engines import Database, postgres_programs


@pytest.fixture(scope="session")
def database() -> Iterator[Database]:
    """A PostgreSQL for all tests of this process."""
    if postgres_programs() is None:
        pytest.skip("there is no PostgreSQL here, and it could not be installed: see `make postgres`")
    found = Database()
    try:
        found.start()
        yield found
    finally:
        found.end()
