"""3x3 CCG Battle as it is drawn: the grid with the numbers that meet, the pile, and what every seat has captured.

A card is drawn as three rows of three cells: its eight numbers, and in the middle what it is worth.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from fairdeal.contract.scene import (
    Change,
    Clash,
    CounterRole,
    Lit,
    Panel,
    Path,
    Piece,
    PieceRole,
    Scene,
    Shape,
    SumRow,
    Sums,
    Text,
    Zone,
    lesson_of,
    summed,
)
from fairdeal.engine.kernel import DEALER, NOBODY, SPECTATOR, UNKNOWN
from fairdeal.engine.plain import interpreted
from fairdeal.games.battle import faces, words
from fairdeal.games.battle.rules import CELLS, NO_CARD, NONE, PLACES, WIDE
from fairdeal.kit.scenes import counted
from fairdeal.kit.words import head
from fairdeal.language.messages import Label, say

rules = interpreted("fairdeal.games.battle.rules")

AGAINST = " › "  # between two numbers that meet
NO_NUMBER = "–"  # is met
NOTHING = (("",) * WIDE,) * WIDE  # on the place of a card
MOST_CARDS = 1024  # remembered, of all the decks that are played


def public_scene(v: Any) -> Scene:
    """Draw what all may see, of a spectator's view."""
    seats = range(v.seats)
    captured = [words.captured_by(v, seat) for seat in seats]
    totals = [int(rules.points_of(v, seat)) for seat in seats]
    return Scene(
        prompt=words.prompt(v, SPECTATOR),
        zones=(_pile(v), _grid(v, ()), *(_score_pile(v, seat, captured[seat]) for seat in seats)),
        panels=tuple(_panel(v, seat, captured[seat], totals) for seat in seats),
        status=(words.game_line(v),),
    )


def own_scene(v: Any, seat: int, actions: Sequence[int]) -> Scene:
    """Draw what a seat has beyond that, of its own view: only whoever may attack sees more."""
    if not actions:
        return Scene()
    paths = tuple(_path(v, action) for action in actions)
    prompt = words.prompt(v, seat)
    return Scene(prompt=prompt, zones=(_grid(v, actions),), paths=paths, lesson=lesson_of(prompt))


def _path(v: Any, action: int) -> Path:
    """§7 The attacker, then the neighbour that it takes."""
    attacker, number, target, against = words.meeting(v, action)
    return Path(words.text(action), (_id(attacker), _id(target)), _meets(number, against))


@functools.cache
def _meets(number: int, against: int) -> str:
    """§8 The attacker's number, and the one that it meets."""
    return f"{number}{AGAINST}{NO_NUMBER if against == NONE else against}"


# --- cards -----------------------------------------------------------------------------------------------------------


def _id(card: int) -> str:
    """A card is known by its number in the list."""
    return f"card.{card + 1}"


def _face(card: int) -> Label:
    """What is printed on a card is no part of a view, only what the rules read; the catalogue knows the rest."""
    return Label(f"face.{card + 1}")


def _worth(v: Any, card: int) -> str:
    return f"({v.options.worth[card]})"


def _edges(v: Any, card: int) -> tuple[int, ...]:
    return tuple(v.options.edges[card])


@functools.lru_cache(MOST_CARDS)
def _cells(edges: tuple[int, ...], worth: str) -> tuple[tuple[str, ...], ...]:
    """§1 The numbers on the edge places as they stand on the card, §11 about its points."""
    tl, t, tr, l, r, bl, b, br = map(_number, edges)  # noqa: E741
    return (tl, t, tr), (l, worth, r), (bl, b, br)


def _number(number: int) -> str:
    return "" if number == NONE else str(number)


def _card(v: Any, card: int) -> Piece:
    """A card on a pile: there only its points count."""
    worth = int(v.options.worth[card])
    return Piece(_id(card), _face(card), _worth(v, card), words.name_of(card), worth=worth, foil=faces.is_rare(worth))


# --- the grid --------------------------------------------------------------------------------------------------------


def _grid(v: Any, actions: Sequence[int]) -> Zone:
    """§6 The cells row by row; for whoever may attack, attackers and what they can take are lit."""
    attackers = {rules.cell_of(action) for action in actions}
    targets = {words.target_of(action) for action in actions}
    pieces = []
    for cell in range(CELLS):
        lit = (Lit.GOOD,) * (cell in attackers) + (Lit.SCORING,) * (cell in targets)
        pieces.append(_empty_cell(cell) if v.grid[cell] == NO_CARD else _grid_card(v, cell, lit))
    return Zone("grid", say("scene.grid"), Shape.GRID, tuple(pieces), columns=WIDE, lesson="grid")


def _grid_card(v: Any, cell: int, lit: tuple[Lit, ...]) -> Piece:
    """§9 A card under the number of its cell; if it was not there before, it has just left the pile."""
    card = int(v.grid[cell])
    worth = int(v.options.worth[card])
    return Piece(
        _id(card),
        _face(card),
        str(cell + 1),
        words.name_of(card),
        row=cell // WIDE,
        column=cell % WIDE,
        cells=_cells(_edges(v, card), _worth(v, card)),
        came_from=f"pile.{v.left}",
        lit=lit,
        worth=worth,
        foil=faces.is_rare(worth),
    )


