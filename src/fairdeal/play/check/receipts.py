"""Receipts of version 2: each against the record, and all against each other."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairdeal.contract.options import Json
from fairdeal.errors import BadOption, BadReceipt, NotFair
from fairdeal.language.messages import Message, say
from fairdeal.play.check.dealing import A_BOT, agree, brief, reason_of, receipt_of, require
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

LONGEST_EVIDENCE = 4000  # characters


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
    whose = receipt.seat + 1
    missing = [name for name in TERMS if name not in receipt.terms]
    if missing:
        raise BadReceipt(say("check.receipt_lacks", seat=whose, name=missing[0]))
    try:
        terms = terms_hash(receipt.terms)
    except (BadOption, UnicodeEncodeError, RecursionError) as error:
        raise BadReceipt(say("check.receipt_terms", seat=whose, reason=reason_of(error))) from None
    evidence = " ".join(receipt.evidence)
    require(not evidence, say("check.evidence", seat=whose, evidence=evidence[:LONGEST_EVIDENCE]))
    call = call_hash(
        terms, bytes.fromhex(receipt.commitment), receipt.start, [its.promise for its in receipt.seats]
    ).hex()
    require(receipt.call == call, say("check.other_call", seat=whose, given=receipt.call, proper=call))


def check_receipt(receipt: Receipt, part: FairPart, starts: Sequence[RecordedStart]) -> None:
    """Compare all that a receipt holds with the record."""
    check_itself(receipt)
    whose = receipt_of(receipt.seat)
    if canonical(receipt.terms) != canonical(part.terms):
        raise NotFair(say("check.terms_differ", receipt=whose, **_difference(receipt.terms, part.terms)))
    start = _start(receipt.start, starts, whose)
    agree(say("check.what.commitment"), start.commitment.hex(), receipt.commitment, whose)
    agree(say("check.what.seats"), len(start.seats), len(receipt.seats), whose)
    for seat, (its, kept) in enumerate(zip(start.seats, receipt.seats, strict=True)):
        agree(say("check.what.promised", seat=seat + 1), _promise(its), _promise(kept), whose)
    require(receipt.seat < len(start.seats), say("check.receipt_of_nobody", seat=receipt.seat + 1))
    if part.terms["copied_from"]:
        require(receipt.nonce is None, say("check.nonce_in_copy", receipt=whose))
    else:
        _check_nonce(start, receipt.seat, receipt.nonce, whose)
    for earlier in receipt.earlier:
        _check_earlier(receipt, earlier, starts)


def _start(number: int, starts: Sequence[RecordedStart], whose: Message) -> RecordedStart:
    start = next((start for start in starts if start.number == number), None)
    if start is None:
        raise NotFair(say("check.no_such_start", start=number, receipt=whose))
    return start


def _promise(seat: SeatPart | PromisePart) -> Message | str | None:
    return A_BOT if seat.bot else seat.commitment


def _check_nonce(start: RecordedStart, seat: int, nonce: str | None, whose: Message) -> None:
    """A seat's own nonce makes its promise; so it is also the one that was opened."""
    kept = bytes.fromhex(nonce or "")
    own = nonce_commitment(start.terms, start.commitment, start.number, seat, kept).hex() if kept else None
    agree(
        say("check.what.promise_at", seat=seat + 1, start=start.number),
        start.seats[seat].commitment,
        own,
        say("check.by_its_nonce", receipt=whose),
    )


def _check_earlier(receipt: Receipt, earlier: EarlierStart, starts: Sequence[RecordedStart]) -> None:
    """Compare what a client kept of a start before this one with what the record says of it."""
    whose = receipt_of(receipt.seat)
    require(earlier.start < receipt.start, say("check.not_earlier", start=earlier.start, receipt=whose))
    start = _start(earlier.start, starts, whose)
    what = say("check.what.commitment_at", start=start.number)
    agree(what, start.commitment.hex(), earlier.commitment, whose)
    require(earlier.seat < len(start.seats), say("check.earlier_nobody", seat=earlier.seat + 1, receipt=whose))
    _check_nonce(start, earlier.seat, earlier.nonce, whose)
    require(
        not (earlier.opened and earlier.seat in start.silent),
        say("check.false_silence", seat=earlier.seat + 1, start=start.number),
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
    two = {"one": one.seat + 1, "other": other.seat + 1}
    if canonical(one.terms) != canonical(other.terms):
        raise NotFair(say("check.two_terms", **two, **_difference(one.terms, other.terms)))
    known = _commitments(other)
    for start, commitment in _commitments(one).items():
        require(known.get(start, commitment) == commitment, say("check.two_commitments", **two, start=start))
    if one.start == other.start:
        for seat, (its, kept) in enumerate(itertools.zip_longest(one.seats, other.seats)):
            require(its == kept, say("check.two_calls", **two, start=one.start, seat=seat + 1))


def _commitments(receipt: Receipt) -> dict[int, str]:
    """The server's promises by starts."""
    return {**{its.start: its.commitment for its in receipt.earlier}, receipt.start: receipt.commitment}


def _difference(one: Mapping[str, Json], other: Mapping[str, Json]) -> dict[str, Any]:
    """Say what differs: a part of the terms, or an option, and how it stands in both."""
    name = next(key for key in {**one, **other} if canonical(one.get(key)) != canonical(other.get(key)))
    given, proper = one.get(name), other.get(name)
    if name == "options" and isinstance(given, Mapping) and isinstance(proper, Mapping):
        inner = _difference(given, proper)
        return {**inner, "what": say("check.option", option=inner["what"])}
    return {"what": name, "given": brief(given), "proper": brief(proper)}
