"""What the checks of both versions share: the deals made again, and what is said of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fairdeal.contract.game import Setting
from fairdeal.contract.options import Json
from fairdeal.errors import FairdealError, NotFair
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import HOUSE
from fairdeal.play import fairness, fairness_1, records
from fairdeal.play.sitting import Event, Sitting

PROVED, NOTHING_TO_CHECK, PROVED_AFTER_VOIDS = 0, 1, 3  # exit codes; 2 is anything that is wrong
LONGEST_VALUE = 400  # characters; a record may hold a value of any length


@dataclass(frozen=True)
class Verdict:
    """What a check found, in sentences; `has_proof` is False for a record that was dealt without a commitment."""

    has_proof: bool
    has_receipt: bool
    sentences: tuple[Message, ...]
    voids: int = 0
    """Starts that failed before this one, of which version 2 tells all."""

    def lines(self, language: str = DEFAULT) -> list[str]:
        """Give what it says in a language."""
        return [HOUSE.said(sentence, language) for sentence in self.sentences]

    @property
    def exit_code(self) -> int:
        if not self.has_proof:
            return NOTHING_TO_CHECK
        return PROVED_AFTER_VOIDS if self.voids else PROVED


def require(condition: bool, sentence: Message) -> None:
    if not condition:
        raise NotFair(sentence)


RECEIPT = say("check.receipt")
A_BOT = say("check.a_bot")


def agree(what: Message, in_record: Any, in_receipt: Any, receipt: Message = RECEIPT) -> None:
    """Refuse two values that differ; each is of JSON, or already in words."""
    said, kept = _worded(in_record), _worded(in_receipt)
    require(in_record == in_receipt, say("check.differs", what=what, said=said, kept=kept, receipt=receipt))


def _worded(value: Any) -> Message | str:
    if value in (None, ""):
        return say("check.nothing")
    return value if isinstance(value, Message) else brief(value)


def reason_of(error: Exception) -> FairdealError | Message:
    """Give an error as the end of a sentence."""
    return error if isinstance(error, FairdealError) else say("check.reason", reason=str(error).rstrip("."))


def brief(value: Json) -> str:
    """Print a value, shortened to fit a sentence."""
    return (value if isinstance(value, str) else json.dumps(value))[:LONGEST_VALUE]


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
    its = {"place": place + 1, "action": records.shown(event.action), "given": given[place], "proper": expected[place]}
    raise NotFair(say("check.deal_does_not_follow", deal=k, event=number, **its))


def compare_option(name: str, given: Json, proper: Json, first: int) -> None:
    """Compare an option of the record with what the deal makes of it; say where chance made it."""
    if given == proper:
        return
    what = say("check.option", option=name)
    if isinstance(given, list) and isinstance(proper, list) and len(given) == len(proper):
        place = next(n for n, value in enumerate(given) if value != proper[n])
        what, given, proper = say("check.part_of_option", option=name, place=place + 1), given[place], proper[place]
    said = {"what": what, "given": json.dumps(given)[:LONGEST_VALUE], "proper": json.dumps(proper)}
    raise NotFair(say("check.other_option_dealt", **said) if first else say("check.other_option_set", **said))


# --- in plain words --------------------------------------------------------------------------------------------------

OPERATOR = say("check.operator")
OWN_WORD = say("check.own_word")
NOT_OVER = say("check.not_over")
NO_VOIDS = say("check.no_voids")


def without_commitment(sitting: Sitting) -> Verdict:
    """Say that there is nothing to check."""
    head = say("check.game", game=sitting.game.title, count=sitting.setting.seats)
    return Verdict(False, False, (head, say("check.nothing_to_check")))


def head(sitting: Sitting, table: str) -> Message:
    """Say which game it is."""
    return say("check.table", game=sitting.game.title, table=table, count=sitting.setting.seats)


def proof(first: int, deals: int, nonces: int) -> Message:
    """Say what the deals follow from."""
    source = say("check.secret_and_nonces", count=nonces) if nonces else say("check.secret")
    key = "check.deals_and_options_follow" if first else "check.deals_follow"
    return say(key, count=deals + first, source=source)


def of_given_options(setting: Setting, first: int) -> Iterator[Message]:
    """Say which options look like chance and are not."""
    made = [option.name for option in setting.game.options if option.default is None]
    if made and not first:
        yield say("check.chosen_options", options=made)


def of_receipt(seat: int, time: str) -> Message:
    """Name a receipt by its seat, as people count them, and its time if it has one."""
    return say("check.receipt_of_time", seat=seat + 1, time=time) if time else receipt_of(seat)


def receipt_of(seat: int) -> Message:
    """Name a receipt by its seat, as people count them."""
    return say("check.receipt_of", seat=seat + 1)
