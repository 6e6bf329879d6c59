"""Cryptruck's worlds: exactly uniform over every deal, with every choice of the unseen gifts, that has the view."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import new_view
from fairdeal.engine import chance
from fairdeal.engine.kernel import DEFAULT_MODE, blank, copy
from fairdeal.games.cryptruck import GAME, rules, words, worlds
from fairdeal.laws import check_uniform
from fairdeal.laws.subject import changed
from fairdeal.laws.walks import random_game
from tests.breadth import mostly_soaked
from tests.games.cryptruck.deals import act, acts, card_texts, cards, carry_out, holding, play_trick, setting, started
from tests.games.cryptruck.histories import FEATURES, History, Memory, histories, history_of, replays, taken_back

# Plain Python draws some hundred worlds a second: there it is enough that each is one of the histories.
MANY = DEFAULT_MODE != "interpreted"
MOST_TRIED = 2000 if MANY else 300  # ways to deal and to give, before it is asked whether they were legal
MOST_HISTORIES = 200 if MANY else 50


def imagined(v: Any, seat: int, count: int) -> Iterator[Any]:
    plan, world = blank(worlds.PLAN)[0], blank(rules.STATE)[0]
    worlds.plan(v, seat, plan)
    rng = chance.numbered("worlds", 0)
    for _ in range(count):
        copy(v, world)
        worlds.resample(world, seat, plan, rng)
        yield world


def check_worlds(s: Any, seat: int, expected: list[History]) -> None:
    v = new_view(GAME, s, seat)
    assert history_of(s) in expected
    assert len(set(expected)) == len(expected)
    if MANY:
        check_uniform(GAME, v, seat, expected, 20 * len(expected), history_of, chance.numbered("uniform", seat))
    else:
        assert {history_of(world) for world in imagined(v, seat, 8)} <= set(expected)


# --- whole rounds ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """A moment of a random round, and what one seat has been told of it."""

    s: Any
    memory: Memory

    @property
    def seat(self) -> int:
        return self.memory.seat

    @property
    def v(self) -> Any:
        return new_view(GAME, self.s, self.seat)

    @property
    def tried(self) -> int:
        """In about how many ways the unseen cards may lie, and any card of its receiver be an unseen gift."""
        sizes = [int(self.s.held[seat]) for seat in range(self.s.seats) if seat != self.seat]
        hands = math.prod(math.factorial(size) for size in sizes)
        unseen = [trick for trick in range(rules.TRICKS) if rules.is_hidden_gift(self.s, self.seat, trick)]
        down = int(self.s.face_down).bit_count()
        deals = math.factorial(sum(sizes) + down) // hands // math.factorial(down)
        return deals * math.prod(rules.TRICKS - trick for trick in unseen)

    @property
    def histories(self) -> list[History]:
        """All of them, or none if they are too many for a quick test."""
        if self.tried > MOST_TRIED:
            return []
        found = list(islice(histories(self.v, self.memory), MOST_HISTORIES + 1))
        return found if len(found) <= MOST_HISTORIES else []


def positions(seats: int, colours: str, games: int, whites: Sequence[int] = (2, 3)) -> Iterator[Position]:
    """The moments of random rounds, as each of the seats knows them."""
    document = changed(GAME.own_data, {"colours.5.numbers": list(whites)})
    for number in range(games):
        memories = [Memory(seat) for seat in range(seats)]
        tabled = GAME.setting(seats, {"rounds": 1, "colours": colours}, document)
        for event in random_game(tabled, chance.numbered("worlds", number)):
            for memory in memories:
                memory.hear(event)
            if rules.is_round_running(event.after):
                yield from (Position(event.after, Memory(memory.seat, list(memory.acts))) for memory in memories)


@pytest.mark.parametrize(
    ("seats", "colours"),
    mostly_soaked(product((2, 3, 4, 5), ("first", "random")), (2, "first"), (3, "random"), (4, "first")),
)
def test_worlds_are_uniform_over_all_histories_that_have_the_view(seats: int, colours: str) -> None:
    """A moment of each sort: a sort is what makes the histories hard to count."""
    sorts: set[frozenset[str]] = set()
    for position in positions(seats, colours, 30 if MANY else 10):
        sort = frozenset(position.memory.features)
        if sort not in sorts and len(expected := position.histories) > 1:
            sorts.add(sort)
            check_worlds(position.s, position.seat, expected)
    assert set().union(*sorts) == set(FEATURES) or not MANY or seats == 2


@pytest.mark.parametrize(
    ("seats", "whites"),
    mostly_soaked([(3, [7]), (4, [7]), (3, [0, 8, 9]), (2, [0, 3, 8, 9])], (2, [0, 3, 8, 9])),
)
def test_worlds_are_uniform_with_other_whites_face_down(seats: int, whites: list[int]) -> None:
    """§6 Nothing lies face down, or several cards."""
    tried = 0
    for position in positions(seats, "first", 12 if MANY else 2, whites):
        if len(expected := position.histories) > 1 and tried < (40 if MANY else 8):
            check_worlds(position.s, position.seat, expected)
            tried += 1
    assert tried > 3


@pytest.mark.parametrize("seats", mostly_soaked([3, 4, 5], 4))
def test_a_world_is_what_its_history_comes_to(seats: int) -> None:
    """Carry out the round again by the rules, from the deal and with the gifts of a world: byte for byte that world."""
    for position in islice(positions(seats, "first", 6), 0, None, 3 if MANY else 293):
        for world in imagined(position.v, position.seat, 2):
            assert replayed(position, world).tobytes() == world.tobytes()


def hands_of(world: Any) -> list[frozenset[str]]:
    return [frozenset(card_texts(world.hand[seat])) for seat in range(world.seats)]


def replayed(position: Position, world: Any) -> Any:
    made = iter(history_of(world).gifts)
    named = [
        told._replace(card=words.CARDS_OF.texts[next(made)]) if told.verb == "give" else told
        for told in position.memory.acts
    ]
    [(hands, _)] = taken_back(tuple(hands_of(world)), named)
    s = started(int(world.seats), named[0].seat if named else int(world.first), 1)
    deck = [words.CARDS_OF.numbers[card] for hand in hands for card in hand]
    rules.deal(s, np.array([*deck, world.turned, *words.CARDS_OF.members(world.face_down)], np.int16))
    for told in named:
        act(s, told.seat, f"{told.verb} {told.card}".strip())
    return s


# --- small tables ----------------------------------------------------------------------------------------------------

TABLES = {
    3: [
        (["Y1 Y2 B5", "B1 B2 R3", "R1 R2 Y3"], "W2", "W3"),
        (["Y1 B2 R5 W2", "B1 Y4 B3 R3", "R1 R2 Y3 B4"], "Y0", "W3"),
    ],
    4: [
        (["Y1 B2", "B1 R2", "R1 P2", "P1 Y2"], "W2", "W3"),
        (["Y1 Y2", "B1 W2", "R1 R2", "P1 P2"], "P0", "W3"),
    ],
}


def moments(start: Any, name: str) -> Iterator[tuple[Any, list[tuple[int, int]]]]:
    """A small table played on at random, and what was done on the way."""
    done: list[tuple[int, int]] = []
    for event in random_game(setting(int(start.seats), 1), chance.numbered(name, 0), start=start):
        done.append((event.actor, event.action))
        if rules.is_round_running(event.after):
            yield event.after, list(done)


@pytest.mark.parametrize("seats", [3, 4])
def test_worlds_are_uniform_over_all_ways_to_play_a_small_table_that_look_the_same(seats: int) -> None:
    tried = 0
    for number, (hands, turned, face_down) in enumerate(TABLES[seats] * 2 if MANY else TABLES[seats][:1]):
        start = late(hands, turned, face_down)
        for s, done in moments(start, f"small {number}"):
            seat = len(done) % seats
            if not any(rules.is_hidden_gift(s, seat, trick) for trick in range(rules.TRICKS)):
                continue
            expected = [history_of(end) for end in replays(start, done, seat)]
            if 1 < len(expected) <= MOST_HISTORIES:
                check_worlds(s, seat, expected)
                tried += 1
    assert tried > (10 if MANY else 0)


# --- gifts -----------------------------------------------------------------------------------------------------------


def late(hands: list[str], turned: str, face_down: str) -> Any:
    """A late position in which all other cards in use were played in the tricks before."""
    s = holding(hands, turned)
    s.in_use = (1 << len(hands)) - 1 | 1 << rules.WHITE
    s.face_down = cards(face_down)
    played = rules.deck(s) & ~sum(s.hand.tolist()) & ~cards(f"{turned} {face_down}")
    for place, name in enumerate(card_texts(played)):
        s.laid[place // s.seats, place % s.seats] = words.CARDS_OF.numbers[name]
    assert played.bit_count() == s.tricks_played * s.seats
    return s


def gave(s: Any, giver: int, card: str) -> None:
    """Let a seat buy the lead of a trick, and the others get through it."""
    first = int(s.first)
    acts(s, f"reveal {card_texts(s.hand[first])[0]}")
    while s.phase == rules.ASKING:
        acts(s, "want" if s.turn == giver else "decline")
    acts(s, f"give {card}")


def finish_trick(s: Any, *texts: str) -> None:
    acts(s, *texts)
    assert s.phase == rules.REVEALING


def holders(s: Any, seat: int, card: str) -> set[int]:
    """Who holds a card in the worlds of a seat; the number after the last seat is the card face down."""
    found = set()
    for world in imagined(new_view(GAME, s, seat), seat, 200 if MANY else 60):
        places = [*hands_of(world), set(card_texts(world.face_down))]
        found |= {place for place, hand in enumerate(places) if card in hand}
    return found


def three_with_gifts() -> Any:
    """Seat 1 has given B2 to seat 0, and seat 0 a card to seat 2 since."""
    s = late(["Y1 Y2 Y3 Y5", "B1 B2 B3 B5", "R1 R2 R3 R5"], "W2", "W3")
    gave(s, 1, "B2")  # seat 0 reveals Y1, seat 1 leads it
    finish_trick(s, "play R1", "play Y2")
    s.first = s.turn = 2
    gave(s, 0, "Y3")  # seat 2 reveals R2, seat 0 leads it
    return s


def test_a_gift_lies_with_its_receiver() -> None:
    s = late(["Y1 Y2 Y3", "B1 B2 B3", "R1 R2 R3", "P1 P2 P3"], "W2", "W3")
    gave(s, 1, "B2")
    assert holders(s, 1, "B2") == {0}
    assert holders(s, 0, "B2") == {0}
    assert holders(s, 2, "B2") == {0, 1, 3, 4}


def test_a_gift_may_lie_with_whom_its_receiver_has_given_a_card_since() -> None:
    s = three_with_gifts()
    assert holders(s, 1, "B2") == {0, 2}
    assert holders(s, 0, "Y3") == {2}
    assert holders(s, 2, "Y3") == {2}


def test_a_gift_that_was_seen_since_is_traced_no_more() -> None:
    s = three_with_gifts()
    acts(s, "play B1", "play R3")
    s.first = s.turn = 0
    acts(s, "reveal B2")
    for seat in (1, 2):
        assert rules.seen_cards(new_view(GAME, s, seat)) & rules.one(words.CARDS_OF.numbers["B2"])
        assert holders(s, seat, "B2") == set()


def test_a_gift_that_came_back_is_traced_no_more() -> None:
    s = late(["Y1 Y2 Y3", "B1 B2 B3", "R1 R2 R3"], "W2", "W3")
    gave(s, 1, "B2")
    finish_trick(s, "play R1", "play Y2")
    s.first = s.turn = 1
    gave(s, 0, "B2")  # seat 1 reveals B1, seat 0 leads it
    v = new_view(GAME, s, 1)
    assert [rules.may_hold_gift(v, 1, trick) for trick in (3, 4)] == [0, 0]
    assert holders(s, 1, "B2") == {1}
    assert holders(s, 0, "B2") == {1}


def test_a_gift_stays_where_it_is_if_another_card_comes_back() -> None:
    s = late(["Y1 Y2 Y3", "B1 B2 B3", "R1 R2 R3"], "W2", "W3")
    gave(s, 1, "B2")
    finish_trick(s, "play R1", "play Y2")
    s.first = s.turn = 1
    gave(s, 0, "Y3")
    assert holders(s, 1, "B2") == {0}


def test_of_two_own_gifts_to_a_seat_that_has_made_one_since_only_one_can_have_gone_on() -> None:
    s = late(["Y1 Y2 Y3 Y5", "B1 B2 B3 B5", "R1 R2 R3 R5"], "W2", "W3")
    gave(s, 1, "B2")  # seat 0 reveals Y1
    finish_trick(s, "play R1", "play Y2")
    s.first = s.turn = 0
    gave(s, 1, "B3")  # seat 0 reveals Y3
    finish_trick(s, "play R2", "play Y5")
    s.first = s.turn = 2
    gave(s, 0, "B3")  # seat 2 reveals R3
    found = {hands_of(world)[2] & {"B2", "B3"} for world in imagined(new_view(GAME, s, 1), 1, 200)}
    assert found == {frozenset(["B2"]), frozenset(["B3"])}  # seat 0 held nothing else


def one_gift_after_a_lack() -> Any:
    """Seat 2 has shown to lack yellow, and got Y3 from seat 0 since; it still holds both."""
    s = late(["Y1 Y2 Y3", "B1 B2 B3", "R1 R2 B4"], "W2", "W3")
    play_trick(s, "Y1 B1 R1")
    s.first = s.turn = 2
    gave(s, 0, "Y3")  # seat 2 reveals B4, seat 0 leads it
    return s


def test_12_a_hand_that_lacked_a_colour_before_a_gift_holds_at_most_the_gift_of_it() -> None:
    s = one_gift_after_a_lack()
    assert s.lacks[2] == 0
    found = set()
    for world in imagined(new_view(GAME, s, 1), 1, 200):
        yellow = card_texts(world.hand[2] & cards("Y2 Y3"))
        assert yellow in ([], [words.CARDS_OF.texts[int(world.gift[4])]])
        found.add(len(yellow))
    assert found == {0, 1}


def test_12_a_card_of_a_colour_that_was_lacked_before_a_gift_was_the_gift() -> None:
    s = one_gift_after_a_lack()
    acts(s, "play B2", "play Y3")
    for world in imagined(new_view(GAME, s, 1), 1, 20):
        assert words.CARDS_OF.texts[int(world.gift[4])] == "Y3"


def test_12_what_was_led_cannot_always_be_told_from_the_rest_of_a_view() -> None:
    """Seat 0 led yellow or seat 1 blue: by gifts to all of them, the lacks that told are forgotten."""
    tables = []
    for first, trick in ((0, "Y1 B2 W3"), (1, "B2 W3 Y1")):
        s = started(3, first, 1)
        carry_out(s, "deal Y0 Y1 Y2 Y3 Y4 Y5 B0 B1 B2 B3 B4 B5 R2 R3 R4 R5 W2 W3 R0 R1")
        play_trick(s, trick)
        acts(s, "reveal R5", "decline", "want", "give B0", "play R2", "play Y0")
        acts(s, "reveal B5", "decline", "want", "give Y2", "play B1", "play B0")
        acts(s, "reveal Y3", "decline", "want", "give R3")
        tables.append(s)
    yellow, blue = tables
    assert [int(s.led[0]) for s in tables] == [0, 1]
    blue.led[0] = yellow.led[0]
    assert blue.tobytes() == yellow.tobytes()


def test_a_gift_between_others_can_be_the_own_gift_given_on_if_it_can_be_nothing_else() -> None:
    s = late(["Y1 Y2", "B1 B2", "R1 R2"], "W2", "W3")
    gave(s, 1, "B2")  # seat 0 reveals Y1 and gets B2
    finish_trick(s, "play R1", "play Y2")
    s.first = s.turn = 2
    gave(s, 0, "B2")  # seat 2 reveals R2, its last card, and gets B2
    v = new_view(GAME, s, 1)
    for world in imagined(v, 1, 20):
        assert card_texts(world.hand[2]) == ["B2"]
        assert words.CARDS_OF.texts[int(world.gift[5])] == "B2"


def test_a_world_of_a_finished_or_undealt_round_is_the_view_itself() -> None:
    s = GAME.setting(4).new_state()
    for world in imagined(new_view(GAME, s, 1), 1, 3):
        assert world.tobytes() == s.tobytes()
