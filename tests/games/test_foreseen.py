"""What chance may do next, number by number, is what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from fairdeal.contract.game import Setting
from fairdeal.contract.rules import State
from fairdeal.engine.chance import Rng, fraction, numbered
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE
from fairdeal.laws.walks import positions
from tests.conformance.subjects import SUBJECTS

BINS = 8
DRAWS = 30 if DEFAULT_MODE == "interpreted" else 200
LEAST = 1e-6
ROW = "V1a,D1b,V2b,X1a,M1b,W1a,L1b"
SETTINGS: list[tuple[str, int, Mapping[str, Any]]] = [
    ("caster", 3, {"rounds": 1}),
    ("cryptruck", 2, {"rounds": 1, "colours": "random"}),
    ("traders", 2, {}),
    ("traders", 2, {"abilities": ROW}),
    ("battle", 2, {"match": 2}),
    ("oh_hell", 3, {"tricks": 2}),
]


def moments(setting: Setting) -> list[State]:
    """List the first states of a game in which chance does something of its own."""
    found: dict[Any, State] = {}
    for s in positions(setting, "foreseen"):
        if setting.game.rules.actors(s) == 1 << DEALER:
            kind = (int(s.phase), int(s.games_played > 0) if "games_played" in s.dtype.names else 0)
            found.setdefault(kind, s)
    return list(found.values())


def places(rules: Any, s: State, rng: Rng, luck: Rng) -> list[float]:
    """Draw an outcome and say of each number where it lies among all that could have come, from 0 to 1."""
    outcome = np.zeros(rules.MOST_OUTCOME, np.int16)
    size, found = rules.draw(s, rng, outcome), []
    for count in range(size + 1):
        weights = np.zeros(rules.MOST_NUMBER + 1, np.int64)
        total = rules.weigh_next(s, outcome, count, weights)
        if count == size:
            assert total == 0, "the outcome is whole"
            break
        assert (weights >= 0).all()
        assert total == weights.sum()
        own = weights[outcome[count]]
        assert own > 0, f"{outcome[count]} came after {outcome[:count]}"
        found.append((weights[: outcome[count]].sum() + fraction(luck) * own) / total)
    return found


@pytest.mark.parametrize(("name", "seats", "options"), SETTINGS)
def test_every_number_comes_as_often_as_it_is_weighed(name: str, seats: int, options: Mapping[str, Any]) -> None:
    """A number lies anywhere among those that could have come, each place as likely, if they are weighed right."""
    setting = SUBJECTS[name].game.setting(seats, options)
    luck = numbered("places", 0)
    for s in moments(setting):
        drawn = [places(setting.game.rules, s, numbered("foreseen", n), luck) for n in range(DRAWS)]
        for these in (np.concatenate(drawn), [first for first, *_ in drawn], [place for *_, place in drawn]):
            counts, _ = np.histogram(these, BINS, (0.0, 1.0))
            assert chisquare(counts).pvalue > LEAST
