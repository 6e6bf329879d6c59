"""Records of version 2: terms, starts, options and deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from fairdeal.contract.game import Setting
from fairdeal.contract.options import Json
from fairdeal.errors import BadOption, FairdealError, NotFair
from fairdeal.language.messages import Message, joined, say, together
from fairdeal.play.check.dealing import (
    NO_VOIDS,
    NOT_OVER,
    OPERATOR,
    OWN_WORD,
    Verdict,
    brief,
    check_deals,
    compare_option,
    head,
    of_given_options,
    of_receipt,
    proof,
    reason_of,
    require,
)
from fairdeal.play.check.receipts import RecordedStart, check_receipt
from fairdeal.play.draws import Draws, draws_of
from fairdeal.play.fairness import (
    HIDDEN,
    MOST_VOIDS,
    Deal,
    FairPart,
    Receipt,
    SeatPart,
    canonical,
    code_of,
    nonce_commitment,
    terms_hash,
    terms_of,
)
from fairdeal.play.sitting import Sitting


def check(sitting: Sitting, part: FairPart, receipts: Sequence[Receipt]) -> Verdict:
    """Check the deals of a replayed game. Raise NotFair with the first thing that is wrong."""
    options = check_terms(sitting.setting, part)
    starts = starts_of(part)
    check_starts(part, starts, sitting.setting.seats)
    for receipt in receipts:
        check_receipt(receipt, part, starts)
    first = check_options(sitting.setting, part.deal, options)
    found = Found(sitting, part, starts, receipts, first, check_deals(sitting, part.deal, first))
    if part.draws is not None:
        check_draws(part.draws, draws_of(sitting, part.deal, options))
    return Verdict(True, bool(found.proving), tuple(found.sentences()), len(part.voids))


# --- terms -----------------------------------------------------------------------------------------------------------


def check_terms(setting: Setting, part: FairPart) -> dict[str, Json]:
    """Make the terms again from what the record says was played; give the options as they were agreed, opened."""
    options, terms = opened_options(part), part.terms
    salts = {name: its.salt for name, its in part.hidden.items()}
    try:
        proper = terms_of(
            part.table, setting.game, setting.seats, options, setting.data, salts, str(terms["copied_from"])
        )
        for name in sorted(terms.keys() | proper.keys()):
            _compare_terms(name, terms.get(name), proper.get(name))
    except (BadOption, UnicodeEncodeError, RecursionError) as error:
        raise NotFair(say("check.terms_unreadable", reason=reason_of(error))) from None
    return options


def opened_options(part: FairPart) -> dict[str, Json]:
    """Give the options of the terms, the hidden ones by their values."""
    options = part.terms["options"]
    require(isinstance(options, dict), say("check.options_no_object", options=brief(options)))
    closed = [name for name, value in options.items() if isinstance(value, Mapping) and HIDDEN in value]
    require(
        set(closed) == set(part.hidden),
        say("check.other_hidden", opened=_listed(part.hidden), hidden=_listed(closed)),
    )
    return {**options, **{name: its.value for name, its in part.hidden.items()}}


def _compare_terms(name: str, given: Json, proper: Json) -> None:
    """Compare a part of the terms, an option by itself."""
    if canonical(given) == canonical(proper):
        return
    what: Message | str = name
    if name == "options":
        name = next(key for key in {**given, **proper} if canonical(given.get(key)) != canonical(proper.get(key)))
        given, proper = given.get(name), proper.get(name)
        what = say("check.option", option=name)
    _refuse_terms(what, given, proper)


def _refuse_terms(what: Message | str, given: Json, proper: Json) -> NoReturn:
    raise NotFair(say("check.other_terms", what=what, given=brief(given), proper=brief(proper)))


def check_options(setting: Setting, deal: Deal, options: Mapping[str, Json]) -> int:
    """Settle the options again from those that were agreed; give the number of the dealer's first deal."""
    try:
        again, first = deal.settled(setting.game, setting.seats, options, setting.data)
    except FairdealError as error:
        raise NotFair(say("check.no_game", reason=error)) from None
    for option in setting.game.options:
        given, proper = setting.options[option.name], again.options[option.name]
        if option.default is None:
            compare_option(option.name, given, proper, first)
        elif canonical(proper) != canonical(given):
            _refuse_terms(say("check.option", option=option.name), proper, given)
    return first


def _listed(names: Sequence[str] | Mapping[str, Json]) -> list[str] | Message:
    return sorted(names) or say("check.none")


# --- starts ----------------------------------------------------------------------------------------------------------


def starts_of(part: FairPart) -> list[RecordedStart]:
    """List all starts of a table, the voided ones first."""
    terms = terms_hash(part.terms)
    voids = [RecordedStart(number, terms, void.secret, void.seats) for number, void in enumerate(part.voids, 1)]
    return [*voids, RecordedStart(part.start, terms, part.secret, part.seats)]


