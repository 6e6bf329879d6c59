"""Records of whole games, written by another implementation of the same page, replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairdeal.game import points_of, shares_of
from fairdeal.games.battle import GAME, rules
from fairdeal.kernel import DEFAULT_MODE
from tests.games.battle.grids import act, carry_out, legal

OURS = sorted((Path(__file__).parent / "records").glob("*.jsonl"))
SAMPLES = Path(__file__).parents[4] / "shared" / "records" / "battle.jsonl"


def records(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def replay(record: Any) -> None:
    setting = GAME.setting(record["seats"], record["options"])
    assert setting.options == record["options"]
    s = setting.new_state()
    for event in record["events"]:
        if event["seat"] is None:
            carry_out(s, event["action"])
        else:
            assert sorted(legal(s, event["seat"])) == event["legal"]
            act(s, event["seat"], event["action"])
    assert rules.actors(s) == 0
    assert points_of(GAME, s) == record["result"]["scores"]
    assert [seat for seat, share in enumerate(shares_of(GAME, s)) if share] == record["result"]["winners"]


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_a_record_replays_with_the_same_legal_actions_points_and_winners(path: Path) -> None:
    for record in records(path):
        replay(record)


def test_there_are_records() -> None:
    assert len(OURS) == 4


@pytest.mark.skipif(not SAMPLES.exists(), reason="The sample records do not lie beside this checkout.")
def test_the_sample_records_replay() -> None:
    for record in records(SAMPLES)[:: 4 if DEFAULT_MODE == "interpreted" else 1]:
        replay(record)
