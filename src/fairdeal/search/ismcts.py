"""Information-set tree search, generic over games and native; it sees nothing but views.

Every iteration draws a new world from the searching seat's view, walks down what earlier iterations learned, adds one
arm, plays to the end at random, and credits what came out to every seat that chose on the way.

- An arm is one action of one seat at what that seat has been told since the root. A masked action is the same event to
  all whom it is hidden from, so seats that choose at once stay blind to each other, whoever is asked first. Of what the
  others do, only what the searching seat is told counts too: it cannot tell apart what they alone know.
- Chance is one event, whatever its outcome. A forced action teaches nothing and has no arm.
- An arm competes with its rivals by how often it was there to be chosen: other worlds have other legal actions.
- Each seat follows its own interest: see `reward`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fairdeal import kernel
from fairdeal.chance import below, word
from fairdeal.kernel import DEALER, NOBODY, REAL_TIME, copy, native, rules
from fairdeal.search.playouts import DEALERS_TURN, NOW, next_actor

HAS_POLICY: bool = False  # whether `rules.policy` is there; set when the module is bound, see searcher.py

# --- what a search works in ------------------------------------------------------------------------------------------

FREE = 0  # the key of a place without an arm

# An arm: what it is known by; how often it was chosen, and was there to be chosen; the rewards of who chose it.
ARM = kernel.record(key="i8", visits="i4", offered="i4", reward="f8")

# What all iterations that began with one action brought the searching seat.
TRIAL = kernel.record(visits="i8", reward="f8", share="f8", share_squares="f8", points="f8", points_squares="f8")


# `room` is searcher.Room: native code allocates nothing.
ARMS, MOST, DONE = range(3)  # counts: the arms there are, the most there may be, the iterations done
SUM, SQUARES, EAGER = range(3)  # columns of spread

# --- what a seat wants -----------------------------------------------------------------------------------------------

POINTS_WEIGHT = 0.05
POINTS_SCALE = 10.0  # a margin of so many points is halfway from even to as good as can be


@native
def reward(share: float, margin: float) -> float:
    """Weigh a share of the victory with the margin of points over the best other seat: 0 to 1.

    A game that is won is worth at least 0.975, however close, and one that is lost at most 0.025, however close: so
    points decide between lines that win equally often, and never make up for 2.6 % of the victories.
    """
    return (1.0 - POINTS_WEIGHT) * share + POINTS_WEIGHT * 0.5 * (1.0 + margin / (abs(margin) + POINTS_SCALE))


@native
def judge(s: Any, room: Any) -> None:
    """Fill in what the end of a game is worth to each seat."""
    rules.winners(s, room.shares)
    rules.points(s, room.points)
    seats = int(s.seats)
    for seat in range(seats):
        rival = 0 if seats == 1 else int(room.points[0 if seat else 1])
        for other in range(seats):
            if other != seat:
                rival = max(rival, int(room.points[other]))
        room.rewards[seat] = reward(room.shares[seat], float(int(room.points[seat]) - rival))


# --- what a seat knows -----------------------------------------------------------------------------------------------

# Digests are 64 bits wide: among a million arms two are mistaken for one another once in ten million searches.
FACTOR = np.uint64(0xD6E8FEB86659FD93)
HALF, ONE = np.uint64(32), np.uint64(1)
SEAT_SPAN = 1 << 24  # more than there are actions, masked ones included


@native
def digest(known: Any, seat: int, action: int) -> Any:
    """Add an event to what is known."""
    event = np.uint64(SEAT_SPAN * (int(seat) + 1) + int(action))
    mixed = np.multiply(known ^ event, FACTOR)  # wraps without a warning when interpreted, as the operator would not
    return mixed ^ (mixed >> HALF)


@native
def heard(s: Any, observer: int, who: int, action: int, seat: int) -> int:
    """What a seat hears of an action, unless the searching seat hears less."""
    seen = int(rules.told(s, who, action, observer))
    return int(rules.told(s, who, action, seat)) if seen == action else seen


@native
def tell(s: Any, observer: int, who: int, action: int, knows: Any) -> None:
    """Let all seats know of an action that is about to be played."""
    for seat in range(s.seats):
        knows[seat] = digest(knows[seat], who, heard(s, observer, who, action, seat))


@native
def tell_of_chance(s: Any, knows: Any) -> None:
    for seat in range(s.seats):
        knows[seat] = digest(knows[seat], DEALER, 0)


# --- arms ------------------------------------------------------------------------------------------------------------


@native
def key_of(known: Any, who: int, action: int) -> int:
    """Name an arm, as a number above FREE."""
    return int(digest(known, who, action) >> ONE) | 1


@native
def place_of(arms: Any, key: int) -> int:
    """Find an arm's place, or the free one where it would be."""
    last = len(arms) - 1
    place = (key >> 1) & last
    while arms[place].key != key and arms[place].key != FREE:
        place = (place + 1) & last
    return place


