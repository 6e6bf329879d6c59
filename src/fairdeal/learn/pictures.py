"""A table as a picture: the screen of the terminal, as a text or as an image."""

from __future__ import annotations

import io
import sys
from functools import cache
from typing import Any

import numpy as np
from rich.console import Console
from rich.style import Style

from fairdeal.contract.game import Setting
from fairdeal.contract.rules import Numbers, State
from fairdeal.contract.scene import spoken
from fairdeal.errors import FairdealError
from fairdeal.language.messages import Seat, say
from fairdeal.terminal.blocks import Block
from fairdeal.terminal.palette import ASCII, Pen
from fairdeal.terminal.screen import Screen
from fairdeal.terminal.speaking import own_catalogue

RENDER_MODES = ("human", "ansi", "rgb_array")
COLUMNS, ROWS = 100, 40
WIDE, HIGH = 8, 16  # pixels of a letter
PAPER, INK = (18, 20, 24), (222, 222, 222)


def picture(setting: Setting, view: State, seat: int, mode: str | None) -> Numbers | str | None:
    """Draw a seat's view as a render mode asks for it; for a person it is printed."""
    lines = screen(setting, view, seat)
    if mode == "rgb_array":
        return as_image(lines)
    if mode != "human":
        return as_text(lines)
    sys.stdout.write(as_text(lines))
    return None


def screen(setting: Setting, view: State, seat: int) -> Block:
    """Draw a seat's view as the terminal does."""
    catalogue = own_catalogue(setting, seat)
    scene = spoken(setting.game.scene(view, seat), catalogue)
    names = [catalogue.value(Seat(other)) for other in range(setting.seats)]
    return Screen(setting.game.title, scene, seat, names, Pen(COLUMNS, True, catalogue=catalogue)).lines(ROWS)


def as_text(lines: Block) -> str:
    """Give a screen as a text with the colours of a terminal."""
    out = io.StringIO()
    console = Console(file=out, width=COLUMNS, force_terminal=True, color_system="256", highlight=False)
    for line in lines:
        console.print(line, no_wrap=True, overflow="crop", crop=True)
    return out.getvalue()


def as_image(lines: Block) -> Numbers:
    """Give a screen as red, green and blue by row and column."""
    drawing, draw = _paper()
    console = Console(width=COLUMNS, force_terminal=True, color_system="truecolor", highlight=False)
    for row, line in enumerate(lines[:ROWS]):
        column = 0
        for segment in line.render(console):
            for letter in segment.text.translate(ASCII).rstrip("\n"):
                _draw_letter(draw, letter, row, column, segment.style)
                column += 1
    return np.asarray(drawing, np.uint8)


def _draw_letter(draw: Any, letter: str, row: int, column: int, style: Style | None) -> None:
    left, top = column * WIDE, row * HIGH
    ink, paper = (style.color, style.bgcolor) if style else (None, None)
    if paper is not None:
        draw.rectangle((left, top, left + WIDE - 1, top + HIGH - 1), fill=tuple(paper.get_truecolor()))
    if letter != " ":
        colour = INK if ink is None or ink.is_default else tuple(ink.get_truecolor())
        draw.text((left + WIDE // 2, top + HIGH - 4), letter, fill=colour, font=_font(), anchor="ms")


def _paper() -> tuple[Any, Any]:
    try:
        from PIL import Image, ImageDraw
    except ModuleNotFoundError:
        raise FairdealError(say("learn.missing", library="Pillow")) from None
    drawing = Image.new("RGB", (COLUMNS * WIDE, ROWS * HIGH), PAPER)
    return drawing, ImageDraw.Draw(drawing)


@cache
def _font() -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(12)
