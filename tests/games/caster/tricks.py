"""Positions of CASTER in words, for tests: hands and tricks written as cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairdeal.contract.game import Setting, list_legal, new_view, points_of, shares_of
from fairdeal.engine import chance
from fairdeal.games.caster import GAME, rules, words

Hands = list[str]


def setting(seats: int = 4, rounds: int = 3, passing: bool = False) -> Setting:
    return GAME.setting(seats, {"rounds": rounds, "passing": passing})


def dealt(seats: int = 4, first: int = 0, rounds: int = 3, passing: bool = False, number: int = 0) -> Any:
    """A state after the deal of a numbered game."""
    s = setting(seats, rounds, passing).new_state()
    carry_out(s, f"start {first}")
    deck = np.empty(rules.MOST_OUTCOME, np.int16)
    count = rules.draw(s, chance.numbered("caster", number), deck)
    rules.deal(s, deck[:count])
    return s


def holding(hands: Hands, first: int = 0, rounds: int = 1) -> Any:
    """A state late in a round: only these cards are left, all others were never seen."""
    s = dealt(len(hands), first, rounds)
    s.hand[:] = 0
    for seat, hand in enumerate(hands):
        for name in hand.split():
            number = words.CARDS_OF.numbers[name]
            s.hand[seat, number // rules.VALUES] |= 1 << number % rules.VALUES
        s.held[seat] = len(hand.split())
    return s


def carry_out(s: Any, text: str) -> None:
    rules.deal(s, words.outcome(s, text))


def act(s: Any, seat: int, text: str) -> None:
    action = words.action(text)
    assert action in list_legal(rules, s, seat), f"{text} is not legal"
    rules.play(s, seat, action)


def play_trick(s: Any, cards: str) -> int:
    """Play the cards in turn; return the taker."""
    for name in cards.split():
        act(s, int(s.turn), f"play {name}")
    return int(s.leader)


def after_trick(cards: str) -> tuple[str, int]:
    """Play a last trick with these cards; return the one that took it and the points."""
    names = cards.split()
    s = holding(names)
    taker = play_trick(s, cards)
    return names[taker], points(s)[taker]


def points(s: Any) -> list[int]:
    return points_of(GAME, s)


def shares(s: Any) -> list[float]:
    return shares_of(GAME, s)


def legal(s: Any, seat: int) -> list[str]:
    return [words.text(action) for action in list_legal(rules, s, seat)]


def why_not(s: Any, seat: int, text: str) -> str:
    v = new_view(GAME, s, seat)
    message = words.why_not(v, seat, words.action(text))
    catalogue = GAME.setting(int(s.seats)).catalogue(seat)
    return catalogue.render(message) if message else ""


def card_texts(sets: Any) -> list[str]:
    """Sets of values as cards."""
    return [words.CARDS_OF.texts[card] for card in words.cards_in(sets)]
