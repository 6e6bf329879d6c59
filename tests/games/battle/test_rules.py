"""3x3 CCG Battle § by §; the paragraphs on cards are tested with the deck."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import members, new_view
from fairdeal.engine import chance
from fairdeal.engine.kernel import DEALER, SPECTATOR, UNKNOWN
from fairdeal.engine.observed import names_of
from fairdeal.games.battle import GAME, rules, words
from fairdeal.games.battle.deck import PLACE_NAMES
from fairdeal.laws.walks import clone, random_game
from tests.games.battle.grids import (
    act,
    card,
    carry_out,
    compare_all,
    grid_of,
    laid,
    legal,
    meeting,
    own,
    pile_of,
    points,
    score_pile,
    setting,
    shares,
    shuffled,
)

IN_ORDER = "shuffle " + " ".join(map(str, range(1, 21)))
FACING = {"TL": "BR", "T": "B", "TR": "BL", "L": "R", "R": "L", "BL": "TR", "B": "T", "BR": "TL"}


def outcomes(s: Any, draws: int) -> list[list[int]]:
    out = np.empty(rules.MOST_OUTCOME, np.int16)
    return [out[: rules.draw(s, chance.numbered("draws", number), out)].tolist() for number in range(draws)]


# --- setup -----------------------------------------------------------------------------------------------------------


def test_6_the_first_seat_is_random() -> None:
    s = setting(4).new_state()
    assert members(rules.actors(s)) == [DEALER]
    assert {seat for [seat] in outcomes(s, 60)} == {0, 1, 2, 3}
    carry_out(s, "start 2")
    carry_out(s, IN_ORDER)
    assert members(rules.actors(s)) == [2]


def test_6_every_order_of_the_deck_can_come() -> None:
    s = setting().new_state()
    carry_out(s, "start 0")
    orders = outcomes(s, 300)
    assert all(sorted(order) == list(range(1, 21)) for order in orders)
    assert set(Counter(order[0] for order in orders)) == set(range(1, 21))


def test_6_the_first_nine_cards_form_the_grid_row_by_row_and_the_rest_is_the_pile() -> None:
    s = setting().new_state()
    carry_out(s, "start 0")
    carry_out(s, "shuffle " + " ".join(map(str, range(20, 0, -1))))
    assert grid_of(s) == "20 19 18 17 16 15 14 13 12"
    assert pile_of(s) == [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]


def test_6_cells_are_numbered_row_by_row() -> None:
    cells = {name: rules.beside(4, place) + 1 for place, name in enumerate(PLACE_NAMES)}
    assert cells == {"TL": 1, "T": 2, "TR": 3, "L": 4, "R": 6, "BL": 7, "B": 8, "BR": 9}


def test_6_cards_are_never_turned() -> None:
    s = meeting("R", card(R=4, T=7), card(L=3))
    before = s.options.edges.tolist()
    act(s, 0, "attack 5 R")
    assert grid_of(s) == ". . . . . 1 . . ."
    assert s.options.edges.tolist() == before


# --- play ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("direction", PLACE_NAMES)
def test_7_the_numbers_that_meet_are_those_on_facing_places(direction: str) -> None:
    wrong = {place: 10 for place in PLACE_NAMES if place != FACING[direction]}
    s = meeting(direction, card(**{direction: 5}), card(**{**wrong, FACING[direction]: 4}))
    assert f"attack 5 {direction}" in legal(s)
    s = meeting(direction, card(**{direction: 5}), card(**{**wrong, FACING[direction]: 6}))
    assert f"attack 5 {direction}" not in legal(s)


def test_7_an_attacker_needs_a_number_in_that_direction_and_a_neighbour() -> None:
    s = meeting("R", card(T=9, L=9), card(L=0))
    assert legal(s) == ["attack 6 L"]
    s = laid("1 . . . . . . . 2", "", **own(card(R=9, BR=9), card(TL=9)))
    assert legal(s, 0) == []


def test_7_the_seats_attack_in_turn() -> None:
    s = shuffled(3, first=1)
    turns = []
    for _ in range(4):
        turns.append(int(s.turn))
        assert members(rules.actors(s)) == [s.turn]
        act(s, int(s.turn), legal(s)[0])
    assert turns == [1, 2, 0, 1]
    assert legal(s, 0) == []


def test_8_an_attack_succeeds_against_no_number_or_a_lower_one() -> None:
    assert legal(meeting("R", card(R=1), card(T=5))) == ["attack 5 R"]
    assert legal(meeting("R", card(R=5), card(L=4))) == ["attack 5 R"]
    assert legal(meeting("R", card(R=4), card(L=5))) == ["attack 6 L"]


def test_8_0_beats_no_number() -> None:
    assert legal(meeting("B", card(B=0), card(B=9))) == ["attack 5 B"]


def test_8_equal_numbers_fail() -> None:
    assert legal(meeting("B", card(B=3), card(T=3))) == []
    assert legal(meeting("B", card(B=0), card(T=0))) == []


def test_9_the_neighbour_is_captured_the_attacker_moves_and_the_top_card_fills_its_cell() -> None:
    s = laid("5 19 1 2 3 4 9 10 11", "20 12 6", seats=3, turn=1)
    act(s, 1, "attack 1 R")
    assert grid_of(s) == "20 5 1 2 3 4 9 10 11"
    assert score_pile(s, 1) == [19]
    assert pile_of(s) == [12, 6]
    assert points(s) == [0, 20, 0]


def test_9_score_piles_are_public() -> None:
    s = laid("5 19 1 2 3 4 9 10 11", "20 12 6")
    act(s, 0, "attack 1 R")
    for eyes in (0, 1, SPECTATOR):
        assert score_pile(new_view(GAME, s, eyes), 0) == [19]


def test_9_with_no_pile_left_the_cell_stays_empty() -> None:
    s = laid("5 19 1 2 3 4 9 10 11", "")
    act(s, 0, "attack 1 R")
    assert grid_of(s) == ". 5 1 2 3 4 9 10 11"


def test_9_an_empty_cell_cannot_be_attacked_and_nothing_reaches_over_it() -> None:
    s = laid("1 . 2 . . . 3 . .", "", **own(card(R=9), card(L=9), card(T=9)))
    compare_all(s)
    assert legal(s) == []


def test_9_the_sets_of_attacks_kept_are_those_of_comparing_everything() -> None:
    for number in range(2):
        for event in random_game(setting(3, deck="random", match=2), chance.numbered("ways", number)):
            again = event.after.copy()
            if again.phase == rules.BATTLE:
                compare_all(again)
            assert again.tobytes() == event.after.tobytes()


def test_10_a_seat_must_attack_if_any_attack_exists() -> None:
    s = shuffled()
    assert legal(s)
    assert all(words.text(action).startswith("attack ") for action in range(rules.ACTIONS))


def test_10_all_seats_share_the_same_attacks() -> None:
    attacks = []
    for turn in (0, 1):
        s = laid("5 19 1 2 3 4 9 10 11", "20 12 6", turn=turn)
        attacks.append(legal(s))
    assert attacks[0] == attacks[1]


def test_10_the_game_ends_when_no_attack_is_left_even_with_cards_in_the_pile() -> None:
    s = laid("1 2 . . . . . . .", "3 4", **own(card(R=1), card(B=5), card(T=5), card(T=5)))
    act(s, 0, "attack 1 R")
    assert rules.actors(s) == 0
    assert pile_of(s) == [4]


def test_10_the_game_ends_even_before_the_first_attack() -> None:
    even = card(TL=5, BR=5, T=3, B=3, L=1, R=1, TR=2, BL=2)
    s = setting(**own(*[even] * 20)).new_state()
    carry_out(s, "start 1")
    carry_out(s, IN_ORDER)
    assert rules.actors(s) == 0
    assert points(s) == [0, 0]
    assert shares(s) == [0.5, 0.5]


def test_10_of_two_neighbours_at_most_one_can_take_the_other() -> None:
    for number in range(10):
        assert len(legal(shuffled(number=number))) <= rules.MOST_LEGAL


# --- scoring ---------------------------------------------------------------------------------------------------------


def test_11_a_seat_scores_all_counted_numbers_on_its_captured_cards_edge_and_other() -> None:
    s = meeting("R", card(R=9), card("", [10, 1], L=3, T=0, B=7))
    act(s, 0, "attack 5 R")
    assert points(s) == [21, 0]


def test_11_cards_left_in_the_grid_score_nothing() -> None:
    s = meeting("R", card(R=9), card(L=3))
    act(s, 0, "attack 5 R")
    assert rules.actors(s) == 0
    assert points(s) == [3, 0]


def test_12_the_highest_wins() -> None:
    s = meeting("R", card(R=9), card(L=3))
    act(s, 0, "attack 5 R")
    assert shares(s) == [1, 0]


def test_12_equal_points_share() -> None:
    s = laid("1 2 . . . . . . .", "", seats=3, **own(card(R=9), card(L=3)))
    s.scored[0, :3] = [4, 7, 2]
    act(s, 0, "attack 1 R")
    assert points(s) == [7, 7, 2]
    assert shares(s) == [0.5, 0.5, 0]


# --- the options -----------------------------------------------------------------------------------------------------


def last_attack(match: int = 2) -> Any:
    """A state before the only attack of the first game of a match, which seat 1 started and seat 0 ends."""
    s = laid("1 2 . . . . . . .", "", match=match, **own(card(R=9), card(L=3)))
    s.first = 1
    return s


def test_match_each_game_has_a_fresh_shuffle_and_the_start_passes_to_the_next_seat() -> None:
    s = last_attack()
    act(s, 0, "attack 1 R")
    assert members(rules.actors(s)) == [DEALER]
    assert outcomes(s, 5) == [[0]] * 5
    carry_out(s, "start 0")
    carry_out(s, "shuffle 3 4 5 6 7 8 9 10 11 2 12 13 14 15 16 17 18 19 20 1")
    assert grid_of(s) == "3 4 5 6 7 8 9 10 11"
    assert s.taken.tolist() == [-1] * 20
    assert members(rules.actors(s)) == [0]


def test_match_scores_are_added_and_the_sums_decide() -> None:
    s = last_attack()
    act(s, 0, "attack 1 R")
    assert points(s) == [3, 0]
    carry_out(s, "start 0")
    s.scored[1, :2] = [5, 9]
    assert points(s) == [8, 9]
    assert shares(s) == [0, 1]


@pytest.mark.parametrize(("seats", "match"), [(2, 1), (2, 2), (4, 3)])
def test_match_is_that_number_of_games(seats: int, match: int) -> None:
    events = list(random_game(setting(seats, match=match), chance.numbered("match", seats)))
    starts = [int(event.outcome[0]) for event in events if len(event.outcome) == 1]
    assert len(starts) == match
    assert starts == [(starts[0] + game) % seats for game in range(match)]
    assert events[-1].after.games_played == match


def test_open_list_all_may_see_which_cards_are_in_the_pile_never_their_order() -> None:
    s = shuffled()
    for eyes in (0, 1, SPECTATOR):
        v = new_view(GAME, s, eyes)
        assert set(v.pile[: v.left].tolist()) == {UNKNOWN}
        assert v.options.edges.tolist() == s.options.edges.tolist()
        assert sorted(words.known_in_pile(v)) == sorted(s.pile[: s.left].tolist())


def test_open_list_false_hides_the_numbers_of_cards_that_nobody_has_seen() -> None:
    s = shuffled(deck="random", open_list=False)
    v = new_view(GAME, s, 1)
    hidden = set(s.pile[: s.left].tolist())
    for number in range(rules.CARDS):
        assert (set(v.options.edges[number].tolist()) == {UNKNOWN}) == (number in hidden)
        assert (v.options.worth[number] == UNKNOWN) == (number in hidden)
    act(s, int(s.turn), legal(s)[0])
    assert len(words.known_in_pile(new_view(GAME, s, 1))) == 0
    assert rules.cards_unseen(s) == 10


def test_open_list_false_what_was_seen_in_an_earlier_game_stays_known() -> None:
    s = last_attack()
    s.options.open_list = 0
    s.seen[:] = 1
    s.seen[5] = 0
    act(s, 0, "attack 1 R")
    carry_out(s, "start 0")
    carry_out(s, "shuffle 3 4 5 7 8 9 10 11 12 2 6 13 14 15 16 17 18 19 20 1")
    v = new_view(GAME, s, 0)
    assert v.options.worth[5] == UNKNOWN
    assert UNKNOWN not in v.options.worth[:5].tolist()
    assert 5 not in words.known_in_pile(v)
    assert len(words.known_in_pile(v)) == 10


def test_who_knows_what_after_the_end_all_is_open() -> None:
    last = list(random_game(setting(deck="random", open_list=False), chance.numbered("end", 3)))[-1].after
    assert new_view(GAME, last, 0).tobytes() == last.tobytes()


def test_who_knows_what_a_single_known_card_in_the_pile_has_no_order() -> None:
    s = laid("5 19 1 2 3 4 9 10 11", "20")
    assert new_view(GAME, s, 0).tobytes() == s.tobytes()
    assert not rules.teaches(s, 0, words.action("attack 1 R"))
    s.seen[19] = 0
    assert new_view(GAME, s, 0).pile[0] == UNKNOWN
    assert rules.teaches(s, 0, words.action("attack 1 R"))
    assert rules.teaches(shuffled(), 0, 0)


def test_9_an_attack_turns_up_a_card_of_a_pile_whose_order_is_secret() -> None:
    for pile, is_secret in (("20", False), ("20 18", True)):
        s = laid("5 19 1 2 3 4 9 10 11", pile)
        before = clone(s)
        rules.play(s, 0, words.action("attack 1 R"))
        assert bool(rules.turned_up(before, s, 0)) == is_secret


def test_an_attack_is_told_as_it_is() -> None:
    assert GAME.rules.told(shuffled(), 0, 17, 1) == 17


# --- the worked examples ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grid", "attack", "captured"),
    [
        ("5 19 . . . . . . .", "attack 1 R", 19),
        ("6 15 . . . . . . .", "attack 1 R", 15),
        ("13 . . . 14 . . . .", "attack 1 BR", 14),
        (". . . . 3 . . . 8", "attack 9 TL", 3),
    ],
)
def test_the_worked_examples_capture(grid: str, attack: str, captured: int) -> None:
    s = laid(grid, "")
    act(s, 0, attack)
    assert score_pile(s, 0) == [captured]


def test_the_worked_example_is_refused() -> None:
    assert legal(laid("6 15 . . . . . . .", "")) == ["attack 1 R"]


# --- a view as numbers -----------------------------------------------------------------------------------------------


def test_an_observation_shows_the_grid_the_known_cards_and_the_points() -> None:
    s = laid("5 19 . . . . . . .", "20 12", turn=1)
    s.scored[0, :2] = [7, 300]
    out = np.empty(GAME.rules.OBSERVATION, np.uint8)
    GAME.rules.observe(new_view(GAME, s, 1), 1, out)
    seen = dict(zip(names_of(GAME.rules), out.tolist(), strict=True))
    assert [name for name, number in seen.items() if name.startswith("grid") and number] == [
        "grid[0] is 4",
        "grid[1] is 18",
    ]
    assert [seen[f"options.edges[4,{place}]"] - 2 for place in range(8)] == s.options.edges[4].tolist()
    assert [seen[f"scored[0,+0] byte {place}"] for place in range(2)] == [1, 44]
    assert [seen[f"scored[0,+1] byte {place}"] for place in range(2)] == [0, 7]
    assert (seen["turn is +0"], seen["left"], seen["options.match"], seen["box.cards"]) == (1, 2, 1, 20)
    assert not any(name.startswith("pile") and number for name, number in seen.items()), "the order of the pile"
