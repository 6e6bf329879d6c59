"""Craft My Coast - No Trading, the game: one to six planners make a region carbon neutral, all at once."""

from pathlib import Path

from fairdeal.contract.game import Game
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Choice, Whole
from fairdeal.games.coast import data, faces, knowledge, mood, rules, scene, words, worlds

# An iteration is a look at one action or, when all were looked at, one continuation: see knowledge.py.
SURVEY = frozenset({"survey"})
LEVELS = (
    Level("random", 0, frozenset(), "any legal action, for a first look at the rules"),
    Level("easy", 3, SURVEY, "the best of three places, and plenty of time"),
    Level("medium", 30, SURVEY, "the best of thirty places"),
    Level("hard", 300, SURVEY, "all places, the best of them with the next cards in mind, and a quick hand"),
    Level("expert", 3000, SURVEY, "the next cards in mind down to the end, and the quickest hand", seconds=3.0),
)

GAME = Game(
    name="coast",
    title="Craft My Coast - No Trading",
    credit="Craft My Coast - No Trading, 2023",
    summary="Real-time tile laying: cover your own cards, balance green and black, serve a secret agenda.",
    seat_counts=range(1, rules.SEATS + 1),
    options=(
        Choice("end_on", ("draw", "place"), "the game ends when a seat draws its last card, or when it has placed it"),
        Whole("time_limit", 0, 0, 3600, "seconds after the common start until the game ends; 0 is no limit"),
        Whole("countdown", 3, 0, 60, "seconds before the common start, at a table only"),
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
    is_alike=words.is_alike,
    draw_face=faces.draw,
    all_faces=tuple(faces.all_faces()),
    mood=mood.MOOD,
    levels=LEVELS,
    pace=knowledge.pace,
)