@functools.cache
def _empty_cell(cell: int) -> Piece:
    """§9 Nothing is in it and nothing reaches over it."""
    return Piece(
        f"grid.{cell + 1}",
        text=str(cell + 1),
        name=say("scene.empty", cell=words.cell_name(cell)),
        row=cell // WIDE,
        column=cell % WIDE,
        cells=NOTHING,
        lit=(Lit.IGNORED,),
        role=PieceRole.CELL,
    )


# --- the pile --------------------------------------------------------------------------------------------------------


def _pile(v: Any) -> Zone:
    """§6 Face down; which cards it holds may be known, their order is not."""
    size = int(v.left)
    top = (_top(v, size - 1),) if size else ()
    return Zone("pile", say("scene.pile"), Shape.PILE, top, size=size, note=_pile_note(v, size), lesson="pile")


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
        return say("scene.last")
    if unseen:
        return say("scene.worths_and_unseen", worths=_worths(v, known), unseen=unseen)
    return say("scene.worths", worths=_worths(v, known))


def _worths(v: Any, cards: list[int]) -> str:
    return " ".join(str(v.options.worth[card]) for card in cards)


# --- seats -----------------------------------------------------------------------------------------------------------


def _score_pile(v: Any, seat: int, captured: Sequence[int]) -> Zone:
    """§9 What a seat has captured in this game, the most valuable card on top."""
    pieces = tuple(_card(v, card) for card in sorted(captured, key=lambda card: int(v.options.worth[card])))
    return Zone(f"seat{seat}.score", say("scene.score_pile"), Shape.PILE, pieces, seat, lesson="captured")


def _panel(v: Any, seat: int, captured: Sequence[int], totals: Sequence[int]) -> Panel:
    """§11 The points for the score pile, and in a match those of all its games."""
    points = sum(int(v.options.worth[card]) for card in captured)
    counters = [counted(f"seat{seat}.points", "points", points, role=CounterRole.SCORE)]
    if v.options.match > 1:
        counters.append(counted(f"seat{seat}.total", "total", totals[seat]))
    turn = (Lit.TURN,) * bool(rules.actors(v) >> seat & 1)
    return Panel(seat, tuple(counters), lit=turn + (Lit.WINNING,) * _is_ahead(totals, seat))


def _is_ahead(totals: Sequence[int], seat: int) -> bool:
    """§12 Tell whether a seat would win or share; nobody is ahead while all are equal."""
    return totals[seat] == max(totals) > min(totals)


# --- what an event did -----------------------------------------------------------------------------------------------


def change(before: Any, after: Any, actor: int, told: int) -> Change:
    """§8 §9 Say which cards met, and that the loser, the winner and the card turned up lie elsewhere now."""
    if actor == DEALER:
        return Change()
    cell = int(rules.cell_of(told))
    attacker, number, target, against = words.meeting(before, told)
    clash = Clash("grid", _id(attacker), _id(target), cell // WIDE, cell % WIDE, _meets(number, against))
    fresh = () if after.grid[cell] == NO_CARD else (_id(int(after.grid[cell])),)
    is_last = after.games_played > before.games_played and after.options.match > 1
    return Change((_id(attacker), _id(target), *fresh), clash, _sums(before, after) if is_last else None)


def _sums(before: Any, after: Any) -> Sums:
    """§12 What each seat captured in a game, and the points of all games of a match."""
    rows = (_sum_row(before, after, seat) for seat in range(after.seats))
    return summed(words.game_line(before), (head("cards"),), rows)


def _sum_row(before: Any, after: Any, seat: int) -> SumRow:
    total = int(rules.points_of(after, seat))
    points = int(after.scored[before.games_played, seat])
    return SumRow(seat, (len(words.captured_by(after, seat)),), total - points, total)


# --- what picks mean -------------------------------------------------------------------------------------------------


def meant(v: Any, seat: int, picks: Sequence[str]) -> list[int]:
    """§7 Two cells are an attack; one alone is any attack from there, first those for which its card has a number."""
    cells = [_cell_ids(v).index(pick) for pick in picks if pick in _cell_ids(v)]
    if not 1 <= len(cells) <= 2 or len(cells) < len(picks):
        return []
    actions = range(cells[0] * PLACES, (cells[0] + 1) * PLACES)
    if len(cells) == 2:
        return [action for action in actions if words.target_of(action) == cells[1]]
    return sorted(actions, key=lambda action: _is_idle(v, action))


def _cell_ids(v: Any) -> list[str]:
    return [_empty_cell(cell).id if v.grid[cell] == NO_CARD else _id(int(v.grid[cell])) for cell in range(CELLS)]


def _is_idle(v: Any, action: int) -> bool:
    """Tell whether a card has no number there, or nobody to attack with it."""
    card = int(v.grid[rules.cell_of(action)])
    number = NONE if card == NO_CARD else v.options.edges[card, rules.direction_of(action)]
    return bool(number == NONE or words.target_of(action) == NOBODY)
