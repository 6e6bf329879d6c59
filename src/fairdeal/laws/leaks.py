"""The law of leaks: what a seat is sent depends on nothing that it cannot see."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fairdeal.contract.game import members
from fairdeal.contract.rules import Numbers, State
from fairdeal.contract.scene import Change, rendered
from fairdeal.engine.chance import Rng, below
from fairdeal.engine.kernel import DEALER, NOBODY
from fairdeal.engine.plain import plain
from fairdeal.errors import Refused, Unreadable
from fairdeal.language.messages import Message
from fairdeal.laws.events import change_of
from fairdeal.laws.moment import SAMPLE, Moment, hold
from fairdeal.laws.walks import clone, draw_outcome, legal_of, view_of, viewers_of
from fairdeal.laws.worlds import worlds_of

IN_BYTES = ("The view", "What it did")  # what nobody could read


def hidden_cards_do_not_leak(m: Moment) -> None:
    """Two games that differ only in what a seat never sees send it the same bytes, as long as nobody shows anything."""
    for number in range(2):
        seat, rng = m.one_of(m.seats, f"spy {number}"), m.rng(f"leaks {number}")
        pair = (m.s, worlds_of(m, seat, 1)[0])
        for _ in range(4):
            step = _common_step(m, pair, rng)
            if step is None:
                break
            after = _do_both(m, pair, *step)
            if not m.rules.actors(after[0]):
                break  # a finished game is open
            _compare_sent(m, seat, pair, after, *step)
            pair = after


def _common_step(m: Moment, pair: tuple[State, State], rng: Rng) -> tuple[int, int, Numbers] | None:
    """Choose something that can happen in both games and shows nobody anything but itself."""
    actors = members(int(m.rules.actors(pair[0])))
    if not actors:
        return None
    who = actors[below(rng, len(actors))]
    if who == DEALER:
        if m.reveals and any(m.reveals(m.game, s, DEALER, NOBODY) for s in pair):
            return None
        outcome = _common_outcome(m, pair, rng)
        return None if outcome is None else (who, NOBODY, outcome)
    both = set(legal_of(m.game, pair[0], who)) & set(legal_of(m.game, pair[1], who))
    legal = sorted(both)[:: max(1, len(both) // SAMPLE)]
    legal = [a for a in legal if not any(_reveals(m, s, who, a) for s in pair)]
    if not legal:
        return None
    return who, legal[below(rng, len(legal))], np.empty(0, np.int16)


def _common_outcome(m: Moment, pair: tuple[State, State], rng: Rng) -> Numbers | None:
    words = m.game.words
    try:
        outcome = words.outcome(pair[1], words.outcome_text(pair[0], draw_outcome(m.game, pair[0], rng)))
    except (Refused, Unreadable):
        return None
    return outcome


def _reveals(m: Moment, s: State, who: int, action: int) -> bool:
    if m.reveals:
        return m.reveals(m.game, s, who, action)
    return any(m.rules.told(s, who, action, viewer) != action for viewer in viewers_of(s))


def _do_both(m: Moment, pair: tuple[State, State], who: int, action: int, outcome: Numbers) -> tuple[State, State]:
    after = (clone(pair[0]), clone(pair[1]))
    for s in after:
        if who == DEALER:
            m.rules.deal(s, outcome)
        else:
            m.rules.play(s, who, action)
    return after


def _compare_sent(
    m: Moment,
    seat: int,
    before: tuple[State, State],
    after: tuple[State, State],
    who: int,
    action: int,
    outcome: Numbers,
) -> None:
    sent = [_sent(m, seat, before[game], after[game], who, action) for game in (0, 1)]
    for name in sent[0]:
        if sent[0][name] != sent[1][name]:
            fields = _differing_fields(*(view_of(m.game, s, seat) for s in after))
            values = "" if name in IN_BYTES else f"{sent[0][name]!r} and {sent[1][name]!r}"
            hold(False, f"{name} sent to seat {seat} depends on what it cannot see: {fields or values}.")


def _differing_fields(one: State, two: State) -> str:
    """Name the fields in which two views differ, each with both values; nothing if there is no such field."""
    fields = [name for name in one.dtype.names if one[name].tobytes() != two[name].tobytes()]
    return "; ".join(f"{name} is {one[name].tolist()} or {two[name].tolist()}" for name in fields)


def _sent(m: Moment, seat: int, before: State, after: State, who: int, action: int) -> dict[str, object]:
    told = DEALER if who == DEALER else int(m.rules.told(before, who, action, seat))
    view = view_of(m.game, after, seat)
    then, now = plain(view_of(m.game, before, seat)), plain(view)
    render = m.setting.catalogue(seat).render
    words = m.game.words
    sample = m.some_actions(seat)
    return {
        "The view": view.tobytes(),
        "The scene": rendered(m.game.scene(view, seat), m.setting.catalogue(seat)) if m.game.is_drawn else None,
        "What is told": told,
        "legal": legal_of(m.game, after, seat),
        "The prompt": render(words.prompt(now, seat)),
        "The description": [render(line) for line in words.describe(now, seat)],
        "The story": [render(line) for line in words.story(then, now, who, told if who != DEALER else NOBODY)],
        "What it did": _did(change_of(m, then, now, who, told if who != DEALER else NOBODY)),
        "why_not": [_rendered(render, words.why_not(now, seat, a)) for a in sample],
    }


def _did(change: Change) -> tuple[object, ...]:
    return change.moved, change.clash, change.sums, [still.as_bytes for still in change.stills]


def _rendered(render: Callable[[Message], str], message: Message | None) -> str | None:
    return None if message is None else render(message)
