"""Laws of who is told what of an action, and of what it shows."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from fairdeal.contract.game import has_turned_up
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.kernel import UNKNOWN
from fairdeal.errors import Unreadable
from fairdeal.laws.moment import FEW, Law, Moment, hold
from fairdeal.laws.walks import clone, view_of
from fairdeal.laws.words import check_line
from fairdeal.laws.worlds import worlds_of


def an_actor_is_told_the_truth(m: Moment) -> None:
    for seat in m.acting:
        for action in m.some_legal(seat):
            hold(m.rules.told(m.s, seat, action, seat) == action, f"Seat {seat} is not told its own action {action}.")


def a_hidden_action_is_masked(m: Moment) -> None:
    """Others are told the truth or a mask from ACTIONS on, the same by the viewer's own view."""
    for seat in m.acting:
        legal = m.some_legal(seat)
        for viewer in m.viewers:
            v = m.view(viewer)
            told = {action: int(m.rules.told(m.s, seat, action, viewer)) for action in legal}
            for action, mask in told.items():
                fair = mask == action or mask >= m.rules.ACTIONS
                hold(fair, f"{action} of seat {seat} is told to {viewer} as {mask}.")
                again = m.rules.told(v, seat, action, viewer)
                hold(again == mask, f"What {viewer} is told of {action} does not follow from its view.")
            _check_masks(m, seat, viewer, {action: mask for action, mask in told.items() if mask != action})


def _check_masks(m: Moment, seat: int, viewer: int, masks: dict[int, int]) -> None:
    """A mask stands for all actions of a kind; without kinds, for more than one of several."""
    kinds: dict[Hashable, set[int]] = {}
    for action, mask in masks.items():
        kinds.setdefault(m.kind(action) if m.kind else mask, set()).add(mask if m.kind else action)
    for kind, found in kinds.items():
        if m.kind:
            hold(len(found) == 1, f"{viewer} can tell sealed actions of seat {seat} of kind {kind!r} apart.")
        else:
            hold(len(found) > 1 or len(masks) == 1, f"The mask {kind} tells {viewer} the very action of seat {seat}.")
    for mask in set(masks.values()):
        _check_mask_text(m, mask)


def _check_mask_text(m: Moment, mask: int) -> None:
    text = m.game.words.text(mask)
    check_line(m, text)
    try:
        read = m.game.words.action(text)
    except Unreadable:
        return
    hold(read >= m.rules.ACTIONS, f"The text of a hidden action, {text!r}, reads as an action.")


def teaches_follows_from_the_view(m: Moment) -> None:
    for seat in m.acting:
        v = m.view(seat)
        for action in m.some_legal(seat):
            full = bool(m.rules.teaches(m.s, seat, action))
            hold(full == bool(m.rules.teaches(v, seat, action)), f"teaches differs on the view of seat {seat}.")


def an_action_that_teaches_nothing_shows_nothing(m: Moment) -> None:
    for seat in m.acting:
        for action in m.some_legal(seat)[:3]:
            if not m.rules.teaches(m.s, seat, action):
                after = clone(m.s)
                m.rules.play(after, seat, action)
                for viewer in m.viewers:
                    if viewer != seat:
                        _check_nothing_shown(m, after, seat, action, viewer)


def _check_nothing_shown(m: Moment, after: State, seat: int, action: int, viewer: int) -> None:
    hidden = (numbers_of(m.view(viewer)) == UNKNOWN) & (numbers_of(m.s) != UNKNOWN)
    shown = numbers_of(view_of(m.game, after, viewer)) != UNKNOWN
    hold(not (hidden & shown).any(), f"Action {action} of seat {seat} teaches nothing, yet shows {viewer} something.")


def what_is_turned_up_is_said(m: Moment) -> None:
    """Else the seat sees the same after its action, whatever it did not know before."""
    for seat in m.acting:
        worlds = worlds_of(m, seat, FEW)
        for action in m.some_legal(seat)[:3]:
            after = played(m, m.s, seat, action)
            if has_turned_up(m.rules, m.s, after, seat, action):
                continue
            seen = view_of(m.game, after, seat).tobytes()
            for world in worlds:
                found = view_of(m.game, played(m, world, seat, action), seat).tobytes()
                hold(found == seen, f"Action {action} of seat {seat} turned something up, and the rules deny it.")


def played(m: Moment, s: State, seat: int, action: int) -> State:
    after = clone(s)
    m.rules.play(after, seat, action)
    return after


def numbers_of(record: State) -> Numbers:
    """Give all numbers of a record in a row."""
    parts: list[Numbers] = []
    for name in record.dtype.names:
        value = record[name]
        nested = getattr(value, "dtype", None) is not None and value.dtype.names
        parts.append(numbers_of(value) if nested else np.asarray(value, np.float64).ravel())
    return np.concatenate(parts)


LAWS: tuple[Law, ...] = (
    an_actor_is_told_the_truth,
    a_hidden_action_is_masked,
    teaches_follows_from_the_view,
    an_action_that_teaches_nothing_shows_nothing,
    what_is_turned_up_is_said,
)
