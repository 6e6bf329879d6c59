"""What a player of CASTER knows beyond the rules: which cards to play, what a lead is worth, and what others show.

A card is judged by a few traits, as a person would: would it take the trick, for how many points, who is still to
come, how low is it. How much each trait counts depends on whether the seat leads, follows or is free, and on how many
more tricks it may take before it bursts.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fairdeal.engine.chance import below, fraction
from fairdeal.engine.kernel import DEALER, lowest, native, size_of
from fairdeal.games.caster.rules import (
    COLOURS,
    DEAL,
    GIVE,
    NO_CARD,
    PLAY,
    TRICK,
    VALUES,
    colour_of,
    led_colour,
    must_follow,
    play_card,
    slowness,
    trick_taker,
    tricks_of_round,
    tricks_taken,
    value_of,
)
from fairdeal.kit.masks import highest
from fairdeal.kit.outlook import expect_rounds

# --- what a seat wants -----------------------------------------------------------------------------------------------

BURST, FULL, ONE_MORE, HUNGRY, SAFE = range(5)  # appetites; who is safe cannot burst any more
APPETITES = 5


@native
def room_left(s: Any, seat: int) -> int:
    """§12 How many more tricks a seat may take; below 0 it has burst."""
    return int(s.box.limit[s.seats]) - tricks_taken(s, seat)


@native
def appetite(s: Any, seat: int) -> int:
    room = room_left(s, seat)
    if room < 0:
        return BURST
    if room == 0:
        return FULL
    if room >= s.held[seat]:
        return SAFE
    return ONE_MORE if room == 1 else HUNGRY


@native
def hunger(s: Any, seat: int) -> float:
    """Compare the room left with a fair share of the tricks left: 0 if they are equal."""
    return min(2.0, max(-1.0, room_left(s, seat) * int(s.seats) / int(s.held[seat]) - 1.0))


# --- traits of a card ------------------------------------------------------------------------------------------------

LEADING, FOLLOWING, FREE = range(3)  # situations
TRAITS = 8

# By situation and appetite: how much each trait counts. Found by self-play: 3.4 million rounds with 3, 4 and 5 seats,
# all seats choosing by these numbers, which moved along the gradient (REINFORCE, Adam) of each seat's share of the
# round, a softmax of the points at a spread of 7. By these numbers alone, without any search, a seat wins 60 % against
# three that play at random.
WEIGHTS = np.array(
    [
        # lead
        [-3.39, -0.19, 0.25, 0.36, -1.99, 0.79, -0.47, 3.39],
        [-1.68, 2.94, -4.69, -5.54, 8.58, -3.95, 1.37, 1.68],
        [-3.17, 3.41, -2.37, -6.18, -4.13, -7.21, -5.07, 2.66],
        [-1.88, 5.64, 1.44, -3.11, -5.27, -5.29, -4.69, -5.01],
        [0.42, -1.35, 2.09, 3.49, -2.20, 0.38, -2.17, 0.49],
        # follow
        [0.79, 0.33, -0.17, -0.80, 0.22, -0.60, -0.20, -0.79],
        [-5.05, -3.15, 2.22, -3.11, 3.62, -3.79, -0.38, 5.05],
        [-8.42, -3.96, 2.99, -2.40, 2.78, -4.24, -1.03, 3.62],
        [-7.79, 3.24, 0.82, -1.72, 8.83, -3.00, -0.64, 2.96],
        [0.94, 0.59, 0.26, -0.43, -0.52, -1.09, 0.53, 1.61],
        # free
        [1.45, 1.00, 0.53, 0.68, 1.93, -1.36, -0.47, -1.45],
        [-5.67, -2.43, 2.16, -6.73, 0.88, 3.23, -1.53, 5.67],
        [-4.57, 7.90, -0.96, -4.20, -2.08, 3.91, -2.03, 3.05],
        [-0.99, 8.95, -1.00, 0.42, -2.87, 0.88, 2.58, 2.37],
        [1.95, 1.42, 0.67, 2.72, -3.07, -1.93, 0.90, 2.98],
    ]
)


@native
def situation(s: Any, seat: int) -> int:
    if s.laid == 0:
        return LEADING
    return FOLLOWING if must_follow(s, seat) else FREE


@native
def unseen(s: Any, seat: int, colour: int) -> int:
    """The values of a colour that a seat neither holds nor has seen in this round."""
    seen = int(s.hand[seat, colour])
    for other in range(s.seats):
        seen |= int(s.played[other, colour])
    return ((1 << (s.box.highest[s.seats] + 1)) - 1) & ~seen


@native
def lower(values: int, value: int) -> int:
    """Count the values below one."""
    return size_of(values & ((1 << value) - 1))


@native
def one_if(condition: bool) -> float:
    return 1.0 if condition else 0.0


@native
def traits_of_lead(s: Any, seat: int, card: int, hungry: float) -> Any:
    colour, value = colour_of(card), value_of(card)
    others = unseen(s, seat, colour)
    under = lower(others, value)
    return (
        value / 10.0,
        under / 5.0,
        (size_of(others) - under) / 5.0,
        one_if(under == 0),
        size_of(unseen(s, seat, s.box.trump[colour])) / 10.0,
        size_of(s.hand[seat, colour]) / 5.0,
        one_if(others == 0),
        hungry * value / 10.0,
    )


@native
def led_values(s: Any) -> int:
    """The values of the led colour in the trick."""
    led = led_colour(s)
    values = 0
    for seat in range(s.seats):
        if s.trick[seat] != NO_CARD and colour_of(s.trick[seat]) == led:
            values |= 1 << value_of(s.trick[seat])
    return values


@native
def traits_of_taker(s: Any, seat: int, card: int, hungry: float, holder: int, points: int) -> Any:
    """A card that takes the trick, unless a lower one comes."""
    coming = int(s.seats) - 1 - int(s.laid)
    value = value_of(card)
    under = lower(unseen(s, seat, colour_of(card)), value)
    risk = min(1.0, under * coming / (int(s.seats) - 1))
    return (1.0, points / 10.0, risk, 0.0, value / 10.0, 0.0, one_if(room_left(s, holder) <= 0), hungry)


@native
def traits_of_loser(value: int, last: float) -> Any:
    """A card that does not take the trick."""
    return (0.0, 0.0, 0.0, value / 10.0, 0.0, last, 0.0, 0.0)


@native
def added_points(value: int, values: int, is_trumped: bool) -> int:
    """§10 How many points a card of the led colour adds to what the trick is worth to its taker."""
    if is_trumped:
        return max(0, value - highest(values))
    others = values & (values - 1)
    return min(0, value - lowest(others)) if others else value - lowest(values)


@native
def traits_of_reply(s: Any, seat: int, card: int, hungry: float, holder: int, values: int) -> Any:
    led = led_colour(s)
    trump = s.box.trump[led]
    colour, value = colour_of(card), value_of(card)
    is_trumped = colour_of(s.trick[holder]) == trump
    if slowness(card, led, trump) < slowness(s.trick[holder], led, trump):
        return traits_of_taker(s, seat, card, hungry, holder, lowest(values) if colour == led else highest(values))
    if colour != led:
        return traits_of_loser(value, 1.0 / size_of(s.hand[seat, colour]))
    if room_left(s, holder) <= 0:
        return traits_of_loser(value, 0.0)
    return traits_of_loser(value, added_points(value, values, is_trumped) / 10.0)


@native
def appeal(s: Any, seat: int, card: int, row: int, hungry: float, holder: int, values: int) -> float:
    """How much a card appeals to a seat; `holder` and `values` are of the trick so far, if there is one."""
    if s.laid == 0:
        traits = traits_of_lead(s, seat, card, hungry)
    else:
        traits = traits_of_reply(s, seat, card, hungry, holder, values)
    total = 0.0
    for trait in range(TRAITS):
        total += WEIGHTS[row, trait] * traits[trait]
    return total


# --- choosing below the tree -----------------------------------------------------------------------------------------


@native
def policy(s: Any, seat: int, legal: Any, count: int, rng: Any) -> int:
    """Choose a card by its appeal, e times as often for each unit of it; any gift is as good as another."""
    if s.phase != TRICK:
        return below(rng, count)
    row = situation(s, seat) * APPETITES + appetite(s, seat)
    hungry = hunger(s, seat)
    holder = trick_taker(s) if s.laid > 0 else 0
    values = led_values(s) if s.laid > 0 else 0
    total, chosen = 0.0, 0
    for number in range(count):
        weight = math.exp(appeal(s, seat, legal[number] - PLAY, row, hungry, holder, values))
        total += weight
        if fraction(rng) * total < weight:
            chosen = number
    return chosen


# --- the end of a round ----------------------------------------------------------------------------------------------

# Measured on 490 games of three rounds at 4 and 5 seats, played by the policy above: the spread that makes the winners
# likeliest is 5.5 to 7.5 times the root of the rounds left, after one round as after two.
SPREAD = 6.0
POINTS_A_TRICK = 1.0


@native
def is_horizon(s: Any) -> bool:
    """Another round is to come: its cards are nobody's merit."""
    return s.phase == DEAL and s.rounds_played > 0


