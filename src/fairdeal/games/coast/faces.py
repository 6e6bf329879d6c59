"""The faces of Craft My Coast: squares of land and sea with six icons, whole cards of six squares, and agendas.

A square is named after its icon and the letter of its colour: `square.FG` is a forest that absorbs, `square.PK` a port
that emits, `square.blank` neither; `agenda.FG` is an agenda, and `tile.IKTK--PKTK--` a card, row by row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fairdeal.contract.components import Component
from fairdeal.contract.game import Setting
from fairdeal.games.coast.data import BLANK_LETTER, LETTERS
from fairdeal.games.coast.rules import SQUARES, TALL, WIDE
from fairdeal.kit.faces import (
    HEIGHT,
    WIDTH,
    Theme,
    at,
    box,
    card,
    chip,
    disc,
    document,
    dots,
    fade,
    filled,
    line,
    mix,
    no_face,
    tiling,
    written,
)

BLANK = "blank"
NOTHING = "--"
ICON = rf"[{LETTERS}][GK]"
SUIT = re.compile(r"suit\.([GK])")
SQUARE = re.compile(rf"square\.({ICON}|{BLANK})")
AGENDA = re.compile(rf"agenda\.({ICON})")
TILE = re.compile(rf"tile\.((?:{ICON}|{NOTHING}){{{SQUARES}}})")
SUITS = {
    "G": "M93 6C96 60 78 92 42 90C36 90 31 88 27 85L15 98L8 91L19 78C-2 44 34 8 93 6Z"
    "M69 30C48 40 36 52 27 70C44 58 57 46 69 30Z",
    "K": "M24 82A22 22 0 0 1 20 39A26 26 0 0 1 68 30A20 20 0 0 1 84 48A18 18 0 0 1 80 82Z",
}
SIDE = 100
SHADES = {"green": "G", "black": "K"}
GREENS = ("F", "M", "S")
MEADOW, STONE, SAND, SEA = "meadow", "stone", "sand", "sea"
GROUNDS = {  # by whether the theme is light
    True: {MEADOW: "#b9dc9a", STONE: "#565d6b", SAND: "#ead9b0", SEA: "#8fd0dc"},
    False: {MEADOW: "#34573a", STONE: "#2b303b", SAND: "#b0a27c", SEA: "#1f5767"},
}


def square_face(letter: str, suit: str) -> str:
    """Name the face of a square by the letters of its icon and its colour; a blank one has no colour."""
    return f"square.{letter}{suit}" if suit else f"square.{BLANK}"


def agenda_face(letter: str, suit: str) -> str:
    """Name the face of an agenda."""
    return f"agenda.{letter}{suit}"


def tile_face(squares: Sequence[str]) -> str:
    """Name the face of a card by the faces of its squares."""
    return "tile." + "".join(NOTHING if face.endswith(BLANK) else face.removeprefix("square.") for face in squares)


def all_faces() -> list[str]:
    """List the faces that the game's own cards ask for, and one card."""
    icons = [letter + ("G" if letter in GREENS else "K") for letter in LETTERS]
    squares = [f"square.{icon}" for icon in (*icons, BLANK)]
    return [
        *squares,
        "tile.IKTK--PKTK--",
        "tile.FGMG--FGSGIK",
        *(f"agenda.{icon}" for icon in icons),
        "suit.G",
        "suit.K",
    ]


def components(setting: Setting) -> list[Component]:
    """§1 List the cards of each seat, in the size they are meant for, and §3 the agendas."""
    suits = {icon["letter"]: SHADES[icon["colour"]] for icon in setting.document["icons"]}
    squares = {letter: square_face(letter, suit) for letter, suit in suits.items()}
    squares[BLANK_LETTER] = square_face(BLANK, "")
    tiles = [
        tile_face([squares[letter] for row in card["rows"] for letter in row.split(" ")])
        for card in setting.document["cards"]
    ]
    return [
        *(Component(face, setting.seats, width=80, height=120) for face in tiles),
        *(Component(agenda_face(letter, suit)) for letter, suit in suits.items()),
    ]


