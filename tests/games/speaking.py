"""What speaks for actions, for tests: every legal action of random games, with its reasons and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fairdeal.contract.game import Game, Setting
from fairdeal.engine.chance import Rng, below, numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.engine.plain import plain
from fairdeal.laws.walks import clone
from fairdeal.play.sitting import Sitting


@dataclass(frozen=True)
class Spoken:
    """An action of a seat: the state before it and right after it, and the arguments of its reasons by their keys."""

    before: Any
    after: Any
    seat: int
    action: int
    reasons: dict[str, Any]


def spoken(setting: Setting, games: int, tries: int = 4) -> Iterator[Spoken]:
    """Play games at random; of every choice tell some actions, and what they did in the true state."""
    for number in range(games):
        sitting, rng = Sitting(setting), numbered(f"reasons {number}", 0)
        while not sitting.is_over:
            for seat in sitting.actors:
                if seat != DEALER:
                    yield from _some(sitting, seat, tries, rng)
            sitting.random_step(rng)


def _some(sitting: Sitting, seat: int, tries: int, rng: Rng) -> Iterator[Spoken]:
    legal, rules = sitting.legal(seat), sitting.game.rules
    view = plain(sitting.view(seat))
    for action in {legal[below(rng, len(legal))] for _ in range(tries)}:
        after = clone(sitting.state)
        rules.play(after, seat, action)
        found = sitting.game.words.reasons(view, seat, action)
        reasons = {message.key.removeprefix("reason."): message.arguments for message in found}
        assert 1 <= len(found) <= 3, sitting.game.words.text(action)
        yield Spoken(sitting.state, after, seat, action, reasons)


def said(game: Game, s: Any, seat: int, text: str, setting: Setting | None = None) -> list[str]:
    """Give the reasons for an action as its seat is told them."""
    view = clone(s)
    game.rules.view(s, seat, view)
    catalogue = (setting or game.setting(int(s.seats))).catalogue(seat, {0: "Ann", 1: "Bob", 2: "Cleo", 3: "Dan"})
    return [catalogue.render(message) for message in game.words.reasons(view, seat, game.words.action(text))]
