"""The faces of CASTER's spells: a colour, its emblem, its letter, and a sigil with as many points as the value."""

from __future__ import annotations

import math
import re

from fairdeal.contract.components import Component, chips
from fairdeal.contract.game import Setting
from fairdeal.games.caster.data import LETTERS
from fairdeal.games.caster.rules import VALUES
from fairdeal.kit.faces import (
    HEIGHT,
    WIDTH,
    Paint,
    Theme,
    at,
    box,
    card,
    centred,
    chip,
    disc,
    dots,
    fade,
    filled,
    line,
    mix,
    no_face,
    number,
    ring,
    written,
)

EMBLEMS = {
    "R": "M53 3C57 24 83 38 83 65A33 33 0 0 1 17 65C17 50 25 42 31 31C34 41 38 45 44 46C39 31 43 15 53 3Z"
    "M51 56C56 65 64 69 64 79A14 13 0 0 1 36 79C36 69 48 66 51 56Z",
    "B": "M50 3C61 27 82 44 82 66A32 31 0 0 1 18 66C18 44 39 27 50 3Z"
    "M31 64C29 77 37 87 50 88C43 83 39 76 39 65C39 60 32 58 31 64Z",
    "Y": "M60 1L15 57H43L34 99L85 38H55Z",
    "E": "M0 88L36 18L54 50L66 33L100 88ZM36 36L26 55L35 50L42 57L47 54Z",
    "G": "M93 6C96 60 78 92 42 90C36 90 31 88 27 85L15 98L8 91L19 78C-2 44 34 8 93 6Z"
    "M69 30C48 40 36 52 27 70C44 58 57 46 69 30Z",
}
FACE = re.compile(rf"([{LETTERS}])(0|[1-9][0-9]?)")
SUIT = re.compile(rf"suit\.([{LETTERS}])")
MIDDLE = (WIDTH / 2 + 4, 196)
RADIUS = 78
GLOWS = {"R": "#ff8f78", "B": "#86bdf7", "Y": "#f6cb3c", "E": "#dcae80", "G": "#63d3ab"}


def all_faces() -> list[str]:
    """List the faces that the game's own cards ask for."""
    spells = [f"{letter}{value}" for letter in LETTERS for value in range(VALUES)]
    return [*spells, *(f"suit.{letter}" for letter in LETTERS)]


def components(setting: Setting) -> list[Component]:
    """§3 List the cards that any number of seats needs, and §2 the colours of the ring."""
    highest = max(seats["highest"] for seats in setting.document["seats"])
    spells = [Component(f"{letter}{value}") for letter in LETTERS for value in range(highest + 1)]
    return [*spells, *chips(LETTERS)]


def draw(face: str, inks: Theme) -> str:
    """Draw a spell such as `R7`, or a colour of the ring such as `suit.R`. Raise Unreadable."""
    if match := SUIT.fullmatch(face):
        return chip(inks, match[1], EMBLEMS[match[1]], match[1])
    match = FACE.fullmatch(face)
    if match is None or int(match[2]) >= VALUES:
        raise no_face(face)
    return _spell(inks, match[1], int(match[2]))


def _spell(inks: Theme, letter: str, value: int) -> str:
    paint = inks.paints[letter]
    if value == 0:
        return _zero(inks, letter)
    rest = mix(paint.fill, paint.ink, 0.34)
    x, y = MIDDLE
    sigil = ring(x, y, RADIUS, rest, 4) + _star(value, rest, paint.ink)
    heart = disc(x, y, 46, "url(#s)", f'stroke="{rest}" stroke-width="4"')
    emblem = _emblem(letter, x, y, 66, paint.ink)
    return card(_ground(paint), _frame(rest), sigil, heart, emblem, _index(paint, letter, value))


