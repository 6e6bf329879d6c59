"""The mood of the coast's table: a chart over teal, with a compass rose and lines of depth."""

from __future__ import annotations

import math

from fairdeal.contract.mood import Hues, Mood
from fairdeal.kit.faces import at, filled, line, polygon, ring, written

MOOD = Mood(
    light=Hues(
        felt="#22757c",
        deep="#0c3f48",
        seam="#f2cd72",
        ink="#ffffff",
        faint="#dff3ee",
        paper="#fcfaf3",
        raised="#edf3ec",
        edge="#bdd3cc",
        accent="#0b6468",
        accent_ink="#ffffff",
        soft="#cfe8e4",
    ),
    dark=Hues(
        felt="#155056",
        deep="#062227",
        seam="#d8b35e",
        ink="#effaf5",
        faint="#b5d6d0",
        paper="#10292c",
        raised="#193c40",
        edge="#346468",
        accent="#76d8c8",
        accent_ink="#04292a",
        soft="#1f5455",
    ),
)


def draw_mat(hues: Hues) -> str:
    """Lines of depth along two coasts, and a rose that tells north."""
    seam = hues.seam
    north, south = "M0 0C120 -30 190 60 300 30S470 -60 600 0", "M0 0C140 30 210 -40 320 -10S500 60 600 0"
    depths = [(north, 130), (north, 190), (north, 250), (south, 400), (south, 460), (south, 520)]
    lines = "".join(at(0, y, 1, line(coast, seam, 2, 'opacity=".7"')) for coast, y in depths)
    return f'<g opacity=".28">{lines}{_rose(seam)}</g>'


def _rose(seam: str) -> str:
    points = "".join(filled(_point(45 * turn, 92 if turn % 2 == 0 else 56), seam) for turn in range(8))
    circles = ring(470, 300, 104, seam, 2) + ring(470, 300, 96, seam, 1) + ring(470, 300, 40, seam, 2)
    return circles + points + written("N", 470, 170, 20, seam, 16, 0.5)


def _point(degrees: float, length: float) -> str:
    """Half of a point of the rose: the other half is left to the light."""
    turn, broad = math.radians(degrees), math.radians(degrees + 45)
    tip = (470 + length * math.sin(turn), 300 - length * math.cos(turn))
    side = (470 + 17 * math.sin(broad), 300 - 17 * math.cos(broad))
    return polygon([(470, 300), tip, side])


def draw_weave(hues: Hues) -> str:
    """Degrees of longitude and latitude, with their minutes."""
    seam = hues.seam
    lines = line("M0 0H120M0 0V120", seam, 1.2, 'opacity=".3"')
    return lines + line("M0 60h6M114 60h6M60 0v6M60 114v6", seam, 1.2, 'opacity=".3"')
