"""Was the deal fair? Re-deal a finished game from what its record reveals, and say what that proves and what not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from fairdeal import records
from fairdeal.errors import BadOption, BadRecord, FairdealError
from fairdeal.game import Json, Setting
from fairdeal.table.fairness import (
    BadReceipt,
    Deal,
    FairPart,
    Receipt,
    ReceiptSeat,
    SeatPart,
    bot_nonce,
    commitment,
    read_part,
    read_receipt,
)
from fairdeal.table.sitting import Event, Sitting

LONGEST_RECEIPT = 1 << 20  # bytes
LONGEST_VALUE = 400  # characters; a record may hold a value of any length


class NotFair(FairdealError):
    """The record does not follow from what it reveals, or does not agree with the receipt."""


@dataclass(frozen=True)
class Verdict:
    """What a check found, in plain sentences; `has_proof` is False for a record that was dealt without a commitment."""

    has_proof: bool
    has_receipt: bool
    lines: tuple[str, ...]


# --- files -----------------------------------------------------------------------------------------------------------


def check_file(path: Path, receipt_path: Path | None = None) -> list[Verdict]:
    """Check all records of a file. Raise NotFair or BadRecord, which name the line, or BadReceipt."""
    receipt = None if receipt_path is None else open_receipt(receipt_path)
    verdicts = [check_line(path, number, text, receipt) for number, text in records.lines(path)]
    if not verdicts:
        raise FairdealError(f"{path} holds no record.")
    if receipt and not any(verdict.has_receipt for verdict in verdicts):
        raise NotFair(f"The receipt is of table {receipt.table}, and {path} holds no record of that table.")
    return verdicts


def check_line(path: Path, number: int, text: bytes, receipt: Receipt | None) -> Verdict:
    """Check the record in one line of a file. A receipt of another table is for another line."""
    sitting = records.read_line(path, number, text)
    try:
        part = part_of(text)
        verdict = check(sitting, part, receipt if receipt and part and part.table == receipt.table else None)
    except (NotFair, BadRecord) as error:
        raise NotFair(f"{path}, line {number}: {error}") from None
    return replace(verdict, lines=(f"{path}, line {number}: {verdict.lines[0]}", *verdict.lines[1:]))


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


def part_of(text: str | bytes) -> FairPart | None:
    """Read the part `fair` of a record that has been replayed; None if it has none. Raise BadRecord."""
    record = json.loads(text)
    return read_part(record["fair"]) if "fair" in record else None


# --- one game --------------------------------------------------------------------------------------------------------


def check(sitting: Sitting, part: FairPart | None, receipt: Receipt | None = None) -> Verdict:
    """Check the deals of a replayed game. Raise NotFair with the first thing that is wrong."""
    if part is None:
        return Verdict(False, False, _without_commitment(sitting))
    check_nonces(part, sitting.setting.seats)
    if receipt is not None:
        check_receipt(receipt, part, sitting.game.name)
    first = check_setting(sitting.setting, part.deal)
    deals = check_deals(sitting, part.deal, first)
    return Verdict(True, receipt is not None, tuple(_sentences(sitting, part, receipt, first, deals)))


def check_nonces(part: FairPart, seats: int) -> None:
    """Recompute all commitments and the nonces of bots."""
    _require(len(part.seats) == seats, f"The record has {len(part.seats)} nonces, and the game {seats} seats.")
    _require(
        part.start == part.voided + 1,
        f"The record counts {part.voided} voided starts and calls this start number {part.start}, "
        f"which should be {part.voided + 1}.",
    )
    deal = part.deal
    proper = commitment(deal.secret)
    _require(part.commitment == proper, _other("The commitment of the server", part.commitment, proper))
    for seat, its in enumerate(part.seats):
        _check_nonce(part, deal, seat, its)


def _check_nonce(part: FairPart, deal: Deal, seat: int, its: SeatPart) -> None:
    if its.bot:
        _require(its.commitment is None, f"Seat {seat} is a bot's, and a bot commits to nothing.")
        proper = bot_nonce(deal.secret, deal.table, seat, part.start).hex()
        _require(its.nonce == proper, _other(f"The nonce of seat {seat}, a bot,", its.nonce, proper))
        return
    proper = commitment(deal.nonces[seat])
    _require(its.commitment is not None, f"Seat {seat} has a nonce without a commitment, and is no bot.")
    _require(its.commitment == proper, _other(f"The commitment of seat {seat}", its.commitment, proper))


def check_receipt(receipt: Receipt, part: FairPart, game: str) -> None:
    """Compare all that a receipt holds."""
    _agree("The table", part.table, receipt.table)
    _agree("The game", game, receipt.game)
    _agree("The table that the deal is copied from", part.copied_from, receipt.copied_from)
    _agree("The commitment of the server", part.commitment, receipt.commitment)
    _agree("The number of seats", len(part.seats), len(receipt.seats))
    for seat, (its, kept) in enumerate(zip(part.seats, receipt.seats, strict=True)):
        _agree(f"What seat {seat} committed to", _promise(its), _promise(kept))
    _agree("The number of voided starts", part.voided, receipt.voided)
    _require(receipt.seat < len(part.seats), f"The receipt is of seat {receipt.seat}, which is not at the table.")
    if not receipt.copied_from:
        _agree(f"The nonce of seat {receipt.seat}", part.seats[receipt.seat].nonce, receipt.nonce)


def _promise(seat: SeatPart | ReceiptSeat) -> str | None:
    return "a bot" if seat.bot else seat.commitment


def _agree(what: str, in_record: Json, in_receipt: Json) -> None:
    said, kept = ("nothing" if value in (None, "") else value for value in (in_record, in_receipt))
    _require(in_record == in_receipt, f"{what} is {said} in the record, and {kept} in the receipt.")


def _other(what: str, given: str | None, proper: str) -> str:
    return f"{what} is {given} in the record, and should be {proper}."


def _require(condition: bool, sentence: str) -> None:
    if not condition:
        raise NotFair(sentence)


# --- dealing again ---------------------------------------------------------------------------------------------------


def check_setting(setting: Setting, deal: Deal) -> int:
    """Make the options again that chance makes; give the number of the dealer's first deal."""
    made = {option.name for option in setting.game.options if option.default is None}
    asked = {name: value for name, value in setting.options.items() if name not in made}
    try:
        again, first = deal.settled(setting.game, setting.seats, asked, setting.data)
    except BadOption:  # whoever opened the table gave them, such as a deck of one's own
        again, first = deal.settled(setting.game, setting.seats, setting.options, setting.data)
    for name in made:
        source = f"Deal {first - 1}" if first else "The setting"
        _compare_values(f"{source}: option {name}", setting.options[name], again.options[name])
    return first


