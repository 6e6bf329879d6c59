"""What a player of Cryptruck knows beyond the rules: which blocks to take and leave, and what others show.

An action is judged by a few traits, as a person would: would this card take the trick, what would its blocks be worth,
can it be beaten. How much each trait counts depends on what is asked, and on how many blocks the seat has won so far.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fairdeal.engine.chance import fraction
from fairdeal.engine.kernel import DEALER, NOBODY, lowest, native, size_of
from fairdeal.games.cryptruck.rules import (
    ASKING,
    COLOURS,
    DEAL,
    GIVE,
    GIVE_HIDDEN,
    GIVING,
    NO_CARD,
    NO_COLOUR,
    NUMBERS,
    PLAY,
    PLAYING,
    REVEAL,
    REVEALING,
    TRICKS,
    WANT,
    all_of,
    clear_trick,
    colour_of,
    deck,
    is_trump,
    number_of,
    one,
    play,
    playable,
    strength,
    total,
    trick_taker,
    worth,
)
from fairdeal.kit.outlook import expect_rounds

# --- what a seat wants -----------------------------------------------------------------------------------------------

FEW = 3  # blocks
APPETITES = FEW + 2  # by the number of blocks won: none to three, and more than the colours count of


@native
def gain(s: Any, seat: int, blocks: int) -> float:
    """What a seat's points would change by if it won these blocks too."""
    return (worth(s, int(s.blocks[seat]) | blocks) - worth(s, s.blocks[seat])) / 5.0


@native
def row_of(s: Any, seat: int) -> int:
    """By what a seat is asked, and by its blocks: the row of WEIGHTS."""
    blocks = size_of(s.blocks[seat])
    return (int(s.phase) - REVEALING) * APPETITES + (FEW + 1 if blocks > s.box.few else min(FEW, blocks))


# --- traits of an action ---------------------------------------------------------------------------------------------

TRAITS = 10

# How much each trait counts, for no block, one, two, three, and more. Found by self-play: 3.8 million rounds with 2 to
# 5 seats, all seats choosing by these numbers, which moved along the gradient (REINFORCE, Adam) of each seat's share of
# the round, a softmax of the points at a spread of 2.5. By these numbers alone, without any search, a seat wins 55 %
# against three that play at random.
WEIGHTS = np.array(
    [
        # reveal
        [0.95, 0.21, -3.86, 0.13, -0.20, -1.41, -0.40, 0.30, 0.38, -3.59],
        [-3.89, -1.30, -3.93, 1.74, -1.48, -2.61, 0.78, -2.14, -0.46, -3.01],
        [-2.28, -0.88, -4.49, 2.91, -0.57, 0.79, 1.09, -1.73, 3.43, -2.80],
        [-1.87, -3.81, 2.12, -2.50, -6.41, -1.78, 0.73, 0.07, 3.47, -0.90],
        [-4.16, -1.26, -4.59, 2.48, -0.61, 1.92, 0.87, -2.02, 0.79, -2.67],
        # want
        [-3.25, -5.49, -1.48, 4.44, 1.54, 0.33, 1.73, 0.56, 1.51, 3.21],
        [-1.60, -7.45, 2.47, 3.82, 0.02, -2.38, 0.32, -1.25, 3.31, -6.39],
        [-2.98, -5.06, 3.71, 3.34, 0.00, -4.35, 1.83, -0.75, 3.43, -3.53],
        [-1.68, -4.36, 4.95, 2.76, 0.78, -2.03, -0.37, -2.01, 2.18, -0.25],
        [-0.77, -7.42, 0.72, 4.39, -2.04, -3.47, -0.62, -0.65, 1.60, -1.72],
        # give
        [-0.23, -0.92, -3.83, -1.39, 2.92, -3.12, 1.15, -1.21, -1.13, -3.35],
        [-0.12, -0.80, -3.01, 1.52, -0.01, -1.57, -0.36, -0.37, -0.09, -1.94],
        [-0.46, -1.04, -3.22, 2.67, 0.48, -1.46, -1.31, 0.60, -0.16, -2.17],
        [-0.11, 0.16, -1.70, 1.15, 0.00, -0.90, -0.06, 0.80, -0.13, -0.75],
        [0.16, 0.17, -1.97, 0.41, 0.20, -1.21, -0.03, 0.35, 0.11, -0.62],
        # play
        [-0.87, 6.63, -4.11, 3.32, 4.18, 4.69, -5.24, -4.66, -3.53, 0.19],
        [0.68, 7.13, 0.75, 1.80, -0.05, 0.36, -3.96, -2.92, -1.92, -1.94],
        [1.82, 7.25, 2.98, 1.33, 0.73, 1.52, -3.29, -3.60, -0.93, -2.22],
        [-0.60, 6.39, -0.90, -0.41, 2.85, -1.24, -1.39, -4.13, -2.55, -2.22],
        [2.45, 2.94, 1.41, 0.64, 3.56, 1.07, -2.48, -2.81, -1.66, -2.00],
    ]
)


