"""Information-set tree search, generic over games and native: a small one, to prove that the contract is enough.

Every iteration draws a new world from the searching seat's view. A node is what that seat has been told since: edges
are actions as told to it, chance is one edge for all outcomes. Each actor maximises its own share of the victory.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fairdeal import kernel
from fairdeal.chance import Rng, below
from fairdeal.game import Game, State, list_legal
from fairdeal.kernel import DEALER, copy, native, rules
from fairdeal.search.playouts import DEALERS_TURN, NOW, next_actor, play_out

NODES = 1 << 14
ROOT, NOTHING = 0, -1
EAGERNESS = 0.7  # to try what has been tried little
CHANCE = -1  # the edge of all that the dealer does

# A node: its first child and next sibling; its edge: who acts, and what is told of it; how often it was there to be
# chosen and was; and the victories of who chose it.
NODE = kernel.record(child="i4", sibling="i4", actor="i4", edge="i4", offered="i4", visits="i4", won="f8")


@native
def child_of(nodes: Any, node: int, actor: int, edge: int) -> int:
    """Find a child by its edge, or NOTHING."""
    child = nodes[node].child
    while child != NOTHING and (nodes[child].edge != edge or nodes[child].actor != actor):
        child = nodes[child].sibling
    return int(child)


@native
def add_child(nodes: Any, node: int, actor: int, edge: int, used: Any) -> int:
    """Add a child; NOTHING when the tree is full."""
    if used[0] == len(nodes):
        return NOTHING
    child = int(used[0])
    used[0] += 1
    nodes[child].child = NOTHING
    nodes[child].sibling = nodes[node].child
    nodes[child].actor = actor
    nodes[child].edge = edge
    nodes[child].offered = 0
    nodes[child].visits = 0
    nodes[child].won = 0.0
    nodes[node].child = child
    return child


@native
def promise(nodes: Any, child: int) -> float:
    """Weigh a child's success against how little it has been tried when it was there."""
    if child == NOTHING or nodes[child].visits == 0:
        return math.inf
    visits = nodes[child].visits
    return float(nodes[child].won / visits + EAGERNESS * math.sqrt(math.log(nodes[child].offered) / visits))


@native
def choose(s: Any, seat: int, who: int, nodes: Any, node: int, legal: Any, rng: Any) -> int:
    """Choose the most promising of the legal actions, ties at random."""
    count = rules.legal(s, who, legal)
    best, ties, chosen = -math.inf, 0, int(legal[0])
    for number in range(count):
        action = int(legal[number])
        child = child_of(nodes, node, who, rules.told(s, who, action, seat))
        if child != NOTHING:
            nodes[child].offered += 1
        value = promise(nodes, child)
        if value > best:
            best, ties, chosen = value, 1, action
        elif value == best:
            ties += 1
            if below(rng, ties) == 0:
                chosen = action
    return chosen


@native
def descend(s: Any, seat: int, rng: Any, clock: Any, nodes: Any, used: Any, path: Any, legal: Any, outcome: Any) -> int:
    """Play from the root to a new node or the end of the game; return how many nodes are on the path."""
    node, length = ROOT, 0
    while rules.actors(s):
        before = rules.actors(s)
        # The first to act is the searching seat: what the others choose at the same time may as well come after.
        who = seat if length == 0 else next_actor(s, rng, clock)
        edge = CHANCE
        if who == DEALER:
            rules.draw(s, rng, outcome)
            rules.deal(s, outcome)
        else:
            action = choose(s, seat, who, nodes, node, legal, rng)
            edge = rules.told(s, who, action, seat)
            rules.play(s, who, action)
        if who == DEALER or not before >> DEALER & 1:
            clock[DEALERS_TURN] = clock[NOW]
        child = child_of(nodes, node, who, edge)
        is_new = child == NOTHING
        if is_new:
            child = add_child(nodes, node, who, edge, used)
        if child == NOTHING:
            return length
        path[length] = child
        length += 1
        if is_new:
            return length
        node = child
    return length


@native
def search(
    v: Any, seat: int, iterations: int, rng: Any, plan: Any, s: Any, clock: Any, nodes: Any, used: Any, path: Any,
    legal: Any, outcome: Any, shares: Any,
) -> None:  # fmt: skip
    """Grow the tree by as many iterations."""
    rules.plan(v, seat, plan)
    nodes[ROOT].child = NOTHING
    used[0] = 1
    for _ in range(iterations):
        copy(v, s)
        rules.resample(s, seat, plan, rng)
        clock[:] = 0
        length = descend(s, seat, rng, clock, nodes, used, path, legal, outcome)
        play_out(s, rng, clock, legal, outcome)
        rules.winners(s, shares)
        for number in range(length):
            child = path[number]
            nodes[child].visits += 1
            nodes[child].offered = max(nodes[child].offered, 1)
            if nodes[child].actor != DEALER:
                nodes[child].won += shares[nodes[child].actor]


class TreeSearch:
    """A searcher for one game; it sees nothing but views."""

    def __init__(self, game: Game) -> None:
        rules = game.rules
        self.game = game
        self.native = game.generic(__name__.partition("[")[0])
        self.nodes = kernel.blank(NODE, NODES)
        self.room = (kernel.blank(rules.PLAN)[0], kernel.blank(rules.STATE)[0], np.zeros(2, np.int64), self.nodes)
        self.buffers = (
            np.zeros(1, np.int64),
            np.zeros(rules.MOST_EVENTS, np.int64),
            np.zeros(rules.MOST_LEGAL, np.int32),
            np.zeros(rules.MOST_OUTCOME, np.int16),
            np.zeros(kernel.MOST_SEATS),
        )

    def best_action(self, view: State, seat: int, iterations: int, rng: Rng) -> int:
        """Give the legal action that the search visited most."""
        self.native.search(view, seat, iterations, rng, *self.room, *self.buffers)
        visits = self._visits()
        return max(list_legal(self.game.rules, view, seat), key=lambda action: visits.get(action, 0))

    def _visits(self) -> dict[int, int]:
        visits: dict[int, int] = {}
        child = int(self.nodes[ROOT].child)
        while child != NOTHING:
            visits[int(self.nodes[child].edge)] = int(self.nodes[child].visits)
            child = int(self.nodes[child].sibling)
        return visits
