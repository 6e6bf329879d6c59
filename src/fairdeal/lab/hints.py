"""A page of hints, to be read for sense: positions of a game between bots, and what a seat would be told there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fairdeal.bots.choices import choices
from fairdeal.bots.hints import Hint, best_few, hints
from fairdeal.bots.player import Player
from fairdeal.contract.game import Setting
from fairdeal.contract.levels import Level
from fairdeal.engine.chance import Rng, numbered
from fairdeal.engine.plain import plain
from fairdeal.play.sitting import Sitting

MOST_LINES = 18  # of what a seat sees

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Advised:
    """What a seat saw, was asked and was advised."""

    number: int
    """How many events had been."""
    seat: int
    sight: tuple[str, ...]
    prompt: str
    hints: tuple[Hint, ...]


def positions(
    setting: Setting, level: Level, count: int, seed: str, progress: Progress = lambda done, total: None
) -> list[Advised]:
    """Let bots of a level play, and give so many positions with a choice, spread over the game."""
    player, sitting = Player(setting.game), Sitting(setting)
    total = len(list(_played(Sitting(setting), player, level, numbered(f"hints {seed}", 0))))
    wanted = {place * total // count for place in range(count)}
    found = []
    for place, seat in enumerate(_played(sitting, player, level, numbered(f"hints {seed}", 0))):
        if place in wanted:
            found.append(_position(sitting, seat, player, level, numbered(f"advice {seed}", place)))
            progress(len(found), len(wanted))
    return found


def _played(sitting: Sitting, player: Player, level: Level, rng: Rng) -> Iterator[int]:
    """Let bots play a game; stop at every choice. They need not play as well as the advice is that they get."""
    quick = max(1, level.iterations // 10)
    return choices(
        sitting, rng, lambda seat: player.choose(sitting.view(seat), sitting.told(seat), seat, level, rng, quick)
    )


def _position(sitting: Sitting, seat: int, player: Player, level: Level, rng: Rng) -> Advised:
    view, words = sitting.view(seat), sitting.game.words
    v, catalogue = plain(view), sitting.setting.catalogue(seat)
    judgement = player.judge(view, sitting.told(seat), seat, level, rng)
    return Advised(
        len(sitting.events),
        seat,
        tuple(catalogue.render(line) for line in words.describe(v, seat)),
        catalogue.render(words.prompt(v, seat)),
        tuple(hints(sitting.game, v, seat, best_few(judgement), catalogue)),
    )


def page(setting: Setting, level: Level, found: list[Advised]) -> str:
    """Print the positions as Markdown."""
    seats = f"{setting.seats} seat{'s' * (setting.seats != 1)}"
    title = f"# Hints in {setting.game.title}, {seats}, as level {level.name} sees it\n"
    return "\n".join([title, *map(_section, found)])


def _section(position: Advised) -> str:
    seen = position.sight
    cut = [*seen[:MOST_LINES], f"... {len(seen) - MOST_LINES} more lines"] if len(seen) > MOST_LINES else seen
    return "\n".join(
        [
            f"## Seat {position.seat + 1} after {position.number} events\n",
            "```",
            *cut,
            "```\n",
            f"**{position.prompt}**\n",
            *(f"{place}. {hint.sentence}" for place, hint in enumerate(position.hints, 1)),
            "",
        ]
    )
