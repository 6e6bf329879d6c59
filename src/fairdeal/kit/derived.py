"""What follows from a game's declared fields and from few functions of its rules; generic over games and native.

A game's rules are laid over these functions (`whole`), so whatever the rules define themselves takes their place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fairdeal.engine import emitting, kernel, observed
from fairdeal.engine.fields import (
    BY_NOBODY,
    BY_OWNER,
    COUNT_AT,
    COUNT_WIDTH,
    END,
    NO_PHASE,
    PLACE,
    SEES,
    START,
    facts_of,
    first_of,
    hidden_of,
)
from fairdeal.engine.kernel import MOST_SEATS, copy, fill, native, number_at, rules
from fairdeal.kit.ranking import share_among_best

HAS_SEES: bool = False
HAS_LAY_OUT: bool = False
HAS_RANKING: bool = False
HAS_POINTS: bool = False
HAS_FEATURES: bool = False

REAL_TIME = False
OBSERVATION: int = 0
FIRST: Any = None
HIDDEN: Any = None
write_constants: Any = None  # what is observed of the fields that stay as they are all through a game
write_changes: Any = None  # and of the others
CHANGES_FROM: int = 0  # where these begin
FIELDS_END: int = 0  # and end
IS_RELATIVE: bool = False
SEALED: Any = None  # spans of actions that others are told only the verb of
FIRST_HIDDEN: int = 0
ALL_SHOWN_IN: int = NO_PHASE


def constants(rules: Any) -> dict[str, Any]:
    """Give the tables of a game whose fields are declared; rules that declare none have all functions themselves."""
    declared = facts_of(rules.STATE)
    if "all_shown_in" not in declared:
        return {}
    return {
        "FIRST": first_of(rules.STATE),
        "HIDDEN": hidden_of(rules.STATE),
        **_observing(rules),
        "ALL_SHOWN_IN": declared["all_shown_in"],
        "SEALED": np.array(vars(rules).get("SEALED", ()), np.int64).reshape(-1, 2),
        "FIRST_HIDDEN": rules.ACTIONS,
    }


def _observing(rules: Any) -> dict[str, Any]:
    """Give what is needed to write observations."""
    table, changing, end = observed.table_of(rules), observed.first_changing(rules), observed.length_of(rules)
    length = end + sum(feature.count for feature in observed.features_of(rules).values())
    is_plain = kernel.mode_of(rules) == "interpreted"
    return {
        "write_constants": emitting.writer(table[:changing], length, is_plain=is_plain),
        "write_changes": emitting.writer(table[changing:], length, is_plain=is_plain),
        "CHANGES_FROM": observed.changes_from(rules),
        "FIELDS_END": end,
        "IS_RELATIVE": observed.is_relative(rules.STATE),
        "OBSERVATION": length,
    }


# --- the table before the first deal ---------------------------------------------------------------------------------


@native
def setup(s: Any, seats: int, options: Any, box: Any) -> None:
    """Give every field its first value; `lay_out` does what depends on seats, options or box."""
    copy(FIRST[0], s)
    s.seats = seats
    copy(options, s.options)
    copy(box, s.box)
    if HAS_LAY_OUT:
        rules.lay_out(s)


# --- who knows what --------------------------------------------------------------------------------------------------


@native
def view(s: Any, seat: int, out: Any) -> None:
    """Copy the state, and make UNKNOWN of what the seat does not see."""
    copy(s, out)
    if is_all_shown(s):
        return
    for row in range(len(HIDDEN)):
        if not is_seen(s, seat, row):
            fill(out, HIDDEN[row, START], HIDDEN[row, END])


@native
def is_all_shown(s: Any) -> bool:
    return bool(ALL_SHOWN_IN != NO_PHASE and s.phase == ALL_SHOWN_IN)


@native
def is_seen(s: Any, seat: int, row: int) -> bool:
    sees, place = HIDDEN[row, SEES], HIDDEN[row, PLACE]
    if HIDDEN[row, COUNT_WIDTH] > 0 and number_at(s, HIDDEN[row, COUNT_AT], HIDDEN[row, COUNT_WIDTH]) == 0:
        return True
    if sees == BY_OWNER:
        return place == seat or place >= s.seats
    return asks_the_rules(s, seat, sees, place) if sees != BY_NOBODY else False


@native
def asks_the_rules(s: Any, seat: int, sees: int, place: int) -> bool:
    if HAS_SEES:
        return rules.sees(s, seat, sees, place)
    return False


@native
def told(s: Any, actor: int, action: int, viewer: int) -> int:
    """Tell the others of a sealed action no more than its verb."""
    for span in range(len(SEALED)):
        if SEALED[span, 0] <= action < SEALED[span, 1] and viewer != actor:
            return FIRST_HIDDEN + span
    return action


@native
def teaches(s: Any, seat: int, action: int) -> bool:
    """Whatever is done may show something."""
    return True


# --- who has won -----------------------------------------------------------------------------------------------------


@native
def points(s: Any, out: Any) -> None:
    """Ask `points_of` each seat."""
    for seat in range(s.seats):
        out[seat] = rules.points_of(s, seat)


@native
def winners(s: Any, out: Any) -> None:
    """The best `ranking` wins, or the most points where there is none; equals share."""
    if HAS_RANKING:
        share_by_ranking(s, out)
        return
    if HAS_POINTS:
        rules.points(s, out)
    else:
        points(s, out)
    share_among_best(out, s.seats)


@native
def share_by_ranking(s: Any, out: Any) -> None:
    best = rules.ranking(s, 0)
    for seat in range(1, s.seats):
        if rules.ranking(s, seat) > best:
            best = rules.ranking(s, seat)
    sharing = 0
    for seat in range(s.seats):
        sharing += rules.ranking(s, seat) == best
    for seat in range(s.seats):
        out[seat] = (rules.ranking(s, seat) == best) / sharing


# --- a view as numbers -----------------------------------------------------------------------------------------------


@native
def observe(v: Any, seat: int, out: Any) -> None:
    """Write all that is seen of the fields, then the game's own features; `fairdeal.engine.observed` says where."""
    write_constants(v, seat, out)
    observe_changes(v, seat, out)


@native
def observe_changes(v: Any, seat: int, out: Any) -> None:
    """Write what may have changed since the game began; the rest of the observation stays as it was."""
    if not IS_RELATIVE:
        out[CHANGES_FROM : CHANGES_FROM + MOST_SEATS] = 0
        out[CHANGES_FROM + seat] = 1
    write_changes(v, seat, out)
    if HAS_FEATURES:
        out[FIELDS_END:] = 0
        rules.features(v, seat, out, FIELDS_END)
