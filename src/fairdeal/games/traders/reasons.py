"""What speaks for an action: facts that a hint gives."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.plain import interpreted, plain, record_of
from fairdeal.games.traders.abilities import AT_END, IN_PLAY, KINDS
from fairdeal.games.traders.names import ability_name, ability_played, card_name
from fairdeal.games.traders.texts import DRAFT_PHASES, SWAPS, span_of, verb_of
from fairdeal.kit.words import number_of
from fairdeal.language.messages import Message, Seat, say

rules = interpreted("fairdeal.games.traders.rules")
abilities = interpreted("fairdeal.games.traders.abilities")


def reasons(v: Any, seat: int, action: int) -> list[Message]:
    start = span_of(action)
    number = action - start
    if v.phase in DRAFT_PHASES:
        return _draft_reasons(v, seat, number)
    if start in REASONS:
        return [REASONS[start](v, number)]
    after = _after(v, seat, start, number)
    worth = _worth_reason(v, after, seat)
    if start == rules.PLAY:
        return [worth, *_play_reasons(v, after, number)]
    if start == rules.BUY:
        return [*_buy_reasons(v, number), worth]
    if start in (rules.PASS, rules.DONE):
        return [say(f"reason.{verb_of(start)}", power=int(v.power)), worth]
    return [worth, *_power_reasons(v, after)]


def _after(v: Any, seat: int, start: int, number: int) -> Any:
    """Give the view with the own hand and the Meta as they are right after an action; nothing else of it counts."""
    after = record_of(plain(v))
    if start == rules.PLAY:
        rules.lose(after, seat, number)
        after.meta[number] += 1
    elif start == rules.BUY:
        rules.gain(after, seat, number)
    elif start == rules.RAISE:
        after.meta[number] += 1
    elif start == rules.TRASH_META:
        after.meta[number] -= 1
    elif start in SWAPS:
        rules.swap(after, seat, number // KINDS, number % KINDS)
    return after


def _draft_reasons(v: Any, seat: int, kind: int) -> list[Message]:
    """§6 §8 What a card of the packet is worth so far, and what playing it does."""
    found = [_value_reason(v, kind)]
    if v.phase == rules.KEEPING:
        rest = [int(count) for count in v.packet[seat]]
        rest[kind] -= 1
        found.append(say("reason.to_meta", card=card_name(rest.index(1))))
    elif v.hand[seat, kind] > 0:
        found.append(say("reason.have", count=int(v.hand[seat, kind])))
    return [*found, say("reason.ability", ability=ability_name(v, int(v.ability[kind])))]


def _value_reason(v: Any, kind: int) -> Message:
    value, final = int(abilities.value(v, kind, IN_PLAY)), int(abilities.value(v, kind, AT_END))
    return say("reason.value", card=card_name(kind), value=value, final=final)


def _worth_reason(v: Any, after: Any, seat: int) -> Message:
    """§23 What the own hand would count at the end, as the piles are after the action."""
    before, worth = int(rules.points_of(v, seat)), int(rules.points_of(after, seat))
    if worth == before:
        return say("reason.same_worth", points=number_of("points", worth))
    key = "reason.more_worth" if worth > before else "reason.less_worth"
    return say(key, points=number_of("points", worth), change=abs(worth - before))


def _play_reasons(v: Any, after: Any, kind: int) -> list[Message]:
    """§12 §19 What may be bought for the card, and what its ability does."""
    half = int(v.ability[kind])
    may_change = half == abilities.A1A or bool(rules.asks(after, ability_played(v, kind)))
    power = int(abilities.value(after, kind, IN_PLAY))
    return [
        say("reason.power_before" if may_change else "reason.power", power=power),
        say("reason.ability", ability=ability_name(v, half)),
    ]


def _power_reasons(v: Any, after: Any) -> list[Message]:
    """§19 What may be bought if the action changes the value of the kind played."""
    before, power = (int(abilities.value(s, int(v.played), IN_PLAY)) for s in (v, after))
    return [say("reason.power", power=power)] if power != before else []


def _buy_reasons(v: Any, kind: int) -> list[Message]:
    """§19 §20 The price against the power, and whether the deck can make up for the card."""
    found = [say("reason.price", price=int(rules.price(v, kind, v.bought)), power=int(v.power))]
    rest = int(rules.number_of_cards(v.market)) - 1 + int(v.deck_size)
    return [*found, say("reason.triggers_end")] if rest < v.options.market and not v.closing else found


def _copy_reason(v: Any, side: int) -> Message:
    return say("reason.copies", ability=ability_name(v, int(rules.copied_ability(v, side))))


def _market_reason(v: Any, kind: int) -> Message:
    """§14 §16 What a card in the Market costs now."""
    return say("reason.in_market", card=card_name(kind), price=int(rules.price(v, kind, v.bought)))


def _trash_reason(v: Any, kind: int) -> Message:
    return say("reason.gone", card=card_name(kind), final=int(abilities.value(v, kind, AT_END)))


def _look_reason(v: Any, other: int) -> Message:
    known = sum(int(rules.known_cards(v, other, kind)) for kind in range(KINDS))
    return say("reason.look", player=Seat(other), held=number_of("cards", v.held[other]), known=known)


REASONS = {
    rules.COPY: _copy_reason,
    rules.STOCK: _market_reason,
    rules.HOLD: _market_reason,
    rules.TRASH_MARKET: _trash_reason,
    rules.LOOK: _look_reason,
}
