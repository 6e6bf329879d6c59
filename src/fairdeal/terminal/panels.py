"""The seats as a table: a line each, the own one last."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text as Ink

from fairdeal.contract.scene import Counter, Lit, Panel, Scene, Zone, ZoneRole
from fairdeal.language.messages import say
from fairdeal.terminal.blocks import Block, ink, padded
from fairdeal.terminal.palette import LABEL, SYMBOLS, Pen, style_of, symbols
from fairdeal.terminal.zones import BOARDS, chips, is_worth_drawing


def panels(scene: Scene, seat: int, names: Sequence[str], pen: Pen) -> Block:
    """Draw all panels; what does not fit behind a seat's numbers stands under them."""
    if not scene.panels:
        return []
    order = sorted(scene.panels, key=lambda panel: panel.seat == seat)
    kinds = _kinds(scene, seat)
    rows = [_row(scene, panel, names, kinds, seat, pen) for panel in order]
    heads = [ink("", LABEL), *(ink(str(counter.head or counter.name), LABEL) for counter in order[-1].counters)]
    heads += [ink(kind, LABEL) for kind in kinds]
    count = len(order[-1].counters)
    widths = [max(row[at].cell_len for row in [heads, *rows]) for at in range(len(heads))]
    lines = [_aligned(heads, widths, count)]
    for panel, row in zip(order, rows, strict=True):
        lines += _with_notes(_aligned(row, widths, count), panel, pen)
    return lines


def _kinds(scene: Scene, seat: int) -> list[str]:
    """Name the zones of seats that are drawn beside their numbers, once each."""
    return list(dict.fromkeys(str(zone.name) for zone in scene.zones if _is_beside(zone, seat)))


def _is_beside(zone: Zone, seat: int) -> bool:
    if zone.seat is None or zone.shape in BOARDS or not is_worth_drawing(zone):
        return False
    return zone.seat != seat or not is_large(zone)


def is_large(zone: Zone) -> bool:
    """Tell whether a seat's own zone gets lines for itself: what it chooses from, or what has a picture."""
    return zone.role is ZoneRole.HAND or any(piece.squares or piece.lines or piece.cells for piece in zone.pieces)


def _row(scene: Scene, panel: Panel, names: Sequence[str], kinds: list[str], seat: int, pen: Pen) -> list[Ink]:
    mark = SYMBOLS[Lit.TURN] if Lit.TURN in panel.lit else " "
    name = ink(f"{mark} {names[panel.seat]}", style_of(panel.lit) or ("bold" if panel.seat == seat else ""))
    cells = {
        str(zone.name): chips(zone, pen) for zone in scene.zones if zone.seat == panel.seat and _is_beside(zone, seat)
    }
    return [name, *map(_counter, panel.counters), *(cells.get(kind, ink()) for kind in kinds)]


def _counter(counter: Counter) -> Ink:
    limit = "" if counter.limit is None else f"/{counter.limit}"
    warning = symbols(one for one in counter.lit if one is Lit.WARNING)
    return ink(f"{counter.value}{limit}{warning}", style_of(counter.lit))


def _aligned(cells: list[Ink], widths: list[int], counters: int) -> Ink:
    """Numbers to the right, the rest to the left."""
    line = ink()
    for at, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        part = cell.copy()
        if 1 <= at <= counters:
            part.pad_left(width - part.cell_len)
        line += ink(" " * (1 if 1 < at <= counters else 2 if at else 0)) + padded(part, width)
    return line


def _with_notes(line: Ink, panel: Panel, pen: Pen) -> Block:
    """Put the notes behind everybody's numbers, or at least behind those of this seat, or below."""
    width = line.cell_len
    words = [pen.catalogue.render(say("terminal.lit.leads"))] if Lit.LEADS in panel.lit else []
    notes = pen.catalogue.value([*words, *map(str, panel.notes)])
    if not notes:
        return [line]
    line.rstrip()
    room = pen.width - ink(notes).cell_len - 2
    if line.cell_len <= room:
        return [padded(line, min(width, room)) + ink(f"  {notes}")]
    return [line, ink(f"    {notes}")]
