"""CASTER, the game: three to five wizards, and in every trick the fastest spell wins."""

from pathlib import Path

from fairdeal.contract.game import Facts, Game
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Flag, Whole
from fairdeal.games.caster import about, data, faces, mood, opening, rules, scene, words, worlds
from fairdeal.kit.deriving import whole_rules

GAME = Game(
    name="caster",
    title="CASTER",
    seat_counts=range(3, 6),
    options=(
        Whole("rounds", 3, 1, rules.MOST_ROUNDS),
        Flag("passing", False),
    ),
    rules=whole_rules(rules),
    worlds=worlds,
    words=words,
    read_data=data.FORM.read,
    read_labels=data.labels,
    data_form=data.FORM,
    folder=Path(__file__).parent,
    facts=Facts(
        minutes=30,
        age=8,
        weight=2,
        best_seats=4,
    ),
    public_scene=scene.public_scene,
    own_scene=scene.own_scene,
    change=scene.change,
    opening=opening.opening,
    meant=scene.meant,
    about=about.about,
    idle_fields=("phase", "hand", "gave"),
    is_alike=words.is_alike,
    draw_face=faces.draw,
    all_faces=tuple(faces.all_faces()),
    components=faces.components,
    mood=mood.MOOD,
    levels=(
        Level("random", 0, frozenset()),
        Level("easy", 1, frozenset({"glance"})),
        Level("medium", 60, frozenset({"horizon"})),
        Level("hard", 300, frozenset({"policy", "horizon"})),
        Level("expert", 10_000, frozenset({"policy", "horizon", "endgame"}), 3.0),
    ),
)
