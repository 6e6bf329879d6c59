"""Duels: the same deals for all, the same result on any number of processes, and what is said of it."""

from __future__ import annotations

import dataclasses
import io
import itertools
import json
import os
import signal
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from fairdeal import games
from fairdeal.bots import processes
from fairdeal.cli import run
from fairdeal.contract.game import Game
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.errors import BadBot, FairdealError
from fairdeal.lab import crew
from fairdeal.lab.arena import Arena, Arenas, Match, PlayedGame, Task, new_match
from fairdeal.lab.crew import Crew
from fairdeal.lab.duel import Duel, duel, lead, score, tasks
from fairdeal.lab.ratings import bin_of
from fairdeal.play import records

CASTER = games.find("caster")
SHORT = {"rounds": 1}
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "random_bot.py"
THINKER = "random" if DEFAULT_MODE == "interpreted" else "plain:40"


def caster(*bots: str, seats: int = 3, seed: str = "duel") -> Match:
    return new_match(CASTER, bots, seats, SHORT, None, seed)


def played(match: Match, deals: int) -> list[PlayedGame]:
    with Crew(1) as players:
        return list(players.play(tasks(match, range(deals), keep_record=True)))


def chance_of(game: PlayedGame) -> list[str]:
    """List the texts of all that was dealt in a game."""
    return [event["action"] for event in json.loads(game.record or "")["events"] if event["seat"] is None]


def found(result: Duel | None) -> dict[str, Any]:
    """All but the times."""
    assert result is not None
    standings = [dataclasses.replace(each, median=None, slowest=None, choices=0) for each in result.standings]
    return dataclasses.asdict(dataclasses.replace(result, seconds=0.0, standings=tuple(standings)))


# --- what a choice takes ---------------------------------------------------------------------------------------------


def test_a_choice_takes_what_the_processor_spends_and_of_a_program_what_the_clock_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spent, passed = itertools.count(0, 1), itertools.count(0, 1024)  # seconds between two looks
    monkeypatch.setattr("time.process_time", lambda: float(next(spent)))
    monkeypatch.setattr("time.perf_counter", lambda: float(next(passed)))
    program = f"cmd:{sys.executable} {EXAMPLE}"
    for bot, at_least, at_most in (("random", 1, 1), (program, 1024, 1 << 40)):
        [found] = played(caster(bot, "easy"), 1)[:1]
        assert found.times[0]
        assert all(bin_of(at_least) <= each <= bin_of(at_most) for each in found.times[0])


# --- deals and seats -------------------------------------------------------------------------------------------------