@native
def outlook(s: Any, shares: Any, points: Any) -> None:
    """Expect average rounds; the more of them are left, the less a lead is worth."""
    for seat in range(s.seats):
        points[seat] = int(s.total[seat])
    points_a_round = POINTS_A_TRICK * tricks_of_round(s)
    expect_rounds(points, s.seats, s.options.rounds - s.rounds_played, points_a_round, SPREAD, shares)


# --- the last tricks -------------------------------------------------------------------------------------------------

FEW_CARDS = 2


@native
def is_endgame(s: Any) -> bool:
    """Two tricks are left: at most 2 ** 5 lines."""
    return s.phase == TRICK and s.held[s.leader] + (s.laid > 0) <= FEW_CARDS


# --- what the others have shown --------------------------------------------------------------------------------------

# Searchers play somewhat like the policy. Measured on 338 positions between searchers of 1,000 iterations, as the mean
# logarithm: with a tenth of the appeal the true world is 1.3 times as likely as others, with a fifth 1.2 times, with
# half of it less likely. Without their leads, which the policy foretells worst, a fifth was no better either.
TRUST = 0.1


@native
def weigh(world: Any, seat: int, told: Any, count: int) -> float:
    """The log likelihood of the cards that the others played in this round.

    The round is taken back and played again, which leaves the world as it was.
    """
    if world.phase != TRICK:
        return 0.0
    first = count
    while first > 0 and told[first - 1, 0] != DEALER:
        first -= 1
    take_back_round(world)
    likelihood = 0.0
    for place in range(first, count):
        who, action = int(told[place, 0]), int(told[place, 1])
        if action < GIVE:
            if who != seat:
                likelihood += log_chance(world, who, action - PLAY)
            play_card(world, who, action - PLAY)
    return likelihood


