"""3x3 CCG Battle, the game: any twenty collectible cards, nine of them in a grid, the higher number takes."""

from pathlib import Path

from fairdeal.contract.game import Game
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Flag, Whole
from fairdeal.games.battle import data, deck, faces, mood, options, rules, scene, words, worlds

GAME = Game(
    name="battle",
    title="3x3 CCG Battle",
    credit="author unknown",
    summary="Grid capture with any collectible cards: the higher number where two cards meet takes its neighbour.",
    seat_counts=range(2, rules.SEATS + 1),
    options=(
        options.Deck(),
        Flag("open_list", True, "all may see which cards are still in the pile; false: unseen cards are unknown"),
        Whole(
            "match",
            1,
            1,
            rules.MOST_GAMES,
            "games with the same deck, each started by the next seat; at most one per seat",
        ),
        options.Cards(),
    ),
    rules=rules,
    worlds=worlds,
    words=words,
    read_data=data.read,
    read_labels=data.labels,
    settle=options.settle,
    hidden_options=options.hidden,
    option_labels=options.card_names,
    judge_deck=deck.judge_file,
    folder=Path(__file__).parent,
    public_scene=scene.public_scene,
    own_scene=scene.own_scene,
    change=scene.change,
    meant=scene.meant,
    idle_fields=(),
    is_alike=words.is_alike,
    draw_face=faces.draw,
    all_faces=tuple(faces.all_faces()),
    mood=mood.MOOD,
    levels=(
        Level("random", 0, frozenset(), "any legal action, for a first look at the rules"),
        Level("easy", 3, frozenset(), "a glance at a few attacks"),
        Level("medium", 30, frozenset(), "a glance at all attacks"),
        Level("hard", 300, frozenset(), "some thought"),
        Level(
            "expert",
            30_000,
            frozenset({"policy", "horizon", "endgame"}),
            "all attacks weighed, and the whole match in mind",
            3.0,
        ),
    ),
)
