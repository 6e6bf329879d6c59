"""The mood of Cryptruck's table: graphite and freight orange, and what is stencilled on a container."""

from __future__ import annotations

from fairdeal.contract.mood import Hues, Mood
from fairdeal.kit.faces import at, box, disc, filled, line, ring, written

MOOD = Mood(
    light=Hues(
        felt="#59616a",
        deep="#2b3036",
        seam="#ff9a4d",
        ink="#ffffff",
        faint="#e6e6e4",
        paper="#faf8f4",
        raised="#efece6",
        edge="#d3cec4",
        accent="#a84300",
        accent_ink="#ffffff",
        soft="#fbe3cf",
    ),
    dark=Hues(
        felt="#343a41",
        deep="#111315",
        seam="#f08a3c",
        ink="#f4f2ee",
        faint="#bfc0bf",
        paper="#1c1e21",
        raised="#282b2f",
        edge="#474c52",
        accent="#ff9f4d",
        accent_ink="#2a1300",
        soft="#4a321f",
    ),
)


def draw_mat(hues: Hues) -> str:
    """A truck with a chained block, its number, and stripes that warn."""
    orange = hues.seam
    stripes = "".join(f"M{x} 520l34 -44h34l-34 44Z" for x in range(64, 480, 68))
    warning = filled(stripes, orange)
    number = written("CR-05", 300, 408, 44, orange, 18, 0.5)
    corners = line("M40 110V40H110M490 40H560V110M40 490V560H110M560 490V560H490", orange, 8)
    return f'<g opacity=".15">{warning}{number}{corners}{at(96, 150, 1, _truck(orange))}</g>'


def _truck(orange: str) -> str:
    trailer = box(0, 0, 268, 138, "none", 8, f'stroke="{orange}" stroke-width="9"')
    cab = line("M286 138V44H346L392 92V138Z", orange, 9) + line("M312 66H340L362 90H312Z", orange, 6)
    bed = line("M-4 156H398", orange, 9)
    wheels = "".join(ring(x, 176, 26, orange, 9) + disc(x, 176, 8, orange) for x in (56, 122, 338))
    block = line("M134 30L174 50V92L134 112L94 92V50ZM94 50L134 70L174 50M134 70V112", orange, 7)
    chain = line("M18 71h22M52 71h22M194 71h22M228 71h22", orange, 11)
    return trailer + cab + bed + wheels + block + chain


def draw_weave(hues: Hues) -> str:
    """Steel with raised bars, each across its neighbours."""
    ink = hues.ink
    bars = "".join(f"M{x + 9} {y + 21}l12 -12" for x, y in ((0, 0), (60, 0), (30, 30), (90, 30), (0, 60), (60, 60)))
    across = "".join(f"M{x + 9} {y + 9}l12 12" for x, y in ((30, 0), (90, 0), (0, 30), (60, 30), (30, 60), (90, 60)))
    last = "M9 111l12 -12M69 111l12 -12M39 99l12 12M99 99l12 12"
    return line(bars + across + last, ink, 5, 'opacity=".05"')
