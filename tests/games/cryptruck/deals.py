"""Positions of Cryptruck in words, for tests: hands, tricks and gifts written as cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fairdeal.contract.game import Setting, list_legal, new_view, points_of, shares_of
from fairdeal.engine import chance
from fairdeal.games.cryptruck import GAME, rules, words
from fairdeal.games.cryptruck.subject import card_texts as card_texts
from fairdeal.language.messages import Message

PLAYERS = {0: "Ann", 1: "Bob", 2: "Cleo", 3: "Dan", 4: "Eve"}


def setting(seats: int = 3, rounds: int = 3, colours: str = "first") -> Setting:
    return GAME.setting(seats, {"rounds": rounds, "colours": colours})


def started(seats: int = 3, first: int = 0, rounds: int = 3) -> Any:
    """A table that awaits its first deal."""
    s = setting(seats, rounds).new_state()
    carry_out(s, f"start {first}")
    return s


def dealt(seats: int = 3, first: int = 0, rounds: int = 3, number: int = 0) -> Any:
    """A state after the deal of a numbered game."""
    s = started(seats, first, rounds)
    deck = np.empty(rules.MOST_OUTCOME, np.int16)
    count = rules.draw(s, chance.numbered("cryptruck", number), deck)
    rules.deal(s, deck[:count])
    return s


def holding(hands: Sequence[str], turned: str = "G0", first: int = 0, rounds: int = 1) -> Any:
    """A state late in the last round but `rounds`: only these cards are left in hands; nobody has seen the others."""
    s = dealt(len(hands), first, rounds)
    s.in_use = 0b111111
    s.hand[:] = 0
    for seat, hand in enumerate(hands):
        s.hand[seat] = cards(hand)
        s.held[seat] = len(hand.split())
    s.turned = words.CARDS_OF.numbers[turned]
    s.tricks_played = rules.TRICKS - int(s.held.max())
    return s


def cards(names: str) -> int:
    """A set of cards, written as their names."""
    return sum(1 << words.CARDS_OF.numbers[name] for name in names.split())


def carry_out(s: Any, text: str) -> None:
    rules.deal(s, words.outcome(s, text))


def act(s: Any, seat: int, text: str) -> None:
    action = words.action(text)
    assert action in list_legal(rules, s, seat), f"{text} is not legal"
    rules.play(s, seat, action)


def acts(s: Any, *texts: str) -> None:
    """Let whose turn it is act, one after another."""
    for text in texts:
        act(s, int(s.turn), text)


def lead(s: Any, card: str) -> None:
    """Reveal a card that nobody wants."""
    acts(s, f"reveal {card}", *["decline"] * (int(s.seats) - 1))


def play_trick(s: Any, names: str) -> int:
    """Lead the first card, play the others in turn; return the taker."""
    first, *others = names.split()
    lead(s, first)
    acts(s, *(f"play {name}" for name in others))
    return int(s.first)


def taker(names: str, turned: str) -> str:
    """Which of these cards, played in this order, takes the trick."""
    hands = names.split()
    return hands[play_trick(holding(hands, turned), names)]


def points(s: Any) -> list[int]:
    return points_of(GAME, s)


def shares(s: Any) -> list[float]:
    return shares_of(GAME, s)


def legal(s: Any, seat: int) -> list[str]:
    return [words.text(action) for action in list_legal(rules, s, seat)]


def why_not(s: Any, seat: int, text: str) -> str:
    message = words.why_not(new_view(GAME, s, seat), seat, words.action(text))
    return said([message], seat)[0] if message else ""


def said(messages: Sequence[Message], listener: int | None = None) -> list[str]:
    catalogue = setting().catalogue(listener, PLAYERS)
    return [catalogue.render(message) for message in messages]
