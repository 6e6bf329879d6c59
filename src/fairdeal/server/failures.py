"""What goes into the log when the program itself is wrong: where it happened, and nothing that was known there."""

from __future__ import annotations

import logging
import traceback

log = logging.getLogger(__name__)


def log_failure(doing: str, error: BaseException) -> None:
    """Log an error with its places in the code, but without its text, which may quote a card or a secret."""
    log.error("%s failed.\n%s", doing, "".join(places(error)))


def places(error: BaseException) -> list[str]:
    """List where an error came from, and the kinds of it and of what caused it."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = [*places(cause), "which led to:\n"] if cause is not None else []
    return [*before, *traceback.format_tb(error.__traceback__), f"{type(error).__name__}\n"]
