"""The command that prints a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from fairdeal.cli.app import Flag, Options, app, game_examples
from fairdeal.cli.speaking import language
from fairdeal.errors import FairdealError


@app.command(
    name="print",
    help_epilogue=game_examples(
        "print caster -o caster.pdf",
        "print battle --deck cards.csv --paper letter -o mine.pdf",
        "print coast --seats 4 --grey -o coast.pdf",
    ),
)
def print_game(
    game: str,
    /,
    *,
    out: Annotated[Path, Parameter(name=["--out", "-o"])],
    seats: int | None = None,
    option: Options = (),
    deck: Path | None = None,
    data: Path | None = None,
    paper: Literal["a4", "letter"] = "a4",
    grey: Flag = False,
) -> None:
    """Print a game to be cut out: all its cards and tiles with their backs, and its rulebook as a booklet.

    Parameters
    ----------
    game
        The game's name.
    out
        The PDF to write.
    seats
        For how many players, where each has pieces of their own; as many as it is best with, if left out.
    option
        An option of the game, NAME=VALUE; repeat it for several.
    deck
        Your own cards, .csv or .json, for a game that is played with any; the same as --option deck=FILE.
    data
        A data file in place of the game's own.
    paper
        The size of the sheets.
    grey
        Without colours, and without the backs that are all alike.
    """
    from fairdeal import games
    from fairdeal.cli.arguments import read_setting
    from fairdeal.press.printing import printed

    options = (*option, *([] if deck is None else [f"deck={deck}"]))
    setting = read_setting(game, games.find(game).best_seats if seats is None else seats, options, data)
    pdf = printed(setting, paper, grey, language.get())
    try:
        out.write_bytes(pdf)
    except OSError as error:
        raise FairdealError(f"{out} cannot be written: {error.strerror}.") from None
    print(f"{out}: {setting.game.title} on {paper.upper() if paper == 'a4' else 'US Letter'}.")
