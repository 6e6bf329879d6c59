"""Card Game Traders, the game: two to four collectors make their own cards dear and buy cheap ones."""

from pathlib import Path

from fairdeal.contract.game import Facts, Game
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Whole
from fairdeal.games.traders import data, faces, mood, opening, rules, scene, words, worlds

GAME = Game(
    name="traders",
    title="Card Game Traders",
    credit="Damjan Miladinovic, Dazbog Games, 2023",
    summary="A closed economy: draft a collection, play cards to raise values, use abilities, buy from the Market.",
    seat_counts=range(2, rules.SEATS + 1),
    options=(
        Whole("market", 6, rules.SMALLEST_MARKET, rules.LARGEST_MARKET, "the size of the Market"),
        data.Row("abilities", "the abilities above the Meta: drawn at random, or a fixed row"),
    ),
    rules=rules,
    worlds=worlds,
    words=words,
    read_data=data.read,
    read_labels=data.labels,
    folder=Path(__file__).parent,
    facts=Facts(
        kind="economy of cards",
        minutes=25,
        age=10,
        weight=3,
        best_seats=3,
        source="about 110 decisions a game, measured, at some twelve seconds each; age and the rest are our judgement",
    ),
    public_scene=scene.public_scene,
    own_scene=scene.own_scene,
    change=scene.change,
    opening=opening.opening,
    meant=scene.meant,
    is_alike=words.is_alike,
    draw_face=faces.draw,
    all_faces=tuple(faces.all_faces()),
    mood=mood.MOOD,
    levels=(
        Level("random", 0, frozenset(), "any card and any purchase, for a first look at the rules"),
        Level("easy", 3, frozenset(), "a few quick looks at what cards might be worth"),
        Level("medium", 30, frozenset(), "a look at what each card might do to the prices"),
        Level("hard", 300, frozenset(), "an eye on prices, abilities and what others may buy"),
        Level(
            "expert",
            10_000,
            frozenset({"policy", "endgame"}),
            "a sense of bargains, up to a second of thought, and the last turn worked out",
        ),
    ),
)
