"""What the server counts, for Prometheus."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Mapping
from pathlib import Path

from fairdeal.server.hub import Hub
from fairdeal.server.sockets import Sockets


def all_metrics(hub: Hub, sockets: Sockets) -> dict[str, float]:
    return {
        **hub.metrics(),
        "sockets_open": len(sockets),
        "sockets_opened_total": sockets.opened,
        "sockets_too_fast_total": sockets.too_fast,
        "sockets_too_slow_total": sockets.too_slow,
        "sockets_too_many_total": sockets.too_many,
        "memory_bytes": memory(),
    }


def memory() -> int:
    """How many bytes of memory this process has; the most it ever had where the system does not say."""
    try:
        pages_now = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return pages_now * os.sysconf("SC_PAGE_SIZE")


def metrics_page(numbers: Mapping[str, float]) -> str:
    """Print numbers as Prometheus reads them.

    >>> print(metrics_page({"tables": 2, "moves_total": 31}), end="")
    # TYPE fairdeal_tables gauge
    fairdeal_tables 2
    # TYPE fairdeal_moves_total counter
    fairdeal_moves_total 31
    """
    return "".join(
        f"# TYPE fairdeal_{name} {'counter' if name.endswith('_total') else 'gauge'}\nfairdeal_{name} {value!r}\n"
        for name, value in numbers.items()
    )
