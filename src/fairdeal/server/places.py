"""The addresses of stores: which kind each is, and how people may see it."""

from __future__ import annotations

import re
from pathlib import Path

from fairdeal.errors import StoreError

POSTGRES = ("postgres", "postgresql")
KINDS = "give sqlite:FILE, or just the path of a file, or postgresql://USER:PASSWORD@HOST/NAME"


def scheme_of(url: str) -> str:
    """Give the kind of store that an address names; "" for the path of a file."""
    found = re.match(r"([A-Za-z][A-Za-z0-9+.-]+):", url)  # one letter would be a drive
    return found[1] if found else ""


def is_postgres(url: str) -> bool:
    return scheme_of(url) in POSTGRES


def path_of(url: str) -> Path:
    """Give the file that the address of a store names."""
    if scheme_of(url) not in ("", "sqlite"):
        raise StoreError(f"There is no store of the kind {scheme_of(url)}: {KINDS}.")
    path = url.removeprefix("sqlite:")
    if path in ("", ":memory:"):
        raise StoreError(f"The store needs a place: {KINDS}.")
    return Path(path)


def shown(url: str) -> str:
    """Give the address of a store as people may see it: without passwords.

    >>> shown("postgresql://ann:secret@db.example/games?password=secret"), shown("sqlite:games.db")
    ('postgresql://db.example/games', 'games.db')
    """
    if not is_postgres(url):
        return url.removeprefix("sqlite:")
    return re.sub(r"//[^/?#]*@", "//", url).partition("?")[0]
