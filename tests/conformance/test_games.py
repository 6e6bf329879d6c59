"""Every game obeys every law of the contract."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal import games
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.laws import check_all, check_game, fuzz, modes_agree
from fairdeal.laws.fuzzer import fuzz_edges
from fairdeal.laws.modes import no_record_is_the_beginning_of_another
from fairdeal.laws.moment import everywhere
from fairdeal.laws.subject import Play
from fairdeal.laws.walks import by_script
from fairdeal.laws.words import texts_and_actions_are_inverse
from tests.conformance.subjects import EACH, FEW_PLAYS, PLAYS, SUBJECTS, Subject

# What the laws ask of the rules is covered by the games' own tests, and measuring it makes plain Python half as fast.
pytestmark = pytest.mark.no_cover

IS_INTERPRETED = DEFAULT_MODE == "interpreted"
# Of the positions of a game at which the laws are tried in a soak, the short runs try one in so many.
THIN = {"compiled": 1, "checked": 2, "interpreted": 3}[DEFAULT_MODE]
# `make test` tries the laws with checked rules, which are the compiled ones if all modes make the same bytes.
COMPARED = {"compiled": ("compiled", "interpreted"), "checked": ("checked", "compiled", "interpreted")}
# In plain Python one play of each game is enough: the last run sees that all end in the same bytes in every mode.
TRIED = FEW_PLAYS if IS_INTERPRETED else PLAYS
needs_compiler = pytest.mark.skipif(IS_INTERPRETED, reason="the run with compiled rules compares the modes")

choices = st.lists(st.integers(0, 1000), max_size=60)


def test_every_game_of_the_house_is_under_test() -> None:
    assert set(games.NAMES) <= set(SUBJECTS)


@pytest.mark.parametrize("subject", EACH)
def test_every_seat_count_is_under_test(subject: Subject) -> None:
    assert {seats for seats, *_ in subject.plays} == set(subject.game.seat_counts)


@pytest.mark.parametrize(("subject", "play"), TRIED)
def test_all_laws_hold_in_a_random_game(subject: Subject, play: Play) -> None:
    check_all(
        [subject.setting(play)],
        ["all laws"],
        subject.census,
        reveals=subject.reveals,
        best=subject.best,
        every=THIN * subject.every,
        cheap_every=THIN * subject.cheap_every if IS_INTERPRETED else THIN,
        deep_at=subject.affordable if IS_INTERPRETED else everywhere,
    )


@pytest.mark.parametrize("subject", EACH)
@(settings(max_examples=2) if IS_INTERPRETED else settings())
@given(choices=choices)
def test_the_cheap_laws_hold_whatever_is_chosen(subject: Subject, choices: list[int]) -> None:
    setting = subject.setting(subject.plays[1])
    thin = THIN * subject.cheap_every if IS_INTERPRETED else 1
    check_game(setting, "chosen", subject.census, policy=by_script(choices), deep=(), cheap_every=thin)


@pytest.mark.parametrize("subject", EACH)
@given(seed=st.integers(0, 2**32))
def test_texts_and_actions_are_inverse(subject: Subject, seed: int) -> None:
    texts_and_actions_are_inverse(subject.game, numbered(seed, 0))


@pytest.mark.parametrize(("subject", "play"), TRIED)
def test_games_end_whoever_plays(subject: Subject, play: Play) -> None:
    setting = subject.setting(play)
    figures = fuzz(setting, games=4 if IS_INTERPRETED else 100)
    assert figures.longest <= setting.game.rules.MOST_EVENTS


@pytest.mark.parametrize("subject", EACH)
def test_games_end_whatever_is_dealt(subject: Subject) -> None:
    assert fuzz_edges(subject.setting(subject.plays[1]), 1, subject.census).games == 16


@needs_compiler
@pytest.mark.parametrize(("subject", "play"), PLAYS)
def test_the_modes_end_in_the_same_bytes(subject: Subject, play: Play) -> None:
    modes_agree(
        subject.setting(play), "modes", COMPARED[DEFAULT_MODE], every=subject.every // 2, deep_at=subject.affordable
    )


def test_no_record_is_the_beginning_of_another() -> None:
    no_record_is_the_beginning_of_another([subject.game for subject in SUBJECTS.values()])
