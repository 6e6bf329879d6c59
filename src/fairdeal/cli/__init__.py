"""The command line. Whatever is slow to import is imported by the command that needs it."""

from __future__ import annotations

import _thread
import contextlib
import functools
import importlib
import json
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any, TextIO

from cyclopts import App, CycloptsError, Parameter

from fairdeal import __version__
from fairdeal.cli.store import store_app
from fairdeal.errors import FairdealError

if TYPE_CHECKING:
    from fairdeal.contract.game import Setting
    from fairdeal.engine.chance import Rng
    from fairdeal.lab.arena import Match
    from fairdeal.lab.duel import Duel
    from fairdeal.lab.simulate import Simulation
    from fairdeal.play.sitting import Sitting
    from fairdeal.terminal.opponents import Opponents

NOTHING_PROVED = 1
BAD_INPUT = 2
INTERRUPTED = 130
NOBODY_READS = 1  # as rich has it
MOST_THREADS = 1024
MOST_JOBS = 256

app = App(
    name="fairdeal",
    help="Card games whose rules are written once, in Python: play, simulate, record and replay them.",
    version=__version__,
    help_format="plaintext",
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)

Flag = Annotated[bool, Parameter(negative="", show_default=False)]
JsonFlag = Annotated[bool, Parameter(name="--json", negative="", show_default=False)]
Options = Annotated[
    tuple[str, ...], Parameter(name="--option", negative="", consume_multiple=False, show_default=False)
]


def _examples(*lines: str) -> str:
    return "\n".join(["Examples:", *(f"  fairdeal {line}" for line in lines)])


# --- the commands ----------------------------------------------------------------------------------------------------


@app.command(name="games", help_epilogue=_examples("games"))
def list_games() -> None:
    """List the games, their seats and options."""
    from fairdeal import games
    from fairdeal.cli.printing import new_console, show_games

    show_games(new_console(), games.all_games())


@app.command(name="rules", help_epilogue=_examples("rules caster", "rules caster 8", "rules caster --why-examples"))
def show_rules(game: str, section: str | None = None, /, *, why_examples: Flag = False) -> None:
    """Show the rulebook of a game.

    Parameters
    ----------
    game
        The game's name.
    section
        Only this section: the number behind §, or a word of a heading.
    why_examples
        Instead, every reason the game gives for why not, with an example of it.
    """
    from fairdeal import games
    from fairdeal.cli.printing import new_console, page_markdown
    from fairdeal.terminal import rulebook

    found = games.find(game)
    if why_examples:
        from tools.docs import why_table

        page_markdown(new_console(), why_table(found))
        return
    page_markdown(new_console(), found.rulebook if section is None else rulebook.section(found, section))


@app.command(name="hints", help_epilogue=_examples("hints caster", "hints traders --seats 3 --positions 10"))
def show_hints(
    game: str,
    /,
    *,
    seats: int | None = None,
    option: Options = (),
    positions: int = 5,
    level: str | None = None,
    seed: str = "0",
) -> None:
    """Show what a hint says in several positions of a game between bots.

    Parameters
    ----------
    game
        The game's name.
    seats
        Number of seats; the fewest if left out.
    option
        An option of the game, NAME=VALUE; repeat it for several.
    positions
        How many positions, spread over the game.
    level
        The level that plays and advises; the best if left out.
    seed
        Any text or number; the same seed gives the same page.
    """
    from fairdeal.cli.arguments import check_range, read_setting
    from fairdeal.cli.printing import new_console, page_markdown
    from fairdeal.engine.chance import numbered
    from fairdeal.lab import hints
    from fairdeal.terminal.progress import progress_bar

    setting = read_setting(game, seats, option, None, numbered(f"setting {seed}", 0))
    check_range("--positions", positions, 1, 1000)
    adviser = setting.game.levels[-1] if level is None else setting.game.level(level)
    if adviser.iterations == 0:
        raise FairdealError(f"The level {adviser.name} does not search, so it has no hints.")
    with progress_bar("Playing") as progress:
        found = hints.positions(setting, adviser, positions, seed, progress)
    page_markdown(new_console(), hints.page(setting, adviser, found))


app.command(store_app)
deck_app = App(name="deck", help="Look after decks of your own cards.", help_format="plaintext")
app.command(deck_app)


