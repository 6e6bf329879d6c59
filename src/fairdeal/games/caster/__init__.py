"""CASTER, the game: three to five wizards, fifteen tricks a round, the fastest spell wins."""

from pathlib import Path

from fairdeal.contract.game import Game
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Flag, Whole
from fairdeal.games.caster import data, faces, mood, rules, scene, words, worlds

GAME = Game(
    name="caster",
    title="CASTER",
    credit="Okabenius (Takuya Okabe), GOTTA2, 2020",
    summary="Trick-taking: the lowest card wins, every colour is another's trump, too many tricks burst.",
    seat_counts=range(3, 6),
    options=(
        Whole("rounds", 3, 1, rules.MOST_ROUNDS, "rounds in a game; 1 is the publisher's short variant"),
        Flag("passing", False, "after each deal every seat gives three cards to its left"),
    ),
    rules=rules,
    worlds=worlds,
    words=words,
    read_data=data.read,
    read_labels=data.labels,
    folder=Path(__file__).parent,
    public_scene=scene.public_scene,
    own_scene=scene.own_scene,
    change=scene.change,
    meant=scene.meant,
    idle_fields=("phase", "hand", "gave"),
    is_alike=words.is_alike,
    draw_face=faces.draw,
    all_faces=tuple(faces.all_faces()),
    mood=mood.MOOD,
    levels=(
        Level("random", 0, frozenset(), "any legal action, for a first look at the rules"),
        Level("easy", 3, frozenset(), "a glance at a few cards"),
        Level("medium", 30, frozenset(), "a glance at what might happen"),
        Level("hard", 300, frozenset({"policy", "horizon"}), "a sense of which tricks to take and which to leave"),
        Level(
            "expert",
            10_000,
            frozenset({"policy", "horizon", "endgame"}),
            "the same with more thought, and the last tricks worked out",
            3.0,
        ),
    ),
)
