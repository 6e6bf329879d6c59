"""How the bots of Craft My Coast think, and how long they take."""

from __future__ import annotations

import itertools
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from fairdeal.bots.scratch import Scratch, new_scratch
from fairdeal.bots.searcher import Judgement, Search
from fairdeal.contract.game import list_legal, new_view
from fairdeal.engine import chance, kernel
from fairdeal.engine.kernel import SPECTATOR, blank, copy
from fairdeal.games.coast import GAME, knowledge, rules, worlds
from fairdeal.games.coast.data import LETTERS
from tests.games.coast.regions import act, dealt, draw_and_place, holding, legal, playing, points, random_position

INTERPRETED = kernel.DEFAULT_MODE == "interpreted"
# Of itself a survey is nowhere compiled: searches are, with theirs.
PLAIN: Any = kernel.load("fairdeal.games.coast.knowledge", "interpreted")
SURVEY = frozenset({"survey"})
SEARCH = Search(GAME)


def look(s: Any, seat: int, iterations: int, number: int = 0) -> Judgement:
    view = new_view(GAME, s, seat)
    return SEARCH.judge(view, seat, chance.numbered("look", number), iterations, knowledge=SURVEY)


def after(s: Any, seat: int, action: int) -> Any:
    played = blank(rules.STATE)[0]
    copy(s, played)
    rules.play(played, seat, action)
    return played


def last_card(number: int, agenda: str = "F", seats: int = 1, left: int = 1) -> Any:
    """A position in which seat 0 places the last card that counts, or one with more left; it played at random."""
    s = playing(seats, agendas=agenda + LETTERS.replace(agenda, ""))
    rng = chance.numbered("last card", number)
    while s.left[0] > left or s.hand[0] == rules.NO_CARD:
        actions = list_legal(rules, s, 0)
        rules.play(s, 0, actions[chance.below(rng, len(actions))])
    return s


def race(own: int, rivals: int) -> Any:
    """A position in which seat 0 has laid `own` cards and seat 1 `rivals`, and seat 0 holds another."""
    s = playing(2)
    draw_and_place(s, 0, own)
    draw_and_place(s, 1, rivals)
    act(s, 0, "draw")
    return s


def scratch_for(s: Any, seat: int) -> Scratch:
    scratch = new_scratch(GAME, SURVEY)
    worlds.plan(new_view(GAME, s, seat), seat, scratch.plan)
    return scratch


def promise(s: Any, seat: int, coming: int, scratch: Scratch) -> float:
    knowledge.mark_squares(s, s.agenda[seat], scratch.notes)
    knowledge.tally(s, seat, scratch.notes)
    return float(knowledge.promise(s, seat, coming, scratch.notes))


# --- what a region promises ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(4))
def test_15_without_cards_to_come_a_region_promises_its_points(number: int) -> None:
    s = random_position(3, number, 20 + 15 * number)
    for seat in range(3):
        assert promise(s, seat, 0, scratch_for(s, seat)) - 2 * s.left[seat] == points(s)[seat]


@pytest.mark.no_cover
def test_a_card_goes_where_the_region_promises_most() -> None:
    for left in (1, 3) if INTERPRETED else (1, 5):
        s = last_card(0, left=left)
        scratch = scratch_for(s, 0)
        promise(s, 0, left - 1, scratch)
        chosen = knowledge.best_action(s, 0, left - 1, scratch)
        promises = {action: promise(after(s, 0, action), 0, left - 1, scratch) for action in list_legal(rules, s, 0)}
        assert promises[chosen] == pytest.approx(max(promises.values()))


def test_12_a_card_that_fits_nowhere_is_set_aside() -> None:
    s = holding("T14")
    s.region[0] = rules.NO_SQUARE
    s.region[0, rules.ORIGIN, rules.ORIGIN] = 0
    s.shows[0, 0] = 1
    assert legal(s, 0) == ["aside"]
    scratch = scratch_for(s, 0)
    promise(s, 0, 1, scratch)
    assert knowledge.best_action(s, 0, 1, scratch) == rules.ASIDE
    assert look(s, 0, 1).best == rules.ASIDE


