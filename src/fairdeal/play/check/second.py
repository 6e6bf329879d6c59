"""Records of version 2: terms, starts, options and deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fairdeal.contract.game import Setting
from fairdeal.contract.options import Json
from fairdeal.errors import BadOption, FairdealError, NotFair
from fairdeal.play.check.dealing import (
    NOT_OVER,
    OPERATOR,
    OWN_WORD,
    Verdict,
    brief,
    check_deals,
    compare_option,
    count,
    of_given_options,
    proof,
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
        raise NotFair(f"The terms cannot be read: {str(error).rstrip('.')}.") from None
    return options


def opened_options(part: FairPart) -> dict[str, Json]:
    """Give the options of the terms, the hidden ones by their values."""
    options = part.terms["options"]
    require(isinstance(options, dict), f"The options of the terms are {brief(options)}, not an object.")
    closed = [name for name, value in options.items() if isinstance(value, Mapping) and HIDDEN in value]
    require(
        set(closed) == set(part.hidden),
        f"The record opens {_listed(part.hidden)} of the hidden options, and the terms hide {_listed(closed)}.",
    )
    return {**options, **{name: its.value for name, its in part.hidden.items()}}


def _compare_terms(name: str, given: Json, proper: Json) -> None:
    """Compare a part of the terms, an option by itself."""
    if canonical(given) == canonical(proper):
        return
    if name == "options":
        name = next(key for key in {**given, **proper} if canonical(given.get(key)) != canonical(proper.get(key)))
        given, proper = given.get(name), proper.get(name)
        name = f"option {name}"
    raise NotFair(f"The terms agree on {name} {brief(given)}, and the game was played with {brief(proper)}.")


def check_options(setting: Setting, deal: Deal, options: Mapping[str, Json]) -> int:
    """Settle the options again from those that were agreed; give the number of the dealer's first deal."""
    try:
        again, first = deal.settled(setting.game, setting.seats, options, setting.data)
    except FairdealError as error:
        raise NotFair(f"The terms do not make a game: {error}") from None
    for option in setting.game.options:
        given, proper = setting.options[option.name], again.options[option.name]
        if option.default is None:
            compare_option(option.name, given, proper, first)
        else:
            _compare_terms(f"option {option.name}", proper, given)
    return first


def _listed(names: Sequence[str] | Mapping[str, Json]) -> str:
    return ", ".join(sorted(names)) or "none"


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
        f"This is start number {part.start}, and the record tells of {count(len(part.voids), 'voided start')}.",
    )
    require(len(part.voids) < MOST_VOIDS, f"A table closes after {MOST_VOIDS} voided starts, and this one played.")
    require(len({start.secret for start in starts}) == len(starts), "Two starts have the same secret.")
    for start in starts:
        _check_start(start, seats)
    for start in starts[:-1]:
        require(bool(start.silent), f"Nobody was silent at start {start.number}, so it was no void.")
    silent = starts[-1].silent
    require(not silent, f"Seat {(*silent, 0)[0] + 1} did not open a nonce, so nothing could be dealt.")


def _check_start(start: RecordedStart, seats: int) -> None:
    where = f"at start {start.number}"
    require(len(start.seats) == seats, f"The record has {len(start.seats)} seats {where}, and the game {seats}.")
    for seat, its in enumerate(start.seats):
        _check_seat(start, seat, its, where)


def _check_seat(start: RecordedStart, seat: int, its: SeatPart, where: str) -> None:
    if its.bot:
        is_bare = its.commitment is None and its.nonce is None
        require(is_bare, f"Seat {seat + 1} is a bot's {where}, and a bot promises nothing.")
        return
    require(its.commitment is not None, f"Seat {seat + 1} promised nothing {where}, and is no bot.")
    if its.nonce is not None:
        proper = nonce_commitment(start.terms, start.commitment, start.number, seat, bytes.fromhex(its.nonce)).hex()
        require(
            its.commitment == proper,
            f"The commitment of seat {seat + 1} {where} is {its.commitment} in the record, and should be {proper}.",
        )


# --- draws -----------------------------------------------------------------------------------------------------------


def check_draws(listed: Sequence[Sequence[tuple[int, int]]], proper: Draws) -> None:
    """Compare the draws that a record lists with those that the rules ask for."""
    require(
        len(listed) == len(proper),
        f"The record lists the draws of {count(len(listed), 'deal')}, and the game has {len(proper)}.",
    )
    for k, (given, asked) in enumerate(zip(listed, proper, strict=True)):
        for place, (its, due) in enumerate(zip(given, asked, strict=False), 1):
            require(
                its == due, f"Draw {place} of deal {k} is {_drawn(its)} in the record, and should be {_drawn(due)}."
            )
        require(
            len(given) == len(asked),
            f"The record lists {count(len(given), 'draw')} of deal {k}, and the rules ask for {len(asked)}.",
        )


def _drawn(draw: tuple[int, int]) -> str:
    n, number = draw
    return f"{number} below {n}"


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

    def sentences(self) -> Iterator[str]:
        setting, copied = self.sitting.setting, self.part.terms["copied_from"]
        yield f"{self.sitting.game.title}, table {self.part.table}, {count(setting.seats, 'seat')}."
        yield proof(self.first, self.deals, self.people)
        yield from of_given_options(setting, self.first)
        if self.part.draws is not None:
            yield f"Proved: the {count(self._drawn, 'draw')} that the record lists are those that the rules ask for."
        yield self._of_promises()
        if copied:
            yield (
                f"This deal is copied from table {copied}: whoever played there could know it, and the nonces are of "
                "the seats there."
            )
        yield self._of_voids()
        yield from map(self._of_receipt, self.receipts)
        if not self.proving:
            yield OWN_WORD
        if not self.people:
            yield (
                "Not proved: no person's nonce is in this deal, and bots have none. The server could have tried out "
                "secrets until it liked the cards."
            )
        if not self.sitting.is_over:
            yield NOT_OVER
        yield OPERATOR
        yield (
            f"The code of this call is {code_of(self.part.call)}. Who played saw these letters at the start; who saw "
            "others was shown another call."
        )

    def _of_promises(self) -> str:
        theirs = {0: " is", 1: " and the one person's nonce are"}.get(
            self.people, f" and {self.people} people's nonces are"
        )
        return f"Proved: the server's secret{theirs} what the record's promises bind, for these terms and this call."

    def _of_voids(self) -> str:
        voids = self.starts[:-1]
        if not voids:
            return "No start was voided: nobody had another deal thrown away before this one."
        who = "; ".join(f"at start {void.number} {_seats(void.silent)} stayed silent" for void in voids)
        return (
            f"Proved after {count(len(voids), 'voided start')}, so this could be the best of {len(voids) + 1} deals: "
            f"{who}."
        )

    def _of_receipt(self, receipt: Receipt) -> str:
        whose = f"the receipt of seat {receipt.seat + 1}{f' ({receipt.time})' if receipt.time else ''}"
        if receipt.start < self.part.start:
            return f"Of start {receipt.start}, which was voided, {whose} says the same; it proves nothing of this one."
        kept = f"Proved by {whose}: terms, secret and nonces were promised before the first card here"
        if self.part.terms["copied_from"]:
            return f"{kept}; this seat gave no nonce of its own."
        return f"{kept}, and the nonce of this seat is in every deal, so nobody, the server included, chose the cards."


def _seats(seats: Sequence[int]) -> str:
    """Name seats as people count them: `seat 2`, `seats 1 and 3`."""
    *names, last = (str(seat + 1) for seat in seats)
    return f"seats {', '.join(names)} and {last}" if names else f"seat {last}"
