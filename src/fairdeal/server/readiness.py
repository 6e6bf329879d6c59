"""Whether a proxy should send people here."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from fairdeal import games
from fairdeal.bots import warm
from fairdeal.bots.preparing import Preparing
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.failures import log_failure
from fairdeal.language.messages import Message, say


@dataclass
class Readiness:
    """What of a server's own doings keeps people away; the store is asked beside it."""

    is_loading: bool = False
    is_leaving: bool = False

    def why_not(self) -> Message | None:
        if self.is_leaving:
            return say("server.leaving")
        return say("server.loading") if self.is_loading else None

    async def load_games(self, preparing: Preparing) -> None:
        """Load the rules of all games that are compiled, so that nobody who is sent here waits for that."""
        self.is_loading = True
        await asyncio.to_thread(_load_games, {task.game for task in preparing.missing})
        self.is_loading = False


def _load_games(missing: set[str]) -> None:
    if DEFAULT_MODE in warm.MODES:
        for game in games.all_games():
            if game.name not in missing:
                _load(game.name)


def _load(name: str) -> None:
    try:
        warm.exercise(name, warm.RULES)
    except Exception as error:  # its tables will say so; the others are ready
        log_failure(f"Loading {name}", error)
