"""Regret in endgames: nothing is given away by who sees all, what is kept is read again, and refusals are clear."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fairdeal import games
from fairdeal.bots.player import Player
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.errors import FairdealError
from fairdeal.lab import regret
from fairdeal.lab.regret import Measured, Regret, Solver, endgames, file_of, measure, read, section, write
from fairdeal.lab.simulate import Average
from oh_hell import GAME as OH_HELL

compiled_only = pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="too slow when interpreted")


@compiled_only
def test_where_all_is_open_every_world_is_worth_the_same() -> None:
    """At the end of a battle nothing is hidden, so one world says as much as three."""
    setting = games.find("battle").setting(2)
    player, solver = Player(setting.game), Solver(setting)
    for position, _ in zip(endgames(setting, player, 1, "open"), range(3), strict=False):
        if int(position.view.left) == 0:
            again = solver.worths(position.view, position.seat, len(position.legal), 3, "other worlds")
            assert position.worths["minimax"] == pytest.approx(again["minimax"])


@compiled_only
def test_more_thought_gives_less_away() -> None:
    setting = games.find("battle").setting(2)
    found = {each.level: each for each in measure(setting, 12, 10, "thought").regrets}
    assert found["random"].regret.mean > found[setting.game.levels[-1].name].regret.mean
    assert all(each.others == "minimax" and each.regret.mean >= 0.0 for each in found.values())


@compiled_only
def test_with_more_seats_the_others_play_for_themselves_or_all_against_one() -> None:
    setting = games.find("battle").setting(3)
    position = next(endgames(setting, Player(setting.game), 5, "three"))
    assert set(position.worths) == {"max^n", "paranoid"}
    assert np.all(position.worths["paranoid"] <= position.worths["max^n"] + 1e-9)


@compiled_only
@pytest.mark.parametrize("vain", [49, 50])
def test_games_without_an_endgame_are_passed_over_until_patience_ends(
    vain: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting = games.find("battle").setting(2)
    played, choices = iter(range(100)), regret._choices
    monkeypatch.setattr(regret, "_choices", lambda *given: [] if next(played) < vain else choices(*given))
    found = endgames(setting, Player(setting.game), 1, "rare")
    if vain < 50:
        assert next(found).games == vain + 1
    else:
        with pytest.raises(FairdealError, match="has no endgames that are solved exactly"):
            next(found)


def test_a_game_without_endgames_is_refused() -> None:
    with pytest.raises(FairdealError, match="has no endgames that are solved exactly"):
        Solver(OH_HELL.setting(3))


def test_what_was_measured_is_kept_and_printed(tmp_path: Path) -> None:
    game = games.find("battle")
    each = Regret("hard", "minimax", 0.75, Average(0.0123, 0.01, 0.02))
    measured = Measured(2, 40, 50, 90, (each,))
    write(file_of(tmp_path, game, 2), measured)
    assert read(file_of(tmp_path, game, 2)) == measured
    lines = section(tmp_path, game)
    assert "| 2 | hard | minimax | 75 % | 1.23 % | 1.00 to 2.00 | 40 | 90 | 50 |" in lines
    assert section(tmp_path, games.find("caster")) == []


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"seats": "two"}', "utf-8")
    with pytest.raises(FairdealError, match=r"x\.json is no measurement of endgames: "):
        regret.read(path)
