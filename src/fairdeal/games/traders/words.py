"""Card Game Traders in words: what a seat sees and is asked, what happened, why not, and the result."""

from __future__ import annotations

import functools
import sys
from collections.abc import Sequence
from typing import Any

from fairdeal.engine.kernel import DEALER, NOBODY, UNKNOWN
from fairdeal.engine.plain import interpreted
from fairdeal.games.traders.abilities import AT_END, IN_PLAY, KINDS
from fairdeal.games.traders.names import (
    ability_name,
    ability_played,
    card_list,
    card_name,
    card_numbers,
    cards_or_none,
    half_name,
    named,
    numbers_or_none,
    several,
)
from fairdeal.games.traders.reasons import reasons
from fairdeal.games.traders.rules import HAND, MARKET, META
from fairdeal.games.traders.texts import (
    DRAFT_PHASES,
    HIDDEN,
    SECTIONS,
    SIDES,
    SWAPS,
    action,
    outcome,
    outcome_text,
    span_of,
    text,
    verb_of,
)
from fairdeal.kit.deriving import speech_of
from fairdeal.kit.words import first_player, number_of, your_hand
from fairdeal.language.messages import Label, Message, Seat, say, together

__all__ = [
    "SECTIONS",
    "action",
    "describe",
    "is_alike",
    "named",
    "outcome",
    "outcome_text",
    "prompt",
    "reasons",
    "result",
    "story",
    "text",
    "why_not",
]

rules = interpreted("fairdeal.games.traders.rules")
abilities = interpreted("fairdeal.games.traders.abilities")


# --- why not ---------------------------------------------------------------------------------------------------------


def forbidden(v: Any, seat: int, action: int) -> Message:
    start = span_of(action)
    if start not in spans_asked(v):
        passes = Label(f"times.{v.box.packet - 2}")
        return say("why.out_of_place", rule=say(f"rule.{verb_of(start)}", passes=passes), asked=asked(v, seat))
    return _why_not_this(v, seat, start, action - start)


def out_of_turn(v: Any, seat: int) -> Message:
    """§6 Whoever has chosen waits for the others; §10 else it is somebody's turn."""
    return say("why.chosen") if v.phase in DRAFT_PHASES else say("why.not_your_turn", player=Seat(int(v.turn)))


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


def asked(v: Any, seat: int) -> Message:
    if v.phase == rules.PLAYING:
        return say("prompt.play_or_pass" if v.closing else "prompt.play")
    if v.phase == rules.PLACING:
        return say(f"prompt.place_{v.drawn_size}", cards=card_list(v.drawn))
    if v.phase in (rules.TRASHING, rules.SWAPPING):
        return say(f"prompt.{verb_of(spans_asked(v)[0])}")
    left = Seat(rules.left_of(v, seat))
    return say(f"prompt.{PROMPTS[int(v.phase)]}", left=left, count=int(v.to_hold), power=int(v.power))


def describe(v: Any, seat: int) -> list[Message]:
    lines = [_kind_line(v, kind) for kind in range(KINDS)]
    lines.append(say("describe.market", cards=numbers_or_none(v.market), deck=number_of("cards", v.deck_size)))
    if any(v.removed):
        lines.append(say("describe.removed", cards=card_numbers(v.removed)))
    lines += [_seat_line(v, other) for other in range(v.seats)]
    if v.closing and v.phase != rules.OVER:
        lines.append(say("describe.closing", first=Seat(int(v.first))))
    lines += _turn_lines(v)
    if 0 <= seat < v.seats:
        lines += _own_cards(v, seat)
    return lines


def _kind_line(v: Any, kind: int) -> Message:
    half = int(v.ability[kind])
    return say(
        "describe.kind",
        number=kind + 1,
        name=Label(f"kind.{kind + 1}"),
        pile=number_of("cards", v.meta[kind]),
        value=int(abilities.value(v, kind, IN_PLAY)),
        final=int(abilities.value(v, kind, AT_END)),
        ability=say("describe.no_ability") if half < 0 else ability_name(v, half),
    )


