"""What can be chosen for an experiment: who plays, and what can be compared."""

from __future__ import annotations

import functools
from typing import Any

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.errors import Refused
from fairdeal.lab.data_files import read_document
from fairdeal.lab.experiments.documents import LabChoices, LabNamed, LabWish
from fairdeal.lab.report.plan import POLICY, RANDOM, Plan
from fairdeal.lab.report.variants import find_measure, measures
from fairdeal.language.messages import say
from fairdeal.play.tracks import has_policy


def check(wish: LabWish) -> None:
    """Refuse what cannot be played. Bots are levels and the policy alone: a page starts no programs."""
    game = games.find(wish.game)
    is_mixed = len(set(wish.bots)) > 1
    # The policy is native code that plays all seats.
    known = [name for name in _players(game) if not (is_mixed and name == POLICY)]
    for bot in wish.bots:
        if bot not in known:
            raise Refused(say("lab.bot", bot=bot, bots=known))
    for variant in filter(None, (wish.a, wish.b)):
        data = None if variant.file is None else read_document(variant.file.name, variant.file.text)
        seats = game.best_seats if variant.seats is None else variant.seats
        game.setting(seats, variant.options, data)
        if is_mixed and (len(wish.bots) not in (2, seats) or len(wish.bots) > seats):
            raise Refused(say("report.bots", seats=seats, count=len(wish.bots)))
        if wish.b is not None:
            find_measure(measures(_example(game, seats)), wish.by)


def _example(game: Game, seats: int) -> Plan:
    return Plan(game.name, seats, {}, None, (RANDOM,), "")


def _players(game: Game) -> tuple[str, ...]:
    """Name who can play."""
    levels = tuple(level.name for level in game.levels if level.name != RANDOM)
    return (RANDOM, *((POLICY,) if has_policy(game) else ()), *levels)


@functools.cache
def choices(language: str) -> tuple[LabChoices, ...]:
    """Say what can be chosen for each game."""
    return tuple(_choices(game, language) for game in games.all_games())


def _choices(game: Game, language: str) -> LabChoices:
    names = _players(game)
    labels: dict[str, Any] = {level.name: level.label for level in game.levels} | {POLICY: say("lab.policy")}
    known = measures(_example(game, game.best_seats)).values()
    return LabChoices(
        game.name,
        tuple(LabNamed(name, game.said(labels[name], language)) for name in names),
        tuple(name for name in (RANDOM, POLICY) if name in names),
        game.best_seats,
        tuple(LabNamed(each.name, game.said(each.label, language)) for each in known),
    )
