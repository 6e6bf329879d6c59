"""Craft My Coast § by §."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.contract.game import list_legal, members, new_view
from fairdeal.engine import chance
from fairdeal.engine.kernel import DEALER, SPECTATOR, UNKNOWN, blank
from fairdeal.engine.observed import names_of
from fairdeal.games.coast import GAME, rules, words
from fairdeal.games.coast.data import CARD_NAMES, LETTERS
from fairdeal.laws.walks import clone
from tests.games.coast.regions import (
    EXAMPLE_REGION,
    TERRITORIES,
    act,
    carry_out,
    dealt,
    draw_and_place,
    example,
    holding,
    legal,
    playing,
    points,
    random_position,
    random_step,
    region,
    setting,
    shares,
    why_not,
)

NEW_STATE = setting().new_state()


# --- components ------------------------------------------------------------------------------------------------------


def test_1_every_seat_has_3_city_and_15_territory_cards_of_3_by_2_squares() -> None:
    assert list(CARD_NAMES) == ["C1", "C2", "C3", *TERRITORIES]
    assert len(NEW_STATE.box.icon) == 18 * 3 * 2


def test_2_three_icons_are_green_three_black_and_each_occurs_14_times() -> None:
    shades = dict(zip(LETTERS, NEW_STATE.box.shade.tolist(), strict=False))
    assert shades == {"F": 1, "M": 1, "S": 1, "I": -1, "P": -1, "T": -1}
    counts = Counter(NEW_STATE.box.icon.tolist())
    assert [counts[icon] for icon in range(6)] == [14] * 6
    assert words.layout(NEW_STATE, CARD_NAMES.index("C1")) == "I T / . P / T ."
    assert words.layout(NEW_STATE, CARD_NAMES.index("T15")) == "I P / F . / S ."


def test_3_there_are_six_agendas_one_per_icon() -> None:
    s = setting(6).new_state()
    carry_out(s, "agendas T P I S M F")
    assert sorted(s.agenda.tolist()) == [0, 1, 2, 3, 4, 5]


# --- setup -----------------------------------------------------------------------------------------------------------


def test_4_each_seat_gets_one_agenda_at_random_no_two_alike() -> None:
    s = setting(3).new_state()
    assert members(rules.actors(s)) == [DEALER]
    out = np.empty(rules.MOST_OUTCOME, np.int16)
    found: Counter[tuple[int, ...]] = Counter()
    rng = chance.numbered("agendas", 0)
    for _ in range(2400):
        assert rules.draw(s, rng, out) == 3
        found[tuple(out[:3].tolist())] += 1
    assert len(found) == 6 * 5 * 4
    assert all(len(set(agendas)) == 3 for agendas in found)


def test_4_only_its_own_seat_sees_an_agenda_until_the_end() -> None:
    s = playing(2, agendas="SP")
    assert new_view(GAME, s, 0).agenda.tolist()[:2] == [2, UNKNOWN]
    assert new_view(GAME, s, 1).agenda.tolist()[:2] == [UNKNOWN, 4]
    assert new_view(GAME, s, SPECTATOR).agenda.tolist()[:2] == [UNKNOWN, UNKNOWN]
    draw_and_place(s, 1, 12)
    act(s, 1, "draw")
    assert new_view(GAME, s, 0).agenda.tolist()[:2] == [2, 4]


def test_5_the_cities_are_laid_side_by_side_in_any_order_each_turned_or_not() -> None:
    s = dealt()
    assert len(legal(s, 0)) == len(set(legal(s, 0))) == 48
    assert legal(s, 0)[0] == "arrange C1 C2 C3"
    assert legal(s, 0)[-1] == "arrange C3' C2' C1'"


@pytest.mark.parametrize(
    ("arrange", "drawing"),
    [
        ("arrange C1 C2 C3", "I T P I T P\n. P T . . I\nT . . I P ."),
        ("arrange C2 C1' C3", "P I . T T P\nT . P . . I\n. I T I P ."),
        ("arrange C3' C2' C1'", ". P I . . T\nI . . T P .\nP T I P T I"),
    ],
)
def test_5_they_make_a_region_of_3_rows_and_6_columns(arrange: str, drawing: str) -> None:
    s = dealt()
    act(s, 0, arrange)
    assert region(s) == drawing
    assert (s.top[0], s.leftmost[0]) == (rules.ORIGIN, rules.ORIGIN)


def test_6_the_first_13_of_15_territory_cards_are_the_pile() -> None:
    s = dealt(2, "T09 T03")
    assert s.left.tolist()[:2] == [13, 13]
    assert [CARD_NAMES[card] for card in s.pile[1][:3]] == ["T09", "T03", "T01"]


def test_6_the_piles_are_shuffled_seat_by_seat() -> None:
    s = setting(2).new_state()
    carry_out(s, "agendas F M")
    out = np.empty(rules.MOST_OUTCOME, np.int16)
    tops: Counter[tuple[int, int]] = Counter()
    rng = chance.numbered("piles", 0)
    for _ in range(1500):
        assert rules.draw(s, rng, out) == 16
        assert out[0] == 0
        assert sorted(out[1:].tolist()) == list(range(3, 18))
        tops[int(out[1]), int(out[15])] += 1
    assert len({top for top, _ in tops}) == len({last for _, last in tops}) == 15
    rules.deal(s, out)
    rules.draw(s, rng, out)
    assert out[0] == 1


def test_6_the_order_of_all_piles_and_the_removed_cards_are_hidden_from_all() -> None:
    s = playing(2, "T09 T03")
    act(s, 0, "draw")
    for seat in (0, 1, SPECTATOR):
        v = new_view(GAME, s, seat)
        assert v.pile[0].tolist() == [CARD_NAMES.index("T09"), *[UNKNOWN] * 14]
        assert v.pile[1].tolist() == [UNKNOWN] * 15
        assert v.left.tolist()[:2] == [12, 13]
        assert v.hand.tolist()[:2] == [CARD_NAMES.index("T09"), rules.NO_CARD]


def test_7_until_all_have_arranged_only_the_seats_that_have_not_act_once_each() -> None:
    s = dealt(3)
    assert members(rules.actors(s)) == [0, 1, 2]
    act(s, 1, "arrange C1 C2 C3")
    assert members(rules.actors(s)) == [0, 2]
    assert legal(s, 1) == []
    act(s, 0, "arrange C1 C2 C3")
    act(s, 2, "arrange C1 C2 C3")
    assert members(rules.actors(s)) == [DEALER]
    assert [legal(s, seat) for seat in range(3)] == [[], [], []]


def test_7_after_begin_every_seat_acts_whenever_it_likes() -> None:
    s = playing(3)
    assert members(rules.actors(s)) == [0, 1, 2]
    draw_and_place(s, 2, 3)
    act(s, 0, "draw")
    assert members(rules.actors(s)) == [0, 1, 2]


def test_7_the_order_in_which_the_cities_are_arranged_leaves_no_trace() -> None:
    texts = ["arrange C1 C2 C3", "arrange C3' C2 C1", "arrange C2 C1' C3'"]
    ends = set()
    for order in itertools.permutations(range(3)):
        s = dealt(3)
        for seat in order:
            act(s, seat, texts[seat])
        ends.add(s.tobytes())
    assert len(ends) == 1


def test_7_nobody_sees_the_others_cities_until_the_last_has_arranged() -> None:
    s = dealt(2)
    act(s, 0, "arrange C3 C2 C1")
    own, other = new_view(GAME, s, 0), new_view(GAME, s, 1)
    assert region(own) == region(s)
    assert set(region(other).split()) == {"~"}
    assert rules.has_arranged(other, 0)
    assert not rules.has_arranged(other, 1)
    act(s, 1, "arrange C1 C2 C3")
    assert region(new_view(GAME, s, 1)) == region(s)


def test_7_an_arrangement_is_told_to_its_own_seat_alone() -> None:
    s = dealt(2)
    action = words.action("arrange C3 C2 C1")
    assert GAME.rules.told(s, 0, action, 0) == action
    assert GAME.rules.told(s, 0, action, 1) == GAME.rules.told(s, 0, action, SPECTATOR) == rules.ARRANGE_HIDDEN
    assert GAME.rules.told(s, 0, rules.DRAW, 1) == rules.DRAW
    assert GAME.rules.told(s, 0, words.action("place 90 -1,2"), 1) == words.action("place 90 -1,2")


# --- play ------------------------------------------------------------------------------------------------------------


def test_8_a_seat_with_an_empty_hand_takes_the_top_card_of_its_pile() -> None:
    s = playing(2, "T09 T03")
    assert legal(s, 0) == ["draw"]
    act(s, 0, "draw")
    assert CARD_NAMES[s.hand[0]] == "T09"
    assert s.left.tolist()[:2] == [12, 13]


def test_8_a_seat_never_holds_more_than_one_card() -> None:
    s = holding("T09")
    assert "draw" not in legal(s, 0)
    assert why_not(s, 0, "draw") == (
        "You hold Two Marshes by the Port, and a seat never holds more than one card (§8)."
    )


@pytest.mark.parametrize(
    ("turn", "drawing"),
    [
        (0, "T S ~ ~ ~ ~\nI . P I T P\n. M T . . I\nT . . I P ."),
        (180, "M . ~ ~ ~ ~\n. I P I T P\nS T T . . I\nT . . I P ."),
        (90, ". I T ~ ~ ~\nM . S I T P\n. P T . . I\nT . . I P ."),
        (270, "S . M ~ ~ ~\nT I . I T P\n. P T . . I\nT . . I P ."),
    ],
)
def test_9_the_card_is_turned_clockwise_and_aligned_to_the_squares(turn: int, drawing: str) -> None:
    s = holding("T14")
    act(s, 0, f"place {turn} -1,0")
    assert region(s) == drawing
    assert s.hand[0] == rules.NO_CARD


def test_10_it_must_cover_two_visible_squares_of_one_card() -> None:
    s = holding("T14")
    assert (
        why_not(s, 0, "place 0 -3,0") == "That would cover no square; at least two of one card must be covered (§10)."
    )
    assert (
        why_not(s, 0, "place 0 -2,-1") == "That would cover one square; at least two of one card must be covered (§10)."
    )
    assert why_not(s, 0, "place 0 -2,1") == "That would cover two squares, but no two of the same card (§10)."
    assert why_not(s, 0, "place 0 -2,2") == ""


def test_10_it_may_cover_four_squares_at_most() -> None:
    s = holding("T14")
    assert why_not(s, 0, "place 0 -1,0") == ""
    assert why_not(s, 0, "place 90 1,-1") == ""
    assert why_not(s, 0, "place 0 0,0") == "That would cover six squares; at most four are allowed (§10)."
    s = holding("T14 T09")
    act(s, 0, "place 0 -2,2")
    act(s, 0, "draw")
    assert why_not(s, 0, "place 0 -1,1") == "That would cover five squares; at most four are allowed (§10)."


def test_10_blank_squares_count_as_squares() -> None:
    s = holding("T13 T09")
    act(s, 0, "place 0 -2,0")
    assert region(s).splitlines()[2] == ". . P I T P"
    act(s, 0, "draw")
    assert why_not(s, 0, "place 0 -2,0") == "That would cover six squares; at most four are allowed (§10)."


def test_11_every_card_keeps_a_visible_square() -> None:
    s = holding("T14 T09 T01")
    act(s, 0, "place 0 -1,0")
    act(s, 0, "draw")
    assert why_not(s, 0, "place 90 2,-1") == "It would hide the last 2 visible squares of City of Roads (§11)."
    act(s, 0, "place 90 2,1")
    act(s, 0, "draw")
    assert s.shows[0, 0] == 1
    assert why_not(s, 0, "place 90 1,-1") == "It would hide the last visible square of City of Roads (§11)."


def test_12_placed_cards_never_move_but_may_be_covered() -> None:
    s = holding("T14 T09")
    places = s.place[0].copy()
    act(s, 0, "place 0 -1,0")
    draw_and_place(s, 0)
    assert (s.place[0][:3] == places[:3]).all()
    assert s.place[0, CARD_NAMES.index("T14")] == words.action("place 0 -1,0") - rules.PLACE


def test_12_a_card_cannot_be_refused() -> None:
    s = holding("T14")
    assert "aside" not in legal(s, 0)
    assert why_not(s, 0, "aside") == (
        "A card cannot be refused: Seagrass and Marsh by the Factory has 84 legal placements, one is to lay Seagrass "
        "and Marsh by the Factory upright over industry, traffic of City of Roads, at row 1, column 1, reaching north "
        "(§12)."
    )


def without_placement(**options: Any) -> Any:
    """A position in which three single squares are left of the region."""
    s = holding("T14", **options)
    s.region[0] = rules.NO_SQUARE
    s.shows[0] = 0
    for city in range(3):
        s.region[0, rules.ORIGIN, rules.ORIGIN + 2 * city] = 6 * city
        s.shows[0, city] = 1
    return s


def test_12_a_card_without_a_legal_placement_is_set_aside_at_no_cost() -> None:
    s = without_placement()
    assert legal(s, 0) == ["aside"]
    assert why_not(s, 0, "aside") == ""
    before = points(s)
    act(s, 0, "aside")
    assert s.hand[0] == rules.NO_CARD
    assert s.place[0, CARD_NAMES.index("T14")] == rules.SET_ASIDE
    assert points(s) == before
    assert legal(s, 0) == ["draw"]


@pytest.mark.parametrize(
    ("direction", "reach"),
    [("top", -26), ("bottom", 28), ("leftmost", -26), ("rightmost", 31)],
)
def test_13_the_region_has_no_borders(direction: str, reach: int) -> None:
    """Thirteen cards, each as far out as it goes."""
    s = playing(end_on="place")
    sign = -1 if reach < 0 else 1
    for _ in range(13):
        act(s, 0, "draw")
        ends = {text: sign * extent(s, words.action(text) - rules.PLACE, direction) for text in legal(s, 0)}
        act(s, 0, max(ends, key=lambda text: ends[text]))
    assert s[direction][0] - rules.ORIGIN == reach
    assert members(rules.actors(s)) == []


def extent(s: Any, place: int, direction: str) -> int:
    turn, row, col = rules.turn_of(place), rules.row_of(place), rules.col_of(place)
    bottom, right = row + rules.height(turn) - 1, col + rules.width(turn) - 1
    return {"top": row, "bottom": bottom, "leftmost": col, "rightmost": right}[direction]


def squares_beneath(s: Any, place: int) -> list[int]:
    """The cards whose squares a placement would cover, from the page alone."""
    turn, row, col = rules.turn_of(place), rules.row_of(place), rules.col_of(place)
    tall, wide = (2, 3) if turn in (1, 3) else (3, 2)
    grid = s.region[0][row : row + tall, col : col + wide]
    return [int(square) // 6 for square in grid.ravel() if square != rules.NO_SQUARE]


@pytest.mark.no_cover
@settings(deadline=None, max_examples=15)
@given(number=st.integers(0, 10**6), events=st.integers(5, 29))
def test_10_11_the_legal_placements_are_those_of_the_page(number: int, events: int) -> None:
    s = random_position(1, number, events)
    if s.phase != rules.PLAYING or s.hand[0] == rules.NO_CARD:
        return
    visible = Counter(int(square) // 6 for square in s.region[0].ravel() if square != rules.NO_SQUARE)
    assert [visible[card] for card in range(18)] == s.shows[0].tolist()
    expected = []
    for place in range(rules.ASIDE - rules.PLACE):
        covered = Counter(squares_beneath(s, place))
        kept = all(covered[card] < visible[card] for card in covered)
        if max(covered.values(), default=0) >= 2 and covered.total() <= 4 and kept:
            expected.append(rules.PLACE + place)
    assert list_legal(rules, s, 0) == expected
    assert len(expected) <= rules.MOST_LEGAL


# --- the end ---------------------------------------------------------------------------------------------------------


def test_14_the_game_ends_for_all_when_a_seat_draws_its_last_card() -> None:
    s = playing(2)
    draw_and_place(s, 1, 12)
    act(s, 0, "draw")
    assert members(rules.actors(s)) == [0, 1]
    act(s, 1, "draw")
    assert rules.actors(s) == 0
    assert legal(s, 0) == legal(s, 1) == []
    assert s.hand[1] != rules.NO_CARD
    assert why_not(s, 0, "place 0 -1,0") == "The game is over; nothing is drawn or placed after the end (§14)."


def test_14_with_end_on_place_the_game_ends_when_a_seat_has_placed_its_last_card() -> None:
    s = playing(2, end_on="place")
    draw_and_place(s, 1, 12)
    act(s, 1, "draw")
    assert s.left[1] == 0
    assert members(rules.actors(s)) == [0, 1]
    act(s, 1, legal(s, 1)[0])
    assert rules.actors(s) == 0


def test_14_with_end_on_place_a_last_card_set_aside_ends_the_game_too() -> None:
    s = without_placement(end_on="place")
    s.left[0] = 0
    act(s, 0, "aside")
    assert rules.actors(s) == 0


def test_14_at_the_time_limit_the_dealer_ends_the_game() -> None:
    s = playing(2, time_limit=60)
    assert members(rules.actors(s)) == [0, 1, DEALER]
    draw_and_place(s, 0)
    carry_out(s, "time")
    assert rules.actors(s) == 0
    assert points(s)[1] == -26


@pytest.mark.parametrize(("agenda", "total"), [("F", 7), ("M", 7), ("I", 7), ("T", 7)])
def test_15_the_worked_example_scores_7_points(agenda: str, total: int) -> None:
    s = example(agenda)
    assert region(s) == EXAMPLE_REGION.strip()
    assert (s.top[0], s.leftmost[0]) == (rules.ORIGIN - 2, rules.ORIGIN - 2)
    rows = [row - rules.ORIGIN for row in range(rules.ROWS) if rules.is_balanced_row(s, 0, row)]
    cols = [col - rules.ORIGIN for col in range(rules.COLS) if rules.is_balanced_col(s, 0, col)]
    assert rows == [-2, -1, 0, 1, 4]
    assert cols == [-1, 0, 2, 6]
    assert rules.agenda_icons(s, 0) == 4
    assert s.left[0] == 3
    assert points(s) == [total]


def test_15_the_start_region_alone_has_no_balanced_line() -> None:
    for arrangement in legal(dealt(), 0):
        s = playing(arrange=arrangement)
        assert rules.balanced_lines(s, 0) == 0


def test_15_a_line_without_icons_scores_nothing() -> None:
    s = holding("T13")
    act(s, 0, "place 180 -2,2")
    assert region(s).splitlines()[0].split() == ["~", "~", ".", ".", "~", "~"]
    assert not rules.is_balanced_row(s, 0, rules.ORIGIN - 2)
    assert region(s).splitlines()[1].split() == ["~", "~", "M", "T", "~", "~"]
    assert rules.is_balanced_row(s, 0, rules.ORIGIN - 1)


def test_15_every_card_left_in_the_pile_costs_2_the_card_in_hand_nothing() -> None:
    s = playing()
    assert points(s) == [-26]
    act(s, 0, "draw")
    assert points(s) == [-24]


def test_15_points_of_a_view_count_only_what_it_shows() -> None:
    s = playing(2, agendas="IP")
    assert points(s) == [-22, -22]
    assert points(new_view(GAME, s, 0)) == [-22, -26]
    assert points(new_view(GAME, s, SPECTATOR)) == [-26, -26]


def finished(*standings: tuple[str, int, str]) -> Any:
    """A finished game: each seat's agenda, cards left, and the first rows of a region cut out of thin air."""
    s = dealt(len(standings), agendas="".join(agenda for agenda, _, _ in standings))
    s.phase = rules.OVER
    icons = s.box.icon.tolist()
    for seat, (_, left, squares) in enumerate(standings):
        s.left[seat] = left
        for place, name in enumerate(squares):
            row, col = rules.ORIGIN + place // 3 % 3, rules.ORIGIN + 2 * (place % 3)
            s.region[seat, row, col] = icons.index("FMSIPT.".index(name))
    return s


