"""`serve --reload`: games from outside are read anew between two games, when their files have changed."""

from __future__ import annotations

import logging

from fairdeal import games
from fairdeal.bots import warm
from fairdeal.bots.pool import Bots
from fairdeal.bots.preparing import Preparing, missing
from fairdeal.games import outside
from fairdeal.language import voice
from fairdeal.server import openings, prints
from fairdeal.server.games import encoded_games

log = logging.getLogger(__name__)


class Reloading:
    """Looks at the files of a game before a table of it is opened; games that are being played go on as they were."""

    def __init__(self, bots: Bots, preparing: Preparing) -> None:
        self._bots = bots
        self._preparing = preparing
        self._seen = {name: outside.fingerprint(package) for name, package in outside.packages().items()}

    def look(self, name: str) -> None:
        """Read a game anew if its files have changed, and compile it beside what is played.

        Bots begin anew too, because they have its code loaded.
        """
        package = games.package(name)
        if package is None or (now := outside.fingerprint(package)) == self._seen.get(name):
            return
        self._seen[name] = now
        games.reload(name)
        voice.forget()
        encoded_games.cache_clear()
        openings.forget()
        prints.forget()
        warm.forget()
        self._bots.renew()
        self._preparing.renew(name, [task for task in missing() if task.game == name])
        log.warning("%s is read anew, because its files have changed.", name)
