"""How an event of the game reaches everybody: what each listener is told, and saw before and after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fairdeal.game import Game, Setting, State
from fairdeal.kernel import DEALER, NOBODY
from fairdeal.messages import Catalogue
from fairdeal.table.sitting import Event, Sitting

Views = Mapping[int, State]
"""The game as each listener knows it, plain."""


@dataclass(frozen=True)
class Moment:
    """An event of the game as everybody learned of it; nothing of the dealer's is told but by the views."""

    actor: int
    told: Mapping[int, int]
    before: Views
    after: Views
    at: int | None = None

    def lines(self, game: Game, listener: int, catalogue: Catalogue) -> tuple[str, ...]:
        """Tell it in sentences."""
        said = game.words.story(self.before[listener], self.after[listener], self.actor, self.told[listener])
        return tuple(catalogue.render(message) for message in said)

    def told_text(self, game: Game, listener: int) -> str | None:
        """The action as the listener is told of it; None of the dealer."""
        return None if self.actor == DEALER else game.words.text(self.told[listener])


def views_of(sitting: Sitting, listeners: Iterable[int]) -> Views:
    """Give the game as each listener knows it now."""
    look = sitting.look
    return {listener: look.view(listener) for listener in listeners}


def do(sitting: Sitting, event: Event, before: Views) -> Moment:
    """Do what an event says, and tell it to everybody whose view before it is given."""
    if event.seat is None:
        sitting.deal_text(event.action, event.at)
        return Moment(DEALER, dict.fromkeys(before, NOBODY), before, views_of(sitting, before), event.at)
    told = sitting.play_and_tell(event.seat, event.action, event.at, before)
    return Moment(event.seat, told, before, views_of(sitting, before), event.at)


def moments(setting: Setting, events: Sequence[Event], listener: int) -> Iterator[Moment]:
    """Play events again from the beginning, as one listener learned of them."""
    sitting = Sitting(setting)
    views = views_of(sitting, [listener])
    for event in events:
        moment = do(sitting, event, views)
        views = moment.after
        yield moment
