"""The conformance suite that every game passes, for authors of games.

    from fairdeal.laws import check_all, fuzz

    check_all([GAME.setting(seats) for seats in GAME.seat_counts], seeds=range(3), census=my_census)
    fuzz(GAME.setting(), games=10_000)

There is a module for each family of laws, with a plain function for each law; `walks` has random games event by event.
A law raises AssertionError with a sentence. One of a position looks at a `Moment` of a random game: some are cheap
enough for every moment, the deep ones are tried at some (`suite`). Only `check_uniform` needs the extra `test`.
"""

from fairdeal.laws.fuzzer import Figures, fuzz
from fairdeal.laws.modes import modes_agree
from fairdeal.laws.suite import check_all, check_game
from fairdeal.laws.worlds import check_uniform

__all__ = ["Figures", "check_all", "check_game", "check_uniform", "fuzz", "modes_agree"]
