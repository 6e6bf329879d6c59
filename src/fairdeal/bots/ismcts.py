"""Information-set tree search, generic over games and native; it sees nothing but views.

Every iteration draws a new world from the searching seat's view, walks down what earlier iterations learned, adds one
arm, plays to the end at random, and credits what came out to every seat that chose on the way. A game may know better
than chance: see KNOWLEDGE in contract/levels.py for what its modules can add.

- An arm is one action of one seat at what that seat has been told since the root. A masked action is the same event to
  all whom it is hidden from, so seats that choose at once stay blind to each other, whoever is asked first. Of what the
  others do, only what the searching seat is told counts too: it cannot tell apart what they alone know.
- Chance is one event, whatever its outcome. A forced action teaches nothing and has no arm.
- An arm competes with its rivals by how often it was there to be chosen: other worlds have other legal actions.
- Each seat follows its own interest: see `reward` in judging.py.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fairdeal.bots.endgame import solve
from fairdeal.bots.judging import has_ended, is_foreseen, judge
from fairdeal.bots.scratch import (
    ARMS,
    DONE,
    EAGER,
    ENDGAME,
    FREE,
    INFERENCE,
    INTUITION,
    MOST,
    POLICY,
    SQUARES,
    SUM,
    SURVEY,
    WORLDS,
)
from fairdeal.engine.chance import below, fraction, word
from fairdeal.engine.kernel import DEALER, NOBODY, REAL_TIME, copy, native, rules
from fairdeal.engine.playouts import DEALERS_TURN, NOW, next_actor

# Which functions of its knowledge a game has; set when the module is bound, see searcher.py.
HAS_POLICY: bool = False
HAS_IS_ENDGAME: bool = False
HAS_WEIGH: bool = False
HAS_SURVEY: bool = False
HAS_LEAN: bool = False  # and `suspect`

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
def heard(s: Any, viewer: int, who: int, action: int, seat: int) -> int:
    """What a seat hears of an action, unless the searching seat hears less."""
    seen = int(rules.told(s, who, action, viewer))
    return int(rules.told(s, who, action, seat)) if seen == action else seen


@native
def tell(s: Any, viewer: int, who: int, action: int, knows: Any) -> None:
    """Let all seats know of an action that is about to be played."""
    for seat in range(s.seats):
        knows[seat] = digest(knows[seat], who, heard(s, viewer, who, action, seat))


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
def add_arm(scratch: Any, place: int, key: int) -> None:
    scratch.arms[place].key = key
    scratch.arms[place].offered = 1
    scratch.counts[ARMS] += 1


@native
def offer(scratch: Any, who: int, count: int) -> int:
    """Find the arms of all legal actions and count that they were there; list the untried, return how many."""
    untried = 0
    for number in range(count):
        place = place_of(scratch.arms, key_of(scratch.knows[who], who, scratch.legal[number]))
        scratch.places[number] = place
        if scratch.arms[place].key == FREE:
            scratch.untried[untried] = number
            untried += 1
        else:
            scratch.arms[place].offered += 1
    return untried


@native
def most_promising(scratch: Any, who: int, count: int) -> int:
    """Weigh the success of each arm against how little it was tried when it was there; give the best one's number."""
    best, chosen = -math.inf, 0
    for number in range(count):
        arm = scratch.arms[scratch.places[number]]
        if arm.visits > 0:
            doubt = math.sqrt(math.log(arm.offered) / arm.visits)
            promise = arm.reward / arm.visits + scratch.spread[who, EAGER] * doubt
            if promise > best:
                best, chosen = promise, number
    return chosen


@native
def choose(scratch: Any, who: int, count: int, rng: Any) -> int:
    """Choose among several legal actions; give the number of one.

    What is untried comes first, in a random order, as long as there is scratch for new arms.
    """
    untried = offer(scratch, who, count)
    is_full = scratch.counts[ARMS] >= scratch.counts[MOST]
    if untried == 0 or (is_full and untried < count):
        return most_promising(scratch, who, count)
    number = int(scratch.untried[below(rng, untried)])
    if not is_full:
        add_arm(scratch, scratch.places[number], key_of(scratch.knows[who], who, scratch.legal[number]))
    return number


# --- one iteration ---------------------------------------------------------------------------------------------------


