"""What the scenes of games share."""

from __future__ import annotations

from collections.abc import Sequence

from fairdeal.contract.scene import Counter, CounterRole, Lit
from fairdeal.kit.words import head, unit
from fairdeal.language.messages import Label, Message, say


def lacking(suits: Sequence[Label]) -> tuple[Message, ...]:
    """Note the suits that a seat has shown to lack."""
    return (say("usual.lacks", suits=list(suits)),) if suits else ()


def counted(
    name: str,
    things: str,
    value: int,
    limit: int | None = None,
    lit: tuple[Lit, ...] = (),
    role: CounterRole = CounterRole.PLAIN,
    **more: int,
) -> Counter:
    """Count things of the catalogue: `unit` behind the number, `head` over a column of them."""
    return Counter(name, unit(things, value if limit is None else limit, **more), value, limit, lit, role, head(things))
