"""Craft My Coast - No Trading, the game: one to six planners make a region carbon neutral, all at once."""

from pathlib import Path
from typing import Any, cast

from fairdeal.game import Choice, Game, Whole
from fairdeal.games.coast import data, faces, rules, scene, words

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
    rules=cast(Any, rules),
    words=cast(Any, words),
    read_data=data.read,
    read_labels=data.labels,
    folder=Path(__file__).parent,
    public_scene=scene.public_scene,
    own_scene=scene.own_scene,
    draw_face=faces.draw,
    all_faces=tuple(faces.all_faces()),
)
