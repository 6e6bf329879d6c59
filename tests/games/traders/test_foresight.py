"""What the network of Card Game Traders foresees: where it is asked, of whom it speaks, and where nobody asks it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fairdeal.bots import foresight
from fairdeal.bots.player import Player
from fairdeal.bots.searcher import NOTHING_TOLD, Judgement, Search
from fairdeal.contract.game import Setting, new_view
from fairdeal.contract.levels import PLAY_OUT
from fairdeal.contract.options import Json
from fairdeal.engine import kernel
from fairdeal.engine.chance import numbered
from fairdeal.games.traders import GAME, rules
from fairdeal.games.traders import foresight as native
from fairdeal.games.traders.foresight import INPUTS, OUTPUTS
from fairdeal.play.sitting import Sitting

PLAIN: Any = kernel.load("fairdeal.games.traders.foresight", "interpreted")
INTERPRETED = GAME.in_mode("interpreted")
FILE_SIZE = 200_000  # bytes, at most: every wheel has it
LEARNED = foresight.of(GAME)
ITERATIONS = 6
ROW = "V1a,D1b,V2b,X1a,M1b,W1a,L1b"
SEATS = (2, 3)
at_every_number_of_seats = pytest.mark.parametrize("seats", SEATS)


def turns(setting: Setting, count: int) -> list[Any]:
    """Give states of random games in which a turn begins."""
    sitting, rng = Sitting(setting), numbered("turns", setting.seats)
    found: list[Any] = []
    while len(found) < count:
        sitting.random_step(rng)
        if sitting.state.phase == rules.PLAYING:
            found.append(sitting.state.copy())
    return found


def foreseen(s: Any, module: Any = native) -> tuple[list[float], list[float]]:
    shares, points = np.zeros(kernel.MOST_SEATS), np.zeros(kernel.MOST_SEATS)
    module.foresee(s, LEARNED.sight(s), shares, points)
    return shares[: s.seats].tolist(), points[: s.seats].tolist()


def test_the_package_has_a_small_file_with_networks_for_two_and_three_seats() -> None:
    assert (GAME.folder / foresight.FILE).stat().st_size < FILE_SIZE
    assert len(LEARNED.tables) == len(SEATS)


@at_every_number_of_seats
def test_the_printed_game_has_a_network_of_its_own(seats: int) -> None:
    sight = LEARNED.sight(GAME.setting(seats).new_state())
    assert sight is not None
    units = len(sight.units) - 1
    assert sight.inner.shape == (INPUTS + 1, units)
    assert sight.outer.shape == (units + 1, OUTPUTS)
    for weights in (sight.inner, sight.outer):
        assert weights.dtype == np.float32
        assert np.isfinite(weights).all()
    of_seats = sight.outer.reshape(units + 1, 2, rules.SEATS).any(axis=(0, 1))
    assert of_seats.tolist() == [step < seats for step in range(rules.SEATS)]


def other_data() -> dict[str, Json]:
    """One card less of the last kind."""
    data = dict(GAME.own_data)
    kinds = [dict(kind) for kind in data["kinds"]]
    kinds[-1]["quantity"] -= 1
    return {**data, "kinds": kinds}


@at_every_number_of_seats
@pytest.mark.parametrize(
    ("options", "data"),
    [({"market": 5}, None), ({"market": 7}, None), ({"abilities": ROW}, None), ({}, other_data())],
    ids=["smaller market", "larger market", "fixed row", "other cards"],
)
def test_it_knows_no_table_that_it_was_not_trained_at(
    seats: int, options: dict[str, Json], data: dict[str, Json] | None
) -> None:
    assert LEARNED.sight(GAME.setting(seats, options, data).new_state()) is None


def test_it_knows_no_table_with_four_seats() -> None:
    assert LEARNED.sight(GAME.setting(4).new_state()) is None


def test_it_is_asked_where_a_turn_begins_before_the_trigger() -> None:
    [s] = turns(GAME.setting(3), 1)
    assert native.is_foreseen(s)
    s.closing = 1
    assert not native.is_foreseen(s)
    s.closing = 0
    s.phase = rules.BUYING
    assert not native.is_foreseen(s)
    assert not native.is_foreseen(GAME.setting(3).dealt())


@at_every_number_of_seats
def test_shares_of_all_seats_make_one_victory(seats: int) -> None:
    for s in turns(GAME.setting(seats), 5):
        shares, _ = foreseen(s)
        assert sum(shares) == pytest.approx(1.0)
        assert min(shares) > 0.0


@at_every_number_of_seats
def test_who_sits_where_makes_no_difference(seats: int) -> None:
    """The same hands at a table that is turned: shares and points go with them."""
    for s in turns(GAME.setting(seats), 3):
        turned = s.copy()
        turned.turn, turned.first = (s.turn + 1) % seats, (s.first + 1) % seats
        for seat in range(seats):
            turned.hand[(seat + 1) % seats] = s.hand[seat]
            turned.held[(seat + 1) % seats] = s.held[seat]
        for before, after in zip(foreseen(s), foreseen(turned), strict=True):
            assert after == pytest.approx([before[-1], *before[:-1]])


@at_every_number_of_seats
def test_a_hand_that_is_worth_more_wins_more_often(seats: int) -> None:
    for s in turns(GAME.setting(seats), 10):
        richer = s.copy()
        richer.hand[0, 0] += 3
        richer.held[0] += 3
        assert foreseen(richer)[0][0] > foreseen(s)[0][0]
        assert foreseen(richer)[1][0] > foreseen(s)[1][0]


@at_every_number_of_seats
def test_compiled_it_says_what_it_says_interpreted(seats: int) -> None:
    for s in turns(GAME.setting(seats), 3):
        assert foreseen(s) == foreseen(s, PLAIN)


# --- at tables that it knows, and at others --------------------------------------------------------------------------


def judged(setting: Setting, level: str, iterations: int) -> tuple[Judgement, Judgement]:
    """What a level thinks of a turn, and what a search that never asks a network does, a part as long."""
    [s] = turns(setting, 1)
    seat, chosen = int(s.turn), GAME.level(level)
    view = new_view(INTERPRETED, s, seat)
    found = Player(INTERPRETED).judge(view, NOTHING_TOLD, seat, chosen, numbered("judged", 0), iterations)
    unknowing = chosen.knowledge - {"foresight"}
    part = iterations // PLAY_OUT
    plain = Search(INTERPRETED).judge(view, seat, numbered("judged", 0), part, knowledge=unknowing)
    return found, plain


@at_every_number_of_seats
def test_a_master_asks_it_at_a_table_that_it_knows(seats: int) -> None:
    found, plain = judged(GAME.setting(seats), "master", ITERATIONS)
    assert found.iterations == ITERATIONS * 2 // seats
    assert found != plain


@pytest.mark.parametrize(
    "setting",
    [GAME.setting(4), GAME.setting(3, {"market": 5}), GAME.setting(2, data=other_data())],
    ids=["seats", "market", "cards"],
)
def test_elsewhere_a_master_plays_worlds_out_for_about_as_long(setting: Setting) -> None:
    found, plain = judged(setting, "master", ITERATIONS)
    assert found == plain


def test_whoever_gives_hints_asks_no_network() -> None:
    assert GAME.adviser == GAME.level("expert")
    assert "foresight" not in GAME.adviser.knowledge
