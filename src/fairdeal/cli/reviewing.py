"""The command that reviews a finished game: review."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairdeal.cli.app import INTERRUPTED, JsonFlag, app, game_examples, output
from fairdeal.cli.speaking import language
from fairdeal.errors import FairdealError, Refused
from fairdeal.language.messages import say

if TYPE_CHECKING:
    from fairdeal.language.messages import Catalogue
    from fairdeal.play.sitting import Sitting
    from fairdeal.review.findings import Review
    from fairdeal.review.telling import ToldReview

MOST_TOLD = 5  # faults of a seat, on a terminal
STEPS = 1000  # of the progress


@app.command(
    help_epilogue=game_examples(
        "review game.jsonl -o review.html",
        "review game.jsonl --seat 1",
        "review games.jsonl --game-number 3 --level expert --json",
    )
)
def review(
    record: Path,
    /,
    *,
    seat: int | None = None,
    level: str = "hard",
    out: Annotated[Path | None, Parameter(name=["--out", "-o"])] = None,
    game_number: int = 1,
    as_json: JsonFlag = False,
) -> int:
    """Say of a finished game which choices were mistakes with what could be known, and how much of it was luck.

    The same record gives the same review.

    Parameters
    ----------
    record
        A file of records, one a line: of a table, a duel, a simulation or a game in the terminal.
    seat
        Judge only the choices of this seat, counted from 1.
    level
        How thorough the review is: medium, hard, expert or master, each with four times the play-outs of the last.
    out
        The page to write, one HTML file that opens offline.
    game_number
        Which game of the file to review, counted from 1.
    as_json
        Print all numbers as JSON.
    """
    from fairdeal.cli.arguments import check_range
    from fairdeal.review.telling import told

    check_range("--game-number", game_number, 1)
    sitting, names = _read(record, game_number)
    if seat is not None:
        check_range("--seat", seat, 1, sitting.setting.seats)
    viewer = None if seat is None else seat - 1
    catalogue = sitting.setting.catalogue(viewer, names, language.get())
    found = _review(sitting, level, viewer, catalogue)
    if found is None:
        return INTERRUPTED
    said = told(found, sitting.setting, sitting.events, names, language.get(), viewer)
    if out is not None:
        _write(out, said, found, viewer, catalogue)
    if as_json:
        import msgspec

        print(msgspec.json.encode(found).decode())
    else:
        _show(said, viewer)
        if out is not None:
            print(catalogue.render(say("review.written", path=str(out))))
    return 0


def _read(path: Path, wanted: int) -> tuple[Sitting, dict[int, str]]:
    """Read a game of a file that is over, and what its players are called."""
    from fairdeal.play.records import is_ended_early, lines, names_of, read_line

    found = 0
    for number, text in lines(path):
        found += 1
        if found == wanted:
            sitting = read_line(path, number, text)
            if not sitting.is_over and not is_ended_early(text):
                raise Refused(say("review.running", path=str(path), line=number))
            return sitting, names_of(text)
    raise FairdealError(f"{path} holds {found} record{'s' * (found != 1)}, so there is no number {wanted}.")


def _review(sitting: Sitting, level: str, viewer: int | None, catalogue: Catalogue) -> Review | None:
    """Review a game, and say how far it is; None if that was interrupted."""
    from fairdeal.review.reviewing import review
    from fairdeal.terminal.progress import progress_bar

    def line(done: int, total: int, left: int) -> str:
        return catalogue.render(say("review.progress", percent=100 * done // total, count=left))

    seats = None if viewer is None else [viewer]
    try:
        with progress_bar(catalogue.render(say("review.making")), line) as progress:

            def tell(part: float) -> None:
                progress(round(STEPS * part), STEPS)

            return review(sitting.setting, sitting.events, level, tell, seats=seats)
    except KeyboardInterrupt:
        return None


def _write(path: Path, said: ToldReview, found: Review, viewer: int | None, catalogue: Catalogue) -> None:
    from fairdeal.review.page import page

    shown = range(found.seats) if viewer is None else [viewer]
    with output(path) as file:
        file.write(page(said, catalogue, found.turning, shown))


def _show(said: ToldReview, viewer: int | None) -> None:
    """Print the review in short."""
    from fairdeal.terminal.console import new_console

    console = new_console()
    console.print(said.title, style="bold")
    for part in (*(moment.sentence for moment in said.moments), said.moments_note):
        if part:
            console.print(f"- {part}")
    for seat in said.seats:
        console.print()
        console.print(seat.heading, style="bold")
        console.print("; ".join(f"{part.name} {part.text}" for part in seat.parts))
        if viewer in (None, seat.seat):
            console.print(seat.summary)
            for place in seat.faults[:MOST_TOLD]:
                choice = said.choices[place]
                console.print(f"- {choice.title}: {choice.sentence}")
    console.print()
    for note in (said.assumption, *said.notes):
        console.print(note, style="dim")
