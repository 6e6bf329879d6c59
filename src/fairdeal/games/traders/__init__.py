"""Card Game Traders, the game: two to four collectors make their own cards dear and buy cheap ones."""

from pathlib import Path

from fairdeal.contract.game import Facts, Game
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Whole
from fairdeal.games.traders import about, data, faces, mood, opening, rules, scene, words, worlds
from fairdeal.kit.deriving import whole_rules

GAME = Game(
    name="traders",
    title="Card Game Traders",
    seat_counts=range(2, rules.SEATS + 1),
    options=(
        Whole("market", 6, rules.SMALLEST_MARKET, rules.LARGEST_MARKET),
        data.Row("abilities"),
    ),
    rules=whole_rules(rules),
    worlds=worlds,
    words=words,
    read_data=data.read,
    read_labels=data.labels,
    data_form=data.FORM,
    folder=Path(__file__).parent,
    facts=Facts(
        minutes=25,
        age=10,
        weight=3,
        best_seats=3,
    ),
    public_scene=scene.public_scene,
    own_scene=scene.own_scene,
    change=scene.change,
    opening=opening.opening,
    meant=scene.meant,
    about=about.about,
    is_alike=words.is_alike,
    draw_face=faces.draw,
    all_faces=tuple(faces.all_faces()),
    components=faces.components,
    mood=mood.MOOD,
    levels=(
        Level("random", 0, frozenset()),
        Level("easy", 1, frozenset({"glance"})),
        Level("medium", 1, frozenset({"greedy"})),
        Level("hard", 300, frozenset({"policy"})),
        Level("expert", 10_000, frozenset({"policy", "endgame"})),
    ),
)
