"""Oh Hell on our contract, by OpenSpiel's rules, to measure the two against each other; no game of the house."""

from pathlib import Path

from bench.oh_hell import data, rules, words
from fairdeal.contract.game import Game
from fairdeal.contract.options import Whole

GAME = Game(
    name="oh_hell",
    title="Oh Hell",
    seat_counts=range(3, rules.SEATS + 1),
    options=(Whole("tricks", rules.MOST_TRICKS, 1, rules.MOST_TRICKS),),
    rules=rules,
    worlds=rules,
    words=words,
    read_data=data.read,
    read_labels=data.labels,
    folder=Path(__file__).parent,
)