@native
def add_arm(room: Any, place: int, key: int) -> None:
    room.arms[place].key = key
    room.arms[place].offered = 1
    room.counts[ARMS] += 1


@native
def offer(room: Any, who: int, count: int) -> int:
    """Find the arms of all legal actions and count that they were there; list the untried, return how many."""
    untried = 0
    for number in range(count):
        place = place_of(room.arms, key_of(room.knows[who], who, room.legal[number]))
        room.places[number] = place
        if room.arms[place].key == FREE:
            room.untried[untried] = number
            untried += 1
        else:
            room.arms[place].offered += 1
    return untried


@native
def most_promising(room: Any, who: int, count: int) -> int:
    """Weigh the success of each arm against how little it was tried when it was there; give the best one's number."""
    best, chosen = -math.inf, 0
    for number in range(count):
        arm = room.arms[room.places[number]]
        if arm.visits > 0:
            doubt = math.sqrt(math.log(arm.offered) / arm.visits)
            promise = arm.reward / arm.visits + room.spread[who, EAGER] * doubt
            if promise > best:
                best, chosen = promise, number
    return chosen


@native
def choose(room: Any, who: int, count: int, rng: Any) -> int:
    """Choose among several legal actions; give the number of one.

    What is untried comes first, in a random order, as long as there is room for new arms.
    """
    untried = offer(room, who, count)
    is_full = room.counts[ARMS] >= room.counts[MOST]
    if untried == 0 or (is_full and untried < count):
        return most_promising(room, who, count)
    number = int(room.untried[below(rng, untried)])
    if not is_full:
        add_arm(room, room.places[number], key_of(room.knows[who], who, room.legal[number]))
    return number


# --- one iteration ---------------------------------------------------------------------------------------------------


@native
def take_chance(s: Any, room: Any, rng: Any) -> None:
    rules.draw(s, rng, room.outcome)
    rules.deal(s, room.outcome)


@native
def note_dealers_turn(before: int, who: int, clock: Any) -> None:
    """The dealer's patience begins anew when it becomes an actor, and after its own act."""
    if REAL_TIME and (who == DEALER or not before >> DEALER & 1):
        clock[DEALERS_TURN] = clock[NOW]


@native
def descend(s: Any, observer: int, room: Any, rng: Any) -> tuple[int, int]:
    """Play from the root through the tree until it ends; give the first choice's number, and how many arms it took.

    The searching seat is the first to act: what others choose at the same time may as well come after.
    """
    room.knows[:] = 0
    room.clock[:] = 0
    first, length, is_inside = NOBODY, 0, True
    actors = int(rules.actors(s))
    while is_inside and actors:
        who = observer if first == NOBODY else next_actor(s, rng, room.clock)
        if who == DEALER:
            tell_of_chance(s, room.knows)
            take_chance(s, room, rng)
        else:
            count = rules.legal(s, who, room.legal)
            number = 0
            if count > 1:
                number = choose(room, who, count, rng)
                place = room.places[number]
                is_inside = room.arms[place].visits > 0
                if room.arms[place].key != FREE:
                    room.path_arms[length] = place
                    room.path_seats[length] = who
                    length += 1
            if first == NOBODY:
                first = number
            action = int(room.legal[number])
            if is_inside:
                tell(s, observer, who, action, room.knows)
            rules.play(s, who, action)
        note_dealers_turn(actors, who, room.clock)
        actors = int(rules.actors(s))
    return first, length


