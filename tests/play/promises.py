"""What a client promises, made of what a table tells everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairdeal.play.fairness import nonce_commitment, terms_hash
from fairdeal.play.table import Table


def promise_of(terms: Mapping[str, Any], commitment: str, start: int, seat: int, nonce: bytes) -> str:
    """The promise of a nonce, for a seat at a start."""
    return nonce_commitment(terms_hash(terms), bytes.fromhex(commitment), start, seat, nonce).hex()


def promise_at(table: Table, seat: int, nonce: bytes) -> str:
    """The promise of a nonce, for a seat of a table as it is now."""
    assert table.opened.terms is not None
    return promise_of(table.opened.terms, table.starts.commitment, table.starts.number, seat, nonce)
