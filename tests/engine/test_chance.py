"""Random numbers: known answers, no bias, the same in every mode."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from fairdeal.engine import chance, kernel

WORD = 2**64 - 1
SEED = bytes(range(1, 33))
SMALLEST = 1e-4  # the seeds are fixed, so a test that passes passes for ever

interpreted: Any = kernel.load("fairdeal.engine.chance", "interpreted")


class Reference:
    """xoshiro256++ in Python's own numbers, written from its definition by Blackman and Vigna."""

    def __init__(self, seed: bytes) -> None:
        self.s = [int.from_bytes(seed[8 * i : 8 * i + 8], "little") for i in range(4)]

    def word(self) -> int:
        s = self.s
        result = (self.turned(s[0] + s[3] & WORD, 23) + s[0]) & WORD
        kept = s[1] << 17 & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= kept
        s[3] = self.turned(s[3], 45)
        return result

    @staticmethod
    def turned(x: int, bits: int) -> int:
        return (x << bits | x >> 64 - bits) & WORD


def is_even(counts: Counter[Any], kinds: int) -> bool:
    assert len(counts) == kinds
    return bool(chisquare(list(counts.values())).pvalue >= SMALLEST)


def test_the_published_answers_for_the_seed_1_2_3_4() -> None:
    rng = np.array([1, 2, 3, 4], np.uint64)
    answers = [41943041, 58720359, 3588806011781223, 3591011842654386]
    assert [int(chance.word(rng)) for _ in answers] == answers


@given(seed=st.binary(min_size=32, max_size=32).filter(any))
def test_words_are_those_of_the_definition(seed: bytes) -> None:
    rng, reference = chance.seeded(seed), Reference(seed)
    assert [int(chance.word(rng)) for _ in range(50)] == [reference.word() for _ in range(50)]


def test_one_of_one_is_zero() -> None:
    rng = chance.seeded(SEED)
    assert {int(chance.below(rng, 1)) for _ in range(100)} == {0}


def test_the_largest_range_is_reached_and_not_passed() -> None:
    rng = chance.seeded(SEED)
    drawn = [int(chance.below(rng, 2**31)) for _ in range(2000)]
    assert 0 <= min(drawn) < 2**22
    assert 2**31 - 2**22 < max(drawn) < 2**31


@pytest.mark.parametrize("n", [2, 3, 7, 75])
def test_below_is_even(n: int) -> None:
    rng = chance.numbered("below", n)
    assert is_even(Counter(int(chance.below(rng, n)) for _ in range(200 * n)), n)


def test_below_is_even_where_scaling_alone_would_not_be() -> None:
    """For n = 3 * 2**29 each third number would come up twice as often if no word were drawn again."""
    rng = chance.numbered("scaling", 0)
    drawn = Counter(int(chance.below(rng, 3 << 29)) % 3 for _ in range(3000))
    assert is_even(drawn, 3)


def test_a_fraction_is_from_0_up_to_1() -> None:
    rng = chance.numbered("fraction", 0)
    drawn = [float(chance.fraction(rng)) for _ in range(2000)]
    assert 0.0 <= min(drawn) < 0.01
    assert 0.99 < max(drawn) < 1.0
    assert is_even(Counter(int(4 * x) for x in drawn), 4)


def test_every_order_of_four_cards_is_equally_likely() -> None:
    rng = chance.numbered("shuffle", 0)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(2400):
        cards = np.arange(4)
        chance.shuffle(rng, cards, 4)
        orders[tuple(cards.tolist())] += 1
    assert set(orders) == set(permutations(range(4)))
    assert is_even(orders, 24)


def test_a_shuffle_leaves_the_cards_behind_its_count_alone() -> None:
    cards = np.arange(10)
    chance.shuffle(chance.seeded(SEED), cards, 5)
    assert sorted(cards[:5].tolist()) == [0, 1, 2, 3, 4]
    assert cards[5:].tolist() == [5, 6, 7, 8, 9]


def test_every_choice_of_three_out_of_six_is_equally_likely() -> None:
    rng = chance.numbered("some of", 0)
    members = (0, 2, 3, 7, 11, 14)
    bits = sum(1 << member for member in members)
    chosen = Counter(int(chance.some_of(rng, bits, 3)) for _ in range(2000))
    assert set(chosen) == {sum(1 << member for member in three) for three in combinations(members, 3)}
    assert is_even(chosen, 20)


def test_some_of_nothing_and_of_everything() -> None:
    rng = chance.seeded(SEED)
    assert chance.some_of(rng, 0b1011, 0) == 0
    assert chance.some_of(rng, 0b1011, 3) == 0b1011


