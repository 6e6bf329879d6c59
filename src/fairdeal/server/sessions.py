"""Who somebody is: a guest with a name, known by the token in a cookie. Only the token's hash is kept."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from fairdeal.errors import BadName
from fairdeal.language.messages import say
from fairdeal.server.store import SessionRow, Store

COOKIE = "fairdeal"
TOKEN = 32  # random bytes
LONGEST_TOKEN = 64  # characters
YEAR = 365 * 24 * 3600  # seconds
DAY = 24 * 3600 * 1000  # milliseconds
LONGEST_NAME = 24
REMEMBERED = 10_000

JOINERS = "\u200c\u200d"  # emoji and several scripts need them; every other invisible character could only deceive


def clean_name(text: str) -> str:
    """Give a name as it is shown to others, or refuse it.

    >>> clean_name("  Ada   L. ")
    'Ada L.'
    """
    if any(is_forbidden(character) for character in text):
        raise BadName(say("guest.control"))
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not any(is_visible(character) for character in name):
        raise BadName(say("guest.empty"))
    if len(name) > LONGEST_NAME:
        raise BadName(say("guest.long", most=LONGEST_NAME, count=len(name)))
    return name


def is_forbidden(character: str) -> bool:
    """Tell whether a character is invisible (controls, direction marks, surrogates, line separators) or unassigned."""
    kind = unicodedata.category(character)
    return character not in JOINERS and (kind.startswith("C") or kind in ("Zl", "Zp"))


def is_visible(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS"


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


class Sessions:
    """Finds, makes and renames sessions; the last used ones are remembered."""

    def __init__(self, store: Store, wall: Callable[[], int]) -> None:
        """`wall` gives the milliseconds since the epoch."""
        self._store = store
        self._wall = wall
        self._known: OrderedDict[bytes, SessionRow] = OrderedDict()

    async def find(self, token: str | None) -> SessionRow | None:
        """Give the session of a token; None for no token and for one that nobody was given."""
        if not token or len(token) > LONGEST_TOKEN:
            return None
        key = hashed(token)
        known = None if self._store.key else self._known.get(key)  # another process may have renamed it
        row = known or await self._store.session(key)
        if row is None:
            return None
        if self._wall() - row.seen_at > DAY:
            row = replace(row, seen_at=self._wall())
            await self._store.touch_session(row.id, row.seen_at)
        self._remember(key, row)
        return row

    async def make(self, name: str) -> tuple[SessionRow, str]:
        """Make a session; give it and its token, which is not kept."""
        token = secrets.token_urlsafe(TOKEN)
        now = self._wall()
        row = SessionRow(secrets.token_urlsafe(12), clean_name(name), now, now)
        await self._store.add_session(row, hashed(token))
        self._remember(hashed(token), row)
        return row, token

    async def rename(self, token: str, row: SessionRow, name: str) -> SessionRow:
        row = replace(row, name=clean_name(name))
        await self._store.rename_session(row.id, row.name)
        self._remember(hashed(token), row)
        return row

    def _remember(self, key: bytes, row: SessionRow) -> None:
        self._known[key] = row
        self._known.move_to_end(key)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
