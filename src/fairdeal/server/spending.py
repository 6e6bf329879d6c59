"""What the processes of one store tell each other of what people did there, once a second, so that all count the same.

Each process counts at once what is done there, and a beat later what was done elsewhere: whoever goes to all of them
gets at each, once, what one second there allows, and no more than everybody else for long.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

import msgspec

from fairdeal.server.limits import Limits

KEPT = 5  # beats that are told again: a process may miss some of another's

Beats = list[tuple[int, dict[str, dict[str, int]]]]
"""By the number of the beat: what was counted, by its rate and whose it was."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Beats).decode


class Spending:
    """What was counted here in the last beats, and what others have told of theirs, each beat counted once."""

    def __init__(self, limits: Limits) -> None:
        limits.noted()  # from now on
        self._limits = limits
        self._beat = 0
        self._told: deque[tuple[int, dict[str, dict[str, int]]]] = deque(maxlen=KEPT)
        self._heard: dict[int, int] = {}
        """By process: the last beat that was counted."""

    def tell(self) -> bytes:
        """Give what is to be told with this beat; empty if there is nothing."""
        by_rate: dict[str, dict[str, int]] = {}
        for (rate, whose), count in self._limits.noted().items():
            by_rate.setdefault(rate, {})[whose] = count
        self._beat += 1
        self._told.append((self._beat, by_rate))
        told = [beat for beat in self._told if beat[1]]
        return _encode(told) if told else b""

    def hear(self, told: Mapping[int, bytes]) -> None:
        """Count what all other processes that live have told."""
        self._heard = {process: self._heard.get(process, 0) for process in told}
        for process, text in told.items():
            for number, by_rate in _decode(text) if text else ():
                if number > self._heard[process]:
                    self._heard[process] = number
                    self._count(by_rate)

    def _count(self, by_rate: dict[str, dict[str, int]]) -> None:
        for rate, counts in by_rate.items():
            for whose, count in counts.items():
                self._limits.hear((rate, whose), count)
