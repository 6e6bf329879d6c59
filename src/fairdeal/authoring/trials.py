"""The laws, tried on a game for its author: what is tried in which order, and the shortest way to what is wrong."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fairdeal import games
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.options import Json
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.laws import suite
from fairdeal.laws.events import a_still_shows_nothing_new
from fairdeal.laws.likely import worlds_are_as_likely_as_deals
from fairdeal.laws.modes import modes_agree, setup_writes_every_byte
from fairdeal.laws.moment import BrokenLaw, Law, Moment
from fairdeal.laws.subject import Subject
from fairdeal.laws.walks import POLICIES, Step, random_game
from fairdeal.laws.words import texts_and_actions_are_inverse
from fairdeal.play.sitting import Event

SEEDS = range(3)
LIKELY = 400  # games in which worlds are compared with deals
SHORTER = 24  # games that are tried for a shorter way
PATIENCE = 5.0  # seconds that this may take
MODES = "modes"  # the trial for which everything has to be compiled
EVENT_LAWS = (a_still_shows_nothing_new, *suite.EVENT_LAWS)

Beat = Callable[[Setting, Step | None], None]
"""Hears of every event of a game that is tried, of none before the first, so that somebody knows it if that hangs."""


@dataclass(frozen=True)
class Breach:
    """A law that does not hold, and the shortest game that shows it."""

    law: str
    sentence: str
    setting: Setting
    events: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Trial:
    """Something to try, by its name for people."""

    name: str
    run: Callable[[Beat], None]
    setting: Setting


class Tested:
    """A game with what it says of itself; its rules in plain Python, where all that is wrong can be seen."""

    def __init__(self, name: str, is_quick: bool = False, data: Mapping[str, Json] | None = None) -> None:
        self.compiled = games.find(name)
        self.game: Game = self.compiled.in_mode("interpreted")
        self.subject: Subject = games.subject(name)
        self._data = data
        self.settings = self._settings(self.game)
        self._is_quick = is_quick

    def _settings(self, game: Game) -> list[Setting]:
        """Give the settings to try, all of them with a data file if there is one."""
        settings = self.subject.settings(game)
        return settings if self._data is None else [replace(setting, data=self._data) for setting in settings]

    def trials(self) -> Iterator[Trial]:
        """List what is to be tried, what is quick to find first."""
        first = self.settings[0]
        yield Trial("texts", self._law(first, texts_and_actions_are_inverse, self.game, numbered("texts", 0)), first)
        for setting in self.settings:
            yield Trial("setup", self._law(setting, setup_writes_every_byte, setting), setting)
            yield Trial("walks", functools.partial(self._play, setting, "walk", ()), setting)
        for setting in self.settings:
            for seed in SEEDS:
                laws = suite.DEEP_LAWS
                yield Trial("games", functools.partial(self._play, setting, f"laws {seed}", laws), setting)
            likely = self._law(setting, worlds_are_as_likely_as_deals, setting, LIKELY)
            yield Trial("worlds", likely, setting)
        if not self._is_quick:
            compiled = self._settings(self.compiled)[0]
            yield Trial(MODES, self._law(first, modes_agree, compiled, "modes", ("interpreted", "checked")), first)

    def _law(self, setting: Setting, law: Callable[..., object], *arguments: object) -> Callable[[Beat], None]:
        """Try a law that is about no position."""

        def run(beat: Beat) -> None:
            beat(setting, None)
            try:
                law(*arguments)
            except Exception as error:
                raise BrokenLaw(*suite.blamed(law.__name__, error, self.game.folder), "") from error

        return run

    def _play(self, setting: Setting, seed: str, deep: Sequence[Law], beat: Beat) -> None:
        subject = self.subject
        suite.check_game(
            setting,
            seed,
            subject.census,
            kind=subject.kind,
            reveals=subject.reveals,
            best=subject.best,
            every=max(1, subject.every // 4),
            deep=deep,
            deep_at=subject.affordable,
            when=functools.partial(beat, setting),
        )

    # --- a shorter way -----------------------------------------------------------------------------------------------

    def shortest(self, broken: BrokenLaw, trial: Trial) -> Breach:
        """Find the game with the fewest events in which the same law does not hold."""
        law = suite.LAWS.get(broken.law)
        is_walked = broken.law in suite.OF_A_WALK
        if law is None and not is_walked:
            return Breach(broken.law, broken.sentence, trial.setting)
        found = self._shorter(broken.law, is_walked)
        if found is None and is_walked:
            found = self._shorter(broken.law, False)
        return found or Breach(broken.law, broken.sentence, trial.setting)

    def _shorter(self, law: str, is_walk: bool) -> Breach | None:
        """Try games, each no longer than the shortest so far; of a walk only what the game itself does counts."""
        best: Breach | None = None
        ends_at = time.monotonic() + PATIENCE
        for number in range(SHORTER):
            for setting in sorted(self.settings, key=lambda setting: setting.seats):
                if best is not None and (time.monotonic() > ends_at or not best.events):
                    return best
                most = 1 << 30 if best is None else len(best.events) - 1
                policy = list(POLICIES)[number % len(POLICIES)]
                best = self._way(setting, f"laws {number}", policy, law, most, is_walk) or best
        return best

    def _way(self, setting: Setting, seed: str, policy: str, law: str, most: int, is_walk: bool) -> Breach | None:
        """Play a game until the law does not hold; None if it holds that long."""
        start, subject = setting.new_state(), self.subject
        moment = functools.partial(
            Moment,
            setting,
            seed=seed,
            census=subject.census,
            kind=subject.kind,
            reveals=subject.reveals,
            best=subject.best,
            counted=subject.census(start),
        )
        steps: list[Step] = []
        try:
            self._try(law, moment(start, number=0), None, is_walk)
            rng = numbered(seed, 0)
            for step in suite.walked(moment(start), random_game(setting, rng, POLICIES[policy], start=start)):
                steps.append(step)
                if len(steps) > most:
                    return None
                self._try(law, moment(step.after, number=step.number + 1), step, is_walk)
        except BrokenLaw as broken:
            if broken.law == law:
                steps += [vars(broken.__cause__)["step"]] if "step" in vars(broken.__cause__) and is_walk else []
                return Breach(law, broken.sentence, setting, self.written(steps))
        return None

    def _try(self, name: str, m: Moment, step: Step | None, is_walk: bool) -> None:
        if is_walk:
            return
        law = suite.LAWS.get(name)
        if law in EVENT_LAWS:
            suite.try_laws(m, [functools.partial(law, event=step)] if step else [])
        elif law is not None:
            suite.try_laws(m, [law])
        else:
            suite.try_laws(m, [law for law in suite.LAWS.values() if law not in EVENT_LAWS])

    def written(self, steps: list[Step]) -> tuple[Event, ...]:
        """Write events as a record has them; what the words cannot print is printed as numbers."""
        return tuple(self._event(step) for step in steps)

    def _event(self, step: Step) -> Event:
        words = self.game.words
        try:
            if step.actor == DEALER:
                return Event(None, words.outcome_text(step.before, step.outcome))
            return Event(step.actor, words.text(step.action))
        except Exception:
            return Event(None if step.actor == DEALER else step.actor, str(step.outcome.tolist() or step.action))