# --- what it chooses -------------------------------------------------------------------------------------------------


@pytest.mark.no_cover
def test_it_lays_the_last_card_where_most_lines_balance() -> None:
    s = last_card(1)
    totals = {action: points(after(s, 0, action))[0] for action in list_legal(rules, s, 0)}
    assert totals[look(s, 0, len(totals)).best] == max(totals.values()) > min(totals.values()) + 4


def test_it_keeps_its_agenda_visible() -> None:
    shown = dict.fromkeys(itertools.product("MT", "MT"), 0)
    for number, agenda in itertools.product(range(2), "MT"):
        s = last_card(number, agenda, left=6)
        end = after(s, 0, look(s, 0, len(list_legal(rules, s, 0))).best)
        for letter in "MT":
            shown[agenda, letter] += rules.icons_shown(end, 0, LETTERS.index(letter))
    assert shown["M", "M"] > shown["T", "M"]
    assert shown["T", "T"] > shown["M", "T"]


@pytest.mark.no_cover
def test_a_glance_is_better_than_chance() -> None:
    totals = []
    for iterations in (1, 12):
        s, rng = playing(1), chance.numbered("glance", 0)
        while rules.actors(s):
            actions = list_legal(rules, s, 0)
            chosen = look(s, 0, iterations, int(s.left[0])).best if len(actions) > 1 else actions[0]
            rules.play(s, 0, chosen if iterations > 1 else actions[chance.below(rng, len(actions))])
        totals.append(points(s)[0])
    assert totals[1] > totals[0] + 4


def test_every_legal_action_gets_an_estimate() -> None:
    s = race(0, 11)
    actions = list_legal(rules, s, 0)
    found = look(s, 0, len(actions) + 20)
    assert [estimate.action for estimate in found.estimates] == actions
    assert all(estimate.visits > 0 for estimate in found.estimates)
    assert max(estimate.visits for estimate in found.estimates) > 4
    assert all(0 < estimate.share < 1 for estimate in found.estimates)


@pytest.mark.parametrize("iterations", [1, 5, 47, 49, 53])
def test_it_never_does_more_than_it_may(iterations: int) -> None:
    s = dealt(3)
    act(s, 1, "arrange C3' C2 C1")
    found = look(s, 0, iterations)
    assert found.iterations == iterations
    assert sum(estimate.visits > 0 for estimate in found.estimates) == min(iterations, rules.ARRANGEMENTS)


def test_the_same_view_budget_and_seed_give_the_same_answer() -> None:
    s = last_card(3, seats=2)
    assert look(s, 0, 50) == look(s, 0, 50)
    assert look(s, 0, 20) != look(s, 0, 20, number=1)


def test_a_survey_goes_on_where_it_stopped() -> None:
    s = last_card(4)
    count, scratch, v, rng = (
        len(list_legal(rules, s, 0)),
        scratch_for(s, 0),
        new_view(GAME, s, 0),
        chance.numbered("on", 0),
    )
    for _ in range(2):
        PLAIN.survey(v, 0, count - 10, rng, scratch)
    visits = scratch.trials["visits"][:count].tolist()
    assert sum(visits) == 2 * (count - 10)
    assert min(visits) == 1 < max(visits)


def test_even_a_forced_action_gets_its_estimate() -> None:
    s = last_card(5, seats=2)
    act(s, 0, legal(s, 0)[0])
    (estimate,) = look(s, 0, 4).estimates
    assert (estimate.action, estimate.visits) == (rules.DRAW, 4)
    assert estimate.points == points(s)[0] + 2


