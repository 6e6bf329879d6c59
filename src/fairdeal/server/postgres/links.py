"""Connections to the database: who may connect how, what each is set to, and the newest form of its tables."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg

from fairdeal.errors import StoreError
from fairdeal.server.addresses import is_loopback
from fairdeal.server.places import shown
from fairdeal.server.postgres.causes import in_words

Link = Any
"""A connection, of a library without types."""
Pool = Any
MIGRATIONS = Path(__file__).with_name("migrations")
MIGRATING = int.from_bytes(b"Fairdeal", "big")  # the lock that who changes the form of the tables holds
PATIENCE = 10.0  # seconds for a statement; a database that takes longer counts as lost
CONNECT_WITHIN = 5.0  # seconds

SETTINGS = {
    "application_name": "fairdeal",
    "synchronous_commit": "on",  # whatever the database is set to: what was acknowledged is on the disk
    "jit": "off",  # a statement takes less than its compiling
    "default_transaction_isolation": "read committed",  # a row that was waited for is looked at as it is then
    "idle_in_transaction_session_timeout": "5s",
}

_USING = "1717660018, hashtext(current_schema())"  # the lock of who uses a store
_NAMES = "select tablename::text from pg_tables where schemaname = current_schema()"


def check_address(url: str) -> None:
    """Refuse an address that lets anybody in who reaches the machine."""
    try:
        parts = urlsplit(url)
        hosts = [parts.hostname or "", *parse_qs(parts.query).get("host", [])]
        knows = "password" in parse_qs(parts.query) or parts.password
    except ValueError:
        raise StoreError(
            "The address of the store cannot be read: give postgresql://USER:PASSWORD@HOST/NAME."
        ) from None
    is_near = all(not host or host.startswith("/") or host == "localhost" or is_loopback(host) for host in hosts)
    keys = ("PGPASSWORD", "PGPASSFILE", "PGSSLCERT")
    if not (is_near or knows or "sslcert" in parts.query or any(os.environ.get(key) for key in keys)):
        raise StoreError(
            f"The store {shown(url)} is on another machine, and no password for it is known: write it into the "
            "address, or set PGPASSWORD or PGPASSFILE."
        )


async def held_alone(link: Link) -> bool:
    """Use a store alone, for as long as this connection lasts; False while others use it."""
    return bool(await link.fetchval(f"select pg_try_advisory_lock({_USING})"))


async def held_with_others(link: Link) -> None:
    """Use a store as servers do, which may be several, for as long as this connection lasts."""
    if not await link.fetchval(f"select pg_try_advisory_lock_shared({_USING})"):
        raise StoreError("it is being copied or examined: wait until that is done.")


async def connected(url: str) -> Link:
    """Connect for one purpose, alone."""
    return await asyncpg.connect(url, timeout=CONNECT_WITHIN, command_timeout=PATIENCE, server_settings=SETTINGS)


async def pooled(url: str, most: int) -> Pool:
    """Connect for many purposes; a connection needs no tidying up, since nothing is left behind in one."""

    async def leave_as_it_is(link: object) -> None:
        pass

    return await asyncpg.create_pool(
        url,
        min_size=0,  # or it would try again and again, and log it, while the database is away
        max_size=most,
        timeout=CONNECT_WITHIN,
        command_timeout=PATIENCE,
        server_settings=SETTINGS,
        reset=leave_as_it_is,
    )


@asynccontextmanager
async def explained(url: str) -> AsyncIterator[None]:
    """Say of whatever keeps the store from opening what a user can do something about."""
    try:
        yield
    except StoreError as error:
        raise StoreError(f"The store {shown(url)} could not be opened: {error}") from error
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
        raise in_words(f"The store {shown(url)} could not be opened", error) from error


async def migrate(link: Link, folder: Path = MIGRATIONS) -> None:
    """Apply the numbered files that this database has not seen, each in a transaction of its own."""
    steps = await asyncio.to_thread(lambda: sorted(folder.glob("[0-9]*.sql")))
    while True:
        async with link.transaction():
            await link.execute("select pg_advisory_xact_lock($1)", MIGRATING)  # another server may do the same now
            done = await _migrations_done(link)
            if done > len(steps):
                raise StoreError(
                    f"it was written by a newer Fairdeal (its form is number {done}, the newest known here is "
                    f"{len(steps)}). Install that version."
                )
            if done == len(steps):
                return
            await link.execute(steps[done].read_text("utf-8"))
            await link.execute("update fairdeal set form = $1", done + 1)


async def _migrations_done(link: Link) -> int:
    names = [name for (name,) in await link.fetch(_NAMES)]
    if not names:
        await link.execute("create table fairdeal (form integer not null)")
        await link.execute("insert into fairdeal values (0)")
    elif "fairdeal" not in names:
        raise StoreError("it is a database of another program. Choose an empty one, or a schema (?search_path=NAME).")
    return int(await link.fetchval("select form from fairdeal"))
