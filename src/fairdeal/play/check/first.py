"""Records and receipts of version 1, which are checked for what they can prove."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairdeal.contract.game import Setting
from fairdeal.errors import BadOption
from fairdeal.play.check.dealing import (
    NOT_OVER,
    OPERATOR,
    OWN_WORD,
    Verdict,
    agree,
    check_deals,
    compare_option,
    count,
    of_given_options,
    proof,
    require,
)
from fairdeal.play.fairness_1 import Deal, FairPart, Receipt, ReceiptSeat, SeatPart, bot_nonce, commitment
from fairdeal.play.sitting import Sitting

WEAKNESS = (
    "Not proved by version 1, which this game was dealt by: that the server did not choose the cards. It could show "
    "another commitment after it had seen a nonce, since a client wrote its receipt anew and opened the same nonce "
    "again; and nothing bound the options, a deck or the data."
)


def check(sitting: Sitting, part: FairPart, receipts: Sequence[Receipt]) -> Verdict:
    """Check the deals of a replayed game. Raise NotFair with the first thing that is wrong."""
    check_nonces(part, sitting.setting.seats)
    for receipt in receipts:
        check_receipt(receipt, part, sitting.game.name)
    first = check_setting(sitting.setting, part.deal)
    deals = check_deals(sitting, part.deal, first)
    return Verdict(True, bool(receipts), tuple(_sentences(sitting, part, receipts, first, deals)))


def check_nonces(part: FairPart, seats: int) -> None:
    """Recompute all commitments and the nonces of bots."""
    require(len(part.seats) == seats, f"The record has {len(part.seats)} nonces, and the game {seats} seats.")
    require(
        part.start == part.voided + 1,
        f"The record counts {part.voided} voided starts and calls this start number {part.start}, "
        f"which should be {part.voided + 1}.",
    )
    deal = part.deal
    proper = commitment(deal.secret)
    require(part.commitment == proper, _other("The commitment of the server", part.commitment, proper))
    for seat, its in enumerate(part.seats):
        _check_nonce(part, deal, seat, its)


def _check_nonce(part: FairPart, deal: Deal, seat: int, its: SeatPart) -> None:
    if its.bot:
        require(its.commitment is None, f"Seat {seat + 1} is a bot's, and a bot commits to nothing.")
        proper = bot_nonce(deal.secret, deal.table, seat, part.start).hex()
        require(its.nonce == proper, _other(f"The nonce of seat {seat + 1}, a bot,", its.nonce, proper))
        return
    proper = commitment(deal.nonces[seat])
    require(its.commitment is not None, f"Seat {seat + 1} has a nonce without a commitment, and is no bot.")
    require(its.commitment == proper, _other(f"The commitment of seat {seat + 1}", its.commitment, proper))


def check_receipt(receipt: Receipt, part: FairPart, game: str) -> None:
    """Compare all that a receipt holds."""
    agree("The table", part.table, receipt.table)
    agree("The game", game, receipt.game)
    agree("The table that the deal is copied from", part.copied_from, receipt.copied_from)
    agree("The commitment of the server", part.commitment, receipt.commitment)
    agree("The number of seats", len(part.seats), len(receipt.seats))
    for seat, (its, kept) in enumerate(zip(part.seats, receipt.seats, strict=True)):
        agree(f"What seat {seat + 1} committed to", _promise(its), _promise(kept))
    agree("The number of voided starts", part.voided, receipt.voided)
    require(receipt.seat < len(part.seats), f"The receipt is of seat {receipt.seat + 1}, which is not at the table.")
    if not receipt.copied_from:
        agree(f"The nonce of seat {receipt.seat + 1}", part.seats[receipt.seat].nonce, receipt.nonce)


def _promise(seat: SeatPart | ReceiptSeat) -> str | None:
    return "a bot" if seat.bot else seat.commitment


def _other(what: str, given: str | None, proper: str) -> str:
    return f"{what} is {given} in the record, and should be {proper}."


def check_setting(setting: Setting, deal: Deal) -> int:
    """Make the options again that chance makes; give the number of the dealer's first deal."""
    made = {option.name for option in setting.game.options if option.default is None}
    asked = {name: value for name, value in setting.options.items() if name not in made}
    try:
        again, first = deal.settled(setting.game, setting.seats, asked, setting.data)
    except BadOption:  # whoever opened the table gave them, such as a deck of one's own
        again, first = deal.settled(setting.game, setting.seats, setting.options, setting.data)
    for name in made:
        compare_option(name, setting.options[name], again.options[name], first)
    return first


# --- in plain words --------------------------------------------------------------------------------------------------


def _sentences(sitting: Sitting, part: FairPart, receipts: Sequence[Receipt], first: int, deals: int) -> Iterator[str]:
    people = [seat for seat, its in enumerate(part.seats) if not its.bot]
    yield f"{sitting.game.title}, table {part.table}, {count(sitting.setting.seats, 'seat')}."
    yield proof(first, deals, len(part.seats))
    yield from of_given_options(sitting.setting, first)
    yield _of_commitments(part, people)
    if part.copied_from:
        yield (
            f"This deal is copied from table {part.copied_from}: whoever played there could know it, and the nonces "
            "are of the seats there."
        )
    yield _of_voided_starts(part)
    yield from (_of_receipt(part, receipt) for receipt in receipts)
    if not receipts:
        yield OWN_WORD
    if not people:
        yield (
            "Not proved: no person's nonce is in this deal, only bots', which follow from the server's secret. The "
            "server could have tried out secrets until it liked the cards."
        )
    if not sitting.is_over:
        yield NOT_OVER
    yield WEAKNESS
    yield OPERATOR


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
        f"{count(part.voided, 'start').capitalize()} {'was' if part.voided == 1 else 'were'} voided before this one "
        "because a seat did not open its nonce: whoever could foresee a deal could have had that many thrown away."
    )


def _of_receipt(part: FairPart, receipt: Receipt) -> str:
    kept = f"Proved by the receipt of seat {receipt.seat + 1}{f' ({receipt.time})' if receipt.time else ''}: all "
    if part.copied_from:
        return (
            f"{kept}commitments are those that this seat got before the first deal here; it gave no nonce of its own."
        )
    return f"{kept}commitments are those that this seat wrote down, and its nonce is in every deal."
