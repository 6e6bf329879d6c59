"""The mood of the battle's table: a burgundy mat with a gold seam."""

from __future__ import annotations

import math

from fairdeal.contract.mood import Hues, Mood
from fairdeal.kit.faces import dots, filled, line, polygon, ring

MOOD = Mood(
    light=Hues(
        felt="#93263d",
        deep="#4d0e1e",
        seam="#ecc765",
        ink="#ffffff",
        faint="#fbdfd9",
        paper="#fcf8f2",
        raised="#f6ebe5",
        edge="#e2cbc2",
        accent="#8d1d37",
        accent_ink="#ffffff",
        soft="#f7dbdc",
    ),
    dark=Hues(
        felt="#5a1727",
        deep="#20070e",
        seam="#d1a545",
        ink="#ffeee8",
        faint="#dfbcb6",
        paper="#251116",
        raised="#371c23",
        edge="#613640",
        accent="#f2c65c",
        accent_ink="#2a1c00",
        soft="#512d2c",
    ),
)


def draw_mat(hues: Hues) -> str:
    """A rose of eight blades: each points where a card strikes."""
    gold = hues.seam
    blades = "".join(filled(_blade(45 * turn, 282 if turn % 2 else 240), gold, 'opacity=".5"') for turn in range(8))
    circles = ring(300, 300, 292, gold, 3) + ring(300, 300, 280, gold, 1.5) + ring(300, 300, 150, gold, 2)
    studs = dots(
        [(300 + 286 * math.sin(n * math.pi / 12), 300 - 286 * math.cos(n * math.pi / 12)) for n in range(24)], gold, 9
    )
    return f'<g opacity=".3">{circles}{studs}{blades}</g>'


def _blade(degrees: float, length: float) -> str:
    turn, broad = math.radians(degrees), math.radians(degrees + 90)
    tip = (300 + length * math.sin(turn), 300 - length * math.cos(turn))
    sides = [(300 + 26 * side * math.sin(broad), 300 - 26 * side * math.cos(broad)) for side in (1, -1)]
    return polygon([tip, sides[0], sides[1]])


def draw_weave(hues: Hues) -> str:
    """Diamonds with a small flower in each."""
    gold = hues.seam
    net = line("M60 0L120 60L60 120L0 60Z", gold, 1.2, 'opacity=".16"')
    flower = "M60 46C66 52 66 56 60 60C54 56 54 52 60 46ZM60 74C66 68 66 64 60 60C54 64 54 68 60 74Z"
    across = "M46 60C52 54 56 54 60 60C56 66 52 66 46 60ZM74 60C68 54 64 54 60 60C64 66 68 66 74 60Z"
    return net + filled(flower + across, gold, 'opacity=".13"')
