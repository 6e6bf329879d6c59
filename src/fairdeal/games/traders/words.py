"""Card Game Traders in words: texts of actions, what a seat sees and is asked, what happened, and why not."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from fairdeal.contract.game import list_legal, members
from fairdeal.contract.rules import Numbers
from fairdeal.engine.kernel import DEALER, NOBODY, UNKNOWN
from fairdeal.engine.plain import interpreted, plain, record_of
from fairdeal.errors import Refused, Unreadable
from fairdeal.games.traders.abilities import ABILITY_CARDS, AT_END, CARD_NAMES, HALF_NAMES, IN_PLAY, KINDS, VALUE
from fairdeal.games.traders.data import VOICE
from fairdeal.games.traders.rules import HAND, MARKET, META
from fairdeal.language.messages import Label, Message, Seat, either, say

rules = interpreted("fairdeal.games.traders.rules")
abilities = interpreted("fairdeal.games.traders.abilities")

# --- texts of actions ------------------------------------------------------------------------------------------------

SIDES = ("left", "right")
FORMS = {
    rules.DRAFT: "draft {card}",
    rules.KEEP: "keep {card}",
    rules.PLAY: "play {card}",
    rules.PASS: "pass",
    rules.COPY: "copy {side}",
    rules.RAISE: "raise {card}",
    rules.STOCK: "stock {card}",
    rules.HOLD: "hold {card}",
    rules.TRASH_MARKET: "trash market {card}",
    rules.TRASH_META: "trash meta {card}",
    rules.LOOK: "look {seat}",
    rules.SWAP_META_HAND: "swap meta {first} hand {second}",
    rules.SWAP_MARKET_META: "swap market {first} meta {second}",
    rules.SWAP_MARKET_HAND: "swap market {first} hand {second}",
    rules.BUY: "buy {card}",
    rules.DONE: "done",
}
SHAPES = {start: re.sub("{(card|first|second)}", "K", form) for start, form in FORMS.items()}
HIDDEN = {rules.DRAFT_HIDDEN: "draft ?", rules.KEEP_HIDDEN: "keep ?"}


@functools.cache
def span_of(action: int) -> int:
    """Give the first action of the kind of actions that this one belongs to."""
    return max(start for start in FORMS if start <= action)


@functools.cache
def text(action: int) -> str:
    if action in HIDDEN:
        return HIDDEN[action]
    start = span_of(action)
    number = action - start
    return FORMS[start].format(
        card=number + 1,
        seat=number,
        side=SIDES[number] if start == rules.COPY else "",
        first=number // KINDS + 1,
        second=number % KINDS + 1,
    )


@functools.cache
def _actions() -> dict[str, int]:
    return {text(number): number for number in range(rules.ACTIONS)}


def action(text: str) -> int:
    if text in _actions():
        return _actions()[text]
    verb = text.partition(" ")[0]
    shapes = [shape for shape in SHAPES.values() if shape.split(" ")[0] == verb]
    if shapes:
        known = either([f"'{shape.format(seat='S', side='left')}'" for shape in shapes])
        raise Unreadable(say("unreadable.form", text=text, forms=known, kinds=KINDS), VOICE)
    verbs = dict.fromkeys(shape.split(" ")[0] for shape in SHAPES.values())
    raise Unreadable(say("unreadable.action", text=text, verbs=[*verbs]), VOICE)


# --- texts of chance -------------------------------------------------------------------------------------------------

CHANCE = {rules.ABILITIES: "abilities", rules.DEAL: "deal", rules.START: "start", rules.SHUFFLE: "shuffle"}


def outcome_text(s: Any, outcome: Numbers) -> str:
    if s.phase == rules.ABILITIES:
        names = [HALF_NAMES[half] for half in outcome]
    elif s.phase == rules.START:
        names = [str(int(outcome[0]))]
    else:
        names = [str(int(kind) + 1) for kind in outcome]
    return " ".join([CHANCE[int(s.phase)], *names])


def outcome(s: Any, text: str) -> Numbers:
    verb, *parts = text.split(" ")
    if verb not in CHANCE.values():
        raise Unreadable(say("unreadable.event", text=text, events=[*CHANCE.values()]), VOICE)
    if verb != CHANCE.get(int(s.phase)):
        raise Refused(say(f"refused.not_due.{verb}"), VOICE)
    if verb == "abilities":
        return np.array(_abilities(s, parts), np.int16)
    if verb == "start":
        return np.array([_starter(s, parts)], np.int16)
    return np.array(_deck(s, parts), np.int16)


def _abilities(s: Any, names: list[str]) -> list[int]:
    """§4 All twelve cards, or the fixed row."""
    for name in names:
        if name not in HALF_NAMES:
            raise Unreadable(say("unreadable.half", text=name), VOICE)
    halves = [HALF_NAMES.index(name) for name in names]
    if abilities.has_fixed_row(s):
        row = list(s.options.abilities)
        if halves != row:
            raise Refused(say("refused.fixed_row", row=" ".join(HALF_NAMES[half] for half in row)), VOICE)
        return halves
    cards = [half // 2 for half in halves]
    for card in cards:
        if cards.count(card) > 1:
            raise Refused(say("refused.drawn_twice", card=CARD_NAMES[card]), VOICE)
    if len(cards) != ABILITY_CARDS:
        raise Refused(say("refused.ability_count", count=len(cards), size=ABILITY_CARDS), VOICE)
    return halves


def _starter(s: Any, parts: list[str]) -> int:
    if len(parts) != 1 or not re.fullmatch("[0-9]", parts[0]):
        raise Unreadable(say("unreadable.start", example="start 0"), VOICE)
    if int(parts[0]) >= s.seats:
        raise Refused(say("refused.no_seat", text=f"start {parts[0]}", seats=int(s.seats)), VOICE)
    return int(parts[0])


def _deck(s: Any, parts: list[str]) -> list[int]:
    """§5 §14 Exactly the cards of the deck."""
    for part in parts:
        if not re.fullmatch(f"[1-{KINDS}]", part):
            raise Unreadable(say("unreadable.card", text=part, kinds=KINDS), VOICE)
    cards = [int(part) - 1 for part in parts]
    if len(cards) != s.deck_size:
        raise Refused(say("refused.deck_size", count=len(cards), size=int(s.deck_size)), VOICE)
    found, there = Counter(cards), Counter(map(int, s.deck[: s.deck_size]))
    for kind in range(KINDS):
        if found[kind] != there[kind]:
            numbers = {"number": kind + 1, "count": found[kind], "there": there[kind]}
            raise Refused(say("refused.card_count", **numbers), VOICE)
    return cards


# --- cards and abilities ---------------------------------------------------------------------------------------------


def number_of(things: str, count: int) -> Message:
    """Say a number of points or cards."""
    return say(f"count.{things}", count=int(count))


@functools.cache
def card_name(kind: int) -> Message:
    return say("card", number=int(kind) + 1, name=Label(f"kind.{int(kind) + 1}"))


def card_list(cards: Sequence[int]) -> list[str]:
    """List counts per kind as cards."""
    return [str(kind + 1) for kind in range(KINDS) for _ in range(max(0, int(cards[kind])))]


def cards_or_none(cards: Sequence[int]) -> list[str] | Message:
    return card_list(cards) or say("none")


def ability_name(v: Any, half: int) -> Message:
    """Name a half and what it does."""
    return _ability_name(int(half), int(v.options.market), int(v.box.bonus[half]))


@functools.cache
def _ability_name(half: int, size: int, bonus: int) -> Message:
    return say("ability", half=HALF_NAMES[half], effect=_effect(half, size, bonus))


def _effect(half: int, size: int, bonus: int) -> Message:
    if abilities.family_of(half) != VALUE:
        return say(f"effect.{HALF_NAMES[half]}", size=size, fewer=size - 1)
    change = say("effect.more" if bonus >= 0 else "effect.less", number=abs(bonus))
    return say("effect.in_play" if half % 2 == IN_PLAY else "effect.at_end", change=change)


# --- why not ---------------------------------------------------------------------------------------------------------


def why_not(v: Any, seat: int, action: int) -> Message | None:
    if action in list_legal(rules, v, seat):
        return None
    reason = _why_no_action(v, seat)
    if reason:
        return reason
    start = span_of(action)
    if start not in spans_asked(v):
        return say("why.out_of_place", rule=say(f"rule.{_verb(start)}"), asked=prompt(v, seat))
    return _why_not_this(v, seat, start, action - start)


def _why_no_action(v: Any, seat: int) -> Message | None:
    if v.phase == rules.OVER:
        return say("why.over")
    if v.phase in CHANCE:
        return say("why.dealing")
    if rules.actors(v) >> seat & 1:
        return None
    return say("why.chosen") if v.phase in DRAFT_PHASES else say("why.not_your_turn", player=Seat(int(v.turn)))


DRAFT_PHASES = (rules.DRAFTING, rules.KEEPING)
ASKED = {
    rules.DRAFTING: (rules.DRAFT,),
    rules.KEEPING: (rules.KEEP,),
    rules.PLAYING: (rules.PLAY,),
    rules.COPYING: (rules.COPY,),
    rules.RAISING: (rules.RAISE,),
    rules.PLACING: (rules.RAISE, rules.STOCK),
    rules.HOLDING: (rules.HOLD,),
    rules.LOOKING: (rules.LOOK,),
    rules.BUYING: (rules.BUY, rules.DONE),
}


def spans_asked(v: Any) -> tuple[int, ...]:
    """List the kinds of actions that fit the moment; none while the dealer is at work or the game is over."""
    if v.phase == rules.TRASHING:
        return (rules.trash_span(v),)
    if v.phase == rules.SWAPPING:
        return (rules.swap_span(v),)
    return ASKED.get(int(v.phase), ())


def _verb(start: int) -> str:
    """Give the key of a kind of actions: its words without the gaps."""
    return "_".join(re.sub("{[a-z]+}", "", FORMS[start]).split())


def _why_not_this(v: Any, seat: int, start: int, number: int) -> Message:
    """Say why the right kind of action is not possible with this card or seat."""
    if v.phase in DRAFT_PHASES:
        return say("why.packet_lacks", card=card_name(number), cards=card_list(v.packet[seat]))
    if v.phase == rules.PLACING:
        return _why_not_place(v, start, number)
    if v.phase == rules.LOOKING:
        return say("why.look_self") if number == seat else say("why.no_seat", number=number + 1, last=int(v.seats))
    if v.phase == rules.HOLDING:
        return say("why.not_left", card=card_name(number))
    if v.phase == rules.SWAPPING:
        return _why_not_swap(v, seat, number)
    if v.phase == rules.BUYING and v.market[number] > 0:
        price = rules.price(v, number, v.bought)
        return say("why.too_dear", card=card_name(number), price=int(price), power=int(v.power))
    return _lacks(HAND if v.phase == rules.PLAYING else _place_asked(v), number)


def _place_asked(v: Any) -> int:
    return int(rules.first_place(v)) if v.phase == rules.TRASHING else MARKET


def _why_not_place(v: Any, start: int, number: int) -> Message:
    if start == rules.STOCK and v.drawn_size == 2:
        return say("why.stock_of_two")
    return say("why.not_drawn", card=card_name(number), cards=card_list(v.drawn))


def _why_not_swap(v: Any, seat: int, number: int) -> Message:
    first, second = int(rules.first_place(v)), int(rules.second_place(v))
    kind, other = number // KINDS, number % KINDS
    return _lacks(second, other) if rules.may_leave(v, seat, first, kind) else _lacks(first, kind)


def _lacks(place: int, kind: int) -> Message:
    key = {MARKET: "why.market_lacks", META: "why.meta_lacks", HAND: "why.hand_lacks"}[place]
    return say(key, card=card_name(kind))


# --- the table as a seat sees it -------------------------------------------------------------------------------------

PROMPTS = {
    rules.DRAFTING: "draft",
    rules.KEEPING: "keep",
    rules.COPYING: "copy",
    rules.RAISING: "raise",
    rules.HOLDING: "hold",
    rules.LOOKING: "look",
    rules.BUYING: "buy",
}


def prompt(v: Any, seat: int) -> Message:
    if v.phase == rules.OVER:
        return say("prompt.over")
    if v.phase in CHANCE:
        return say("prompt.dealing")
    if seat < 0 or not rules.actors(v) >> seat & 1:
        return say("prompt.waiting", seats=[Seat(other) for other in members(rules.actors(v))])
    if v.phase == rules.PLAYING:
        return say("prompt.play_or_pass" if v.closing else "prompt.play")
    if v.phase == rules.PLACING:
        return say(f"prompt.place_{v.drawn_size}", cards=card_list(v.drawn))
    if v.phase in (rules.TRASHING, rules.SWAPPING):
        return say(f"prompt.{_verb(spans_asked(v)[0])}")
    left = Seat(rules.left_of(v, seat))
    return say(f"prompt.{PROMPTS[int(v.phase)]}", left=left, count=int(v.to_hold), power=int(v.power))


def describe(v: Any, seat: int) -> list[Message]:
    lines = [_kind_line(v, kind) for kind in range(KINDS)]
    lines.append(say("look.market", cards=cards_or_none(v.market), deck=number_of("cards", v.deck_size)))
    if any(v.removed):
        lines.append(say("look.removed", cards=card_list(v.removed)))
    lines += [_seat_line(v, other) for other in range(v.seats)]
    if v.closing and v.phase != rules.OVER:
        lines.append(say("look.closing", first=Seat(int(v.first))))
    lines += _turn_lines(v)
    if 0 <= seat < v.seats:
        lines += _own_cards(v, seat)
    return lines


def _kind_line(v: Any, kind: int) -> Message:
    half = int(v.ability[kind])
    return say(
        "look.kind",
        number=kind + 1,
        name=Label(f"kind.{kind + 1}"),
        pile=number_of("cards", v.meta[kind]),
        value=int(abilities.value(v, kind, IN_PLAY)),
        final=int(abilities.value(v, kind, AT_END)),
        ability=say("look.no_ability") if half < 0 else ability_name(v, half),
    )


def _seat_line(v: Any, seat: int) -> Message:
    known = [rules.known_cards(v, seat, kind) for kind in range(KINDS)]
    return say(
        "look.seat",
        player=Seat(seat),
        held=number_of("cards", v.held[seat]),
        known=say("look.known", cards=card_list(known)) if any(known) else "",
        first=say("look.first") if seat == v.first else "",
    )


def _turn_lines(v: Any) -> list[Message]:
    """Say what the running turn has brought so far."""
    if v.played < 0:
        return []
    lines = [say("look.played", player=Seat(int(v.turn)), card=card_name(v.played))]
    if any(v.holding):
        lines.append(say("look.holding", cards=card_list(v.holding)))
    if v.drawn_size > 0 and v.drawn[0] == UNKNOWN:
        lines.append(say("look.drawn", player=Seat(int(v.turn)), held=number_of("cards", v.drawn_size)))
    if v.phase == rules.BUYING:
        prices = [
            say("look.price", card=kind + 1, price=int(rules.price(v, kind, v.bought)))
            for kind in range(KINDS)
            if v.market[kind]
        ]
        lines.append(say("look.prices", power=int(v.power), prices=prices))
    return lines


def _own_cards(v: Any, seat: int) -> list[Message]:
    lines = []
    if v.drawn_size > 0 and v.turn == seat:
        lines.append(say("look.you_drew", cards=card_list(v.drawn)))
    if rules.has_packets(v):
        lines.append(say("look.packet", cards=card_list(v.packet[seat])))
    if v.chosen[seat] >= 0:
        lines.append(say("look.chosen", card=card_name(v.chosen[seat])))
    lines.append(say("look.hand", cards=cards_or_none(v.hand[seat])))
    return lines


# --- what happened ---------------------------------------------------------------------------------------------------


def story(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    if actor == DEALER:
        return _dealers_story(before, after)
    if before.phase in DRAFT_PHASES:
        return _draft_story(before, after, actor, action)
    start = span_of(action)
    lines = _action_story(before, after, actor, start, action - start)
    lines += _market_story(before, after, actor, start, action - start)
    return lines + _turn_story(before, after)


def is_alike(actor: int, action: int) -> bool:
    """Sealed cards, drawn cards and what somebody looks at are for some eyes alone."""
    secretive = (rules.DRAFT, rules.KEEP, rules.PLAY, rules.COPY, rules.LOOK)
    return actor == DEALER or not (action in HIDDEN or span_of(action) in secretive)


def _dealers_story(before: Any, after: Any) -> list[Message]:
    if before.phase == rules.ABILITIES:
        return [say("story.abilities", row=[HALF_NAMES[half] for half in after.ability])]
    if before.phase == rules.DEAL:
        return [say("story.deal", count=rules.PACKET, market=card_list(after.market))]
    if before.phase == rules.START:
        return [say("story.start", seat=Seat(int(after.first)))]
    fresh = [int(after.market[kind] - before.market[kind]) for kind in range(KINDS)]
    return [say("story.shuffle"), *_refill_story(fresh), *_turn_story(before, after)]


def _draft_story(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    if action in HIDDEN:
        lines = [say("story.sealed", seat=Seat(actor))]
    else:
        card = card_name((action - rules.DRAFT) % KINDS)
        lines = [say("story.draft" if before.phase == rules.DRAFTING else "story.keep", seat=Seat(actor), card=card)]
    if after.phase == rules.PLAYING:
        for seat in range(after.seats):
            lines.append(say("story.raised", seat=Seat(seat), card=card_name(after.raised[seat])))
        lines.append(say("story.turn", seat=Seat(int(after.turn))))
    elif after.passes > before.passes:
        lines.append(say("story.passed"))
    return lines


def _action_story(before: Any, after: Any, actor: int, start: int, number: int) -> list[Message]:
    """Tell the action itself and the ability that it sets off."""
    seat = Seat(actor)
    if start == rules.PLAY:
        lines = [say("story.play", seat=seat, card=card_name(number))]
        half = _ability_played(before, number)
        lines.append(say("story.ability", ability=ability_name(before, half)))
        return lines + _drawn_story(after, actor)
    if start == rules.COPY:
        half = int(rules.copied_ability(before, number))
        lines = [say("story.copy", seat=seat, side=SIDES[number], ability=ability_name(before, half))]
        return lines + _drawn_story(after, actor)
    if start == rules.LOOK:
        seen = [] if rules.is_hidden(after, number) else cards_or_none(after.hand[number])
        return [say("story.look", seat=seat, other=Seat(number), cards=seen)]
    if start in SWAPS:
        first, second = card_name(number // KINDS), card_name(number % KINDS)
        return [say(f"story.{_verb(start)}", seat=seat, first=first, second=second)]
    return [say(f"story.{_verb(start)}", seat=seat, card=card_name(number))]


SWAPS = (rules.SWAP_META_HAND, rules.SWAP_MARKET_META, rules.SWAP_MARKET_HAND)


def _ability_played(before: Any, kind: int) -> int:
    """§13 The ability above a pile; A1b has copied its neighbour already."""
    half = int(before.ability[kind])
    return int(before.ability[kind + 1]) if half == abilities.A1B else half


def _drawn_story(after: Any, actor: int) -> list[Message]:
    if after.drawn_size == 0:
        return []
    cards = number_of("cards", after.drawn_size)
    return [say("story.drawn", seat=Seat(actor), number=cards, cards=card_list(after.drawn))]


def _market_story(before: Any, after: Any, actor: int, start: int, number: int) -> list[Message]:
    """Tell what came to the Market and what went to the deck beside the action itself."""
    change = [int(after.market[kind] - before.market[kind]) for kind in range(KINDS)]
    if start in (rules.BUY, rules.TRASH_MARKET) or (start == rules.RAISE and before.phase == rules.RAISING):
        change[number] += 1
    elif start == rules.STOCK:
        change[number] -= 1
    elif start in (rules.SWAP_MARKET_META, rules.SWAP_MARKET_HAND):
        change[number // KINDS] += 1
        change[number % KINDS] -= 1
    if start == rules.RAISE and before.phase == rules.PLACING and any(change):
        return [say("story.stock", seat=Seat(actor), card=card_name(change.index(1)))]
    returned = [-count for count in change]
    if any(count > 0 for count in returned):
        return [say("story.returned", cards=card_list(returned))]
    return _refill_story(change)


def _refill_story(fresh: Sequence[int]) -> list[Message]:
    return [say("story.refill", cards=card_list(fresh))] if any(fresh) else []


def _turn_story(before: Any, after: Any) -> list[Message]:
    """Tell the beginning of phase 3 and the end of a turn."""
    if after.phase == rules.BUYING and before.phase != rules.BUYING:
        return [say("story.power", seat=Seat(int(after.turn)), power=int(after.power))]
    if after.phase not in (rules.PLAYING, rules.OVER):
        return []
    lines = []
    if after.closing and not before.closing:
        lines.append(say("story.closing", first=Seat(int(after.first))))
    seat = rules.left_of(before, before.turn)
    while after.phase == rules.PLAYING and seat != after.turn:
        lines.append(say("story.skipped", seat=Seat(seat)))
        seat = rules.left_of(before, seat)
    over = after.phase == rules.OVER
    return [*lines, say("story.over") if over else say("story.turn", seat=Seat(int(after.turn)))]


# --- what speaks for an action ---------------------------------------------------------------------------------------


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
        return [say(f"reason.{_verb(start)}", power=int(v.power)), worth]
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
    may_change = half == abilities.A1A or bool(rules.asks(after, _ability_played(v, kind)))
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


# --- the result ------------------------------------------------------------------------------------------------------


def result(v: Any) -> list[Message]:
    """§23 Who won, by what, and everybody's points."""
    ranking = sorted(range(v.seats), key=functools.cmp_to_key(functools.partial(_behind, v)))
    return [_verdict(v, ranking), *(_standing(v, seat) for seat in ranking)]