def _seat_line(v: Any, seat: int) -> Message:
    known = [rules.known_cards(v, seat, kind) for kind in range(KINDS)]
    return say(
        "describe.seat",
        player=Seat(seat),
        held=number_of("cards", v.held[seat]),
        known=say("describe.known", cards=card_numbers(known)) if any(known) else "",
        first=say("describe.first") if seat == v.first else "",
    )


def _turn_lines(v: Any) -> list[Message]:
    """Say what the running turn has brought so far."""
    if v.played < 0:
        return []
    lines = [say("describe.played", player=Seat(int(v.turn)), card=card_name(v.played))]
    if any(v.holding):
        lines.append(say("describe.holding", cards=card_numbers(v.holding)))
    if v.drawn_size > 0 and v.drawn[0] == UNKNOWN:
        lines.append(say("describe.drawn", player=Seat(int(v.turn)), held=number_of("cards", v.drawn_size)))
    if v.phase == rules.BUYING:
        prices = [
            say("describe.price", card=kind + 1, price=int(rules.price(v, kind, v.bought)))
            for kind in range(KINDS)
            if v.market[kind]
        ]
        lines.append(say("describe.prices", power=int(v.power), prices=prices))
    return lines


def _own_cards(v: Any, seat: int) -> list[Message]:
    lines = []
    if v.drawn_size > 0 and v.turn == seat:
        lines.append(say("describe.you_drew", cards=card_numbers(v.drawn)))
    if rules.has_packets(v):
        lines.append(say("describe.packet", cards=card_numbers(v.packet[seat])))
    if v.chosen[seat] >= 0:
        lines.append(say("describe.chosen", card=card_name(v.chosen[seat])))
    lines.append(your_hand(numbers_or_none(v.hand[seat])))
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
        return [say("story.abilities", row=[half_name(after, int(half)) for half in after.ability])]
    if before.phase == rules.DEAL:
        return [say("story.deal", count=int(before.box.packet), market=card_list(after.market))]
    if before.phase == rules.START:
        return [first_player(after)]
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
        half = ability_played(before, number)
        lines.append(say("story.ability", ability=ability_name(before, half)))
        return lines + _drawn_story(after, actor)
    if start == rules.COPY:
        half = int(rules.copied_ability(before, number))
        lines = [say("story.copy", seat=seat, side=Label(f"side.{SIDES[number]}"), ability=ability_name(before, half))]
        return lines + _drawn_story(after, actor)
    if start == rules.LOOK:
        seen = [] if rules.is_hidden(after, number) else cards_or_none(after.hand[number])
        return [say("story.look", seat=seat, other=Seat(number), cards=seen)]
    if start in SWAPS:
        first, second = card_name(number // KINDS), card_name(number % KINDS)
        return [say(f"story.{verb_of(start)}", seat=seat, first=first, second=second)]
    return [say(f"story.{verb_of(start)}", seat=seat, card=card_name(number))]


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
    return [*lines, say("usual.is_over") if over else say("story.turn", seat=Seat(int(after.turn)))]


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
        return say("result.shared", players=together([Seat(seat) for seat in sharing]), points=points)
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
        say(
            "result.source",
            count=int(v.hand[seat, kind]),
            cards=several(kind, int(v.hand[seat, kind])),
            points=number_of("points", abilities.value(v, kind, AT_END)),
        )
        for kind in range(KINDS)
        if v.hand[seat, kind]
    ]
    return say(
        "result.seat",
        player=Seat(seat),
        points=number_of("points", rules.points_of(v, seat)),
        sources=sources or say("result.no_cards"),
    )


# --- what all games say ----------------------------------------------------------------------------------------------

usual = speech_of(rules, sys.modules[__name__])
why_not, prompt = usual.why_not, usual.prompt
