"""Cryptruck § by §."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import members, new_view
from fairdeal.engine import chance
from fairdeal.engine.kernel import DEALER, SPECTATOR, UNKNOWN
from fairdeal.engine.observed import names_of
from fairdeal.games.cryptruck import GAME, rules, words
from fairdeal.games.cryptruck.data import LETTERS
from tests.games.cryptruck.deals import (
    act,
    acts,
    card_texts,
    cards,
    carry_out,
    holding,
    lead,
    legal,
    play_trick,
    points,
    setting,
    shares,
    started,
    taker,
    why_not,
)

DECK = "Y0 Y1 Y2 Y3 Y4 Y5 B0 B1 B2 B3 B4 B5 R0 R1 R2 R3 R4 R5 W2 W3"


def all_cards() -> list[str]:
    s = setting(5).new_state()
    carry_out(s, "start 0")
    return card_texts(rules.deck(s))


def test_1_there_are_five_colours_with_six_cards_and_two_whites() -> None:
    assert len(all_cards()) == 32
    assert Counter(name[0] for name in all_cards()) == {**dict.fromkeys("YBRPG", 6), "W": 2}


def test_2_the_colours_have_the_numbers_0_to_5_and_white_2_and_3() -> None:
    for letter in "YBRPG":
        assert [name[1] for name in all_cards() if name[0] == letter] == list("012345")
    assert [name for name in all_cards() if name[0] == "W"] == ["W2", "W3"]


def test_3_every_card_numbered_3_4_or_5_shows_a_block_white_included() -> None:
    blocks = card_texts(setting().new_state().box.blocks)
    assert blocks == [name for name in all_cards() if name[1] in "345"]
    assert "W3" in blocks


@pytest.mark.parametrize(("seats", "letters"), [(2, "YB"), (3, "YBR"), (4, "YBRP"), (5, "YBRPG")])
def test_4_so_many_seats_use_the_first_so_many_colours_and_both_whites(seats: int, letters: str) -> None:
    s = started(seats)
    deck = card_texts(rules.deck(s))
    assert len(deck) == 6 * seats + 2
    assert {name[0] for name in deck} == {*letters, "W"}


def test_4_the_cards_in_use_are_the_same_all_game() -> None:
    s = setting(3, 2, "random").new_state()
    decks = set()
    rng, out = chance.numbered("decks", 0), np.empty(rules.MOST_OUTCOME, np.int16)
    while rules.actors(s):
        if rules.actors(s) == 1 << DEALER:
            count = rules.draw(s, rng, out)
            if s.phase == rules.DEAL:
                decks.add(frozenset(out[:count].tolist()))
            rules.deal(s, out)
        else:
            acts(s, legal(s, int(s.turn))[0])
    assert len(decks) == 1


def test_5_the_first_player_of_round_1_is_random() -> None:
    s = setting(5).new_state()
    assert members(rules.actors(s)) == [DEALER]
    out = np.empty(rules.MOST_OUTCOME, np.int16)
    starters = set()
    for number in range(60):
        assert rules.draw(s, chance.numbered("start", number), out) == 1
        starters.add(int(out[0]))
    assert starters == {0, 1, 2, 3, 4}


def test_5_the_first_player_of_a_later_round_is_the_taker_of_the_last_trick() -> None:
    s = holding(["Y1", "Y5", "Y2"], rounds=2)
    play_trick(s, "Y1 Y5 Y2")
    assert members(rules.actors(s)) == [DEALER]
    s.in_use = 0b100111
    carry_out(s, f"deal {DECK}")
    assert members(rules.actors(s)) == [1]


@pytest.mark.parametrize("rounds", [1, 2])
def test_6_a_game_has_so_many_rounds_of_six_tricks(rounds: int) -> None:
    s = setting(3, rounds).new_state()
    rng, out = chance.numbered("rounds", 0), np.empty(rules.MOST_OUTCOME, np.int16)
    deals = plays = 0
    while rules.actors(s):
        if rules.actors(s) == 1 << DEALER:
            deals += s.phase == rules.DEAL
            rules.draw(s, rng, out)
            rules.deal(s, out)
        else:
            text = legal(s, int(s.turn))[-1]
            plays += text.startswith("play")
            acts(s, text)
    assert (deals, plays) == (rounds, rounds * 6 * 2)


def test_6_seat_0_gets_the_first_six_cards_then_one_is_turned_up_and_the_last_stays_face_down() -> None:
    s = started(3)
    carry_out(s, f"deal {DECK}")
    assert [card_texts(hand) for hand in s.hand[:3]] == [DECK.split()[n : n + 6] for n in (0, 6, 12)]
    assert words.CARDS_OF.texts[s.turned] == "W2"
    assert card_texts(s.face_down) == ["W3"]
    for seat in (0, 1, 2, SPECTATOR):
        assert new_view(GAME, s, seat).face_down == UNKNOWN


def test_6_every_order_of_the_deck_can_come() -> None:
    s = started(2)
    rng, out = chance.numbered("decks", 0), np.empty(rules.MOST_OUTCOME, np.int16)
    tops: Counter[int] = Counter()
    for _ in range(400):
        assert rules.draw(s, rng, out) == 14
        tops[int(out[0])] += 1
    assert len(tops) == 14
    assert min(tops.values()) > 8


@pytest.mark.parametrize(("turned", "trumps"), [("G4", "GW"), ("Y0", "YW"), ("W2", "W")])
def test_7_trumps_are_white_and_the_colour_of_the_turned_up_card(turned: str, trumps: str) -> None:
    s = holding(["Y1", "B1"], turned)
    assert "".join(LETTERS[colour] for colour in range(6) if rules.is_trump(s, colour)) == trumps


def test_8_the_first_player_reveals_any_card_of_its_hand() -> None:
    s = holding(["Y1 R4 W2", "B1 B2 B3", "P1 P2 P3"])
    assert members(rules.actors(s)) == [0]
    assert legal(s, 0) == ["reveal Y1", "reveal R4", "reveal W2"]


def test_8_a_revealed_card_is_not_yet_led_and_no_longer_counts_as_held() -> None:
    s = holding(["Y1 R4", "B1 B2", "P1 P2"])
    acts(s, "reveal Y1")
    assert s.held[:3].tolist() == [1, 2, 2]
    assert words.CARDS_OF.texts[s.revealed] == "Y1"
    assert set(s.laid[:, 0].tolist()) == {rules.NO_CARD}
    assert new_view(GAME, s, 2).revealed == s.revealed


def test_9_every_other_seat_answers_once_clockwise_and_both_answers_are_always_allowed() -> None:
    s = holding(["Y1 R4", "B1 B2", "P1 P2", "G1 G2"], first=2)
    acts(s, "reveal P1")
    order = []
    for text in ("want", "decline", "want"):
        order.append(int(s.turn))
        assert legal(s, int(s.turn)) == ["want", "decline"]
        acts(s, text)
    assert order == [3, 0, 1]


def test_9_the_last_seat_that_wanted_the_card_is_the_buyer() -> None:
    s = holding(["Y1 R4", "B1 B2", "P1 P2", "G1 G2"])
    acts(s, "reveal Y1", "want", "want", "decline")
    assert members(rules.actors(s)) == [2]
    assert legal(s, 2) == ["give P1", "give P2"]


def test_9_no_answer_can_be_withdrawn() -> None:
    s = holding(["Y1 R4", "B1 B2", "P1 P2", "G1 G2"])
    acts(s, "reveal Y1", "want")
    assert why_not(s, 1, "decline") == "You have answered, and no answer can be withdrawn; it is Cleo's turn (§9)."
    assert GAME.rules.teaches(s, 2, words.action("want"))


def test_10_the_buyer_gives_a_card_takes_the_revealed_one_and_leads_it() -> None:
    s = holding(["Y1 R4", "B1 B2", "P1 P2"])
    acts(s, "reveal Y1", "want", "decline", "give B2")
    assert s.leader == 1
    assert words.CARDS_OF.texts[s.laid[s.tricks_played, 1]] == "Y1"
    assert card_texts(s.hand[0]) == ["B2", "R4"]
    assert card_texts(s.hand[1]) == ["B1"]
    assert s.held[:3].tolist() == [2, 1, 2]
    assert members(rules.actors(s)) == [2]


def test_10_with_no_buyer_the_first_player_leads_it() -> None:
    s = holding(["Y1 R4", "B1 B2", "P1 P2"])
    lead(s, "Y1")
    assert s.leader == 0
    assert words.CARDS_OF.texts[s.laid[s.tricks_played, 0]] == "Y1"
    assert members(rules.actors(s)) == [1]


def test_10_the_gift_is_unseen_by_the_others() -> None:
    s = holding(["Y1 R4", "B1 B2", "P1 P2"])
    acts(s, "reveal Y1", "want", "decline")
    gift = words.action("give B2")
    assert [words.text(GAME.rules.told(s, 1, gift, viewer)) for viewer in (0, 1, 2, SPECTATOR)] == [
        "give B2",
        "give B2",
        "give ?",
        "give ?",
    ]


def test_10_a_sale_works_with_one_card_in_hand() -> None:
    s = holding(["Y1", "B1", "P1"])
    acts(s, "reveal Y1", "decline", "want", "give P1")
    assert s.held[:3].tolist() == [1, 1, 0]
    acts(s, "play P1", "play B1")
    assert s.phase == rules.OVER


def test_11_the_others_play_clockwise_from_the_left_of_the_leader_the_first_player_in_its_own_place() -> None:
    s = holding(["Y1 R4", "B1 B2", "P1 P2", "G1 G2"])
    acts(s, "reveal Y1", "decline", "want", "decline", "give P2")
    order = []
    for text in ("play G1", "play R4", "play B1"):
        order.append(int(s.turn))
        acts(s, text)
    assert order == [3, 0, 1]
    assert s.tricks_played == 5


def test_11_the_first_player_may_play_the_gift() -> None:
    s = holding(["Y1 R4", "B1 B2"])
    acts(s, "reveal Y1", "want", "give B2")
    assert legal(s, 0) == ["play B2", "play R4"]
    acts(s, "play B2")


def test_11_the_led_card_needs_no_action() -> None:
    s = holding(["Y1 R4", "B1 B2"])
    acts(s, "reveal Y1", "want", "give B2")
    assert legal(s, 1) == []
    assert why_not(s, 1, "play B1") == "You lead this trick, and the led card is yours in it; it is Ann's turn (§11)."


def test_12_who_holds_the_led_colour_must_play_it() -> None:
    s = holding(["Y1 R4 B5", "Y0 Y5 G1", "P1 P2 P3"])
    lead(s, "Y1")
    assert legal(s, 1) == ["play Y0", "play Y5"]
    assert why_not(s, 1, "play G1") == "You hold Y0, Y5, so you must follow yellow (§12)."


def test_12_who_does_not_hold_the_led_colour_may_play_anything_and_has_shown_it() -> None:
    s = holding(["Y1 R4", "B1 W2", "P1 G2"])
    lead(s, "Y1")
    assert legal(s, 1) == ["play B1", "play W2"]
    acts(s, "play B1", "play G2")
    assert s.lacks[:3].tolist() == [0, 1 << LETTERS.index("Y"), 1 << LETTERS.index("Y")]


@pytest.mark.parametrize(
    ("led", "hand", "following"),
    [("G1", "W2 B1", ["play B1", "play W2"]), ("W2", "G1 B1", ["play B1", "play G1"]), ("W2", "G3 W3", ["play W3"])],
)
def test_12_white_and_the_trump_colour_are_different_colours(led: str, hand: str, following: list[str]) -> None:
    s = holding([f"{led} P1", hand], turned="G0")
    lead(s, led)
    assert legal(s, 1) == following


def test_12_the_first_player_who_sold_is_judged_on_its_hand_after_the_gift() -> None:
    s = holding(["Y1 R4", "Y2 B2"])
    acts(s, "reveal Y1", "want", "give Y2")
    assert legal(s, 0) == ["play Y2"]
    s = holding(["Y1 R4", "Y2 B2"])
    acts(s, "reveal Y1", "want", "give B2")
    assert legal(s, 0) == ["play B2", "play R4"]


@pytest.mark.parametrize(
    ("order", "turned", "strongest"),
    [
        ("Y4 G2 W2", "G0", "W2"),
        ("Y4 W2 G2", "G0", "G2"),
        ("Y4 Y5 B5", "G0", "Y5"),
        ("Y5 G0", "G1", "G0"),
        ("W2 G3", "G0", "G3"),
        ("R1 B5 P5", "W3", "R1"),
        ("G1 G4 W3", "G0", "G4"),
    ],
)
def test_13_trumps_over_the_led_colour_over_the_rest_then_the_number_then_the_later_card(
    order: str, turned: str, strongest: str
) -> None:
    assert taker(order, turned) == strongest


def test_13_the_order_of_play_decides_among_equals_also_when_the_lead_was_sold() -> None:
    s = holding(["Y4 B1", "W2 B0", "G2 R1"])
    acts(s, "reveal Y4", "decline", "want", "give R1")
    acts(s, "play B1", "play W2")
    assert s.first == 1
    s = holding(["Y4 G2", "W2 B0", "B3 R1"])
    acts(s, "reveal Y4", "want", "decline", "give B0", "play B3", "play G2")
    assert s.first == 0


def test_14_the_strongest_card_takes_all_cards_of_the_trick_and_its_player_is_the_next_first_player() -> None:
    s = holding(["Y1 R4", "Y5 B2", "P3 P2"])
    assert play_trick(s, "Y1 Y5 P3") == 1
    assert members(rules.actors(s)) == [1]
    assert legal(s, 1) == ["reveal B2"]
    assert card_texts(s.blocks[1]) == ["Y5", "P3"]
    assert s.others[:3].tolist() == [0, 1, 0]


def with_blocks(names: str) -> Any:
    s = holding(["Y1", "B1"])
    s.blocks[0] = cards(names)
    return s


@pytest.mark.parametrize(
    ("names", "worth"),
    [
        ("", 5),
        ("R3", 1),
        ("R3 R5", 2),
        ("R3 B4", 4),
        ("R3 R4 R5", 3),
        ("R3 B4 W3", 9),
        ("R3 R4 R5 B3", 4),
        ("R3 B4 W3 G5 P5 Y3", 6),
    ],
)
def test_15_no_blocks_5_points_one_to_three_times_their_colours_four_or_more_their_number(
    names: str, worth: int
) -> None:
    assert points(with_blocks(names))[0] == worth


def test_15_five_points_for_no_blocks_whatever_else_was_won() -> None:
    s = holding(["Y2 R1", "B1 B2"])
    assert play_trick(s, "Y2 B1") == 0
    assert points(s) == [5, 5]
    assert s.others[:2].tolist() == [2, 0]


def test_15_a_running_round_counts_as_it_would_be_scored_now() -> None:
    s = holding(["Y3 R1", "B1 B4"], rounds=2)
    assert points(s) == [5, 5]
    play_trick(s, "Y3 B1")
    assert points(s) == [1, 5]
    play_trick(s, "R1 B4")
    assert s.phase == rules.DEAL
    assert points(s) == [4, 5]


def finished(first: list[int], second: list[int]) -> Any:
    s = holding(["Y1", "B1", "P1"], rounds=2)
    s.rounds_played = 1
    play_trick(s, "Y1 B1 P1")
    s.scored[0, :3], s.scored[1, :3] = first, second
    return s


def test_16_the_highest_total_wins() -> None:
    s = finished([5, 9, 4], [5, 0, 4])
    assert rules.actors(s) == 0
    assert points(s) == [10, 9, 8]
    assert shares(s) == [1, 0, 0]


def test_16_ties_share_the_victory() -> None:
    assert shares(finished([5, 9, 9], [5, 4, 4])) == [0, 0.5, 0.5]


# --- options ---------------------------------------------------------------------------------------------------------


def test_the_option_rounds_is_3_unless_it_is_set() -> None:
    assert GAME.setting(3).options == {"rounds": 3, "colours": "first"}
    assert setting(3, 9).new_state().options.rounds == 9


def test_random_colours_are_drawn_once_right_after_the_start() -> None:
    s = setting(3, 3, "random").new_state()
    carry_out(s, "start 1")
    assert members(rules.actors(s)) == [DEALER]
    carry_out(s, "colours B P G")
    assert {name[0] for name in card_texts(rules.deck(s))} == set("BPGW")
    assert s.phase == rules.DEAL


def test_random_colours_can_be_any() -> None:
    s = setting(2, 3, "random").new_state()
    carry_out(s, "start 1")
    rng, out = chance.numbered("colours", 0), np.empty(rules.MOST_OUTCOME, np.int16)
    drawn: Counter[str] = Counter()
    for _ in range(300):
        assert rules.draw(s, rng, out) == 2
        drawn[words.outcome_text(s, out[:2])] += 1
    assert len(drawn) == 10
    assert min(drawn.values()) > 12


# --- who knows what --------------------------------------------------------------------------------------------------


def after_a_gift() -> Any:
    s = holding(["Y1 R4 B5", "B1 B2 B3", "P1 P2 P3", "G1 G2 G3"])
    acts(s, "reveal Y1", "want", "decline", "decline", "give B2")
    return s


def test_who_knows_what_a_view_holds_the_own_hand_and_no_other() -> None:
    s = after_a_gift()
    for seat in (0, 1, 2, 3, SPECTATOR):
        v = new_view(GAME, s, seat)
        for other in range(4):
            assert v.hand[other] == (s.hand[other] if other == seat else UNKNOWN)
        assert v.held.tolist() == s.held.tolist()
        assert v.laid.tolist() == s.laid.tolist()


def test_who_knows_what_a_gift_is_known_to_its_giver_and_its_receiver_alone() -> None:
    s = after_a_gift()
    trick = s.tricks_played
    for seat in (0, 1, 2, 3, SPECTATOR):
        v = new_view(GAME, s, seat)
        assert v.gift[trick] == (words.CARDS_OF.numbers["B2"] if seat in (0, 1) else UNKNOWN)
        assert (v.giver[trick], v.receiver[trick]) == (1, 0)


def test_who_knows_what_two_gifts_look_the_same_to_the_others() -> None:
    one, other = after_a_gift(), holding(["Y1 R4 B5", "B1 B2 B3", "P1 P2 P3", "G1 G2 G3"])
    acts(other, "reveal Y1", "want", "decline", "decline", "give B3")
    other.face_down = one.face_down
    for seat in (2, 3, SPECTATOR):
        assert new_view(GAME, one, seat).tobytes() == new_view(GAME, other, seat).tobytes()
    assert new_view(GAME, one, 0).tobytes() != new_view(GAME, other, 0).tobytes()


def test_who_knows_what_shown_voids_are_forgotten_when_a_gift_is_received_and_at_each_deal() -> None:
    s = holding(["Y1 R4 R5", "B1 B2 B3", "P1 P2 P3"], rounds=2)
    s.lacks[:3] = [0b1, 0b10, 0b100]
    acts(s, "reveal Y1", "want", "decline", "give B2")
    assert s.lacks[:3].tolist() == [0, 0b10, 0b100]
    s = holding(["Y1", "B1", "P1"], rounds=2)
    play_trick(s, "Y1 B1 P1")
    assert s.lacks.any()
    s.in_use = 0b100111
    carry_out(s, f"deal {DECK}")
    assert not s.lacks.any()


def test_who_knows_what_everything_teaches() -> None:
    s = holding(["Y1 R4", "B1 B2"])
    for seat, text in ((0, "reveal Y1"), (1, "want"), (1, "give B1"), (0, "play R4")):
        assert GAME.rules.teaches(s, seat, words.action(text))
        act(s, seat, text)


def test_who_knows_what_gifts_are_forgotten_at_the_end_of_the_round() -> None:
    s = holding(["Y1", "B1"], rounds=2)
    acts(s, "reveal Y1", "want", "give B1", "play B1")
    assert s.phase == rules.DEAL
    for seat in (0, 1, SPECTATOR):
        assert new_view(GAME, s, seat).tobytes() == s.tobytes()


# --- a view as numbers -----------------------------------------------------------------------------------------------


def seen_as_numbers(s: Any, seat: int) -> dict[str, int]:
    """Give what a seat observes, by the names of the numbers that are not 0."""
    out = np.full(GAME.rules.OBSERVATION, 99, np.uint8)
    GAME.rules.observe(new_view(GAME, s, seat), seat, out)
    return {name: number for name, number in zip(names_of(GAME.rules), out.tolist(), strict=True) if number}


def of_field(seen: dict[str, int], name: str) -> list[str]:
    return [found.removeprefix(name).strip() for found in seen if found.startswith(name)]


def card_numbers(text: str) -> list[str]:
    return [f"has {words.CARDS_OF.numbers[card]}" for card in text.split()]


def test_a_view_as_numbers_counts_seats_from_the_own_one() -> None:
    s = after_a_gift()
    s.blocks[2] = cards("R5")
    s.lacks[2] = 0b10
    seen = seen_as_numbers(s, 1)
    assert of_field(seen, "hand[+0]") == card_numbers("B1 B3")
    assert of_field(seen, "blocks[+1]") == card_numbers("R5")
    assert of_field(seen, "lacks[+1]") == ["has 1"]
    given, trick = words.CARDS_OF.numbers["B2"], int(s.tricks_played)
    assert of_field(seen, f"gift[{trick}]") == [f"is {given // 10} of 6", f"is {given % 10} of 10"]
    assert of_field(seen, f"giver[{trick}]") + of_field(seen, f"receiver[{trick}]") == ["is +0", "is +3"]
    assert not of_field(seen_as_numbers(s, 2), f"gift[{trick}]"), "who neither gave nor got it"
    assert of_field(seen, "wanted") == ["has +0"]
    assert (seen["held[+0]"], seen["held[+3]"]) == (2, 3)


def test_a_view_as_numbers_tells_only_that_something_lies_face_down() -> None:
    s = after_a_gift()
    assert of_field(seen_as_numbers(s, 0), "face_down") == ([] if s.face_down else [""])
