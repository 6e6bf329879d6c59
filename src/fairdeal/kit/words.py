"""What the words of games share."""

from __future__ import annotations

import functools
from typing import Any

from fairdeal.language.messages import Card, Fixed, Label, Message, Paragraph, Seat, fixed, say


def number_of(things: str, count: int) -> Message:
    """Say a number of points, tricks or cards."""
    return say(f"count.{things}", count=int(count))


@functools.cache
def unit(things: str, count: int, **more: int) -> Fixed:
    """Say what is counted, to stand behind the number."""
    return fixed(f"unit.{things}", count=count, **more)


@functools.cache
def head(things: str) -> Fixed:
    """Say what is counted, to stand over a column of numbers."""
    return fixed(f"head.{things}")


def cited(paragraph: str) -> Message:
    """Cite a paragraph of the rulebook, to stand at the end of a sentence that games share."""
    return say("usual.section", paragraph=Paragraph(paragraph))


def not_held(card: Card, paragraph: str) -> Message:
    """Say that a card is not in the hand."""
    return say("usual.not_held", card=card, section=cited(paragraph))


def must_follow(cards: list[Card], suit: Label, paragraph: str) -> Message:
    """Say which cards a seat holds of the led suit, which it must follow."""
    return say("usual.must_follow", cards=cards, suit=suit, section=cited(paragraph))


@functools.cache
def asked_for_card(led: Label | None, must_follow: bool) -> Fixed:
    """Ask for a card of a trick: its first one, one of the led suit, or any."""
    if led is None:
        return fixed("usual.lead")
    return fixed("usual.follow" if must_follow else "usual.free", suit=led)


def first_player(s: Any) -> Message:
    """Tell who begins."""
    return say("usual.first_player", seat=Seat(int(s.first)))


def your_hand(cards: Any) -> Message:
    """Name the cards of the own hand."""
    return say("usual.your_hand", cards=cards)


def round_number(v: Any) -> int:
    """Give the number of the round that is played, or was played last."""
    return min(int(v.rounds_played) + 1, int(v.options.rounds))


def ranked(points: dict[int, Any]) -> tuple[list[int], list[int]]:
    """List the seats, the most points first and equals by seat, and of them those that have the most.

    >>> ranked({0: 3, 1: 8, 2: 5, 3: 8})
    ([1, 3, 2, 0], [1, 3])
    """
    ranking = sorted(points, key=lambda seat: points[seat], reverse=True)
    return ranking, [seat for seat in ranking if points[seat] == points[ranking[0]]]
