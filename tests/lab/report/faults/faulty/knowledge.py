"""How a sensible player of Faulty chooses: anything, but a card that is useless."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import below
from fairdeal.engine.kernel import native
from faulty import rules


@native
def policy(s: Any, seat: int, legal: Any, count: int, rng: Any) -> int:
    """Any card; never the useless one, if there is another."""
    chosen = below(rng, count)
    if s.options.useless and legal[chosen] == rules.PLAY + rules.USELESS:
        chosen = (chosen + 1) % count
    return chosen
