"""How the networks of Card Game Traders are trained, as tiny as can be: games, what they teach, and the file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bench.learned import train
from bench.learned.train import Trainer, keep, run
from fairdeal.bots import foresight
from fairdeal.games.traders import GAME
from fairdeal.games.traders.foresight import A_POINT, INPUTS, OUTPUTS
from fairdeal.games.traders.rules import SEATS
from tests.games.traders.test_foresight import turns

HIDDEN = 8
PLAIN = GAME.in_mode("interpreted")


@pytest.fixture
def trainer() -> Trainer:
    return Trainer(PLAIN, 3, HIDDEN)


def test_a_network_says_natively_what_its_layers_say(trainer: Trainer) -> None:
    for s in turns(GAME.setting(3), 5):
        inputs, found = np.zeros(INPUTS, np.float32), np.zeros(OUTPUTS, np.float32)
        trainer.native.note_turn(s, inputs, found, trainer.room)
        _, shares, points = trainer.judge(inputs[None])
        assert np.roll(shares[0], s.turn) == pytest.approx(found[:3], rel=1e-3)
        assert np.roll(points[0] / A_POINT, s.turn) == pytest.approx(found[SEATS : SEATS + 3], rel=1e-3, abs=1e-3)


def test_without_a_trace_a_turn_is_to_foresee_what_the_next_one_says(trainer: Trainer) -> None:
    inputs, ends = trainer.play(1, (0.1,), 0, 1.0, "trace")
    _, next_said = trainer.play(1, (0.1,), 0, 0.0, "trace")
    shares = trainer.judge(inputs)[1]
    assert next_said[-1] == pytest.approx(ends[-1])
    steps = [(before, after) for before, after in zip(next_said[:, :3], shares[1:], strict=False)]
    assert all(sorted(before) == pytest.approx(sorted(after), rel=1e-3) for before, after in steps)


def test_training_makes_games_less_of_a_surprise(trainer: Trainer) -> None:
    rows = trainer.play(2, (0.0, 0.1), 0, 1.0, "test")
    assert rows[1][:, :3].sum(axis=1) == pytest.approx(1.0)
    assert not rows[1][:, 3:SEATS].any()
    many = (np.repeat(rows[0], 60, axis=0), np.repeat(rows[1], 60, axis=0))
    before = trainer.error(rows)
    trainer.train(many, 1e-3)
    assert trainer.error(rows) < before


def test_a_whole_training_makes_a_file_that_the_search_can_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(train, "POLICY_GAMES", 3)
    monkeypatch.setattr(train, "SELF_GAMES", 2)
    monkeypatch.setattr(train, "BATCH", 8)
    path, trainer = tmp_path / foresight.FILE, Trainer(PLAIN, 2, HIDDEN)
    for each in (trainer, Trainer(PLAIN, 3, HIDDEN), trainer):
        run(each, int(each is not trainer), 0, 0.7)
        keep(path, each.learned)
    run(trainer, 0, 1, 0.7)
    keep(path, trainer.learned)
    assert "self 0: mean squared error" in capsys.readouterr().out
    learned = foresight.read(path)
    assert len(learned.tables) == 2
    for seats, is_there in ((2, True), (3, True), (4, False)):
        assert (learned.sight(GAME.setting(seats).new_state()) is not None) == is_there
    sight = learned.sight(GAME.setting(2).new_state())
    assert sight is not None
    assert sight.inner == pytest.approx(trainer.inner, rel=1e-3, abs=1e-6)
