"""Card Game Traders as numbers: each stands where it is said to stand, and says what the view says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import new_view
from fairdeal.games.traders import GAME, abilities, rules
from fairdeal.games.traders.abilities import HALVES, KINDS
from fairdeal.laws.walks import positions
from tests.games.traders.tables import setting, values


def observed(v: Any, seat: int) -> Any:
    out = np.full(rules.OBSERVATION, -99, np.float32)
    rules.observe(v, seat, out)
    return out


def ones(size: int, place: int) -> list[int]:
    return [int(number == place) for number in range(size)]


def of_kind(v: Any, seat: int, kind: int) -> list[int]:
    """Pile, value, final value, price, Market, held back, drawn, removed, own packet, own choice; played, ability."""
    worth = values(v)[kind], values(v, abilities.AT_END)[kind], rules.price(v, kind, v.bought)
    rows = v.market[kind], v.holding[kind], max(0, v.drawn[kind]), v.removed[kind], v.packet[seat, kind]
    is_own, is_played = v.chosen[seat] == kind, v.played == kind
    return [v.meta[kind], *worth, *rows, is_own, is_played, *ones(HALVES, v.ability[kind])]


def of_seat(v: Any, seat: int, other: int) -> list[int]:
    """Hand size, whether it is its turn, first, still choosing, looked at; its known cards."""
    known = v.hand[other] if v.hand[other, 0] >= 0 else v.shown[other]
    asked = v.turn == other, v.first == other, v.waiting >> other & 1, rules.has_looked(v, seat, other)
    return [v.held[other], *asked, *known]


def expected(v: Any, seat: int) -> list[int]:
    kinds = [number for kind in range(KINDS) for number in of_kind(v, seat, kind)]
    around = [(seat + step) % int(v.seats) for step in range(int(v.seats))]
    seats = [number for other in around for number in of_seat(v, seat, other)]
    nobody = [0] * ((rules.SEATS - int(v.seats)) * rules.NUMBERS_BY_SEAT)
    table = [v.deck_size, v.options.market, v.power, v.bought, v.closing, v.passes]
    return [*kinds, *seats, *nobody, *table, *ones(rules.PHASES, v.phase), *ones(HALVES, v.acting)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_is_written_number_by_number(seats: int) -> None:
    found = positions(setting(seats), "observed")
    for s in [*found[::11], found[-1]]:
        for seat in range(seats):
            v = new_view(GAME, s, seat)
            assert observed(v, seat).tolist() == [float(number) for number in expected(v, seat)]