def test_16_the_highest_points_win() -> None:
    s = finished(("F", 1, "F.."), ("M", 1, "MMM"), ("S", 1, "..."))
    assert points(s) == [-1, 1, -2]
    assert shares(s) == [0, 1, 0]


def test_16_tied_seats_are_told_apart_by_fewer_cards_left_in_the_pile() -> None:
    s = finished(("F", 3, "FFFFFF"), ("M", 2, "MMMM.."), ("S", 3, "SSSSS."))
    assert points(s) == [0, 0, -1]
    assert shares(s) == [0, 1, 0]


def test_16_then_by_more_balanced_lines() -> None:
    s = finished(("F", 3, "FF."), ("M", 3, "MI."), ("S", 3, "S.."))
    assert points(s) == [-4, -4, -5]
    assert [rules.balanced_lines(s, seat) for seat in range(3)] == [0, 1, 0]
    assert shares(s) == [0, 1, 0]


def test_16_then_the_victory_is_shared() -> None:
    s = finished(("F", 3, "FFF"), ("M", 3, "MMM"), ("S", 3, "SSS"), ("I", 3, "II."))
    assert shares(s) == [1 / 3, 1 / 3, 1 / 3, 0]


def test_16_alone_seat_0_wins() -> None:
    s = random_position(1, 3, 100)
    assert s.phase == rules.OVER
    assert shares(s) == [1]


