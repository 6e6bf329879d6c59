"""The faces of any collectible cards: eight places with their numbers, points as a gem, an emblem, a frame by worth.

A face holds all that is drawn: `PB_12_......2._10_i120_i.102` is a card with the initials PB, worth 12 points, with a
2 on the bottom side, another 10, and two greyed texts. The initials choose the emblem and its colours. The places stand
in their usual order, `.` for none, X for 10. A slash before a greyed text is written as a dot, since a face may stand
in an address.
"""

from __future__ import annotations

import math
import re
from unicodedata import normalize

from fairdeal.contract.components import Component
from fairdeal.contract.game import Setting
from fairdeal.games.battle.deck import PLACE_NAMES, Card, worth
from fairdeal.games.battle.rules import HIGHEST
from fairdeal.kit.faces import (
    HEIGHT,
    WIDTH,
    Theme,
    at,
    box,
    breadth,
    card,
    centred,
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
    tiling,
    written,
)

NO_INITIALS, NO_NUMBER, TEN = "-", ".", "X"
MOST_OTHER, MOST_IGNORED, LONGEST = 4, 4, 6
PLATE = 27  # high
SPACE = 74  # between two texts
SMALLER = 0.72  # is what does not count
FACE = re.compile(r"([A-Z]{1,2}|-)_([0-9]{1,5})_([.0-9X]{8})((?:_(?:10|[0-9])){0,4})((?:_i[-.A-Z0-9]{1,6}){0,4})")
SEATS = ((41, 41), (125, 37), (209, 41), (37, 175), (213, 175), (41, 309), (125, 313), (209, 309))
HUES = (
    ("#3a68b5", "#132a58", "#cfe0ff"),
    ("#b5483c", "#541514", "#ffd9cc"),
    ("#35885f", "#0e3b29", "#cdf5de"),
    ("#8a55b0", "#371b57", "#ecd8ff"),
    ("#a8742c", "#4a2d0c", "#ffe8bd"),
    ("#2f8496", "#0b3740", "#c8f3f9"),
    ("#b04586", "#4e163d", "#ffd6ee"),
    ("#65708a", "#232938", "#e0e8f8"),
)
EMBLEMS = {
    "S": "M50 3L72 62C58 58 42 58 28 62ZM6 76C24 64 76 64 94 76C92 92 8 92 6 76ZM50 26L54 36L64 38L56 44L58 54"
    "L50 48L42 54L44 44L36 38L46 36Z",
    "T": "M16 30H66V94H16ZM66 42H78A12 12 0 0 1 90 54V68A12 12 0 0 1 78 80H66V70H75A5 5 0 0 0 80 65V57"
    "A5 5 0 0 0 75 52H66ZM27 42V82H34V42ZM48 42V82H55V42ZM12 26A12 12 0 0 1 26 11A16 16 0 0 1 56 10"
    "A13 13 0 0 1 70 26Z",
    "FW": "M50 0L60 40L100 50L60 60L50 100L40 60L0 50L40 40ZM18 18L36 30L30 36ZM82 18L70 36L64 30ZM82 82L64 70"
    "L70 64ZM18 82L30 64L36 70ZM50 42A8 8 0 1 0 50 58A8 8 0 1 0 50 42Z",
    "PB": "M50 48C68 48 84 68 80 82C77 94 62 92 50 89C38 92 23 94 20 82C16 68 32 48 50 48ZM6 44a9 13 0 1 0 19 0"
    "a9 13 0 1 0 -19 0ZM27 22a10 15 0 1 0 20 0a10 15 0 1 0 -20 0ZM53 22a10 15 0 1 0 20 0"
    "a10 15 0 1 0 -20 0ZM75 44a9 13 0 1 0 19 0a9 13 0 1 0 -19 0Z",
    "DM": "M50 98C30 92 22 76 22 58C8 50 2 32 8 6C14 26 26 34 36 34C44 30 56 30 64 34C74 34 86 26 92 6"
    "C98 32 92 50 78 58C78 76 70 92 50 98ZM32 54L46 62L44 69L33 65ZM68 54L54 62L56 69L67 65ZM38 80H62"
    "L56 88L50 83L44 88Z",
    "G": "M50 20A30 30 0 1 0 50 80A30 30 0 1 0 50 20ZM4 74C-6 60 22 44 50 34S98 12 96 26C106 40 78 56 50 66"
    "S2 88 4 74ZM12 70C30 68 78 48 88 32C70 34 22 52 12 70Z",
    "SC": "M50 1C68 18 73 44 66 68H34C27 44 32 18 50 1ZM50 27A9 9 0 1 0 50 45A9 9 0 1 0 50 27ZM32 50L14 78"
    "L33 73ZM68 50L86 78L67 73ZM41 74H59L50 99Z",
    "CW": "M50 2L92 14V48C92 75 74 91 50 99C26 91 8 75 8 48V14ZM50 12L18 21V48C18 69 31 82 50 89"
    "C69 82 82 69 82 48V21ZM46 22H54V46H72V54H54V80H46V54H28V46H46Z",
    "E": "M18 2H82V13H75C75 34 61 42 56 50C61 58 75 66 75 87H82V98H18V87H25C25 66 39 58 44 50"
    "C39 42 25 34 25 13H18ZM35 14C37 29 44 35 50 42C56 35 63 29 65 14ZM37 86H63C60 76 55 73 50 68"
    "C45 73 40 76 37 86Z",
    "R": "M12 2H20V98H12ZM20 8H94V60H20ZM38 8H57V21H38ZM76 8H94V21H76ZM20 21H38V34H20ZM57 21H76V34H57ZM38 34"
    "H57V47H38ZM76 34H94V47H76ZM20 47H38V60H20ZM57 47H76V60H57Z",
    NO_INITIALS: "M50 2L62 37H98L69 59L80 95L50 73L20 95L31 59L2 37H38Z",
}
# The metal of the frame, light and dark, by the points from which on a card has it: iron, bronze, silver, gold.
METALS = ((0, "#8b93a3", "#3c424e"), (8, "#d99a5b", "#6e3d17"), (15, "#e9eef6", "#75809a"), (21, "#ffe391", "#a8740f"))
FOIL = ("#7de3ff", "#fff6a8", "#ff9ad5", "#a8ffcf", "#9ab8ff")


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
    ]


