"""Experiments of the lab for browsers: each in a folder and a process of its own, which gives way to everybody else.

This process starts and stops others and reads what they have written down; it plays nothing, and counts nothing.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import secrets
import shutil
import sys
from pathlib import Path

import msgspec

from fairdeal import games
from fairdeal.errors import Refused
from fairdeal.lab.experiments import documents as lab
from fairdeal.lab.experiments.folders import WISH, findings_path, page_path, read_wish, record_path
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import say
from fairdeal.play import records
from fairdeal.play.sitting import Sitting

WORK = "fairdeal.lab.experiments.work"
STOPPING = 120.0  # seconds that an experiment has to report on what it has
LEAVING = 5.0  # and when the server stops
AGAIN_WITHIN = 300.0  # seconds to play a game again
MOST_NICE = 19
SHOWN = 50  # experiments in the list, the newest first
_read_findings = msgspec.json.Decoder(lab.LabFindings).decode

log = logging.getLogger(__name__)


class Laboratory:
    """The experiments of a folder, of which one plays at a time."""

    def __init__(self, folder: Path, is_open: bool = False, niceness: int = MOST_NICE) -> None:
        """`is_open` lets everybody start some who reaches the server."""
        self.folder = folder
        self.is_open = is_open
        self._command = giving_way(niceness)
        self._playing: dict[str, asyncio.subprocess.Process] = {}
        self._again = asyncio.Lock()

    # --- starting and stopping ---

    async def start(self, wish: lab.LabWish) -> str:
        """Begin an experiment; give its id. Raise what is wrong with it."""
        await asyncio.to_thread(_check, wish)
        self._check_idle()
        name = f"{wish.game}-{secrets.token_hex(4)}"
        folder = self.folder / name
        try:
            folder.mkdir(parents=True)
            (folder / WISH).write_bytes(msgspec.json.encode(wish))
        except OSError as error:
            raise Refused(say("report.unwritten", path=name, reason=error.strerror)) from None
        await self._begin(name)
        return name

    async def go_on(self, name: str) -> None:
        """Let an experiment go on that was stopped."""
        self._check_idle()
        await self._begin(self._folder(name).name)

    def _check_idle(self) -> None:
        if any(process.returncode is None for process in self._playing.values()):
            raise Refused(say("lab.busy"))

    async def _begin(self, name: str) -> None:
        folder = self._folder(name)
        with (folder / "log.txt").open("ab") as errors:
            command = (*self._command, sys.executable, "-m", WORK, str(folder))
            self._playing[name] = await asyncio.create_subprocess_exec(*command, stdout=errors, stderr=errors)

    async def stop(self, name: str, patience: float = STOPPING) -> None:
        """Stop an experiment; it reports on what it has."""
        process = self._playing.get(self._folder(name).name)
        if process is None or process.returncode is not None:
            return
        process.terminate()  # not by SIGINT, which whatever a shell has in the background ignores
        try:
            await asyncio.wait_for(process.wait(), patience)
        except TimeoutError:
            process.kill()
            await process.wait()

    async def close(self) -> None:
        """Stop all; what they had no time to report on they report on when they go on."""
        await asyncio.gather(*(self.stop(name, LEAVING) for name in list(self._playing)))

    # --- what there is ---

    def _folder(self, name: str) -> Path:
        """Give the folder of an experiment. Raise Refused where there is none."""
        folder = self.folder / name
        if not name.replace("-", "").replace("_", "").isalnum() or not (folder / WISH).is_file():
            raise Refused(say("lab.nothing"))
        return folder

    def is_playing(self, name: str) -> bool:
        process = self._playing.get(name)
        return process is not None and process.returncode is None

    def findings(self, name: str, language: str) -> lab.LabFindings:
        """Read what is known of an experiment; one whose process is gone was stopped."""
        folder = self._folder(name)
        path = findings_path(folder, language)
        path = path if path.is_file() else findings_path(folder, DEFAULT)
        found = lab.LabFindings(lab.STARTING)
        if path.is_file():
            found = _read_findings(path.read_bytes())
        is_gone = found.state in lab.UNDER_WAY and not self.is_playing(name)
        return msgspec.structs.replace(found, state=lab.STOPPED) if is_gone else found

    def run(self, name: str, language: str, may_change: bool) -> lab.LabRun:
        """Give an experiment with all that is known of it."""
        folder = self._folder(name)
        wish, found = read_wish(folder), self.findings(name, language)
        title, has_page = games.find(wish.game).title, self.page(name, language) is not None
        return lab.LabRun(name, wish.game, title, _began(folder), wish, may_change, found, has_page)

    def cards(self, language: str) -> tuple[lab.LabCard, ...]:
        """List the experiments, the newest first."""
        found = sorted(self.folder.glob(f"*/{WISH}"), key=lambda path: -path.stat().st_mtime)
        return tuple(card for path in found[:SHOWN] if (card := self._card(path.parent.name, language)) is not None)

    def _card(self, name: str, language: str) -> lab.LabCard | None:
        try:
            run = self.run(name, language, True)
        except (msgspec.DecodeError, OSError, Refused, LookupError):
            log.warning("%s is no experiment.", name)
            return None
        found = run.findings
        return lab.LabCard(name, run.game, run.title, run.started_at, found.state, found.done, run.wish.b is not None)

    def page(self, name: str, language: str) -> Path | None:
        """Give the page of an experiment that opens offline, if it is written yet."""
        folder = self._folder(name)
        paths = (page_path(folder, language), page_path(folder, DEFAULT))
        return next((path for path in paths if path.is_file()), None)

    async def sitting(self, name: str, of: str, number: int, is_trusted: bool) -> Sitting:
        """Give a game of an experiment, counted from 1; it is played again when it is first asked for.

        Whoever may start nothing sees the games that the findings name, and no others.
        """
        folder = self._folder(name)
        if of not in (lab.ONLY, lab.FIRST, lab.SECOND) or not (folder / of).is_dir():
            raise Refused(say("lab.nothing"))
        if not is_trusted and number not in named_games(self.findings(name, DEFAULT), of):
            raise Refused(say("lab.no_game", number=number))
        path = record_path(folder, of, number)
        async with self._again:
            if not path.is_file():
                await self._play_again(folder, of, number)
        return await asyncio.to_thread(_kept_sitting, path)

    async def _play_again(self, folder: Path, of: str, number: int) -> None:
        with (folder / "log.txt").open("ab") as errors:
            command = (*self._command, sys.executable, "-m", WORK, str(folder), of, str(number))
            process = await asyncio.create_subprocess_exec(*command, stdout=errors, stderr=errors)
        try:
            code = await asyncio.wait_for(process.wait(), AGAIN_WITHIN)
        except TimeoutError:
            process.kill()
            code = await process.wait()
        if code != 0:
            raise Refused(say("lab.no_game", number=number))


def _check(wish: lab.LabWish) -> None:
    from fairdeal.lab.experiments.choosing import check  # a server without a lab does not load what plays

    check(wish)


def choices(language: str) -> tuple[lab.LabChoices, ...]:
    """Say what can be chosen for each game."""
    from fairdeal.lab.experiments import choosing

    return choosing.choices(language)


@functools.lru_cache(8)
def _kept_sitting(path: Path) -> Sitting:
    return records.read(path.read_bytes())


def _began(folder: Path) -> float:
    return (folder / WISH).stat().st_mtime


def giving_way(niceness: int) -> tuple[str, ...]:
    """Begin a command that gives way to all others: for the processor, and for the disk where that can be said.

    Whoever gives way most runs only while nobody else wants to, where the system knows such a class of processes.
    """
    if niceness <= 0:
        return ()
    disk = (found, "-c", "3") if (found := shutil.which("ionice")) else ()
    rest = (found, "-i", "0") if niceness == MOST_NICE and (found := shutil.which("chrt")) else ()
    return (*disk, *rest, "nice", "-n", str(niceness))


def named_games(found: lab.LabFindings, of: str) -> set[int]:
    """List the games behind the numbers of an experiment."""
    rows = {row.game for section in found.sections for row in section.rows if row.game is not None}
    return {game.game for game in found.games if game.of == of} | (rows if of == lab.ONLY else set())
