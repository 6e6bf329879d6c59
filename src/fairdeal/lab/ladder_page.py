"""The page about the ladders of all games, printed from the results that are kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from fairdeal import games
from fairdeal.bots import foresight
from fairdeal.contract.game import Game
from fairdeal.contract.levels import PLAYERS, Level
from fairdeal.errors import FairdealError
from fairdeal.lab.ladder import Encounter, Ladder, Ranking, Rung, rank, read
from fairdeal.lab.picture import picture
from fairdeal.lab.ratings import interval_text, seconds_text
from fairdeal.lab.regret import section as endgames

PAGE = """# How strong the bots are

Printed by `fairdeal ladder --page` from the results in [bots/](bots/) (`--results docs/bots`); do not edit it by hand.

Every pair of a game's levels plays duplicate deals: each deal is played with either level in every seat, at more than
two seats alone against the other in all others. All games of a deal together are one observation. Beside the levels
play two *yardsticks*, players of a few rules and no search (`yardsticks.py` of each game): `beginner`, who is new and
careful, and `greedy`, who takes the most that is in sight. A level without a search plays like that, too: `glance` sees
no farther than the action itself.

- **Rating**: on Elo's scale, where 400 is odds of ten to one, with `random` at 0. The model is Bradley and Terry's; at
  more than two seats the victory falls to a seat in proportion to its bot's strength (the first choice of Plackett and
  Luce's model). The order behind the winner counts for nothing: bots play for the victory, and the others are copies of
  one bot. Intervals are 95 %, by the Bayesian bootstrap over deals. A level that hardly ever lost is rated with a wide
  interval; compare neighbours by their wins.
- **Wins**: the level's share of the victories in a seat of its own against the level below, with Student's interval
  over deals. Even strength is one victory in as many games as there are seats.
- **Lead**: how much more that is than the level below wins of the same deals in a seat of its own; 0 if they are even.
  It counts all games of a deal, those in which the lower level is alone, too, so at more than two seats it says more.
- **Lead of, on**: the same for what levels are held to: the beginner beats `easy`, `medium` is level with `greedy` or
  above it, and `hard` is ahead of `greedy` by more than 10 %. At the battle, the coast and Card Game Traders `medium`
  is the greedy player, so `hard` on `medium` and on `greedy` are one pair on two sets of deals: the larger says more.
- **A choice**: how long a choice among several actions took, half of them and 99 of 100, on one core of the machine
  that played: with two and three seats at Card Game Traders and with two at Cryptruck by the processor's time,
  elsewhere by a clock, on a machine that had more to do. In real time a level also keeps a pace of its own, which may
  be all that is above the level below; the page of the game has it.
- **Search**: iterations for a choice, and what is known beyond the rules. `foresight` and `intuition` are networks:
  Card Game Traders has one for two seats and one for three, Cryptruck one for two; elsewhere a level that would ask one
  has a third of its iterations, and that is what is printed.
- **Endgames** (`fairdeal regret`): positions that the search solves exactly, one of a game, which the lowest level that
  thinks has played. Worlds that the position may be are solved for every action; an action is worth their mean. The
  regret of a choice is what the best action is worth more, in victories: by minimax with two seats, and with more if
  every other seat plays for itself (max^n), or all against the one that chooses (paranoid).
