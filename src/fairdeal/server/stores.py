"""Choosing a store by its address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fairdeal.errors import StoreError
from fairdeal.server.places import is_postgres, path_of
from fairdeal.server.sqlite.store import SqliteStore
from fairdeal.server.store import Store


def open_store(url: str, address: str = "") -> Store:
    """Choose a store by its address; `start` opens it. Other processes reach this one at `address`."""
    if is_postgres(url):
        with explained_if_missing():
            from fairdeal.server.postgres.store import PostgresStore
        return PostgresStore(url, address)
    return SqliteStore(path_of(url))


@contextmanager
def explained_if_missing() -> Iterator[None]:
    """Say which extra installs a library that is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("fairdeal"):
            raise
        raise StoreError(f"The module {error.name} is missing: install the project's extra 'cluster'.") from None
