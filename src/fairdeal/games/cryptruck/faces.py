"""The faces of Cryptruck's cards: a coin of the colour, its number, and a link of the chain where there is a block."""

from __future__ import annotations

import functools
import re

from fairdeal.contract.components import Component, chips
from fairdeal.contract.game import Setting
from fairdeal.games.cryptruck.data import LETTERS
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
    fade,
    filled,
    line,
    mix,
    no_face,
    ring,
    tiling,
    written,
)

FACE = re.compile(rf"([{LETTERS}])([0-9])([bn]?)")
BLOCKS = range(3, 6)  # the numbers that show a block in the game's own box
SUIT = re.compile(rf"suit\.([{LETTERS}])")

# What the stocks are named after: data, a tipple, a board, an elixir, the nether, and fungi.
EMBLEMS = {
    "Y": "M50 4C76 4 92 12 92 22S76 40 50 40S8 32 8 22S24 4 50 4Z"
    "M8 36C14 46 30 51 50 51S86 46 92 36V50C92 60 76 68 50 68S8 60 8 50Z"
    "M8 64C14 74 30 79 50 79S86 74 92 64V78C92 88 76 96 50 96S8 88 8 78Z",
    "B": "M12 6H88C90 40 80 60 57 64V84H74V95H26V84H43V64C20 60 10 40 12 6Z"
    "M24 17C24 24 25 30 27 35C40 27 58 42 73 35C75 30 76 24 76 17Z",
    "R": "M50 4A19 19 0 0 1 61 39H72V49H62C62 62 68 70 78 78V84H84V96H16V84H22V78C32 70 38 62 38 49H28V39H39"
    "A19 19 0 0 1 50 4Z",
    "P": "M36 4H64V14H60V38L88 82C92 90 88 96 80 96H20C12 96 8 90 12 82L40 38V14H36Z"
    "M36 62L22 84H78L64 62C54 70 46 56 36 62Z",
    "G": "M50 98L4 38L22 8H78L96 38ZM50 80L66 42H34ZM24 42L41 70L30 42ZM76 42H70L59 70Z"
    "M28 18L20 31H35L42 18ZM72 18H58L65 31H80Z",
    "W": "M50 4C78 4 96 24 96 46C96 56 84 58 68 58C68 74 72 82 74 96H26C28 82 32 74 32 58C16 58 4 56 4 46"
    "C4 24 22 4 50 4ZM34 22A10 10 0 1 0 34 42A10 10 0 1 0 34 22ZM66 16A9 9 0 1 0 66 34A9 9 0 1 0 66 16Z"
    "M56 66V88H44V66Z",
}


@functools.cache
def face_of(name: str, is_block: bool) -> str:
    """Name the face of a card by its name; `Y2b` or `Y3n` where a block is there or missing unlike in our own box."""
    return name if is_block == (int(name[1:]) in BLOCKS) else name + ("b" if is_block else "n")


def all_faces() -> list[str]:
    """List the faces that the game's own cards ask for."""
    coloured = [f"{letter}{number}" for letter in LETTERS[:-1] for number in range(6)]
    return [*coloured, "W2", "W3", *(f"suit.{letter}" for letter in LETTERS)]


def components(setting: Setting) -> list[Component]:
    """§2 List the cards of all colours, §3 blocks among them, and a chip of each colour for the trumps."""
    blocks = setting.document["blocks"]["numbers"]
    return [
        *(
            Component(face_of(f"{colour['letter']}{number}", number in blocks))
            for colour in setting.document["colours"]
            for number in colour["numbers"]
        ),
        *chips(LETTERS),
    ]


def draw(face: str, inks: Theme) -> str:
    """Draw a card such as `Y3`, or a colour such as `suit.Y`. Raise Unreadable."""
    if match := SUIT.fullmatch(face):
        return _suit(inks, match[1])
    match = FACE.fullmatch(face)
    if match is None:
        raise no_face(face)
    is_block = match[3] == "b" if match[3] else int(match[2]) in BLOCKS
    return _card(inks, match[1], match[2], is_block)


