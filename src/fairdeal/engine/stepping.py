"""Many tables of one game, each one action further at a time; generic over games and native.

A call does a range of tables, so that threads share the work; nothing of one table depends on another.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fairdeal.engine.chance import below
from fairdeal.engine.kernel import DEALER, NOBODY, copy, masked, native, rules
from fairdeal.engine.playouts import DEALERS_TURN, NOW, next_actor
from fairdeal.engine.turns import add, give_back, give_way, look_at, take_up

HAS_POLICY: bool = False

ASKED, AT_RANDOM, BY_POLICY = range(3)  # who chooses for a seat: whoever steps the tables, or native code


class Tables(NamedTuple):
    """All that native code reads and writes; the first axis is the tables unless it says otherwise."""

    start: Any
    """The empty table with which every game begins, in an array of one."""
    players: Any
    """By seat: ASKED, AT_RANDOM or BY_POLICY."""
    factors: Any
    """By number of an observation: what its byte is multiplied by to be a float; empty if bytes are what is wanted."""
    offsets: Any
    """By number of an observation: what is added then."""
    views: Any
    """By range of tables, as `part` counts them: a view to look at."""
    outcomes: Any
    """By range of tables: what chance does."""
    states: Any
    rngs: Any
    """The dealers' generators, of tempo too."""
    choosers: Any
    """The generators of those who choose here."""
    clocks: Any
    observations: Any
    """Of the seat that is to act."""
    legal: Any
    counts: Any
    mask: Any
    """Empty unless it is wanted."""
    seat: Any
    """Who is to act; NOBODY where the game is over and no other has begun."""
    rewards: Any
    """By seat: its share of the victory less an equal one, as soon as the game is over; until then 0."""
    ended: Any
    """Whether a game ended in this step."""
    forfeited: Any
    """Whether it ended because somebody did what is not allowed."""
    shares: Any
    """By seat: its share of the victory of the last game that ended."""
    points: Any
    """By seat: its points in that game; none if it was forfeited, for what is hidden may count."""
    last: Any
    """By seat: what it observed at the end of that game."""
    games: Any
    """How many have ended."""
    seen: Any
    """Where observations are written as bytes: those of the tables themselves, or a row by range of tables."""
    last_seen: Any
    """The same for what is observed at the end: by table and seat, taken together, or by range of tables."""
    told: Any
    """By event of the running game: who acted, and what each seat was told; empty unless it is wanted."""
    events: Any
    """How many of them there are."""


# --- one table -------------------------------------------------------------------------------------------------------


@native
def begin(t: Any, table: int, part: int) -> None:
    """Begin a game and go on to its first choice."""
    copy(t.start[0], t.states[table])
    t.clocks[table, :] = 0
    t.events[table] = 0
    go_on(t, table, part)


@native
def go_on(t: Any, table: int, part: int) -> None:
    """Let the dealer, and seats for which is chosen here, act until another is to choose or the game is over."""
    s = t.states[table]
    before = int(rules.actors(s))
    t.seat[table] = NOBODY
    while before:
        who = next_actor(s, t.rngs[table], t.clocks[table])
        if who == DEALER:
            take_chance(t, table, part)
        elif t.players[who] == ASKED:
            t.seat[table] = who
            return
        else:
            count = rules.legal(s, who, t.legal[table])
            play(t, table, who, t.legal[table, choose(t, table, part, who, count)])
        note_dealers_turn(t, table, before, who)
        before = int(rules.actors(s))


@native
def take_chance(t: Any, table: int, part: int) -> None:
    s = t.states[table]
    rules.draw(s, t.rngs[table], t.outcomes[part])
    rules.deal(s, t.outcomes[part])
    if t.told.shape[1] > 0:
        t.told[table, t.events[table], 0] = DEALER
        t.told[table, t.events[table], 1:] = NOBODY
        t.events[table] += 1


