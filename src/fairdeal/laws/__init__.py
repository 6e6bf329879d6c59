"""The conformance suite that every game passes, for authors of games.

    from fairdeal.laws import check_all, fuzz

    check_all([GAME.setting(seats) for seats in GAME.seat_counts], seeds=range(3), census=my_census)
    fuzz(GAME.setting(), games=10_000)

`laws` has one function per law of the contract, `walks` random games event by event. All of them raise AssertionError
with a sentence; only `laws.check_uniform` needs the extra `test`.
"""

from fairdeal.laws.fuzzer import Figures, fuzz
from fairdeal.laws.laws import check_all, check_game, check_uniform, modes_agree

__all__ = ["Figures", "check_all", "check_game", "check_uniform", "fuzz", "modes_agree"]
