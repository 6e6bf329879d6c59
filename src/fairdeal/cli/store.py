"""The commands for whoever looks after a store."""

from __future__ import annotations

import importlib
from typing import Any

from cyclopts import App

from fairdeal.cli.app import app, examples
from fairdeal.errors import FairdealError

SOME_BAD = 1

store_app = App(
    name="store",
    help="Look after what a server keeps, while no server uses it.",
    help_format="plaintext",
)
app.command(store_app)


@store_app.command(name="check", help_epilogue=examples("store check ~/.local/share/fairdeal/fairdeal.sqlite"))
def check_store(store: str, /) -> int:
    """Examine a whole store: the file, and every table of it, event by event.

    A store of an older Fairdeal is brought to the newest form first, as a server does when it starts. The exit code is
    0 if all is good, 1 if something is bad, and 2 if the store cannot be examined.

    Parameters
    ----------
    store
        The store, as `fairdeal serve --store` has it.
    """
    from fairdeal.terminal.progress import progress_bar

    examining = _examining()
    with progress_bar("Checking") as progress:
        report = examining.check(store, progress)
    print("\n".join(examining.lines(report)))
    return 0 if report.is_good else SOME_BAD


@store_app.command(name="repair", help_epilogue=examples("store repair /var/lib/fairdeal/fairdeal.sqlite"))
def repair_store(store: str, /) -> None:
    """Set the bad tables of a store aside, so that all that is left is good; nothing is deleted.

    All rows of a bad table move, as they are, to tables of the same file whose names begin with set_aside. If its
    events are good and only the row is wrong that lists are made of, that row is written anew instead.

    Parameters
    ----------
    store
        The store, as `fairdeal serve --store` has it.
    """
    from fairdeal.terminal.progress import progress_bar

    examining = _examining()
    with progress_bar("Checking") as progress:
        report = examining.repair(store, progress)
    print("\n".join(examining.lines(report, "repaired")))


@store_app.command(
    name="copy",
    help_epilogue=examples(
        "store copy ~/.local/share/fairdeal/fairdeal.sqlite postgresql://fairdeal@localhost/fairdeal",
        "store copy postgresql://fairdeal@localhost/fairdeal backup.sqlite",
    ),
)
def copy_store(source: str, target: str, /) -> None:
    """Copy a whole store into another one, a file or a database of PostgreSQL, and prove that nothing is lost.

    The target is new, or holds what an earlier copy has left: a copy that was interrupted is repeated. In the end both
    are read again: every row must be the same, and every table fold to the same bytes.

    Parameters
    ----------
    source
        The store to copy, as `fairdeal serve --store` has it.
    target
        Where to.
    """
    from fairdeal.terminal.progress import progress_bar

    copying = _of_server("copying")
    with progress_bar("Copying") as progress:
        copied = copying.copy(source, target, progress)
    print("\n".join(copying.lines(copied, target)))


def _examining() -> Any:
    return _of_server("examining")


def _of_server(name: str) -> Any:
    """Load a module that needs the libraries of servers."""
    try:
        return importlib.import_module(f"fairdeal.server.{name}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("fairdeal"):
            raise
        raise FairdealError(f"The module {error.name} is missing: install the project's extra 'server'.") from None
