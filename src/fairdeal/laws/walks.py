"""Random games in plain Python, event by event: what the laws are tested on."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fairdeal.contract.game import Game, Setting, members
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine import kernel
from fairdeal.engine.chance import Rng, below, numbered
from fairdeal.errors import Refused, Unreadable

GUARD = 8  # numbers behind the end of a buffer, to catch what is written there
GUARDED = -77

Policy = Callable[[Rng, int, int], int]
"""Choose one of `count` legal actions for event `number`: its index."""
Shape = Callable[[Numbers], Numbers]
"""Make another outcome of the one drawn; it is dealt only if the game's words accept it."""


@dataclass(frozen=True)
class Step:
    """One event of a random game: the states before and after, and what the actor did."""

    number: int
    before: State
    after: State
    actor: int
    action: int
    """kernel.NOBODY for the dealer."""
    outcome: Numbers
    """Empty for a seat."""


# --- policies --------------------------------------------------------------------------------------------------------


def at_random(rng: Rng, count: int, number: int) -> int:
    return int(below(rng, count))


def always_first(rng: Rng, count: int, number: int) -> int:
    return 0


def always_last(rng: Rng, count: int, number: int) -> int:
    return count - 1


def switching(rng: Rng, count: int, number: int) -> int:
    """Swing from one end to the other at random moments."""
    return 0 if below(rng, 2) else count - 1


def by_script(choices: Sequence[int]) -> Policy:
    """Follow given numbers, then take the first; the way Hypothesis plays and shrinks."""

    def choose(rng: Rng, count: int, number: int) -> int:
        return choices[number] % count if number < len(choices) else 0

    return choose


POLICIES: dict[str, Policy] = {
    "uniform": at_random,
    "first": always_first,
    "last": always_last,
    "switching": switching,
}


# --- shapes of outcomes ----------------------------------------------------------------------------------------------


def as_drawn(outcome: Numbers) -> Numbers:
    return outcome


def ascending(outcome: Numbers) -> Numbers:
    return np.sort(outcome)


def descending(outcome: Numbers) -> Numbers:
    return np.sort(outcome)[::-1].copy()


def rotated(outcome: Numbers) -> Numbers:
    return np.roll(np.sort(outcome), 1)


SHAPES: dict[str, Shape] = {
    "as drawn": as_drawn,
    "ascending": ascending,
    "descending": descending,
    "rotated": rotated,
}


# --- records ---------------------------------------------------------------------------------------------------------


def clone(s: State) -> State:
    """Give a copy of a record."""
    out = np.empty(1, s.dtype)
    out[0] = s
    return out[0]


def filled(dtype: np.dtype[Any], byte: int) -> State:
    """Make a record of nothing but this byte."""
    return np.frombuffer(bytes([byte]) * dtype.itemsize, dtype).copy()[0]


def seats_of(s: State) -> range:
    return range(int(s.seats))


def viewers_of(s: State) -> list[int]:
    """List all viewers: the seats and SPECTATOR."""
    return [*seats_of(s), kernel.SPECTATOR]


def view_of(game: Game, s: State, seat: int) -> State:
    out = filled(game.rules.STATE, 0x55)
    game.rules.view(s, seat, out)
    return out


def legal_of(game: Game, s: State, seat: int) -> list[int]:
    """List a seat's legal actions, with room for more than MOST_LEGAL: compiled code writes where it likes."""
    rules = game.rules
    out = np.full(max(rules.ACTIONS, rules.MOST_LEGAL) + GUARD, GUARDED, np.int32)
    count = rules.legal(s, seat, out)
    if not 0 <= count <= rules.MOST_LEGAL or (out[rules.MOST_LEGAL :] != GUARDED).any():
        raise AssertionError(f"Seat {seat} has {count} legal actions; MOST_LEGAL is {rules.MOST_LEGAL}.")
    return [int(action) for action in out[:count]]


def draw_outcome(game: Game, s: State, rng: Rng) -> Numbers:
    """Draw an outcome, of a length that fits."""
    out = np.full(game.rules.MOST_OUTCOME + GUARD, GUARDED, np.int16)
    count = game.rules.draw(s, rng, out)
    if not 0 <= count <= game.rules.MOST_OUTCOME or (out[game.rules.MOST_OUTCOME :] != GUARDED).any():
        raise AssertionError(f"draw made {count} numbers, more than MOST_OUTCOME ({game.rules.MOST_OUTCOME}).")
    return out[:count].copy()


def shaped_outcome(game: Game, s: State, rng: Rng, shape: Shape) -> Numbers:
    """Draw an outcome and give it another shape, if the game knows such an outcome."""
    drawn = draw_outcome(game, s, rng)
    if shape is as_drawn:
        return drawn
    try:
        return game.words.outcome(s, game.words.outcome_text(s, shape(drawn)))
    except (Refused, Unreadable):
        return drawn


# --- games -----------------------------------------------------------------------------------------------------------


def random_game(
    setting: Setting, rng: Rng, policy: Policy = at_random, shape: Shape = as_drawn, start: State | None = None
) -> Iterator[Step]:
    """Play a game to its end; of several actors, any may be the next. Raise AssertionError if it never ends."""
    game = setting.game
    s = setting.new_state() if start is None else clone(start)
    number = 0
    while actors := members(int(game.rules.actors(s))):
        if number >= game.rules.MOST_EVENTS:
            raise AssertionError(f"The game goes on after MOST_EVENTS ({game.rules.MOST_EVENTS}).")
        event = _next_event(game, s, number, actors[below(rng, len(actors))], rng, policy, shape)
        yield event
        s = event.after
        number += 1


def _next_event(game: Game, s: State, number: int, who: int, rng: Rng, policy: Policy, shape: Shape) -> Step:
    after = clone(s)
    if who == kernel.DEALER:
        step = Step(number, s, after, who, kernel.NOBODY, shaped_outcome(game, s, rng, shape))
        with doing(step):
            game.rules.deal(after, step.outcome)
        return step
    legal = legal_of(game, s, who)
    if not legal:
        raise AssertionError(f"A dead end: seat {who} is awaited and has no legal action.")
    step = Step(number, s, after, who, legal[policy(rng, len(legal), number)], np.empty(0, np.int16))
    with doing(step):
        game.rules.play(after, who, step.action)
    return step


@contextlib.contextmanager
def doing(step: Step) -> Iterator[None]:
    """Let whatever the rules raise name the event in which they did."""
    try:
        yield
    except Exception as error:
        vars(error)["step"] = step
        raise


def positions(setting: Setting, seed: int | str, policy: Policy = at_random) -> list[State]:
    """List the states of a random game, the empty table and the end included."""
    first = setting.new_state()
    return [first, *(event.after for event in random_game(setting, numbered(seed, 0), policy, start=first))]
