"""Oh Hell, written as a game outside the house: three to five players bid how many tricks they will take."""

from fairdeal.contract.game import Facts
from fairdeal.contract.options import Whole
from fairdeal.kit import author
from oh_hell import rules, scene, words

GAME = author.game(
    "oh_hell",
    "Oh Hell",
    rules,
    words,
    scene,
    seat_counts=range(3, rules.SEATS + 1),
    options=(Whole("tricks", rules.MOST_HELD, 1, rules.MOST_HELD),),
    facts=Facts(minutes=15, age=8, weight=1, best_seats=4),
)
