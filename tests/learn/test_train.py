"""From zero to a trained bot: the example's script, in a minute. `make test-learn` has the library that it needs."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.bots.finding import find
from fairdeal.lab.arena import new_match
from fairdeal.lab.duel import duel

SCRIPT = Path(__file__).resolve().parents[2] / "examples" / "train" / "train.py"


def test_the_script_is_short() -> None:
    assert len(SCRIPT.read_text("utf-8").splitlines()) < 200


def test_a_network_learns_to_beat_chance(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    words = ["battle", "--seats", "2", "--option", "deck=starter", "--minutes", "0.3", "--measures", "2"]
    subprocess.run(
        [sys.executable, SCRIPT, *words, "--games", "20", "--seed", "1", "-o", tmp_path], check=True, timeout=500
    )
    with (tmp_path / "curve.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3
    assert float(rows[-1]["loss"]) < 0.25, "which is what always guessing an equal share would lose"
    assert (tmp_path / "curve.svg").read_text("utf-8").startswith("<svg")
    assert {path.name for path in tmp_path.glob("*.npz")} == {"net.npz", "net-00.npz", "net-01.npz", "net-02.npz"}
    game = games.find("battle")
    name = f"net:{tmp_path / 'net.npz'}"
    assert find(game, name).name == name
    found = duel(new_match(game, (name, "random"), 2, {"deck": "starter"}), 40)
    assert found is not None
    assert found.lead.low is not None
    assert found.lead.low > 0.2
