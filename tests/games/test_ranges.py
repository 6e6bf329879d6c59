"""The ranges of data files: the game's own file is within them, and just outside there is one sentence."""

from __future__ import annotations

import pytest

from fairdeal import games
from fairdeal.errors import BadData
from fairdeal.laws.subject import changed
from tests.games.varied import just_outside

WITH_FORM = [game.name for game in games.all_games() if game.data_form is not None]


@pytest.mark.parametrize("name", WITH_FORM)
def test_a_number_just_outside_is_refused_with_key_value_and_range(name: str) -> None:
    game = games.find(name)
    tried = list(just_outside(game))
    assert tried
    for way, value, (low, high) in tried:
        with pytest.raises(BadData) as refused:
            game.setting(data=changed(game.own_data, {way: value}))
        key = next(step for step in reversed(way.split(".")) if not step.isdecimal())
        sentence = str(refused.value)
        assert key in sentence
        assert sentence.endswith(f" must be a whole number from {low} to {high}, not {value}.")


@pytest.mark.parametrize("name", WITH_FORM)
def test_every_key_of_a_data_file_has_a_meaning(name: str) -> None:
    game = games.find(name)
    assert game.data_form is not None
    meanings = {entry.meaning for entry in game.data_form.entries()}
    assert {key for key in game.voice.own() if key.startswith("meaning.")} == meanings


@pytest.mark.parametrize("name", WITH_FORM)
def test_the_games_own_file_has_no_fault_and_differs_in_nothing(name: str) -> None:
    game = games.find(name)
    assert game.data_form is not None
    assert game.data_form.faults(game.own_data) == []
    assert game.data_form.differences(game.own_data, game.own_data) == []
