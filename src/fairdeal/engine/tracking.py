"""What is counted of a game while it is played: its length, choices, lead and result; generic over games and native.

A game may count more by functions of its own, in `measures.py` beside its rules: `begin_measures(s, m)`,
`measure(s, who, action, m)` after each event, and `end_measures(s, m)`, each of them optional. `m` has a row for each
of its MEASURES, and more for what they have to remember, with a column for each seat.
`measure_held(s, held)` counts, after each chance, the cards that it gave to the seats.
"""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import XOSHIRO, below, word
from fairdeal.engine.kernel import DEALER, MOST_SEATS, NOBODY, copy, native, record, rules
from fairdeal.engine.playouts import DEALERS_TURN, NOW, next_actor

HAS_BEGIN_MEASURES = False
HAS_MEASURE = False
HAS_END_MEASURES = False
HAS_MEASURE_HELD = False

MOST_MEASURES = 32  # rows of numbers, those to remember included
MOST_CARDS = 128
TRACK = record(
    events="i4",
    decisions="i4",
    turns="i4",
    forced="i4",
    choices="i8",
    widest="i4",
    changes="i4",
    led_since="i4",
    time="i8",
    leader="i1",
    led="i1",
    last="i1",
    placed="i1",
    place=("i1", MOST_SEATS),
    points=("i8", MOST_SEATS),
    won=("f8", MOST_SEATS),
    measures=("i8", (MOST_MEASURES, MOST_SEATS)),
    held=("i1", (MOST_CARDS, MOST_SEATS)),
)


@native
def begin(t: Any, s: Any) -> None:
    """Count from the beginning."""
    t.events = 0
    t.decisions = 0
    t.turns = 0
    t.forced = 0
    t.choices = 0
    t.widest = 0
    t.changes = 0
    t.led_since = 0
    t.time = 0
    t.leader = NOBODY
    t.led = NOBODY
    t.last = NOBODY
    t.placed = 0
    t.place[:] = NOBODY
    t.points[:] = 0
    t.won[:] = 0
    t.measures[:, :] = 0
    t.held[:, :] = 0
    if HAS_BEGIN_MEASURES:
        rules.begin_measures(s, t.measures)


@native
def decide(t: Any, s: Any, seat: int, count: int) -> None:
    """Count a decision of a seat that has so many legal actions, before it acts."""
    t.decisions += 1
    t.choices += count
    t.forced += count == 1
    t.widest = max(t.widest, count)
    if t.last != seat:
        t.turns += 1
    t.last = seat
    if rules.actors(s) == 1 << seat and t.place[seat] == NOBODY:
        t.place[seat] = t.placed
        t.placed += 1


@native
def happen(t: Any, s: Any, who: int, action: int, now: int) -> None:
    """Count an event that was done; of the dealer's there is no action."""
    t.events += 1
    t.time = now
    if HAS_MEASURE:
        rules.measure(s, who, action, t.measures)
    if HAS_MEASURE_HELD and who == DEALER:
        rules.measure_held(s, t.held)
    rules.points(s, t.points)
    ahead = leader_by(t.points, s.seats)
    if ahead != t.leader:
        t.led_since = t.events
    if ahead != NOBODY:
        t.changes += t.led != NOBODY and t.led != ahead
        t.led = ahead
    t.leader = ahead


@native
def leader_by(points: Any, seats: int) -> int:
    """Who has more points than every other seat; nobody where several have most."""
    best = 0
    for seat in range(1, seats):
        if points[seat] > points[best]:
            best = seat
    for seat in range(seats):
        if seat != best and points[seat] == points[best]:
            return NOBODY
    return best


@native
def end(t: Any, s: Any) -> None:
    """Write down how it ended. Who never had a turn alone comes behind the others, in the order of the table."""
    rules.winners(s, t.won)
    last = 0
    for seat in range(s.seats):
        if t.place[seat] == t.placed - 1:
            last = seat
    for step in range(1, s.seats):
        seat = (last + step) % s.seats
        if t.placed > 0 and t.place[seat] == NOBODY:
            t.place[seat] = t.placed
            t.placed += 1
    if HAS_END_MEASURES:
        rules.end_measures(s, t.measures)


@native
def deal_next(s: Any, deals: Any, rng: Any, outcome: Any) -> None:
    """Let chance act by a generator of this deal's own, so that it is the same whatever was played before."""
    for place in range(XOSHIRO):
        rng[place] = word(deals)
    rules.draw(s, rng, outcome)
    rules.deal(s, outcome)


@native
def play_tracked(
    starts: Any, deals: Any, rngs: Any, dealing: Any, s: Any, clock: Any, legal: Any, outcome: Any, tracks: Any
) -> None:
    """Play a game at random with each pair of generators, of chance and of the seats, and count it.

    They begin with one start for all, or each with its own.
    """
    for number in range(len(rngs)):
        copy(starts[min(number, len(starts) - 1)], s)
        clock[:] = 0
        play_one(s, deals[number], rngs[number], dealing, clock, legal, outcome, tracks[number])


@native
def play_one(s: Any, deals: Any, rng: Any, dealing: Any, clock: Any, legal: Any, outcome: Any, t: Any) -> None:
    """Play a game to its end at random, and count it."""
    begin(t, s)
    while rules.actors(s):
        before = rules.actors(s)
        who = next_actor(s, rng, clock)
        action = NOBODY
        if who == DEALER:
            deal_next(s, deals, dealing, outcome)
        else:
            count = rules.legal(s, who, legal)
            decide(t, s, who, count)
            action = int(legal[below(rng, count)])
            rules.play(s, who, action)
        if who == DEALER or not before >> DEALER & 1:
            clock[DEALERS_TURN] = clock[NOW]
        happen(t, s, who, action, clock[NOW])
    end(t, s)
