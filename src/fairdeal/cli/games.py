"""The commands that tell about games: which there are, their rules, hints, and decks of your own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import App

from fairdeal.cli.app import Flag, Options, app, examples, game_examples
from fairdeal.cli.outside import say_troubles
from fairdeal.cli.speaking import language
from fairdeal.errors import FairdealError

if TYPE_CHECKING:
    pass


@app.command(name="games", help_epilogue=game_examples("games"))
def list_games() -> None:
    """List the games, their seats and options."""
    from fairdeal import games
    from fairdeal.cli.printing import show_games
    from fairdeal.terminal.console import new_console

    show_games(new_console(), games.all_games())
    say_troubles(language.get())


@app.command(name="rules", help_epilogue=game_examples("rules caster", "rules caster 8", "rules caster --why-examples"))
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
    from fairdeal.cli.arguments import read_game
    from fairdeal.terminal import rulebook
    from fairdeal.terminal.console import new_console, page_markdown

    found = read_game(game)
    if why_examples:
        from fairdeal.lab.whynot import why_table

        page_markdown(new_console(), why_table(found))
        return
    spoken = language.get()
    text = found.rulebook(spoken) if section is None else rulebook.section(found, section, spoken)
    page_markdown(new_console(), text)


@app.command(name="hints", help_epilogue=game_examples("hints caster", "hints traders --seats 3 --positions 10"))
def show_hints(
    game: str,
    /,
    *,
    seats: int | None = None,
    option: Options = (),
    data: Path | None = None,
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
    data
        Your own data file, .toml or .json.
    positions
        How many positions, spread over the game.
    level
        The level that plays and advises; the one that gives hints if left out.
    seed
        Any text or number; the same seed gives the same page.
    """
    from fairdeal.cli.arguments import check_range, read_setting
    from fairdeal.engine.chance import numbered
    from fairdeal.lab import hints
    from fairdeal.terminal.console import new_console, page_markdown
    from fairdeal.terminal.progress import progress_bar

    setting = read_setting(game, seats, option, data, numbered(f"setting {seed}", 0))
    check_range("--positions", positions, 1, 1000)
    adviser = setting.game.adviser if level is None else setting.game.level(level)
    if adviser.iterations == 0:
        raise FairdealError(f"The level {adviser.name} does not search, so it has no hints.")
    with progress_bar("Playing") as progress:
        found = hints.positions(setting, adviser, positions, seed, progress)
    page_markdown(new_console(), hints.page(setting, adviser, found))


deck_app = App(name="deck", help="Look after decks of your own cards.", help_format="plaintext")
app.command(deck_app)


@deck_app.command(name="check", help_epilogue=examples("deck check cards.csv"))
def check_deck(file: Path, /, *, game: str | None = None, data: Path | None = None) -> None:
    """Say of every card in a file what counts, or why it cannot be used.

    Parameters
    ----------
    file
        Your own cards, .csv or .json.
    game
        The game they are for; the first that is played with cards of your own, if left out.
    data
        A data file, .toml or .json, that says how many cards a deck has.
    """
    from fairdeal import games
    from fairdeal.cli.arguments import read_data, read_game

    choices = games.all_games() if game is None else [read_game(game)]
    found = next((found for found in choices if found.judge_deck is not None), None)
    if found is None or found.judge_deck is None:
        raise FairdealError(f"{choices[0].title} is not played with cards of your own.")
    setting = found.setting(data=None if data is None else read_data(data))
    lines, problem = found.judge_deck(file, setting.document)
    print("\n".join(found.said(line, language.get()) for line in lines))
    if problem is not None:
        raise FairdealError(problem, found.voice)
