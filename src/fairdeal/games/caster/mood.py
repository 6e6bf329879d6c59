"""The mood of CASTER's table: indigo and brass, and a ring of runes."""

from __future__ import annotations

import math

from fairdeal.contract.mood import Hues, Mood
from fairdeal.kit.faces import at, dots, line, number, polygon, ring

MOOD = Mood(
    light=Hues(
        felt="#4651a8",
        deep="#252c6b",
        seam="#d9b25a",
        ink="#ffffff",
        faint="#dcdefa",
        paper="#fbf9f4",
        raised="#f0eef8",
        edge="#cfcce3",
        accent="#453aa3",
        accent_ink="#ffffff",
        soft="#e2dff6",
    ),
    dark=Hues(
        felt="#2a2d5e",
        deep="#0e0f28",
        seam="#c9a24a",
        ink="#f0eeff",
        faint="#b9bbe0",
        paper="#1a1b36",
        raised="#25274b",
        edge="#41447a",
        accent="#e8c66f",
        accent_ink="#241a00",
        soft="#3a3766",
    ),
)

RUNES = (
    "M0 -16V16M0 -16L11 -6M0 -4L11 6",
    "M-8 -16V16M-8 -16L8 -4L-8 6",
    "M0 -16V16M-10 -6L0 -16L10 -6",
    "M-9 -16L9 16M9 -16L-9 16",
    "M-8 -16V16M8 -16V16M-8 -6L8 6",
    "M7 -16L-6 0L7 16",
    "M0 -16L10 0L0 16L-10 0Z",
    "M-8 -16V16M-8 -16L8 -8V16",
    "M0 -16V16M-10 -2L0 8L10 -2",
    "M-7 -16V16M-7 0H7M7 -16V0",
)


def draw_mat(hues: Hues) -> str:
    """Two circles with runes between them, and a star of five points within."""
    brass = hues.seam
    circles = "".join(ring(300, 300, radius, brass, thick) for radius, thick in ((284, 4), (274, 1.5), (214, 3)))
    runes = "".join(_rune(brass, place) for place in range(20))
    tips = [_around(206, 144 * point) for point in range(5)]
    star = line(polygon(tips), brass, 2.5, 'opacity=".55"') + ring(300, 300, 78, brass, 2, 'opacity=".55"')
    knots = dots([_around(214, 72 * point) for point in range(5)], brass, 15)
    return f'<g opacity=".42">{circles}{runes}{star}{knots}</g>'


def _rune(brass: str, place: int) -> str:
    x, y = _around(244, 18 * place + 9)
    turned = f'<g transform="rotate({number(18 * place + 9)})">{line(RUNES[place % len(RUNES)], brass, 3.5)}</g>'
    return at(x, y, 1, turned)


def _around(radius: float, degrees: float) -> tuple[float, float]:
    turn = math.radians(degrees)
    return 300 + radius * math.sin(turn), 300 - radius * math.cos(turn)


def draw_weave(hues: Hues) -> str:
    """A few stars."""
    brass = hues.seam
    far = dots([(17, 23), (64, 71), (103, 14), (38, 104), (92, 97)], brass, 1.6, 'opacity=".5"')
    return far + line("M80 36v8M76 40h8", brass, 1.2, 'opacity=".6"')
