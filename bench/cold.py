"""What a game costs that is not compiled yet: its events in plain Python, and how long its rules and search compile.

Run it with `python -m bench.cold`, and with the names of games if not all. Each figure is of a process of its own that
finds no compiled code.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from fairdeal import games
from fairdeal.bots.warm import PLAYED, WarmTask, compile_part
from fairdeal.contract.game import list_legal
from fairdeal.contract.scene import encode
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.engine.plain import plain
from fairdeal.play.sitting import Sitting

GAMES = 3  # that are played in plain Python


def play(name: str) -> None:
    """Play at random, and draw every event for all who sit there and for onlookers."""
    spent = [took for number in range(GAMES) for took in events(name, number)]
    print(f"{name}: an event in plain Python {statistics.median(spent):.0f} ms, the longest {max(spent):.0f} ms")


def events(name: str, number: int) -> list[float]:
    """Give the milliseconds of CPU time that each event of a game takes."""
    game = games.find(name)
    setting = game.setting(game.best_seats)
    catalogues = {seat: setting.catalogue(seat) for seat in range(setting.seats)}
    onlookers = setting.catalogue(None)
    assert game.public_scene is not None
    assert game.own_scene is not None
    sitting, rng = Sitting(setting), numbered("cold", number)
    spent = []
    while not sitting.is_over:
        began = time.process_time()
        sitting.random_step(rng)
        encode(game.public_scene(plain(sitting.view(SPECTATOR))), onlookers)
        for seat, catalogue in catalogues.items():
            view = sitting.view(seat)
            encode(game.own_scene(plain(view), seat, list_legal(game.rules, view, seat)), catalogue)
        spent.append(1000 * (time.process_time() - began))
    return spent


def compile_parts(name: str) -> None:
    """Compile what a table and its bots need, one part after the other."""
    games.find(name)  # what is imported for every game is there
    for part in PLAYED:
        began, worked = time.perf_counter(), time.process_time()
        compile_part(WarmTask("compiled", name, part))
        took, spent = time.perf_counter() - began, time.process_time() - worked
        print(f"{name}: {part} compiled in {took:.1f} s, {spent:.1f} s of the CPU")


WORK = {"interpreted": play, "compiled": compile_parts}


def main(names: Sequence[str]) -> None:
    for name in names or games.NAMES:
        for mode in WORK:
            with tempfile.TemporaryDirectory() as cold:
                found = {**os.environ, "FAIRDEAL_MODE": mode, "NUMBA_CACHE_DIR": cold}
                subprocess.run([sys.executable, "-m", "bench.cold", mode, name], env=found, check=True)


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in WORK:
        WORK[sys.argv[1]](sys.argv[2])
    else:
        main(sys.argv[1:])
