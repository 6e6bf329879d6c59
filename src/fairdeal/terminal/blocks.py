"""Blocks of lines, laid beside and under each other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text as Ink

Block = list[Ink]
GAP = 2  # columns between blocks
WIDE = r"\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
OPENING, CLOSING = "（「『［", "）」』］、。，．：；！？…・ー％々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
UNIT = re.compile(rf"( *)([{OPENING}]*(?:[^ {WIDE}]+|[{WIDE}])[{CLOSING}]*)")
"""Blanks, and what stays in one line: a word, or a wide letter with whatever may neither begin nor end a line."""
WIDE_UNIT = re.compile(rf"[{OPENING}]*(?![{OPENING}])[{WIDE}][{CLOSING}]*")
BREAK = "\x1f"  # a blank of no width: rich breaks lines at blanks, and between wide letters only where it must


def ink(text: str = "", style: str = "") -> Ink:
    """Make a piece of a line; unlike that of rich's own Text, its style does not spread to what is appended."""
    return Ink().append(text, style)


def width_of(block: Block) -> int:
    return max((line.cell_len for line in block), default=0)


def padded(line: Ink, width: int) -> Ink:
    """Give a line filled up with spaces."""
    line = line.copy()
    line.pad_right(max(0, width - line.cell_len))
    return line


def beside(left: Block, right: Block) -> Block:
    """Lay one block to the right of another."""
    width = width_of(left) + GAP if left else 0
    lines = []
    for at in range(max(len(left), len(right))):
        line = padded(left[at] if at < len(left) else ink(), width)
        lines.append(line + right[at] if at < len(right) else line)
    return lines


def flow(blocks: Sequence[Block], width: int, height: int) -> Block:
    """Lay blocks side by side in as many shelves as the height allows; leave out what does not fit."""
    shelves: list[Block] = []
    room = height
    for block in blocks:
        if shelves and width_of(shelves[-1]) + GAP + width_of(block) <= width and len(block) <= room + len(shelves[-1]):
            room += len(shelves[-1])
            shelves[-1] = beside(shelves[-1], block)
            room -= len(shelves[-1])
        elif width_of(block) <= width and len(block) <= room:
            shelves.append(block)
            room -= len(block)
    return [line for shelf in shelves for line in shelf]


def wrapped(parts: Sequence[Ink], width: int, indent: int = 0) -> Block:
    """Lay parts one after another, a new line where one does not fit."""
    lines = [ink()]
    for part in parts:
        if lines[-1].cell_len + part.cell_len > width and lines[-1].plain.strip():
            lines.append(ink(" " * indent))
        lines[-1] = lines[-1] + part
    return lines


def breakable(text: str) -> str:
    """Mark where Japanese allows lines to be broken; whoever shows the text takes the marks out."""
    return WIDE_UNIT.sub(lambda unit: unit[0] + BREAK, text)


def folded(text: str, width: int, style: str = "") -> Block:
    """Break a text into lines between words, and between wide letters where Japanese allows it."""
    lines = [""]
    for blank, unit in UNIT.findall(text):
        if lines[-1] and ink(f"{lines[-1]}{blank}{unit}").cell_len > width:
            lines.append(unit)
        else:
            lines[-1] += blank + unit
    return [ink(line, style) for line in lines]