def test_the_modes_draw_the_same() -> None:
    one, other = chance.numbered("modes", 0), chance.numbered("modes", 0)
    for n in (1, 2, 3, 10, 75, 1000, 2**31 - 1, 2**31):
        assert int(chance.below(one, n)) == int(interpreted.below(other, n))
        assert float(chance.fraction(one)) == float(interpreted.fraction(other))
        assert int(chance.some_of(one, 0b110111, 3)) == int(interpreted.some_of(other, 0b110111, 3))
    assert one.tolist() == other.tolist()


def test_a_seed_has_32_bytes_and_is_not_zero() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 31"):
        chance.seeded(bytes(31))
    with pytest.raises(ValueError, match="all zeros"):
        chance.seeded(bytes(32))


def test_series_differ_by_seed_and_number_and_repeat() -> None:
    made = {tuple(chance.numbered(seed, number).tolist()) for seed in (0, 1, "one") for number in range(3)}
    assert len(made) == 9
    assert chance.numbered(7, 7).tolist() == chance.numbered(7, 7).tolist()
    assert chance.from_system().tolist() != chance.from_system().tolist()


# --- tapes -----------------------------------------------------------------------------------------------------------


def block(number: int) -> bytes:
    return bytes((number * 131 + place * 17) & 255 for place in range(32))


def numbers_of(blocks: int) -> list[int]:
    written = b"".join(map(block, range(blocks)))
    return [int.from_bytes(written[place : place + 4], "big") for place in range(0, len(written), 4)]


@pytest.mark.parametrize("mode", [chance, interpreted])
def test_a_tape_gives_the_numbers_that_were_written_down_highest_byte_first(mode: Any) -> None:
    def first_twenty(rng: chance.Rng) -> list[int]:
        return [int(mode.word(rng)) >> 32 for _ in range(20)]

    tape = chance.Tape(block)
    assert tape.draw(first_twenty) == numbers_of(3)[:20]
    assert tape.used == 20


@pytest.mark.parametrize("mode", [chance, interpreted])
def test_a_draw_that_needs_more_than_a_tape_has_is_made_again_from_a_longer_one(mode: Any) -> None:
    tried = []

    def many(rng: chance.Rng) -> list[int]:
        tried.append(len(rng))
        return [int(mode.word(rng)) >> 32 for _ in range(700)]

    tape = chance.Tape(block)
    assert tape.draw(many) == numbers_of(88)[:700]
    assert tried == sorted(set(tried))
    assert tried[-2] < 700 < tried[-1]
    assert tape.used == 700


@pytest.mark.parametrize("mode", [chance, interpreted])
def test_a_draw_beyond_the_end_of_a_tape_ends_whatever_it_asks_for(mode: Any) -> None:
    short = np.zeros(2, np.uint64)
    assert [mode.below(short, n) for n in (1, 3, 52, 2**31 - 1)][1:] == [2, 51, 2**31 - 2]


@pytest.mark.parametrize("mode", [chance, interpreted])
def test_a_tape_tells_what_was_asked_for_and_what_came_of_it(mode: Any) -> None:
    asked = [52, 1, 3, 2**31 - 1, 2**31, 7, *range(600, 1, -1)]

    def several(rng: chance.Rng) -> list[int]:
        return [int(mode.below(rng, n)) for n in asked]

    tape = chance.Tape(block)
    drawn = tape.draw(several)
    assert tape.draws == list(zip(asked, drawn, strict=True))
    assert tape.draw(lambda rng: "nothing") == "nothing"
    assert tape.draws == []


@pytest.mark.parametrize("mode", [chance, interpreted])
def test_a_number_that_is_passed_over_is_no_draw(mode: Any) -> None:
    numbers = [0, 1 << 31, 5]  # 2^32 mod 3 is 1, so 0 is passed over
    tape = chance.Tape(lambda b: b"".join(number.to_bytes(4, "big") for number in numbers))
    assert tape.draw(lambda rng: [int(mode.below(rng, n)) for n in (3, 2)]) == [1, 0]
    assert (tape.draws, tape.used) == ([(3, 1), (2, 0)], 3)


@pytest.mark.parametrize("mode", [chance, interpreted])
def test_a_shuffle_is_told_as_its_draws(mode: Any) -> None:
    cards = np.arange(9)
    tape = chance.Tape(block)
    tape.draw(lambda rng: mode.shuffle(rng, cards, 9))
    again = list(range(9))
    for n, number in tape.draws:
        again[n - 1], again[number] = again[number], again[n - 1]
    assert [n for n, _ in tape.draws] == list(range(9, 1, -1))
    assert again == cards.tolist()


def test_a_tape_that_no_draw_reads_is_unused() -> None:
    tape = chance.Tape(block)
    assert tape.draw(lambda rng: "nothing") == "nothing"
    assert tape.used == 0
