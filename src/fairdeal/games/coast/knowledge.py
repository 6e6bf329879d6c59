"""How a planner who knows Craft My Coast thinks: what a region promises, where the next cards would go, when to hurry.

Nothing that the others do touches the own region, so there is no tree to search. An iteration of `survey` is either a
first look at one action, at what the region promises after it; or one continuation: the pile in an order that it may
still have, each card laid where it promises most, until somebody is likely to end the game.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fairdeal.engine.chance import below, shuffle
from fairdeal.engine.kernel import copy, lowest, native, spans
from fairdeal.games.coast.rules import (
    ARRANGING,
    ASIDE,
    BLANK,
    CARDS,
    COLS,
    HALF_TURN,
    ICONS,
    MOST_LEGAL,
    NO_CARD,
    PILE,
    PLACE,
    PLACES,
    PLAYING,
    ROWS,
    SQUARES,
    TALL,
    TERRITORIES,
    balanced_lines,
    cards_drawn,
    col_of,
    draw_card,
    empty_hand,
    height,
    icons_shown,
    legal,
    list_placements,
    play,
    points_lost,
    row_of,
    square_at,
    turn_of,
    width,
)
from fairdeal.games.coast.worlds import resample

# --- what a region promises ------------------------------------------------------------------------------------------
#
# A line of a region, a row or a column, is one number: its green icons less its black ones, and ICON for each icon, and
# AGENDA for each of the own agenda. A square that is covered is taken off the number, and the new one is put on it.

ICON = 1 << 6
AGENDA = 1 << 12
LINES = ROWS + COLS
FARTHEST = 3  # from balance; what is farther is no worse

# How much a line or an icon is worth with so many cards still to come: a balanced line may be disturbed, others may be
# mended, an agenda's icon may be covered. Found by trying: of a thousand such planners who just lay each card where it
# promises most, those with about these numbers had the most points, 30.2 with 12 cards instead of 28.8 by points alone.
HOPE = [1 - 0.88**coming for coming in range(PILE + 1)]
MENDED = (0.69, 0.76, 0.84, -0.22, 0.65, 0.65, 0.4)  # by balance: more black, balanced, more green
WORTH = np.array([[(balance == FARTHEST) + hope * MENDED[balance] for balance in range(7)] for hope in HOPE])
KEPT = np.array([0.94**coming for coming in range(PILE + 1)])
GROWTH = 2.5  # points that each card brings a good player beyond that, measured over whole games

# Where scratch.notes has what.
LINE, MARK, CHANGE, TURNED, FUTURE, ENDED, LEFT, FUTURES, ORDER, _ = spans(
    LINES, CARDS * SQUARES, 2 * TALL, 2 * TALL, TERRITORIES, 1, 1, 1, MOST_LEGAL
)
LEAD, WEIGHT, _ = spans(MOST_LEGAL, LINES)  # and scratch.values


@native
def mark_squares(s: Any, agenda: int, notes: Any) -> None:
    """Write down what each square of each card adds to its row and column."""
    for square in range(CARDS * SQUARES):
        icon = s.box.icon[square]
        mark = 0 if icon == BLANK else ICON + int(s.box.shade[icon])
        notes[MARK + square] = mark + (AGENDA if icon == agenda else 0)


@native
def tally(s: Any, seat: int, notes: Any) -> None:
    """Add up all lines of a region; the squares are marked."""
    notes[LINE : LINE + LINES] = 0
    for row in range(s.top[seat], s.bottom[seat] + 1):
        for col in range(s.leftmost[seat], s.rightmost[seat] + 1):
            square = s.region[seat, row, col]
            if square >= 0:
                notes[LINE + row] += notes[MARK + square]
                notes[LINE + ROWS + col] += notes[MARK + square]


@native
def worth(line: int, coming: int) -> float:
    """What a line is worth with so many cards to come; without icons, nothing."""
    upward = int(line) + ICON // 2  # so that a surplus of black borrows nothing
    if upward & (AGENDA - ICON) == 0:
        return 0.0
    balance = (upward & (ICON - 1)) - ICON // 2
    return float(WORTH[coming, max(-FARTHEST, min(balance, FARTHEST)) + FARTHEST])


@native
def agenda_in(change: int) -> int:
    """How many icons of the agenda are in a line, or in a change of lines."""
    return (int(change) + AGENDA // 2) >> 12


@native
def promise(s: Any, seat: int, coming: int, notes: Any) -> float:
    """§15 The lines and agenda icons that a region, whose lines are added up, may have after so many cards."""
    total = GROWTH * coming
    for row in range(s.top[seat], s.bottom[seat] + 1):
        line = notes[LINE + row]
        total += worth(line, coming) + agenda_in(line) * KEPT[coming]
    for col in range(s.leftmost[seat], s.rightmost[seat] + 1):
        total += worth(notes[LINE + ROWS + col], coming)
    return total


# --- the placement that promises most --------------------------------------------------------------------------------


@native
def best_action(s: Any, seat: int, coming: int, scratch: Any) -> int:
    """§9 Where the card in hand promises most; §12 it is set aside if it fits nowhere."""
    weigh_lines(s, seat, coming, scratch)
    half = list_placements(s, seat, scratch.places) // 2  # the other half are the same, turned half around
    best, chosen = -math.inf, ASIDE
    for number in range(half):
        action = int(scratch.places[number])
        compare(s, seat, action - PLACE, scratch.notes)
        gain = gained(action - PLACE, CHANGE, coming, scratch)
        turned = gained(action - PLACE, TURNED, coming, scratch)
        if gain > best:
            best, chosen = gain, action
        if turned > best:
            best, chosen = turned, action + HALF_TURN * PLACES
    return chosen


@native
def weigh_lines(s: Any, seat: int, coming: int, scratch: Any) -> None:
    """Write down what the lines are worth as they are, also of those that a card may add."""
    for row in range(s.top[seat] - TALL + 1, s.bottom[seat] + TALL):
        scratch.values[WEIGHT + row] = worth(scratch.notes[LINE + row], coming)
    for col in range(ROWS + s.leftmost[seat] - TALL + 1, ROWS + s.rightmost[seat] + TALL):
        scratch.values[WEIGHT + col] = worth(scratch.notes[LINE + col], coming)


@native
def compare(s: Any, seat: int, place: int, notes: Any) -> None:
    """Write down how the card in hand would change each row and column there; also if it is turned half around."""
    turn, row, col = turn_of(place), row_of(place), col_of(place)
    card = MARK + int(s.hand[seat]) * SQUARES
    notes[CHANGE : TURNED + 2 * TALL] = 0
    for r in range(height(turn)):
        for c in range(width(turn)):
            beneath = s.region[seat, row + r, col + c]
            covered = notes[MARK + beneath] if beneath >= 0 else 0
            square = square_at(turn, r, c)
            change = notes[card + square] - covered
            turned = notes[card + SQUARES - 1 - square] - covered
            notes[CHANGE + r] += change
            notes[CHANGE + TALL + c] += change
            notes[TURNED + r] += turned
            notes[TURNED + TALL + c] += turned


@native
def gained(place: int, changes: int, coming: int, scratch: Any) -> float:
    """How much more a region promises after these changes."""
    turn, row, col = turn_of(place), row_of(place), ROWS + col_of(place)
    total, agenda = 0.0, 0
    for r in range(height(turn)):
        change = int(scratch.notes[changes + r])
        agenda += change
        total += worth(scratch.notes[LINE + row + r] + change, coming) - scratch.values[WEIGHT + row + r]
    for c in range(width(turn)):
        change = int(scratch.notes[changes + TALL + c])
        total += worth(scratch.notes[LINE + col + c] + change, coming) - scratch.values[WEIGHT + col + c]
    return total + agenda_in(agenda) * KEPT[coming]


# --- how the game may go on ------------------------------------------------------------------------------------------

PAUSES = 5  # of so many beats of the game a seat lets one pass
BEAT = 5  # seconds that a seat usually takes for a card
NEVER = 0


@native
def placed(s: Any, seat: int) -> int:
    """How many cards of its pile a seat has laid down."""
    return cards_drawn(s, seat) - (s.hand[seat] != NO_CARD)


@native
def race(s: Any, pauses: int, rng: Any) -> None:
    """§14 Let everybody lay down cards and draw the next, at about the same pace, until the game ends."""
    s.phase = PLAYING
    beats = beats_left(s)
    while s.phase == PLAYING and beats > 0:
        beats -= 1
        first = below(rng, s.seats)
        for step in range(s.seats):
            if s.phase == PLAYING and (pauses == NEVER or below(rng, pauses)):
                take_next(s, (first + step) % s.seats)


@native
def beats_left(s: Any) -> int:
    """How many cards a steady player has time for; a view has no clock, but the cards that were drawn tell the time."""
    if s.options.time_limit == 0:
        return int(s.box.pile) * PAUSES
    drawn = 0
    for seat in range(s.seats):
        drawn += cards_drawn(s, seat)
    return int(s.options.time_limit) // BEAT - drawn // int(s.seats)


@native
def take_next(s: Any, seat: int) -> None:
    """§8 Draw a card; one that is held goes somewhere first."""
    if s.hand[seat] != NO_CARD:
        empty_hand(s, seat)
    if s.phase == PLAYING:
        draw_card(s, seat)


@native
def imagine(v: Any, seat: int, pauses: int, rng: Any, scratch: Any) -> None:
    """Imagine a future: the own pile in some order, how many cards all seats will have laid, and the others' points."""
    world, notes = scratch.world, scratch.notes
    copy(v, world)
    resample(world, seat, scratch.plan, rng)
    for card in range(TERRITORIES):
        notes[FUTURE + card] = world.pile[seat, card]
    race(world, pauses, rng)
    notes[ENDED] = placed(world, seat)
    notes[LEFT] = world.left[seat]
    for other in range(v.seats):
        if other != seat:
            mark_squares(world, world.agenda[other], notes)
            tally(world, other, notes)
            coming = max(0, placed(world, other) - placed(v, other))
            scratch.points[other] = promise(world, other, coming, notes) - points_lost(world, other)
    mark_squares(v, v.agenda[seat], notes)


