"""The levels of an earlier release as bots, so that what is called better is measured against them as they were.

    fairdeal duel battle greedy 'cmd:python bench/today.py hard' --games 200

The sources of the release are taken from this repository's history and lie in a folder of their own beside the code
that they are compiled to; the libraries are those of the Python that runs it. A level may have another number of
iterations (`expert:2000`), and after it another commit or tag may stand. In real time such a bot is as quick as any
program, see `Arena`.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

RELEASE = "c68d633120b41b8f10d5f88a57ba90ebc8d08488"  # the last one whose easy level tried three actions
HERE = Path(__file__).resolve()
INSIDE = "FAIRDEAL_RELEASE"  # in the environment of the release


def main(level: str, release: str = RELEASE) -> None:
    """Play as a level of a release."""
    if os.environ.get(INSIDE) == release:
        for answer in answers(sys.stdin, level):
            print(json.dumps(answer), flush=True)
        return
    sources = unpacked(release)
    environment = {**os.environ, INSIDE: release, "PYTHONPATH": str(sources)}
    environment.pop("NUMBA_CACHE_DIR", None)
    os.execve(sys.executable, [sys.executable, str(HERE), level, release], environment)


def unpacked(release: str) -> Path:
    """Give the folder with the sources of a release; they are unpacked once."""
    folder = HERE.parents[1] / ".releases" / release
    if not folder.is_dir():
        command = ["git", "-C", str(HERE.parents[1]), "archive", release, "src"]
        archive = subprocess.run(command, check=True, capture_output=True).stdout
        unfinished = folder.with_name(f"{release}.{os.getpid()}")
        with tarfile.open(fileobj=BytesIO(archive)) as tar:
            tar.extractall(unfinished, filter="data")
        with contextlib.suppress(OSError):  # another process was quicker
            unfinished.rename(folder)
    return folder / "src"


def answers(lines: Iterable[str], level: str) -> Iterator[dict[str, str]]:
    """Answer the questions of docs/bot-protocol.md as a level does; none of them asks what its seat was told."""
    from fairdeal import games
    from fairdeal.bots.player import Player
    from fairdeal.bots.searcher import NOTHING_TOLD
    from fairdeal.engine import kernel
    from fairdeal.engine.chance import numbered

    players: dict[str, Player] = {}
    name = ""
    level, _, iterations = level.partition(":")
    for message in map(json.loads, lines):
        if message["type"] == "hello":
            name = message["game"]
            players.setdefault(name, Player(games.find(name)))
        elif message["type"] == "choose":
            game, seat = players[name].game, message["seat"]
            view = kernel.blank(game.rules.STATE)[0]
            fill(view, message["view"])
            rng = numbered(message["seed"], 0)
            searched = int(iterations) if iterations else None
            action = players[name].choose(view, NOTHING_TOLD, seat, game.level(level), rng, searched)
            yield {"action": game.words.text(action)}


def fill(record: Any, document: Any) -> None:
    """Write a document into a record, field by field."""
    for name in record.dtype.names:
        if record.dtype[name].names is None:
            record[name] = document[name]
        else:
            fill(record[name], document[name])


if __name__ == "__main__":
    main(*sys.argv[1:])
