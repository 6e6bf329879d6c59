"""What a search works in: native code allocates nothing, so everything it writes to is made here, in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fairdeal.contract.levels import KNOWLEDGE
from fairdeal.engine import kernel
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import MOST_SEATS

if TYPE_CHECKING:  # native code imports this module, and would be compiled anew whenever a game is described otherwise
    from fairdeal.contract.game import Game

FREE = 0  # the key of a place without an arm

# An arm: what it is known by; how often it was chosen, and was there to be chosen; the rewards of who chose it.
ARM = kernel.record(key="i8", visits="i4", offered="i4", reward="f8")

# What all iterations that began with one action brought the searching seat.
TRIAL = kernel.record(visits="i8", reward="f8", share="f8", share_squares="f8", points="f8", points_squares="f8")

POLICY, HORIZON, ENDGAME, INFERENCE, SURVEY, FORESIGHT, INTUITION = range(len(KNOWLEDGE))  # places in uses
# Places in counts: arms, the most there may be, iterations done, worlds weighed, actions tried by the solver.
ARMS, MOST, DONE, WORLDS, TRIED = range(5)
SUM, SQUARES, EAGER = range(3)  # columns of spread
ACTOR, WIDTH, NEXT = range(3)  # columns of line: who chooses, of how many actions, and which comes next

MOST_WORLDS = 4096  # that are weighed for one search
FEW_WORLDS = 256  # that are weighed by a network
DEEPEST = 64  # choices of a game that is solved exactly
MOST_NOTES = 1 << 16


class Sight(NamedTuple):
    """A network with one layer between what it is given and what it says, and where it is worked out; all float32."""

    inner: Any
    """By input: its weight for each hidden unit; then what is added to them."""
    outer: Any
    """By hidden unit: its weight for all that is said; then what is added to it."""
    inputs: Any
    units: Any
    said: Any


def new_sight(inner: Any, outer: Any) -> Sight:
    """Make room to ask a network."""
    return Sight(inner, outer, *(np.zeros(size, np.float32) for size in (len(inner), *outer.shape)))


class Scratch(NamedTuple):
    """Everything a search writes to."""

    plan: Any
    world: Any
    arms: Any
    """A table by key with open addressing; as many places as a power of two says."""
    counts: Any
    """See ARMS and its neighbours."""
    uses: Any
    """Which knowledge is used, by its place in KNOWLEDGE."""
    trials: Any
    """By number of the legal action at the root."""
    knows: Any
    """By seat: a digest of what it was told since the root."""
    path_arms: Any
    path_seats: Any
    legal: Any
    outcome: Any
    clock: Any
    places: Any
    """Of the legal actions' arms."""
    untried: Any
    """Numbers of legal actions that have no arm yet."""
    standing: Any
    """Points of all seats as the rules count them."""
    points: Any
    """Points of all seats at the end, or to be expected."""
    shares: Any
    rewards: Any
    spread: Any
    """By seat: the sum of all rewards, of their squares, and how eager that makes it to try what was tried little."""
    pool: Any
    """Worlds that were weighed."""
    weights: Any
    """Of these worlds, each with those of all before it."""
    stack: Any
    """By depth: the states on the line that is being solved."""
    line: Any
    """By depth: see ACTOR, WIDTH and NEXT."""
    choices: Any
    """By depth: legal actions."""
    worths: Any
    """By depth: what the best line found so far is worth to each seat, then its shares, then its points."""
    sure: Any
    """By depth: what each seat is sure of by choices above."""
    rng: Any
    """For chance that makes no difference."""
    notes: Any
    """For a survey of a game's own."""
    values: Any
    """For a survey of a game's own."""
    chances: Any
    """Of the legal actions, as a network leans."""
    sight: Any
    """The network for this very table, if there is one."""


def new_scratch(game: Game, knowledge: frozenset[str]) -> Scratch:
    """Make what one search at a time writes to, with what a game's knowledge needs."""
    rules = game.rules
    deepest = DEEPEST + 1 if knowledge & {"endgame", "greedy"} else 1
    worlds = MOST_WORLDS if "inference" in knowledge else FEW_WORLDS if "intuition" in knowledge else 1
    notes = MOST_NOTES if "survey" in knowledge else 1
    return Scratch(
        plan=kernel.blank(game.worlds.PLAN)[0],
        world=kernel.blank(rules.STATE)[0],
        arms=None,
        counts=np.zeros(5, np.int64),
        uses=np.zeros(len(KNOWLEDGE), np.int8),
        trials=kernel.blank(TRIAL, rules.MOST_LEGAL),
        knows=np.zeros(MOST_SEATS, np.uint64),
        path_arms=np.zeros(rules.MOST_EVENTS, np.int32),
        path_seats=np.zeros(rules.MOST_EVENTS, np.int32),
        legal=np.zeros(rules.MOST_LEGAL, np.int32),
        outcome=np.zeros(rules.MOST_OUTCOME, np.int16),
        clock=np.zeros(2, np.int64),
        places=np.zeros(rules.MOST_LEGAL, np.int32),
        untried=np.zeros(rules.MOST_LEGAL, np.int32),
        standing=np.zeros(MOST_SEATS, np.int64),
        points=np.zeros(MOST_SEATS, np.float64),
        shares=np.zeros(MOST_SEATS, np.float64),
        rewards=np.zeros(MOST_SEATS, np.float64),
        spread=np.zeros((MOST_SEATS, 3), np.float64),
        pool=kernel.blank(rules.STATE, worlds),
        weights=np.zeros(worlds, np.float64),
        stack=kernel.blank(rules.STATE, deepest),
        line=np.zeros((deepest, 3), np.int32),
        choices=np.zeros((deepest, rules.MOST_LEGAL), np.int32),
        worths=np.zeros((deepest, 3 * MOST_SEATS), np.float64),
        sure=np.zeros((deepest, MOST_SEATS), np.float64),
        rng=numbered(0, 0),
        notes=np.zeros(notes, np.int32),
        values=np.zeros(notes, np.float64),
        chances=np.zeros(rules.MOST_LEGAL, np.float64),
        sight=new_sight(*np.zeros((2, 1, 1), np.float32)),
    )
