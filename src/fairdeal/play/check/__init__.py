"""Was the deal fair? Re-deal a finished game from what its record reveals, and say what that proves and what not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from fairdeal.errors import BadReceipt, BadRecord, FairdealError, NotFair
from fairdeal.play import fairness, fairness_1, records
from fairdeal.play.check import first, second
from fairdeal.play.check.dealing import Verdict, without_commitment
from fairdeal.play.check.receipts import check_together
from fairdeal.play.fairness import version_of
from fairdeal.play.sitting import Sitting

__all__ = ["BadReceipt", "NotFair", "Verdict", "check", "check_file", "check_together", "part_of", "read_receipt"]

LONGEST_RECEIPT = 1 << 20  # bytes

Part = fairness.FairPart | fairness_1.FairPart
Receipt = fairness.Receipt | fairness_1.Receipt


def check_file(path: Path, *receipt_paths: Path) -> list[Verdict]:
    """Check all records of a file. Raise NotFair or BadRecord, which name the line, or BadReceipt."""
    receipts = [open_receipt(receipt_path) for receipt_path in receipt_paths]
    check_together(_second(receipts))
    verdicts = [check_line(path, number, text, receipts) for number, text in records.lines(path)]
    if not verdicts:
        raise FairdealError(f"{path} holds no record.")
    found = {part.table for _, text in records.lines(path) if (part := part_of(text))}
    for receipt in receipts:
        if receipt.table not in found:
            raise NotFair(f"The receipt is of table {receipt.table}, and {path} holds no record of that table.")
    return verdicts


def check_line(path: Path, number: int, text: bytes, receipts: Sequence[Receipt]) -> Verdict:
    """Check the record in one line of a file. A receipt of another table is for another line."""
    sitting = records.read_line(path, number, text)
    try:
        part = part_of(text)
        verdict = check(sitting, part, *(its for its in receipts if part and its.table == part.table))
    except (NotFair, BadRecord) as error:
        raise NotFair(f"{path}, line {number}: {error}") from None
    return replace(verdict, lines=(f"{path}, line {number}: {verdict.lines[0]}", *verdict.lines[1:]))


def check(sitting: Sitting, part: Part | None, *receipts: Receipt) -> Verdict:
    """Check the deals of a replayed game. Raise NotFair with the first thing that is wrong."""
    if part is None:
        return without_commitment(sitting)
    own, old = _second(receipts), [receipt for receipt in receipts if isinstance(receipt, fairness_1.Receipt)]
    if old if isinstance(part, fairness.FairPart) else own:
        raise NotFair("The receipt is of another version of the fair deal than the record.")
    if not isinstance(part, fairness.FairPart):
        return first.check(sitting, part, old)
    check_together(own)
    return second.check(sitting, part, own)


def _second(receipts: Sequence[Receipt]) -> list[fairness.Receipt]:
    return [receipt for receipt in receipts if isinstance(receipt, fairness.Receipt)]


# --- reading ---------------------------------------------------------------------------------------------------------


def open_receipt(path: Path) -> Receipt:
    """Read a file with a receipt. Raise BadReceipt."""
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST_RECEIPT)
        return read_receipt(text)
    except OSError as error:
        raise BadReceipt(f"{path} cannot be read: {error.strerror}.") from None
    except BadReceipt as error:
        raise BadReceipt(f"{path}: {error}") from None


def read_receipt(text: bytes) -> Receipt:
    """Read a receipt of any version. Raise BadReceipt."""
    try:
        document = msgspec.json.decode(text)
        if version_of(document) == 1:
            return msgspec.convert(document, fairness_1.Receipt)
        return msgspec.convert(document, fairness.Receipt)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadReceipt(f"The receipt cannot be read: {error}.") from None


def part_of(text: str | bytes) -> Part | None:
    """Read the part `fair` of a record that has been replayed; None if it has none. Raise BadRecord."""
    record = json.loads(text)
    if "fair" not in record:
        return None
    is_first = version_of(record["fair"]) == 1
    try:
        return fairness_1.read_part(record["fair"]) if is_first else fairness.read_part(record["fair"])
    except UnicodeEncodeError as error:  # half a letter, where another kind of value is due
        raise BadRecord(0, f"The record's part 'fair' cannot be read: {error}.") from None
