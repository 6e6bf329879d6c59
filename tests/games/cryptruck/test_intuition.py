"""How the network of Cryptruck leans: by what a seat sees and nothing else, and only at the table that it knows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fairdeal.bots import foresight
from fairdeal.bots.player import Player
from fairdeal.bots.scratch import ARM, FEW_WORLDS, WORLDS, new_scratch
from fairdeal.bots.searcher import NATIVE, NOTHING_TOLD, Search, own_modules
from fairdeal.contract.game import Setting, list_legal, members, new_view
from fairdeal.contract.levels import KNOWLEDGE, PLAY_OUT
from fairdeal.engine import kernel
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.games.cryptruck import GAME, rules
from fairdeal.games.cryptruck import intuition as native
from fairdeal.games.cryptruck.intuition import ANSWERS, CARDS, INPUTS, LEAST, OUTPUTS, TRUST
from fairdeal.play.sitting import Sitting

PLAIN: Any = kernel.load("fairdeal.games.cryptruck.intuition", "interpreted")
INTERPRETED = GAME.in_mode("interpreted")
FILE_SIZE = 100_000  # bytes, at most: every wheel has it
LEARNED = foresight.of(GAME)
PAIR = GAME.setting(2)
ITERATIONS = 6


def sat(number: int, choices: int) -> tuple[Sitting, int]:
    """Play at random until that many choices of several actions were made; give who is to make the next."""
    sitting, rng = Sitting(PAIR), numbered("choices", number)
    while True:
        actors = members(GAME.rules.actors(sitting.state))
        if actors != [DEALER] and len(list_legal(GAME.rules, sitting.state, actors[0])) > 1:
            if choices == 0:
                return sitting, actors[0]
            choices -= 1
        sitting.random_step(rng)


MOMENTS = [sat(number, choices) for number, choices in enumerate((0, 3, 7, 11, 14, 20, 29))]


def room(game: Any = GAME) -> Any:
    sight = LEARNED.sight(PAIR.new_state())
    assert sight is not None
    scratch = new_scratch(game, frozenset({"intuition"}))._replace(sight=sight)
    scratch.uses[:] = [name == "intuition" for name in KNOWLEDGE]
    return scratch


def chances(s: Any, seat: int, module: Any = native) -> list[float]:
    scratch = room()
    legal = np.array(list_legal(GAME.rules, s, seat), np.int32)
    module.weigh_actions(s, seat, legal, len(legal), scratch)
    found: list[float] = scratch.chances[: len(legal)].tolist()
    return found


def test_the_package_has_a_small_file_with_a_network_for_two_seats() -> None:
    assert (GAME.folder / foresight.FILE).stat().st_size < FILE_SIZE
    assert len(LEARNED.tables) == 1
    sight = LEARNED.sight(PAIR.new_state())
    assert sight is not None
    assert sight.inner.shape[0] == INPUTS + 1
    assert sight.outer.shape == (len(sight.units), OUTPUTS)
    assert np.isfinite(sight.inner).all()
    assert np.isfinite(sight.outer).all()


@pytest.mark.parametrize(
    "setting",
    [GAME.setting(3), GAME.setting(2, {"rounds": 1}), GAME.setting(2, {"colours": "random"})],
    ids=["seats", "rounds", "colours"],
)
def test_it_knows_no_table_that_it_was_not_trained_at(setting: Setting) -> None:
    assert LEARNED.sight(setting.new_state()) is None


@pytest.mark.parametrize(("sitting", "seat"), MOMENTS)
def test_a_seat_is_told_nothing_that_it_does_not_see(sitting: Sitting, seat: int) -> None:
    by_all, by_view = np.ones((2, INPUTS + 1), np.float32)
    native.describe(sitting.state, seat, by_all)
    native.describe(new_view(GAME, sitting.state, seat), seat, by_view)
    assert by_all.tolist() == by_view.tolist()
    assert set(by_all.tolist()) == {0.0, 1.0}


@pytest.mark.parametrize(("sitting", "seat"), MOMENTS)
def test_every_legal_action_has_a_chance_and_a_place_of_its_own(sitting: Sitting, seat: int) -> None:
    legal = list_legal(GAME.rules, sitting.state, seat)
    places = [native.place_of(sitting.state, action) for action in legal]
    assert len(set(places)) == len(legal)
    assert all(0 <= place < OUTPUTS for place in places)
    found = chances(sitting.state, seat)
    assert sum(found) == pytest.approx(1.0)
    assert min(found) > 0.0


@pytest.mark.parametrize(("sitting", "seat"), MOMENTS)
def test_compiled_it_says_what_it_says_interpreted(sitting: Sitting, seat: int) -> None:
    assert chances(sitting.state, seat) == pytest.approx(chances(sitting.state, seat, PLAIN), rel=1e-6)


def test_it_leans_as_often_as_it_says() -> None:
    sitting, seat = MOMENTS[0]
    scratch, rng = room(), numbered("lean", 0)
    legal = np.array(list_legal(GAME.rules, sitting.state, seat), np.int32)
    found = np.zeros(len(legal))
    for _ in range(4000):
        found[native.lean(sitting.state, seat, legal, len(legal), scratch, rng)] += 1 / 4000
    assert found.tolist() == pytest.approx(chances(sitting.state, seat), abs=0.04)


def test_cards_in_use_are_numbered_from_the_colour_turned_up() -> None:
    s = MOMENTS[0][0].state
    cards = [card for card in range(rules.CARDS) if rules.deck(s) >> card & 1]
    numbers = {card: native.number_in_use(s, card) for card in cards}
    assert sorted(numbers.values()) == list(range(CARDS))
    assert numbers[s.turned] < rules.TRICKS or rules.colour_of(s.turned) == rules.WHITE
    assert ANSWERS == 3 * CARDS


# --- worlds ----------------------------------------------------------------------------------------------------------


def test_a_world_is_as_likely_as_what_the_other_seat_did_there_and_stays_as_it_was() -> None:
    for sitting, seat in MOMENTS:
        world, told = sitting.state.copy(), sitting.told(seat)
        found = PLAIN.suspect(world, seat, told, len(told), room(INTERPRETED))
        assert world.tobytes() == sitting.state.tobytes()
        assert found == pytest.approx(native.suspect(world, seat, told, len(told), room()), rel=1e-5)
        assert found <= 0.0
        assert found >= TRUST * np.log(LEAST) * len(told)


def test_before_the_other_seat_chose_all_worlds_are_equally_likely() -> None:
    sitting, seat = MOMENTS[0]
    told = sitting.told(seat)
    assert native.suspect(sitting.state.copy(), seat, told, len(told), room()) == 0.0


def test_a_search_draws_the_worlds_that_explain_what_was_done() -> None:
    sitting, seat = MOMENTS[2]
    view, told = new_view(GAME, sitting.state, seat), sitting.told(seat)
    scratch = room()._replace(arms=kernel.blank(ARM, 4))
    bound = GAME.generic(NATIVE, *own_modules(GAME, "knowledge"), *own_modules(GAME, "intuition"))
    bound.begin(view, seat, 1, scratch)
    bound.weigh_worlds(view, seat, FEW_WORLDS, told, numbered("worlds", 0), scratch)
    assert scratch.counts[WORLDS] == FEW_WORLDS
    weights = np.diff(scratch.weights, prepend=0.0)
    for number in (0, 100, FEW_WORLDS - 1):
        expected = native.suspect(scratch.pool[number].copy(), seat, told, len(told), room())
        assert np.log(weights[number] / weights[0]) == pytest.approx(
            expected - native.suspect(scratch.pool[0].copy(), seat, told, len(told), room()), abs=1e-6
        )


# --- the level -------------------------------------------------------------------------------------------------------


def judged(setting: Setting) -> tuple[Any, Any]:
    """What a master thinks of its first choice, and what a search without a network does, a part as long."""
    sitting, rng = Sitting(setting), numbered("judged", 1)
    while members(GAME.rules.actors(sitting.state)) == [DEALER]:
        sitting.random_step(rng)
    [seat] = members(GAME.rules.actors(sitting.state))
    view, master = new_view(INTERPRETED, sitting.state, seat), GAME.level("master")
    found = Player(INTERPRETED).judge(view, NOTHING_TOLD, seat, master, numbered("judged", 0), ITERATIONS)
    plain = Search(INTERPRETED).judge(
        view, seat, numbered("judged", 0), ITERATIONS // PLAY_OUT, knowledge=master.knowledge - {"intuition"}
    )
    return found, plain


def test_a_master_asks_it_at_the_table_that_it_knows() -> None:
    found, plain = judged(PAIR)
    assert found.iterations == ITERATIONS
    assert found != plain


def test_elsewhere_a_master_plays_worlds_out_by_the_policy() -> None:
    found, plain = judged(GAME.setting(4))
    assert found == plain


def test_whoever_gives_hints_asks_no_network() -> None:
    assert GAME.adviser == GAME.level("expert")
