"""The faces of Card Game Traders: seven kinds of collectible card, ability halves, and piles that show both.

A face names all that is printed: `3` is a kind, `M1b` an ability half, `3_M1b` a pile with its ability. Where a data
file has other numbers than our own box, they follow: `3.12` is kind 3 with 12 cards, `V3a.-2` a change of value by -2,
`D1b.5` a discount of 5.
"""

from __future__ import annotations

import functools
import math
import re

from fairdeal.contract.components import Component
from fairdeal.contract.game import Setting
from fairdeal.games.traders.abilities import CARD_NAMES, FAMILY, FAMILY_NAMES, HALF_NAMES, KINDS
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
    fitted,
    line,
    mix,
    no_face,
    number,
    polygon,
    ring,
    tiling,
    written,
)

LETTERS = "WGBPYER"  # the colours of the kinds, as scenes have them
KIND = r"([1-7])(?:\.([1-9]|1[0-9]|20))?"
HALF = r"(V[1-3][ab]|D1[ab])(?:\.(-?[0-9]))?|([RWML]1[ab]|[XA][12][ab])"
SUIT = re.compile(rf"suit\.([{LETTERS}])")
FACE = re.compile(f"(?:{KIND})?(_)?(?:{HALF})?")
QUANTITIES = (12, 11, 10, 9, 8, 7, 6)
BONUSES = {"V1a": 1, "V1b": 1, "V2a": 2, "V2b": 2, "V3a": -1, "V3b": -1, "D1a": 2, "D1b": 4}
DISCOUNTS = ("D1a", "D1b")


@functools.cache
def kind_face(kind: int, quantity: int) -> str:
    """Name the face of a kind, numbered from 1."""
    return f"{kind}" if quantity == QUANTITIES[kind - 1] else f"{kind}.{quantity}"


def half_face(half: str, bonus: int) -> str:
    """Name the face of an ability half; the bonus counts only for Value and Discount."""
    return half if bonus == BONUSES.get(half, bonus) else f"{half}.{bonus}"


@functools.cache
def pile_face(kind: int, quantity: int, half: str, bonus: int) -> str:
    """Name the face of a pile with its ability."""
    return f"{kind_face(kind, quantity)}_{half_face(half, bonus)}"


def all_faces() -> list[str]:
    """List the faces of the game's own cards, and some piles."""
    kinds = [str(kind) for kind in range(1, KINDS + 1)]
    piles = [f"{kind}_{HALF_NAMES[3 * place]}" for place, kind in enumerate(kinds)]
    return [*kinds, *HALF_NAMES, *piles, *(f"suit.{letter}" for letter in LETTERS)]


def components(setting: Setting) -> list[Component]:
    """§1 List the cards of all kinds, and §2 the ability cards, a half on each side."""
    box = setting.game.read_data(setting.document)
    kinds = [Component(kind_face(kind, quantity), quantity) for kind, quantity in enumerate(box.quantity.tolist(), 1)]
    halves = [half_face(half, bonus) for half, bonus in zip(HALF_NAMES, box.bonus.tolist(), strict=True)]
    return [*kinds, *(Component(a, back=b) for a, b in zip(halves[::2], halves[1::2], strict=True))]


def draw(face: str, inks: Theme) -> str:
    """Draw a kind, an ability half, a pile, or a colour such as `suit.W`. Raise Unreadable."""
    if match := SUIT.fullmatch(face):
        place = LETTERS.index(match[1])
        return chip(inks, match[1], EMBLEMS[place], str(place + 1))
    match = FACE.fullmatch(face)
    if match is None:
        raise no_face(face)
    kind, quantity, joint, value_half, bonus, other_half = match.groups()
    half = value_half or other_half
    change = int(bonus or BONUSES.get(half, 0))
    if bool(joint) != bool(kind and half) or not (kind or half) or (half in DISCOUNTS and change < 1):
        raise no_face(face)
    if not kind:
        return _half_card(inks, half, change)
    count = int(quantity or QUANTITIES[int(kind) - 1])
    return _pile(inks, int(kind), count, half, change) if half else _kind(inks, int(kind), count)