@native
def take_chance(s: Any, scratch: Any, rng: Any) -> None:
    rules.draw(s, rng, scratch.outcome)
    rules.deal(s, scratch.outcome)


@native
def note_dealers_turn(before: int, who: int, clock: Any) -> None:
    """The dealer's patience begins anew when it becomes an actor, and after its own act."""
    if REAL_TIME and (who == DEALER or not before >> DEALER & 1):
        clock[DEALERS_TURN] = clock[NOW]


@native
def descend(s: Any, viewer: int, scratch: Any, rng: Any) -> tuple[int, int]:
    """Play from the root through the tree until it ends; give the first choice's number, and how many arms it took.

    The searching seat is the first to act: what others choose at the same time may as well come after.
    """
    scratch.knows[:] = 0
    scratch.clock[:] = 0
    first, length, is_inside = NOBODY, 0, True
    actors = int(rules.actors(s))
    while is_inside and not has_ended(s, actors, scratch):
        who = viewer if first == NOBODY else next_actor(s, rng, scratch.clock)
        if who == DEALER:
            tell_of_chance(s, scratch.knows)
            take_chance(s, scratch, rng)
        else:
            count = rules.legal(s, who, scratch.legal)
            number = 0
            if count > 1:
                number = choose(scratch, who, count, rng)
                place = scratch.places[number]
                is_inside = scratch.arms[place].visits > 0
                if scratch.arms[place].key != FREE:
                    scratch.path_arms[length] = place
                    scratch.path_seats[length] = who
                    length += 1
            if first == NOBODY:
                first = number
            action = int(scratch.legal[number])
            if is_inside:
                tell(s, viewer, who, action, scratch.knows)
            rules.play(s, who, action)
        note_dealers_turn(actors, who, scratch.clock)
        actors = int(rules.actors(s))
    return first, length


@native
def pick(s: Any, who: int, scratch: Any, count: int, rng: Any) -> int:
    """Choose an action below the tree: by a network or the game's policy, else at random; give its number."""
    if count == 1:
        return 0
    if HAS_LEAN and scratch.uses[INTUITION] != 0:
        return int(rules.lean(s, who, scratch.legal, count, scratch, rng))
    if HAS_POLICY and scratch.uses[POLICY] != 0:
        return int(rules.policy(s, who, scratch.legal, count, rng))
    return below(rng, count)


@native
def roll_out(s: Any, scratch: Any, rng: Any) -> None:
    """Play without a tree: to the end, or until it is foreseen."""
    actors = int(rules.actors(s))
    while not has_ended(s, actors, scratch) and not is_foreseen(s, scratch):
        who = next_actor(s, rng, scratch.clock)
        if who == DEALER:
            take_chance(s, scratch, rng)
        else:
            count = rules.legal(s, who, scratch.legal)
            rules.play(s, who, scratch.legal[pick(s, who, scratch, count, rng)])
        note_dealers_turn(actors, who, scratch.clock)
        actors = int(rules.actors(s))


@native
def finish(s: Any, scratch: Any, rng: Any) -> None:
    """Fill in what this world is worth to each seat from here: exactly if it is small, else by one play-out."""
    is_solved = False
    if HAS_IS_ENDGAME and scratch.uses[ENDGAME] != 0 and rules.actors(s) != 0 and rules.is_endgame(s):
        is_solved = solve(s, scratch)
    if not is_solved:
        roll_out(s, scratch, rng)
        judge(s, scratch)


@native
def credit(scratch: Any, length: int) -> None:
    """Credit the arms on the path with what the end was worth to those who chose them."""
    for step in range(length):
        arm = scratch.arms[scratch.path_arms[step]]
        arm.visits += 1
        arm.reward += scratch.rewards[scratch.path_seats[step]]


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
def note_spread(scratch: Any, seats: int) -> None:
    """Keep eagerness in proportion to what is at stake.

    In a game that is lost or won all rewards are close together, and only a searcher that notices can choose by them.
    Later they are close together also because all iterations follow one line; that is no reason to forget the others.
    """
    for seat in range(seats):
        scratch.spread[seat, SUM] += scratch.rewards[seat]
        scratch.spread[seat, SQUARES] += scratch.rewards[seat] * scratch.rewards[seat]
    scratch.counts[DONE] += 1
    if scratch.counts[DONE] % ADAPTED_EVERY == 0:
        for seat in range(seats):
            eager = EAGERNESS * spread_of(scratch, seat)
            if scratch.counts[DONE] <= SETTLED_AFTER or eager > scratch.spread[seat, EAGER]:
                scratch.spread[seat, EAGER] = eager


