"""Oh Hell is OpenSpiel's Oh Hell, and keeps the laws of a game."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest
from scipy.stats import chisquare

from fairdeal.contract.game import Setting, list_legal, members, new_view, points_of, shares_of
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE, SPECTATOR, UNKNOWN, blank, layered, size_of
from fairdeal.errors import BadData, Refused, Unreadable
from oh_hell import GAME
from oh_hell.words import CARDS_OF
from tests.breadth import mostly_soaked

rules: Any = GAME.rules
words: Any = GAME.words
INTERPRETED = DEFAULT_MODE == "interpreted"
MODES = ("interpreted", "compiled")
GAMES = 15 if INTERPRETED else 200


def card_text(card: int) -> str:
    return CARDS_OF.texts[card]


def card_texts(cards: int) -> list[str]:
    return [card_text(card) for card in CARDS_OF.members(int(cards))]


def clone(s: Any) -> Any:
    out = blank(s.dtype)
    out[0] = s
    return out[0]


def drawn(s: Any, rng: Any, of: Any = rules) -> Any:
    out = np.empty(of.MOST_OUTCOME, np.int16)
    return out[: of.draw(s, rng, out)]


def random_play(setting: Setting, seed: int) -> Iterator[tuple[Any, int, int]]:
    """Play a random game; give the state before each action, who acts and what. In the end the state is over."""
    s, rng, choose = setting.new_state(), numbered("oh hell", seed), random.Random(seed)
    while actors := members(rules.actors(s)):
        if actors == [DEALER]:
            rules.deal(s, drawn(s, rng))
            continue
        action = choose.choice(list_legal(rules, s, actors[0]))
        yield s, actors[0], action
        rules.play(s, actors[0], action)


def final(setting: Setting, seed: int) -> Any:
    for s, _, _ in random_play(setting, seed):
        last = s
    return last


def bidding(dealt: str, dealer: int = 0, tricks: int = 2) -> Any:
    """Deal these cards to three seats, one at a time, the last one turned up."""
    s = GAME.setting(3, {"tricks": tricks}).new_state()
    rules.deal(s, words.outcome(s, f"start {dealer}"))
    rules.deal(s, words.outcome(s, f"deal {dealt}"))
    return s


def play_all(s: Any, *texts: str) -> Any:
    for text in texts:
        rules.play(s, int(s.turn), words.action(text))
    return s


def why(s: Any, seat: int, text: str) -> str:
    message = words.why_not(new_view(GAME, s, seat), seat, words.action(text))
    return "" if message is None else GAME.setting().catalogue(seat).render(message)


# --- the same rules as OpenSpiel's -----------------------------------------------------------------------------------


def to_spiel(action: int) -> int:
    """OpenSpiel counts cards rank by rank, suits in our order, and bids as we do."""
    return action if action >= rules.BID else action % rules.RANKS * rules.KINDS + action // rules.RANKS


def from_spiel(action: int) -> int:
    return action if action >= rules.BID else action % rules.KINDS * rules.RANKS + action // rules.KINDS


def deal_both(choose: random.Random, theirs: Any, s: Any) -> None:
    """Let OpenSpiel's chance decide until the first bid, and deal the same."""
    made = []
    while theirs.is_chance_node():
        outcomes, chances = zip(*theirs.chance_outcomes(), strict=True)
        assert np.allclose(chances, 1 / len(outcomes))
        made.append(choose.choice(outcomes))
        theirs.apply_action(made[-1])
    tricks, dealer, *cards = made
    assert tricks == s.options.tricks
    assert rules.actors(s) == 1 << DEALER
    rules.deal(s, words.outcome(s, f"start {dealer}"))
    assert rules.actors(s) == 1 << DEALER
    rules.deal(s, words.outcome(s, f"deal {' '.join(card_text(from_spiel(card)) for card in cards)}"))


