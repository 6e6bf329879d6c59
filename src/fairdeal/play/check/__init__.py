"""Was the deal fair? Re-deal a finished game from what its record reveals, and say what that proves and what not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from fairdeal.errors import BadReceipt, BadRecord, FairdealError, NotFair
from fairdeal.language.messages import say
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
        raise FairdealError(say("check.no_record", path=str(path)))
    found = {part.table for _, text in records.lines(path) if (part := part_of(text))}
    for receipt in receipts:
        if receipt.table not in found:
            raise NotFair(say("check.no_such_table", table=receipt.table, path=str(path)))
    return verdicts


def check_line(path: Path, number: int, text: bytes, receipts: Sequence[Receipt]) -> Verdict:
    """Check the record in one line of a file. A receipt of another table is for another line."""
    sitting = records.read_line(path, number, text)
    try:
        part = part_of(text)
        verdict = check(sitting, part, *(its for its in receipts if part and its.table == part.table))
    except (NotFair, BadRecord) as error:
        raise NotFair(say("check.line", path=str(path), line=number, said=error)) from None
    head = say("check.line", path=str(path), line=number, said=verdict.sentences[0])
    return replace(verdict, sentences=(head, *verdict.sentences[1:]))


def check(sitting: Sitting, part: Part | None, *receipts: Receipt) -> Verdict:
    """Check the deals of a replayed game. Raise NotFair with the first thing that is wrong."""
    if part is None:
        return without_commitment(sitting)
    own, old = _second(receipts), [receipt for receipt in receipts if isinstance(receipt, fairness_1.Receipt)]
    if old if isinstance(part, fairness.FairPart) else own:
        raise NotFair(say("check.other_version"))
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
        raise BadReceipt(say("check.file_unreadable", path=str(path), reason=error.strerror)) from None
    except BadReceipt as error:
        raise BadReceipt(say("check.of_file", path=str(path), said=error)) from None


def read_receipt(text: bytes) -> Receipt:
    """Read a receipt of any version. Raise BadReceipt."""
    try:
        document = msgspec.json.decode(text)
        if version_of(document) == 1:
            return fairness_1.as_receipt(document)
        return fairness.as_receipt(document)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadReceipt(say("check.receipt_unreadable", reason=str(error))) from None


def part_of(text: str | bytes) -> Part | None:
    """Read the part `fair` of a record that has been replayed; None if it has none. Raise BadRecord."""
    record = json.loads(text)
    if "fair" not in record:
        return None
    is_first = version_of(record["fair"]) == 1
    try:
        return fairness_1.read_part(record["fair"]) if is_first else fairness.read_part(record["fair"])
    except UnicodeEncodeError as error:  # half a letter, where another kind of value is due
        raise BadRecord(0, say("record.fair_unreadable", reason=str(error))) from None
