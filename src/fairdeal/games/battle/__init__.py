"""3x3 CCG Battle, the game: any collectible cards, nine of them in a grid, the higher number takes."""

from fairdeal.contract.game import Facts
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Flag, Whole
from fairdeal.games.battle import about, choices, data, faces, mood, opening, options, rules, scene, words, worlds
from fairdeal.kit.author import game_of

GAME = game_of(
    "battle",
    "3x3 CCG Battle",
    (about, data, faces, mood, opening, rules, scene, words, worlds),
    seat_counts=range(2, rules.SEATS + 1),
    options=(
        options.Deck(),
        Flag("open_list", True),
        Whole("match", 1, 1, rules.MOST_GAMES),
        options.CardsOfDeck(),
    ),
    settle=options.settle,
    hidden_options=options.hidden,
    option_labels=options.card_names,
    judge_deck=options.judge_deck,
    facts=Facts(minutes=5, age=8, weight=1, best_seats=2),
    group_choices=choices.group_choices,
    idle_fields=(),
    levels=(
        Level("random", 0, frozenset()),
        Level("easy", 1, frozenset({"glance"})),
        Level("medium", 1, frozenset({"greedy"})),
        Level("hard", 2000, frozenset({"policy", "horizon", "endgame"})),
        Level("expert", 30_000, frozenset({"policy", "horizon", "endgame"}), 3.0),
    ),
)
