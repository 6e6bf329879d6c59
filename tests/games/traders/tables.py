"""Positions of Card Game Traders in words, for tests: places written as lists of kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairdeal.contract.game import Setting, list_legal, new_view, points_of, shares_of
from fairdeal.games.traders import GAME, abilities, names, rules, words
from fairdeal.games.traders.abilities import HALF_NAMES, KINDS

PLAIN = " ".join(["V1b"] * KINDS)  # in play these do nothing; as a row they could never be drawn
WORTHLESS = " ".join(["D1a"] * KINDS)  # and these change no value, neither in play nor at the end
DRAWN = "abilities V1a X1a D1a V2b M1b W1a L1b R1b V3b X2b A1a A2a"
ONES = "1 1 1 1 1 1 1"


def setting(seats: int = 2, size: int = 6, row: str = "random") -> Setting:
    return GAME.setting(seats, {"market": size, "abilities": row})


def counts(cards: str) -> list[int]:
    """Count cards by kind: `1 1 3` has two of kind 1."""
    names = cards.split()
    return [names.count(str(kind + 1)) for kind in range(KINDS)]


def cards(found: Any) -> str:
    """Write counts by kind as cards, the inverse of `counts`."""
    return " ".join(str(card.what) for card in names.card_numbers(found))


def table(
    hands: Sequence[str],
    row: str = PLAIN,
    meta: str = ONES,
    market: str = "",
    deck: str = "",
    size: int = 6,
    first: int = 0,
    turn: int = 0,
    closing: bool = False,
) -> Any:
    """A turn about to begin. `meta` lists the piles' counts, `deck` its cards from the top; no other card exists."""
    s = setting(len(hands), size).new_state()
    s.ability[:] = [HALF_NAMES.index(half) for half in row.split()]
    abilities.settle_values(s)
    s.meta[:] = [int(count) for count in meta.split()]
    s.market[:] = counts(market)
    lay_deck(s, deck)
    for seat, hand in enumerate(hands):
        s.hand[seat] = counts(hand)
        s.held[seat] = len(hand.split())
    s.first, s.turn, s.closing, s.phase = first, turn, closing, rules.PLAYING
    print_cards(s)
    return s


def lay_deck(s: Any, deck: str) -> None:
    names = deck.split()
    s.deck[:] = rules.NO_CARD
    s.deck[: len(names)] = [int(name) - 1 for name in reversed(names)]
    s.deck_size = len(names)


def print_cards(s: Any) -> None:
    """Let the box hold exactly the cards on the table."""
    s.box.quantity[:] = s.meta + s.market + s.removed + s.drawn + s.hand.sum(0) + s.packet.sum(0) + counts(deck_of(s))


def deck_of(s: Any) -> str:
    """List the deck from the top."""
    return " ".join(str(int(kind) + 1) for kind in s.deck[: s.deck_size][::-1])


def main_deck() -> list[str]:
    """All 56 main cards, from kind 1 to kind 7."""
    return [str(kind + 1) for kind in range(KINDS) for _ in range(11 - kind)]


def dealt(seats: int = 2, size: int = 6, deck: Sequence[str] | None = None, first: int = 0, row: str = "random") -> Any:
    """A draft about to begin."""
    s = setting(seats, size, row).new_state()
    carry_out(s, DRAWN if row == "random" else f"abilities {row.replace(',', ' ')}")
    carry_out(s, f"deal {' '.join(deck or main_deck())}")
    carry_out(s, f"start {first}")
    return s


def drafted(seats: int = 2, size: int = 6, deck: Sequence[str] | None = None, first: int = 0) -> Any:
    """The first turn, after a draft in which everybody took the lowest card."""
    s = dealt(seats, size, deck, first)
    while s.phase != rules.PLAYING:
        for seat in range(seats):
            act(s, seat, legal(s, seat)[0])
    return s


def carry_out(s: Any, text: str) -> None:
    outcome = words.outcome(s, text)
    assert words.outcome_text(s, outcome) == text
    rules.deal(s, outcome)


def act(s: Any, seat: int, *texts: str) -> None:
    for text in texts:
        action = words.action(text)
        assert action in list_legal(rules, s, seat), f"{text} is not legal, but {legal(s, seat)}"
        rules.play(s, seat, action)


def legal(s: Any, seat: int = 0) -> list[str]:
    return [words.text(action) for action in list_legal(rules, s, seat)]


def values(s: Any, moment: int = abilities.IN_PLAY) -> list[int]:
    return [int(abilities.value(s, kind, moment)) for kind in range(KINDS)]


def points(s: Any) -> list[int]:
    return points_of(GAME, s)


def shares(s: Any) -> list[float]:
    return shares_of(GAME, s)


def why_not(s: Any, seat: int, text: str) -> str:
    v = new_view(GAME, s, seat)
    message = words.why_not(v, seat, words.action(text))
    return setting(int(s.seats)).catalogue(seat).render(message) if message else ""


# --- for the laws ----------------------------------------------------------------------------------------------------
