"""What the large cards of games share: everything about a piece in sentences, of one view alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fairdeal.contract.words import Words
from fairdeal.kit.words import number_of
from fairdeal.language.messages import Label, Message, Seat, joined, say

OF_SEAT = re.compile(r"seat([0-9])\.(.+)")


def of_seat(piece: str, seats: int) -> tuple[int, str] | None:
    """Read an id that begins with a seat of the table; None if it is another one.

    >>> of_seat("seat2.hand.3", 4), of_seat("seat2.hand.3", 2), of_seat("R7", 4)
    ((2, 'hand.3'), None, None)
    """
    match = OF_SEAT.fullmatch(piece)
    return (int(match[1]), match[2]) if match and int(match[1]) < seats else None


def score_of(owner: int, points: int) -> Message:
    """Name a seat's points, to tell what they are for."""
    return say("usual.score_of", player=Seat(owner), points=number_of("points", points))


def hidden_card(v: Any, owner: int, lacking: Sequence[Label] = ()) -> tuple[Message, ...]:
    """Tell of a card in a hand whose it is, how many there are, and which suits that hand has shown to lack."""
    player = Seat(owner)
    held = say("usual.hand_of", player=player, cards=number_of("cards", v.held[owner]))
    lacks = [say("usual.hand_lacks", player=player, suits=list(lacking))] if lacking else []
    return say("usual.card_of", player=player), held, *lacks


def doing(words: Words, legal: Sequence[int], v: Any, seat: int, action: int) -> list[Message]:
    """Say what an action would do now, or why it cannot be done; nothing to who may do nothing."""
    if not legal:
        return []
    if action in legal:
        why = joined("hint.reasons", words.reasons(v, seat, action))
        return [say("about.doing", reasons=why)]
    reason = words.why_not(v, seat, action)
    return [] if reason is None else [reason]
