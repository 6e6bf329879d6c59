"""The least that a player waits for: import, find the game, lay out the table, one move. A program of its own."""

from __future__ import annotations

import sys

import numpy as np

from fairdeal.contract.game import list_legal, members
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.games import find


def main(name: str, seats: int) -> None:
    game = find(name)
    s = game.setting(seats).new_state()
    rng = numbered(0, 0)
    outcome = np.zeros(game.rules.MOST_OUTCOME, np.int16)
    while members(game.rules.actors(s)) == [DEALER]:
        game.rules.deal(s, outcome[: game.rules.draw(s, rng, outcome)])
    seat = members(game.rules.actors(s))[0]
    action = list_legal(game.rules, s, seat)[0]
    game.rules.play(s, seat, action)
    print(game.words.text(action), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
