"""A run: a folder with a manifest and numbered parts, each a Parquet file that is there whole or not at all.

A part is written aside, synced and renamed, by whoever has played it. What a part holds depends on the plan and its
number alone, so a run that was stopped in any way goes on with the parts that are missing.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from fairdeal.contract.options import Json
from fairdeal.errors import Refused
from fairdeal.lab.arena import Arenas
from fairdeal.lab.crew import Crew
from fairdeal.lab.report.plan import Columns, Plan
from fairdeal.language.messages import say

FORMAT = "fairdeal-run/1"
MANIFEST = "manifest.json"
LIBRARIES = ("numba", "llvmlite", "numpy")

Progress = Callable[[int, int, str], None]
"""Called after each part with the number of games played, of all, and how many a second."""
IsEnough = Callable[[Columns], bool]


def _polars() -> Any:
    try:
        import polars
    except ImportError:
        raise Refused(say("report.missing")) from None
    return polars


# --- the folder ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """A folder with the games of a plan."""

    folder: Path
    plan: Plan

    def path(self, part: int) -> Path:
        return self.folder / f"part-{part:06}.parquet"

    def has(self, part: int) -> bool:
        """Tell whether a part is there, whole."""
        return self.path(part).is_file() and self.read(part) is not None

    def read(self, part: int) -> Columns | None:
        """Read a part; None if a disk has damaged it, for then it is played again."""
        polars = _polars()
        try:
            frame = polars.read_parquet(self.path(part), memory_map=False)
        except (OSError, polars.exceptions.PolarsError):
            return None
        columns = {name: frame[name].to_numpy() for name in frame.columns}
        is_whole = np.array_equal(columns.get("game", ()), self.plan.numbers(part))
        return columns if is_whole else None

    def write(self, part: int, columns: Columns) -> None:
        """Write a part: aside, synced, renamed."""
        draft = self.folder / f".{self.path(part).name}.{os.getpid()}"
        try:
            with draft.open("wb") as file:
                _polars().DataFrame(dict(columns)).write_parquet(file)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.path(part))
            _sync(self.folder)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise Refused(say("report.unwritten", path=str(self.path(part)), reason=error.strerror)) from None


def _sync(folder: Path) -> None:
    """Let the folder remember the names in it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def opened(folder: Path, plan: Plan) -> Iterator[Run]:
    """Begin a run in a folder, or go on with it; nobody else may do so at the same time. Raise Refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Refused(say("report.busy", folder=str(folder))) from None
            _settle(folder, plan)
            for draft in folder.glob(".*.parquet.*"):
                draft.unlink()
            yield Run(folder, plan)
    except OSError as error:
        raise Refused(say("report.unwritten", path=str(folder), reason=error.strerror)) from None


def read_run(folder: Path) -> Run:
    """Give the run that is in a folder. Raise Refused."""
    manifest = _manifest(folder)
    if manifest is None:
        raise Refused(say("report.no_run", folder=str(folder)))
    keys = ("game", "seats", "options", "data", "seed")
    plan = Plan(bots=tuple(manifest["bots"]), **{key: manifest[key] for key in keys})
    _check(folder, manifest, plan)
    return Run(folder, plan)


# --- the manifest ----------------------------------------------------------------------------------------------------


def _settle(folder: Path, plan: Plan) -> None:
    """Write the manifest; where there is one, see that it is of this run, and name this machine too."""
    manifest = _manifest(folder)
    machines = [] if manifest is None else manifest["machines"]
    if manifest is not None:
        _check(folder, manifest, plan)
    elif any(folder.glob("[!.]*")):
        raise Refused(say("report.no_run", folder=str(folder)))
    if (machine := _machine()) not in machines:
        text = json.dumps({"format": FORMAT, **plan.document(), "machines": [*machines, machine]}, indent=1)
        draft = folder / f".{MANIFEST}.{os.getpid()}"
        with draft.open("w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        draft.replace(folder / MANIFEST)
        _sync(folder)


def _manifest(folder: Path) -> dict[str, Any] | None:
    path = folder / MANIFEST
    if not path.is_file():
        return None
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT or not isinstance(found.get("machines"), list):
        raise Refused(say("report.manifest", path=str(path)))
    return found


def _check(folder: Path, manifest: dict[str, Any], plan: Plan) -> None:
    """Refuse a folder whose games are others than those of the plan."""
    for key, wanted in json.loads(json.dumps(plan.document())).items():
        if manifest.get(key) != wanted:
            there, here = (json.dumps(value)[:60] for value in (manifest.get(key), wanted))
            raise Refused(say("report.other_run", folder=str(folder), key=key, there=there, here=here))


def _machine() -> dict[str, Json]:
    """Name what may make numbers differ between machines."""
    from llvmlite import binding as llvm

    features = llvm.get_host_cpu_features()
    return {
        "processor": llvm.get_host_cpu_name(),
        "features": sorted(name for name, is_there in features.items() if is_there),
        "libc": " ".join(platform.libc_ver()),
        "python": platform.python_version(),
        **{name: metadata.version(name) for name in LIBRARIES},
    }


# --- playing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RunPart:
    """A part to be there when it is done."""

    run: Run
    number: int

    def done(self, arenas: Arenas) -> Columns:
        """Read it, or play and write it."""
        columns = self.run.read(self.number) if self.run.path(self.number).is_file() else None
        if columns is None:
            columns = self.run.plan.play(self.number, arenas)
            self.run.write(self.number, columns)
        return columns


@dataclass(frozen=True)
class RunGames:
    """The games of the first parts of a run."""

    columns: Columns
    is_interrupted: bool
    """By Ctrl-C."""
    is_late: bool
    """Because time was up."""

    @property
    def is_stopped(self) -> bool:
        return self.is_interrupted or self.is_late

    @property
    def count(self) -> int:
        return len(self.columns["game"])


def play(
    run: Run,
    parts: int,
    jobs: int = 1,
    is_enough: IsEnough | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> RunGames | None:
    """Let the first parts of a run be there, and give their games; None if Ctrl-C came before the first.

    Whether it is enough is judged after each part, in their order, so cores do not change where it stops; the seconds
    are only for who does not say how many games.
    """
    found: list[Columns] = []
    began = time.monotonic()
    is_interrupted = is_late = False
    try:
        with Crew(min(jobs, parts)) as crew:
            for columns in crew.play(RunPart(run, number) for number in range(parts)):
                found.append(columns)
                spent = time.monotonic() - began
                if progress:
                    done = len(found) * run.plan.games_a_part
                    progress(done, parts * run.plan.games_a_part, f"{done / max(spent, 1e-9):,.0f}")
                if is_enough and is_enough(joined(found)):
                    break
                if seconds is not None and spent > seconds and len(found) < parts:
                    is_late = True
                    break
    except KeyboardInterrupt:
        is_interrupted = True
    return RunGames(joined(found), is_interrupted, is_late) if found else None


def joined(parts: list[Columns]) -> Columns:
    """Put parts together."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
