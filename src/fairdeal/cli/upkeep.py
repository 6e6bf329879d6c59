"""The commands that compile the games and measure their speed."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairdeal.cli.app import Flag, app, examples
from fairdeal.errors import FairdealError

if TYPE_CHECKING:
    pass


@app.command(help_epilogue=examples("bench", "bench --quick", "bench caster --json speed.json"))
def bench(
    *names: str,
    quick: Flag = False,
    as_json: Annotated[Path | None, Parameter(name="--json")] = None,
) -> int:
    """Measure speed, also against OpenSpiel; works in a checkout only.

    Parameters
    ----------
    names
        Which measurements; all if left out.
    quick
        Shorter runs, rougher numbers.
    as_json
        Also write the numbers to this file.
    """
    root = Path(__file__).resolve().parents[3]
    if not (root / "bench" / "run.py").is_file():
        raise FairdealError("The folder bench is not here: speed is measured in a checkout of the project.")
    sys.path.insert(0, str(root))
    try:
        run = importlib.import_module("bench.run")
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in ("bench", "fairdeal"):
            raise
        raise FairdealError(f"The module {error.name} is missing: install the project's extra 'bench'.") from None
    try:
        return int(run.main(list(names), quick, as_json))
    except OSError as error:
        raise FairdealError(f"{as_json} cannot be written: {error.strerror}.") from None


@app.command(help_epilogue=examples("warm", "warm --mode checked"))
def warm(*, mode: str = "compiled") -> None:
    """Compile all games, so that nobody has to wait for it later.

    Parameters
    ----------
    mode
        compiled, or checked: with bounds checks, as the tests run it.
    """
    from fairdeal.bots import warm as warming
    from fairdeal.terminal.progress import progress_bar

    if mode not in warming.MODES:
        raise FairdealError(f"--mode is {' or '.join(warming.MODES)}, not {mode!r}.")
    with progress_bar("Compiling the games") as progress:
        warmth = warming.warm(mode, progress)
    if warmth.games:
        print(f"Compiled: {', '.join(warmth.games)}.")