@native
def one_if(condition: bool) -> float:
    return 1.0 if condition else 0.0


@native
def early(s: Any) -> float:
    """The part of the round that is left, this trick included."""
    return (TRICKS - int(s.tricks_played)) / TRICKS


@native
def blocks_among(s: Any, cards: int) -> int:
    return cards & int(s.box.blocks)


@native
def unseen(s: Any, seat: int) -> int:
    """The cards in use that a seat neither holds nor has seen lying on the table."""
    seen = int(s.hand[seat]) | one(s.turned) | one(s.revealed)
    for trick in range(s.tricks_played + 1):
        for other in range(s.seats):
            seen |= one(s.laid[trick, other])
    return deck(s) & ~seen


@native
def beaters(s: Any, card: int) -> int:
    """§13 The cards that beat this one if it is led."""
    colour = colour_of(card)
    higher = (1 << NUMBERS) - (1 << number_of(card))
    is_top = is_trump(s, colour)
    cards = higher << (colour * NUMBERS)
    for other in range(COLOURS):
        if is_trump(s, other):
            cards |= higher << (other * NUMBERS) if is_top else all_of(other)
    return cards


@native
def danger(s: Any, seat: int, card: int) -> float:
    """The part of the unseen cards that beat this one if it is led."""
    cards = unseen(s, seat)
    return size_of(cards & beaters(s, card)) / (1.0 + size_of(cards))


@native
def traits_of_reveal(s: Any, seat: int, card: int) -> Any:
    block = blocks_among(s, one(card))
    beaten, won = danger(s, seat, card), gain(s, seat, block)
    trump = one_if(is_trump(s, colour_of(card)))
    return (
        number_of(card) / 5.0,
        one_if(block != 0),
        trump,
        beaten,
        won,
        size_of(s.hand[seat] & all_of(colour_of(card))) / 3.0,
        beaten * early(s),
        one_if(beaten == 0.0),
        won * beaten,
        trump * early(s),
    )


@native
def traits_of_wanting(s: Any, seat: int) -> Any:
    block = blocks_among(s, one(s.revealed))
    beaten, won = danger(s, seat, s.revealed), gain(s, seat, block)
    coming = (int(s.first) - seat - 1 + int(s.seats)) % int(s.seats)
    return (
        1.0,
        beaten,
        won,
        one_if(s.wanted != 0),
        coming / 3.0,
        size_of(blocks_among(s, int(s.hand[seat]))) / 3.0,
        one_if(s.hand[seat] & all_of(colour_of(s.revealed)) != 0),
        early(s),
        one_if(block != 0),
        won * beaten,
    )


@native
def traits_of_gift(s: Any, seat: int, card: int) -> Any:
    height = number_of(card) / 5.0
    block = one_if(blocks_among(s, one(card)) != 0)
    trump = one_if(is_trump(s, colour_of(card)))
    is_led = one_if(colour_of(card) == colour_of(s.revealed))
    return (
        height,
        block,
        trump,
        is_led,
        one_if(size_of(s.hand[seat] & all_of(colour_of(card))) == 1),
        trump * height,
        block * min(FEW, size_of(s.blocks[s.first])) / FEW,
        is_led * height,
        height * early(s),
        trump * early(s),
    )


@native
def traits_of_play(s: Any, seat: int, card: int) -> Any:
    holder, pile = trick_taker(s), blocks_on_table(s)
    height = number_of(card) / 5.0
    block = blocks_among(s, one(card))
    trump = one_if(is_trump(s, colour_of(card)))
    if strength(s, card) >= strength(s, s.laid[s.tricks_played, holder]):
        coming = (int(s.leader) - seat - 1 + int(s.seats)) % int(s.seats) / 3.0
        won = gain(s, seat, pile | block)
        return (1.0, won, coming, coming * won, height, early(s), trump, 0.0, 0.0, 0.0)
    theirs = gain(s, holder, pile | block) - gain(s, holder, pile)
    return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, trump, theirs, one_if(block != 0), height)


@native
def blocks_on_table(s: Any) -> int:
    cards = 0
    for seat in range(s.seats):
        cards |= one(s.laid[s.tricks_played, seat])
    return blocks_among(s, cards)


@native
def weighted(row: int, traits: Any) -> float:
    appeal = 0.0
    for trait in range(TRAITS):
        appeal += WEIGHTS[row, trait] * traits[trait]
    return appeal


@native
def appeal(s: Any, seat: int, action: int, row: int) -> float:
    """How much an action appeals to a seat; declining is the measure of wanting."""
    if action >= PLAY:
        return weighted(row, traits_of_play(s, seat, action - PLAY))
    if action >= GIVE:
        return weighted(row, traits_of_gift(s, seat, action - GIVE))
    if action >= WANT:
        return weighted(row, traits_of_wanting(s, seat)) if action == WANT else 0.0
    return weighted(row, traits_of_reveal(s, seat, action - REVEAL))


