"""How much a level would gain by seeing every hand: the same search is shown the state, and duels with the level.

    python -m bench.headroom caster --seats 4 --option rounds=1 --deals 30

What the seer gains is about the most that better worlds can bring, be it by likelihoods of what was played or by
memory. It is no strict bound: the seer searches no better than the level, and takes all others for seers. The battle
hides nothing but the pile; who sees its order knows more than anybody can. The coast hides piles too, and agendas that
touch nobody else; there `fairdeal duel coast expert:24000 expert` tells what more iterations bring, as it does of any.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections import Counter
from collections.abc import Iterator

from fairdeal import games
from fairdeal.bots.bot import Budget
from fairdeal.bots.finding import LevelBot
from fairdeal.bots.searcher import NATIVE, Search, own_modules
from fairdeal.cli.arguments import read_options
from fairdeal.contract.game import Game
from fairdeal.contract.levels import Level
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine import kernel
from fairdeal.lab.arena import Arena, Match, Seating, Task, new_match
from fairdeal.lab.duel import LEADS, lead, score
from fairdeal.lab.ratings import interval_text, share_of
from fairdeal.play.sitting import Sitting

EVERYTHING = "bench.seers.everything"
SHOWN = "fairdeal.games.traders.worlds"  # where hands and packets are shown, only the order of the deck is drawn
SEERS = {"caster": EVERYTHING, "cryptruck": EVERYTHING, "traders": SHOWN, "battle": EVERYTHING}


class Seer:
    """A bot that searches as a level does, but the state instead of its view."""

    def __init__(self, game: Game, level: Level) -> None:
        self.name = "seer"
        self.state: State | None = None
        """The game as it stands; whoever asks for a choice puts it there."""
        self._level = level
        self._search = Search(game)
        seeing = kernel.load(SEERS[game.name], kernel.mode_of(game.rules))
        self._search.native = game.generic(NATIVE, *own_modules(game, "knowledge"), seeing)

    def choose(self, view: State, told: Numbers, seat: int, budget: Budget) -> int:
        """Choose by the state."""
        level = self._level
        return self._search.judge(self.state, seat, budget.rng, level.iterations, knowledge=level.knowledge).best


class Glass(Arena):
    """An arena in which the first bot is a seer."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        like = self._bots[0]
        assert isinstance(like, LevelBot)
        self._seer = self._bots[0] = Seer(self.game, like.level)

    def _choose(self, sitting: Sitting, seat: int, seating: Seating, task: Task, times: list[Counter[int]]) -> int:
        self._seer.state = sitting.state.copy()
        return super()._choose(sitting, seat, seating, task, times)


def leads(match: Match) -> Iterator[float]:
    """Play deal after deal; give the seer's lead in each."""
    arena = Glass(match)
    for deal in itertools.count():
        tasks = [Task(match, deal, seating) for seating in range(len(match.seatings(deal)))]
        yield lead(score(match, [arena.play(task) for task in tasks]))


def main() -> None:
    """Play as many deals, and say after each how it stands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=SEERS)
    parser.add_argument("--level", default="expert", help="of both; expert:2000 has other iterations")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--deals", type=int, default=30)
    parser.add_argument("--seed", default="headroom")
    asked = parser.parse_args()
    game = games.find(asked.game)
    options = read_options(game, asked.option)
    match = new_match(game, (asked.level, asked.level), asked.seats, options, seed=asked.seed)
    found: list[float] = []
    for each in itertools.islice(leads(match), asked.deals):
        found.append(each)
        whole = share_of(found, 1 / (match.seats - 1), *LEADS)
        text = f"{100 * whole.mean:+.1f} % ({interval_text(whole, 100, 1)})"
        print(f"{len(found)} deals: {text}, {time.process_time():.0f} s", flush=True)


if __name__ == "__main__":
    main()
