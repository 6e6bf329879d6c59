"""The command that reports on a game: report."""

from __future__ import annotations

import functools
import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fairdeal.cli.app import INTERRUPTED, Flag, JsonFlag, app, game_examples, output
from fairdeal.cli.running import (
    MOST_GAMES,
    DataFile,
    GameName,
    Jobs,
    OptionTexts,
    Page,
    RunFolder,
    Scheduler,
    Seats,
    Seed,
    folder_of,
    processes,
)
from fairdeal.cli.speaking import language
from fairdeal.errors import Refused
from fairdeal.language.messages import say

if TYPE_CHECKING:
    from rich.console import Console

    from fairdeal.lab.report.plan import Plan
    from fairdeal.lab.report.runs import Run, RunGames
    from fairdeal.lab.report.sections import GameReport

DEFAULT_BOTS = "medium"
DEFAULT_SECONDS = 240.0  # of play, if nobody says how many games


@app.command(
    help_epilogue=game_examples(
        "report battle --bots random -o battle.html",
        "report caster --seats 4 --bots easy --games 2000 -o caster.html",
        "report traders --precision 1% --json",
    )
)
def report(
    game: GameName,
    /,
    *,
    seats: Seats = None,
    option: OptionTexts = (),
    data: DataFile = None,
    bots: str = DEFAULT_BOTS,
    games: int | None = None,
    precision: str | None = None,
    out: Page = None,
    run: RunFolder = None,
    seed: Seed = "0",
    skill: Flag = False,
    jobs: Jobs = None,
    on: Scheduler = None,
    as_json: JsonFlag = False,
) -> int:
    """Say of a game whether it is fair, how long it is, how much there is to choose, and how close it gets.

    Bots play it, every deal more than once, and the games are kept in a folder:
    the same command goes on with a run that was stopped, and fairdeal replay
    FOLDER --game-number N tells any of its games.

    Parameters
    ----------
    bots
        Who plays: a bot for all seats, as fairdeal duel names them, or several with commas between them: two, or one
        for each seat, who change seats in every deal. Games of random bots, and of the policy by which bots play on in
        their search (policy), are the quickest.
    games
        At least so many games, whole parts always. If left out, 20,000 of native players or 2,000 of others, or as many
        as there are after 4 minutes.
    precision
        Instead: go on until the widest interval of wins by order of play reaches at most so far to either side, as 1%.
    skill
        Also let each level, up to the one that plays, play the level below: how much is there to decide?
    as_json
        Print all numbers as JSON.
    """
    from fairdeal.cli.arguments import check_range, read_data, read_game, read_options
    from fairdeal.lab.report.plan import new_plan

    found = read_game(game)
    if games is not None and precision is not None:
        raise Refused(say("report.both"))
    check_range("--games", 1 if games is None else games, 1, MOST_GAMES)
    jobs = processes(jobs)
    width = None if precision is None else read_precision(precision)
    document = None if data is None else read_data(data)
    names = tuple(name.strip() for name in bots.split(","))
    plan = new_plan(
        found, names, found.best_seats if seats is None else seats, read_options(found, option), document, seed
    )
    with folder_of(run, out) as folder:
        kept = None if run is None and out is None else folder
        return _report(plan, folder, kept, games, width, skill, jobs, on, out, as_json)


def read_precision(text: str) -> float:
    """Read a part of all games, written in percent. Raise Refused.

    >>> read_precision("1%"), read_precision("0.5 %")
    (0.01, 0.005)
    """
    number, percent, rest = text.partition("%")
    try:
        width = float(number) / 100
    except ValueError:
        width = math.nan
    if not percent or rest.strip() or not 0.0001 <= width <= 0.5:
        raise Refused(say("report.precision", text=text))
    return width


