"""The commands that measure games and bots: simulate, duel, ladder, regret."""

from __future__ import annotations

import contextlib
import json
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, NoReturn

from cyclopts import Parameter

from fairdeal.cli.app import INTERRUPTED, Flag, JsonFlag, Options, app, game_examples, output
from fairdeal.cli.running import processes
from fairdeal.errors import FairdealError

if TYPE_CHECKING:
    from fairdeal.contract.game import Setting
    from fairdeal.lab.arena import Match
    from fairdeal.lab.duel import Duel
    from fairdeal.lab.simulate import Simulation

MOST_THREADS = 1024


@app.command(
    help_epilogue=game_examples(
        "simulate caster --seats 4 --games 100000",
        "simulate caster --option rounds=1 --option passing=true --json",
        "simulate coast --seats 2 --games 20 --records coast.jsonl --legal",
    )
)
def simulate(
    game: str,
    /,
    *,
    seats: int | None = None,
    games: int = 1000,
    seed: str = "0",
    option: Options = (),
    data: Path | None = None,
    records: Path | None = None,
    legal: Flag = False,
    as_json: JsonFlag = False,
    threads: int | None = None,
) -> None:
    """Play many games at random and count points and victories.

    Parameters
    ----------
    game
        The game's name.
    seats
        Number of seats; the fewest if left out.
    games
        How many games.
    seed
        Any text or number; the same seed gives the same games.
    option
        An option of the game, NAME=VALUE; repeat it for several.
    data
        Your own data file, .toml or .json.
    records
        Write a record of every game to this file; much slower.
    legal
        Also write into the records what each seat could have done.
    as_json
        Print the result as JSON.
    threads
        How many threads; all cores if left out.
    """
    from fairdeal.cli.arguments import check_range, read_setting
    from fairdeal.engine.chance import numbered

    setting = read_setting(game, seats, option, data, numbered(f"setting {seed}", 0))
    check_range("--games", games, 1)
    if threads is not None:
        check_range("--threads", threads, 1, MOST_THREADS)
    if legal and records is None:
        raise FairdealError("--legal says what to write into records, so it needs --records FILE.")
    found = _simulate(setting, games, seed, threads, records, legal)
    _show_simulation(setting, seed, found, as_json)


def _simulate(
    setting: Setting, games: int, seed: str, threads: int | None, records: Path | None, legal: bool
) -> Simulation:
    from fairdeal.lab.simulate import simulate, simulate_recorded
    from fairdeal.play.records import line
    from fairdeal.terminal.progress import progress_bar

    with progress_bar("Playing") as progress:
        if records is None:
            return simulate(setting, games, seed, threads, progress)
        with output(records) as file:
            return simulate_recorded(setting, games, seed, lambda game: file.write(line(game)), legal, progress)


def _show_simulation(setting: Setting, seed: str, found: Simulation, as_json: bool) -> None:
    from fairdeal.cli.printing import show_simulation
    from fairdeal.terminal.console import new_console

    if not as_json:
        show_simulation(new_console(), setting, seed, found)
        return
    head = {"game": setting.game.name, "seats": setting.seats, "options": dict(setting.options), "seed": seed}
    rates = {"games_per_second": found.games_per_second, "actions_per_second": found.actions_per_second}
    print(json.dumps({**head, **asdict(found), **rates}))