def test_of_two_bots_each_is_alone_in_every_seat() -> None:
    assert caster("random", "easy").seatings(7) == [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    two = Match("battle", 2, {}, None, ("random", "easy"), "0")
    assert two.seatings(0) == [(0, 1), (1, 0)]


def test_of_as_many_bots_as_seats_each_has_every_seat_once_in_any_order() -> None:
    match = caster("random", "easy", "medium")
    orders = {tuple(match.seatings(deal)) for deal in range(40)}
    for seatings in orders:
        assert all(sorted(column) == [0, 1, 2] for column in zip(*seatings, strict=True))
        assert all(sorted(row) == [0, 1, 2] for row in seatings)
    assert len({frozenset(seatings) for seatings in orders}) == 2  # round a table of three there are two orders


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_all_games_of_a_deal_begin_with_the_same_deal(game: Game) -> None:
    if DEFAULT_MODE == "interpreted" and game.rules.REAL_TIME:
        pytest.skip("too slow when interpreted")
    match = new_match(game, ("random", "random"), max(2, game.seat_counts[0]), seed="same")
    rows = played(match, 2)
    size = len(rows) // 2
    first, second = ({chance_of(row)[0] for row in part} for part in (rows[:size], rows[size:]))
    assert len(first) == len(second) == 1
    assert first != second
    options = [json.loads(row.record or "")["options"] for row in rows]
    assert all(option == options[0] for option in options[:size])


def test_later_deals_are_the_same_whatever_was_played_before() -> None:
    match = new_match(CASTER, ("random", "random"), 3, {"rounds": 3}, None, "later")
    deals = {tuple(chance_of(row)) for row in played(match, 1)}
    games_played = {row.record for row in played(match, 1)}
    assert len(deals) == 1
    assert len(games_played) == 6


def test_what_options_leave_to_chance_is_new_in_each_deal() -> None:
    game = next(game for game in games.all_games() if any(option.default is None for option in game.options))
    match = new_match(game, ("random", "random"))
    assert match.setting(0).options != match.setting(1).options
    assert match.setting(1).options == match.setting(1).options


# --- results ---------------------------------------------------------------------------------------------------------


def recorded(match: Match, jobs: int) -> tuple[list[str], dict[str, Any]]:
    """Play two deals: all records, and what was found."""
    kept: list[str] = []
    return kept, found(duel(match, 12, jobs, keep=kept.append))


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    match = caster(THINKER, "random")
    assert recorded(match, 2) == recorded(match, 1)
    assert recorded(match, 1) != recorded(caster(THINKER, "random", seed="other"), 1)


def rows_of(match: Match, winners: list[int]) -> list[PlayedGame]:
    """Make up the games of a deal by the bots that win them, each with 10 points for every winning seat."""
    rows = []
    for seating, winner in zip(match.seatings(0), winners, strict=True):
        share = 1 / seating.count(winner)
        shares = tuple(share if bot == winner else 0.0 for bot in seating)
        points = tuple(10 if bot == winner else 0 for bot in seating)
        rows.append(PlayedGame(0, seating, shares, points, ({}, {}), None))
    return rows


def test_a_deal_is_scored_by_the_seats_that_a_bot_holds_alone() -> None:
    match = caster("random", "easy")
    found = score(match, rows_of(match, [0, 0, 1, 1, 0, 0]))
    assert found.shares == pytest.approx((2 / 3, 1 / 3))
    assert found.points == pytest.approx((20 / 3, 10 / 3))
    assert found.margins == pytest.approx(((10 + 10 - 10) / 3, (10 - 10 - 10) / 3))
    assert lead(found) == pytest.approx(1 / 3)


def test_even_strength_has_no_lead() -> None:
    match = caster("random", "easy")
    assert lead(score(match, rows_of(match, [0, 1, 1, 1, 0, 0]))) == 0


def test_whole_deals_are_played_and_shares_add_up() -> None:
    result = duel(caster("random", "random", "random"), 4)
    assert result is not None
    assert (result.deals, result.games) == (2, 6)
    assert sum(standing.share.mean for standing in result.standings) == pytest.approx(1)
    assert result.sprt is None
    assert not result.is_interrupted


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="too slow when interpreted")
def test_the_test_stops_a_duel_that_is_clear() -> None:
    result = duel(caster("plain:100", "random"), 10_000, sprt=0.3)
    assert result is not None
    assert result.sprt == "stronger"
    assert 20 <= result.deals < 60


def test_an_interrupted_duel_says_what_was_found_so_far() -> None:
    def interrupt(done: int, total: int, word: str) -> None:
        if done == 14:
            assert "random" in word
            raise KeyboardInterrupt

    result = duel(caster("random", "random"), 600, progress=interrupt)
    assert result is not None
    assert result.is_interrupted
    assert (result.deals, result.games) == (2, 12)


def test_an_interrupt_before_the_end_of_a_deal_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(arena: Arena, task: Task) -> PlayedGame:
        raise KeyboardInterrupt

    match = caster("random", "random")
    monkeypatch.setattr(Arena, "play", interrupt)
    assert duel(match, 6) is None


def test_progress_is_told_before_the_first_deal_is_over() -> None:
    heard: list[tuple[int, int, str]] = []
    duel(caster("random", "random"), 12, progress=lambda *told: heard.append(told))
    assert [(done, total) for done, total, _ in heard] == [(number, 12) for number in range(1, 13)]
    assert [bool(word) for _, _, word in heard] == [False] * 6 + [True] * 6  # how it stands, after a whole deal


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bots", "seats", "sentence"),
    [
        (("random",), 3, "A duel needs at least two bots."),
        (("random",) * 3, 4, "With 4 seats a duel has two bots or 4, not 3."),
        (("random", "grim"), 3, "There is no bot 'grim'"),
        (("random", "hard:abc"), 3, "hard is a level of CASTER, .* number of iterations, such as hard:500, not 'abc'"),
        (("random", "greedy:"), 3, "greedy is a level of CASTER"),
        (("random", "random"), 9, "CASTER is played by 3 to 5 seats, not 9."),
    ],
)
def test_a_duel_that_cannot_be_is_refused(bots: tuple[str, ...], seats: int, sentence: str) -> None:
    with pytest.raises(FairdealError, match=sentence):
        caster(*bots, seats=seats)


