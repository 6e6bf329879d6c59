"""Everything about a card of Card Game Traders, as one viewer can know it."""

from __future__ import annotations

import re
from typing import Any

from fairdeal.contract.game import list_legal
from fairdeal.engine.plain import interpreted
from fairdeal.games.traders import scene, words
from fairdeal.games.traders.abilities import AT_END, IN_PLAY, KINDS, NO_ABILITY
from fairdeal.games.traders.names import ability_name, card_name, several
from fairdeal.kit.about import doing, hidden_card, of_seat, score_of
from fairdeal.kit.words import number_of
from fairdeal.language.messages import Message, Seat, say

rules = interpreted("fairdeal.games.traders.rules")
abilities = interpreted("fairdeal.games.traders.abilities")

CARD = re.compile(
    rf"(meta|(?:market|drawn|seat[0-9][.](?:hand|packet))(?=[.][1-{KINDS}][.]))[.]([1-{KINDS}])([.][0-9]+)?"
)
DRAWN = re.compile(r"drawn[.][0-9]+")
HIDDEN = re.compile(r"(hand|packet)[.][0-9]+")


def about(v: Any, seat: int, piece: str) -> tuple[Message, ...]:
    """Tell what a piece or a counter is called, and all there is to say of it; nothing of what is not there."""
    card = CARD.fullmatch(piece)
    if card:
        return _card(v, seat, piece, int(card[2]) - 1)
    if DRAWN.fullmatch(piece) and v.drawn_size > 0:
        return say("about.drawn", player=Seat(int(v.turn))), say("about.drawn_hidden", player=Seat(int(v.turn)))
    place = of_seat(piece, int(v.seats))
    if place is None:
        return ()
    owner, what = place
    if HIDDEN.fullmatch(what):
        return hidden_card(v, owner)
    return _score(v, owner) if what == "points" else ()


def _card(v: Any, seat: int, piece: str, kind: int) -> tuple[Message, ...]:
    value, final = (int(abilities.value(v, kind, moment)) for moment in (IN_PLAY, AT_END))
    half = int(v.ability[kind])
    return (
        say("text", text=card_name(kind)),
        say("about.worth", value=value, final=final, cards=number_of("cards", v.meta[kind])),
        *([] if half == NO_ABILITY else [say("about.ability", ability=ability_name(v, half))]),
        *_market(v, kind),
        *_held(v, seat, kind),
        _left(v, seat, kind),
        *_now(v, seat, piece),
    )


def _market(v: Any, kind: int) -> list[Message]:
    """§19 What a card of the Market costs now."""
    count = int(v.market[kind])
    return [say("about.market", count=count, price=int(rules.price(v, kind, v.bought)))] if count else []


def _held(v: Any, seat: int, kind: int) -> list[Message]:
    """§7 Who is known to hold a kind."""
    known = {other: int(rules.known_cards(v, other, kind)) for other in range(v.seats)}
    return [say("about.held", seat=Seat(other), count=count) for other, count in known.items() if count > 0]


def _left(v: Any, seat: int, kind: int) -> Message:
    """§1 How many of a kind there are, and how many of them nobody has seen, or only others."""
    seen = int(v.meta[kind] + v.market[kind] + v.removed[kind])
    seen += sum(int(rules.known_cards(v, other, kind)) for other in range(v.seats))
    if seat >= 0 and rules.has_packets(v):
        seen += max(0, int(v.packet[seat, kind]))
    if v.drawn_size > 0 and v.turn == seat:
        seen += int(v.drawn[kind])
    return say("about.left", quantity=int(v.box.quantity[kind]), count=int(v.box.quantity[kind]) - seen)


def _now(v: Any, seat: int, piece: str) -> list[Message]:
    """What picking the card would do, if that is one thing."""
    legal = list_legal(rules, v, seat) if seat >= 0 else []
    meant = scene.meant(v, seat, (piece,)) if legal else []
    return doing(words, legal, v, seat, meant[0]) if len(meant) == 1 else []


def _score(v: Any, owner: int) -> tuple[Message, ...]:
    """§23 What a seat's points are for, as far as its cards are known."""
    known = [int(rules.known_cards(v, owner, kind)) for kind in range(KINDS)]
    values = [int(abilities.value(v, kind, AT_END)) for kind in range(KINDS)]
    parts = [
        say("result.source", count=count, cards=several(kind, count), points=number_of("points", values[kind]))
        for kind, count in enumerate(known)
        if count > 0
    ]
    points = sum(count * value for count, value in zip(known, values, strict=True))
    title = score_of(owner, points)
    hidden = int(v.held[owner]) - sum(known)
    return (
        title,
        say("about.sources", cards=parts) if parts else say("about.nothing"),
        *([say("about.unknown", count=hidden)] if hidden > 0 else []),
    )
