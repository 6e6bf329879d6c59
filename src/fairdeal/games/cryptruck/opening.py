"""Cryptruck in three pictures: blocks times colours, the lead is for sale, a fourth block crashes the price."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from fairdeal.contract.game import Setting
from fairdeal.contract.scene import Picture
from fairdeal.engine.plain import interpreted
from fairdeal.games.cryptruck import words
from fairdeal.kit.opening import shown
from fairdeal.kit.words import number_of
from fairdeal.language.messages import say

rules = interpreted("fairdeal.games.cryptruck.rules")

ALL_CARDS = -1  # as a set


def opening(setting: Setting) -> tuple[Picture, ...]:
    """Show the goal, a sale, and, where there are too many blocks for their colours to count, a crash."""
    v = _table(setting)
    crashes = len(_blocks(v)) > v.box.few
    return (_goal(setting), _sale(setting), *([_crash(setting)] * bool(crashes)))


def _table(setting: Setting) -> Any:
    """Lay out a table at its first trick, with the first colours of the box."""
    v = setting.new_state()
    v.in_use = (1 << setting.seats) - 1 | 1 << rules.WHITE
    v.phase = rules.REVEALING
    v.first = v.turn = 1
    v.turned = words.CARDS_OF.members(v.box.cards[0])[0]
    v.held[: v.seats] = rules.TRICKS
    return v


def _blocks(v: Any) -> list[int]:
    return _spread(v, int(v.box.blocks))


def _spread(v: Any, some: int) -> list[int]:
    """List some cards of the colours in use but the one turned up: one of each colour, then a second one, and so on."""
    colours = [colour for colour in range(rules.COLOURS) if v.in_use >> colour & 1]
    by_colour = [words.CARDS_OF.members(v.box.cards[colour] & some) for colour in colours]
    return [card for cards in itertools.zip_longest(*by_colour) for card in cards if card not in (None, v.turned)]


def _win(v: Any, seat: int, cards: Sequence[int]) -> None:
    for card in cards:
        v.blocks[seat] |= 1 << card


def _goal(setting: Setting) -> Picture:
    """§15 §16 Blocks of several colours come in one by one; another seat has two of one colour."""
    v = _table(setting)
    cards, few = _blocks(v), int(v.box.few)
    own, rest = cards[:few], cards[few:]
    _win(v, 1, [card for card in rest if rules.colour_of(card) == rules.colour_of(rest[0])])
    scenes = []
    for some in [[card] for card in own] or [[]]:
        _win(v, 0, some)
        scenes.append(shown(setting, v, ("seat0.blocks", "seat1.blocks"), (0, 1)))
    return Picture(say("opening.goal", count=int(v.options.rounds)), tuple(scenes), ("seat0.points",))


def _sale(setting: Setting) -> Picture:
    """§9 §10 Another seat shows a card, this one wants it, gives a card for it and leads it."""
    v = _table(setting)
    v.revealed = (_blocks(v) or _spread(v, ALL_CARDS))[0]
    cards = [card for card in _spread(v, ALL_CARDS) if card != v.revealed][: rules.TRICKS]
    v.hand[0] = sum(1 << card for card in cards)
    v.held[1] -= 1
    v.phase, v.wanted, v.leader, v.turn = rules.GIVING, 1, 0, 0
    hands = ("seat0.hand", "seat1.hand")
    asked = shown(setting, v, ("revealed", *hands), (0, 1))
    sold, gift = int(v.revealed), cards[0]
    rules.play(v, 0, rules.GIVE + gift)
    led = shown(setting, v, ("trick", *hands), (0, 1))
    return Picture(say("opening.sale"), (asked, led), (words.CARDS_OF.texts[sold], words.CARDS_OF.texts[gift]))


def _crash(setting: Setting) -> Picture:
    """§15 As many blocks as their colours count of, and then another one."""
    v = _table(setting)
    cards = _blocks(v)[: int(v.box.few) + 1]
    scenes = []
    for some in (cards[:-1], cards[-1:]):
        _win(v, 0, some)
        scenes.append(shown(setting, v, ("seat0.blocks",), (0,)))
    caption = say("opening.crash", blocks=len(cards), each=number_of("points", v.box.each), none=int(v.box.none))
    return Picture(caption, tuple(scenes), ("seat0.round", "seat0.points"))
