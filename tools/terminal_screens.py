"""The screens of the terminal in docs/screens, drawn anew: a moment of each game, and its end.

`python -m tools.terminal_screens` plays each game against bots that act at random, always the same one.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.engine.chance import numbered
from fairdeal.play.sitting import Sitting
from fairdeal.terminal.placing import as_typed
from fairdeal.terminal.play import TerminalTable

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "screens"
CLEAR = "\x1b[2J\x1b[H"


def screens(game: Game) -> list[str]:
    """Play a game, doing what is in the middle of the list, and give each screen."""
    short = {"rounds": 1} if any(option.name == "rounds" for option in game.options) else {}
    sitting, out = Sitting(game.setting(game.best_seats, short)), io.StringIO()
    console = Console(file=out, width=80, height=24, force_terminal=True, color_system="256", highlight=False)
    lines = _middle(sitting)
    TerminalTable(sitting, 0, numbered(f"screens {game.name}", 0), console, lambda: next(lines), 0).run()
    drawn = [Text.from_ansi(text).plain for text in out.getvalue().split(CLEAR)[1:]]
    return ["\n".join(line.rstrip() for line in screen.splitlines()) for screen in drawn]


def _middle(sitting: Sitting) -> Iterator[str]:
    while True:
        texts = sitting.legal_texts(0)
        typed = as_typed(sitting.game.scene(sitting.view(0), 0))
        yield typed(texts[len(texts) // 2])


def main() -> None:
    """Write all screens."""
    for game in games.all_games():
        found = screens(game)
        (FOLDER / f"{game.name}.txt").write_text(f"{found[len(found) // 2]}\n>\n", "utf-8")
        (FOLDER / f"{game.name}-end.txt").write_text(f"{found[-1]}\n", "utf-8")


if __name__ == "__main__":
    main()
