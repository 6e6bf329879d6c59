"""What is counted of a game while it is played: its length, choices, lead and result; generic over games and native.

A game may count more by functions of its own, in `measures.py` beside its rules: `begin_measures(s, m)`,
`measure(s, who, action, m)` after each event, and `end_measures(s, m)`, each of them optional. `m` has a row for each
of its MEASURES, and more for what they have to remember, with a column for each seat.
`measure_held(s, held)` counts, after each chance, the cards that it gave to the seats. `measure_leader(s)` names, after
each chance, the seat that leads the round which it has begun, or NOBODY. `measure_offer(s, seat,
action)` numbers what an action takes of what there is to take, such as a card that is bought, before it is done; NOBODY
if it takes nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from fairdeal.engine.chance import XOSHIRO, below, word
from fairdeal.engine.kernel import DEALER, MOST_SEATS, NOBODY, copy, masked, native, record, rules
from fairdeal.engine.playouts import DEALERS_TURN, NOW, next_actor

HAS_BEGIN_MEASURES = False
HAS_MEASURE = False
HAS_END_MEASURES = False
HAS_MEASURE_HELD = False
HAS_MEASURE_LEADER = False
HAS_MEASURE_OFFER = False
HAS_POLICY = False

MOST_MEASURES = 32  # rows of numbers, those to remember included
MOST_CARDS = 128
MOST_OFFERS = 192
MOST_SPARED = 16  # decisions of a game
SPARED_EVERY = 16
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
    rounds="i4",
    heads="i1",  # the seat that leads this round
    before=("i8", MOST_SEATS),  # points when it began
    gained=("i8", MOST_SEATS),  # in all rounds, by how far a seat sits behind the one that leads
    ahead=("f8", MOST_SEATS),  # rounds in which that seat gained most, shared by those who did
    offered=("i4", MOST_OFFERS),  # decisions in which an offer could be taken, and left
    by_chance=("f8", MOST_OFFERS),  # how often it would be taken if every action were as likely
    taken=("i4", (MOST_OFFERS, MOST_SEATS)),
    noted=("i4", MOST_OFFERS),  # the last decision in which it was seen
)


class Desk(NamedTuple):
    """What a game needs beside its state while it is played."""

    deals: Any
    """From which each chance gets a generator of its own."""
    dealing: Any
    """That generator."""
    rng: Any
    """Of the seats."""
    clock: Any
    legal: Any
    outcome: Any
    views: Any
    """One of them."""


class Spared(NamedTuple):
    """A desk for what would have come of a decision without what was taken, and what was found."""

    deals: Any
    dealing: Any
    rng: Any
    clock: Any
    legal: Any
    outcome: Any
    views: Any
    when: Any
    """The generator that picks the decisions."""
    world: Any
    """In an array of one."""
    shares: Any
    offer: Any
    """By note of a game: what was forbidden."""
    seat: Any
    share: Any
    """What the seat won without it."""
    tried: Any
    """By game and offer: how often it was forbidden."""
    effect: Any
    """By game and offer: by how much more was won with it, added up."""


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
    t.rounds = 0
    t.heads = NOBODY
    t.before[:] = 0
    t.gained[:] = 0
    t.ahead[:] = 0
    t.offered[:] = 0
    t.by_chance[:] = 0
    t.taken[:, :] = 0
    t.noted[:] = 0
    if HAS_BEGIN_MEASURES:
        rules.begin_measures(s, t.measures)


@native
def decide(t: Any, s: Any, seat: int, legal: Any, count: int, action: int) -> None:
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
    if HAS_MEASURE_OFFER and is_open(s, seat, legal, count):
        note_offers(t, s, seat, legal, count, action)


@native
def is_open(s: Any, seat: int, legal: Any, count: int) -> bool:
    """Tell whether there are several things to take, or one to take or leave."""
    others = 0
    first = rules.measure_offer(s, seat, int(legal[0]))
    for number in range(1, count):
        others += rules.measure_offer(s, seat, int(legal[number])) != first
    return others > 0


@native
def note_offers(t: Any, s: Any, seat: int, legal: Any, count: int, action: int) -> None:
    """Count what could be taken, how often chance would take it, and what was taken."""
    for number in range(count):
        offer = rules.measure_offer(s, seat, int(legal[number]))
        if offer != NOBODY:
            t.by_chance[offer] += 1.0 / count
            t.offered[offer] += t.noted[offer] != t.decisions
            t.noted[offer] = t.decisions
    offer = rules.measure_offer(s, seat, action)
    if offer != NOBODY:
        t.taken[offer, seat] += 1


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
    if HAS_MEASURE_LEADER and who == DEALER:
        begin_round(t, s)
    ahead = leader_by(t.points, s.seats)
    if ahead != t.leader:
        t.led_since = t.events
    if ahead != NOBODY:
        t.changes += t.led != NOBODY and t.led != ahead
        t.led = ahead
    t.leader = ahead


@native
def begin_round(t: Any, s: Any) -> None:
    """A round that begins ends the one before."""
    heads = rules.measure_leader(s)
    if heads != NOBODY:
        end_round(t, s)
        t.heads = heads
        write(t.before, t.points)


@native
def end_round(t: Any, s: Any) -> None:
    """Count what a round has brought to whoever led it, to the next seat, and so on."""
    if t.heads == NOBODY:
        return
    most, best = 0, 0
    for seat in range(s.seats):
        gain = t.points[seat] - t.before[seat]
        t.gained[(seat - t.heads) % s.seats] += gain
        if best == 0 or gain > most:
            most, best = gain, 0
        best += gain == most
    for seat in range(s.seats):
        if t.points[seat] - t.before[seat] == most:
            t.ahead[(seat - t.heads) % s.seats] += 1.0 / best
    t.rounds += 1
    t.heads = NOBODY


@native
def write(out: Any, numbers: Any) -> None:
    for place in range(len(numbers)):
        out[place] = numbers[place]


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
    if HAS_MEASURE_LEADER:
        end_round(t, s)
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


# --- whole games -----------------------------------------------------------------------------------------------------

AT_RANDOM, BY_POLICY = range(2)  # who chooses


@native
def choose(s: Any, seat: int, player: int, view: Any, legal: Any, count: int, rng: Any) -> int:
    """Choose one of the legal actions, by nothing but the seat's view; give its number."""
    if HAS_POLICY and player == BY_POLICY and count > 1:
        masked(s, seat, view)
        return int(rules.policy(view, seat, legal, count, rng))
    return below(rng, count)


