"""Kuhn poker on our contract: three cards, two seats, one bet. It is small enough for theory to check us."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.fields import hidden, public, state
from fairdeal.engine.kernel import DEALER, native, record, spans
from fairdeal.kit.drawing import draw_cards, weigh_cards

SEATS = 2
CARDS = 3
MOST_BETS = 3
PASS, BET, ACTIONS = spans(1, 1)
MOST_LEGAL = 2
MOST_OUTCOME = SEATS
MOST_NUMBER = CARDS - 1
MOST_EVENTS = 1 + MOST_BETS
DEAL, BETTING, OVER = range(3)  # phases
NO_CARD = -1

OPTIONS = record(unused="i1")
BOX = record(unused="i1")
STATE = state(
    OPTIONS,
    BOX,
    all_shown_in=OVER,
    phase=public("i1", DEAL),
    chosen=public("i1", 0),  # how often somebody has passed or bet
    held=public(("i1", SEATS), 0),
    pot=public(("i1", SEATS), 1),  # what each seat has paid
    card=hidden(("i1", SEATS), NO_CARD, count="held", is_card=True),
)


@native
def actors(s: Any) -> int:
    if s.phase == BETTING:
        return 1 << int(s.chosen) % SEATS
    return 0 if s.phase == OVER else 1 << DEALER


@native
def legal(s: Any, seat: int, out: Any) -> int:
    if not actors(s) >> seat & 1:
        return 0
    out[0] = PASS
    out[1] = BET
    return 2


@native
def draw(s: Any, rng: Any, out: Any) -> int:
    return draw_cards(rng, CARDS, SEATS, out)


@native
def weigh_next(s: Any, outcome: Any, count: int, weights: Any) -> int:
    return weigh_cards(CARDS, SEATS, outcome, count, weights)


@native
def deal(s: Any, outcome: Any) -> None:
    for seat in range(SEATS):
        s.card[seat] = outcome[seat]
        s.held[seat] = 1
    s.phase = BETTING


@native
def play(s: Any, seat: int, action: int) -> None:
    """A bet that is answered, or not answered, ends the game, and so do two passes."""
    is_answer = s.pot[1 - seat] > s.pot[seat]
    s.pot[seat] += action == BET
    s.chosen += 1
    if is_answer or (s.chosen == 2 and action == PASS):
        s.phase = OVER


@native
def winners(s: Any, out: Any) -> None:
    """The pot as shares of a victory: a quarter of a share for each coin that is won."""
    higher = 0 if s.card[0] > s.card[1] else 1
    best = higher if s.pot[0] == s.pot[1] else int(s.pot[1] > s.pot[0])
    coins = min(s.pot[0], s.pot[1])
    out[best] = 0.5 + coins / 4
    out[1 - best] = 0.5 - coins / 4


@native
def points_of(s: Any, seat: int) -> int:
    return 0
