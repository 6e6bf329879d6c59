"""Oh Hell in words: the text of actions, what a seat sees and is asked, what happened, and why not."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from bench.oh_hell.data import LETTERS, RANK_LETTERS, VOICE
from bench.oh_hell.rules import BID, CARDS, MOST_TRICKS, NO_BID, NO_CARD, PLAY, RANKS, SUITS
from fairdeal.contract.game import list_legal
from fairdeal.contract.rules import Numbers
from fairdeal.engine.kernel import DEALER, lowest
from fairdeal.engine.plain import interpreted
from fairdeal.errors import Refused, Unreadable
from fairdeal.kit.words import number_of, ranked
from fairdeal.language.messages import Label, Message, Seat, say

rules = interpreted("bench.oh_hell.rules")

# --- texts -----------------------------------------------------------------------------------------------------------


def card_text(card: int) -> str:
    """§1 A card is its suit's letter and its rank."""
    return f"{LETTERS[card // RANKS]}{RANK_LETTERS[card % RANKS]}"


def card(text: str) -> int:
    if len(text) != 2 or text[0] not in LETTERS or text[1] not in RANK_LETTERS:
        raise Unreadable(say("unreadable.card", text=text, letters=LETTERS, ranks=RANK_LETTERS, example="HT"), VOICE)
    return LETTERS.index(text[0]) * RANKS + RANK_LETTERS.index(text[1])


def text(action: int) -> str:
    return f"bid {action - BID}" if action >= BID else f"play {card_text(action - PLAY)}"


def action(text: str) -> int:
    verb, _, rest = text.partition(" ")
    if verb == "play":
        return PLAY + card(rest)
    if verb == "bid" and re.fullmatch("0|[1-9][0-9]?", rest) and int(rest) <= MOST_TRICKS:
        return BID + int(rest)
    raise Unreadable(say("unreadable.action", text=text, bid="bid", play="play", example="play HT"), VOICE)