# --- trials ----------------------------------------------------------------------------------------------------------

DOUBT = 1.5  # points by which the others may differ from what they promise
POINTS_WEIGHT = 0.0005  # of a point, beside the share of the victory: it decides when that is settled, or alone


@native
def begin_trial(v: Any, seat: int, number: int, scratch: Any) -> int:
    """Do what a legal action does; return how many cards are to come in the imagined future."""
    copy(v, scratch.world)
    play(scratch.world, seat, scratch.legal[number])
    tally(scratch.world, seat, scratch.notes)
    return max(0, int(scratch.notes[ENDED]) - placed(scratch.world, seat))


@native
def look_at(v: Any, seat: int, number: int, scratch: Any) -> float:
    """Have a first look at an action, at what the region promises after it; return the reward."""
    coming = begin_trial(v, seat, number, scratch)
    return note(v, seat, number, promise(scratch.world, seat, coming, scratch.notes), scratch)


@native
def play_on(v: Any, seat: int, number: int, scratch: Any) -> float:
    """Play an action, and on to the end of the imagined future, each card where it promises most; return the reward."""
    coming = begin_trial(v, seat, number, scratch)
    world, notes = scratch.world, scratch.notes
    first = placed(world, seat)
    for step in range(coming):
        world.hand[seat] = notes[FUTURE + first + step]
        play(world, seat, best_action(world, seat, coming - 1 - step, scratch))
        tally(world, seat, notes)
    return note(v, seat, number, promise(world, seat, 0, notes), scratch)


