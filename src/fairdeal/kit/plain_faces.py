"""Plain, handsome faces for cards of suits and ranks: a colour, an emblem, and the rank in the corners."""

from __future__ import annotations

from fairdeal.kit.faces import (
    BACK,
    HEIGHT,
    WIDTH,
    Theme,
    box,
    card,
    centred,
    chip,
    fade,
    filled,
    line,
    mix,
    no_face,
    polygon,
    theme_of,
    tiling,
    written,
)
from fairdeal.kit.kinds import Cards

EMBLEMS = {  # on 100 by 100
    "circle": "M50 6A44 44 0 1 1 49.9 6Z",
    "square": "M12 12H88V88H12Z",
    "triangle": "M50 6L96 90H4Z",
    "star": polygon([(50, 3), (62, 36), (97, 37), (69, 58), (79, 92), (50, 72), (21, 92), (31, 58), (3, 37), (38, 36)]),
    "cross": "M35 5H65V35H95V65H65V95H35V65H5V35H35Z",
    "hexagon": "M50 4L92 28V72L50 96L8 72V28Z",
    "heart": "M50 92C20 66 6 50 6 31C6 16 17 6 30 6C39 6 46 11 50 19C54 11 61 6 70 6C83 6 94 16 94 31"
    "C94 50 80 66 50 92Z",
    "diamond": "M50 3L88 50L50 97L12 50Z",
    "spade": "M50 4C74 30 93 41 93 60C93 73 84 80 74 80C66 80 59 76 55 70C56 81 60 90 68 96H32C40 90 44 81 45 70"
    "C41 76 34 80 26 80C16 80 7 73 7 60C7 41 26 30 50 4Z",
    "club": "M50 5C63 5 72 14 72 26C72 33 69 38 64 42C80 38 95 47 95 62C95 75 85 83 74 83C66 83 59 79 55 72"
    "C56 82 60 90 68 96H32C40 90 44 82 45 72C41 79 34 83 26 83C15 83 5 75 5 62C5 47 20 38 36 42C31 38 28 33 28 26"
    "C28 14 37 5 50 5Z",
}
SUIT = "suit."
USUAL = tuple(EMBLEMS)[:6]  # of suits that choose none, in their order


def all_faces(cards: Cards) -> list[str]:
    """List the faces of all cards and of all suits, and the back."""
    return [*cards.texts, *(f"{SUIT}{letter}" for letter in cards.letters), BACK]


def draw(cards: Cards, face: str, theme: str) -> str:
    """Draw a card such as `H7`, a suit such as `suit.H`, or the back. Raise Unreadable."""
    inks = theme_of(theme)
    if face == BACK:
        return _back(inks, cards.paints[0])
    if face in (suits := [f"{SUIT}{letter}" for letter in cards.letters]):
        suit = suits.index(face)
        return chip(inks, cards.paints[suit], _emblem(cards, suit), cards.letters[suit])
    if face not in cards.numbers:
        raise no_face(face)
    suit, rank = divmod(cards.numbers[face], len(cards.ranks))
    return _card(inks, cards.paints[suit], _emblem(cards, suit), cards.ranks[rank])


def _emblem(cards: Cards, suit: int) -> str:
    chosen = cards.emblems[suit] if cards.emblems else USUAL[suit % len(USUAL)]
    return EMBLEMS.get(chosen, chosen)


def _card(inks: Theme, letter: str, emblem: str, rank: str) -> str:
    """A sheet of paper with a wash of the suit's colour, the emblem in the middle and its rank in two corners."""
    paint = inks.paints[letter]
    ink = paint.deep if inks.is_light else mix(paint.fill, "#ffffff", 0.45)
    ground = fade("p", inks.paper, mix(inks.paper, paint.fill, 0.16)) + box(0, 0, WIDTH, HEIGHT, "url(#p)")
    frame = box(9, 9, WIDTH - 18, HEIGHT - 18, "none", 12, f'stroke="{mix(inks.paper, ink, 0.45)}" stroke-width="3"')
    middle = centred(WIDTH / 2, HEIGHT / 2 + 22, 128, filled(emblem, ink))
    corner = written(rank, 28, 30, 58, ink, 20) + centred(46, 118, 34, filled(emblem, ink))
    far = written(rank, WIDTH - 28, HEIGHT - 74, 44, ink, 20, 1)
    return card(ground, frame, middle, corner, far)


def _back(inks: Theme, letter: str) -> str:
    paint = inks.paints[letter]
    light = mix(paint.fill, paint.ink, 0.4)
    lattice = tiling("l", 34, line("M0 17L17 0L34 17L17 34Z", light, 2.5))
    plain = box(0, 0, WIDTH, HEIGHT, paint.deep)
    return card(
        lattice, plain, box(18, 18, WIDTH - 36, HEIGHT - 36, "url(#l)", 10, f'stroke="{light}" stroke-width="4"')
    )