def check_starts(part: FairPart, starts: Sequence[RecordedStart], seats: int) -> None:
    """Check that all starts are told, each with a secret of its own, and that every promise was kept."""
    require(
        len(part.voids) == part.start - 1,
        say("check.voids_told", start=part.start, count=len(part.voids)),
    )
    require(len(part.voids) < MOST_VOIDS, say("check.closed", count=MOST_VOIDS))
    require(len({start.secret for start in starts}) == len(starts), say("check.same_secret"))
    for start in starts:
        _check_start(start, seats)
    for start in starts[:-1]:
        require(bool(start.silent), say("check.no_void", start=start.number))
    silent = starts[-1].silent
    require(not silent, say("check.silent", seat=(*silent, 0)[0] + 1))


def _check_start(start: RecordedStart, seats: int) -> None:
    counts = {"count": len(start.seats), "seats": seats}
    require(len(start.seats) == seats, say("check.other_seats", start=start.number, **counts))
    for seat, its in enumerate(start.seats):
        _check_seat(start, seat, its)


def _check_seat(start: RecordedStart, seat: int, its: SeatPart) -> None:
    where = {"seat": seat + 1, "start": start.number}
    if its.bot:
        is_bare = its.commitment is None and its.nonce is None
        require(is_bare, say("check.bot_promised", **where))
        return
    require(its.commitment is not None, say("check.unpromised", **where))
    if its.nonce is not None:
        proper = nonce_commitment(start.terms, start.commitment, start.number, seat, bytes.fromhex(its.nonce)).hex()
        require(
            its.commitment == proper,
            say("check.other_promise", given=its.commitment, proper=proper, **where),
        )


# --- draws -----------------------------------------------------------------------------------------------------------


def check_draws(listed: Sequence[Sequence[tuple[int, int]]], proper: Draws) -> None:
    """Compare the draws that a record lists with those that the rules ask for."""
    require(
        len(listed) == len(proper),
        say("check.deals_listed", count=len(listed), proper=len(proper)),
    )
    for k, (given, asked) in enumerate(zip(listed, proper, strict=True)):
        for place, (its, due) in enumerate(zip(given, asked, strict=False), 1):
            require(its == due, say("check.other_draw", place=place, deal=k, given=_drawn(its), proper=_drawn(due)))
        require(
            len(given) == len(asked),
            say("check.draws_listed", count=len(given), deal=k, proper=len(asked)),
        )


def _drawn(draw: tuple[int, int]) -> Message:
    n, number = draw
    return say("check.drawn", number=number, below=n)


# --- in plain words --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """What there is to say of a game that is proved."""

    sitting: Sitting
    part: FairPart
    starts: Sequence[RecordedStart]
    receipts: Sequence[Receipt]
    first: int
    deals: int

    @property
    def proving(self) -> list[Receipt]:
        """The receipts of this very start."""
        return [receipt for receipt in self.receipts if receipt.start == self.part.start]

    @property
    def people(self) -> int:
        return sum(not its.bot for its in self.part.seats)

    @property
    def _drawn(self) -> int:
        return sum(map(len, self.part.draws or ()))

    def sentences(self) -> Iterator[Message]:
        setting, copied = self.sitting.setting, self.part.terms["copied_from"]
        yield head(self.sitting, self.part.table)
        yield proof(self.first, self.deals, self.people)
        yield from of_given_options(setting, self.first)
        if self.part.draws is not None:
            yield say("check.draws", count=self._drawn)
        yield self._of_promises()
        if copied:
            yield say("check.copied", table=copied)
        yield self._of_voids()
        yield from map(self._of_receipt, self.receipts)
        if not self.proving:
            yield OWN_WORD
        if not self.people:
            yield say("check.no_nonces")
        if not self.sitting.is_over:
            yield NOT_OVER
        yield OPERATOR
        yield say("check.code", code=code_of(self.part.call))

    def _of_promises(self) -> Message:
        return say("check.promises_bind", count=self.people) if self.people else say("check.promise_binds")

    def _of_voids(self) -> Message:
        voids = self.starts[:-1]
        if not voids:
            return NO_VOIDS
        who = joined("check.and_then", [_silence(void) for void in voids])
        return say("check.after_voids", count=len(voids), deals=len(voids) + 1, who=who)

    def _of_receipt(self, receipt: Receipt) -> Message:
        whose = of_receipt(receipt.seat, receipt.time)
        if receipt.start < self.part.start:
            return say("check.earlier_receipt", start=receipt.start, receipt=whose)
        return say("check.receipt_of_copy" if self.part.terms["copied_from"] else "check.own_receipt", receipt=whose)


def _silence(void: RecordedStart) -> Message:
    """Say who stayed silent: `seat 2`, `seats 1 and 3`."""
    seats = together([seat + 1 for seat in void.silent])
    return say("check.stayed_silent", start=void.number, count=len(void.silent), seats=seats)