def test_16_at_the_end_everything_is_shown() -> None:
    s = random_position(4, 5, 1000)
    assert s.phase == rules.OVER
    for seat in (0, 1, 2, 3, SPECTATOR):
        assert new_view(GAME, s, seat).tobytes() == s.tobytes()


# --- options and the clock -------------------------------------------------------------------------------------------


def test_the_dealer_waits_for_the_countdown_and_the_time_limit() -> None:
    s = setting(1, countdown=7, time_limit=90).new_state()
    assert rules.patience(s) == 0
    carry_out(s, "agendas F")
    assert rules.patience(s) == 0
    carry_out(s, f"pile 0 {' '.join(TERRITORIES)}")
    assert rules.patience(s) == -1
    act(s, 0, "arrange C1 C2 C3")
    assert rules.patience(s) == 7000
    assert rules.tempo(s, chance.numbered("tempo", 0)) == (DEALER, 7000)
    carry_out(s, "begin")
    assert rules.patience(s) == 90_000
    carry_out(s, "time")
    assert rules.patience(s) == -1
    assert rules.patience(playing()) == -1


def tempos(s: Any) -> list[tuple[int, int]]:
    rng = chance.numbered("tempo", 1)
    return [rules.tempo(s, rng) for _ in range(400)]


def test_a_person_alone_takes_seconds_to_arrange_and_to_place_and_less_to_draw() -> None:
    for s, low, high in ((dealt(), 2500, 7500), (playing(), 500, 1500), (holding("T14"), 1250, 3750)):
        delays = [delay for _, delay in tempos(s)]
        assert low <= min(delays) < max(delays) <= high
        assert np.mean(delays) == pytest.approx((low + high) / 2, rel=0.1)


