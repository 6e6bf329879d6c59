"""Receipts of version 2: each against the record, and all against each other."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairdeal.contract.options import Json
from fairdeal.errors import BadOption, BadReceipt, NotFair
from fairdeal.play.check.dealing import agree, brief, require
from fairdeal.play.fairness import (
    TERMS,
    EarlierStart,
    FairPart,
    PromisePart,
    Receipt,
    SeatPart,
    call_hash,
    canonical,
    nonce_commitment,
    secret_commitment,
    terms_hash,
)


@dataclass(frozen=True)
class RecordedStart:
    """A start as the record tells it."""

    number: int
    terms: bytes
    secret: str
    seats: tuple[SeatPart, ...]

    @property
    def commitment(self) -> bytes:
        return secret_commitment(self.terms, self.number, bytes.fromhex(self.secret))

    @property
    def call(self) -> bytes:
        return call_hash(self.terms, self.commitment, self.number, [its.promise for its in self.seats])

    @property
    def silent(self) -> tuple[int, ...]:
        return tuple(seat for seat, its in enumerate(self.seats) if not its.bot and its.nonce is None)


# --- one receipt -----------------------------------------------------------------------------------------------------


def check_itself(receipt: Receipt) -> None:
    """Check what a receipt says without looking at anything else. Raise BadReceipt or NotFair."""
    whose = f"The receipt of seat {receipt.seat + 1}"
    missing = [name for name in TERMS if name not in receipt.terms]
    if missing:
        raise BadReceipt(f"{whose} lacks {missing[0]} in its terms.")
    try:
        terms = terms_hash(receipt.terms)
    except (BadOption, UnicodeEncodeError, RecursionError) as error:
        raise BadReceipt(f"{whose} has terms that cannot be read: {str(error).rstrip('.')}.") from None
    evidence = " ".join(receipt.evidence)
    require(not evidence, f"{whose} holds evidence against the server: {evidence[:4000]}")
    call = call_hash(
        terms, bytes.fromhex(receipt.commitment), receipt.start, [its.promise for its in receipt.seats]
    ).hex()
    require(receipt.call == call, f"{whose} has the call {receipt.call}, and its own parts make {call}.")


def check_receipt(receipt: Receipt, part: FairPart, starts: Sequence[RecordedStart]) -> None:
    """Compare all that a receipt holds with the record."""
    check_itself(receipt)
    whose = f"the receipt of seat {receipt.seat + 1}"
    _compare_terms(receipt.terms, part.terms, f"in {whose}", "in the record")
    start = _start(receipt.start, starts, whose)
    agree("The commitment of the server", start.commitment.hex(), receipt.commitment, whose)
    agree("The number of seats", len(start.seats), len(receipt.seats), whose)
    for seat, (its, kept) in enumerate(zip(start.seats, receipt.seats, strict=True)):
        agree(f"What seat {seat + 1} promised", _promise(its), _promise(kept), whose)
    require(receipt.seat < len(start.seats), f"The receipt is of seat {receipt.seat + 1}, which is not at the table.")
    if part.terms["copied_from"]:
        require(receipt.nonce is None, f"The deal is copied, and {whose} has a nonce of its own in it.")
    else:
        _check_nonce(start, receipt.seat, receipt.nonce, whose)
    for earlier in receipt.earlier:
        _check_earlier(receipt, earlier, starts)


def _start(number: int, starts: Sequence[RecordedStart], whose: str) -> RecordedStart:
    start = next((start for start in starts if start.number == number), None)
    if start is None:
        raise NotFair(f"The record tells nothing of start {number}, and {whose} does.")
    return start


def _promise(seat: SeatPart | PromisePart) -> str | None:
    return "a bot" if seat.bot else seat.commitment


def _check_nonce(start: RecordedStart, seat: int, nonce: str | None, whose: str) -> None:
    """A seat's own nonce makes its promise; so it is also the one that was opened."""
    kept = bytes.fromhex(nonce or "")
    own = nonce_commitment(start.terms, start.commitment, start.number, seat, kept).hex() if kept else None
    agree(
        f"The promise of seat {seat + 1} at start {start.number}",
        start.seats[seat].commitment,
        own,
        f"{whose}, by its nonce",
    )


def _check_earlier(receipt: Receipt, earlier: EarlierStart, starts: Sequence[RecordedStart]) -> None:
    """Compare what a client kept of a start before this one with what the record says of it."""
    whose = f"the receipt of seat {receipt.seat + 1}"
    require(earlier.start < receipt.start, f"Start {earlier.start} is no earlier one in {whose}.")
    start = _start(earlier.start, starts, whose)
    agree(f"The commitment of the server for start {start.number}", start.commitment.hex(), earlier.commitment, whose)
    require(earlier.seat < len(start.seats), f"Seat {earlier.seat + 1} in {whose} is not at the table.")
    _check_nonce(start, earlier.seat, earlier.nonce, whose)
    require(
        not (earlier.opened and earlier.seat in start.silent),
        f"The server's record says that seat {earlier.seat + 1} stayed silent at start {start.number}; its receipt "
        "says that the server had confirmed its nonce.",
    )


# --- several receipts ------------------------------------------------------------------------------------------------


def check_together(receipts: Sequence[Receipt]) -> None:
    """Find what the server showed differently to different seats of a table. Raise BadReceipt or NotFair."""
    for receipt in receipts:
        check_itself(receipt)
    for one, other in itertools.combinations(receipts, 2):
        if one.table == other.table:
            _compare(one, other)


def _compare(one: Receipt, other: Receipt) -> None:
    shown = f"The server showed {_two(one, other)} different"
    if canonical(one.terms) != canonical(other.terms):
        name, given, proper = _difference(one.terms, other.terms)
        raise NotFair(f"{shown} terms: {name} is {brief(given)} to the one, and {brief(proper)} to the other.")
    known = _commitments(other)
    for start, commitment in _commitments(one).items():
        require(known.get(start, commitment) == commitment, f"{shown} commitments of its own for start {start}.")
    if one.start == other.start:
        for seat, (its, kept) in enumerate(itertools.zip_longest(one.seats, other.seats)):
            require(its == kept, f"{shown} calls of start {one.start}: they differ in what seat {seat + 1} promised.")


def _two(one: Receipt, other: Receipt) -> str:
    return f"seat {one.seat + 1} and seat {other.seat + 1}"


def _commitments(receipt: Receipt) -> dict[int, str]:
    """The server's promises by starts."""
    return {**{its.start: its.commitment for its in receipt.earlier}, receipt.start: receipt.commitment}


def _compare_terms(one: Mapping[str, Json], other: Mapping[str, Json], in_one: str, in_other: str) -> None:
    if canonical(one) != canonical(other):
        name, given, proper = _difference(one, other)
        raise NotFair(f"The terms differ: {name} is {brief(given)} {in_one}, and {brief(proper)} {in_other}.")


def _difference(one: Mapping[str, Json], other: Mapping[str, Json]) -> tuple[str, Json, Json]:
    """Name what differs: a part of the terms, or an option."""
    name = next(key for key in {**one, **other} if canonical(one.get(key)) != canonical(other.get(key)))
    given, proper = one.get(name), other.get(name)
    if name == "options" and isinstance(given, Mapping) and isinstance(proper, Mapping):
        inner, given, proper = _difference(given, proper)
        return f"option {inner}", given, proper
    return name, given, proper