@app.command(
    help_epilogue=game_examples(
        "duel caster hard medium --games 600",
        "duel battle hard plain:3000 --sprt 0.1 --games 5000",
        "duel traders easy medium hard --seats 3 --records duel.jsonl",
        "duel coast hard 'cmd:python3 docs/examples/random_bot.py' --seats 2 --json",
    )
)
def duel(
    game: str,
    bot: str,
    /,
    *bots: str,
    games: int = 200,
    seats: int | None = None,
    option: Options = (),
    data: Path | None = None,
    seed: str = "0",
    sprt: float | None = None,
    seconds: float | None = None,
    adjust: Flag = False,
    records: Path | None = None,
    jobs: int | None = None,
    as_json: JsonFlag = False,
) -> int:
    """Let bots play against each other over duplicate deals, and say which is stronger.

    A bot is a level (hard), a yardstick that levels are measured by (beginner or
    greedy), a level with another number of iterations (hard:500), the search
    without knowledge of the game (plain:1000), a class or function of Python that
    makes a bot of a Game (module:attribute), or a program (cmd:COMMAND) that
    speaks the protocol of docs/bot-protocol.md.

    Every deal is played with all bots in all seats. Two bots at more than two
    seats: each is once alone in every seat, against the other in all others. As
    many bots as seats: each has every seat once, in an order round the table that
    is drawn anew for each deal. A bot's wins are its share of the victories in a
    seat of its own, so that even strength is 1/seats; the first bot's lead is its
    wins minus the mean of the others'. All games of a deal together are one
    observation, and the 95 % intervals are Student's over the deals.

    Parameters
    ----------
    game
        The game's name.
    bot
        The first bot, whom the result is about.
    bots
        The other bot, or as many more as there are seats.
    games
        At least so many games, whole deals always.
    seats
        Number of seats; the fewest, but at least as many as bots, if left out.
    option
        An option of the game, NAME=VALUE; repeat it for several.
    data
        Your own data file, .toml or .json.
    seed
        Any text or number; the same seed gives the same deals and, without --seconds, the same games.
    sprt
        Stop as soon as it is clear whether the first bot's lead is 0 (H0) or this (H1); 0.1 is 55 to 45 % of two. It is
        a generalised sequential probability ratio test on the deals, its bounds -2.94 and 2.94: either verdict is wrong
        about one time in 20. After an early stop the interval is a little too narrow.
    seconds
        The longest a choice may take: levels search no longer, and a program that is late ends the duel.
    adjust
        Take from every share what chance brought beyond its mean, which is 0 on average whoever plays. Duplicate deals
        cancel most of it already, so this takes longer and says little more: docs/review.md has figures.
    records
        Write a record of every game to this file.
    jobs
        How many processes play; all cores if left out.
    as_json
        Print the result as JSON.
    """
    from fairdeal.cli.arguments import check_range, read_data, read_game, read_options
    from fairdeal.lab.arena import new_match

    found = read_game(game)
    check_range("--games", games, 1)
    jobs = processes(jobs)
    if sprt is not None and not 0 < sprt <= 1:
        raise FairdealError(f"--sprt is a lead above 0 and at most 1, such as 0.1, not {sprt}.")
    if seconds is not None and not 0 < seconds <= 3600:
        raise FairdealError(f"--seconds is a number above 0 and at most 3600, not {seconds}.")
    own_data = None if data is None else read_data(data)
    match = new_match(found, (bot, *bots), seats, read_options(found, option), own_data, seed, seconds, adjust)
    result = _duel(match, games, jobs, sprt, records)
    if result is None:
        print("Stopped before a deal came to its end.", file=sys.stderr)
        return INTERRUPTED
    _show_duel(match, result, as_json)
    return INTERRUPTED if result.is_interrupted else 0


def _duel(match: Match, games: int, jobs: int, sprt: float | None, records: Path | None) -> Duel | None:
    from fairdeal.lab.duel import duel
    from fairdeal.terminal.progress import progress_bar

    with progress_bar("Playing") as progress, _ended_by_sigterm():
        if records is None:
            return duel(match, games, jobs, sprt, None, progress)
        with output(records) as file:
            return duel(match, games, jobs, sprt, file.write, progress)


def _show_duel(match: Match, found: Duel, as_json: bool) -> None:
    from fairdeal.cli.printing import show_duel
    from fairdeal.terminal.console import new_console

    setting = match.setting(0)
    if not as_json:
        show_duel(new_console(), setting, match.seed, found)
        return
    head = {"game": match.game, "seats": match.seats, "options": dict(match.options), "seed": match.seed}
    print(json.dumps({**head, **asdict(found)}))


@app.command(
    help_epilogue=game_examples("ladder caster --minutes 30", "ladder battle --bot cmd:./greta", "ladder --page")
)
def ladder(
    game: str | None = None,
    /,
    *,
    bot: Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=False, show_default=False)] = (),
    only: str | None = None,
    seats: int | None = None,
    option: Options = (),
    games: int = 200,
    minutes: float | None = None,
    seed: str = "0",
    jobs: int | None = None,
    adjust: Flag = False,
    fresh: Flag = False,
    page: Flag = False,
    results: Path | None = None,
    data: Path | None = None,
) -> int:
    """Rate all levels of a game's bots, and the yardsticks beside them, against each other.

    Neighbours play most. Every deal is kept as soon as it is played, so that
    nothing is lost by Ctrl-C, and the next run goes on from there. Ratings are
    Elo's, 400 for odds of ten to one, the lowest level at 0.

    Parameters
    ----------
    game
        The game's name; without it nothing is played, and --page prints what is there.
    bot
        Another bot to rate: LEVEL:ITERATIONS, MODULE:CLASS or cmd:PROGRAM; repeat it for several.
    only
        Let one pair play and no other: expert,hard.
    seats
        Number of seats; the fewest, but at least two, if left out.
    option
        An option of the game, NAME=VALUE; repeat it for several.
    games
        How many games each pair of neighbours should have, earlier ones included; others a quarter of that.
    minutes
        Stop after so many minutes, when the games in progress are over.
    seed
        Any text or number; the same seed gives the same deals.
    jobs
        How many processes play; all cores if left out.
    adjust
        Take luck from every share, as fairdeal duel does; such deals are others than those without.
    fresh
        Forget the earlier results of this game with these seats and options.
    page
        Print the page of all games, and their pictures, anew from the results.
    results
        The folder of the results, the page beside it; one of your own if left out. The project's is docs/bots.
    data
        Your own data file, .toml or .json; results with it are kept apart and do not come onto the page.
    """
    from fairdeal.lab.ladder_page import write_page

    folder = _results_folder() if results is None else results
    if game is None and not page:
        raise FairdealError("Name a game to play for, or print the page of all with --page.")
    is_interrupted = False
    if game is not None:
        is_interrupted = _climb(game, bot, only, seats, option, data, games, minutes, seed, jobs, adjust, fresh, folder)
    if page:
        print(f"{write_page(folder)} is written anew.")
    return INTERRUPTED if is_interrupted else 0


