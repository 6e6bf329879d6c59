"""A game of eight cards: two hands that are sets, a pile that nobody sees, and a card that lies open."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.fields import BY_NOBODY, hidden, public, ranged, state
from fairdeal.engine.kernel import DEALER, native, record, spans

SEATS = 2
CARDS = 8
MOST_HELD = 2
PLAY, KEEP, PASS, ACTIONS = spans(CARDS, CARDS, 1)
SEALED = ((KEEP, PASS),)
DEAL, OVER = range(2)
NO_CARD = -1

OPTIONS = record(long="i1")
BOX = ranged(bonus=(0, 300))
STATE = state(
    OPTIONS,
    BOX,
    all_shown_in=OVER,
    phase=public("i1", DEAL),
    open_card=public("i1", NO_CARD, is_card=True),
    held=public(("i1", SEATS)),
    hand=hidden(("i2", SEATS), count="held", bits=CARDS),
    left=public("i1"),
    pile=hidden(("i1", CARDS), NO_CARD, sees=BY_NOBODY, axes=0, count="left", is_card=True),
    marks=hidden(("i4", (2, 3)), 7, sees=0, axes=2),
)


@native
def actors(s: Any) -> int:
    return 0 if s.phase == OVER else 1 << DEALER


@native
def deal(s: Any, outcome: Any) -> None:
    """Two cards each, one lies open, the others are the pile."""
    for place in range(CARDS):
        if place < 4:
            s.hand[place // 2] |= 1 << outcome[place]
        elif place == 4:
            s.open_card = outcome[place]
        else:
            s.pile[place - 5] = outcome[place]
    s.held[:] = 2
    s.left = 3


@native
def sees(s: Any, viewer: int, secret: int, place: int) -> bool:
    return viewer == place % 2


@native
def ranking(s: Any, seat: int) -> tuple[int, int]:
    return int(s.held[seat]), -seat
