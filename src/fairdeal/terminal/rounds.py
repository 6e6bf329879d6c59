"""What a round came to: by seat and source, what that changed, and who leads."""

from __future__ import annotations

from collections.abc import Sequence

from fairdeal.contract.scene import SumRow, Sums
from fairdeal.language.messages import Catalogue, Message, Seat, say, together
from fairdeal.terminal.blocks import GAP, Block, ink
from fairdeal.terminal.palette import LABEL


def round_table(sums: Sums, names: Sequence[str], catalogue: Catalogue) -> Block:
    """Draw a round's table; the texts of `sums` are words already."""
    heads = ["", *map(str, sums.columns), *map(catalogue.render, (say("terminal.this_round"), say("terminal.total")))]
    rows = [_cells(row, names) for row in sums.rows]
    widths = [max(ink(cell).cell_len for cell in column) for column in zip(heads, *rows, strict=True)]
    lines = [ink(str(sums.title), "bold"), ink(_line(heads, widths), LABEL)]
    for row, cells in zip(sums.rows, rows, strict=True):
        noted = [_line(cells, widths), *([str(row.note)] if row.note else [])]
        lines.append(ink((" " * GAP).join(noted), _style(row, sums)))
    return [*lines, ink(catalogue.render(_leading(sums)), "bold")]


def _cells(row: SumRow, names: Sequence[str]) -> list[str]:
    return [names[row.seat], *map(str, row.values), f"{row.after - row.before:+}", str(row.after)]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """The name stands at the left, numbers at the right of their columns."""
    name, *numbers = (
        " " * (width - ink(cell).cell_len) * (at > 0) + cell + " " * (width - ink(cell).cell_len) * (at == 0)
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return (" " * GAP).join([name, *numbers])


def _style(row: SumRow, sums: Sums) -> str:
    if row.note:
        return "red"
    return "bold" if row.seat in sums.leaders else ""


def _leading(sums: Sums) -> Message:
    if len(sums.leaders) == 1:
        return say("terminal.leads", seat=Seat(sums.leaders[0]))
    return say("terminal.lead_together", players=together([Seat(seat) for seat in sums.leaders]))
