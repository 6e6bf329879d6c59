"""The exact outcome of a world with few lines left, generic over games and native.

All seats see everything, chance before the end makes no difference, and one seat chooses at a time. Every seat plays
for its own reward (max^n). Two seats share a reward of 1, so a line that one of them will avoid anyway is cut short
(alpha-beta).
"""

from __future__ import annotations

from typing import Any

from fairdeal.bots.judging import has_ended, judge
from fairdeal.bots.scratch import ACTOR, DEEPEST, NEXT, TRIED, WIDTH
from fairdeal.engine.kernel import DEALER, MOST_SEATS, NOBODY, copy, lowest, native, rules

MOST_TRIED = 3000  # actions in one solution
NO_LIMIT = 1 << 40


@native
def solve(s: Any, scratch: Any) -> bool:
    """Fill in the rewards, shares and points of perfect play from here, unless that takes too long."""
    return solve_against(s, NOBODY, MOST_TRIED, scratch)


@native
def solve_against(s: Any, victim: int, most: int, scratch: Any) -> bool:
    """The same if all others play against one seat (the paranoid value), unless that is NOBODY.

    Give up after so many actions that were tried, and say so.
    """
    copy(s, scratch.stack[0])
    scratch.sure[0, :] = 0.0
    scratch.counts[TRIED] = 0
    depth = 0
    if reach(depth, scratch):
        return True
    while depth > 0 or goes_on(depth, victim, scratch):
        if goes_on(depth, victim, scratch):
            if scratch.counts[TRIED] == most:
                return False
            depth += 1
            try_next(depth, scratch)
            if not reach(depth, scratch):
                continue
        depth -= 1
        compare(depth, victim, scratch)
    for seat in range(MOST_SEATS):
        scratch.rewards[seat] = scratch.worths[0, seat]
        scratch.shares[seat] = scratch.worths[0, MOST_SEATS + seat]
        scratch.points[seat] = scratch.worths[0, 2 * MOST_SEATS + seat]
    return True


@native
def reach(depth: int, scratch: Any) -> bool:
    """Arrive at a state: play what is forced, then list its choices; if it is an end, say so, and what it is worth."""
    s = scratch.stack[depth]
    actors = int(rules.actors(s))
    while not has_ended(s, actors, scratch):
        who = lowest(actors)
        if who == DEALER:
            rules.draw(s, scratch.rng, scratch.outcome)
            rules.deal(s, scratch.outcome)
        else:
            width = rules.legal(s, who, scratch.choices[depth])
            if width > 1 and depth < DEEPEST:  # no game that is small enough comes near it
                scratch.line[depth, ACTOR] = who
                scratch.line[depth, WIDTH] = width
                scratch.line[depth, NEXT] = 0
                return False
            rules.play(s, who, scratch.choices[depth, 0])
        actors = int(rules.actors(s))
    judge(s, scratch)
    for seat in range(MOST_SEATS):
        scratch.worths[depth, seat] = scratch.rewards[seat]
        scratch.worths[depth, MOST_SEATS + seat] = scratch.shares[seat]
        scratch.worths[depth, 2 * MOST_SEATS + seat] = scratch.points[seat]
    return True


@native
def goes_on(depth: int, victim: int, scratch: Any) -> bool:
    """Tell whether another line of this state is worth a look."""
    if scratch.line[depth, NEXT] == 0:
        return True
    if scratch.line[depth, NEXT] == scratch.line[depth, WIDTH]:
        return False
    who = scratch.line[depth, ACTOR]
    is_duel = scratch.stack[depth].seats == 2 and victim == NOBODY
    return not (is_duel and 1.0 - scratch.worths[depth, who] <= scratch.sure[depth, 1 - who])


@native
def try_next(depth: int, scratch: Any) -> None:
    """Play the next line of the state above."""
    above = depth - 1
    who = scratch.line[above, ACTOR]
    for seat in range(MOST_SEATS):
        scratch.sure[depth, seat] = scratch.sure[above, seat]
    if scratch.line[above, NEXT] > 0:
        scratch.sure[depth, who] = max(scratch.sure[above, who], scratch.worths[above, who])
    copy(scratch.stack[above], scratch.stack[depth])
    rules.play(scratch.stack[depth], who, scratch.choices[above, scratch.line[above, NEXT]])
    scratch.line[above, NEXT] += 1
    scratch.counts[TRIED] += 1


@native
def compare(depth: int, victim: int, scratch: Any) -> None:
    """Keep the line below if whoever chooses here likes it better than those before."""
    who = scratch.line[depth, ACTOR]
    is_first = scratch.line[depth, NEXT] == 1
    if victim == NOBODY or who == victim:
        is_better = scratch.worths[depth + 1, who] > scratch.worths[depth, who]
    else:
        is_better = scratch.worths[depth + 1, victim] < scratch.worths[depth, victim]
    if is_first or is_better:
        for column in range(3 * MOST_SEATS):
            scratch.worths[depth, column] = scratch.worths[depth + 1, column]


@native
def add_worths(world: Any, seat: int, victim: int, scratch: Any, totals: Any) -> None:
    """Add to each total what the seat's legal action of that number is worth to it in this world."""
    count = rules.legal(world, seat, scratch.legal)
    for number in range(count):
        copy(world, scratch.world)
        rules.play(scratch.world, seat, scratch.legal[number])
        solve_against(scratch.world, victim, NO_LIMIT, scratch)
        totals[number] += scratch.rewards[seat]
