"""Oh Hell as it is drawn: beside the trick and the hands the card turned up, bids, tricks and points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairdeal.contract.scene import Counter, CounterRole, Zone
from fairdeal.kit.scenes import counted, lacking
from fairdeal.kit.staging import row
from fairdeal.language.messages import Message, say
from oh_hell.words import CARDS_OF, rules


def middle(v: Any) -> list[Zone]:
    """§2 The card turned up shows the trump suit."""
    pieces = [] if v.turned == rules.NO_CARD else [CARDS_OF.piece(int(v.turned))]
    return [row("trump", say("scene.trump"), pieces, lesson="trump")]


def counters(v: Any, seat: int) -> list[Counter]:
    bid = None if v.bids[seat] == rules.NO_BID else int(v.bids[seat])
    return [
        counted(f"seat{seat}.points", "points", rules.points_of(v, seat), role=CounterRole.SCORE),
        counted(f"seat{seat}.tricks", "tricks", int(v.tricks[seat]), bid),
        counted(f"seat{seat}.held", "cards", int(v.held[seat])),
    ]


def notes(v: Any, seat: int) -> Sequence[Message]:
    """§4 The suits that a seat has shown to lack."""
    return lacking(CARDS_OF.suits(v.lacks[seat]))
