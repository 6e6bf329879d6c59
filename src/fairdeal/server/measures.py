"""How long things take here, counted by size; a move passes this way, so it is a search and an addition."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

from fairdeal.bus import Bus
from fairdeal.server.lines import Switchboard
from fairdeal.server.trunks import DirectLines

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


class Spread:
    """Durations, counted by the smallest bound that they do not pass; the last count is of longer ones."""

    __slots__ = ("_counts", "total")

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def note(self, seconds: float) -> None:
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def up_to(self) -> list[tuple[str, float]]:
        """Give for each bound, as Prometheus writes it, how many took no longer.

        >>> spread = Spread()
        >>> for seconds in (0.001, 0.3, 60.0):
        ...     spread.note(seconds)
        >>> [(bound, count) for bound, count in spread.up_to() if bound in ("0.001", "0.25", "0.5", "+Inf")]
        [('0.001', 1), ('0.25', 1), ('0.5', 2), ('+Inf', 3)]
        """
        return list(zip((*map(str, BOUNDS), "+Inf"), accumulate(self._counts), strict=True))


class Measures:
    """What is measured of all tables of a server."""

    def __init__(self) -> None:
        self.commits = Spread()
        """From asking the store for something until it is on the disk."""
        self.answers = Spread()
        """From reading a move until its answer is handed to the socket."""
        self.bus: Bus | None = None
        self.lines: Switchboard | None = None
        """Over the bus."""
        self.direct: DirectLines | None = None