def _zero(inks: Theme, letter: str) -> str:
    """Nothing is faster than a zero: night around a blazing emblem."""
    bright = inks.paints[letter]
    light = GLOWS[letter]
    paint = Paint("#20232f", "#0d0f16", light)
    x, y = MIDDLE
    rays = line(_rays(15, 70, 94), light, 5)
    halo = disc(x, y, 57, "url(#z)") + ring(x, y, 57, light, 4)
    ground = fade("z", bright.fill, bright.deep) + _ground(paint)
    emblem = _emblem(letter, x, y, 74, bright.ink)
    return card(ground, _frame(mix(light, paint.deep, 0.35)), rays, halo, emblem, _index(paint, letter, 0))


def _ground(paint: Paint) -> str:
    return fade("s", paint.fill, paint.deep, 0.4) + box(0, 0, WIDTH, HEIGHT, "url(#s)")


def _frame(colour: str) -> str:
    return box(7, 7, WIDTH - 14, HEIGHT - 14, "none", 13, f'stroke="{colour}" stroke-width="3"')


def _index(paint: Paint, letter: str, value: int) -> str:
    """The corners: value and emblem where a fan shows them, the letter opposite."""
    corner = written(str(value), 26, 30, 56, paint.ink, 21) + _emblem(letter, 42, 116, 36, paint.ink)
    low = written(str(value), WIDTH - 26, HEIGHT - 72, 42, paint.ink, 20, 1)
    sign = written(letter, WIDTH - 26, 30, 30, paint.ink, 20, 1) + written(letter, 26, HEIGHT - 60, 30, paint.ink, 20)
    return corner + low + sign


def _emblem(letter: str, x: float, y: float, size: float, colour: str) -> str:
    return centred(x, y, size, filled(EMBLEMS[letter], colour))


def _corner(step: int, steps: int, radius: float) -> tuple[float, float]:
    turn = 2 * math.pi * step / steps
    return MIDDLE[0] + radius * math.sin(turn), MIDDLE[1] - radius * math.cos(turn)


def _spoke(start: tuple[float, float], end: tuple[float, float]) -> str:
    return f"M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}"


def _star(points: int, colour: str, ink: str) -> str:
    """A star in a ring, each point joined with the third part of the way round; the points can be counted."""
    reach = max(1, round(points / 3))
    chords = "".join(_spoke(_corner(n, points, RADIUS), _corner(n + reach, points, RADIUS)) for n in range(points))
    return line(chords, colour, 3) + dots([_corner(n, points, RADIUS) for n in range(points)], ink, 14)


def _rays(count: int, inner: float, outer: float) -> str:
    return "".join(_spoke(_corner(n, count, inner), _corner(n, count, outer - n % 3 * 8)) for n in range(count))


def draw_back(inks: Theme) -> str:
    """The five emblems on a ring in the night sky."""
    top, low, gold = ("#3b2f73", "#1d1745", "#f0cf7a") if inks.is_light else ("#2c2359", "#120e30", "#d9b862")
    faint = mix(top, gold, 0.4)
    stars = [(20 + 53 * n % 211, 18 + 89 * n % 317) for n in range(1, 40)]
    sky = dots(stars[::2], faint, 4) + dots(stars[1::2], faint, 6)
    ground = fade("s", top, low) + box(0, 0, WIDTH, HEIGHT, "url(#s)") + sky
    places = [_corner(step, len(LETTERS), RADIUS) for step in range(len(LETTERS))]
    seals = dots(places, low, 58) + dots(places, gold, 48)
    emblems = "".join(_emblem(letter, *place, 32, low) for letter, place in zip(LETTERS, places, strict=True))
    heart = disc(*MIDDLE, 20, low) + ring(*MIDDLE, 20, gold, 4) + disc(*MIDDLE, 8, gold)
    wheel = ring(*MIDDLE, RADIUS, gold, 4) + _star(VALUES, faint, faint) + seals + emblems + heart
    return card(ground, _frame(gold), at(WIDTH / 2 - MIDDLE[0], HEIGHT / 2 - MIDDLE[1], 1, wheel))
