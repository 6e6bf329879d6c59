"""How an event reaches everybody: each viewer is told what it may know, in parts or as a whole."""

from __future__ import annotations

import pytest

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.lab.simulate import play_game
from fairdeal.play.telling import retold
from tests.play.test_sitting import dealt


def test_each_viewer_is_told_what_it_may_know() -> None:
    sitting = dealt(passing=True)
    sitting.play(0, "give R0")
    game, setting = sitting.game, sitting.setting
    [news] = retold(setting, sitting.events, 0, 1, SPECTATOR, since=2)
    lines = {viewer: news.lines(game, viewer, setting.catalogue(viewer)) for viewer in news.after}
    assert lines[0] == ("You put R0 aside for Seat 2.",)
    assert lines[1] == lines[SPECTATOR] == ("Seat 1 puts a card aside for Seat 2.",)
    assert news.told_text(game, 0) == "give R0"
    assert news.told_text(game, 1) == news.told_text(game, SPECTATOR) == "give ?"


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_a_story_can_be_told_in_parts(game: Game) -> None:
    sitting = play_game(game.setting(), "story", 0)

    def told(since: int) -> list[tuple[str | None, tuple[str, ...]]]:
        catalogue = sitting.setting.catalogue(0)
        parts = retold(sitting.setting, sitting.events, 0, since=since)
        return [(news.told_text(game, 0), news.lines(game, 0, catalogue)) for news in parts]

    whole = told(0)
    assert len(whole) == len(sitting.events)
    assert whole[7:] == told(7)
    assert any(lines for _, lines in whole)
