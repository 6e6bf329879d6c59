"""Laws of events: the story that is told of them, what they moved, and the views that rest before the last."""

from __future__ import annotations

from fairdeal.contract.rules import State
from fairdeal.contract.scene import Change
from fairdeal.engine.kernel import DEALER, NOBODY, SPECTATOR
from fairdeal.engine.plain import plain, record_of
from fairdeal.language.messages import Message
from fairdeal.laws.moment import FEW, Moment, hold
from fairdeal.laws.walks import Step, clone, view_of
from fairdeal.laws.words import check_line


def a_still_shows_nothing_new(m: Moment, event: Step) -> None:
    """A still is a view of its seat, and shows no card that was not seen before or after it, or told."""
    for seat in m.viewers:
        told = told_of(m, event, seat)
        before, after = view_of(m.game, event.before, seat), view_of(m.game, event.after, seat)
        stills = change_of(m, before, after, event.actor, told).stills
        known = _seen(m, before, seat) | _seen(m, after, seat) if stills else set()
        known |= set(m.game.words.text(told).split()) if stills else set()
        for still in stills:
            masked = view_of(m.game, record_of(still), seat)
            hold(masked.tobytes() == still.as_bytes, f"A still for {seat} is no view of {seat}.")
            new = _seen(m, still, seat) - known
            hold(not new, f"A still shows {new} to {seat}, which was seen neither before nor after it.")


def what_was_moved_is_there(m: Moment, event: Step) -> None:
    """The pieces that an event names lie in the scene after it, or in a still."""
    if m.game.change is None:
        return
    for seat in m.viewers:
        before, after = view_of(m.game, event.before, seat), view_of(m.game, event.after, seat)
        change = change_of(m, before, after, event.actor, told_of(m, event, seat))
        there = {piece.id for view in (after, *change.stills) for piece in m.game.scene(view, seat).pieces()}
        hold(set(change.moved) <= there, f"What was moved for {seat} is not there: {set(change.moved) - there}.")


def a_story_tells_what_was_done(m: Moment, event: Step) -> None:
    """Of two actions that a viewer can tell apart, the stories differ; and so they do for two seats."""
    if event.actor == DEALER:
        return
    legal = Moment(m.setting, event.before, m.seed, event.number).some_legal(event.actor)[:FEW]
    for viewer in m.viewers:
        told_as: dict[tuple[str, ...], int] = {}
        render = m.setting.catalogue(viewer).render
        for action in legal:
            after = clone(event.before)
            m.rules.play(after, event.actor, action)
            told = int(m.rules.told(event.before, event.actor, action, viewer))
            views = plain(view_of(m.game, event.before, viewer)), plain(view_of(m.game, after, viewer))
            story = tuple(map(render, m.game.words.story(*views, event.actor, told)))
            other = told_as.setdefault(story, told)
            texts = m.game.words.text(other), m.game.words.text(told)
            hold(other == told, f"{texts[0]!r} and {texts[1]!r} of seat {event.actor} are told alike: {story}.")


def change_of(m: Moment, before: State, after: State, actor: int, told: int) -> Change:
    return Change() if m.game.change is None else m.game.change(plain(before), plain(after), actor, told)


def told_of(m: Moment, event: Step, seat: int) -> int:
    return NOBODY if event.actor == DEALER else int(m.rules.told(event.before, event.actor, event.action, seat))


def _seen(m: Moment, v: State, seat: int) -> set[str]:
    """The cards that can be seen, by the ids that they have wherever they lie."""
    return {piece.id for piece in m.game.scene(v, seat).pieces() if piece.face}


def events_are_told_to_all(m: Moment, event: Step) -> None:
    """Every seat and the spectator can read what happened, as told to them."""
    for seat in m.viewers:
        told = told_of(m, event, seat)
        views = view_of(m.game, event.before, seat), view_of(m.game, event.after, seat)
        render = m.setting.catalogue(seat).render
        story = m.game.words.story(plain(views[0]), plain(views[1]), event.actor, told)
        hold(story == m.game.words.story(*views, event.actor, told), "The story reads otherwise of plain views.")
        for line in story:
            check_line(m.at(event.after), render(line))
        _check_alike(m, event, seat, story)


def _check_alike(m: Moment, event: Step, seat: int, story: list[Message]) -> None:
    """What is the same for all is told once, by what onlookers know."""
    told = told_of(m, event, SPECTATOR)
    if m.game.is_alike is not None and m.game.is_alike(event.actor, told):
        before, after = (plain(view_of(m.game, s, SPECTATOR)) for s in (event.before, event.after))
        alike = m.game.words.story(before, after, event.actor, told)
        hold(story == alike, f"Seat {seat} is told {story!r}, and onlookers {alike!r}.")
