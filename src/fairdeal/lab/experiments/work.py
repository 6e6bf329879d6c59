"""The process of one experiment: it plays at low priority, and writes down what it finds while it does.

All it needs is a folder with a wish. It ends early when it is interrupted, or when whoever started it is gone, and goes
on when it is started again in the same folder.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import NoReturn

import msgspec

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.contract.options import Json
from fairdeal.errors import FairdealError, Refused
from fairdeal.lab.data_files import read_document
from fairdeal.lab.experiments import telling
from fairdeal.lab.experiments.documents import (
    FIRST,
    ONLY,
    OVER,
    PLAYING,
    REFUSED,
    SECOND,
    STARTING,
    STOPPED,
    TRYING,
    LabFindings,
    LabPoint,
    LabVariant,
    LabWish,
    State,
)
from fairdeal.lab.experiments.folders import findings_path, page_path, read_wish, record_path
from fairdeal.lab.report import comparing
from fairdeal.lab.report.comparing import Comparison
from fairdeal.lab.report.offers import tried_games
from fairdeal.lab.report.page import page
from fairdeal.lab.report.plan import Columns, Plan, new_plan
from fairdeal.lab.report.runs import opened, play, read_run
from fairdeal.lab.report.sample import Sample, is_narrow
from fairdeal.lab.report.sections import GameReport, new_report
from fairdeal.lab.report.variant_pages import comparison_page
from fairdeal.language.languages import PSEUDO, offered
from fairdeal.language.messages import Catalogue, Message, say
from fairdeal.language.voice import HOUSE
from fairdeal.play import records

EVERY = 0.4  # seconds between two looks
BUSY = 9  # times as long as a look took nobody looks again
MOST_POINTS = 80  # of a history
MOST_GAMES = 200_000  # until an interval is narrow enough
MOST_COMPARED, MOST_COMPARED_BY_BOTS = 100_000, 4000  # games of both

log = logging.getLogger(__name__)


# --- the process -----------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    """FOLDER plays; FOLDER PART NUMBER plays one of its games again, and writes it down."""
    signal.signal(signal.SIGTERM, _interrupt)
    folder = Path(arguments[0])
    if len(arguments) == 3:
        write_game(folder, arguments[1], int(arguments[2]))
    else:
        work(folder)
    return 0


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def write_game(folder: Path, of: str, number: int) -> None:
    """Play a game of an experiment again, and write its record."""
    sitting = read_run(folder / of).plan.sitting(number - 1)
    with records.writing(record_path(folder, of, number)) as file:
        file.write(records.line(sitting))


def work(folder: Path) -> None:
    """Do what the wish in a folder says; whatever goes wrong is found there, too."""
    bulletin = Bulletin(folder)
    try:
        bulletin.tell(STARTING)
        wish = read_wish(folder)
        game = games.find(wish.game)
        if wish.b is None:
            Reporting(wish, game, bulletin).work()
        else:
            Comparing(wish, game, bulletin).work()
    except KeyboardInterrupt:
        bulletin.tell(STOPPED)
    except FairdealError as error:
        bulletin.refuse(error)
    except Exception:
        log.exception("An experiment failed.")
        bulletin.refuse(say("lab.broken"))


class Bulletin:
    """Where an experiment writes down what it finds, in every language in which somebody may read it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.found: dict[str, LabFindings] = {language: LabFindings(STARTING) for language in (*offered(), PSEUDO)}
        self.points: list[LabPoint] = []
        self._parent = os.getppid()
        self._next = 0.0

    def is_due(self) -> bool:
        """Tell whether it is time to look at what was found. Raise KeyboardInterrupt if nobody is there to see it."""
        if os.getppid() != self._parent:
            raise KeyboardInterrupt
        return time.monotonic() >= self._next

    def looked(self, began: float) -> None:
        """A look that began then is over: most of the time is for playing."""
        now = time.monotonic()
        self._next = now + max(EVERY, BUSY * (now - began))

    def add(self, point: LabPoint) -> None:
        """Keep what is known after so many games; every other one, when there are many."""
        self.points.append(point)
        if len(self.points) > MOST_POINTS:
            self.points[:] = [*self.points[:-1:2], point]

    def tell(self, state: State, make: Callable[[str], LabFindings] | None = None) -> None:
        """Write down what is known now; what was known before, if nothing else is said."""
        for language in self.found:
            found = self.found[language] if make is None else make(language)
            self.found[language] = msgspec.structs.replace(found, state=state)
            _write(findings_path(self.folder, language), msgspec.json.encode(self.found[language]))

    def refuse(self, reason: FairdealError | Message) -> None:
        """Write down why it cannot be done."""

        def told(language: str) -> LabFindings:
            said = reason.said(language) if isinstance(reason, FairdealError) else HOUSE.said(reason, language)
            return msgspec.structs.replace(self.found[language], reason=said)

        self.tell(REFUSED, told)