@native
def spread_of(scratch: Any, seat: int) -> float:
    """The standard deviation of a seat's rewards so far."""
    mean = scratch.spread[seat, SUM] / scratch.counts[DONE]
    return math.sqrt(max(scratch.spread[seat, SQUARES] / scratch.counts[DONE] - mean * mean, 0.0))


# --- the worlds ------------------------------------------------------------------------------------------------------


@native
def weigh_worlds(v: Any, seat: int, worlds: int, told: Any, rng: Any, scratch: Any) -> None:
    """Draw worlds and weigh each by how well it explains what the others were seen to do, if the game knows how."""
    if not ((HAS_WEIGH and scratch.uses[INFERENCE] != 0) or (HAS_LEAN and scratch.uses[INTUITION] != 0)):
        return
    worlds, most = min(worlds, len(scratch.pool)), -math.inf
    for number in range(worlds):
        copy(v, scratch.pool[number])
        rules.resample(scratch.pool[number], seat, scratch.plan, rng)
        scratch.weights[number] = likelihood(scratch.pool[number], seat, told, scratch)
        most = max(most, scratch.weights[number])
    total = 0.0
    for number in range(worlds):
        total += math.exp(scratch.weights[number] - most)
        scratch.weights[number] = total
    scratch.counts[WORLDS] = worlds


@native
def likelihood(world: Any, seat: int, told: Any, scratch: Any) -> float:
    """The logarithm of how likely the seat was to be told this, if this is the world."""
    if HAS_LEAN and scratch.uses[INTUITION] != 0:
        return float(rules.suspect(world, seat, told, len(told), scratch))
    if HAS_WEIGH:
        return float(rules.weigh(world, seat, told, len(told)))
    return 0.0


@native
def next_world(v: Any, seat: int, scratch: Any, rng: Any) -> None:
    """Draw a world: one of those that were weighed, by weight, else any."""
    if scratch.counts[WORLDS] > 0:
        copy(scratch.pool[likely_world(scratch, rng)], scratch.world)
    else:
        copy(v, scratch.world)
        rules.resample(scratch.world, seat, scratch.plan, rng)


@native
def likely_world(scratch: Any, rng: Any) -> int:
    """Give the number of a world that was weighed: the first whose weight, with all before, is above a random one."""
    low, high = 0, scratch.counts[WORLDS] - 1
    aim = scratch.weights[high] * fraction(rng)
    while low < high:
        middle = (low + high) // 2
        if scratch.weights[middle] > aim:
            high = middle
        else:
            low = middle + 1
    return int(low)


# --- the search ------------------------------------------------------------------------------------------------------


@native
def begin(v: Any, seat: int, most: int, scratch: Any) -> None:
    """Prepare a search of this view with at most so many arms; arms and trials are all zeros by now."""
    rules.plan(v, seat, scratch.plan)
    scratch.counts[ARMS] = 0
    scratch.counts[MOST] = most
    scratch.counts[DONE] = 0
    scratch.counts[WORLDS] = 0
    scratch.spread[:] = 0.0
    for other in range(v.seats):
        scratch.spread[other, EAGER] = EAGERNESS * FIRST_SPREAD


@native
def search(v: Any, seat: int, iterations: int, rng: Any, scratch: Any) -> None:
    """Go on for as many iterations."""
    if HAS_SURVEY and scratch.uses[SURVEY] != 0:
        rules.survey(v, seat, iterations, rng, scratch)
        return
    for _ in range(iterations):
        next_world(v, seat, scratch, rng)
        first, length = descend(scratch.world, seat, scratch, rng)
        finish(scratch.world, scratch, rng)
        credit(scratch, length)
        note_trial(scratch.trials[first], scratch.shares[seat], scratch.points[seat], scratch.rewards[seat])
        note_spread(scratch, v.seats)


@native
def split(rng: Any, rngs: Any) -> None:
    """Make several generators of one."""
    for row in range(len(rngs)):
        for column in range(4):
            rngs[row, column] = word(rng)
