"""How an event of the game reaches everybody: what each listener is told, and saw before and after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from fairdeal.game import Game, Setting, State, points_of
from fairdeal.kernel import DEALER, NOBODY, SPECTATOR
from fairdeal.messages import Catalogue, Message, addressed
from fairdeal.plain import Traces, traced
from fairdeal.table.sitting import Event, Sitting, text_of

Views = Mapping[int, State]
"""The game as each listener knows it, plain."""


class Story(Struct):
    """What is said of an event, and all that it was made of."""

    told: int
    before: Traces
    after: Traces
    messages: Sequence[Message]
    addressed: set[int]
    common: tuple[str, ...] | None = None
    """The sentences for all who are not addressed: a table speaks one language."""

    def rendered(self, catalogue: Catalogue) -> tuple[str, ...]:
        return tuple([catalogue.render(message) for message in self.messages])


class Moment(Struct, frozen=True):
    """An event of the game as everybody learned of it; nothing of the dealer's is told but by the views."""

    actor: int
    told: Mapping[int, int]
    before: Views
    after: Views
    at: int | None = None
    stories: list[Story] = field(default_factory=list)
    """What was said so far, each for all who know the same of what it was made of."""

    def lines(self, game: Game, listener: int, catalogue: Catalogue) -> tuple[str, ...]:
        """Tell it in sentences."""
        story = self._story(game, listener)
        if catalogue.listener in story.addressed:
            return story.rendered(catalogue)
        if story.common is None:
            story.common = story.rendered(catalogue)
        return story.common

    def _story(self, game: Game, listener: int) -> Story:
        told, before, after = self.told[listener], self.before[listener], self.after[listener]
        for story in self.stories:
            if story.told == told and story.before.fits(before) and story.after.fits(after):
                return story
        before, after = traced(before), traced(after)
        messages = game.words.story(before, after, self.actor, told)
        self.stories.append(Story(told, before.traces(), after.traces(), messages, addressed(messages)))
        return self.stories[-1]

    def private_lines(self, game: Game, listener: int, catalogue: Catalogue) -> tuple[int, ...]:
        """Say which of a listener's lines onlookers are not told; none of an action that was told to all alike."""
        is_common = self.actor != DEALER and self.told[listener] == self.told.get(SPECTATOR)
        if is_common or SPECTATOR not in self.before:
            return ()
        story, common = self._story(game, listener), self._story(game, SPECTATOR)
        if story is common:
            return ()
        told_to_all = common.rendered(catalogue)
        return tuple(at for at, line in enumerate(story.rendered(catalogue)) if line not in told_to_all)

    def told_text(self, game: Game, listener: int) -> str | None:
        """The action as the listener is told of it; None of the dealer."""
        words: Any = game.words
        return None if self.actor == DEALER else text_of(words, self.told[listener])


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


def moments(setting: Setting, events: Sequence[Event], *listeners: int) -> Iterator[Moment]:
    """Play events again from the beginning, as listeners learned of them."""
    sitting = Sitting(setting)
    views = views_of(sitting, listeners)
    for event in events:
        moment = do(sitting, event, views)
        views = moment.after
        yield moment


def course(setting: Setting, events: Sequence[Event]) -> tuple[tuple[int, ...], ...]:
    """Play a finished game again, and give everybody's points after each event."""
    sitting = Sitting(setting)
    points = []
    for event in events:
        do(sitting, event, {})
        points.append(tuple(points_of(setting.game, sitting.state)))
    return tuple(points)
