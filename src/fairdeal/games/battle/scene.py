"""3x3 CCG Battle as it is drawn: the grid with the numbers that meet, the pile, and what every seat has captured.

A card is drawn as three lines of three texts: its eight numbers, and in the middle what it is worth.
"""

from __future__ import annotations

from typing import Any

from fairdeal.game import list_legal
from fairdeal.games.battle import rules, words
from fairdeal.games.battle.deck import PLACE_NAMES
from fairdeal.games.battle.rules import CELLS, NO_CARD, NONE, PLACES, WIDE
from fairdeal.kernel import UNKNOWN
from fairdeal.messages import Message, say
from fairdeal.scene import Counter, Lit, Panel, Path, Piece, Scene, Shape, Text, Zone

NO_NUMBER = "·"
LONGEST_LIST = 54  # letters; a longer list of the pile tells only what the cards are worth


def scene(v: Any, seat: int) -> Scene:
    """Draw a view for its seat, or for a spectator."""
    actions = list_legal(rules, v, seat) if seat >= 0 else []
    return Scene(
        prompt=words.prompt(v, seat),
        zones=(_pile(v), _grid(v, actions), *(_score_pile(v, other) for other in range(v.seats))),
        panels=tuple(_panel(v, other) for other in range(v.seats)),
        paths=tuple(_path(v, action) for action in actions),
        status=(words.look(v, seat)[0],),
    )


def _path(v: Any, action: int) -> Path:
    """§7 The attacker, then the neighbour that it takes."""
    attacker, target = v.grid[rules.cell_of(action)], v.grid[words.target_of(action)]
    return Path(words.text(action), (_id(attacker), _id(target)))


# --- cards -----------------------------------------------------------------------------------------------------------


def _id(card: int) -> str:
    """A card is known by its number in the list."""
    return f"card.{card + 1}"


def _worth(v: Any, card: int) -> str:
    return f"({v.options.worth[card]})"


def _lines(v: Any, card: int) -> tuple[str, ...]:
    """§1 The numbers on the edge places as they stand on the card, §11 about its points."""
    tl, t, tr, l, r, bl, b, br = (_number(v.options.edges[card, place]) for place in range(PLACES))  # noqa: E741
    return tuple(f"{a:<2} {m:^5} {z:>2}" for a, m, z in ((tl, t, tr), (l, _worth(v, card), r), (bl, b, br)))


def _number(number: int) -> str:
    return NO_NUMBER if number == NONE else str(number)


def _card(v: Any, card: int) -> Piece:
    """A card on a pile: there only its points count."""
    return Piece(_id(card), _id(card), _worth(v, card), words.name_of(card))


# --- the grid --------------------------------------------------------------------------------------------------------


def _grid(v: Any, actions: list[int]) -> Zone:
    """§6 The cells row by row; for whoever may attack, attackers and what they can take are lit."""
    attackers = {rules.cell_of(action) for action in actions}
    targets = {words.target_of(action) for action in actions}
    pieces = []
    for cell in range(CELLS):
        lit = (Lit.GOOD,) * (cell in attackers) + (Lit.SCORING,) * (cell in targets)
        pieces.append(_empty_cell(cell) if v.grid[cell] == NO_CARD else _grid_card(v, cell, lit))
    return Zone("grid", say("scene.grid"), Shape.GRID, tuple(pieces), columns=WIDE)


def _grid_card(v: Any, cell: int, lit: tuple[Lit, ...]) -> Piece:
    """§9 A card under the number of its cell; if it was not there before, it has just left the pile."""
    card = int(v.grid[cell])
    return Piece(
        _id(card),
        _id(card),
        str(cell + 1),
        words.name_of(card),
        row=cell // WIDE,
        column=cell % WIDE,
        lines=_lines(v, card),
        came_from=f"pile.{v.left}",
        lit=lit,
    )


def _empty_cell(cell: int) -> Piece:
    """§9 Nothing is in it and nothing reaches over it."""
    return Piece(
        f"grid.{cell + 1}",
        text=str(cell + 1),
        name=say("scene.empty", cell=cell + 1),
        row=cell // WIDE,
        column=cell % WIDE,
        lines=("",) * WIDE,
        lit=(Lit.IGNORED,),
    )


# --- the pile --------------------------------------------------------------------------------------------------------


def _pile(v: Any) -> Zone:
    """§6 Face down; which cards it holds may be known, their order is not."""
    size = int(v.left)
    top = (_top(v, size - 1),) if size else ()
    return Zone("pile", say("scene.pile"), Shape.PILE, top, size=size, note=_pile_note(v, size))


def _top(v: Any, place: int) -> Piece:
    """The next card: a back, unless only one card is left that everybody knows, or the game is over."""
    card = int(v.pile[place])
    return Piece(f"pile.{place}") if card == UNKNOWN else _card(v, card)


def _pile_note(v: Any, size: int) -> Text:
    """Tell which cards are known to be in the pile, and how many nobody has seen."""
    known = sorted(words.known_in_pile(v), key=lambda card: int(v.options.worth[card]))
    unseen = size - len(known)
    if not known:
        return say("scene.unseen", unseen=unseen) if unseen else ""
    if size == 1:
        return _numbers(v, known[0])
    return say("scene.worths_and_unseen", worths=_worths(v, known), unseen=unseen) if unseen else _list(v, known)


def _list(v: Any, known: list[int]) -> Message:
    """The pile in one line: the cards' numbers as far as there is room."""
    cards = ", ".join(_numbers(v, card) for card in known)
    if len(cards) <= LONGEST_LIST:
        return say("scene.known", cards=cards)
    return say("scene.worths", worths=_worths(v, known))


def _worths(v: Any, cards: list[int]) -> str:
    return " ".join(str(v.options.worth[card]) for card in cards)


def _numbers(v: Any, card: int) -> str:
    """Write a card in a few letters, such as `TL1 BL2 BR1 (4)`."""
    edges = [(name, int(v.options.edges[card, place])) for place, name in enumerate(PLACE_NAMES)]
    return " ".join([*(f"{name}{number}" for name, number in edges if number != NONE), _worth(v, card)])


# --- seats -----------------------------------------------------------------------------------------------------------


def _score_pile(v: Any, seat: int) -> Zone:
    """§9 What a seat has captured in this game, the most valuable card on top."""
    cards = sorted(words.captured_by(v, seat), key=lambda card: int(v.options.worth[card]))
    pieces = tuple(_card(v, card) for card in cards)
    return Zone(f"seat{seat}.score", say("scene.score_pile"), Shape.PILE, pieces, seat)


def _panel(v: Any, seat: int) -> Panel:
    """§11 The points for the score pile, and in a match those of all its games."""
    points = sum(int(v.options.worth[card]) for card in words.captured_by(v, seat))
    counters = [Counter(f"seat{seat}.points", say("scene.points"), points)]
    if v.options.match > 1:
        counters.append(Counter(f"seat{seat}.total", say("scene.total"), int(rules.total(v, seat))))
    turn = (Lit.TURN,) * bool(rules.actors(v) >> seat & 1)
    return Panel(seat, tuple(counters), lit=turn + (Lit.WINNING,) * _is_ahead(v, seat))


def _is_ahead(v: Any, seat: int) -> bool:
    """§12 Tell whether a seat would win or share; nobody is ahead while all are equal."""
    totals = [int(rules.total(v, other)) for other in range(v.seats)]
    return totals[seat] == max(totals) > min(totals)
