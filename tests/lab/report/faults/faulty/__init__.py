"""A tiny game whose faults are options: without them it is fair, and all that a report may say of it is luck."""

from fairdeal.contract.game import Facts
from fairdeal.contract.options import Whole
from fairdeal.kit import author
from faulty import rules, scene, words

GAME = author.game(
    "faulty",
    "Faulty",
    rules,
    words,
    scene,
    options=tuple(Whole(name, 0, 0, rules.MOST_FAULT) for name in ("start", "strong", "useless", "costly")),
    facts=Facts(minutes=1, age=8, weight=1, best_seats=2),
)
