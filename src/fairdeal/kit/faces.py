"""What the faces of all games are drawn with: a sheet, colours by letter, light and dark, and letters made of strokes.

A game's `faces.py` gives each face as one SVG document that stands for itself: no style sheet, no script, nothing to
fetch. Numbers and letters are drawn, not set in a font, so that a face looks the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairdeal.errors import Unreadable
from fairdeal.language.messages import joined, say

WIDTH, HEIGHT = 250, 350  # of a card
BACK = "back"
MAT, WEAVE = "mat", "weave"
MAT_SIDE, WEAVE_SIDE = 600, 120


@dataclass(frozen=True)
class Paint:
    """How one colour is painted: its surface from top to bottom, and what is written on it."""

    fill: str
    deep: str
    ink: str


@dataclass(frozen=True)
class Theme:
    """Paper, ink on it, pale ink, edges of cards, and the paints by the letters of colours."""

    is_light: bool
    paper: str
    shade: str
    ink: str
    pale: str
    edge: str
    paints: Mapping[str, Paint]


# Told apart by lightness where eyes do not tell red, brown and green apart, and always by shape and letter as well.
THEMES: Mapping[str, Theme] = {
    "light": Theme(
        is_light=True,
        paper="#fffdf7",
        shade="#ece6d8",
        ink="#1c2230",
        pale="#6b6f7a",
        edge="#3a3f4c",
        paints={
            "R": Paint("#d0402b", "#a82a1e", "#ffffff"),
            "B": Paint("#1d6fc0", "#134f96", "#ffffff"),
            "Y": Paint("#f6cb3c", "#e9b11e", "#2a2003"),
            "E": Paint("#6b4526", "#4b2e17", "#fff6e8"),
            "G": Paint("#0d8262", "#07644b", "#ffffff"),
            "P": Paint("#b04a9c", "#8a3580", "#ffffff"),
            "W": Paint("#fbf9f2", "#e6e1d3", "#262b38"),
            "K": Paint("#3a414f", "#232833", "#ffffff"),
        },
    ),
    "dark": Theme(
        is_light=False,
        paper="#232936",
        shade="#191e28",
        ink="#f1f3f8",
        pale="#a3a9b8",
        edge="#0b0e14",
        paints={
            "R": Paint("#c23a28", "#8a2018", "#fff4f0"),
            "B": Paint("#1a66b3", "#0f427d", "#f2f8ff"),
            "Y": Paint("#e6b929", "#c4920f", "#241b02"),
            "E": Paint("#5e3c21", "#3d2412", "#ffeeda"),
            "G": Paint("#0b7859", "#05523d", "#effff9"),
            "P": Paint("#a2438f", "#742a6b", "#fff2fc"),
            "W": Paint("#e4e1d8", "#c6c2b5", "#1c202b"),
            "K": Paint("#3d4555", "#1d222c", "#f1f3f8"),
        },
    ),
}


def theme_of(name: str) -> Theme:
    """Give a theme by its name. Raise Unreadable."""
    if name not in THEMES:
        raise Unreadable(say("no_theme", name=name, themes=joined("and", [*THEMES])))
    return THEMES[name]


def no_face(face: str) -> Unreadable:
    """Say that a game has no such face."""
    return Unreadable(say("no_face", face=face))


def draw_face(faces: Any, mood: Any, face: str, theme: str) -> str:
    """Draw a card, the back, or what lies on the felt: a mat in its middle, a weave that is repeated all over it."""
    inks, hues = theme_of(theme), getattr(mood.MOOD, theme)
    if face == MAT:
        return document(MAT_SIDE, MAT_SIDE, mood.draw_mat(hues))
    if face == WEAVE:
        return document(WEAVE_SIDE, WEAVE_SIDE, mood.draw_weave(hues))
    drawn: str = faces.draw_back(inks) if face == BACK else faces.draw(face, inks)
    return drawn


# --- colours ---------------------------------------------------------------------------------------------------------


def channels(colour: str) -> tuple[int, int, int]:
    """Give red, green and blue of `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(colour: str, other: str, share: float) -> str:
    """Mix a share of another colour into one.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def contrast(colour: str, other: str) -> float:
    """Give the contrast of two colours as the Web Content Accessibility Guidelines define it.

    >>> contrast("#ffffff", "#000000")
    21.0
    """
    low, high = sorted((_luminance(colour), _luminance(other)))
    return round((high + 0.05) / (low + 0.05), 2)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(channel / 255) for channel in channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


# --- shapes ----------------------------------------------------------------------------------------------------------


def number(value: float) -> str:
    """Write a coordinate as short as it goes.

    >>> number(12.0), number(1 / 3)
    ('12', '0.33')
    """
    return f"{round(value, 2) + 0:g}"


def document(width: int, height: int, *parts: str) -> str:
    """Put parts on a sheet. What most of them share is said once: surfaces are drawn even-odd, ends are round."""
    shared = 'fill="none" fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {shared}>{"".join(parts)}</svg>'


def card(*parts: str) -> str:
    """Put parts on a card, clipped by its round corners."""
    clip = f'<clipPath id="card">{_rounded(0, 0, WIDTH, HEIGHT, 18)}/></clipPath>'
    return document(WIDTH, HEIGHT, clip, f'<g clip-path="url(#card)">{"".join(parts)}{BEVEL}</g>')


def box(x: float, y: float, width: float, height: float, fill: str, radius: float = 0, more: str = "") -> str:
    """Draw a rectangle, with round corners if it has a radius."""
    return f'{_rounded(x, y, width, height, radius)} fill="{fill}"{_spaced(more)}/>'


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    corner = f' rx="{number(radius)}"' if radius else ""
    x_y = f'x="{number(x)}" y="{number(y)}"'
    return f'<rect {x_y} width="{number(width)}" height="{number(height)}"{corner}'


def disc(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    """Draw a disc."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"{_spaced(more)}/>'


def ring(x: float, y: float, radius: float, colour: str, thickness: float, more: str = "") -> str:
    """Draw a circle."""
    return disc(x, y, radius, "none", f'stroke="{colour}" stroke-width="{number(thickness)}"{_spaced(more)}')


def filled(path: str, fill: str, more: str = "") -> str:
    """Draw a surface; what lies in it twice is a hole."""
    return f'<path fill="{fill}"{_spaced(more)} d="{path}"/>'


def line(path: str, colour: str, thickness: float, more: str = "") -> str:
    """Draw a line with round ends."""
    return f'<path stroke="{colour}" stroke-width="{number(thickness)}"{_spaced(more)} d="{path}"/>'


def dots(places: Iterable[tuple[float, float]], colour: str, size: float, more: str = "") -> str:
    """Draw many dots of one size."""
    return line("".join(f"M{number(x)} {number(y)}h0" for x, y in places), colour, size, more)


def at(x: float, y: float, scale: float, *parts: str, more: str = "") -> str:
    """Move parts, made larger or smaller."""
    size = f" scale({number(scale)})" if scale != 1 else ""
    return f'<g transform="translate({number(x)} {number(y)}){size}"{_spaced(more)}>{"".join(parts)}</g>'


def centred(x: float, y: float, size: float, *parts: str) -> str:
    """Put what is drawn on a square of 100 by 100 around a point."""
    return at(x - size / 2, y - size / 2, size / 100, *parts)


def chip(inks: Theme, letter: str, emblem: str, sign: str, more: str = "") -> str:
    """Draw a colour alone, on 100 by 100: its emblem and its sign on a disc."""
    paint = inks.paints[letter]
    plate = disc(50, 50, 48, "url(#s)", f'stroke="{mix(paint.deep, "#000000", 0.3)}" stroke-width="2"')
    picture = centred(50, 39, 44, filled(emblem, paint.ink))
    return document(100, 100, fade("s", paint.fill, paint.deep), plate, more, picture, _sign(paint, sign))


def _sign(paint: Paint, sign: str) -> str:
    return written(sign, 50, 68, 19, paint.ink, 20, 0.5)


def fade(name: str, top: str, bottom: str, slant: float = 0) -> str:
    """Define a surface from one colour to another, to fill with `url(#name)`."""
    stops = f'<stop stop-color="{top}"/><stop offset="1" stop-color="{bottom}"/>'
    return f'<linearGradient id="{name}" x1="0" y1="0" x2="{number(slant)}" y2="1">{stops}</linearGradient>'


def tiling(name: str, size: float, *parts: str, more: str = "") -> str:
    """Define a pattern of squares, to fill with `url(#name)`."""
    side = f'width="{number(size)}" height="{number(size)}" patternUnits="userSpaceOnUse"'
    return f'<pattern id="{name}" {side}{_spaced(more)}>{"".join(parts)}</pattern>'


def polygon(points: Sequence[tuple[float, float]]) -> str:
    """Give the path around some points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def _spaced(more: str) -> str:
    return f" {more}" if more else ""


# The cut of a card's paper: light on its upper edge, shade on its lower one.
BEVEL = line("M2 20A18 18 0 0 1 20 2H230A18 18 0 0 1 248 20", "#ffffff", 3, 'opacity=".5"') + line(
    "M2 330A18 18 0 0 0 20 348H230A18 18 0 0 0 248 330", "#000000", 4, 'opacity=".28"'
)


# --- letters ---------------------------------------------------------------------------------------------------------

TALL = 100
GAP = 26  # between two letters
STROKES: Mapping[str, tuple[int, str]] = {
    "0": (56, "M28 0C45 0 56 14 56 36V64C56 86 45 100 28 100S0 86 0 64V36C0 14 11 0 28 0Z"),
    "1": (28, "M0 22L28 0V100"),
    "2": (58, "M2 28C2 11 13 0 29 0S56 11 56 28C56 43 47 53 36 63L0 100H58"),
    "3": (56, "M4 0H53L26 39C45 39 56 51 56 69C56 88 43 100 27 100C13 100 3 92 0 80"),
    "4": (60, "M42 100V0L0 70H60"),
    "5": (56, "M51 0H10L5 45C11 39 19 36 28 36C45 36 56 49 56 68C56 87 44 100 27 100C13 100 4 93 0 82"),
    "6": (56, "M42 0C22 20 0 42 0 69A28 31 0 0 0 56 69A28 31 0 0 0 0 69"),
    "7": (54, "M0 0H54L18 100"),
    "8": (56, "M28 47A23 23.5 0 1 1 28 0A23 23.5 0 1 1 28 47A28 26.5 0 1 1 28 100A28 26.5 0 1 1 28 47"),
    "9": (56, "M14 100C34 80 56 58 56 31A28 31 0 0 0 0 31A28 31 0 0 0 56 31"),
    "A": (60, "M0 100L30 0L60 100M11 66H49"),
    "B": (56, "M0 46H30C46 46 56 56 56 73S46 100 30 100H0V0H27C42 0 50 9 50 23S42 46 27 46"),
    "C": (56, "M56 18C50 7 41 0 29 0C11 0 0 16 0 50S11 100 29 100C41 100 50 93 56 82"),
    "D": (56, "M0 0H22C44 0 56 18 56 50S44 100 22 100H0Z"),
    "E": (50, "M50 0H0V100H50M0 48H42"),
    "F": (50, "M50 0H0V100M0 48H42"),
    "G": (56, "M54 17C48 6 40 0 29 0C11 0 0 16 0 50S11 100 29 100C46 100 56 86 56 54H32"),
    "H": (56, "M0 0V100M56 0V100M0 48H56"),
    "I": (32, "M16 0V100M0 0H32M0 100H32"),
    "J": (48, "M48 0V70C48 90 39 100 24 100S0 90 0 74"),
    "K": (56, "M0 0V100M54 0L0 58M20 40L56 100"),
    "L": (48, "M0 0V100H48"),
    "M": (66, "M0 100V0L33 60L66 0V100"),
    "N": (56, "M0 100V0L56 100V0"),
    "O": (60, "M30 0C49 0 60 20 60 50S49 100 30 100S0 80 0 50S11 0 30 0Z"),
    "P": (56, "M0 100V0H28C45 0 56 11 56 28S45 56 28 56H0"),
    "Q": (60, "M30 0C49 0 60 20 60 50S49 100 30 100S0 80 0 50S11 0 30 0ZM38 74L60 102"),
    "R": (56, "M0 100V0H28C45 0 56 11 56 28S45 56 28 56H0M26 56L56 100"),
    "S": (56, "M52 15C46 5 38 0 27 0C12 0 3 10 3 24C3 56 56 40 56 74C56 90 45 100 28 100C15 100 5 94 0 84"),
    "T": (58, "M0 0H58M29 0V100"),
    "U": (56, "M0 0V64C0 87 11 100 28 100S56 87 56 64V0"),
    "V": (58, "M0 0L29 100L58 0"),
    "W": (78, "M0 0L19 100L39 20L59 100L78 0"),
    "X": (56, "M0 0L56 100M56 0L0 100"),
    "Y": (58, "M0 0L29 50V100M58 0L29 50"),
    "Z": (56, "M2 0H56L0 100H57"),
    "+": (46, "M0 54H46M23 31V77"),
    "-": (34, "M0 54H34"),
    "/": (36, "M0 100L36 0"),
    ".": (2, "M1 97V98"),
    "x": (42, "M0 36L42 84M42 36L0 84"),
    " ": (20, ""),
}


def breadth(text: str) -> int:
    """Give how wide a text is where its letters are 100 high.

    >>> breadth("10")
    110
    """
    return sum(STROKES[letter][0] for letter in text) + GAP * (len(text) - 1)


def pen(colour: str, weight: float = 18) -> str:
    """Give what the strokes of letters are drawn with; their thickness is that of letters 100 high."""
    return f'stroke="{colour}" stroke-width="{number(weight)}"'


def strokes(text: str, x: float, y: float, height: float, side: float = 0, more: str = "") -> str:
    """Give the strokes of a text with its top at y; its left end at x, its middle with side 0.5, its right with 1."""
    scale = height / TALL
    glyphs, across = [], 0
    for letter in text:
        wide, path = STROKES[letter]
        place = f' transform="translate({across})"' if across else ""
        glyphs.append(f'<path{place} d="{path}"/>')
        across += wide + GAP
    return at(x - side * breadth(text) * scale, y, scale, *glyphs, more=more)


def written(text: str, x: float, y: float, height: float, colour: str, weight: float = 18, side: float = 0) -> str:
    """Write a text, placed like its strokes."""
    return strokes(text, x, y, height, side, pen(colour, weight))


def fit(text: str, height: float, room: float) -> float:
    """Give the height of letters that have room."""
    return min(height, room * TALL / breadth(text))


def fitted(text: str, x: float, y: float, height: float, room: float, colour: str, weight: float = 18) -> str:
    """Write a text around a middle, smaller if there is no room for it."""
    size = fit(text, height, room)
    return written(text, x, y - size / 2, size, colour, weight, 0.5)
