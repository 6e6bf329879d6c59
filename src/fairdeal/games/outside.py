"""Games from outside: of installed packages with an entry point `fairdeal.games`, and of folders that were named.

Which folders those are stands in the environment, so that every process that is started finds the same games.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.metadata
import importlib.util
import json
import os
import sys
import tomllib
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairdeal.contract.game import Game
from fairdeal.engine import cache, kernel
from fairdeal.errors import BrokenGame
from fairdeal.language.messages import Message, say

GROUP = str(__package__)  # of entry points
FOLDERS = "FAIRDEAL_FROM"  # the folders that were named, in the environment
CHECKED = "FAIRDEAL_CHECKED"  # whether games from outside are played with bounds checks, in the environment
ATTRIBUTE = "GAME"
SOURCES = (".py", ".toml", ".md")


@dataclass(frozen=True)
class Package:
    """Where a game from outside comes from."""

    game: str
    name: str
    version: str
    entry: str
    """Where its `Game` is: `module:attribute`."""
    root: Path | None = None
    """Where its module is found, if that is in a folder that was named."""

    @property
    def module(self) -> str:
        return self.entry.partition(":")[0]

    @property
    def attribute(self) -> str:
        return self.entry.partition(":")[2] or ATTRIBUTE

    @property
    def home(self) -> Path:
        """The folder of its files."""
        if self.root is not None:
            return self.root.joinpath(*self.module.split("."))
        spec = importlib.util.find_spec(self.module)
        return Path() if spec is None or spec.origin is None else Path(spec.origin).parent


# --- which there are -------------------------------------------------------------------------------------------------


def name_folders(*folders: Path) -> None:
    """Let games in these folders be found too, by this process and all that it starts. Raise BrokenGame."""
    for folder in folders:
        if not any(_in_folder(folder.resolve())):
            raise BrokenGame(say("outside.no_game_in", folder=str(folder)))
    named = [os.environ.get(FOLDERS, ""), *(str(folder.resolve()) for folder in folders)]
    os.environ[FOLDERS] = os.pathsep.join(dict.fromkeys(filter(None, os.pathsep.join(named).split(os.pathsep))))


def packages() -> Mapping[str, Package]:
    """Give the games of all packages and folders by their names; of two with one name, the first."""
    return _found(os.environ.get(FOLDERS, ""))[0]


@functools.cache
def _found(folders: str) -> tuple[dict[str, Package], list[tuple[Package, Package]]]:
    """List the packages, those in named folders first, and the clashes between them."""
    found: dict[str, Package] = {}
    clashes = []
    named = (one for folder in folders.split(os.pathsep) if folder for one in _in_folder(Path(folder)))
    for one in (*named, *_installed()):
        first = found.setdefault(one.game, one)
        if first.home != one.home:
            clashes.append((first, one))
    return found, clashes


def _installed() -> Iterator[Package]:
    for entry in importlib.metadata.entry_points(group=GROUP):
        name, version = (entry.dist.name, entry.dist.version) if entry.dist else (entry.module, "0")
        yield Package(entry.name, name, version, entry.value)


def _in_folder(folder: Path) -> Iterator[Package]:
    """List the games of a project, of a bare Python package, or of all projects in a folder."""
    if (folder / "pyproject.toml").is_file():
        yield from _in_project(folder)
    elif (folder / "__init__.py").is_file():
        yield Package(folder.name, folder.name, "0", f"{folder.name}:{ATTRIBUTE}", folder.parent)
    elif folder.is_dir():
        for project in sorted(folder.glob("*/pyproject.toml")):
            yield from _in_project(project.parent)


def _in_project(folder: Path) -> Iterator[Package]:
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
        entries = project["entry-points"][GROUP]
        for game, entry in entries.items():
            yield Package(game, project["name"], str(project.get("version", "0")), entry, _root_of(folder, entry))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return


def _root_of(folder: Path, entry: str) -> Path:
    top = entry.partition(":")[0].partition(".")[0]
    return folder / "src" if (folder / "src" / top).is_dir() else folder


# --- what is wrong ---------------------------------------------------------------------------------------------------

_troubles: dict[str, BrokenGame] = {}


def note(name: str, trouble: BrokenGame) -> None:
    """Remember why a game is left out."""
    _troubles[name] = trouble


def troubles() -> list[BrokenGame]:
    """Say why games are left out, and which names are taken by two packages."""
    clashes = _found(os.environ.get(FOLDERS, ""))[1]
    return [*_troubles.values(), *(_clash(two.game, two, one.name) for one, two in clashes)]


def clash_with_the_house(name: str) -> BrokenGame | None:
    """Say that a package calls its game like one of the house, which comes first; None if there is no such package."""
    found = packages().get(name)
    return None if found is None else _clash(name, found, "fairdeal")


def _clash(name: str, left_out: Package, owner: str) -> BrokenGame:
    return BrokenGame(say("outside.clash", game=name, package=left_out.name, owner=owner))


# --- loading ---------------------------------------------------------------------------------------------------------


def load(package: Package) -> Game:
    """Import a game; raise BrokenGame, whatever is wrong with it."""
    if package.root is not None and str(package.root) not in sys.path:
        sys.path.append(str(package.root))  # behind all others, so that it hides no other module
    try:
        game = vars(importlib.import_module(package.module)).get(package.attribute)
    except BrokenGame as slip:
        raise _broken(package, say("outside.slip", slip=slip)) from slip
    except (Exception, SystemExit) as error:
        raise _broken(package, say("outside.raises", error=_told(error, package))) from error
    if not isinstance(game, Game):
        raise _broken(package, say("outside.no_game", attribute=package.attribute, module=package.module))
    if game.name != package.game:
        raise _broken(package, say("outside.other_name", name=game.name))
    if game.folder.resolve() != package.home.resolve():
        raise _broken(package, say("outside.elsewhere", module=package.module, folder=str(game.folder)))
    return game


def _broken(package: Package, reason: Message) -> BrokenGame:
    return BrokenGame(say("outside.broken", game=package.game, package=package.name, reason=reason))


def _told(error: BaseException, package: Package) -> str:
    """Name an error, and where in the package it was raised."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_in(frame.filename, package.home)]
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {str(error).removesuffix('.')}{place}"


def _is_in(file: str, folder: Path) -> bool:
    return Path(file).resolve().is_relative_to(folder.resolve())


def forget(package: Package) -> None:
    """Let a package be imported anew, with all that was made of it."""
    _found.cache_clear()
    _troubles.pop(package.game, None)
    importlib.invalidate_caches()
    for source in package.home.rglob("*.py"):  # an edit within a second, of the same length, would go unnoticed
        Path(importlib.util.cache_from_source(str(source))).unlink(missing_ok=True)
    kernel.forget(package.module)
    cache.forget()


def fingerprint(package: Package) -> str:
    """Sum up all sources and words of a game."""
    digest = hashlib.sha256()
    for path in sorted(path for path in package.home.rglob("*") if path.suffix in SOURCES):
        digest.update(path.relative_to(package.home).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


# --- as records name it ----------------------------------------------------------------------------------------------


def data_hash(document: Mapping[str, Any]) -> str:
    """Sum up a data file, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


# --- how carefully ---------------------------------------------------------------------------------------------------


def check_all() -> None:
    """Let this process, and all that it starts, play games from outside with bounds checks."""
    os.environ[CHECKED] = "1"


def is_checked() -> bool:
    return os.environ.get(CHECKED, "") == "1"