def _behind(v: Any, seat: int, other: int) -> int:
    return int(rules.compare(v, other, seat))


def _verdict(v: Any, ranking: list[int]) -> Message:
    best = int(rules.best_seat(v, True))
    if best == NOBODY:
        sharing = [seat for seat in ranking if rules.compare(v, seat, ranking[0]) == 0]
        points = number_of("points", rules.points_of(v, ranking[0]))
        return say("result.shared", players=[Seat(seat) for seat in sharing], points=points)
    points = number_of("points", rules.points_of(v, best))
    place = ranking.index(best)
    if place > 0:
        equals = [Seat(seat) for seat in ranking[:place]]
        return say("result.passed_over", seat=Seat(best), others=equals, points=points)
    rivals = [seat for seat in ranking[1:] if rules.points_of(v, seat) == rules.points_of(v, best)]
    if not rivals:
        return say("result.win", seat=Seat(best), points=points)
    others = [Seat(seat) for seat in rivals]
    return say("result.tie_break", seat=Seat(best), others=others, points=points, reason=_tie_break(v, best, rivals[0]))


def _tie_break(v: Any, best: int, rival: int) -> Message:
    """§23 What tells the winner from the next of those with equal points."""
    if v.held[best] != v.held[rival]:
        return say("result.fewer_cards", cards=number_of("cards", v.held[best]))
    kind = max(kind for kind in range(KINDS) if v.hand[best, kind] != v.hand[rival, kind])
    return say("result.more_of_kind", card=card_name(kind))


def _standing(v: Any, seat: int) -> Message:
    sources = [
        say("result.source", cards=int(v.hand[seat, kind]), card=kind + 1, value=int(abilities.value(v, kind, AT_END)))
        for kind in range(KINDS)
        if v.hand[seat, kind]
    ]
    return say(
        "result.seat",
        player=Seat(seat),
        points=number_of("points", rules.points_of(v, seat)),
        sources=sources or say("result.no_cards"),
    )
