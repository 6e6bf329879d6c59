"""What commands share that let bots play many games: kinds of parameters, and how many processes play."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fairdeal.cli.app import Options

MOST_JOBS = 256
MOST_GAMES = 100_000_000

GameName = Annotated[str, Parameter(help="The game's name.")]
Seats = Annotated[int | None, Parameter(help="Number of seats; as many as it is best with, if left out.")]
OptionTexts = Annotated[Options, Parameter(help="An option of the game, NAME=VALUE; repeat it for several.")]
DataFile = Annotated[Path | None, Parameter(help="Your own data file, .toml or .json.")]
Seed = Annotated[str, Parameter(help="Any text or number; the same seed gives the same games.")]
Jobs = Annotated[int | None, Parameter(help="How many processes play; all cores if left out.")]
Page = Annotated[Path | None, Parameter(name=["--out", "-o"], help="The page to write, one HTML file.")]
RunFolder = Annotated[
    Path | None,
    Parameter(help="The folder of the games; beside the page if left out, and without a page in none."),
]
Scheduler = Annotated[
    str | None,
    Parameter(
        help="The scheduler of a Dask cluster that plays instead, such as tcp://10.0.0.1:8786; "
        "the results are the same."
    ),
]


def processes(jobs: int | None) -> int:
    """Say how many processes play: all cores, if nobody says. Refuse what cannot be meant."""
    from fairdeal.cli.arguments import check_range

    wanted = os.cpu_count() or 1 if jobs is None else jobs
    check_range("--jobs", wanted, 1, MOST_JOBS)
    return wanted


@contextlib.contextmanager
def folder_of(run: Path | None, out: Path | None) -> Iterator[Path]:
    """Give the folder of the games; for a while only, if nobody keeps them."""
    if run is None and out is None:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder) / "run"
    else:
        yield run or (out or Path()).with_suffix(".run")