# --- kinds -----------------------------------------------------------------------------------------------------------


def _hole(x: float, y: float, radius: float) -> str:
    r = number(radius)
    return f"M{number(x - radius)} {y}a{r} {r} 0 1 0 {number(2 * radius)} 0a{r} {r} 0 1 0 {number(-2 * radius)} 0Z"


def _burst(x: float, y: float, points: int, outer: float, inner: float) -> str:
    turns = [(math.pi * n / points, inner if n % 2 else outer) for n in range(2 * points)]
    return polygon([(x + reach * math.sin(turn), y - reach * math.cos(turn)) for turn, reach in turns])


def _sparkle(x: float, y: float, size: float) -> str:
    s, w = number(size), number(size * 0.16)
    a = f"M{x} {number(y - size)}q{w} {number(size - size * 0.16)} {s} {s}q-{number(size - size * 0.16)} {w} -{s} {s}"
    return f"{a}q-{w} -{number(size - size * 0.16)} -{s} -{s}q{number(size - size * 0.16)} -{w} {s} -{s}Z"


# A code, a burst of power, a magic wand, a dragon, foil that sparkles, a print beside itself, a palette.
EMBLEMS = (
    "M4 4H42V42H4ZM14 14V32H32V14ZM58 4H96V42H58ZM68 14V32H86V14ZM4 58H42V96H4ZM14 68V86H32V68ZM19 19H27V27H19Z"
    "M73 19H81V27H73ZM19 73H27V81H19ZM58 58H70V70H58ZM84 58H96V70H84ZM71 71H83V83H71ZM58 84H70V96H58ZM84 84H96V96H84Z",
    _burst(50, 50, 11, 50, 33) + "M57 24L34 54H48L43 78L67 46H53Z",
    _burst(62, 36, 5, 36, 15) + "M46 50L53 57L14 96L7 89Z" + _sparkle(20, 24, 15) + _sparkle(82, 82, 13),
    "M0 46L8 38L30 31L28 4L46 23L68 1L69 24L86 25L83 37L99 45L91 56L100 70L90 77L95 98H56C61 84 56 77 47 73L32 84L12 88"
    "L22 80L40 63L33 57L27 64L22 57L16 63L12 56L3 56ZM46 40L63 33L58 47Z",
    _sparkle(46, 52, 46) + _sparkle(84, 18, 16) + _sparkle(84, 84, 12) + _sparkle(12, 14, 11),
    "M6 8H62V80H6ZM36 22H94V94H36ZM18 22V36H26V22ZM74 80V66H84V80Z",
    "M50 5C22 5 3 24 3 48C3 76 27 95 50 95C62 95 63 85 58 77C53 69 59 61 70 61H82C92 61 97 55 97 46C97 22 77 5 50 5Z"
    + _hole(29, 35, 8)
    + _hole(51, 24, 8)
    + _hole(73, 34, 8)
    + _hole(24, 59, 8),
)


def _kind(inks: Theme, kind: int, quantity: int) -> str:
    paint = inks.paints[LETTERS[kind - 1]]
    above = quantity if quantity <= 10 else (quantity + 1) // 2
    rows = [_copies(paint, above, 296 if above == quantity else 282), _copies(paint, quantity - above, 310)]
    return card(_ground(paint), _head(inks, paint, kind, quantity), _window(inks, paint, kind, 92, 174, 124), *rows)


def _pile(inks: Theme, kind: int, quantity: int, half: str, bonus: int) -> str:
    paint = inks.paints[LETTERS[kind - 1]]
    panel = box(14, 196, WIDTH - 28, HEIGHT - 210, inks.paper, 12, f'stroke="{paint.deep}" stroke-width="2"')
    sign = at(25, 208, 1, _ability(inks, half, bonus))
    return card(_ground(paint), _head(inks, paint, kind, quantity), _window(inks, paint, kind, 90, 94, 80), panel, sign)


