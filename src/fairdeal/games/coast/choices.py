"""Craft My Coast for whoever reads and does not look: where a card can lie, in groups by side, and what that changes.

A region has up to hundreds of placements, so lines are counted once and a placement changes only the few it touches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from fairdeal.contract.choices import Deed, Group, by_verb
from fairdeal.engine.plain import interpreted
from fairdeal.games.coast import names, words
from fairdeal.games.coast.names import COLUMN, ROW, Line
from fairdeal.games.coast.rules import BLACK, BLANK, CITIES, GREEN, NO_SQUARE, SQUARES
from fairdeal.kit.words import number_of
from fairdeal.language.messages import Message, joined, say

rules = interpreted("fairdeal.games.coast.rules")

Square = tuple[int, int]


def group_choices(v: Any, seat: int, legal: Sequence[int]) -> list[Group]:
    """§5 Arrangements by the order of the cities; §9 placements by the side on which they make the region larger."""
    if not legal or legal[0] in (rules.DRAW, rules.ASIDE):
        return by_verb(words, v, seat, legal)
    if legal[0] < rules.DRAW:
        return _arrangements(v, seat, legal)
    return _placements(v, seat, legal)


# --- cities ----------------------------------------------------------------------------------------------------------


def _arrangements(v: Any, seat: int, legal: Sequence[int]) -> list[Group]:
    orders: dict[int, list[Deed]] = {}
    for action in legal:
        arrangement = action - rules.ARRANGE
        facts = joined("choices.apart", words.reasons(v, seat, action))
        text = say("choice.arrangement", turned=_turned_cities(arrangement), facts=facts)
        orders.setdefault(arrangement >> CITIES, []).append(Deed(action, text))
    return [Group(_order_title(order), tuple(found)) for order, found in orders.items()]


def _order_title(order: int) -> Message:
    return say("choice.order", cities=[_city(int(city)) for city in rules.ORDERS[order]])


def _turned_cities(arrangement: int) -> Message:
    order = rules.ORDERS[arrangement >> CITIES]
    turned = [_city(int(city)) for at, city in enumerate(order) if arrangement >> at & 1]
    return say("choice.turned_cities", cities=turned) if turned else say("choice.upright")


def _city(city: int) -> Message:
    return say("choice.city", number=city + 1)


# --- placements ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Visible:
    """§15 What shows of a region: icons by square, and of each line how many are green and how many black."""

    icons: dict[Square, int]
    green: Counter[Line]
    black: Counter[Line]
    agenda: int

    def is_balanced(self, line: Line) -> bool:
        return self.green[line] == self.black[line] > 0


def _region(v: Any, seat: int) -> Visible:
    places = product(names.rows_of(v, seat), names.columns_of(v, seat))
    squares = [square for square in places if v.region[seat, square[0], square[1]] != NO_SQUARE]
    icons = {(row, column): int(rules.icon_at(v, seat, row, column)) for row, column in squares}
    region = Visible(icons, Counter(), Counter(), int(v.agenda[seat]))
    for square, icon in icons.items():
        _count(region, v, square, icon, 1)
    return region


def _count(region: Visible, v: Any, square: Square, icon: int, many: int) -> None:
    shades = {GREEN: region.green, BLACK: region.black}
    counts = shades.get(int(v.box.shade[icon]))
    if counts is not None:
        counts[ROW, square[0]] += many
        counts[COLUMN, square[1]] += many


@dataclass(frozen=True)
class Placement:
    """A card as it may lie: its squares, and what they cover and change."""

    action: int
    turn: int
    squares: dict[Square, int]
    covered: list[Square]
    side: str
    anchor: Square
    """The square that it lies beside, or over."""
    is_beside: bool
    gained: list[Line]
    lost: list[Line]
    uneven: list[tuple[Line, int]]
    """The other lines that it touches, and how many more are green than black in each."""
    icons: int
    """How many more of the own agenda show."""

    @property
    def points(self) -> int:
        return len(self.gained) - len(self.lost) + self.icons


def _placements(v: Any, seat: int, legal: Sequence[int]) -> list[Group]:
    region = _region(v, seat)
    sides: dict[str, list[Placement]] = {}
    for action in legal:
        placement = _placement(v, seat, region, action)
        sides.setdefault(placement.side, []).append(placement)
    for found in sides.values():
        found.sort(key=lambda placement: -placement.points)
    ordered = sorted(sides.items(), key=lambda side: -side[1][0].points)
    return [_side_group(v, seat, region, side, found) for side, found in ordered]


def _side_group(v: Any, seat: int, region: Visible, side: str, found: list[Placement]) -> Group:
    title = say("choice.side", side=say(f"choice.towards.{side}"), count=len(found), best=_points(found[0].points))
    return Group(title, tuple(Deed(placement.action, _text(v, seat, region, placement)) for placement in found))


def _placement(v: Any, seat: int, region: Visible, action: int) -> Placement:
    place = action - rules.PLACE
    turn, top, left = rules.turn_of(place), rules.row_of(place), rules.col_of(place)
    tall, wide = rules.height(turn), rules.width(turn)
    first = int(v.hand[seat]) * SQUARES
    squares = {
        (top + row, left + column): int(v.box.icon[first + rules.square_at(turn, row, column)])
        for row, column in product(range(tall), range(wide))
    }
    covered = [square for square in squares if square in region.icons]
    after = Visible(region.icons, region.green.copy(), region.black.copy(), region.agenda)
    for square in covered:
        _count(after, v, square, region.icons[square], -1)
    for square, icon in squares.items():
        _count(after, v, square, icon, 1)
    rows: list[Line] = [(ROW, top + row) for row in range(tall)]
    touched: list[Line] = [*rows, *((COLUMN, left + column) for column in range(wide))]
    shown = [icon for icon in squares.values() if icon == region.agenda]
    hidden = [square for square in covered if region.icons[square] == region.agenda]
    side = _side(squares, covered)
    anchor, is_beside = _anchor(region, squares, covered, side)
    return Placement(
        action,
        turn,
        squares,
        covered,
        side,
        anchor,
        is_beside,
        [line for line in touched if after.is_balanced(line) and not region.is_balanced(line)],
        [line for line in touched if region.is_balanced(line) and not after.is_balanced(line)],
        [(line, after.green[line] - after.black[line]) for line in touched if after.green[line] != after.black[line]],
        len(shown) - len(hidden),
    )


STEPS = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}


def _side(squares: dict[Square, int], covered: list[Square]) -> str:
    """Where the squares that are new lie, as seen from those that are covered."""
    new = [square for square in squares if square not in covered]
    down, right = (_middle(new, axis) - _middle(covered, axis) for axis in (0, 1))
    if abs(down) >= abs(right):
        return "north" if down < 0 else "south"
    return "west" if right < 0 else "east"


def _middle(squares: list[Square], axis: int) -> float:
    return sum(square[axis] for square in squares) / len(squares)


def _anchor(region: Visible, squares: dict[Square, int], covered: list[Square], side: str) -> tuple[Square, bool]:
    """A square that stays in sight on the other side, an icon if there is one; else one that is covered."""
    down, right = STEPS[side]
    behind = [(row - down, column - right) for row, column in squares]
    beside = [square for square in behind if square in region.icons and square not in squares]
    found = beside or covered
    return next((square for square in found if region.icons[square] != BLANK), found[0]), bool(beside)


# --- in words --------------------------------------------------------------------------------------------------------


def _text(v: Any, seat: int, region: Visible, placement: Placement) -> Message:
    facts = [_points(placement.points), *_facts(v, seat, region, placement)]
    return say(
        "choice.placement",
        where=_where(v, seat, region, placement),
        turned=say(f"choice.turned.{placement.turn}"),
        facts=joined("choices.apart", facts),
    )


def _where(v: Any, seat: int, region: Visible, placement: Placement) -> Message:
    rows, columns = ([square[axis] for square in placement.squares] for axis in (0, 1))
    row, column = placement.anchor
    return say(
        f"choice.{placement.side}" if placement.is_beside else "choice.over",
        icon=names.icon_name(region.icons[placement.anchor]),
        row=names.row_name(v, seat, row),
        column=names.column_name(v, seat, column),
        top=names.row_name(v, seat, min(rows)),
        bottom=names.row_name(v, seat, max(rows)),
        left=names.column_name(v, seat, min(columns)),
        right=names.column_name(v, seat, max(columns)),
    )


def _points(points: int) -> Message:
    if points == 0:
        return say("choice.even")
    return say("choice.gain" if points > 0 else "choice.loss", points=number_of("points", abs(points)))


def _facts(v: Any, seat: int, region: Visible, placement: Placement) -> list[Message]:
    """§15 What comes into balance and what gets out of it, and what the other lines come to; §10 what is covered."""
    found = []
    if placement.gained:
        found.append(say("choice.balances", lines=[names.line_name(v, seat, line) for line in placement.gained]))
    if placement.lost:
        found.append(say("choice.upsets", lines=[names.line_name(v, seat, line) for line in placement.lost]))
    if placement.icons:
        key = "choice.shows" if placement.icons > 0 else "choice.hides"
        found.append(say(key, count=abs(placement.icons), icon=names.icon_name(region.agenda)))
    if placement.uneven:
        lines = [
            say("choice.comes_to", line=names.line_name(v, seat, line), needs=names.balance_needs(more))
            for line, more in placement.uneven
        ]
        found.append(say("choice.then", lines=lines))
    return [*found, say("choice.covers", icons=[names.icon_name(region.icons[square]) for square in placement.covered])]
