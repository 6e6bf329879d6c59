"""The faces of any collectible cards: eight places with their numbers, points as a gem, and what is greyed.

A face holds all that is drawn: `PB_12_......2._10_i120_i.102` is a card with the initials PB, worth 12 points, with a
2 on the bottom side, another 10, and two greyed texts. The places stand in their usual order, `.` for none, X for 10.
A slash before a greyed text is written as a dot, since a face may stand in an address.
"""

from __future__ import annotations

import math
import re
from unicodedata import normalize

from fairdeal.games.battle import mood
from fairdeal.games.battle.deck import PLACE_NAMES, Card, worth
from fairdeal.games.battle.rules import HIGHEST
from fairdeal.kit.faces import (
    BACK,
    HEIGHT,
    MAT,
    THEMES,
    WEAVE,
    WIDTH,
    Theme,
    at,
    box,
    breadth,
    card,
    disc,
    dots,
    fade,
    filled,
    fit,
    fitted,
    line,
    mix,
    no_face,
    number,
    pen,
    polygon,
    ring,
    strokes,
    theme_of,
    tiling,
    written,
)

NO_INITIALS, NO_NUMBER, TEN = "-", ".", "X"
MOST_OTHER, MOST_IGNORED, LONGEST = 4, 4, 6
SPACE = 60  # between two texts
FACE = re.compile(r"([A-Z]{1,2}|-)_([0-9]{1,5})_([.0-9X]{8})((?:_(?:10|[0-9])){0,4})((?:_i[-.A-Z0-9]{1,6}){0,4})")
SEATS = ((41, 41), (125, 37), (209, 41), (37, 175), (213, 175), (41, 309), (125, 313), (209, 309))
HUES = (
    ("#31589c", "#16305f", "#bcd3ff"),
    ("#a33f36", "#5c1b1a", "#ffd2c4"),
    ("#2f7a56", "#12432f", "#c2f0d6"),
    ("#7a4a9c", "#3f2160", "#e6ccff"),
    ("#95682a", "#523410", "#ffe3b0"),
    ("#2b7583", "#0f3e49", "#bdeef5"),
    ("#9c3f77", "#561b45", "#ffcdea"),
    ("#5a6377", "#2a3040", "#d9e1f2"),
)


def face_of(card: Card) -> str:
    """Name the face of a card as it stands in a record."""
    name = normalize("NFKD", card["name"]).encode("ascii", "ignore").decode().upper()
    initials = "".join(re.findall(r"\b[A-Z]", name))[:2] or NO_INITIALS
    edges = "".join(_digit(card["edges"].get(place)) for place in PLACE_NAMES)
    other = [str(counted) for counted in card["other"][:MOST_OTHER]]
    greyed = [short for text in card["ignored"] if (short := _shortened(text))][:MOST_IGNORED]
    return "_".join([initials, str(worth(card)), edges, *other, *(f"i{text}" for text in greyed)])


def _digit(counted: int | None) -> str:
    if counted is None:
        return NO_NUMBER
    return TEN if counted == HIGHEST else str(counted)


def _shortened(text: str) -> str:
    """Keep of a greyed text what can be drawn."""
    return re.sub(r"[^-.A-Z0-9]", "", text.upper().replace("/", "."))[:LONGEST]


def all_faces() -> list[str]:
    """Give examples: any card has a face of its own."""
    return [
        "S_8_..3..5.._i250",
        "S_4_..0....._2_2_i.250_i220",
        "T_4_1....2.1",
        "FW_21_.3.67.5.",
        "PB_12_......2._10_i120_i.102_i21",
        "DM_9_..8....._1_i2400_i2200",
        "G_18_..56.3.4",
        "SC_23_3....686",
        "CW_13_...247.0",
        "E_15_.6......_6_3_i2001",
        "R_20_36..5..._6",
        "-_38_X..19.X8_i-1",
        BACK,
        MAT,
        WEAVE,
    ]