def components(setting: Setting) -> list[Component]:
    """§5 List the cards of the deck."""
    return [Component(face_of(card)) for card in setting.options["cards"]]


def draw(face: str, inks: Theme) -> str:
    """Draw a card as `face_of` names it. Raise Unreadable."""
    match = FACE.fullmatch(face)
    if match is None:
        raise no_face(face)
    initials, points, edges, other, greyed = match.groups()
    return _card(inks, initials, points, edges, other.split("_")[1:], greyed.split("_i")[1:])


def _card(inks: Theme, initials: str, points: str, edges: str, other: list[str], greyed: list[str]) -> str:
    kind = initials if initials in EMBLEMS else sorted(EMBLEMS)[sum(map(ord, initials)) % len(EMBLEMS)]
    place = sorted(EMBLEMS).index(kind)
    top, low, light = HUES[place % len(HUES)]
    if not inks.is_light:
        top, low = mix(top, "#000000", 0.25), mix(low, "#000000", 0.25)
    picture = fade("f", mix(top, light, 0.25), low) + box(0, 0, WIDTH, HEIGHT, "url(#f)")
    scene = SCENES[place % len(SCENES)](light, low)
    parts = [
        picture,
        scene,
        _foil(points),
        _roundel(kind, low, light),
        _frame(points, low),
        _sockets(edges, low, light),
    ]
    return card(*parts, _texts(inks, other, greyed), _gem(points, 125, 207), _places(edges, light))


def is_rare(points: int) -> bool:
    """Is a card worth so much that it has foil?"""
    return points >= METALS[-1][0]


def _metal(points: str) -> tuple[str, str]:
    """The two tones of a card's frame: what is worth more is rarer."""
    return next((bright, dark) for least, bright, dark in reversed(METALS) if int(points) >= least)


def _frame(points: str, low: str) -> str:
    """Metal around the card, thinner within, and a notch in the middle of each side."""
    bright, dark = _metal(points)
    outer = box(6, 6, WIDTH - 12, HEIGHT - 12, "none", 15, f'stroke="{mix(low, "#000000", 0.45)}" stroke-width="12"')
    metal = fade("m", bright, dark, 0.6) + box(11, 11, 228, 328, "none", 12, 'stroke="url(#m)" stroke-width="5"')
    inner = box(18, 18, 214, 314, "none", 8, f'stroke="{dark}" stroke-width="1.5" opacity=".8"')
    return outer + metal + inner


def _foil(points: str) -> str:
    """Rays of many colours over the rarest cards."""
    if not is_rare(int(points)):
        return ""
    rays = [f"M{x} -20L{x + 26} -20L{x - 134} 370L{x - 160} 370Z" for x in range(40, 440, 76)]
    shine = "".join(filled(ray, colour) for ray, colour in zip(rays, FOIL, strict=False))
    return f'<g opacity=".26">{shine}</g>'