def _report(
    plan: Plan,
    folder: Path,
    kept: Path | None,
    games: int | None,
    width: float | None,
    skill: bool,
    jobs: int,
    on: str | None,
    out: Path | None,
    as_json: bool,
) -> int:
    from fairdeal.lab.report.offers import tried_games
    from fairdeal.lab.report.page import page
    from fairdeal.lab.report.runs import opened
    from fairdeal.lab.report.sample import Sample
    from fairdeal.lab.report.sections import new_report
    from fairdeal.lab.report.skill import pairs_of, skill_section

    pairs = pairs_of(plan) if skill else []
    with opened(folder, plan) as run:
        played = _play(run, games, width, jobs, on)
        if played is None:
            print(_said(plan, say("report.nothing")), file=sys.stderr)
            return INTERRUPTED
        tried = None if played.is_interrupted else tried_games(folder, plan, jobs, on)
        section = skill_section(folder, plan, pairs, jobs, on) if pairs and not played.is_interrupted else None
    found = new_report(Sample(plan, played.columns, tried), played.is_stopped, section)
    if out is not None:
        with output(out) as file:
            file.write(page(found, plan.setting.catalogue(language=language.get()), str(kept)))
    _show(found, kept, out, as_json)
    return INTERRUPTED if played.is_interrupted else 0


def _play(run: Run[Plan], games: int | None, width: float | None, jobs: int, on: str | None) -> RunGames | None:
    from fairdeal.lab.report.runs import play
    from fairdeal.lab.report.sample import is_narrow
    from fairdeal.terminal.progress import progress_bar

    plan = run.plan
    wanted = MOST_GAMES if width is not None else plan.usual_games if games is None else games
    parts = -(-wanted // plan.games_a_part)
    seconds = DEFAULT_SECONDS if games is None and width is None else None
    label = _said(plan, say("report.playing"))

    def line(done: int, total: int, left: int) -> str:
        return _said(plan, say("report.progress", done=done, total=total, count=left))

    with progress_bar(label, line) as progress:

        def tell(done: int, total: int, rate: str) -> None:
            progress(done, total, _said(plan, say("report.rate", rate=rate)))

        is_enough = None if width is None else functools.partial(is_narrow, plan, width)
        return play(run, parts, jobs, is_enough, seconds, tell, on)


def _said(plan: Plan, message: object) -> str:
    return plan.setting.catalogue(language=language.get()).value(message)


def _show(found: GameReport, kept: Path | None, out: Path | None, as_json: bool) -> None:
    from fairdeal.lab.report.page import document
    from fairdeal.terminal.console import new_console

    if as_json:
        print(json.dumps(document(found), allow_nan=False))
    else:
        _show_summary(new_console(), found, kept, out)


def _show_summary(console: Console, found: GameReport, kept: Path | None, out: Path | None) -> None:
    """Show the sentences and numbers of a report on a terminal."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from fairdeal.cli.printing import show_table
    from fairdeal.lab.report.figures import interval_text, number_text
    from fairdeal.lab.report.page import command, head

    plan = found.sample.plan
    console.print(_said(plan, say("report.heading", game=plan.found.title)), style="bold")
    for sentence in head(found):
        console.print(_said(plan, sentence))
    for section in found.sections:
        console.print()
        console.print(_said(plan, section.title), style="bold")
        for sentence in section.sentences:
            console.print(_said(plan, sentence))
        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_header=False)
        table.add_column(overflow="fold")
        for _ in range(3):
            table.add_column(justify="right", no_wrap=True)
        for row in section.rows:
            game = "" if row.game is None else _said(plan, say("report.game_short", number=row.game + 1))
            value, interval = number_text(row.value, row.unit), interval_text(row.value, row.unit)
            table.add_row(_said(plan, row.label), _said(plan, value), _said(plan, interval), game)
        show_table(console, table)
    console.print(_said(plan, say("report.title.games")), style="bold")
    for outlier in found.outliers:
        told = say("report.outlier_told", what=outlier.label, value=outlier.value)
        console.print(_said(plan, say("report.game", number=outlier.game + 1, why=told)))
    if kept is None:
        console.print(_said(plan, say("report.not_kept")))
    else:
        console.print(command(str(kept), found.outliers[0].game), soft_wrap=True)
    if out is not None:
        console.print(_said(plan, say("report.written", path=str(out))), soft_wrap=True)
