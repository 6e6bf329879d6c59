"""A policy for Oh Hell below the tree: always the first legal action."""

from __future__ import annotations

from typing import Any

from bench.oh_hell.rules import REAL_TIME  # noqa: F401  the compiled code depends on the rules' source
from fairdeal.kernel import native


@native
def policy(s: Any, seat: int, legal: Any, count: int, rng: Any) -> int:
    return 0
