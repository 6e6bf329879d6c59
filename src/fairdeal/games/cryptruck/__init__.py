"""Cryptruck, the game: two to five traders, six tricks a round, and the lead of each is for sale."""

from fairdeal.contract.game import Facts
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Choice, Whole
from fairdeal.games.cryptruck import about, data, faces, mood, opening, rules, scene, words, worlds
from fairdeal.kit.author import game_of

GAME = game_of(
    "cryptruck",
    "Cryptruck",
    (about, data, faces, mood, opening, rules, scene, words, worlds),
    seat_counts=range(2, 6),
    options=(
        Whole("rounds", 3, 1, rules.MOST_ROUNDS),
        Choice("colours", ("first", "random")),
    ),
    facts=Facts(minutes=15, age=9, weight=3, best_seats=4),
    levels=(
        Level("random", 0, frozenset()),
        Level("easy", 1, frozenset({"glance"})),
        Level("medium", 60, frozenset({"horizon"})),
        Level("hard", 300, frozenset({"policy", "horizon"})),
        Level("expert", 10_000, frozenset({"policy", "horizon", "endgame"}), 3.0),
        Level("master", 60_000, frozenset({"policy", "horizon", "endgame", "intuition"}), 3.0),
    ),
)
