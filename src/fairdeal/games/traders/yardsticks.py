"""Players of Card Game Traders that count what their hand would score, and look no farther than the end of their turn.

Nobody knows what the deck brings, so to them there is none: nothing is drawn, and the Market is not refilled.
"""

from __future__ import annotations

import math
from typing import Any

from fairdeal.engine.kernel import copy, native
from fairdeal.games.traders.abilities import AT_END, D1A, D1B, IN_PLAY, KINDS, value
from fairdeal.games.traders.knowledge import merit
from fairdeal.games.traders.rules import (
    BUY,
    BUYING,
    DRAFT,
    PLAYING,
    SHUFFLE,
    actors,
    legal,
    play,
    points_of,
)

CARD_IS_WORTH = 1.0  # points; its kind may rise, and it can be played
ENVY = 0.5  # of a point of the best of the others
POWER_IS_WORTH = 0.8  # points; for what a Market that is turned up anew may offer
LONGEST = 40  # actions of a turn
MOST_LOOKS = 2000  # at moments of it; only a long purchase after a swap takes more
TRIED, WIDTH = range(2)  # columns of scratch.line: how many of the actions were tried, and how many there are


# --- somebody new ----------------------------------------------------------------------------------------------------


@native
def glance(v: Any, seat: int, action: int, scratch: Any) -> float:
    """§23 What the hand would score right after the action."""
    if v.phase < PLAYING:
        return float(value(v, (action - DRAFT) % KINDS, AT_END))
    act(v, seat, action, scratch.stack[1])
    return float(points_of(scratch.stack[1], seat))


@native
def beginner(v: Any, seat: int, action: int, scratch: Any) -> float:
    """The same once it has bought the dearest card that it can pay then, and again until it can pay none."""
    if v.phase < PLAYING:
        return float(value(v, (action - DRAFT) % KINDS, AT_END))
    act(v, seat, action, scratch.stack[1])
    while buy_dearest(scratch.stack[1], seat, scratch):
        pass
    return float(points_of(scratch.stack[1], seat))


@native
def buy_dearest(s: Any, seat: int, scratch: Any) -> bool:
    """§19 Buy the card that scores most of those that can be paid, if it is time to buy."""
    if s.phase != BUYING or actors(s) != 1 << seat:
        return False
    count = legal(s, seat, scratch.choices[1]) - 1  # the last is to buy no more
    best = 0
    for number in range(1, count):
        if value(s, scratch.choices[1, number] - BUY, AT_END) > value(s, scratch.choices[1, best] - BUY, AT_END):
            best = number
    play(s, seat, scratch.choices[1, best])
    return True


@native
def act(s: Any, seat: int, action: int, after: Any) -> None:
    """Do what an action does, without a deck."""
    copy(s, after)
    after.deck_size = 0
    play(after, seat, action)


# --- the best own turn -----------------------------------------------------------------------------------------------


@native
def greedy(v: Any, seat: int, action: int, scratch: Any) -> float:
    """The best that the rest of the turn can make of the hand; in the draft, what a card promises."""
    if v.phase < PLAYING:
        return float(merit(v, seat, action))
    act(v, seat, action, scratch.stack[1])
    return best_turn(seat, action, scratch)


@native
def best_turn(seat: int, action: int, scratch: Any) -> float:
    """Try what can still be done in this turn; give what the best end of it is worth."""
    best, depth, looks = -math.inf, 1, 0
    arrive(seat, action, depth, scratch)
    while depth > 0 and looks < MOST_LOOKS:
        looks += 1
        s, tried = scratch.stack[depth], scratch.line[depth, TRIED]
        if tried == 0 and (s.phase == BUYING or actors(s) != 1 << seat):
            best = max(best, promise(s, seat))
        if tried == scratch.line[depth, WIDTH]:
            depth -= 1
        else:
            scratch.line[depth, TRIED] += 1
            depth += 1
            copy(s, scratch.stack[depth])
            play(scratch.stack[depth], seat, scratch.choices[depth - 1, tried])
            arrive(seat, int(scratch.choices[depth - 1, tried]), depth, scratch)
    return best


@native
def arrive(seat: int, action: int, depth: int, scratch: Any) -> None:
    """List what can follow an action in the same turn."""
    s = scratch.stack[depth]
    scratch.line[depth, TRIED] = 0
    scratch.line[depth, WIDTH] = 0
    if depth < LONGEST and actors(s) == 1 << seat:
        count = legal(s, seat, scratch.choices[depth])
        if s.phase == BUYING:
            count = without_other_orders(s, action, count - 1, scratch.choices[depth])
        scratch.line[depth, WIDTH] = count


@native
def without_other_orders(s: Any, action: int, count: int, buys: Any) -> int:
    """Keep the buys of a kind that is not below the last one: cards without a discount cost the same in any order."""
    if action < BUY or s.acting == D1A or s.acting == D1B:
        return count
    kept = 0
    for number in range(count):
        if buys[number] >= action:
            buys[kept] = buys[number]
            kept += 1
    return kept


@native
def promise(s: Any, seat: int) -> float:
    """§23 What the hand would score, and a little for each card; less a part of what the best of the others shows."""
    best = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, points_of(s, other))
    gain = POWER_IS_WORTH * value(s, s.played, IN_PLAY) if s.phase == SHUFFLE else 0.0
    return gain + points_of(s, seat) + CARD_IS_WORTH * s.held[seat] - ENVY * best
