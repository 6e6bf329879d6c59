"""What the server counts, as Prometheus reads it. The names are promised: docs/serving.md lists them."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from fairdeal import failures
from fairdeal.server.hub import Hub
from fairdeal.server.sockets import Sockets

if TYPE_CHECKING:
    from prometheus_client.core import Metric

MEDIA = "text/plain; version=0.0.4"

GAUGES = {
    "tables": "Tables in memory",
    "leases": "Tables in memory that are this server's own by its lease",
    "servers": "Servers of this store that live, this one included",
    "players": "Seats whose person is connected",
    "sockets": "Sockets that are at a table",
    "sockets_open": "Sockets in all",
    "bots_busy": "Bots that think now",
    "bots_waiting": "Turns of bots that wait for a process",
    "bots_effort": "Share of their usual work that bots do under this load",
    "bus_connected": "1 when the bus is there",
    "bus_lines": "Lines over the bus to other servers, and from them",
    "bus_people": "People here whose table is at another server to which the bus leads them",
    "direct_lines": "Direct lines to other servers, and from them",
    "direct_people": "People here whose table is at another server to which a direct line leads them",
    "memory_bytes": "Memory of this process",
    "ready": "1 when people may be sent here, as far as the server itself knows",
}
COUNTERS = {
    "moves": "Events of games that were stored and told",
    "commits": "Transactions",
    "bots_done": "Turns of bots",
    "bots_borrowed": "Turns of bots that were chosen on other machines",
    "bus_sent": "Messages that were given to the bus",
    "bus_heard": "Messages that came over the bus",
    "bus_lost": "Messages that found no bus, or one too slow, or were lacking when a later one came",
    "direct_sent": "Messages that were sent over direct lines",
    "direct_lost": "Messages that found no direct line, or one too slow, or were lacking when a later one came",
    "sockets_opened": "Sockets that were ever opened",
    "sockets_too_fast": "Sockets that were closed because their person sent too much",
    "sockets_too_slow": "Sockets that were closed because their client did not read",
    "sockets_too_many": "Sockets that found no place",
}
SPREADS = {
    "commit_seconds": "How long a table waited for the store",
    "answer_seconds": "From reading a move until its answer was handed to the socket",
}


def memory() -> int:
    """How many bytes of memory this process has; the most it ever had where the system does not say."""
    try:
        pages_now = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return pages_now * os.sysconf("SC_PAGE_SIZE")


class Numbers:
    """All that this server counts, read when somebody asks."""

    def __init__(self, hub: Hub, sockets: Sockets, is_ready: bool) -> None:
        self._hub = hub
        self._sockets = sockets
        self._is_ready = is_ready

    def values(self) -> dict[str, float]:
        sockets = self._sockets
        return {
            **self._hub.metrics(),
            **self._of_lines(),
            "sockets_open": len(sockets),
            "sockets_opened_total": sockets.opened,
            "sockets_too_fast_total": sockets.too_fast,
            "sockets_too_slow_total": sockets.too_slow,
            "sockets_too_many_total": sockets.too_many,
            "memory_bytes": memory(),
            "ready": self._is_ready,
        }

    def _of_lines(self) -> dict[str, float]:
        bus, lines, direct = self._hub.measures.bus, self._hub.measures.lines, self._hub.measures.direct
        return {
            "direct_lines": 0 if direct is None else len(direct),
            "direct_people": 0 if direct is None else direct.people,
            "direct_sent_total": 0 if direct is None else direct.trunks.sent,
            "direct_lost_total": 0 if direct is None else direct.trunks.lost,
            "bus_connected": bus is not None and bus.is_connected,
            "bus_lines": 0 if lines is None else len(lines),
            "bus_people": 0 if lines is None else lines.people,
            "bus_sent_total": 0 if bus is None else bus.sent,
            "bus_heard_total": 0 if bus is None else bus.heard,
            "bus_lost_total": 0 if bus is None else bus.lost,
        }

    def collect(self) -> Iterator[Metric]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        values = self.values()
        for name, meaning in GAUGES.items():
            yield GaugeMetricFamily(f"fairdeal_{name}", meaning, values[name])
        for name, meaning in COUNTERS.items():
            yield CounterMetricFamily(f"fairdeal_{name}", meaning, values[f"{name}_total"])
        measures = self._hub.measures
        for (name, meaning), spread in zip(SPREADS.items(), (measures.commits, measures.answers), strict=True):
            yield HistogramMetricFamily(f"fairdeal_{name}", meaning, spread.up_to(), spread.total)
        errors = CounterMetricFamily("fairdeal_errors", "What went wrong, logged or not", labels=["kind"])
        for kind, count in failures.counted().items():
            errors.add_metric([kind], count)
        yield errors


def metrics_page(numbers: Numbers) -> bytes:
    """Print the numbers; the library is loaded when they are first asked for, and most servers never are."""
    from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest

    registry = CollectorRegistry()
    registry.register(numbers)
    ProcessCollector(registry=registry)
    return generate_latest(registry)
