"""A scene as lines of a terminal: it knows shapes, and no game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fairdeal.contract.scene import Scene, Shape, Zone
from fairdeal.terminal import regions
from fairdeal.terminal.blocks import GAP, Block, beside, flow, width_of
from fairdeal.terminal.palette import Pen
from fairdeal.terminal.panels import is_large, panels
from fairdeal.terminal.regions import LABELS, MARGIN, NARROW, WIDE, Ghost
from fairdeal.terminal.zones import BOARDS, draw, is_worth_drawing


def table(
    scene: Scene,
    seat: int,
    names: Sequence[str],
    pen: Pen,
    height: int,
    comfort: int | None = None,
    ghost: Ghost | None = None,
    aside: Block | None = None,
) -> Block:
    """Draw a scene for a seat in so many lines: shared things, the seats, the own board and hand, others' boards.

    The scene's texts are words already (`contract.scene.spoken`). Others' boards fill no more than `comfort` lines.
    What is given as `aside` follows the seats and the hand.
    """
    drawing = _Table(scene, seat, names, pen, ghost, height if comfort is None else comfort, aside or [])
    lines: Block = []
    for pitch in (WIDE, NARROW):
        lines = drawing.lines(pitch, height)
        if len(lines) <= height:
            break
    return lines[:height]


def room_beside(scene: Scene, seat: int, names: Sequence[str], pen: Pen) -> tuple[int, int]:
    """Count the columns and lines that are free beside a board that cannot shrink: a grid; none if there is none."""
    board = _Table(scene, seat, names, pen).board()
    if board is None or board.shape is not Shape.GRID:
        return 0, 0
    drawn = draw(board, pen, names)
    return max(0, pen.width - width_of(drawn) - GAP), len(drawn) - len(panels(scene, seat, names, pen))


def zones_of(scene: Scene, seat: int | None, names: Sequence[str], pen: Pen) -> Block:
    """Draw all zones of a seat, or all shared ones, in full."""
    found = [zone for zone in scene.zones if zone.seat == seat and (zone.seat is None or is_worth_drawing(zone))]
    return [line for zone in found for line in draw(zone, pen, names)]


@dataclass(frozen=True)
class _Table:
    scene: Scene
    seat: int
    names: Sequence[str]
    pen: Pen
    ghost: Ghost | None = None
    comfort: int = 0
    aside: Block = field(default_factory=list)

    def lines(self, pitch: int, height: int) -> Block:
        """Draw with squares so wide; only boards adapt to the height."""
        shared = [draw(zone, self.pen, self.names) for zone in self._shared()]
        blocks = [panels(self.scene, self.seat, self.names, self.pen), *self._own()]
        blocks += [self.aside] if self.aside else []
        board = self.board()
        if board is None:
            main = _whole([*shared, *blocks], height)
            return [*main, *flow(self._small(), self.pen.width, self.comfort - len(main))]
        top = [line for block in shared for line in block]
        return [*top, *self._around(board, blocks, pitch, height - len(top), self.comfort - len(top))]

    def _around(self, board: Zone, blocks: list[Block], pitch: int, height: int, comfort: int) -> Block:
        """The board at the left; beside it, as far as there is room, everything else."""
        least = min(width_of(block) for block in blocks)
        columns = (self.pen.width - least - GAP - LABELS - MARGIN) // pitch
        left = self._draw_board(board, pitch, height, columns)
        room = self.pen.width - width_of(left) - GAP
        below = [line for block in blocks if width_of(block) > room for line in block]
        if below and pitch == NARROW:
            left = self._draw_board(board, pitch, height - len(below), columns)
        right = [line for block in blocks if width_of(block) <= room for line in block]
        tall = max(len(left), comfort - len(below))
        right += flow(self._small(), room, tall - len(right))
        return [*beside(left, right), *below]

    def _draw_board(self, board: Zone, pitch: int, height: int, columns: int) -> Block:
        if board.shape is not Shape.REGION:
            return draw(board, self.pen, self.names)
        ghost = self.ghost if self.ghost and self.ghost.zone == board.id else None
        rows = height - 2 if pitch == NARROW else None
        return regions.region(board, pitch, ghost, rows, columns if pitch == NARROW else None)

    def _shared(self) -> list[Zone]:
        return [zone for zone in self.scene.zones if zone.seat is None and zone.shape not in BOARDS]

    def _own(self) -> list[Block]:
        """The own hand and whatever else has a picture, in the order of the scene."""
        mine = [zone for zone in self.scene.zones if zone.seat == self.seat and zone.shape not in BOARDS]
        return [draw(zone, self.pen, self.names) for zone in mine if is_large(zone) and is_worth_drawing(zone)]

    def board(self) -> Zone | None:
        boards = [zone for zone in self.scene.zones if zone.shape in BOARDS and zone.pieces]
        return next((zone for zone in boards if zone.seat in (None, self.seat)), None)

    def _small(self) -> list[Block]:
        others = [
            zone for zone in self.scene.zones if zone.shape is Shape.REGION and zone.seat not in (None, self.seat)
        ]
        return [regions.small_region(zone, self.names[zone.seat or 0]) for zone in others if zone.pieces]


def _whole(blocks: Sequence[Block], height: int) -> Block:
    """Put one below the other as long as they fit whole: half of a picture says nothing."""
    lines: Block = []
    for block in blocks:
        if lines and len(lines) + len(block) > height:
            break
        lines += block
    return lines