def test_nobody_duels_alone() -> None:
    game = next(game for game in games.all_games() if 1 in game.seat_counts)
    with pytest.raises(FairdealError, match="A duel needs at least two seats"):
        new_match(game, ("random", "random"), 1)


def test_a_bot_that_breaks_the_protocol_ends_the_duel() -> None:
    match = caster(f"cmd:{sys.executable} -c 'raise SystemExit(3)'", "random")
    sentence = r"^The bot cmd:.* ended instead of choosing \(exit code 3\)\.$"
    with pytest.raises(BadBot, match=sentence):
        duel(match, 6)
    arenas = Arenas()
    try:
        kind, value = crew._answer(arenas, next(tasks(match, range(1))))  # as a worker says it
    finally:
        arenas.close()
    with pytest.raises(BadBot, match=sentence):
        crew._result(kind, value)


def test_a_fault_of_ours_in_a_worker_is_shown_whole() -> None:
    kind, value = crew._answer(Arenas(), Task(caster("random", "random"), 0, 99))
    with pytest.raises(RuntimeError, match="IndexError"):
        crew._result(kind, value)


def work_and_be_ended(pipe: Connection) -> None:
    """Work like any worker, and get a signal when Python has begun to leave the process."""
    sys.stdout = EndedAtTheEnd()
    crew._work(pipe)


class EndedAtTheEnd(io.StringIO):
    """The last thing that a worker does is to flush its output."""

    def flush(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)


def test_a_worker_that_gets_a_signal_while_it_leaves_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    worker, pipe = processes.start(work_and_be_ended)
    pipe.close()
    worker.join()
    assert worker.exitcode == 0
    assert capfd.readouterr().err == ""


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="the same, and slower")
def test_sigterm_ends_a_duel_with_what_it_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play = Arena.play

    def play_and_be_ended(arena: Arena, task: Task) -> PlayedGame:
        if (task.deal, task.seating) == (2, 3):
            os.kill(os.getpid(), signal.SIGTERM)
        return play(arena, task)

    monkeypatch.setattr(Arena, "play", play_and_be_ended)
    before = signal.getsignal(signal.SIGTERM)
    arguments = ["duel", "caster", "random", "random", "--option", "rounds=1", "--games", "600", "--jobs", "1"]
    assert run([*arguments, "--json"]) == 130
    shown = json.loads(capsys.readouterr().out)
    assert (shown["deals"], shown["games"], shown["is_interrupted"]) == (2, 12, True)
    assert signal.getsignal(signal.SIGTERM) == before


def test_records_of_a_duel_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "duel.jsonl"
    bot = f"cmd:{sys.executable} {EXAMPLE}"
    arguments = ["duel", "caster", bot, "random", "--option", "rounds=1", "--games", "6", "--jobs", "1"]
    assert run([*arguments, "--records", str(path)]) == 0
    shown = " ".join(capsys.readouterr().out.split())  # lines break where the path of the bot is long
    assert "6 games of a deal in" in shown
    assert "No difference is shown." in shown
    assert run(["replay", str(path), "--check"]) == 0
    assert "6 games and" in capsys.readouterr().out
    heads = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [head["bots"].index(bot) for head in heads[:3]] == [0, 1, 2]
    assert {head["deal"] for head in heads} == {0}
    assert [sitting.setting.seats for _, sitting in records.read_records(path)] == [3] * 6


def test_json_and_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["duel", "caster", "random", "random", "--option", "rounds=1", "--games", "12", "--jobs", "1"]
    assert run([*arguments, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["game"], shown["seats"], shown["deals"], shown["games"]) == ("caster", 3, 2, 12)
    assert len(shown["standings"]) == 2
    for wrong, sentence in (
        (["--sprt", "2"], "--sprt is a lead above 0 and at most 1, such as 0.1, not 2.0."),
        (["--seconds", "0"], "--seconds is a number above 0 and at most 3600, not 0.0."),
        (["--games", "0"], "--games is at least 1, not 0."),
        (["--jobs", "0"], "--jobs is from 1 to 256, not 0."),
    ):
        assert run(["duel", "caster", "random", "random", *wrong]) == 2
        assert capsys.readouterr().err == f"{sentence}\n"
    assert run(["duel", "--help"]) == 0
    assert "Examples:\n  fairdeal duel" in capsys.readouterr().out
