"""The page of hints: positions of a game between bots, each with what its seat would be told."""

from __future__ import annotations

import re

import pytest

from fairdeal import games
from fairdeal.contract.levels import Level
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.lab.hints import page, positions

QUICK = Level("quick", 2 if DEFAULT_MODE == "interpreted" else 60, frozenset())


@pytest.mark.parametrize("name", ["caster", "battle"])
def test_a_page_shows_as_many_positions_as_asked_for_and_the_same_again(name: str) -> None:
    setting = games.find(name).setting(options={"rounds": 1} if name == "caster" else None)
    told: list[tuple[int, int]] = []
    found = positions(setting, QUICK, 3, "page", lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert [position.number for position in found] == sorted({position.number for position in found})
    assert found == positions(setting, QUICK, 3, "page")
    text = page(setting, QUICK, found)
    assert text.count("\n## Seat ") == 3
    assert len(re.findall(r"^1\. [A-Z].*: .*\. (Wins|Scores) .*\.$", text, re.MULTILINE)) == 3
    for position in found:
        assert position.prompt in text
        assert position.hints[0].sentence in text
