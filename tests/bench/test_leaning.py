"""How the network of two-seat Cryptruck is trained, as tiny as can be: games, what they teach, and the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.learned import train_leaning
from bench.learned.leaning import MOST_ACTIVE, new_network
from bench.learned.train import keep
from bench.learned.train_leaning import Trainer, run
from fairdeal.bots import foresight
from fairdeal.games.cryptruck import GAME
from fairdeal.games.cryptruck.intuition import CARDS, INPUTS

HIDDEN = 8


@pytest.fixture
def trainer(monkeypatch: pytest.MonkeyPatch) -> Trainer:
    monkeypatch.setattr(train_leaning, "GAMES", 2)
    return Trainer(GAME.in_mode("interpreted"), HIDDEN)


def test_a_choice_is_written_down_with_what_its_seat_knew_and_the_other_hand(trainer: Trainer) -> None:
    rows, count = trainer.rows, trainer.play(1)
    assert count > 3 * 6
    for row in range(count):
        places = rows.given[row, : rows.all[row]].tolist()
        known = places[: rows.known[row]]
        assert max(known) < INPUTS
        assert all(INPUTS <= place < INPUTS + CARDS for place in places[rows.known[row] :])
        assert len(set(places)) == len(places) <= MOST_ACTIVE
        assert 0 <= rows.chosen[row] < rows.count[row]
        assert rows.count[row] > 1


def test_the_last_choice_of_a_game_is_to_foresee_its_end_and_both_seats_share_it(trainer: Trainer) -> None:
    rows, count = trainer.rows, trainer.play(1)
    end = trainer.native.judge_round(trainer.room.state, trainer.room)
    assert rows.aim[count - 1] == pytest.approx(end if rows.seat[count - 1] == 0 else 1 - end)
    assert 0 <= rows.aim[:count].min() <= rows.aim[:count].max() <= 1


def test_what_brought_more_than_was_expected_becomes_likelier(trainer: Trainer) -> None:
    rows, room, network = trainer.rows, trainer.room, trainer.network

    def chance() -> Any:
        trainer.native.learn_choice(0, 0.0, network, rows, room)
        network.inner_slope[:], network.outer_slope[:] = 0.0, 0.0
        return room.chances[rows.chosen[0]]

    trainer.play(1)
    for better in (0.5, -0.5):
        rows.aim[0] = rows.expected[0] + better
        before = chance()
        trainer.native.learn_choice(0, 0.0, network, rows, room)
        network.inner[:] -= 0.1 * network.inner_slope
        network.outer[:] -= 0.1 * network.outer_slope
        assert np.sign(chance() - before) == np.sign(better)


def test_slopes_are_those_of_what_is_said() -> None:
    native: Any = GAME.in_mode("interpreted").generic("bench.learned.leaning")
    luck = np.random.default_rng(0)
    given = np.array([0, 2, 3])
    network = new_network(luck.standard_normal((6, 4)), luck.standard_normal((5, 2)))

    def said(place: tuple[int, int] | None = None, by: float = 0.0) -> float:
        if place:
            network.inner[place] += by
        native.work_out(network, given, 3)
        found = float(native.said(network, 1))
        if place:
            network.inner[place] -= by
        return found

    said()
    native.add_slope(network, 1, 1.0)
    native.hand_down(network, given, 3)
    for place in ((0, 0), (2, 1), (3, 3), (5, 2), (1, 1)):
        measured = (said(place, 1e-3) - said(place, -1e-3)) / 2e-3
        assert network.inner_slope[place] == pytest.approx(measured, abs=1e-3)


def test_a_whole_training_makes_a_file_that_the_search_can_read(
    trainer: Trainer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = [weights.copy() for weights in trainer.mean]
    run(trainer, 3)
    assert "0 games: " in capsys.readouterr().out
    assert all((now != then).any() for now, then in zip(trainer.mean, before, strict=True))
    path = tmp_path / foresight.FILE
    keep(path, trainer.learned)
    sight = foresight.read(path).sight(GAME.setting(2).new_state())
    assert sight is not None
    assert sight.inner == pytest.approx(trainer.mean[0], rel=1e-3, abs=1e-6)
    assert sight.outer == pytest.approx(trainer.mean[1], rel=1e-3, abs=1e-6)