@native
def pick(s: Any, who: int, room: Any, count: int, rng: Any) -> int:
    """Choose an action below the tree: by the game's policy if it has one, else at random; give its number."""
    if count == 1:
        return 0
    if HAS_POLICY:
        return int(rules.policy(s, who, room.legal, count, rng))
    return below(rng, count)


@native
def roll_out(s: Any, room: Any, rng: Any) -> None:
    """Play to the end without a tree."""
    actors = int(rules.actors(s))
    while actors:
        who = next_actor(s, rng, room.clock)
        if who == DEALER:
            take_chance(s, room, rng)
        else:
            count = rules.legal(s, who, room.legal)
            rules.play(s, who, room.legal[pick(s, who, room, count, rng)])
        note_dealers_turn(actors, who, room.clock)
        actors = int(rules.actors(s))


@native
def credit(room: Any, length: int) -> None:
    """Credit the arms on the path with what the end was worth to those who chose them."""
    for step in range(length):
        arm = room.arms[room.path_arms[step]]
        arm.visits += 1
        arm.reward += room.rewards[room.path_seats[step]]


@native
def note_trial(trial: Any, share: float, points: float, reward: float) -> None:
    trial.visits += 1
    trial.reward += reward
    trial.share += share
    trial.share_squares += share * share
    trial.points += points
    trial.points_squares += points * points


# --- eagerness -------------------------------------------------------------------------------------------------------

EAGERNESS = 1.4  # to try what was tried little, in standard deviations of the rewards
FIRST_SPREAD = 0.5  # until there is something to go by
ADAPTED_EVERY = 16  # iterations
SETTLED_AFTER = 128  # iterations; from then on eagerness may only rise


@native
def note_spread(room: Any, seats: int) -> None:
    """Keep eagerness in proportion to what is at stake.

    In a game that is lost or won all rewards are close together, and only a searcher that notices can choose by them.
    Later they are close together also because all iterations follow one line; that is no reason to forget the others.
    """
    for seat in range(seats):
        room.spread[seat, SUM] += room.rewards[seat]
        room.spread[seat, SQUARES] += room.rewards[seat] * room.rewards[seat]
    room.counts[DONE] += 1
    if room.counts[DONE] % ADAPTED_EVERY == 0:
        for seat in range(seats):
            eager = EAGERNESS * spread_of(room, seat)
            if room.counts[DONE] <= SETTLED_AFTER or eager > room.spread[seat, EAGER]:
                room.spread[seat, EAGER] = eager


@native
def spread_of(room: Any, seat: int) -> float:
    """The standard deviation of a seat's rewards so far."""
    mean = room.spread[seat, SUM] / room.counts[DONE]
    return math.sqrt(max(room.spread[seat, SQUARES] / room.counts[DONE] - mean * mean, 0.0))


# --- the search ------------------------------------------------------------------------------------------------------


@native
def begin(v: Any, seat: int, most: int, room: Any) -> None:
    """Prepare a search of this view with at most so many arms; arms and trials are all zeros by now."""
    rules.plan(v, seat, room.plan)
    room.counts[ARMS] = 0
    room.counts[MOST] = most
    room.counts[DONE] = 0
    room.spread[:] = 0.0
    for other in range(v.seats):
        room.spread[other, EAGER] = EAGERNESS * FIRST_SPREAD


@native
def search(v: Any, seat: int, iterations: int, rng: Any, room: Any) -> None:
    """Go on for as many iterations."""
    for _ in range(iterations):
        copy(v, room.world)
        rules.resample(room.world, seat, room.plan, rng)
        first, length = descend(room.world, seat, room, rng)
        roll_out(room.world, room, rng)
        judge(room.world, room)
        credit(room, length)
        note_trial(room.trials[first], room.shares[seat], float(room.points[seat]), room.rewards[seat])
        note_spread(room, v.seats)


@native
def split(rng: Any, rngs: Any) -> None:
    """Make several generators of one."""
    for row in range(len(rngs)):
        for column in range(4):
            rngs[row, column] = word(rng)
