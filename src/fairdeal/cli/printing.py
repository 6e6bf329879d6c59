"""Tables, rulebooks and stories on a terminal; plain text where there is none."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from fairdeal.cli.speaking import language
from fairdeal.contract.data import DataEntry
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.options import Option, meaning_of
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.lab.duel import Duel, Standing
from fairdeal.lab.ladder import Ranking
from fairdeal.lab.ladder_page import row, title_of
from fairdeal.lab.ratings import interval_text, seconds_text
from fairdeal.lab.regret import Measured
from fairdeal.lab.regret import row as regret_row
from fairdeal.lab.simulate import Simulation
from fairdeal.language.messages import Message, say
from fairdeal.play.sitting import Sitting
from fairdeal.play.telling import retold
from fairdeal.terminal.blocks import Block, folded, ink
from fairdeal.terminal.speaking import rows

INDENT = 2
WIDEST = 1000  # columns, more than any table has


def show_games(console: Console, all_games: Sequence[Game]) -> None:
    """Tell of each game what it is, how many play it, and what its options mean."""
    spoken, width = language.get(), console.width
    for game in all_games:
        low, high = game.seat_counts[0], game.seat_counts[-1]
        heading = say("games.heading", name=game.name, title=game.title, low=low, high=high)
        _show(console, folded(game.said(heading, spoken), width, "bold"))
        for text in (game.said(game.summary, spoken), game.said(say("games.credit", credit=game.credit), spoken)):
            _show(console, indented(folded(text, width - INDENT)))
        _show(console, indented(rows(_option_rows(game, spoken), width - INDENT)))
        console.print()


def _option_rows(game: Game, spoken: str) -> list[tuple[str, str]]:
    """Give each option that somebody chooses as it is typed, and what it means."""
    return [
        (
            f"{option.name}={option_text(option.default)}",
            game.said(say("games.option", meaning=meaning_of(option), allowed=option.allowed), spoken),
        )
        for option in chosen_options(game)
    ]


def _show(console: Console, lines: Block) -> None:
    for line in lines:
        line.rstrip()
        console.print(line, no_wrap=True, overflow="fold")


def indented(lines: Block) -> Block:
    """Give lines moved to the right."""
    return [ink(" " * INDENT) + line for line in lines]


def show_table(console: Console, table: Table) -> None:
    """Show a table of numbers; on a narrow screen its columns stand closer, and nothing of them is cut."""
    if Measurement.get(console, console.options.update(max_width=WIDEST), table).maximum > console.width:
        table.padding = 0
    console.print(table)


def chosen_options(game: Game) -> list[Option]:
    """List the options that somebody chooses, without what follows from them, such as the cards of a deck."""
    return [option for option in game.options if option.default is not None]


def option_text(value: Any) -> str:
    """Print an option's value as it is typed.

    >>> option_text(True), option_text(3), option_text("draw")
    ('true', '3', 'draw')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def setting_text(setting: Setting) -> str:
    """Say how a game is played, in one line."""
    options = [f"{option.name}={option_text(setting.options[option.name])}" for option in chosen_options(setting.game)]
    data = ["own data"] if setting.data is not None else []
    return ", ".join([f"{setting.game.title}: {setting.seats} seat{'s' * (setting.seats != 1)}", *options, *data])


def show_simulation(console: Console, setting: Setting, seed: str, found: Simulation) -> None:
    """Show what a simulation found."""
    console.print(f"{setting_text(setting)}; random play, seed {seed}.")
    console.print(
        f"{found.games:,} games in {found.seconds:.2f} s: "
        f"{found.games_per_second:,.0f} games/s, {found.actions_per_second:,.0f} actions/s."
    )
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("seat", "points", "95 %", "wins", "95 %"):
        table.add_column(heading, justify="right")
    for seat, (points, wins) in enumerate(zip(found.points, found.wins, strict=True)):
        table.add_row(
            str(seat + 1),
            f"{points.mean:.2f}",
            interval_text(points),
            f"{100 * wins.mean:.2f} %",
            interval_text(wins, 100),
        )
    show_table(console, table)


def show_duel(console: Console, setting: Setting, seed: str, found: Duel) -> None:
    """Show what a duel found."""
    console.print(f"{setting_text(setting)}; seed {seed}.")
    deals = "a deal" if found.deals == 1 else f"{found.deals:,} deals"
    console.print(f"{found.games:,} games of {deals} in {found.seconds:,.1f} s.")
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("bot", overflow="fold")
    for heading in ("wins", "95 %", "points", "more than others", "95 %"):
        table.add_column(heading, justify="right", no_wrap=True)
    for standing in found.standings:
        table.add_row(
            standing.bot,
            f"{100 * standing.share.mean:.1f} %",
            interval_text(standing.share, 100, 1),
            f"{standing.points.mean:.2f}",
            f"{standing.margin.mean:+.2f}",
            interval_text(standing.margin),
        )
    show_table(console, table)
    console.print(f"Half of all choices took at most, and 99 of 100: {', '.join(map(_times, found.standings))}.")
    console.print(verdict_text(found))