def draw(face: str, theme: str) -> str:
    """Draw a card as `face_of` names it, or the back. Raise Unreadable."""
    look = theme_of(theme)
    if face in (MAT, WEAVE):
        return mood.draw(face, theme)
    if face == BACK:
        return _back(look)
    match = FACE.fullmatch(face)
    if match is None:
        raise no_face(face)
    initials, points, edges, other, greyed = match.groups()
    return _card(look, initials, points, edges, other.split("_")[1:], greyed.split("_i")[1:])


def _card(look: Theme, initials: str, points: str, edges: str, other: list[str], greyed: list[str]) -> str:
    seed = sum(map(ord, initials))
    top, low, light = HUES[seed % len(HUES)]
    if look is not THEMES["light"]:
        top, low = mix(top, "#000000", 0.25), mix(low, "#000000", 0.25)
    picture = fade("f", mix(top, light, 0.2), low) + box(0, 0, WIDTH, HEIGHT, "url(#f)")
    scene = SCENES[seed // len(HUES) % len(SCENES)](light, low)
    frame = box(5, 5, WIDTH - 10, HEIGHT - 10, "none", 14, f'stroke="{low}" stroke-width="10"')
    rim = box(10, 10, WIDTH - 20, HEIGHT - 20, "none", 10, f'stroke="{mix(top, light, 0.6)}" stroke-width="2"')
    letters = "" if initials == NO_INITIALS else _initials(initials, low)
    texts = _texts(look, [(text, False) for text in other] + [(text, True) for text in greyed])
    return card(picture, scene, frame, rim, letters, texts, _gem(points, 125, 175), _places(edges, light))


def _places(edges: str, light: str) -> str:
    """The numbers, each on a plate."""
    found = [(digit, where) for digit, where in zip(edges, SEATS, strict=True) if digit != NO_NUMBER]
    plates = "".join(f'<circle cx="{x}" cy="{y}" r="34"/>' for _, (x, y) in found)
    numbers = "".join(_number(str(HIGHEST) if digit == TEN else digit, *where) for digit, where in found)
    return f'<g fill="#10131b" stroke="{light}" stroke-width="4">{plates}</g><g {pen("#ffffff", 21)}>{numbers}</g>'


def _number(text: str, x: float, y: float) -> str:
    size = fit(text, 42, 45)
    return strokes(text, x, y - size / 2, size, 0.5)


def _initials(initials: str, low: str) -> str:
    size = fit(initials, 46, 88)
    y = 111 - size / 2
    return written(initials, 125, y, size, low, 42, 0.5) + written(initials, 125, y, size, "#ffffff", 19, 0.5)


# --- pictures, as many as are needed to tell a box of cards apart ----------------------------------------------------


def _sun(light: str, low: str) -> str:
    turns = [math.pi * (n - 0.5) / 12 for n in range(24)]
    corners = [(round(125 + 240 * math.sin(turn)), round(160 - 240 * math.cos(turn))) for turn in turns]
    rays = "".join(polygon([(125, 160), *corners[n : n + 2]]) for n in range(0, 24, 2))
    return filled(rays, light, 'opacity=".22"') + disc(125, 160, 74, light, 'opacity=".3"')


def _hills(light: str, low: str) -> str:
    far = filled("M0 250L70 130L120 206L170 112L250 236V350H0Z", low, 'opacity=".45"')
    near = filled("M0 350V286L60 220L128 300L196 214L250 276V350Z", low, 'opacity=".7"')
    return disc(186, 92, 30, light, 'opacity=".75"') + far + near


def _waves(light: str, low: str) -> str:
    swell = "q21 -22 42 0t42 0t42 0t42 0t42 0t42 0"
    seas = "".join(filled(f"M0 {y}{swell}V350H0Z", low, 'opacity=".3"') for y in (190, 226, 262, 298))
    return disc(125, 112, 62, light, 'opacity=".4"') + seas


def _orbits(light: str, low: str) -> str:
    paths = "".join(ring(125, 150, radius, light, 4, 'opacity=".35"') for radius in (62, 92, 122, 152))
    worlds = dots([(190, 86), (198, 248)], light, 26) + dots([(52, 96), (62, 242)], light, 17)
    return disc(125, 150, 44, light, 'opacity=".3"') + paths + worlds


def _stars(light: str, low: str) -> str:
    places = [(14 + 97 * n % 227, 12 + 61 * n % 331) for n in range(1, 40)]
    sky = dots(places[::2], light, 5) + dots(places[1::2], light, 7)
    return disc(168, 118, 66, low, 'opacity=".55"') + disc(150, 104, 66, light, 'opacity=".25"') + sky


def _banners(light: str, low: str) -> str:
    chevrons = "".join(f"M-10 {y}L125 {y - 92}L260 {y}" for y in range(60, 480, 62))
    return line(chevrons, low, 26, 'opacity=".32"')


SCENES = (_sun, _hills, _waves, _orbits, _stars, _banners)


def _gem(points: str, x: float, y: float) -> str:
    """What the card is worth, on a cut stone."""
    stone = "M-46 0L-29 -33H29L46 0L29 33H-29Z"
    facets = stone + "M-29 -33L-23 -24H23L29 -33M-29 33L-23 24H23L29 33M-23 -24L-36 0L-23 24M23 -24L36 0L23 24"
    gold = fade("g", "#ffe08a", "#e0a420") + filled(stone, "url(#g)")
    return at(x, y, 1, gold, line(facets, "#7a5200", 2.5), fitted(points, 0, 0, 36, 54, "#2a1c00", 21))


# --- the text box ----------------------------------------------------------------------------------------------------


def _texts(look: Theme, texts: list[tuple[str, bool]]) -> str:
    """Other numbers that count, and struck out what does not."""
    if not texts:
        return ""
    shown = [(_shown(text), is_greyed) for text, is_greyed in texts]
    wide = sum(breadth(text) for text, _ in shown) + SPACE * (len(shown) - 1)
    scale = min(0.22, 164 / wide)
    sheet = box(115 - wide * scale / 2, 224, wide * scale + 20, 42, look.paper, 9, 'opacity=".94"')
    x, parts = 125 - wide * scale / 2, []
    for text, is_greyed in shown:
        parts.append(_text(look, text, is_greyed, x, scale))
        x += (breadth(text) + SPACE) * scale
    return sheet + "".join(parts)


def _text(look: Theme, text: str, is_greyed: bool, x: float, scale: float) -> str:
    y = 245 - 50 * scale
    if not is_greyed:
        return written(text, x, y, 100 * scale, look.ink, 20)
    strike = line(f"M{number(x - 3)} 245h{number(breadth(text) * scale + 6)}", look.pale, 2.5)
    return written(text, x, y, 100 * scale, look.pale, 12) + strike


def _shown(text: str) -> str:
    return f"/{text[1:]}" if text.startswith(".") else text


def _back(look: Theme) -> str:
    """Nine fields, and the one in the middle strikes in all directions."""
    top, low, gold = ("#8a3b22", "#4a1a12", "#ffce7a") if look is THEMES["light"] else ("#64281a", "#2f100c", "#dba858")
    weave = tiling("v", 24, line("M0 12L12 0L24 12L12 24Z", gold, 1.5, 'opacity=".25"'))
    ground = fade("f", top, low) + box(0, 0, WIDTH, HEIGHT, "url(#f)") + weave + box(0, 0, WIDTH, HEIGHT, "url(#v)")
    rim = box(8, 8, WIDTH - 16, HEIGHT - 16, "none", 12, f'stroke="{gold}" stroke-width="4"')
    plate = f'<ellipse cx="125" cy="175" rx="96" ry="132" fill="{low}" stroke="{gold}" stroke-width="5"/>'
    fields = [(69 + 40 * column, 103 + 50 * row) for row in range(3) for column in range(3)]
    cells = "".join(box(x, y, 32, 42, gold if n == 4 else mix(low, gold, 0.4), 5) for n, (x, y) in enumerate(fields))
    blade = line("M125 160V190M111 175H139", low, 6)
    return card(ground, rim, plate, cells, blade)