# --- choosing below the tree -----------------------------------------------------------------------------------------


@native
def policy(s: Any, seat: int, legal: Any, count: int, rng: Any) -> int:
    """Choose an action by its appeal, e times as often for each unit of it."""
    row = row_of(s, seat)
    whole, chosen = 0.0, 0
    for number in range(count):
        weight = math.exp(appeal(s, seat, legal[number], row))
        whole += weight
        if fraction(rng) * whole < weight:
            chosen = number
    return chosen


# --- the end of a round ----------------------------------------------------------------------------------------------

# Measured on 2,100 games of three rounds at 2 to 5 seats, played by the policy above: at every number of seats, after
# one round as after two, the spread that makes the winners likeliest is 2 times the root of the rounds left.
SPREAD = 2.0
POINTS_A_ROUND = 5.0


@native
def is_horizon(s: Any) -> bool:
    """Another round is to come: its cards are nobody's merit."""
    return s.phase == DEAL and s.rounds_played > 0


@native
def outlook(s: Any, shares: Any, points: Any) -> None:
    """Expect average rounds; the more of them are left, the less a lead is worth."""
    for seat in range(s.seats):
        points[seat] = total(s, seat)
    expect_rounds(points, s.seats, s.options.rounds - s.rounds_played, POINTS_A_ROUND, SPREAD, shares)


# --- the last tricks -------------------------------------------------------------------------------------------------


@native
def is_endgame(s: Any) -> bool:
    """The last trick, where only the answers are free, or the last but one once its lead is made."""
    if s.tricks_played == TRICKS - 2:
        return s.phase == PLAYING
    return s.tricks_played == TRICKS - 1


# --- what the others have shown --------------------------------------------------------------------------------------

# Searchers play somewhat like the policy. Measured on 228 positions between searchers of 1,000 iterations, as the mean
# logarithm: with a fifth of the appeal the true world is 1.3 times as likely as others, in full it is far less likely.
# Their answers alone made it less likely (on 387 positions), so answers count for nothing.
TRUST = 0.2


@native
def weigh(world: Any, seat: int, told: Any, count: int) -> float:
    """The log likelihood of the cards that the others revealed, gave and played in this round.

    The round is taken back and played again, which leaves the world as it was.
    """
    first = count
    while first > 0 and told[first - 1, 0] != DEALER:
        first -= 1
    take_back_round(world, told, first, count)
    likelihood = 0.0
    for place in range(first, count):
        who, action = int(told[place, 0]), int(told[place, 1])
        if action == GIVE_HIDDEN:
            action = GIVE + int(world.gift[world.tricks_played])
        if who != seat and world.phase != ASKING:
            likelihood += log_chance(world, who, action)
        play(world, who, action)
    return likelihood


@native
def take_back_round(s: Any, told: Any, first: int, count: int) -> None:
    """Take back all that was done since the cards were dealt; only the gifts stay written down."""
    trick = int(s.tricks_played)
    if s.phase == REVEALING:
        trick -= 1
    for place in range(count - 1, first - 1, -1):
        who, action = int(told[place, 0]), int(told[place, 1])
        if action >= GIVE:
            if action < PLAY or action == GIVE_HIDDEN:
                take_back_gift(s, trick)
            else:
                put_back(s, who, action - PLAY)
        elif action < WANT:
            put_back(s, who, action - REVEAL)
            s.first = who
            trick -= 1
    s.tricks_played = 0
    s.laid[:] = NO_CARD
    s.led[:] = NO_COLOUR
    s.lacks[:] = 0
    s.blocks[:] = 0
    s.others[:] = 0
    s.giver[:] = NOBODY
    s.receiver[:] = NOBODY
    s.phase = REVEALING
    clear_trick(s)


@native
def put_back(s: Any, seat: int, card: int) -> None:
    s.hand[seat] |= one(card)
    s.held[seat] += 1


@native
def take_back_gift(s: Any, trick: int) -> None:
    receiver = s.receiver[trick]
    s.hand[receiver] ^= one(s.gift[trick])
    s.held[receiver] -= 1
    put_back(s, s.giver[trick], s.gift[trick])


@native
def log_chance(s: Any, seat: int, action: int) -> float:
    """How likely a seat with this hand is to choose this of its legal cards, if it half follows the policy."""
    row = row_of(s, seat)
    cards = playable(s, seat) if s.phase == PLAYING else int(s.hand[seat])
    span = PLAY if s.phase == PLAYING else GIVE if s.phase == GIVING else REVEAL
    whole = 0.0
    while cards:
        whole += math.exp(TRUST * appeal(s, seat, span + lowest(cards), row))
        cards &= cards - 1
    return TRUST * appeal(s, seat, action, row) - math.log(whole)
