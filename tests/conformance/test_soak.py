"""Long runs: `make soak`. Their figures are in docs/soak.md."""

from __future__ import annotations

import time

import pytest

from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.laws import check_all, fuzz, modes_agree
from fairdeal.laws.fuzzer import fuzz_edges
from fairdeal.laws.subject import Play
from tests.conformance import soak_page
from tests.conformance.subjects import EACH, PLAYS, Subject

pytestmark = pytest.mark.soak

SECONDS = 20.0  # for the fuzzer, per setting
BATCH = 20_000


def named(subject: Subject, play: Play) -> str:
    options = ", ".join(f"{name} {value}" for name, value in play[1].items())
    return f"{subject.game.name}, {play[0]} seats, {options or 'default options'}"


@pytest.mark.parametrize(("subject", "play"), PLAYS)
def test_no_game_crashes_stops_or_goes_on_for_ever(subject: Subject, play: Play) -> None:
    setting = subject.setting(play)
    games, events, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        figures = fuzz(setting, BATCH, seed=f"soak {games}")
        games, events = games + figures.games, events + figures.events
    assert events > games > 0
    soak_page.note(f"fuzzed games: {named(subject, play)}", games, "games", time.perf_counter() - began)


@pytest.mark.parametrize("subject", EACH)
def test_no_game_fails_whatever_is_dealt(subject: Subject) -> None:
    games, began = 0, time.perf_counter()
    for play in subject.plays:
        games += fuzz_edges(subject.setting(play), 10, subject.census, "soak").games
    assert games == 160 * len(subject.plays)
    soak_page.note(
        f"ordered deals and stubborn players: {subject.game.name}", games, "games", time.perf_counter() - began
    )


@pytest.mark.parametrize("subject", EACH)
def test_all_laws_hold_in_many_games(subject: Subject) -> None:
    began = time.perf_counter()
    settings = [subject.setting(play) for play in subject.plays]
    check_all(settings, [f"soak {n}" for n in range(10)], subject.census, reveals=subject.reveals, every=subject.every)
    seconds = time.perf_counter() - began
    soak_page.note(f"all laws: {subject.game.name}", 10 * len(settings), "games", seconds)


@pytest.mark.parametrize("subject", EACH)
def test_the_modes_agree_in_many_games(subject: Subject) -> None:
    began = time.perf_counter()
    for play in subject.plays:
        for number in range(3):
            modes = (DEFAULT_MODE, "interpreted")
            modes_agree(subject.setting(play), f"soak {number}", modes, subject.every, subject.affordable)
    seconds = time.perf_counter() - began
    soak_page.note(f"{DEFAULT_MODE} and interpreted: {subject.game.name}", 3 * len(subject.plays), "games", seconds)
