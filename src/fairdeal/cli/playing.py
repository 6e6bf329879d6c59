"""The command to play in the terminal."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from fairdeal.cli.app import Flag, Options, app, game_examples, output
from fairdeal.cli.speaking import language
from fairdeal.errors import BadOption, FairdealError
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import HOUSE

if TYPE_CHECKING:
    from fairdeal.bots.preparing import Preparing
    from fairdeal.engine.chance import Rng
    from fairdeal.play.sitting import Sitting
    from fairdeal.terminal.keeping import Clockwork, Keeping, Left
    from fairdeal.terminal.opponents import Opponents
    from fairdeal.terminal.play import TerminalTable

LEVEL, BEAT = "medium", 1.0  # where nothing else is said
MOST_LISTED = 9  # games that were left
DATE = "%Y-%m-%d %H:%M"
ENDING = (signal.SIGTERM, signal.SIGHUP)  # what asks a program to end


@app.command(
    help_epilogue=game_examples(
        "play",
        "play caster --seats 4 --against hard",
        "play coast --seats 2 --record game.jsonl",
        "play --resume",
    )
)
def play(
    *game: str,
    seats: int | None = None,
    seat: int | None = None,
    against: str | None = None,
    option: Options = (),
    data: Path | None = None,
    seed: str | None = None,
    record: Path | None = None,
    beat: float | None = None,
    opening: bool = True,
    resume: Flag = False,
) -> None:
    """Play against bots in the terminal.

    A game that is left, by quit, Ctrl-C or any other way, is kept, and goes on with --resume.

    Parameters
    ----------
    game
        The game's name or title, or how it begins; without it you are asked.
    seats
        Number of seats, yours included; if left out, as many as the game is best with.
    seat
        Your own seat, counted from 1; the first if left out.
    against
        The bots: a level of the game, from random to the best, LEVEL:ITERATIONS, MODULE:CLASS or cmd:PROGRAM; medium
        if left out.
    option
        An option of the game, NAME=VALUE; repeat it for several.
    data
        Your own data file, .toml or .json.
    seed
        Any text or number: the same cards and the same bots again.
    record
        Write the game to this file when it ends or you leave.
    beat
        Real-time games: seconds of yours for a second of the bots, 1 if left out; 0 stops their clock while you think.
    opening
        Show what the game is about before your first one, and tell what matters in it.
    resume
        Go on with a game that was left: the last one, or a choice; or with that in a file, --resume FILE.
    """
    if resume:
        chosen = {"--seats": seats, "--seat": seat, "--against": against, "--option": option or None}
        _check_unchosen({**chosen, "--data": data, "--seed": seed, "--beat": beat})
        left = _find_left(" ".join(game))
        if left is not None:
            _go_on(left, record, opening)
        return
    name = " ".join(game) or _ask_for_game()
    if name is not None:
        own, level, pace = 1 if seat is None else seat, against or LEVEL, BEAT if beat is None else beat
        _begin(name, NewGame(seats, own, level, option, data, seed, pace), record, opening)


@dataclass(frozen=True)
class NewGame:
    """How a new game is wanted."""

    seats: int | None
    seat: int
    level: str
    options: Sequence[str]
    data: Path | None
    seed: str | None
    beat: float


def _begin(name: str, wanted: NewGame, record: Path | None, opening: bool) -> None:
    """Play a new game."""
    from fairdeal.cli.arguments import check_range, read_game, read_setting
    from fairdeal.engine.chance import from_system, numbered
    from fairdeal.play.sitting import Sitting
    from fairdeal.terminal.keeping import Keeping
    from fairdeal.terminal.opponents import Opponents

    found = read_game(name)
    rng = from_system() if wanted.seed is None else numbered(wanted.seed, 0)
    with _preparing(found.name) as preparing:
        seats = found.best_seats if wanted.seats is None else wanted.seats
        setting = read_setting(found.name, seats, wanted.options, wanted.data, rng)
        check_range("--seat", wanted.seat, 1, setting.seats)
        if not 0 <= wanted.beat <= 1000:
            raise FairdealError(f"--beat is a number from 0 to 1000, not {wanted.beat}.")
        bots = Opponents(found, wanted.level, str(rng.tolist()), preparing)
        _play(Sitting(setting), wanted.seat - 1, rng, wanted.beat, bots, Keeping.new(found.name), record, opening)


def _go_on(left: Left, record: Path | None, opening: bool) -> None:
    """Play on a game that was left."""
    from fairdeal.terminal.keeping import Keeping
    from fairdeal.terminal.opponents import Opponents

    game, bookmark = left.sitting.game, left.bookmark
    with _preparing(game.name) as preparing:
        bots = Opponents(game, bookmark.level, bookmark.seed, preparing)
        keeping, rng = Keeping(left.path), bookmark.new_rng()
        clockwork = bookmark.clockwork
        _play(left.sitting, bookmark.seat, rng, bookmark.beat, bots, keeping, record, opening, clockwork)


@contextlib.contextmanager
def _preparing(game: str) -> Iterator[Preparing]:
    """Let another process compile what the game still lacks; meanwhile it is played in plain Python."""
    from fairdeal.bots.preparing import Preparing, missing
    from fairdeal.engine.compiling import left_to_others

    preparing = Preparing(task for task in missing() if task.game == game)
    preparing.start()
    try:
        with left_to_others():
            yield preparing
    finally:
        preparing.stop()


def _play(
    sitting: Sitting,
    seat: int,
    rng: Rng,
    beat: float,
    bots: Opponents,
    keeping: Keeping,
    record: Path | None,
    opening: bool,
    clockwork: Clockwork | None = None,
) -> None:
    """Play a game; only a person at a keyboard is taught. However it is left, it is kept, and recorded if wanted."""
    from fairdeal.terminal.console import new_console
    from fairdeal.terminal.lines import Lines
    from fairdeal.terminal.play import TerminalTable
    from fairdeal.terminal.teaching import Taught, usual_place

    lines = Lines()
    taught = Taught(usual_place()) if opening and lines.is_terminal else None
    table = TerminalTable(
        sitting,
        seat,
        rng,
        new_console(),
        lines,
        beat,
        bots=bots,
        language=language.get(),
        taught=taught,
        keeping=keeping,
        clockwork=clockwork,
    )
    lines.complete = table.completions
    with contextlib.closing(keeping), _heeding_signals():
        try:
            if record is None:
                table.run()
            else:
                _play_and_record(table, record)
        finally:
            bots.close(sitting)


def _play_and_record(table: TerminalTable, record: Path) -> None:
    from fairdeal.play.records import line

    interrupt = None
    with output(record) as file:
        try:
            table.run()
        except KeyboardInterrupt as error:
            interrupt = error
        file.write(line(table.sitting))
    if interrupt is not None:
        raise interrupt


# --- signals ---------------------------------------------------------------------------------------------------------


class Killed(KeyboardInterrupt):
    """The program is to end, by a signal that asks for it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextlib.contextmanager
