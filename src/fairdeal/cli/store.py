"""The commands for whoever looks after a store."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cyclopts import App

from fairdeal.cli.app import app, examples
from fairdeal.errors import FairdealError

SOME_BAD = 1

store_app = App(
    name="store",
    help="Look after the file in which a server keeps everything, while no server uses it.",
    help_format="plaintext",
)
app.command(store_app)


@store_app.command(name="check", help_epilogue=examples("store check ~/.local/share/fairdeal/fairdeal.sqlite"))
def check_store(file: Path, /) -> int:
    """Examine a whole store: the file, and every table of it, event by event.

    A store of an older Fairdeal is brought to the newest form first, as a server does when it starts. The exit code is
    0 if all is good, 1 if something is bad, and 2 if the store cannot be examined.

    Parameters
    ----------
    file
        The store, as `fairdeal serve --store` has it.
    """
    from fairdeal.terminal.progress import progress_bar

    examining = _examining()
    with progress_bar("Checking") as progress:
        report = examining.check(file, progress)
    print("\n".join(examining.lines(report)))
    return 0 if report.is_good else SOME_BAD


@store_app.command(name="repair", help_epilogue=examples("store repair /var/lib/fairdeal/fairdeal.sqlite"))
def repair_store(file: Path, /) -> None:
    """Set the bad tables of a store aside, so that all that is left is good; nothing is deleted.

    All rows of a bad table move, as they are, to tables of the same file whose names begin with set_aside. If its
    events are good and only the row is wrong that lists are made of, that row is written anew instead.

    Parameters
    ----------
    file
        The store, as `fairdeal serve --store` has it.
    """
    from fairdeal.terminal.progress import progress_bar

    examining = _examining()
    with progress_bar("Checking") as progress:
        report = examining.repair(file, progress)
    print("\n".join(examining.lines(report, "repaired")))


def _examining() -> Any:
    try:
        from fairdeal.server import examining
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("fairdeal"):
            raise
        raise FairdealError(f"The module {error.name} is missing: install the project's extra 'server'.") from None
    return examining
