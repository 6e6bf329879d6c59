"""Compile games into the disk cache, before anybody has to wait for it.

A game has three parts: the rules, as a table asks them; the search of its bots; and the rest, which only simulations
and the lab ask. A stamp beside the cache says for each of them from which sources, and for which processor, it was
compiled, so that a second run has nothing to do and does not even load the compiler. Everything heavy is imported where
it is used.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import importlib.metadata
import itertools
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
from fairdeal.errors import BrokenGame
from fairdeal.failures import log_trouble

if TYPE_CHECKING:
    from fairdeal.contract.game import Setting
    from fairdeal.play.sitting import Sitting

RULES, SEARCH, REST = PARTS = ("rules", "search", "rest")
PLAYED = (RULES, SEARCH)  # the parts that a table and its bots need
GENERIC = (
    "fairdeal.engine.playouts",
    "fairdeal.engine.acting",
    "fairdeal.engine.tracking",
    "fairdeal.engine.stepping",
    "fairdeal.laws.fuzzing",
)  # native modules that are bound to each game
PROBING, TRYING = "fairdeal.bots.probing", "fairdeal.bots.trying"  # compiled when they are first asked
OF_REVIEWS = ("habits", "memory")  # modules of a game that reviews lay over its knowledge, in this order
SEARCHERS = ("fairdeal.bots.ismcts", "fairdeal.bots.comparing", PROBING)  # are bound to its knowledge and players too
DERIVED = "fairdeal.kit.derived"  # lies under its rules
IMAGINED = "fairdeal.kit.imagined"  # what follows where unseen cards are exchangeable
NATIVE_FILES = ("rules", "worlds", "knowledge", "foresight", "intuition", "yardsticks", "measures")  # of a game
MODES = ("compiled", "checked")
LIBRARIES = ("llvmlite", "numba", "numpy")
LOOK_EVERY = 1.0  # seconds between two looks at what is done
LOOKED_ABOUT = 8  # events of a game between which all is asked that a player may ask
FEW_LOOKS = (50_000, 20, 100)  # what the compiler makes is hardly garbage: looking for it takes a twentieth of its time

_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class WarmTask:
    """A part of a game that is to be compiled in a mode."""

    mode: str
    game: str
    part: str


@dataclass(frozen=True)
class Warmth:
    """What a run did: the games it compiled or loaded, none if all was warm, and the stale files it deleted."""

    games: tuple[str, ...]
    swept: int


def warm(mode: str = "compiled", progress: Callable[[int, int], None] | None = None) -> Warmth:
    """Compile every game for a mode, unless that is done; `progress` hears of parts done and parts in all."""
    tasks = tasks_of(mode, PARTS)
    names = tuple(dict.fromkeys(task.game for task in tasks if not is_done(task)))
    if not names:
        return Warmth((), 0)
    may_be_stale = _is_anything_compiled()
    _compile_all(mode, names, lambda: (progress or _say_nothing)(sum(map(is_done, tasks)), len(tasks)))
    return Warmth(names, _sweep() if mode == "compiled" and may_be_stale else 0)


def tasks_of(mode: str, parts: Iterable[str]) -> list[WarmTask]:
    """List these parts of all games, game by game."""
    from fairdeal import games

    return [WarmTask(games.mode_for(name, mode), name, part) for name in games.names() for part in parts]


def _is_anything_compiled() -> bool:
    """Tell whether the package has compiled code, of which some may be stale."""
    return any(_PACKAGE.rglob("__pycache__/*@*.nb?"))


def _say_nothing(done: int, total: int) -> None:
    pass


# --- stamps ----------------------------------------------------------------------------------------------------------


def is_done(task: WarmTask) -> bool:
    """Tell whether the cache holds what the present sources need."""
    try:
        path = _stamp(task)
        stamp = json.loads(path.read_text("utf-8"))
        has_files = all((path.parent / file).is_file() for file in stamp["files"])
        return has_files and bool(stamp["key"] == _key(task.mode, task.game))
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _stamp(task: WarmTask) -> Path:
    elsewhere = os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(elsewhere) if elsewhere else _PACKAGE / "__pycache__"
    return folder / f"warm-{task.mode}-{task.game}-{task.part}.json"


@functools.cache
def _key(mode: str, game: str) -> str:
    """Name all that a game's compiled code depends on."""
    from llvmlite import binding as llvm

    versions = [f"{name} {importlib.metadata.version(name)}" for name in LIBRARIES]
    processor = llvm.get_host_cpu_name() + llvm.get_host_cpu_features().flatten()
    digest = hashlib.sha256(f"{mode} {sys.version} {versions} {processor}".encode())
    for path in sorted(_native_sources(game)):
        digest.update(_shown(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def forget() -> None:
    """Look at the sources of all games anew."""
    _key.cache_clear()


def _shown(path: Path) -> str:
    """Name a file as it is called wherever the package, or that of a game from outside, lies."""
    return path.relative_to(_PACKAGE).as_posix() if path.is_relative_to(_PACKAGE) else path.name


def _native_sources(game: str) -> frozenset[Path]:
    """List every file that a game's compiled code depends on."""
    from fairdeal import games

    generic = (*GENERIC, *SEARCHERS, DERIVED, IMAGINED)
    roots = [_PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py") for name in generic]
    roots += [games.folder(game) / f"{name}.py" for name in NATIVE_FILES]
    return frozenset(path for root in roots if root.is_file() for path in cache.sources(root))


def _write_stamp(task: WarmTask) -> None:
    stamp = _stamp(task)
    files = sorted(os.path.relpath(file, stamp.parent) for file in cache.files(_native_sources(task.game)))
    # A package that lies where nobody may write has its cache elsewhere, and no stamp: the next run looks again.
    with contextlib.suppress(PermissionError):
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(json.dumps({"key": _key(task.mode, task.game), "files": files}), "utf-8")


# --- compiling -------------------------------------------------------------------------------------------------------


def _compile_all(mode: str, names: tuple[str, ...], progress: Callable[[], None]) -> None:
    """Compile each game in a process of its own: the compiler keeps the lock of the interpreter."""
    workers = min(len(names), os.cpu_count() or 1)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, spawn, _prepare, (mode,)) as executor:
        waiting = {executor.submit(_compile_game, mode, name) for name in names}
        while waiting:
            done, waiting = wait(waiting, timeout=LOOK_EVERY, return_when=FIRST_COMPLETED)
            for future in done:
                try:
                    future.result()
                except BrokenGame as trouble:  # of a package; the others are compiled all the same
                    log_trouble(trouble)
            progress()


def _prepare(mode: str) -> None:
    os.environ["FAIRDEAL_MODE"] = mode  # before the kernel is imported, which reads it once
    signal.signal(signal.SIGINT, lambda number, frame: os._exit(128 + number))  # Ctrl-C needs no traceback per process
    gc.set_threshold(*FEW_LOOKS)


def _compile_game(mode: str, name: str) -> None:
    for part in PARTS:
        compile_part(WarmTask(mode, name, part))


def compile_part(task: WarmTask) -> None:
    """Fill the cache with a part of a game, in the mode of this process, and note that it is there."""
    exercise(task.game, task.part)
    _write_stamp(task)


def exercise(name: str, part: str) -> None:
    """Call every native function of a part as the program does, which compiles it."""
    from fairdeal import games

    setting = games.find(name).setting()
    {RULES: _ask_rules, SEARCH: _ask_search, REST: _ask_rest}[part](setting)


def _ask_rules(setting: Setting) -> None:
    """Ask all that a table and its people ask."""
    from fairdeal.engine.chance import numbered
    from fairdeal.play.sitting import Sitting
    from fairdeal.play.telling import retold

    sitting = Sitting(setting, keep_legal=True)
    rng = numbered(0, 0)
    while not sitting.is_over:
        if len(sitting.events) < LOOKED_ABOUT:
            _look_about(sitting)
        sitting.random_step(rng)
    sitting.game.words.result(sitting.view(0))
    for news in retold(setting, sitting.events, 0):
        news.story(setting.game, 0)


def _look_about(sitting: Sitting) -> None:
    """Ask all that a player asks between two events."""
    from fairdeal.engine.chance import numbered
    from fairdeal.engine.kernel import SPECTATOR

    game = sitting.game
    v = sitting.view(0)
    game.words.describe(v, 0)
    game.words.prompt(v, 0)
    if game.is_drawn:
        game.scene(v, 0)
    for action in range(0, game.rules.ACTIONS, max(1, game.rules.ACTIONS // 20)):
        game.words.why_not(v, 0, action)
    if game.pace is not None:
        game.pace(sitting.view(SPECTATOR), 0, 0, numbered(0, 3))


def _ask_search(setting: Setting) -> None:
    """Ask all that bots and hints ask."""
    from fairdeal.bots.choices import first_choice, loaded
    from fairdeal.bots.hints import best_few, hints
    from fairdeal.engine.chance import numbered
    from fairdeal.engine.plain import plain

    game = setting.game
    sitting, seat = first_choice(game)
    view, told = sitting.view(seat), sitting.told(seat)
    judgement = loaded(game).judge(view, told, seat, game.levels[-1], numbered(0, 2), 2)
    hints(game, plain(view), seat, best_few(judgement), setting.catalogue(seat))


def _ask_rest(setting: Setting) -> None:
    """Ask all that simulations, laws, learners and bots of others ask."""
    import numpy as np

    from fairdeal.bots import imagining, tables
    from fairdeal.bots.choices import first_choice
    from fairdeal.engine.chance import numbered
    from fairdeal.engine.kernel import blank
    from fairdeal.play.batches import play_batch
    from fairdeal.play.tracks import track_batch

    game, rules = setting.game, setting.game.rules
    play_batch(setting, 0, range(1))
    track_batch(setting, "0", [(0, 0)])
    sitting, seat = first_choice(game)
    view, plan = sitting.view(seat), blank(game.worlds.PLAN)[0]
    rules.observe(view, seat, np.zeros(rules.OBSERVATION, np.uint8))
    game.worlds.plan(view, seat, plan)
    game.worlds.resample(view, seat, plan, numbered(0, 1))
    tables.exercise(setting)
    imagining.exercise(game)


def _sweep() -> int:
    """Load everything that may be cached, so that what is left over is stale."""
    from fairdeal import games
    from fairdeal.bots import tables
    from fairdeal.bots.searcher import bound, bound_players, own_modules
    from fairdeal.engine import kernel
    from fairdeal.engine.tracking import BY_POLICY
    from fairdeal.play.tracks import tracking

    if kernel.DEFAULT_MODE != "compiled":
        return 0
    for game in games.all_games():
        for mode in MODES:
            bound(game.in_mode(mode))
            bound_players(game.in_mode(mode))
            for module in GENERIC:
                game.in_mode(mode).generic(module)
            tracking(game.in_mode(mode))
            tables.bound(game.in_mode(mode))
            tracking(game.in_mode(mode), BY_POLICY)
            knowledge, *of_reviews = (own_modules(game.in_mode(mode), name) for name in ("knowledge", *OF_REVIEWS))
            game.in_mode(mode).generic(PROBING, *knowledge)
            game.in_mode(mode).generic(TRYING, *knowledge, *itertools.chain(*of_reviews))
    return cache.sweep()
