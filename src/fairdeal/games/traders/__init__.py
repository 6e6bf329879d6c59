"""Card Game Traders, the game: two to four collectors make their own cards dear and buy cheap ones."""

from fairdeal.contract.game import Facts
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Whole
from fairdeal.games.traders import about, data, faces, mood, opening, rules, scene, words, worlds
from fairdeal.kit.author import game_of

GAME = game_of(
    "traders",
    "Card Game Traders",
    (about, data, faces, mood, opening, rules, scene, words, worlds),
    seat_counts=range(2, rules.SEATS + 1),
    options=(
        Whole("market", 6, rules.SMALLEST_MARKET, rules.LARGEST_MARKET),
        data.Row("abilities"),
    ),
    facts=Facts(minutes=25, age=10, weight=3, best_seats=3),
    levels=(
        Level("random", 0, frozenset()),
        Level("easy", 1, frozenset({"glance"})),
        Level("medium", 1, frozenset({"greedy"})),
        Level("hard", 150, frozenset({"policy"}), by_seats=((2, 600),)),
        Level("expert", 10_000, frozenset({"policy", "endgame"})),
        Level("master", 60_000, frozenset({"policy", "endgame", "foresight"}), 2.0, ((3, 40_000),)),
    ),
)