@native
def play(t: Any, table: int, seat: int, action: int) -> None:
    s = t.states[table]
    if t.told.shape[1] > 0:
        t.told[table, t.events[table], 0] = seat
        for viewer in range(s.seats):
            t.told[table, t.events[table], 1 + viewer] = rules.told(s, seat, action, viewer)
        t.events[table] += 1
    rules.play(s, seat, action)


@native
def note_dealers_turn(t: Any, table: int, before: int, who: int) -> None:
    """The dealer's patience begins anew when it becomes an actor, and after its own act."""
    if who == DEALER or not before >> DEALER & 1:
        t.clocks[table, DEALERS_TURN] = t.clocks[table, NOW]


@native
def choose(t: Any, table: int, part: int, seat: int, count: int) -> int:
    """Choose one of the legal actions, by nothing but the seat's view; give its number."""
    if HAS_POLICY and t.players[seat] == BY_POLICY:
        masked(t.states[table], seat, t.views[part])
        return int(rules.policy(t.views[part], seat, t.legal[table], count, t.choosers[table]))
    return below(t.choosers[table], count)


@native
def act(t: Any, table: int, part: int, action: int) -> None:
    """Let the seat that is to act do so, and go on to the next choice, of the next game if this one is over."""
    seat = int(t.seat[table])
    before = int(rules.actors(t.states[table]))
    play(t, table, seat, action)
    note_dealers_turn(t, table, before, seat)
    go_on(t, table, part)


@native
def settle(t: Any, table: int, part: int, loser: int) -> None:
    """Write down how a game ended; a loser has forfeited it, and loses as much as the others win together."""
    s = t.states[table]
    t.points[table, :] = 0
    if loser == NOBODY:
        rules.winners(s, t.shares[table])
        rules.points(s, t.points[table])
    for seat in range(s.seats):
        if loser != NOBODY:
            t.shares[table, seat] = 0.0 if seat == loser else 1.0 / (s.seats - 1)
            t.rewards[table, seat] = -1.0 if seat == loser else t.shares[table, seat]
        else:
            t.rewards[table, seat] = t.shares[table, seat] - 1.0 / s.seats
        row = part if t.factors.shape[0] > 0 else table * s.seats + seat
        observe(t, table, part, seat, t.last_seen[row], t.last[table, seat])
    t.ended[table] = True
    t.games[table] += 1


@native
def look(t: Any, table: int, part: int, repeats: bool, loser: int) -> None:
    """Settle a game that is over and, if games are repeated, begin others; then write what there is to choose."""
    while t.seat[table] == NOBODY:
        settle(t, table, part, loser)
        loser = NOBODY
        if not repeats:
            break
        begin(t, table, part)
    seat = int(t.seat[table])
    if t.mask.shape[1] > 0:
        t.mask[table, :] = 0
    t.counts[table] = 0
    if seat == NOBODY:
        return
    row = part if t.factors.shape[0] > 0 else table
    observe(t, table, part, seat, t.seen[row], t.observations[table])
    t.counts[table] = rules.legal(t.states[table], seat, t.legal[table])
    if t.mask.shape[1] > 0:
        for number in range(t.counts[table]):
            t.mask[table, t.legal[table, number]] = 1


@native
def observe(t: Any, table: int, part: int, seat: int, seen: Any, out: Any) -> None:
    """Write what a seat observes, from its view alone: as bytes, and as floats if those are wanted."""
    masked(t.states[table], seat, t.views[part])
    rules.observe_changes(t.views[part], seat, seen)
    for place in range(t.factors.shape[0]):
        out[place] = np.float32(seen[place]) * t.factors[place] + t.offsets[place]


# --- a range of tables -----------------------------------------------------------------------------------------------

# What tables can be told to do; one more action belongs to the same step. END is for threads alone.
STEP, ONE_MORE, RESET, CHOOSE, CHECK, END = range(6)
WHAT, REPEATS, PORTION, ORDER = range(4)  # the numbers of an order, and how many they are
SLEEPS, WAKES, ENDS = range(3)  # what a thread does next


