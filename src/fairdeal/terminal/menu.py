"""Actions as a list in columns, one block per verb, each under a letter; very many as a plain list, one line per kind.

A letter is never the name of a card: what is typed means what stands on the screen.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from fairdeal.language.messages import say
from fairdeal.terminal.blocks import ink
from fairdeal.terminal.palette import Pen
from fairdeal.terminal.typed import COMMANDS

MOST_ROWS = 12  # of a list on a screen of 24 lines
MOST_KINDS = 5  # of actions that are listed without letters
APART = 3  # columns between two actions


def labels(count: int) -> list[str]:
    """Give the letters of a list: a to z, then two letters each, and so on; none is a command.

    >>> labels(28)[-3:]
    ['z', 'aa', 'ab']
    """
    return list(itertools.islice(_all_labels(), count))


def _all_labels() -> Iterator[str]:
    for size in itertools.count(1):
        for letters in itertools.product(ascii_lowercase, repeat=size):
            label = "".join(letters)
            if label not in COMMANDS:
                yield label


def is_lettered(texts: Sequence[str]) -> bool:
    """Tell whether a screen gives each action a letter: not where too many differ in their last word alone."""
    return len(texts) <= len(ascii_lowercase) or len(_kinds(texts)) > MOST_KINDS


def _kinds(texts: Sequence[str]) -> list[str]:
    return [kind for kind, _ in itertools.groupby(texts, key=lambda text: text.rpartition(" ")[0])]


def menu(texts: list[str], pen: Pen, most_rows: int | None = None) -> list[str]:
    """Lay out lettered actions in lines; with `most_rows` the rest is only counted.

    >>> menu(["play R7", "play B3", "pass"], Pen(80))
    ['play  a) R7   b) B3', 'pass  c)']
    """
    verbs = max((len(text.partition(" ")[0]) for text in texts), default=0)
    letters = labels(len(texts))
    size = max(map(len, letters), default=0)
    lines: list[str] = []
    hidden = 0
    for verb, group in itertools.groupby(zip(letters, texts, strict=True), key=lambda pair: pair[1].partition(" ")[0]):
        cells = [f"{letter:>{size}}) {text.partition(' ')[2]}".rstrip() for letter, text in group]
        rows = _rows(cells, pen.width - verbs - 2)
        room = len(rows) if most_rows is None else max(0, most_rows - len(lines))
        hidden += sum(len(row) for row in rows[room:])
        for place, row in enumerate(rows[:room]):
            width = max(len(cell) for cell in cells) + APART
            lines.append(f"{'' if place else verb:<{verbs}}  {''.join(cell.ljust(width) for cell in row)}".rstrip())
    if hidden:
        lines.append(_more(hidden, pen))
    return lines


def told_menu(texts: list[str], notes: Sequence[str], pen: Pen, most_lines: int | None = None) -> list[str]:
    """Lay out lettered actions one below another, each with what is said of it; a verb that all share is left out.

    >>> told_menu(["attack 2 L", "attack 3 BL"], ["8 › 3 takes a Dragon", "2 › 1 takes an Elf"], Pen(80))
    ['a) 2 L   8 › 3 takes a Dragon', 'b) 3 BL  2 › 1 takes an Elf']
    """
    letters = labels(len(texts))
    if len({text.partition(" ")[0] for text in texts}) == 1:
        texts = [text.partition(" ")[2] for text in texts]
    size, width = max(map(len, letters), default=0), max(map(len, texts), default=0)
    lines = [
        _cut(f"{letter:>{size}}) {text:<{width}}  {note}".rstrip(), pen.width)
        for letter, text, note in zip(letters, texts, notes, strict=True)
    ]
    if most_lines is None or len(lines) <= most_lines:
        return lines
    kept = max(0, most_lines - 1)
    return [*lines[:kept], _more(len(lines) - kept, pen)]


def _cut(line: str, width: int) -> str:
    cut = ink(line)
    cut.truncate(width, overflow="ellipsis")
    return cut.plain


def short_menu(texts: list[str], pen: Pen, most_lines: int) -> list[str]:
    """Lay out actions in at most so many lines: lettered, or, where only the last word differs, one line per kind.

    >>> short_menu([f"place {turn} {row},1" for turn in (0, 90) for row in range(14)], Pen(25), 3)
    ['place 0   0,1 1,1 2,1 3,1', 'place 90  0,1 1,1 2,1 3,1', '... and 20 more: all lists them.']
    """
    if not is_lettered(texts):
        return _by_kind(texts, pen, max(1, most_lines - 1))
    lines = menu(texts, pen)
    return lines if len(lines) <= most_lines else menu(texts, pen, max(1, most_lines - 1))


def _by_kind(texts: list[str], pen: Pen, most_rows: int) -> list[str]:
    """As many rows as there are, shared among the kinds."""
    kinds = _kinds(texts)[:most_rows]
    size = max(map(len, kinds)) + 2
    lines, shown = [], 0
    for kind in kinds:
        lasts = [text.rpartition(" ")[2] for text in texts if text.rpartition(" ")[0] == kind]
        rows = list(_filled(lasts, pen.width - size))[: max(1, most_rows // len(kinds))]
        shown += sum(map(len, rows))
        lines += [f"{'' if place else kind:<{size}}{' '.join(row)}".rstrip() for place, row in enumerate(rows)]
    hidden = len(texts) - shown
    return [*lines, _more(hidden, pen)] if hidden else lines


def _filled(words: list[str], width: int) -> Iterator[list[str]]:
    """Fill rows of a width with words."""
    row: list[str] = []
    for word in words:
        if row and len(" ".join([*row, word])) > width:
            yield row
            row = []
        row.append(word)
    yield row


def _more(hidden: int, pen: Pen) -> str:
    return pen.catalogue.render(say("terminal.more", hidden=hidden, command="all"))


def _rows(cells: list[str], width: int) -> list[list[str]]:
    size = max(len(cell) for cell in cells) + APART
    columns = max(1, (width + APART) // size)
    return [cells[place : place + columns] for place in range(0, len(cells), columns)]
