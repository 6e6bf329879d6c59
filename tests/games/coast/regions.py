"""Positions of Craft My Coast in words, for tests: piles, placements and regions written as on the page."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairdeal.contract.game import Setting, list_legal, new_view
from fairdeal.engine import chance, kernel
from fairdeal.games.coast import GAME, rules, words
from fairdeal.games.coast.data import CARD_NAMES

TERRITORIES = [f"T{number:02}" for number in range(1, 16)]
EXAMPLE = (
    "T14 0 -1,2 | T13 90 0,4 | T04 0 1,1 | T09 90 0,-1 | T02 90 0,-2 | "
    "T07 270 -1,3 | T11 180 -2,2 | T08 180 2,1 | T01 0 -1,-1 | T12 270 -2,3"
)
EXAMPLE_REGION = """
~ ~ ~ ~ S I I S ~
~ . P ~ P S M . ~
. S M P . S . T P
P P F T T M . M F
~ ~ T F S I P . ~
~ ~ ~ . P ~ ~ ~ ~
~ ~ ~ I F ~ ~ ~ ~
"""


def setting(seats: int = 1, **options: Any) -> Setting:
    return GAME.setting(seats, options)


def carry_out(s: Any, text: str) -> None:
    rules.deal(s, words.outcome(s, text))


def act(s: Any, seat: int, text: str) -> None:
    action = words.action(text)
    assert action in list_legal(rules, s, seat), f"{text} is not legal"
    rules.play(s, seat, action)


def pile(tops: str) -> str:
    """Write a pile with these cards on top and the others in ascending order."""
    first = tops.split()
    return " ".join([*first, *(card for card in TERRITORIES if card not in first)])


def dealt(seats: int = 1, tops: str = "", agendas: str = "FMSIPT", **options: Any) -> Any:
    """A state in which agendas and piles are dealt."""
    s = setting(seats, **options).new_state()
    carry_out(s, " ".join(["agendas", *agendas[:seats]]))
    for seat in range(seats):
        carry_out(s, f"pile {seat} {pile(tops)}")
    return s


def playing(
    seats: int = 1, tops: str = "", arrange: str = "arrange C1 C2 C3", agendas: str = "FMSIPT", **options: Any
) -> Any:
    """A state just after the common start."""
    s = dealt(seats, tops, agendas, **options)
    for seat in range(seats):
        act(s, seat, arrange)
    carry_out(s, "begin")
    return s


def holding(card: str, seats: int = 1, **options: Any) -> Any:
    """A state in which seat 0 has drawn this card."""
    s = playing(seats, card, **options)
    act(s, 0, "draw")
    return s


def draw_and_place(s: Any, seat: int, times: int = 1) -> None:
    """Draw and take the first legal placement, so many times."""
    for _ in range(times):
        act(s, seat, "draw")
        act(s, seat, legal(s, seat)[0])


def example(agendas: str = "FMSIPT", seats: int = 1, **options: Any) -> Any:
    """The page's worked example in seat 0, before the end."""
    steps = [step.split(" ", 1) for step in EXAMPLE.split(" | ")]
    tops = [card for card, _ in steps] + ["T06", "T05", "T10"]
    s = playing(seats, " ".join(tops), agendas=agendas, **options)
    for card, place in steps:
        act(s, 0, "draw")
        assert CARD_NAMES[s.hand[0]] == card
        act(s, 0, f"place {place}")
    return s


def random_step(s: Any, rng: chance.Rng) -> tuple[int, int]:
    """Let the next actor act at random; return who it was and the action, NOBODY for the dealer's."""
    who, _ = rules.tempo(s, rng)
    if who == kernel.DEALER:
        out = np.empty(rules.MOST_OUTCOME, np.int16)
        rules.deal(s, out[: rules.draw(s, rng, out)])
        return kernel.DEALER, kernel.NOBODY
    actions = list_legal(rules, s, who)
    action = actions[chance.below(rng, len(actions))]
    rules.play(s, who, action)
    return int(who), action


def random_position(seats: int, number: int, events: int, **options: Any) -> Any:
    """A state after so many events of a numbered random game, or at its end."""
    s = setting(seats, **options).new_state()
    rng = chance.numbered("coast", number)
    for _ in range(events):
        if rules.actors(s):
            random_step(s, rng)
    return s


def region(s: Any, seat: int = 0) -> str:
    """Draw a region as the page does."""
    rows = range(s.top[seat], s.bottom[seat] + 1)
    cols = range(s.leftmost[seat], s.rightmost[seat] + 1)
    return "\n".join(" ".join(letter(s, seat, row, col) for col in cols) for row in rows)


def letter(s: Any, seat: int, row: int, col: int) -> str:
    return "FMSIPT."[rules.icon_at(s, seat, row, col)] if s.region[seat, row, col] >= 0 else "~"


def points(s: Any) -> list[int]:
    out = np.zeros(8, np.int64)
    GAME.rules.points(s, out)
    return [int(number) for number in out[: s.seats]]


def shares(s: Any) -> list[float]:
    out = np.zeros(8)
    GAME.rules.winners(s, out)
    return [float(share) for share in out[: s.seats]]


def legal(s: Any, seat: int) -> list[str]:
    return [words.text(action) for action in list_legal(rules, s, seat)]


def why_not(s: Any, seat: int, text: str) -> str:
    v = new_view(GAME, s, seat)
    message = words.why_not(v, seat, words.action(text))
    catalogue = GAME.setting(int(s.seats)).catalogue(seat)
    return catalogue.render(message) if message else ""