@native
def advance(t: Any, first: int, end: int, part: int, actions: Any, what: int, repeats: bool) -> None:
    """Do what was chosen at each table, nothing where nobody is to act; or begin games. An illegal action forfeits."""
    for table in range(first, end):
        if what != ONE_MORE:
            t.rewards[table, :] = 0
            t.ended[table] = False
            t.forfeited[table] = False
        loser = NOBODY
        if what == RESET:
            begin(t, table, part)
        elif t.seat[table] == NOBODY:
            continue
        elif is_legal(t, table, actions[table]):
            act(t, table, part, actions[table])
        else:
            loser = int(t.seat[table])
            t.seat[table] = NOBODY
            t.forfeited[table] = True
        look(t, table, part, repeats, loser)


@native
def observe_one(t: Any, table: int, seat: int, seen: Any, out: Any) -> None:
    """Write what a seat observes, whoever is to act."""
    rules.observe(t.start[0], seat, seen)
    observe(t, table, 0, seat, seen, out)


@native
def choose_at_random(t: Any, first: int, end: int, actions: Any) -> None:
    """Choose any legal action at each table."""
    for table in range(first, end):
        if t.counts[table] > 0:
            actions[table] = t.legal[table, below(t.choosers[table], t.counts[table])]


@native
def first_illegal(t: Any, first: int, end: int, actions: Any) -> int:
    """Give the first table where the action is not legal; NOWHERE if there is none."""
    for table in range(first, end):
        if t.seat[table] != NOBODY and not is_legal(t, table, actions[table]):
            return table
    return NOWHERE


@native
def is_legal(t: Any, table: int, action: int) -> bool:
    number = 0
    while number < t.counts[table] and t.legal[table, number] != action:
        number += 1
    return bool(number < t.counts[table])


# --- threads ---------------------------------------------------------------------------------------------------------

APART = 64  # rows between what two threads write, so that not even numbers of two bytes share a line of their caches
PATIENCE = 20  # looks before a thread does what is another's: some 9 microseconds
NOWHERE = 2**62  # stands for the first illegal action if there is none


@native
def obey(t: Any, part: int, actions: Any, order: Any, left: Any, ends: Any, found: Any) -> None:
    """Do what was ordered until no table is left, a portion at a time: first in the own range, then in the others'.

    So nobody waits for a thread that comes late, or is held up: what it has not taken is done by those who are there.
    """
    for step in range(len(ends)):
        number = (part // APART + step) % len(ends)
        if step > 0:
            be_patient(left, number * APART, ends[number])
        first = add(left, number * APART, order[PORTION])
        while first < ends[number]:
            obey_at(t, first, min(first + order[PORTION], ends[number]), part, actions, order, found)
            first = add(left, number * APART, order[PORTION])


@native
def be_patient(left: Any, place: int, end: int) -> None:
    """Wait a moment for who has a range to take the rest of it: its tables lie in the caches of its own core."""
    for _ in range(PATIENCE):
        if look_at(left, place) >= end:
            return
        give_way()


@native
def obey_at(t: Any, first: int, end: int, part: int, actions: Any, order: Any, found: Any) -> None:
    """Do with some tables what was ordered."""
    if order[WHAT] == CHOOSE:
        choose_at_random(t, first, end, actions)
    elif order[WHAT] == CHECK:
        found[part] = min(found[part], first_illegal(t, first, end, actions))
    else:
        advance(t, first, end, part, actions, order[WHAT], order[REPEATS] != 0)


@native
def serve(
    t: Any, part: int, actions: Any, order: Any, left: Any, ends: Any, found: Any, turns: Any, is_leader: bool
) -> int:
    """Do what is ordered: once if it is the leader who does it, else until there is nothing to do, or one to wake.

    One function for both, for whatever Python calls is compiled with all of the rules in it.
    """
    while is_leader or take_up(turns, part):
        if order[WHAT] == END:
            return ENDS
        obey(t, part, actions, order, left, ends, found)
        if is_leader:
            return ENDS
        if give_back(turns, part):
            return WAKES
    return SLEEPS
