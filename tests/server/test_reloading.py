"""`serve --reload`: a new game is played by the files as they are now, and one that is being played by the old ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from fairdeal import games
from fairdeal.authoring.writing import write_game
from fairdeal.bots.pool import Bots
from fairdeal.bots.preparing import Preparing
from fairdeal.bots.warm import PLAYED, WarmTask
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.games import outside
from fairdeal.play.sitting import Sitting
from fairdeal.server.games import games_document
from fairdeal.server.reloading import Reloading
from tests.authoring.broken import forgotten


class CountedBots:
    """Bots that only count how often they begin anew."""

    renewed = 0

    def renew(self) -> None:
        self.renewed += 1


class NotedPreparing:
    """Compiles nothing, and notes what it should."""

    def __init__(self) -> None:
        self.wanted: list[tuple[str, list[WarmTask]]] = []

    def renew(self, game: str, tasks: list[WarmTask]) -> None:
        self.wanted.append((game, tasks))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with forgotten():
        write_game("live_one", "grid", tmp_path)
        outside.name_folders(tmp_path / "live_one")
        yield tmp_path / "live_one" / "live_one"


def edit(path: Path, there: str, instead: str) -> None:
    text = path.read_text("utf-8")
    assert there in text
    path.write_text(text.replace(there, instead), "utf-8")


def test_a_game_is_read_anew_between_two_games(folder: Path) -> None:
    bots, preparing = CountedBots(), NotedPreparing()
    reloading = Reloading(cast(Bots, bots), cast(Preparing, preparing))
    old = Sitting(games.find("live_one").in_mode("interpreted").setting(2))
    reloading.look("live_one")
    reloading.look("caster")
    assert (bots.renewed, games.find("live_one").seat_counts[-1]) == (0, 3)
    edit(folder / "rules.py", "SEATS = 3", "SEATS = 2")
    edit(folder / "en.toml", "Lay the open card into a grid", "Fill a grid")
    reloading.look("live_one")
    assert (bots.renewed, games.find("live_one").seat_counts[-1]) == (1, 2)
    assert games_document().games[-1].summary.startswith("Fill a grid")
    compiled = [] if DEFAULT_MODE == "interpreted" else [WarmTask(DEFAULT_MODE, "live_one", part) for part in PLAYED]
    assert preparing.wanted == [("live_one", compiled)]
    rng = numbered("old", 0)
    while not old.is_over:
        old.random_step(rng)
    assert len(old.events) == 10
