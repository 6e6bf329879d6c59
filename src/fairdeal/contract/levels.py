"""How well bots play: their levels, and what they may know of a game beyond its rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fairdeal.language.messages import Message, say

# What a game's module `knowledge.py` may add to the search, and by which native function:
# - policy(s, seat, legal, count, rng): the number of the legal action that a sensible player chooses below the tree
# - is_horizon(s): here the search stops, though the game goes on; outlook(s, shares, points) then fills in each seat's
#   share of the victory and points to be expected
# - is_endgame(s): so few lines are left that a world can be solved exactly: up to the horizon or the end one seat at a
#   time chooses, and chance makes no difference
# - weigh(world, seat, told, count): the log likelihood of what the seat was told, if this is the world
# - survey(v, seat, iterations, rng, scratch): a search of the game's own, which fills in scratch.trials
# In a module `foresight.py`, with what a network learned in a file `foresight.npz` beside it (see bots/foresight.py):
# - is_foreseen(s): in this world the network can be asked; foresee(s, sight, shares, points) then fills in each seat's
#   share of the victory and points to be expected, in the place of a play-out
# In a module `intuition.py`, with a network in that file, too:
# - lean(s, seat, legal, count, scratch, rng): the number of the legal action that a player with the network's habits
#   chooses below the tree, in the place of the policy
# - suspect(world, seat, told, count, scratch): the log likelihood of what the seat was told, if this is the world and
#   the others have these habits; so worlds are weighed, as by inference
KNOWLEDGE = {
    "policy": "policy",
    "horizon": "is_horizon",
    "endgame": "is_endgame",
    "inference": "weigh",
    "survey": "survey",
    "foresight": "foresee",
    "intuition": "lean",
}

OF_NETWORKS = frozenset({"foresight", "intuition"})  # what is there only at tables that a network was trained for
PLAY_OUT = 3  # iterations that ask a network take about as long as one that does not

# Players that do not search; in a game's module `yardsticks.py` a native function of (v, seat, action, scratch) tells
# what an action seems worth to somebody who
# - glance: sees no farther than the action itself
# - beginner: is new, and careful
# - greedy: takes the most that is in sight
PLAYERS = {
    "glance": "glance",
    "beginner": "beginner",
    "greedy": "greedy",
}


@dataclass(frozen=True)
class Level:
    """How well a bot plays: iterations of the search for one action, and which of KNOWLEDGE it uses.

    No iterations are a random legal action. One of PLAYERS instead of knowledge compares all actions once.
    """

    name: str
    iterations: int
    knowledge: frozenset[str]
    seconds: float = 1.0
    """How long it may take at a table, where a slow machine means fewer iterations."""
    by_seats: tuple[tuple[int, int], ...] = ()
    """With how many seats it has other iterations, and how many."""

    def at(self, seats: int) -> Level:
        """Give it as it plays with so many seats."""
        return replace(self, iterations=dict(self.by_seats).get(seats, self.iterations), by_seats=())

    @property
    def unknowing(self) -> Level:
        """Give it as it plays where no network was trained for the table."""
        knowledge = self.knowledge - OF_NETWORKS
        return replace(self, iterations=self.iterations // PLAY_OUT, knowledge=knowledge, by_seats=())

    @property
    def asks_network(self) -> bool:
        """Whether it asks a network, at the tables that one was trained for."""
        return not self.knowledge.isdisjoint(OF_NETWORKS)

    @property
    def label(self) -> Message:
        """What people call it."""
        return say(f"level.{self.name}.name")

    @property
    def meaning(self) -> Message:
        """What it is like to play against it, as the game's catalogue says, or the house's."""
        return say(f"level.{self.name}.meaning")


LEVELS = (
    Level("random", 0, frozenset()),
    Level("easy", 30, frozenset()),
    Level("medium", 300, frozenset()),
    Level("hard", 3000, frozenset(KNOWLEDGE)),
)

ABLE = "medium"  # the level that is as quick as whoever is no level, where the game has it

# Players that levels are measured by; they are no levels, and sit wherever a bot is named by a text.
YARDSTICKS = (
    Level("beginner", 1, frozenset({"beginner"})),
    Level("greedy", 1, frozenset({"greedy"})),
)