def _write(path: Path, content: bytes) -> None:
    """Let a file be there whole or not at all; what it says can be found again, so it is not synced."""
    draft = path.with_name(f".{path.name}")
    draft.write_bytes(content)
    draft.replace(path)


def _plan(wish: LabWish, game: Game, variant: LabVariant) -> Plan:
    data: Mapping[str, Json] | None = None
    if variant.file is not None:
        data = read_document(variant.file.name, variant.file.text)
    seats = game.best_seats if variant.seats is None else variant.seats
    return new_plan(game, wish.bots, seats, variant.options, data, wish.seed)


def _jobs() -> int:
    return os.cpu_count() or 1


class Stopwatch:
    """How fast games are played, since some of them were first looked at."""

    def __init__(self) -> None:
        self._first: tuple[int, float] | None = None

    def rate(self, done: int) -> float:
        """Games a second; 0 as long as nobody can tell."""
        now = time.monotonic()
        if self._first is None:
            self._first = done, now
        games, began = self._first
        return (done - games) / (now - began) if done > games else 0.0


def _left(done: int, total: int, rate: float) -> float | None:
    """Seconds until all are played."""
    return max(0, total - done) / rate if rate else None


# --- a report --------------------------------------------------------------------------------------------------------


class Reporting:
    """An experiment that reports on one variant."""

    def __init__(self, wish: LabWish, game: Game, bulletin: Bulletin) -> None:
        self.wish, self.bulletin = wish, bulletin
        self.plan = _plan(wish, game, wish.a)
        wanted = MOST_GAMES if wish.precision else wish.games or self.plan.usual_games
        self.parts = -(-wanted // self.plan.games_a_part)
        self.watch = Stopwatch()

    def work(self) -> None:
        """Play, telling what is known now and then, and report in the end."""
        folder = self.bulletin.folder / ONLY
        with opened(folder, self.plan) as run:
            played = play(run, self.parts, _jobs(), self._look)
            if played is None:
                self.bulletin.tell(STOPPED)
                return
            tried = None
            if not played.is_interrupted:
                self.bulletin.tell(TRYING)
                tried = tried_games(folder, self.plan, _jobs())
        report = new_report(Sample(self.plan, played.columns, tried), played.is_interrupted)
        self._write_pages(report)
        self.bulletin.add(telling.point_of(report.sample))
        self._tell(STOPPED if played.is_interrupted else OVER, report)

    def _look(self, columns: Columns) -> bool:
        """Tell what is known, if it is time, and whether it is enough."""
        if self.bulletin.is_due():
            began = time.monotonic()
            sample = Sample(self.plan, columns)
            self.bulletin.add(telling.point_of(sample))
            self._tell(PLAYING, new_report(sample))
            self.bulletin.looked(began)
        width = self.wish.precision
        return width is not None and is_narrow(self.plan, width, columns)

    def _tell(self, state: State, report: GameReport) -> None:
        sample = report.sample
        total = sample.games if state == OVER else self._total(sample)
        lines, rate = telling.lines_of(sample), self.watch.rate(sample.games)

        def told(language: str) -> LabFindings:
            catalogue = self._catalogue(language)
            return LabFindings(
                state,
                sample.games,
                total,
                rate,
                _left(sample.games, total, rate),
                told=telling.report_told(report, catalogue),
                sections=telling.report_sections(report, catalogue),
                games=telling.report_games(report, catalogue),
                history=lines.told(self.bulletin.points, catalogue),
            )

        self.bulletin.tell(state, told)

    def _total(self, sample: Sample) -> int:
        """How many games there will be: intervals narrow as the root of their number grows."""
        most = self.parts * self.plan.games_a_part
        if self.wish.precision is None or sample.deals < 2:
            return most
        return max(sample.games, min(most, round(sample.games * (sample.half_width() / self.wish.precision) ** 2)))

    def _catalogue(self, language: str) -> Catalogue:
        return self.plan.setting.catalogue(language=language)

    def _write_pages(self, report: GameReport) -> None:
        for language in offered():
            text = page(report, self._catalogue(language), f"{self.bulletin.folder.name}/{ONLY}")
            _write(page_path(self.bulletin.folder, language), text.encode())


# --- a comparison ----------------------------------------------------------------------------------------------------


class Comparing:
    """An experiment that compares two variants over the same deals."""

    def __init__(self, wish: LabWish, game: Game, bulletin: Bulletin) -> None:
        assert wish.b is not None
        variants = wish.a, wish.b
        self.wish, self.bulletin = wish, bulletin
        self.plans = [replace(_plan(wish, game, variant), is_probed=False) for variant in variants]
        if self.plans[0] == self.plans[1]:
            raise Refused(say("lab.same"))
        is_native = all(plan.is_native for plan in self.plans)
        most = wish.games or (MOST_COMPARED if is_native else MOST_COMPARED_BY_BOTS)
        self.size = sum(plan.games_a_part for plan in self.plans)
        self.parts = max(1, most // self.size)
        self.texts = [variant_text(variant) for variant in variants]
        self.watch = Stopwatch()

    def work(self) -> None:
        """Play both until it is sure, telling what is known now and then."""
        one, other = self.plans
        folder = self.bulletin.folder
        with opened(folder / FIRST, one) as a, opened(folder / SECOND, other) as b:
            found = comparing.compare(a, b, self.parts, self.wish.by, None, _jobs(), watch=self._look)
        if found is None:
            self.bulletin.tell(STOPPED)
            return
        for language in offered():
            _write(page_path(folder, language), comparison_page(found, self.texts, self._catalogue(language)).encode())
        self.bulletin.add(telling.compared_point(found))
        self._tell(STOPPED if found.is_interrupted else OVER, found)

    def _look(self, make: Callable[[], Comparison]) -> None:
        if self.bulletin.is_due():
            began = time.monotonic()
            found = make()
            self.bulletin.add(telling.compared_point(found))
            self._tell(PLAYING, found)
            self.bulletin.looked(began)

    def _tell(self, state: State, found: Comparison) -> None:
        done = found.a.games + found.b.games
        total = done if state == OVER else self.parts * self.size
        lines, rate = telling.compared_lines(found), self.watch.rate(done)

        def told(language: str) -> LabFindings:
            catalogue = self._catalogue(language)
            return LabFindings(
                state,
                done,
                total,
                rate,
                _left(done, total, rate),
                told=telling.comparison_told(found, self.texts, catalogue),
                sections=telling.comparison_sections(found, catalogue),
                games=telling.comparison_games(found, catalogue),
                history=lines.told(self.bulletin.points, catalogue),
            )

        self.bulletin.tell(state, told)

    def _catalogue(self, language: str) -> Catalogue:
        return self.plans[0].setting.catalogue(language=language)


def variant_text(variant: LabVariant) -> str:
    """Write a variant as the command line would.

    >>> variant_text(LabVariant(3, {"match": 2})), variant_text(LabVariant())
    ('seats=3 match=2', '-')
    """
    changes = [] if variant.seats is None else [f"seats={variant.seats}"]
    changes += [f"{name}={value}" for name, value in variant.options.items()]
    changes += [] if variant.file is None else [f"data={variant.file.name}"]
    return " ".join(changes) or "-"


if __name__ == "__main__":
    logging.basicConfig(stream=sys.stderr)
    sys.exit(main(sys.argv[1:]))
