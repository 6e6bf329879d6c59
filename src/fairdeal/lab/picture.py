"""Ratings as a picture: SVG, legible on a light page and on a dark one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

from fairdeal.lab.simulate import Average

WIDTH, LEFT, RIGHT = 720, 96, 40
TOP, ROW, BOTTOM = 52, 38, 40
MOST_TICKS = 9

STYLE = """
  text { font: 14px system-ui, sans-serif; fill: #1f2933 }
  .title { font-weight: 600; font-size: 16px }
  .faint { fill: #5f6b7a; font-size: 12px }
  .grid { stroke: #5f6b7a; stroke-opacity: .25 }
  .reach { stroke: #2f6fb5; stroke-width: 7; stroke-linecap: round; stroke-opacity: .35 }
  .dot { fill: #2f6fb5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e8ecf1 }
    .faint { fill: #a3afbd }
    .grid { stroke: #a3afbd }
    .reach { stroke: #7db4f0 }
    .dot { fill: #7db4f0 }
  }
"""


def picture(title: str, rows: Sequence[tuple[str, Average]]) -> str:
    """Draw a row for each name: its rating as a dot, the interval as a bar behind it."""
    ticks = ticks_of(
        [edge for _, rating in rows for edge in (rating.mean, rating.low, rating.high) if edge is not None]
    )
    height = TOP + ROW * len(rows) + BOTTOM

    def x(rating: float) -> float:
        return round(LEFT + (rating - ticks[0]) / (ticks[-1] - ticks[0]) * (WIDTH - LEFT - RIGHT), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img">',
        f"<title>{escape(title)}: ratings of the levels</title>",
        f"<style>{STYLE}</style>",
        f'<text class="title" x="16" y="28">{escape(title)}</text>',
        f'<text class="faint" x="{WIDTH - RIGHT}" y="28" text-anchor="end">rating, 95 % interval</text>',
    ]
    for tick in ticks:
        parts += [
            f'<line class="grid" x1="{x(tick)}" x2="{x(tick)}" y1="{TOP - 8}" y2="{height - BOTTOM + 4}"/>',
            f'<text class="faint" x="{x(tick)}" y="{height - 16}" text-anchor="middle">{tick}</text>',
        ]
    for number, (name, rating) in enumerate(rows):
        y = TOP + ROW * number + ROW // 2
        dot, label = x(rating.mean), f"{rating.mean:.0f}"
        parts.append(f'<text x="{LEFT - 16}" y="{y + 5}" text-anchor="end">{escape(name)}</text>')
        if rating.low is not None and rating.high is not None:
            parts.append(f'<line class="reach" x1="{x(rating.low)}" x2="{x(rating.high)}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{dot}" cy="{y}" r="6"/>')
        parts.append(f'<text class="faint" x="{dot}" y="{y - 11}" text-anchor="middle">{label}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def ticks_of(values: Sequence[float]) -> list[int]:
    """Round numbers, evenly spaced, from below the least value, and 0, to above the greatest."""
    low, high = min(0.0, *values), max(100.0, *values)
    step = next(step for step in (50, 100, 200, 500, 1000, 2000, 5000) if (high - low) / step <= MOST_TICKS - 2)
    return list(range(math.floor(low / step) * step, math.ceil(high / step) * step + 1, step))
