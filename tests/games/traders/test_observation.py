"""Card Game Traders as numbers: each stands where it is said to stand, and says what the view says."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairdeal.contract.game import new_view
from fairdeal.engine.observed import names_of
from fairdeal.games.traders import GAME, abilities, rules
from fairdeal.games.traders.abilities import HALF_NAMES, KINDS
from tests.games.traders.tables import table, values


def observed(v: Any, seat: int) -> dict[str, int]:
    out = np.full(GAME.rules.OBSERVATION, 99, np.uint8)
    GAME.rules.observe(v, seat, out)
    return dict(zip(names_of(GAME.rules), out.tolist(), strict=True))


def by_kind(seen: dict[str, int], name: str) -> list[int]:
    return [seen[f"{name}[{kind}]"] for kind in range(KINDS)]


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
    seen = observed(new_view(GAME, s, 0), 0)
    assert by_kind(seen, "meta") == [3, 1, 2, 1, 5, 1, 1]
    assert by_kind(seen, "market") == [2, 1, 0, 0, 1, 1, 0]
    assert by_kind(seen, "holding") == [1, 0, 0, 0, 0, 0, 0]
    assert by_kind(seen, "value") == values(s)
    assert by_kind(seen, "final_value") == values(s, abilities.AT_END)
    assert by_kind(seen, "price")[:2] == [2, 1], "less 2 for D1a, and never below 1"
    assert [seen[f"hand[+0,{kind}]"] - 1 for kind in range(KINDS)] == [2, 0, 0, 1, 0, 0, 0]
    assert [seen[f"hand[+1,{kind}]"] - 1 for kind in range(KINDS)] == [-1] * KINDS, "a hand that nobody has shown"
    assert (seen["held[+0]"], seen["held[+1]"], seen["turn is +0"], seen["first is +1"]) == (3, 4, 1, 1)
    assert (seen["deck_size"], seen["options.market"], seen["power"], seen["closing"]) == (3, 4, 5, 1)
    assert seen[f"phase is {rules.BUYING}"] == seen["played is 3"] == 1
    assert seen[f"acting is {HALF_NAMES.index('D1a')}"] == seen[f"ability[1] is {HALF_NAMES.index('V1b')}"] == 1
