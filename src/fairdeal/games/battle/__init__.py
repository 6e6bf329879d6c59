"""3x3 CCG Battle, the game: any collectible cards, nine of them in a grid, the higher number takes."""

from pathlib import Path

from fairdeal.contract.game import Facts, Game
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Flag, Whole
from fairdeal.games.battle import about, choices, data, faces, mood, opening, options, rules, scene, words, worlds
from fairdeal.kit.deriving import whole_rules

GAME = Game(
    name="battle",
    title="3x3 CCG Battle",
    seat_counts=range(2, rules.SEATS + 1),
    options=(
        options.Deck(),
        Flag("open_list", True),
        Whole("match", 1, 1, rules.MOST_GAMES),
        options.CardsOfDeck(),
    ),
    rules=whole_rules(rules),
    worlds=worlds,
    words=words,
    read_data=data.read,
    read_labels=data.labels,
    data_form=data.FORM,
    settle=options.settle,
    hidden_options=options.hidden,
    option_labels=options.card_names,
    judge_deck=options.judge_deck,
    folder=Path(__file__).parent,
    facts=Facts(
        minutes=5,
        age=8,
        weight=1,
        best_seats=2,
    ),
    public_scene=scene.public_scene,
    own_scene=scene.own_scene,
    change=scene.change,
    opening=opening.opening,
    meant=scene.meant,
    about=about.about,
    group_choices=choices.group_choices,
    idle_fields=(),
    is_alike=words.is_alike,
    draw_face=faces.draw,
    all_faces=tuple(faces.all_faces()),
    components=faces.components,
    mood=mood.MOOD,
    levels=(
        Level("random", 0, frozenset()),
        Level("easy", 1, frozenset({"glance"})),
        Level("medium", 1, frozenset({"greedy"})),
        Level("hard", 2000, frozenset({"policy", "horizon", "endgame"})),
        Level("expert", 30_000, frozenset({"policy", "horizon", "endgame"}), 3.0),
    ),
)
