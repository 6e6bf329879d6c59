"""Oh Hell in words: what is asked, what came of a card or a bid, and why not."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import DEALER
from fairdeal.engine.plain import interpreted
from fairdeal.kit.kinds import Act, Cards, Count, Dealing, Start
from fairdeal.kit.words import asked_for_card, must_follow, not_held, number_of
from fairdeal.language.messages import Message, Seat, say

rules = interpreted("oh_hell.rules")
CARDS_OF = Cards("CDSH", "23456789TJQKA", paints="GBKR", emblems=("club", "diamond", "spade", "heart"))
ACTS = {"play": Act(rules.PLAY, CARDS_OF), "bid": Act(rules.BID, Count(rules.MOST_HELD + 1))}
OUTCOMES = {rules.START: Start(), rules.DEAL: Dealing(CARDS_OF, rules.cards_dealt)}
SECTIONS = {"start": "1", "deal": "2", "turn": "3", "over": "5", "victory": "7"}


def asked(v: Any, seat: int) -> Message:
    if v.phase == rules.BIDDING:
        barred = rules.barred_bid(v, seat)
        key = "prompt.bid" if barred < 0 else "prompt.last_bid"
        return say(key, count=int(v.options.tricks), barred=int(barred))
    if v.laid == 0:
        return asked_for_card(None, False)
    return asked_for_card(CARDS_OF.suit(rules.led_suit(v)), rules.of_led_suit(v, seat) != 0)


def forbidden(v: Any, seat: int, action: int) -> Message:
    if action >= rules.BID:
        return _no_bid(v, action - rules.BID)
    card = CARDS_OF.name(action)
    if v.phase == rules.BIDDING:
        return say("why.bid_first")
    if action == v.turned:
        return say("why.turned", card=card)
    if not v.hand[seat] >> action & 1:
        return not_held(card, "4")
    return must_follow(CARDS_OF.names(rules.may_play(v, seat)), CARDS_OF.suit(rules.led_suit(v)), "4")


def _no_bid(v: Any, bid: int) -> Message:
    if v.phase == rules.TRICK:
        return say("why.bids_are_over")
    key = "why.too_high" if bid > v.options.tricks else "why.barred"
    return say(key, tricks=number_of("tricks", min(bid, v.options.tricks)))


def followed(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    if before.phase == rules.START:
        return [say("story.start", seat=Seat(int(after.dealer)))]
    if actor == DEALER:
        card, suit = int(after.turned), CARDS_OF.suit(rules.suit_of(after.turned))
        return [say("story.deal", cards=number_of("cards", after.options.tricks), card=CARDS_OF.name(card), suit=suit)]
    if after.laid > 0 or before.phase == rules.BIDDING:
        return []
    taker = int(after.taker)
    card = action if taker == actor else int(before.trick[taker])
    taken = say("story.take", seat=Seat(taker), card=CARDS_OF.name(card))
    return [taken, *(_bid_story(after, seat) for seat in range(after.seats) if after.phase == rules.OVER)]


def _bid_story(v: Any, seat: int) -> Message:
    key = "story.met" if rules.has_met_bid(v, seat) else "story.missed"
    return say(key, seat=Seat(seat), tricks=number_of("tricks", v.tricks[seat]), bid=int(v.bids[seat]))


def standing(v: Any, seat: int) -> Message:
    return say("result.tricks", tricks=number_of("tricks", v.tricks[seat]), bid=int(v.bids[seat]))


def reasons(v: Any, seat: int, action: int) -> list[Message]:
    if action >= rules.BID:
        bonus = number_of("points", v.box.bonus)
        return [say("reason.bid", tricks=number_of("tricks", action - rules.BID), bonus=bonus)]
    if v.laid == 0:
        return [say("reason.lead", suit=CARDS_OF.suit(rules.suit_of(action)))]
    best = int(v.trick[v.taker])
    return [say("reason.takes" if rules.beats(v, action, best) else "reason.beaten", card=CARDS_OF.name(best))]