def test_whoever_may_act_is_next_at_times_and_nobody_else() -> None:
    s = dealt(3)
    act(s, 1, "arrange C1 C2 C3")
    assert {seat for seat, _ in tempos(s)} == {0, 2}
    s = holding("T14", seats=3)
    turns = Counter(seat for seat, _ in tempos(s))
    assert set(turns) == {0, 1, 2}
    assert turns[0] < turns[1]


@pytest.mark.no_cover
def test_a_random_game_ends_within_its_bound() -> None:
    for seats, end_on in itertools.product((1, 6), ("draw", "place")):
        s = setting(seats, end_on=end_on).new_state()
        rng = chance.numbered("bound", seats)
        events = 0
        while rules.actors(s):
            random_step(s, rng)
            events += 1
        assert events <= rules.MOST_EVENTS


# --- what an action teaches ------------------------------------------------------------------------------------------


def test_a_draw_teaches_and_a_placement_does_not() -> None:
    s = playing(2)
    assert rules.teaches(s, 0, rules.DRAW)
    act(s, 0, "draw")
    assert not rules.teaches(s, 0, list_legal(rules, s, 0)[0])


def test_8_a_draw_turns_a_card_up_and_a_placement_does_not() -> None:
    s = playing(2)
    before = clone(s)
    act(s, 0, "draw")
    assert rules.turned_up(before, s, 0)
    before = clone(s)
    rules.play(s, 0, list_legal(rules, s, 0)[0])
    assert not rules.turned_up(before, s, 0)


