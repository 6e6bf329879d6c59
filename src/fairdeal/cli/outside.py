"""Games from outside at the command line: `--from FOLDER`, before or behind a command, or FAIRDEAL_FROM."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

OPTION = "--from"


def without_folders(arguments: Sequence[str]) -> list[str]:
    """Take named folders out of a command's arguments, and find their games from now on. Raise BrokenGame."""
    rest: list[str] = []
    folders: list[Path] = []
    waiting = iter(arguments)
    for argument in waiting:
        name, equals, value = argument.partition("=")
        if name != OPTION:
            rest.append(argument)
        elif folder := value if equals else next(waiting, ""):
            folders.append(Path(folder))
        else:
            rest.append(argument)  # without a folder it is nobody's option, and is refused as such
    if folders:
        from fairdeal.games.outside import name_folders

        name_folders(*folders)
    return rest


def say_troubles(language: str) -> None:
    """Say which games from outside are left out, and why."""
    from fairdeal import games

    for trouble in games.troubles():
        print(trouble.said(language), file=sys.stderr)