def _compare_values(what: str, given: Json, proper: Json) -> None:
    if given == proper:
        return
    if isinstance(given, list) and isinstance(proper, list) and len(given) == len(proper):
        place = next(n for n, value in enumerate(given) if value != proper[n])
        what, given, proper = f"{what}, number {place + 1},", given[place], proper[place]
    raise NotFair(f"{what} is {json.dumps(given)[:LONGEST_VALUE]}, and {json.dumps(proper)} was expected.")


def check_deals(sitting: Sitting, deal: Deal, first: int) -> int:
    """Deal the game again, deal by deal; give how many deals there were."""
    again, deals = Sitting(sitting.setting), 0
    for number, event in enumerate(sitting.events, 1):
        if event.seat is not None:
            again.redo(event)
            continue
        again.deal(deal.generator(first + deals), event.at)
        _compare_deals(first + deals, number, event, again.events[-1])
        deals += 1
    return deals


def _compare_deals(k: int, number: int, event: Event, proper: Event) -> None:
    if event.action == proper.action:
        return
    given, expected = event.action.split(" "), proper.action.split(" ")
    place = next(n for n, word in enumerate(expected) if word != given[n])
    raise NotFair(
        f"Deal {k}, event {number} does not follow from the secret and the nonces: word {place + 1} of "
        f"{records.shown(event.action)} is {given[place]!r}, and {expected[place]!r} was expected."
    )