@app.command(help_epilogue=game_examples("regret battle", "regret caster --seats 4 --positions 200"))
def regret(
    game: str,
    /,
    *,
    seats: int | None = None,
    option: Options = (),
    positions: int = 100,
    worlds: int = 100,
    seed: str = "0",
    results: Path | None = None,
    data: Path | None = None,
) -> None:
    """Measure what the levels give away in endgames that can be solved exactly.

    Parameters
    ----------
    game
        The game's name.
    seats
        Number of seats; the fewest, but at least two, if left out.
    option
        An option of the game, NAME=VALUE; repeat it for several.
    positions
        How many endgames, each of a game of its own.
    worlds
        How many worlds of each position are solved.
    seed
        Any text or number; the same seed gives the same positions.
    results
        The folder to keep what was measured in, for the page of `ladder --page`; one of your own if left out.
    data
        Your own data file, .toml or .json; what was measured with it is kept apart.
    """
    from fairdeal.cli.arguments import check_range, read_game, read_setting
    from fairdeal.cli.printing import show_regret
    from fairdeal.engine.chance import numbered
    from fairdeal.lab.regret import file_of, measure, write
    from fairdeal.terminal.console import new_console
    from fairdeal.terminal.progress import progress_bar

    found = read_game(game)
    seats = max(2, found.seat_counts[0]) if seats is None else seats
    setting = read_setting(game, seats, option, data, numbered(f"setting {seed}", 0))
    check_range("--positions", positions, 2)
    check_range("--worlds", worlds, 1)
    with progress_bar("Solving") as progress:
        measured = measure(setting, positions, worlds, seed, progress)
    write(file_of(_results_folder() if results is None else results, found, seats, setting.data), measured)
    show_regret(new_console(), found, measured)


def _results_folder() -> Path:
    """Where results are kept if nobody says otherwise: the page of the project is written only by who names it."""
    from fairdeal.terminal.teaching import state_folder

    return state_folder() / "bots"


@contextlib.contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Let SIGTERM end what runs as Ctrl-C does, so that what was found is shown."""

    def interrupt(number: int, frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _climb(
    game: str,
    bots: Sequence[str],
    only: str | None,
    seats: int | None,
    option: Sequence[str],
    data: Path | None,
    games: int,
    minutes: float | None,
    seed: str,
    jobs: int | None,
    adjust: bool,
    fresh: bool,
    folder: Path,
) -> bool:
    """Play for a ladder and show it; tell whether that was interrupted."""
    from fairdeal.cli.arguments import check_range, read_data, read_game, read_options
    from fairdeal.cli.printing import show_ranking
    from fairdeal.lab.arena import results_name
    from fairdeal.lab.ladder import climb, forget, new_ladder, rank, read
    from fairdeal.terminal.console import new_console
    from fairdeal.terminal.progress import progress_bar

    found = read_game(game)
    check_range("--games", games, 1)
    jobs = processes(jobs)
    if minutes is not None and not 0 < minutes <= 100_000:
        raise FairdealError(f"--minutes is a number above 0, not {minutes}.")
    own_data = None if data is None else read_data(data)
    pair = [] if only is None else only.split(",")
    wanted = new_ladder(found, seats, read_options(found, option), own_data, bots)
    path = folder / f"{results_name(found, own_data)}.jsonl"
    try:
        if fresh:
            forget(path, wanted)
        with progress_bar("Playing") as progress, _ended_by_sigterm():
            is_interrupted = climb(wanted, path, games, minutes, seed, jobs, progress, adjust, pair)
        show_ranking(new_console(), rank(wanted, read(path)))
    except OSError as error:
        raise FairdealError(f"{path} cannot be written: {error.strerror}.") from None
    return is_interrupted
