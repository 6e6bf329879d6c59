"""How a player of Cryptruck with two seats leans, by a small network that sees its own view; `bench.learned` trains it.

It takes the place of the policy where worlds are played out, and worlds are weighed by what the other seat was seen to
do: of fourteen cards seven are unseen at most, and one of them lies face down, so there are seven worlds to weigh.
Colours count from the one that is turned up; all that the network is given is 0 or 1.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fairdeal.engine.chance import fraction
from fairdeal.engine.kernel import DEALER, NOBODY, lowest, native, size_of
from fairdeal.games.cryptruck.knowledge import take_back_round
from fairdeal.games.cryptruck.rules import (
    COLOURS,
    GIVE,
    NO_CARD,
    NO_COLOUR,
    PLAY,
    PLAYING,
    REVEAL,
    REVEALING,
    TRICKS,
    WANT,
    WHITE,
    all_of,
    colour_of,
    legal,
    number_of,
    one,
    play,
    total,
    worth,
)
from fairdeal.kit.networks import add_inputs, begin, end

SEATS = 2
USED = 3  # colours, with white
CARDS = 14  # of two colours, then the whites
LOWEST_WHITE = 2

# What it is given: sets of cards, then numbers of which one each is there.
HELD, SEEN, LAID_AT_LAST, REVEALED, TURNED, GAVE, THEIRS, SHOWN, WANTED, DECLINED, GOT, LAID = range(12)
LACKS_AT = 12 * CARDS
PHASE_AT = LACKS_AT + USED
FIRST_AT = PHASE_AT + 4
LEADER_AT = FIRST_AT + 1
TRICK_AT = LEADER_AT + 1
MOST_BLOCKS = 7
BLOCKS_AT = TRICK_AT + TRICKS
COLOURS_AT = BLOCKS_AT + SEATS * (MOST_BLOCKS + 1)
MOST_WORTH = 9
WORTH_AT = COLOURS_AT + SEATS * USED
MOST_LEAD = 12
MOST_LEFT = 2
SCORE_AT = WORTH_AT + SEATS * (MOST_WORTH + 1)
INPUTS = SCORE_AT + (MOST_LEFT + 1) * (2 * MOST_LEAD + 1)
# What it says: how much each card appeals to be revealed, given and played, and either answer.
REVEALS, GIFTS, PLAYS, ANSWERS = range(0, 4 * CARDS, CARDS)
OUTPUTS = ANSWERS + 2

ONE = np.float32(1.0)
TRUST = 0.7  # of the likelihood of what the other seat did; it is no such network
LEAST = 0.003  # chance of anything that was done


@native
def lean(s: Any, seat: int, legal: Any, count: int, scratch: Any, rng: Any) -> int:
    """Choose an action as often as the network would."""
    weigh_actions(s, seat, legal, count, scratch)
    aim, number = fraction(rng), 0
    while number < count - 1 and aim >= scratch.chances[number]:
        aim -= scratch.chances[number]
        number += 1
    return number


@native
def suspect(world: Any, seat: int, told: Any, count: int, scratch: Any) -> float:
    """The log likelihood of all that the other seat did in this round, which is taken back and played again."""
    first = count
    while first > 0 and told[first - 1, 0] != DEALER:
        first -= 1
    take_back_round(world, told, first, count)
    likelihood = 0.0
    for place in range(first, count):
        who, action = int(told[place, 0]), int(told[place, 1])
        if who != seat:
            likelihood += log_chance(world, who, action, scratch)
        play(world, who, action)
    return TRUST * likelihood


@native
def log_chance(s: Any, seat: int, action: int, scratch: Any) -> float:
    """How likely a seat with this hand is to choose this."""
    count = legal(s, seat, scratch.legal)
    if count == 1:
        return 0.0
    weigh_actions(s, seat, scratch.legal, count, scratch)
    chance = LEAST
    for number in range(count):
        if scratch.legal[number] == action:
            chance = max(LEAST, scratch.chances[number])
    return math.log(chance)


@native
def weigh_actions(s: Any, seat: int, legal: Any, count: int, scratch: Any) -> None:
    """Fill in how likely each legal action is: a softmax of what the network says."""
    describe(s, seat, scratch.sight.inputs)
    begin(scratch.sight)
    add_inputs(scratch.sight, INPUTS)
    end(scratch.sight)
    most, whole = -math.inf, 0.0
    for number in range(count):
        scratch.chances[number] = float(scratch.sight.said[place_of(s, legal[number])])
        most = max(most, scratch.chances[number])
    for number in range(count):
        scratch.chances[number] = math.exp(scratch.chances[number] - most)
        whole += scratch.chances[number]
    for number in range(count):
        scratch.chances[number] /= whole


@native
def place_of(s: Any, action: int) -> int:
    """Where the network says how much an action appeals."""
    if action >= PLAY:
        return PLAYS + number_in_use(s, action - PLAY)
    if action >= GIVE:
        return GIFTS + number_in_use(s, action - GIVE)
    if action >= WANT:
        return ANSWERS + action - WANT
    return REVEALS + number_in_use(s, action - REVEAL)


# --- cards -----------------------------------------------------------------------------------------------------------


@native
def place_of_colour(s: Any, colour: int) -> int:
    """The colour that is turned up comes first, and white last."""
    turned = colour_of(s.turned)
    if colour == WHITE:
        return USED - 1
    return int(colour) if turned == WHITE else int(colour != turned)


@native
def number_in_use(s: Any, card: int) -> int:
    """Number the cards in use."""
    place = place_of_colour(s, colour_of(card))
    return place * TRICKS + number_of(card) - (LOWEST_WHITE if place == USED - 1 else 0)


@native
def write_set(s: Any, cards: int, kind: int, out: Any) -> None:
    while cards:
        out[kind * CARDS + number_in_use(s, lowest(cards))] = ONE
        cards &= cards - 1


# --- what it is given ------------------------------------------------------------------------------------------------


@native
def describe(s: Any, seat: int, out: Any) -> None:
    """Write what a seat knows; nothing is read of the other hand."""
    out[:INPUTS] = 0.0
    describe_cards(s, seat, out)
    describe_sales(s, seat, out)
    other = 1 - seat
    for colour in range(COLOURS):
        if s.in_use >> colour & 1 and s.lacks[other] >> colour & 1:
            out[LACKS_AT + place_of_colour(s, colour)] = ONE
    out[PHASE_AT + int(s.phase) - REVEALING] = ONE
    if s.first == seat:
        out[FIRST_AT] = ONE
    if s.leader == seat:
        out[LEADER_AT] = ONE
    out[TRICK_AT + int(s.tricks_played)] = ONE
    describe_winnings(s, seat, 0, out)
    describe_winnings(s, other, 1, out)
    lead = min(MOST_LEAD, max(-MOST_LEAD, total(s, seat) - total(s, other)))
    left = min(MOST_LEFT, int(s.options.rounds) - 1 - int(s.rounds_played))
    out[SCORE_AT + left * (2 * MOST_LEAD + 1) + MOST_LEAD + lead] = ONE


@native
def describe_cards(s: Any, seat: int, out: Any) -> None:
    """Write where the seat knows cards to be, or to have been."""
    other, gave, got, laid, theirs = 1 - seat, 0, 0, 0, 0
    for trick in range(s.tricks_played + 1):
        laid |= one(s.laid[trick, seat])
        theirs |= one(s.laid[trick, other])
        if s.giver[trick] == seat:
            gave |= one(s.gift[trick])
        elif s.giver[trick] == other:
            got |= one(s.gift[trick])
    write_set(s, int(s.hand[seat]), HELD, out)
    write_set(s, one(s.turned) | one(s.revealed) | laid | theirs, SEEN, out)
    write_set(s, one(s.revealed), REVEALED, out)
    write_set(s, one(s.turned), TURNED, out)
    if s.phase == PLAYING:
        write_set(s, one(s.laid[s.tricks_played, s.leader]), LAID_AT_LAST, out)
    write_set(s, gave & ~(theirs | laid | int(s.hand[seat]) | one(s.revealed)), GAVE, out)
    write_set(s, theirs, THEIRS, out)
    write_set(s, got, GOT, out)
    write_set(s, laid, LAID, out)


@native
def describe_sales(s: Any, seat: int, out: Any) -> None:
    """Write which cards the other seat revealed, wanted and declined.

    Who led a trick that was not sold is not written down anywhere. Of two cards of the led colour the one that took the
    trick stands for the one that was led.
    """
    other, taker = 1 - seat, int(s.first)
    for back in range(s.tricks_played):
        trick = s.tricks_played - 1 - back
        leader, first = int(s.giver[trick]), int(s.receiver[trick])
        if leader == NOBODY:
            leader = taker if colour_of(s.laid[trick, taker]) == s.led[trick] else 1 - taker
            first = leader
        write_sale(s, seat, trick, leader, out)
        taker = first
    if s.led[s.tricks_played] != NO_COLOUR:
        write_sale(s, seat, int(s.tricks_played), int(s.leader), out)
    if s.revealed != NO_CARD and s.first == other:
        write_set(s, one(s.revealed), SHOWN, out)


@native
def write_sale(s: Any, seat: int, trick: int, leader: int, out: Any) -> None:
    """Write what became of the card that was led."""
    is_sold = s.giver[trick] != NOBODY
    kind = SHOWN if is_sold == (leader == seat) else WANTED if is_sold else DECLINED
    write_set(s, one(s.laid[trick, leader]), kind, out)


@native
def describe_winnings(s: Any, seat: int, step: int, out: Any) -> None:
    """Write the blocks that a seat has won in this round, and what they are worth."""
    blocks = int(s.blocks[seat])
    out[BLOCKS_AT + step * (MOST_BLOCKS + 1) + min(MOST_BLOCKS, size_of(blocks))] = ONE
    for colour in range(COLOURS):
        if blocks & all_of(colour):
            out[COLOURS_AT + step * USED + place_of_colour(s, colour)] = ONE
    out[WORTH_AT + step * (MOST_WORTH + 1) + min(MOST_WORTH, max(0, worth(s, blocks)))] = ONE
