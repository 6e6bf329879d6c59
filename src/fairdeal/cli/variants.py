"""The commands that play variants of a game: compare, sweep."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairdeal.cli.app import INTERRUPTED, JsonFlag, app, game_examples, output
from fairdeal.cli.running import (
    MOST_GAMES,
    GameName,
    Jobs,
    Page,
    RunFolder,
    Scheduler,
    Seed,
    folder_of,
    processes,
)
from fairdeal.cli.speaking import language
from fairdeal.errors import Refused
from fairdeal.language.messages import Message, say

if TYPE_CHECKING:
    from fairdeal.contract.options import Json
    from fairdeal.lab.report.comparing import Comparison
    from fairdeal.lab.report.plan import Plan
    from fairdeal.lab.report.sweeping import Sweep
    from fairdeal.lab.report.variants import Variant

MOST_COMPARED, MOST_COMPARED_BY_BOTS = 100_000, 4000  # games of both, if nobody says how many
CELL_GAMES, CELL_BOT_GAMES = 2000, 200

Changes = Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=False, show_default=False)]
PlayedBy = Annotated[
    str,
    Parameter(help="Who plays, as fairdeal report names them; policy is quick, and random where a game has none."),
]


@app.command(
    help_epilogue=game_examples(
        "compare battle --a match=1 --b match=2 -o battle.html",
        "compare caster --a rounds=1 --b rounds=3 --by minutes",
        "compare traders --bots easy --a market=5 --b market=7 --by margin --margin 2",
        "compare caster --b data=mine.toml --json",
    )
)
def compare(
    game: GameName,
    /,
    *,
    a: Changes = (),
    b: Changes = (),
    bots: PlayedBy = "policy",
    by: str = "first",
    margin: str | None = None,
    games: int | None = None,
    out: Page = None,
    run: RunFolder = None,
    seed: Seed = "0",
    jobs: Jobs = None,
    on: Scheduler = None,
    as_json: JsonFlag = False,
) -> int:
    """Compare two variants of a game over the same deals, and stop as soon as it is sure which has more.

    A variant is written NAME=VALUE, as often as needed: an option of the game, a number of its data file, data=FILE,
    seats=N or bots=LEVEL. What is not said is as usual.

    Parameters
    ----------
    a
        What is special about the first variant.
    b
        What is special about the second variant.
    by
        What is tested: first (wins of who starts), minutes, decisions, margin, shared, changes, never, forced, points,
        or a measure of the game's own.
    margin
        The smallest difference that matters: 5% for shares, a tenth of the first variant's number for others, if left
        out.
    games
        At most so many games of both; 100,000 of native players or 4,000 of others, if left out.
    as_json
        Print all numbers as JSON.
    """
    from fairdeal.cli.arguments import check_range, read_game
    from fairdeal.lab.report import comparing
    from fairdeal.lab.report.runs import opened
    from fairdeal.lab.report.variant_pages import comparison_document, comparison_page

    found = read_game(game)
    jobs = processes(jobs)
    check_range("--games", 2 if games is None else games, 2, MOST_GAMES)
    plans = []
    for changes in (a, b):
        variant = _variant(game, bots)
        for change in changes:
            variant.change(change, _read_data)
        plans.append(variant.plan(seed))
    if plans[0] == plans[1]:
        raise Refused(say("compare.same"))
    is_native = all(plan.is_native for plan in plans)
    most = games or (MOST_COMPARED if is_native else MOST_COMPARED_BY_BOTS)
    parts = max(1, most // sum(plan.games_a_part for plan in plans))
    wide = None if margin is None else _read_margin(margin)
    with (
        folder_of(run, out) as folder,
        opened(folder / "a", plans[0]) as one,
        opened(folder / "b", plans[1]) as other,
        _progress(plans[0]) as progress,
    ):
        result = comparing.compare(one, other, parts, by, wide, jobs, progress, on)
    if result is None:
        print(_said(found.setting(plans[0].seats).catalogue, say("report.nothing")), file=sys.stderr)
        return INTERRUPTED
    texts = [" ".join(changes) or "-" for changes in (a, b)]
    if out is not None:
        with output(out) as file:
            file.write(comparison_page(result, texts, plans[0].setting.catalogue(language=language.get())))
    if as_json:
        print(json.dumps(comparison_document(result), allow_nan=False))
    else:
        _show_comparison(result, texts, out)
    return INTERRUPTED if result.is_interrupted else 0


@app.command(
    help_epilogue=game_examples(
        "sweep caster --vary limit=2..6 --vary rounds=1,3 -o caster.html",
        "sweep traders --vary market=4..8 --by first --by minutes=less",
        "sweep battle --vary seats=2..4 --bots easy --games 200 --by margin=20 --json",
    )
)
def sweep(
    game: GameName,
    /,
    *,
    vary: Changes = (),
    by: Changes = (),
    bots: PlayedBy = "policy",
    games: int | None = None,
    out: Page = None,
    run: RunFolder = None,
    seed: Seed = "0",
    jobs: Jobs = None,
    on: Scheduler = None,
    as_json: JsonFlag = False,
) -> int:
    """Play a game in every variant of a grid, over the same deals, and say which is best by what you want.

    Parameters
    ----------
    vary
        NAME=LOW..HIGH or NAME=VALUE,VALUE: an option of the game, a number of its data file, seats or bots. Repeat it
        for a grid.
    by
        What you want, the most important first: first (who starts should win no more often than others), NAME=more,
        NAME=less or NAME=NUMBER, where NAME is minutes, decisions, margin, shared, changes, never, forced, points, or a
        measure of the game's own. If left out, first, or the margin of games in real time.
    games
        At least so many games of each variant; 2,000 of native players or 200 of others, if left out.
    as_json
        Print all numbers as JSON.
    """
    from fairdeal.cli.arguments import check_range, read_game
    from fairdeal.lab.report import sweeping
    from fairdeal.lab.report.variant_pages import sweep_document, sweep_page
    from fairdeal.lab.report.variants import measures, read_values

    read_game(game)
    jobs = processes(jobs)
    check_range("--games", 1 if games is None else games, 1, MOST_GAMES)
    if not vary:
        raise Refused(say("sweep.nothing"))
    varied = dict(read_values(text) for text in vary)
    if len(varied) < len(vary):
        raise Refused(say("sweep.twice", text=" ".join(vary)))
    plans = sweeping.plan_cells(lambda: _variant(game, bots), varied, _read_data, seed)
    first = next(iter(plans.values()))
    known = measures(min(plans.values(), key=lambda plan: plan.seats))
    usual = ("first",) if "first" in known else ("points=more",)
    goals = [sweeping.read_goal(known, text) for text in by or usual]
    usual_games = CELL_GAMES if first.is_native else CELL_BOT_GAMES
    with folder_of(run, out) as folder, _progress(first) as progress:
        result = sweeping.sweep(folder, list(varied), plans, games or usual_games, goals, jobs, progress, on)
    if result is None:
        print(_said(first.setting.catalogue, say("sweep.stopped")), file=sys.stderr)
        return INTERRUPTED
    if out is not None:
        with output(out) as file:
            file.write(sweep_page(result, first.setting.catalogue(language=language.get())))
    if as_json:
        print(json.dumps(sweep_document(result), allow_nan=False))
    else:
        _show_sweep(result, out)
    return 0


# --- what both need --------------------------------------------------------------------------------------------------


def _variant(game: str, bots: str) -> Variant:
    from fairdeal.cli.arguments import read_game
    from fairdeal.lab.report.plan import POLICY, RANDOM
    from fairdeal.lab.report.variants import Variant
    from fairdeal.play.tracks import has_policy

    found = read_game(game)
    return Variant(found, RANDOM if bots == POLICY and not has_policy(found) else bots)


def _read_data(path: str) -> Mapping[str, Json]:
    from fairdeal.cli.arguments import read_data

    return read_data(Path(path))


def _read_margin(text: str) -> float:
    number, percent, rest = text.partition("%")
    try:
        value = float(number) / (100 if percent else 1)
    except ValueError:
        value = 0.0
    if rest.strip() or not 0 < value < 1e9:
        raise Refused(say("compare.margin", text=text))
    return value


@contextlib.contextmanager
def _progress(plan: Plan) -> Iterator[Callable[[int, int, str], None]]:
    from fairdeal.terminal.progress import progress_bar

    def line(done: int, total: int, left: int) -> str:
        return _said(plan.setting.catalogue, say("variant.progress", done=done, total=total, count=left))

    with progress_bar(_said(plan.setting.catalogue, say("report.playing")), line) as progress:
        yield lambda done, total, text: progress(done, total, text)


def _said(catalogue: Callable[..., object], message: Message) -> str:
    text: str = catalogue(language=language.get()).render(message)  # type: ignore[attr-defined]
    return text


def _show_comparison(found: Comparison, texts: Sequence[str], out: Path | None) -> None:
    from fairdeal.lab.report.variant_pages import heads, rows, told

    plan = found.a.plan
    catalogue = plan.setting.catalogue(language=language.get())
    sentences = [catalogue.render(sentence) for sentence in told(found, texts)]
    title = catalogue.render(say("compare.heading", game=plan.found.title))
    _show(title, sentences, heads(catalogue), rows(found, catalogue), _written(plan, out))


def _show_sweep(found: Sweep, out: Path | None) -> None:
    from fairdeal.lab.report.variant_pages import sweep_rows, sweep_told

    plan = found.cells[0].sample.plan
    catalogue = plan.setting.catalogue(language=language.get())
    sentences = [catalogue.render(sentence) for sentence in sweep_told(found)]
    title = catalogue.render(say("sweep.heading", game=plan.found.title))
    heads = [catalogue.render(say(f"report.head.{key}")) for key in ("what", "value", "interval")]
    _show(title, sentences, heads, sweep_rows(found, found.goals[0], catalogue), _written(plan, out))


def _written(plan: Plan, out: Path | None) -> str:
    return "" if out is None else _said(plan.setting.catalogue, say("report.written", path=str(out)))


def _show(
    title: str, sentences: Sequence[str], heads: Sequence[str], rows: Sequence[Sequence[str]], written: str
) -> None:
    """Show sentences and a table on a terminal."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from fairdeal.cli.printing import show_table
    from fairdeal.terminal.console import new_console

    console = new_console()
    console.print(title, style="bold")
    for sentence in sentences:
        console.print(sentence)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(heads[0], overflow="fold")
    for head in heads[1:]:
        table.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    show_table(console, table)
    if written:
        console.print(written, soft_wrap=True)
