"""Small scenes of no game, and consoles, for tests."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console

from fairdeal.contract.scene import Counter, Lit, Panel, Path, Piece, Scene, Shape, Zone, ZoneLine
from fairdeal.play.sitting import Sitting
from fairdeal.terminal.blocks import Block
from fairdeal.terminal.palette import Pen
from fairdeal.terminal.placing import as_typed

FIRST = ("all", "a")  # typed to do whatever is first in the list, in every game
NAMES = ["You", "Seat 1"]
PLAIN = Pen(80, colours=False)


def card(text: str, *lit: Lit, **more: Any) -> Piece:
    return Piece(text, text, text, text, text[0], lit=lit, **more)


def cards(texts: str) -> tuple[Piece, ...]:
    return tuple(card(text) for text in texts.split())


def squares(name: str, *rows: str, at: tuple[int, int] = (0, 0)) -> tuple[Piece, ...]:
    """The squares of a tile, its top left one at this row and column; a space is none."""
    return tuple(
        Piece(f"{name}.{row}{column}", text, text, text, row=at[0] + row, column=at[1] + column, of=name)
        for row, line in enumerate(rows)
        for column, text in enumerate(line)
        if text != " "
    )


def region(*tiles: tuple[Piece, ...], lines: tuple[ZoneLine, ...] = (), seat: int | None = 0) -> Zone:
    pieces = tuple(piece for tile in tiles for piece in tile)
    return Zone(f"seat{seat}.region", "Region", Shape.REGION, pieces, seat, lines=lines)


def panel(seat: int, points: int = 0, *lit: Lit, **more: Any) -> Panel:
    return Panel(seat, (Counter(f"seat{seat}.points", "points", points),), lit=lit, **more)


def scene(*zones: Zone, paths: tuple[Path, ...] = (), panels: tuple[Panel, ...] = (panel(0), panel(1))) -> Scene:
    return Scene("Do something.", zones, panels, paths)


def plain(block: Block) -> list[str]:
    return [line.plain.rstrip() for line in block]


def first_typed(sitting: Sitting) -> str:
    """The first action that seat 0 can do, as it is typed."""
    return as_typed(sitting.game.scene(sitting.view(0), 0))(sitting.legal_texts(0)[0])


def terminal(width: int = 80, height: int = 24, **more: Any) -> tuple[Console, io.StringIO]:
    """A console that takes itself for a terminal."""
    out = io.StringIO()
    made = {
        "_environ": {"TERM": "xterm-256color"},
        "color_system": "256",
        "highlight": False,
        "markup": False,
        "emoji": False,
        **more,
    }
    return Console(file=out, width=width, height=height, force_terminal=True, **made), out