def named(v: Any, seat: int, action: int) -> Message:
    if action >= BID:
        return say("action.bid", tricks=number_of("tricks", action - BID))
    number = action - PLAY
    return say("action.play", suit=suit_name(number // RANKS), rank=RANK_LETTERS[number % RANKS])


def outcome_text(s: Any, outcome: Numbers) -> str:
    if s.phase == rules.START:
        return f"start {outcome[0]}"
    return f"deal {' '.join(card_text(int(number)) for number in outcome)}"


def outcome(s: Any, text: str) -> Numbers:
    verb, *rest = text.split(" ")
    if s.phase == rules.START:
        return np.array([_dealer(s, text)], np.int16)
    if verb != "deal":
        raise Refused(say("refused.dealing", text=text), VOICE)
    cards = [card(part) for part in rest]
    _check_deal(s, cards)
    return np.array(cards, np.int16)


def _dealer(s: Any, text: str) -> int:
    match = re.fullmatch("start ([0-9])", text)
    if not match:
        raise Refused(say("refused.no_start", text=text), VOICE)
    if int(match[1]) >= s.seats:
        raise Refused(say("refused.no_seat", seat=match[1], last=int(s.seats) - 1), VOICE)
    return int(match[1])


def _check_deal(s: Any, cards: list[int]) -> None:
    """§2 The hands and the card turned up, each card once."""
    for number in cards:
        if cards.count(number) > 1:
            raise Refused(say("refused.dealt_twice", card=card_text(number)), VOICE)
    if len(cards) != rules.cards_dealt(s):
        raise Refused(say("refused.deal_size", count=len(cards), size=int(rules.cards_dealt(s))), VOICE)


# --- cards -----------------------------------------------------------------------------------------------------------


def suit_name(suit: int) -> Label:
    return Label(f"suit.{LETTERS[suit]}")


def card_texts(cards: int) -> list[str]:
    """List a set of cards."""
    return [card_text(card) for card in range(CARDS) if int(cards) >> card & 1]


# --- why not ---------------------------------------------------------------------------------------------------------


def why_not(v: Any, seat: int, action: int) -> Message | None:
    if action in list_legal(rules, v, seat):
        return None
    return _why_no_action(v, seat, action) or (
        _why_not_bid(v, action - BID) if action >= BID else _why_not_card(v, seat, action - PLAY)
    )


def _why_no_action(v: Any, seat: int, action: int) -> Message | None:
    if v.phase == rules.OVER:
        return say("why.over")
    if v.phase in (rules.START, rules.DEAL):
        return say("why.not_dealt")
    if v.turn != seat:
        return say("why.not_your_turn", player=Seat(int(v.turn)))
    if v.phase == rules.BIDDING and action < BID:
        return say("why.bid_first")
    if v.phase == rules.TRICK and action >= BID:
        return say("why.bids_are_over")
    return None


def _why_not_bid(v: Any, bid: int) -> Message:
    if bid > v.options.tricks:
        return say("why.too_high", tricks=number_of("tricks", v.options.tricks))
    return say("why.barred", tricks=number_of("tricks", bid))


def _why_not_card(v: Any, seat: int, number: int) -> Message:
    if number == v.turned:
        return say("why.turned", card=card_text(number))
    if not int(v.hand[seat]) >> number & 1:
        return say("why.not_held", card=card_text(number))
    return say("why.must_follow", cards=card_texts(rules.may_play(v, seat)), suit=suit_name(rules.led_suit(v)))


# --- the table as a seat sees it -------------------------------------------------------------------------------------


def prompt(v: Any, seat: int) -> Message:
    if v.phase == rules.OVER:
        return say("prompt.over")
    if v.phase in (rules.START, rules.DEAL):
        return say("prompt.dealing")
    if v.turn != seat:
        return say("prompt.waiting", player=Seat(int(v.turn)))
    if v.phase == rules.BIDDING:
        return _bid_prompt(v, seat)
    if v.laid == 0:
        return say("prompt.lead")
    led = rules.led_suit(v)
    following = rules.suit_of(lowest(rules.may_play(v, seat))) == led
    return say("prompt.follow" if following else "prompt.free", suit=suit_name(led))


def _bid_prompt(v: Any, seat: int) -> Message:
    barred = rules.barred_bid(v, seat)
    if barred < 0:
        return say("prompt.bid", count=int(v.options.tricks))
    return say("prompt.last_bid", barred=int(barred))


def describe(v: Any, seat: int) -> list[Message]:
    lines = []
    if v.turned != NO_CARD:
        lines.append(say("describe.game", tricks=number_of("tricks", v.options.tricks), player=Seat(int(v.dealer))))
        lines.append(say("describe.trump", card=card_text(int(v.turned)), suit=suit_name(rules.suit_of(v.turned))))
    lines += [_seat_line(v, other) for other in range(v.seats)]
    if v.laid > 0:
        lines.append(_trick_line(v))
    if 0 <= seat < v.seats and v.held[seat] > 0:
        lines.append(say("describe.hand", cards=card_texts(v.hand[seat])))
    return lines


def _seat_line(v: Any, seat: int) -> Message:
    lacking = [LETTERS[suit] for suit in range(SUITS) if v.lacks[seat] >> suit & 1]
    return say(
        "describe.seat",
        player=Seat(seat),
        bid=say("describe.no_bid") if v.bids[seat] == NO_BID else say("describe.bid", count=int(v.bids[seat])),
        tricks=number_of("tricks", v.tricks[seat]),
        held=number_of("cards", v.held[seat]),
        lacks=say("describe.lacks", suits=lacking) if lacking else "",
    )


def _trick_line(v: Any) -> Message:
    order = [int(v.leader + step) % v.seats for step in range(v.laid)]
    cards = [say("describe.laid", player=Seat(int(who)), card=card_text(int(v.trick[who]))) for who in order]
    return say("describe.trick", cards=cards, led=suit_name(rules.led_suit(v)))


# --- what happened ---------------------------------------------------------------------------------------------------


def story(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    if actor == DEALER:
        return [_dealers_story(before, after)]
    if action >= BID:
        return [say("story.bid", seat=Seat(actor), tricks=number_of("tricks", action - BID))]
    lines = [say("story.play", seat=Seat(actor), card=card_text(action - PLAY))]
    if after.laid == 0:
        taker = int(after.leader)
        best = action - PLAY if taker == actor else int(before.trick[taker])
        lines.append(say("story.take", seat=Seat(taker), card=card_text(best)))
    if after.phase == rules.OVER:
        lines += [_points_story(after, seat) for seat in range(after.seats)]
    return lines


def _dealers_story(before: Any, after: Any) -> Message:
    if before.phase == rules.START:
        return say("story.start", seat=Seat(int(after.dealer)))
    return say(
        "story.deal",
        cards=number_of("cards", after.options.tricks),
        card=card_text(int(after.turned)),
        suit=suit_name(rules.suit_of(after.turned)),
    )


def _points_story(after: Any, seat: int) -> Message:
    return say(
        "story.met" if rules.has_met_bid(after, seat) else "story.missed",
        seat=Seat(seat),
        tricks=number_of("tricks", after.tricks[seat]),
        bid=int(after.bids[seat]),
        points=number_of("points", rules.points_of(after, seat)),
    )


# --- what speaks for an action ---------------------------------------------------------------------------------------


def reasons(v: Any, seat: int, action: int) -> list[Message]:
    """§6 What a bid can bring; §5 whether a card takes the trick as it lies."""
    if action >= BID:
        return [say("reason.bid", tricks=number_of("tricks", action - BID), bonus=number_of("points", v.box.bonus))]
    if v.laid == 0:
        return [say("reason.lead", suit=suit_name(rules.suit_of(action - PLAY)))]
    best = int(v.trick[v.taker])
    return [say("reason.takes" if rules.beats(v, action - PLAY, best) else "reason.beaten", card=card_text(best))]


# --- the result ------------------------------------------------------------------------------------------------------


def result(v: Any) -> list[Message]:
    """§7 Who won, and everybody's points."""
    ranking, best = ranked({seat: rules.points_of(v, seat) for seat in range(v.seats)})
    winners, points = [Seat(seat) for seat in best], number_of("points", rules.points_of(v, best[0]))
    if len(winners) > 1:
        verdict = say("result.shared", players=winners, points=points)
    else:
        verdict = say("result.win", seat=winners[0], points=points)
    return [verdict, *(_standing(v, seat) for seat in ranking)]


def _standing(v: Any, seat: int) -> Message:
    return say(
        "result.seat",
        player=Seat(seat),
        points=number_of("points", rules.points_of(v, seat)),
        tricks=number_of("tricks", v.tricks[seat]),
        bid=int(v.bids[seat]),
    )