@native
def note(v: Any, seat: int, number: int, lines: float, scratch: Any) -> float:
    """Note what a trial brought: §15 lines and agenda icons, minus what the cards left cost, against the others."""
    points = lines - int(v.box.left_costs) * scratch.notes[LEFT]
    share = 1.0
    for other in range(v.seats):
        if other != seat:
            share *= 1 / (1 + math.exp((scratch.points[other] - points) / DOUBT))
    reward = share + POINTS_WEIGHT * points
    trial = scratch.trials[number]
    trial.visits += 1
    trial.reward += reward
    trial.share += share
    trial.share_squares += share * share
    trial.points += points
    trial.points_squares += points * points
    return reward


# --- the survey ------------------------------------------------------------------------------------------------------

MOST_CANDIDATES = 64


@native
def survey(v: Any, seat: int, iterations: int, rng: Any, scratch: Any) -> None:
    """Look at each action once, in any order; then compare those that do best in the same futures.

    The two best are compared in every future, the four best in every second, the eight best in every fourth, and so on:
    the same effort goes to each of these circles. The survey can go on where it stopped.
    """
    count = legal(v, seat, scratch.legal)
    spent = look_around(v, seat, count, iterations, rng, scratch)
    while spent < iterations:
        scratch.notes[FUTURES] += 1
        circle = 2 << lowest(int(scratch.notes[FUTURES]))
        candidates = min(count, MOST_CANDIDATES, circle, iterations - spent)
        rank(count, candidates, scratch)
        imagine(v, seat, PAUSES, rng, scratch)
        try_all(v, seat, candidates, scratch)
        spent += candidates


@native
def look_around(v: Any, seat: int, count: int, iterations: int, rng: Any, scratch: Any) -> int:
    """Have a first look at actions that were not looked at yet; return at how many."""
    fresh = list_fresh(count, scratch)
    if fresh == count:
        scratch.notes[FUTURES] = 0
    shuffle(rng, scratch.untried, fresh)
    imagine(v, seat, NEVER, rng, scratch)
    looks = min(fresh, iterations)
    best = -math.inf
    for look in range(looks):
        number = int(scratch.untried[look])
        scratch.values[LEAD + number] = look_at(v, seat, number, scratch)
        best = max(best, scratch.values[LEAD + number])
    for look in range(looks):
        scratch.values[LEAD + scratch.untried[look]] -= best
    return looks


