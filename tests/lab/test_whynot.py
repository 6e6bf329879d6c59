"""Why not: every reason of a game's catalogue is given to somebody who tries things."""

from __future__ import annotations

import pytest

from fairdeal import games
from fairdeal.lab.whynot import examples


@pytest.mark.parametrize("name", games.NAMES)
def test_the_reasons_of_the_catalogue_are_given(name: str) -> None:
    game = games.find(name)
    found = examples(game)
    reasons = {key for key in game.voice.own() if key.startswith("why.")}
    given = {example.key for example in found if not example.key.startswith("usual.")}
    assert given <= reasons
    assert len(reasons - given) <= 1  # one of a rare phase may not come up in so few games
    for example in found:
        assert "§" in example.reason
        assert example.reason.endswith(".")
