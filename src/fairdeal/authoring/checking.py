"""`fairdeal check-game`: the laws are tried in a process of its own, so that a game that hangs is found out too.

The process says on its standard output, a JSON object a line, what it tries and in the end what it found. Where it is
stands in a file, and a watchdog ends it when one question takes too long.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from fairdeal import games
from fairdeal.authoring.trials import MODES, Breach, Tested
from fairdeal.contract.game import Setting
from fairdeal.contract.options import Json
from fairdeal.engine import kernel
from fairdeal.errors import BrokenGame, FairdealError
from fairdeal.games import outside
from fairdeal.kit import imagined
from fairdeal.language.messages import Message, say
from fairdeal.laws import suite
from fairdeal.laws.likely import worlds_are_as_likely_as_deals
from fairdeal.laws.modes import modes_agree, setup_writes_every_byte
from fairdeal.laws.moment import BrokenLaw
from fairdeal.laws.walks import Step
from fairdeal.laws.words import texts_and_actions_are_inverse
from fairdeal.play import records
from fairdeal.play.sitting import Event

ANSWERED = "every_question_is_answered"  # the law that a game breaks which hangs
LONGEST = 60.0  # seconds for what lies between two events of a game, all laws at one position; or for another trial
LAWS = (
    *suite.LAWS,
    *suite.OF_A_WALK,
    *(law.__name__ for law in (texts_and_actions_are_inverse, setup_writes_every_byte, modes_agree)),
    worlds_are_as_likely_as_deals.__name__,
    ANSWERED,
)
"""The names of all laws that are tried; `[law]` of the catalogue says of each what to look at."""
NATIVE_LONGER = 5.0  # seconds
COMPILING = 1200.0  # seconds that the compiler may take, on a busy machine
TIMEOUT = "Timeout"  # as faulthandler says it
FRAME = re.compile(r'File "(.+)", line (\d+),? in (\S+)')


@dataclass(frozen=True)
class Checkup:
    """What came of it: the law that does not hold, in which game; or that all hold."""

    game: str
    law: str = ""
    sentence: str = ""
    record: dict[str, Any] | None = None
    by_hand: tuple[str, ...] = ()
    """The hidden fields for which `plan` and `resample` have to be written by hand, and are not."""

    @property
    def is_good(self) -> bool:
        return not self.law


def games_in(path: Path) -> list[str]:
    """Name the games of a folder. Raise BrokenGame."""
    outside.name_folders(path)
    home = path.resolve()
    return [name for name, found in outside.packages().items() if found.root and found.root.is_relative_to(home.parent)]


# --- in this process -------------------------------------------------------------------------------------------------


def check(name: str, is_quick: bool = False, tell: Callable[[str, int, int], None] | None = None) -> Checkup:
    """Try all laws on a game; `tell` hears of each trial. Whatever hangs hangs here too."""
    return Checking(name, is_quick).verdict(tell or (lambda trial, done, total: None))


class Checking:
    """One run over a game."""

    def __init__(
        self,
        name: str,
        is_quick: bool,
        trail: Path | None = None,
        longest: float = LONGEST,
        data: Mapping[str, Json] | None = None,
    ) -> None:
        self._name = name
        self._trail = trail
        self._longest = longest
        self._is_compiling = False
        self._told: list[Event] = []
        self.tested = Tested(name, is_quick, data)

    def verdict(self, tell: Callable[[str, int, int], None]) -> Checkup:
        trials = list(self.tested.trials())
        for number, trial in enumerate(trials):
            tell(trial.name, number, len(trials))
            self._is_compiling = trial.name == MODES
            try:
                trial.run(self._beat)
            except BrokenLaw as broken:
                self._rest()
                return self._found(self.tested.shortest(broken, trial))
        self._rest()
        return Checkup(self._name, by_hand=self._by_hand())

    def _by_hand(self) -> tuple[str, ...]:
        game = self.tested.game
        is_derived = kernel.name_of(game.worlds) == imagined.__name__
        return tuple(imagined.not_imagined(game.rules)) if is_derived else ()

    def _found(self, finding: Breach) -> Checkup:
        setting = finding.setting
        record = records.written(
            self._name, setting.game.rules_version, setting.seats, setting.options, setting.data, finding.events
        )
        return Checkup(self._name, finding.law, finding.sentence, record, self._by_hand())

    # --- for the watchdog ---

    def _beat(self, setting: Setting, step: Step | None) -> None:
        if self._trail is None:
            return
        self._told = self._told if step else []
        self._told += self.tested.written([step]) if step else []
        signal.signal(signal.SIGALRM, _give_up)
        longest = COMPILING if self._is_compiling else self._longest
        signal.setitimer(signal.ITIMER_REAL, longest)
        faulthandler.dump_traceback_later(longest + NATIVE_LONGER, exit=True)
        record = records.written(self._name, 1, setting.seats, setting.options, setting.data, self._told)
        self._trail.write_text(json.dumps(record), "utf-8")

    def _rest(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()


def _give_up(number: int, frame: FrameType | None) -> NoReturn:
    """Say where plain Python is that does not come back; native code hears no signal and is found later."""
    print(TIMEOUT, file=sys.stderr, flush=True)
    faulthandler.dump_traceback()
    os._exit(1)


# --- in another ------------------------------------------------------------------------------------------------------


def check_apart(
    path: Path,
    name: str,
    is_quick: bool = False,
    tell: Callable[[str, int, int], None] | None = None,
    longest: float = LONGEST,
    data: Mapping[str, Json] | None = None,
) -> Checkup:
    """Try all laws on a game in a folder, in a process of its own. Raise BrokenGame."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        trail, trouble = Path(folder) / "trail.json", stack.enter_context((Path(folder) / "trouble").open("w+"))
        command = [
            sys.executable,
            "-m",
            __name__,
            str(path),
            name,
            str(trail),
            str(longest),
            "quick" if is_quick else "",
            json.dumps(data),
        ]
        process = stack.enter_context(
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=trouble, text=True, encoding="utf-8")
        )
        stack.callback(process.kill)
        for said in _lines(process):
            if "verdict" in said:
                return Checkup(**said["verdict"])
            if "broken" in said:
                raise BrokenGame(said["broken"])
            if tell is not None:
                tell(*said["trial"])
        process.wait()
        trouble.seek(0)
        return _hung(name, trouble.read(), trail, outside.packages()[name].home)


