"""Card Game Traders as numbers: each stands where it is said to stand, and says what the view says."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import new_view
from fairdeal.games.traders import GAME, abilities, rules
from fairdeal.games.traders.abilities import HALF_NAMES, HALVES, KINDS
from fairdeal.laws.walks import positions
from tests.games.traders.tables import counts, setting, table, values


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


def test_a_table_laid_out_by_hand_is_written_as_its_players_would_read_it() -> None:
    s = table(
        ["1 1 4", "2 7 7 7"],
        row="V1a V1b D1a X1a M1b W1a L1b",
        meta="3 1 2 1 5 1 1",
        market="1 1 2 5 6",
        deck="7 3 3",
        size=4,
        first=1,
        closing=True,
    )
    s.phase, s.played, s.power, s.acting = rules.BUYING, 3, 5, HALF_NAMES.index("D1a")
    s.holding[0] = 1
    numbers = iter(observed(new_view(GAME, s, 0), 0).astype(int).tolist())
    first, second, *_, fourth, fifth, _, _ = [list(islice(numbers, 11 + HALVES)) for _ in range(KINDS)]
    # Pile, value, final value, price less 2 for D1a, Market, held back; drawn, removed, packet, choice; played.
    assert first[:11] == [3, 4, 3, 2, 2, 1, 0, 0, 0, 0, 0]
    assert second[:11] == [1, 1, 2, 1, 1, 0, 0, 0, 0, 0, 0]
    assert fourth[:11] == [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1]
    assert fifth[:11] == [5, 5, 5, 3, 1, 0, 0, 0, 0, 0, 0]
    assert [kind[11:].index(1) for kind in (first, second)] == [HALF_NAMES.index("V1a"), HALF_NAMES.index("V1b")]
    own, left, *nobody = [list(islice(numbers, 5 + KINDS)) for _ in range(rules.SEATS)]
    assert own == [3, 1, 0, 0, 0, *counts("1 1 4")]
    assert left == [4, 0, 1, 0, 0, *counts("")], "a hand that nobody has shown"
    assert not any(map(any, nobody))
    assert list(islice(numbers, 6)) == [3, 4, 5, 0, 1, 0], "deck, Market size, power, bought, closing, passes"
    assert list(numbers) == [*ones(rules.PHASES, rules.BUYING), *ones(HALVES, HALF_NAMES.index("D1a"))]
