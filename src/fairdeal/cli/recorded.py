"""The commands for games that were played: replay and check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairdeal.cli.app import Flag, app, game_examples
from fairdeal.errors import FairdealError

if TYPE_CHECKING:
    pass

NOTHING_PROVED = 1


@app.command(
    help_epilogue=game_examples(
        "replay games.jsonl",
        "replay games.jsonl --game-number 3 --eyes 1",
        "replay games.jsonl --check",
        "replay caster.run --game-number 17",
    )
)
def replay(
    file: Path,
    /,
    *,
    check: Flag = False,
    game_number: int = 1,
    eyes: int | None = None,
) -> None:
    """Tell a recorded game as a story, or check records.

    Parameters
    ----------
    file
        A file of records, one a line; or the folder of a run of fairdeal report, whose games are played again.
    check
        Replay all games of the file and say whether each event, list and result is right.
    game_number
        Which game of the file to tell, counted from 1.
    eyes
        Tell only what this seat, counted from 1, saw and was told.
    """
    from fairdeal.cli.arguments import check_range

    check_range("--game-number", game_number, 1)
    if file.is_dir():
        _tell_game_of_run(file, game_number, eyes)
    elif check:
        _check_records(file)
    else:
        _tell_record(file, game_number, eyes)


def _tell_game_of_run(folder: Path, wanted: int, eyes: int | None) -> None:
    from fairdeal.cli.arguments import check_range
    from fairdeal.cli.printing import show_story
    from fairdeal.lab.report.runs import read_run
    from fairdeal.terminal.console import new_console

    plan = read_run(folder).plan
    if eyes is not None:
        check_range("--eyes", eyes, 1, plan.seats)
    show_story(new_console(), plan.sitting(wanted - 1), None if eyes is None else eyes - 1)


def _check_records(path: Path) -> None:
    from fairdeal.play.records import lines, read_line
    from fairdeal.terminal.progress import progress_bar

    found = events = size = 0
    with progress_bar("Checking") as progress:
        for number, text in lines(path):
            events += len(read_line(path, number, text).events)
            found += 1
            size += len(text)
            progress(size, path.stat().st_size)
    if not found:
        raise FairdealError(f"{path} holds no record.")
    print(f"{path}: {found} game{'s' * (found != 1)} and {events} events verified.")


def _tell_record(path: Path, wanted: int, eyes: int | None) -> None:
    from fairdeal.cli.arguments import check_range
    from fairdeal.cli.printing import show_story
    from fairdeal.play.records import is_ended_early, lines, read_line
    from fairdeal.terminal.console import new_console

    found = 0
    for number, text in lines(path):
        found += 1
        if found == wanted:
            sitting = read_line(path, number, text)
            if eyes is not None:
                check_range("--eyes", eyes, 1, sitting.setting.seats)
            show_story(new_console(), sitting, None if eyes is None else eyes - 1)
            if is_ended_early(text):
                print("The game was ended early, because a player was away. Nobody has won.")
    if found < wanted:
        raise FairdealError(f"{path} holds {found} record{'s' * (found != 1)}, so there is no number {wanted}.")
    if found > 1:
        print(f"(That was game {wanted} of {found}; --game-number tells another.)")


@app.command(
    help_epilogue=game_examples(
        "check game.jsonl",
        "check game.jsonl --receipt receipt.json",
        "check game.jsonl --receipt mine.json --receipt yours.json",
    )
)
def check(
    record: Path,
    /,
    *,
    receipt: Annotated[tuple[Path, ...], Parameter(negative="", consume_multiple=False, show_default=False)] = (),
) -> int:
    """Deal a finished game again, and say what is proved of its cards.

    The exit code is 0 if all deals are proved, 1 if there is nothing to check, 2 if anything is wrong, and 3 if all
    deals are proved after starts that were voided.

    Parameters
    ----------
    record
        A file of records, one a line, as a table hands them out at the end.
    receipt
        What your client kept when the game started; without it the record's own word is trusted. Repeat it for the
        receipts of several seats, which are also compared with each other.
    """
    from fairdeal.cli.speaking import language
    from fairdeal.play.check import check_file

    verdicts = check_file(record, *receipt)
    for verdict in verdicts:
        print("\n".join(verdict.lines(language.get())))
    codes = {verdict.exit_code for verdict in verdicts}
    return NOTHING_PROVED if NOTHING_PROVED in codes else max(codes)