# --- in plain words --------------------------------------------------------------------------------------------------


def _without_commitment(sitting: Sitting) -> tuple[str, ...]:
    return (
        f"{sitting.game.title}, {sitting.setting.seats} seats.",
        "Nothing to check: this game was dealt without a commitment of anybody (the record has no part 'fair'), so "
        "nobody can prove how its cards were chosen. The record itself replays without a fault.",
    )


def _sentences(sitting: Sitting, part: FairPart, receipt: Receipt | None, first: int, deals: int) -> Iterator[str]:
    people = [seat for seat, its in enumerate(part.seats) if not its.bot]
    yield f"{sitting.game.title}, table {part.table}, {_count(sitting.setting.seats, 'seat')}."
    yield _proof(part, first, deals)
    yield from _of_given_options(sitting.setting, first)
    yield _of_commitments(part, people)
    if part.copied_from:
        yield (
            f"This deal is copied from table {part.copied_from}: whoever played there could know it, and the nonces "
            "are of the seats there."
        )
    yield _of_voided_starts(part)
    yield _of_receipt(part, receipt)
    if not people:
        yield (
            "Not proved: no person's nonce is in this deal, only bots', which follow from the server's secret. The "
            "server could have tried out secrets until it liked the cards."
        )
    if not sitting.is_over:
        yield "The game is not over: only the deals so far are checked."
    yield "Not proved: the operator of the server could see the cards while the game ran; this check cannot tell."


def _proof(part: FairPart, first: int, deals: int) -> str:
    total = _count(deals + first, "deal")
    which = f"the {total}" if deals + first != 1 else "the only deal"
    made = ", the options that chance made (deal 0) included," if first else ""
    follow = "follows" if deals + first == 1 else "follow"
    nonces = f"the {_count(len(part.seats), 'nonce')}" if len(part.seats) > 1 else "the nonce"
    return f"Proved: {which} of this game{made} {follow} from the server's secret and {nonces}, card by card."


def _of_given_options(setting: Setting, first: int) -> Iterator[str]:
    made = [option.name for option in setting.game.options if option.default is None]
    if made and not first:
        yield f"No chance made the option {', '.join(made)}: whoever opened the table chose it."


def _of_commitments(part: FairPart, people: list[int]) -> str:
    bots = len(part.seats) - len(people)
    theirs = {0: " is", 1: " and the one person's nonce are"}.get(
        len(people), f" and {len(people)} people's nonces are"
    )
    proved = f"Proved: the server's secret{theirs} what the commitments in the record promised"
    if not bots:
        return f"{proved}."
    nonces = "the bot's nonce follows" if bots == 1 else f"the {bots} bots' nonces follow"
    return f"{proved}, and {nonces} from that secret."


def _of_voided_starts(part: FairPart) -> str:
    if not part.voided:
        return "No start was voided: nobody had another deal thrown away before this one."
    return (
        f"{_count(part.voided, 'start').capitalize()} {'was' if part.voided == 1 else 'were'} voided before this one "
        "because a seat did not open its nonce: whoever could foresee a deal could have had that many thrown away."
    )


def _of_receipt(part: FairPart, receipt: Receipt | None) -> str:
    if receipt is None:
        return (
            "This record's own word is trusted for the commitments: without a receipt nobody can tell that they were "
            "made before the deal."
        )
    kept = f"Proved by the receipt of seat {receipt.seat}{f' ({receipt.time})' if receipt.time else ''}: all "
    if part.copied_from:
        return (
            f"{kept}commitments are those that this seat got before the first deal here; it gave no nonce of its own."
        )
    return (
        f"{kept}commitments were made before the first deal, and the nonce of this seat is in every deal, so nobody, "
        "the server included, chose the cards."
    )


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
