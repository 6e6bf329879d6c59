"""Positions with a choice are found by playing, and a player is loaded by choosing in one."""

from __future__ import annotations

import pytest

from fairdeal import games
from fairdeal.bots.choices import choices, first_choice, loaded
from fairdeal.bots.player import Player
from fairdeal.bots.searcher import Search
from fairdeal.engine.chance import numbered
from fairdeal.play.sitting import Sitting


@pytest.mark.parametrize("name", games.NAMES)
def test_the_first_choice_is_the_first_of_a_game(name: str) -> None:
    sitting, seat = first_choice(games.find(name))
    assert seat in sitting.actors
    assert len(sitting.legal(seat)) > 1
    again = Sitting(sitting.setting)
    for event in sitting.events:
        legal = [] if event.seat is None else again.legal(event.seat)
        assert len(legal) <= 1, "there was a choice before"
        again.redo(event)


def test_every_choice_of_a_game_is_named_before_it_is_made() -> None:
    sitting = Sitting(games.find("caster").setting(3, {"rounds": 1}))
    named = []
    for seat in choices(sitting, numbered("choices", 0), lambda seat: sitting.legal(seat)[0]):
        named.append((len(sitting.events), seat))
        assert len(sitting.legal(seat)) > 1
    assert sitting.is_over
    made = Sitting(sitting.setting)
    found = []
    for number, event in enumerate(sitting.events):
        if event.seat is not None and len(made.legal(event.seat)) > 1:
            found.append((number, event.seat))
        made.redo(event)
    assert named == found


def test_a_player_is_loaded_by_a_search_that_weighs_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []

    class Watched(Search):
        def _run(self, *given: object) -> object:  # type: ignore[override]
            told.append(len(given[2]))  # type: ignore[arg-type]
            return super()._run(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("fairdeal.bots.player.Search", Watched)
    game = games.find("battle")
    assert isinstance(loaded(game), Player)
    assert told
    assert all(count > 0 for count in told)
