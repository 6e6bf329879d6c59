"""Zones by their shape: fans, rows, piles, grids and tracks as lines; regions have a module of their own."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from rich.text import Text as Ink

from fairdeal.contract.scene import Piece, PieceRole, Shape, Zone, turned
from fairdeal.terminal import regions
from fairdeal.terminal.blocks import Block, beside, folded, ink, padded, width_of, wrapped
from fairdeal.terminal.palette import BACK, INKS, LABEL, WORDS, Pen, chip, is_choice, style_of, symbols

EMPTY = "-"
NO_NUMBER = "·"
BEATEN_BY = " ← "  # between the stops of a track: an arrow goes from what beats to what is beaten
BOARDS = (Shape.GRID, Shape.REGION)


def is_worth_drawing(zone: Zone) -> bool:
    """Tell whether a seat's zone says more than its panel does: not an empty one, nor a hand or pile of backs."""
    if zone.shape in (Shape.FAN, Shape.PILE):
        return any(piece.face for piece in zone.pieces)
    return bool(zone.pieces)


def draw(zone: Zone, pen: Pen, names: Sequence[str]) -> Block:
    """Draw a zone in full, under or behind its name."""
    if zone.shape is Shape.REGION:
        return _titled(zone, regions.region(zone) if zone.pieces else [], pen)
    if zone.shape is Shape.GRID:
        return _titled(zone, _grid(zone.pieces, pen), pen)
    if any(piece.squares for piece in zone.pieces):
        return _tiles(zone, pen)
    if any(_lines(piece) for piece in zone.pieces) and zone.shape is not Shape.PILE:
        return _titled(zone, _grid(_in_a_row(zone, pen), pen), pen)
    return _line(zone, pen, names)


def chips(zone: Zone, pen: Pen) -> Ink:
    """Draw the cards of a zone in one line, without its name."""
    if zone.shape is Shape.PILE:
        return ink(" ").join([*(chip(piece, pen) for piece in zone.pieces[-1:] if piece.face), _number(zone)])
    return ink("").join(chip(piece, pen) for piece in zone.pieces)


def _number(zone: Zone) -> Ink:
    return ink(str(len(zone.pieces) if zone.size is None else zone.size))


def _titled(zone: Zone, block: Block, pen: Pen) -> Block:
    title = " ".join(filter(None, [str(zone.name), str(zone.note)]))
    return [*folded(title, pen.width, LABEL), *block]


# --- in one line -----------------------------------------------------------------------------------------------------


def _line(zone: Zone, pen: Pen, names: Sequence[str]) -> Block:
    name = ink(f"{zone.name}  ", LABEL)
    parts = _parts(zone, pen, names) or [ink(EMPTY, "dim")]
    parts += [ink(f"  {counter.head or counter.name} {counter.value}") for counter in zone.counters]
    if zone.note:
        parts += [ink(f" {word}", "dim") for word in ["", *str(zone.note).split(" ")]]
    return wrapped([name, *parts], pen.width, name.cell_len)


def _parts(zone: Zone, pen: Pen, names: Sequence[str]) -> list[Ink]:
    match zone.shape:
        case Shape.PILE:
            return [chips(zone, pen)]
        case Shape.TRACK:
            ring = (*zone.pieces, *(replace(first, lit=()) for first in zone.pieces[:1]))
            return [ink(BEATEN_BY if number else "", "dim") + _stop(piece, pen) for number, piece in enumerate(ring)]
        case Shape.FAN:
            return [chip(piece, pen, True) for piece in zone.pieces]
    return [_marked(piece, pen, names) for piece in zone.pieces]


def _marked(piece: Piece, pen: Pen, names: Sequence[str]) -> Ink:
    """Draw a card with who laid it and what it stands out for."""
    who = ink("" if piece.seat is None else f"{names[piece.seat]} ", "dim")
    words = "".join(f" {word}" for word in pen.words_for(one for one in piece.lit if one in WORDS))
    return who + chip(piece, pen, is_choice(piece, pen)) + ink(f"{words}  ", "bold")