def _ground(paint: Paint) -> str:
    line_around = f'stroke="{mix(paint.deep, paint.ink, 0.3)}" stroke-width="4"'
    return fade("k", paint.fill, paint.deep, 0.3) + box(0, 0, WIDTH, HEIGHT, "url(#k)", 18, line_around)


def _head(inks: Theme, paint: Paint, kind: int, quantity: int) -> str:
    """The number of the pile, and the quantity on a price tag."""
    tag = filled("M142 50L162 24H228V76H162ZM161 44a6 6 0 1 0 .1 0Z", inks.paper)
    amount = written(f"x{quantity}", 198, 36, 28, inks.ink, 19, 0.5)
    return written(str(kind), 28, 20, 58, paint.ink, 21) + tag + amount


def _window(inks: Theme, paint: Paint, kind: int, top: float, height: float, size: float) -> str:
    """The picture, with rays behind it."""
    sky = mix(inks.paper, paint.fill, 0.16)
    x, y = WIDTH / 2, top + height / 2
    rays = "".join(_ray(x, y, n) for n in range(12))
    frame = f'stroke="{mix(paint.deep, paint.ink, 0.25)}" stroke-width="3"'
    clip = f'<clipPath id="w">{box(20, top, WIDTH - 40, height, "#000000", 10)}</clipPath>'
    back = box(20, top, WIDTH - 40, height, sky, 10) + filled(rays, mix(sky, paint.fill, 0.2), 'clip-path="url(#w)"')
    colour = inks.ink if LETTERS[kind - 1] == "W" else mix(paint.fill, inks.ink, 0.45)
    edge = box(20, top, WIDTH - 40, height, "none", 10, frame)
    return clip + back + edge + centred(x, y, size, filled(EMBLEMS[kind - 1], colour))


def _ray(x: float, y: float, step: int) -> str:
    turns = [2 * math.pi * (step + side) / 12 for side in (0.25, 0.75)]
    return polygon([(x, y), *((x + 170 * math.sin(turn), y - 170 * math.cos(turn)) for turn in turns)])


def _copies(paint: Paint, count: int, y: float) -> str:
    """As many little cards as there are copies."""
    places = "".join(f"M{number(125 + (n - (count - 1) / 2) * 20 - 7)} {number(y)}h14v20h-14Z" for n in range(count))
    return filled(places, paint.ink) if places else ""


# --- abilities -------------------------------------------------------------------------------------------------------

MARKET = (
    "M10 12H90L99 44C99 57 83 57 82 46C81 57 67 57 66 46C65 57 51 57 50 46C49 57 35 57 34 46C33 57 19 57 18 46"
    "C17 57 1 57 1 44ZM14 64H86V94H14Z"
)
LAYERS = "M50 4L98 28L50 52L2 28Z"
EYE = "M0 50C18 22 36 12 50 12S82 22 100 50C82 78 64 88 50 88S18 78 0 50Z" + _hole(50, 50, 25) + _hole(50, 50, 12)


def _market(inks: Theme) -> str:
    return filled(MARKET, inks.ink)


def _meta(inks: Theme) -> str:
    return filled(LAYERS, inks.ink) + line("M7 50L50 72L93 50M7 71L50 93L93 71", inks.ink, 9)


def _hand(inks: Theme) -> str:
    edge = f'stroke="{inks.paper}" stroke-width="6"'
    cards = (box(-24, -72, 48, 72, inks.ink, 8, f'{edge} transform="rotate({turn})"') for turn in (-32, 0, 32))
    return at(50, 94, 1, *cards)


