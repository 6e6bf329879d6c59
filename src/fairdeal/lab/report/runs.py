"""A run: a folder with a manifest and numbered parts, each a Parquet file that is there whole or not at all.

A part is written aside, synced and renamed, by whoever has played it. What a part holds depends on the plan and its
number alone, so a run that was stopped in any way goes on with the parts that are missing.
"""

from __future__ import annotations

import contextlib
import fcntl
import io
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from fairdeal.contract.options import Json
from fairdeal.errors import Refused
from fairdeal.lab.arena import Arenas
from fairdeal.lab.crew import Crew
from fairdeal.lab.report.machines import machine
from fairdeal.lab.report.plan import Columns, Plan
from fairdeal.language.messages import say

FORMAT = "fairdeal-run/1"
MANIFEST = "manifest.json"

P = TypeVar("P", bound="Planned")
Progress = Callable[[int, int, str], None]
"""Called after each part with the number of games played, of all, and how many a second."""
IsEnough = Callable[[Columns], bool]


def _polars() -> Any:
    try:
        import polars
    except ImportError:
        raise Refused(say("report.missing")) from None
    return polars


def check_installed() -> None:
    """Refuse where runs cannot be kept."""
    _polars()


class Planned(Protocol):
    """All that decides the rows of a run: names and numbers only."""

    @property
    def numbered_by(self) -> str:
        """The column that numbers the rows."""

    def numbers(self, part: int) -> range:
        """List the rows of a part."""

    def document(self) -> dict[str, Json]:
        """Say all that makes this run what it is."""

    def play(self, part: int, arenas: Arenas) -> Columns:
        """Make a part."""


# --- the folder ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run(Generic[P]):
    """A folder with the games of a plan."""

    folder: Path
    plan: P

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
        is_whole = np.array_equal(columns.get(self.plan.numbered_by, ()), self.plan.numbers(part))
        return columns if is_whole else None

    def note_machine(self, played_by: dict[str, Json]) -> None:
        """Name a machine in the manifest that played a part."""
        manifest = _manifest(self.folder) or {}
        if played_by not in manifest["machines"]:
            _write_manifest(self.folder, self.plan, [*manifest["machines"], played_by])

    def write(self, part: int, columns: Columns) -> None:
        """Write a part: aside, synced, renamed."""
        draft = self.folder / f".{self.path(part).name}.{os.getpid()}"
        written = io.BytesIO()  # polars has errors of its own for a full disk
        _polars().DataFrame(dict(columns)).write_parquet(written)
        try:
            with draft.open("wb") as file:
                file.write(written.getbuffer())
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
def opened(folder: Path, plan: P) -> Iterator[Run[P]]:
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


def read_run(folder: Path) -> Run[Plan]:
    """Give the run that is in a folder. Raise Refused."""
    manifest = _manifest(folder)
    if manifest is None or "bots" not in manifest:
        raise Refused(say("report.no_run", folder=str(folder)))
    keys = ("game", "seats", "options", "data", "seed", "is_probed")
    if not manifest.keys() >= {*keys, "bots"}:
        raise Refused(say("report.manifest", path=str(folder / MANIFEST)))
    plan = Plan(bots=tuple(manifest["bots"]), **{key: manifest[key] for key in keys})
    _check(folder, manifest, plan)
    return Run(folder, plan)


# --- the manifest ----------------------------------------------------------------------------------------------------


def _settle(folder: Path, plan: Planned) -> None:
    """Write the manifest; where there is one, see that it is of this run, and name this machine too."""
    manifest = _manifest(folder)
    machines = [] if manifest is None else manifest["machines"]
    if manifest is not None:
        _check(folder, manifest, plan)
    elif any(folder.glob("[!.]*")):
        raise Refused(say("report.no_run", folder=str(folder)))
    if (here := machine()) not in machines:
        _write_manifest(folder, plan, [*machines, here])


def _write_manifest(folder: Path, plan: Planned, machines: list[dict[str, Json]]) -> None:
    text = json.dumps({"format": FORMAT, **plan.document(), "machines": machines}, indent=1)
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


def _check(folder: Path, manifest: dict[str, Any], plan: Planned) -> None:
    """Refuse a folder whose games are others than those of the plan."""
    for key, wanted in json.loads(json.dumps(plan.document())).items():
        if manifest.get(key) != wanted:
            there, here = (json.dumps(value)[:60] for value in (manifest.get(key), wanted))
            raise Refused(say("report.other_run", folder=str(folder), key=key, there=there, here=here))


# --- playing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RunPart:
    """A part to be there when it is done."""

    run: Run[Any]
    number: int

    def found(self) -> Columns | None:
        """Read it, if it is there."""
        return self.run.read(self.number) if self.run.path(self.number).is_file() else None

    def done(self, arenas: Arenas) -> Columns:
        """Read it, or play and write it."""
        columns = self.found()
        if columns is None:
            made: Columns = self.run.plan.play(self.number, arenas)
            self.run.write(self.number, made)
            return made
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
    run: Run[Plan],
    parts: int,
    jobs: int = 1,
    is_enough: IsEnough | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
    on: str | None = None,
) -> RunGames | None:
    """Let the first parts of a run be there, and give their games; None if Ctrl-C came before the first.

    `on` is the address of a cluster's scheduler, whose workers play instead of processes here.
    Whether it is enough is judged after each part, in their order, so cores do not change where it stops; the seconds
    are only for who does not say how many games.
    """
    found: list[Columns] = []
    began = time.monotonic()
    is_interrupted = is_late = False
    try:
        with players(min(jobs, parts), on) as crew:
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


def players(jobs: int, on: str | None) -> Any:
    """Give who plays parts: so many processes here, or a cluster."""
    if on is None:
        return Crew(jobs)
    from fairdeal.lab.cluster import Cluster

    return Cluster(on)


def joined(parts: list[Columns]) -> Columns:
    """Put parts together."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
