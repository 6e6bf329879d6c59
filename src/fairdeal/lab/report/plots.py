"""Plots of a report: SVG inside a page, whose colours are the page's, legible at the width of a phone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from fairdeal.lab.simulate import Average

WIDTH, EDGE = 328, 18  # as wide as a phone has room for; half a label of a tick at either side
TOP, FOOT = 10, 26
ROW, BELOW = 40, 25  # of a share, and how far below the top of its row it is drawn: its name stands above
HEIGHT = 150  # of bars
TICKS = 5


def dots(title: str, rows: Sequence[tuple[str, Average, str]], even: float) -> str:
    """Draw a row for each share: what it is, below that a dot with its interval, and a line where all would be even."""
    edges = [end for _, share, _ in rows for end in (share.low, share.mean, share.high) if end is not None]
    low, high = _ends([*edges, even])
    height = TOP + ROW * len(rows) + FOOT

    def x(share: float) -> float:
        return round(EDGE + (share - low) / (high - low) * (WIDTH - 2 * EDGE), 1)

    parts = [_open(title, height)]
    for tick in _ticks(low, high):
        parts.append(_line("grid", x(tick), TOP, x(tick), height - FOOT))
        parts.append(_text("faint", x(tick), height - 8, f"{100 * tick:g} %"))
    parts.append(_line("even", x(even), TOP, x(even), height - FOOT))
    for number, (name, share, value) in enumerate(rows):
        top = TOP + ROW * number
        y = top + BELOW
        parts.append(_text("name", 0, top + 10, name, "start"))
        if share.low is not None and share.high is not None:
            parts.append(_line("reach", x(share.low), y, x(share.high), y))
        parts.append(f'<circle class="dot" cx="{x(share.mean)}" cy="{y}" r="5"/>')
        parts.append(_text("name", WIDTH, top + 10, value, "end"))
    return "".join([*parts, "</svg>"])


def bars(title: str, low: int, width: int, shares: Sequence[float]) -> str:
    """Draw how often numbers came up: a bar for each of them, or for several together."""
    top, step = max(shares), (WIDTH - 16) / len(shares)
    parts = [_open(title, HEIGHT)]
    for number, share in enumerate(shares):
        tall = round((HEIGHT - TOP - FOOT) * share / top, 1)
        first, last = low + number * width, low + (number + 1) * width - 1
        name = f"{first}" if width == 1 else f"{first}-{last}"
        box = f'x="{8 + step * number:.1f}" y="{HEIGHT - FOOT - tall:.1f}" width="{step * 0.86:.1f}" height="{tall}"'
        parts.append(f'<rect class="bar" {box} rx="1.5"><title>{name}: {100 * share:.1f} %</title></rect>')
    parts.append(_line("grid", 8, HEIGHT - FOOT + 0.5, WIDTH - 8, HEIGHT - FOOT + 0.5))
    for number in sorted({0, len(shares) // 3, 2 * len(shares) // 3, len(shares) - 1}):
        parts.append(_text("faint", 8 + step * (number + 0.43), HEIGHT - 8, f"{low + number * width}"))
    return "".join([*parts, "</svg>"])


CELL, SIDE = 34, 110  # the height of a cell, and the room for what its line is called


def heat(
    title: str,
    across: Sequence[str],
    lines: Sequence[str],
    grid: Sequence[Sequence[float]],
    texts: Sequence[Sequence[str]],
) -> str:
    """Draw a grid of numbers, each as strong in colour as it is great, with its text."""
    side = SIDE if any(lines) else 8
    low, high = min(map(min, grid)), max(map(max, grid))
    wide, height = (WIDTH - side - 8) / len(across), TOP + 16 + CELL * len(lines) + 8
    parts = [_open(title, height)]
    for column, name in enumerate(across):
        parts.append(_text("faint", side + wide * (column + 0.5), TOP + 6, name))
    for line, row in enumerate(grid):
        y = TOP + 16 + CELL * line
        parts.append(_text("", side - 8, y + CELL / 2 + 4, lines[line], "end"))
        for column, number in enumerate(row):
            strong = 0.08 + 0.6 * ((number - low) / (high - low) if high > low else 0.0)
            box = f'x="{side + wide * column:.1f}" y="{y}" width="{wide:.1f}" height="{CELL}"'
            parts.append(f'<rect class="heat" {box} fill-opacity="{strong:.2f}"/>')
            parts.append(_text("", side + wide * (column + 0.5), y + CELL / 2 + 4, texts[line][column]))
    return "".join([*parts, "</svg>"])


def _open(title: str, height: float) -> str:
    name = escape(title, quote=True)
    return f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{name}"><title>{name}</title>'


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def _text(kind: str, x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(text)}</text>'


def _ends(values: Sequence[float]) -> tuple[float, float]:
    """Give shares a little apart from the least and the greatest, within 0 and 1."""
    low, high = min(values), max(values)
    space = max(0.02, (high - low) * 0.15)
    return max(0.0, low - space), min(1.0, high + space)


def _ticks(low: float, high: float) -> list[float]:
    """Give round shares between two.

    >>> _ticks(0.38, 0.62)
    [0.4, 0.45, 0.5, 0.55, 0.6]
    """
    step = next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5) if (high - low) / step <= TICKS)
    return [
        round(number * step, 2) for number in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
    ]
