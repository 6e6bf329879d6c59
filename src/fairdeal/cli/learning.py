"""The commands for people who train agents."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from fairdeal.cli.app import INTERRUPTED, app, game_examples
from fairdeal.cli.running import DataFile, GameName, Jobs, OptionTexts, Seats, Seed, processes
from fairdeal.cli.speaking import language
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import HOUSE

MOST_POSITIONS = 100_000_000
MOST_WORLDS = 1000

learn_app = App(name="learn", help="For people who train agents.", help_format="plaintext")
app.command(learn_app)


@learn_app.command(
    help_epilogue=game_examples(
        "learn dataset caster -o caster.data",
        "learn dataset battle --seats 2 --teacher expert:2000 --positions 50000 -o battle.data",
        "learn dataset cryptruck --players easy --worlds 0 --solved 0 -o cryptruck.data",
    )
)
def dataset(
    game: GameName,
    /,
    *,
    out: Annotated[Path, Parameter(name=["--out", "-o"])],
    positions: int = 10_000,
    seats: Seats = None,
    option: OptionTexts = (),
    data: DataFile = None,
    players: str = "medium",
    teacher: str = "hard",
    worlds: int = 4,
    solved: int = 16,
    seed: Seed = "0",
    jobs: Jobs = None,
) -> int:
    """Write positions with what is known of them into a folder, as Parquet.

    Bots play, and every choice is a row: what the seat observes and may do, what
    a teacher thinks of each action, how the game ended, what is hidden, worlds
    that fit the view, and in endgames what each action is exactly worth. The
    same command goes on with a dataset that was stopped. docs/guide/learn.md has
    the columns, and shows how they are read.

    Parameters
    ----------
    out
        The folder to write to.
    positions
        At least so many, whole parts of 64 always.
    players
        The bot that plays the games, as fairdeal duel names it.
    teacher
        The level that judges every position, perhaps with iterations: hard:500.
    worlds
        How many worlds are drawn for each position.
    solved
        How many worlds are solved for each position of an endgame.
    """
    from fairdeal.cli.arguments import check_range, read_data, read_game, read_options
    from fairdeal.lab.report.runs import opened
    from fairdeal.learn.dataset import ROWS, new_plan, write
    from fairdeal.terminal.progress import progress_bar

    found = read_game(game)
    jobs = processes(jobs)
    check_range("--positions", positions, 1, MOST_POSITIONS)
    check_range("--worlds", worlds, 0, MOST_WORLDS)
    check_range("--solved", solved, 0, MOST_WORLDS)
    document = None if data is None else read_data(data)
    plan = new_plan(found, seats, read_options(found, option), document, players, teacher, worlds, solved, seed)
    done = 0
    key = "learn.written"

    def line(done: int, total: int, left: int) -> str:
        return _said(say("learn.progress", done=done, total=total, count=left))

    with opened(out, plan) as run, progress_bar(_said(say("learn.making")), line) as progress:
        try:
            for count in write(run, -(-positions // ROWS), jobs, progress):
                done = count
        except KeyboardInterrupt:
            key = "learn.stopped"
    print(_said(say(key, count=done, folder=str(out))), file=sys.stdout if key == "learn.written" else sys.stderr)
    return 0 if key == "learn.written" else INTERRUPTED


def _said(message: Message) -> str:
    return HOUSE.said(message, language.get())