@deck_app.command(name="check", help_epilogue=_examples("deck check cards.csv"))
def check_deck(file: Path, /, *, game: str | None = None) -> None:
    """Say of every card in a file what counts, or why it cannot be used.

    Parameters
    ----------
    file
        Your own cards, .csv or .json.
    game
        The game they are for; the first that is played with cards of your own, if left out.
    """
    from fairdeal import games

    choices = games.all_games() if game is None else [games.find(game)]
    judge = next((found.judge_deck for found in choices if found.judge_deck), None)
    if judge is None:
        raise FairdealError(f"{choices[0].title} is not played with cards of your own.")
    lines, problem = judge(file)
    print("\n".join(lines))
    if problem:
        raise FairdealError(problem)


@app.command(
    help_epilogue=_examples(
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
        with _output(records) as file:
            return simulate_recorded(setting, games, seed, lambda game: file.write(line(game)), legal, progress)


def _show_simulation(setting: Setting, seed: str, found: Simulation, as_json: bool) -> None:
    from fairdeal.cli.printing import new_console, show_simulation

    if not as_json:
        show_simulation(new_console(), setting, seed, found)
        return
    head = {"game": setting.game.name, "seats": setting.seats, "options": dict(setting.options), "seed": seed}
    rates = {"games_per_second": found.games_per_second, "actions_per_second": found.actions_per_second}
    print(json.dumps({**head, **asdict(found), **rates}))


@app.command(
    help_epilogue=_examples(
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
    records: Path | None = None,
    jobs: int | None = None,
    as_json: JsonFlag = False,
) -> int:
    """Let bots play against each other over duplicate deals, and say which is stronger.

    A bot is a level (hard), a level with another number of iterations
    (hard:500), the search without knowledge of the game (plain:1000), a class or
    function of Python that makes a bot of a Game (module:attribute), or a program
    (cmd:COMMAND) that speaks the protocol of docs/bot-protocol.md.

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
    records
        Write a record of every game to this file.
    jobs
        How many processes play; all cores if left out.
    as_json
        Print the result as JSON.
    """
    from fairdeal import games as all_games
    from fairdeal.cli.arguments import check_range, read_data, read_options
    from fairdeal.lab.arena import new_match

    found = all_games.find(game)
    check_range("--games", games, 1)
    jobs = os.cpu_count() or 1 if jobs is None else jobs
    check_range("--jobs", jobs, 1, MOST_JOBS)
    if sprt is not None and not 0 < sprt <= 1:
        raise FairdealError(f"--sprt is a lead above 0 and at most 1, such as 0.1, not {sprt}.")
    if seconds is not None and not 0 < seconds <= 3600:
        raise FairdealError(f"--seconds is a number above 0 and at most 3600, not {seconds}.")
    own_data = None if data is None else read_data(data)
    match = new_match(found, (bot, *bots), seats, read_options(found, option), own_data, seed, seconds)
    result = _duel(match, games, jobs, sprt, records)
    if result is None:
        print("Stopped before a deal came to its end.", file=sys.stderr)
        return INTERRUPTED
    _show_duel(match, result, as_json)
    return INTERRUPTED if result.is_interrupted else 0


def _duel(match: Match, games: int, jobs: int, sprt: float | None, records: Path | None) -> Duel | None:
    from fairdeal.lab.duel import duel
    from fairdeal.terminal.progress import progress_bar

    with progress_bar("Playing") as progress:
        if records is None:
            return duel(match, games, jobs, sprt, None, progress)
        with _output(records) as file:
            return duel(match, games, jobs, sprt, file.write, progress)


def _show_duel(match: Match, found: Duel, as_json: bool) -> None:
    from fairdeal.cli.printing import new_console, show_duel

    setting = match.setting(0)
    if not as_json:
        show_duel(new_console(), setting, match.seed, found)
        return
    head = {"game": match.game, "seats": match.seats, "options": dict(match.options), "seed": match.seed}
    print(json.dumps({**head, **asdict(found)}))


@app.command(
    help_epilogue=_examples("ladder caster --minutes 30", "ladder battle --seats 3 --games 400", "ladder --page")
)
def ladder(
    game: str | None = None,
    /,
    *,
    seats: int | None = None,
    option: Options = (),
    games: int = 200,
    minutes: float | None = None,
    seed: str = "0",
    jobs: int | None = None,
    fresh: Flag = False,
    page: Flag = False,
    results: Path | None = None,
) -> int:
    """Rate all levels of a game's bots against each other.

    Neighbours play most. Every deal is kept as soon as it is played, so that
    nothing is lost by Ctrl-C, and the next run goes on from there. Ratings are
    Elo's, 400 for odds of ten to one, the lowest level at 0.

    Parameters
    ----------
    game
        The game's name; without it nothing is played, and --page prints what is there.
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
    fresh
        Forget the earlier results of this game with these seats and options.
    page
        Print the page of all games, and their pictures, anew from the results.
    results
        The folder of the results, the page beside it; docs/bots of a checkout if left out.
    """
    from fairdeal.lab.ladder import write_page

    folder = _results_folder() if results is None else results
    if game is None and not page:
        raise FairdealError("Name a game to play for, or print the page of all with --page.")
    is_interrupted = False
    if game is not None:
        is_interrupted = _climb(game, seats, option, games, minutes, seed, jobs, fresh, folder)
    if page:
        print(f"{write_page(folder)} is written anew.")
    return INTERRUPTED if is_interrupted else 0


@app.command(help_epilogue=_examples("regret battle", "regret caster --seats 4 --positions 200"))
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
        The folder to keep what was measured in, for the page of `ladder --page`; docs/bots of a checkout if left out.
    """
    from fairdeal import games
    from fairdeal.cli.arguments import check_range, read_setting
    from fairdeal.cli.printing import new_console, show_regret
    from fairdeal.engine.chance import numbered
    from fairdeal.lab.regret import file_of, measure, write
    from fairdeal.terminal.progress import progress_bar

    found = games.find(game)
    seats = max(2, found.seat_counts[0]) if seats is None else seats
    setting = read_setting(game, seats, option, None, numbered(f"setting {seed}", 0))
    check_range("--positions", positions, 2)
    check_range("--worlds", worlds, 1)
    with progress_bar("Solving") as progress:
        measured = measure(setting, positions, worlds, seed, progress)
    write(file_of(_results_folder() if results is None else results, found, seats), measured)
    show_regret(new_console(), found, measured)


def _results_folder() -> Path:
    docs = Path(__file__).resolve().parents[2] / "docs"
    if not docs.is_dir():
        raise FairdealError("The folder docs is not here: name a folder for the results with --results.")
    return docs / "bots"


def _climb(
    game: str,
    seats: int | None,
    option: Sequence[str],
    games: int,
    minutes: float | None,
    seed: str,
    jobs: int | None,
    fresh: bool,
    folder: Path,
) -> bool:
    """Play for a ladder and show it; tell whether that was interrupted."""
    from fairdeal import games as all_games
    from fairdeal.cli.arguments import check_range, read_options
    from fairdeal.cli.printing import new_console, show_ranking
    from fairdeal.lab.ladder import climb, forget, new_ladder, rank, read
    from fairdeal.terminal.progress import progress_bar

    found = all_games.find(game)
    check_range("--games", games, 1)
    jobs = os.cpu_count() or 1 if jobs is None else jobs
    check_range("--jobs", jobs, 1, MOST_JOBS)
    if minutes is not None and not 0 < minutes <= 100_000:
        raise FairdealError(f"--minutes is a number above 0, not {minutes}.")
    wanted = new_ladder(found, seats, read_options(found, option))
    path = folder / f"{found.name}.jsonl"
    try:
        if fresh:
            forget(path, wanted)
        with progress_bar("Playing") as progress:
            is_interrupted = climb(wanted, path, games, minutes, seed, jobs, progress)
        show_ranking(new_console(), rank(wanted, read(path)))
    except OSError as error:
        raise FairdealError(f"{path} cannot be written: {error.strerror}.") from None
    return is_interrupted


@app.command(
    help_epilogue=_examples(
        "replay games.jsonl", "replay games.jsonl --game-number 3 --eyes 1", "replay games.jsonl --check"
    )
)
def replay(
    file: Path,
    /,
    *,
    check: Flag = False,
    game_number: int = 1,
    eyes: int | None = None,
) -> None:
    """Tell a recorded game as a story, or check records.

    Parameters
    ----------
    file
        A file of records, one a line.
    check
        Replay all games of the file and say whether each event, list and result is right.
    game_number
        Which game of the file to tell, counted from 1.
    eyes
        Tell only what this seat, counted from 1, saw and was told.
    """
    from fairdeal.cli.arguments import check_range

    check_range("--game-number", game_number, 1)
    if check:
        _check_records(file)
    else:
        _tell_record(file, game_number, eyes)


def _check_records(path: Path) -> None:
    from fairdeal.play.records import lines, read_line
    from fairdeal.terminal.progress import progress_bar

    found = events = size = 0
    with progress_bar("Checking") as progress:
        for number, text in lines(path):
            events += len(read_line(path, number, text).events)
            found += 1
            size += len(text)
            progress(size, path.stat().st_size)
    if not found:
        raise FairdealError(f"{path} holds no record.")
    print(f"{path}: {found} game{'s' * (found != 1)} and {events} events verified.")


def _tell_record(path: Path, wanted: int, eyes: int | None) -> None:
    from fairdeal.cli.arguments import check_range
    from fairdeal.cli.printing import new_console, show_story
    from fairdeal.play.records import lines, read_line

    found = 0
    for number, text in lines(path):
        found += 1
        if found == wanted:
            sitting = read_line(path, number, text)
            if eyes is not None:
                check_range("--eyes", eyes, 1, sitting.setting.seats)
            show_story(new_console(), sitting, None if eyes is None else eyes - 1)
    if found < wanted:
        raise FairdealError(f"{path} holds {found} record{'s' * (found != 1)}, so there is no number {wanted}.")
    if found > 1:
        print(f"(That was game {wanted} of {found}; --game-number tells another.)")


@app.command(
    help_epilogue=_examples(
        "check game.jsonl",
        "check game.jsonl --receipt receipt.json",
        "check game.jsonl --receipt mine.json --receipt yours.json",
    )
)
def check(
    record: Path,
    /,
    *,
    receipt: Annotated[tuple[Path, ...], Parameter(negative="", consume_multiple=False, show_default=False)] = (),
) -> int:
    """Deal a finished game again, and say what is proved of its cards.

    The exit code is 0 if all deals are proved, 1 if there is nothing to check, 2 if anything is wrong, and 3 if all
    deals are proved after starts that were voided.

    Parameters
    ----------
    record
        A file of records, one a line, as a table hands them out at the end.
    receipt
        What your client kept when the game started; without it the record's own word is trusted. Repeat it for the
        receipts of several seats, which are also compared with each other.
    """
    from fairdeal.play.check import check_file

    verdicts = check_file(record, *receipt)
    for verdict in verdicts:
        print("\n".join(verdict.lines))
    codes = {verdict.exit_code for verdict in verdicts}
    return NOTHING_PROVED if NOTHING_PROVED in codes else max(codes)


@app.command(
    help_epilogue=_examples("play", "play caster --seats 4 --against hard", "play coast --seats 2 --record game.jsonl")
)
def play(
    game: str | None = None,
    /,
    *,
    seats: int | None = None,
    seat: int = 1,
    against: str = "medium",
    option: Options = (),
    data: Path | None = None,
    seed: str | None = None,
    record: Path | None = None,
    beat: float = 1.0,
) -> None:
    """Play against bots in the terminal.

    Parameters
    ----------
    game
        The game's name; without it you are asked.
    seats
        Number of seats, yours included; the fewest if left out.
    seat
        Your own seat, counted from 1.
    against
        How well the bots play: a level of the game, from random to the best.
    option
        An option of the game, NAME=VALUE; repeat it for several.
    data
        Your own data file, .toml or .json.
    seed
        Any text or number: the same cards and the same bots again.
    record
        Write the game to this file when it ends or you quit.
    beat
        Real-time games: seconds of yours for a second of the bots; 0 stops their clock while you think.
    """
    from fairdeal.cli.arguments import check_range, read_setting
    from fairdeal.engine.chance import from_system, numbered

    name = _ask_for_game() if game is None else game
    if name is None:
        return
    rng = from_system() if seed is None else numbered(seed, 0)
    setting = read_setting(name, seats, option, data, rng)
    check_range("--seat", seat, 1, setting.seats)
    if not 0 <= beat <= 1000:
        raise FairdealError(f"--beat is a number from 0 to 1000, not {beat}.")
    bots = _opponents(setting, against, str(rng.tolist()))
    if record is None:
        _play(setting, seat - 1, rng, beat, bots)
        return
    from fairdeal.play.records import line

    with _output(record) as file:
        file.write(line(_play(setting, seat - 1, rng, beat, bots)))


def _opponents(setting: Setting, level: str, seed: str) -> Opponents:
    """Make the bots; where the cache is cold, a process of its own compiles for them meanwhile."""
    from fairdeal.bots import warm
    from fairdeal.engine.kernel import DEFAULT_MODE
    from fairdeal.terminal.opponents import Opponents

    game = setting.game
    needs_compiler = DEFAULT_MODE in warm.MODES and not warm.is_warm(DEFAULT_MODE)
    compile_game = functools.partial(warm.compile_beside, game.name, DEFAULT_MODE) if needs_compiler else None
    return Opponents(game, game.level(level), seed, compile_game)


def _play(setting: Setting, seat: int, rng: Rng, beat: float, bots: Opponents) -> Sitting:
    from fairdeal.cli.printing import new_console
    from fairdeal.play.sitting import Sitting
    from fairdeal.terminal.play import TerminalTable

    table = TerminalTable(Sitting(setting), seat, rng, new_console(), _read_line, beat, bots=bots)
    table.run()
    return table.sitting


def _ask_for_game() -> str | None:
    from fairdeal import games

    for number, found in enumerate(games.all_games(), 1):
        print(f"{number} {found.name:<10} {found.summary}")
    print("Which game? A number or a name.")
    line = (_read_line() or "").strip()
    if not line or line == "quit":
        return None
    return games.NAMES[int(line) - 1] if line in map(str, range(1, len(games.NAMES) + 1)) else line


def _read_line() -> str | None:
    """Read a line from the person; None at the end of the input."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")  # gives `input` its arrow keys
    try:
        line = input("> ")
    except EOFError:
        print()
        return None
    if not sys.stdin.isatty():
        print(line)  # a transcript shows what was typed
    return line


def _env(name: str, /, **more: Any) -> Parameter:
    return Parameter(env_var=f"FAIRDEAL_{name}", **more)


@app.command(help_epilogue=_examples("serve --open", "serve --lan", "serve --proxy --host-name cards.example"))
def serve(
    *,
    host: Annotated[str, _env("HOST")] = "127.0.0.1",
    port: Annotated[int, _env("PORT")] = 8123,
    lan: Annotated[Flag, _env("LAN")] = False,
    store: Annotated[str, _env("STORE", show_default=False)] = "",
    workers: Annotated[int | None, _env("WORKERS")] = None,
    beat: Annotated[int, _env("BEAT")] = 500,
    origin: Annotated[tuple[str, ...], _env("ORIGIN", negative="", consume_multiple=False, show_default=False)] = (),
    proxy: Annotated[Flag, _env("PROXY")] = False,
    access_log: Annotated[Flag, _env("ACCESS_LOG")] = False,
    open_browser: Annotated[Flag, _env("OPEN", name="--open")] = False,
    host_name: Annotated[
        tuple[str, ...], _env("HOST_NAME", negative="", consume_multiple=False, show_default=False)
    ] = (),
) -> None:
    """Serve tables to browsers and programs, until Ctrl-C.

    Parameters
    ----------
    host
        The address to listen at.
    port
        The port to listen at; 0 for any that is free.
    lan
        Listen in the whole local network, and show a QR code for phones.
    store
        Where to keep everything, sqlite:FILE or just a path; a file in your data folder if left out.
    workers
        How many processes think for bots; all cores but one if left out.
    beat
        How many milliseconds bots take at least before they act.
    origin
        A site whose pages may use this server besides its own, such as https://cards.example; repeat it for several.
    proxy
        Believe the header X-Forwarded-Proto, because a proxy with TLS stands before this server.
    access_log
        Write a line for every request.
    open_browser
        Open the table in the browser of this machine.
    host_name
        A name under which this server is reached, such as cards.example behind a proxy; repeat it for several.
    """
    try:
        from fairdeal.server import serving
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] == "fairdeal":
            raise
        raise FairdealError(f"The module {error.name} is missing: install the project's extra 'server'.") from None

    serving.serve(
        serving.Settings(host, port, lan, store, workers, beat, origin, proxy, access_log, open_browser, host_name)
    )


@app.command(help_epilogue=_examples("bench", "bench --quick", "bench caster --json speed.json"))
def bench(
    *names: str,
    quick: Flag = False,
    as_json: Annotated[Path | None, Parameter(name="--json")] = None,
) -> int:
    """Measure speed, also against OpenSpiel; works in a checkout only.

    Parameters
    ----------
    names
        Which measurements; all if left out.
    quick
        Shorter runs, rougher numbers.
    as_json
        Also write the numbers to this file.
    """
    root = Path(__file__).resolve().parents[2]
    if not (root / "bench" / "run.py").is_file():
        raise FairdealError("The folder bench is not here: speed is measured in a checkout of the project.")
    sys.path.insert(0, str(root))
    try:
        run = importlib.import_module("bench.run")
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in ("bench", "fairdeal"):
            raise
        raise FairdealError(f"The module {error.name} is missing: install the project's extra 'bench'.") from None
    try:
        return int(run.main(list(names), quick, as_json))
    except OSError as error:
        raise FairdealError(f"{as_json} cannot be written: {error.strerror}.") from None


@app.command(help_epilogue=_examples("docs", "docs --check"))
def docs(*, check: Flag = False) -> int:
    """Print the tables in docs/games anew from the code; works in a checkout only.

    Parameters
    ----------
    check
        Change nothing, and fail if a table is stale.
    """
    from tools.docs import refresh

    stale = refresh(check)
    for path in stale:
        print(f"{path} {'is stale: run fairdeal docs' if check else 'is written anew'}.")
    return 1 if check and stale else 0


@app.command(help_epilogue=_examples("warm", "warm --mode checked"))
def warm(*, mode: str = "compiled") -> None:
    """Compile all games, so that nobody has to wait for it later.

    Parameters
    ----------
    mode
        compiled, or checked: with bounds checks, as the tests run it.
    """
    from fairdeal.bots import warm as warming
    from fairdeal.terminal.progress import progress_bar

    if mode not in warming.MODES:
        raise FairdealError(f"--mode is {' or '.join(warming.MODES)}, not {mode!r}.")
    with progress_bar("Compiling the games") as progress:
        warmth = warming.warm(mode, progress)
    if warmth.games:
        print(f"Compiled: {', '.join(warmth.games)}.")


# --- output, errors and exit codes -----------------------------------------------------------------------------------


@contextlib.contextmanager
def _output(path: Path) -> Iterator[TextIO]:
    from fairdeal.play.records import writing

    try:
        with writing(path) as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FairdealError(f"{path} cannot be written: {error.strerror}.") from None


def main() -> None:
    """Run the command line and leave with its exit code."""
    signal.signal(signal.SIGINT, _interrupt)
    sys.unraisablehook = _insist_on_interrupt
    sys.exit(run(sys.argv[1:]))


_interrupted = threading.Event()


def _interrupt(number: int, frame: FrameType | None) -> None:
    _interrupted.set()
    raise KeyboardInterrupt


def _insist_on_interrupt(lost: sys.UnraisableHookArgs) -> None:
    """Repeat a Ctrl-C that got lost: the compiler's callbacks swallow what is raised in them.

    What it leaves half made complains when it is thrown away, and nobody needs to hear that.
    """
    if issubclass(lost.exc_type, KeyboardInterrupt):
        threading.Timer(0.05, _thread.interrupt_main).start()
    elif not _interrupted.is_set():
        sys.__unraisablehook__(lost)


def run(arguments: Sequence[str]) -> int:
    """Run a command; return its exit code. Whatever a user can cause is one sentence on stderr."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # no odd byte, and no narrow terminal, stops a game
    try:
        code = int(app(list(arguments), exit_on_error=False, print_error=False) or 0)
        sys.stdout.flush()
        return code
    except CycloptsError as error:
        return _refuse(f"{' '.join(str(error).split())} See fairdeal --help.")
    except FairdealError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or the interpreter would complain once more at its exit
        return NOBODY_READS


def _refuse(sentence: str) -> int:
    print(" ".join(sentence.split()), file=sys.stderr)
    return BAD_INPUT
