"""The command to play in the terminal."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from fairdeal.cli.app import Options, app, examples, output
from fairdeal.cli.speaking import language
from fairdeal.errors import FairdealError

if TYPE_CHECKING:
    from fairdeal.bots.preparing import Preparing
    from fairdeal.contract.game import Setting
    from fairdeal.engine.chance import Rng
    from fairdeal.play.sitting import Sitting
    from fairdeal.terminal.opponents import Opponents


@app.command(
    help_epilogue=examples("play", "play caster --seats 4 --against hard", "play coast --seats 2 --record game.jsonl")
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
    opening: bool = True,
) -> None:
    """Play against bots in the terminal.

    Parameters
    ----------
    game
        The game's name; without it you are asked.
    seats
        Number of seats, yours included; if left out, as many as the game is best with.
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
    opening
        Show what the game is about before your first one, and tell what matters in it.
    """
    from fairdeal import games
    from fairdeal.cli.arguments import check_range, read_setting
    from fairdeal.engine.chance import from_system, numbered

    name = _ask_for_game() if game is None else game
    if name is None:
        return
    rng = from_system() if seed is None else numbered(seed, 0)
    with _preparing(name) as preparing:
        setting = read_setting(name, games.find(name).best_seats if seats is None else seats, option, data, rng)
        check_range("--seat", seat, 1, setting.seats)
        if not 0 <= beat <= 1000:
            raise FairdealError(f"--beat is a number from 0 to 1000, not {beat}.")
        bots = _opponents(setting, against, str(rng.tolist()), preparing)
        if record is None:
            _play(setting, seat - 1, rng, beat, bots, opening)
            return
        from fairdeal.play.records import line

        with output(record) as file:
            file.write(line(_play(setting, seat - 1, rng, beat, bots, opening)))


def _opponents(setting: Setting, level: str, seed: str, preparing: Preparing) -> Opponents:
    from fairdeal.terminal.opponents import Opponents

    game = setting.game
    return Opponents(game, game.level(level), seed, preparing)


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


def _play(setting: Setting, seat: int, rng: Rng, beat: float, bots: Opponents, opening: bool) -> Sitting:
    """Play a game; only a person at a keyboard is taught."""
    from fairdeal.play.sitting import Sitting
    from fairdeal.terminal.console import new_console
    from fairdeal.terminal.play import TerminalTable
    from fairdeal.terminal.teaching import Taught, usual_place

    taught = Taught(usual_place()) if opening and sys.stdin.isatty() else None
    table = TerminalTable(
        Sitting(setting), seat, rng, new_console(), _read_line, beat, bots=bots, language=language.get(), taught=taught
    )
    table.run()
    return table.sitting


def _ask_for_game() -> str | None:
    from fairdeal import games

    for number, found in enumerate(games.all_games(), 1):
        print(f"{number} {found.name:<10} {found.said(found.summary, language.get())}")
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