def _lines(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    assert process.stdout is not None
    for line in process.stdout:
        with contextlib.suppress(ValueError):  # what a game prints is none of ours
            said = json.loads(line)
            if isinstance(said, dict):
                yield said


def _hung(name: str, trouble: str, trail: Path, home: Path) -> Checkup:
    """Say where a process was that did not come back, by the calls that its watchdog wrote down, the last first."""
    calls = [match for match in FRAME.finditer(trouble) if Path(match[1]).resolve().is_relative_to(home.resolve())]
    if TIMEOUT in trouble and not calls:
        raise FairdealError("A trial took too long, and not in a function of the game: is the machine busy? Try again.")
    if TIMEOUT not in trouble:
        raise BrokenGame(_ended(trouble, calls or [*FRAME.finditer(trouble)]))
    file, line, function = calls[0].groups()
    sentence = f"{function} does not come back ({Path(file).name}, line {line})."
    return Checkup(name, ANSWERED, sentence, json.loads(trail.read_text("utf-8")))


def _ended(trouble: str, calls: list[re.Match[str]]) -> Message:
    """Say what ended a process, by what it wrote down: the last call last, then what that raised."""
    error = (trouble.strip().splitlines() or ["nobody knows why"])[-1].removesuffix(".")
    if not calls:
        return say("author.ended", reason=error)
    file, line, function = calls[-1].groups()
    return say("author.ended_at", error=error, function=function, file=Path(file).name, line=line)


def main(path: str, name: str, trail: str, longest: str, quick: str, data: str) -> None:
    """Be that process."""

    def say(**said: Any) -> None:
        print(json.dumps(said), flush=True)

    outside.name_folders(Path(path))
    try:
        games.find(name)
        checking = Checking(name, bool(quick), Path(trail), float(longest), json.loads(data))
        verdict = checking.verdict(lambda *trial: say(trial=trial))
    except FairdealError as error:
        say(broken=str(error))
        return
    say(verdict=vars(verdict))


if __name__ == "__main__":
    main(*sys.argv[1:])