def _stop(piece: Piece, pen: Pen) -> Ink:
    words = pen.words_for(piece.lit)
    style = INKS.get(piece.suit, "")
    stop = ink(piece.text, f"{style} bold reverse" if words else style)
    return stop + ink("".join(f" {word}" for word in words), "bold")


# --- tiles -----------------------------------------------------------------------------------------------------------


def _tiles(zone: Zone, pen: Pen) -> Block:
    """Draw tiles upright; a single one that may be turned in each of its turns."""
    first = zone.pieces[0]
    if len(zone.pieces) > 1 or not first.turns:
        pictures = [_picture(f" {piece.text}", piece.squares) for piece in zone.pieces]
        return beside([ink(f"{zone.name}", LABEL)], _row(pictures))
    pictures = [_picture(_degrees(turn, pen), turned(first.squares, turn)) for turn in first.turns]
    return beside([ink(f"{zone.name} {first.text}", LABEL)], _row(pictures))


def _degrees(turn: int, pen: Pen) -> str:
    return f"[{turn}]" if turn == pen.turn else f" {turn}"


def _row(pictures: list[Block]) -> Block:
    block: Block = []
    for picture in pictures:
        block = beside(block, picture) if block else picture
    return block


def _picture(title: str, squares: tuple[Piece, ...]) -> Block:
    lines = [ink(title, "bold")]
    for row in range(max(piece.row for piece in squares) + 1):
        line = ink(" ")
        for piece in (piece for piece in squares if piece.row == row):
            line.append(f"{piece.text} ", INKS.get(piece.suit, "dim"))
        lines.append(line)
    return lines


# --- grids -----------------------------------------------------------------------------------------------------------


def _in_a_row(zone: Zone, pen: Pen) -> list[Piece]:
    """Give the pieces of a row a cell each, in as many rows as they need."""
    size = max(width_of(_cell(piece, pen)) for piece in zone.pieces) + 1
    across = max(1, pen.width // size)
    return [replace(piece, row=number // across, column=number % across) for number, piece in enumerate(zone.pieces)]


def _grid(pieces: Sequence[Piece], pen: Pen) -> Block:
    cells = {(piece.row, piece.column): _cell(piece, pen) for piece in pieces}
    if not cells:
        return [ink(EMPTY, "dim")]
    columns = range(max(at[1] for at in cells) + 1)
    size = max(width_of(cell) for cell in cells.values())
    lines: Block = []
    for row in range(max(at[0] for at in cells) + 1):
        across = [cells.get((row, column), []) for column in columns]
        if lines:
            lines.append(ink("┼".join("─" * size for _ in columns), LABEL))
        lines += _across(across, size)
    return lines


def _across(cells: list[Block], size: int) -> Block:
    lines = []
    for at in range(max(len(cell) for cell in cells)):
        parts = [padded(cell[at] if at < len(cell) else ink(), size) for cell in cells]
        lines.append(ink("│", LABEL).join(parts))
    return lines


def _cell(piece: Piece, pen: Pen) -> Block:
    """Draw a piece in a cell: its text with its lights, then its lines."""
    style = style_of(piece.lit) or INKS.get(piece.suit, "")
    mark = symbols(piece.lit)
    lines = _lines(piece)
    title = f"{piece.text or (BACK if not lines else '')}{mark}"
    head = [ink(f" {title} ", f"{style} bold".strip())] if title else []
    return [*head, *(ink(f" {line} ", style) for line in lines)]


def _lines(piece: Piece) -> Sequence[str]:
    """Give the lines of a piece, or the numbers around it, one row a line."""
    if piece.role is PieceRole.CELL:
        return [""] * len(piece.cells)
    return [str(line) for line in piece.lines] or [_row_of_cells(row) for row in piece.cells]


def _row_of_cells(row: Sequence[str]) -> str:
    """The outer ones stand at the edges, so that numbers of neighbours that meet are near each other."""
    first, *middle, last = (cell or NO_NUMBER for cell in row)
    return f"{first:<2} {' '.join(middle):^5} {last:>2}"
