"""Choosing a store by its address."""

from __future__ import annotations

import re
from pathlib import Path

from fairdeal.errors import StoreError
from fairdeal.server.sqlite.store import SqliteStore
from fairdeal.server.store import Store

POSTGRES = ("postgres", "postgresql")
KINDS = "give sqlite:FILE, or just the path of a file, or postgresql://USER:PASSWORD@HOST/NAME"


def scheme_of(url: str) -> str:
    """Give the kind of store that an address names; "" for the path of a file."""
    found = re.match(r"([A-Za-z][A-Za-z0-9+.-]+):", url)  # one letter would be a drive
    return found[1] if found else ""


def is_postgres(url: str) -> bool:
    return scheme_of(url) in POSTGRES


def open_store(url: str, address: str = "") -> Store:
    """Choose a store by its address; `start` opens it. Other processes reach this one at `address`."""
    if is_postgres(url):
        return _postgres(url, address)
    if scheme_of(url) not in ("", "sqlite"):
        raise StoreError(f"There is no store of the kind {scheme_of(url)}: {KINDS}.")
    path = url.removeprefix("sqlite:")
    if path in ("", ":memory:"):
        raise StoreError(f"The store needs a place: {KINDS}.")
    return SqliteStore(Path(path))


def shown(url: str) -> str:
    """Give the address of a store as people may see it: without passwords.

    >>> shown("postgresql://ann:secret@db.example/games?password=secret"), shown("sqlite:games.db")
    ('postgresql://db.example/games', 'games.db')
    """
    if not is_postgres(url):
        return url.removeprefix("sqlite:")
    return re.sub(r"//[^/?#]*@", "//", url).partition("?")[0]


def _postgres(url: str, address: str) -> Store:
    try:
        from fairdeal.server.postgres.store import PostgresStore
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("fairdeal"):
            raise
        raise StoreError(f"The module {error.name} is missing: install the project's extra 'cluster'.") from None
    return PostgresStore(url, address)