@native
def advance(s: Any, player: int, d: Any) -> tuple[int, int]:
    """Let the next actor act; give who it was, and what a seat has done."""
    before = rules.actors(s)
    who = next_actor(s, d.rng, d.clock)
    action = NOBODY
    if who == DEALER:
        deal_next(s, d.deals, d.dealing, d.outcome)
    else:
        count = rules.legal(s, who, d.legal)
        action = int(d.legal[choose(s, who, player, d.views[0], d.legal, count, d.rng)])
        rules.play(s, who, action)
    note_dealers_turn(before, who, d.clock)
    return who, action


@native
def note_dealers_turn(before: int, who: int, clock: Any) -> None:
    """The dealer's patience begins anew when it becomes an actor, and after its own act."""
    if who == DEALER or not before >> DEALER & 1:
        clock[DEALERS_TURN] = clock[NOW]


@native
def play_tracked(starts: Any, deals: Any, rngs: Any, player: int, s: Any, d: Any, spared: Any, tracks: Any) -> None:
    """Play a game with each pair of generators, of chance and of the seats, and count it.

    They begin with one start for all, or each with its own.
    """
    for number in range(len(rngs)):
        copy(starts[min(number, len(starts) - 1)], s)
        write(d.deals, deals[number])
        write(d.rng, rngs[number])
        d.clock[:] = 0
        play_one(s, player, d, spared, number, tracks[number])


@native
def play_one(s: Any, player: int, d: Any, spared: Any, number: int, t: Any) -> None:
    """Play a game to its end, and count it; at some decisions see what would come of it without what is taken."""
    begin(t, s)
    notes = 0
    while rules.actors(s):
        before = rules.actors(s)
        who = next_actor(s, d.rng, d.clock)
        action = NOBODY
        if who == DEALER:
            deal_next(s, d.deals, d.dealing, d.outcome)
        else:
            count = rules.legal(s, who, d.legal)
            write(spared.rng, d.rng)
            action = int(d.legal[choose(s, who, player, d.views[0], d.legal, count, d.rng)])
            decide(t, s, who, d.legal, count, action)
            if HAS_MEASURE_OFFER and notes < len(spared.share):
                notes += spare(s, who, action, player, d, spared, notes)
            rules.play(s, who, action)
        note_dealers_turn(before, who, d.clock)
        happen(t, s, who, action, d.clock[NOW])
    end(t, s)
    if HAS_MEASURE_OFFER:
        for note in range(notes):
            spared.tried[number, spared.offer[note]] += 1
            spared.effect[number, spared.offer[note]] += t.won[spared.seat[note]] - spared.share[note]


@native
def spare(s: Any, seat: int, action: int, player: int, d: Any, spared: Any, note: int) -> bool:
    """At one decision of SPARED_EVERY: forbid what the action takes, and play on with the same chance; tell if so.

    What came of it is compared at the end with the game itself.
    """
    offer = rules.measure_offer(s, seat, action)
    if offer == NOBODY or below(spared.when, SPARED_EVERY) != 0:
        return False
    count = rules.legal(s, seat, spared.legal)
    kept = 0
    for number in range(count):
        if rules.measure_offer(s, seat, int(spared.legal[number])) != offer:
            spared.legal[kept] = spared.legal[number]
            kept += 1
    if kept == 0:
        return False
    write(spared.deals, d.deals)
    write(spared.clock, d.clock)
    before = rules.actors(s)
    copy(s, spared.world[0])
    w = spared.world[0]
    rules.play(w, seat, spared.legal[choose(w, seat, player, spared.views[0], spared.legal, kept, spared.rng)])
    note_dealers_turn(before, seat, spared.clock)
    while rules.actors(w):
        advance(w, player, spared)
    rules.winners(w, spared.shares)
    spared.offer[note] = offer
    spared.seat[note] = seat
    spared.share[note] = spared.shares[seat]
    return True
