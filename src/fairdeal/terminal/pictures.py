"""The pictures of a game's opening as lines of a terminal: how each begins, and beside it what it comes to."""

from __future__ import annotations

from collections.abc import Sequence

from fairdeal.contract.game import Setting
from fairdeal.contract.scene import Picture, spoken
from fairdeal.language.messages import Seat, say
from fairdeal.terminal.blocks import Block, beside, folded, ink, width_of
from fairdeal.terminal.drawing import table
from fairdeal.terminal.palette import Pen
from fairdeal.terminal.speaking import own_catalogue

WHOLE = 1000  # lines, more than any picture has
TALL = 12  # lines of two moments, one above the other
ACROSS, DOWN = "→", "↓"


def pictures_of(setting: Setting, pen: Pen) -> list[Block]:
    """Draw the pictures of a game as it is played here, each under a heading and above its sentence."""
    catalogue = own_catalogue(setting, 0, pen.catalogue.language)
    names = [catalogue.value(Seat(number)) for number in range(setting.seats)]
    pictures = [spoken(picture, catalogue) for picture in setting.opening()]
    return [
        [*_heading(setting, number, len(pictures), pen), *picture_lines(picture, names, pen), ink()]
        for number, picture in enumerate(pictures, 1)
    ]


def _heading(setting: Setting, number: int, count: int, pen: Pen) -> Block:
    heading = say("terminal.picture", game=setting.game.title, number=number, pictures=count)
    return [*folded(pen.catalogue.render(heading), pen.width, "dim"), ink()]


def picture_lines(picture: Picture, names: Sequence[str], pen: Pen) -> Block:
    """Draw a picture, whose texts are words already; how it begins beside or above it, if there is room."""
    scenes = picture.scenes if len(picture.scenes) == 1 else (picture.scenes[0], picture.scenes[-1])
    drawn = _moments([table(scene, 0, names, pen, WHOLE) for scene in scenes], pen)
    return [*drawn, ink(), *folded(str(picture.caption), pen.width, "bold")]


def _moments(blocks: list[Block], pen: Pen) -> Block:
    first, last = blocks[0], blocks[-1]
    across = beside(beside(first, [ink(ACROSS, "bold")]), last)
    if len(blocks) == 1 or (width_of(across) > pen.width and len(first) + len(last) > TALL):
        return last
    return across if width_of(across) <= pen.width else [*first, ink(DOWN, "bold"), *last]
