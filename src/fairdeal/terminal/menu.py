"""Actions as a numbered list in columns, one block per verb."""

from __future__ import annotations

import itertools

MOST_ROWS = 12  # of a list on a screen of 24 lines


def menu(texts: list[str], width: int, most_rows: int | None = None) -> list[str]:
    """Lay out numbered actions in lines; with `most_rows` the rest is only counted.

    >>> menu(["play R7", "play B3", "pass"], 80)
    ['play  1 R7   2 B3', 'pass  3']
    """
    verbs = max((len(text.partition(" ")[0]) for text in texts), default=0)
    digits = len(str(len(texts)))
    numbered = list(enumerate(texts, 1))
    lines: list[str] = []
    hidden = 0
    for verb, group in itertools.groupby(numbered, key=lambda pair: pair[1].partition(" ")[0]):
        cells = [f"{number:>{digits}} {text.partition(' ')[2]}".rstrip() for number, text in group]
        rows = _rows(cells, width - verbs - 2)
        room = len(rows) if most_rows is None else max(0, most_rows - len(lines))
        hidden += sum(len(row) for row in rows[room:])
        for place, row in enumerate(rows[:room]):
            size = max(len(cell) for cell in cells) + 3
            lines.append(f"{'' if place else verb:<{verbs}}  {''.join(cell.ljust(size) for cell in row)}".rstrip())
    if hidden:
        lines.append(f"... and {hidden} more: all lists them.")
    return lines


def _rows(cells: list[str], width: int) -> list[list[str]]:
    size = max(len(cell) for cell in cells) + 3
    columns = max(1, (width + 3) // size)
    return [cells[place : place + columns] for place in range(0, len(cells), columns)]
