"""What a person at a terminal has been told of each game: kept between two games, so that nothing is told twice."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path

from fairdeal.contract.scene import Scene

OPENING = "opening"
TYPING, PLACING = "typing", "placing"  # how an action is typed, and how a tile is laid


def state_folder() -> Path:
    """Where a system keeps what a program remembers of its user."""
    home = os.environ.get("XDG_STATE_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".local" / "state") / "fairdeal"


def usual_place() -> Path:
    """Where it is kept what somebody was told."""
    return state_folder() / "taught.json"


class Taught:
    """The keys of what was told, by game. A file that cannot be read or written is as good as none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._keys: dict[str, list[str]] = {}
        with contextlib.suppress(OSError, TypeError, ValueError):
            found = json.loads(path.read_text("utf-8"))
            self._keys = {str(game): list(map(str, keys)) for game, keys in dict(found).items()}

    def has(self, game: str, key: str) -> bool:
        return key in self._keys.get(game, [])

    def note(self, game: str, *keys: str) -> None:
        """Remember that something was told."""
        self._keys[game] = [*self._keys.get(game, []), *keys]
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json.dumps(self._keys), "utf-8")

    def tell(self, game: str, scene: Scene, lessons: Mapping[str, str], way: str, how: str) -> list[str]:
        """Give what is to be told before this choice: how to make one, and what matters; nothing if all was told."""
        fresh = {key: text for key, text in lessons.items() if not self.has(game, key)}
        named = [scene.lesson, *(zone.lesson for zone in scene.zones if zone.pieces)]
        keys = [] if self.has(game, way) else [way]
        keys += [key for key in named if key in fresh][:1]
        if keys:
            self.note(game, *keys)
        return [{way: how, **fresh}[key] for key in keys]
