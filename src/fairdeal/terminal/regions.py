"""Regions: squares of an endless plane, with coordinates, outlines of tiles, and what is said of each row and column.

A tile's outline is drawn between squares: a bar at its left and right, an underline at its bottom.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rich.text import Text as Ink

from fairdeal.contract.scene import Piece, Zone, ZoneLine
from fairdeal.terminal.blocks import Block, ink
from fairdeal.terminal.palette import INKS, LABEL, style_of, symbols

Squares = Mapping[tuple[int, int], Piece]
LABELS = 4  # columns for the number of a row
MARGIN = 3  # columns for what is said of a row
WIDE, NARROW = 3, 2  # columns of a square
GHOST = "bold reverse"
CUT = "…"
CHANGED = "?"  # said of a line that the ghost touches


@dataclass(frozen=True)
class Ghost:
    """A tile that is tried: over which squares of which region it lies, and where people begin to count there."""

    zone: str
    squares: Squares
    first: tuple[int, int]


def first_of(zone: Zone) -> tuple[int, int]:
    """Give the row and the column of a region that people call the first: they count from the top left."""
    rows, columns = ([at[axis] for at in squares_of(zone.pieces)] for axis in (0, 1))
    return min(rows, default=1), min(columns, default=1)


def squares_of(pieces: Iterable[Piece]) -> Squares:
    return {(piece.row, piece.column): piece for piece in pieces}


def region(
    zone: Zone, pitch: int = WIDE, ghost: Ghost | None = None, rows: int | None = None, columns: int | None = None
) -> Block:
    """Draw a region whole, or its fullest so many rows and columns; a ghost is a tile that is being tried."""
    squares, first = (ghost.squares, ghost.first) if ghost else ({}, first_of(zone))
    return _Drawing(zone, pitch, squares, first, rows, columns).block()


def small_region(zone: Zone, name: str) -> Block:
    """Draw a region with one letter for a square; balanced lines are marked."""
    squares = squares_of(zone.pieces)
    if not squares:
        return [ink(name, LABEL), ink(str(zone.note), "dim")]
    rows, columns = _span(at[0] for at in squares), _span(at[1] for at in squares)
    lines = [ink(name, LABEL)]
    for row in rows:
        line = ink()
        for column in columns:
            piece = squares.get((row, column))
            line.append(piece.text if piece else " ", _ink(piece))
        lines.append(line + _mark(_line(zone, row=row)))
    marks = ink()
    for column in columns:
        marks += _mark(_line(zone, column=column)) or ink(" ")
    return [*lines, marks] if marks.plain.strip() else lines


def _mark(line: ZoneLine | None) -> Ink:
    return ink(symbols(line.lit)[:1], style_of(line.lit)) if line else ink()


def _line(zone: Zone, row: int | None = None, column: int | None = None) -> ZoneLine | None:
    return next((line for line in zone.lines if line.row == row and line.column == column), None)


def _ink(piece: Piece | None) -> str:
    if piece is None:
        return ""
    return f"{INKS.get(piece.suit, 'dim')} {style_of(piece.lit)}".strip()


def _span(numbers: Iterable[int]) -> list[int]:
    found = list(numbers)
    return list(range(min(found), max(found) + 1))


def _fullest(numbers: Iterable[int], most: int | None) -> list[int]:
    """Take away the emptier end until no more than `most` are left."""
    found = list(numbers)
    kept = _span(found)
    while most is not None and len(kept) > max(1, most):
        kept.pop(0 if found.count(kept[0]) < found.count(kept[-1]) else -1)
    return kept


class _Drawing:
    def __init__(
        self,
        zone: Zone,
        pitch: int,
        ghost: Squares,
        first: tuple[int, int],
        rows: int | None,
        columns: int | None,
    ) -> None:
        self.zone = zone
        self.pitch = pitch
        self.ghost = ghost
        self.first = first
        self.squares: Squares = {**squares_of(zone.pieces), **ghost}
        self.rows = _fullest((at[0] for at in self.squares), rows)
        self.columns = _fullest((at[1] for at in self.squares), columns)

    def block(self) -> Block:
        return [self._head(), *(self._row(row) for row in self.rows), *self._foot()]

    def _head(self) -> Ink:
        """The numbers of the columns; of narrow ones every other."""
        text = (f" {CUT}" if self._is_cut() else "").ljust(LABELS)
        for column in self.columns:
            number = column - self.first[1] + 1
            shown = str(number) if self.pitch == WIDE or number % 2 else ""
            text = text[: len(text) + NARROW - len(shown)] + shown.rjust(NARROW) + " " * (self.pitch - NARROW)
        head = ink(text, LABEL)
        for number, column in enumerate(self.columns):
            if (self.rows[0], column) in self.squares:
                at = LABELS + number * self.pitch
                head.stylize("underline", at + 1, at + self.pitch)
        return head

    def _is_cut(self) -> bool:
        return any(row not in self.rows or column not in self.columns for row, column in self.squares)

    def _row(self, row: int) -> Ink:
        line = ink(f"{row - self.first[0] + 1:>{LABELS - 1}} ", LABEL)
        for column in self.columns:
            line += self._square(row, column)
        line.append(self._bar(row, self.columns[-1] + 1), LABEL)
        return line + self._said(_line(self.zone, row=row), {at[0] for at in self.ghost}, row)

    def _foot(self) -> Block:
        touched = {at[1] for at in self.ghost}
        foot = ink(" " * (LABELS - (self.pitch == WIDE)))
        for column in self.columns:
            said = self._said(_line(self.zone, column=column), touched, column)
            said.pad_left(max(0, self.pitch - said.cell_len))
            foot += said
        return [foot] if foot.plain.strip() else []

    def _said(self, line: ZoneLine | None, touched: set[int], number: int) -> Ink:
        if number in touched and not self._is_laid():
            return ink(CHANGED, "dim")
        return ink(line.text, style_of(line.lit) or "dim") if line else ink()

    def _is_laid(self) -> bool:
        """Tell whether the zone already shows the table with the ghost laid down."""
        laid = {piece.id for piece in self.zone.pieces}
        return all(piece.id in laid for piece in self.ghost.values())

    def _square(self, row: int, column: int) -> Ink:
        piece = self.squares.get((row, column))
        style = GHOST if (row, column) in self.ghost else _ink(piece) + self._underline(row, column)
        square = ink(self._bar(row, column), self._bar_style(row, column))
        square.append(piece.text if piece else " ", style)
        if self.pitch == WIDE:
            square.append((symbols(piece.lit)[:1] if piece else "") or " ", style)
        return square

    def _bar(self, row: int, column: int) -> str:
        """What stands at the left of a square: the edge of a tile, or of the ghost."""
        left, right = (row, column - 1) in self.ghost, (row, column) in self.ghost
        if left != right:
            return "[" if right else "]"
        return "│" if self._is_edge((row, column - 1), (row, column)) else " "

    def _bar_style(self, row: int, column: int) -> str:
        """Let a ghost, and the underline of a tile, run through between its squares."""
        if self._bar(row, column) != " ":
            return LABEL
        if (row, column) in self.ghost:
            return GHOST
        return self._underline(row, column) and self._underline(row, column - 1)

    def _underline(self, row: int, column: int) -> str:
        return " underline" if self._is_edge((row, column), (row + 1, column)) else ""

    def _is_edge(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        first, second = self.squares.get(one), self.squares.get(other)
        if first is None or second is None:
            return first is not second
        return first.of != second.of
