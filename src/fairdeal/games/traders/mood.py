"""The mood of the traders' table: a walnut counter, shop green, and price tags."""

from __future__ import annotations

from fairdeal.contract.mood import Hues, Mood
from fairdeal.kit.faces import at, disc, line, number, written

MOOD = Mood(
    light=Hues(
        felt="#855230",
        deep="#4a2916",
        seam="#efd09a",
        ink="#ffffff",
        faint="#fae6cf",
        paper="#fcf8f0",
        raised="#f3ebdc",
        edge="#dccbb0",
        accent="#1a6642",
        accent_ink="#ffffff",
        soft="#d5eadd",
    ),
    dark=Hues(
        felt="#4a2d1b",
        deep="#1a0e08",
        seam="#c79a5e",
        ink="#fbeedd",
        faint="#d3bba2",
        paper="#241911",
        raised="#33251a",
        edge="#5a4432",
        accent="#7fd4a2",
        accent_ink="#06251a",
        soft="#274534",
    ),
)

TAG = "M-70 -38H40L78 0L40 38H-70Z"
TAGS = ((142, 120, -18, "3"), (458, 138, 14, "5"), (122, 462, 12, "2"), (470, 470, -14, "7"))


def draw_mat(hues: Hues) -> str:
    """Tags on strings around a seal."""
    cream = hues.seam
    tags = "".join(_tag(cream, *tag) for tag in TAGS)
    seal = "".join(line(f"M300 {300 - radius}a{radius} {radius} 0 1 0 .1 0Z", cream, 3) for radius in (118, 106))
    scales = line("M300 236V352M262 352H338M236 258H364M236 258L212 312H260ZM364 258L340 312H388Z", cream, 6)
    pans = line("M208 312a28 20 0 0 0 56 0M336 312a28 20 0 0 0 56 0", cream, 5)
    return f'<g opacity=".2">{tags}{seal}{scales}{pans}</g>'


def _tag(cream: str, x: float, y: float, turn: float, price: str) -> str:
    string = line("M54 0C96 -30 110 24 138 -14", cream, 3)
    hole = disc(54, 0, 8, "none", f'stroke="{cream}" stroke-width="4"')
    paper = line(TAG, cream, 5) + hole + string + written(price, -22, -22, 44, cream, 18, 0.5)
    return at(x, y, 1, f'<g transform="rotate({number(turn)})">{paper}</g>')


def draw_weave(hues: Hues) -> str:
    """Planks of wood, two to a square."""
    cream = hues.seam
    planks = line("M0 60H120M0 0H120", "#000000", 2, 'opacity=".28"') + line("M0 61.5H120", cream, 1, 'opacity=".12"')
    low = "M0 14C30 10 60 20 120 14M0 28C40 34 70 22 120 28M0 44C30 40 80 50 120 44"
    high = "M0 74C50 70 70 80 120 74M0 90C30 96 80 84 120 90M0 106C40 102 90 110 120 106"
    return planks + line(low + high, "#000000", 1.4, 'opacity=".16"')
