"""The commands for data files of your own: what is wrong with one, and which numbers work."""

from __future__ import annotations

from pathlib import Path

from cyclopts import App

from fairdeal.cli.app import app, game_examples
from fairdeal.cli.speaking import language
from fairdeal.errors import BadData
from fairdeal.language.messages import say

data_app = App(name="data", help="Look after data files of your own.", help_format="plaintext")
app.command(data_app)


@data_app.command(
    name="check", help_epilogue=game_examples("data check mine.toml", "data check mine.json --game caster")
)
def check_data(file: Path, /, *, game: str | None = None) -> None:
    """Say what a data file changes, all that is wrong with it, and whether random games with it end.

    Parameters
    ----------
    file
        Your own data file, .toml or .json.
    game
        The game it is for; found by its tables if left out.
    """
    from fairdeal import games
    from fairdeal.authoring.data_files import differences, faults, game_for, trials
    from fairdeal.cli.arguments import read_data, read_game

    document = read_data(file)
    found = game_for(document, games.all_games()) if game is None else read_game(game)
    spoken = language.get()
    print(found.said(say("judged.file", file=str(file), game=found.title), spoken))
    wrong = faults(found, document)
    for fault in wrong:
        print(found.said(fault, spoken))
    if wrong:
        raise BadData(say("judged.faults", file=str(file), count=len(wrong)))
    for line in (*differences(found, document), *trials(found, document)):
        print(found.said(line, spoken))
    print(found.said(say("judged.good", file=str(file), option="--data"), spoken))


@data_app.command(name="ranges", help_epilogue=game_examples("data ranges caster"))
def show_ranges(game: str, /) -> None:
    """List the keys of a game's data file: what each may be, what it means, and what a missing one is.

    Parameters
    ----------
    game
        The game's name.
    """
    from fairdeal.cli.arguments import read_game
    from fairdeal.cli.printing import show_ranges as show
    from fairdeal.terminal.console import new_console

    found = read_game(game)
    if found.data_form is None:
        raise BadData(say("judged.no_form", game=found.title))
    show(new_console(), found, found.data_form.entries(), language.get())
