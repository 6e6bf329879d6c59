"""Tables, rulebooks and stories on a terminal; plain text where there is none."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from fairdeal.game import Game, Option, Setting
from fairdeal.kernel import SPECTATOR
from fairdeal.lab.simulate import Estimate, Simulation
from fairdeal.table.sitting import Sitting, Telling


def new_console() -> Console:
    """Make the console of stdout; it guesses no colours for numbers and reads no markup in texts."""
    return Console(highlight=False, markup=False, emoji=False)


def show_markdown(console: Console, text: str) -> None:
    """Show a text in Markdown."""
    console.print(Markdown(text, hyperlinks=False))


def page_markdown(console: Console, text: str) -> None:
    """Show a text in Markdown, in a pager if a person sits there and it is longer than the screen."""
    if not console.is_terminal or text.count("\n") < console.height - 2:
        show_markdown(console, text)
        return
    os.environ.setdefault("LESS", "-RF")  # less shows colours only when told to
    with console.pager(styles=True):
        show_markdown(console, text)


def show_games(console: Console, all_games: Sequence[Game]) -> None:
    """List the games."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("name", "game", "seats", "options", "credit"):
        table.add_column(heading, no_wrap=heading in ("name", "seats"))
    for game in all_games:
        seats = f"{game.seat_counts[0]}-{game.seat_counts[-1]}"
        options = "\n".join(f"{option.name}={option_text(option.default)}" for option in chosen_options(game))
        table.add_row(game.name, game.title, seats, options, game.credit)
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
            str(seat), f"{points.mean:.2f}", _interval(points, 1), f"{100 * wins.mean:.2f} %", _interval(wins, 100)
        )
    console.print(table)


def _interval(estimate: Estimate, factor: int) -> str:
    if estimate.low is None or estimate.high is None:
        return "-"
    return f"{factor * estimate.low:.2f} to {factor * estimate.high:.2f}"


def show_story(console: Console, sitting: Sitting, eyes: int | None) -> None:
    """Tell a game: all that happened, or what one seat saw and was told of it."""
    console.print(f"{setting_text(sitting.setting)}.", style="bold")
    for telling in sitting.story(SPECTATOR if eyes is None else eyes):
        for line in telling.lines:
            console.print(line)
        if eyes is None and _has_secret(telling):
            console.print(f"  [{telling.event.action}]", style="dim")
    _show_end(console, sitting, eyes)


def _has_secret(telling: Telling) -> bool:
    """Tell whether the event's text says more than was told: chance, or an action that others do not see."""
    return telling.told != telling.event.action


def _show_end(console: Console, sitting: Sitting, eyes: int | None) -> None:
    if not sitting.is_over:
        console.print("The record ends here; the game is not over.")
        return
    catalogue = sitting.setting.catalogue(eyes)
    for message in sitting.game.words.result(sitting.view(SPECTATOR if eyes is None else eyes)):
        console.print(catalogue.render(message))