@native
def take_back_round(s: Any) -> None:
    """Give all cards played in this round back."""
    for seat in range(s.seats):
        for colour in range(COLOURS):
            s.hand[seat, colour] |= s.played[seat, colour]
        s.held[seat] = tricks_of_round(s)
    s.laid = 0
    s.trick[:] = NO_CARD
    s.played[:] = 0
    s.lacks[:] = 0
    s.scored[:] = 0
    s.leader = s.first
    s.turn = s.first


@native
def log_chance(s: Any, seat: int, card: int) -> float:
    """How likely a seat with this hand is to choose this of its legal cards, if it half follows the policy."""
    kind = situation(s, seat)
    row = kind * APPETITES + appetite(s, seat)
    hungry = hunger(s, seat)
    holder = trick_taker(s) if kind != LEADING else 0
    values = led_values(s) if kind != LEADING else 0
    whole = 0.0
    for colour in range(COLOURS):
        if kind != FOLLOWING or colour == led_colour(s):
            cards = int(s.hand[seat, colour])
            while cards:
                other = colour * VALUES + lowest(cards)
                whole += math.exp(TRUST * appeal(s, seat, other, row, hungry, holder, values))
                cards &= cards - 1
    return TRUST * appeal(s, seat, card, row, hungry, holder, values) - math.log(whole)