@native
def list_fresh(count: int, scratch: Any) -> int:
    """List the actions without a trial; return how many. All actions stand in the order in which they come."""
    fresh = 0
    for number in range(count):
        scratch.notes[ORDER + number] = number
        if scratch.trials[number].visits == 0:
            scratch.untried[fresh] = number
            fresh += 1
    return fresh


@native
def rank(count: int, first: int, scratch: Any) -> None:
    """Bring the best of all actions to the front, in order: those with the greatest lead over the two best."""
    order = scratch.notes
    for place in range(ORDER, ORDER + first):
        best = place
        for other in range(place + 1, ORDER + count):
            if mean_lead(order[other], scratch) > mean_lead(order[best], scratch):
                best = other
        kept = order[place]
        order[place] = order[best]
        order[best] = kept


@native
def mean_lead(number: int, scratch: Any) -> float:
    return float(scratch.values[LEAD + number] / scratch.trials[number].visits)


@native
def try_all(v: Any, seat: int, candidates: int, scratch: Any) -> None:
    """Let the first candidates play on in the same future, and note by how much each beats the best two, on average."""
    order = scratch.notes
    pair = 0.0
    for place in range(candidates):
        reward = play_on(v, seat, int(order[ORDER + place]), scratch)
        scratch.values[LEAD + order[ORDER + place]] += reward
        if place < 2:
            pair += reward / min(2, candidates)
    for place in range(candidates):
        scratch.values[LEAD + order[ORDER + place]] -= pair


# --- tempo -----------------------------------------------------------------------------------------------------------

TO_ARRANGE, TO_DRAW, TO_PLACE = 6000, 600, 4400  # milliseconds that an able player usually takes
BY_LEVEL = (195, 156, 100, 95, 80, 72)  # percent of that; who is slower by a quarter loses, wherever the cards lie
LEAST, MOST = 70, 140  # percent: nobody takes the same time twice
RUSH = (
    45,
    45,
    20,
    10,
)  # percent less when the smallest pile has 0, 1, 2 or 3 cards: its owner is about to end the game


@native
def pace(v: Any, seat: int, level: int, rng: Any) -> int:
    """Real time: how many milliseconds a bot of this level, 0 to 5, takes for its next act, like a person.

    It depends on nothing but what all can see: a spectator's view does, and nobody learns anything from a wait.
    """
    spread = (2 * LEAST + below(rng, MOST - LEAST + 1) + below(rng, MOST - LEAST + 1)) // 2
    usual = BY_LEVEL[level] * spread
    if v.phase == ARRANGING:
        return TO_ARRANGE * usual // 10_000
    if v.hand[seat] == NO_CARD:
        return TO_DRAW * usual // 10_000
    return TO_PLACE * usual * haste(v, seat) // 1_000_000


@native
def haste(v: Any, seat: int) -> int:
    """How long a seat thinks about a placement now, in percent of the usual.

    §15 A card that stays in the pile costs points: whoever is behind hurries, and so do all when the end is near.
    Whoever is first to the end rushes it when that would win, and takes care when it would not.
    """
    if v.seats == 1:
        return 100
    left, fewest = int(v.left[seat]), fewest_left(v, seat)
    percent = 100 - 5 * max(0, min(left - fewest, 3))
    if fewest < len(RUSH):
        percent -= RUSH[fewest]
    if left < fewest:
        percent += -15 if is_ahead(v, seat) else 10
    return percent


@native
def fewest_left(v: Any, seat: int) -> int:
    """The size of the smallest pile of the others."""
    fewest = PILE
    for other in range(v.seats):
        if other != seat:
            fewest = min(fewest, int(v.left[other]))
    return fewest


@native
def is_ahead(v: Any, seat: int) -> bool:
    """Whether a seat seems to have more points than all others, to everybody at the table."""
    best = -math.inf
    for other in range(v.seats):
        if other != seat:
            best = max(best, likely_points(v, other))
    return likely_points(v, seat) > best


@native
def likely_points(v: Any, seat: int) -> int:
    """§15 The points of a seat whose agenda may be any."""
    icons = 0
    for icon in range(ICONS):
        icons += icons_shown(v, seat, icon)
    return balanced_lines(v, seat) + icons // ICONS - points_lost(v, seat)
