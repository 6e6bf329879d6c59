"""CASTER, the game: three to five wizards, and in every trick the fastest spell wins."""

from fairdeal.contract.game import Facts
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Flag, Whole
from fairdeal.games.caster import about, data, faces, mood, opening, rules, scene, words, worlds
from fairdeal.kit.author import game_of

GAME = game_of(
    "caster",
    "CASTER",
    (about, data, faces, mood, opening, rules, scene, words, worlds),
    seat_counts=range(3, 6),
    options=(
        Whole("rounds", 3, 1, rules.MOST_ROUNDS),
        Flag("passing", False),
    ),
    facts=Facts(minutes=30, age=8, weight=2, best_seats=4),
    idle_fields=("phase", "hand", "gave"),
    levels=(
        Level("random", 0, frozenset()),
        Level("easy", 1, frozenset({"glance"})),
        Level("medium", 60, frozenset({"horizon"})),
        Level("hard", 300, frozenset({"policy", "horizon"})),
        Level("expert", 10_000, frozenset({"policy", "horizon", "endgame"}), 3.0),
    ),
)