def draw(face: str, inks: Theme) -> str:
    """Draw a square, a card of squares, or an agenda. Raise Unreadable."""
    if match := SUIT.fullmatch(face):
        return chip(inks, match[1], SUITS[match[1]], match[1])
    if match := SQUARE.fullmatch(face):
        return document(SIDE, SIDE, _square(inks, match[1]))
    if match := AGENDA.fullmatch(face):
        return _agenda(inks, match[1])
    if match := TILE.fullmatch(face):
        return _tile(inks, match[1])
    raise no_face(face)


def _tile(inks: Theme, squares: str) -> str:
    parts = []
    for place in range(SQUARES):
        icon = squares[2 * place : 2 * place + 2].replace(NOTHING, BLANK)
        parts.append(at(place % WIDE * SIDE, place // WIDE * SIDE, 1, _square(inks, icon)))
    return document(WIDE * SIDE, TALL * SIDE, *parts)


# --- squares ---------------------------------------------------------------------------------------------------------


def _square(inks: Theme, icon: str) -> str:
    grounds = GROUNDS[inks.is_light]
    if icon == BLANK:
        dunes = "M14 34q10 -8 20 0t20 0M48 66q10 -8 20 0t20 0"
        dune = line(dunes, mix(grounds[SAND], inks.ink, 0.25), 4)
        return box(0, 0, SIDE, SIDE, grounds[SAND]) + dune + _hedge(grounds[SAND])
    letter, suit = icon[0], icon[1]
    ground = grounds[MEADOW if suit == "G" else STONE]
    ink = mix(inks.paints["G"].deep, "#000000", 0.25) if inks.is_light else "#a8e6b4"
    if suit == "K":
        ink = "#f7f3e8" if inks.is_light else "#e9e6dc"
    water = box(0, 62, SIDE, 38, mix(grounds[SEA], ground, 0.35 if suit == "K" else 0)) if letter in "MSP" else ""
    sea = box(0, 0, SIDE, SIDE, grounds[SEA]) if letter == "S" else ""
    land = box(0, 0, SIDE, SIDE, ground) + water + sea + _hedge(ground)
    return land + ICONS[letter](ink, ground) + _badge(inks, letter, suit)


def _hedge(ground: str) -> str:
    """The edge of a square, so that those alike lie apart."""
    return f'<path stroke="{mix(ground, "#000000", 0.3)}" stroke-width="3" d="M0 0H100V100H0Z"/>'


def _badge(inks: Theme, letter: str, suit: str) -> str:
    """The letter, on a disc for what absorbs and on a box for what emits."""
    paint = inks.paints["G" if suit == "G" else "K"]
    edge = f'stroke="{inks.paper if inks.is_light else inks.ink}" stroke-width="3"'
    plate = disc(80, 80, 17, paint.deep, edge) if suit == "G" else box(64, 64, 32, 32, paint.deep, 3, edge)
    return plate + written(letter, 80, 70, 20, paint.ink, 21, 0.5)


def _forest(ink: str, ground: str) -> str:
    trees = "M34 8L54 42H44L60 68H40V82H28V68H8L24 42H14ZM74 24L88 48H81L92 66H56L67 48H60Z"
    return filled(trees, ink)


def _marsh(ink: str, ground: str) -> str:
    stems = line("M22 82C22 60 20 44 16 30M38 84C38 58 38 40 40 22M54 82C54 64 58 48 66 36", ink, 6)
    heads = line("M15 26L13 12M41 18L42 4M68 32L74 18", ink, 12)
    return stems + heads + line("M6 90q8 -7 16 0t16 0t16 0", ink, 5)


def _seagrass(ink: str, ground: str) -> str:
    blades = "M18 94C8 76 30 60 18 38M36 94C24 70 50 50 36 14M56 94C46 74 68 62 56 34M72 60C68 52 80 44 74 28"
    return line(blades, ink, 9) + line("M6 12q8 -7 16 0M70 12q8 -7 16 0", ink, 4)


def _industry(ink: str, ground: str) -> str:
    works = filled("M8 88V50L30 62V50L52 62V22H66V88Z", ink)
    smoke = dots([(62, 13), (75, 10), (88, 14)], ink, 15, 'opacity=".75"')
    return works + smoke + filled("M16 70H24V78H16ZM34 70H42V78H34Z", ground)


def _port(ink: str, ground: str) -> str:
    hull, boxes = "M4 66H92L78 90H18Z", "M16 44H34V62H16ZM37 44H55V62H37ZM26 24H44V42H26Z"
    return filled(f"{hull}{boxes}M62 30H80V62H62ZM66 36V44H76V36ZM66 12H74V27H66Z", ink)


def _traffic(ink: str, ground: str) -> str:
    hood = "M8 68V52C8 46 12 44 18 43L28 24C30 20 33 18 38 18H62C67 18 70 20 73 24L83 43C89 44 92 47 92 53V68H84"
    car = hood + "A12 12 0 0 0 60 68H38A12 12 0 0 0 14 68Z"
    panes = "M36 27H47V42H29ZM54 27H63L71 42H54Z"
    return filled(car + panes, ink) + dots([(26, 69), (72, 69)], ink, 18) + line("M6 90H26M38 90H56", ink, 5)


ICONS = {"F": _forest, "M": _marsh, "S": _seagrass, "I": _industry, "P": _port, "T": _traffic}


# --- cards -----------------------------------------------------------------------------------------------------------


def _agenda(inks: Theme, icon: str) -> str:
    """A secret interest: one point for every such icon."""
    letter, suit = icon[0], icon[1]
    paint = inks.paints["G" if suit == "G" else "K"]
    sheet = fade("a", paint.fill, paint.deep) + box(0, 0, WIDTH, HEIGHT, "url(#a)")
    rim = box(7, 7, WIDTH - 14, HEIGHT - 14, "none", 13, f'stroke="{mix(paint.fill, paint.ink, 0.4)}" stroke-width="3"')
    clip = f'<clipPath id="q">{box(27, 104, 196, 196, "#000000", 14)}</clipPath>'
    picture = f'{clip}<g clip-path="url(#q)">{at(27, 104, 1.96, _square(inks, icon))}</g>'
    edge = box(27, 104, 196, 196, "none", 14, f'stroke="{paint.ink}" stroke-width="4"')
    head = written(letter, 32, 32, 48, paint.ink, 20) + written("+1", WIDTH - 32, 36, 40, paint.ink, 20, 1)
    return card(sheet, rim, picture, edge, head)


def draw_back(inks: Theme) -> str:
    """Waves, a shore and a sun."""
    is_light = inks.is_light
    sky, sea, sand, sun = (
        ("#f7c98b", "#1d7f95", "#f2e2b8", "#f2704f") if is_light else ("#5b3f5e", "#10495a", "#8a7a55", "#d9603f")
    )
    swell = tiling("v", 40, line("M-20 30q10 -12 20 0t20 0t20 0t20 0", mix(sea, "#ffffff", 0.45), 4))
    ground = box(0, 0, WIDTH, HEIGHT, sky) + disc(125, 150, 62, sun) + box(0, 150, WIDTH, 200, sea)
    water = swell + box(0, 150, WIDTH, 200, "url(#v)")
    shore = filled("M0 350V286C50 258 92 300 140 284S214 262 250 282V350Z", sand)
    foam = line("M0 282C50 254 92 296 140 280S214 258 250 278", "#ffffff", 6)
    rim = box(7, 7, WIDTH - 14, HEIGHT - 14, "none", 13, f'stroke="{sand}" stroke-width="4"')
    rays = line("M125 66V42M70 84L54 66M180 84L196 66M43 122L20 112M207 122L230 112", sun, 7)
    return card(ground, rays, water, shore, foam, rim)
