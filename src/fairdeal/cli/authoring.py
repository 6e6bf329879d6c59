"""The commands for authors of games: new and check-game."""

from __future__ import annotations

import functools
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from fairdeal.cli.app import Flag, app, examples, output
from fairdeal.cli.speaking import language
from fairdeal.errors import FairdealError
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import HOUSE

if TYPE_CHECKING:
    from fairdeal.authoring.checking import Checkup

LOOK_EVERY = 0.5  # seconds between two looks at the files of a game
LAW_BROKEN = 1


@app.command(help_epilogue=examples("new red_seven", "new red_seven --like tricks"))
def new(name: str, /, *, like: str = "blank") -> None:
    """Write a small game that works, as a package of its own, in a folder of its name.

    Parameters
    ----------
    name
        Its name, as that of a Python module.
    like
        What to begin with: tricks, market, grid or blank.
    """
    from fairdeal.authoring.writing import title_of, write_game

    files = write_game(name, like, Path())
    _say(say("new.written", title=title_of(name), files=[str(file) for file in files]))
    _say(say("new.steps", name=name))


@app.command(
    name="check-game", help_epilogue=examples("check-game red_seven", "check-game . --watch", "check-game . --quick")
)
def check_game(
    folder: Path,
    /,
    *,
    watch: Flag = False,
    quick: Flag = False,
    record: Path | None = None,
    data: Path | None = None,
) -> int:
    """Try the laws of every game on a game of yours, and say in plain words what is wrong.

    Parameters
    ----------
    folder
        The folder of the game.
    watch
        Again, whenever a file of it changes, until Ctrl-C.
    quick
        Leave out what has to be compiled.
    record
        Write the shortest game that breaks a law to this file.
    data
        A data file in place of the game's own, .toml or .json.
    """
    if not watch:
        return _check_once(folder, quick, record, data)
    for _ in _changes(folder):
        try:
            _check_once(folder, quick, record, data)
        except FairdealError as error:  # a slip in the middle of an edit; the next one mends it
            print(error.said(language.get()), flush=True)
    return 0


def _check_once(folder: Path, quick: bool, record: Path | None, data: Path | None) -> int:
    from fairdeal.authoring import notes
    from fairdeal.authoring.checking import check_apart, games_in
    from fairdeal.cli.arguments import read_data
    from fairdeal.terminal.progress import progress_bar

    code, document = 0, None if data is None else read_data(data)
    for name in games_in(folder):
        label = HOUSE.said(say("author.trying", game=name), language.get())
        with progress_bar(label, functools.partial(_tried, name)) as progress:
            verdict = check_apart(folder, name, quick, lambda *trial: progress(*trial[1:]), data=document)
        if verdict.is_good:
            if document is None:
                notes.note_passed(name)
            _say(say("author.good", game=name))
            if quick:
                _say(say("author.was_quick"))
        else:
            _tell(verdict)
            code = LAW_BROKEN
            if record is not None:
                with output(record) as file:
                    file.write(json.dumps(verdict.record) + "\n")
    return code


def _tried(name: str, done: int, total: int, left: int) -> str:
    return HOUSE.said(say("author.tried", game=name, done=done, total=total, count=left), language.get())


def _tell(verdict: Checkup) -> None:
    """Say which law does not hold, in which game, and what to look at."""
    _say(say("author.broken", game=verdict.game, law=verdict.law.replace("_", " ")))
    print(verdict.sentence)
    _say(say(f"law.{verdict.law}"))
    if verdict.by_hand:
        _say(say("author.by_hand", fields=list(verdict.by_hand)))
    events = (verdict.record or {}).get("events", [])
    seats, options = (verdict.record or {}).get("seats"), (verdict.record or {}).get("options")
    _say(say("author.record", count=len(events), seats=seats, options=json.dumps(options)))
    for number, event in enumerate(events, 1):
        who = say("author.dealer") if event["seat"] is None else say("author.seat", number=event["seat"] + 1)
        _say(say("author.event", number=number, who=who, action=event["action"]))


def _changes(folder: Path) -> Iterator[None]:
    """Begin at once, and again whenever files have changed."""
    seen: dict[Path, int] = {}
    while True:
        if (now := _state(folder)) != seen:
            seen = now
            yield
        time.sleep(LOOK_EVERY)


def _state(folder: Path) -> dict[Path, int]:
    kinds = (".py", ".toml", ".md")
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.suffix in kinds and path.is_file()}


def _say(message: Message) -> None:
    print(HOUSE.said(message, language.get()))
    sys.stdout.flush()
