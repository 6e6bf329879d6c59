"""What the learned values of docs/decisions/0008-bots.md were measured with: a network, its games and its search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bench.learned
from bench.learned import values
from bench.learned.duel import KNOWLEDGE, Foresighted
from bench.learned.train import BOTH, Trainer, judged
from fairdeal import games
from fairdeal.bots.searcher import Search
from fairdeal.engine.chance import numbered
from fairdeal.games.traders.rules import PLAYING
from fairdeal.play.sitting import Sitting

NET = np.load(Path(bench.learned.__file__).parent / "traders-2.npy")
TRADERS = games.find("traders")


def turns(seats: int, count: int) -> list[Any]:
    """Give states of a random game in which a turn begins."""
    sitting, rng = Sitting(TRADERS.setting(seats)), numbered("learned", seats)
    found: list[Any] = []
    while len(found) < count:
        sitting.random_step(rng)
        if sitting.state.phase == PLAYING:
            found.append(sitting.state.copy())
    return found


def test_a_network_says_natively_what_its_layers_say_and_to_both_seats_the_same() -> None:
    room = values.new_room(TRADERS.rules, NET.shape[1])
    for s in turns(2, 4):
        own = values.foresee(s, int(s.turn), NET, room.features, room.hidden)
        share, margin = judged(NET, room.features[None])
        assert own == pytest.approx((float(share[0]), float(margin[0])), rel=1e-3)
        other = values.foresee(s, 1 - int(s.turn), NET, room.features, room.hidden)
        assert other == pytest.approx((1 - own[0], -own[1]))


def test_a_network_is_asked_at_turns_of_two_seats_before_the_trigger() -> None:
    [s] = turns(2, 1)
    assert values.is_known(s)
    s.closing = 1
    assert not values.is_known(s)
    assert not values.is_known(turns(3, 1)[0])
    assert not values.is_known(TRADERS.setting(2).new_state())


@pytest.mark.soak  # it compiles a search of its own for half a minute
@pytest.mark.parametrize(("seats", "is_alike"), [(2, False), (3, True)])
def test_a_search_plays_out_as_ever_where_no_network_was_trained(seats: int, is_alike: bool) -> None:
    sitting = Sitting(TRADERS.setting(seats))
    rng = numbered("learned", seats)
    while sitting.state.phase != PLAYING or len(sitting.legal(int(sitting.state.turn))) < 2:
        sitting.random_step(rng)
    seat = int(sitting.state.turn)
    asking = Foresighted(TRADERS, NET, 20)._search
    found = [
        search.judge(sitting.view(seat), seat, numbered("learned", 9), 20, knowledge=KNOWLEDGE)
        for search in (asking, Search(TRADERS))
    ]
    assert (found[0] == found[1]) == is_alike
    assert all(0 <= estimate.share <= 1 for estimate in found[0].estimates)


def test_training_makes_the_games_of_a_network_less_of_a_surprise() -> None:
    trainer = Trainer()
    rows = trainer.play(4, (0.0, 0.1), BOTH, "test")
    assert set(rows[1][:, values.MOVER]) == {0, 1}
    many = (np.repeat(rows[0], 60, axis=0), np.repeat(rows[1], 60, axis=0))
    before = trainer.error(rows)
    trainer.train(many, 1e-3)
    assert trainer.error(rows) < before
