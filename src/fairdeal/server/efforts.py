"""How much of their usual work the bots of a table had, because the machine was busy or slow."""

from __future__ import annotations

STEPS = (90, 75, 50, 25, 10)  # percent
"""What is told: which step a bot fell below. Coarse, and never better again in a game, so that it tells next to nothing
of any one choice: whether a bot had one at all is a secret."""


class Efforts:
    """By seat: the highest percentage that its bot did not reach; nothing as long as it had enough."""

    def __init__(self) -> None:
        self._below: dict[int, int] = {}

    def note(self, seat: int, share: float) -> bool:
        """A bot had that share of its iterations; tell whether it fell below another step."""
        below = min((step for step in STEPS if share * 100 < step), default=100)
        is_news = below < self._below.get(seat, 100)
        if is_news:
            self._below[seat] = below
        return is_news

    def of(self, seat: int) -> int | None:
        """The percentage that the bot of a seat did not reach; None if it had enough."""
        return self._below.get(seat)