def _heeding_signals() -> Iterator[None]:
    """Let a signal that ends the program interrupt it like Ctrl-C first, and do its work only then."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heeded = [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, _be_killed) for number in heeded}
    try:
        yield
    except Killed as killed:
        signal.signal(killed.number, signal.SIG_DFL)
        os.kill(os.getpid(), killed.number)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _be_killed(number: int, frame: FrameType | None) -> None:
    raise Killed(number)


# --- which game ------------------------------------------------------------------------------------------------------


def _ask_for_game() -> str | None:
    from fairdeal import games
    from fairdeal.terminal.console import new_console
    from fairdeal.terminal.lines import Lines
    from fairdeal.terminal.speaking import rows

    found = games.all_games()
    console = new_console()
    listed = [(f"{at} {game.title}", game.said(game.summary, language.get())) for at, game in enumerate(found, 1)]
    for listing in rows(listed, console.width):
        console.print(listing)
    print(HOUSE.said(say("terminal.which_game"), language.get()))
    line = (Lines()() or "").strip()
    if not line or line == "quit":
        return None
    return found[int(line) - 1].name if line in map(str, range(1, len(found) + 1)) else line


def _check_unchosen(chosen: Mapping[str, object]) -> None:
    for option, value in chosen.items():
        if value is not None:
            raise BadOption(say("terminal.resumed_as_left", option=option, resume="--resume"))


def _find_left(name: str) -> Left | None:
    """Find the game that is to go on: in a file, or the only one, or one that the person chooses; None for none."""
    from fairdeal.terminal.keeping import left_games, read_left

    if name:
        return read_left(Path(name))
    found = left_games()[:MOST_LISTED]
    if not found:
        raise FairdealError(say("terminal.nothing_left"))
    chosen = _choose_left(found) if len(found) > 1 and sys.stdin.isatty() else found[0]
    return None if chosen is None else read_left(chosen)


def _choose_left(found: Sequence[Path]) -> Path | None:
    from fairdeal.terminal.keeping import read_left
    from fairdeal.terminal.lines import Lines

    for number, path in enumerate(found, 1):
        print(HOUSE.said(_listing(number, read_left(path)), language.get()))
    print(HOUSE.said(say("terminal.which_left"), language.get()))
    line = Lines()()
    if line is None or line.strip() == "quit":
        return None
    chosen = line.strip() or "1"
    if chosen not in map(str, range(1, len(found) + 1)):
        raise FairdealError(say("terminal.no_left_number", text=chosen, last=len(found)))
    return found[int(chosen) - 1]


def _listing(number: int, left: Left) -> Message:
    sitting = left.sitting
    return say(
        "terminal.left_game",
        number=number,
        game=sitting.game.title,
        own=left.bookmark.seat + 1,
        seats=sitting.setting.seats,
        events=len(sitting.events),
        date=time.strftime(DATE, time.localtime(left.path.stat().st_mtime)),
    )
