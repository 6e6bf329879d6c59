"""Golden records: finished games replay for ever, and a seed deals the same game for ever.

`python -m tests.test_golden` writes the files anew; a difference is a change of behaviour and needs a new version.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.contract.game import Setting
from fairdeal.lab.simulate import play_game
from fairdeal.play import records
from tests.play.settings import variants

FOLDER = Path(__file__).parent / "golden"
SEED = "golden"


def golden_settings(name: str) -> list[Setting]:
    """Every seat count once, going round the variants of the options."""
    game = games.find(name)
    choices = variants(game)
    rounds = max(len(choices), len(game.seat_counts))
    seats = list(game.seat_counts)
    return [game.setting(seats[turn % len(seats)], choices[turn % len(choices)]) for turn in range(rounds)]


def lines(name: str) -> list[str]:
    return [records.line(play_game(setting, SEED, number)) for number, setting in enumerate(golden_settings(name))]


@pytest.mark.parametrize("name", games.NAMES)
def test_a_seed_deals_the_same_games_for_ever(name: str) -> None:
    assert (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines(keepends=True) == lines(name)


@pytest.mark.parametrize("name", games.NAMES)
def test_finished_games_replay_for_ever(name: str) -> None:
    replayed = list(records.read_records(FOLDER / f"{name}.jsonl"))
    assert len(replayed) == len(golden_settings(name))
    assert all(sitting.is_over for _, sitting in replayed)


if __name__ == "__main__":
    for game_name in games.NAMES:
        (FOLDER / f"{game_name}.jsonl").write_text("".join(lines(game_name)), "utf-8")
