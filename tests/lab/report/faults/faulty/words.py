"""Faulty in words."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import DEALER
from fairdeal.engine.plain import interpreted
from fairdeal.kit.kinds import Act, Cards, Dealing
from fairdeal.kit.words import not_held
from fairdeal.language.messages import Message, Seat, say

rules = interpreted("faulty.rules")
CARDS_OF = Cards("N", [str(number) for number in range(1, rules.CARDS + 1)], paints="B")
ACTS = {"play": Act(rules.PLAY, CARDS_OF)}
OUTCOMES = {
    rules.DEAL: Dealing(CARDS_OF, rules.cards_dealt),
    rules.ROLL: Dealing(CARDS_OF, rules.cards_dealt, verb="roll"),
}
SECTIONS = {"deal": "1", "turn": "2", "over": "3", "victory": "4"}


def asked(v: Any, seat: int) -> Message:
    return say("prompt.play")


def forbidden(v: Any, seat: int, action: int) -> Message:
    return not_held(CARDS_OF.name(action - rules.PLAY), "2")


def followed(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    if actor == DEALER:
        return [say("story.deal")]
    return [say("story.play", seat=Seat(actor), card=CARDS_OF.name(action - rules.PLAY))]
