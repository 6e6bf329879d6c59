"""Compile all games into the disk cache, before anybody has to wait for it.

A stamp beside the cache says what was compiled from which sources, so that a second run has nothing to do and does not
even load the compiler. Everything heavy is imported where it is used.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fairdeal.engine import cache

if TYPE_CHECKING:
    from fairdeal.play.sitting import Sitting

GENERIC = (
    "fairdeal.engine.playouts",
    "fairdeal.engine.looking",
    "fairdeal.laws.fuzzing",
)  # native modules that are bound to each game
SEARCH = "fairdeal.bots.ismcts"  # is bound to its knowledge too
NATIVE_PARTS = ("rules", "worlds", "knowledge")  # of a game
MODES = ("compiled", "checked")
LIBRARIES = ("llvmlite", "numba", "numpy")

_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Warmth:
    """What a run did: the games it compiled or loaded, none if all was warm, and the stale files it deleted."""

    games: tuple[str, ...]
    swept: int


def warm(mode: str = "compiled", progress: Callable[[int, int], None] | None = None) -> Warmth:
    """Compile every game for a mode, unless that is done; `progress` hears of games done and games in all."""
    if is_warm(mode):
        return Warmth((), 0)
    names = _names()
    fingerprints = _compile_all(names, mode, progress or _say_nothing)
    swept = _sweep() if mode == "compiled" else 0
    _write_stamp(mode, fingerprints)
    return Warmth(names, swept)


def is_warm(mode: str) -> bool:
    """Tell whether the cache holds what the present sources need."""
    try:
        stamp = json.loads(_stamp(mode).read_text("utf-8"))
        return bool(stamp["key"] == _key(mode)) and all((_PACKAGE / file).is_file() for file in stamp["files"])
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _say_nothing(done: int, total: int) -> None:
    pass


# --- the stamp -------------------------------------------------------------------------------------------------------


def _stamp(mode: str) -> Path:
    return _PACKAGE / "__pycache__" / f"warm-{mode}.json"


def _key(mode: str) -> str:
    """Name all that compiled code depends on."""
    versions = [f"{name} {importlib.metadata.version(name)}" for name in LIBRARIES]
    digest = hashlib.sha256(f"{mode} {sys.version} {versions}".encode())
    for path in _native_sources():
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _native_sources() -> Iterable[Path]:
    """List every file that compiled code depends on."""
    roots = [_PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py") for name in (*GENERIC, SEARCH)]
    roots += [path for name in NATIVE_PARTS for path in (_PACKAGE / "games").glob(f"*/{name}.py")]
    return sorted({path for root in roots for path in cache.sources(root)})


def _write_stamp(mode: str, fingerprints: frozenset[str]) -> None:
    files = [
        file.relative_to(_PACKAGE).as_posix()
        for file in _PACKAGE.rglob("__pycache__/*@*.nb?")
        if cache.is_of(file, fingerprints)
    ]
    # A package that lies where nobody may write has its cache elsewhere, and no stamp: the next run looks again.
    if os.access(_PACKAGE, os.W_OK):
        _stamp(mode).parent.mkdir(exist_ok=True)
        _stamp(mode).write_text(json.dumps({"key": _key(mode), "files": sorted(files)}), "utf-8")


# --- compiling -------------------------------------------------------------------------------------------------------


def _names() -> tuple[str, ...]:
    from fairdeal import games

    return games.NAMES


def _compile_all(names: tuple[str, ...], mode: str, progress: Callable[[int, int], None]) -> frozenset[str]:
    """Compile each game in a process of its own: the compiler keeps the lock of the interpreter."""
    fingerprints: frozenset[str] = frozenset()
    workers = min(len(names), os.cpu_count() or 1)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, spawn, _prepare, (mode,)) as executor:
        waiting = {executor.submit(exercise, name) for name in names}
        while waiting:
            done, waiting = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in done:
                fingerprints |= future.result()
            progress(len(names) - len(waiting), len(names))
    return fingerprints


def compile_beside(name: str, mode: str) -> None:
    """Compile one game in a process of its own and wait for it; the process ends with this one."""
    process = multiprocessing.get_context("spawn").Process(target=_exercise_beside, args=(name, mode), daemon=True)
    process.start()
    process.join()


def _exercise_beside(name: str, mode: str) -> None:
    _prepare(mode)
    os.nice(10)  # a person plays meanwhile
    exercise(name)


def _prepare(mode: str) -> None:
    os.environ["FAIRDEAL_MODE"] = mode  # before the kernel is imported, which reads it once
    signal.signal(signal.SIGINT, lambda number, frame: os._exit(128 + number))  # Ctrl-C needs no traceback per process


def exercise(name: str) -> frozenset[str]:
    """Call every native function of a game as the program does, which compiles it; name the compiled sources."""
    from fairdeal import games
    from fairdeal.bots.choices import loaded
    from fairdeal.engine.chance import numbered
    from fairdeal.play.batches import play_batch
    from fairdeal.play.sitting import Sitting
    from fairdeal.play.telling import moments

    setting = games.find(name).setting()
    play_batch(setting, 0, range(1))
    loaded(setting.game)
    sitting = Sitting(setting, keep_legal=True)
    rng = numbered(0, 0)
    while not sitting.is_over:
        if len(sitting.events) < 8:
            _look_about(sitting)
        sitting.random_step(rng)
    sitting.game.words.result(sitting.view(0))
    for moment in moments(setting, sitting.events, 0):
        moment.story(setting.game, 0)
    return cache.fingerprints()


def _look_about(sitting: Sitting) -> None:
    """Ask all that a player asks between two events."""
    import numpy as np

    from fairdeal.engine.chance import numbered
    from fairdeal.engine.kernel import SPECTATOR, blank

    game, rules = sitting.game, sitting.game.rules
    v = sitting.view(0)
    game.words.describe(v, 0)
    game.words.prompt(v, 0)
    if game.is_drawn:
        game.scene(v, 0)
    for action in range(0, rules.ACTIONS, max(1, rules.ACTIONS // 20)):
        game.words.why_not(v, 0, action)
    rules.observe(v, 0, np.zeros(rules.OBSERVATION, np.float32))
    plan = blank(game.worlds.PLAN)[0]
    game.worlds.plan(v, 0, plan)
    game.worlds.resample(v, 0, plan, numbered(0, 1))
    if game.pace is not None:
        game.pace(sitting.view(SPECTATOR), 0, 0, numbered(0, 3))


def _sweep() -> int:
    """Load everything that may be cached, so that what is left over is stale."""
    from fairdeal import games
    from fairdeal.bots.searcher import bound
    from fairdeal.engine import kernel

    if kernel.DEFAULT_MODE != "compiled":
        return 0
    for game in games.all_games():
        for mode in MODES:
            bound(game.in_mode(mode))
            for module in GENERIC:
                game.in_mode(mode).generic(module)
    return cache.sweep()
