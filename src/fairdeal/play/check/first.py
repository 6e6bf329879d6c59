"""Records and receipts of version 1, which are checked for what they can prove."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairdeal.contract.game import Setting
from fairdeal.errors import BadOption
from fairdeal.language.messages import Message, say
from fairdeal.play.check.dealing import (
    A_BOT,
    NO_VOIDS,
    NOT_OVER,
    OPERATOR,
    OWN_WORD,
    Verdict,
    agree,
    check_deals,
    compare_option,
    head,
    of_given_options,
    of_receipt,
    proof,
    require,
)
from fairdeal.play.fairness_1 import Deal, FairPart, Receipt, ReceiptSeat, SeatPart, bot_nonce, commitment
from fairdeal.play.sitting import Sitting


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
    require(len(part.seats) == seats, say("check.other_nonces", count=len(part.seats), seats=seats))
    require(
        part.start == part.voided + 1,
        say("check.other_start", count=part.voided, start=part.start, proper=part.voided + 1),
    )
    deal = part.deal
    proper = commitment(deal.secret)
    require(part.commitment == proper, _other(say("check.what.commitment"), part.commitment, proper))
    for seat, its in enumerate(part.seats):
        _check_nonce(part, deal, seat, its)


def _check_nonce(part: FairPart, deal: Deal, seat: int, its: SeatPart) -> None:
    if its.bot:
        require(its.commitment is None, say("check.bot_committed", seat=seat + 1))
        proper = bot_nonce(deal.secret, deal.table, seat, part.start).hex()
        require(its.nonce == proper, _other(say("check.what.nonce_of_bot", seat=seat + 1), its.nonce, proper))
        return
    proper = commitment(deal.nonces[seat])
    require(its.commitment is not None, say("check.uncommitted", seat=seat + 1))
    require(its.commitment == proper, _other(say("check.what.commitment_of", seat=seat + 1), its.commitment, proper))


def check_receipt(receipt: Receipt, part: FairPart, game: str) -> None:
    """Compare all that a receipt holds."""
    agree(say("check.what.table"), part.table, receipt.table)
    agree(say("check.what.game"), game, receipt.game)
    agree(say("check.what.copied_from"), part.copied_from, receipt.copied_from)
    agree(say("check.what.commitment"), part.commitment, receipt.commitment)
    agree(say("check.what.seats"), len(part.seats), len(receipt.seats))
    for seat, (its, kept) in enumerate(zip(part.seats, receipt.seats, strict=True)):
        agree(say("check.what.committed", seat=seat + 1), _promise(its), _promise(kept))
    agree(say("check.what.voided"), part.voided, receipt.voided)
    require(receipt.seat < len(part.seats), say("check.receipt_of_nobody", seat=receipt.seat + 1))
    if not receipt.copied_from:
        agree(say("check.what.nonce", seat=receipt.seat + 1), part.seats[receipt.seat].nonce, receipt.nonce)


def _promise(seat: SeatPart | ReceiptSeat) -> Message | str | None:
    return A_BOT if seat.bot else seat.commitment


def _other(what: Message, given: str | None, proper: str) -> Message:
    return say("check.should_be", what=what, given=given, proper=proper)


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


def _sentences(
    sitting: Sitting, part: FairPart, receipts: Sequence[Receipt], first: int, deals: int
) -> Iterator[Message]:
    people = [seat for seat, its in enumerate(part.seats) if not its.bot]
    yield head(sitting, part.table)
    yield proof(first, deals, len(part.seats))
    yield from of_given_options(sitting.setting, first)
    yield _of_commitments(part, people)
    if part.copied_from:
        yield say("check.copied", table=part.copied_from)
    yield _of_voided_starts(part)
    yield from (_of_receipt(part, receipt) for receipt in receipts)
    if not receipts:
        yield OWN_WORD
    if not people:
        yield say("check.bots_nonces")
    if not sitting.is_over:
        yield NOT_OVER
    yield say("check.weakness")
    yield OPERATOR


def _of_commitments(part: FairPart, people: list[int]) -> Message:
    bots = len(part.seats) - len(people)
    kept = say("check.commitments_kept", count=len(people)) if people else say("check.commitment_kept")
    return say("check.kept_and_bots_follow", kept=kept, count=bots) if bots else say("check.kept", kept=kept)


def _of_voided_starts(part: FairPart) -> Message:
    return say("check.voided_before", count=part.voided) if part.voided else NO_VOIDS


def _of_receipt(part: FairPart, receipt: Receipt) -> Message:
    key = "check.old_receipt_of_copy" if part.copied_from else "check.old_receipt"
    return say(key, receipt=of_receipt(receipt.seat, receipt.time))