def _arrow(inks: Theme, turn: int = 0) -> str:
    """An arrow to the right, turned clockwise."""
    return line("M10 50H86M56 18L88 50L56 82", _accent(inks), 17, f'transform="rotate({turn} 50 50)"')


def _swap(inks: Theme) -> str:
    return line("M14 28H84M62 6L84 28L62 50M86 72H16M38 50L16 72L38 94", _accent(inks), 14)


def _accent(inks: Theme) -> str:
    return inks.paints["B"].fill if inks.is_light else "#6db3f5"


def _removed(inks: Theme, place: str) -> str:
    red = inks.paints["R"]
    badge = disc(76, 74, 31, inks.paper) + disc(76, 74, 26, red.fill)
    return place + badge + line("M66 64L86 84M86 64L66 84", red.ink, 9)


def _ability(inks: Theme, half: str, bonus: int) -> str:
    """What a half does, on 200 by 120."""
    meta, market, hand = _meta(inks), _market(inks), _hand(inks)
    rows = {
        "D1a": (_tag(inks, f"-{bonus}"), _tag(inks, f"-{bonus}")),
        "D1b": (_tag(inks, f"-{bonus}"),),
        "R1b": (market, _refresh(inks)),
        "M1a": (_removed(inks, market),),
        "M1b": (_removed(inks, meta),),
        "L1b": (filled(EYE, inks.ink), _removed(inks, meta)),
        "X1a": (meta, _swap(inks), hand),
        "X1b": (market, _swap(inks), meta),
        "X2a": (market, _swap(inks), hand),
        "X2b": (market, _swap(inks), meta),
        "A1a": (_arrow(inks, 180), _copy(inks), _arrow(inks)),
        "A1b": (_copy(inks), _arrow(inks)),
        "A2a": (_coin(inks), _arrow(inks)),
        "A2b": (_arrow(inks, 180), _coin(inks)),
    }
    pairs = {
        "R1a": ((market, _arrow(inks), meta), (market, _refresh(inks))),
        "W1a": ((_drawn(inks, "1"), _arrow(inks, 90)), (meta, line("M30 96L70 4", inks.pale, 10), market)),
        "W1b": ((_drawn(inks, "2"), _arrow(inks, 90)), (meta, line("M50 24V76M24 50H76", inks.pale, 12), market)),
        "L1a": ((filled(EYE, inks.ink),), (hand, _swap(inks), meta)),
    }
    if half in pairs:
        above, below = pairs[half]
        return _row(above, 27, 58) + _row(below, 93, 58)
    return _row(rows[half] if half in rows else _value(inks, half, bonus), 60, 96)


def _row(signs: tuple[str, ...], y: float, most: float) -> str:
    """Signs side by side, as large as there is room for."""
    size = min(most, (208 - 8 * (len(signs) - 1)) / len(signs))
    first = 100 - (len(signs) - 1) * (size + 8) / 2
    return "".join(centred(first + n * (size + 8), y, size, sign) for n, sign in enumerate(signs))


def _value(inks: Theme, half: str, bonus: int) -> tuple[str, ...]:
    """Up or down, by how much, and whether in play or at the end."""
    arrow = "M50 2L98 54H70V98H30V54H2Z" if bonus >= 0 else "M50 98L98 46H70V2H30V46H2Z"
    amount = fitted(f"{bonus:+}", 50, 50, 84, 88, inks.ink, 20)
    moment = _in_play(inks) if half.endswith("a") else _at_end(inks)
    return filled(arrow, _mood(inks, bonus)), amount, moment


def _mood(inks: Theme, bonus: int) -> str:
    if inks.is_light:
        return inks.paints["G" if bonus >= 0 else "R"].fill
    return "#46d3a2" if bonus >= 0 else "#ff836c"


def _in_play(inks: Theme) -> str:
    return ring(50, 50, 42, inks.ink, 9) + filled("M38 27L76 50L38 73Z", inks.ink)