def _card(inks: Theme, letter: str, number: str, is_block: bool) -> str:
    """A sheet in a frame of the colour."""
    paint = inks.paints[letter]
    is_white = letter == "W"
    ground = paint.ink if is_white else inks.ink
    tab, index = (paint.ink, paint.fill) if is_white else (paint.fill, paint.ink)
    corner = box(-20, -20, 108, 116, tab, 26) + written(number, 44, 22, 58, index, 21, 0.5)
    sign = written(letter, WIDTH - 44, 34, 28, ground, 19, 0.5)
    low = _chain(paint, ground) if is_block else written(number, WIDTH - 42, HEIGHT - 72, 40, ground, 20, 0.5)
    sheet = _white_sheet(paint) if is_white else _sheet(inks)
    frame = fade("c", paint.fill, paint.deep, 0.3) + box(0, 0, WIDTH, HEIGHT, "url(#c)")
    return card(frame, sheet, corner, sign, _coin(paint, letter, WIDTH / 2 + 8, 180, 74), low)


def _sheet(inks: Theme) -> str:
    return box(14, 14, WIDTH - 28, HEIGHT - 28, inks.paper, 10)


def _white_sheet(paint: Paint) -> str:
    """White is always trump: silver, in a striped frame."""
    stripes = tiling("w", 18, box(0, 0, 9, 18, paint.ink), more='patternTransform="rotate(45)"')
    line_around = f'stroke="{paint.ink}" stroke-width="3"'
    return (
        stripes + box(0, 0, WIDTH, HEIGHT, "url(#w)") + box(14, 14, WIDTH - 28, HEIGHT - 28, "url(#c)", 10, line_around)
    )


def _coin(paint: Paint, letter: str, x: float, y: float, radius: float) -> str:
    rim = mix(paint.deep, "#000000", 0.25)
    edge = disc(x, y + 5, radius, rim) + disc(x, y, radius, "url(#c)", f'stroke="{rim}" stroke-width="3"')
    milled = ring(x, y, radius - 9, mix(paint.fill, paint.ink, 0.55), 5, 'stroke-linecap="butt" stroke-dasharray="3 6"')
    return edge + milled + centred(x, y, radius * 1.02, filled(EMBLEMS[letter], paint.ink))


def _chain(paint: Paint, iron: str) -> str:
    """The block: a cube between two links of the chain, and once more where a fan shows it."""
    links = "".join(box(x, 289, 44, 22, "none", 11, f'stroke="{iron}" stroke-width="7"') for x in (30, 176))
    bars = line("M66 300H92M158 300H184", iron, 7)
    return links + bars + _cube(WIDTH / 2, 300, 36, paint.fill, iron) + _cube(44, 122, 20, paint.fill, iron)


def _cube(x: float, y: float, size: float, colour: str, edge: str) -> str:
    """A cube seen from a corner, its sides in three shades."""
    top, right = mix(colour, "#ffffff", 0.35), mix(colour, "#000000", 0.35)
    sides = filled("M0 -50L43 -25L0 0L-43 -25Z", top) + filled("M-43 -25L0 0V50L-43 25Z", colour)
    outline = "M0 -50L43 -25V25L0 50L-43 25V-25ZM-43 -25L0 0L43 -25M0 0V50"
    return at(x, y, size / 50, sides, filled("M43 -25L0 0V50L43 25Z", right), line(outline, edge, 7))


def _suit(inks: Theme, letter: str) -> str:
    """A colour alone: its coin and its letter."""
    paint = inks.paints[letter]
    milled = ring(50, 50, 42, mix(paint.fill, paint.ink, 0.55), 3, 'stroke-linecap="butt" stroke-dasharray="2 4"')
    return chip(inks, letter, EMBLEMS[letter], letter, milled)


def draw_back(inks: Theme) -> str:
    """A wall of blocks, and one of gold."""
    is_light = inks.is_light
    ground, gold = ("#14414a", "#f0c75a") if is_light else ("#0c2a31", "#d6ac42")
    cubes = "M25 0L50 12.5V37.5L25 50L0 37.5V12.5ZM25 25L50 12.5M25 25L0 12.5M25 25V50"
    wall = tiling("w", 50, line(cubes, mix(ground, gold, 0.3), 2))
    sheet = box(0, 0, WIDTH, HEIGHT, ground) + wall + box(0, 0, WIDTH, HEIGHT, "url(#w)")
    frame = box(7, 7, WIDTH - 14, HEIGHT - 14, "none", 13, f'stroke="{gold}" stroke-width="4"')
    x, y = WIDTH / 2, HEIGHT / 2
    plate = disc(x, y, 74, mix(ground, "#000000", 0.35), f'stroke="{gold}" stroke-width="5"')
    milled = ring(x, y, 64, gold, 4, 'stroke-linecap="butt" stroke-dasharray="3 6"')
    return card(sheet, frame, plate, milled, _cube(x, y, 42, gold, mix(ground, "#000000", 0.6)))
