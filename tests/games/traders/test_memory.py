"""What views of the draft forget, worlds have to fit."""

from __future__ import annotations

import pytest

from fairdeal import games
from fairdeal.bots.searcher import own_modules
from fairdeal.contract.rules import State
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import blank, copy
from fairdeal.play.sitting import Sitting
from fairdeal.review.steps import copied

TRADERS = games.find("traders")
(MEMORY,) = own_modules(TRADERS, "memory")


def drafted(seats: int, number: int) -> tuple[Sitting, list[State]]:
    """Draft at random until the fourth choice of seat 0; give its views, one for each event."""
    sitting, rng, views = Sitting(TRADERS.setting(seats)), numbered("draft", number), []
    while sitting.state.passes < 2 or 0 not in sitting.actors:
        views.append(sitting.view(0))
        sitting.random_step(rng)
    return sitting, [*views, sitting.view(0)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_6_the_truth_fits_what_a_seat_saw_of_packets(seats: int) -> None:
    for number in range(5):
        sitting, views = drafted(seats, number)
        assert MEMORY.fits(sitting.state, 0, copied(views), len(views))


def test_6_a_packet_that_was_passed_on_got_no_card() -> None:
    """A world of the view alone may give the left neighbour what was never passed."""
    _, views = drafted(3, 1)
    plan, world, rng = blank(TRADERS.worlds.PLAN)[0], blank(TRADERS.rules.STATE)[0], numbered("worlds", 0)
    TRADERS.worlds.plan(views[-1], 0, plan)
    found = set()
    for _ in range(60):
        copy(views[-1], world)
        TRADERS.worlds.resample(world, 0, plan, rng)
        found.add(bool(MEMORY.fits(world, 0, copied(views), len(views))))
    assert False in found


def test_7_while_another_hand_hides_drafted_cards_no_world_is_known_to_fit() -> None:
    sitting, rng, views = Sitting(TRADERS.setting(2)), numbered("later", 0), []
    while sitting.state.turn != 0 or 0 not in sitting.actors:
        views.append(sitting.view(0))
        sitting.random_step(rng)
    views.append(sitting.view(0))
    assert not MEMORY.fits(sitting.state, 0, copied(views), len(views))


def test_23_when_no_hand_is_hidden_any_more_nothing_is_forgotten() -> None:
    sitting, rng = Sitting(TRADERS.setting(2)), numbered("over", 0)
    while not sitting.is_over:
        sitting.random_step(rng)
    assert MEMORY.fits(sitting.state, 0, copied([sitting.view(0)]), 1)
