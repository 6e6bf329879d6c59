"""Craft My Coast - No Trading, the game: one to six planners make a region carbon neutral, all at once."""

from fairdeal.contract.game import Facts
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Choice, Whole
from fairdeal.games.coast import about, choices, data, faces, knowledge, mood, opening, rules, scene, words, worlds
from fairdeal.kit.author import game_of

# An iteration of a survey is a look at one action or, when all were looked at, one continuation: see knowledge.py.
SURVEY = frozenset({"survey"})
LEVELS = (
    Level("random", 0, frozenset()),
    Level("easy", 1, frozenset({"glance"})),
    Level("medium", 1, frozenset({"greedy"})),
    Level("hard", 1500, SURVEY),
    Level("expert", 3000, SURVEY, seconds=3.0),
    Level("master", 3000, SURVEY, seconds=3.0),  # the expert's survey with a quicker hand, see `pace`
)

GAME = game_of(
    "coast",
    "Craft My Coast - No Trading",
    (about, data, faces, mood, opening, rules, scene, words, worlds),
    seat_counts=range(1, rules.SEATS + 1),
    options=(
        Choice("end_on", ("draw", "place")),
        Whole("time_limit", 0, 0, 3600),
        Whole("countdown", 3, 0, 60),
    ),
    facts=Facts(minutes=5, age=8, weight=2, best_seats=2),
    group_choices=choices.group_choices,
    levels=LEVELS,
    pace=knowledge.pace,
    by_pace={"relaxed": {"countdown": 6}, "brisk": {"countdown": 2}},
)