"""


def write_page(folder: Path) -> Path:
    """Print the page of all games, and their pictures, from the results that are kept."""
    parts = [PAGE]
    for game in games.all_games():
        results = read(folder / f"{game.name}.jsonl")
        for ladder in _ladders(game, results):
            ranking = rank(ladder, results)
            name = f"{_slug(ladder)}.svg"
            (folder / name).write_text(drawn(ranking), "utf-8")
            parts.append(_section(ranking, f"{folder.name}/{name}"))
        parts += ["\n".join(lines) for lines in [endgames(folder, game)] if lines]
    if len(parts) == 1:
        raise FairdealError(f"{folder} holds no results that count; play some with fairdeal ladder GAME.")
    page = folder.with_suffix(".md")
    page.write_text("\n".join(parts), "utf-8")
    return page


def _ladders(game: Game, results: Sequence[Encounter]) -> list[Ladder]:
    """List the ladders that there are results of, by seats and options."""
    found: dict[str, Ladder] = {}
    for result in results:
        ladder = Ladder(game, result.seats, result.options)
        if ladder.counts(result):
            found.setdefault(_slug(ladder), ladder)
    return [found[slug] for slug in sorted(found)]


def _slug(ladder: Ladder) -> str:
    options = "".join(f"-{name}-{value}" for name, value in sorted(ladder.options.items()))
    return f"{ladder.game.name}-{ladder.seats}{options}".lower()


def title_of(ladder: Ladder) -> str:
    """Name a ladder."""
    options = "".join(f", {name}={json.dumps(value)}" for name, value in sorted(ladder.options.items()))
    return f"{ladder.game.title}, {ladder.seats} seats{options}{', own data' if ladder.data else ''}"


def drawn(ranking: Ranking) -> str:
    """Draw the ratings as SVG."""
    rows = [(rung.level.name, rung.rating) for rung in reversed(ranking.rungs) if rung.rating]
    return picture(title_of(ranking.ladder), rows)


def _section(ranking: Ranking, image: str) -> str:
    ladder = ranking.ladder
    lines = [
        f"## {title_of(ladder)}",
        "",
        f"![Ratings of the levels]({image})",
        "",
        "| level | rating | 95 % | wins on the level below | 95 % | lead | 95 % | deals | a choice | 99 % | search |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|",
        *(f"| {' | '.join(row(ranking.ladder, rung))} |" for rung in reversed(ranking.rungs)),
        "",
        *_measured(ranking),
        f"{ranking.games:,} games; even strength wins {100 / ladder.seats:.1f} %."
        + (f" They were played by {ranking.codes} versions of the source." if ranking.codes > 1 else ""),
        "",
    ]
    return "\n".join(lines)


def _measured(ranking: Ranking) -> list[str]:
    """Print what levels are held to beside the level below."""
    if not ranking.measured:
        return []
    return [
        "| lead of | on | lead | 95 % | deals |",
        "|---|---|---:|---:|---:|",
        *(
            f"| {high} | {low} | {100 * lead.mean:+.1f} % | {interval_text(lead, 100, 1)} | {deals} |"
            for high, low, lead, deals in ranking.measured
        ),
        "",
    ]


def there(ladder: Ladder, level: Level) -> Level:
    """Give a level as it plays at the ladder's table, where there may be no network."""
    setting = ladder.game.setting(ladder.seats, ladder.options, ladder.data)
    if not level.asks_network or foresight.of(ladder.game).sight(setting.new_state()):
        return level
    return next((each for each in ladder.game.levels if each.name == level.name), level).unknowing


def row(ladder: Ladder, rung: Rung) -> list[str]:
    """Print a level: name, rating, wins and lead against the level below, deals, times and what it searches with."""
    level = there(ladder, rung.level)
    knowledge = ", ".join(sorted(level.knowledge))
    is_player = bool(level.knowledge & set(PLAYERS))
    search = f"{level.iterations:,} iterations" if level.iterations and not is_player else "none"
    return [
        rung.level.name,
        "-" if rung.rating is None else f"{rung.rating.mean:.0f}",
        "-" if rung.rating is None else interval_text(rung.rating, 1, 0),
        "-" if rung.wins is None else f"{100 * rung.wins.mean:.1f} %",
        "-" if rung.wins is None else interval_text(rung.wins, 100, 1),
        "-" if rung.lead is None else f"{100 * rung.lead.mean:+.1f} %",
        "-" if rung.lead is None else interval_text(rung.lead, 100, 1),
        str(rung.deals) if rung.deals else "-",
        seconds_text(rung.median),
        seconds_text(rung.slowest),
        f"{search}; {knowledge}" if knowledge else search,
    ]
