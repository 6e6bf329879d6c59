"""CASTER in three pictures: most points win, the lowest card takes the trick, one trick too many bursts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairdeal.contract.game import Setting
from fairdeal.contract.scene import Lit, Picture
from fairdeal.games.caster import words
from fairdeal.games.caster.rules import COLOURS, TRICK, VALUES
from fairdeal.kit.opening import shown
from fairdeal.kit.words import number_of
from fairdeal.language.messages import say

HIGH = 9  # a card that is worth something, where there are such
Cards = Sequence[tuple[int, int]]
"""Each by its colour and its value."""


def opening(setting: Setting) -> tuple[Picture, ...]:
    """Show the goal, a trick, and, where anybody can take too many, a burst."""
    v = _table(setting)
    bursts = v.box.limit[v.seats] < v.box.tricks[v.seats]
    return (_goal(setting), _trick(setting), *([_burst(setting)] * bool(bursts)))


def _table(setting: Setting) -> Any:
    """Lay out a table in the middle of its first round."""
    v = setting.new_state()
    v.phase = TRICK
    v.first = v.leader = v.turn = 0
    v.held[: v.seats] = v.box.tricks[v.seats]
    return v


def _high(v: Any) -> int:
    return min(HIGH, int(v.box.highest[v.seats]))


def _score(v: Any, seat: int, cards: Cards) -> None:
    """§11 A seat has taken tricks with these cards on top."""
    for colour, value in cards:
        v.scored[seat, colour] |= 1 << value
    v.held[: v.seats] -= len(cards)


def _goal(setting: Setting) -> Picture:
    """§6 §14 Three seats and what they have taken."""
    v = _table(setting)
    top, limit = _high(v), int(v.box.limit[v.seats])
    first: Cards = ((0, top), (1, max(top - 2, 0)), (2, max(top - 3, 0)))
    taken = (first, ((3, top - 1), (4, min(top, 2))), ((1, 4 if top > 6 else top),))
    for seat, cards in enumerate(taken):
        _score(v, seat, cards[: min(limit, int(v.held[seat]))])
    seats = range(len(taken))
    scene = shown(setting, v, [f"seat{seat}.score" for seat in seats], seats)
    return Picture(say("opening.goal", count=int(v.options.rounds)), (scene,), ("seat0.points",))


def _trick(setting: Setting) -> Picture:
    """§9 The led colour, low against high, until a trump comes; each card is laid in turn, the own one last."""
    v = _table(setting)
    v.leader = 1
    led, trump = 0, int(v.box.trump[0])
    others = [colour for colour in range(COLOURS) if colour not in (led, trump)]
    highest = int(v.box.highest[v.seats])
    cards: Cards = ((led, _high(v) + 1), (led, min(3, highest - 1)), (trump, 6), (others[0], 0), (others[1], 1))
    scenes = []
    for place, (colour, value) in enumerate(cards[: v.seats]):
        seat = (1 + place) % v.seats
        v.trick[seat] = colour * VALUES + min(value, highest)
        v.laid, v.turn = place + 1, (seat + 1) % v.seats
        v.held[seat] -= 1
        scenes.append(shown(setting, v, ("ring", "trick")))
    caption = say("opening.trick", trump=words.CARDS_OF.suit(trump), led=words.CARDS_OF.suit(led))
    taken = next(piece.id for piece in scenes[-1].zone("trick").pieces if Lit.WINNING in piece.lit)
    return Picture(caption, tuple(scenes), (taken,))


def _burst(setting: Setting) -> Picture:
    """§12 As many tricks as are allowed, and then another one."""
    v = _table(setting)
    limit, high = int(v.box.limit[v.seats]), _high(v)
    step = COLOURS if (high + 1) % COLOURS else 1  # from one card of a colour to the next, until all are taken
    places = [divmod(place, COLOURS) for place in range(limit + 1)]
    cards = [(colour, (high - colour - row * step) % (high + 1)) for row, colour in places]
    scenes = []
    for some in (cards[:-1], cards[-1:]):
        _score(v, 0, some)
        scenes.append(shown(setting, v, ("seat0.score",), (0,)))
    each = number_of("points", v.box.burst[v.seats])
    caption = say("opening.burst", tricks=number_of("tricks", limit), each=each)
    return Picture(caption, tuple(scenes), ("seat0.tricks", "seat0.points"))
