"""A position of a random game, and what every law says first: `hold`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fairdeal.contract.game import Game, Setting, members
from fairdeal.contract.rules import State
from fairdeal.engine.chance import Rng, below, numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.laws.walks import filled, legal_of, seats_of, view_of, viewers_of

FILLS = (0x55, 0xAA)
SAMPLE = 16
FEW = 8

Census = Callable[[State], Hashable]
"""Count the cards of a full state: the same for all states of a game, or a sentence of trouble."""
Kind = Callable[[int], Hashable]
"""What everybody sees of a sealed action."""
Reveals = Callable[[Game, State, int, int], bool]
"""Tell whether an actor's action shows some seat what was hidden from it (apart from the action itself).

The actor may be DEALER, the action then NOBODY: chance that lays out cards nobody has seen.
"""


def no_census(s: State) -> Hashable:
    return None


def everywhere(s: State) -> bool:
    return True


def hold(condition: object, sentence: str) -> None:
    """Raise AssertionError with a sentence unless the condition holds; `python -O` does not silence it."""
    if not condition:
        raise AssertionError(sentence)


@dataclass(frozen=True)
class Moment:
    """A position of a random game, with what the laws need to know of the game."""

    setting: Setting
    s: State
    seed: str = "0"
    number: int = 0
    census: Census = no_census
    kind: Kind | None = None
    reveals: Reveals | None = None
    best: Callable[..., int] | None = None
    """Which points win; None: something else than points decides."""
    counted: Hashable = None
    plans: dict[tuple[int, bytes], State] = field(default_factory=dict)
    """The plans made so far, by seat and view: some are dear."""

    @property
    def game(self) -> Game:
        return self.setting.game

    @property
    def rules(self) -> Any:
        return self.setting.game.rules

    @property
    def actors(self) -> int:
        return int(self.rules.actors(self.s))

    @property
    def seats(self) -> range:
        return seats_of(self.s)

    @property
    def viewers(self) -> list[int]:
        return viewers_of(self.s)

    @property
    def acting(self) -> list[int]:
        """The seats that may act."""
        return [who for who in members(self.actors) if who != DEALER]

    def rng(self, purpose: str) -> Rng:
        return numbered(f"{purpose} {self.seed}", self.number)

    def view(self, seat: int) -> State:
        return view_of(self.game, self.s, seat)

    def plan(self, seat: int, v: State) -> State:
        key = (seat, v.tobytes())
        if key not in self.plans:
            self.plans[key] = filled(self.game.worlds.PLAN, FILLS[0])
            self.game.worlds.plan(v, seat, self.plans[key])
        return self.plans[key]

    def legal(self, seat: int) -> list[int]:
        return legal_of(self.game, self.s, seat)

    def some_legal(self, seat: int) -> list[int]:
        """The seat's legal actions, or a sample of them where they are many."""
        legal = self.legal(seat)
        rng = self.rng(f"some legal of {seat}")
        return legal if len(legal) <= SAMPLE else [legal[below(rng, len(legal))] for _ in range(SAMPLE)]

    def some_actions(self, seat: int, most: int = 40) -> list[int]:
        """All actions if they are few, else a sample and all legal ones."""
        actions = range(self.rules.ACTIONS)
        if len(actions) <= most:
            return list(actions)
        rng = self.rng(f"actions {seat}")
        return [*self.some_legal(seat), *(below(rng, self.rules.ACTIONS) for _ in range(most))]

    def one_of(self, things: Sequence[int], purpose: str) -> int:
        return things[below(self.rng(purpose), len(things))]

    def at(self, s: State) -> Moment:
        return replace(self, s=s)


Law = Callable[[Moment], None]


class BrokenLaw(AssertionError):
    """A law does not hold: which, what is wrong, and where."""

    def __init__(self, law: str, sentence: str, place: str) -> None:
        super().__init__(f"{law}: {sentence} ({place})")
        self.law = law
        self.sentence = sentence
        self.place = place
