"""What PostgreSQL's errors mean, in words, and which of them leave open whether something was done."""

from __future__ import annotations

import asyncpg

from fairdeal.errors import Conflict, StoreError
from fairdeal.language.messages import Message, say

LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)
"""The connection broke, or somebody stopped the database; TimeoutError is an OSError. The library calls it an error of
its own if a connection ends while it reads an answer."""

_CAUSES: dict[type[Exception], str] = {
    asyncpg.IntegrityConstraintViolationError: "contradiction",
    asyncpg.DiskFullError: "full",
    asyncpg.ReadOnlySQLTransactionError: "read_only",
    asyncpg.InsufficientPrivilegeError: "read_only",
    asyncpg.InvalidAuthorizationSpecificationError: "stranger",
    asyncpg.InvalidCatalogNameError: "no_database",
    asyncpg.TooManyConnectionsError: "crowded",
    asyncpg.DataCorruptedError: "damaged",
    asyncpg.PostgresIOError: "disk",
}


def is_lost(error: BaseException) -> bool:
    """Tell whether nobody knows what became of a statement; a value that cannot be sent was not sent."""
    return isinstance(error, LOST) and not isinstance(error, ValueError)


def in_words(complaint: Message | str, error: Exception) -> Exception:
    """Turn an error of the database into a sentence; leave what is a mistake of the program as it is."""
    reason: Message | str | None = next(
        (say(f"store.cause.{cause}") for kind, cause in _CAUSES.items() if isinstance(error, kind)), None
    )
    if reason is None and is_lost(error):
        reason = say("store.cause.unreachable")
    if reason is None and isinstance(error, asyncpg.PostgresError):
        reason = str(error)
    if reason is None:
        return error
    kind = Conflict if isinstance(error, asyncpg.IntegrityConstraintViolationError) else StoreError
    told = kind(say("store.failed", complaint=complaint, reason=reason))
    told.__cause__ = error
    return told
