"""Examples of *why not*: every reason a game can give, once, found by trying actions in random games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fairdeal.contract.game import Game, Setting
from fairdeal.contract.options import Choice, Flag, Json, Whole
from fairdeal.engine.chance import Rng, below, numbered
from fairdeal.engine.plain import plain
from fairdeal.language.voice import HOUSE
from fairdeal.play.sitting import Sitting

GAMES = 4  # of each setting
TRIES = 60  # actions a seat tries in a position
OPENING = 24  # events
EVERY = 5  # events between two later positions


@dataclass(frozen=True)
class Example:
    """What somebody tried, what was asked of that seat, and the reason that was given."""

    key: str
    prompt: str
    action: str
    reason: str


def examples(game: Game, seed: str = "why not") -> list[Example]:
    """Find one example of each reason, in the order of the game's catalogue."""
    found: dict[str, Example] = {}
    verbs = _verbs(game)
    for number, setting in enumerate(_settings(game)):
        rng = numbered(f"{seed} {number}", 0)
        for sitting in _positions(setting, rng):
            _try(sitting, verbs, rng, found)
    order = [*game.voice.own(), *HOUSE.own()]  # some reasons are the same in many games
    return sorted(found.values(), key=lambda example: order.index(example.key))


def _verbs(game: Game) -> list[list[int]]:
    """List the actions of each verb, so that rare verbs are tried as often as others."""
    verbs: dict[str, list[int]] = {}
    for action in range(game.rules.ACTIONS):
        verbs.setdefault(game.words.text(action).partition(" ")[0], []).append(action)
    return list(verbs.values())


def _settings(game: Game) -> Iterator[Setting]:
    """The fewest and the most seats with the defaults, and each option at another value."""
    yield game.setting(game.seat_counts[0])
    yield game.setting(game.seat_counts[-1])
    for option in game.options:
        match option:
            case Flag():
                yield game.setting(options={option.name: not option.default})
            case Choice():
                yield game.setting(options={option.name: option.choices[-1]})
            case Whole():
                yield game.setting(options={option.name: option.low})


def _positions(setting: Setting, rng: Rng) -> Iterator[Sitting]:
    """All positions of the opening, where most kinds of phases are, and some of the rest."""
    for _ in range(GAMES):
        sitting = Sitting(setting)
        while not sitting.is_over:
            if len(sitting.events) < OPENING or len(sitting.events) % EVERY == 0:
                yield sitting
            sitting.random_step(rng)
        yield sitting


def _try(sitting: Sitting, verbs: list[list[int]], rng: Rng, found: dict[str, Example]) -> None:
    """Let one seat, mostly an actor, try what it may not do; keep what was not found before."""
    game = sitting.game
    seats = [actor for actor in sitting.actors if actor < sitting.setting.seats] if below(rng, 4) else []
    seat = seats[below(rng, len(seats))] if seats else below(rng, sitting.setting.seats)
    v, catalogue = plain(sitting.view(seat)), sitting.setting.catalogue(seat)
    for _ in range(TRIES):
        verb = verbs[below(rng, len(verbs))]
        action = verb[below(rng, len(verb))]
        reason = game.words.why_not(v, seat, action)
        if reason is not None and reason.key not in found:
            prompt = catalogue.render(game.words.prompt(v, seat))
            found[reason.key] = Example(reason.key, prompt, game.words.text(action), catalogue.render(reason))


# --- as a table ------------------------------------------------------------------------------------------------------


def why_table(game: Game) -> str:
    """Print every reason that the game gives for *why not*, with an example of it."""
    rows = [[example.prompt, f"`{example.action}`", example.reason] for example in examples(game)]
    return markdown(["asked", "tried", "why not"], rows)


def markdown(columns: Sequence[str], rows: Sequence[Sequence[Json]]) -> str:
    r"""Print a table in Markdown.

    >>> markdown(["a", "b"], [[1, "x|y"]])
    '| a | b |\n|---|---|\n| 1 | x\\|y |\n'
    """
    cells = [[str(cell).replace("|", "\\|").replace("\n", "<br>") for cell in row] for row in [columns, *rows]]
    lines = [f"| {' | '.join(row)} |" for row in cells]
    return "\n".join([lines[0], f"|{'---|' * len(columns)}", *lines[1:]]) + "\n"