def _at_end(inks: Theme) -> str:
    squares = "M24 10H44V28H24ZM64 10H84V28H64ZM44 28H64V46H44ZM84 28H94V46H84ZM24 46H44V62H24ZM64 46H84V62H64Z"
    return line("M18 8V96", inks.ink, 11) + filled(squares, inks.ink) + line("M18 10H92V62H18", inks.ink, 6)


def _tag(inks: Theme, text: str) -> str:
    paint = inks.paints["Y"]
    edge = f'stroke="{mix(paint.deep, "#000000", 0.4)}" stroke-width="4"'
    shape = filled("M2 50L26 16H98V84H26ZM23 43a7 7 0 1 0 .1 0Z", paint.fill, edge)
    return shape + fitted(text, 64, 50, 44, 54, paint.ink, 20)


def _refresh(inks: Theme) -> str:
    return line("M86 40A38 38 0 0 0 14 40M14 60A38 38 0 0 0 86 60M14 8V40H44M86 92V60H56", _accent(inks), 14)


def _drawn(inks: Theme, text: str) -> str:
    paint = inks.paints["K"]
    return box(16, 2, 68, 96, paint.fill, 10, f'stroke="{inks.ink}" stroke-width="5"') + fitted(
        text, 50, 50, 54, 50, paint.ink
    )


def _copy(inks: Theme) -> str:
    edge = f'stroke="{inks.paper}" stroke-width="7"'
    return box(12, 2, 52, 70, inks.pale, 9) + box(34, 24, 56, 74, inks.ink, 9, edge)


def _coin(inks: Theme) -> str:
    paint = inks.paints["Y"]
    rim = mix(paint.deep, "#000000", 0.4)
    return (
        disc(50, 50, 46, paint.fill, f'stroke="{rim}" stroke-width="5"')
        + ring(50, 50, 32, rim, 4)
        + disc(50, 50, 12, rim)
    )


def _half_card(inks: Theme, half: str, bonus: int) -> str:
    """An ability half alone."""
    paint = inks.paints["K"]
    panel = box(14, 104, WIDTH - 28, 170, inks.paper, 12)
    name = written(half[:2], 28, 34, 48, paint.ink, 20) + written(half[2].upper(), WIDTH - 28, 34, 48, paint.ink, 20, 1)
    family = fitted(FAMILY_NAMES[FAMILY[CARD_NAMES.index(half[:2])]].upper(), WIDTH / 2, 309, 27, 190, paint.ink, 17)
    return card(_ground(paint), name, panel, at(25, 129, 1, _ability(inks, half, bonus)), family)


# --- the back --------------------------------------------------------------------------------------------------------


def draw_back(inks: Theme) -> str:
    """A booster pack: stripes of foil around a star."""
    top, low, gold = ("#b8326e", "#5b1a6e", "#ffd76a") if inks.is_light else ("#8c2254", "#3c104c", "#e3b84e")
    stripe = tiling("t", 26, box(0, 0, 8, 26, "#ffffff", 0, 'opacity=".07"'), more='patternTransform="rotate(30)"')
    sheet = (
        fade("k", top, low, 0.5) + box(0, 0, WIDTH, HEIGHT, "url(#k)") + stripe + box(0, 0, WIDTH, HEIGHT, "url(#t)")
    )
    teeth = "".join(f"M{10 * n} 0h5v16h-5ZM{10 * n} {HEIGHT - 16}h5v16h-5Z" for n in range(KINDS * 4))
    seam = filled(teeth, "#ffffff", 'opacity=".25"') + line(f"M0 20H250M0 {HEIGHT - 20}H250", gold, 3)
    x, y = WIDTH / 2, HEIGHT / 2
    star = filled(_burst(x, y, 14, 96, 78), mix(low, "#000000", 0.25)) + filled(_burst(x, y, 5, 72, 30), gold)
    return card(sheet, seam, star, filled(_burst(x, y, 5, 40, 17), top))