def test_only_the_last_arrangement_teaches_and_alone_none() -> None:
    s = dealt(2)
    assert not rules.teaches(s, 0, 0)
    act(s, 0, "arrange C1 C2 C3")
    assert rules.teaches(s, 1, 0)
    assert not rules.teaches(dealt(1), 0, 0)


def test_the_placement_that_ends_the_game_teaches() -> None:
    s = playing(end_on="place")
    draw_and_place(s, 0, 12)
    act(s, 0, "draw")
    assert rules.teaches(s, 0, list_legal(rules, s, 0)[0])


# --- a view as numbers -----------------------------------------------------------------------------------------------


def observed(v: Any, seat: int) -> Any:
    out = np.full(GAME.rules.OBSERVATION, 99, np.uint8)
    GAME.rules.observe(v, seat, out)
    return out


def test_an_observation_tells_region_hand_seats_and_agenda() -> None:
    s = example(seats=2)
    act(s, 0, "draw")
    out = observed(new_view(GAME, s, 0), 0)
    icons, cards = out[-2 * rules.MAP :].reshape(2, rules.TALLEST, rules.WIDEST)
    assert icons[-2, 2] == 1 + "FMSIPT".index("S")
    assert icons[0, 0] == 1 + "FMSIPT".index("M")
    assert (icons > 0).sum() == (s.region[0] >= 0).sum()
    assert cards[-2, 2] == 1 + CARD_NAMES.index("T11")
    seen = dict(zip(names_of(GAME.rules), out.tolist(), strict=True))
    assert seen[f"hand[+0] is {CARD_NAMES.index('T06')}"] == 1
    assert seen[f"agenda[+0] is {s.agenda[0]}"] == seen["agenda[+1] is -1"] == 1
    assert (seen["left[+0]"], seen["left[+1]"]) == (2, 13)
    assert [seen[f"{side}[+0]"] - rules.ORIGIN for side in ("top", "bottom", "leftmost", "rightmost")] == [-2, 4, -2, 6]


def test_an_observation_is_a_function_of_the_view() -> None:
    s = dealt(2)
    act(s, 1, "arrange C1 C2 C3")
    other = dealt(2, "T15 T14", agendas="FT")
    act(other, 1, "arrange C3 C1' C2'")
    assert (observed(new_view(GAME, s, 0), 0) == observed(new_view(GAME, other, 0), 0)).all()
    empty = setting(6).new_state()
    assert observed(new_view(GAME, empty, 5), 5).sum() > 0


def test_every_byte_of_a_view_is_written() -> None:
    s = holding("T14", seats=2)
    records = blank(rules.STATE)
    records.view(np.ndarray).view(np.uint8)[:] = 0x55
    GAME.rules.view(s, 0, records[0])
    assert records.tobytes() == new_view(GAME, s, 0).tobytes()