@pytest.mark.skipif(INTERPRETED, reason="compares the two modes")
@pytest.mark.parametrize("seats", [1, 3])
def test_interpreted_and_compiled_agree(seats: int) -> None:
    s = last_card(6, seats=seats)
    found = []
    for game in (GAME, GAME.in_mode("interpreted")):
        v, rng = new_view(GAME, s, 0), chance.numbered("modes", seats)
        judgement = Search(game).judge(v, 0, rng, 100, knowledge=SURVEY)
        native: Any = kernel.load("fairdeal.games.coast.knowledge", kernel.mode_of(game.rules))
        waits = [native.pace(v, 0, level, rng) for level in range(6)]
        found.append((judgement, waits))
    assert found[0] == found[1]


# --- how the game may go on ------------------------------------------------------------------------------------------


def ends(s: Any, seat: int = 0, pauses: int = knowledge.NEVER) -> int:
    """How many cards the seat will have laid, as it imagines."""
    scratch = scratch_for(s, seat)
    knowledge.imagine(new_view(GAME, s, seat), seat, pauses, chance.numbered("ends", 0), scratch)
    return int(scratch.notes[knowledge.ENDED])


def test_14_who_draws_the_last_card_does_not_place_it_unless_it_is_so_agreed() -> None:
    assert ends(playing(1)) == 12
    assert ends(playing(1, end_on="place")) == 13


def test_14_the_fastest_seat_ends_the_game_for_all() -> None:
    s = playing(2)
    draw_and_place(s, 1, 10)
    assert ends(s) in (1, 2)
    assert ends(s, 0, knowledge.PAUSES) <= 4


def test_14_the_time_limit_ends_the_game() -> None:
    s = playing(2, time_limit=30)
    draw_and_place(s, 0, 2)
    draw_and_place(s, 1, 2)
    assert ends(s) == 5
    assert ends(playing(2)) >= 11


# --- tempo -----------------------------------------------------------------------------------------------------------


def waits(s: Any, seat: int = 0, level: int = 3) -> list[int]:
    rng = chance.numbered("waits", 0)
    v = new_view(GAME, s, seat)
    return [int(knowledge.pace(v, seat, level, rng)) for _ in range(15)]


@pytest.mark.parametrize("level", [0, 5])
def test_waits_are_human_between_three_tenths_of_a_second_and_17_seconds(level: int) -> None:
    arranging, drawing, placing = (waits(s, level=level) for s in (dealt(2), playing(2), holding("T03", 2)))
    assert 3000 <= min(arranging) < max(arranging) <= 17_000
    assert 300 <= min(drawing) < max(drawing) <= 1700
    assert 1800 <= min(placing) < max(placing) <= 12_500


def test_a_wait_tells_nothing_of_what_a_seat_knows() -> None:
    s = race(9, 5)
    rngs = chance.numbered("secret", 0), chance.numbered("secret", 0)
    own = knowledge.pace(new_view(GAME, s, 0), 0, 3, rngs[0])
    assert own == knowledge.pace(new_view(GAME, s, SPECTATOR), 0, 3, rngs[1])


def test_each_level_is_quicker_than_the_one_below() -> None:
    usual = [float(np.mean(waits(holding("T03", 2), level=level))) for level in range(6)]
    assert all(slow > 1.04 * quick for slow, quick in pairwise(usual))


def test_alone_there_is_no_hurry() -> None:
    assert knowledge.haste(last_card(7), 0) == 100


def test_a_bot_whose_rival_is_about_to_end_hurries() -> None:
    calm, pressed = waits(race(4, 5)), waits(race(4, 11))
    assert np.mean(pressed) < 0.75 * np.mean(calm)


def test_a_bot_that_would_win_rushes_the_end_and_one_that_would_lose_takes_care() -> None:
    s = race(9, 5)
    assert points(s)[0] > points(s)[1] + 3
    assert knowledge.haste(new_view(GAME, s, 0), 0) < 100
    s = race(5, 0)
    for _ in range(4):
        act(s, 1, "draw")
        rules.play(s, 1, look(s, 1, 40).best)
    assert points(s)[0] < points(s)[1]
    assert knowledge.haste(new_view(GAME, s, 0), 0) > 100
