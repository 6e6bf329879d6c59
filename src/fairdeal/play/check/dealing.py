"""What the checks of both versions share: the deals made again, and what is said of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from fairdeal.contract.game import Setting
from fairdeal.contract.options import Json
from fairdeal.errors import NotFair
from fairdeal.play import fairness, fairness_1, records
from fairdeal.play.sitting import Event, Sitting

PROVED, NOTHING_TO_CHECK, PROVED_AFTER_VOIDS = 0, 1, 3  # exit codes; 2 is anything that is wrong
LONGEST_VALUE = 400  # characters; a record may hold a value of any length


@dataclass(frozen=True)
class Verdict:
    """What a check found, in plain sentences; `has_proof` is False for a record that was dealt without a commitment."""

    has_proof: bool
    has_receipt: bool
    lines: tuple[str, ...]
    voids: int = 0
    """Starts that failed before this one, of which version 2 tells all."""

    @property
    def exit_code(self) -> int:
        if not self.has_proof:
            return NOTHING_TO_CHECK
        return PROVED_AFTER_VOIDS if self.voids else PROVED


def require(condition: bool, sentence: str) -> None:
    if not condition:
        raise NotFair(sentence)


def agree(what: str, in_record: Json, in_receipt: Json, receipt: str = "the receipt") -> None:
    said, kept = ("nothing" if value in (None, "") else brief(value) for value in (in_record, in_receipt))
    require(in_record == in_receipt, f"{what} is {said} in the record, and {kept} in {receipt}.")


def brief(value: Json) -> str:
    """Print a value, shortened to fit a sentence."""
    return (value if isinstance(value, str) else json.dumps(value))[:LONGEST_VALUE]


def count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


# --- dealing again ---------------------------------------------------------------------------------------------------

AnyDeal = fairness.Deal | fairness_1.Deal


def check_deals(sitting: Sitting, deal: AnyDeal, first: int) -> int:
    """Deal the game again, deal by deal; give how many deals there were."""
    again, deals = Sitting(sitting.setting), 0
    for number, event in enumerate(sitting.events, 1):
        if event.seat is None:
            _compare_deals(first + deals, number, event, deal.drawn(first + deals, again.drawn_text))
            deals += 1
        again.redo(event)
    return deals


def _compare_deals(k: int, number: int, event: Event, proper: str) -> None:
    if event.action == proper:
        return
    given, expected = event.action.split(" "), proper.split(" ")
    place = next(n for n, word in enumerate(expected) if word != given[n])
    raise NotFair(
        f"Deal {k}, event {number} does not follow from the secret and the nonces: word {place + 1} of "
        f"{records.shown(event.action)} is {given[place]!r}, and {expected[place]!r} was expected."
    )


def compare_option(name: str, given: Json, proper: Json, first: int) -> None:
    """Compare an option of the record with what the deal makes of it; say where chance made it."""
    if given == proper:
        return
    what = f"{'Deal 0' if first else 'The setting'}: option {name}"
    if isinstance(given, list) and isinstance(proper, list) and len(given) == len(proper):
        place = next(n for n, value in enumerate(given) if value != proper[n])
        _refuse(f"{what}, number {place + 1},", given[place], proper[place])
    _refuse(what, given, proper)


def _refuse(what: str, given: Json, proper: Json) -> NoReturn:
    raise NotFair(f"{what} is {json.dumps(given)[:LONGEST_VALUE]}, and {json.dumps(proper)} was expected.")


# --- in plain words --------------------------------------------------------------------------------------------------

OPERATOR = "Not proved: the operator of the server could see the cards while the game ran; this check cannot tell."
OWN_WORD = (
    "This record's own word is trusted for the commitments: without a receipt nobody can tell that they were made "
    "before the deal."
)
NOT_OVER = "The game is not over: only the deals so far are checked."


def without_commitment(sitting: Sitting) -> Verdict:
    """Say that there is nothing to check."""
    lines = (
        f"{sitting.game.title}, {count(sitting.setting.seats, 'seat')}.",
        "Nothing to check: this game was dealt without a commitment of anybody (the record has no part 'fair'), so "
        "nobody can prove how its cards were chosen. The record itself replays without a fault.",
    )
    return Verdict(False, False, lines)


def proof(first: int, deals: int, nonces: int) -> str:
    """Say what the deals follow from."""
    total = count(deals + first, "deal")
    which = f"the {total}" if deals + first != 1 else "the only deal"
    made = ", the options that chance made (deal 0) included," if first else ""
    follow = "follows" if deals + first == 1 else "follow"
    theirs = {0: "", 1: " and the nonce"}.get(nonces, f" and the {nonces} nonces")
    return f"Proved: {which} of this game{made} {follow} from the server's secret{theirs}, card by card."


def of_given_options(setting: Setting, first: int) -> Iterator[str]:
    """Say which options look like chance and are not."""
    made = [option.name for option in setting.game.options if option.default is None]
    if made and not first:
        yield f"No chance made the option {', '.join(made)}: whoever opened the table chose it."