def _times(standing: Standing) -> str:
    return f"{standing.bot} {seconds_text(standing.median)}, {seconds_text(standing.slowest)}"


def verdict_text(found: Duel) -> str:
    """Say which bot is stronger, if that is known."""
    bot, lead = found.standings[0].bot, found.lead
    interval = f" (95 %: {interval_text(lead, 100, 1)})" if lead.low is not None else ""
    text = f"The lead of {bot} is {100 * lead.mean:+.1f} %{interval}."
    if found.sprt:
        return f"{text} The test stopped: {bot} is {found.sprt}."
    if lead.low is None or lead.high is None or lead.low <= 0 <= lead.high:
        return f"{text} No difference is shown."
    return f"{text} {bot} is {'stronger' if lead.low > 0 else 'weaker'}."


def show_ranking(console: Console, ranking: Ranking) -> None:
    """Show a ladder of levels."""
    console.print(f"{title_of(ranking.ladder)}: {ranking.games:,} games; even is {100 / ranking.ladder.seats:.1f} %.")
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("level", "rating", "95 %", "on lower", "lead", "95 %", "choice", "99 %"):
        table.add_column(heading, justify="left" if heading == "level" else "right", no_wrap=True)
    for rung in reversed(ranking.rungs):
        level, rating, reach, wins, _, lead, interval, _, median, slowest, _ = row(ranking.ladder, rung)
        table.add_row(level, rating, reach, wins, lead, interval, median, slowest)
    show_table(console, table)
    for high, low, found, deals in ranking.measured:
        interval = interval_text(found, 100, 1)
        console.print(f"{high} leads {low} by {100 * found.mean:+.1f} % (95 %: {interval}), {deals} deals.")


def show_regret(console: Console, game: Game, measured: Measured) -> None:
    """Show what the levels of a game give away in its endgames."""
    counted = f"{measured.positions:,} endgames of {measured.games:,} games with {measured.seats} seats"
    console.print(f"{game.title}: {counted}, {measured.worlds:,} worlds each. Regret is in percent of the victory.")
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("level", "others", "chose a best action", "regret", "95 %"):
        table.add_column(heading, justify="left" if heading in ("level", "others") else "right")
    for regret in measured.regrets:
        table.add_row(*regret_row(measured, regret)[1:6])
    show_table(console, table)


def show_ranges(console: Console, game: Game, entries: Sequence[DataEntry], spoken: str) -> None:
    """List the keys of a game's data file, what each is for and what it may be."""
    listed = [(f"{entry.table} {entry.key}".lstrip(), game.said(_range(game, entry), spoken)) for entry in entries]
    _show(console, rows(listed, console.width))


def _range(game: Game, entry: DataEntry) -> Message:
    meaning = say(entry.meaning) if entry.meaning in game.voice.own() else ""
    if entry.usual is None:
        return say("judged.range", meaning=meaning, allowed=entry.allowed)
    return say("judged.optional", meaning=meaning, allowed=entry.allowed, usual=json.dumps(entry.usual))


def show_story(console: Console, sitting: Sitting, seat: int | None) -> None:
    """Tell a game: all that happened, or what one seat saw and was told of it."""
    console.print(f"{setting_text(sitting.setting)}.", style="bold")
    game, viewer = sitting.game, SPECTATOR if seat is None else seat
    catalogue = sitting.setting.catalogue(viewer, language=language.get())
    told = retold(sitting.setting, sitting.events, viewer)
    for event, news in zip(sitting.events, told, strict=True):
        for line in news.lines(game, viewer, catalogue):
            console.print(line)
        # Chance, or an action that others do not see: the event's text says more than was told.
        if seat is None and news.told_text(game, viewer) != event.action:
            console.print(f"  [{event.action}]", style="dim")
    _show_end(console, sitting, seat)


def _show_end(console: Console, sitting: Sitting, seat: int | None) -> None:
    if not sitting.is_over:
        console.print("The record ends here; the game is not over.")
        return
    catalogue = sitting.setting.catalogue(seat, language=language.get())
    for message in sitting.game.words.result(sitting.view(SPECTATOR if seat is None else seat)):
        console.print(catalogue.render(message))