def _roundel(kind: str, low: str, light: str) -> str:
    """The emblem of a card's theme on a medal."""
    medal = disc(125, 124, 62, low, 'opacity=".62"') + ring(125, 124, 62, light, 3)
    return medal + centred(125, 124, 78, filled(EMBLEMS[kind], light))


def _sockets(edges: str, low: str, light: str) -> str:
    """The places without a number, where any number wins."""
    empty = [where for digit, where in zip(edges, SEATS, strict=True) if digit == NO_NUMBER]
    return dots(empty, light, 20, 'opacity=".4"') + dots(empty, low, 15)


def _places(edges: str, light: str) -> str:
    """The numbers, each on a plate."""
    found = [(digit, where) for digit, where in zip(edges, SEATS, strict=True) if digit != NO_NUMBER]
    plates = "".join(f'<circle cx="{x}" cy="{y}" r="33"/>' for _, (x, y) in found)
    numbers = "".join(_number(str(HIGHEST) if digit == TEN else digit, *where) for digit, where in found)
    return f'<g fill="#10131b" stroke="{light}" stroke-width="4">{plates}</g><g {pen("#ffffff", 21)}>{numbers}</g>'


def _number(text: str, x: float, y: float) -> str:
    size = fit(text, 42, 45)
    return strokes(text, x, y - size / 2, size, 0.5)


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
    return at(x, y, 0.94, gold, line(facets, "#7a5200", 2.5), fitted(points, 0, 0, 36, 54, "#2a1c00", 21))


# --- the text box ----------------------------------------------------------------------------------------------------


def _texts(inks: Theme, other: list[str], greyed: list[str]) -> str:
    """Other numbers that count, each with a plus on gold; small and pale, as printed, what does not."""
    texts = [(f"+{text}", True) for text in other] + [(_shown(text), False) for text in greyed]
    if not texts:
        return ""
    sizes = [breadth(text) * (1 if counts else SMALLER) for text, counts in texts]
    wide = sum(sizes) + SPACE * (len(texts) - 1)
    scale = min(0.23, 160 / wide)
    x, parts, plates = 125 - wide * scale / 2, [], ""
    for (text, counts), size in zip(texts, sizes, strict=True):
        plates += _plate(x + size * scale / 2, size * scale) if counts else ""
        parts.append(_counted(text, x, scale) if counts else _pale(inks, text, x, scale))
        x += (size + SPACE) * scale
    sheet = box(113 - wide * scale / 2, 241, wide * scale + 24, 34, inks.paper, 8, 'opacity=".94"')
    return sheet + (line(plates, "#f3c64e", PLATE) if plates else "") + "".join(parts)


def _plate(middle: float, wide: float) -> str:
    """A stroke with round ends below a number that counts, never shorter than its ends are round."""
    length = max(0.1, wide + 14 - PLATE)
    return f"M{number(middle - length / 2)} 258h{number(length)}"


def _counted(text: str, x: float, scale: float) -> str:
    return written(text, x, 258 - 50 * scale, 100 * scale, "#2a1c00", 20)


def _pale(inks: Theme, text: str, x: float, scale: float) -> str:
    return written(text, x, 258 - 50 * scale * SMALLER, 100 * scale * SMALLER, inks.pale, 13)


def _shown(text: str) -> str:
    return f"/{text[1:]}" if text.startswith(".") else text


def draw_back(inks: Theme) -> str:
    """Nine fields, and the one in the middle strikes in all directions."""
    top, low, gold = ("#8a3b22", "#4a1a12", "#ffce7a") if inks.is_light else ("#a1512f", "#5f2616", "#f2c476")
    weave = tiling("v", 24, line("M0 12L12 0L24 12L12 24Z", gold, 1.5, 'opacity=".25"'))
    ground = fade("f", top, low) + box(0, 0, WIDTH, HEIGHT, "url(#f)") + weave + box(0, 0, WIDTH, HEIGHT, "url(#v)")
    rim = box(8, 8, WIDTH - 16, HEIGHT - 16, "none", 12, f'stroke="{gold}" stroke-width="4"')
    plate = f'<ellipse cx="125" cy="175" rx="96" ry="132" fill="{low}" stroke="{gold}" stroke-width="5"/>'
    fields = [(69 + 40 * column, 103 + 50 * row) for row in range(3) for column in range(3)]
    cells = "".join(box(x, y, 32, 42, gold if n == 4 else mix(low, gold, 0.4), 5) for n, (x, y) in enumerate(fields))
    blade = line("M125 160V190M111 175H139", low, 6)
    return card(ground, rim, plate, cells, blade)
