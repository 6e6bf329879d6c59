"""What all commands share: the program itself, kinds of parameters, and a file to write to."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, TextIO

from cyclopts import App, Parameter

from fairdeal import __version__
from fairdeal.errors import FairdealError

BAD_INPUT = 2
INTERRUPTED = 130

app = App(
    name="fairdeal",
    help="Card games whose rules are written once, in Python: play, simulate, record and replay them. "
    "Games speak another language with --language CODE (or --lang), or FAIRDEAL_LANGUAGE in the environment. "
    "A game in a folder of yours is found with --from FOLDER.",
    version=__version__,
    help_format="plaintext",
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)

FROM_FOLDERS = "With --from FOLDER, before or behind the command, it finds the games in a folder of yours too."

Flag = Annotated[bool, Parameter(negative="", show_default=False)]
JsonFlag = Annotated[bool, Parameter(name="--json", negative="", show_default=False)]
Options = Annotated[
    tuple[str, ...], Parameter(name="--option", negative="", consume_multiple=False, show_default=False)
]


def examples(*lines: str) -> str:
    """Write the examples at the end of a command's help."""
    return "\n".join(["Examples:", *(f"  fairdeal {line}" for line in lines)])


def game_examples(*lines: str) -> str:
    """Write those of a command that finds games."""
    return f"{examples(*lines)}\n\n{FROM_FOLDERS}"


@contextlib.contextmanager
def output(path: Path) -> Iterator[TextIO]:
    """Open a file to write records to."""
    from fairdeal.play.records import writing

    try:
        with writing(path) as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FairdealError(f"{path} cannot be written: {error.strerror}.") from None