@pytest.mark.parametrize(
    ("seats", "tricks"), mostly_soaked([(5, 10), (5, 3), (4, 10), (3, 10), (3, 1)], (5, 10), (4, 10), (3, 1))
)
def test_openspiel_agrees_on_players_actions_and_returns(seats: int, tricks: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    spiel = pyspiel.load_game(f"oh_hell(players={seats},num_tricks_fixed={tricks})")
    choose = random.Random(f"{seats} {tricks}")
    for _ in range(GAMES):
        theirs = spiel.new_initial_state()
        s = GAME.setting(seats, {"tricks": tricks}).new_state()
        deal_both(choose, theirs, s)
        while not theirs.is_terminal():
            seat = theirs.current_player()
            assert rules.actors(s) == 1 << seat
            for other in range(seats):
                ours = list_legal(rules, s, other)
                assert sorted(map(to_spiel, ours)) == (theirs.legal_actions() if other == seat else [])
            action = choose.choice(theirs.legal_actions())
            assert words.text(from_spiel(action)).split(" ")[1] == theirs.action_to_string(action)
            theirs.apply_action(action)
            rules.play(s, seat, from_spiel(action))
        assert rules.actors(s) == 0
        assert points_of(GAME, s) == theirs.returns()


def test_a_world_replays_in_openspiel_from_its_own_deal() -> None:
    """Every card and bid of the past is legal in every world."""
    pyspiel = pytest.importorskip("pyspiel")
    spiel = pyspiel.load_game("oh_hell(players=5,num_tricks_fixed=10)")
    rng = numbered("replay", 0)
    for seed in range(3 if INTERPRETED else 10):
        past: list[int] = []
        for s, seat, action in random_play(GAME.setting(5), seed):
            if len(past) % 9 == 8:
                for world in worlds(s, (seat + 1) % 5, 2, rng):
                    replay(spiel.new_initial_state(), world, past)
            past.append(action)


def replay(theirs: Any, world: Any, past: list[int]) -> None:
    hands = [card_texts(int(world.hand[seat]) | int(world.played[seat])) for seat in range(5)]
    assert [len(hand) for hand in hands] == [10] * 5
    dealt = [hands[place % 5][place // 5] for place in range(50)]
    for action in (
        10,
        int(world.dealer),
        *(to_spiel(CARDS_OF.numbers[text]) for text in dealt),
        to_spiel(int(world.turned)),
    ):
        theirs.apply_action(action)
    for action in past:
        assert to_spiel(action) in theirs.legal_actions()
        theirs.apply_action(to_spiel(action))


# --- the rulebook ----------------------------------------------------------------------------------------------------


def test_2_cards_are_dealt_one_at_a_time_to_seat_0_first_and_the_next_is_turned_up() -> None:
    s = bidding("C2 C3 C4 D2 D3 D4 HA", dealer=1)
    assert [card_texts(s.hand[seat]) for seat in range(3)] == [["C2", "D2"], ["C3", "D3"], ["C4", "D4"]]
    assert card_text(int(s.turned)) == "HA"


def test_3_bids_go_clockwise_from_the_dealers_left() -> None:
    s = bidding("C2 C3 C4 D2 D3 D4 HA", dealer=1)
    assert s.turn == 2
    play_all(s, "bid 0", "bid 1")
    assert s.turn == 1


def test_3_the_dealer_must_not_make_the_bids_add_up() -> None:
    s = play_all(bidding("C2 C3 C4 D2 D3 D4 HA", dealer=1), "bid 0", "bid 1")
    assert [words.text(action) for action in list_legal(rules, s, 1)] == ["bid 0", "bid 2"]
    assert why(s, 1, "bid 1") == (
        "With 1 trick the bids would add up to the number of tricks, and the dealer must prevent that (§3)."
    )


def test_3_the_dealer_is_free_when_the_others_bid_more_than_there_are_tricks() -> None:
    s = play_all(bidding("C2 C3 C4 D2 D3 D4 HA", dealer=1), "bid 2", "bid 2")
    assert len(list_legal(rules, s, 1)) == 3


def test_4_who_holds_the_led_suit_must_play_it() -> None:
    s = play_all(bidding("C2 C3 C4 D2 H3 D4 HA"), "bid 0", "bid 0", "bid 0", "play C3")
    assert [words.text(action) for action in list_legal(rules, s, 2)] == ["play C4"]
    assert why(s, 2, "play D4") == "You hold clubs 4, so you must follow clubs (§4)."


def test_4_who_holds_none_of_the_led_suit_may_play_any_card_and_has_shown_it() -> None:
    s = play_all(bidding("C2 C3 S4 D2 H3 D4 HA"), "bid 0", "bid 0", "bid 0", "play C3")
    assert [words.text(action) for action in list_legal(rules, s, 2)] == ["play D4", "play S4"]
    play_all(s, "play S4")
    assert s.lacks.tolist()[:3] == [0, 0, 1]


@pytest.mark.parametrize(
    ("turned", "cards", "taker"),
    [
        ("HA", ("C3", "C4", "C2"), 2),  # the highest of the led suit
        ("HA", ("C3", "D4", "C2"), 1),  # another suit never takes
        ("HA", ("C3", "H2", "CA"), 2),  # a trump does
        ("HA", ("C3", "H2", "H3"), 0),  # the highest of two trumps
        ("CA", ("C3", "C2", "HK"), 1),  # a trump that is led
    ],
)
def test_5_the_highest_trump_takes_the_trick_or_else_the_highest_of_the_led_suit(
    turned: str, cards: tuple[str, str, str], taker: int
) -> None:
    first, second, third = cards
    s = bidding(f"{third} {first} {second} {turned}", tricks=1)
    play_all(s, "bid 0", "bid 0", "bid 0", *(f"play {card}" for card in cards))
    assert s.tricks.tolist().index(1) == taker
    assert s.leader == taker


def test_6_a_point_per_trick_and_ten_more_for_a_bid_that_is_met() -> None:
    s = play_all(bidding("C2 C3 C4 HA", tricks=1), "bid 0", "bid 1", "bid 1", "play C3", "play C4", "play C2")
    assert points_of(GAME, s) == [0, 10, 11]


def test_7_most_points_win_and_a_tie_is_shared() -> None:
    s = play_all(bidding("C2 C3 C4 HA", tricks=1), "bid 0", "bid 0", "bid 0", "play C3", "play C4", "play C2")
    assert points_of(GAME, s) == [10, 10, 1]
    assert shares_of(GAME, s) == [0.5, 0.5, 0]


# --- views and worlds ------------------------------------------------------------------------------------------------


def worlds(s: Any, seat: int, count: int, rng: Any) -> Iterator[Any]:
    v = new_view(GAME, s, seat)
    plan = blank(GAME.worlds.PLAN)[0]
    GAME.worlds.plan(v, seat, plan)
    for _ in range(count):
        world = clone(v)
        GAME.worlds.resample(world, seat, plan, rng)
        yield world


def test_a_view_hides_the_other_hands_and_nothing_else() -> None:
    s = next(random_play(GAME.setting(5), 0))[0]
    v = new_view(GAME, s, 2)
    assert [hand == UNKNOWN for hand in v.hand] == [True, True, False, True, True]
    assert [hand == UNKNOWN for hand in new_view(GAME, s, SPECTATOR).hand] == [True] * 5
    v.hand = s.hand
    assert v.tobytes() == s.tobytes()


@pytest.mark.parametrize(("seats", "tricks"), [(5, 10), (5, 9), (4, 10), (3, 10), (5, 2)])
def test_a_world_has_the_view_it_was_made_of(seats: int, tricks: int) -> None:
    rng = numbered("worlds", 0)
    for seed in range(2 if INTERPRETED else 20):
        for number, (s, seat, _) in enumerate(random_play(GAME.setting(seats, {"tricks": tricks}), seed)):
            if number % 5 < 5 - 4 * INTERPRETED:
                viewer = (seat + number) % seats
                for world in worlds(s, viewer, 2, rng):
                    assert new_view(GAME, world, viewer).tobytes() == new_view(GAME, s, viewer).tobytes()
                    assert_is_a_deal(world)


def assert_is_a_deal(s: Any) -> None:
    where = Counter([card_text(int(s.turned))])
    for seat in range(s.seats):
        where.update(card_texts(s.hand[seat]) + card_texts(s.played[seat]))
        assert len(card_texts(s.hand[seat])) == s.held[seat]
    assert max(where.values()) == 1


def enumerated(s: Any, seat: int) -> Iterator[tuple[int, ...]]:
    """List all hands of the others that are possible, by brute force."""
    seen = [*card_texts(s.hand[seat]), card_text(int(s.turned))]
    for other in range(s.seats):
        seen += card_texts(s.played[other])
    unseen = {1 << card for card in range(rules.CARDS) if card_text(card) not in seen}
    others = [other for other in range(s.seats) if other != seat]

    def hands(others: list[int], left: set[int]) -> Iterator[tuple[int, ...]]:
        if not others:
            yield ()
            return
        lacks = int(s.lacks[others[0]])
        allowed = sorted(bit for bit in left if not lacks >> (bit.bit_length() - 1) // rules.RANKS & 1)
        for hand in itertools.combinations(allowed, int(s.held[others[0]])):
            for rest in hands(others[1:], left - set(hand)):
                yield sum(hand), *rest

    yield from hands(others, unseen)


def late_positions(seats: int, tricks: int, free: int, most: int) -> Iterator[tuple[Any, int]]:
    """Look for positions with so many hands of others without a shown lack, and few possible worlds but not too few."""
    for seed in itertools.count():
        for s, seat, _ in random_play(GAME.setting(seats, {"tricks": tricks}), seed):
            held = [other for other in range(seats) if other != seat and s.held[other] > 0]
            if len(held) < seats - 1 or s.laid == 0 or max(s.held) > 3:
                continue
            if sum(not s.lacks[other] for other in held) == free:
                count = len(list(itertools.islice(enumerated(s, seat), most + 1)))
                if 20 <= count <= most:
                    yield clone(s), seat


@pytest.mark.parametrize(
    ("seats", "tricks", "free"),
    mostly_soaked(
        [(5, 10, 0), (5, 10, 1), (5, 9, 0), (4, 10, 0), (4, 10, 1), (3, 10, 0), (3, 10, 1)], (5, 10, 1), (3, 10, 0)
    ),
)
def test_worlds_are_uniform_over_all_deals_that_have_the_view(seats: int, tricks: int, free: int) -> None:
    most = 300 if INTERPRETED else 2000
    positions = late_positions(seats, tricks, free, most)
    for s, seat in itertools.islice(positions, 1 if INTERPRETED else 2):
        possible = list(enumerated(s, seat))
        others = [other for other in range(seats) if other != seat]
        draws = (8 if INTERPRETED else 20) * len(possible)
        counts = Counter(
            tuple(int(world.hand[other]) for other in others)
            for world in worlds(s, seat, draws, numbered("uniform", seats))
        )
        assert set(counts) <= set(possible)
        assert chisquare([counts[world] for world in possible]).pvalue > 1e-4


# --- the two modes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", mostly_soaked([3, 4, 5], 4))
def test_interpreted_and_compiled_games_have_the_same_bytes(seats: int) -> None:
    slow, fast = (cast(Any, layered(GAME.in_mode(mode).rules, GAME.in_mode(mode).worlds)) for mode in MODES)
    for seed in range(4):
        s = GAME.setting(seats).new_state()
        twin = clone(s)
        rng, other_rng, choose = numbered("modes", seed), numbered("modes", seed), random.Random(seed)
        while actors := members(slow.actors(s)):
            assert fast.actors(twin) == slow.actors(s)
            if actors == [DEALER]:
                outcome = drawn(s, rng, slow)
                assert drawn(twin, other_rng, fast).tolist() == outcome.tolist()
                slow.deal(s, outcome)
                fast.deal(twin, outcome)
            else:
                seat = actors[0]
                legal = list_legal(slow, s, seat)
                assert list_legal(fast, twin, seat) == legal
                assert_same_eyes(slow, fast, s, choose.randrange(seats), rng, other_rng)
                action = choose.choice(legal)
                slow.play(s, seat, action)
                fast.play(twin, seat, action)
            assert s.tobytes() == twin.tobytes()


def assert_same_eyes(slow: Any, fast: Any, s: Any, seat: int, rng: Any, other_rng: Any) -> None:
    """What a seat sees, observes and samples is the same in both modes."""
    made = []
    for of, generator in ((slow, rng), (fast, other_rng)):
        v, plan = blank(rules.STATE)[0], blank(GAME.worlds.PLAN)[0]
        seen = np.empty(rules.OBSERVATION, np.uint8)
        of.view(s, seat, v)
        of.observe(v, seat, seen)
        view = v.tobytes()
        if size_of(s.played[seat]) % 4 == 3:
            of.plan(v, seat, plan)
            of.resample(v, seat, plan, generator)
        made.append((view, seen.tobytes(), plan.tobytes(), v.tobytes()))
    assert made[0] == made[1]


# --- words -----------------------------------------------------------------------------------------------------------


def test_text_and_action_are_inverse() -> None:
    texts = [words.text(action) for action in range(rules.ACTIONS)]
    assert [words.action(text) for text in texts] == list(range(rules.ACTIONS))
    assert texts[0] == "play C2"
    assert texts[-1] == "bid 10"


@pytest.mark.parametrize(
    "text", ["", "play", "play C1", "play C22", "bid", "bid 11", "bid -1", "bid 01", "pass", "Play C2"]
)
def test_what_is_no_action_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        words.action(text)


@pytest.mark.parametrize("text", ["start 3", "start", "deal C2", "start x"])
def test_a_dealer_that_is_no_seat_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        words.outcome(GAME.setting(3).new_state(), text)


@pytest.mark.parametrize("text", ["start 1", "deal C2 C3 C4", "deal C2 C3 C4 C2", "deal C2 C3 C4 C5 C6"])
def test_a_deal_that_is_none_is_refused(text: str) -> None:
    s = GAME.setting(3, {"tricks": 1}).new_state()
    rules.deal(s, words.outcome(s, "start 0"))
    with pytest.raises(Refused):
        words.outcome(s, text)


def test_why_not_is_silent_about_legal_actions_and_cites_the_rule_of_all_others() -> None:
    for seed in range(2 if INTERPRETED else 10):
        for number, (s, seat, _) in enumerate(random_play(GAME.setting(3 + seed % 3), seed)):
            if number % 3 == 0:
                legal = list_legal(rules, s, seat)
                for action in range(rules.ACTIONS):
                    reason = why(s, seat, words.text(action))
                    assert (reason == "") == (action in legal)
                    assert action in legal or "(§" in reason


def test_why_not_knows_every_reason() -> None:
    start = GAME.setting(3, {"tricks": 2}).new_state()
    assert why(start, 0, "bid 0") == "The cards are not dealt yet (§2)."
    s = bidding("C2 C3 C4 D2 D3 D4 HA")
    assert why(s, 0, "bid 0") == "Seat 2 must act first (§3)."
    assert why(s, 1, "bid 3") == "There are only 2 tricks (§3)."
    assert why(s, 1, "play C3") == "First everybody bids, then the first trick begins (§3)."
    play_all(s, "bid 0", "bid 0", "bid 0")
    assert why(s, 1, "bid 0") == "Bids are made only before the first trick (§3)."
    assert why(s, 1, "play HA") == "Nobody can play hearts A, which was turned up (§2)."
    assert why(s, 1, "play SA") == "You do not hold spades A (§4)."
    play_all(s, "play C3", "play C4", "play C2", "play D4", "play D2", "play D3")
    assert why(s, 1, "play C3") == "The game is over (§5)."


def test_prompts_looks_stories_and_results_can_be_read() -> None:
    setting = GAME.setting(4)
    before = None
    for seed in range(3):
        for s, seat, action in random_play(setting, seed):
            for viewer in (0, seat, SPECTATOR):
                v = new_view(GAME, s, viewer)
                after = clone(s)
                rules.play(after, seat, action)
                render = setting.catalogue(viewer).render
                told = words.story(v, new_view(GAME, after, viewer), seat, action)
                lines = [words.prompt(v, viewer), *words.describe(v, viewer), *told]
                assert all(render(line).endswith(".") for line in lines)
            before = after
    assert before is not None
    assert [setting.catalogue(0).render(line) for line in words.result(before)]


def test_the_story_of_a_short_game() -> None:
    setting = GAME.setting(3, {"tricks": 1})
    render = setting.catalogue(1).render
    s = setting.new_state()
    told: list[str] = []
    for text in ("start 0", "deal C2 C3 C4 HA"):
        before = clone(s)
        rules.deal(s, words.outcome(s, text))
        told += map(render, words.story(before, s, DEALER, -1))
    for text in ("bid 0", "bid 1", "bid 1", "play C3", "play C4", "play C2"):
        before, seat = clone(s), int(s.turn)
        play_all(s, text)
        told += map(render, words.story(before, s, seat, words.action(text)))
    assert told == [
        "Seat 1 deals.",
        "The cards are dealt, 1 card each; hearts A is turned up, so hearts are trump.",
        "You bid 0.",
        "Seat 3 bids 1.",
        "Seat 1 bids 1.",
        "You play clubs 3.",
        "Seat 3 plays clubs 4.",
        "Seat 1 plays clubs 2.",
        "Seat 3 takes the trick with clubs 4.",
        "Seat 1 took 0 tricks and bid 1.",
        "You took 0 tricks, as bid.",
        "Seat 3 took 1 trick, as bid.",
    ]
    assert render(words.result(s)[0]) == "Seat 3 wins with 11 points."


def test_a_bad_data_file_is_refused_with_a_sentence() -> None:
    names, numbers = GAME.own_data["names"], GAME.own_data["numbers"]
    for document in (
        {},
        {"names": names},
        {"names": {**names, "suit.C": ""}, "numbers": numbers},
        {"names": names, "numbers": {"trick": 1}},
        {"names": names, "numbers": {"trick": 1, "bonus": 10, "penalty": 1}},
        {"names": names, "numbers": {"trick": -1, "bonus": 10}},
        {"names": names, "numbers": {"trick": True, "bonus": 10}},
        {"names": names, "numbers": 3},
        {"names": names, "numbers": numbers, "more": {}},
    ):
        with pytest.raises(BadData, match=r"\.$"):
            GAME.setting(3, data=document)


def test_6_points_are_read_from_the_data_file() -> None:
    data = {**GAME.own_data, "numbers": {"trick": 3, "bonus": 7}}
    s = final(GAME.setting(5, data=data), 0)
    expected = [3 * s.tricks[seat] + 7 * (s.tricks[seat] == s.bids[seat]) for seat in range(5)]
    assert points_of(GAME, s) == expected
