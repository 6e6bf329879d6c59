"""Craft My Coast at the pace of the release before the yardsticks, when whoever was no level was a quarter quicker.

    python -m bench.pace --deals 25

There a program, such as the naive player of somebody else's, was as quick as hard, and medium took 125 % of that time.
Today's duels let `bench/today.py medium` be as quick as any program. Here the greedy yardstick meets that medium, whose
survey is the same to this day, at its own pace, and for comparison at the yardstick's.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace

from fairdeal.contract.game import Setting
from fairdeal.contract.rules import State
from fairdeal.engine.chance import Rng
from fairdeal.lab.arena import Arena, Match, Task
from fairdeal.lab.duel import LEADS, lead, score
from fairdeal.lab.ratings import interval_text, share_of

EARLIER_MEDIUM = "hard:30"  # a survey of 30 iterations, see `git show c68d633:src/fairdeal/games/coast/__init__.py`
ABLE, EARLIER = 2, 3  # places of levels: of a yardstick, and of the bot that plays as the earlier medium


@dataclass(frozen=True)
class Paced(Match):
    """A match in which the earlier medium takes so many percent of a yardstick's time."""

    percent: int = 100

    def setting(self, deal: int) -> Setting:
        """Settle how a deal is played, and at which pace."""
        setting = super().setting(deal)
        pace = setting.game.pace
        assert pace is not None

        def paced(view: State, seat: int, place: int, rng: Rng) -> int:
            usual = int(pace(view, seat, ABLE, rng))
            return usual * self.percent // 100 if place == EARLIER else usual

        return replace(setting, game=replace(setting.game, pace=paced))


def main() -> None:
    """Play the same deals at both paces."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=25)
    parser.add_argument("--seed", default="yard")
    asked = parser.parse_args()
    for percent in (125, 100):
        match = Paced("coast", 2, {}, None, ("greedy", EARLIER_MEDIUM), asked.seed, percent=percent)
        arena = Arena(match)
        leads = [
            lead(score(match, [arena.play(Task(match, deal, seating)) for seating in range(2)]))
            for deal in range(asked.deals)
        ]
        found = share_of(leads, 1.0, *LEADS)
        text = f"{100 * found.mean:+.1f} % ({interval_text(found, 100, 1)})"
        print(f"medium takes {percent} % of greedy's time: greedy leads by {text} in {len(leads)} deals", flush=True)


if __name__ == "__main__":
    main()
