"""The levels of an earlier release as bots, so that what is called better is measured against them as they were.

    python bench/today.py install
    fairdeal duel battle greedy 'cmd:python bench/today.py hard' --games 200

The release is taken from this repository's history, by its tag if it has one, and lies in a folder of its own with an
environment of its own: its sources, the libraries that it was locked to, and the code that both are compiled to. It is
installed and compiled once, which takes some minutes. A level may have another number of iterations (`expert:2000`),
and after it, as after `install`, another commit or tag may stand. In real time such a bot is as quick as any program,
see `Arena`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

RELEASE = "c68d633120b41b8f10d5f88a57ba90ebc8d08488"  # the last one whose easy level tried three actions
HERE = Path(__file__).resolve()
RELEASES = HERE.parents[1] / ".releases"
INSTALL, DONE = "install", "done"
LOCKED = "requirements-play.txt"  # of a release: what playing needs
INSIDE = "FAIRDEAL_RELEASE"  # in the environment of the release
WITHOUT = ("NUMBA_CACHE_DIR", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")  # of ours, which would lead back here


def main(level: str, release: str = RELEASE) -> None:
    """Play as a level of a release, or install that."""
    if level == INSTALL:
        print(f"The levels of {name_of(release)} can play: {install(name_of(release))}.")
        return
    if os.environ.get(INSIDE) == release:
        for answer in answers(sys.stdin, level, lambda said: print(json.dumps(said), flush=True)):
            print(json.dumps(answer), flush=True)
        return
    folder = folder_of(name_of(release))
    if not (folder / DONE).exists():
        sys.exit(f"{name_of(release)} is not installed: run `python bench/today.py {INSTALL} {release}` first.")
    python = python_in(folder)
    os.execve(python, [str(python), str(HERE), level, release], {**_environment(), INSIDE: release})


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in WITHOUT}


def name_of(release: str) -> str:
    """Name a release by its tag, or by its commit if nobody has tagged that."""
    tags = _git("tag", "--points-at", release).decode().split()
    return tags[0] if tags else _git("rev-parse", f"{release}^{{commit}}").decode().strip()


def folder_of(release: str) -> Path:
    """Where a release lies."""
    return RELEASES / release.replace("/", "-")


def python_in(folder: Path) -> Path:
    """The Python of a release's own environment."""
    return folder / "venv" / "bin" / "python"


def install(release: str) -> Path:
    """Unpack a release, install it as its own Makefile does, and compile it, unless that is done; give its folder."""
    folder = folder_of(release)
    if (folder / DONE).exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    source, python = folder / "source", str(python_in(folder))
    with tarfile.open(fileobj=BytesIO(_git("archive", release))) as tar:
        tar.extractall(source, filter="data")
    pip = [python, "-m", "pip", "install", "-qq"]
    commands = [
        [sys.executable, "-m", "venv", str(folder / "venv")],
        [*pip, "--require-hashes", "--only-binary=:all:", "-r", str(source / LOCKED)],
        [*pip, "--no-deps", "--no-build-isolation", "--no-index", "--editable", str(source)],
        [python, "-m", "fairdeal", "warm"],
    ]
    for command in commands:
        subprocess.run(command, check=True, env=_environment())
    (folder / DONE).touch()
    return folder


def _git(*words: str) -> bytes:
    command = ["git", "-C", str(HERE.parents[1]), *words]
    return subprocess.run(command, check=True, capture_output=True).stdout


def answers(lines: Iterable[str], level: str, say: Callable[[dict[str, str]], None]) -> Iterator[dict[str, str]]:
    """Answer the questions of docs/bot-protocol.md as a level does; none of them asks what its seat was told.

    `say` is handed what is asked in between.
    """
    from fairdeal import games
    from fairdeal.bots.player import Player
    from fairdeal.bots.searcher import NOTHING_TOLD
    from fairdeal.engine import kernel
    from fairdeal.engine.chance import numbered

    players: dict[str, Player] = {}
    name = seed = ""
    seat = 0
    level, _, iterations = level.partition(":")
    for message in map(json.loads, lines):
        if message["type"] == "hello":
            name = message["game"]
            players.setdefault(name, Player(games.find(name)))
        elif message["type"] == "choose":
            seat, seed = message["seat"], message["seed"]
            say({"ask": "view"})
        elif message["type"] == "view":
            game = players[name].game
            view = kernel.blank(game.rules.STATE)[0]
            fill(view, message["view"])
            searched = int(iterations) if iterations else None
            rng = numbered(seed, 0)
            action = players[name].choose(view, NOTHING_TOLD, seat, game.level(level), rng, searched)
            yield {"action": game.words.text(action)}


def fill(record: Any, document: Any) -> None:
    """Write a document into a record, field by field; NumPy reads wide numbers, which are texts."""
    for name in record.dtype.names:
        if record.dtype[name].names is None:
            record[name] = document[name]
        else:
            fill(record[name], document[name])


if __name__ == "__main__":
    main(*sys.argv[1:])
