"""What became of each seat's even share: luck, what others did, and what it did itself; the parts add up exactly.

Decision 18 derives it. All of it hangs on the chances of the moments between events, each estimated once.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fairdeal.contract.game import Setting, shares_of
from fairdeal.contract.rules import Numbers
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import NOBODY
from fairdeal.errors import FairdealError
from fairdeal.play.sitting import Event, Sitting
from fairdeal.play.tracks import setting_of
from fairdeal.review.findings import Parts
from fairdeal.review.judging import Effort
from fairdeal.review.steps import ReviewedStep, at_once, copied, steps
from fairdeal.review.trials import Position, Trials, error_of

START: Numbers = np.zeros(2, np.int64)  # of a clock
DECKS = 40  # that could have been settled instead


@dataclass(frozen=True)
class Chances:
    """What each seat may expect, all cards seen: by moment, by seat."""

    means: Numbers
    errors: Numbers


def chances(trials: Trials, past: Sequence[ReviewedStep], end: Sitting, count: int, seed: str) -> Chances:
    """Estimate the chances before the first event and after each; those of the end are the result itself.

    What is forced changes nothing. Before the first event all are even, unless somebody chooses there or options were
    settled: then what a seat's place or a deck is worth is known by play-outs, too.
    """
    seats = end.setting.seats
    means, errors = np.zeros((len(past) + 1, seats)), np.zeros((len(past) + 1, seats))
    means[0] = 1 / seats
    moments = [step.before for step in past] + [Position(end.state, end.clock)]
    for number, at in enumerate(moments):
        if number == 0 and past[0].is_chance and end.game.settle is None:
            continue
        if number == len(past) and end.is_over:
            means[number] = shares_of(end.game, end.state)
        elif number and past[number - 1].is_forced:
            means[number], errors[number] = means[number - 1], errors[number - 1]
        else:
            won = trials.from_state(at, count, numbered(f"{seed} chances", number))[:, 0, :seats]
            means[number], errors[number] = won.mean(axis=0), error_of(won)
    return Chances(means, errors)


# --- chance ----------------------------------------------------------------------------------------------------------


def luck_of(trials: Trials, step: ReviewedStep, after: Numbers, count: int, seed: str) -> Numbers:
    """What chance brought each seat, minus the mean of what it could have brought instead."""
    redrawn = trials.from_chance(step.before, count, numbered(f"{seed} redrawn", step.event))
    return np.asarray(after - redrawn[:, : len(after)].mean(axis=0))


def luck_of_deck(trials: Trials, setting: Setting, first: Numbers, count: int, seed: str) -> Numbers:
    """What settled options brought each seat, minus the mean of others that chance could have settled."""
    if setting.game.settle is None:
        return np.zeros(setting.seats)
    won = []
    for deck in range(DECKS):
        try:
            other = setting_of(setting, f"{seed} deck", deck)
        except FairdealError:  # a deck of a user's own: no chance made it
            return np.zeros(setting.seats)
        position = Position(other.new_state(), START)
        won.append(trials.from_state(position, max(1, count // DECKS), numbered(f"{seed} decks", deck))[:, 0])
    return np.asarray(first - np.concatenate(won)[:, : setting.seats].mean(axis=0))


def total_luck(trials: Trials, setting: Setting, events: Sequence[Event], count: int, seed: str) -> Numbers:
    """Add up the luck of a whole game, by seat; nothing else of it is looked at."""
    done, end = steps(setting, events)
    moments = [step.before for step in done] + [Position(end.state, end.clock)]

    def chance(number: int) -> Numbers:
        if number == len(done) and end.is_over:
            return np.array(shares_of(end.game, end.state))
        won = trials.from_state(moments[number], count, numbered(f"{seed} chances", number))
        return np.asarray(won[:, 0, : setting.seats].mean(axis=0))

    total = np.zeros(setting.seats)
    if setting.game.settle is not None:
        total += luck_of_deck(trials, setting, chance(0), count, seed)
    for step in done:
        if step.is_chance:
            total += luck_of(trials, step, chance(step.event + 1), count, seed)
    return total


# --- choices ---------------------------------------------------------------------------------------------------------


def effects(trials: Trials, group: Sequence[ReviewedStep], means: Numbers, count: int, seed: str) -> list[Numbers]:
    """What each step of a group did to all seats: the mean of the group's own order and of the reverse one.

    So nobody gains or loses by being written down first, and the sum is still that of the whole group.
    """
    there = [means[step.event + 1] - means[step.event] for step in group]
    if len(group) == 1:
        return there
    at, values = Position(copied([group[0].before.state])[0], group[0].before.clock), [means[group[0].event]]
    for step in group[:0:-1]:
        trials.game.rules.play(at.state, step.seat, step.action)
        won = trials.from_state(at, count, numbered(f"{seed} reversed", step.event))
        values.append(won[:, 0, : means.shape[1]].mean(axis=0))
    values.append(means[group[-1].event + 1])
    back = [after - before for before, after in itertools.pairwise(values)]
    return [(one + other) / 2 for one, other in zip(there, reversed(back), strict=True)]


def own_effect(trials: Trials, step: ReviewedStep, count: int, seed: str) -> float:
    """What a choice did to its seat's share by the mean over the worlds that it could think possible."""
    if step.known is None:
        return 0.0
    won = trials.unsolved(step.known, [step.action, NOBODY], count, numbered(f"{seed} {step.known.seed}", 2))
    return float((won[:, 0] - won[:, 1]).mean())


# --- all together ----------------------------------------------------------------------------------------------------


@dataclass
class Account:
    """Where each seat's share went, by seat."""

    deal: Numbers
    chance: Numbers
    others: Numbers
    own: Numbers
    unknowable: Numbers
    luck: Numbers

    def parts(self) -> tuple[Parts, ...]:
        columns = (self.deal, self.chance, self.others, self.own, self.unknowable)
        return tuple(Parts(*map(float, row)) for row in zip(*columns, strict=True))


def account(
    trials: Trials, setting: Setting, past: Sequence[ReviewedStep], means: Numbers, effort: Effort, seed: str
) -> Account:
    """Split what became of each seat's even share."""
    found = Account(*(np.zeros(setting.seats) for _ in range(6)))
    found.deal += means[0] - 1 / setting.seats
    found.luck += luck_of_deck(trials, setting, means[0], effort.chances, seed)
    first_choice = next((step.event for step in past if not step.is_chance), len(past))
    for group in at_once(past):
        changes = effects(trials, group, means, effort.chances, seed)
        for step, change in zip(group, changes, strict=True):
            if step.is_chance:
                part = found.deal if step.event < first_choice else found.chance
                part += change
                found.luck += luck_of(trials, step, means[step.event + 1], effort.chances, seed)
            elif not step.is_forced:
                own = own_effect(trials, step, effort.effects, seed)
                found.others += change
                found.others[step.seat] -= change[step.seat]
                found.own[step.seat] += own
                found.unknowable[step.seat] += change[step.seat] - own
            else:
                found.others += change
    return found
