"""Actions as a numbered list in columns, one block per verb; very many as a plain list, one line per kind."""

from __future__ import annotations

import itertools

MOST_ROWS = 12  # of a list on a screen of 24 lines
MOST_KINDS = 5  # of actions that are listed without numbers


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
        lines.append(_more(hidden))
    return lines


def short_menu(texts: list[str], width: int, most_lines: int) -> list[str]:
    """Lay out actions in at most so many lines: numbered, or, where only the last word differs, one line per kind.

    >>> short_menu([f"place {turn} {row},1" for turn in (0, 90) for row in range(9)], 25, 3)
    ['place 0   0,1 1,1 2,1 3,1', 'place 90  0,1 1,1 2,1 3,1', '... and 10 more: all lists them.']
    """
    lines = menu(texts, width)
    if len(lines) <= most_lines:
        return lines
    kinds = [kind for kind, _ in itertools.groupby(texts, key=lambda text: text.rpartition(" ")[0])]
    if len(kinds) <= MOST_KINDS:
        return _by_kind(texts, width, max(1, most_lines - 1))
    return menu(texts, width, max(1, most_lines - 1))


def _by_kind(texts: list[str], width: int, most_rows: int) -> list[str]:
    groups = itertools.groupby(texts, key=lambda text: text.rpartition(" ")[0])
    kinds = [(kind, [text.rpartition(" ")[2] for text in group]) for kind, group in groups]
    size = max(len(kind) for kind, _ in kinds) + 2
    rows = [(kind, _fitting(lasts, width - size)) for kind, lasts in kinds[:most_rows]]
    lines = [f"{kind:<{size}}{' '.join(lasts)}".rstrip() for kind, lasts in rows]
    hidden = len(texts) - sum(len(lasts) for _, lasts in rows)
    return [*lines, _more(hidden)] if hidden else lines


def _fitting(words: list[str], width: int) -> list[str]:
    ends = itertools.accumulate(len(word) + 1 for word in words)
    return [word for word, end in zip(words, ends, strict=True) if end - 1 <= width]


def _more(hidden: int) -> str:
    return f"... and {hidden} more: all lists them."


def _rows(cells: list[str], width: int) -> list[list[str]]:
    size = max(len(cell) for cell in cells) + 3
    columns = max(1, (width + 3) // size)
    return [cells[place : place + columns] for place in range(0, len(cells), columns)]
