"""How an event of the game reaches everybody: what each viewer is told, and saw before and after it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from fairdeal.contract.game import Game, Setting, points_of
from fairdeal.contract.rules import State
from fairdeal.contract.scene import Change, Sums
from fairdeal.engine.kernel import DEALER, NOBODY, SPECTATOR
from fairdeal.language.marks import Marked
from fairdeal.language.messages import Catalogue, Message
from fairdeal.play.sitting import Event, Sitting, text_of

Views = Mapping[int, State]
"""The game as each viewer knows it, plain."""


class News(Struct, frozen=True):
    """An event of the game as everybody learned of it; nothing of the dealer's is told but by the views."""

    actor: int
    told: Mapping[int, int]
    before: Views
    after: Views
    at: int | None = None

    def story(self, game: Game, viewer: int) -> list[Message]:
        """Give what a viewer is told, as messages."""
        return game.words.story(self.before[viewer], self.after[viewer], self.actor, self.told[viewer])

    def change(self, game: Game, viewer: int) -> Change:
        """Say what it did, as far as a viewer may know that."""
        if game.change is None:
            return Change()
        return game.change(self.before[viewer], self.after[viewer], self.actor, self.told[viewer])

    def is_alike(self, game: Game) -> bool:
        """Tell whether that is the same for all."""
        return game.is_alike is not None and game.is_alike(self.actor, self.told[SPECTATOR])

    def lines(self, game: Game, viewer: int, catalogue: Catalogue) -> tuple[str, ...]:
        """Tell it in sentences."""
        return tuple([catalogue.render(message) for message in self.story(game, viewer)])

    def marked_lines(self, game: Game, viewer: int, catalogue: Catalogue) -> tuple[Marked, ...]:
        """Tell it in sentences, and mark what they name."""
        return tuple([catalogue.mark(message) for message in self.story(game, viewer)])

    def private_lines(self, game: Game, viewer: int, catalogue: Catalogue) -> tuple[int, ...]:
        """Say which of a viewer's lines onlookers are not told."""
        if SPECTATOR not in self.before or self.is_alike(game):
            return ()
        common = self.lines(game, SPECTATOR, catalogue)
        return tuple(at for at, line in enumerate(self.lines(game, viewer, catalogue)) if line not in common)

    def told_text(self, game: Game, viewer: int) -> str | None:
        """The action as the viewer is told of it; None of the dealer."""
        words: Any = game.words
        return None if self.actor == DEALER else text_of(words, self.told[viewer])


def views_of(sitting: Sitting, viewers: Collection[int]) -> Views:
    """Give the game as each of these viewers knows it now."""
    views = sitting.views
    return views if len(viewers) == len(views) else {viewer: views[viewer] for viewer in viewers}


def do(sitting: Sitting, event: Event, before: Views) -> News:
    """Do what an event says, and tell it to everybody whose view before it is given."""
    if event.seat is None:
        sitting.deal_text(event.action, event.at)
        return News(DEALER, dict.fromkeys(before, NOBODY), before, views_of(sitting, before), event.at)
    told = sitting.play_and_tell(event.seat, event.action, event.at, before)
    return News(event.seat, told, before, views_of(sitting, before), event.at)


def retold(setting: Setting, events: Sequence[Event], *viewers: int, since: int = 0) -> Iterator[News]:
    """Play events again, those from number `since` on as viewers learned of them."""
    sitting = Sitting(setting)
    for event in events[:since]:
        sitting.redo(event)
    views = views_of(sitting, viewers)
    for event in events[since:]:
        news = do(sitting, event, views)
        views = news.after
        yield news


class Course(Struct, frozen=True):
    """How the points of a game came about."""

    points: tuple[tuple[int, ...], ...]
    """Of all seats, after each event."""
    rounds: tuple[Sums, ...]
    """What each round came to."""


def course(setting: Setting, events: Sequence[Event]) -> Course:
    """Play a finished game again, and give everybody's points after each event and round."""
    sitting, game = Sitting(setting), setting.game
    views = views_of(sitting, [SPECTATOR])
    points, rounds = [], []
    for event in events:
        news = do(sitting, event, views)
        views = news.after
        points.append(tuple(points_of(game, sitting.state)))
        rounds.append(news.change(game, SPECTATOR).sums)
    return Course(tuple(points), tuple(sums for sums in rounds if sums is not None))
