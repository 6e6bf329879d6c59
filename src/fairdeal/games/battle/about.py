"""Everything about a card of 3x3 CCG Battle, as all can know it."""

from __future__ import annotations

import re
from typing import Any

from fairdeal.engine.kernel import NOBODY
from fairdeal.engine.plain import interpreted
from fairdeal.games.battle import words
from fairdeal.games.battle.deck import PLACE_NAMES
from fairdeal.games.battle.rules import CELLS, NO_CARD, NONE, PLACES
from fairdeal.kit.about import of_seat, score_of
from fairdeal.kit.words import number_of
from fairdeal.language.messages import Label, Message, Seat, say

rules = interpreted("fairdeal.games.battle.rules")

CARD = re.compile("card[.]([1-9][0-9]?)")
CELL = re.compile(f"grid[.]([1-{CELLS}])")


def about(v: Any, seat: int, piece: str) -> tuple[Message, ...]:
    """Tell what a piece or a counter is called, and all there is to say of it; nothing of what is not there."""
    card = CARD.fullmatch(piece)
    if card and int(card[1]) <= v.box.cards and _is_known(v, int(card[1]) - 1):
        return _card(v, int(card[1]) - 1)
    cell = CELL.fullmatch(piece)
    if cell and v.grid[int(cell[1]) - 1] == NO_CARD:
        return say("scene.empty", cell=words.cell_name(int(cell[1]) - 1)), say("about.empty")
    if piece.startswith("pile.") and v.left:
        return say("about.pile", cards=number_of("cards", v.left)), *_pile(v)
    place = of_seat(piece, int(v.seats))
    return _score(v, place[0]) if place is not None and place[1] in ("points", "total") else ()


def _is_known(v: Any, card: int) -> bool:
    """Whether everybody knows of a card: it was seen, or lies open."""
    return bool(v.seen[card] or card in tuple(v.grid) or v.taken[card] != NOBODY)


def _card(v: Any, card: int) -> tuple[Message, ...]:
    numbers = [_number(v, card, place) for place in range(PLACES) if v.options.edges[card, place] != NONE]
    return (
        say("text", text=words.name_of(card)),
        say("about.worth", points=words.worth_of(v, card)),
        say("about.numbers", numbers=numbers) if numbers else say("about.no_numbers"),
        *_where(v, card),
    )


def _number(v: Any, card: int, place: int) -> Message:
    number = int(v.options.edges[card, place])
    return say("about.number", number=number, place=Label(f"place.{PLACE_NAMES[place]}"))


def _where(v: Any, card: int) -> list[Message]:
    """§6 §9 Where a card lies, and in the grid what it can take and what can take it."""
    if v.taken[card] != NOBODY:
        return [say("about.captured", seat=Seat(int(v.taken[card])))]
    cells = [cell for cell in range(CELLS) if v.grid[cell] == card]
    if not cells:
        return [say("about.in_pile")] if v.left else []
    attacks = words.attacks(v) if v.phase == rules.BATTLE else []
    takes = [words.card_name(int(v.grid[words.target_of(a)])) for a in attacks if rules.cell_of(a) == cells[0]]
    takers = [words.card_name(int(v.grid[rules.cell_of(a)])) for a in attacks if words.target_of(a) == cells[0]]
    return [
        say("about.in_grid", cell=words.cell_name(cells[0])),
        say("about.takes", cards=takes) if takes else say("about.takes_none"),
        say("about.taken_by", cards=takers) if takers else say("about.safe"),
    ]


def _pile(v: Any) -> list[Message]:
    """§6 Which cards everybody knows to be in the pile, the most valuable first."""
    known = sorted(words.known_in_pile(v), key=lambda card: -int(v.options.worth[card]))
    cards = [say("about.pile_card", card=words.card_name(card), points=words.worth_of(v, card)) for card in known]
    unseen = int(v.left) - len(known)
    found = [say("about.known", cards=cards)] if known else []
    return [*found, say("about.unseen", count=unseen)] if unseen else found


def _score(v: Any, owner: int) -> tuple[Message, ...]:
    """§11 What a seat's points are for."""
    title = score_of(owner, rules.points_of(v, owner))
    cards = words.captured_by(v, owner)
    parts = [say("about.pile_card", card=words.card_name(card), points=words.worth_of(v, card)) for card in cards]
    return title, say("about.sources", cards=parts) if parts else say("about.nothing")
