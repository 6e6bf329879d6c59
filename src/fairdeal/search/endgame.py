"""The exact outcome of a world with few lines left, generic over games and native.

All seats see everything, chance before the end makes no difference, and one seat chooses at a time. Every seat plays
for its own reward (max^n). Two seats share a reward of 1, so a line that one of them will avoid anyway is cut short
(alpha-beta).
"""

from __future__ import annotations

from typing import Any

from fairdeal.kernel import DEALER, MOST_SEATS, NOBODY, copy, lowest, native, rules
from fairdeal.search.judging import has_ended, judge
from fairdeal.search.room import ACTOR, DEEPEST, NEXT, TRIED, WIDTH

MOST_TRIED = 3000  # actions in one solution
NO_LIMIT = 1 << 40


@native
def solve(s: Any, room: Any) -> bool:
    """Fill in the rewards, shares and points of perfect play from here, unless that takes too long."""
    return solve_against(s, NOBODY, MOST_TRIED, room)


@native
def solve_against(s: Any, victim: int, most: int, room: Any) -> bool:
    """The same if all others play against one seat (the paranoid value), unless that is NOBODY.

    Give up after so many actions that were tried, and say so.
    """
    copy(s, room.stack[0])
    room.sure[0, :] = 0.0
    room.counts[TRIED] = 0
    depth = 0
    if reach(depth, room):
        return True
    while depth > 0 or goes_on(depth, victim, room):
        if goes_on(depth, victim, room):
            if room.counts[TRIED] == most:
                return False
            depth += 1
            try_next(depth, room)
            if not reach(depth, room):
                continue
        depth -= 1
        compare(depth, victim, room)
    for seat in range(MOST_SEATS):
        room.rewards[seat] = room.worths[0, seat]
        room.shares[seat] = room.worths[0, MOST_SEATS + seat]
        room.points[seat] = room.worths[0, 2 * MOST_SEATS + seat]
    return True


@native
def reach(depth: int, room: Any) -> bool:
    """Arrive at a state: play what is forced, then list its choices; if it is an end, say so, and what it is worth."""
    s = room.stack[depth]
    actors = int(rules.actors(s))
    while not has_ended(s, actors, room):
        who = lowest(actors)
        if who == DEALER:
            rules.draw(s, room.rng, room.outcome)
            rules.deal(s, room.outcome)
        else:
            width = rules.legal(s, who, room.choices[depth])
            if width > 1 and depth < DEEPEST:  # no game that is small enough comes near it
                room.line[depth, ACTOR] = who
                room.line[depth, WIDTH] = width
                room.line[depth, NEXT] = 0
                return False
            rules.play(s, who, room.choices[depth, 0])
        actors = int(rules.actors(s))
    judge(s, room)
    for seat in range(MOST_SEATS):
        room.worths[depth, seat] = room.rewards[seat]
        room.worths[depth, MOST_SEATS + seat] = room.shares[seat]
        room.worths[depth, 2 * MOST_SEATS + seat] = room.points[seat]
    return True


@native
def goes_on(depth: int, victim: int, room: Any) -> bool:
    """Tell whether another line of this state is worth a look."""
    if room.line[depth, NEXT] == 0:
        return True
    if room.line[depth, NEXT] == room.line[depth, WIDTH]:
        return False
    who = room.line[depth, ACTOR]
    is_duel = room.stack[depth].seats == 2 and victim == NOBODY
    return not (is_duel and 1.0 - room.worths[depth, who] <= room.sure[depth, 1 - who])


@native
def try_next(depth: int, room: Any) -> None:
    """Play the next line of the state above."""
    above = depth - 1
    who = room.line[above, ACTOR]
    for seat in range(MOST_SEATS):
        room.sure[depth, seat] = room.sure[above, seat]
    if room.line[above, NEXT] > 0:
        room.sure[depth, who] = max(room.sure[above, who], room.worths[above, who])
    copy(room.stack[above], room.stack[depth])
    rules.play(room.stack[depth], who, room.choices[above, room.line[above, NEXT]])
    room.line[above, NEXT] += 1
    room.counts[TRIED] += 1


@native
def compare(depth: int, victim: int, room: Any) -> None:
    """Keep the line below if whoever chooses here likes it better than those before."""
    who = room.line[depth, ACTOR]
    is_first = room.line[depth, NEXT] == 1
    if victim == NOBODY or who == victim:
        is_better = room.worths[depth + 1, who] > room.worths[depth, who]
    else:
        is_better = room.worths[depth + 1, victim] < room.worths[depth, victim]
    if is_first or is_better:
        for column in range(3 * MOST_SEATS):
            room.worths[depth, column] = room.worths[depth + 1, column]


@native
def add_worths(world: Any, seat: int, victim: int, room: Any, totals: Any) -> None:
    """Add to each total what the seat's legal action of that number is worth to it in this world."""
    count = rules.legal(world, seat, room.legal)
    for number in range(count):
        copy(world, room.world)
        rules.play(room.world, seat, room.legal[number])
        solve_against(room.world, victim, NO_LIMIT, room)
        totals[number] += room.rewards[seat]
